//! The stack limit for native functions.
//!
//! The engine stops JavaScript 128 KB before the end of the stack. That is plenty for the engine and little for a native function
//! that parses a file; so a native function is not called with less than twice that. On the main thread this limit is never
//! reached: there the engine uses 5 of 8 MB.

use std::cell::Cell;

const RESERVED: usize = 256 * 1024;

thread_local! {
    /// The lowest stack address at which a native function may be called; 0 while unknown.
    static LIMIT: Cell<usize> = const { Cell::new(0) };
}

/// Whether there is enough stack left to call a native function.
#[inline]
pub(crate) fn has_space() -> bool {
    let here = 0u8;
    let limit = match LIMIT.get() {
        0 => compute_limit(),
        limit => limit,
    };
    (&raw const here) as usize >= limit
}

#[cold]
fn compute_limit() -> usize {
    let limit = stack_end().map_or(1, |end| end.saturating_add(RESERVED));
    LIMIT.set(limit);
    limit
}

/// The main thread's stack may grow up to a limit, and querying its bounds means reading the process's memory map at every
/// start. Its end is the limit below the current frame, less what is above it: arguments, environment and the few frames so
/// far, for which a part of the limit is subtracted.
#[cfg(target_os = "linux")]
fn main_thread_stack_end() -> Option<usize> {
    const ABOVE_CURRENT_FRAME: usize = 256 * 1024;
    let here = 0u8;
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: getrlimit fills the struct; getpid and gettid take nothing.
    let (is_main_thread, found) = unsafe {
        let is_main_thread = libc::syscall(libc::SYS_gettid) == i64::from(libc::getpid());
        (is_main_thread, libc::getrlimit(libc::RLIMIT_STACK, &mut limit) == 0)
    };
    let size = usize::try_from(limit.rlim_cur)
        .ok()
        .filter(|size| found && *size != usize::MAX && *size > 4 * ABOVE_CURRENT_FRAME)?;
    if !is_main_thread { None } else { (&raw const here as usize).checked_sub(size - ABOVE_CURRENT_FRAME) }
}

#[cfg(target_os = "linux")]
fn stack_end() -> Option<usize> {
    if let Some(end) = main_thread_stack_end() {
        return Some(end);
    }
    // SAFETY: the attributes are initialized by the first call if it returns 0, read, and destroyed once.
    unsafe {
        let mut attributes = std::mem::zeroed::<libc::pthread_attr_t>();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) != 0 {
            return None;
        }
        let (mut start, mut size) = (std::ptr::null_mut(), 0);
        let found = libc::pthread_attr_getstack(&attributes, &mut start, &mut size) == 0;
        libc::pthread_attr_destroy(&mut attributes);
        found.then_some(start as usize)
    }
}

#[cfg(target_os = "macos")]
fn stack_end() -> Option<usize> {
    // SAFETY: no preconditions. The address is the high end here.
    unsafe {
        let thread = libc::pthread_self();
        Some((libc::pthread_get_stackaddr_np(thread) as usize).saturating_sub(libc::pthread_get_stacksize_np(thread)))
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn stack_end() -> Option<usize> {
    None
}
