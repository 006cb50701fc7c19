//! What a loop shows other threads: where it is, since when, and what it has counted so far.
//!
//! [`Loop::metrics`](crate::Loop::metrics) is for the loop's own thread, and a loop that is held by a callback answers nobody. A
//! beacon is written by the loop wherever it enters a phase, falls asleep or wakes, and read by whoever has it, also
//! while a callback hangs:
//!
//! ```text
//!   the loop:   turn ── timers ── … ── poll ── asleep ── poll ── check ── …        each arrow: a few stores
//!   elsewhere:         read()            probe() … answer()                        never waits for the loop
//! ```
//!
//! Many numbers that belong together are read while they change: a version counter that is odd meanwhile tells (a
//! seqlock). So time that is still running is counted in, and no counter ever goes backwards.
//!
//! **A probe** measures how long the loop lets something wait that comes now, without sending it anything: a loop that
//! sleeps would have taken it at once; a busy one notes when it next begins a turn. A timer that looks how late it is, as
//! Node's `monitorEventLoopDelay` does, wakes the loop a hundred times a second to find that it was asleep.

use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::time::Duration;

use crate::metrics::Counters;
use crate::observer::Phase;
use crate::sys;

const PHASES: usize = Phase::ALL.len();
/// Where the loop is, beyond the phases themselves.
const OUTSIDE: u64 = PHASES as u64;
const ASLEEP: u64 = OUTSIDE + 1;
/// Times are kept for the phases, for outside and for asleep.
const PLACES: usize = PHASES + 2;

/// Where a loop is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// It is not running: before the first turn, or between two calls of [`Loop::run`](crate::Loop::run).
    Outside,
    /// In this phase.
    In(Phase),
    /// Asleep in poll, or until its first timers are due.
    Asleep,
}

/// A reading of a [`Beacon`]. Times include what is still going on.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Turns begun.
    pub turns: u64,
    /// Events handled in poll.
    pub events: u64,
    /// Those of them that were there already when poll looked.
    pub events_waiting: u64,
    /// How often the system was asked for events.
    pub polls: u64,
    /// Time spent in each phase, in the order of [`Phase::ALL`]; poll without its sleep.
    pub phases: [Duration; PHASES],
    /// Time spent while the loop did not run.
    pub outside: Duration,
    /// Time spent asleep.
    pub asleep: Duration,
    /// Where the loop is now.
    pub doing: Doing,
    /// For how long nothing new could begin: since the turn began, or since the loop woke in it. Zero while it sleeps.
    pub held: Duration,
}

impl Reading {
    /// Time since the beacon was made.
    pub fn elapsed(&self) -> Duration {
        self.active() + self.asleep
    }

    /// Time spent awake.
    pub fn active(&self) -> Duration {
        self.phases.iter().sum::<Duration>() + self.outside
    }
}

/// See the module's essay. Give it to a loop with [`Builder::beacon`](crate::Builder::beacon), and keep a clone of the
/// [`Arc`](std::sync::Arc).
///
/// ```
/// use hexloop::{Beacon, Doing, Loop, RunMode, Timer};
/// use std::sync::Arc;
///
/// let beacon = Arc::new(Beacon::default());
/// let lp = Loop::builder().beacon(beacon.clone()).build()?;
/// let timer = Timer::new(&lp, || ());
/// timer.start(5, 0);
/// lp.run(RunMode::UntilDone);
/// let reading = std::thread::spawn(move || beacon.read()).join().unwrap();
/// assert_eq!(reading.doing, Doing::Outside);
/// assert!(reading.turns > 0);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Beacon {
    /// Odd while the numbers below change.
    version: AtomicU64,
    place: AtomicU64,
    since_ns: AtomicU64,
    /// When something new could last begin.
    open_ns: AtomicU64,
    spent_ns: [AtomicU64; PLACES],
    turns: AtomicU64,
    events: AtomicU64,
    events_waiting: AtomicU64,
    polls: AtomicU64,
    /// When the probe was sent that has no answer yet, and when the last one was answered; 0: none.
    probed_ns: AtomicU64,
    answered_ns: AtomicU64,
}

impl Default for Beacon {
    fn default() -> Self {
        let now_ns = AtomicU64::new(sys::monotonic_ns());
        Self {
            version: AtomicU64::new(0),
            place: AtomicU64::new(OUTSIDE),
            open_ns: AtomicU64::new(now_ns.load(Ordering::Relaxed)),
            since_ns: now_ns,
            spent_ns: Default::default(),
            turns: AtomicU64::new(0),
            events: AtomicU64::new(0),
            events_waiting: AtomicU64::new(0),
            polls: AtomicU64::new(0),
            probed_ns: AtomicU64::new(0),
            answered_ns: AtomicU64::new(0),
        }
    }
}

/// Only the loop's thread writes: a load and a store do, and cost what they cost on a plain number.
fn add(number: &AtomicU64, amount: u64) {
    number.store(number.load(Ordering::Relaxed) + amount, Ordering::Relaxed);
}

