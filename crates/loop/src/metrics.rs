//! Counters of what the loop did: Node's `uvMetricsInfo` and `eventLoopUtilization` are made of these.

use std::cell::Cell;
use std::time::Duration;

use crate::observer::{PHASES, Phase};

/// The loop's counters since it was made; see [`Loop::metrics`](crate::Loop::metrics).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metrics {
    /// Turns begun.
    pub loop_count: u64,
    /// Events handled in poll: sources that became ready, posted closures, notified async handles, finished jobs.
    pub events: u64,
    /// Those of them that were ready before poll was entered.
    pub events_waiting: u64,
    /// System calls that polled for events.
    pub polls: u64,
    /// Time spent asleep in poll.
    pub idle_time: Duration,
    phase_times: Option<[Duration; PHASES]>,
}

impl Metrics {
    /// Time spent in a phase (its callbacks, and for poll its sleep); `None` unless the loop was built with
    /// [`per_phase_times`](crate::Builder::per_phase_times).
    pub fn phase_time(&self, phase: Phase) -> Option<Duration> {
        self.phase_times.map(|times| times[phase as usize])
    }
}

#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) loop_count: Cell<u64>,
    pub(crate) events: Cell<u64>,
    pub(crate) events_waiting: Cell<u64>,
    pub(crate) polls: Cell<u64>,
    pub(crate) idle_ns: Cell<u64>,
    pub(crate) phase_ns: Option<[Cell<u64>; PHASES]>,
}

impl Counters {
    pub(crate) fn new(per_phase_times: bool) -> Self {
        Self { phase_ns: per_phase_times.then(Default::default), ..Self::default() }
    }

    #[inline]
    pub(crate) fn add(counter: &Cell<u64>, amount: u64) {
        counter.set(counter.get() + amount);
    }

    pub(crate) fn add_phase_time(&self, phase: Phase, ns: u64) {
        if let Some(times) = &self.phase_ns {
            Self::add(&times[phase as usize], ns);
        }
    }

    pub(crate) fn read(&self) -> Metrics {
        let spent = |times: &[Cell<u64>; PHASES]| std::array::from_fn(|at| Duration::from_nanos(times[at].get()));
        Metrics {
            loop_count: self.loop_count.get(),
            events: self.events.get(),
            events_waiting: self.events_waiting.get(),
            polls: self.polls.get(),
            idle_time: Duration::from_nanos(self.idle_ns.get()),
            phase_times: self.phase_ns.as_ref().map(spent),
        }
    }
}
