//! `main-thread`: telling the engine which thread is the main one.
//!
//! One of the engine's timers, the one for a full collection when idle, uses the run loop of the process's main thread, and crashes if
//! that was not initialized; neither the C API nor the GLib API does so. The engine's own function for it is a C++ symbol. Without
//! it no deferred work is run: no FinalizationRegistry calls back, and WebAssembly is compiled synchronously.

use super::{Cached, Capability, Probed, symbol};

type Initialize = unsafe extern "C" fn();

pub(super) fn probe() -> Probed<Initialize> {
    static FOUND: Cached<Initialize> = Cached::new();
    // SAFETY: takes nothing, as its mangled name says, and returns nothing.
    FOUND.get(Capability::MainThread, || unsafe { symbol(c"_ZN3WTF20initializeMainThreadEv") }).copied()
}

pub(crate) fn can_initialize() -> bool {
    probe().is_ok()
}

/// Makes the calling thread the main one. Once in the process.
///
/// # Safety
/// The thread never ends.
pub(crate) unsafe fn initialize_this_thread() {
    if let Ok(initialize) = probe() {
        // SAFETY: by this function's contract.
        unsafe { initialize() };
    }
}

/// Whether the engine knows a main thread's run loop; None if that cannot be queried.
#[cfg(test)]
pub(crate) fn is_initialized() -> Option<bool> {
    // SAFETY: the symbol's own signature: it returns a reference.
    let singleton: unsafe extern "C" fn() -> *const std::ffi::c_void =
        unsafe { crate::symbols::find(c"_ZN3WTF7RunLoop13mainSingletonEv") }?;
    // SAFETY: as above.
    Some(unsafe { !singleton().is_null() })
}
