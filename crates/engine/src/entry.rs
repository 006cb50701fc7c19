//! Entering the VM, and who drains promise jobs when.
//!
//! **Direct entry.** Every call from Rust is an outermost entry: the engine takes its lock, resets its date caches, runs the
//! function, and when the call returns drains the promise jobs and releases the lock. 150 to 235 ns a call here.
//!
//! **Nested entry.** On Linux each *outermost* entry pays for those resets, and so does every promise job that is drained
//! at the outermost level. So the whole event loop runs inside one call from JavaScript into Rust, and takes the lock again
//! there:
//!
//! ```text
//!   Rust main ─▶ JS: loop() ─▶ Rust: lock; event loop ─▶ JS callback (75 ns) ─▶ drain() ─▶ JS callback ─▶ drain() …
//! ```
//!
//! While Rust holds the lock nothing drains implicitly: [`VmEntry::drain_jobs`] does, after each macrotask. That is the explicit
//! microtask policy that V8 gives Node. Around a wait that may block the lock is released ([`VmEntry::before_wait`]); otherwise
//! the collector could not run meanwhile.
//!
//! Two VMs on one thread: only the outer one may be nested. The engine installs a VM's atom string table in the thread when
//! its lock is first taken; with both locks held from Rust, a call into one VM would run on the table of the other.
//!
//! A terminated script (see [`crate::terminate`]) leaves termination state in the VM that is cleared when the outermost entry
//! returns; until then scripts fail at random. The nested loop never returns, so it replaces the entry scope instead: it tears
//! the engine's scope down, which clears that state, and sets up one of its own. Without that capability nested entry cannot be
//! used any more after a script was terminated in it.
//!
//! Both are capabilities (`nested-entry`, `entry-scope`: [`crate::capabilities`]). Where one is missing or switched off, direct
//! entry does everything; the tests run both.

use crate::buffer::assert_no_borrowed_bytes;
use crate::capabilities::entry_scope::{EntryScope, notify_time_zone_change};
use crate::capabilities::microtask_queue;
use crate::capabilities::nested_entry::{NestedEntry, nested_entry};
use crate::capabilities::vm_lock::LockHolder;
use crate::context::Cx;
use crate::exception::Exception;
use crate::ffi::*;
use crate::string::EngineString;
use crate::terminate;
use crate::value::Object;
use std::cell::{Cell, RefCell, UnsafeCell};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Whether nested entry is supported by this library and not switched off.
pub fn nested_entry_available() -> bool {
    nested_entry().is_some()
}

/// The VM's lock as Rust holds it. The engine drops the lock around a native function of the C API and takes it again, but not
/// around a host function; so it may be released only at the depth where it was taken, and only until the body is done.
struct NestedScope {
    vm: *const c_void,
    ctx: JSContextRef,
    controls: NestedEntry,
    depth: u32,
    open: Cell<bool>,
    locked: Cell<bool>,
    holder: UnsafeCell<LockHolder>,
    /// Set up in place of the engine's own entry scope, once that had to be torn down.
    entry_scope: EntryScope,
    /// Shared by all scopes of the VM: jobs do not drain jobs.
    draining: Rc<Cell<bool>>,
}

/// The VM of this thread that has been entered nested.
struct NestedVm {
    vm: *const c_void,
    draining: Rc<Cell<bool>>,
    scope: Rc<NestedScope>,
}

thread_local! {
    static NESTED_VM: RefCell<Option<NestedVm>> = const { RefCell::new(None) };
    static NATIVE_DEPTH: Cell<u32> = const { Cell::new(0) };
    /// The depth at which the event loop runs.
    static LOOP_DEPTH: Cell<u32> = const { Cell::new(0) };
}

pub(crate) fn no_native_is_running() -> bool {
    NATIVE_DEPTH.get() == 0
}

