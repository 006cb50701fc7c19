//! Captures of native functions: owned by the function objects, dropped when the engine is not collecting.

use super::trampolines::{boxed_trampoline, closure_trampoline};
use super::{Answer, Call, Out};
use crate::capabilities::host_function::{Closure, ClosureTable, HostFunctions};
use crate::context::Cx;
use crate::exception::Throw;
use crate::ffi::*;
use crate::value::{Object, Value};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

pub(super) type Body = Box<dyn for<'c> Fn(&Call<'c>) -> Answer<'c>>;

fn add_live(body: *mut Body, cx: Cx<'_>) {
    let _ = LIVE.try_with(|live| live.borrow_mut().insert(body as usize, cx.group() as usize));
}

/// A host function that owns its closure.
pub(super) fn host_closure<'a>(cx: Cx<'a>, host: HostFunctions, name: &str, body: Body) -> Object<'a> {
    static TABLE: ClosureTable = ClosureTable::new(destroy_closure, closure_trampoline);
    drop_finalized();
    // SAFETY: live context; the functions of the table take a closure that holds a Body. The object is protected immediately.
    unsafe {
        let (object, closure) = host.make_closure(cx.raw, name, &TABLE, body);
        add_live(&raw mut (*closure).captured, cx);
        Object::new(cx, object)
    }
}

/// A function of the C API: an object of a callable class.
pub(super) fn boxed_function<'a>(cx: Cx<'a>, name: &str, body: Body) -> Object<'a> {
    drop_finalized();
    let data = Box::into_raw(Box::new(body));
    add_live(data, cx);
    // SAFETY: the class takes `data` back in its finalizer, which runs once.
    let object = Object::new(cx, unsafe { JSObjectMake(cx.raw, boxed_class(), data.cast::<c_void>()) });
    // A callable of a custom class starts with Object.prototype; give it a name (first: that of Function.prototype is not
    // writable), call and apply. The prototype comes from a native function: a program may have replaced the global `Function`.
    let _ = object.set_non_enumerable("name", &Value::string(cx, name));
    let native = cx.unlocked_function("", |_| Ok(Out::Undefined));
    // SAFETY: both live.
    unsafe { JSObjectSetPrototype(cx.raw, object.raw(), JSObjectGetPrototype(cx.raw, native.raw())) };
    object
}

/// One class for all threads: the engine counts references to it atomically and keeps per-VM data in the VM.
fn boxed_class() -> JSClassRef {
    static CLASS: OnceLock<usize> = OnceLock::new();
    *CLASS.get_or_init(|| {
        let definition = JSClassDefinition {
            class_name: c"Function".as_ptr(),
            finalize: Some(finalize_boxed),
            call_as_function: Some(boxed_trampoline),
            ..JSClassDefinition::EMPTY
        };
        // SAFETY: the definition is copied; the class is never released.
        unsafe { JSClassCreate(&definition) as usize }
    }) as JSClassRef
}

thread_local! {
    /// The closures of this thread's function objects, by address, with the VM that each belongs to.
    static LIVE: RefCell<HashMap<usize, usize>> = RefCell::default();
    /// Closures whose function objects were collected.
    static FINALIZED: RefCell<Vec<Body>> = const { RefCell::new(Vec::new()) };
}

unsafe extern "C" fn finalize_boxed(object: JSObjectRef) {
    // SAFETY: the private data is the Box made in boxed_function; finalizers run once per object.
    unsafe {
        let data = JSObjectGetPrivate(object).cast::<Body>();
        let was_live = remove_live(data);
        defer_drop(was_live, *Box::from_raw(data));
    }
}

unsafe extern "C" fn destroy_closure(closure: *mut c_void) {
    // SAFETY: the Box made in host_closure, which the engine destroys once.
    unsafe {
        let closure = closure.cast::<Closure<Body>>();
        let was_live = remove_live(&raw mut (*closure).captured);
        defer_drop(was_live, Box::from_raw(closure).captured);
    }
}

/// False on another thread than that of the function's VM, and after the thread's lists were destroyed.
fn remove_live(body: *mut Body) -> bool {
    let removed =
        LIVE.try_with(|live| live.try_borrow_mut().is_ok_and(|mut live| live.remove(&(body as usize)).is_some()));
    removed.unwrap_or(false)
}

/// Leaks the closures of other threads and those not listed any more: better than dropping them inside the collector.
fn defer_drop(was_live: bool, body: Body) {
    let mut body = Some(body);
    if was_live {
        let _ = FINALIZED.try_with(|finalized| {
            if let Ok(mut finalized) = finalized.try_borrow_mut() {
                finalized.extend(body.take());
            }
        });
    }
    std::mem::forget(body);
}

/// Drops what the native functions of a VM captured; calling one of them afterwards throws.
pub(crate) fn release_captures(group: JSContextGroupRef) {
    let group = group as usize;
    let bodies: Vec<usize> =
        LIVE.with_borrow_mut(|live| live.extract_if(|_, of| *of == group).map(|(body, _)| body).collect());
    let released = bodies.into_iter().map(|body| {
        let gone: Body = Box::new(|_| Err(Throw::error("the VM of this function was retired").into()));
        // SAFETY: a body is listed until its finalizer runs. None is running: the caller made sure of that.
        std::mem::replace(unsafe { &mut *(body as *mut Body) }, gone)
    });
    let released: Vec<Body> = released.collect();
    FINALIZED.with_borrow_mut(|finalized| finalized.extend(released));
    drop_finalized();
}

/// Drops the closures of functions that were collected. Called where the engine is not collecting.
pub(crate) fn drop_finalized() {
    while let Ok(finalized) = FINALIZED.try_with(RefCell::take)
        && !finalized.is_empty()
    {
        for body in finalized {
            // A destructor that panics must not unwind into the caller, which is unrelated.
            if let Err(payload) = catch_unwind(AssertUnwindSafe(move || drop(body))) {
                std::mem::forget(payload);
            }
        }
    }
}
