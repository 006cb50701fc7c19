//! Ctrl+C while the REPL evaluates: interrupts the input, not the session.
//!
//! While the prompt reads, the terminal is in raw mode and Ctrl+C is a key like any other. While an input runs it is
//! SIGINT:
//!
//! ```text
//!   the system ──▶ on_interrupt ──▶ INTERRUPTED ──▶ the watchdog's check ──▶ a busy script is terminated
//!                               └─▶ a byte in a pipe ──▶ a thread ──▶ LoopProxy::post ──▶ a pending await is abandoned
//! ```
//!
//! A script that is being evaluated blocks the loop, so only the watchdog reaches it; an input that awaits does not
//! run, and only the loop reaches it. Either way [`take`] is true for one of them. As in Node, timers and promise jobs
//! are not interrupted.

use crate::bindings::signals::errno_location;
use hexloop::LoopProxy;
use hexloop_engine::{Vm, Watchdog};
use std::cell::Cell;
use std::io::{self, Read as _};
use std::os::fd::IntoRawFd as _;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// The write end of the pipe, for the handler.
static SIGNAL_PIPE: AtomicI32 = AtomicI32::new(-1);
/// An input runs; otherwise SIGINT has its default action.
static INPUT_RUNNING: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static EVALUATING: Cell<bool> = const { Cell::new(false) };
}

/// The watchdog of a VM whose inputs can be interrupted. None if the engine has no time limit: then Ctrl+C only
/// interrupts awaits.
pub fn watchdog(vm: &Vm) -> Option<Watchdog> {
    Watchdog::new(vm, Some(Rc::new(|_| EVALUATING.get() && INTERRUPTED.load(Ordering::Acquire))))
}

/// Runs `body`, during which the script can be terminated.
pub fn evaluating<R>(body: impl FnOnce() -> R) -> R {
    EVALUATING.set(true);
    let result = body();
    EVALUATING.set(false);
    result
}

/// Sets whether an input runs, which Ctrl+C interrupts.
pub fn set_input_running(runs: bool) {
    INTERRUPTED.store(false, Ordering::Release);
    INPUT_RUNNING.store(runs, Ordering::Release);
}

/// Takes the interrupt: true for the first caller after Ctrl+C.
pub fn take() -> bool {
    INTERRUPTED.swap(false, Ordering::AcqRel)
}

/// Calls `on_loop` on the loop's thread after each Ctrl+C while an input runs.
pub fn listen(proxy: LoopProxy, on_loop: fn()) -> io::Result<()> {
    let (mut reader, writer) = io::pipe()?;
    // Stays open for the life of the process: the handler writes to it.
    SIGNAL_PIPE.store(writer.into_raw_fd(), Ordering::Release);
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(move || {
        let mut byte = [0];
        while reader.read_exact(&mut byte).is_ok() {
            proxy.post(move |_| on_loop());
        }
    })?;
    set_sigint_handler(on_interrupt)
}

/// Installs a SIGINT handler, which must be async-signal-safe.
pub(crate) fn set_sigint_handler(handler: extern "C" fn(libc::c_int)) -> io::Result<()> {
    // SAFETY: an all-zero sigaction is valid, and the handler is async-signal-safe.
    let outcome = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = libc::SA_RESTART | libc::SA_ONSTACK;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut())
    };
    if outcome == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

extern "C" fn on_interrupt(signal: libc::c_int) {
    // SAFETY: write, signal and raise are async-signal-safe; errno is restored for the interrupted code.
    unsafe {
        if INPUT_RUNNING.load(Ordering::Acquire) {
            INTERRUPTED.store(true, Ordering::Release);
            let errno = errno_location();
            let before = *errno;
            libc::write(SIGNAL_PIPE.load(Ordering::Acquire), [0u8].as_ptr().cast(), 1);
            *errno = before;
        } else {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
}
