//! The host: where engine and loop meet, one per JavaScript thread.
//!
//! Rust calls JavaScript once per macrotask ([`Host::macrotask`]): a function of `lib/loop` runs the callback and then
//! the ticks. Back in Rust, `process_ticks_and_rejections` does the rest of docs/event-loop.md, Between two callbacks:
//! promise jobs; ticks again if jobs queued some; unhandled rejections. Then the loop's handles are synchronized with
//! the shared numbers, by which JavaScript declares what it queued without calling Rust.

use crate::engine_work::EngineWork;
use crate::entries::Entries;
use crate::observers::Observers;
use crate::options::Options;
use crate::state;
use crate::worker;
use hexloop::{Check, Handle as _, Idle, Loop, Timer};
use hexloop_engine::{Context, Cx, Exception, Out, Root, SharedNumbers, Value, VmEntry};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// From this many callbacks on, a phase is long and the cost of returning to Rust matters.
const LONG_PHASE: u32 = 32;

thread_local! {
    static HOST: RefCell<Option<Rc<Host>>> = const { RefCell::new(None) };
}

/// The host of this thread. Native functions are only called by JavaScript, so there is one.
pub fn host() -> Rc<Host> {
    HOST.with_borrow(|host| host.clone()).expect("native functions run on a JavaScript thread")
}

/// The host of this thread, if it runs JavaScript.
pub fn host_if_any() -> Option<Rc<Host>> {
    HOST.try_with(|host| host.try_borrow().ok().and_then(|host| host.clone())).ok().flatten()
}

/// Removes the host from this thread and closes its handles: otherwise loop and host would keep each other alive.
pub fn uninstall() {
    let Some(host) = HOST.take() else { return };
    if let Some(timer) = host.timer.get() {
        timer.close(|| ());
    }
    if let Some(check) = host.check.get() {
        check.close(|| ());
    }
    host.engine_work.close();
    host.lp.set_wait_guard(|| (), || ());
}

pub struct Host {
    pub context: Rc<Context>,
    pub lp: Loop,
    pub options: Options,
    pub numbers: SharedNumbers,
    vm_entry: VmEntry,
    /// Notified when a callback starts.
    observers: Option<Rc<Observers>>,
    pub entries: Entries,
    timer: OnceCell<Timer>,
    check: OnceCell<Check>,
    immediates_queued: OnceCell<Idle>,
    armed_for: Cell<f64>,
    in_timers: Cell<bool>,
    timers_referenced: Cell<bool>,
    idling: Cell<bool>,
    exposes_pending_jobs: Cell<bool>,
    pub(crate) engine_work: EngineWork,
}

impl Host {
    pub fn install(
        context: Rc<Context>,
        lp: Loop,
        options: Options,
        numbers: SharedNumbers,
        vm_entry: VmEntry,
        observers: Option<Rc<Observers>>,
    ) -> Rc<Host> {
        if options.modules.no_cache {
            hexloop_source::cache::disable();
        }
        let host = Rc::new(Host {
            context,
            lp,
            options,
            numbers,
            vm_entry,
            observers,
            entries: Entries::default(),
            timer: OnceCell::new(),
            check: OnceCell::new(),
            immediates_queued: OnceCell::new(),
            armed_for: Cell::new(0.0),
            in_timers: Cell::new(false),
            timers_referenced: Cell::new(true),
            idling: Cell::new(false),
            exposes_pending_jobs: Cell::new(false),
            engine_work: EngineWork::default(),
        });
        HOST.set(Some(host.clone()));
        host
    }

    /// Drains promise jobs within a script: `microtaskMode: 'afterEvaluate'` of `node:vm`.
    pub fn drain_jobs(&self) {
        self.vm_entry.drain_jobs();
    }

