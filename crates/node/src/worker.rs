//! A worker: a thread with its own engine and loop.
//!
//! ```text
//!   parent's thread                                     worker's thread
//!   new Worker() ─ start ─▶ std::thread ───────────────▶ Loop, Context, Runtime::boot, the program, until nothing is alive
//!   terminate()  ─ flag, wake-up ──────────────────────▶ the watchdog terminates the script, the loop stops
//!   'exit'       ◀─ a post to the parent's loop ──────── the engine is released, then the ports, then this
//! ```
//!
//! On exit: the VM is released even if something still refers to it ([`hexloop_engine::Vm::end_with_thread`]); thread
//! locals are dropped with the thread. The parent joins the thread before it reports the exit. A thread that exits
//! terminates its own workers first.

use crate::heap_limit::HeapLimit;
use crate::host::host;
use crate::options::Options;
use crate::ports::{self, Port};
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

/// Node's exit code of a terminated worker.
const TERMINATED: i32 = 1;

/// The engine reserves space at the end of the stack, and native functions some more; this is added to what the program
/// may use.
const RESERVED_STACK: usize = 512 << 10;

/// The options with which the parent starts a worker.
pub struct StartOptions {
    pub options: Options,
    /// The argument of `lib/worker/thread.js`, as JSON.
    pub init_data: String,
    pub ports: Vec<Arc<Port>>,
    pub name: String,
    pub stack_bytes: usize,
    /// None: limited by physical memory only.
    pub heap_bytes: Option<u64>,
}

/// Why a worker failed.
enum Failure {
    NotStarted(String),
    OutOfMemory,
}

/// State shared between both threads.
#[derive(Default)]
struct Shared {
    terminated: AtomicBool,
    out_of_memory: AtomicBool,
    exit_code: AtomicI32,
    has_exit_code: AtomicBool,
    control: Mutex<Option<ThreadControl>>,
    times: LoopTimes,
}

/// Loop times in nanoseconds, see [`now`]; 0: not yet.
#[derive(Default)]
struct LoopTimes {
    began: AtomicU64,
    idle: AtomicU64,
    waiting_since: AtomicU64,
}

fn now() -> u64 {
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    // Never 0, which means "not yet".
    ORIGIN.get_or_init(Instant::now).elapsed().as_nanos() as u64 + 1
}

/// The loop of this worker starts; only the first call counts.
pub fn record_loop_start() {
    with_times(|times| _ = times.began.compare_exchange(0, now(), Ordering::SeqCst, Ordering::SeqCst));
}

/// The loop starts to wait; `idle` is its total idle time so far, including time spent spinning.
pub fn record_wait_start(idle: Duration) {
    with_times(|times| {
        times.idle.store(idle.as_nanos() as u64, Ordering::SeqCst);
        times.waiting_since.store(now(), Ordering::SeqCst);
    });
}

pub fn record_wait_end() {
    with_times(|times| {
        let since = times.waiting_since.swap(0, Ordering::SeqCst);
        times.idle.fetch_add(now().saturating_sub(since), Ordering::SeqCst);
    });
}

fn with_times(f: impl FnOnce(&LoopTimes)) {
    CURRENT.with_borrow(|current| {
        if let Some(current) = current {
            f(&current.shared.times);
        }
    });
}

/// Idle and elapsed time of a worker's loop, in milliseconds.
pub fn loop_times(id: u32) -> Option<(f64, f64)> {
    let shared = WORKERS.with_borrow(|workers| workers.get(&id).map(|running| running.shared.clone()))?;
    let began = shared.times.began.load(Ordering::SeqCst);
    if began == 0 {
        return None;
    }
    let waiting_since = shared.times.waiting_since.load(Ordering::SeqCst);
    let now = now();
    let waiting = if waiting_since == 0 { 0 } else { now.saturating_sub(waiting_since) };
    let idle = shared.times.idle.load(Ordering::SeqCst) + waiting;
    Some((idle as f64 / 1e6, now.saturating_sub(began) as f64 / 1e6))
}

/// How to terminate a running worker.
#[derive(Clone)]
struct ThreadControl {
    terminator: Option<Terminator>,
    proxy: LoopProxy,
}

struct Running {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    keep_alive: Option<KeepAlive>,
}

/// The worker of this thread.
struct CurrentWorker {
    shared: Arc<Shared>,
    watchdog: Option<Watchdog>,
    init_data: String,
    ports: Vec<u32>,
}

