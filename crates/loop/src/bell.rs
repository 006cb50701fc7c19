//! A bell that any thread may ring: many rings before the loop looks are one.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::event_loop::{Core, Loop};
use crate::handle::{Callback, CallbackCell, Handle, HandleState, parts::Parts};
use crate::observer::CallbackKind;
use crate::remote::{Inbox, Letter};
use crate::slots::{Key, Slots};

pub(crate) struct BellCell {
    state: HandleState,
    callback: CallbackCell<Callback>,
    rung: Arc<AtomicBool>,
}

#[derive(Default)]
pub(crate) struct Bells(RefCell<Slots<Rc<BellCell>>>);

impl Bells {
    /// Stops all of them; they are for the caller to clear.
    pub(crate) fn take_all(&self, core: &Core) -> Vec<Rc<BellCell>> {
        let cells = self.0.borrow_mut().take_all();
        for cell in &cells {
            cell.state.deactivate(core);
            cell.state.retire();
        }
        cells
    }
}

impl BellCell {
    pub(crate) fn clear(&self) {
        self.callback.clear();
    }
}

/// Runs its callback in poll when another thread has rung it since the last time.
///
/// Use it where only *that* something happened matters; where every message counts, use
/// [`Remote::post`](crate::Remote::post). It is active, and keeps the loop alive unless unreferenced, until it is
/// closed or dropped.
///
/// ```
/// use hexloop::{Bell, Handle, Loop, RunMode};
/// use std::rc::Rc;
///
/// let lp = Loop::new()?;
/// let bell = Rc::new_cyclic(|bell: &std::rc::Weak<Bell>| {
///     let bell = bell.clone();
///     Bell::new(&lp, move || bell.upgrade().unwrap().close(|| ()))
/// });
/// let ringer = bell.ringer();
/// std::thread::spawn(move || ringer.ring());
/// lp.run(RunMode::UntilDone);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Bell {
    lp: Loop,
    key: Key,
    cell: Rc<BellCell>,
}

impl Bell {
    /// An active bell.
    pub fn new(lp: &Loop, callback: impl FnMut() + 'static) -> Self {
        let core = lp.core();
        let cell = Rc::new(BellCell {
            state: HandleState::new(core),
            callback: CallbackCell::new(Some(Box::new(callback))),
            rung: Arc::default(),
        });
        cell.state.activate(core);
        let key = core.bells.0.borrow_mut().insert(cell.clone());
        Self { lp: lp.clone(), key, cell }
    }

    /// The other end, for other threads.
    pub fn ringer(&self) -> Ringer {
        Ringer { inbox: self.lp.core().mail.inbox.clone(), key: self.key, rung: self.cell.rung.clone() }
    }
}

impl Handle for Bell {}

impl Parts for Bell {
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
        let removed = core.bells.0.borrow_mut().remove(self.key);
        drop(removed);
        self.cell.callback.clear();
    }
}

impl Drop for Bell {
    fn drop(&mut self) {
        self.retire();
    }
}

/// Rings a [`Bell`] from any thread.
#[derive(Clone)]
pub struct Ringer {
    inbox: Arc<Inbox>,
    key: Key,
    rung: Arc<AtomicBool>,
}

impl Ringer {
    /// Makes the bell's callback run in the loop's next poll, once however often this is called until then.
    /// What this thread wrote before is visible to the callback. Nothing happens when the bell or the loop is gone.
    pub fn ring(&self) {
        // A swap, never a plain load: it must see the loop's latest reset, or a ring could be lost.
        if !self.rung.swap(true, Ordering::AcqRel) {
            let _loop_is_gone = self.inbox.send(Box::new(Ring(self.key))).is_err();
        }
    }
}

/// Runs the callback of the bell that was rung, if it is still there.
struct Ring(Key);

impl Letter for Ring {
    fn read(self: Box<Self>, lp: &Loop) -> bool {
        answer(lp, self.0);
        true
    }
}

fn answer(lp: &Loop, key: Key) {
    let bell = lp.core().bells.0.borrow().get(key).cloned();
    let Some(bell) = bell else { return };
    bell.rung.swap(false, Ordering::AcqRel);
    bell.callback.run(&bell.state, |callback| lp.call(CallbackKind::Bell, bell.state.id(), &mut **callback));
}
