//! A worker: a thread with an engine and a loop of its own.
//!
//! ```text
//!   parent's thread                                     worker's thread
//!   new Worker() ─ start ─▶ std::thread ───────────────▶ Loop, Context, Runtime::boot, the program, until nothing is alive
//!   terminate()  ─ flag, wake ─────────────────────────▶ the watchdog ends the script, the loop stops
//!   'exit'       ◀─ a letter to the parent's loop ────── the engine is gone, then the ports, then this
//! ```
//!
//! What ends: the machine is released whoever still holds parts of it ([`hexloop_engine::Vm::end_with_thread`]); everything
//! that the thread's variables own goes with the thread. The parent joins the thread before it tells of its end. A thread
//! that ends itself ends its workers first.

use crate::heap_limit::HeapLimit;
use crate::host::host;
use crate::options::Options;
use crate::ports::{self, End};
use crate::runtime::Runtime;
use crate::trace;
use hexloop::{KeepAlive, LoopProxy};
use hexloop_engine::{Cx, Out, PollInterval, Terminator, Vm, Watchdog};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Node's code for a worker that was ended.
const TERMINATED: i32 = 1;

/// The engine keeps a distance of its own from the end of the stack, and native functions another; this is what they must not
/// take from the program.
const RESERVED_STACK: usize = 512 << 10;

/// What the parent decides about a worker.
pub struct Plan {
    pub options: Options,
    /// What `lib/worker/thread.js` gets, as JSON.
    pub brief: String,
    pub ports: Vec<Arc<End>>,
    pub name: String,
    pub stack_bytes: usize,
    /// None where nothing was said: then the machine's memory is the limit.
    pub heap_bytes: Option<u64>,
}

/// Why a worker did not come to an end of its own.
enum Failure {
    NotBegun(String),
    OutOfMemory,
}

/// What both threads see of a worker.
#[derive(Default)]
struct Shared {
    ended: AtomicBool,
    out_of_memory: AtomicBool,
    exit_code: AtomicI32,
    has_exit_code: AtomicBool,
    reach: Mutex<Option<Reach>>,
    times: LoopTimes,
}

/// What a worker's loop did, in nanoseconds since [`origin`]; 0 where that has not been yet.
#[derive(Default)]
struct LoopTimes {
    began: AtomicU64,
    idle: AtomicU64,
    waits_since: AtomicU64,
}

fn now() -> u64 {
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    // Never 0, which says that something has not been yet.
    ORIGIN.get_or_init(Instant::now).elapsed().as_nanos() as u64 + 1
}

/// The loop of this worker begins; the first time counts.
pub fn note_loop_begins() {
    with_times(|times| _ = times.began.compare_exchange(0, now(), Ordering::SeqCst, Ordering::SeqCst));
}

/// The loop has waited for so long before, the moments that it stayed awake included.
pub fn note_wait_begins(idle: Duration) {
    with_times(|times| {
        times.idle.store(idle.as_nanos() as u64, Ordering::SeqCst);
        times.waits_since.store(now(), Ordering::SeqCst);
    });
}

pub fn note_wait_ends() {
    with_times(|times| {
        let since = times.waits_since.swap(0, Ordering::SeqCst);
        times.idle.fetch_add(now().saturating_sub(since), Ordering::SeqCst);
    });
}

fn with_times(note: impl FnOnce(&LoopTimes)) {
    INNER.with_borrow(|inner| {
        if let Some(inner) = inner {
            note(&inner.shared.times);
        }
    });
}

/// How long the loop of a worker has waited, and for how long there has been one, in milliseconds.
pub fn loop_times(id: u32) -> Option<(f64, f64)> {
    let shared = WORKERS.with_borrow(|workers| workers.get(&id).map(|running| running.shared.clone()))?;
    let began = shared.times.began.load(Ordering::SeqCst);
    if began == 0 {
        return None;
    }
    let waits_since = shared.times.waits_since.load(Ordering::SeqCst);
    let now = now();
    let waiting = if waits_since == 0 { 0 } else { now.saturating_sub(waits_since) };
    let idle = shared.times.idle.load(Ordering::SeqCst) + waiting;
    Some((idle as f64 / 1e6, now.saturating_sub(began) as f64 / 1e6))
}

/// How to get at a worker that runs.
#[derive(Clone)]
struct Reach {
    terminator: Option<Terminator>,
    proxy: LoopProxy,
}

struct Running {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    keep_alive: Option<KeepAlive>,
}

