//! `main-thread`: telling the engine which thread is the main one.
//!
//! One of the engine's timers, the one that collects the whole heap of an idle program, asks for the run loop of the process's main
//! thread, and crashes where nobody has named that thread; neither the C API nor the GLib API does. The engine's own function for it is
//! a C++ symbol. Without it nothing that the engine puts off is run: no FinalizationRegistry calls back, and WebAssembly is compiled
//! at once.

use super::{Cached, Capability, Probed, symbol};

type Initialize = unsafe extern "C" fn();

pub(super) fn probe() -> Probed<Initialize> {
    static FOUND: Cached<Initialize> = Cached::new();
    // SAFETY: takes and returns nothing, as its mangled name says (but for the return).
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

/// Whether the engine knows a main thread's run loop; None where that cannot be asked.
#[cfg(test)]
pub(crate) fn is_initialized() -> Option<bool> {
    // SAFETY: the symbol's own signature: it answers a reference.
    let singleton: unsafe extern "C" fn() -> *const std::ffi::c_void =
        unsafe { crate::symbols::find(c"_ZN3WTF7RunLoop13mainSingletonEv") }?;
    // SAFETY: as above.
    Some(unsafe { !singleton().is_null() })
}
