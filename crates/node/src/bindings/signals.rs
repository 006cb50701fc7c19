//! `binding('signals')`: signals as callbacks in the poll phase.
//!
//! ```text
//!   the system ──▶ on_signal (any thread, any time) ──▶ a byte in a pipe ──▶ poll ──▶ lib/process/signals.js
//! ```
//!
//! A signal handler may do little, but it may write a byte (the self-pipe trick). The read end is an unreferenced
//! source of the loop. The handler of a signal that the CPU can raise checks whether it did: then it calls the previous
//! handler (the engine handles some faults itself), since returning would only fault again.

use super::Binding;
use crate::debug_signal;
use crate::host::host;
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Interest, Source};
use hexloop_engine::Out;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

/// The write end, for the handler.
static SIGNAL_PIPE: AtomicI32 = AtomicI32::new(-1);

/// The previous actions of fault signals, by number. Never freed: a handler may be reading one.
static PREVIOUS: [AtomicPtr<libc::sigaction>; 32] = [const { AtomicPtr::new(std::ptr::null_mut()) }; 32];

const FAULT_SIGNALS: [i32; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP];

thread_local! {
    static WATCHER: RefCell<Option<Watcher>> = const { RefCell::new(None) };
}

struct Watcher {
    _source: Source,
    /// The actions to restore when the last listener is removed.
    replaced: HashMap<i32, libc::sigaction>,
}

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("start", |call| {
            let outcome = watch(call.number(0)? as i32);
            Ok(outcome.map_or_else(|error| -error.raw_os_error().unwrap_or(libc::EIO), |()| 0).into())
        })
        .function("reportAliveOnSigint", |_| {
            let outcome = crate::why::listen(host().lp.proxy());
            Ok(outcome.map_or_else(|error| -error.raw_os_error().unwrap_or(libc::EIO), |()| 0).into())
        })
        .function("setTraceSigInt", |call| {
            let outcome = crate::trace_sigint::set(call.boolean(0));
            Ok(outcome.map_or_else(|error| -error.raw_os_error().unwrap_or(libc::EIO), |()| 0).into())
        })
        .function("stop", |call| {
            unwatch(call.number(0)? as i32);
            Ok(().into())
        });
}

fn watch(signal: i32) -> io::Result<()> {
    if signal == libc::SIGUSR1 && debug_signal::is_disabled() {
        return Ok(());
    }
    WATCHER.with_borrow_mut(|watcher| {
        let watcher = match watcher {
            Some(watcher) => watcher,
            None => watcher.insert(open()?),
        };
        // SAFETY: an all-zero sigaction is valid; the handler is async-signal-safe; both structs outlive the call.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART | libc::SA_ONSTACK;
            libc::sigfillset(&mut action.sa_mask);
            let mut previous = MaybeUninit::<libc::sigaction>::zeroed();
            if FAULT_SIGNALS.contains(&signal) && libc::sigaction(signal, std::ptr::null(), previous.as_mut_ptr()) == 0
            {
                PREVIOUS[signal as usize].store(Box::into_raw(Box::new(previous.assume_init())), Ordering::Release);
            }
            if libc::sigaction(signal, &action, previous.as_mut_ptr()) == -1 {
                return Err(io::Error::last_os_error());
            }
            let mut previous = previous.assume_init();
            // As in Node, SIGUSR1 ends a program that has listened for it before.
            if debug_signal::replaces_default(&previous) {
                previous.sa_sigaction = libc::SIG_DFL;
            }
            watcher.replaced.insert(signal, previous);
        }
        Ok(())
    })
}

fn unwatch(signal: i32) {
    WATCHER.with_borrow_mut(|watcher| {
        let Some(previous) = watcher.as_mut().and_then(|watcher| watcher.replaced.remove(&signal)) else { return };
        // SAFETY: the action that the system returned when it was replaced.
        unsafe { libc::sigaction(signal, &previous, std::ptr::null_mut()) };
    });
}

/// Creates the pipe, and the source that reads it.
fn open() -> io::Result<Watcher> {
    let mut ends = [0; 2];
    // SAFETY: an array for the two descriptors.
    if unsafe { libc::pipe(ends.as_mut_ptr()) } == -1 {
        return Err(io::Error::last_os_error());
    }
    for end in ends {
        // SAFETY: we own these descriptors.
        unsafe {
            libc::fcntl(end, libc::F_SETFL, libc::O_NONBLOCK);
            libc::fcntl(end, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
    let [reading, writing] = ends;
    let source = Source::register(&host().lp, &mut SourceFd(&reading), Interest::READABLE, move |_| deliver(reading))?;
    source.unref();
    source.set_low_priority();
    SIGNAL_PIPE.store(writing, Ordering::Release);
    Ok(Watcher { _source: source, replaced: HashMap::new() })
}

/// Emits every signal that was received, one macrotask each.
fn deliver(reading: i32) {
    let host = host();
    let mut numbers = [0_u8; 256];
    loop {
        // SAFETY: pointer and length describe the array.
        let count = unsafe { libc::read(reading, numbers.as_mut_ptr().cast(), numbers.len()) };
        if count <= 0 {
            return;
        }
        for number in &numbers[..count as usize] {
            host.call(&host.entries.emit_signal, vec![Out::Number(f64::from(*number))]);
        }
    }
}

extern "C" fn on_signal(signal: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system passes a valid siginfo; write, sigaction and errno are allowed here. The location of errno is
    // this thread's own.
    unsafe {
        // A positive code: the kernel raised the signal for a fault. Otherwise a process sent it.
        if FAULT_SIGNALS.contains(&signal) && (*info).si_code > 0 {
            return call_previous(signal, info, context);
        }
        let errno = errno_location();
        let saved = *errno;
        let number = signal as u8;
        libc::write(SIGNAL_PIPE.load(Ordering::Acquire), (&raw const number).cast(), 1);
        *errno = saved;
    }
}

/// # Safety
/// In a signal handler, with the arguments of the system.
unsafe fn call_previous(signal: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let previous = PREVIOUS[signal as usize].load(Ordering::Acquire);
    // SAFETY: never freed once stored; a handler in it was installed by its owner with exactly these flags.
    unsafe {
        match previous.as_ref() {
            Some(action) if action.sa_sigaction > libc::SIG_IGN => {
                if action.sa_flags & libc::SA_SIGINFO != 0 {
                    let handler: extern "C" fn(i32, *mut libc::siginfo_t, *mut libc::c_void) =
                        std::mem::transmute(action.sa_sigaction);
                    handler(signal, info, context);
                } else {
                    let handler: extern "C" fn(i32) = std::mem::transmute(action.sa_sigaction);
                    handler(signal);
                }
            }
            // No previous handler: with the default action restored, the fault happens again and ends the process.
            _ => {
                libc::signal(signal, libc::SIG_DFL);
            }
        }
    }
}

#[cfg(target_os = "linux")]
pub unsafe fn errno_location() -> *mut i32 {
    // SAFETY: always valid.
    unsafe { libc::__errno_location() }
}

#[cfg(not(target_os = "linux"))]
pub unsafe fn errno_location() -> *mut i32 {
    // SAFETY: always valid.
    unsafe { libc::__error() }
}
