//! When to stay awake for what will come at once.
//!
//! A thread that sleeps has to be woken: the sender's system call, an interrupt to a processor that rests, the switch
//! back. That takes 5 µs on a machine that is awake and 20 to 50 in a virtual one, more than a small file or a message to
//! a worker takes altogether. So a thread that lately did not sleep for long looks again and again for a moment before it
//! sleeps, and mostly needs no waking at all.
//!
//! Who sends one letter after the other must not be disturbed at each of them either: where two vigils in a row had hardly
//! begun, the second waits until a handful is there.
//!
//! Staying awake costs processor time, so it must pay. It is tried only when the last sleep was short. If nothing came,
//! it is passed over for a while, twice as long each time. Where there is one processor only, nothing can come
//! while it is held. (Offering the processor to others between two looks was tried: on a busy machine they keep it for
//! milliseconds.)

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::pause::Pause;

/// As long as being woken takes: staying awake in vain then costs at most as much again.
pub(crate) const LONGEST: Duration = Duration::from_micros(50);
/// Who slept no longer than that, waking included, may hope to need no sleep the next time.
const SHORT_SLEEP: Duration = Duration::from_micros(200);
/// Looks between two readings of the clock, about 0.4 µs.
const LOOKS: u32 = 8;
/// Looks, about 2 µs, that letters of a stream are given to gather.
const LOOKS_AT_A_STREAM: u32 = 40;

/// Whether staying awake paid lately.
#[derive(Clone, Copy, Default)]
pub(crate) struct Vigil {
    slept_shortly: bool,
    came_at_once: bool,
    pause: Pause,
}

impl Vigil {
    /// Whether to stay awake this time.
    pub(crate) fn is_worth_it(&mut self) -> bool {
        self.slept_shortly && has_many_processors() && self.pause.is_over()
    }

    /// Looks until it has come or the moment is over; says whether it has come.
    pub(crate) fn keep(&mut self, has_come: impl Fn() -> bool) -> bool {
        let began = Instant::now();
        let mut at_once = look(&has_come);
        let mut came = at_once;
        while !came && began.elapsed() < LONGEST {
            came = look(&has_come);
        }
        if at_once && self.came_at_once {
            (0..LOOKS_AT_A_STREAM).for_each(|_| std::hint::spin_loop());
            at_once = false;
        }
        self.came_at_once = at_once;
        self.pause.tried(came);
        came
    }

    /// It came to sleeping, which something ended after so long.
    pub(crate) fn slept(&mut self, slept: Duration) {
        self.slept_shortly = slept <= SHORT_SLEEP;
    }
}

fn look(has_come: impl Fn() -> bool) -> bool {
    (0..LOOKS).any(|_| {
        let has_come = has_come();
        if !has_come {
            std::hint::spin_loop();
        }
        has_come
    })
}

/// As the system told when it was first asked.
fn has_many_processors() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| std::thread::available_parallelism().is_ok_and(|processors| processors.get() > 1))
}
