//! Phase 4: poll. Wait for I/O and for other threads, then run their callbacks.
//!
//! How long may it wait?
//!
//! ```text
//!   stopping, nothing alive, an idle hook active,
//!   something pending, something closing            → not at all
//!   a timer armed                                   → until it is due
//!   otherwise                                       → for ever
//! ```
//!
//! Most turns of a busy program may not wait at all. A system call costs some 300 ns then and mostly returns nothing. With a
//! minimum poll interval ([`Builder::min_poll_interval`](crate::Builder::min_poll_interval)) such a turn makes one only if the
//! last was that long ago: I/O that becomes ready is treated as if it had become so an interval later at most. Where the
//! program itself has just caused I/O that is ready at once it announces that ([`Loop::expect_io`]), and the next turn polls
//! in any case. Messages from other threads need no system call to be seen, and a loop without sources never makes one.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use mio::event::Event;
use mio::{Events, Registry, Token};

use crate::adaptive_spin::{self, AdaptiveSpin};
use crate::clock::nanos;
use crate::event_loop::{Core, Loop, RunMode};
use crate::metrics::Counters;
use crate::source::{Readiness, Ready, UndeliveredEvent};
use crate::wake_coalescing::WakeCoalescing;
use crate::{sys, timers};

/// How many events the system may return at once, and how often in one phase: poll cannot starve timers.
pub(crate) const BATCH: usize = 1024;
pub(crate) const BATCHES: usize = 48;

/// The token of the loop's own waker; no packed [`Key`](crate::slots::Key) is all ones.
const WAKE: Token = Token(usize::MAX);

pub(crate) struct Poller {
    poll: RefCell<mio::Poll>,
    events: Cell<Option<Events>>,
    /// A turn that may not wait makes no system call if the last one was more recent.
    min_poll_interval_ns: u64,
    last_poll_ns: Cell<u64>,
    /// Something may have become ready since the last poll, however recent that was.
    pub(crate) expects_io: Cell<bool>,
    coalescing: WakeCoalescing,
    spin: Cell<AdaptiveSpin>,
}

impl Poller {
    pub(crate) fn new(min_poll_interval: Duration) -> io::Result<(Self, mio::Waker)> {
        let poll = mio::Poll::new()?;
        let waker = mio::Waker::new(poll.registry(), WAKE)?;
        let poller = Self {
            poll: RefCell::new(poll),
            events: Cell::new(None),
            min_poll_interval_ns: nanos(min_poll_interval),
            last_poll_ns: Cell::new(0),
            expects_io: Cell::new(true),
            coalescing: WakeCoalescing::default(),
            spin: Cell::default(),
        };
        Ok((poller, waker))
    }

    /// Lends out the registry, to register, reregister or deregister a source. Poll is never borrowed while a callback runs,
    /// so this cannot fail.
    pub(crate) fn registry<R>(&self, with: impl FnOnce(&Registry) -> R) -> R {
        self.expects_io.set(true);
        with(self.poll.borrow().registry())
    }

    /// The buffer for a batch of events, which is reused.
    fn buffer(&self) -> Events {
        self.events.take().unwrap_or_else(|| Events::with_capacity(BATCH))
    }

    /// A message ended a sleep in the system call.
    fn woken_after(&self, slept_ns: u64) {
        let mut spin = self.spin.get();
        spin.record_sleep(Duration::from_nanos(slept_ns));
        self.spin.set(spin);
        self.coalescing.woken_by_message(slept_ns);
    }
}

/// How long poll may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    No,
    Until(u64),
    Forever,
}

fn allowed_wait(lp: &Loop, mode: RunMode) -> Wait {
    let core = lp.core();
    let is_busy = mode == RunMode::NoWait
        || core.stopping.get()
        || !core.idle.is_empty()
        || !core.pending.is_empty()
        || !core.closing.is_empty()
        || !core.has_work()
        || core.remote.has_messages();
    if is_busy {
        return Wait::No;
    }
    match timers::next_due(lp) {
        Some(due_ns) if due_ns <= lp.now_ns() => Wait::No,
        Some(due_ns) => Wait::Until(due_ns),
        None => Wait::Forever,
    }
}

/// The phase: polls once, waiting or not, then runs the callbacks of what is ready.
pub(crate) fn run(lp: &Loop, mode: RunMode) {
    let mut events = None;
    let wait = allowed_wait(lp, mode);
    match wait {
        Wait::No if can_skip_poll(lp, mode) => {}
        Wait::No => events = Some(poll_now(lp)),
        wait => events = sleep(lp, wait),
    }
    let batch = events.map(|events| Batch::new(lp, events));
    if lp.core().remote.has_messages() {
        dispatch_messages(lp, wait == Wait::No);
    }
    if let Some(batch) = batch {
        deliver_events(lp, batch);
    }
}

