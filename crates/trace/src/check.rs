//! The invariants of a trace, which every reader may rely on.

use crate::model::{ABSENT, Trace};
use std::fmt;

/// A violated invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation(String);

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks that columns have equal lengths, indices are in range and times are ordered. Empty: the trace is valid.
pub fn check(trace: &Trace) -> Vec<Violation> {
    let mut violations = Violations(Vec::new());
    check_lengths(trace, &mut violations);
    if violations.0.is_empty() {
        check_indices(trace, &mut violations);
        check_times(trace, &mut violations);
    }
    violations.0
}

struct Violations(Vec<Violation>);

impl Violations {
    fn add(&mut self, message: String) {
        self.0.push(Violation(message));
    }

    fn lengths(&mut self, table: &str, lengths: &[usize]) {
        if lengths.iter().any(|length| *length != lengths[0]) {
            self.add(format!("the columns of {table} differ in length: {lengths:?}"));
        }
    }

    /// Each is -1 or below `end`.
    fn indices(&mut self, column: &str, indices: &[i32], end: usize) {
        let strays = |index: &i32| *index < -1 || usize::try_from(*index).is_ok_and(|at| at >= end);
        if let Some(stray) = indices.iter().find(|index| strays(index)) {
            self.add(format!("{column} has {stray}, and there are {end}"));
        }
    }

    /// `earlier` is never after `later`, where both are there.
    fn order(&mut self, names: &str, earlier: &[i64], later: &[i64]) {
        let wrong = |(a, b): &(&i64, &i64)| **a != ABSENT && **b != ABSENT && a > b;
        if let Some(at) = earlier.iter().zip(later).position(|pair| wrong(&pair)) {
            self.add(format!("{names}: row {at} has {} and {}", earlier[at], later[at]));
        }
    }

    fn ascending(&mut self, column: &str, times: impl Iterator<Item = i64>) {
        let mut last = i64::MIN;
        for (at, time) in times.enumerate() {
            if time < last {
                return self.add(format!("{column} is not in the order of time at row {at}"));
            }
            last = time;
        }
    }
}

fn check_lengths(trace: &Trace, violations: &mut Violations) {
    let t = &trace.tasks;
    violations.lengths(
        "tasks",
        &[
            t.id.len(),
            t.kind.len(),
            t.thread.len(),
            t.turn.len(),
            t.phase.len(),
            t.parent.len(),
            t.resource.len(),
            t.scheduled.len(),
            t.defined.len(),
            t.queued.len(),
            t.due.len(),
            t.began.len(),
            t.ended.len(),
            t.cancelled.len(),
            t.label.len(),
        ],
    );
    let p = &trace.places;
    violations.lengths("places", &[p.file.len(), p.line.len(), p.column.len(), p.name.len()]);
    let s = &trace.phase_spans;
    violations.lengths("phaseSpans", &[s.phase.len(), s.turn.len(), s.began.len(), s.ended.len()]);
    let w = &trace.waits;
    violations.lengths("waits", &[w.turn.len(), w.began.len(), w.ended.len(), w.limit.len()]);
    let j = &trace.jobs;
    violations.lengths(
        "jobs",
        &[
            j.id.len(),
            j.label.len(),
            j.thread.len(),
            j.task.len(),
            j.scheduled.len(),
            j.queued.len(),
            j.began.len(),
            j.ended.len(),
        ],
    );
    violations.lengths("collections", &[trace.collections.began.len(), trace.collections.ended.len()]);
    let p = &trace.preemptions;
    violations.lengths("preemptions", &[p.began.len(), p.ended.len(), p.waited.len()]);
    let o = &trace.output;
    violations.lengths("output", &[o.at.len(), o.task.len(), o.stream.len(), o.place.len(), o.text.len()]);
    let c = &trace.calls;
    violations.lengths("calls", &[c.at.len(), c.took.len(), c.task.len(), c.label.len(), c.stack.len(), c.bytes.len()]);
    let s = &trace.samples;
    violations.lengths("samples", &[s.at.len(), s.task.len(), s.stack.len()]);
    let r = &trace.rejections;
    violations.lengths("rejections", &[r.at.len(), r.task.len(), r.stack.len(), r.message.len()]);
    let h = &trace.handles;
    violations.lengths(
        "handles",
        &[h.id.len(), h.kind.len(), h.label.len(), h.made.len(), h.closed.len(), h.stack.len(), h.refed.len()],
    );
}

fn check_indices(trace: &Trace, violations: &mut Violations) {
    let (places, stacks, labels) = (trace.places.file.len(), trace.stacks.len(), trace.labels.len());
    violations.indices("places.file", &trace.places.file, trace.files.len());
    for stack in &trace.stacks {
        violations.indices("stacks", stack, places);
    }
    let t = &trace.tasks;
    violations.indices("tasks.kind", &t.kind, trace.kinds.len());
    violations.indices("tasks.thread", &t.thread, trace.threads.len());
    violations.indices("tasks.phase", &t.phase, trace.phases.len());
    violations.indices("tasks.scheduled", &t.scheduled, stacks);
    violations.indices("tasks.defined", &t.defined, places);
    violations.indices("tasks.label", &t.label, labels);
    violations.indices("phaseSpans.phase", &trace.phase_spans.phase, trace.phases.len());
    violations.indices("jobs.label", &trace.jobs.label, labels);
    violations.indices("jobs.thread", &trace.jobs.thread, trace.threads.len());
    violations.indices("jobs.scheduled", &trace.jobs.scheduled, stacks);
    violations.indices("output.place", &trace.output.place, places);
    violations.indices("calls.label", &trace.calls.label, labels);
    violations.indices("calls.stack", &trace.calls.stack, stacks);
    violations.indices("samples.stack", &trace.samples.stack, stacks);
    violations.indices("rejections.stack", &trace.rejections.stack, stacks);
    violations.indices("handles.label", &trace.handles.label, labels);
    violations.indices("handles.stack", &trace.handles.stack, stacks);
}

fn check_times(trace: &Trace, violations: &mut Violations) {
    let t = &trace.tasks;
    violations.order("tasks.queued, began", &t.queued, &t.began);
    violations.order("tasks.began, ended", &t.began, &t.ended);
    violations.ascending("tasks", t.rows().map(|row| row.time()));
    violations.order("phaseSpans.began, ended", &trace.phase_spans.began, &trace.phase_spans.ended);
    violations.ascending("phaseSpans.began", trace.phase_spans.began.iter().copied());
    violations.order("waits.began, ended", &trace.waits.began, &trace.waits.ended);
    violations.ascending("waits.began", trace.waits.began.iter().copied());
    violations.order("collections.began, ended", &trace.collections.began, &trace.collections.ended);
    violations.ascending("collections.began", trace.collections.began.iter().copied());
    violations.order("preemptions.began, ended", &trace.preemptions.began, &trace.preemptions.ended);
    violations.ascending("preemptions.began", trace.preemptions.began.iter().copied());
    violations.order("jobs.queued, began", &trace.jobs.queued, &trace.jobs.began);
    violations.order("jobs.began, ended", &trace.jobs.began, &trace.jobs.ended);
    violations.ascending("output.at", trace.output.at.iter().copied());
    violations.ascending("calls.at", trace.calls.at.iter().copied());
    violations.ascending("samples.at", trace.samples.at.iter().copied());
    violations.ascending("rejections.at", trace.rejections.at.iter().copied());
    violations.ascending("handles.made", trace.handles.made.iter().copied());
    violations.order("handles.made, closed", &trace.handles.made, &trace.handles.closed);
}
