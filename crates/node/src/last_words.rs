//! What is said when the engine gives up.
//!
//! Where V8 has a limit for its heap and ends with a message, JavaScriptCore has none: it asks the system for memory until that
//! refuses, and then executes an instruction that is illegal on purpose. Nobody learns anything from "Illegal instruction". So
//! that signal is caught, the likely reason is said, and the process ends as Node's does when memory runs out: by SIGABRT.
//!
//! Two calls of the system at start; a program that listens for these signals itself replaces the handler.

use std::ffi::c_int;

const WORDS: &[u8] = b"\nFATAL ERROR: the JavaScript engine gave up: most likely it ran out of memory\n";

/// How the engine ends itself: `ud2` on most machines, a breakpoint on some.
const SIGNALS: [c_int; 2] = [libc::SIGILL, libc::SIGTRAP];

pub fn prepare() {
    for signal in SIGNALS {
        // SAFETY: an all-zero sigaction is valid, and the handler only does what is allowed in one.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = say as *const () as usize;
            action.sa_flags = libc::SA_RESETHAND;
            // Where it is refused the process ends without words, as before.
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn say(_signal: c_int) {
    // SAFETY: write and abort are allowed in a handler; the words live for ever.
    unsafe {
        libc::write(libc::STDERR_FILENO, WORDS.as_ptr().cast(), WORDS.len());
        libc::abort();
    }
}
