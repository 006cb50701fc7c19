//! The monotonic clock of Unix systems.

use std::mem::MaybeUninit;

/// Nanoseconds of `CLOCK_MONOTONIC`, which is what Node's `process.hrtime` counts.
///
/// `std::time::Instant` reads the same clock but does not show its number.
#[inline]
pub(crate) fn monotonic_ns() -> u64 {
    let mut time = MaybeUninit::<libc::timespec>::uninit();
    // SAFETY: the pointer is to a live timespec, and the call writes nothing beyond it.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, time.as_mut_ptr()) };
    // The call fails only for an unknown clock or a bad address.
    debug_assert_eq!(status, 0);
    // SAFETY: the call succeeded, so it filled the timespec in.
    let time = unsafe { time.assume_init() };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
