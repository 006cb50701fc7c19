//! `backtrace`: where JavaScript is now. Declared by a private header only; without it nobody knows the line of a script that runs.

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
    /// Where JavaScript is now, innermost frame first, in the engine's format.
    pub fn backtrace(self, depth: u32) -> Option<String> {
        let make = probe().ok()?;
        // SAFETY: live context; the string returned is ours to release.
        unsafe { EngineString::adopt(make(self.raw, depth)).map(|text| text.to_string_lossy()) }
    }
}
