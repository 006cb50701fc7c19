//! Terminating a running script from another thread.
//!
//! The engine can call back after a given CPU time; returning true terminates the script with an exception that JavaScript
//! cannot catch. So the watchdog polls a flag every few milliseconds of CPU time, and any thread may raise the flag. Where the
//! engine's own trap was found (`capabilities/termination_trap.rs`) raising the flag also fires the trap, and a watchdog with
//! nothing else to poll for hardly ever polls. Create it before the nested loop is entered (see [`crate::entry`]): only then does
//! the time limit run across promise jobs.
//!
//! Termination passes through native functions: one between two scripts sees it as an exception. If it swallows that exception,
//! or throws it into JavaScript that catches it, that JavaScript is terminated at the next poll. Until the stack has unwound to
//! the event loop, native functions refuse to run and Rust's calls into JavaScript fail immediately; otherwise a script that
//! spends its time in callbacks of a native function would never end.
//!
//! One request is not enough. A trap is consumed by whatever checks it first: an engine call that discards the exception, or
//! the first promise job of a queue that refills itself while the outermost entry returns and no native function, which would
//! notice, is called any more. So a request is repeated, after 1, 2, 4 … milliseconds, by a thread of its own, until it is
//! withdrawn or the Watchdog is dropped (`repeated_request.rs`).
//!
//! A script that runs under limits ([`with_limits`]) is terminated the same way, but only down to the caller that set them:
//! there the VM is made able to run scripts again and JavaScript continues, knowing the reason. (With direct entry the VM
//! cannot recover before the outermost entry returns, so the caller is terminated as well.)

use crate::capabilities::termination_trap::Trap;
use crate::capabilities::time_limit::{TimeLimit, time_limit};
use crate::context::{Cx, Vm};
use crate::entry::{self, NativeCallScope, without_draining};
use crate::ffi::*;
use crate::repeated_request::repeat;
use crate::roots;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::{Rc, Weak};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much CPU time may pass before a raised flag is seen.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The same where a trap terminates the script: only a backstop in case the trap was missed.
const BACKSTOP_INTERVAL: Duration = Duration::from_secs(5);

const SHORTEST_SECONDS: f64 = 0.000_05;

/// Requests termination; clone it into other threads.
#[derive(Clone)]
pub struct Terminator(Arc<TerminationFlag>);

#[derive(Default)]
struct TerminationFlag {
    raised: AtomicBool,
    /// Present as long as the Watchdog, which is dropped before its VM.
    trap: Mutex<Option<Trap>>,
}

impl TerminationFlag {
    fn of(vm: &Vm) -> TerminationFlag {
        TerminationFlag { raised: AtomicBool::new(false), trap: Mutex::new(Trap::of(vm.group())) }
    }

    fn trap(&self) -> MutexGuard<'_, Option<Trap>> {
        self.trap.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// False if there is no trap, or no request any more: a trap that fires after its request was withdrawn would terminate
    /// the next script, so both happen under the lock.
    fn fire_trap(&self) -> bool {
        let trap = self.trap();
        if !self.is_raised() {
            return false;
        }
        if let Some(trap) = &*trap {
            TRAPS_WERE_FIRED.store(true, Ordering::Release);
            // SAFETY: the Watchdog, and with it its VM, lives as long as this holds the lock.
            unsafe { trap.fire() };
        }
        trap.is_some()
    }

    fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    /// False if there is no trap.
    fn request_termination(self: &Arc<TerminationFlag>) -> bool {
        self.raised.store(true, Ordering::Release);
        let has_trap = self.fire_trap();
        if has_trap {
            let flag = self.clone();
            repeat(Arc::as_ptr(self) as usize, move || flag.fire_trap());
        }
        has_trap
    }
}

impl Terminator {
    /// Terminates the running script, or the next one that runs long enough to be polled; also one that waits in `Atomics.wait`.
    pub fn terminate(&self) {
        self.0.request_termination();
    }

    /// Lets scripts run again after one was terminated.
    pub fn reset(&self) {
        let _no_trap_meanwhile = self.0.trap();
        self.0.raised.store(false, Ordering::Release);
    }
}

