//! The loop's clock.
//!
//! A loop does not read the system's clock whenever the time is needed. It reads it once per turn, and again
//! when poll has slept, and everything in between sees that one reading: two timers that one
//! callback starts with the same delay are due at the same instant, in start order.
//!
//! The timers phase is the first to need it, if there are timers. In a turn where nobody needs it, the clock is not
//! read at all: a reading costs more than all the rest of an empty turn (29 of 47 ns where this was measured).
//!
//! It counts nanoseconds: a timer started at 10.9 ms with a delay of 1 ms is due at 11.9 ms. A loop that counts whole
//! milliseconds would run it at 11.0, after a tenth of its delay; "never early" is the reason for the finer unit.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use crate::sys;

/// The nanoseconds of a duration; more than fit (584 years) are as good as for ever.
#[inline]
pub(crate) fn nanos(duration: Duration) -> u64 {
    duration.as_secs().saturating_mul(1_000_000_000).saturating_add(u64::from(duration.subsec_nanos()))
}

/// Where a loop gets its time from.
pub trait Clock {
    /// The time since some fixed point. It must never go backwards. It may be slower than the system's clock, or stand
    /// still: timers wait for it, I/O does not.
    fn now(&self) -> Duration;

    /// Whether it runs as the system's monotonic clock does, though perhaps from another origin. Called once, when the loop is
    /// built. Only a steady clock can measure a [minimum poll interval](crate::Builder::min_poll_interval).
    fn is_steady(&self) -> bool {
        false
    }

    /// Whether the clock can be moved. If so the loop never sleeps to let time pass, but calls
    /// [`jump_to`](Self::jump_to). Called once, when the loop is built.
    fn jumps(&self) -> bool {
        false
    }

    /// Called on a clock that [`jumps`](Self::jumps) when the loop has nothing to do before `due`.
    fn jump_to(&self, due: Duration) {
        let _ = due;
    }
}

/// The system's monotonic clock: the default.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealClock;

impl Clock for RealClock {
    #[inline]
    fn now(&self) -> Duration {
        Duration::from_nanos(sys::monotonic_ns())
    }

    fn is_steady(&self) -> bool {
        true
    }
}

/// A clock that stands still until [`advance`](Self::advance) moves it, or until the loop has nothing left to do but wait
/// for a timer: then it jumps there. A program with hours of timers runs in microseconds, in the same order every time.
///
/// Clones share one time, so a test keeps one and gives the other to the loop. The loop waits in real time for
/// work outside of it (a pool job, a request held by a [`KeepAlive`](crate::KeepAlive)); no virtual time passes meanwhile.
///
/// ```
/// use hexloop::{Loop, RunMode, Timer, VirtualClock};
/// use std::time::Duration;
///
/// let clock = VirtualClock::new();
/// let lp = Loop::builder().clock(clock.clone()).build()?;
/// let timer = Timer::new(&lp, || println!("an hour later"));
/// timer.start(Duration::from_secs(3600));
/// lp.run(RunMode::Default)?;
/// assert_eq!(clock.now(), Duration::from_secs(3600));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct VirtualClock {
    now_ns: Rc<Cell<u64>>,
}

impl VirtualClock {
    /// A clock that stands at zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The time since the clock was made.
    pub fn now(&self) -> Duration {
        Duration::from_nanos(self.now_ns.get())
    }

    /// Moves the time forward, as a callback that computes for that long does.
    pub fn advance(&self, by: Duration) {
        self.now_ns.set(self.now_ns.get().saturating_add(nanos(by)));
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Duration {
        VirtualClock::now(self)
    }

    fn jumps(&self) -> bool {
        true
    }

    fn jump_to(&self, due: Duration) {
        self.now_ns.set(self.now_ns.get().max(nanos(due)));
    }
}

/// The loop's reading of its clock.
///
/// The real clock is named in the enum instead of hidden behind the trait: it is what most turns wait for.
pub(crate) struct LoopClock {
    source: ClockSource,
    /// Time passes by jumps only.
    pub(crate) jumps: bool,
    /// It runs as the system's clock does.
    pub(crate) is_steady: bool,
    now_ns: Cell<u64>,
    /// A callback ran since the last reading, so that the reading may be old by any amount.
    stale: Cell<bool>,
    /// A turn has begun and has not needed the time yet.
    unread: Cell<bool>,
}

enum ClockSource {
    Real,
    Given(Box<dyn Clock>),
}

impl LoopClock {
    pub(crate) fn new(given: Option<Box<dyn Clock>>) -> Self {
        let jumps = given.as_ref().is_some_and(|clock| clock.jumps());
        let is_steady = given.as_ref().is_none_or(|clock| clock.is_steady());
        let source = given.map_or(ClockSource::Real, ClockSource::Given);
        let clock =
            Self { source, jumps, is_steady, now_ns: Cell::new(0), stale: Cell::new(false), unread: Cell::new(false) };
        clock.read();
        clock
    }

    /// Whether it is the system's clock itself.
    #[inline]
    pub(crate) fn is_real(&self) -> bool {
        matches!(self.source, ClockSource::Real)
    }

    /// The system's clock at the last reading, or now where the loop's clock is another.
    #[inline]
    pub(crate) fn monotonic_ns(&self) -> u64 {
        if self.is_real() { self.now_ns() } else { sys::monotonic_ns() }
    }

    /// Reads the clock past the cache.
    #[inline]
    pub(crate) fn fresh_ns(&self) -> u64 {
        match &self.source {
            ClockSource::Real => sys::monotonic_ns(),
            ClockSource::Given(clock) => nanos(clock.now()),
        }
    }

    /// Reads the clock into the cache.
    #[inline]
    pub(crate) fn read(&self) -> u64 {
        // `max`: a custom clock that goes backwards must not un-fire timers.
        let now = self.fresh_ns().max(self.now_ns.get());
        self.now_ns.set(now);
        self.stale.set(false);
        self.unread.set(false);
        now
    }

    /// Reads the clock if a callback ran since the last time.
    #[inline]
    pub(crate) fn read_if_stale(&self) -> u64 {
        if self.stale.get() || self.unread.get() { self.read() } else { self.now_ns.get() }
    }

    #[inline]
    pub(crate) fn mark_stale(&self) {
        self.stale.set(true);
    }

    /// Begins a turn, which has a reading of its own: taken when it is first needed, or at once in virtual time, where it
    /// costs nothing and must not depend on when it is first needed.
    #[inline]
    pub(crate) fn begin_turn(&self) {
        if self.jumps {
            self.read();
        } else {
            self.unread.set(true);
        }
    }

    #[inline]
    pub(crate) fn now_ns(&self) -> u64 {
        if self.unread.get() { self.read() } else { self.now_ns.get() }
    }

    pub(crate) fn jump_to(&self, due_ns: u64) {
        if let ClockSource::Given(clock) = &self.source {
            clock.jump_to(Duration::from_nanos(due_ns));
        }
        self.read();
    }
}
