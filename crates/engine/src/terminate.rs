//! Ending a running script from another thread.
//!
//! The engine can call back after a given CPU time; answering "yes" ends the script with an error that JavaScript cannot
//! catch. So the watchdog looks at a flag every few milliseconds of CPU time, and the flag can be raised from anywhere. Where
//! the engine's own trap was found (`capabilities/termination_trap.rs`) whoever raises the flag requests termination through it, and who has nothing else to look at hardly
//! ever looks. Set it up before the nested loop is entered (see [`crate::way_in`]): only then does the clock run across promise jobs.
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
use crate::ffi::*;
use crate::repeated_request::repeat;
use crate::roots;
use crate::way_in::{self, Deeper, without_draining};
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::{Rc, Weak};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much CPU time may pass before a raised flag is seen.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The same where a trap ends the script: only in case that one was missed.
const LOOK_SELDOM: Duration = Duration::from_secs(5);

const SOON_SECONDS: f64 = 0.000_05;

/// Raises the flag; clone it into other threads.
#[derive(Clone)]
pub struct Terminator(Arc<Flag>);

#[derive(Default)]
struct Flag {
    raised: AtomicBool,
    /// There while the Watchdog is, which goes before its machine.
    trap: Mutex<Option<Trap>>,
}

impl Flag {
    fn of(vm: &Vm) -> Flag {
        Flag { raised: AtomicBool::new(false), trap: Mutex::new(Trap::of(vm.group())) }
    }

    fn trap(&self) -> MutexGuard<'_, Option<Trap>> {
        self.trap.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// False where there is none, or no request any more: a trap that is sprung after the request was withdrawn would end the
    /// next script, so both happen under the lock.
    fn spring_trap(&self) -> bool {
        let trap = self.trap();
        if !self.is_raised() {
            return false;
        }
        if let Some(trap) = &*trap {
            TRAPS_WERE_SPRUNG.store(true, Ordering::Release);
            // SAFETY: the Watchdog is there as long as this holds the lock, and with it its machine.
            unsafe { trap.spring() };
        }
        trap.is_some()
    }

    fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    /// False where there is no trap.
    fn request_termination(self: &Arc<Flag>) -> bool {
        self.raised.store(true, Ordering::Release);
        let has_trap = self.spring_trap();
        if has_trap {
            let flag = self.clone();
            repeat(Arc::as_ptr(self) as usize, move || flag.spring_trap());
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
pub type Pace = Rc<Cell<Duration>>;

/// Called on the JavaScript thread while a script runs long; true ends it.
pub type Inspect = Rc<dyn Fn(Cx<'_>) -> bool>;

struct Watch {
    flag: Arc<Flag>,
    inspect: Option<Inspect>,
    group: JSContextGroupRef,
    every: Pace,
    /// The Watchdog is there. It may go while `inspect` runs.
    on: Cell<bool>,
}

/// By any thread, for any machine: most programs never do that, and need not look for it.
static TRAPS_WERE_SPRUNG: AtomicBool = AtomicBool::new(false);

thread_local! {
    static ENDED_A_SCRIPT: Cell<bool> = const { Cell::new(false) };
    /// A script was ended and the stack is not down yet.
    static ENDING: Cell<bool> = const { Cell::new(false) };
    /// The watch of this thread's machine.
    static WATCH: RefCell<Weak<Watch>> = const { RefCell::new(Weak::new()) };
    /// Of the scripts that run within limits, the outermost first.
    static LIMITS: RefCell<Vec<Rc<Limit>>> = const { RefCell::new(Vec::new()) };
}

/// Why a script was cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    Timeout,
    Interrupt,
}

struct Limit {
    deadline: Option<Instant>,
    interrupted: Option<&'static AtomicBool>,
    cut: Cell<Option<Cut>>,
}

impl Limit {
    fn is_reached(&self) -> bool {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let interrupted = self.interrupted.is_some_and(|flag| flag.load(Ordering::Acquire));
        self.cut.set(if late { Some(Cut::Timeout) } else { interrupted.then_some(Cut::Interrupt) });
        late || interrupted
    }
}

/// Without the nested way there is no later moment: the engine's clock runs from an outermost entry on, and only if there
/// was one by then.
pub(crate) fn prepare(group: JSContextGroupRef) {
    if let (false, Some(limit)) = (way_in::nested_way_available(), time_limit()) {
        // SAFETY: a live group; the limit, which nothing can reach in between, is taken off at once.
        unsafe {
            limit.set(group, f64::MAX, None, std::ptr::null_mut());
            limit.clear(group);
        }
    }
}

/// Runs `body`, and ends the JavaScript in it after a time, or when the flag is raised. Tells whether it did: what `body`
/// answers then is for nobody.
pub fn within<R>(
    cx: Cx<'_>,
    timeout: Option<Duration>,
    interrupted: Option<&'static AtomicBool>,
    body: impl FnOnce() -> R,
) -> (R, Option<Cut>) {
    let Some(time_limit) = time_limit() else { return (body(), None) };
    let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let limit = Rc::new(Limit { deadline, interrupted, cut: Cell::new(None) });
    let within = Within::begin(limit.clone());
    let looking = Looking::begin(cx, time_limit);
    let result = body();
    drop(within);
    looking.pause();
    let cut = limit.cut.get();
    if cut.is_some() {
        ENDING.set(false);
        way_in::recover_midway(cx.raw);
    }
    drop(looking);
    (result, cut)
}

/// The engine looks at the limits of this thread while this exists; also while a body that panicked is left.
struct Looking {
    time_limit: TimeLimit,
    watch: Rc<Watch>,
    /// There was no watch of this VM. Then this is the one that there was of another VM.
    before: Option<Weak<Watch>>,
}

impl Looking {
    fn begin(cx: Cx<'_>, time_limit: TimeLimit) -> Looking {
        let known = WATCH.with_borrow(Weak::upgrade).filter(|watch| watch.group == cx.group() && watch.on.get());
        let (watch, before) = match known {
            Some(watch) => (watch, None),
            None => {
                let (flag, on) = (Arc::default(), Cell::new(true));
                let every = Rc::new(Cell::new(LOOK_EVERY));
                let watch = Rc::new(Watch { flag, inspect: None, group: cx.group(), every, on });
                let before = WATCH.replace(Rc::downgrade(&watch));
                (watch, Some(before))
            }
        };
        let looking = Looking { time_limit, watch, before };
        looking.look();
        if looking.before.is_some() {
            // The engine's clock begins to run when the engine is entered, which it was long ago.
            way_in::renew_entry();
        }
        looking
    }

    fn look(&self) {
        let data = Rc::as_ptr(&self.watch).cast_mut().cast::<c_void>();
        // SAFETY: the VM lives as long as the context that `within` was given, or as its Watchdog. The watch lives until the limit is
        // set anew: by our Drop, or, where it is a Watchdog's, by that one's.
        unsafe { self.time_limit.set(self.watch.group, pace(&self.watch), Some(look), data) };
    }

    /// Not cleared: a clock that still runs then would find a limit without a callback, and end whatever runs.
    fn pause(&self) {
        // SAFETY: as above; the callback looks at nothing.
        unsafe { self.time_limit.set(self.watch.group, FAR_SECONDS, Some(go_on), std::ptr::null_mut()) };
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        self.pause();
        match self.before.take() {
            Some(before) => {
                self.watch.on.set(false);
                WATCH.set(before);
            }
            // The Watchdog may have gone meanwhile, and the watch goes with us then.
            None if self.watch.on.get() => {
                self.look();
                way_in::renew_entry();
            }
            None => {}
        }
    }
}

/// Has `inspect` called soon, in the midst of whatever script runs on this thread then, and again and again. For a native
/// debugger, in a process that is about to be killed: what it needs is never freed. Where the VM is watched already nothing happens.
pub fn inspect_soon(cx: Cx<'_>, inspect: Inspect) {
    let Some(time_limit) = time_limit() else { return };
    if WATCH.with_borrow(Weak::upgrade).is_some() {
        return;
    }
    let every = Rc::new(Cell::new(LOOK_EVERY));
    let flag = Arc::default();
    let watch = Rc::new(Watch { flag, inspect: Some(inspect), group: cx.group(), every, on: Cell::new(true) });
    WATCH.set(Rc::downgrade(&watch));
    // SAFETY: the group lives as long as the context; the watch for ever, since its count is never given back.
    unsafe { time_limit.set(watch.group, SOON_SECONDS, Some(look), Rc::into_raw(watch).cast_mut().cast::<c_void>()) };
    way_in::renew_entry();
}

/// A year.
const FAR_SECONDS: f64 = 31_536_000.0;

unsafe extern "C" fn go_on(_ctx: JSContextRef, _data: *mut c_void) -> bool {
    false
}

/// While it exists, a limit counts; also when the body panics.
struct Within(());

impl Within {
    fn begin(limit: Rc<Limit>) -> Within {
        LIMITS.with_borrow_mut(|limits| limits.push(limit));
        Within(())
    }
}

impl Drop for Within {
    fn drop(&mut self) {
        LIMITS.with_borrow_mut(|limits| limits.pop());
    }
}

/// In how many seconds to look again.
fn pace(watch: &Watch) -> f64 {
    let (every, look) = (watch.every.get().as_secs_f64(), LOOK_EVERY.as_secs_f64());
    let until_due = LIMITS.with_borrow(|limits| {
        let now = Instant::now();
        let left = |limit: &Rc<Limit>| match limit.deadline {
            Some(deadline) if limit.interrupted.is_none() => deadline.saturating_duration_since(now).as_secs_f64(),
            _ => look,
        };
        limits.iter().map(left).reduce(f64::min)
    });
    until_due.map_or(every, |due| due.clamp(SOON_SECONDS, every.max(look)))
}

fn a_limit_is_reached() -> bool {
    LIMITS.with_borrow(|limits| limits.iter().any(|limit| limit.is_reached()))
}

/// For every way from Rust into JavaScript: whether it may be gone. Not while a termination is requested: the engine aborts where
/// a script begins with the exception that has ended another, and what was ended once is not to go on.
#[inline]
pub(crate) fn may_enter(ctx: JSContextRef) -> bool {
    if is_requested() {
        return false;
    }
    !ENDING.get() || is_down(ctx)
}

/// Whether the scripts of this thread's VM are to end.
#[inline]
pub(crate) fn is_requested() -> bool {
    TRAPS_WERE_SPRUNG.load(Ordering::Relaxed) && raised_watch().is_some()
}

/// For native functions: whether JavaScript may call them. If it is to end and goes on nevertheless, its trap was lost, in a call
/// of the engine that tells nobody what was thrown in it, and is sprung again.
#[inline]
pub(crate) fn may_be_called() -> bool {
    if TRAPS_WERE_SPRUNG.load(Ordering::Relaxed) {
        end_again();
    }
    !ENDING.get()
}

#[cold]
fn end_again() {
    if let Some(watch) = raised_watch() {
        watch.flag.spring_trap();
    }
}

/// The watch of this thread's machine, where its scripts are to end.
fn raised_watch() -> Option<Rc<Watch>> {
    WATCH.with_borrow(Weak::upgrade).filter(|watch| watch.on.get() && watch.flag.is_raised())
}

#[cold]
fn is_down(ctx: JSContextRef) -> bool {
    let down = way_in::is_at_the_loop();
    if down {
        ENDING.set(false);
        way_in::recover_from_ending(ctx);
    }
    down
}

/// Called where a script or a promise job may have come to its end by a trap, which calls nobody back.
#[inline]
pub(crate) fn note_end() {
    if TRAPS_WERE_SPRUNG.load(Ordering::Relaxed) {
        note_end_if_raised();
    }
}

#[cold]
fn note_end_if_raised() {
    if raised_watch().is_some() {
        ENDED_A_SCRIPT.set(true);
        ENDING.set(true);
    }
}

/// The VM of this thread ends: nobody requests its termination any more.
pub(crate) fn forget_watch() {
    if let Some(watch) = WATCH.with_borrow(Weak::upgrade) {
        watch.on.set(false);
        *watch.flag.trap() = None;
    }
}

/// Whether a script was ever ended on this thread. JavaScript can throw the very text that the engine uses for an ended
/// script; without an end to account for it, it is just a text.
pub(crate) fn ended_a_script() -> bool {
    ENDED_A_SCRIPT.get()
}

/// Watches the scripts of one VM for as long as it lives. A VM has one watchdog: while it is there a second is refused.
pub struct Watchdog {
    watch: Rc<Watch>,
    vm: Vm,
}

impl Watchdog {
    /// None where the engine has no execution time limit, or where the VM is watched already.
    pub fn new(vm: &Vm, inspect: Option<Inspect>) -> Option<Watchdog> {
        let flag = Flag::of(vm);
        let has_nothing_else_to_see = inspect.is_none() && flag.trap().is_some();
        let every = if has_nothing_else_to_see { LOOK_SELDOM } else { LOOK_EVERY };
        Watchdog::with_flag(vm, flag, Rc::new(Cell::new(every)), inspect)
    }

    /// The same for who can wait longer for a look.
    pub fn looking_every(vm: &Vm, cpu_time: Duration, inspect: Inspect) -> Option<Watchdog> {
        Watchdog::looking_at(vm, Rc::new(Cell::new(cpu_time)), inspect)
    }

    /// The same for who changes the pace.
    pub fn looking_at(vm: &Vm, pace: Pace, inspect: Inspect) -> Option<Watchdog> {
        Watchdog::with_flag(vm, Flag::of(vm), pace, Some(inspect))
    }

    fn with_flag(vm: &Vm, flag: Flag, every: Pace, inspect: Option<Inspect>) -> Option<Watchdog> {
        let time_limit = time_limit()?;
        if !vm.begin_watch() {
            return None;
        }
        let seconds = every.get().as_secs_f64();
        let watch = Rc::new(Watch { flag: Arc::new(flag), inspect, group: vm.group(), every, on: Cell::new(true) });
        WATCH.set(Rc::downgrade(&watch));
        // SAFETY: the group lives as long as `vm`, which we keep; the watch as long as the limit, which Drop clears.
        unsafe { time_limit.set(vm.group(), seconds, Some(look), Rc::as_ptr(&watch).cast_mut().cast::<c_void>()) };
        Some(Watchdog { watch, vm: vm.clone() })
    }

    /// Raises the flag and has it looked at as soon as the engine can. JavaScript that goes on meanwhile should do nothing.
    pub fn end_now(&self) {
        if self.watch.flag.request_termination() {
            return;
        }
        if let Some(time_limit) = time_limit() {
            let data = Rc::as_ptr(&self.watch).cast_mut().cast::<c_void>();
            // SAFETY: as in `new`.
            unsafe { time_limit.set(self.vm.group(), SOON_SECONDS, Some(look), data) };
        }
    }

    /// Whether a script that waits in `Atomics.wait` is ended like any other.
    pub fn ends_waits(&self) -> bool {
        self.watch.flag.trap().as_ref().is_some_and(Trap::wakes_waiters)
    }

    pub fn terminator(&self) -> Terminator {
        Terminator(self.watch.flag.clone())
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.watch.on.set(false);
        *self.watch.flag.trap() = None;
        if let Some(time_limit) = time_limit().filter(|_| !roots::engine_is_gone()) {
            // SAFETY: after this the engine no longer calls `look` with our pointer.
            unsafe { time_limit.clear(self.vm.group()) };
        }
        self.vm.end_watch();
    }
}

unsafe extern "C" fn look(ctx: JSContextRef, data: *mut c_void) -> bool {
    let pointer = data.cast::<Watch>().cast_const();
    // SAFETY: `data` is the Watch of a Watchdog that lives now; the engine calls on the JavaScript thread. Our own count keeps
    // the watch when `inspect` drops the Watchdog.
    let watch = unsafe {
        Rc::increment_strong_count(pointer);
        Rc::from_raw(pointer)
    };
    let end = ENDING.get()
        || watch.flag.is_raised()
        || a_limit_is_reached()
        || watch.inspect.as_ref().is_some_and(|inspect| {
            // SAFETY: the engine passes a live context. A panic must not cross into C.
            let cx = unsafe { Cx::from_raw(ctx) };
            let _deeper = Deeper::new();
            without_draining(|| catch_unwind(AssertUnwindSafe(|| inspect(cx)))).unwrap_or_else(|payload| {
                // Its destructor might panic too.
                std::mem::forget(payload);
                false
            })
        });
    if end {
        ENDED_A_SCRIPT.set(true);
        ENDING.set(true);
    }
    if watch.on.get()
        && let Some(time_limit) = time_limit()
    {
        // The limit fires once and is set again from within to go on, for the next script when this one ends.
        // While one ends, not at once: a second end, met on the way down, would outlive the first.
        let seconds = if end { watch.every.get().as_secs_f64() } else { pace(&watch) };
        // SAFETY: as in Watchdog::new.
        unsafe { time_limit.set(watch.group, seconds, Some(look), data) };
    }
    end
}
