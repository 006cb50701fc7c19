//! When the steps of this process's start were reached, for `performance.nodeTiming` and `eventLoopUtilization`.
//!
//! A step is noted by reading the clock once; nothing else happens until a program asks. The first two are the process's: its
//! workers count from there, too.

use std::cell::Cell;
use std::sync::OnceLock;
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

const PROCESS_MILESTONES: usize = 2;
static PROCESS_REACHED: [OnceLock<Instant>; PROCESS_MILESTONES] = [const { OnceLock::new() }; PROCESS_MILESTONES];

thread_local! {
    static REACHED: [Cell<Option<Instant>>; 6] = const { [const { Cell::new(None) }; 6] };
}

/// The first time counts.
pub fn mark(milestone: Milestone) {
    if let Some(reached) = PROCESS_REACHED.get(milestone as usize) {
        reached.get_or_init(Instant::now);
        return;
    }
    REACHED.with(|reached| {
        let cell = &reached[milestone as usize];
        if cell.get().is_none() {
            cell.set(Some(Instant::now()));
        }
    });
}

/// How long ago each was reached in nanoseconds, in their order; `None` for those that were not.
pub fn ages() -> [Option<f64>; 6] {
    let age = |at: Instant| at.elapsed().as_nanos() as f64;
    REACHED.with(|reached| {
        std::array::from_fn(|at| match PROCESS_REACHED.get(at) {
            Some(process) => process.get().copied().map(age),
            None => reached[at].get().map(age),
        })
    })
}

/// The first of them, and how long ago that was.
pub fn process_start() -> (Instant, Duration) {
    let started = *PROCESS_REACHED[Milestone::Started as usize].get_or_init(Instant::now);
    (started, started.elapsed())
}