/// The worker that this thread is.
struct Inner {
    shared: Arc<Shared>,
    watchdog: Option<Watchdog>,
    brief: String,
    ports: Vec<u32>,
}

thread_local! {
    static WORKERS: RefCell<HashMap<u32, Running>> = RefCell::default();
    static INNER: RefCell<Option<Inner>> = const { RefCell::new(None) };
}

/// The number of the next thread; the main one is 0.
pub fn next_thread_id() -> u32 {
    static LAST: AtomicU32 = AtomicU32::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Starts a worker. Its end is told to `entries.worker_exit`.
pub fn start(id: u32, plan: Plan) -> io::Result<()> {
    let shared = Arc::new(Shared::default());
    let for_thread = shared.clone();
    let parent = host().lp.proxy();
    let name: String = plan.name.chars().filter(|letter| *letter != '\0').take(15).collect();
    let builder = std::thread::Builder::new().name(name).stack_size(plan.stack_bytes + RESERVED_STACK);
    let started_by = trace::starting_task();
    let thread = builder.spawn(move || {
        let recording = trace::WorkerRecording::begin(id, &plan.name, started_by);
        // A panic was printed; the parent waits for an end in any case.
        let (code, failure) =
            catch_unwind(AssertUnwindSafe(|| run(&for_thread, plan))).unwrap_or((crate::runtime::BUG, None));
        drop(recording);
        // The ends of this thread's ports are gone by now: what it sent has arrived.
        parent.post(move |_| tell_exit(id, code, failure));
    })?;
    let keep_alive = Some(host().lp.keep_alive());
    WORKERS.with_borrow_mut(|workers| workers.insert(id, Running { shared, thread: Some(thread), keep_alive }));
    Ok(())
}

/// On the parent's thread, in poll.
fn tell_exit(id: u32, code: i32, failure: Option<Failure>) {
    let running = WORKERS.with_borrow_mut(|workers| workers.remove(&id));
    let Some(mut running) = running else { return };
    if let Some(thread) = running.thread.take() {
        // It has nothing left to do but return. That it panicked was printed.
        let _ = thread.join();
    }
    let host = host();
    let (not_begun, out_of_memory) = match failure {
        Some(Failure::NotBegun(why)) => (Out::from(why), false),
        Some(Failure::OutOfMemory) => (Out::Undefined, true),
        None => (Out::Undefined, false),
    };
    let arguments =
        vec![Out::Number(f64::from(id)), Out::Number(f64::from(code)), not_begun, Out::Boolean(out_of_memory)];
    host.call(&host.entries.worker_exit, arguments);
}

/// The whole life of a worker, on its thread: its exit code, and why it could not begin.
fn run(shared: &Arc<Shared>, plan: Plan) -> (i32, Option<Failure>) {
    let Plan { options, brief, ports, heap_bytes, .. } = plan;
    let (inner_shared, body_shared) = (shared.clone(), shared.clone());
    let reach = Rc::new(Cell::new(None));
    let reach_slot = reach.clone();
    let outcome = Runtime::enter_worker(
        options,
        move |vm, lp| {
            let watchdog = match heap_bytes {
                Some(bytes) => watch_heap(vm, &inner_shared, bytes),
                None => Watchdog::new(vm, None),
            };
            let terminator = watchdog.as_ref().map(Watchdog::terminator);
            let inner = Inner { shared: inner_shared, watchdog, brief, ports: Vec::new() };
            INNER.set(Some(inner));
            reach_slot.set(Some(Reach { terminator, proxy: lp.proxy() }));
        },
        move |runtime| {
            let ports = ports.into_iter().map(ports::keep).collect();
            INNER.with_borrow_mut(|inner| inner.as_mut().expect("set above").ports = ports);
            // Only now: what starts the thread is not to be ended midway, the program is.
            body_shared.can_be_reached(reach.take().expect("set above"));
            if is_ended() { 0 } else { runtime.run_worker() }
        },
        || {
            end_all();
            // The watchdog holds the machine, and must go before it.
            drop(INNER.take());
            ports::give_up_all();
        },
    );
    *lock(&shared.reach) = None;
    let code = match outcome {
        // Node's word for it, whatever the system lacked.
        Err(error) => {
            let failure =
                if error.raw_os_error() == Some(libc::EMFILE) { "EMFILE".to_owned() } else { error.to_string() };
            return (TERMINATED, Some(Failure::NotBegun(failure)));
        }
        _ if shared.out_of_memory.load(Ordering::SeqCst) => return (TERMINATED, Some(Failure::OutOfMemory)),
        _ if shared.has_exit_code.load(Ordering::SeqCst) => shared.exit_code.load(Ordering::SeqCst),
        _ if shared.ended.load(Ordering::SeqCst) => TERMINATED,
        Ok(code) => code,
    };
    (code, None)
}

/// Ends the worker, from within, when its heap has outgrown the limit.
fn watch_heap(vm: &Vm, shared: &Arc<Shared>, bytes: u64) -> Option<Watchdog> {
    let limit = HeapLimit::new(bytes);
    let shared = shared.clone();
    let pace: PollInterval = Rc::new(Cell::new(HeapLimit::LOOK_AT_LEAST_EVERY));
    let watchdog_pace = pace.clone();
    let inspect = move |cx: Cx<'_>| {
        let exceeded = limit.is_exceeded(cx);
        if exceeded {
            shared.out_of_memory.store(true, Ordering::SeqCst);
            shared.end();
        }
        pace.set(limit.time_to_next_look(cx));
        exceeded
    };
    Watchdog::polling_at(vm, watchdog_pace, Rc::new(inspect))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Reach {
    fn end(&self) {
        if let Some(terminator) = &self.terminator {
            terminator.terminate();
        }
        self.proxy.post(|lp| lp.stop());
    }
}

impl Shared {
    /// Who ends the worker writes before it reads, and so does this: one of them sees the other.
    fn can_be_reached(&self, reach: Reach) {
        *lock(&self.reach) = Some(reach.clone());
        if self.ended.load(Ordering::SeqCst) {
            reach.end();
        }
    }

    fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        let reach = lock(&self.reach).clone();
        if let Some(reach) = reach {
            reach.end();
        }
    }
}