    pub fn cx(&self) -> Cx<'_> {
        self.context.cx()
    }

    /// Creates the handles of the phases.
    pub fn open(self: &Rc<Host>) {
        let this = self.clone();
        let _ = self.timer.set(Timer::new(&self.lp, move || this.timers_phase()));
        let this = self.clone();
        let check = Check::new(&self.lp, move || this.check_phase());
        check.start();
        check.unref();
        let _ = self.check.set(check);
        let _ = self.immediates_queued.set(Idle::without_callback(&self.lp));
        self.engine_work.open(&self.lp);
    }

    /// The loop's clock in whole milliseconds, as JavaScript's timers use it.
    pub fn now_ms(&self) -> u64 {
        self.lp.now_ns() / 1_000_000
    }

    fn timers_phase(&self) {
        self.lp.update_now();
        self.numbers.set(state::NOW, self.now_ms() as f64);
        self.in_timers.set(true);
        self.run_phase(&self.entries.run_timer);
        self.in_timers.set(false);
        // A timer that became due while the phase ran is delayed by a millisecond, counted from the last clock update
        // before the ticks and jobs of the last timer ran: Node arms its timer there.
        let due = self.numbers.get(state::NEXT_TIMER);
        self.arm(due, due.max(self.numbers.get(state::CLOCK) + 1.0));
        self.sync();
    }

    fn check_phase(&self) {
        if self.engine_work.is_due(|| self.now_ms()) {
            self.run_engine_work();
            self.run_finalizers();
        }
        if self.numbers.get(state::IMMEDIATES) > 0.0 {
            self.run_phase(&self.entries.run_immediate);
        }
    }

    /// Messages between ports, in the poll phase.
    pub fn run_messages(&self) {
        self.run_phase(&self.entries.run_message);
    }

    /// Each call runs one callback, or several if there is nothing to do between them, until the phase is empty.
    fn run_phase(&self, run_some: &OnceCell<Root>) {
        let Some(run_some) = run_some.get() else { return };
        let mut calls = 0u32;
        loop {
            self.macrotask(|| run_some.call());
            if self.numbers.get(state::MORE) == 0.0 {
                break;
            }
            calls = calls.saturating_add(1);
            if calls >= LONG_PHASE && !self.exposes_pending_jobs.get() {
                self.expose_pending_jobs();
            }
        }
    }

    /// Gives JavaScript access to whether jobs are waiting, once, so that it returns to Rust only if there is something
    /// to do between two callbacks. Not if an observer needs every callback.
    fn expose_pending_jobs(&self) {
        // The jobs of a callback that threw wait for the next callback.
        if self.numbers.get(state::CALLBACK_THREW) != 0.0 {
            return;
        }
        self.exposes_pending_jobs.set(true);
        if self.observers.as_ref().is_some_and(|observers| observers.observes_every_callback()) {
            return;
        }
        let cx = self.cx();
        if let Some(Ok(jobs_waiting)) = self.vm_entry.pending_jobs_function(cx)
            && let Some(show) = self.entries.expose_pending_jobs.get().and_then(|root| root.get(cx).as_object())
            && let Err(exception) = show.call(&[jobs_waiting.into_value()])
        {
            self.on_escaped_exception(&exception);
        }
    }

    /// One call into JavaScript, and everything that follows before the next.
    pub fn macrotask<'a>(&'a self, call: impl FnOnce() -> Result<(), Exception<'a>>) {
        self.numbers.set(state::CALLBACK_THREW, 0.0);
        if let Some(observers) = &self.observers {
            observers.callback_started(&self.lp);
        }
        if let Err(exception) = call() {
            self.on_escaped_exception(&exception);
        }
        self.process_ticks_and_rejections();
    }

    /// Runs what follows a native callback. Ticks left by a callback that threw run before jobs, as after any other
    /// callback.
    pub fn run_after_native_callback(&self) {
        let ticks = self.entries.run_ticks.get().filter(|_| self.numbers.get(state::TICKS) != 0.0);
        self.macrotask(|| ticks.map_or(Ok(()), Root::call));
    }

    /// Promise jobs, the ticks they queued, unhandled rejections; until all are done. After a callback that threw,
    /// nothing: that waits for the next callback, as in Node.
    fn process_ticks_and_rejections(&self) {
        let mut checked_rejections = false;
        while self.numbers.get(state::CALLBACK_THREW) == 0.0 {
            self.vm_entry.drain_jobs();
            let next = if self.numbers.get(state::TICKS) != 0.0 {
                &self.entries.run_ticks
            } else if self.numbers.get(state::REJECTIONS) != 0.0
                || (self.numbers.get(state::TRACKED_REJECTIONS) != 0.0 && !checked_rejections)
            {
                checked_rejections = true;
                &self.entries.report_rejections
            } else {
                break;
            };
            if let Some(Err(exception)) = next.get().map(Root::call) {
                self.on_escaped_exception(&exception);
            }
        }
        self.sync();
    }

    /// lib/loop catches what callbacks throw. An exception that gets here is a bug of Hexloop, or the script was
    /// terminated; it must not be lost.
    fn on_escaped_exception(&self, exception: &Exception<'_>) {
        if exception.is_termination() || worker::is_terminated() {
            self.lp.stop();
            // Skip what the script left behind: ticks that queue ticks would not end, nor a phase in which every
            // callback is terminated.
            self.numbers.set(state::CALLBACK_THREW, 1.0);
            self.numbers.set(state::MORE, 0.0);
            return;
        }
        eprintln!("{}", exception.stack());
        // A worker must not end the process.
        if !worker::exit_current(crate::runtime::BUG) {
            crate::runtime::exit_process(crate::runtime::BUG);
        }
    }

    /// Synchronizes the loop's handles with what JavaScript queued.
    pub fn sync(&self) {
        self.sync_timer();
        let idling = self.numbers.get(state::REFED_IMMEDIATES) > 0.0;
        if idling != self.idling.get() {
            self.idling.set(idling);
            let hook = self.immediates_queued.get().expect("connected");
            if idling { hook.start() } else { hook.stop() }
        }
    }

    fn sync_timer(&self) {
        let due = self.numbers.get(state::NEXT_TIMER);
        if due != self.armed_for.get() && !self.in_timers.get() {
            self.arm(due, due);
        }
        let referenced = self.numbers.get(state::REFED_TIMERS) > 0.0;
        if referenced != self.timers_referenced.get() {
            self.timers_referenced.set(referenced);
            let timer = self.timer.get().expect("connected");
            if referenced { timer.ref_() } else { timer.unref() }
        }
    }

    /// The entry rule (docs/event-loop.md, Determinism): timers of 0 and 1 ms that the main script set run before
    /// anything else. All of them are due a millisecond from now, whenever in the script they were set, so that is when
    /// the phase runs.
    pub fn wait_for_first_timers(&self) {
        self.lp.update_now();
        let soon = self.now_ms() as f64 + 1.0;
        let due = self.numbers.get(state::NEXT_TIMER);
        if due > 0.0 && due <= soon {
            self.arm(due, soon);
        }
    }

    /// Arms the timer handle at `at`, for the timer list that is due at `due`; 0: there is none.
    fn arm(&self, due: f64, at: f64) {
        self.armed_for.set(due);
        let timer = self.timer.get().expect("connected");
        if due == 0.0 { timer.stop() } else { timer.start_at(Duration::from_millis(at as u64)) }
    }

    /// Calls an entry with arguments, as a macrotask.
    pub fn call<'a>(&'a self, entry: &OnceCell<Root>, arguments: Vec<Out<'a>>) {
        self.macrotask(|| self.enter(entry, arguments));
    }

    /// The same, but termination of the script does not stop the loop: true if it was terminated.
    pub fn call_interruptible<'a>(&'a self, entry: &OnceCell<Root>, arguments: Vec<Out<'a>>) -> bool {
        let mut terminated = false;
        self.macrotask(|| match self.enter(entry, arguments) {
            Err(exception) if exception.is_termination() => {
                terminated = true;
                Ok(())
            }
            outcome => outcome,
        });
        terminated
    }

    fn enter<'a>(&'a self, entry: &OnceCell<Root>, arguments: Vec<Out<'a>>) -> Result<(), Exception<'a>> {
        let Some(entry) = entry.get() else { return Ok(()) };
        let cx = self.cx();
        let arguments: Vec<Value<'_>> = arguments.into_iter().map(|out| out.into_value(cx)).collect();
        entry.get(cx).as_object().map_or(Ok(()), |function| function.call(&arguments).map(drop))
    }

    /// Releases the engine's lock while the loop waits. After the wait, runs the engine's deferred work.
    pub fn guard_waits(self: &Rc<Host>) {
        if worker::is_worker() {
            return self.guard_waits_of_worker();
        }
        let before = self.vm_entry.clone();
        let observers = self.observers.clone();
        let this = self.clone();
        self.lp.set_wait_guard(
            move || {
                if let Some(observers) = &observers {
                    observers.loop_waits();
                }
                before.before_wait();
            },
            move || {
                if let Some(observers) = &this.observers {
                    observers.callback_started(&this.lp);
                }
                this.vm_entry.after_wait();
                this.run_engine_work_after_wait();
            },
        );
    }

    /// The same, and records the waits for the parent (`worker.performance.eventLoopUtilization`).
    fn guard_waits_of_worker(self: &Rc<Host>) {
        let (before, lp) = (self.vm_entry.clone(), self.lp.clone());
        let this = self.clone();
        self.lp.set_wait_guard(
            move || {
                worker::record_wait_start(lp.metrics().idle_time);
                before.before_wait();
            },
            move || {
                this.vm_entry.after_wait();
                worker::record_wait_end();
                this.run_engine_work_after_wait();
            },
        );
    }
}
