//! Merges the traces of workers into that of the main thread, where each is a thread.
//!
//! Tasks and jobs of a worker are merged. Its phases, waits and calls are not: those tables have no thread column, and describe the
//! main thread's loop. So do findings, which are computed before.

use crate::messages::{Posted, Received};
use crate::model::{ABSENT, Jobs, Kind, Tasks, Thread, Trace};
use std::collections::HashMap;

/// A worker, without its trace.
pub struct Worker<'a> {
    pub name: &'a str,
    /// The task of the main thread that started it; absent if unknown.
    pub started_by: i64,
}

impl Trace {
    /// Adds workers' traces to this one.
    pub fn add_workers<'a>(&mut self, workers: impl Iterator<Item = (Worker<'a>, Trace)>) {
        let mut has_any = false;
        for (worker, trace) in workers {
            has_any = true;
            self.add_worker(&worker, &trace);
        }
        self.link_messages();
        if has_any {
            self.tasks = tasks_in_order(&self.tasks);
            self.jobs = jobs_in_order(&self.jobs);
        }
    }

    fn add_worker(&mut self, worker: &Worker<'_>, trace: &Trace) {
        let names = self.append_names(trace);
        let thread = self.thread(worker.name);
        let highest = self.tasks.id.iter().chain(&self.tasks.resource).chain(&self.handles.id).max();
        let before = highest.copied().unwrap_or(0).max(0) + 1;
        let shifted = |id: i64| if id > 0 { id + before } else { id };
        for mut row in trace.tasks.rows() {
            (row.id, row.resource) = (shifted(row.id), shifted(row.resource));
            let is_first = row.parent == ABSENT && row.kind == Kind::Main as i32;
            row.parent = if is_first { worker.started_by } else { shifted(row.parent) };
            row.thread = thread;
            row.scheduled = names.stack(row.scheduled);
            row.defined = names.place(row.defined);
            row.label = names.label(row.label);
            self.tasks.push(row);
        }
        for posted in &trace.messages.posted {
            let (task, stack) = (shifted(posted.task), names.stack(posted.stack));
            self.messages.posted.push(Posted { task, stack, ..*posted });
        }
        let received = trace.messages.received.iter();
        self.messages.received.extend(received.map(|received| Received { task: shifted(received.task), ..*received }));
        let next_job = self.jobs.id.iter().max().copied().unwrap_or(0) + 1;
        let pool = pool_threads(self, trace);
        let (jobs, from) = (&mut self.jobs, &trace.jobs);
        for at in 0..from.id.len() {
            jobs.id.push(next_job + at as i64);
            jobs.label.push(names.label(from.label[at]));
            jobs.thread.push(pool.get(&from.thread[at]).copied().unwrap_or(-1));
            jobs.task.push(shifted(from.task[at]));
            jobs.scheduled.push(names.stack(from.scheduled[at]));
            jobs.queued.push(from.queued[at]);
            jobs.began.push(from.began[at]);
            jobs.ended.push(from.ended[at]);
        }
        self.dropped.events += trace.dropped.events;
        self.dropped.before = self.dropped.before.max(trace.dropped.before);
        self.clock.coarse += trace.clock.coarse;
        self.clock.coarse_ns = self.clock.coarse_ns.max(trace.clock.coarse_ns);
    }

    /// The index of the thread of this name.
    fn thread(&mut self, name: &str) -> i32 {
        let found = self.threads.iter().position(|thread| thread.name == name);
        found.unwrap_or_else(|| {
            self.threads.push(Thread { name: name.to_owned() });
            self.threads.len() - 1
        }) as i32
    }

    /// Appends files, places, stacks and labels of another trace.
    fn append_names(&mut self, other: &Trace) -> NameOffsets {
        let names = NameOffsets {
            places: self.places.file.len() as i32,
            stacks: self.stacks.len() as i32,
            labels: self.labels.len() as i32,
        };
        let known: HashMap<String, usize> =
            self.files.iter().enumerate().map(|(at, file)| (file.path.clone(), at)).collect();
        let mut files = Vec::new();
        for file in &other.files {
            let at = known.get(&file.path).copied().unwrap_or_else(|| {
                self.files.push(file.clone());
                self.files.len() - 1
            });
            files.push(at as i32);
        }
        let of_file = |file: &i32| usize::try_from(*file).ok().and_then(|at| files.get(at)).copied().unwrap_or(-1);
        self.places.file.extend(other.places.file.iter().map(of_file));
        self.places.line.extend_from_slice(&other.places.line);
        self.places.column.extend_from_slice(&other.places.column);
        self.places.name.extend_from_slice(&other.places.name);
        self.stacks.extend(other.stacks.iter().map(|stack| stack.iter().map(|place| names.place(*place)).collect()));
        self.labels.extend_from_slice(&other.labels);
        names
    }
}

