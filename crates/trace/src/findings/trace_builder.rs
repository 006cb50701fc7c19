//! Builds traces for tests: times in milliseconds, lines of one file `/app/a.js`, stacks of one frame per line.

use crate::model::{ABSENT, File, Kind, TaskRow, Thread, Trace};

pub const MS: i64 = 1_000_000;

pub struct TraceBuilder {
    pub trace: Trace,
}

impl TraceBuilder {
    pub fn new() -> TraceBuilder {
        let mut trace = Trace::default();
        trace.program.cwd = "/app".to_owned();
        trace.program.file = "/app/a.js".to_owned();
        trace.program.ended_by = "exit".to_owned();
        trace.files.push(File { path: "/app/a.js".to_owned(), text: None });
        TraceBuilder { trace }
    }

    /// The place of a line.
    pub fn place(&mut self, line: i32) -> i32 {
        let places = &mut self.trace.places;
        if let Some(at) = places.line.iter().position(|known| *known == line) {
            return at as i32;
        }
        places.file.push(0);
        places.line.push(line);
        places.column.push(1);
        places.name.push(String::new());
        self.trace.stacks.push(vec![places.line.len() as i32 - 1]);
        places.line.len() as i32 - 1
    }

    /// A task that ran, scheduled and defined at a line; returns its id.
    pub fn ran(&mut self, kind: &str, line: i32, began: i64, ended: i64) -> i64 {
        self.ran_when_due(kind, line, ABSENT, began, ended)
    }

    pub fn ran_when_due(&mut self, kind: &str, line: i32, due: i64, began: i64, ended: i64) -> i64 {
        let kind = Kind::ALL.iter().find(|known| known.name() == kind).copied().unwrap();
        let place = self.place(line);
        let id = self.trace.tasks.len() as i64;
        self.trace.tasks.push(TaskRow {
            id,
            kind: kind as i32,
            turn: 1,
            phase: kind.phase(),
            scheduled: place,
            defined: place,
            queued: 0,
            due: if due == ABSENT { ABSENT } else { due * MS },
            began: began * MS,
            ended: ended * MS,
            ..TaskRow::default()
        });
        self.lasts(ended);
        id
    }

    pub fn lasts(&mut self, until: i64) {
        self.trace.program.duration = self.trace.program.duration.max(until * MS);
    }

    pub fn call(&mut self, task: i64, label: &str, line: i32, at: i64, took: i64) {
        let (label, stack) = (self.trace.label(label), self.place(line));
        let calls = &mut self.trace.calls;
        calls.at.push(at * MS);
        calls.took.push(took * MS);
        calls.task.push(task);
        calls.label.push(label);
        calls.stack.push(stack);
        calls.bytes.push(5_000_000);
    }

    /// The loop's thread waited this long for a CPU, between two times.
    pub fn preempted(&mut self, began: i64, ended: i64, waited: i64) {
        let rows = &mut self.trace.preemptions;
        rows.began.push(began * MS);
        rows.ended.push(ended * MS);
        rows.waited.push(waited * MS);
    }

    pub fn sample(&mut self, task: i64, line: i32, at: i64) {
        let stack = self.place(line);
        self.trace.samples.at.push(at * MS);
        self.trace.samples.task.push(task);
        self.trace.samples.stack.push(stack);
    }

    /// A job of the pool; threads are added as needed.
    pub fn job(&mut self, label: &str, line: i32, thread: usize, queued: i64, began: i64, ended: i64) {
        while self.trace.threads.len() <= thread {
            let name = format!("pool {}", self.trace.threads.len());
            self.trace.threads.push(Thread { name });
        }
        let (label, stack) = (self.trace.label(label), self.place(line));
        let jobs = &mut self.trace.jobs;
        jobs.id.push(1000 + jobs.id.len() as i64);
        jobs.label.push(label);
        jobs.thread.push(thread as i32);
        jobs.task.push(0);
        jobs.scheduled.push(stack);
        jobs.queued.push(queued * MS);
        jobs.began.push(began * MS);
        jobs.ended.push(ended * MS);
        self.lasts(ended);
    }

    pub fn handle(&mut self, kind: &str, label: &str, line: i32, made: i64, closed: i64) {
        let (label, stack) = (self.trace.label(label), self.place(line));
        let handles = &mut self.trace.handles;
        handles.id.push(handles.id.len() as i64);
        handles.kind.push(kind.to_owned());
        handles.label.push(label);
        handles.made.push(made * MS);
        handles.closed.push(if closed == ABSENT { ABSENT } else { closed * MS });
        handles.stack.push(stack);
        handles.refed.push(1);
    }
}