/// Whether no JavaScript is on this thread's stack above the event loop.
pub(crate) fn is_at_loop_depth() -> bool {
    NATIVE_DEPTH.get() == LOOP_DEPTH.get()
}

/// Counts one more native function on this thread's stack while it exists.
pub(crate) struct NativeCallScope(());

impl NativeCallScope {
    #[inline]
    pub(crate) fn new() -> NativeCallScope {
        NATIVE_DEPTH.set(NATIVE_DEPTH.get() + 1);
        NativeCallScope(())
    }
}

impl Drop for NativeCallScope {
    #[inline]
    fn drop(&mut self) {
        NATIVE_DEPTH.set(NATIVE_DEPTH.get() - 1);
    }
}

/// Runs `body` while JavaScript is interrupted between two arbitrary instructions, where no promise job may run.
pub(crate) fn without_draining<R>(body: impl FnOnce() -> R) -> R {
    let draining = NESTED_VM.with_borrow(|outer| outer.as_ref().map(|outer| outer.draining.clone()));
    let before = draining.as_ref().map(|draining| draining.replace(true));
    let result = body();
    if let (Some(draining), Some(before)) = (draining, before) {
        draining.set(before);
    }
    result
}

/// After a script was terminated and the stack has unwound to the loop: makes the VM able to run scripts again.
pub(crate) fn recover_from_termination(ctx: JSContextRef) {
    // With JavaScript below the loop the entry scope is not ours to replace.
    recover(ctx, replaceable_scope().filter(|scope| scope.is_at_own_depth()));
}

/// The same while JavaScript is still on the stack: that of the caller which had the script terminated.
pub(crate) fn recover_with_javascript_on_stack(ctx: JSContextRef) {
    recover(ctx, replaceable_scope());
}

/// A termination that passed through native functions, or interrupted a drain, can leave its exception pending for the next
/// call, and a repeated request can leave a trap set. Both are consumed here by scripts that do nothing.
fn recover(ctx: JSContextRef, scope: Option<Rc<NestedScope>>) {
    /// An exception that is still pending and a trap that was not checked yet can each need an attempt.
    const ATTEMPTS: usize = 16;
    let mut successes = 0;
    for _ in 0..ATTEMPTS {
        if let Some(scope) = &scope {
            // SAFETY: as in `renew_entry`. What the engine does when an entry scope is torn down (it clears termination state, and
            // stops timers that the next entry starts) touches no frame that is still on the stack.
            unsafe { scope.controls.lock.hold(scope.vm, || scope.entry_scope.replace_current()) };
        }
        // A script that completes may not have checked the trap yet.
        successes = if can_run_script(ctx) { successes + 1 } else { 0 };
        if successes == 2 {
            return;
        }
    }
}

/// Makes the engine read the time zone again, as it does at each outermost entry. With nested entry there is none while the
/// loop runs, so an entry scope is set up over the engine's own: setting one up is what resets the date caches. With direct
/// entry the next call resets them. A `Date` whose local fields were read before keeps them.
pub fn reset_date_caches() {
    notify_time_zone_change();
    renew_entry();
}

/// Sets up an entry scope over the engine's own, with everything that the engine does at an outermost entry.
pub(crate) fn renew_entry() {
    let Some(scope) = replaceable_scope() else { return };
    // SAFETY: the VM lives while the scope is open; at depth 1 the engine's own entry scope is that of the call which the nested
    // scope runs in, and the nested scope tears ours down before it closes.
    unsafe { scope.controls.lock.hold(scope.vm, || scope.entry_scope.set_up()) };
}

/// The open scope whose entry scope may be replaced; none with JavaScript below the loop.
fn replaceable_scope() -> Option<Rc<NestedScope>> {
    let scope = NESTED_VM.with_borrow(|outer| outer.as_ref().map(|outer| outer.scope.clone()));
    scope.filter(|scope| scope.depth == 1 && scope.open.get())
}

