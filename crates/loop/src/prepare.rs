//! Phase 3, second half: callbacks that run just before poll.

use crate::event_loop::{Core, Loop};
use crate::handle::{Handle, HandleState, impl_debug, sealed::Parts};
use crate::hooks::{HookHandle, HookList};
use crate::observer::CallbackKind;

/// A callback that runs once per turn, just before poll, while the handle is started.
#[must_use = "a hook that is dropped is stopped"]
pub struct Prepare(HookHandle);

impl Prepare {
    /// A handle that is not started yet.
    pub fn new(lp: &Loop, callback: impl FnMut() + 'static) -> Self {
        Self(HookHandle::new(lp, list, Some(Box::new(callback))))
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

impl Handle for Prepare {}

impl_debug!(Prepare);

impl Parts for Prepare {
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
    &core.prepare
}

#[inline]
pub(crate) fn run(lp: &Loop) {
    list(lp.core()).run(lp, CallbackKind::Prepare);
}
