//! `gc-signal`: the signal by which the collector suspends the threads of a VM. Declared by a private header only. The engine's default
//! is `SIGUSR1`, which a Node program may want for itself.

use super::{Cached, Capability, Probed, symbol};
use std::ffi::c_int;

type Configure = unsafe extern "C" fn(c_int) -> bool;

pub(super) fn probe() -> Probed<Configure> {
    static FOUND: Cached<Configure> = Cached::new();
    // SAFETY: the name with the signature that its header declares.
    FOUND.get(Capability::GcSignal, || unsafe { symbol(c"JSConfigureSignalForGC") }).copied()
}

/// To be called before the first VM exists.
pub(crate) fn configure() {
    #[cfg(target_os = "linux")]
    if let Ok(configure) = probe() {
        // SAFETY: called before the first VM exists, as the function requires.
        unsafe { configure(libc::SIGRTMAX() - 1) };
    }
}
