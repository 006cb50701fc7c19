//! The recorder: the Rust side of recording the loop (docs/trace.md).
//!
//! ```text
//!   lib/trace/*.js ──rows in shared memory──┐
//!   lib/trace/*.js ──binding('trace')───────┤
//!   Host::macrotask ──exact timestamps──────┼──▶ Recorder ──at the end──▶ hexloop_trace ──▶ a file
//!   the loop's observer: waits, pool jobs ──┤
//!   the engine's watchdog: stack samples ───┘
//! ```
//!
//! There is one recorder for the loop of the main thread, and one for each worker (`workers`). Whoever exits the
//! process finishes the recording first ([`finish`]), possibly a thread that handles a signal: everything needed for it
//! is accessible from any thread.

mod clock;
mod definitions;
mod javascript;
mod preemption;
mod signals;
mod workers;
mod writing;

use crate::clock::steady_ns;
use crate::options::{Options, TraceOptions};
use crate::sources;
use crate::watchdog::parse_frame;
use crate::worker;
use hexloop::{JobEvent, Loop, Observer};
use hexloop_engine::Cx;
use hexloop_engine::stack;
use hexloop_trace::log::{self, cell};
use hexloop_trace::{Finding, Place, Posted, Program, Recording, Tables};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How many tasks are kept by default: about 100 MB of memory, 20 MB as a page.
const DEFAULT_EVENTS: usize = 1_000_000;

/// How many are kept of a loop that is only inspected live (docs/live.md).
const LIVE_EVENTS: usize = 120_000;

/// How long a callback may block the loop before its stack is sampled.
const SAMPLE_AFTER_NS: f64 = 25e6;

/// This many tasks between two samples are a flood.
const FLOOD_TASKS: i64 = 2500;

const MAX_SAMPLE_INTERVAL: Duration = Duration::from_millis(160);

/// Frames per sample.
const STACK_DEPTH: u32 = 60;

static RECORDER: OnceLock<Arc<Recorder>> = OnceLock::new();

pub struct Recorder {
    recording: Recording,
    options: TraceOptions,
    program: Mutex<Program>,
    /// The system's monotonic clock at the start of the recording.
    base_ns: AtomicU64,
    is_on: AtomicBool,
    loop_is_waiting: AtomicBool,
    /// A thread updates the coarse clock.
    clock_runs: AtomicBool,
    written: AtomicU32,
    writing: Mutex<()>,
    /// The task that ran when the last sample was taken.
    sampled: AtomicI64,
    /// How many numbers of the ring are prefaulted.
    touched: AtomicUsize,
}

/// Why a recording ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    Exit(i32),
    Signal,
    /// The second SIGUSR2.
    Request,
}

impl Recorder {
    /// How often a long-running script is sampled.
    pub const SAMPLE_INTERVAL: Duration = Duration::from_millis(10);

    /// Creates the recorder, if the options enable one, before the engine and the loop.
    pub fn prepare(options: &Options) -> Option<Arc<Recorder>> {
        let is_live = options.inspect_loop.is_some();
        if !options.trace.is_wanted() && !is_live {
            return None;
        }
        let events =
            options.trace.events.unwrap_or(if options.trace.is_wanted() { DEFAULT_EVENTS } else { LIVE_EVENTS });
        let recording = Recording {
            ring: Arc::new(log::ring_for(events)),
            cells: Arc::new(log::zeroed(cell::ALL.len())),
            tables: Mutex::new(Tables::new(events)),
        };
        let recorder = Arc::new(Recorder {
            recording,
            program: Mutex::new(writing::program_of(options)),
            options: options.trace.clone(),
            base_ns: AtomicU64::new(0),
            is_on: AtomicBool::new(false),
            loop_is_waiting: AtomicBool::new(false),
            clock_runs: AtomicBool::new(false),
            written: AtomicU32::new(0),
            writing: Mutex::new(()),
            sampled: AtomicI64::new(0),
            touched: AtomicUsize::new(0),
        });
        advise_huge_pages(&recorder.recording.ring);
        RECORDER.set(recorder.clone()).ok()?;
        log::write(&recorder.recording.cells, cell::CURRENT, -1.0);
        if options.trace.from_start || is_live {
            recorder.begin();
        }
        Some(recorder)
    }

