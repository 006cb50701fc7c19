//! What is said when memory runs out: by the engine, which gives up, or by ourselves.
//!
//! Where V8 has a limit for its heap and ends with a message, JavaScriptCore has none: it asks the system for memory until that
//! refuses, and then executes an instruction that is illegal on purpose. Nobody learns anything from "Illegal instruction". So
//! that signal is caught, the likely reason is said, and the process ends as Node's does when memory runs out: by SIGABRT.
//!
//! Two calls of the system at start; a program that listens for these signals itself replaces the handler.
//!
//! Whose request is the one that is refused is luck. [`Allocator`] has ours end in the same words, but for large ones: those a program
//! asks for, and they are an error that it can catch.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_int;

const MESSAGE: &[u8] = b"\nFATAL ERROR: the JavaScript engine gave up: most likely it ran out of memory\n";

/// How the engine ends itself: `ud2` on most machines, a breakpoint on some.
const SIGNALS: [c_int; 2] = [libc::SIGILL, libc::SIGTRAP];

pub fn install_handlers() {
    for signal in SIGNALS {
        // SAFETY: an all-zero sigaction is valid, and the handler only does what is allowed in one.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as *const () as usize;
            action.sa_flags = libc::SA_RESETHAND;
            // Where it is refused the process ends without words, as before.
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn on_signal(_signal: c_int) {
    report_and_abort()
}

fn report_and_abort() -> ! {
    // SAFETY: write and abort are allowed in a handler; the words live for ever.
    unsafe {
        libc::write(libc::STDERR_FILENO, MESSAGE.as_ptr().cast(), MESSAGE.len());
        libc::abort();
    }
}

/// The system's allocator, for the executable to choose.
pub struct Allocator;

/// Requests from this size on may fail.
const MIN_FALLIBLE_SIZE: usize = 1 << 20;

impl Allocator {
    #[inline]
    fn check(memory: *mut u8, size: usize) -> *mut u8 {
        if memory.is_null() && size < MIN_FALLIBLE_SIZE { report_and_abort() } else { memory }
    }
}

// SAFETY: every call goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's contract.
        Allocator::check(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's contract.
        Allocator::check(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's contract.
        Allocator::check(unsafe { System.realloc(memory, layout, size) }, size)
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's contract.
        unsafe { System.dealloc(memory, layout) }
    }
}
