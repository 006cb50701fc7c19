//! `gc-hooks`: when the garbage collector runs. Declared by a private header only; without them collections go unseen.
//!
//! The engine has no begin and end hooks, but two that run in each collection: marking constraints run when marking begins (and
//! perhaps again), heap finalizers when it is done. In between the collector is concurrent with the program for the most part;
//! the length of its pauses is not reported.

use super::{Cached, Capability, Probed, symbol};
use crate::context::Vm;
use crate::ffi::*;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

/// Called at the end of a collection, with the times of its beginning and its end, on whatever thread the engine collects. It must
/// not use JavaScript.
pub type CollectionCallback = Box<dyn Fn(u64, u64) + Send + Sync>;

#[derive(Clone, Copy)]
pub(super) struct Hooks {
    add_constraint: unsafe extern "C" fn(JSContextGroupRef, MarkingConstraint, *mut c_void),
    add_finalizer: unsafe extern "C" fn(JSContextGroupRef, HeapFinalizer, *mut c_void),
}

pub(super) fn probe() -> Probed<Hooks> {
    static FOUND: Cached<Hooks> = Cached::new();
    // SAFETY: the names with the signatures that their header declares.
    let find = || unsafe {
        Ok(Hooks {
            add_constraint: symbol(c"JSContextGroupAddMarkingConstraint")?,
            add_finalizer: symbol(c"JSContextGroupAddHeapFinalizer")?,
        })
    };
    FOUND.get(Capability::GcHooks, find).copied()
}

struct Observer {
    clock: fn() -> u64,
    /// 0: none is in progress.
    began: AtomicU64,
    callback: CollectionCallback,
}

/// Reports every collection of this VM, with times of `clock`. False if the engine lacks the hooks.
pub fn observe_collections(vm: &Vm, clock: fn() -> u64, callback: CollectionCallback) -> bool {
    let Ok(Hooks { add_constraint, add_finalizer }) = probe() else { return false };
    // A constraint cannot be removed, so its data must live for ever.
    let observer: &'static Observer = Box::leak(Box::new(Observer { clock, began: AtomicU64::new(0), callback }));
    let data = std::ptr::from_ref(observer).cast_mut().cast::<c_void>();
    // SAFETY: the group is alive, the functions have the types that the engine declares, and `data` lives for ever.
    unsafe {
        add_constraint(vm.group(), on_marking, data);
        add_finalizer(vm.group(), on_finalize, data);
    }
    true
}

/// A number that changes with every collection of the VM. None if the engine lacks the hooks.
pub(crate) fn count_collections(group: JSContextGroupRef) -> Option<&'static AtomicU64> {
    unsafe extern "C" fn count(_group: JSContextGroupRef, data: *mut c_void) {
        // SAFETY: the counter that was registered with this function.
        unsafe { &*data.cast::<AtomicU64>() }.fetch_add(1, Ordering::Release);
    }
    let Hooks { add_finalizer, .. } = probe().ok()?;
    // The engine keeps the address for as long as the VM lives.
    let counter: &'static AtomicU64 = Box::leak(Box::default());
    let data = std::ptr::from_ref(counter).cast_mut().cast::<c_void>();
    // SAFETY: the group is alive, the function has the type that the engine declares, and the counter lives for ever.
    unsafe { add_finalizer(group, count, data) };
    Some(counter)
}

unsafe extern "C" fn on_marking(_marker: *mut c_void, data: *mut c_void) {
    // SAFETY: the pointer that was registered with this function.
    let observer = unsafe { &*data.cast::<Observer>() };
    if observer.began.load(Ordering::Relaxed) == 0 {
        observer.began.store((observer.clock)(), Ordering::Release);
    }
}

unsafe extern "C" fn on_finalize(_group: JSContextGroupRef, data: *mut c_void) {
    // SAFETY: the pointer that was registered with this function.
    let observer = unsafe { &*data.cast::<Observer>() };
    let began = observer.began.swap(0, Ordering::Acquire);
    if began != 0 {
        // A panic must not unwind into the engine, nor one from dropping its payload.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| (observer.callback)(began, (observer.clock)()))) {
            std::mem::forget(payload);
        }
    }
}
