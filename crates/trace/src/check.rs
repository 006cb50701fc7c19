//! Whether a trace is one: what every reader may rely on.

use crate::model::{ABSENT, Trace};
use std::fmt;

/// One thing that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Columns of one length, indices that lead somewhere, times in their order. Empty: all is well.
pub fn check(trace: &Trace) -> Vec<Fault> {
    let mut faults = Faults(Vec::new());
    check_lengths(trace, &mut faults);
    if faults.0.is_empty() {
        check_indices(trace, &mut faults);
        check_times(trace, &mut faults);
    }
    faults.0
}

struct Faults(Vec<Fault>);

impl Faults {
    fn note(&mut self, sentence: String) {
        self.0.push(Fault(sentence));
    }

    fn lengths(&mut self, table: &str, lengths: &[usize]) {
        if lengths.iter().any(|length| *length != lengths[0]) {
            self.note(format!("the columns of {table} differ in length: {lengths:?}"));
        }
    }

    /// Each is -1 or below `end`.
    fn indices(&mut self, column: &str, indices: &[i32], end: usize) {
        let strays = |index: &i32| *index < -1 || usize::try_from(*index).is_ok_and(|at| at >= end);
        if let Some(stray) = indices.iter().find(|index| strays(index)) {
            self.note(format!("{column} has {stray}, and there are {end}"));
        }
    }

    /// `earlier` is never after `later`, where both are there.
    fn order(&mut self, names: &str, earlier: &[i64], later: &[i64]) {
        let wrong = |(a, b): &(&i64, &i64)| **a != ABSENT && **b != ABSENT && a > b;
        if let Some(at) = earlier.iter().zip(later).position(|pair| wrong(&pair)) {
            self.note(format!("{names}: row {at} has {} and {}", earlier[at], later[at]));
        }
    }

    fn ascending(&mut self, column: &str, times: impl Iterator<Item = i64>) {
        let mut last = i64::MIN;
        for (at, time) in times.enumerate() {
            if time < last {
                return self.note(format!("{column} is not in the order of time at row {at}"));
            }
            last = time;
        }
    }
}

fn check_lengths(trace: &Trace, faults: &mut Faults) {
    let t = &trace.tasks;
    faults.lengths(
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
    faults.lengths("places", &[p.file.len(), p.line.len(), p.column.len(), p.name.len()]);
    let s = &trace.phase_spans;
    faults.lengths("phaseSpans", &[s.phase.len(), s.turn.len(), s.began.len(), s.ended.len()]);
    let w = &trace.waits;
    faults.lengths("waits", &[w.turn.len(), w.began.len(), w.ended.len(), w.limit.len()]);
    let j = &trace.jobs;
    faults.lengths(
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
    faults.lengths("collections", &[trace.collections.began.len(), trace.collections.ended.len()]);
    let p = &trace.preemptions;
    faults.lengths("preemptions", &[p.began.len(), p.ended.len(), p.waited.len()]);
    let o = &trace.output;
    faults.lengths("output", &[o.at.len(), o.task.len(), o.stream.len(), o.place.len(), o.text.len()]);
    let c = &trace.calls;
    faults.lengths("calls", &[c.at.len(), c.took.len(), c.task.len(), c.label.len(), c.stack.len(), c.bytes.len()]);
    let s = &trace.samples;
    faults.lengths("samples", &[s.at.len(), s.task.len(), s.stack.len()]);
    let r = &trace.rejections;
    faults.lengths("rejections", &[r.at.len(), r.task.len(), r.stack.len(), r.message.len()]);
    let h = &trace.handles;
    faults.lengths(
        "handles",
        &[h.id.len(), h.kind.len(), h.label.len(), h.made.len(), h.closed.len(), h.stack.len(), h.refed.len()],
    );
}

fn check_indices(trace: &Trace, faults: &mut Faults) {
    let (places, stacks, labels) = (trace.places.file.len(), trace.stacks.len(), trace.labels.len());
    faults.indices("places.file", &trace.places.file, trace.files.len());
    for stack in &trace.stacks {
        faults.indices("stacks", stack, places);
    }
    let t = &trace.tasks;
    faults.indices("tasks.kind", &t.kind, trace.kinds.len());
    faults.indices("tasks.thread", &t.thread, trace.threads.len());
    faults.indices("tasks.phase", &t.phase, trace.phases.len());
    faults.indices("tasks.scheduled", &t.scheduled, stacks);
    faults.indices("tasks.defined", &t.defined, places);
    faults.indices("tasks.label", &t.label, labels);
    faults.indices("phaseSpans.phase", &trace.phase_spans.phase, trace.phases.len());
    faults.indices("jobs.label", &trace.jobs.label, labels);
    faults.indices("jobs.thread", &trace.jobs.thread, trace.threads.len());
    faults.indices("jobs.scheduled", &trace.jobs.scheduled, stacks);
    faults.indices("output.place", &trace.output.place, places);
    faults.indices("calls.label", &trace.calls.label, labels);
    faults.indices("calls.stack", &trace.calls.stack, stacks);
    faults.indices("samples.stack", &trace.samples.stack, stacks);
    faults.indices("rejections.stack", &trace.rejections.stack, stacks);
    faults.indices("handles.label", &trace.handles.label, labels);
    faults.indices("handles.stack", &trace.handles.stack, stacks);
}

fn check_times(trace: &Trace, faults: &mut Faults) {
    let t = &trace.tasks;
    faults.order("tasks.queued, began", &t.queued, &t.began);
    faults.order("tasks.began, ended", &t.began, &t.ended);
    faults.ascending("tasks", t.rows().map(|row| row.time()));
    faults.order("phaseSpans.began, ended", &trace.phase_spans.began, &trace.phase_spans.ended);
    faults.ascending("phaseSpans.began", trace.phase_spans.began.iter().copied());
    faults.order("waits.began, ended", &trace.waits.began, &trace.waits.ended);
    faults.ascending("waits.began", trace.waits.began.iter().copied());
    faults.order("collections.began, ended", &trace.collections.began, &trace.collections.ended);
    faults.ascending("collections.began", trace.collections.began.iter().copied());
    faults.order("preemptions.began, ended", &trace.preemptions.began, &trace.preemptions.ended);
    faults.ascending("preemptions.began", trace.preemptions.began.iter().copied());
    faults.order("jobs.queued, began", &trace.jobs.queued, &trace.jobs.began);
    faults.order("jobs.began, ended", &trace.jobs.began, &trace.jobs.ended);
    faults.ascending("output.at", trace.output.at.iter().copied());
    faults.ascending("calls.at", trace.calls.at.iter().copied());
    faults.ascending("samples.at", trace.samples.at.iter().copied());
    faults.ascending("rejections.at", trace.rejections.at.iter().copied());
    faults.ascending("handles.made", trace.handles.made.iter().copied());
    faults.order("handles.made, closed", &trace.handles.made, &trace.handles.closed);
}