/// Whether a script that does nothing completes. A terminated one has neither a result nor an exception.
fn can_run_script(ctx: JSContextRef) -> bool {
    let nothing = EngineString::new("for (let i = 0; i < 2; i++);");
    let mut exception: JSValueRef = std::ptr::null();
    // SAFETY: the caller's live context.
    let result =
        unsafe { JSEvaluateScript(ctx, nothing.raw(), std::ptr::null_mut(), nothing.raw(), 1, &mut exception) };
    exception.is_null() && !result.is_null()
}

impl NestedScope {
    fn new(cx: Cx<'_>, controls: NestedEntry, draining: Rc<Cell<bool>>) -> NestedScope {
        let vm = cx.group().cast::<c_void>();
        NestedScope {
            vm,
            controls,
            depth: NATIVE_DEPTH.get(),
            open: Cell::new(true),
            locked: Cell::new(false),
            holder: UnsafeCell::new([0; 4]),
            entry_scope: EntryScope::new(vm, cx.raw),
            ctx: cx.raw,
            draining,
        }
    }

    fn is_at_own_depth(&self) -> bool {
        self.open.get() && self.depth == NATIVE_DEPTH.get()
    }

    fn lock(&self) {
        if self.is_at_own_depth() && !self.locked.replace(true) {
            // SAFETY: the holder is large enough and, `locked` having been false, not in use.
            unsafe { self.controls.lock.acquire(self.holder.get(), self.vm) };
        }
    }

    fn unlock(&self) {
        if self.is_at_own_depth() && self.locked.replace(false) {
            // SAFETY: constructed by `lock`, destroyed once, at the depth where it was taken.
            unsafe { self.controls.lock.release(self.holder.get()) };
        }
    }

    #[inline]
    fn drain(&self) {
        if self.draining.get() || !self.open.get() {
            return;
        }
        assert_no_borrowed_bytes();
        if !terminate::may_enter(self.ctx) {
            return;
        }
        self.draining.set(true);
        if self.locked.get() && self.depth == NATIVE_DEPTH.get() {
            // SAFETY: the lock is held and `vm` is the engine's own pointer. No panic unwinds through: native functions
            // catch theirs.
            unsafe { self.controls.drain(self.vm) };
        } else {
            self.lock_and_drain();
        }
        self.draining.set(false);
        terminate::note_termination();
    }

    /// From within a native function, where the engine may have dropped the lock, or during a wait.
    #[cold]
    fn lock_and_drain(&self) {
        // SAFETY: the VM lives while the scope is open, and its lock is held.
        unsafe { self.controls.lock.hold(self.vm, || self.controls.drain(self.vm)) };
    }
}

/// Closes the scope when the body is done, also by a panic. Clones of its `VmEntry` that are left do nothing from then on.
struct CloseScope(Rc<NestedScope>);

impl Drop for CloseScope {
    fn drop(&mut self) {
        self.0.lock();
        // SAFETY: the lock was just taken.
        unsafe { self.0.entry_scope.tear_down() };
        self.0.unlock();
        self.0.open.set(false);
    }
}

/// Runs `body` nested where that is available, else directly. Everything that JavaScript does from then on belongs into `body`.
pub fn enter_nested<R: 'static>(cx: Cx<'_>, body: impl FnOnce(&VmEntry) -> R + 'static) -> R {
    let vm = cx.group().cast::<c_void>();
    let current = NESTED_VM.with_borrow(|outer| outer.as_ref().map(|outer| (outer.vm, outer.draining.clone())));
    match (current, nested_entry()) {
        (Some((outer, draining)), Some(controls)) if outer == vm => {
            // A running host function holds the lock, and a nested scope must be able to release it completely.
            cx.unlocked(|| run_nested(Rc::new(NestedScope::new(cx, controls, draining)), body))
        }
        (None, Some(controls)) => enter_outermost(cx, controls, body),
        _ => body(&VmEntry { scope: None }),
    }
}

