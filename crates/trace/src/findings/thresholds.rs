//! When something is worth a sentence. Every number of the findings is here, with its reason.

use crate::model::Severity;

const MILLISECOND: i64 = 1_000_000;

/// A callback that holds the loop this long is found. 50 ms is what browsers call a long task: whoever waits behind it has used
/// up half of the 100 ms in which an answer still feels immediate.
pub const BLOCKED: i64 = 50 * MILLISECOND;

/// Felt by whoever waits: the limit of "immediate". Below it one busy neighbour on the machine may be the reason.
pub const NOTICEABLE: i64 = 100 * MILLISECOND;

/// Health checks, heartbeats and people begin to give up.
pub const SEVERE: i64 = 500 * MILLISECOND;

/// The same for the main script: nobody is being served yet, and loading modules takes its time.
pub const STARTUP_NOTICEABLE: i64 = 1_000 * MILLISECOND;
pub const STARTUP_SEVERE: i64 = 5_000 * MILLISECOND;

/// Starvation is many: fewer ticks than this are one slow tick, which is found as a blocked loop.
pub const STARVATION_JOBS: usize = 100;

/// A job on the pool that waits this long has found every thread busy; a free thread takes one in well under a millisecond.
pub const POOL_WAIT: i64 = 50 * MILLISECOND;

/// A synchronous call is on a hot path when this many different callbacks made it from one line.
pub const HOT_CALLBACKS: usize = 10;

/// A single synchronous call this long is found wherever it is: as long as all that a 60 Hz screen has for a frame.
pub const SLOW_CALL: i64 = 16 * MILLISECOND;

/// Hot calls that together took less are not worth changing.
pub const HOT_TOTAL: i64 = 2 * MILLISECOND;

/// JSON that took at least this long: half of what holds the loop.
pub const SLOW_JSON: i64 = 25 * MILLISECOND;

/// A regular expression that runs this long on one text backtracks; a linear one is through a megabyte by then.
pub const SLOW_EXPRESSION: i64 = 25 * MILLISECOND;

/// Callbacks of one line that schedule each other, in all and a second: twice as often as the shortest interval runs.
pub const FLOOD_CALLBACKS: usize = 2_000;

/// Ticks and promise jobs are cheap, and libraries use many: so many are ten milliseconds and more.
pub const FLOOD_JOBS: usize = 100_000;

/// A flood that goes on this long keeps a processor busy.
pub const FLOOD_DURATION: i64 = 500 * MILLISECOND;

/// Handles that one line made and nobody closed: one may be meant to stay, so many are one per request.
pub const LEAKED_HANDLES: usize = 10;

/// A program that was ended from outside within this time has not had its chance to end.
pub const MIN_RUN: i64 = 500 * MILLISECOND;

/// How bad it is that the loop was held, or something waited, for this long.
pub fn severity_of_wait(ns: i64) -> Severity {
    match ns {
        SEVERE.. => Severity::High,
        NOTICEABLE.. => Severity::Medium,
        _ => Severity::Low,
    }
}

/// The same while the program starts.
pub fn startup_severity(ns: i64) -> Severity {
    match ns {
        STARTUP_SEVERE.. => Severity::High,
        STARTUP_NOTICEABLE.. => Severity::Medium,
        _ => Severity::Low,
    }
}
