//! The loop itself: its state, and one turn.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::async_handle::AsyncHandles;
use crate::builder::Builder;
use crate::clock::LoopClock;
use crate::close::CloseQueue;
use crate::hooks::HookList;
use crate::job::{Job, JobError, Jobs};
use crate::metrics::{Counters, Metrics};
use crate::observer::{Observer, Phase, finally};
use crate::pending::PendingQueue;
use crate::poll::Poller;
use crate::pool::Pool;
use crate::remote_queue::{LoopProxy, RemoteQueue};
use crate::source::Sources;
use crate::status::LoopStatus;
use crate::timer_heap::TimerHeap;
use crate::work_queue::WorkKind;
use crate::{check, close, idle, job, pending, poll, prepare, sys, timers};

/// How long [`Loop::run`] runs; libuv's run modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RunMode {
    /// Runs turns until nothing keeps the loop alive or [`Loop::stop`] is called.
    #[default]
    Default,
    /// Runs one turn, which may wait in poll. Timers that became due while it waited run too, so that a turn that waited
    /// for a timer has run it.
    Once,
    /// Runs one turn that does not wait.
    NoWait,
}

/// The event loop. Clones are the same loop; it lives on one thread.
///
/// Every method takes `&self`, and a callback may call any of them.
///
/// ```compile_fail
/// let lp = hexloop::Loop::new()?;
/// std::thread::spawn(move || lp.is_alive()); // a Loop cannot be sent; its LoopProxy can
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Loop {
    pub(crate) core: Rc<Core>,
}

/// How far off a timer may be that the entry rule waits for.
const ENTRY_RULE_NS: u64 = 1_000_000;

pub(crate) type WaitGuard = (Box<dyn FnMut()>, Box<dyn FnMut()>);

impl fmt::Debug for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let core = self.core();
        f.debug_struct("Loop")
            .field("is_alive", &self.is_alive())
            .field("is_running", &core.is_running())
            .field("active_handles", &core.active_handles.get())
            .field("active_requests", &core.active_requests.get())
            .field("loop_count", &self.loop_count())
            .finish_non_exhaustive()
    }
}

pub(crate) struct Core {
    pub(crate) clock: LoopClock,
    pub(crate) timers: RefCell<TimerHeap>,
    pub(crate) pending: PendingQueue,
    pub(crate) idle: HookList,
    pub(crate) prepare: HookList,
    pub(crate) poller: Poller,
    pub(crate) sources: Sources,
    pub(crate) remote: RemoteQueue,
    pub(crate) async_handles: AsyncHandles,
    pub(crate) jobs: Jobs,
    pub(crate) check: HookList,
    pub(crate) closing: CloseQueue,
    pool: Pool,
    /// Active, referenced handles.
    active_handles: Cell<usize>,
    /// Requests under way.
    active_requests: Cell<usize>,
    last_id: Cell<u64>,
    pub(crate) stopping: Cell<bool>,
    running: Cell<bool>,
    /// The entry rule is to be applied when the loop is next entered.
    entry_rule: Cell<bool>,
    /// There is an observer.
    pub(crate) observed: Cell<bool>,
    /// The observer wants callbacks.
    pub(crate) callbacks_observed: Cell<bool>,
    /// An observer wants phases, or there is a status to write, or phases are measured.
    phases_observed: Cell<bool>,
    status: Option<Arc<LoopStatus>>,
    /// The phase that runs; kept for the status only.
    phase: Cell<Option<Phase>>,
    pub(crate) observer: RefCell<Option<Rc<dyn Observer>>>,
    pub(crate) counters: Counters,
    pub(crate) wait_guard: RefCell<Option<WaitGuard>>,
    /// Why the system refused to poll.
    failure: RefCell<Option<io::Error>>,
}

impl Loop {
    /// A loop with the real clock and the pool of the process.
    pub fn new() -> io::Result<Self> {
        Self::builder().build()
    }