thread_local! {
    static WORKERS: RefCell<HashMap<u32, Running>> = RefCell::default();
    static CURRENT: RefCell<Option<CurrentWorker>> = const { RefCell::new(None) };
}

/// The next thread id; the main thread has 0.
pub fn next_thread_id() -> u32 {
    static LAST: AtomicU32 = AtomicU32::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Starts a worker. `entries.worker_exit` is called when it exits.
pub fn start(id: u32, start_options: StartOptions) -> io::Result<()> {
    let shared = Arc::new(Shared::default());
    let thread_shared = shared.clone();
    let parent = host().lp.proxy();
    let name: String = start_options.name.chars().filter(|c| *c != '\0').take(15).collect();
    let builder = std::thread::Builder::new().name(name).stack_size(start_options.stack_bytes + RESERVED_STACK);
    let started_by = trace::starting_task();
    let thread = builder.spawn(move || {
        let recording = trace::WorkerRecording::begin(id, &start_options.name, started_by);
        // A panic is printed; the parent waits for an exit in any case.
        let (code, failure) = catch_unwind(AssertUnwindSafe(|| run(&thread_shared, start_options)))
            .unwrap_or((crate::runtime::BUG, None));
        drop(recording);
        // The ports of this thread are closed by now: everything it sent has been queued.
        parent.post(move |_| report_exit(id, code, failure));
    })?;
    let keep_alive = Some(host().lp.keep_alive());
    WORKERS.with_borrow_mut(|workers| workers.insert(id, Running { shared, thread: Some(thread), keep_alive }));
    Ok(())
}

/// On the parent's thread, in the poll phase.
fn report_exit(id: u32, code: i32, failure: Option<Failure>) {
    let running = WORKERS.with_borrow_mut(|workers| workers.remove(&id));
    let Some(mut running) = running else { return };
    if let Some(thread) = running.thread.take() {
        // It only has to return. A panic was printed.
        let _ = thread.join();
    }
    let host = host();
    let (not_started, out_of_memory) = match failure {
        Some(Failure::NotStarted(why)) => (Out::from(why), false),
        Some(Failure::OutOfMemory) => (Out::Undefined, true),
        None => (Out::Undefined, false),
    };
    let arguments =
        vec![Out::Number(f64::from(id)), Out::Number(f64::from(code)), not_started, Out::Boolean(out_of_memory)];
    host.call(&host.entries.worker_exit, arguments);
}

/// The main function of a worker's thread: its exit code, and the failure if there was one.
fn run(shared: &Arc<Shared>, start_options: StartOptions) -> (i32, Option<Failure>) {
    let StartOptions { options, init_data, ports, heap_bytes, .. } = start_options;
    let (prepare_shared, body_shared) = (shared.clone(), shared.clone());
    let control = Rc::new(Cell::new(None));
    let control_slot = control.clone();
    let outcome = Runtime::enter_worker(
        options,
        move |vm, lp| {
            let watchdog = match heap_bytes {
                Some(bytes) => watch_heap(vm, &prepare_shared, bytes),
                None => Watchdog::new(vm, None),
            };
            let terminator = watchdog.as_ref().map(Watchdog::terminator);
            let current = CurrentWorker { shared: prepare_shared, watchdog, init_data, ports: Vec::new() };
            CURRENT.set(Some(current));
            control_slot.set(Some(ThreadControl { terminator, proxy: lp.proxy() }));
        },
        move |runtime| {
            let ports = ports.into_iter().map(ports::adopt).collect();
            CURRENT.with_borrow_mut(|current| current.as_mut().expect("set above").ports = ports);
            // Only now: the boot sequence must not be terminated midway, the program may be.
            body_shared.publish_control(control.take().expect("set above"));
            if is_terminated() { 0 } else { runtime.run_worker() }
        },
        || {
            terminate_all();
            // The watchdog refers to the VM, and must be dropped before it.
            drop(CURRENT.take());
            ports::release_all();
        },
    );
    *lock(&shared.control) = None;
    let code = match outcome {
        // Node reports EMFILE here, too.
        Err(error) => {
            let failure =
                if error.raw_os_error() == Some(libc::EMFILE) { "EMFILE".to_owned() } else { error.to_string() };
            return (TERMINATED, Some(Failure::NotStarted(failure)));
        }
        _ if shared.out_of_memory.load(Ordering::SeqCst) => return (TERMINATED, Some(Failure::OutOfMemory)),
        _ if shared.has_exit_code.load(Ordering::SeqCst) => shared.exit_code.load(Ordering::SeqCst),
        _ if shared.terminated.load(Ordering::SeqCst) => TERMINATED,
        Ok(code) => code,
    };
    (code, None)
}

/// Terminates the worker from within when its heap exceeds the limit.
fn watch_heap(vm: &Vm, shared: &Arc<Shared>, bytes: u64) -> Option<Watchdog> {
    let limit = HeapLimit::new(bytes);
    let shared = shared.clone();
    let pace: PollInterval = Rc::new(Cell::new(HeapLimit::MIN_CHECK_INTERVAL));
    let watchdog_pace = pace.clone();
    let inspect = move |cx: Cx<'_>| {
        let exceeded = limit.is_exceeded(cx);
        if exceeded {
            shared.out_of_memory.store(true, Ordering::SeqCst);
            shared.terminate();
        }
        pace.set(limit.next_check_interval(cx));
        exceeded
    };
    Watchdog::polling_at(vm, watchdog_pace, Rc::new(inspect))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ThreadControl {
    fn terminate(&self) {
        if let Some(terminator) = &self.terminator {
            terminator.terminate();
        }
        self.proxy.post(|lp| lp.stop());
    }
}

impl Shared {
    /// The terminating thread sets its flag before it reads this, and this is stored before the flag is read: one of
    /// them sees the other.
    fn publish_control(&self, control: ThreadControl) {
        *lock(&self.control) = Some(control.clone());
        if self.terminated.load(Ordering::SeqCst) {
            control.terminate();
        }
    }

    fn terminate(&self) {
        self.terminated.store(true, Ordering::SeqCst);
        let control = lock(&self.control).clone();
        if let Some(control) = control {
            control.terminate();
        }
    }
}

/// `terminate()`.
pub fn terminate(id: u32) {
    let shared = WORKERS.with_borrow(|workers| workers.get(&id).map(|running| running.shared.clone()));
    if let Some(shared) = shared {
        shared.terminate();
    }
}

/// Sets whether a worker keeps this thread's loop alive.
pub fn set_keep_alive(id: u32, keep: bool) {
    let keep_alive = keep.then(|| host().lp.keep_alive());
    let before = WORKERS.with_borrow_mut(|workers| {
        workers.get_mut(&id).and_then(|running| std::mem::replace(&mut running.keep_alive, keep_alive))
    });
    drop(before);
}

/// This thread exits: terminates its workers first.
fn terminate_all() {
    let workers = WORKERS.take();
    for running in workers.values() {
        running.shared.terminate();
    }
    for (_, mut running) in workers {
        if let Some(thread) = running.thread.take() {
            let _ = thread.join();
        }
    }
}

/// `process.exit()` in a worker: terminates the running script and stops the loop. False on the main thread.
pub fn exit_current(code: i32) -> bool {
    CURRENT.with_borrow(|current| {
        let Some(current) = current else { return false };
        if !current.shared.has_exit_code.swap(true, Ordering::SeqCst) {
            current.shared.exit_code.store(code, Ordering::SeqCst);
        }
        if let Some(watchdog) = &current.watchdog {
            watchdog.terminate_now();
        }
        host().lp.stop();
        true
    })
}

/// Whether the worker of this thread was terminated or has called `process.exit()`.
pub fn is_terminated() -> bool {
    CURRENT.with_borrow(|current| {
        current.as_ref().is_some_and(|current| {
            current.shared.has_exit_code.load(Ordering::SeqCst) || current.shared.terminated.load(Ordering::SeqCst)
        })
    })
}

fn with_current<R>(f: impl FnOnce(&mut CurrentWorker) -> R) -> Option<R> {
    CURRENT.with_borrow_mut(|current| current.as_mut().map(f))
}

/// Whether `terminate()` can end a running script of this worker.
pub fn can_terminate_scripts() -> bool {
    with_current(|current| current.watchdog.is_some()).unwrap_or(false)
}

/// Whether `terminate()` can end a script of this worker that blocks in `Atomics.wait`.
pub fn can_terminate_waits() -> bool {
    with_current(|current| current.watchdog.as_ref().is_some_and(Watchdog::terminates_waits)).unwrap_or(false)
}

pub fn is_worker() -> bool {
    CURRENT.with_borrow(Option::is_some)
}

/// The init data, and the ids of the ports that came with it.
pub fn init_data() -> Option<(String, Vec<u32>)> {
    CURRENT.with_borrow(|current| current.as_ref().map(|current| (current.init_data.clone(), current.ports.clone())))
}