/// The offsets of a worker's indices in the merged tables.
struct NameOffsets {
    places: i32,
    stacks: i32,
    labels: i32,
}

impl NameOffsets {
    fn place(&self, place: i32) -> i32 {
        if place < 0 { place } else { place + self.places }
    }

    fn stack(&self, stack: i32) -> i32 {
        if stack < 0 { stack } else { stack + self.stacks }
    }

    fn label(&self, label: i32) -> i32 {
        if label < 0 { label } else { label + self.labels }
    }
}

/// There is one pool per process: its threads have the same names in all traces.
fn pool_threads(main: &mut Trace, worker: &Trace) -> HashMap<i32, i32> {
    let pool = worker.threads.iter().enumerate().skip(1);
    pool.map(|(at, thread)| (at as i32, main.thread(&thread.name))).collect()
}

fn tasks_in_order(tasks: &Tasks) -> Tasks {
    let mut rows: Vec<_> = tasks.rows().collect();
    rows.sort_by_key(|row| row.time());
    let mut sorted = Tasks::default();
    rows.into_iter().for_each(|row| sorted.push(row));
    sorted
}

fn jobs_in_order(jobs: &Jobs) -> Jobs {
    let mut order: Vec<usize> = (0..jobs.id.len()).collect();
    order.sort_by_key(|at| if jobs.began[*at] == ABSENT { jobs.queued[*at] } else { jobs.began[*at] });
    let times = |column: &[i64]| order.iter().map(|at| column[*at]).collect();
    let indices = |column: &[i32]| order.iter().map(|at| column[*at]).collect();
    Jobs {
        id: times(&jobs.id),
        label: indices(&jobs.label),
        thread: indices(&jobs.thread),
        task: times(&jobs.task),
        scheduled: indices(&jobs.scheduled),
        queued: times(&jobs.queued),
        began: times(&jobs.began),
        ended: times(&jobs.ended),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::model::{File, TaskRow};

    fn trace_of(file: &str, times: &[(i64, i64)]) -> Trace {
        let mut trace = Trace::default();
        trace.files.push(File { path: file.to_owned(), text: None });
        trace.places.file.push(0);
        trace.places.line.push(3);
        trace.places.column.push(1);
        trace.places.name.push(String::new());
        trace.stacks.push(vec![0]);
        let label = trace.label("setTimeout 1 ms");
        for (at, (began, ended)) in times.iter().enumerate() {
            let (id, parent) = (at as i64 + 1, if at == 0 { ABSENT } else { 1 });
            let kind = if at == 0 { Kind::Main } else { Kind::Timeout } as i32;
            let (scheduled, defined) = (0, 0);
            let (began, ended) = (*began, *ended);
            trace.tasks.push(TaskRow {
                id,
                parent,
                kind,
                began,
                ended,
                scheduled,
                defined,
                label,
                thread: 0,
                ..TaskRow::default()
            });
        }
        trace
    }

    #[test]
    fn a_workers_tasks_are_a_thread_of_their_own_among_those_of_the_loop() {
        let mut main = trace_of("/main.js", &[(0, 10), (40, 50)]);
        let worker = trace_of("/worker.js", &[(20, 30), (60, 70)]);
        main.add_workers([(Worker { name: "worker 1", started_by: 1 }, worker)].into_iter());
        assert_eq!(check(&main), []);
        assert_eq!(main.threads[1].name, "worker 1");
        assert_eq!(main.tasks.thread, [0, 1, 0, 1]);
        assert_eq!(main.tasks.id, [1, 4, 2, 5]);
        assert_eq!(main.tasks.parent, [ABSENT, 1, 1, 4], "the first one was started by the loop's first task");
        let file = |row: usize| main.place_text(main.tasks.defined[row]).unwrap();
        assert_eq!((file(0), file(1)), ("/main.js:3:1".to_owned(), "/worker.js:3:1".to_owned()));
    }
}
