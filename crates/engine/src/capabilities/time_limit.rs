//! `time-limit`: the engine calls back after a given CPU time, while a script runs, and terminates the script if the callback returns
//! true. Declared by a private header only. There is no fallback: without it a script cannot be interrupted.

use super::{Cached, Capability, Probed, symbol};
use crate::ffi::{JSContextGroupRef, ShouldTerminate};
use std::ffi::c_void;

#[derive(Clone, Copy)]
pub(crate) struct TimeLimit {
    set: unsafe extern "C" fn(JSContextGroupRef, f64, Option<ShouldTerminate>, *mut c_void),
    clear: unsafe extern "C" fn(JSContextGroupRef),
}

pub(super) fn probe() -> Probed<TimeLimit> {
    static FOUND: Cached<TimeLimit> = Cached::new();
    // SAFETY: the names with the signatures that their header declares.
    let find = || unsafe {
        Ok(TimeLimit {
            set: symbol(c"JSContextGroupSetExecutionTimeLimit")?,
            clear: symbol(c"JSContextGroupClearExecutionTimeLimit")?,
        })
    };
    FOUND.get(Capability::TimeLimit, find).copied()
}

pub(crate) fn time_limit() -> Option<TimeLimit> {
    probe().ok()
}

impl TimeLimit {
    /// # Safety
    /// The group lives; the callback may be called with `data` until the limit is cleared or set again.
    pub(crate) unsafe fn set(
        self,
        group: JSContextGroupRef,
        seconds: f64,
        callback: Option<ShouldTerminate>,
        data: *mut c_void,
    ) {
        // SAFETY: by this function's contract.
        unsafe { (self.set)(group, seconds, callback, data) };
    }

    /// # Safety
    /// The group lives.
    pub(crate) unsafe fn clear(self, group: JSContextGroupRef) {
        // SAFETY: by this function's contract.
        unsafe { (self.clear)(group) };
    }
}