/// Runs `body` directly even where nested entry is available. For tests and comparisons.
pub fn enter_directly<R>(_cx: Cx<'_>, body: impl FnOnce(&VmEntry) -> R) -> R {
    body(&VmEntry { scope: None })
}

fn run_nested<R>(scope: Rc<NestedScope>, body: impl FnOnce(&VmEntry) -> R) -> R {
    scope.lock();
    let _close = CloseScope(scope.clone());
    body(&VmEntry { scope: Some(scope) })
}

fn enter_outermost<R: 'static>(cx: Cx<'_>, controls: NestedEntry, body: impl FnOnce(&VmEntry) -> R + 'static) -> R {
    let vm = cx.group().cast::<c_void>();
    let body = Rc::new(Cell::new(Some(body)));
    let outcome = Rc::new(Cell::new(None));
    let (inner_body, inner_outcome) = (body.clone(), outcome.clone());
    // Through the C API, so that the lock starts out completely dropped.
    let enter = cx.unlocked_function(LOOP_FRAME, move |call| {
        if let Some(body) = inner_body.take() {
            let draining = Rc::new(Cell::new(false));
            let scope = Rc::new(NestedScope::new(call.cx(), controls, draining.clone()));
            NESTED_VM.set(Some(NestedVm { vm, draining, scope: scope.clone() }));
            let outer_depth = LOOP_DEPTH.replace(NATIVE_DEPTH.get());
            inner_outcome.set(Some(catch_unwind(AssertUnwindSafe(|| run_nested(scope, body)))));
            LOOP_DEPTH.set(outer_depth);
            NESTED_VM.set(None);
        }
        Ok(().into())
    });
    let _ = enter.call(&[]);
    match outcome.take() {
        Some(Ok(result)) => result,
        Some(Err(panic)) => resume_unwind(panic),
        // The engine refused the call: there was no stack left for it.
        None => body.take().expect("not taken by the call")(&VmEntry { scope: None }),
    }
}

/// The name of the function that the loop runs in; stack traces end there.
pub(crate) const LOOP_FRAME: &str = "loop";

/// Controls of an entry. The loop's callbacks keep clones; one that outlives the body, or is used from within a native
/// function, does no harm.
#[derive(Clone)]
pub struct VmEntry {
    scope: Option<Rc<NestedScope>>,
}

impl VmEntry {
    pub fn is_nested(&self) -> bool {
        self.scope.is_some()
    }

    /// Drains the promise jobs. Direct entry has done so already. Does nothing from within a job.
    #[inline]
    pub fn drain_jobs(&self) {
        if let Some(scope) = &self.scope {
            scope.drain();
        }
    }

    /// A function by which JavaScript checks whether it must return so that jobs are run or rejections reported. None where the
    /// engine does not expose that, with direct entry, and where JavaScript is on the stack. Drains pending jobs first: the
    /// offsets are detected with jobs of its own.
    pub fn pending_jobs_function<'a>(&self, cx: Cx<'a>) -> Option<Result<Object<'a>, Exception<'a>>> {
        let scope = self
            .scope
            .as_ref()
            .filter(|scope| scope.is_at_own_depth() && scope.locked.get() && !scope.draining.get())?;
        assert!(cx.group().cast::<c_void>() == scope.vm, "pending jobs were requested for another VM");
        scope.drain();
        // SAFETY: the VM is the context's own, and the scope's drain runs all jobs: its lock is held at this depth.
        unsafe { microtask_queue::pending_check(cx, scope.vm, &|| scope.drain()) }
    }

    /// Releases the lock before a wait that may block.
    pub fn before_wait(&self) {
        if let Some(scope) = &self.scope {
            scope.unlock();
        }
    }

    /// Takes the lock again after the wait.
    pub fn after_wait(&self) {
        if let Some(scope) = &self.scope {
            scope.lock();
        }
    }
}