impl Beacon {
    pub(crate) fn enter(&self, phase: Phase, counters: &Counters) {
        let now_ns = self.go_to(phase as u64, counters);
        if phase == Phase::Timers {
            self.open_ns.store(now_ns, Ordering::Relaxed);
            self.answer_probe(now_ns);
        }
    }

    pub(crate) fn fall_asleep(&self, counters: &Counters) {
        let now_ns = self.go_to(ASLEEP, counters);
        self.answer_probe(now_ns);
    }

    /// Back to where the loop was when it fell asleep.
    pub(crate) fn wake(&self, place: Option<Phase>, counters: &Counters) {
        let now_ns = self.go_to(place.map_or(OUTSIDE, |phase| phase as u64), counters);
        self.open_ns.store(now_ns, Ordering::Relaxed);
    }

    pub(crate) fn leave(&self, counters: &Counters) {
        self.go_to(OUTSIDE, counters);
    }

    fn go_to(&self, place: u64, counters: &Counters) -> u64 {
        let version = self.version.load(Ordering::Relaxed);
        self.version.store(version + 1, Ordering::Relaxed);
        // The strongest: a reader who did not see this store has read the clock before we do. With less it may count time as
        // running that is not, and count back the next time.
        fence(Ordering::SeqCst);
        let now_ns = sys::monotonic_ns();
        let left = self.place.load(Ordering::Relaxed) as usize;
        let since_ns = self.since_ns.load(Ordering::Relaxed);
        add(&self.spent_ns[left], now_ns.saturating_sub(since_ns));
        self.place.store(place, Ordering::Relaxed);
        self.since_ns.store(now_ns, Ordering::Relaxed);
        self.turns.store(counters.loop_count.get(), Ordering::Relaxed);
        self.events.store(counters.events.get(), Ordering::Relaxed);
        self.events_waiting.store(counters.events_waiting.get(), Ordering::Relaxed);
        self.polls.store(counters.polls.get(), Ordering::Relaxed);
        self.version.store(version + 2, Ordering::Release);
        now_ns
    }

    fn answer_probe(&self, now_ns: u64) {
        if self.probed_ns.load(Ordering::Relaxed) != 0 && self.answered_ns.load(Ordering::Relaxed) == 0 {
            self.answered_ns.store(now_ns, Ordering::Release);
        }
    }

    /// Where the loop is and what it has counted; from any thread.
    pub fn read(&self) -> Reading {
        loop {
            let version = self.version.load(Ordering::Acquire);
            if version & 1 == 0 {
                let reading = self.read_unguarded();
                fence(Ordering::SeqCst);
                if self.version.load(Ordering::Relaxed) == version {
                    return reading;
                }
            }
            // A few stores from now it is even again, unless the system took the thread away just there.
            std::thread::yield_now();
        }
    }

    fn read_unguarded(&self) -> Reading {
        let number = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let place = number(&self.place) as usize;
        // After the numbers: what they say began has begun.
        let since_ns = number(&self.since_ns);
        let now_ns = sys::monotonic_ns();
        let running_ns = now_ns.saturating_sub(since_ns);
        let spent =
            |at: usize| Duration::from_nanos(number(&self.spent_ns[at]) + if at == place { running_ns } else { 0 });
        let doing = match place as u64 {
            OUTSIDE => Doing::Outside,
            ASLEEP => Doing::Asleep,
            _ => Doing::In(Phase::ALL[place % PHASES]),
        };
        let is_asleep = doing == Doing::Asleep;
        let held_ns = if is_asleep { 0 } else { now_ns.saturating_sub(number(&self.open_ns)) };
        Reading {
            turns: number(&self.turns),
            events: number(&self.events),
            events_waiting: number(&self.events_waiting),
            polls: number(&self.polls),
            phases: std::array::from_fn(spent),
            outside: spent(OUTSIDE as usize),
            asleep: spent(ASLEEP as usize),
            doing,
            held: Duration::from_nanos(held_ns),
        }
    }

    /// Asks how long something would wait that comes now: the answer if the loop sleeps, else it is to come
    /// ([`answer`](Self::answer)). One at a time, by one thread.
    pub fn probe(&self) -> Option<Duration> {
        if self.place.load(Ordering::Relaxed) == ASLEEP {
            return Some(Duration::ZERO);
        }
        self.answered_ns.store(0, Ordering::Relaxed);
        self.probed_ns.store(sys::monotonic_ns(), Ordering::Release);
        None
    }

    /// How long the loop took to come to what was asked, once it has; then another probe may be sent.
    pub fn answer(&self) -> Option<Duration> {
        let probed_ns = self.probed_ns.load(Ordering::Relaxed);
        let answered_ns = self.answered_ns.load(Ordering::Acquire);
        if probed_ns == 0 || answered_ns == 0 {
            return None;
        }
        self.probed_ns.store(0, Ordering::Relaxed);
        Some(Duration::from_nanos(answered_ns.saturating_sub(probed_ns)))
    }
}
