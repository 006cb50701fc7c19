//! Milliseconds, as tests write them.

use std::time::Duration;

pub const fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}
