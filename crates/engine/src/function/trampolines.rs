//! What the engine calls, for either kind of function, and how results get back: every native function goes through this file.

use super::captures::Body;
use super::{Answer, Call, Failure, Out};
use crate::capabilities::host_function::{CallFrame, Closure, Unlocked, has_several_vms, host_functions};
use crate::capabilities::value_encoding;
use crate::context::Cx;
use crate::entry::NativeCallScope;
use crate::exception::{Exception, Throw};
use crate::ffi::*;
use crate::stack_limit;
use crate::terminate;
use crate::value::Value;
use std::any::Any;
use std::cell::Cell;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

pub(super) unsafe extern "C" fn host_trampoline<F>(ctx: JSContextRef, frame: *const CallFrame) -> JSValueRef
where
    F: for<'c> Fn(&Call<'c>) -> Answer<'c> + 'static,
{
    // SAFETY: F is zero-sized, so any aligned address is a value of it; the original was forgotten, not dropped. The engine
    // passes a live context and the frame of this call.
    unsafe { run_host_function(ctx, frame, ptr::NonNull::<F>::dangling().as_ref()) }
}

pub(super) unsafe extern "C" fn closure_trampoline(
    closure: *mut c_void,
    ctx: JSContextRef,
    frame: *const CallFrame,
) -> JSValueRef {
    // SAFETY: the closure is the one of host_closure and lives as long as its function object, which the frame holds.
    unsafe { run_host_function(ctx, frame, &(*closure.cast::<Closure<Body>>()).captured) }
}

/// # Safety
/// As the engine calls a host function.
#[inline]
unsafe fn run_host_function<F>(ctx: JSContextRef, frame: *const CallFrame, body: &F) -> JSValueRef
where
    F: for<'c> Fn(&Call<'c>) -> Answer<'c> + ?Sized,
{
    // SAFETY: by this function's contract. The exception stays protected until the engine has it.
    unsafe {
        let mut thrown = None;
        let arguments = CallFrame::arguments(frame);
        let unlocked = if has_several_vms() { Unlocked::new(ctx) } else { None };
        let raw = run(ctx, arguments, &mut thrown, body, unlocked.is_none());
        drop(unlocked);
        if raw.is_null() { throw_from_host(ctx, thrown) } else { raw }
    }
}

/// # Safety
/// As for [`HostFunctions::throw`].
#[cold]
unsafe fn throw_from_host(ctx: JSContextRef, thrown: Option<Value<'_>>) -> JSValueRef {
    // SAFETY: live context, by this function's contract.
    unsafe {
        let raw = thrown.as_ref().map_or_else(|| value_encoding::undefined(ctx), |thrown| thrown.raw);
        host_functions().map_or(raw, |host| host.throw(ctx, raw))
    }
}

pub(super) unsafe extern "C" fn boxed_trampoline(
    ctx: JSContextRef,
    function: JSObjectRef,
    _this: JSObjectRef,
    count: usize,
    arguments: *const JSValueRef,
    exception: *mut JSValueRef,
) -> JSValueRef {
    // SAFETY: the engine passes a live context, our object with our Box in it, and `count` arguments.
    unsafe {
        let body = &*JSObjectGetPrivate(function).cast::<Body>();
        run_c_api_function(ctx, count, arguments, exception, body)
    }
}

pub(super) unsafe extern "C" fn zero_sized_trampoline<F>(
    ctx: JSContextRef,
    _function: JSObjectRef,
    _this: JSObjectRef,
    count: usize,
    arguments: *const JSValueRef,
    exception: *mut JSValueRef,
) -> JSValueRef
where
    F: for<'c> Fn(&Call<'c>) -> Answer<'c> + 'static,
{
    // SAFETY: F is zero-sized, so any aligned address is a value of it; the original was forgotten, not dropped.
    unsafe {
        let body = ptr::NonNull::<F>::dangling();
        run_c_api_function(ctx, count, arguments, exception, body.as_ref())
    }
}

