//! The thread pool, for work that blocks: files, name lookups, hashing, compression.
//!
//! One pool serves the whole process, whatever the number of loops: four threads, or as many as an environment variable
//! says when the first job comes ([`Builder::pool_size_variable`](crate::Builder::pool_size_variable)). Jobs are
//! served in the order of submission, except slow ones: at most half of the threads, rounded up, run these at a time, so that
//! names that do not resolve cannot block files and hashes ([`WorkQueue`]). A thread is started when a job may run, no
//! thread is free and the limit is not reached; a program that reads one file at a time has one.

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Instant;

use crate::adaptive_spin::AdaptiveSpin;
use crate::slots::Key;
use crate::work_queue::{WorkKind, WorkQueue};

/// As in libuv.
const DEFAULT_THREADS: usize = 4;
const MAX_THREADS: usize = 1024;

/// A job as a thread runs it, with the index of the thread.
pub(crate) type Task = Box<dyn FnOnce(usize) + Send>;

/// Threads that run the jobs of [`Loop::submit`](crate::Loop::submit). Clones are the same pool.
#[derive(Clone)]
pub struct Pool {
    shared: Arc<Shared>,
    _shutdown_guard: Arc<ShutdownGuard>,
}

pub(crate) struct Shared {
    state: Mutex<State>,
    job_available: Condvar,
    /// There is a job that a thread may take: for the thread that spins, which holds no lock.
    has_jobs: AtomicBool,
}

#[derive(Default)]
struct State {
    queue: WorkQueue<Task>,
    /// Slow jobs that threads are running.
    slow_running: usize,
    /// How many threads there may be; `None` until the first job.
    size: Option<usize>,
    /// The environment variable that has the size.
    size_variable: Option<&'static str>,
    started: usize,
    /// Threads that wait for a job.
    free: usize,
    /// One of them was notified and is not awake yet.
    waking: bool,
    /// One idle thread spins for the next job before it waits. One at a time: a second would find no job.
    is_spinning: bool,
    spin: AdaptiveSpin,
    closed: bool,
}

/// Shuts the threads down when the last [`Pool`] is dropped (never, for the pool of the process).
struct ShutdownGuard(Arc<Shared>);

impl Drop for ShutdownGuard {
    fn drop(&mut self) {
        let abandoned = {
            let mut state = self.0.lock();
            state.closed = true;
            std::mem::take(&mut state.queue)
        };
        self.0.job_available.notify_all();
        drop(abandoned);
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("started_threads", &self.started_threads())
            .field("idle_threads", &self.idle_threads())
            .field("queued_jobs", &self.queued_jobs())
            .finish_non_exhaustive()
    }
}

impl Pool {
    /// The pool that all loops of the process share by default.
    pub fn process() -> Self {
        static PROCESS: OnceLock<Pool> = OnceLock::new();
        PROCESS.get_or_init(|| Pool::sized(None)).clone()
    }

    /// A new pool of 1 to 1024 threads. They end when the last clone is dropped.
    pub fn with_threads(threads: usize) -> Self {
        Self::sized(Some(threads.clamp(1, MAX_THREADS)))
    }

    fn sized(size: Option<usize>) -> Self {
        let shared = Arc::new(Shared {
            state: Mutex::new(State { size, ..State::default() }),
            job_available: Condvar::new(),
            has_jobs: AtomicBool::new(false),
        });
        Self { _shutdown_guard: Arc::new(ShutdownGuard(shared.clone())), shared }
    }

    /// See [`Builder::pool_size_variable`](crate::Builder::pool_size_variable).
    pub(crate) fn set_size_variable(&self, name: &'static str) {
        self.shared.lock().size_variable = Some(name);
    }

    /// How many threads the pool may have. For the pool of the process the first call fixes it.
    pub fn size(&self) -> usize {
        self.shared.lock().resolved_size()
    }

    /// How many threads were started so far.
    pub fn started_threads(&self) -> usize {
        self.shared.lock().started
    }

    /// How many of them have no job.
    pub fn idle_threads(&self) -> usize {
        let state = self.shared.lock();
        state.free + usize::from(state.is_spinning)
    }

