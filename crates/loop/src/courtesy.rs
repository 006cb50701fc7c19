//! When to let a sender finish its sentence.
//!
//! A thread that sends the loop one letter after the other, on the same processor, is interrupted by the loop that
//! its first letter woke. The loop reads that one letter and sleeps; the sender goes on, has to wake it again, and
//! is interrupted again: two switches and two system calls a letter. If the loop, once awake, gives the processor
//! back first, the sender goes on undisturbed, a letter to a loop that is awake needs no waking, and thousands come
//! at once (a million letters: 7,000 switches became a few hundred).
//!
//! But a sender that waits for its answer has nothing to add, and giving way only costs time. Which of the two it is
//! shows: if giving way brought a handful of letters it is a stream, and the loop gives way again; if not, it does
//! not try for a while, twice as long each time. And where other programs wait for the processor, giving it back means to wait
//! for all of them: a loop that was kept from it for long does not try again before thousands of letters have come.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::pause::Pause;

/// Only a loop that had just fallen asleep can have been woken by a stream.
const SHORT_SLEEP_NS: u64 = 50_000;
/// So many letters are a stream.
const STREAM: usize = 8;
/// Somebody else had the processor.
const KEPT_FOR_LONG: Duration = Duration::from_micros(300);
/// How many are passed over then.
const PAUSE_ON_A_BUSY_MACHINE: u32 = 4096;

#[derive(Default)]
pub(crate) struct Courtesy {
    just_gave_way: Cell<bool>,
    pause: Cell<Pause>,
}

impl Courtesy {
    /// Called when a letter woke the loop.
    pub(crate) fn woken_by_letter(&self, slept_ns: u64) {
        if slept_ns > SHORT_SLEEP_NS {
            return;
        }
        if !self.with_pause(Pause::is_over) {
            return;
        }
        let before = Instant::now();
        std::thread::yield_now();
        if before.elapsed() < KEPT_FOR_LONG {
            self.just_gave_way.set(true);
        } else {
            self.with_pause(|pause| pause.last_for(PAUSE_ON_A_BUSY_MACHINE));
        }
    }

    /// Called with the number of letters that were there.
    pub(crate) fn found(&self, letters: usize) {
        if self.just_gave_way.replace(false) {
            self.with_pause(|pause| pause.tried(letters >= STREAM));
        }
    }

    fn with_pause<R>(&self, act: impl FnOnce(&mut Pause) -> R) -> R {
        let mut pause = self.pause.get();
        let answer = act(&mut pause);
        self.pause.set(pause);
        answer
    }
}
