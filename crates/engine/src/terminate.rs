//! Ending a running script from another thread.
//!
//! The engine can call back after a given CPU time; answering "yes" ends the script with an error that JavaScript cannot
//! catch. So the watchdog looks at a flag every few milliseconds of CPU time, and the flag can be raised from anywhere. Where
//! the engine's own trap was found (`capabilities/termination_trap.rs`) whoever raises the flag requests termination through it, and who has nothing else to look at hardly
//! ever looks. Set it up before the nested loop is entered (see [`crate::entry`]): only then does the clock run across promise jobs.
//!
//! The end passes through native functions: one that lies between two scripts sees it as an exception, and should it swallow
//! it, or hand it on to JavaScript that catches it, then that JavaScript is ended at the next look. Until the stack is down to
//! where the event loop stands, native functions refuse to run and Rust's calls into JavaScript fail at once; otherwise a
//! script that spends its time in callbacks of a native function would get away for ever.
//!
//! One request is not enough. A trap is spent on whatever meets it first: a call of the engine that tells nobody what was thrown
//! in it, or the first promise job of a queue that refills itself while the outermost entry returns and native functions, who would
//! notice, are not called any more. So a request is repeated, after 1, 2, 4 … milliseconds, by a thread of its own, until it is
//! withdrawn or the Watchdog is gone (`repeated_request.rs`).
//!
//! A script that is run within limits ([`within`]) is ended the same way, but only down to who set them: there the engine
//! is made fit again and JavaScript goes on, which is told why. (In the plain way it cannot be made fit before the outermost
//! entry returns: the end takes the caller with it.)

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

/// The same where a trap ends the script: only in case that one was missed.
const BACKSTOP_INTERVAL: Duration = Duration::from_secs(5);

const SHORTEST_SECONDS: f64 = 0.000_05;

/// Raises the flag; clone it into other threads.
#[derive(Clone)]
pub struct Terminator(Arc<TerminationFlag>);

#[derive(Default)]
struct TerminationFlag {
    raised: AtomicBool,
    /// There while the Watchdog is, which goes before its machine.
    trap: Mutex<Option<Trap>>,
}

impl TerminationFlag {
    fn of(vm: &Vm) -> TerminationFlag {
        TerminationFlag { raised: AtomicBool::new(false), trap: Mutex::new(Trap::of(vm.group())) }
    }

    fn trap(&self) -> MutexGuard<'_, Option<Trap>> {
        self.trap.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// False where there is none, or no request any more: a trap that is sprung after the request was withdrawn would end the
    /// next script, so both happen under the lock.
    fn fire_trap(&self) -> bool {
        let trap = self.trap();
        if !self.is_raised() {
            return false;
        }
        if let Some(trap) = &*trap {
            TRAPS_WERE_FIRED.store(true, Ordering::Release);
            // SAFETY: the Watchdog is there as long as this holds the lock, and with it its machine.
            unsafe { trap.fire() };
        }
        trap.is_some()
    }

    fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    /// False where there is no trap.
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
    /// Ends the script that runs, or the next one that runs long enough to be looked at; also a wait for a notification.
    pub fn terminate(&self) {
        self.0.request_termination();
    }

    /// Lets scripts run again after one was ended.
    pub fn reset(&self) {
        let _no_trap_meanwhile = self.0.trap();
        self.0.raised.store(false, Ordering::Release);
    }
}

/// How much CPU time passes from one look to the next. Each look makes the engine throw away the quick code of the functions that
/// run, so whoever looks may want to change this as it goes.
pub type PollInterval = Rc<Cell<Duration>>;

/// Called on the JavaScript thread while a script runs long; true ends it.
pub type InterruptCallback = Rc<dyn Fn(Cx<'_>) -> bool>;

struct WatchdogState {
    flag: Arc<TerminationFlag>,
    callback: Option<InterruptCallback>,
    group: JSContextGroupRef,
    interval: PollInterval,
    /// The Watchdog is there. It may go while `callback` runs.
    is_active: Cell<bool>,
}

/// By any thread, for any machine: most programs never do that, and need not look for it.
static TRAPS_WERE_FIRED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static TERMINATED_A_SCRIPT: Cell<bool> = const { Cell::new(false) };
    /// A script was ended and the stack is not down yet.
    static TERMINATING: Cell<bool> = const { Cell::new(false) };
    /// The watch of this thread's machine.
    static WATCHDOG: RefCell<Weak<WatchdogState>> = const { RefCell::new(Weak::new()) };
    /// Of the scripts that run within limits, the outermost first.
    static LIMITS: RefCell<Vec<Rc<Limit>>> = const { RefCell::new(Vec::new()) };
}

/// Why a script was cut short.
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

/// Without the nested way there is no later moment: the engine's clock runs from an outermost entry on, and only if there
/// was one by then.
pub(crate) fn prepare_vm(group: JSContextGroupRef) {
    if let (false, Some(limit)) = (entry::nested_entry_available(), time_limit()) {
        // SAFETY: a live group; the limit, which nothing can reach in between, is taken off at once.
        unsafe {
            limit.set(group, f64::MAX, None, std::ptr::null_mut());
            limit.clear(group);
        }
    }
}

/// Runs `body`, and ends the JavaScript in it after a time, or when the flag is raised. Tells whether it did: what `body`
/// answers then is for nobody.
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
    polling.pause();
    let reason = limit.reason.get();
    if reason.is_some() {
        TERMINATING.set(false);
        entry::recover_with_javascript_on_stack(cx.raw);
    }
    drop(polling);
    (result, reason)
}

