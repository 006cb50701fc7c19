//! `backtrace`: the stack of the running script. Declared by a private header only; without it the line of a busy script is unknown.

use super::{Cached, Capability, Probed, symbol};
use crate::context::Cx;
use crate::ffi::{JSContextRef, JSStringRef};
use crate::string::EngineString;
use std::ffi::c_uint;

type Backtrace = unsafe extern "C" fn(JSContextRef, c_uint) -> JSStringRef;

pub(super) fn probe() -> Probed<Backtrace> {
    static FOUND: Cached<Backtrace> = Cached::new();
    // SAFETY: the name with the signature that its header declares.
    FOUND.get(Capability::Backtrace, || unsafe { symbol(c"JSContextCreateBacktrace") }).copied()
}

impl Cx<'_> {
    /// The current JavaScript stack, innermost frame first, in the engine's format.
    pub fn backtrace(self, depth: u32) -> Option<String> {
        let make = probe().ok()?;
        // SAFETY: live context; the string returned is ours to release.
        unsafe { EngineString::adopt(make(self.raw, depth)).map(|text| text.to_string_lossy()) }
    }
}
