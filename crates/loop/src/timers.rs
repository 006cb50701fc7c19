//! Phase 1: timers.
//!
//! The phase runs every timer whose due time is at or before the loop's clock, earliest first, equal ones in start
//! order. A timer that a callback starts belongs to the next turn even if it is due at once: it is known by its
//! start order, which is later than the last one assigned when the phase began.

use std::time::Duration;

use crate::clock::nanos;
use crate::event_loop::Loop;
use crate::handle::{Callback, Handle, HandleState, impl_debug, sealed::Parts};
use crate::observer::CallbackKind;
use crate::timer_heap::{Entry, FIRING, IDLE, TimerSlot};

/// Runs a callback after a delay, once or repeatedly.
///
/// In a callback, delays count from the loop's clock ([`Loop::now`]), that is from the beginning of the turn, not from the
/// moment of the call; [`Loop::update_now`] updates the clock. While the loop is not running that reading may be arbitrarily
/// old, so delays count from the moment of the call. The callback runs after its delay or later, never earlier.
///
/// ```
/// use hexloop::{Loop, RunMode, Timer};
/// use std::{cell::Cell, rc::Rc, time::Duration};
///
/// let lp = Loop::new()?;
/// let fired = Rc::new(Cell::new(0));
/// let timer = Timer::new(&lp, {
///     let fired = fired.clone();
///     move || fired.set(fired.get() + 1)
/// });
/// timer.start(Duration::from_millis(5));
/// lp.run(RunMode::Default)?;
/// assert_eq!(fired.get(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use = "a timer that is dropped is stopped"]
pub struct Timer {
    lp: Loop,
    slot: u32,
}

impl Timer {
    /// A timer that is not started yet.
    pub fn new(lp: &Loop, callback: impl FnMut() + 'static) -> Self {
        let core = lp.core();
        let slot = core.timers.borrow_mut().add_slot(TimerSlot {
            state: HandleState::new(core),
            callback: Some(Box::new(callback)),
            armed: IDLE,
            due_ns: 0,
            repeat_ns: 0,
        });
        Self { lp: lp.clone(), slot }
    }

    /// Runs the callback once, after `delay`. A timer that is started already is restarted.
    pub fn start(&self, delay: Duration) {
        self.start_repeating(delay, Duration::ZERO);
    }

    /// Runs the callback after `delay`, then again every `repeat`, unless that is zero.
    ///
    /// The timer is rearmed when its callback has returned, unless the callback stopped or started it itself.
    pub fn start_repeating(&self, delay: Duration, repeat: Duration) {
        self.set_repeat(repeat);
        self.arm(starting_time_ns(&self.lp).saturating_add(nanos(delay)));
    }

    /// Runs the callback once, when [`Loop::now`] reaches `due`: in the next timers phase if it already has.
    pub fn start_at(&self, due: Duration) {
        self.set_repeat(Duration::ZERO);
        self.arm(nanos(due));
    }

    /// Stops the timer. It may be started again.
    pub fn stop(&self) {
        let core = self.lp.core();
        let mut timers = core.timers.borrow_mut();
        timers.disarm(self.slot);
        if let Some(slot) = timers.slot(self.slot) {
            slot.state.deactivate(core);
        }
    }

    /// Restarts a repeating timer with its repeat time as the delay. Does nothing and returns `false` if that is zero.
    pub fn again(&self) -> bool {
        let repeat_ns = self.repeat_ns();
        if repeat_ns == 0 || self.is_closing() {
            return false;
        }
        self.arm(starting_time_ns(&self.lp).saturating_add(repeat_ns));
        true
    }

    /// Changes the repeat time from the next time on that the timer is armed; zero makes it a one-shot.
    pub fn set_repeat(&self, repeat: Duration) {
        if let Some(slot) = self.lp.core().timers.borrow_mut().slot_mut(self.slot) {
            slot.repeat_ns = nanos(repeat);
        }
    }

    /// The repeat time; zero for a one-shot.
    pub fn repeat(&self) -> Duration {
        Duration::from_nanos(self.repeat_ns())
    }

    /// When the timer is due, in the time of [`Loop::now`]; `None` while it is not armed.
    pub fn due(&self) -> Option<Duration> {
        let timers = self.lp.core().timers.borrow();
        let slot = timers.slot(self.slot)?;
        let is_armed = slot.armed != IDLE && slot.armed != FIRING;
        is_armed.then(|| Duration::from_nanos(slot.due_ns))
    }

    fn repeat_ns(&self) -> u64 {
        let timers = self.lp.core().timers.borrow();
        timers.slot(self.slot).map_or(0, |slot| slot.repeat_ns)
    }

