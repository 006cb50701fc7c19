//! Wake coalescing: when a woken loop yields first, so that one wake-up serves many messages.
//!
//! A thread that sends messages one after the other, on the same processor as the loop, is preempted by the loop that its
//! first message woke. The loop dispatches that one message and sleeps again; the sender continues, has to wake the loop
//! again, and is preempted again: two context switches and two system calls per message. If the loop yields as soon as it
//! wakes, the sender continues undisturbed, messages to a loop that is awake need no wake-up, and thousands arrive in one
//! batch (a million messages: 7,000 context switches became a few hundred).
//!
//! But a sender that waits for a reply has nothing to add, and yielding only costs time. The loop learns which of the two
//! it is: if yielding brought a handful of messages the sender is streaming, and the loop yields again; if not, it backs
//! off exponentially. On a loaded system a yield means waiting for every other runnable process: after a yield that took
//! long the loop does not try again for thousands of messages.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::backoff::Backoff;

/// Only a loop that had just gone to sleep can have been woken by a stream.
const SHORT_SLEEP_NS: u64 = 50_000;
/// So many messages in one batch are a stream.
const STREAM: usize = 8;
/// A yield that takes longer gave the processor to somebody else.
const LONG_YIELD: Duration = Duration::from_micros(300);
/// How many wake-ups to skip after a long yield.
const BACKOFF_UNDER_LOAD: u32 = 4096;

#[derive(Default)]
pub(crate) struct WakeCoalescing {
    just_yielded: Cell<bool>,
    backoff: Cell<Backoff>,
}

impl WakeCoalescing {
    /// A message woke the loop.
    pub(crate) fn woken_by_message(&self, slept_ns: u64) {
        if slept_ns > SHORT_SLEEP_NS {
            return;
        }
        if !self.with_backoff(Backoff::should_try) {
            return;
        }
        let before = Instant::now();
        std::thread::yield_now();
        if before.elapsed() < LONG_YIELD {
            self.just_yielded.set(true);
        } else {
            self.with_backoff(|backoff| backoff.skip_next(BACKOFF_UNDER_LOAD));
        }
    }

    /// The loop took this many messages out of the queue.
    pub(crate) fn drained(&self, messages: usize) {
        if self.just_yielded.replace(false) {
            self.with_backoff(|backoff| backoff.record(messages >= STREAM));
        }
    }

    fn with_backoff<R>(&self, act: impl FnOnce(&mut Backoff) -> R) -> R {
        let mut backoff = self.backoff.get();
        let answer = act(&mut backoff);
        self.backoff.set(backoff);
        answer
    }
}
