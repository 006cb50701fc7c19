//! `sloppy-this`: what sloppy functions of a realm get for `this`.
//!
//! The engine keeps it in a word of the global object, which is looked for (it is the only one that holds the address of what the C
//! API calls the global object) and overwritten; whether that worked is asked through the C API afterwards. Where it is not found, only
//! scripts get another `this`.

use super::{Capability, Probed, switches};
use crate::context::Cx;
use crate::ffi::*;

/// How far into a global object its `this` is looked for: the 8th word in the version measured.
const WORDS: usize = 32;

pub(super) fn probe() -> Probed<()> {
    switches::require(Capability::SloppyThis)
}

/// # Safety
/// `global_proxy` is what the realm's C API gives as its global object now. The caller stores something in the global object next: that
/// has the collector look at it again, which is not told of this write.
pub(crate) unsafe fn replace(realm: Cx<'_>, global_proxy: JSObjectRef, this: JSObjectRef) -> bool {
    if probe().is_err() {
        return false;
    }
    let words = realm.raw.cast_mut().cast::<JSObjectRef>();
    // SAFETY: a global object is thousands of bytes long. The word written to is one that held an object; the rest is this
    // function's contract.
    unsafe {
        let mut found = (0..WORDS).filter(|at| words.add(*at).read() == global_proxy);
        let (Some(at), None) = (found.next(), found.next()) else { return false };
        words.add(at).write(this);
        let is_seen = JSContextGetGlobalObject(realm.raw) == this;
        if !is_seen {
            words.add(at).write(global_proxy);
        }
        is_seen
    }
}
