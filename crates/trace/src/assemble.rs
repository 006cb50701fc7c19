//! Builds a [`Trace`] from a recording, once, when it ends.

use crate::findings::find;
use crate::log::{self, Logged};
use crate::messages::Messages;
use crate::model::{ABSENT, Clock, Dropped, Kind, PhaseSpans, Tasks, Thread, Trace};
use crate::recording::{Recording, Tables};
use hexloop::Phase;
use std::collections::HashMap;
use std::sync::PoisonError;

impl Recording {
    /// The trace of what was recorded up to `now`.
    pub fn trace(&self, now: i64) -> Trace {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waits = waits_of(&tables, now);
        let mut logged = log::tasks(&self.ring, &self.cells, &waits.began, now);
        let mut trace = Trace { program: tables.program.clone(), ..Trace::default() };
        trace.program.duration = now;
        trace.files.clone_from(&tables.interned.files);
        trace.places.clone_from(&tables.interned.places);
        trace.stacks.clone_from(&tables.interned.stacks);
        trace.labels.clone_from(&tables.interned.labels);
        // Waits before the first remaining row have no tasks around them.
        let gone = waits.began.iter().take_while(|began| **began < logged.oldest).count();
        for column in [&mut waits.turn, &mut waits.began, &mut waits.ended, &mut waits.limit] {
            column.drain(..gone);
        }
        trace.waits = waits;
        let jobs = jobs_in_order(&tables);
        let labels_of_jobs = jobs.iter().filter(|job| job.request > 0).map(|job| (job.request, job.label)).collect();
        finish_tasks(&mut trace, &tables, &mut logged.tasks, &labels_of_jobs);
        add_jobs(&mut trace, &jobs);
        add_rest(&mut trace, &tables);
        trace.messages = Messages {
            posted: tables.posted.iter().copied().collect(),
            received: tables.received.iter().copied().collect(),
        };
        trace.dropped = dropped(&tables, logged.dropped, logged.oldest, gone as u64);
        trace.clock = clock(&trace, tables.coarse_ns);
        // Release the lock: a live page also needs findings, and computing them takes time.
        drop(tables);
        trace.phase_spans = phase_spans(&trace);
        trace.findings = find(&trace);
        trace
    }
}

/// How many tasks have times of the coarse clock: consecutive ones that began at the same nanosecond.
fn clock(trace: &Trace, coarse_ns: u64) -> Clock {
    let began = &trace.tasks.began;
    let coarse = began.windows(2).filter(|pair| pair[0] != ABSENT && pair[0] == pair[1]).count() as u64;
    Clock { coarse, coarse_ns: if coarse > 0 { coarse_ns } else { 0 } }
}

fn waits_of(tables: &Tables, now: i64) -> crate::model::Waits {
    let mut waits = crate::model::Waits::default();
    let under_way = tables.waiting().map(|(turn, began, limit)| (turn, began, now.max(began), limit));
    let ended = tables.waits.iter().map(|wait| (wait.turn, wait.began, wait.ended, wait.limit));
    for (turn, began, ended, limit) in ended.chain(under_way) {
        waits.turn.push(turn);
        waits.began.push(began);
        waits.ended.push(ended);
        waits.limit.push(limit);
    }
    waits
}

fn finish_tasks(trace: &mut Trace, tables: &Tables, tasks: &mut [Logged], job_labels: &HashMap<i64, i32>) {
    let mut timer_labels: HashMap<(i32, i64), i32> = HashMap::new();
    for task in tasks.iter_mut() {
        let timer_label = timer_name(task).map(|name| {
            *timer_labels.entry((task.row.kind, task.detail)).or_insert_with(|| {
                trace.labels.push(format!("{name} {} ms", task.detail));
                trace.labels.len() as i32 - 1
            })
        });
        let job_label = job_labels.get(&task.row.id).copied();
        finish(task, tables, timer_label, job_label);
    }
    // Tasks that ran are already in order; a stable sort inserts those that never ran.
    tasks.sort_by_key(|task| task.row.time());
    tasks.iter().for_each(|task| trace.tasks.push(task.row));
}

/// The function that set it, if it is a timer.
pub(crate) fn timer_name(task: &Logged) -> Option<&'static str> {
    match Kind::from_number(task.row.kind as usize).filter(|_| task.detail != ABSENT)? {
        Kind::Timeout => Some("setTimeout"),
        Kind::Interval => Some("setInterval"),
        _ => None,
    }
}

