//! How a loop is freed, with all that its callbacks own.
//!
//! A loop owns its callbacks, and a callback that owns a [`Loop`] makes a reference cycle. Run to its end, the loop has
//! dropped all callbacks; a loop that is abandoned before keeps itself alive, and its descriptors open. A callback that holds
//! a [`WeakLoop`] makes no cycle, and [`Loop::close`] breaks all of them.

use std::fmt;
use std::rc::{Rc, Weak};

use crate::event_loop::{Core, Loop};

/// A weak reference to a loop: see [`Loop::downgrade`].
///
/// ```
/// let lp = hexloop::Loop::new()?;
/// let weak = lp.downgrade();
/// lp.defer({
///     let weak = weak.clone();
///     move || weak.upgrade().unwrap().stop()
/// });
/// drop(lp);
/// assert!(weak.upgrade().is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct WeakLoop(Weak<Core>);

impl fmt::Debug for WeakLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(WeakLoop)")
    }
}

impl WeakLoop {
    /// A reference to no loop.
    pub fn new() -> Self {
        Self::default()
    }

    /// The loop, unless it was dropped.
    pub fn upgrade(&self) -> Option<Loop> {
        self.0.upgrade().map(|core| Loop { core })
    }
}

impl Loop {
    /// A weak reference, for callbacks of this loop: it does not keep the loop.
    pub fn downgrade(&self) -> WeakLoop {
        WeakLoop(Rc::downgrade(&self.core))
    }

    /// Drops every callback of the loop without running it: those of handles, which are closed, completions of jobs, and
    /// whatever is pending, closing or posted. What these callbacks owned is freed, so that the loop itself is freed with the
    /// last reference to it, even where callbacks held some. Does nothing and returns `false` while the loop is running.
    ///
    /// Jobs that a thread has begun run to their end. The observer and the wait guard are dropped, too.
    pub fn close(&self) -> bool {
        let core = &*self.core;
        if core.is_running() {
            return false;
        }
        // What is dropped may add to the loop when it is dropped.
        while core.drop_callbacks() {}
        true
    }
}

impl Core {
    /// Whether there were any.
    fn drop_callbacks(&self) -> bool {
        let of_timers = self.timers.borrow_mut().take_callbacks(self);
        let of_sources = self.sources.take_all(self);
        let of_hooks = [&self.idle, &self.prepare, &self.check].map(|list| list.take_all(self));
        let of_async_handles = self.async_handles.take_all(self);
        let of_jobs = self.jobs.take_callbacks(self);
        let queued = (self.pending.take(), self.closing.take(), self.remote.take());
        let observers = (self.observer.take(), self.wait_guard.take());
        self.observed.set(false);
        self.callbacks_observed.set(false);
        let counts = [
            of_timers.len(),
            of_sources.len(),
            of_hooks.iter().map(Vec::len).sum(),
            of_async_handles.len(),
            of_jobs.len(),
            queued.0.len() + queued.1.len() + queued.2.len(),
            usize::from(observers.0.is_some()) + usize::from(observers.1.is_some()),
        ];
        of_sources.iter().for_each(|source| source.clear());
        of_async_handles.iter().for_each(|handle| handle.clear());
        of_hooks.iter().flatten().for_each(|hook| hook.retire());
        counts.iter().sum::<usize>() > 0
    }
}