/// The CPU time from one poll to the next. Each poll makes the engine discard the optimized code of the functions on the stack,
/// so the code that polls may want to change this over time.
pub type PollInterval = Rc<Cell<Duration>>;

/// Called on the JavaScript thread while a script runs long; true terminates the script.
pub type InterruptCallback = Rc<dyn Fn(Cx<'_>) -> bool>;

struct WatchdogState {
    flag: Arc<TerminationFlag>,
    callback: Option<InterruptCallback>,
    group: JSContextGroupRef,
    interval: PollInterval,
    /// The Watchdog exists. `callback` may drop it.
    is_active: Cell<bool>,
}

/// By any thread, for any VM: most programs never fire one, and skip the checks.
static TRAPS_WERE_FIRED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static TERMINATED_A_SCRIPT: Cell<bool> = const { Cell::new(false) };
    /// A script was terminated and the stack has not unwound yet.
    static TERMINATING: Cell<bool> = const { Cell::new(false) };
    /// The watchdog state of this thread's VM.
    static WATCHDOG: RefCell<Weak<WatchdogState>> = const { RefCell::new(Weak::new()) };
    /// Of the scripts that run under limits, the outermost first.
    static LIMITS: RefCell<Vec<Rc<Limit>>> = const { RefCell::new(Vec::new()) };
}

/// Why a script was terminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminationReason {
    Timeout,
    Interrupt,
}

struct Limit {
    deadline: Option<Instant>,
    interrupted: Option<&'static AtomicBool>,
    reason: Cell<Option<TerminationReason>>,
}

impl Limit {
    fn is_reached(&self) -> bool {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let interrupted = self.interrupted.is_some_and(|flag| flag.load(Ordering::Acquire));
        self.reason.set(if late {
            Some(TerminationReason::Timeout)
        } else {
            interrupted.then_some(TerminationReason::Interrupt)
        });
        late || interrupted
    }
}

/// With direct entry there is no later opportunity: the engine's timer starts at an outermost entry, and only if a limit was
/// set before.
pub(crate) fn prepare_vm(group: JSContextGroupRef) {
    if let (false, Some(limit)) = (entry::nested_entry_available(), time_limit()) {
        // SAFETY: a live group; the limit, which nothing can reach in between, is cleared immediately.
        unsafe {
            limit.set(group, f64::MAX, None, std::ptr::null_mut());
            limit.clear(group);
        }
    }
}

/// Whether [`with_limits`] can end a script: without the capability `time-limit` it runs as long as it takes.
pub fn has_time_limit() -> bool {
    time_limit().is_some()
}

/// Runs `body`, and terminates the JavaScript in it after the timeout or when the flag is raised. Returns the reason if it did;
/// the result of `body` is meaningless then.
pub fn with_limits<R>(
    cx: Cx<'_>,
    timeout: Option<Duration>,
    interrupted: Option<&'static AtomicBool>,
    body: impl FnOnce() -> R,
) -> (R, Option<TerminationReason>) {
    let Some(time_limit) = time_limit() else { return (body(), None) };
    let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let limit = Rc::new(Limit { deadline, interrupted, reason: Cell::new(None) });
    let limit_scope = LimitScope::begin(limit.clone());
    let polling = PollingScope::begin(cx, time_limit);
    let result = body();
    drop(limit_scope);
    polling.disable();
    let reason = limit.reason.get();
    if reason.is_some() {
        TERMINATING.set(false);
        entry::recover_with_javascript_on_stack(cx.raw);
    }
    drop(polling);
    (result, reason)
}

/// While it exists the engine polls the limits of this thread; also while a panic unwinds through `body`.
struct PollingScope {
    time_limit: TimeLimit,
    state: Rc<WatchdogState>,
    /// There was no state for this VM; then this is the state that was installed for another VM.
    before: Option<Weak<WatchdogState>>,
}

