//! `entry-scope`: the engine's note of its outermost entry, exchanged or renewed by us.
//!
//! Whatever the engine does once per outermost entry (reset its date caches, start the clock of the time limit, wipe the mark that an
//! ended script leaves) never happens in a loop that is entered once and for all (see [`crate::entry`]). A C++ scope stands for the
//! entry; its two slow functions are exported, and look at nothing of it but the VM, its first word. Without them the end of a
//! script is the end of the nested loop's use, and the time zone is read once.

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

/// Since 2.54 an entry resets the date caches only if it was told of another time zone.
pub(crate) fn notify_time_zone_change() {
    // SAFETY: takes and returns nothing, as its mangled name says (but for the return).
    if let (Ok(_), Ok(tell)) = (probe(), unsafe { symbol::<unsafe extern "C" fn()>(c"_ZN3WTF17timeZoneDidChangeEv") }) {
        // SAFETY: as above; any thread may call it.
        unsafe { tell() };
    }
}

/// A C++ entry scope of ours: the VM, then the global object.
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

    /// Takes down whatever entry the engine knows and puts this one up.
    ///
    /// # Safety
    /// The lock is held, the engine's own entry is the one below the nest, and this one stays where it is until `tear_down`.
    pub(crate) unsafe fn replace_current(&self) {
        let Ok(Functions { set_up, tear_down }) = probe() else { return };
        // SAFETY: by this function's contract; both functions look at the VM only, the first word.
        unsafe {
            tear_down(self.as_scope());
            set_up(self.as_scope());
        }
        self.is_set_up.set(true);
    }

    /// Puts this one up over whatever entry the engine knows; JavaScript may be on the stack.
    ///
    /// # Safety
    /// The lock is held, the engine's own entry is the one below the nest, and this one stays where it is until `tear_down`.
    pub(crate) unsafe fn set_up(&self) {
        if let Ok(Functions { set_up, .. }) = probe() {
            // SAFETY: by this function's contract; the function looks at the VM only, the first word.
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
            // SAFETY: `replace_current` put it up. The engine's own entry sees that another had taken its place and does nothing.
            unsafe { tear_down(self.as_scope()) };
        }
    }
}
