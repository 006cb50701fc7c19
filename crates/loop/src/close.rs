//! Phase 6: close callbacks. What they close waits for the next turn.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use crate::event_loop::Loop;
use crate::observer::CallbackKind;

/// Which of several handles closed in one turn has its close callback first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CloseOrder {
    /// The one that was closed first.
    #[default]
    OldestFirst,
    /// The one that was closed last, as libuv does: three sockets destroyed in one callback emit `'close'` in
    /// reverse on Node 26.
    NewestFirst,
}

struct Closing {
    id: u64,
    callback: Box<dyn FnOnce()>,
}

#[derive(Default)]
pub(crate) struct CloseQueue {
    callbacks: RefCell<VecDeque<Closing>>,
    order: Cell<CloseOrder>,
}

impl CloseQueue {
    pub(crate) fn new(order: CloseOrder) -> Self {
        Self { order: Cell::new(order), ..Self::default() }
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
    let CloseQueue { callbacks, order } = &lp.core().closing;
    if order.get() == CloseOrder::NewestFirst {
        callbacks.borrow_mut().make_contiguous().reverse();
    }
    let queued = callbacks.borrow().len();
    for _ in 0..queued {
        let next = callbacks.borrow_mut().pop_front();
        let Some(Closing { id, callback }) = next else {
            break;
        };
        lp.call_once(CallbackKind::Close, id, callback);
    }
}