impl PollingScope {
    fn begin(cx: Cx<'_>, time_limit: TimeLimit) -> PollingScope {
        let known =
            WATCHDOG.with_borrow(Weak::upgrade).filter(|state| state.group == cx.group() && state.is_active.get());
        let (state, before) = match known {
            Some(state) => (state, None),
            None => {
                let (flag, is_active) = (Arc::default(), Cell::new(true));
                let interval = Rc::new(Cell::new(POLL_INTERVAL));
                let state = Rc::new(WatchdogState { flag, callback: None, group: cx.group(), interval, is_active });
                let before = WATCHDOG.replace(Rc::downgrade(&state));
                (state, Some(before))
            }
        };
        let polling = PollingScope { time_limit, state, before };
        polling.start();
        if polling.before.is_some() {
            // The engine's timer starts at an entry, and the outermost one was long ago.
            entry::renew_entry();
        }
        polling
    }

    fn start(&self) {
        let data = Rc::as_ptr(&self.state).cast_mut().cast::<c_void>();
        // SAFETY: the VM lives as long as the context that `with_limits` was given, or as its Watchdog. The state lives until the
        // limit is set again: by our Drop, or, if it belongs to a Watchdog, by the Watchdog's.
        unsafe {
            self.time_limit.set(self.state.group, seconds_to_next_poll(&self.state), Some(should_terminate), data)
        };
    }

    /// Does not clear the limit: a timer that still runs would find a limit without a callback, and terminate whatever runs.
    fn disable(&self) {
        // SAFETY: as above; the callback ignores its data.
        unsafe { self.time_limit.set(self.state.group, NEVER_SECONDS, Some(never_terminate), std::ptr::null_mut()) };
    }
}

impl Drop for PollingScope {
    fn drop(&mut self) {
        self.disable();
        match self.before.take() {
            Some(before) => {
                self.state.is_active.set(false);
                WATCHDOG.set(before);
            }
            // The Watchdog may have been dropped meanwhile; then the state is dropped with us.
            None if self.state.is_active.get() => {
                self.start();
                entry::renew_entry();
            }
            None => {}
        }
    }
}

/// Has `callback` called soon, and then repeatedly, while a script runs on this thread. For a native debugger attached to a
/// process that is about to be killed: what it allocates is never freed. Does nothing if the VM has a watchdog already.
pub fn request_interrupt(cx: Cx<'_>, callback: InterruptCallback) {
    let Some(time_limit) = time_limit() else { return };
    if WATCHDOG.with_borrow(Weak::upgrade).is_some() {
        return;
    }
    let interval = Rc::new(Cell::new(POLL_INTERVAL));
    let flag = Arc::default();
    let state = Rc::new(WatchdogState {
        flag,
        callback: Some(callback),
        group: cx.group(),
        interval,
        is_active: Cell::new(true),
    });
    WATCHDOG.set(Rc::downgrade(&state));
    // SAFETY: the group lives as long as the context; the state lives for ever, since its reference is never released.
    unsafe {
        time_limit.set(
            state.group,
            SHORTEST_SECONDS,
            Some(should_terminate),
            Rc::into_raw(state).cast_mut().cast::<c_void>(),
        )
    };
    entry::renew_entry();
}

/// A year.
const NEVER_SECONDS: f64 = 31_536_000.0;

unsafe extern "C" fn never_terminate(_ctx: JSContextRef, _data: *mut c_void) -> bool {
    false
}

/// A limit applies while this exists; also while a panic unwinds.
struct LimitScope(());

impl LimitScope {
    fn begin(limit: Rc<Limit>) -> LimitScope {
        LIMITS.with_borrow_mut(|limits| limits.push(limit));
        LimitScope(())
    }
}

impl Drop for LimitScope {
    fn drop(&mut self) {
        LIMITS.with_borrow_mut(|limits| limits.pop());
    }
}

