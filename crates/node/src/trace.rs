//! Recording what this process's loop does (docs/trace.md): the side of it that is in Rust.
//!
//! ```text
//!   lib/trace/*.js ──rows in shared memory──┐
//!   lib/trace/*.js ──binding('trace')───────┤
//!   Host::macrotask ──the exact time────────┼──▶ Recorder ──at the end──▶ hexloop_trace ──▶ a file
//!   the loop's observer: waits, pool jobs ──┤
//!   the engine's look into long scripts ────┘
//! ```
//!
//! There is one recorder for the loop of the main thread, and one for each worker's (`workers`). Whoever ends the process ends the recording first
//! ([`end_with_process`]), be it a thread that got a signal: everything that this takes can be reached from any thread.

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
use crate::watchdog::frame_of;
use crate::worker;
use hexloop::{JobEvent, Loop, Observer};
use hexloop_engine::Cx;
use hexloop_engine::stack;
use hexloop_trace::{Finding, Place, Posted, Program, Recording, Tables, log};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How many tasks are kept unless the command line says otherwise: about 100 MB of memory, 20 MB as a page.
const EVENTS: usize = 1_000_000;

/// How many are kept of a loop that is only looked at while it runs (docs/live.md).
const LIVE_EVENTS: usize = 120_000;

/// How long a callback may hold the loop before its stack is looked at.
const SAMPLE_AFTER_NS: f64 = 25e6;

/// So many tasks from one look to the next are a flood.
const FLOOD_TASKS: i64 = 2500;

const SAMPLE_FLOOD_EVERY: Duration = Duration::from_millis(160);

/// How deep.
const DEPTH: u32 = 60;

static RECORDER: OnceLock<Arc<Recorder>> = OnceLock::new();

pub struct Recorder {
    recording: Recording,
    options: TraceOptions,
    program: Mutex<Program>,
    /// The system's monotonic clock when the recording began.
    base_ns: AtomicU64,
    is_on: AtomicBool,
    loop_sleeps: AtomicBool,
    /// There is a thread that sets the coarse clock.
    clock_runs: AtomicBool,
    written: AtomicU32,
    writing: Mutex<()>,
    /// The task that ran when the script was last looked into.
    sampled: AtomicI64,
    /// So many numbers of the ring have memory.
    touched: AtomicUsize,
}

/// Why a recording ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Signal,
    /// The second SIGUSR2.
    Request,
}

impl Recorder {
    /// How often the engine looks into a script that runs long.
    pub const SAMPLE_EVERY: Duration = Duration::from_millis(10);

    /// Makes the recorder, if the options want one, before the engine and the loop are there.
    pub fn prepare(options: &Options) -> Option<Arc<Recorder>> {
        let is_live = options.inspect_loop.is_some();
        if !options.trace.is_wanted() && !is_live {
            return None;
        }
        let events = options.trace.events.unwrap_or(if options.trace.is_wanted() { EVENTS } else { LIVE_EVENTS });
        let recording = Recording {
            ring: Arc::new(log::ring_for(events)),
            cells: Arc::new(log::zeroed(log::CELLS)),
            tables: Mutex::new(Tables::new(events)),
        };
        let recorder = Arc::new(Recorder {
            recording,
            program: Mutex::new(writing::program_of(options)),
            options: options.trace.clone(),
            base_ns: AtomicU64::new(0),
            is_on: AtomicBool::new(false),
            loop_sleeps: AtomicBool::new(false),
            clock_runs: AtomicBool::new(false),
            written: AtomicU32::new(0),
            writing: Mutex::new(()),
            sampled: AtomicI64::new(0),
            touched: AtomicUsize::new(0),
        });
        in_large_pages(&recorder.recording.ring);
        RECORDER.set(recorder.clone()).ok()?;
        log::write(&recorder.recording.cells, log::CURRENT, -1.0);
        if options.trace.from_start || is_live {
            recorder.begin();
        }
        Some(recorder)
    }

    /// From here on times count.
    fn begin(self: &Arc<Recorder>) {
        self.base_ns.store(steady_ns(), Ordering::Relaxed);
        log::write(&self.recording.cells, log::NOW, 0.0);
        self.is_on.store(true, Ordering::Release);
        self.program.lock().unwrap_or_else(PoisonError::into_inner).started_at = clock::iso_now();
        clock::refresh_while_on(self.clone());
    }

    /// Another recording of the same process. Places and labels keep their numbers: handles of before have them.
    fn restart(self: &Arc<Recorder>, lp: &Loop) {
        self.forget(self.options.events.unwrap_or(EVENTS));
        self.begin();
        self.align_with(lp);
    }

    fn forget(&self, events: usize) {
        self.tables().clear(events);
        log::write(&self.recording.cells, log::POSITION, 0.0);
    }