    /// Options of a new loop.
    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(crate) fn from_builder(options: Builder) -> io::Result<Self> {
        let (poller, waker) = Poller::new(options.min_poll_interval)?;
        let pool = options.pool.unwrap_or_else(Pool::process);
        if let Some(name) = options.pool_size_variable {
            pool.set_size_variable(name);
        }
        let observed = options.observer.is_some();
        let wants_phases = options.observer.as_ref().is_some_and(|observer| observer.watches_phases());
        let wants_callbacks = options.observer.as_ref().is_some_and(|observer| observer.watches_callbacks());
        let core = Core {
            clock: LoopClock::new(options.clock),
            timers: RefCell::default(),
            pending: PendingQueue::new(options.pending_after_poll),
            idle: HookList::default(),
            prepare: HookList::default(),
            poller,
            sources: Sources::default(),
            remote: RemoteQueue::new(waker),
            async_handles: AsyncHandles::default(),
            jobs: Jobs::default(),
            check: HookList::default(),
            closing: CloseQueue::new(options.close_order),
            pool,
            active_handles: Cell::new(0),
            active_requests: Cell::new(0),
            last_id: Cell::new(0),
            stopping: Cell::new(false),
            running: Cell::new(false),
            entry_rule: Cell::new(options.entry_rule),
            observed: Cell::new(observed),
            callbacks_observed: Cell::new(wants_callbacks),
            phases_observed: Cell::new(wants_phases || options.per_phase_times || options.status.is_some()),
            status: options.status,
            phase: Cell::new(None),
            observer: RefCell::new(options.observer),
            counters: Counters::new(options.per_phase_times),
            wait_guard: RefCell::default(),
            failure: RefCell::default(),
        };
        Ok(Self { core: Rc::new(core) })
    }

    #[inline]
    pub(crate) fn core(&self) -> &Core {
        &self.core
    }

    /// Runs the loop; returns whether it is still [alive](Self::is_alive), that is whether to run it again.
    ///
    /// Fails if the system refuses to poll, which happens when the loop's own descriptor was closed or replaced; the turn
    /// that was running is completed first. A call from one of the loop's own callbacks does nothing and returns at once.
    pub fn run(&self, mode: RunMode) -> io::Result<bool> {
        let Some(_running) = Running::begin(&self.core) else {
            return Ok(self.is_alive());
        };
        if self.core.entry_rule.get() && mode != RunMode::NoWait && !self.core.stopping.get() {
            self.enter();
        }
        if self.is_alive() && !self.core.stopping.get() {
            self.turns(mode);
        }
        match self.core.failure.take() {
            Some(error) => Err(error),
            None => Ok(self.is_alive()),
        }
    }

    /// Turn after turn, as the crate's documentation draws it.
    fn turns(&self, mode: RunMode) {
        let is_stopping = || self.core.stopping.get();
        let mut is_first = true;
        loop {
            self.core.clock.begin_turn();
            self.phase(Phase::Timers, timers::run);
            // libuv checks here whether the loop is alive, but not in the first turn: a timer that was due when the
            // last turn ended still runs, and an unreferenced hook does not run because of it.
            if !is_first && (mode != RunMode::Default || !(self.is_alive() || is_stopping())) {
                return;
            }
            is_first = false;
            Counters::add(&self.core.counters.loop_count, 1);
            self.phase(Phase::Pending, pending::run);
            self.phase(Phase::Idle, idle::run);
            self.phase(Phase::Prepare, prepare::run);
            self.phase(Phase::Poll, |lp| {
                poll::run(lp, mode);
                pending::run_after_poll(lp);
            });
            self.phase(Phase::Check, check::run);
            self.phase(Phase::Close, close::run);
            let is_over = match mode {
                RunMode::Default => is_stopping(),
                RunMode::NoWait => is_stopping() || self.is_alive(),
                // The timers it waited for are still to run.
                RunMode::Once => false,
            };
            if is_over {
                return;
            }
        }
    }

    #[inline]
    fn phase(&self, phase: Phase, run: impl FnOnce(&Loop)) {
        if self.core.phases_observed.get() {
            self.observed_phase(phase, run);
        } else {
            run(self);
        }
    }

    #[cold]
    fn observed_phase(&self, phase: Phase, run: impl FnOnce(&Loop)) {
        let core = &self.core;
        if let Some(status) = &core.status {
            core.phase.set(Some(phase));
            if core.has_work_in(phase) {
                status.enter(phase, &core.counters);
            }
        }
        self.notify_observer(|observer| observer.phase_entered(phase));
        let began_ns = core.counters.phase_ns.is_some().then(sys::monotonic_ns);
        finally(
            || run(self),
            || {
                if let Some(began_ns) = began_ns {
                    core.counters.add_phase_time(phase, sys::monotonic_ns() - began_ns);
                }
                self.notify_observer(|observer| observer.phase_left(phase));
            },
        );
    }

    /// The entry rule ([`Builder::entry_rule`](crate::Builder::entry_rule)), once in the loop's life.
    fn enter(&self) {
        let core = &self.core;
        if !self.is_alive() || !core.entry_rule.replace(false) {
            return;
        }
        let now_ns = core.clock.read();
        let due_ns = core.timers.borrow().last_due_by(now_ns.saturating_add(ENTRY_RULE_NS));
        if let Some(due_ns) = due_ns.filter(|due_ns| *due_ns > now_ns) {
            self.wait_until(due_ns);
        }
    }