    /// Starts the recording's clock.
    fn begin(self: &Arc<Recorder>) {
        self.base_ns.store(steady_ns(), Ordering::Relaxed);
        log::write(&self.recording.cells, cell::NOW, 0.0);
        self.is_on.store(true, Ordering::Release);
        self.program.lock().unwrap_or_else(PoisonError::into_inner).started_at = clock::iso_now();
        clock::refresh_while_on(self.clone());
    }

    /// Starts another recording in the same process. Places and labels keep their numbers: existing handles refer to
    /// them.
    fn restart(self: &Arc<Recorder>, lp: &Loop) {
        self.reset(self.options.events.unwrap_or(DEFAULT_EVENTS));
        self.begin();
        self.align_with(lp);
    }

    fn reset(&self, events: usize) {
        self.tables().clear(events);
        log::write(&self.recording.cells, cell::POSITION, 0.0);
    }

    /// Stores the offset of the loop's clock.
    fn align_with(&self, lp: &Loop) {
        let shift = (lp.now_fresh().as_nanos() as u64).wrapping_sub(steady_ns());
        self.tables().loop_clock = -(shift.wrapping_add(self.base_ns.load(Ordering::Relaxed)) as i64);
    }

    /// Nanoseconds since the recording started, read from the system's clock; also updates the coarse clock. Only on
    /// the loop's thread: JavaScript reads the coarse clock there, so it never sees time go backwards.
    #[inline]
    fn now(&self) -> f64 {
        let now = steady_ns().saturating_sub(self.base_ns.load(Ordering::Relaxed)) as f64;
        log::write(&self.recording.cells, cell::NOW, now);
        now
    }

    /// Updates the coarse clock on other threads.
    fn refresh_clock(&self) {
        log::store_max(&self.recording.cells, cell::NOW, self.since_base(steady_ns()) as f64);
    }

    /// Records a garbage collection, in times of the monotonic clock.
    pub fn collected(&self, began: u64, ended: u64) {
        if self.is_on.load(Ordering::Relaxed) {
            self.tables().collected(self.since_base(began), self.since_base(ended));
        }
    }

    fn since_base(&self, steady_ns: u64) -> i64 {
        steady_ns.saturating_sub(self.base_ns.load(Ordering::Relaxed)) as i64
    }