/// Adds what the rows of the ring do not contain: label and due time.
pub(crate) fn finish(task: &mut Logged, tables: &Tables, timer_label: Option<i32>, job_label: Option<i32>) {
    let (row, detail) = (&mut task.row, task.detail);
    match (timer_label, job_label) {
        (Some(label), _) => {
            row.label = label;
            if row.queued != ABSENT {
                let due = due(row.queued, detail, tables.loop_clock);
                // It was recorded after it was set, under load by more than a millisecond. A timer that ran was due.
                row.due = if row.began == ABSENT { due } else { due.min(row.began) };
            }
        }
        (None, Some(label)) => row.label = label,
        (None, None) => row.label = detail as i32,
    }
    // A request to Rust without a job on the pool: the close of a port, reported in the close phase.
    if row.kind == Kind::Pool as i32 && tables.jobs.dropped == 0 && job_label.is_none() {
        (row.kind, row.phase) = (Kind::Close as i32, Kind::Close.phase());
    }
}

/// A timer counts whole milliseconds of the loop's clock, from the one in which it was set.
fn due(queued: i64, milliseconds: i64, loop_clock: i64) -> i64 {
    const MILLI: i64 = 1_000_000;
    let on_loop_clock = queued - loop_clock;
    on_loop_clock.div_euclid(MILLI) * MILLI + milliseconds * MILLI + loop_clock
}

struct JobRow {
    id: i64,
    label: i32,
    thread: i32,
    task: i64,
    request: i64,
    times: [i64; 3],
}

fn jobs_in_order(tables: &Tables) -> Vec<JobRow> {
    let all = tables.jobs.iter().chain(tables.jobs_under_way.values());
    let mut jobs: Vec<JobRow> = all
        .map(|job| JobRow {
            id: job.id,
            label: job.label,
            thread: job.thread,
            task: job.task,
            request: job.request,
            times: [job.queued, job.began, job.ended],
        })
        .collect();
    jobs.sort_by_key(|job| if job.times[1] == ABSENT { job.times[0] } else { job.times[1] });
    jobs
}

fn add_jobs(trace: &mut Trace, jobs: &[JobRow]) {
    let stacks: HashMap<i64, i32> = {
        let wanted: HashMap<i64, ()> = jobs.iter().map(|job| (job.request, ())).collect();
        let known = trace.tasks.id.iter().zip(&trace.tasks.scheduled);
        known.filter(|(id, _)| wanted.contains_key(id)).map(|(id, stack)| (*id, *stack)).collect()
    };
    let threads = jobs.iter().map(|job| job.thread).max().unwrap_or(-1);
    trace.threads.extend((0..=threads).map(|number| Thread { name: format!("pool {}", number + 1) }));
    let table = &mut trace.jobs;
    for job in jobs {
        table.id.push(job.id);
        table.label.push(job.label);
        // The loop is thread 0.
        table.thread.push(if job.thread < 0 { -1 } else { job.thread + 1 });
        table.task.push(job.task);
        table.scheduled.push(stacks.get(&job.request).copied().unwrap_or(-1));
        table.queued.push(job.times[0]);
        table.began.push(job.times[1]);
        table.ended.push(job.times[2]);
    }
}

fn add_rest(trace: &mut Trace, tables: &Tables) {
    for row in tables.collections.iter() {
        trace.collections.began.push(row.began);
        trace.collections.ended.push(row.ended);
    }
    for row in tables.preemptions.iter() {
        trace.preemptions.began.push(row.began);
        trace.preemptions.ended.push(row.ended);
        trace.preemptions.waited.push(row.waited);
    }
    for row in tables.output.iter() {
        trace.output.at.push(row.at);
        trace.output.task.push(row.task);
        trace.output.stream.push(row.stream);
        let place = trace.top_of(row.stack);
        trace.output.place.push(place);
        trace.output.text.push(row.text.clone());
    }
    let mut calls: Vec<_> = tables.calls.iter().collect();
    // They are recorded when they end.
    calls.sort_by_key(|row| row.at);
    for row in calls {
        trace.calls.at.push(row.at);
        trace.calls.took.push(row.took);
        trace.calls.task.push(row.task);
        trace.calls.label.push(row.label);
        trace.calls.stack.push(row.stack);
        trace.calls.bytes.push(row.bytes);
    }
    for row in tables.samples.iter() {
        trace.samples.at.push(row.at);
        trace.samples.task.push(row.task);
        trace.samples.stack.push(row.stack);
    }
    for row in tables.rejections.iter() {
        trace.rejections.at.push(row.at);
        trace.rejections.task.push(row.task);
        trace.rejections.stack.push(row.stack);
        trace.rejections.message.push(row.message.clone());
    }
    let mut handles: Vec<_> = tables.closed.iter().chain(tables.open.values()).collect();
    handles.sort_by_key(|row| row.made);
    let origins = origins_of(&trace.tasks, handles.iter().filter(|row| row.stack == -1).map(|row| row.task));
    for row in handles {
        trace.handles.id.push(row.id);
        trace.handles.kind.push(row.kind.clone());
        trace.handles.label.push(-1);
        trace.handles.made.push(row.made);
        trace.handles.closed.push(row.closed);
        trace.handles.stack.push(origins.get(&row.task).copied().filter(|_| row.stack == -1).unwrap_or(row.stack));
        trace.handles.refed.push(i32::from(row.is_referenced));
    }
}

