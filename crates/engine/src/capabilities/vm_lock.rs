//! A machine's lock, taken from Rust: a C++ object that takes it when it is made and gives it back when it is destroyed.

use crate::capabilities::symbols::optional;
use std::ffi::c_void;

/// Room for the C++ lock holder: it is 8 bytes in the version measured, 32 is generous.
pub(crate) type Holder = [usize; 4];

#[derive(Clone, Copy)]
pub(crate) struct VmLock {
    construct: unsafe extern "C" fn(*mut c_void, *const c_void),
    destruct: unsafe extern "C" fn(*mut c_void),
}

impl VmLock {
    /// None where the library does not export it.
    pub(crate) fn find() -> Option<VmLock> {
        let table = optional();
        Some(VmLock { construct: table.lock_construct?, destruct: table.lock_destruct? })
    }

    /// # Safety
    /// The machine lives; the holder is not in use and stays where it is until it is given back.
    pub(crate) unsafe fn take(self, holder: *mut Holder, vm: *const c_void) {
        // SAFETY: by this function's contract.
        unsafe { (self.construct)(holder.cast(), vm) };
    }

    /// # Safety
    /// The holder was taken, and not given back yet.
    pub(crate) unsafe fn give_back(self, holder: *mut Holder) {
        // SAFETY: by this function's contract.
        unsafe { (self.destruct)(holder.cast()) };
    }

    /// Holds the lock while `body` runs, which does not panic.
    ///
    /// # Safety
    /// The machine lives.
    pub(crate) unsafe fn hold<R>(self, vm: *const c_void, body: impl FnOnce() -> R) -> R {
        let mut holder: Holder = [0; 4];
        // SAFETY: the holder is made, used and destroyed here.
        unsafe {
            self.take(&mut holder, vm);
            let result = body();
            self.give_back(&mut holder);
            result
        }
    }
}
