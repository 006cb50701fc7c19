//! The millisecond clock of timers.
//!
//! `lib/loop/timers.js` checks with the engine's `Date.now` whether a millisecond has passed, and only then reads the
//! loop's clock. That is exact only if both tick at the same instant, so the loop's milliseconds are counted from an
//! origin at which the wall clock was at a whole millisecond. Both clocks are slewed alike; a step of the wall clock
//! shifts the phase, and the error is then less than a millisecond.

use hexloop::Clock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub struct AlignedClock {
    shift_ns: u64,
}

impl AlignedClock {
    pub fn new() -> AlignedClock {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
        let steady = steady_ns();
        let shift_ns = (wall % 1_000_000 + 1_000_000 - steady % 1_000_000) % 1_000_000;
        AlignedClock { shift_ns }
    }
}

impl Clock for AlignedClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(steady_ns() + self.shift_ns)
    }

    fn is_steady(&self) -> bool {
        true
    }
}

/// The system's monotonic clock, in nanoseconds.
pub fn steady_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a valid pointer to a timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}
