//! Phase 2: deferred callbacks, such as the `ECONNREFUSED` of a connect that failed at once.
//!
//! What poll's own callbacks defer waits for the next turn as well, unless the loop was built with `pending_after_poll`:
//! libuv (since 1.45) runs it at the end of poll, before check, in up to eight rounds. There the failure of a connect that an
//! I/O callback makes comes before an immediate that it sets.

use std::cell::RefCell;
use std::collections::VecDeque;

use crate::event_loop::Loop;
use crate::observer::CallbackKind;

pub(crate) struct Deferred {
    id: u64,
    callback: Box<dyn FnOnce()>,
}

#[derive(Default)]
pub(crate) struct PendingQueue {
    callbacks: RefCell<VecDeque<Deferred>>,
    after_poll: bool,
}

impl PendingQueue {
    pub(crate) fn new(after_poll: bool) -> Self {
        Self { after_poll, ..Self::default() }
    }

    pub(crate) fn take(&self) -> VecDeque<Deferred> {
        self.callbacks.take()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.callbacks.borrow().is_empty()
    }
}

pub(crate) fn defer(lp: &Loop, callback: Box<dyn FnOnce()>) {
    let core = lp.core();
    let id = core.next_id();
    core.pending.callbacks.borrow_mut().push_back(Deferred { id, callback });
}

/// Runs what was queued when the phase began; what those callbacks queue waits for the next turn.
#[inline]
pub(crate) fn run(lp: &Loop) {
    if !lp.core().pending.is_empty() {
        run_queued(lp);
    }
}

/// How often callbacks that poll deferred may defer others before these wait for the next turn; libuv's number.
const ROUNDS_AFTER_POLL: usize = 8;

/// At the end of the poll phase, if the loop was built with `pending_after_poll`.
#[inline]
pub(crate) fn run_after_poll(lp: &Loop) {
    if !lp.core().pending.after_poll {
        return;
    }
    for _ in 0..ROUNDS_AFTER_POLL {
        if lp.core().pending.is_empty() {
            break;
        }
        run_queued(lp);
    }
}

fn run_queued(lp: &Loop) {
    let queue = &lp.core().pending.callbacks;
    let queued = queue.borrow().len();
    for _ in 0..queued {
        let next = queue.borrow_mut().pop_front();
        let Some(Deferred { id, callback }) = next else {
            break;
        };
        lp.call_once(CallbackKind::Pending, id, callback);
    }
}
