//! Ctrl+C while an input of the REPL runs: the input ends, the session goes on.
//!
//! While the prompt reads, the terminal is raw and Ctrl+C is a key like any other. While an input runs it is SIGINT:
//!
//! ```text
//!   the system ──▶ on_interrupt ──▶ PRESSED ──▶ the watchdog's look ──▶ the script that spins is ended
//!                               └─▶ a byte in a pipe ──▶ a thread ──▶ LoopProxy::post ──▶ the await is given up
//! ```
//!
//! A script that the prompt evaluates keeps the loop from turning, so only the watchdog reaches it; an input that awaits has
//! given the thread back, and only the loop reaches it. Either way [`take`] is true for one of them. As in Node what a timer
//! or a promise job does is not interrupted.

use crate::bindings::signals::errno_location;
use hexloop::LoopProxy;
use hexloop_engine::{Vm, Watchdog};
use std::cell::Cell;
use std::io::{self, Read as _};
use std::os::fd::IntoRawFd as _;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// The writing end of the pipe, for the handler.
static SIGNAL_PIPE: AtomicI32 = AtomicI32::new(-1);
/// An input runs; else SIGINT does what it always does.
static INPUT_RUNNING: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static EVALUATING: Cell<bool> = const { Cell::new(false) };
}

/// The watchdog of a VM whose inputs can be interrupted. None where the engine has no time limit: then Ctrl+C reaches
/// awaits only.
pub fn watchdog(vm: &Vm) -> Option<Watchdog> {
    Watchdog::new(vm, Some(Rc::new(|_| EVALUATING.get() && INTERRUPTED.load(Ordering::Acquire))))
}

/// Runs `body`, during which the script itself can be ended.
pub fn evaluating<R>(body: impl FnOnce() -> R) -> R {
    EVALUATING.set(true);
    let result = body();
    EVALUATING.set(false);
    result
}

/// From now on, or from now on no more, Ctrl+C is for the input.
pub fn set_input_running(runs: bool) {
    INTERRUPTED.store(false, Ordering::Release);
    INPUT_RUNNING.store(runs, Ordering::Release);
}

/// Whether Ctrl+C was pressed and nothing has been ended for it yet.
pub fn take() -> bool {
    INTERRUPTED.swap(false, Ordering::AcqRel)
}

/// Has `on_loop` called on the loop's thread after each Ctrl+C while an input runs.
pub fn listen(proxy: LoopProxy, on_loop: fn()) -> io::Result<()> {
    let (mut reader, writer) = io::pipe()?;
    // It stays open for as long as the process lives: the handler writes to it.
    SIGNAL_PIPE.store(writer.into_raw_fd(), Ordering::Release);
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(move || {
        let mut byte = [0];
        while reader.read_exact(&mut byte).is_ok() {
            proxy.post(move |_| on_loop());
        }
    })?;
    set_sigint_handler(on_interrupt)
}

/// Makes SIGINT call a handler, which may only do what is allowed in one.
pub(crate) fn set_sigint_handler(handler: extern "C" fn(libc::c_int)) -> io::Result<()> {
    // SAFETY: an all-zero sigaction is valid, and the handler only does what is allowed in one.
    let outcome = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = libc::SA_RESTART | libc::SA_ONSTACK;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut())
    };
    if outcome == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

extern "C" fn on_interrupt(signal: libc::c_int) {
    // SAFETY: write, signal and raise are allowed in a handler; errno is put back for whoever was interrupted.
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