    #[inline]
    pub fn callback_started(&self, lp: &Loop) {
        if !self.is_on.load(Ordering::Relaxed) {
            return;
        }
        let cells = &self.recording.cells;
        // Reading the clock costs a third of a turn.
        let is_flood = log::read(cells, cell::FLOOD) != 0.0 && self.clock_runs.load(Ordering::Relaxed);
        let now = if is_flood { log::read(cells, cell::NOW) } else { self.now() };
        log::write(cells, cell::CALLBACK_BEGAN, now);
        log::write(cells, cell::TURN_BEGAN, lp.loop_count() as f64);
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.recording.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The task that is running.
    fn current(&self) -> i64 {
        log::read(&self.recording.cells, cell::CURRENT) as i64
    }

    /// Takes a sample of a long-running script, on its thread.
    pub fn sample(&self, cx: Cx<'_>) {
        if !self.is_on.load(Ordering::Relaxed) {
            return;
        }
        let now = self.now();
        if now - log::read(&self.recording.cells, cell::CALLBACK_BEGAN) < SAMPLE_AFTER_NS {
            return;
        }
        let backtrace = cx.backtrace(STACK_DEPTH).unwrap_or_default();
        let frames = backtrace.lines().filter_map(parse_frame);
        let places = frames.filter_map(|(name, url, line)| {
            // The engine reports no column here.
            let place = stack::Place { url: url.to_owned(), line, column: 1 };
            is_program(url).then(|| to_place(name, sources::map(place)))
        });
        let places: Vec<Place> = places.collect();
        let mut tables = self.tables();
        let stack = tables.stack(places, &sources::text);
        // No frame of the program: nothing to blame.
        if stack == -1 {
            return;
        }
        tables.sampled(now as i64, self.current(), stack);
    }

    /// When to take the next sample: less and less often in a flood of ticks or promise jobs, each of which is short.
    /// There a sample costs more than it is worth: a promise job took 300 ns with one every 10 ms, and 250 without.
    pub fn next_sample_interval(&self, last: Duration) -> Duration {
        let task = self.current();
        let is_flood = task - self.sampled.swap(task, Ordering::Relaxed) > FLOOD_TASKS;
        if is_flood { (last * 4).min(MAX_SAMPLE_INTERVAL) } else { Recorder::SAMPLE_INTERVAL }
    }

    /// Interns a stack in the engine's format or in V8's. Frames of built-in code are dropped.
    fn intern_stack(&self, text: &str) -> i32 {
        // Places in V8's format are those of the source already.
        let is_mapped = text.contains("\n    at ");
        let frames = if is_mapped { stack::parse_v8(text) } else { stack::parse(text) };
        let places = frames.into_iter().filter_map(|frame| {
            let place = frame.place.filter(|place| is_program(&place.url))?;
            Some(to_place(&frame.function, if is_mapped { place } else { sources::map(place) }))
        });
        let places: Vec<Place> = places.collect();
        self.tables().stack(places, &sources::text)
    }
}

pub use definitions::record as record_source;
pub use workers::{WorkerRecording, starting_task};

fn is_program(url: &str) -> bool {
    !url.starts_with("node:") && !url.is_empty() && url != "[native code]"
}

fn to_place(function: &str, place: stack::Place) -> Place {
    let is_name = !function.starts_with("__hexloop_") && !function.ends_with(" code");
    let name = if is_name { function.to_owned() } else { String::new() };
    let file = hexloop_source::file_path(&place.url).unwrap_or(place.url);
    Place { file, line: place.line, column: place.column, name }
}

/// The recorder of this thread's loop.
pub fn current_recorder() -> Option<Arc<Recorder>> {
    let main = RECORDER.get()?;
    if worker::is_worker() { workers::current_recorder() } else { Some(main.clone()) }
}

pub fn is_recorded() -> bool {
    current_recorder().is_some()
}

/// Observes the loop, and installs handlers for the signals that end a recording.
pub fn observe_loop(lp: &Loop) {
    let Some(recorder) = current_recorder() else { return };
    recorder.align_with(lp);
    lp.set_observer(Some(Rc::new(LoopObserver { recorder: recorder.clone(), lp: lp.clone() })));
    if worker::is_worker() {
        workers::set_loop(lp);
        return;
    }
    if !recorder.options.is_wanted() {
        return;
    }
    if let Err(error) = signals::listen(lp.proxy(), &recorder.options) {
        eprintln!("hexloop: a signal will end the process without its trace: {error}");
    }
}

struct LoopObserver {
    recorder: Arc<Recorder>,
    lp: Loop,
}

impl LoopObserver {
    fn on(&self) -> Option<&Recorder> {
        self.recorder.is_on.load(Ordering::Relaxed).then_some(&*self.recorder)
    }
}

impl Observer for LoopObserver {
    fn watches_phases(&self) -> bool {
        false
    }

    fn watches_callbacks(&self) -> bool {
        false
    }

    fn wait_began(&self, at_most: Option<Duration>) {
        let Some(recorder) = self.on() else { return };
        let now = recorder.now() as i64;
        recorder.loop_is_waiting.store(true, Ordering::Relaxed);
        let limit = at_most.map_or(-1, |limit| i64::try_from(limit.as_nanos()).unwrap_or(i64::MAX));
        recorder.tables().wait_began(self.lp.loop_count() as i64, now, limit);
    }

    fn wait_ended(&self) {
        self.recorder.loop_is_waiting.store(false, Ordering::Relaxed);
        let Some(recorder) = self.on() else { return };
        let now = recorder.now() as i64;
        recorder.tables().wait_ended(now);
    }

    fn job_queued(&self, job: JobEvent) {
        let Some(recorder) = self.on() else { return };
        let JobContext { request, label } = recorder.take_job_context();
        let at = recorder.since_base(job.at.as_nanos() as u64);
        let mut tables = recorder.tables();
        let label = if label > 0 { label - 1 } else { tables.interned.label(job.kind) };
        tables.job_queued(job.id as i64, label, recorder.current(), request, at);
    }

