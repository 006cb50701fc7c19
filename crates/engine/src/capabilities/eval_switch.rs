//! `eval-switch`: makes `eval` and `new Function` of one realm throw. Declared by a private header only; without it the caller refuses
//! to create such a realm.

use super::{Cached, Capability, Probed, symbol};
use crate::context::Cx;
use crate::ffi::*;
use crate::string::EngineString;

type SetEnabled = unsafe extern "C" fn(JSGlobalContextRef, bool, JSStringRef);

pub(super) fn probe() -> Probed<SetEnabled> {
    static FOUND: Cached<SetEnabled> = Cached::new();
    // SAFETY: the name with the signature that its header declares.
    FOUND.get(Capability::EvalSwitch, || unsafe { symbol(c"JSGlobalContextSetEvalEnabled") }).copied()
}

impl Cx<'_> {
    /// Makes `eval` and `new Function` throw an EvalError. False if the engine does not support that.
    pub fn forbid_eval(self, message: &str) -> bool {
        let Ok(set) = probe() else { return false };
        let message = EngineString::new(message);
        // SAFETY: live context and string.
        unsafe { set(JSContextGetGlobalContext(self.raw), false, message.raw()) };
        true
    }
}
