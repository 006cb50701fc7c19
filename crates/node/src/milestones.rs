//! Startup milestones, for `performance.nodeTiming` and `eventLoopUtilization`.
//!
//! A milestone costs one read of the clock. The first two are those of the process, in workers as well.

use std::cell::Cell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug)]
pub enum Milestone {
    /// The options are parsed; the engine is created next.
    Started,
    /// The engine is created.
    Engine,
    /// Loop and host are created.
    Environment,
    /// `lib/boot.js` has run.
    Booted,
    /// The main script has run; the loop starts.
    LoopStart,
    /// The loop is no longer alive.
    LoopExit,
}

const PROCESS_MILESTONES: usize = 2;
static PROCESS_REACHED: [OnceLock<Instant>; PROCESS_MILESTONES] = [const { OnceLock::new() }; PROCESS_MILESTONES];

thread_local! {
    static REACHED: [Cell<Option<Instant>>; 6] = const { [const { Cell::new(None) }; 6] };
}

/// Only the first call counts.
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

/// The age of each milestone in nanoseconds; `None` if it was not reached.
pub fn ages() -> [Option<f64>; 6] {
    let age = |at: Instant| at.elapsed().as_nanos() as f64;
    REACHED.with(|reached| {
        std::array::from_fn(|at| match PROCESS_REACHED.get(at) {
            Some(process) => process.get().copied().map(age),
            None => reached[at].get().map(age),
        })
    })
}

/// The first milestone, and its age.
pub fn process_start() -> (Instant, Duration) {
    let started = *PROCESS_REACHED[Milestone::Started as usize].get_or_init(Instant::now);
    (started, started.elapsed())
}
