//! Adaptive spinning: when to spin for a moment before going to sleep.
//!
//! Waking a sleeping thread takes the sender's system call, an interrupt to an idle processor and a context switch: 5 µs on
//! hardware, 20 to 50 µs in a virtual machine, more than reading a small file or passing a message to a worker takes
//! altogether. So a thread whose last sleep was short spins for a moment before it sleeps again, and mostly needs no
//! wake-up at all.
//!
//! A sender that streams messages must not be interrupted for each of them either: where two spins in a row were over as
//! soon as they began, the second waits until a handful of messages has arrived.
//!
//! Spinning costs processor time, so it must pay. It is tried only after a short sleep, with exponential backoff when
//! nothing arrived, and never on a single processor, where nothing can arrive while the spinning thread holds it.
//! (Yielding between two checks was tried: on a loaded machine the other processes keep the processor for milliseconds.)

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::backoff::Backoff;

/// As long as a wake-up takes: a spin without success then at most doubles the cost.
pub(crate) const MAX_SPIN: Duration = Duration::from_micros(50);
/// After a sleep no longer than this, wake-up included, the next sleep may be avoidable.
const SHORT_SLEEP: Duration = Duration::from_micros(200);
/// Checks between two readings of the clock, about 0.4 µs.
const CHECKS_PER_CLOCK_READ: u32 = 8;
/// Iterations, about 2 µs, that a stream of messages is given to accumulate.
const STREAM_SPINS: u32 = 40;

/// Whether spinning paid lately.
#[derive(Clone, Copy, Default)]
pub(crate) struct AdaptiveSpin {
    last_sleep_was_short: bool,
    was_ready_at_once: bool,
    backoff: Backoff,
}

impl AdaptiveSpin {
    /// Whether to spin this time.
    pub(crate) fn should_spin(&mut self) -> bool {
        self.last_sleep_was_short && is_multiprocessor() && self.backoff.should_try()
    }

    /// Spins until `is_ready` or [`MAX_SPIN`] has passed; returns whether it is ready.
    pub(crate) fn spin_until(&mut self, is_ready: impl Fn() -> bool) -> bool {
        let began = Instant::now();
        let mut at_once = check(&is_ready);
        let mut ready = at_once;
        while !ready && began.elapsed() < MAX_SPIN {
            ready = check(&is_ready);
        }
        if at_once && self.was_ready_at_once {
            (0..STREAM_SPINS).for_each(|_| std::hint::spin_loop());
            at_once = false;
        }
        self.was_ready_at_once = at_once;
        self.backoff.record(ready);
        ready
    }

    /// The thread went to sleep and was woken after this long.
    pub(crate) fn record_sleep(&mut self, slept: Duration) {
        self.last_sleep_was_short = slept <= SHORT_SLEEP;
    }
}

fn check(is_ready: impl Fn() -> bool) -> bool {
    (0..CHECKS_PER_CLOCK_READ).any(|_| {
        let is_ready = is_ready();
        if !is_ready {
            std::hint::spin_loop();
        }
        is_ready
    })
}

/// Cached: the answer of the first call holds for the life of the process.
fn is_multiprocessor() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| std::thread::available_parallelism().is_ok_and(|processors| processors.get() > 1))
}
