//! A recording in progress: what the loop and calls into Rust report. High-frequency rows are in [`crate::log`].

use crate::bounded::Bounded;
use crate::intern::{Interned, Place};
use crate::messages::{Posted, Received};
use crate::model::{ABSENT, Program};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

/// The maximal length of one recorded output.
const MAX_OUTPUT: usize = 8192;

/// The capacity of the other tables is the number of tasks divided by this.
const SHARE: usize = 4;

pub(crate) struct Wait {
    pub turn: i64,
    pub began: i64,
    pub ended: i64,
    pub limit: i64,
}

#[derive(Clone, Copy)]
pub(crate) struct Job {
    pub id: i64,
    pub label: i32,
    pub thread: i32,
    pub task: i64,
    /// The task that runs when it is done; 0: none.
    pub request: i64,
    pub queued: i64,
    pub began: i64,
    pub ended: i64,
}

pub(crate) struct Collected {
    pub began: i64,
    pub ended: i64,
}

pub(crate) struct Preempted {
    pub began: i64,
    pub ended: i64,
    pub waited: i64,
}

pub(crate) struct Written {
    pub at: i64,
    pub task: i64,
    pub stream: i32,
    pub stack: i32,
    pub text: String,
}

pub(crate) struct Called {
    pub at: i64,
    pub took: i64,
    pub task: i64,
    pub label: i32,
    pub stack: i32,
    pub bytes: i64,
}

pub(crate) struct Sampled {
    pub at: i64,
    pub task: i64,
    pub stack: i32,
}

pub(crate) struct Rejected {
    pub at: i64,
    pub task: i64,
    pub stack: i32,
    pub message: String,
}

pub(crate) struct Opened {
    pub id: i64,
    pub kind: String,
    pub made: i64,
    pub closed: i64,
    pub stack: i32,
    /// The id of the task that created it.
    pub task: i64,
    pub is_referenced: bool,
}

/// The state shared by the JavaScript thread and the thread that ends the recording.
pub struct Recording {
    pub ring: std::sync::Arc<Box<[AtomicU64]>>,
    pub cells: std::sync::Arc<Box<[AtomicU64]>>,
    pub tables: Mutex<Tables>,
}

/// The tables that are not in the ring.
pub struct Tables {
    pub program: Program,
    pub interned: Interned,
    /// The offset of the loop's clock to that of the recording, in nanoseconds.
    pub loop_clock: i64,
    pub coarse_ns: u64,
    pub(crate) waits: Bounded<Wait>,
    waiting: Option<(i64, i64, i64)>,
    pub(crate) jobs: Bounded<Job>,
    pub(crate) jobs_under_way: BTreeMap<i64, Job>,
    pub(crate) collections: Bounded<Collected>,
    pub(crate) preemptions: Bounded<Preempted>,
    pub(crate) output: Bounded<Written>,
    pub(crate) calls: Bounded<Called>,
    pub(crate) samples: Bounded<Sampled>,
    pub(crate) rejections: Bounded<Rejected>,
    pub(crate) closed: Bounded<Opened>,
    pub(crate) open: BTreeMap<i64, Opened>,
    pub(crate) posted: Bounded<Posted>,
    pub(crate) received: Bounded<Received>,
}

impl Tables {
    /// For a recording of this many tasks.
    pub fn new(tasks: usize) -> Tables {
        let most = (tasks / SHARE).max(100);
        Tables {
            program: Program { exit_code: -1, ..Program::default() },
            interned: Interned::new(),
            loop_clock: 0,
            coarse_ns: 0,
            waits: Bounded::new(most),
            waiting: None,
            jobs: Bounded::new(most),
            jobs_under_way: BTreeMap::new(),
            collections: Bounded::new(most),
            preemptions: Bounded::new(most),
            output: Bounded::new(most),
            calls: Bounded::new(most),
            samples: Bounded::new(most),
            rejections: Bounded::new(most),
            closed: Bounded::new(most),
            open: BTreeMap::new(),
            posted: Bounded::new(most),
            received: Bounded::new(most),
        }
    }

