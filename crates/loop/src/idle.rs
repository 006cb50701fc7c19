//! Phase 3, first half: callbacks that run in every turn before poll. While one is active poll does not wait.

use crate::event_loop::{Core, Loop};
use crate::handle::{Handle, HandleState, impl_debug, sealed::Parts};
use crate::hooks::{HookHandle, HookList};
use crate::observer::CallbackKind;

/// A callback that runs once per turn, before the prepare hooks, while the handle is started. While an idle handle is
/// started, poll does not wait.
#[must_use = "a hook that is dropped is stopped"]
pub struct Idle(HookHandle);

impl Idle {
    /// A handle that is not started yet.
    pub fn new(lp: &Loop, callback: impl FnMut() + 'static) -> Self {
        Self(HookHandle::new(lp, list, Some(Box::new(callback))))
    }

    /// A handle without a callback: all it does is keep poll from waiting while it is started.
    ///
    /// Cheaper than an empty callback: a loop that is measured knows that no time was spent in it.
    pub fn without_callback(lp: &Loop) -> Self {
        Self(HookHandle::new(lp, list, None))
    }

    /// Runs the callback once per turn from now on, beginning with this turn if the phase is still to come in it.
    pub fn start(&self) {
        self.0.start();
    }

    /// Stops running the callback, at once even if the phase is running.
    pub fn stop(&self) {
        self.0.stop();
    }
}

impl Handle for Idle {}

impl_debug!(Idle);

impl Parts for Idle {
    fn event_loop(&self) -> &Loop {
        &self.0.lp
    }

    fn with_state<R>(&self, look: impl FnOnce(&HandleState) -> R) -> R {
        look(&self.0.hook.state)
    }

    fn retire(&self) {
        self.0.retire();
    }
}

fn list(core: &Core) -> &HookList {
    &core.idle
}

#[inline]
pub(crate) fn run(lp: &Loop) {
    list(lp.core()).run(lp, CallbackKind::Idle);
}
