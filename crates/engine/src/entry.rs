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
//! With the lock held from Rust nothing drains by itself: [`VmEntry::drain_jobs`] does, after each macrotask; that is the explicit
//! control that V8 gives Node. Around a wait that may block the lock is given back ([`VmEntry::before_wait`]), or the collector
//! could not run meanwhile.
//!
//! Two VMs on one thread: only the outer one may be nested. The engine swaps a table of strings that belongs to the thread when
//! a lock is first taken; with both locks held from Rust, a call into one VM would run on the table of the other.
//!
//! A script that was ended (see [`crate::terminate`]) leaves a mark in the engine that it wipes off when the outermost entry
//! returns, and until then scripts fail at random. The nested loop never returns, so it exchanges the entry instead: the engine's
//! note of it is taken down, which wipes the mark, and one of ours is put up in its place. Where that is not
//! possible the ending of a script is the end of the nested loop's use.
//!
//! Both are capabilities (`nested-entry`, `entry-scope`: [`crate::capabilities`]). Where one is missing or switched off everything
//! works the plain way; the tests run both.

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

/// Whether this library and this environment allow the nested way.
pub fn nested_entry_available() -> bool {
    nested_entry().is_some()
}

/// The lock as Rust holds it. Around a call of a native function of the C API the engine drops it and takes it again, around one of a
/// host function it does not; so it is ours to give back only at the depth where it was taken, and only until the body is done.
struct NestedScope {
    vm: *const c_void,
    ctx: JSContextRef,
    controls: NestedEntry,
    depth: u32,
    open: Cell<bool>,
    locked: Cell<bool>,
    holder: UnsafeCell<LockHolder>,
    /// The entry that is put up in place of the engine's own, once that had to go.
    entry_scope: EntryScope,
    /// Shared by all nests of the VM: jobs do not drain jobs.
    draining: Rc<Cell<bool>>,
}

/// The VM of this thread that is nested.
struct NestedVm {
    vm: *const c_void,
    draining: Rc<Cell<bool>>,
    scope: Rc<NestedScope>,
}

thread_local! {
    static NESTED_VM: RefCell<Option<NestedVm>> = const { RefCell::new(None) };
    static NATIVE_DEPTH: Cell<u32> = const { Cell::new(0) };
    /// The depth at which the event loop stands.
    static LOOP_DEPTH: Cell<u32> = const { Cell::new(0) };
}

pub(crate) fn no_native_is_running() -> bool {
    NATIVE_DEPTH.get() == 0
}

/// Whether no JavaScript is on this thread's stack above the event loop.
pub(crate) fn is_at_loop_depth() -> bool {
    NATIVE_DEPTH.get() == LOOP_DEPTH.get()
}

/// Counts, while it exists, one more native function on this thread's stack.
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

/// Runs `body` where JavaScript was stopped between any two of its instructions: no place for promise jobs.
pub(crate) fn without_draining<R>(body: impl FnOnce() -> R) -> R {
    let draining = NESTED_VM.with_borrow(|outer| outer.as_ref().map(|outer| outer.draining.clone()));
    let before = draining.as_ref().map(|draining| draining.replace(true));
    let result = body();
    if let (Some(draining), Some(before)) = (draining, before) {
        draining.set(before);
    }
    result
}

/// After a script was ended and the stack is down to the loop: makes the engine fit to run scripts again.
pub(crate) fn recover_from_termination(ctx: JSContextRef) {
    // With JavaScript below the loop the entry is not ours to exchange.
    recover(ctx, replaceable_scope().filter(|scope| scope.is_at_own_depth()));
}

/// The same with JavaScript still on the stack, that of whoever had the script ended.
pub(crate) fn recover_with_javascript_on_stack(ctx: JSContextRef) {
    recover(ctx, replaceable_scope());
}

/// An end that passed through native functions, or cut a drain short, can leave its exception for the next call to stumble over,
/// and a request that was repeated can have left a trap. Let that call be one that does not matter.
fn recover(ctx: JSContextRef, scope: Option<Rc<NestedScope>>) {
    /// An end that is still on its way, a trap that was not yet met: each can need a try of its own.
    const ATTEMPTS: usize = 16;
    let mut successes = 0;
    for _ in 0..ATTEMPTS {
        if let Some(scope) = &scope {
            // SAFETY: as in `renew_entry`. What the engine does when an entry is taken down (it wipes the mark, and stops
            // clocks that the next entry starts) touches no frame that is still on the stack.
            unsafe { scope.controls.lock.hold(scope.vm, || scope.entry_scope.replace_current()) };
        }
        // One that comes to its end may have met no trap yet.
        successes = if can_run_script(ctx) { successes + 1 } else { 0 };
        if successes == 2 {
            return;
        }
    }
}

