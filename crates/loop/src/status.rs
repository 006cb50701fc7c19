//! The loop status, for other threads: which phase the loop is in, since when, and what it has counted so far.
//!
//! [`Loop::metrics`](crate::Loop::metrics) is for the loop's own thread, and a loop that a callback blocks answers nobody.
//! The loop writes its status wherever it enters a phase, falls asleep or wakes; any thread may read it, also while a
//! callback hangs:
//!
//! ```text
//!   the loop:   turn ── timers ── … ── poll ── asleep ── poll ── check ── …        each arrow: a few stores
//!   elsewhere:         snapshot()        probe() … probe_result()                  never waits for the loop
//! ```
//!
//! A seqlock keeps the numbers consistent: a version counter is odd while they change, and a reader tries again. A snapshot
//! includes the time of the state that is still going on, and no counter ever goes backwards.
//!
//! **A probe** measures how long something that arrives now would wait for the loop, without sending it anything: a sleeping
//! loop would take it at once; a busy one records when it next begins a turn. A timer that measures how late it is, as Node's
//! `monitorEventLoopDelay` has one, wakes the loop a hundred times a second to find that it was asleep.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::time::Duration;

use crate::metrics::Counters;
use crate::observer::{PHASES, Phase};
use crate::sys;

/// States beyond the phases themselves.
const NOT_RUNNING: u64 = PHASES as u64;
const ASLEEP: u64 = NOT_RUNNING + 1;
/// Times are kept for the phases, for not running and for asleep.
const STATES: usize = PHASES + 2;

/// What a loop does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoopState {
    /// Before the first turn, or between two calls of [`Loop::run`](crate::Loop::run).
    NotRunning,
    /// In this phase.
    Running(Phase),
    /// Asleep in poll, or until its first timers are due.
    Asleep,
}

/// A snapshot of a [`LoopStatus`]. Times include what is still going on.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LoopSnapshot {
    /// Turns begun.
    pub turns: u64,
    /// Events handled in poll.
    pub events: u64,
    /// Those of them that were ready before poll was entered.
    pub events_waiting: u64,
    /// System calls that polled for events.
    pub polls: u64,
    phases: [Duration; PHASES],
    /// Time spent while the loop did not run.
    pub not_running: Duration,
    /// Time spent asleep.
    pub asleep: Duration,
    /// What the loop does now.
    pub state: LoopState,
    /// For how long nothing new could begin: since the turn began, or since the loop woke in it. Zero while it sleeps.
    pub busy_for: Duration,
}

impl LoopSnapshot {
    /// Time spent in a phase; poll without its sleep.
    pub fn phase_time(&self, phase: Phase) -> Duration {
        self.phases[phase as usize]
    }

    /// Time since the status was made.
    pub fn elapsed(&self) -> Duration {
        self.active() + self.asleep
    }

    /// Time spent awake.
    pub fn active(&self) -> Duration {
        self.phases.iter().sum::<Duration>() + self.not_running
    }
}

/// The state and the counters of a loop, readable from any thread. Give it to a loop with [`Builder::status`](crate::Builder::status), and keep a clone of the
/// [`Arc`](std::sync::Arc).
///
/// ```
/// use hexloop::{LoopStatus, LoopState, Loop, RunMode, Timer};
/// use std::{sync::Arc, time::Duration};
///
/// let status = Arc::new(LoopStatus::default());
/// let lp = Loop::builder().status(status.clone()).build()?;
/// let timer = Timer::new(&lp, || ());
/// timer.start(Duration::from_millis(5));
/// lp.run(RunMode::Default)?;
/// let snapshot = std::thread::spawn(move || status.snapshot()).join().unwrap();
/// assert_eq!(snapshot.state, LoopState::NotRunning);
/// assert!(snapshot.turns > 0);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct LoopStatus {
    /// Odd while the numbers below change.
    version: AtomicU64,
    state: AtomicU64,
    since_ns: AtomicU64,
    /// When the loop could last begin something new.
    responsive_ns: AtomicU64,
    spent_ns: [AtomicU64; STATES],
    turns: AtomicU64,
    events: AtomicU64,
    events_waiting: AtomicU64,
    polls: AtomicU64,
    /// When the probe was sent that is not complete yet, and when the last one completed; 0: none.
    probed_ns: AtomicU64,
    completed_ns: AtomicU64,
}

impl fmt::Debug for LoopStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LoopStatus").field(&self.snapshot()).finish()
    }
}

impl Default for LoopStatus {
    fn default() -> Self {
        let now_ns = AtomicU64::new(sys::monotonic_ns());
        Self {
            version: AtomicU64::new(0),
            state: AtomicU64::new(NOT_RUNNING),
            responsive_ns: AtomicU64::new(now_ns.load(Ordering::Relaxed)),
            since_ns: now_ns,
            spent_ns: Default::default(),
            turns: AtomicU64::new(0),
            events: AtomicU64::new(0),
            events_waiting: AtomicU64::new(0),
            polls: AtomicU64::new(0),
            probed_ns: AtomicU64::new(0),
            completed_ns: AtomicU64::new(0),
        }
    }
}

