//! Problems of a program, found in its trace, and the line to change.
//!
//! ```text
//!   Trace ──▶ TraceView ──▶ blocked · late_timers · starvation · pool · flood · calls · rejections · handles ──▶ Vec<Finding>
//!                                    ▲
//!                               thresholds
//! ```
//!
//! Each file has one kind of finding: how to detect it in the tables, its message, its advice. Two kinds that cover the same
//! milliseconds are reported once, by the more specific one: a callback that was blocked by one `JSON.parse` is a finding about JSON,
//! not about the callback. A finding has a line of the program, never one of Hexloop, and is grouped by line: ten slow requests are
//! one finding.

mod blocked;
mod calls;
mod flood;
mod handles;
mod hot;
mod late_timers;
mod pool;
mod rejections;
mod starvation;
pub(crate) mod thresholds;
#[cfg(test)]
pub(crate) mod trace_builder;

use crate::model::{Finding, Trace};
use crate::view::TraceView;
use std::cmp::Reverse;

/// The kinds of findings, with what is checked; in the order of a report.
pub const KINDS: &[(&str, &str)] = &[
    ("blocked", "callbacks that held the loop"),
    ("slow-regexp", "regular expressions that took too long"),
    ("big-json", "large JSON parsed or serialized at once"),
    ("sync-call", "synchronous file, crypto, zlib or child process calls in callbacks"),
    ("tick-starvation", "process.nextTick callbacks that kept the loop from turning"),
    ("promise-starvation", "promise jobs that kept the loop from turning"),
    ("late-timer", "timers that ran late"),
    ("pool-saturation", "jobs that waited for a thread of the pool"),
    ("flood", "one callback from one line, over and over"),
    ("unhandled-rejection", "promises that were rejected and not handled"),
    ("unclosed-handle", "timers, servers and sockets that were never closed"),
];

/// All findings, the most severe first.
pub fn find(trace: &Trace) -> Vec<Finding> {
    let view = TraceView::new(trace);
    let slots = view.slots();
    let (calls, explained) = calls::find(&view);
    let mut findings = calls;
    let starved = starvation::find(&view, &slots);
    findings.extend(blocked::find(&view, &explained, &starved));
    findings.extend(flood::find(&view, &starved));
    findings.extend(starved);
    findings.extend(late_timers::find(&view, &slots));
    findings.extend(pool::find(&view));
    findings.extend(rejections::find(&view));
    findings.extend(handles::find(&view));
    findings
        .sort_by_key(|finding| (Reverse(finding.severity), Reverse(finding.cost), finding.from, rank(&finding.kind)));
    findings
}

fn rank(kind: &str) -> usize {
    KINDS.iter().position(|(name, _)| *name == kind).unwrap_or(KINDS.len())
}

#[cfg(test)]
mod tests {
    use super::trace_builder::TraceBuilder;
    use super::*;
    use crate::model::Severity;

    #[test]
    fn an_empty_trace_has_no_findings() {
        assert_eq!(find(&Trace::default()), []);
    }

    #[test]
    fn the_worst_comes_first_and_every_kind_is_one_that_is_documented() {
        let mut builder = TraceBuilder::new();
        builder.ran("timeout", 3, 100, 160);
        builder.ran("timeout", 9, 200, 900);
        let found = find(&builder.trace);
        let kinds: Vec<_> = found.iter().map(|finding| (finding.kind.as_str(), finding.severity)).collect();
        assert_eq!(kinds, [("blocked", Severity::High), ("blocked", Severity::Low)]);
        assert!(found.iter().all(|finding| rank(&finding.kind) < KINDS.len()));
    }
}
