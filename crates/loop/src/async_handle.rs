//! The async handle, which any thread may notify: notifications that arrive before the next poll are coalesced into one.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::event_loop::{Core, Loop};
use crate::handle::{Callback, CallbackCell, Handle, HandleState, impl_debug, sealed::Parts};
use crate::observer::CallbackKind;
use crate::remote_queue::{Message, SharedQueue};
use crate::slots::{Key, Slots};

pub(crate) struct AsyncCell {
    state: HandleState,
    callback: CallbackCell<Callback>,
    notified: Arc<AtomicBool>,
}

#[derive(Default)]
pub(crate) struct AsyncHandles(RefCell<Slots<Rc<AsyncCell>>>);

impl AsyncHandles {
    /// Stops all of them; they are for the caller to clear.
    pub(crate) fn take_all(&self, core: &Core) -> Vec<Rc<AsyncCell>> {
        let cells = self.0.borrow_mut().take_all();
        for cell in &cells {
            cell.state.deactivate(core);
            cell.state.retire();
        }
        cells
    }
}

impl AsyncCell {
    pub(crate) fn clear(&self) {
        self.callback.clear();
    }
}

/// Runs its callback in poll if it was notified since the last time, from any thread.
///
/// Like libuv's `uv_async_t`: use it where it only matters *that* something happened. Where every message counts, use
/// [`LoopProxy::post`](crate::LoopProxy::post). It is active, and keeps the loop alive unless unreferenced, until it is
/// closed or dropped.
///
/// ```
/// use hexloop::{AsyncHandle, Handle, Loop, RunMode};
/// use std::rc::Rc;
///
/// let lp = Loop::new()?;
/// let handle = Rc::new_cyclic(|handle: &std::rc::Weak<AsyncHandle>| {
///     let handle = handle.clone();
///     AsyncHandle::new(&lp, move || handle.upgrade().unwrap().close(|| ()))
/// });
/// let notifier = handle.notifier();
/// std::thread::spawn(move || notifier.notify());
/// lp.run(RunMode::Default)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use = "an async handle that is dropped is closed"]
pub struct AsyncHandle {
    lp: Loop,
    key: Key,
    cell: Rc<AsyncCell>,
}

impl AsyncHandle {
    /// An active handle.
    pub fn new(lp: &Loop, callback: impl FnMut() + 'static) -> Self {
        let core = lp.core();
        let cell = Rc::new(AsyncCell {
            state: HandleState::new(core),
            callback: CallbackCell::new(Some(Box::new(callback))),
            notified: Arc::default(),
        });
        cell.state.activate(core);
        let key = core.async_handles.0.borrow_mut().insert(cell.clone());
        Self { lp: lp.clone(), key, cell }
    }

    /// The notifier of this handle, for other threads.
    pub fn notifier(&self) -> Notifier {
        Notifier { shared: self.lp.core().remote.shared.clone(), key: self.key, notified: self.cell.notified.clone() }
    }
}

impl Handle for AsyncHandle {}

impl_debug!(AsyncHandle);

impl Parts for AsyncHandle {
    fn event_loop(&self) -> &Loop {
        &self.lp
    }

    fn with_state<R>(&self, look: impl FnOnce(&HandleState) -> R) -> R {
        look(&self.cell.state)
    }

    fn retire(&self) {
        let core = self.lp.core();
        self.cell.state.deactivate(core);
        self.cell.state.retire();
        let removed = core.async_handles.0.borrow_mut().remove(self.key);
        drop(removed);
        self.cell.callback.clear();
    }
}

impl Drop for AsyncHandle {
    fn drop(&mut self) {
        self.retire();
    }
}

/// Notifies an [`AsyncHandle`] from any thread.
#[derive(Clone)]
pub struct Notifier {
    shared: Arc<SharedQueue>,
    key: Key,
    notified: Arc<AtomicBool>,
}

impl fmt::Debug for Notifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_notified = self.notified.load(Ordering::Relaxed);
        f.debug_struct("Notifier").field("is_notified", &is_notified).finish_non_exhaustive()
    }
}

impl Notifier {
    /// Makes the handle's callback run in the loop's next poll, once however often this is called until then.
    /// What this thread wrote before is visible to the callback. Nothing happens when the handle or the loop is gone.
    pub fn notify(&self) {
        // A swap, never a plain load: it must see the loop's latest reset, or a notification could be lost.
        if !self.notified.swap(true, Ordering::AcqRel) {
            let _loop_is_gone = self.shared.send(Box::new(Notification(self.key))).is_err();
        }
    }
}

/// Runs the callback of the async handle that was notified, if it is still there.
struct Notification(Key);

impl Message for Notification {
    fn dispatch(self: Box<Self>, lp: &Loop) -> bool {
        dispatch(lp, self.0);
        true
    }
}

fn dispatch(lp: &Loop, key: Key) {
    let handle = lp.core().async_handles.0.borrow().get(key).cloned();
    let Some(handle) = handle else { return };
    handle.notified.swap(false, Ordering::AcqRel);
    handle.callback.run(&handle.state, |callback| lp.call(CallbackKind::Async, handle.state.id(), &mut **callback));
}
