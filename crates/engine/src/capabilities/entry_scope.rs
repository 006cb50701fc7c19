//! `entry-scope`: replacing or renewing the engine's outermost entry scope.
//!
//! Whatever the engine does once per outermost entry (reset its date caches, start the timer of the time limit, clear the state of a
//! terminated script) never happens in a loop that is entered only once (see [`crate::entry`]). A C++ object (`VMEntryScope`)
//! represents the entry; its two slow functions are exported, and use nothing of it but the VM, its first word. Without them nested
//! entry cannot be used any more after a script was terminated in it, and the time zone is read once.

use super::{Cached, Capability, Probed, symbol};
use crate::ffi::JSContextRef;
use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::ptr;

type OfScope = unsafe extern "C" fn(*mut c_void);

#[derive(Clone, Copy)]
pub(super) struct Functions {
    set_up: OfScope,
    tear_down: OfScope,
}

pub(super) fn probe() -> Probed<Functions> {
    static FOUND: Cached<Functions> = Cached::new();
    // SAFETY: member functions without arguments, as their mangled names say.
    let find = || unsafe {
        Ok(Functions {
            set_up: symbol(c"_ZN3JSC12VMEntryScope9setUpSlowEv")?,
            tear_down: symbol(c"_ZN3JSC12VMEntryScope12tearDownSlowEv")?,
        })
    };
    FOUND.get(Capability::EntryScope, find).copied()
}

/// Since 2.54 an entry resets the date caches only if the engine was notified of a time zone change.
pub(crate) fn notify_time_zone_change() {
    // SAFETY: takes nothing, as its mangled name says, and returns nothing.
    if let (Ok(_), Ok(notify)) = (probe(), unsafe { symbol::<unsafe extern "C" fn()>(c"_ZN3WTF17timeZoneDidChangeEv") })
    {
        // SAFETY: as above; any thread may call it.
        unsafe { notify() };
    }
}

/// An entry scope of our own: the VM, then the global object.
pub(crate) struct EntryScope {
    words: UnsafeCell<[*const c_void; 4]>,
    is_set_up: Cell<bool>,
}

impl EntryScope {
    pub(crate) fn new(vm: *const c_void, ctx: JSContextRef) -> EntryScope {
        let words = [vm, ctx.cast::<c_void>(), ptr::null(), ptr::null()];
        EntryScope { words: UnsafeCell::new(words), is_set_up: Cell::new(false) }
    }

    fn as_scope(&self) -> *mut c_void {
        self.words.get().cast::<c_void>()
    }

    /// Tears down the current entry scope and sets up this one.
    ///
    /// # Safety
    /// The lock is held, the engine's own entry scope is the one below the nested scope, and this one is not moved until `tear_down`.
    pub(crate) unsafe fn replace_current(&self) {
        let Ok(Functions { set_up, tear_down }) = probe() else { return };
        // SAFETY: by this function's contract; both functions use the VM only, the first word.
        unsafe {
            tear_down(self.as_scope());
            set_up(self.as_scope());
        }
        self.is_set_up.set(true);
    }

    /// Sets up this scope over the current one; JavaScript may be on the stack.
    ///
    /// # Safety
    /// The lock is held, the engine's own entry scope is the one below the nested scope, and this one is not moved until `tear_down`.
    pub(crate) unsafe fn set_up(&self) {
        if let Ok(Functions { set_up, .. }) = probe() {
            // SAFETY: by this function's contract; the function uses the VM only, the first word.
            unsafe { set_up(self.as_scope()) };
            self.is_set_up.set(true);
        }
    }

    /// # Safety
    /// The lock is held.
    pub(crate) unsafe fn tear_down(&self) {
        if self.is_set_up.replace(false)
            && let Ok(Functions { tear_down, .. }) = probe()
        {
            // SAFETY: set up by `replace_current` or `set_up`. The engine's own scope sees that it was replaced and does nothing.
            unsafe { tear_down(self.as_scope()) };
        }
    }
}