/// The seconds until the next poll.
fn seconds_to_next_poll(state: &WatchdogState) -> f64 {
    let (interval, poll) = (state.interval.get().as_secs_f64(), POLL_INTERVAL.as_secs_f64());
    let until_due = LIMITS.with_borrow(|limits| {
        let now = Instant::now();
        let left = |limit: &Rc<Limit>| match limit.deadline {
            Some(deadline) if limit.interrupted.is_none() => deadline.saturating_duration_since(now).as_secs_f64(),
            _ => poll,
        };
        limits.iter().map(left).reduce(f64::min)
    });
    until_due.map_or(interval, |due| due.clamp(SHORTEST_SECONDS, interval.max(poll)))
}

fn any_limit_reached() -> bool {
    LIMITS.with_borrow(|limits| limits.iter().any(|limit| limit.is_reached()))
}

/// Whether Rust may call into JavaScript. Not while termination is requested: the engine aborts when a script starts with the
/// exception that terminated another, and a terminated script must not continue.
#[inline]
pub(crate) fn may_enter(ctx: JSContextRef) -> bool {
    if is_requested() {
        return false;
    }
    !TERMINATING.get() || has_unwound(ctx)
}

/// Whether termination is requested for this thread's VM.
#[inline]
pub(crate) fn is_requested() -> bool {
    TRAPS_WERE_FIRED.load(Ordering::Relaxed) && terminating_state().is_some()
}

/// Whether JavaScript may call a native function. If it still runs although termination is requested, its trap was lost, in an
/// engine call that discards exceptions, and is fired again.
#[inline]
pub(crate) fn may_call_native() -> bool {
    if TRAPS_WERE_FIRED.load(Ordering::Relaxed) {
        fire_trap_again();
    }
    !TERMINATING.get()
}

#[cold]
fn fire_trap_again() {
    if let Some(state) = terminating_state() {
        state.flag.fire_trap();
    }
}

/// The watchdog state of this thread's VM, if termination is requested.
fn terminating_state() -> Option<Rc<WatchdogState>> {
    WATCHDOG.with_borrow(Weak::upgrade).filter(|state| state.is_active.get() && state.flag.is_raised())
}

#[cold]
fn has_unwound(ctx: JSContextRef) -> bool {
    let unwound = entry::is_at_loop_depth();
    if unwound {
        TERMINATING.set(false);
        entry::recover_from_termination(ctx);
    }
    unwound
}

/// Called where a script or a promise job may have been terminated by a trap, which calls nobody back.
#[inline]
pub(crate) fn note_termination() {
    if TRAPS_WERE_FIRED.load(Ordering::Relaxed) {
        note_termination_if_requested();
    }
}

#[cold]
fn note_termination_if_requested() {
    if terminating_state().is_some() {
        TERMINATED_A_SCRIPT.set(true);
        TERMINATING.set(true);
    }
}

/// This thread's VM is shut down: its termination cannot be requested any more.
pub(crate) fn disarm() {
    if let Some(state) = WATCHDOG.with_borrow(Weak::upgrade) {
        state.is_active.set(false);
        *state.flag.trap() = None;
    }
}

/// Whether a script was ever terminated on this thread. JavaScript can throw the very string that the engine uses for a
/// terminated script; if none was terminated, it is just a string.
pub(crate) fn has_terminated_a_script() -> bool {
    TERMINATED_A_SCRIPT.get()
}

/// Polls while scripts of one VM run, for as long as it exists. A VM has at most one watchdog.
pub struct Watchdog {
    state: Rc<WatchdogState>,
    vm: Vm,
}

impl Watchdog {
    /// None if the engine has no execution time limit, or if the VM has a watchdog already.
    pub fn new(vm: &Vm, callback: Option<InterruptCallback>) -> Option<Watchdog> {
        let flag = TerminationFlag::of(vm);
        let only_backs_up_trap = callback.is_none() && flag.trap().is_some();
        let interval = if only_backs_up_trap { BACKSTOP_INTERVAL } else { POLL_INTERVAL };
        Watchdog::with_flag(vm, flag, Rc::new(Cell::new(interval)), callback)
    }

    /// The same with an interval of the caller's choice.
    pub fn polling_every(vm: &Vm, cpu_time: Duration, callback: InterruptCallback) -> Option<Watchdog> {
        Watchdog::polling_at(vm, Rc::new(Cell::new(cpu_time)), callback)
    }

