//! Workers in a recording: each has a recorder of its own on its thread, and at the end all of them are put into one trace.
//!
//! Only of a recording that runs from the start (`hexloop trace`, `--trace`). A worker that has ended keeps its rows in the trace's
//! form, which takes less than its ring.

use super::{EVENTS, RECORDER, Recorder};
use crate::clock::steady_ns;
use hexloop_trace::{ABSENT, Recording, Tables, Trace, Worker, log};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many callbacks of a worker are kept, in parts of the main thread's.
const SHARE: usize = 4;

/// How many workers are kept; those that come after them are not recorded.
const MOST_WORKERS: usize = 256;

static WORKERS: Mutex<Vec<Recorded>> = Mutex::new(Vec::new());

struct Recorded {
    name: String,
    started_by: i64,
    state: State,
}

enum State {
    Running(Arc<Recorder>),
    Ended(Box<Trace>),
}

thread_local! {
    static HERE: RefCell<Option<Arc<Recorder>>> = const { RefCell::new(None) };
}

fn workers() -> MutexGuard<'static, Vec<Recorded>> {
    WORKERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The recorder of the worker that this thread is.
pub(super) fn here() -> Option<Arc<Recorder>> {
    HERE.with_borrow(Clone::clone)
}

/// Records a worker while it lives; made on its thread, before its engine. `started_by` is the task that started it.
pub struct WorkerRecording {
    at: usize,
}

impl WorkerRecording {
    pub fn begin(id: u32, name: &str, started_by: i64) -> Option<WorkerRecording> {
        let main = RECORDER.get().filter(|main| main.options.from_start && main.is_on.load(Ordering::Relaxed))?;
        let recorder = Arc::new(main.for_worker());
        let name = if name.is_empty() || name == "WorkerThread" {
            format!("worker {id}")
        } else {
            format!("worker {id} ({name})")
        };
        let mut workers = workers();
        if workers.len() == MOST_WORKERS {
            return None;
        }
        workers.push(Recorded { name, started_by, state: State::Running(recorder.clone()) });
        HERE.set(Some(recorder));
        Some(WorkerRecording { at: workers.len() - 1 })
    }
}

impl Drop for WorkerRecording {
    fn drop(&mut self) {
        let Some(recorder) = HERE.take() else { return };
        recorder.is_on.store(false, Ordering::Release);
        let trace = recorder.recording.trace(recorder.since_base(steady_ns()));
        if let Some(worker) = workers().get_mut(self.at) {
            worker.state = State::Ended(Box::new(trace));
        }
    }
}

impl Recorder {
    fn for_worker(&self) -> Recorder {
        let events = (self.options.events.unwrap_or(EVENTS) / SHARE).max(1);
        let recording = Recording {
            ring: Arc::new(log::ring_for(events)),
            cells: Arc::new(log::zeroed(log::CELLS)),
            tables: Mutex::new(Tables::new(events)),
        };
        log::write(&recording.cells, log::CURRENT, -1.0);
        recording.tables.lock().unwrap_or_else(PoisonError::into_inner).coarse_ns = super::clock::COARSE_NS;
        Recorder {
            recording,
            options: self.options.clone(),
            program: Mutex::default(),
            base_ns: AtomicU64::new(self.base_ns.load(Ordering::Relaxed)),
            is_on: AtomicBool::new(true),
            loop_sleeps: AtomicBool::new(false),
            clock_runs: AtomicBool::new(self.clock_runs.load(Ordering::Relaxed)),
            written: AtomicU32::new(0),
            writing: Mutex::default(),
            sampled_at: AtomicU64::new(0),
            touched: AtomicUsize::new(0),
        }
    }
}

/// Sets the coarse clocks of all workers; whether all of them sleep.
pub(super) fn refresh_clocks() -> bool {
    let mut all_sleep = true;
    for worker in workers().iter() {
        if let State::Running(recorder) = &worker.state {
            recorder.refresh_clock();
            recorder.touch_ahead();
            all_sleep &= recorder.loop_sleeps.load(Ordering::Relaxed);
        }
    }
    all_sleep
}

/// Puts what workers did into the main thread's trace.
pub(super) fn add_to(trace: &mut Trace, now: i64) {
    let workers = workers();
    trace.add_workers(workers.iter().map(|worker| {
        let of = Worker { name: &worker.name, started_by: worker.started_by };
        let trace = match &worker.state {
            // It still runs: whatever it has written by now.
            State::Running(recorder) => recorder.recording.trace(now),
            State::Ended(trace) => (**trace).clone(),
        };
        (of, trace)
    }));
}

/// The task that runs on the main thread, which may be about to start a worker. What workers start in their turn has none.
pub fn starting_task() -> i64 {
    super::here().filter(|_| !crate::worker::is_worker()).map_or(ABSENT, |recorder| recorder.current())
}
