//! `synchronous-gc`: a collection that is done when the call returns. Declared by a private header only. The declared function only
//! requests one, for a timer that fires when deferred work is run next.

use super::{Cached, Capability, Probed, symbol};
use crate::ffi::{JSContextRef, JSGarbageCollect};

type Collect = unsafe extern "C" fn(JSContextRef);

pub(super) fn probe() -> Probed<Collect> {
    static FOUND: Cached<Collect> = Cached::new();
    // SAFETY: the name with the signature that its header declares.
    FOUND.get(Capability::SynchronousGc, || unsafe { symbol(c"JSSynchronousGarbageCollectForDebugging") }).copied()
}

/// # Safety
/// A live context.
pub(crate) unsafe fn collect(ctx: JSContextRef) {
    // SAFETY: by this function's contract.
    unsafe {
        match probe() {
            Ok(collect) => collect(ctx),
            Err(_) => JSGarbageCollect(ctx),
        }
    }
}