    /// The same with an interval that the caller changes as it goes.
    pub fn polling_at(vm: &Vm, interval: PollInterval, callback: InterruptCallback) -> Option<Watchdog> {
        Watchdog::with_flag(vm, TerminationFlag::of(vm), interval, Some(callback))
    }

    fn with_flag(
        vm: &Vm,
        flag: TerminationFlag,
        interval: PollInterval,
        callback: Option<InterruptCallback>,
    ) -> Option<Watchdog> {
        let time_limit = time_limit()?;
        if !vm.attach_watchdog() {
            return None;
        }
        let seconds = interval.get().as_secs_f64();
        let state = Rc::new(WatchdogState {
            flag: Arc::new(flag),
            callback,
            group: vm.group(),
            interval,
            is_active: Cell::new(true),
        });
        WATCHDOG.set(Rc::downgrade(&state));
        // SAFETY: the group lives as long as `vm`, which we keep; the state as long as the limit, which Drop clears.
        unsafe {
            time_limit.set(vm.group(), seconds, Some(should_terminate), Rc::as_ptr(&state).cast_mut().cast::<c_void>())
        };
        Some(Watchdog { state, vm: vm.clone() })
    }

    /// Raises the flag and has it polled as soon as the engine can. JavaScript that still runs should do nothing.
    pub fn terminate_now(&self) {
        if self.state.flag.request_termination() {
            return;
        }
        if let Some(time_limit) = time_limit() {
            let data = Rc::as_ptr(&self.state).cast_mut().cast::<c_void>();
            // SAFETY: as in `new`.
            unsafe { time_limit.set(self.vm.group(), SHORTEST_SECONDS, Some(should_terminate), data) };
        }
    }

    /// Whether a script that waits in `Atomics.wait` can be terminated.
    pub fn terminates_waits(&self) -> bool {
        self.state.flag.trap().as_ref().is_some_and(Trap::wakes_waiters)
    }

    pub fn terminator(&self) -> Terminator {
        Terminator(self.state.flag.clone())
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.state.is_active.set(false);
        *self.state.flag.trap() = None;
        if let Some(time_limit) = time_limit().filter(|_| !roots::engine_has_ended()) {
            // SAFETY: after this the engine no longer calls `should_terminate` with our pointer.
            unsafe { time_limit.clear(self.vm.group()) };
        }
        self.vm.detach_watchdog();
    }
}

unsafe extern "C" fn should_terminate(ctx: JSContextRef, data: *mut c_void) -> bool {
    let pointer = data.cast::<WatchdogState>().cast_const();
    // SAFETY: `data` is the WatchdogState of a Watchdog that lives now; the engine calls on the JavaScript thread. Our own
    // reference keeps the state when `callback` drops the Watchdog.
    let state = unsafe {
        Rc::increment_strong_count(pointer);
        Rc::from_raw(pointer)
    };
    let terminate = TERMINATING.get()
        || state.flag.is_raised()
        || any_limit_reached()
        || state.callback.as_ref().is_some_and(|callback| {
            // SAFETY: the engine passes a live context. A panic must not cross into C.
            let cx = unsafe { Cx::from_raw(ctx) };
            let _native_call = NativeCallScope::new();
            without_draining(|| catch_unwind(AssertUnwindSafe(|| callback(cx)))).unwrap_or_else(|payload| {
                // Its destructor might panic too.
                std::mem::forget(payload);
                false
            })
        });
    if terminate {
        TERMINATED_A_SCRIPT.set(true);
        TERMINATING.set(true);
    }
    if state.is_active.get()
        && let Some(time_limit) = time_limit()
    {
        // The limit fires once and is set again from within, to go on polling, for the next script if this one is terminated.
        // In that case not immediately: a second termination during the unwinding would outlive the first.
        let seconds = if terminate { state.interval.get().as_secs_f64() } else { seconds_to_next_poll(&state) };
        // SAFETY: as in Watchdog::new.
        unsafe { time_limit.set(state.group, seconds, Some(should_terminate), data) };
    }
    terminate
}