    /// How many jobs wait for a thread.
    pub fn queued_jobs(&self) -> usize {
        self.shared.lock().queue.len()
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Queues a job; fails if there is no thread and none can be started.
    pub(crate) fn push(&self, task: Task, kind: WorkKind) -> io::Result<Key> {
        let mut state = self.shared.lock();
        let key = state.queue.push(task, kind);
        let takeable = state.takeable();
        self.shared.has_jobs.store(takeable > 0, Ordering::Relaxed);
        if takeable > state.free + usize::from(state.is_spinning) && state.started < state.resolved_size() {
            match start_thread(self.shared.clone(), state.started) {
                Ok(()) => state.started += 1,
                // With fewer threads than allowed the job waits longer; with none it would wait for ever.
                Err(_) if state.started > 0 => {}
                Err(error) => {
                    let refused = state.queue.remove(key);
                    drop(state);
                    drop(refused);
                    return Err(error);
                }
            }
        }
        let wake = state.should_wake_one();
        drop(state);
        if wake {
            self.shared.job_available.notify_one();
        }
        Ok(key)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that can panic runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes a job from the queue; `None` if a thread has taken it.
    pub(crate) fn remove(&self, key: Key) -> Option<Task> {
        let mut state = self.lock();
        let task = state.queue.remove(key);
        self.has_jobs.store(state.takeable() > 0, Ordering::Relaxed);
        task
    }

    /// Finishes the thread's last job and waits for the next; `None` when the pool is closed.
    fn next_task(&self, last: Option<WorkKind>) -> Option<(Task, WorkKind)> {
        let mut state = self.lock();
        state.slow_running -= usize::from(last == Some(WorkKind::Slow));
        loop {
            if let Some((task, kind)) = state.take() {
                self.has_jobs.store(state.takeable() > 0, Ordering::Relaxed);
                let wake = state.should_wake_one();
                drop(state);
                if wake {
                    self.job_available.notify_one();
                }
                return Some((task, kind));
            }
            if state.closed {
                return None;
            }
            if !state.is_spinning && state.spin.should_spin() {
                state = self.spin_for_job(state);
                if state.takeable() > 0 || state.closed {
                    continue;
                }
            }
            state.free += 1;
            let began = Instant::now();
            state = self.job_available.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.spin.record_sleep(began.elapsed());
            state.free -= 1;
            state.waking = false;
        }
    }

    /// Spins for a moment in case a job comes, without the lock.
    fn spin_for_job<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.is_spinning = true;
        let mut spin = state.spin;
        drop(state);
        spin.spin_until(|| self.has_jobs.load(Ordering::Relaxed));
        let mut state = self.lock();
        state.is_spinning = false;
        state.spin = spin;
        state
    }
}

impl State {
    /// How many more slow jobs may begin.
    fn slow_allowed(&mut self) -> usize {
        self.resolved_size().div_ceil(2).saturating_sub(self.slow_running)
    }

    /// How many jobs could begin now, if there were threads enough.
    fn takeable(&mut self) -> usize {
        let slow_allowed = self.slow_allowed();
        self.queue.takeable(slow_allowed)
    }

    fn take(&mut self) -> Option<(Task, WorkKind)> {
        let slow_allowed = self.slow_allowed();
        let taken = self.queue.take(slow_allowed);
        self.slow_running += usize::from(matches!(taken, Some((_, WorkKind::Slow))));
        taken
    }

    /// Whether to wake a free thread; it is counted as woken. Not for a job that another thread spins for.
    ///
    /// One at a time: a thread that wakes and finds more than it can take wakes the next. A burst of short jobs then
    /// costs a few system calls, not one for each (64 at a time on 2 cores: 200,000 jobs made 566,000 calls, now 87,000).
    fn should_wake_one(&mut self) -> bool {
        let is_needed = self.takeable() > usize::from(self.is_spinning);
        is_needed && self.free > 0 && !std::mem::replace(&mut self.waking, true)
    }

    fn resolved_size(&mut self) -> usize {
        *self.size.get_or_insert_with(|| {
            let value = self.size_variable.and_then(std::env::var_os);
            value.map_or(DEFAULT_THREADS, |value| size_from(&value.to_string_lossy()))
        })
    }
}

fn start_thread(shared: Arc<Shared>, index: usize) -> io::Result<()> {
    let name = format!("hexloop-pool-{index}");
    thread::Builder::new().name(name).spawn(move || serve(&shared, index)).map(drop)
}

fn serve(shared: &Shared, index: usize) {
    let mut last = None;
    while let Some((task, kind)) = shared.next_task(last) {
        // A job contains its own panics; what is caught here is a panic while what it owned is dropped.
        let _ = catch_unwind(AssertUnwindSafe(|| task(index)));
        last = Some(kind);
    }
}

/// Reads the variable as libuv does, with C's `atoi` into an unsigned number: leading digits count, nothing readable
/// is 0, 0 means 1, and what is negative or too great means 1024.
fn size_from(value: &str) -> usize {
    let value = value.trim_start();
    let (is_negative, digits) = match value.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, value.strip_prefix('+').unwrap_or(value)),
    };
    let number = digits
        .bytes()
        .take_while(u8::is_ascii_digit)
        .fold(0usize, |number, digit| number.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
    match number {
        0 => 1,
        _ if is_negative => MAX_THREADS,
        _ => number.min(MAX_THREADS),
    }
}

#[cfg(test)]
mod tests {
    use super::size_from;

    #[test]
    fn the_size_variable_is_read_as_libuv_reads_it() {
        let sizes = ["8", " 8", "+8", "8 threads", "0", "", "many", "-1", "1024", "1025", "99999999999999999999999"];
        let read: Vec<usize> = sizes.into_iter().map(size_from).collect();
        assert_eq!(read, [8, 8, 8, 8, 1, 1, 1, 1024, 1024, 1024, 1024]);
    }
}
