//! The list behind the idle, prepare and check phases: callbacks that run once in every turn while started.
//!
//! A phase runs the entries that were there when it began. Starting appends, so what a callback starts waits for
//! the next turn by its index alone; stopping leaves a gap, so that indices stay valid while the phase walks the list.
//! The list is compacted when the next phase begins, and before it would grow.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::event_loop::{Core, Loop};
use crate::handle::{Callback, CallbackCell, HandleState};
use crate::observer::CallbackKind;

pub(crate) struct Hook {
    pub(crate) state: HandleState,
    callback: CallbackCell<Callback>,
    index: Cell<usize>,
}

impl Hook {
    pub(crate) fn new(core: &Core, callback: Option<Callback>) -> Rc<Self> {
        Rc::new(Self { state: HandleState::new(core), callback: CallbackCell::new(callback), index: Cell::new(0) })
    }

    #[inline]
    fn fire(&self, lp: &Loop, kind: CallbackKind) {
        self.callback.run(&self.state, |callback| lp.call(kind, self.state.id(), &mut **callback));
    }

    pub(crate) fn retire(&self) {
        self.state.retire();
        self.callback.clear();
    }
}

#[derive(Default)]
pub(crate) struct HookList {
    entries: RefCell<Vec<Option<Rc<Hook>>>>,
    active: Cell<usize>,
    /// While a phase runs, the indices that it walks end here, and must not change.
    walked_to: Cell<usize>,
}

impl HookList {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.active.get() == 0
    }

    /// Whether any of them has a callback.
    pub(crate) fn has_callbacks(&self) -> bool {
        !self.is_empty() && self.entries.borrow().iter().flatten().any(|hook| !hook.callback.is_empty())
    }

    pub(crate) fn start(&self, core: &Core, hook: &Rc<Hook>) {
        if hook.state.is_active() || hook.state.is_retired() {
            return;
        }
        hook.state.activate(core);
        let mut entries = self.entries.borrow_mut();
        if entries.len() == entries.capacity() {
            compact(&mut entries, self.walked_to.get());
            // Not again before the list has doubled: compacting takes time in proportion to the hooks.
            let count = entries.len();
            if entries.capacity() - count < count {
                entries.reserve(count);
            }
        }
        hook.index.set(entries.len());
        entries.push(Some(hook.clone()));
        self.active.set(self.active.get() + 1);
    }

    pub(crate) fn stop(&self, core: &Core, hook: &Hook) {
        if !hook.state.is_active() {
            return;
        }
        hook.state.deactivate(core);
        // The calling handle owns the hook too: no user code is dropped under this borrow.
        self.entries.borrow_mut()[hook.index.get()] = None;
        self.active.set(self.active.get() - 1);
    }

    /// Stops all of them; they are for the caller to retire.
    pub(crate) fn take_all(&self, core: &Core) -> Vec<Rc<Hook>> {
        let hooks: Vec<_> = self.entries.take().into_iter().flatten().collect();
        hooks.iter().for_each(|hook| hook.state.deactivate(core));
        self.active.set(0);
        hooks
    }

    /// Runs every callback that was started when the phase began, in start order.
    #[inline]
    pub(crate) fn run(&self, lp: &Loop, kind: CallbackKind) {
        if !self.is_empty() {
            self.run_started(lp, kind);
        }
    }

    fn run_started(&self, lp: &Loop, kind: CallbackKind) {
        let walk = Walk::begin(self);
        for index in 0..walk.end {
            let hook = self.entries.borrow()[index].clone();
            if let Some(hook) = hook {
                hook.fire(lp, kind);
            }
        }
    }
}

/// A phase that walks the list; over even when a callback panics.
struct Walk<'a> {
    list: &'a HookList,
    end: usize,
}

impl<'a> Walk<'a> {
    fn begin(list: &'a HookList) -> Self {
        let mut entries = list.entries.borrow_mut();
        if entries.len() != list.active.get() {
            compact(&mut entries, 0);
        }
        let end = entries.len();
        list.walked_to.set(end);
        Self { list, end }
    }
}

impl Drop for Walk<'_> {
    fn drop(&mut self) {
        self.list.walked_to.set(0);
    }
}

/// Closes the gaps from an index on.
fn compact(entries: &mut Vec<Option<Rc<Hook>>>, from: usize) {
    let mut end = from;
    for index in from..entries.len() {
        if let Some(hook) = entries[index].take() {
            hook.index.set(end);
            entries[end] = Some(hook);
            end += 1;
        }
    }
    entries.truncate(end);
}

/// A handle on one list: the body that [`Idle`](crate::Idle), [`Prepare`](crate::Prepare) and
/// [`Check`](crate::Check) share.
pub(crate) struct HookHandle {
    pub(crate) lp: Loop,
    pub(crate) hook: Rc<Hook>,
    list: fn(&Core) -> &HookList,
}

impl HookHandle {
    pub(crate) fn new(lp: &Loop, list: fn(&Core) -> &HookList, callback: Option<Callback>) -> Self {
        Self { lp: lp.clone(), hook: Hook::new(lp.core(), callback), list }
    }

    pub(crate) fn start(&self) {
        let core = self.lp.core();
        (self.list)(core).start(core, &self.hook);
    }

    pub(crate) fn stop(&self) {
        let core = self.lp.core();
        (self.list)(core).stop(core, &self.hook);
    }

    pub(crate) fn retire(&self) {
        self.stop();
        self.hook.retire();
    }
}

impl Drop for HookHandle {
    fn drop(&mut self) {
        self.retire();
    }
}