/// Makes the engine read the time zone anew, as it does at each outermost entry. The nested way has none while the loop
/// runs, so an entry of ours is put over the engine's own: putting one up is what resets the date caches. In the plain way
/// the next entry comes by itself. A `Date` whose local fields were read before keeps them.
pub fn reset_date_caches() {
    notify_time_zone_change();
    renew_entry();
}

/// Puts an entry of ours over the engine's own, with all that the engine does when it is entered.
pub(crate) fn renew_entry() {
    let Some(scope) = replaceable_scope() else { return };
    // SAFETY: the VM lives while the nest is open; at depth 1 the engine's entry is the call that the nest stands in, and the
    // nest takes ours down before it closes.
    unsafe { scope.controls.lock.hold(scope.vm, || scope.entry_scope.set_up()) };
}

/// The open nest whose entry is ours to replace: with JavaScript below the loop there is none.
fn replaceable_scope() -> Option<Rc<NestedScope>> {
    let scope = NESTED_VM.with_borrow(|outer| outer.as_ref().map(|outer| outer.scope.clone()));
    scope.filter(|scope| scope.depth == 1 && scope.open.get())
}

/// Whether a script that does nothing comes to its end. One that is ended has neither a result nor an exception.
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
            // SAFETY: the lock is held and `vm` is the engine's own pointer. No panic comes through: native functions catch
            // theirs.
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
        // SAFETY: the VM lives while the nest is open, and its lock is held.
        unsafe { self.controls.lock.hold(self.vm, || self.controls.drain(self.vm)) };
    }
}

/// Closes the nest when the body is done, panic or not. Copies of its `VmEntry` may be around still; they do nothing then.
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

/// Runs `body` the nested way where possible, else plainly. Everything JavaScript does afterwards belongs inside.
pub fn enter_nested<R: 'static>(cx: Cx<'_>, body: impl FnOnce(&VmEntry) -> R + 'static) -> R {
    let vm = cx.group().cast::<c_void>();
    let current = NESTED_VM.with_borrow(|outer| outer.as_ref().map(|outer| (outer.vm, outer.draining.clone())));
    match (current, nested_entry()) {
        (Some((outer, draining)), Some(controls)) if outer == vm => {
            // A host function that is running holds the lock, and a nest must be able to give it back altogether.
            cx.unlocked(|| run_nested(Rc::new(NestedScope::new(cx, controls, draining)), body))
        }
        (None, Some(controls)) => enter_outermost(cx, controls, body),
        _ => body(&VmEntry { scope: None }),
    }
}

/// Runs `body` the plain way even where the nested one is there. For tests and comparisons.
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
    // Through the C API, so that the lock is dropped all the way down.
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

/// The controls one has inside. The loop's callbacks keep clones; one that outlives the body, or is used from within a
/// native function, stays harmless.
#[derive(Clone)]
pub struct VmEntry {
    scope: Option<Rc<NestedScope>>,
}

impl VmEntry {
    pub fn is_nested(&self) -> bool {
        self.scope.is_some()
    }

    /// Runs the promise jobs that are queued. The plain way has done so already. Does nothing from within such a job.
    #[inline]
    pub fn drain_jobs(&self) {
        if let Some(scope) = &self.scope {
            scope.drain();
        }
    }

    /// A function that tells JavaScript whether it must return for jobs to be run, or for rejections to be heard of. None where the
    /// engine does not show it, in the plain way, and where JavaScript is on the stack: jobs that wait are run, and the place is
    /// learnt from others.
    pub fn pending_jobs_function<'a>(&self, cx: Cx<'a>) -> Option<Result<Object<'a>, Exception<'a>>> {
        let scope = self
            .scope
            .as_ref()
            .filter(|scope| scope.is_at_own_depth() && scope.locked.get() && !scope.draining.get())?;
        assert!(cx.group().cast::<c_void>() == scope.vm, "jobs of another virtual machine were asked for");
        scope.drain();
        // SAFETY: the VM is the context's own, and the nest's drain runs all jobs: the lock is held, here and now.
        unsafe { microtask_queue::pending_check(cx, scope.vm, &|| scope.drain()) }
    }

    /// Gives the lock back before a wait that may block.
    pub fn before_wait(&self) {
        if let Some(scope) = &self.scope {
            scope.unlock();
        }
    }

    /// Takes it again after the wait.
    pub fn after_wait(&self) {
        if let Some(scope) = &self.scope {
            scope.lock();
        }
    }
}