/// `terminate()`.
pub fn terminate(id: u32) {
    let shared = WORKERS.with_borrow(|workers| workers.get(&id).map(|running| running.shared.clone()));
    if let Some(shared) = shared {
        shared.end();
    }
}

/// Whether a worker keeps this thread's loop alive.
pub fn hold(id: u32, holds: bool) {
    let keep_alive = holds.then(|| host().lp.keep_alive());
    let before = WORKERS.with_borrow_mut(|workers| {
        workers.get_mut(&id).and_then(|running| std::mem::replace(&mut running.keep_alive, keep_alive))
    });
    drop(before);
}

/// This thread ends: so do its workers, first.
fn end_all() {
    let workers = WORKERS.take();
    for running in workers.values() {
        running.shared.end();
    }
    for (_, mut running) in workers {
        if let Some(thread) = running.thread.take() {
            let _ = thread.join();
        }
    }
}

/// `process.exit()` in a worker: the script that runs is about to be ended, and the loop with it. False on the main thread.
pub fn exit_here(code: i32) -> bool {
    INNER.with_borrow(|inner| {
        let Some(inner) = inner else { return false };
        if !inner.shared.has_exit_code.swap(true, Ordering::SeqCst) {
            inner.shared.exit_code.store(code, Ordering::SeqCst);
        }
        if let Some(watchdog) = &inner.watchdog {
            watchdog.terminate_now();
        }
        host().lp.stop();
        true
    })
}

/// Whether the worker that this thread is was ended, from within or without.
pub fn is_ended() -> bool {
    INNER.with_borrow(|inner| {
        inner.as_ref().is_some_and(|inner| {
            inner.shared.has_exit_code.load(Ordering::SeqCst) || inner.shared.ended.load(Ordering::SeqCst)
        })
    })
}

fn with_inner<R>(look: impl FnOnce(&mut Inner) -> R) -> Option<R> {
    INNER.with_borrow_mut(|inner| inner.as_mut().map(look))
}

/// Whether `terminate()` ends a script of this worker that runs.
pub fn ends_scripts() -> bool {
    with_inner(|inner| inner.watchdog.is_some()).unwrap_or(false)
}

/// Whether `terminate()` ends a script of this worker that waits in `Atomics.wait`.
pub fn ends_waits() -> bool {
    with_inner(|inner| inner.watchdog.as_ref().is_some_and(Watchdog::terminates_waits)).unwrap_or(false)
}

pub fn is_worker() -> bool {
    INNER.with_borrow(Option::is_some)
}

/// What the parent said; and the numbers of the ports that came with it.
pub fn brief() -> Option<(String, Vec<u32>)> {
    INNER.with_borrow(|inner| inner.as_ref().map(|inner| (inner.brief.clone(), inner.ports.clone())))
}
