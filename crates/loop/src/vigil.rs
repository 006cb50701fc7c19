//! When to stay awake for what will come at once.
//!
//! A thread that sleeps has to be woken: the sender's system call, an interrupt to a processor that rests, the switch
//! back. That takes 5 µs on a machine that is awake and 20 to 50 in a virtual one, more than a small file or a message to
//! a worker takes altogether. So a thread that lately did not sleep for long looks again and again for a moment before it
//! sleeps, and mostly needs no waking at all.
//!
//! Staying awake costs processor time, so it must pay. It is tried only when the last sleep was short. If nothing came,
//! it is passed over for a while, twice as long each time. Where there is one processor only, nothing can come
//! while it is held. (Offering the processor to others between two looks was tried: on a busy machine they keep it for
//! milliseconds.)

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// As long as being woken takes: staying awake in vain then costs at most as much again.
pub(crate) const LONGEST: Duration = Duration::from_micros(50);
/// Who slept no longer than that, waking included, may hope to need no sleep the next time.
const SHORT_SLEEP: Duration = Duration::from_micros(200);
/// Looks between two readings of the clock, about 0.4 µs.
const LOOKS: u32 = 8;
/// How many sleeps are begun without a vigil at most.
const LONGEST_PAUSE: u32 = 64;

/// Whether staying awake paid lately.
#[derive(Clone, Copy, Default)]
pub(crate) struct Vigil {
    slept_shortly: bool,
    pause: u32,
    passes_left: u32,
}

impl Vigil {
    /// Whether to stay awake this time.
    pub(crate) fn is_worth_it(&mut self) -> bool {
        if !self.slept_shortly || !has_many_processors() {
            return false;
        }
        if self.passes_left > 0 {
            self.passes_left -= 1;
            return false;
        }
        true
    }

    /// A vigil has ended: was it worth it?
    pub(crate) fn ended(&mut self, came: bool) {
        self.pause = if came { 0 } else { (self.pause * 2).clamp(1, LONGEST_PAUSE) };
        self.passes_left = self.pause;
    }

    /// It came to sleeping, which something ended after so long.
    pub(crate) fn slept(&mut self, slept: Duration) {
        self.slept_shortly = slept <= SHORT_SLEEP;
    }
}

/// Looks until it has come, the moment is over or the processor is wanted; says whether it has come.
pub(crate) fn keep(has_come: impl Fn() -> bool) -> bool {
    let began = Instant::now();
    loop {
        for _ in 0..LOOKS {
            if has_come() {
                return true;
            }
            std::hint::spin_loop();
        }
        if began.elapsed() > LONGEST {
            return has_come();
        }
    }
}

/// As the system told when it was first asked.
fn has_many_processors() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| std::thread::available_parallelism().is_ok_and(|processors| processors.get() > 1))
}
