//! Runs the engine's deferred work in the loop: FinalizationRegistry callbacks and finished WebAssembly compilations.
//!
//! The engine posts such work to its own run loop ([`hexloop_engine::run_deferred_work`]), which is polled every few
//! milliseconds, after a wait if the loop waits; `gc()` makes the next turn poll it. Polling is an iteration of GLib's
//! main loop: after every wait, it was every third system call of messages between two threads (strace of
//! `bench/cores/round-trip.js`, 22,000 round trips: 32,107 of 96,349; now 4,418 of 61,452). FinalizationRegistry
//! callbacks then run between poll and check, one registry per turn, as in Node (`lib/loop/finalization.js`). Only
//! compilations keep the loop alive (`lib/loop/compilation.js`). A promise of `Atomics.waitAsync`
//! (`lib/loop/wait_async.js`) that another thread resolves also wakes the loop, but does not keep it alive.

use crate::host::Host;
use crate::state;
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Idle, Interest, Loop, Source};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Polling costs about a microsecond.
const CHECK_INTERVAL_MS: u64 = 8;
/// A turn that never waits does not read the clock each time (30 ns of its 170), but only once in so many turns.
const TURNS_PER_CLOCK_READ: u32 = 64;

#[derive(Default)]
pub(crate) struct EngineWork {
    /// When to poll next, on the loop's clock; 0: now.
    next_check_ms: Cell<u64>,
    /// When it was polled last, on the system's clock: after a wait the loop has not updated its own yet.
    last_check: Cell<Option<Instant>>,
    turns: Cell<u32>,
    /// Keeps the loop from waiting, but not alive, while registries have callbacks to run.
    finalizers_queued: OnceCell<Idle>,
    spinning: Cell<bool>,
    compilations: Cell<i32>,
    /// Promises of `Atomics.waitAsync`.
    notifications: Cell<i32>,
    /// Registered while something compiles or waits for a notification: wakes the loop; referenced while something
    /// compiles.
    work_source: RefCell<Option<Source>>,
}

impl EngineWork {
    pub fn open(&self, lp: &Loop) {
        let hook = Idle::without_callback(lp);
        hook.unref();
        let _ = self.finalizers_queued.set(hook);
    }

    /// Drops the source, whose callback holds the host.
    pub fn close(&self) {
        drop(self.work_source.take());
    }

    #[inline]
    pub fn is_due(&self, now: impl FnOnce() -> u64) -> bool {
        let turns = self.turns.get().wrapping_add(1);
        self.turns.set(turns);
        self.next_check_ms.get() == 0
            || (turns.is_multiple_of(TURNS_PER_CLOCK_READ) && now() >= self.next_check_ms.get())
    }

    fn is_due_after_wait(&self) -> bool {
        self.next_check_ms.get() == 0
            || self
                .last_check
                .get()
                .is_none_or(|last_check| last_check.elapsed() >= Duration::from_millis(CHECK_INTERVAL_MS))
    }

    /// Starts or stops the idle handle.
    fn keep_spinning(&self, spinning: bool) {
        if spinning == self.spinning.replace(spinning) {
            return;
        }
        if let Some(hook) = self.finalizers_queued.get() {
            if spinning { hook.start() } else { hook.stop() }
        }
    }
}

impl Host {
    /// Makes the next turn poll the engine.
    pub fn expect_engine_work(&self) {
        self.engine_work.next_check_ms.set(0);
    }

    fn has_finalizers(&self) -> bool {
        self.numbers.get(state::PENDING_FINALIZERS) > 0.0
    }

    /// Called after the loop has waited.
    pub fn run_engine_work_after_wait(&self) {
        if self.engine_work.is_due_after_wait() {
            self.run_engine_work();
        }
    }

    /// Runs the engine's work. Callbacks of registries are only queued: the check phase runs them.
    pub fn run_engine_work(&self) {
        self.engine_work.next_check_ms.set(self.now_ms() + CHECK_INTERVAL_MS);
        self.engine_work.last_check.set(Some(Instant::now()));
        // It may have resolved promises. After a callback that threw, jobs wait for the next callback, and the engine's
        // own timers do not count as one.
        if hexloop_engine::run_deferred_work() && self.numbers.get(state::CALLBACK_THREW) == 0.0 {
            self.run_after_native_callback();
        }
        if self.has_finalizers() {
            self.expect_engine_work();
        }
    }

    /// Runs the callbacks of one registry; the next registry waits for another turn.
    pub fn run_finalizers(&self) {
        if self.has_finalizers()
            && let Some(run) = self.entries.run_finalizers.get()
        {
            self.macrotask(|| run.call());
            self.engine_work.keep_spinning(self.has_finalizers());
            self.engine_work.next_check_ms.set(if self.has_finalizers() {
                0
            } else {
                self.now_ms() + CHECK_INTERVAL_MS
            });
        }
    }

    /// Called when the loop is no longer alive.
    pub fn finish_engine_work(&self) {
        self.run_engine_work();
        while self.has_finalizers() && self.entries.run_finalizers.get().is_some() && !self.lp.is_alive() {
            self.run_finalizers();
        }
    }

    /// One more, or one less, pending compilation.
    pub fn expect_compilations(self: &Rc<Host>, change: i32) {
        self.engine_work.compilations.update(|count| count + change);
        self.update_work_source();
    }

    /// One more, or one less, promise that waits for a notification.
    pub fn expect_notifications(self: &Rc<Host>, change: i32) {
        self.engine_work.notifications.update(|count| count + change);
        self.update_work_source();
    }

    fn update_work_source(self: &Rc<Host>) {
        let EngineWork { compilations, notifications, work_source, .. } = &self.engine_work;
        let Some(descriptor) = hexloop_engine::deferred_work_fd() else { return };
        let mut wake_up = SourceFd(&descriptor);
        let mut work_source = work_source.borrow_mut();
        if compilations.get() + notifications.get() == 0 {
            if let Some(source) = work_source.take() {
                // It was registered; at worst the loop wakes once too often.
                let _ = source.deregister(&mut wake_up);
            }
            return;
        }
        if work_source.is_none() {
            let this = self.clone();
            // Without it the work is still noticed when something else wakes the loop.
            *work_source =
                Source::register(&self.lp, &mut wake_up, Interest::READABLE, move |_| this.run_engine_work()).ok();
        }
        if let Some(source) = &*work_source {
            if compilations.get() > 0 { source.ref_() } else { source.unref() }
        }
    }
}