    /// Clears everything but places, stacks and labels.
    pub fn clear(&mut self, tasks: usize) {
        let kept = Tables { interned: std::mem::take(&mut self.interned), ..Tables::new(tasks) };
        *self = kept;
    }

    /// The index of a stack, the innermost frame first.
    pub fn stack(&mut self, places: Vec<Place>, text_of: &dyn Fn(&str) -> Option<String>) -> i32 {
        let numbers = places.into_iter().map(|place| self.interned.place(place, text_of)).collect();
        self.interned.stack(numbers)
    }

    pub fn wait_began(&mut self, turn: i64, at: i64, limit: i64) {
        self.waiting = Some((turn, at, limit));
    }

    pub fn wait_ended(&mut self, at: i64) {
        if let Some((turn, began, limit)) = self.waiting.take() {
            self.waits.push(Wait { turn, began, ended: at.max(began), limit }, |wait| wait.began);
        }
    }

    /// The current wait: turn, start, timeout.
    pub(crate) fn waiting(&self) -> Option<(i64, i64, i64)> {
        self.waiting
    }

    pub fn job_queued(&mut self, id: i64, label: i32, task: i64, request: i64, at: i64) {
        let job = Job { id, label, thread: -1, task, request, queued: at, began: ABSENT, ended: ABSENT };
        self.jobs_under_way.insert(id, job);
    }

    pub fn job_began(&mut self, id: i64, thread: i32, at: i64) {
        if let Some(job) = self.jobs_under_way.get_mut(&id) {
            (job.thread, job.began) = (thread, at.max(job.queued));
        }
    }

    pub fn job_ended(&mut self, id: i64, at: i64) {
        if let Some(mut job) = self.jobs_under_way.remove(&id) {
            job.ended = at.max(job.began);
            self.jobs.push(job, |job| job.queued);
        }
    }

    pub fn collected(&mut self, began: i64, ended: i64) {
        self.collections.push(Collected { began, ended: ended.max(began) }, |row| row.began);
    }

    /// Between two times the loop's thread waited for a CPU.
    pub fn preempted(&mut self, began: i64, ended: i64, waited: i64) {
        let waited = waited.min(ended - began);
        if waited > 0 {
            self.preemptions.push(Preempted { began, ended, waited }, |row| row.began);
        }
    }

    pub fn wrote(&mut self, at: i64, task: i64, stream: i32, stack: i32, text: &str) {
        let text = match text.char_indices().nth(MAX_OUTPUT) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        self.output.push(Written { at, task, stream, stack, text }, |row| row.at);
    }

    pub fn called(&mut self, at: i64, took: i64, task: i64, label: i32, stack: i32, bytes: i64) {
        self.calls.push(Called { at, took, task, label, stack, bytes }, |row| row.at);
    }

    pub fn sampled(&mut self, at: i64, task: i64, stack: i32) {
        self.samples.push(Sampled { at, task, stack }, |row| row.at);
    }

    pub fn rejected(&mut self, at: i64, task: i64, stack: i32, message: String) {
        self.rejections.push(Rejected { at, task, stack, message }, |row| row.at);
    }

    pub fn posted(&mut self, posted: Posted) {
        self.posted.push(posted, |row| row.at);
    }

    pub fn received(&mut self, received: Received) {
        self.received.push(received, |_| 0);
    }

    pub fn handle_made(&mut self, id: i64, kind: String, stack: i32, task: i64, at: i64) {
        self.open.insert(id, Opened { id, kind, made: at, closed: ABSENT, stack, task, is_referenced: true });
    }

    pub fn handle_referenced(&mut self, id: i64, is_referenced: bool) {
        if let Some(handle) = self.open.get_mut(&id) {
            handle.is_referenced = is_referenced;
        }
    }

    pub fn handle_closed(&mut self, id: i64, at: i64) {
        if let Some(mut handle) = self.open.remove(&id) {
            handle.closed = at;
            self.closed.push(handle, |row| row.made);
        }
    }
}