    fn job_began(&self, job: JobEvent) {
        let Some(recorder) = self.on() else { return };
        let thread = job.thread.map_or(-1, |thread| thread as i32);
        recorder.tables().job_began(job.id as i64, thread, recorder.since_base(job.at.as_nanos() as u64));
    }

    fn job_ended(&self, job: JobEvent) {
        let Some(recorder) = self.on() else { return };
        recorder.tables().job_ended(job.id as i64, recorder.since_base(job.at.as_nanos() as u64));
    }
}

/// What JavaScript declared about the next job.
#[derive(Clone, Copy, Debug, Default)]
pub struct JobContext {
    request: i64,
    label: i32,
}

impl Recorder {
    fn job_context(&self) -> JobContext {
        let cells = &self.recording.cells;
        JobContext { request: log::read(cells, cell::REQUEST) as i64, label: log::read(cells, cell::JOB_LABEL) as i32 }
    }

    fn set_job_context(&self, context: JobContext) {
        log::write(&self.recording.cells, cell::REQUEST, context.request as f64);
        log::write(&self.recording.cells, cell::JOB_LABEL, f64::from(context.label));
    }

    fn take_job_context(&self) -> JobContext {
        let context = self.job_context();
        self.set_job_context(JobContext::default());
        context
    }
}

/// For work that takes two jobs: the second inherits the context of the first.
pub fn job_context() -> JobContext {
    current_recorder().map_or(JobContext::default(), |recorder| recorder.job_context())
}

pub fn restore_job_context(context: JobContext) {
    if let Some(recorder) = current_recorder() {
        recorder.set_job_context(context);
    }
}

/// Records a message to another thread; returns its id, 0 if not recorded.
pub fn message_posted() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let Some(recorder) = current_recorder().filter(|recorder| recorder.is_on.load(Ordering::Relaxed)) else { return 0 };
    let message = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    let stack = log::read(&recorder.recording.cells, cell::POST_STACK) as i32 - 1;
    log::write(&recorder.recording.cells, cell::POST_STACK, 0.0);
    let (task, at) = (recorder.current(), recorder.now() as i64);
    recorder.tables().posted(Posted { message, task, stack, at });
    message
}

/// Publishes the id of a received message to JavaScript.
pub fn message_taken(trace_id: u64) {
    if let Some(recorder) = current_recorder() {
        log::write(&recorder.recording.cells, cell::MESSAGE_ID, trace_id as f64);
    }
}

/// Finishes and writes the recording, if there is one. A second call does nothing.
pub fn finish(end: EndReason) {
    if let Some(recorder) = RECORDER.get().filter(|_| !worker::is_worker()) {
        recorder.end(end);
    }
}

impl Recorder {
    fn end(&self, end: EndReason) {
        // A signal may arrive while the loop's thread writes: the second caller waits, since it exits the process next.
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_on.swap(false, Ordering::AcqRel) && self.options.is_wanted() {
            writing::write(self, end);
        }
    }

    // ---- for live inspection: crates/node/src/live/events.rs

    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    pub fn program_now(&self) -> Program {
        let program = self.program.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Program { duration: self.since_base(steady_ns()), ..program }
    }

    pub fn findings_now(&self) -> Vec<Finding> {
        self.recording.trace(self.since_base(steady_ns())).findings
    }
}

/// Requests huge pages for the ring. It is written sequentially, and page faults are expensive with 4 KB pages: a
/// recorded tick of a million took 258 ns so, and 205 with huge pages.
#[cfg(target_os = "linux")]
fn advise_huge_pages(ring: &[AtomicU64]) {
    const LARGE: usize = 2 << 20;
    let range = ring.as_ptr_range();
    let (from, to) = ((range.start as usize).next_multiple_of(LARGE), range.end as usize / LARGE * LARGE);
    if from < to {
        // SAFETY: advice about memory that we own; a system without huge pages returns an error, and nothing changes.
        unsafe { libc::madvise(from as *mut libc::c_void, to - from, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_ring: &[AtomicU64]) {}
