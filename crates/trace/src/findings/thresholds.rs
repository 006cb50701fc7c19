//! The thresholds of all findings, with their reasons.

use crate::model::Severity;

const MILLISECOND: i64 = 1_000_000;

/// A callback that blocks the loop this long is a finding. 50 ms is what browsers call a long task: half of the 100 ms in which a
/// response still feels immediate.
pub const BLOCKED: i64 = 50 * MILLISECOND;

/// Noticeable to users: the limit of "immediate". Below it another busy process may be the reason.
pub const NOTICEABLE: i64 = 100 * MILLISECOND;

/// Health checks, heartbeats and users begin to give up.
pub const SEVERE: i64 = 500 * MILLISECOND;

/// The same for the main script: there are no requests yet, and loading modules takes time.
pub const STARTUP_NOTICEABLE: i64 = 1_000 * MILLISECOND;
pub const STARTUP_SEVERE: i64 = 5_000 * MILLISECOND;

/// The minimal number of jobs for starvation: fewer are one slow tick, which is a blocked loop.
pub const STARVATION_JOBS: usize = 100;

/// A job that waits this long found every thread busy; a free thread starts one in well under a millisecond.
pub const POOL_WAIT: i64 = 50 * MILLISECOND;

/// A synchronous call is on a hot path if this many different callbacks made it from one line.
pub const HOT_CALLBACKS: usize = 10;

/// A single synchronous call this long is always a finding: the time of a frame at 60 Hz.
pub const SLOW_CALL: i64 = 16 * MILLISECOND;

/// Hot calls that together took less are not worth changing.
pub const HOT_TOTAL: i64 = 2 * MILLISECOND;

/// JSON that takes at least this long: half of a blocked loop.
pub const SLOW_JSON: i64 = 25 * MILLISECOND;

/// A regular expression that runs this long on one string backtracks; a linear one matches a megabyte in that time.
pub const SLOW_EXPRESSION: i64 = 25 * MILLISECOND;

/// Callbacks of one line that schedule each other, in total and per second: twice the rate of the shortest interval.
pub const FLOOD_CALLBACKS: usize = 2_000;

/// The same for ticks and promise jobs, which are cheap and frequent in libraries: this many take ten milliseconds and more.
pub const FLOOD_JOBS: usize = 100_000;

/// A flood that lasts this long keeps a CPU busy.
pub const FLOOD_DURATION: i64 = 500 * MILLISECOND;

/// Handles that one line created and did not close: one may be meant to stay, this many are one per request.
pub const LEAKED_HANDLES: usize = 10;

/// A program that was terminated within this time had no chance to end by itself.
pub const MIN_RUN: i64 = 500 * MILLISECOND;

/// The severity of blocking the loop, or of waiting, for this long.
pub fn severity_of_wait(ns: i64) -> Severity {
    match ns {
        SEVERE.. => Severity::High,
        NOTICEABLE.. => Severity::Medium,
        _ => Severity::Low,
    }
}

/// The same at startup.
pub fn startup_severity(ns: i64) -> Severity {
    match ns {
        STARTUP_SEVERE.. => Severity::High,
        STARTUP_NOTICEABLE.. => Severity::Medium,
        _ => Severity::Low,
    }
}