/// The stacks of tasks that ran no user code: a server is created in a tick after `listen`, so the stack that queued the tick is
/// the one of the server.
fn origins_of(tasks: &Tasks, wanted: impl Iterator<Item = i64>) -> HashMap<i64, i32> {
    let wanted: Vec<i64> = wanted.collect();
    if wanted.is_empty() {
        return HashMap::new();
    }
    let rows: HashMap<i64, usize> = tasks.id.iter().enumerate().map(|(row, id)| (*id, row)).collect();
    let origin = |task: &i64| {
        let mut row = *rows.get(task)?;
        // A few steps: further back the cause is unrelated.
        for _ in 0..4 {
            if tasks.scheduled[row] != -1 {
                return Some((*task, tasks.scheduled[row]));
            }
            row = *rows.get(&tasks.parent[row])?;
        }
        None
    };
    wanted.iter().filter_map(origin).collect()
}

/// A phase lasts from the first to the last task that ran in it, including ticks and promise jobs of its callbacks and the sleep in
/// poll.
fn phase_spans(trace: &Trace) -> PhaseSpans {
    let mut spans = PhaseSpans::default();
    let mut add = |phase: i32, turn: i64, began: i64, ended: i64| {
        let last = spans.phase.len().wrapping_sub(1);
        let same = spans.phase.last() == Some(&phase) && spans.turn.last() == Some(&turn);
        if same {
            spans.ended[last] = spans.ended[last].max(ended);
        } else {
            spans.phase.push(phase);
            spans.turn.push(turn);
            spans.began.push(began);
            spans.ended.push(ended);
        }
    };
    let waits = &trace.waits;
    let mut wait = 0;
    let mut phase = -1;
    for row in trace.tasks.rows().filter(|row| row.began != ABSENT) {
        while wait < waits.began.len() && waits.began[wait] <= row.began {
            add(Phase::Poll as i32, waits.turn[wait], waits.began[wait], waits.ended[wait]);
            wait += 1;
        }
        let is_job = Kind::from_number(row.kind as usize).is_some_and(Kind::is_microtask);
        if !is_job {
            phase = row.phase;
        }
        if phase >= 0 {
            add(phase, row.turn, row.began, row.ended);
        }
    }
    for at in wait..waits.began.len() {
        add(Phase::Poll as i32, waits.turn[at], waits.began[at], waits.ended[at]);
    }
    spans
}

fn dropped(tables: &Tables, tasks: u64, oldest: i64, waits: u64) -> Dropped {
    let others = [
        (tables.waits.dropped, tables.waits.dropped_at),
        (tables.jobs.dropped, tables.jobs.dropped_at),
        (tables.collections.dropped, tables.collections.dropped_at),
        (tables.preemptions.dropped, tables.preemptions.dropped_at),
        (tables.output.dropped, tables.output.dropped_at),
        (tables.calls.dropped, tables.calls.dropped_at),
        (tables.samples.dropped, tables.samples.dropped_at),
        (tables.rejections.dropped, tables.rejections.dropped_at),
        (tables.closed.dropped, tables.closed.dropped_at),
    ];
    let events = tasks + waits + others.iter().map(|(count, _)| count).sum::<u64>();
    let before = others.iter().filter(|(count, _)| *count > 0).map(|(_, at)| at + 1).max().unwrap_or(0);
    Dropped { events, before: before.max(if tasks > 0 { oldest } else { 0 }) }
}
