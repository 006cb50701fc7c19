//! What every handle has in common: an identity, whether it is active, whether it keeps the loop alive, and how it
//! is closed.
//!
//! ```text
//!   new ──start──▶ active ──stop──▶ idle ──close──▶ closing ──close phase──▶ closed
//!                    └────────────────close───────────▲
//! ```
//!
//! An active handle that is referenced keeps the loop running. A closing one does too, until its close callback has
//! run. A handle that is dropped without being closed is stopped; nothing is called back.

use std::cell::{Cell, RefCell};
use std::fmt;

use crate::close;
use crate::event_loop::{Core, Loop};

pub(crate) type Callback = Box<dyn FnMut()>;

/// The flags of one handle.
#[derive(Debug)]
pub struct HandleState {
    id: u64,
    active: Cell<bool>,
    referenced: Cell<bool>,
    /// Closed or dropped: it can never be started again, and its callback is not to be kept.
    retired: Cell<bool>,
}

impl HandleState {
    pub(crate) fn new(core: &Core) -> Self {
        Self { id: core.next_id(), active: Cell::new(false), referenced: Cell::new(true), retired: Cell::new(false) }
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    pub(crate) fn is_active(&self) -> bool {
        self.active.get()
    }

    pub(crate) fn is_retired(&self) -> bool {
        self.retired.get()
    }

    pub(crate) fn retire(&self) {
        self.retired.set(true);
    }

    pub(crate) fn activate(&self, core: &Core) {
        if !self.active.replace(true) && self.referenced.get() {
            core.add_active_handle();
        }
    }

    pub(crate) fn deactivate(&self, core: &Core) {
        if self.active.replace(false) && self.referenced.get() {
            core.remove_active_handle();
        }
    }

    fn set_referenced(&self, core: &Core, referenced: bool) {
        if self.referenced.replace(referenced) == referenced || !self.active.get() {
            return;
        }
        if referenced { core.add_active_handle() } else { core.remove_active_handle() }
    }
}

/// The callback of a handle, which may close or drop that handle while it runs.
///
/// It stays in its cell while it runs, borrowed; anybody else who needs it then finds the cell borrowed and leaves it
/// alone. If the handle has been retired by the end, the callback is dropped.
pub(crate) struct CallbackCell<F>(RefCell<Option<F>>);

impl<F> CallbackCell<F> {
    pub(crate) fn new(callback: Option<F>) -> Self {
        Self(RefCell::new(callback))
    }

    #[inline]
    pub(crate) fn run(&self, state: &HandleState, run: impl FnOnce(&mut F)) {
        // Dropped after the borrow, by a panic too.
        let _clear = ClearIfRetired { cell: self, state };
        if let Ok(mut place) = self.0.try_borrow_mut()
            && let Some(callback) = &mut *place
        {
            run(callback);
        }
    }

    /// Whether there is none to run.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.try_borrow().is_ok_and(|callback| callback.is_none())
    }

    /// Drops the callback, unless it is running.
    #[cold]
    pub(crate) fn clear(&self) {
        let callback = self.0.try_borrow_mut().ok().and_then(|mut place| place.take());
        // Not before the borrow has ended: what it owns may be of this very handle.
        drop(callback);
    }
}

struct ClearIfRetired<'a, F> {
    cell: &'a CallbackCell<F>,
    state: &'a HandleState,
}

impl<F> Drop for ClearIfRetired<'_, F> {
    #[inline]
    fn drop(&mut self) {
        if self.state.is_retired() {
            self.cell.clear();
        }
    }
}

/// What `Debug` shows of a handle.
pub(crate) fn debug(name: &str, handle: &impl Handle, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.debug_struct(name)
        .field("id", &handle.id())
        .field("is_active", &handle.is_active())
        .field("has_ref", &handle.has_ref())
        .field("is_closing", &handle.is_closing())
        .finish_non_exhaustive()
}

macro_rules! impl_debug {
    ($handle:ident) => {
        impl std::fmt::Debug for $handle {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                crate::handle::debug(stringify!($handle), self, f)
            }
        }
    };
}
pub(crate) use impl_debug;

pub(crate) mod sealed {
    use super::*;

    /// What [`Handle`] needs from the type behind it. Private, so that only this crate makes handles.
    pub trait Parts {
        fn event_loop(&self) -> &Loop;
        fn with_state<R>(&self, look: impl FnOnce(&HandleState) -> R) -> R;
        /// Stops the handle for good and drops its callback.
        fn retire(&self);
    }
}

/// The methods that every handle has: [`Timer`](crate::Timer), [`Idle`](crate::Idle), [`Prepare`](crate::Prepare),
/// [`Check`](crate::Check), [`Source`](crate::Source) and [`AsyncHandle`](crate::AsyncHandle).
pub trait Handle: sealed::Parts {
    /// The number under which an [`Observer`](crate::Observer) sees this handle's callbacks.
    fn id(&self) -> u64 {
        self.with_state(HandleState::id)
    }

    /// Whether the handle is started.
    fn is_active(&self) -> bool {
        self.with_state(HandleState::is_active)
    }

    /// Whether the handle keeps the loop alive while it is active: `true` until [`unref`](Self::unref) is called.
    fn has_ref(&self) -> bool {
        self.with_state(|state| state.referenced.get())
    }

    /// Makes the handle keep the loop alive while it is active, which is the default. (`ref` is a keyword.)
    fn ref_(&self) {
        self.with_state(|state| state.set_referenced(self.event_loop().core(), true));
    }

    /// Lets the loop end even though this handle is active.
    fn unref(&self) {
        self.with_state(|state| state.set_referenced(self.event_loop().core(), false));
    }

    /// Whether the handle was closed. A closed handle cannot be started.
    fn is_closing(&self) -> bool {
        self.with_state(HandleState::is_retired)
    }

    /// Stops the handle for good. `callback` runs in the close phase; the loop stays alive until then.
    /// Closing twice does nothing the second time.
    fn close(&self, callback: impl FnOnce() + 'static)
    where
        Self: Sized,
    {
        if self.is_closing() {
            return;
        }
        let id = self.id();
        self.retire();
        close::enqueue(self.event_loop(), id, Box::new(callback));
    }
}
