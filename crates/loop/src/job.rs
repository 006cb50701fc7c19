//! A job: work on a thread of the pool, its completion on the loop's thread.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::event_loop::{Core, Loop};
use crate::observer::{CallbackKind, JobEvent};
use crate::pool::{Pool, Shared};
use crate::remote_queue::{Message, SharedQueue};
use crate::slots::{Key, Slots};
use crate::sys;
use crate::work_queue::WorkKind;

/// Why a job has no result.
#[derive(Debug)]
#[non_exhaustive]
pub enum JobError {
    /// It was cancelled before a thread took it.
    Cancelled,
    /// It panicked, with this message.
    Panicked(String),
    /// There is no thread to run it, and none can be started.
    NoThread(io::Error),
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("the job was cancelled"),
            Self::Panicked(message) => write!(f, "the job panicked: {message}"),
            Self::NoThread(_) => f.write_str("no thread could be started for the job"),
        }
    }
}

impl std::error::Error for JobError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NoThread(error) => Some(error),
            _ => None,
        }
    }
}

/// A job that was submitted. Dropping this does not cancel it.
pub struct Job {
    id: u64,
    state: Arc<dyn Cancellation>,
    pool: Arc<Shared>,
    /// Its key in the pool's queue; `None` if the pool refused it.
    queue_key: Option<Key>,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Job {
    /// The number under which an [`Observer`](crate::Observer) sees this job.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Cancels the job if no thread has begun it, and drops its work. Its completion then runs with
    /// [`JobError::Cancelled`], in poll as always. `false` if it is too late.
    pub fn cancel(&self) -> bool {
        let Some(task) = self.queue_key.and_then(|queue_key| self.pool.remove(queue_key)) else { return false };
        self.state.report();
        // After the report: what the work owns may panic when it is dropped.
        drop(task);
        true
    }
}

trait Cancellation {
    fn report(&self);
}

/// The state of a job, shared by both threads.
struct JobState<T> {
    key: Key,
    outcome: Mutex<Option<Result<T, JobError>>>,
    shared: Arc<SharedQueue>,
    /// The job's id and kind for the observer; `None` without one.
    observed: Option<(u64, &'static str)>,
}

impl<T> JobState<T> {
    fn event(&self, thread: Option<usize>) -> Option<JobEvent> {
        self.observed.map(|(id, kind)| JobEvent { id, kind, at: Duration::from_nanos(sys::monotonic_ns()), thread })
    }

    fn set_outcome(&self, outcome: Result<T, JobError>) {
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
    }

    fn take_outcome(&self) -> Result<T, JobError> {
        let outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner).take();
        outcome.unwrap_or(Err(JobError::Cancelled))
    }

    fn report_completion(&self, thread: Option<usize>) {
        let _loop_is_gone = self.shared.send(Box::new(JobEnded { key: self.key, event: self.event(thread) })).is_err();
    }

    /// The pool thread's part.
    fn run(&self, work: impl FnOnce() -> T, thread: usize) {
        if let Some(event) = self.event(Some(thread)) {
            self.shared.send_without_wake(Box::new(JobBegan(event)));
        }
        let outcome = catch_unwind(AssertUnwindSafe(work));
        self.set_outcome(outcome.map_err(|payload| JobError::Panicked(message_of(payload))));
        self.report_completion(Some(thread));
    }
}

impl<T> Cancellation for JobState<T> {
    fn report(&self) {
        self.report_completion(None);
    }
}

fn message_of(payload: Box<dyn Any + Send>) -> String {
    let payload = match payload.downcast::<String>() {
        Ok(message) => return *message,
        Err(payload) => payload,
    };
    match payload.downcast::<&'static str>() {
        Ok(message) => (*message).to_owned(),
        Err(payload) => {
            // Dropping an arbitrary value could panic a second time.
            std::mem::forget(payload);
            "a value that is not text".to_owned()
        }
    }
}

struct Completion {
    id: u64,
    callback: Box<dyn FnOnce()>,
}

/// The completions of the jobs under way.
#[derive(Default)]
pub(crate) struct Jobs(RefCell<Slots<Completion>>);

impl Jobs {
    /// The callbacks of all jobs under way, which then have none.
    pub(crate) fn take_callbacks(&self, core: &Core) -> Vec<Box<dyn FnOnce()>> {
        let completions = self.0.borrow_mut().take_all();
        completions.iter().for_each(|_| core.end_request());
        completions.into_iter().map(|completion| completion.callback).collect()
    }
}

pub(crate) fn submit<T: Send + 'static>(
    lp: &Loop,
    pool: &Pool,
    work_kind: WorkKind,
    kind: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
    done: impl FnOnce(Result<T, JobError>) + 'static,
) -> Job {
    let core = lp.core();
    let id = core.next_id();
    let observed = core.observed.get().then_some((id, kind));
    let key = core.jobs.0.borrow_mut().reserve();
    let state = Arc::new(JobState { key, outcome: Mutex::new(None), shared: core.remote.shared.clone(), observed });
    let callback: Box<dyn FnOnce()> = {
        let state = state.clone();
        Box::new(move || done(state.take_outcome()))
    };
    core.jobs.0.borrow_mut().fill(key, Completion { id, callback });
    core.begin_request();
    if let Some(event) = state.event(None) {
        lp.notify_observer(|observer| observer.job_queued(event));
    }
    let task = {
        let state = state.clone();
        Box::new(move |thread| state.run(work, thread))
    };
    let queue_key = match pool.push(task, work_kind) {
        Ok(queue_key) => Some(queue_key),
        Err(error) => {
            state.set_outcome(Err(JobError::NoThread(error)));
            state.report_completion(None);
            None
        }
    };
    Job { id, state, pool: pool.shared().clone(), queue_key }
}

struct JobBegan(JobEvent);

impl Message for JobBegan {
    fn dispatch(self: Box<Self>, lp: &Loop) -> bool {
        lp.notify_observer(|observer| observer.job_began(self.0));
        false
    }
}

struct JobEnded {
    key: Key,
    event: Option<JobEvent>,
}

impl Message for JobEnded {
    /// Runs the completion.
    fn dispatch(self: Box<Self>, lp: &Loop) -> bool {
        if let Some(event) = self.event {
            lp.notify_observer(|observer| observer.job_ended(event));
        }
        let completion = lp.core().jobs.0.borrow_mut().remove(self.key);
        if let Some(Completion { id, callback }) = completion {
            lp.core().end_request();
            lp.call_once(CallbackKind::Job, id, callback);
        }
        true
    }
}