/// Whether this turn can do without a system call.
fn can_skip_poll(lp: &Loop, mode: RunMode) -> bool {
    let core = lp.core();
    if core.sources.is_empty() {
        return true;
    }
    let poller = &core.poller;
    // Another clock may jump or stop, so it does not show how long ago the last poll was.
    if poller.min_poll_interval_ns == 0 || poller.expects_io.get() || !core.clock.is_steady {
        return false;
    }
    let is_one_of_many = mode == RunMode::Default && !core.stopping.get() && core.has_work();
    is_one_of_many && core.clock.read_if_stale() - poller.last_poll_ns.get() < poller.min_poll_interval_ns
}

/// Polls without waiting.
fn poll_now(lp: &Loop) -> Events {
    let core = lp.core();
    let events = poll_events(core, Some(Duration::ZERO));
    core.poller.last_poll_ns.set(core.clock.now_ns());
    Counters::add(&core.counters.events_waiting, count(&events));
    events
}

/// Waits for an event, a message or the next timer's due time.
fn sleep(lp: &Loop, wait: Wait) -> Option<Events> {
    let core = lp.core();
    if core.clock.jumps
        && let Wait::Until(due_ns) = wait
    {
        if !core.has_requests() {
            return Some(jump(lp, due_ns));
        }
        // Work outside of the loop takes real time and no virtual time.
        return block(lp, None);
    }
    // Callbacks of this turn may have taken time: a timeout counted from its beginning would be too long.
    let now_ns = core.clock.read();
    let at_most = match wait {
        Wait::Until(due_ns) => Some(Duration::from_nanos(due_ns.saturating_sub(now_ns))),
        _ => None,
    };
    block(lp, at_most)
}

/// In virtual time, ready I/O comes first; if there is none the clock jumps.
fn jump(lp: &Loop, due_ns: u64) -> Events {
    let core = lp.core();
    let events = poll_now(lp);
    if count(&events) == 0 && !core.remote.has_messages() {
        core.clock.jump_to(due_ns);
    }
    events
}

fn block(lp: &Loop, at_most: Option<Duration>) -> Option<Events> {
    let core = lp.core();
    let began_ns = core.clock.now_ns();
    if spin_for_message(core, at_most) {
        Counters::add(&core.counters.idle_ns, core.clock.read() - began_ns);
        return None;
    }
    let events = lp.while_waiting(at_most, || {
        let shared = &core.remote.shared;
        shared.set_sleeping(true);
        let at_most = if shared.has_messages() { Some(Duration::ZERO) } else { at_most };
        let events = poll_until_deadline(core, at_most);
        shared.set_sleeping(false);
        events
    });
    let now_ns = core.clock.read();
    core.poller.last_poll_ns.set(now_ns);
    Counters::add(&core.counters.idle_ns, now_ns - began_ns);
    if core.remote.shared.has_messages() {
        core.poller.woken_after(now_ns - began_ns);
    }
    Some(events)
}

/// Spins for a moment where a message may come at once; returns whether one came.
///
/// Not with sources registered: their events would wait that long. Not under an observer, which sees every wait with the
/// guard around it: a spin does without the guard.
fn spin_for_message(core: &Core, at_most: Option<Duration>) -> bool {
    let mut spin = core.poller.spin.get();
    let is_free = core.sources.is_empty()
        && !core.observed.get()
        && at_most.is_none_or(|wait| wait > adaptive_spin::MAX_SPIN * 2);
    let came = is_free && spin.should_spin() && spin.spin_until(|| core.remote.shared.has_messages());
    core.poller.spin.set(spin);
    came
}

/// Waits for the whole time, however many signals interrupt it: a signal is nothing that the loop waits for.
fn poll_until_deadline(core: &Core, at_most: Option<Duration>) -> Events {
    let mut events = core.poller.buffer();
    let deadline_ns = at_most.map(|wait| core.clock.monotonic_ns().saturating_add(wait.as_nanos() as u64));
    let mut left = at_most;
    while poll_once(core, &mut events, left) && left != Some(Duration::ZERO) {
        let left_ns = deadline_ns.map(|deadline_ns| deadline_ns.saturating_sub(sys::monotonic_ns()));
        left = left_ns.map(Duration::from_nanos);
    }
    events
}

