//! How many roots hold each context of this thread.
//!
//! A root keeps its context alive, and with it the whole VM. What a thread leaves behind when it ends (a thread-local, a cycle of
//! reference counts) may still hold roots; so when a thread's VM is shut down their references are released on their behalf, and a
//! root that is dropped later does nothing.

use crate::ffi::*;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

thread_local! {
    static ROOTS: RefCell<HashMap<usize, usize>> = RefCell::default();
    /// The VMs of this thread have been shut down.
    static ENGINE_ENDED: Cell<bool> = const { Cell::new(false) };
}

/// One more root, or the owner itself, holds `context`.
pub(crate) fn add(context: JSGlobalContextRef) {
    ROOTS.with_borrow_mut(|held| *held.entry(context as usize).or_default() += 1);
}

/// One root less. False if there is nothing left for it to release.
pub(crate) fn remove(context: JSGlobalContextRef) -> bool {
    if ENGINE_ENDED.get() {
        return false;
    }
    // While thread-locals are destroyed the table may be gone already; then the engine may be, too.
    ROOTS
        .try_with(|held| {
            let mut held = held.borrow_mut();
            if let Some(count) = held.get_mut(&(context as usize)) {
                *count -= 1;
                if *count == 0 {
                    held.remove(&(context as usize));
                }
            }
        })
        .is_ok()
}

pub(crate) fn engine_has_ended() -> bool {
    ENGINE_ENDED.get()
}

/// Called before the use of what may have been shut down with the thread's engine.
#[inline]
pub(crate) fn assert_engine_alive() {
    assert!(!engine_has_ended(), "the engine of this thread was used after it was shut down");
}

/// Releases every context that roots of this thread still hold. Those roots are dead from then on.
pub(crate) fn release_all() {
    ENGINE_ENDED.set(true);
    for (context, count) in ROOTS.take() {
        for _ in 0..count {
            // SAFETY: each of these roots has retained the context once and will not release it any more.
            unsafe { JSGlobalContextRelease(context as JSGlobalContextRef) };
        }
    }
}