/// The engine looks at the limits of this thread while this exists; also while a body that panicked is left.
struct PollingScope {
    time_limit: TimeLimit,
    state: Rc<WatchdogState>,
    /// There was no watch of this VM. Then this is the one that there was of another VM.
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
            // The engine's clock begins to run when the engine is entered, which it was long ago.
            entry::renew_entry();
        }
        polling
    }

    fn start(&self) {
        let data = Rc::as_ptr(&self.state).cast_mut().cast::<c_void>();
        // SAFETY: the VM lives as long as the context that `within` was given, or as its Watchdog. The watch lives until the limit is
        // set anew: by our Drop, or, where it is a Watchdog's, by that one's.
        unsafe {
            self.time_limit.set(self.state.group, seconds_to_next_poll(&self.state), Some(should_terminate), data)
        };
    }

    /// Not cleared: a clock that still runs then would find a limit without a callback, and end whatever runs.
    fn pause(&self) {
        // SAFETY: as above; the callback looks at nothing.
        unsafe { self.time_limit.set(self.state.group, NEVER_SECONDS, Some(never_terminate), std::ptr::null_mut()) };
    }
}

impl Drop for PollingScope {
    fn drop(&mut self) {
        self.pause();
        match self.before.take() {
            Some(before) => {
                self.state.is_active.set(false);
                WATCHDOG.set(before);
            }
            // The Watchdog may have gone meanwhile, and the watch goes with us then.
            None if self.state.is_active.get() => {
                self.start();
                entry::renew_entry();
            }
            None => {}
        }
    }
}

/// Has `callback` called soon, in the midst of whatever script runs on this thread then, and again and again. For a native
/// debugger, in a process that is about to be killed: what it needs is never freed. Where the VM is watched already nothing happens.
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
    // SAFETY: the group lives as long as the context; the watch for ever, since its count is never given back.
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

/// While it exists, a limit counts; also when the body panics.
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

/// In how many seconds to look again.
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

/// For every way from Rust into JavaScript: whether it may be gone. Not while a termination is requested: the engine aborts where
/// a script begins with the exception that has ended another, and what was ended once is not to go on.
#[inline]
pub(crate) fn may_enter(ctx: JSContextRef) -> bool {
    if is_requested() {
        return false;
    }
    !TERMINATING.get() || has_unwound(ctx)
}

/// Whether the scripts of this thread's VM are to end.
#[inline]
pub(crate) fn is_requested() -> bool {
    TRAPS_WERE_FIRED.load(Ordering::Relaxed) && terminating_state().is_some()
}

/// For native functions: whether JavaScript may call them. If it is to end and goes on nevertheless, its trap was lost, in a call
/// of the engine that tells nobody what was thrown in it, and is sprung again.
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

/// The watch of this thread's machine, where its scripts are to end.
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

/// Called where a script or a promise job may have come to its end by a trap, which calls nobody back.
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

/// The VM of this thread ends: nobody requests its termination any more.
pub(crate) fn disarm() {
    if let Some(state) = WATCHDOG.with_borrow(Weak::upgrade) {
        state.is_active.set(false);
        *state.flag.trap() = None;
    }
}

/// Whether a script was ever ended on this thread. JavaScript can throw the very text that the engine uses for an ended
/// script; without an end to account for it, it is just a text.
pub(crate) fn has_terminated_a_script() -> bool {
    TERMINATED_A_SCRIPT.get()
}

/// Watches the scripts of one VM for as long as it lives. A VM has one watchdog: while it is there a second is refused.
pub struct Watchdog {
    state: Rc<WatchdogState>,
    vm: Vm,
}

impl Watchdog {
    /// None where the engine has no execution time limit, or where the VM is watched already.
    pub fn new(vm: &Vm, callback: Option<InterruptCallback>) -> Option<Watchdog> {
        let flag = TerminationFlag::of(vm);
        let only_backs_up_trap = callback.is_none() && flag.trap().is_some();
        let interval = if only_backs_up_trap { BACKSTOP_INTERVAL } else { POLL_INTERVAL };
        Watchdog::with_flag(vm, flag, Rc::new(Cell::new(interval)), callback)
    }

    /// The same for who can wait longer for a look.
    pub fn polling_every(vm: &Vm, cpu_time: Duration, callback: InterruptCallback) -> Option<Watchdog> {
        Watchdog::polling_at(vm, Rc::new(Cell::new(cpu_time)), callback)
    }

    /// The same for who changes the pace.
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
        // SAFETY: the group lives as long as `vm`, which we keep; the watch as long as the limit, which Drop clears.
        unsafe {
            time_limit.set(vm.group(), seconds, Some(should_terminate), Rc::as_ptr(&state).cast_mut().cast::<c_void>())
        };
        Some(Watchdog { state, vm: vm.clone() })
    }

    /// Raises the flag and has it looked at as soon as the engine can. JavaScript that goes on meanwhile should do nothing.
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

    /// Whether a script that waits in `Atomics.wait` is ended like any other.
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
            // SAFETY: after this the engine no longer calls `look` with our pointer.
            unsafe { time_limit.clear(self.vm.group()) };
        }
        self.vm.detach_watchdog();
    }
}

unsafe extern "C" fn should_terminate(ctx: JSContextRef, data: *mut c_void) -> bool {
    let pointer = data.cast::<WatchdogState>().cast_const();
    // SAFETY: `data` is the WatchdogState of a Watchdog that lives now; the engine calls on the JavaScript thread. Our own count keeps
    // the watch when `callback` drops the Watchdog.
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
        // The limit fires once and is set again from within to go on, for the next script when this one ends.
        // While one ends, not at once: a second end, met on the way down, would outlive the first.
        let seconds = if terminate { state.interval.get().as_secs_f64() } else { seconds_to_next_poll(&state) };
        // SAFETY: as in Watchdog::new.
        unsafe { time_limit.set(state.group, seconds, Some(should_terminate), data) };
    }
    terminate
}