/// Only the loop's thread writes: a load and a store do, and cost what they cost on a plain number.
fn add(number: &AtomicU64, amount: u64) {
    number.store(number.load(Ordering::Relaxed) + amount, Ordering::Relaxed);
}

impl LoopStatus {
    pub(crate) fn enter(&self, phase: Phase, counters: &Counters) {
        let now_ns = self.transition(phase as u64, counters);
        if phase == Phase::Timers {
            self.responsive_ns.store(now_ns, Ordering::Relaxed);
            self.complete_probe(now_ns);
        }
    }

    pub(crate) fn fall_asleep(&self, counters: &Counters) {
        let now_ns = self.transition(ASLEEP, counters);
        self.complete_probe(now_ns);
    }

    /// Back to the state in which the loop fell asleep.
    pub(crate) fn wake(&self, state: Option<Phase>, counters: &Counters) {
        let now_ns = self.transition(state.map_or(NOT_RUNNING, |phase| phase as u64), counters);
        self.responsive_ns.store(now_ns, Ordering::Relaxed);
    }

    pub(crate) fn leave(&self, counters: &Counters) {
        self.transition(NOT_RUNNING, counters);
    }

    fn transition(&self, state: u64, counters: &Counters) -> u64 {
        let version = self.version.load(Ordering::Relaxed);
        self.version.store(version + 1, Ordering::Relaxed);
        // The strongest ordering: a reader that did not see this store has read the clock before we do. With less it may
        // count time for a state that has ended, and go backwards the next time.
        fence(Ordering::SeqCst);
        let now_ns = sys::monotonic_ns();
        let left = self.state.load(Ordering::Relaxed) as usize;
        let since_ns = self.since_ns.load(Ordering::Relaxed);
        add(&self.spent_ns[left], now_ns.saturating_sub(since_ns));
        self.state.store(state, Ordering::Relaxed);
        self.since_ns.store(now_ns, Ordering::Relaxed);
        self.turns.store(counters.loop_count.get(), Ordering::Relaxed);
        self.events.store(counters.events.get(), Ordering::Relaxed);
        self.events_waiting.store(counters.events_waiting.get(), Ordering::Relaxed);
        self.polls.store(counters.polls.get(), Ordering::Relaxed);
        self.version.store(version + 2, Ordering::Release);
        now_ns
    }

    fn complete_probe(&self, now_ns: u64) {
        if self.probed_ns.load(Ordering::Relaxed) != 0 && self.completed_ns.load(Ordering::Relaxed) == 0 {
            self.completed_ns.store(now_ns, Ordering::Release);
        }
    }

    /// The state and the counters now; from any thread.
    pub fn snapshot(&self) -> LoopSnapshot {
        loop {
            let version = self.version.load(Ordering::Acquire);
            if version & 1 == 0 {
                let snapshot = self.read_unvalidated();
                fence(Ordering::SeqCst);
                if self.version.load(Ordering::Relaxed) == version {
                    return snapshot;
                }
            }
            // A few stores from now it is even again, unless the writer was preempted just there.
            std::thread::yield_now();
        }
    }

    fn read_unvalidated(&self) -> LoopSnapshot {
        let number = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let state = number(&self.state) as usize;
        // After the numbers: the state that they describe has begun.
        let since_ns = number(&self.since_ns);
        let now_ns = sys::monotonic_ns();
        let running_ns = now_ns.saturating_sub(since_ns);
        let spent =
            |at: usize| Duration::from_nanos(number(&self.spent_ns[at]) + if at == state { running_ns } else { 0 });
        let state = match state as u64 {
            NOT_RUNNING => LoopState::NotRunning,
            ASLEEP => LoopState::Asleep,
            _ => LoopState::Running(Phase::ALL[state % PHASES]),
        };
        let is_asleep = state == LoopState::Asleep;
        let busy_ns = if is_asleep { 0 } else { now_ns.saturating_sub(number(&self.responsive_ns)) };
        LoopSnapshot {
            turns: number(&self.turns),
            events: number(&self.events),
            events_waiting: number(&self.events_waiting),
            polls: number(&self.polls),
            phases: std::array::from_fn(spent),
            not_running: spent(NOT_RUNNING as usize),
            asleep: spent(ASLEEP as usize),
            state,
            busy_for: Duration::from_nanos(busy_ns),
        }
    }

    /// Measures how long something that arrives now would wait: known at once if the loop sleeps, else
    /// [`probe_result`](Self::probe_result) returns it later. One at a time, by one thread.
    pub fn probe(&self) -> Option<Duration> {
        if self.state.load(Ordering::Relaxed) == ASLEEP {
            return Some(Duration::ZERO);
        }
        self.completed_ns.store(0, Ordering::Relaxed);
        self.probed_ns.store(sys::monotonic_ns(), Ordering::Release);
        None
    }

    /// How long the loop took to get to the probe, once it has; then another probe may be sent.
    pub fn probe_result(&self) -> Option<Duration> {
        let probed_ns = self.probed_ns.load(Ordering::Relaxed);
        let completed_ns = self.completed_ns.load(Ordering::Acquire);
        if probed_ns == 0 || completed_ns == 0 {
            return None;
        }
        self.probed_ns.store(0, Ordering::Relaxed);
        Some(Duration::from_nanos(completed_ns.saturating_sub(probed_ns)))
    }
}
