//! Recordings of workers: each has its own recorder on its thread, and at the end all of them are merged into one
//! trace.
//!
//! With `--traceable` workers start and stop recording between two of their callbacks. The rows of a worker that has
//! exited are kept as a trace, which takes less memory than its ring. With `--inspect-loop` workers are not recorded.

use super::{DEFAULT_EVENTS, RECORDER, Recorder};
use crate::clock::steady_ns;
use crate::host::host;
use hexloop::{Loop, LoopProxy};
use hexloop_engine::Out;
use hexloop_trace::log::{self, cell};
use hexloop_trace::{ABSENT, Recording, Tables, Trace, Worker};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A worker keeps this fraction of the main thread's tasks.
const SHARE: usize = 4;

/// How many workers are recorded.
const MAX_WORKERS: usize = 256;

static WORKERS: Mutex<Vec<WorkerEntry>> = Mutex::new(Vec::new());

struct WorkerEntry {
    name: String,
    started_by: i64,
    state: State,
    /// Its loop, once created.
    proxy: Option<LoopProxy>,
}

enum State {
    Running(Arc<Recorder>),
    Ended(Box<Trace>),
    /// Nothing was recorded: the entry can be reused.
    Free,
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<Recorder>>> = const { RefCell::new(None) };
}

fn workers() -> MutexGuard<'static, Vec<WorkerEntry>> {
    WORKERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The recorder of the current worker.
pub(super) fn current_recorder() -> Option<Arc<Recorder>> {
    CURRENT.with_borrow(Clone::clone)
}

/// Records a worker while it lives; created on its thread, before its engine. `started_by` is the task that started it.
pub struct WorkerRecording {
    index: usize,
}

impl WorkerRecording {
    pub fn begin(id: u32, name: &str, started_by: i64) -> Option<WorkerRecording> {
        let main = RECORDER.get().filter(|main| main.records_workers())?;
        let recorder = Arc::new(main.for_worker());
        let name = if name.is_empty() || name == "WorkerThread" {
            format!("worker {id}")
        } else {
            format!("worker {id} ({name})")
        };
        let mut workers = workers();
        let worker = WorkerEntry { name, started_by, state: State::Running(recorder.clone()), proxy: None };
        let free = workers.iter().position(|worker| matches!(worker.state, State::Free));
        let index = free.unwrap_or(workers.len());
        match workers.get_mut(index) {
            Some(place) => *place = worker,
            None if index < MAX_WORKERS => workers.push(worker),
            None => return None,
        }
        CURRENT.set(Some(recorder));
        Some(WorkerRecording { index })
    }
}

impl Drop for WorkerRecording {
    fn drop(&mut self) {
        let Some(recorder) = CURRENT.take() else { return };
        let was_on = recorder.is_on.swap(false, Ordering::AcqRel);
        let state = if was_on {
            State::Ended(Box::new(recorder.recording.trace(recorder.since_base(steady_ns()))))
        } else {
            State::Free
        };
        if let Some(worker) = workers().get_mut(self.index) {
            worker.state = state;
        }
    }
}

impl Recorder {
    fn for_worker(&self) -> Recorder {
        let events = (self.options.events.unwrap_or(DEFAULT_EVENTS) / SHARE).max(1);
        let recording = Recording {
            ring: Arc::new(log::ring_for(events)),
            cells: Arc::new(log::zeroed(cell::ALL.len())),
            tables: Mutex::new(Tables::new(events)),
        };
        log::write(&recording.cells, cell::CURRENT, -1.0);
        recording.tables.lock().unwrap_or_else(PoisonError::into_inner).coarse_ns = super::clock::COARSE_NS;
        Recorder {
            recording,
            options: self.options.clone(),
            program: Mutex::default(),
            base_ns: AtomicU64::new(self.base_ns.load(Ordering::Relaxed)),
            is_on: AtomicBool::new(self.is_on.load(Ordering::Relaxed)),
            loop_is_waiting: AtomicBool::new(false),
            clock_runs: AtomicBool::new(self.clock_runs.load(Ordering::Relaxed)),
            written: AtomicU32::new(0),
            writing: Mutex::default(),
            sampled: AtomicI64::new(0),
            touched: AtomicUsize::new(0),
        }
    }
}