    fn arm(&self, due_ns: u64) {
        let core = self.lp.core();
        let mut timers = core.timers.borrow_mut();
        let Some(slot) = timers.slot(self.slot).filter(|slot| !slot.state.is_retired()) else {
            return;
        };
        slot.state.activate(core);
        timers.arm(self.slot, due_ns);
    }
}

impl Handle for Timer {}

impl_debug!(Timer);

impl Parts for Timer {
    fn event_loop(&self) -> &Loop {
        &self.lp
    }

    fn with_state<R>(&self, look: impl FnOnce(&HandleState) -> R) -> R {
        let timers = self.lp.core().timers.borrow();
        // A slot lives exactly as long as its Timer.
        look(&timers.slot(self.slot).expect("a live timer has a slot").state)
    }

    fn retire(&self) {
        self.stop();
        let callback = {
            let mut timers = self.lp.core().timers.borrow_mut();
            let slot = timers.slot_mut(self.slot);
            slot.and_then(|slot| {
                slot.state.retire();
                slot.callback.take()
            })
        };
        // Outside of the borrow: what the callback owns may use timers when it is dropped.
        drop(callback);
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.stop();
        let slot = self.lp.core().timers.borrow_mut().remove_slot(self.slot);
        drop(slot);
    }
}

/// From when on a delay counts.
fn starting_time_ns(lp: &Loop) -> u64 {
    if lp.core().is_running() { lp.now_ns() } else { lp.core().clock.read() }
}

/// When the next timer is due, in nanoseconds of the loop's clock.
#[inline]
pub(crate) fn next_due(lp: &Loop) -> Option<u64> {
    lp.core().timers.borrow_mut().next_due()
}

/// Runs every timer that is due, except those that the callbacks start.
#[inline]
pub(crate) fn run(lp: &Loop) {
    // Without a timer there is nothing to compare the time with, and it need not be known.
    let Some(due_ns) = next_due(lp) else { return };
    let now_ns = lp.now_ns();
    if due_ns <= now_ns {
        run_due(lp, now_ns);
    }
}

fn run_due(lp: &Loop, now_ns: u64) {
    let timers = &lp.core().timers;
    let last_order = timers.borrow().last_order();
    let mut postponed = Postponed { lp, entries: Vec::new() };
    loop {
        let due = timers.borrow_mut().take_due(now_ns);
        match due {
            Some(entry) if entry.order <= last_order => fire(lp, entry.slot),
            Some(entry) => postponed.entries.push(entry),
            None => break,
        }
    }
}

/// Timers that are due but belong to the next turn. They return to the heap when the phase ends, also by a panic.
struct Postponed<'a> {
    lp: &'a Loop,
    entries: Vec<Entry>,
}

impl Drop for Postponed<'_> {
    fn drop(&mut self) {
        let mut timers = self.lp.core().timers.borrow_mut();
        for entry in self.entries.drain(..) {
            timers.put_back(entry);
        }
    }
}

/// Runs the callback of a timer that was taken out of the heap. A one-shot is stopped by then; an interval still
/// counts as active, and is armed when the callback has ended.
fn fire(lp: &Loop, slot: u32) {
    if let Some(mut firing) = Firing::begin(lp, slot)
        && let Some(callback) = &mut firing.callback
    {
        lp.call(CallbackKind::Timer, firing.id, &mut **callback);
    }
}

/// A timer whose callback is running, out of its slot. The timer is rearmed or deactivated on drop, so that a panic cannot
/// leave an interval neither armed nor stopped.
struct Firing<'a> {
    lp: &'a Loop,
    slot: u32,
    id: u64,
    callback: Option<Callback>,
}

impl<'a> Firing<'a> {
    fn begin(lp: &'a Loop, index: u32) -> Option<Self> {
        let core = lp.core();
        let mut timers = core.timers.borrow_mut();
        let slot = timers.slot_mut(index)?;
        if slot.repeat_ns == 0 {
            slot.armed = IDLE;
            slot.state.deactivate(core);
        } else {
            slot.armed = FIRING;
        }
        Some(Self { lp, slot: index, id: slot.state.id(), callback: slot.callback.take() })
    }
}

impl Drop for Firing<'_> {
    fn drop(&mut self) {
        let core = self.lp.core();
        let now_ns = self.lp.now_ns();
        let mut timers = core.timers.borrow_mut();
        // The timer may be gone and its slot reused: then the callback is dropped, after the borrow.
        let slot = timers.slot_mut(self.slot);
        let Some(slot) = slot.filter(|slot| slot.state.id() == self.id && !slot.state.is_retired()) else {
            return;
        };
        slot.callback = self.callback.take();
        if slot.armed != FIRING {
            return;
        }
        if slot.repeat_ns == 0 {
            slot.armed = IDLE;
            slot.state.deactivate(core);
        } else {
            let due_ns = now_ns.saturating_add(slot.repeat_ns);
            timers.arm(self.slot, due_ns);
        }
    }
}