    /// Sleeps until a timer is due; nothing else runs.
    fn wait_until(&self, due_ns: u64) {
        let clock = &self.core.clock;
        if clock.jumps {
            clock.jump_to(due_ns);
            return;
        }
        let began_ns = clock.now_ns();
        let missing = Duration::from_nanos(due_ns - began_ns);
        // A custom clock may be slow or stand still: do not wait for it any longer than it announced.
        let deadline_ns = sys::monotonic_ns().saturating_add(due_ns - began_ns);
        self.while_waiting(Some(missing), || {
            while clock.read() < due_ns
                && let missing_ns @ 1.. = deadline_ns.saturating_sub(sys::monotonic_ns())
            {
                std::thread::sleep(Duration::from_nanos(missing_ns));
            }
        });
        Counters::add(&self.core.counters.idle_ns, clock.read() - began_ns);
    }

    /// Ends [`run`](Self::run) after the turn that is running, or before the next begins. The phases of that turn
    /// that are still to come run without waiting.
    pub fn stop(&self) {
        self.core.stopping.set(true);
    }

    /// Whether there is reason to run: an active, referenced handle, a request under way, something pending or
    /// something closing.
    pub fn is_alive(&self) -> bool {
        self.core.has_work() || !self.core.pending.is_empty() || !self.core.closing.is_empty()
    }

    /// The loop's clock, since the fixed point of its [`Clock`](crate::Clock): one reading for the whole turn, taken when
    /// the turn first needs it, and again when poll has slept.
    pub fn now(&self) -> Duration {
        Duration::from_nanos(self.now_ns())
    }

    /// [`now`](Self::now) in nanoseconds, as the loop itself counts.
    #[inline]
    pub fn now_ns(&self) -> u64 {
        self.core.clock.now_ns()
    }

    /// Brings the loop's clock up to date in the middle of a turn.
    pub fn update_now(&self) {
        self.core.clock.read();
    }

    /// Reads the clock and leaves the loop's own reading as it is.
    pub fn now_fresh(&self) -> Duration {
        Duration::from_nanos(self.core.clock.fresh_ns())
    }

    /// Runs `callback` in the pending phase of the next turn (of this one, if that phase is still to come). See also
    /// [`Builder::pending_after_poll`](crate::Builder::pending_after_poll).
    pub fn defer(&self, callback: impl FnOnce() + 'static) {
        pending::defer(self, Box::new(callback));
    }

    /// Runs `callback` in the next close phase.
    pub fn on_close(&self, callback: impl FnOnce() + 'static) {
        close::enqueue(self, self.core.next_id(), Box::new(callback));
    }

    /// Announces I/O that may be ready at once, such as a write to a local socket whose other end is a source of this loop:
    /// the next turn polls even within the [minimum poll interval](crate::Builder::min_poll_interval).
    pub fn expect_io(&self) {
        self.core.poller.expects_io.set(true);
    }

    /// A proxy of the loop for other threads.
    pub fn proxy(&self) -> LoopProxy {
        LoopProxy::new(self.core.remote.shared.clone())
    }

    /// Keeps the loop alive until the guard is dropped: a request is under way whose result will come from elsewhere.
    pub fn keep_alive(&self) -> KeepAlive {
        self.core.begin_request();
        KeepAlive { lp: self.clone() }
    }

    /// The pool that [`submit`](Self::submit) uses.
    pub fn pool(&self) -> Pool {
        self.core.pool.clone()
    }