/// On the worker's thread, before anything runs.
pub(super) fn set_loop(lp: &Loop) {
    let Some(current) = current_recorder() else { return };
    for worker in workers().iter_mut() {
        if matches!(&worker.state, State::Running(recorder) if Arc::ptr_eq(recorder, &current)) {
            worker.proxy = Some(lp.proxy());
        }
    }
}

/// `--traceable`: starts another recording; previous ones are dropped.
pub(super) fn begin_all(main: &Recorder) {
    let base = main.base_ns.load(Ordering::Relaxed);
    let clock_runs = main.clock_runs.load(Ordering::Relaxed);
    for worker in workers().iter_mut() {
        worker.started_by = ABSENT;
        match &worker.state {
            State::Running(recorder) => {
                let recorder = recorder.clone();
                if let Some(proxy) = &worker.proxy {
                    proxy.post(move |_| recorder.begin_on_worker(base, clock_runs));
                }
            }
            State::Ended(_) => worker.state = State::Free,
            State::Free => {}
        }
    }
}

/// The recording was written.
pub(super) fn end_all() {
    for worker in workers().iter() {
        if let (State::Running(recorder), Some(proxy)) = (&worker.state, &worker.proxy) {
            let recorder = recorder.clone();
            proxy.post(move |_| {
                let host = host();
                host.call(&host.entries.set_recording, vec![Out::Boolean(false)]);
                recorder.is_on.store(false, Ordering::Release);
            });
        }
    }
}

impl Recorder {
    /// Whether workers are recorded: from the start, or on request.
    fn records_workers(&self) -> bool {
        self.options.on_signal || (self.options.from_start && self.is_on.load(Ordering::Relaxed))
    }

    /// On the worker's thread, between two callbacks.
    fn begin_on_worker(&self, base: u64, clock_runs: bool) {
        let host = host();
        self.reset(self.options.events.unwrap_or(DEFAULT_EVENTS) / SHARE);
        self.tables().coarse_ns = super::clock::COARSE_NS;
        self.base_ns.store(base, Ordering::Relaxed);
        self.clock_runs.store(clock_runs, Ordering::Relaxed);
        log::write(&self.recording.cells, cell::NOW, self.since_base(steady_ns()) as f64);
        self.align_with(&host.lp);
        self.is_on.store(true, Ordering::Release);
        host.call(&host.entries.set_recording, vec![Out::Boolean(true)]);
    }
}

/// Updates the coarse clocks of all workers; returns whether all of them are waiting.
pub(super) fn refresh_clocks() -> bool {
    let mut all_waiting = true;
    for worker in workers().iter() {
        if let State::Running(recorder) = &worker.state {
            recorder.refresh_clock();
            recorder.prefault();
            all_waiting &= recorder.loop_is_waiting.load(Ordering::Relaxed);
        }
    }
    all_waiting
}

/// Merges the recordings of workers into the main thread's trace.
pub(super) fn merge_into(trace: &mut Trace, now: i64) {
    let workers = workers();
    trace.add_workers(workers.iter().filter_map(|worker| {
        let of = Worker { name: &worker.name, started_by: worker.started_by };
        let trace = match &worker.state {
            // Still running: what it has recorded so far.
            State::Running(recorder) if recorder.is_on.load(Ordering::Acquire) => recorder.recording.trace(now),
            State::Ended(trace) => (**trace).clone(),
            State::Running(_) | State::Free => return None,
        };
        Some((of, trace))
    }));
}

/// The running task of the main thread, which may be about to start a worker. Unknown for workers started by workers.
pub fn starting_task() -> i64 {
    super::current_recorder().filter(|_| !crate::worker::is_worker()).map_or(ABSENT, |recorder| recorder.current())
}
