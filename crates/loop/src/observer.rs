//! Observing a loop.
//!
//! An [`Observer`] is called when the loop enters a phase, runs a callback, waits. It costs next to nothing when absent: a
//! turn tests one flag per phase, a callback one each.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::time::Duration;

use crate::event_loop::Loop;

/// The phases of one turn, in order. Idle and prepare are the two halves of phase 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Phase {
    /// 1: timers that are due.
    Timers,
    /// 2: callbacks deferred in the turn before.
    Pending,
    /// 3: idle hooks.
    Idle,
    /// 3: prepare hooks.
    Prepare,
    /// 4: waiting for I/O and other threads, and their callbacks.
    Poll,
    /// 5: check hooks.
    Check,
    /// 6: close callbacks.
    Close,
}

pub(crate) const PHASES: usize = Phase::ALL.len();

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Phase {
    /// All of them, in the order of a turn.
    pub const ALL: &'static [Phase] =
        &[Phase::Timers, Phase::Pending, Phase::Idle, Phase::Prepare, Phase::Poll, Phase::Check, Phase::Close];

    /// The phase's name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Timers => "timers",
            Phase::Pending => "pending",
            Phase::Idle => "idle",
            Phase::Prepare => "prepare",
            Phase::Poll => "poll",
            Phase::Check => "check",
            Phase::Close => "close",
        }
    }
}

/// What a callback belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CallbackKind {
    /// A [`Timer`](crate::Timer).
    Timer,
    /// [`Loop::defer`](crate::Loop::defer).
    Pending,
    /// An [`Idle`](crate::Idle) hook.
    Idle,
    /// A [`Prepare`](crate::Prepare) hook.
    Prepare,
    /// A [`Source`](crate::Source) that became ready.
    Io,
    /// A closure from [`LoopProxy::post`](crate::LoopProxy::post).
    Post,
    /// An [`AsyncHandle`](crate::AsyncHandle) that was notified.
    Async,
    /// The completion of a pool job.
    Job,
    /// A [`Check`](crate::Check) hook.
    Check,
    /// A close callback.
    Close,
}

/// A moment in the life of a pool job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JobEvent {
    /// The job's number, the same in all its events and in its completion callback.
    pub id: u64,
    /// The `kind` with which the job was submitted.
    pub kind: &'static str,
    /// When it happened, by the system's monotonic clock ([`RealClock`](crate::RealClock)).
    pub at: Duration,
    /// On which thread of the pool, counted from 0; `None` on the loop's own thread.
    pub thread: Option<usize>,
}

/// Observes a loop. Every method does nothing by default.
///
/// All of them are called on the loop's thread. What begins also ends, in reverse order, also when a callback panics. A job
/// begins and ends on another thread: these two are reported in the loop's next poll, with the time at which they happened.
pub trait Observer {
    /// Whether to call it for phases, at a small cost per turn. Called once, when the observer is set.
    fn watches_phases(&self) -> bool {
        true
    }
    /// Whether to call it for callbacks, at a small cost for each. Called once, when the observer is set.
    fn watches_callbacks(&self) -> bool {
        true
    }
    /// The loop enters a phase.
    fn phase_entered(&self, _phase: Phase) {}
    /// The loop leaves a phase.
    fn phase_left(&self, _phase: Phase) {}
    /// A callback begins. `id` is that of its handle, or its own if it has none.
    fn callback_began(&self, _kind: CallbackKind, _id: u64) {}
    /// The callback ended.
    fn callback_ended(&self, _kind: CallbackKind, _id: u64) {}
    /// Poll is about to wait, for at most this long; `None` is for ever.
    fn wait_began(&self, _at_most: Option<Duration>) {}
    /// The wait is over.
    fn wait_ended(&self) {}
    /// A job was submitted to the pool.
    fn job_queued(&self, _job: JobEvent) {}
    /// A thread took the job.
    fn job_began(&self, _job: JobEvent) {}
    /// The job ended, or was cancelled (then it has no thread).
    fn job_ended(&self, _job: JobEvent) {}
}

impl Loop {
    /// Calls the observer, if there is one.
    #[cold]
    pub(crate) fn notify_observer(&self, message: impl FnOnce(&dyn Observer)) {
        let observer: Option<Rc<dyn Observer>> = self.core().observer.borrow().clone();
        if let Some(observer) = observer {
            message(&*observer);
        }
    }

    /// Runs a callback of a handle.
    #[inline]
    pub(crate) fn call(&self, kind: CallbackKind, id: u64, callback: &mut dyn FnMut()) {
        self.core().clock.mark_stale();
        if self.core().callbacks_observed.get() {
            self.call_observed(kind, id, callback);
        } else {
            callback();
        }
    }

    /// Runs a callback once.
    #[inline]
    pub(crate) fn call_once(&self, kind: CallbackKind, id: u64, callback: impl FnOnce()) {
        self.core().clock.mark_stale();
        if self.core().callbacks_observed.get() {
            self.call_observed(kind, id, callback);
        } else {
            callback();
        }
    }

    #[cold]
    fn call_observed(&self, kind: CallbackKind, id: u64, callback: impl FnOnce()) {
        self.notify_observer(|observer| observer.callback_began(kind, id));
        finally(callback, || self.notify_observer(|observer| observer.callback_ended(kind, id)));
    }
}

/// Runs `end` after `body`, even if that panics; then the panic continues.
pub(crate) fn finally<R>(body: impl FnOnce() -> R, end: impl FnOnce()) -> R {
    let outcome = catch_unwind(AssertUnwindSafe(body));
    end();
    outcome.unwrap_or_else(|payload| resume_unwind(payload))
}
