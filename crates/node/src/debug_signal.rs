//! SIGUSR1. It starts the inspector in Node, and the program goes on. There is no debugger here yet, so the signal prints
//! that, once. By default it would end the process; ignoring it would be inherited by children.
//!
//! One system call at startup. A program that listens for the signal replaces the handler; when its last listener is gone,
//! the signal ends the process, as in Node (`bindings/signals.rs`).
//!
//! With `--disable-sigusr1` nothing happens at all: Node blocks the signal then, so that not even a program's listeners get it. Here the
//! handler stays and does nothing, since the engine may need the signal.
//!
//! Without the capability `gc-signal` the engine suspends threads by the same signal. Its handler crashes when the signal
//! comes from elsewhere, so it gets only those that a thread of this process sent to another.

use crate::bindings::signals::errno_location;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

const MESSAGE: &[u8] = b"hexloop: SIGUSR1 starts no debugger: there is none yet. The program goes on.\n";

static IS_PRINTED: AtomicBool = AtomicBool::new(false);
static IS_DISABLED: AtomicBool = AtomicBool::new(false);

/// The engine's action, if it has one. Never freed: a handler may be reading it.
static ENGINE_ACTION: AtomicPtr<libc::sigaction> = AtomicPtr::new(std::ptr::null_mut());

/// To be called when the first VM exists, which may have installed the engine's handler.
pub fn install_handler(is_disabled: bool) {
    IS_DISABLED.store(is_disabled, Ordering::Relaxed);
    // SAFETY: all-zero sigactions are valid, and the handler is async-signal-safe. Nothing suspends a thread yet.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_signal as *const () as libc::sighandler_t;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART | libc::SA_ONSTACK;
        let mut before: libc::sigaction = std::mem::zeroed();
        // If this fails, the signal ends the process.
        if libc::sigaction(libc::SIGUSR1, &action, &mut before) == 0 && before.sa_sigaction > libc::SIG_IGN {
            ENGINE_ACTION.store(Box::into_raw(Box::new(before)), Ordering::Release);
            action.sa_flags = before.sa_flags | libc::SA_SIGINFO;
            action.sa_mask = before.sa_mask;
            libc::sigaction(libc::SIGUSR1, &action, std::ptr::null_mut());
        }
    }
}

/// `--disable-sigusr1`.
pub fn is_disabled() -> bool {
    IS_DISABLED.load(Ordering::Relaxed)
}

/// Whether `action` is that of this file, and the default action without it.
pub fn replaces_default(action: &libc::sigaction) -> bool {
    action.sa_sigaction == on_signal as *const () as libc::sighandler_t
        && ENGINE_ACTION.load(Ordering::Acquire).is_null()
}

extern "C" fn on_signal(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the system passes a valid siginfo; an action is never freed once stored, and the engine installed its handler
    // with these parameters; write is async-signal-safe; the message is static; errno is this thread's own.
    unsafe {
        if let Some(action) = ENGINE_ACTION.load(Ordering::Acquire).as_ref()
            && (*info).si_code != libc::SI_USER
        {
            let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                std::mem::transmute(action.sa_sigaction);
            return handler(signal, info, context);
        }
        if is_disabled() || IS_PRINTED.swap(true, Ordering::Relaxed) {
            return;
        }
        let errno = errno_location();
        let saved = *errno;
        libc::write(libc::STDERR_FILENO, MESSAGE.as_ptr().cast(), MESSAGE.len());
        *errno = saved;
    }
}
