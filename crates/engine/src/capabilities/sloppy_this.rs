//! `sloppy-this`: the value of `this` in sloppy functions of a realm.
//!
//! The engine keeps it in a word of the global object, which is searched for (it is the only one that holds the address of the global
//! proxy, which the C API returns as the global object) and overwritten; whether that worked is verified through the C API. If it is
//! not found, only scripts get another `this`.

use super::{Capability, Probed, switches};
use crate::context::Cx;
use crate::ffi::*;

/// How many words of a global object are searched: it is the 8th in the version measured.
const WORDS: usize = 32;

pub(super) fn probe() -> Probed<()> {
    switches::require(Capability::SloppyThis)
}

/// # Safety
/// `global_proxy` is what the C API returns as the realm's global object now. The caller stores something in the global object next:
/// that store has the write barrier which this one lacks.
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