/// # Safety
/// As the C API calls a native function: live context, `count` arguments, a slot for the exception.
unsafe fn run_c_api_function<F>(
    ctx: JSContextRef,
    count: usize,
    arguments: *const JSValueRef,
    exception: *mut JSValueRef,
    body: &F,
) -> JSValueRef
where
    F: for<'c> Fn(&Call<'c>) -> Answer<'c> + ?Sized,
{
    let mut thrown = None;
    // SAFETY: by this function's contract; the value reaches the slot before our protection ends.
    unsafe {
        let arguments = if count == 0 { &[] } else { std::slice::from_raw_parts(arguments, count) };
        let raw = run(ctx, arguments, &mut thrown, body, false);
        if !raw.is_null() {
            return raw;
        }
        *exception = thrown.as_ref().map_or_else(|| value_encoding::undefined(ctx), |thrown| thrown.raw);
        value_encoding::undefined(ctx)
    }
}

/// The engine's own message, so that programs see the same error.
const STACK_OVERFLOW: &str = "Maximum call stack size exceeded.";

/// Returns the value's bits, null for none; as part of a larger result they were written in one width and read in another, which
/// cost a store-forwarding stall of 10 ns.
///
/// # Safety
/// Live context, live arguments. If `is_locked`, this thread holds the VM's lock.
#[inline]
unsafe fn run<'a, F>(
    ctx: JSContextRef,
    arguments: &'a [JSValueRef],
    thrown: &mut Option<Value<'a>>,
    body: &F,
    is_locked: bool,
) -> JSValueRef
where
    F: for<'c> Fn(&Call<'c>) -> Answer<'c> + ?Sized,
{
    // SAFETY: by this function's contract.
    let cx = unsafe { Cx::from_raw(ctx) };
    let _native_call = NativeCallScope::new();
    let call = Call { cx, arguments, is_locked, made: Cell::new(ptr::null()) };
    // Conversions are inside too: creating a value may panic as well as the body.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        if !terminate::may_call_native() {
            return terminated(cx, thrown);
        }
        if !stack_limit::has_space() {
            return stack_overflow(cx, thrown);
        }
        match body(&call) {
            Ok(Out::Made) if !call.made.get().is_null() => call.made.get(),
            // SAFETY: the lock by this function's contract; the body has retaken what it dropped.
            Ok(out) => unsafe { out.into_raw_value(cx, thrown, is_locked) },
            Err(failure) => failed(cx, failure, thrown),
        }
    }));
    outcome.unwrap_or_else(|panic| {
        *thrown = Some(error_for_panic(cx, panic));
        ptr::null()
    })
}

#[cold]
fn error_for_panic<'a>(cx: Cx<'a>, panic: Box<dyn Any + Send>) -> Value<'a> {
    let made = catch_unwind(AssertUnwindSafe(|| {
        let error = Throw::error(format!("Hexloop has a bug: {}", panic_message(&*panic))).to_value(cx);
        drop(panic);
        error
    }));
    made.unwrap_or_else(|second| {
        // A payload whose destructor panics is leaked.
        std::mem::forget(second);
        Value::undefined(cx)
    })
}

pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}

#[cold]
pub(super) fn failed<'a>(cx: Cx<'a>, failure: Failure<'a>, thrown: &mut Option<Value<'a>>) -> JSValueRef {
    *thrown = Some(failure.into_value(cx));
    ptr::null()
}

#[cold]
fn terminated<'a>(cx: Cx<'a>, thrown: &mut Option<Value<'a>>) -> JSValueRef {
    *thrown = Some(Exception::terminated(cx).value().clone());
    ptr::null()
}

#[cold]
fn stack_overflow<'a>(cx: Cx<'a>, thrown: &mut Option<Value<'a>>) -> JSValueRef {
    failed(cx, Throw::range_error(STACK_OVERFLOW).into(), thrown)
}