    /// Notes how far the loop's clock is from ours.
    fn align_with(&self, lp: &Loop) {
        let shift = (lp.now_fresh().as_nanos() as u64).wrapping_sub(steady_ns());
        self.tables().loop_clock = -(shift.wrapping_add(self.base_ns.load(Ordering::Relaxed)) as i64);
    }

    /// Nanoseconds since the recording began, read anew; JavaScript sees it, too. Only on the loop's thread: what JavaScript
    /// has seen of the other clock was read before, so it never sees time go back.
    #[inline]
    fn now(&self) -> f64 {
        let now = steady_ns().saturating_sub(self.base_ns.load(Ordering::Relaxed)) as f64;
        log::write(&self.recording.cells, log::NOW, now);
        now
    }

    /// For whoever is not the loop's thread.
    fn refresh_clock(&self) {
        log::store_max(&self.recording.cells, log::NOW, self.since_base(steady_ns()) as f64);
    }

    /// The collector was at work, by the steady clock.
    pub fn collected(&self, began: u64, ended: u64) {
        if self.is_on.load(Ordering::Relaxed) {
            self.tables().collected(self.since_base(began), self.since_base(ended));
        }
    }

    fn since_base(&self, steady_ns: u64) -> i64 {
        steady_ns.saturating_sub(self.base_ns.load(Ordering::Relaxed)) as i64
    }

    #[inline]
    pub fn callback_begins(&self, lp: &Loop) {
        if !self.is_on.load(Ordering::Relaxed) {
            return;
        }
        let cells = &self.recording.cells;
        // A clock costs as much as a third of a turn.
        let is_flood = log::read(cells, log::FLOOD) != 0.0 && self.clock_runs.load(Ordering::Relaxed);
        let now = if is_flood { log::read(cells, log::NOW) } else { self.now() };
        log::write(cells, log::CALLBACK_BEGAN, now);
        log::write(cells, log::TURN, lp.loop_count() as f64);
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.recording.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The task whose code runs.
    fn current(&self) -> i64 {
        log::read(&self.recording.cells, log::CURRENT) as i64
    }

    /// In the midst of a script that runs long, on its thread.
    pub fn sample(&self, cx: Cx<'_>) {
        if !self.is_on.load(Ordering::Relaxed) {
            return;
        }
        let now = self.now();
        if now - log::read(&self.recording.cells, log::CALLBACK_BEGAN) < SAMPLE_AFTER_NS {
            return;
        }
        let backtrace = cx.backtrace(DEPTH).unwrap_or_default();
        let frames = backtrace.lines().filter_map(frame_of);
        let places = frames.filter_map(|(name, url, line)| {
            // The engine tells no column here.
            let place = stack::Place { url: url.to_owned(), line, column: 1 };
            is_program(url).then(|| place_of(name, sources::map(place)))
        });
        let places: Vec<Place> = places.collect();
        let mut tables = self.tables();
        let stack = tables.stack(places, &sources::text);
        // Nothing of the program is on it: no line to blame.
        if stack == -1 {
            return;
        }
        tables.sampled(now as i64, self.current(), stack);
    }

    /// When to look next: later and later in a flood of ticks or promise jobs, each of which is short. A look there costs more than
    /// it tells: a promise job took 300 ns with one every 10 ms, and 250 without.
    pub fn next_sample(&self, last: Duration) -> Duration {
        let task = self.current();
        let is_flood = task - self.sampled.swap(task, Ordering::Relaxed) > FLOOD_TASKS;
        if is_flood { (last * 4).min(SAMPLE_FLOOD_EVERY) } else { Recorder::SAMPLE_EVERY }
    }

    /// The number of a stack as the engine writes it. Frames of built-in code say nothing to whoever wrote the program.
    fn add_stack(&self, text: &str) -> i32 {
        let frames = stack::parse(text).into_iter();
        let places = frames.filter_map(|frame| {
            let place = frame.place.filter(|place| is_program(&place.url))?;
            Some(place_of(&frame.function, sources::map(place)))
        });
        let places: Vec<Place> = places.collect();
        self.tables().stack(places, &sources::text)
    }
}

pub use definitions::note as note_compiled;
pub use workers::{WorkerRecording, starting_task};

fn is_program(url: &str) -> bool {
    !url.starts_with("node:") && !url.is_empty() && url != "[native code]"
}

fn place_of(function: &str, place: stack::Place) -> Place {
    let is_name = !function.starts_with("__hexloop_") && !function.ends_with(" code");
    let name = if is_name { function.to_owned() } else { String::new() };
    let file = hexloop_source::file_path(&place.url).unwrap_or(place.url);
    Place { file, line: place.line, column: place.column, name }
}

/// The recorder of this thread's loop.
pub fn here() -> Option<Arc<Recorder>> {
    let main = RECORDER.get()?;
    if worker::is_worker() { workers::here() } else { Some(main.clone()) }
}

pub fn is_here() -> bool {
    here().is_some()
}

/// Looks at the loop, and takes the signals that end a recording.
pub fn watch_loop(lp: &Loop) {
    let Some(recorder) = here() else { return };
    recorder.align_with(lp);
    lp.set_observer(Some(Rc::new(LoopWatcher { recorder: recorder.clone(), lp: lp.clone() })));
    if worker::is_worker() {
        workers::note_loop(lp);
        return;
    }
    if !recorder.options.is_wanted() {
        return;
    }
    if let Err(error) = signals::listen(lp.proxy(), &recorder.options) {
        eprintln!("hexloop: a signal will end the process without its trace: {error}");
    }
}

struct LoopWatcher {
    recorder: Arc<Recorder>,
    lp: Loop,
}

impl LoopWatcher {
    fn on(&self) -> Option<&Recorder> {
        self.recorder.is_on.load(Ordering::Relaxed).then_some(&*self.recorder)
    }
}

impl Observer for LoopWatcher {
    fn watches_phases(&self) -> bool {
        false
    }

