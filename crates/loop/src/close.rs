//! Phase 6: close callbacks. What they close waits for the next turn.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use crate::event_loop::Loop;
use crate::observer::CallbackKind;

/// Which of several handles closed in one turn has its close callback first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CloseOrder {
    /// The one that was closed first.
    #[default]
    OldestFirst,
    /// The one that was closed last, as libuv does: three sockets destroyed in one callback emit `'close'` in
    /// reverse on Node 26.
    NewestFirst,
}

pub(crate) struct Closing {
    id: u64,
    callback: Box<dyn FnOnce()>,
}

#[derive(Default)]
pub(crate) struct CloseQueue {
    callbacks: RefCell<VecDeque<Closing>>,
    order: CloseOrder,
    /// How many at the front are in reverse already: those of the running phase, or what a panic left of it.
    reversed: Cell<usize>,
}

impl CloseQueue {
    pub(crate) fn new(order: CloseOrder) -> Self {
        Self { order, ..Self::default() }
    }

    pub(crate) fn take(&self) -> VecDeque<Closing> {
        self.reversed.set(0);
        self.callbacks.take()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.callbacks.borrow().is_empty()
    }
}

pub(crate) fn enqueue(lp: &Loop, id: u64, callback: Box<dyn FnOnce()>) {
    lp.core().closing.callbacks.borrow_mut().push_back(Closing { id, callback });
}

/// Runs what was queued when the phase began.
#[inline]
pub(crate) fn run(lp: &Loop) {
    if !lp.core().closing.is_empty() {
        run_queued(lp);
    }
}

fn run_queued(lp: &Loop) {
    let queue = &lp.core().closing;
    let queued = queue.callbacks.borrow().len();
    if queue.order == CloseOrder::NewestFirst {
        let mut callbacks = queue.callbacks.borrow_mut();
        let callbacks = callbacks.make_contiguous();
        callbacks[..queue.reversed.get()].reverse();
        callbacks.reverse();
        queue.reversed.set(queued);
    }
    for _ in 0..queued {
        let next = queue.callbacks.borrow_mut().pop_front();
        let Some(Closing { id, callback }) = next else {
            break;
        };
        queue.reversed.set(queue.reversed.get().saturating_sub(1));
        lp.call_once(CallbackKind::Close, id, callback);
    }
}
