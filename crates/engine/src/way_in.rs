//! The two ways into the engine, and who runs promise jobs when.
//!
//! **The plain way.** Every call from Rust is an outermost entry: the engine takes its lock, resets its date caches, runs the
//! function, and when the call returns drains the promise jobs and releases the lock. 150 to 235 ns a call here.
//!
//! **The nested way.** On Linux each *outermost* entry pays for those resets, and so does every promise job that is drained
//! at the outermost level. So the whole event loop runs inside one call from JavaScript into Rust, and the lock is taken
//! again there:
//!
//! ```text
//!   Rust main ─▶ JS: inside() ─▶ Rust: lock; event loop ─▶ JS callback (75 ns) ─▶ drain() ─▶ JS callback ─▶ drain() …
//! ```
//!
//! With the lock held from Rust nothing drains by itself: [`Inside::drain_jobs`] does, after each macrotask; that is the explicit
//! control that V8 gives Node. Around a wait that may block the lock is given back ([`Inside::before_wait`]), or the collector
//! could not run meanwhile.
//!
//! It needs three C++ symbols that the library exports but no header declares. Where one is missing, or where
//! `HEXLOOP_ENGINE=plain` asks for it, everything works the plain way; the tests run both.

use crate::context::Cx;
use crate::optional::optional;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;

/// Room for the C++ lock holder: it is 8 bytes in the version measured, 32 is generous.
type Holder = [usize; 4];

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    static HOLDER: RefCell<Holder> = const { RefCell::new([0; 4]) };
}

/// Whether this library and this environment allow the nested way.
pub fn nested_way_available() -> bool {
    let table = optional();
    table.lock_construct.is_some()
        && table.lock_destruct.is_some()
        && table.drain_microtasks.is_some()
        && std::env::var_os("HEXLOOP_ENGINE").is_none_or(|way| way != "plain")
}

/// Runs `body` the nested way where possible, else plainly. Everything JavaScript does afterwards belongs inside.
pub fn inside<R: 'static>(cx: Cx<'_>, body: impl FnOnce(&Inside) -> R + 'static) -> R {
    let vm = cx.group().cast::<c_void>();
    if !nested_way_available() || INSIDE.get() {
        return body(&Inside { vm, nested: false });
    }
    let body = Cell::new(Some(body));
    let result = std::rc::Rc::new(Cell::new(None));
    let answer = result.clone();
    let enter = cx.function("loop", move |_| {
        if let Some(body) = body.take() {
            let inside = Inside { vm, nested: true };
            inside.take();
            INSIDE.set(true);
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| body(&inside)));
            INSIDE.set(false);
            inside.release_lock();
            answer.set(Some(outcome));
        }
        Ok(().into())
    });
    // The entry itself cannot throw: the closure answers undefined.
    let _ = enter.call(&[]);
    match result.take() {
        Some(Ok(result)) => result,
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        None => unreachable!("the engine did not call the loop"),
    }
}

/// Proof of being inside, and the controls one has there.
pub struct Inside {
    vm: *const c_void,
    nested: bool,
}

impl Inside {
    pub fn is_nested(&self) -> bool {
        self.nested
    }

    /// Runs the promise jobs that are queued. The plain way has done so already.
    #[inline]
    pub fn drain_jobs(&self) {
        if self.nested
            && let Some(drain) = optional().drain_microtasks
        {
            // SAFETY: the lock is held (this is what `nested` means) and `vm` is the engine's own pointer.
            unsafe { drain(self.vm) };
        }
    }

    /// Gives the lock back before a wait that may block.
    pub fn before_wait(&self) {
        if self.nested {
            self.release_lock();
        }
    }

    /// Takes it again after the wait.
    pub fn after_wait(&self) {
        if self.nested {
            self.take();
        }
    }

    fn take(&self) {
        if let Some(construct) = optional().lock_construct {
            // SAFETY: the holder is large enough, not in use, and destroyed before it is constructed again.
            HOLDER.with_borrow_mut(|holder| unsafe { construct(holder.as_mut_ptr().cast::<c_void>(), self.vm) });
        }
    }

    fn release_lock(&self) {
        if let Some(destruct) = optional().lock_destruct {
            // SAFETY: constructed by `take`.
            HOLDER.with_borrow_mut(|holder| unsafe { destruct(holder.as_mut_ptr().cast::<c_void>()) });
        }
    }
}
