//! The monotonic clock where the standard library is all there is.

use std::sync::OnceLock;
use std::time::Instant;

/// Nanoseconds since the first call.
pub(crate) fn monotonic_ns() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}