    /// Runs `work` on a thread of the pool, then `done` with what it returned, in this loop's poll phase. The loop
    /// stays alive until then. `kind` names the work for the observer.
    pub fn submit<T: Send + 'static>(
        &self,
        kind: &'static str,
        work: impl FnOnce() -> T + Send + 'static,
        done: impl FnOnce(Result<T, JobError>) + 'static,
    ) -> Job {
        job::submit(self, &self.core.pool, WorkKind::Fast, kind, work, done)
    }

    /// [`submit`](Self::submit) for work that may block for long, such as a name lookup: at most half of the pool's threads,
    /// rounded up, run such work at a time, as in libuv.
    pub fn submit_slow<T: Send + 'static>(
        &self,
        kind: &'static str,
        work: impl FnOnce() -> T + Send + 'static,
        done: impl FnOnce(Result<T, JobError>) + 'static,
    ) -> Job {
        job::submit(self, &self.core.pool, WorkKind::Slow, kind, work, done)
    }

    /// The loop's counters.
    pub fn metrics(&self) -> Metrics {
        self.core.counters.read()
    }

    /// How many turns have begun: [`Metrics::loop_count`], without reading the rest.
    #[inline]
    pub fn loop_count(&self) -> u64 {
        self.core.counters.loop_count.get()
    }

    /// Sets or removes the observer.
    pub fn set_observer(&self, observer: Option<Rc<dyn Observer>>) {
        let wants = |what: fn(&dyn Observer) -> bool| observer.as_deref().is_some_and(what);
        self.core.observed.set(observer.is_some());
        self.core.callbacks_observed.set(wants(|observer| observer.watches_callbacks()));
        let wants_phases = wants(|observer| observer.watches_phases());
        let measured = self.core.counters.phase_ns.is_some() || self.core.status.is_some();
        self.core.phases_observed.set(wants_phases || measured);
        let previous = self.core.observer.replace(observer);
        drop(previous);
    }

    /// Calls `before` just before every wait that may block, and `after` when it is over: to release a lock while the loop
    /// sleeps, for instance.
    pub fn set_wait_guard(&self, before: impl FnMut() + 'static, after: impl FnMut() + 'static) {
        let previous = self.core.wait_guard.replace(Some((Box::new(before), Box::new(after))));
        drop(previous);
    }

    pub(crate) fn while_waiting<R>(&self, at_most: Option<Duration>, wait: impl FnOnce() -> R) -> R {
        if !self.core.observed.get() {
            return self.guarded(wait);
        }
        self.notify_observer(|observer| observer.wait_began(at_most));
        finally(|| self.guarded(wait), || self.notify_observer(|observer| observer.wait_ended()))
    }

    /// Waits between the two halves of the wait guard.
    fn guarded<R>(&self, wait: impl FnOnce() -> R) -> R {
        let mut guard = RestoreGuard { core: &self.core, guard: self.core.wait_guard.take() };
        if let Some((before, _)) = &mut guard.guard {
            before();
        }
        if let Some(status) = &self.core.status {
            status.fall_asleep(&self.core.counters);
        }
        let result = wait();
        if let Some(status) = &self.core.status {
            status.wake(self.core.phase.get(), &self.core.counters);
        }
        if let Some((_, after)) = &mut guard.guard {
            after();
        }
        result
    }
}

/// The wait guard while it is in use. It is put back unless it has set another, after a panic too.
struct RestoreGuard<'a> {
    core: &'a Core,
    guard: Option<WaitGuard>,
}

impl Drop for RestoreGuard<'_> {
    fn drop(&mut self) {
        let mut place = self.core.wait_guard.borrow_mut();
        if place.is_none() {
            *place = self.guard.take();
        }
    }
}

impl Core {
    pub(crate) fn next_id(&self) -> u64 {
        self.last_id.set(self.last_id.get() + 1);
        self.last_id.get()
    }

    /// Active handles or requests: what poll may wait for.
    #[inline]
    pub(crate) fn has_work(&self) -> bool {
        self.active_handles.get() > 0 || self.active_requests.get() > 0
    }

    /// Whether a phase is worth a reading of the clock for the status, which costs more than an empty turn. The time of one
    /// that is not counts for the phase before it. The first one always is: there the turn begins.
    fn has_work_in(&self, phase: Phase) -> bool {
        match phase {
            Phase::Timers | Phase::Check => true,
            // A sleep updates the status by itself.
            Phase::Poll => !self.sources.is_empty() || self.remote.has_messages(),
            Phase::Pending => !self.pending.is_empty(),
            // Mostly an idle hook only keeps poll from sleeping.
            Phase::Idle => self.idle.has_callbacks(),
            Phase::Prepare => !self.prepare.is_empty(),
            Phase::Close => !self.closing.is_empty(),
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        self.running.get()
    }

    pub(crate) fn has_requests(&self) -> bool {
        self.active_requests.get() > 0
    }

    pub(crate) fn add_active_handle(&self) {
        self.active_handles.set(self.active_handles.get() + 1);
    }

    pub(crate) fn remove_active_handle(&self) {
        self.active_handles.set(self.active_handles.get() - 1);
    }

    pub(crate) fn begin_request(&self) {
        self.active_requests.set(self.active_requests.get() + 1);
    }

    pub(crate) fn end_request(&self) {
        self.active_requests.set(self.active_requests.get() - 1);
    }

    pub(crate) fn fail(&self, error: io::Error) {
        self.stopping.set(true);
        self.failure.replace(Some(error));
    }
}

/// Marks the loop as running; removed even when a callback panics.
struct Running<'a>(&'a Core);

impl<'a> Running<'a> {
    fn begin(core: &'a Core) -> Option<Self> {
        (!core.running.replace(true)).then(|| Self(core))
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.running.set(false);
        self.0.stopping.set(false);
        if let Some(status) = &self.0.status {
            self.0.phase.set(None);
            status.leave(&self.0.counters);
        }
    }
}

/// A request under way: see [`Loop::keep_alive`].
#[must_use = "the request is over when this is dropped"]
#[derive(Debug)]
pub struct KeepAlive {
    lp: Loop,
}

impl Drop for KeepAlive {
    fn drop(&mut self) {
        self.lp.core.end_request();
    }
}
