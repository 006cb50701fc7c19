//! `unhandled-rejections`: a function that the engine calls after a drain for each promise that was rejected and has no handler then.
//! Declared by a private header only. There is no fallback: promises of async functions never pass through JavaScript.

use super::{Cached, Capability, Probed, symbol};
use crate::context::Cx;
use crate::exception::Exception;
use crate::ffi::*;
use crate::value::Object;
use std::ptr;

type SetCallback = unsafe extern "C" fn(JSGlobalContextRef, JSObjectRef, *mut JSValueRef);

pub(super) fn probe() -> Probed<SetCallback> {
    static FOUND: Cached<SetCallback> = Cached::new();
    // SAFETY: the name with the signature that its header declares.
    FOUND
        .get(Capability::UnhandledRejections, || unsafe { symbol(c"JSGlobalContextSetUnhandledRejectionCallback") })
        .copied()
}

impl<'a> Cx<'a> {
    /// `function(promise, reason)` is called after a drain for every promise that was rejected and has no handler then.
    /// False if the engine does not support that.
    pub fn on_unhandled_rejection(self, function: &Object<'a>) -> Result<bool, Exception<'a>> {
        let Ok(set) = probe() else { return Ok(false) };
        self.assert_same_vm(function.value().cx);
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: a live function of this VM; the engine keeps it.
        unsafe { set(JSContextGetGlobalContext(self.raw), function.raw(), &mut exception) };
        if exception.is_null() { Ok(true) } else { Err(Exception::from_raw(self, exception)) }
    }
}
