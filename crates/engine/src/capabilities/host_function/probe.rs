//! One function of each kind and one of the C API, called with the same arguments: they must see the same.

use super::{CallFrame, Closure, ClosureTable, DroppedLocks, HostFunctions, THIS};
use crate::capabilities::value_encoding;
use crate::ffi::*;
use crate::string::EngineString;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

/// What a function saw when it was called.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Snapshot {
    global: usize,
    this: usize,
    count: usize,
    arguments: [usize; SAMPLE_ARGUMENTS],
    lock_was_held: bool,
}

const SAMPLE_ARGUMENTS: usize = 8;

thread_local! {
    static SNAPSHOT: Cell<Snapshot> = const { Cell::new(Snapshot { global: 0, this: 0, count: 0, arguments: [0; SAMPLE_ARGUMENTS], lock_was_held: false }) };
    static PROBED: Cell<Option<HostFunctions>> = const { Cell::new(None) };
}

/// # Safety
/// Called as a native function is.
unsafe fn record(ctx: JSContextRef, this: JSValueRef, arguments: &[JSValueRef]) {
    let mut snapshot = Snapshot { this: this as usize, count: arguments.len(), ..Snapshot::default() };
    for (place, argument) in snapshot.arguments.iter_mut().zip(arguments) {
        *place = *argument as usize;
    }
    let mut dropped = DroppedLocks::default();
    if let Some(functions) = PROBED.get() {
        // SAFETY: live context; created and destroyed here.
        unsafe {
            snapshot.global = JSContextGetGlobalContext(ctx) as usize;
            (functions.drop_locks)(&mut dropped, JSContextGetGroup(ctx).cast());
            (functions.retake_locks)(&mut dropped);
        }
    }
    snapshot.lock_was_held = dropped.count > 0;
    SNAPSHOT.set(snapshot);
}

/// Returns its third argument; without arguments throws `this`.
unsafe extern "C" fn sample(ctx: JSContextRef, frame: *const CallFrame) -> JSValueRef {
    // SAFETY: called by the engine as a host function is, or the words would not be as expected (`agree_with_c_api`).
    unsafe {
        let words = frame.cast::<JSValueRef>();
        let arguments = CallFrame::arguments(frame);
        record(ctx, *words.add(THIS), &arguments[..arguments.len().min(SAMPLE_ARGUMENTS)]);
        match (arguments.get(2), PROBED.get()) {
            (Some(third), _) => *third,
            (None, Some(functions)) => functions.throw(ctx, *words.add(THIS)),
            (None, None) => ptr::null(),
        }
    }
}

unsafe extern "C" fn sample_closure(captured: *mut c_void, ctx: JSContextRef, frame: *const CallFrame) -> JSValueRef {
    // SAFETY: as above; the closure is the one made by `agree_with_c_api`.
    unsafe { if (*captured.cast::<Closure<u64>>()).captured != CAPTURED { ptr::null() } else { sample(ctx, frame) } }
}

unsafe extern "C" fn destroy_sample(captured: *mut c_void) {
    // SAFETY: made by `make_closure`, destroyed once.
    drop(unsafe { Box::from_raw(captured.cast::<Closure<u64>>()) });
}

const CAPTURED: u64 = 0x5eed_0fc1_0541;
static SAMPLE_TABLE: ClosureTable = ClosureTable::new(destroy_sample, sample_closure);

unsafe extern "C" fn c_api_sample(
    ctx: JSContextRef,
    _function: JSObjectRef,
    this: JSObjectRef,
    count: usize,
    arguments: *const JSValueRef,
    exception: *mut JSValueRef,
) -> JSValueRef {
    // SAFETY: as the C API calls: `count` arguments, a slot for the exception.
    unsafe {
        let arguments = if count == 0 { &[] } else { std::slice::from_raw_parts(arguments, count) };
        record(ctx, this.cast_const(), arguments);
        if count == 0 {
            *exception = this.cast_const();
            return ptr::null();
        }
        arguments.get(2).copied().unwrap_or(ptr::null())
    }
}

impl HostFunctions {
    /// Err(what differs).
    ///
    /// # Safety
    /// Live context, whose VM's lock is held.
    pub(super) unsafe fn agree_with_c_api(&self, ctx: JSContextRef) -> Result<(), &'static str> {
        PROBED.set(Some(*self));
        let text = EngineString::new("a text");
        // SAFETY: live context; all values stay on this frame, which the collector scans.
        unsafe {
            let this = JSObjectMake(ctx, ptr::null_mut(), ptr::null_mut());
            let arguments: [JSValueRef; SAMPLE_ARGUMENTS] = [
                value_encoding::number(ctx, 7.0),
                value_encoding::number(ctx, -0.5),
                JSValueMakeString(ctx, text.raw()),
                JSValueMakeUndefined(ctx),
                JSValueMakeNull(ctx),
                JSValueMakeBoolean(ctx, true),
                JSContextGetGlobalObject(ctx).cast_const(),
                this.cast_const(),
            ];
            let call = |function: JSObjectRef, count: usize| {
                let mut exception: JSValueRef = ptr::null();
                SNAPSHOT.set(Snapshot::default());
                let result = JSObjectCallAsFunction(ctx, function, this, count, arguments.as_ptr(), &mut exception);
                (result, exception, SNAPSHOT.get())
            };
            // The exception is caught by JavaScript: for one that reaches the C API the engine walks the native stack, 400,000
            // instructions.
            let source = EngineString::new("((f, o) => { try { f.call(o) } catch (e) { return e } })");
            let mut exception: JSValueRef = ptr::null();
            let catcher = JSEvaluateScript(ctx, source.raw(), ptr::null_mut(), ptr::null_mut(), 1, &mut exception);
            if catcher.is_null() {
                return Err("a script");
            }
            let thrown_by = |function: JSObjectRef| {
                let (arguments, none) = ([function.cast_const(), this.cast_const()], ptr::null_mut());
                JSObjectCallAsFunction(ctx, catcher.cast_mut(), none, 2, arguments.as_ptr(), ptr::null_mut())
            };
            let reference = JSObjectMakeFunctionWithCallback(ctx, text.raw(), c_api_sample);
            let (result, exception, expected) = call(reference, SAMPLE_ARGUMENTS);
            if !exception.is_null() || result != arguments[2] || expected.lock_was_held {
                return Err("a function of the C API");
            }
            let kinds = [self.make(ctx, "sample", sample), self.make_closure(ctx, "sample", &SAMPLE_TABLE, CAPTURED).0];
            for function in kinds {
                let (result, exception, mut seen) = call(function, SAMPLE_ARGUMENTS);
                if !std::mem::take(&mut seen.lock_was_held) {
                    return Err("a host function without the lock");
                }
                if !exception.is_null() || result != arguments[2] || seen != expected {
                    return Err("the frame of a host function");
                }
                if thrown_by(function) != this.cast_const() {
                    return Err("what a host function throws");
                }
                if call(function, SAMPLE_ARGUMENTS).0 != arguments[2] {
                    return Err("a host function after it has thrown");
                }
            }
        }
        Ok(())
    }
}
