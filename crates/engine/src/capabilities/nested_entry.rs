//! `nested-entry`: promise jobs are drained explicitly, since Rust holds the lock (see [`crate::entry`], which has the fallback).
//! Besides the lock that takes one function of the VM.

use super::vm_lock::VmLock;
use super::{Cached, Capability, Probed, symbol, vm_lock};
use std::ffi::c_void;

#[derive(Clone, Copy)]
pub(crate) struct NestedEntry {
    pub(crate) lock: VmLock,
    drain: unsafe extern "C" fn(*const c_void),
}

pub(super) fn probe() -> Probed<NestedEntry> {
    static FOUND: Cached<NestedEntry> = Cached::new();
    let find = || {
        let lock = vm_lock::probe()?;
        // SAFETY: a member function without arguments, as its mangled name says.
        Ok(NestedEntry { lock, drain: unsafe { symbol(c"_ZN3JSC2VM15drainMicrotasksEv") }? })
    };
    FOUND.get(Capability::NestedEntry, find).copied()
}

pub(crate) fn nested_entry() -> Option<NestedEntry> {
    probe().ok()
}

impl NestedEntry {
    /// Runs all pending promise jobs.
    ///
    /// # Safety
    /// `vm` is alive and its lock is held.
    #[inline]
    pub(crate) unsafe fn drain(&self, vm: *const c_void) {
        // SAFETY: by this function's contract. No panic unwinds through: native functions catch theirs.
        unsafe { (self.drain)(vm) };
    }
}