    fn watches_callbacks(&self) -> bool {
        false
    }

    fn wait_began(&self, at_most: Option<Duration>) {
        let Some(recorder) = self.on() else { return };
        let now = recorder.now() as i64;
        recorder.loop_sleeps.store(true, Ordering::Relaxed);
        let limit = at_most.map_or(-1, |limit| i64::try_from(limit.as_nanos()).unwrap_or(i64::MAX));
        recorder.tables().wait_began(self.lp.loop_count() as i64, now, limit);
    }

    fn wait_ended(&self) {
        self.recorder.loop_sleeps.store(false, Ordering::Relaxed);
        let Some(recorder) = self.on() else { return };
        let now = recorder.now() as i64;
        recorder.tables().wait_ended(now);
    }

    fn job_queued(&self, job: JobEvent) {
        let Some(recorder) = self.on() else { return };
        let Asked { request, label } = recorder.take_asked();
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

/// What JavaScript told of the job that is submitted next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    request: i64,
    label: i32,
}

impl Recorder {
    fn asked(&self) -> Asked {
        let cells = &self.recording.cells;
        Asked { request: log::read(cells, log::REQUEST) as i64, label: log::read(cells, log::JOB_LABEL) as i32 }
    }

    fn ask(&self, asked: Asked) {
        log::write(&self.recording.cells, log::REQUEST, asked.request as f64);
        log::write(&self.recording.cells, log::JOB_LABEL, f64::from(asked.label));
    }

    fn take_asked(&self) -> Asked {
        let asked = self.asked();
        self.ask(Asked::default());
        asked
    }
}

/// For work that takes two jobs: what is told of the first goes for the second, too.
pub fn asked() -> Asked {
    here().map_or(Asked::default(), |recorder| recorder.asked())
}

pub fn ask_again(asked: Asked) {
    if let Some(recorder) = here() {
        recorder.ask(asked);
    }
}

/// A message goes to another thread: its number, if that is recorded.
pub fn posting() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let Some(recorder) = here().filter(|recorder| recorder.is_on.load(Ordering::Relaxed)) else { return 0 };
    let letter = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    let stack = log::read(&recorder.recording.cells, log::POSTING) as i32 - 1;
    log::write(&recorder.recording.cells, log::POSTING, 0.0);
    let (task, at) = (recorder.current(), recorder.now() as i64);
    recorder.tables().posted(Posted { message: letter, task, stack, at });
    letter
}

/// A message came from another thread: JavaScript sees its number.
pub fn took(letter: u64) {
    if let Some(recorder) = here() {
        log::write(&recorder.recording.cells, log::MESSAGE, letter as f64);
    }
}

/// Ends and writes the recording, if there is one. Once: whoever comes second finds nothing to do.
pub fn end_with_process(end: End) {
    if let Some(recorder) = RECORDER.get().filter(|_| !worker::is_worker()) {
        recorder.end(end);
    }
}

impl Recorder {
    fn end(&self, end: End) {
        // A signal may come while the loop's thread writes: whoever is second waits, for what follows ends the process.
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_on.swap(false, Ordering::AcqRel) && self.options.is_wanted() {
            writing::write(self, end);
        }
    }

    // ---- for those who look on while it goes on: crates/node/src/live/events.rs

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

/// Asks for the ring in large pages. It is written from one end to the other, and new memory is dear where it comes 4 KB at a
/// time: a recorded tick of a million took 258 ns so, and 205 in large pages.
#[cfg(target_os = "linux")]
fn in_large_pages(ring: &[AtomicU64]) {
    const LARGE: usize = 2 << 20;
    let range = ring.as_ptr_range();
    let (from, to) = ((range.start as usize).next_multiple_of(LARGE), range.end as usize / LARGE * LARGE);
    if from < to {
        // SAFETY: advice about memory that is ours; a system that does not know it says no, and nothing changes.
        unsafe { libc::madvise(from as *mut libc::c_void, to - from, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn in_large_pages(_ring: &[AtomicU64]) {}
