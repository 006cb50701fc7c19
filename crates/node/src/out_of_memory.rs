//! Reports out of memory, in the engine or in Rust.
//!
//! V8 has a heap limit and aborts with a message. JavaScriptCore has none: it allocates until the system refuses, and
//! then executes an illegal instruction on purpose. "Illegal instruction" explains nothing. So that signal is handled:
//! the likely reason is printed, and the process ends as Node does when out of memory, by SIGABRT.
//!
//! Two system calls at startup; a program that listens for these signals itself replaces the handler.
//!
//! Which allocation fails is a matter of chance. [`Allocator`] ends with the same message if one of ours does, except
//! for large ones: programs request those, and get an error that they can catch.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_int;

const MESSAGE: &[u8] = b"\nFATAL ERROR: the JavaScript engine gave up: most likely it ran out of memory\n";

/// How the engine crashes: `ud2` on most CPUs, a breakpoint on some.
const SIGNALS: [c_int; 2] = [libc::SIGILL, libc::SIGTRAP];

pub fn install_handlers() {
    for signal in SIGNALS {
        // SAFETY: an all-zero sigaction is valid, and the handler is async-signal-safe.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as *const () as usize;
            action.sa_flags = libc::SA_RESETHAND;
            // If this fails, the process ends without a message.
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn on_signal(_signal: c_int) {
    report_and_abort()
}

fn report_and_abort() -> ! {
    // SAFETY: write and abort are async-signal-safe; the message is static.
    unsafe {
        libc::write(libc::STDERR_FILENO, MESSAGE.as_ptr().cast(), MESSAGE.len());
        libc::abort();
    }
}

/// The system's allocator, which the executable registers as global.
pub struct Allocator;

/// Allocations from this size on may fail.
const MIN_FALLIBLE_SIZE: usize = 1 << 20;

impl Allocator {
    #[inline]
    fn check(memory: *mut u8, size: usize) -> *mut u8 {
        if memory.is_null() && size < MIN_FALLIBLE_SIZE { report_and_abort() } else { memory }
    }
}

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        Allocator::check(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        Allocator::check(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        Allocator::check(unsafe { System.realloc(memory, layout, size) }, size)
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(memory, layout) }
    }
}
