//! `vm-lock`: a VM's lock, taken from Rust by a C++ object whose constructor takes it and whose destructor releases it.

use super::{Absent, Cached, Capability, Probed, symbol};
use std::ffi::c_void;

/// Memory for the C++ lock holder: it is 8 bytes in the version measured, 32 is generous.
pub(crate) type LockHolder = [usize; 4];

#[derive(Clone, Copy)]
pub(crate) struct VmLock {
    construct: unsafe extern "C" fn(*mut c_void, *const c_void),
    destruct: unsafe extern "C" fn(*mut c_void),
}

/// For capabilities that depend on this one.
pub(super) fn probe() -> Probed<VmLock> {
    own_probe().map_err(|_| Absent::Needs(Capability::VmLock))
}

pub(super) fn own_probe() -> Probed<VmLock> {
    static FOUND: Cached<VmLock> = Cached::new();
    // SAFETY: constructor and destructor of `JSLockHolder`, as their mangled names say.
    let find = || unsafe {
        Ok(VmLock {
            construct: symbol(c"_ZN3JSC12JSLockHolderC1ERNS_2VME")?,
            destruct: symbol(c"_ZN3JSC12JSLockHolderD1Ev")?,
        })
    };
    FOUND.get(Capability::VmLock, find).copied()
}

impl VmLock {
    /// # Safety
    /// The VM lives; the holder is not in use and is not moved until it is released.
    pub(crate) unsafe fn acquire(self, holder: *mut LockHolder, vm: *const c_void) {
        // SAFETY: by this function's contract.
        unsafe { (self.construct)(holder.cast(), vm) };
    }

    /// # Safety
    /// The holder was acquired, and not released yet.
    pub(crate) unsafe fn release(self, holder: *mut LockHolder) {
        // SAFETY: by this function's contract.
        unsafe { (self.destruct)(holder.cast()) };
    }

    /// Holds the lock while `body` runs, which does not panic.
    ///
    /// # Safety
    /// The VM lives.
    pub(crate) unsafe fn hold<R>(self, vm: *const c_void, body: impl FnOnce() -> R) -> R {
        let mut holder: LockHolder = [0; 4];
        // SAFETY: the holder is created, used and destroyed here.
        unsafe {
            self.acquire(&mut holder, vm);
            let result = body();
            self.release(&mut holder);
            result
        }
    }
}
