//! How many roots hold each context of this thread.
//!
//! A root keeps its context alive, and with it the whole machine. What a thread leaves behind when it ends (a variable of the
//! thread, a circle of counted references) may hold roots still; so the machine of a thread that ends is released on their
//! behalf, and a root that is dropped later touches nothing.

use crate::ffi::*;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

thread_local! {
    static ROOTS: RefCell<HashMap<usize, usize>> = RefCell::default();
    /// The machines of this thread are gone.
    static ENGINE_ENDED: Cell<bool> = const { Cell::new(false) };
}

/// One more root, or the owner itself, holds `context`.
pub(crate) fn add(context: JSGlobalContextRef) {
    ROOTS.with_borrow_mut(|held| *held.entry(context as usize).or_default() += 1);
}

/// One root less; false where there is nothing left that it could release.
pub(crate) fn remove(context: JSGlobalContextRef) -> bool {
    if ENGINE_ENDED.get() {
        return false;
    }
    // While the thread's variables are dropped the table may be gone; then the engine may be, too.
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

/// For whoever is about to use what may have died with the thread's engine.
#[inline]
pub(crate) fn assert_engine_alive() {
    assert!(!engine_has_ended(), "the engine of this thread was used after its end");
}

/// Releases every context that roots of this thread still hold. They are dead from here on.
pub(crate) fn release_all() {
    ENGINE_ENDED.set(true);
    for (context, count) in ROOTS.take() {
        for _ in 0..count {
            // SAFETY: each of these roots has retained the context once and will not release it any more.
            unsafe { JSGlobalContextRelease(context as JSGlobalContextRef) };
        }
    }
}
