//! When the steps of this process's start were reached, for `performance.nodeTiming` and `eventLoopUtilization`.
//!
//! A step is noted by reading the clock once; nothing else happens until a program asks.

use std::cell::Cell;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug)]
pub enum Milestone {
    /// The options are read; the engine comes next.
    Started,
    /// The engine is there.
    Engine,
    /// The loop is there, and the host that joins both.
    Environment,
    /// `lib/boot.js` has run.
    Booted,
    /// The main script has run; the loop turns for the first time.
    LoopStart,
    /// Nothing is left to do.
    LoopExit,
}

thread_local! {
    static REACHED: [Cell<Option<Instant>>; 6] = const { [const { Cell::new(None) }; 6] };
}

/// The first time counts.
pub fn reach(milestone: Milestone) {
    REACHED.with(|reached| {
        let cell = &reached[milestone as usize];
        if cell.get().is_none() {
            cell.set(Some(Instant::now()));
        }
    });
}

/// How long ago each was reached in nanoseconds, in their order; `None` for those that were not.
pub fn ages() -> [Option<f64>; 6] {
    REACHED.with(|reached| std::array::from_fn(|at| reached[at].get().map(|at| at.elapsed().as_nanos() as f64)))
}

/// The first of them, and how long ago that was.
pub fn beginning() -> (Instant, Duration) {
    let started = REACHED.with(|reached| reached[Milestone::Started as usize].get()).unwrap_or_else(Instant::now);
    (started, started.elapsed())
}