/// Polls once. Interrupted by a signal, it returns no events.
fn poll_events(core: &Core, at_most: Option<Duration>) -> Events {
    let mut events = core.poller.buffer();
    poll_once(core, &mut events, at_most);
    events
}

/// The system call; returns whether a signal interrupted it.
fn poll_once(core: &Core, events: &mut Events, at_most: Option<Duration>) -> bool {
    Counters::add(&core.counters.polls, 1);
    let poller = &core.poller;
    poller.expects_io.set(false);
    let Err(error) = poller.poll.borrow_mut().poll(events, at_most) else { return false };
    events.clear();
    let was_interrupted = error.kind() == io::ErrorKind::Interrupted;
    if !was_interrupted {
        // The descriptor itself is broken (the program closed or replaced it): without poll there is no loop.
        core.fail(error);
    }
    was_interrupted
}

fn count(events: &Events) -> u64 {
    events.iter().filter(|event| event.token() != WAKE).count() as u64
}

/// Runs the callbacks of the sources that are ready, and polls again while batches come back full.
fn deliver_events<'a>(lp: &'a Loop, mut batch: Batch<'a>) {
    for _ in 1..BATCHES {
        if !batch.deliver() {
            return;
        }
        batch = Batch::new(lp, poll_events(lp.core(), Some(Duration::ZERO)));
    }
    batch.deliver();
}

/// Events that the system returned. They are edge-triggered: the system reports each of them once. When a callback
/// panics, the rest are queued for the next poll.
struct Batch<'a> {
    lp: &'a Loop,
    events: Option<Events>,
    /// How many of them were delivered.
    delivered: Cell<usize>,
    /// Events of low-priority sources, delivered after all others.
    low_priority: RefCell<VecDeque<UndeliveredEvent>>,
    is_done: bool,
}

impl<'a> Batch<'a> {
    fn new(lp: &'a Loop, events: Events) -> Self {
        Self { lp, events: Some(events), delivered: Cell::new(0), low_priority: RefCell::default(), is_done: false }
    }

    /// Runs the callbacks; returns whether there may be more events than one batch holds.
    fn deliver(mut self) -> bool {
        let core = self.lp.core();
        let mut is_full = false;
        if let Some(events) = &self.events {
            is_full = events.iter().count() == BATCH;
            Counters::add(&core.counters.events, count(events));
            for event in events {
                self.delivered.set(self.delivered.get() + 1);
                self.deliver_one(event);
            }
        }
        while let Some(event) = self.low_priority.get_mut().pop_front() {
            event.deliver(self.lp);
        }
        self.is_done = true;
        is_full
    }

    fn deliver_one(&self, event: &Event) {
        let Some(ready) = Ready::find(self.lp.core(), event.token()) else { return };
        let readiness = Readiness::from(event);
        if ready.is_low_priority() {
            self.low_priority.borrow_mut().push_back(UndeliveredEvent { key: ready.key, readiness });
        } else {
            ready.deliver(self.lp, readiness);
        }
    }

    #[cold]
    fn requeue_rest(&self, events: &Events) {
        let core = self.lp.core();
        for event in events.iter().skip(self.delivered.get()) {
            let Some(ready) = Ready::find(core, event.token()) else { continue };
            let undelivered = UndeliveredEvent { key: ready.key, readiness: Readiness::from(event) };
            if ready.is_low_priority() {
                self.low_priority.borrow_mut().push_back(undelivered);
            } else {
                core.remote.requeue(Box::new(undelivered));
            }
        }
        for undelivered in self.low_priority.take() {
            core.remote.requeue(Box::new(undelivered));
        }
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        let Some(events) = self.events.take() else { return };
        if !self.is_done {
            self.requeue_rest(&events);
        }
        self.lp.core().poller.events.set(Some(events));
    }
}

/// Dispatches the messages of other threads, up to the limit of the phase; what arrives meanwhile waits for the next turn.
fn dispatch_messages(lp: &Loop, had_been_waiting: bool) {
    let core = lp.core();
    let mut messages = core.remote.drain();
    core.poller.coalescing.drained(messages.len());
    let mut events = 0;
    for message in messages.by_ref().take(BATCH * BATCHES) {
        events += u64::from(message.dispatch(lp));
    }
    drop(messages);
    Counters::add(&core.counters.events, events);
    if had_been_waiting {
        Counters::add(&core.counters.events_waiting, events);
    }
}
