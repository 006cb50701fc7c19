//! `async-function`: the promise of the async function that is running, for promise hooks.
//!
//! The engine makes it when the function is called, and the body cannot reach it. But the body is a function of its own, which gets the
//! state of the call as its first argument, an object that has both:
//!
//! ```text
//!   frame of the body      3 callee │ 4 argument count │ 5 this │ 6 state │ …
//!                              │                                   ▼
//!                              └─ the same ─▶ BODY │ … │ PROMISE   two of its words; detected, not assumed
//! ```
//!
//! So a native function that the body calls, perhaps through functions of ours that are known to it, looks at the frame of its caller. A frame
//! whose callee is the body of its own first argument can be no other. The argument stays in its place, and alive, for as long as the
//! frame exists: compiled code does not reuse the places of arguments, and the collector scans them.
//!
//! Since 2.54 a function that contains no `await` has no body of its own. Then the address of its frame is returned, which tells which of two
//! functions called the other.
//!
//! A body that the compiler inlined into its caller has no frame. So the engine is asked not to inline it, by a function for its own tests,
//! each time that one is found. That is early enough: the variables that hold the functions that call this change when the first hook
//! is created, which discards all code compiled until then. Where that function is missing, an inlined call is not found.
//!
//! Memory is read through the kernel, which refuses addresses that are not mapped: the frames below the outermost one are not the engine's.
//! A call takes some microseconds, and only programs with promise hooks make it.
//!
//! Without it a promise of an async function is unknown until it is awaited or its `then` is called.

use super::host_function::{CallFrame, host_functions};
use super::probe_read::read;
use super::{Absent, Capability, Probed, switches, symbol, value_encoding};
use crate::context::Cx;
use crate::ffi::*;
use crate::value::Object;
use std::cell::{Cell, RefCell};
use std::sync::OnceLock;

/// The words of a frame: caller, return address, code, callee, argument count, `this`, first argument.
type Frame = [u64; 7];
const CALLER: usize = 0;
const CALLEE: usize = 3;
const COUNT: usize = 4;
const FIRST_ARGUMENT: usize = 6;

/// The words of a state object that are searched: the header and the properties come first.
const FIELDS: std::ops::Range<usize> = 2..10;
/// The functions of ours between the native function and its caller, at most four, inlined or not; and the caller.
const MOST_CALLERS: usize = 5;

#[derive(Clone, Copy, Debug)]
struct Layout {
    body: usize,
    promise: usize,
    state_type: u8,
    function_type: u8,
    promise_type: u8,
}

#[derive(Clone, Copy)]
struct AsyncFunctions {
    layout: Layout,
    never_inline: Option<NeverInline>,
}

type NeverInline = unsafe extern "C" fn(JSContextRef, JSValueRef) -> JSValueRef;

static FOUND: OnceLock<Probed<AsyncFunctions>> = OnceLock::new();

thread_local! {
    /// The addresses of the functions of ours, which live as long as the VM, and the VM.
    static OURS: RefCell<Option<(usize, Vec<u64>)>> = const { RefCell::new(None) };
    /// The frame that called [`record`], and the words of its first argument.
    static RECORDED: Cell<Option<(Frame, [u64; FIELDS.end])>> = const { Cell::new(None) };
}

const SAMPLE: &str = "(record) => { const f = async function (a) { record(); await a }; return f(1) }";

fn frame_at(address: u64) -> Option<Frame> {
    read(address as usize)
}

fn type_of(value: u64) -> Option<u8> {
    let is_cell = value & 7 == 0 && value_encoding::is_cell(value as JSValueRef);
    is_cell.then(|| read::<[u8; 8]>(value as usize)).flatten().map(|header| header[5])
}

/// Detects the layout, the first time.
fn probe(cx: Cx<'_>) -> Probed<AsyncFunctions> {
    *FOUND.get_or_init(|| {
        switches::require(Capability::AsyncFunction)?;
        let functions = host_functions().ok_or(Absent::Needs(Capability::HostFunction))?;
        let layout = cx.with_pristine_context(|cx| {
            // SAFETY: live context; the object is on this frame.
            let record = Object::new(cx, unsafe { functions.make(cx.raw, "record", record) });
            let sample = cx.evaluate(SAMPLE, "", 1).ok()?.as_object()?;
            let promise = sample.call(&[record.into_value()]).ok()?;
            let (frame, state) = RECORDED.take()?;
            let field = |wanted: u64| FIELDS.into_iter().find(|index| state[*index] == wanted);
            Some(Layout {
                body: field(frame[CALLEE])?,
                promise: field(promise.raw as u64)?,
                state_type: type_of(frame[FIRST_ARGUMENT])?,
                function_type: type_of(frame[CALLEE])?,
                promise_type: type_of(promise.raw as u64)?,
            })
        });
        // SAFETY: the name spells the signature.
        let never_inline = unsafe { symbol(c"_ZN3JSC14setNeverInlineEPK15OpaqueJSContextPK13OpaqueJSValue") }.ok();
        let mismatch = Absent::Mismatch("no frame of an async function has its promise");
        Ok(AsyncFunctions { layout: layout.ok_or(mismatch)?, never_inline })
    })
}

unsafe extern "C" fn record(ctx: JSContextRef, frame: *const CallFrame) -> JSValueRef {
    let recorded = || {
        let caller = frame_at(frame_at(frame as u64)?[CALLER])?;
        type_of(caller[FIRST_ARGUMENT])?;
        Some((caller, read(caller[FIRST_ARGUMENT] as usize)?))
    };
    RECORDED.set(recorded());
    // SAFETY: live context.
    unsafe { JSValueMakeUndefined(ctx) }
}

impl Layout {
    /// The promise, if this is the frame of an async function's body.
    fn promise_of(&self, frame: &Frame) -> Option<u64> {
        let state = frame[FIRST_ARGUMENT];
        if (frame[COUNT] as u32) < 2 || type_of(state)? != self.state_type {
            return None;
        }
        let words: [u64; FIELDS.end] = read(state as usize)?;
        let promise = words[self.promise];
        (words[self.body] == frame[CALLEE] && type_of(promise)? == self.promise_type).then_some(promise)
    }
}

/// The first frame on the way out that is not of one of our functions, and its address.
fn calling_frame(ctx: JSContextRef, frame: *const CallFrame, function_type: u8) -> Option<(u64, Frame)> {
    // SAFETY: live context.
    let group = unsafe { JSContextGetGroup(ctx) } as usize;
    let is_ours = |callee: u64| {
        // A thread that ends has no variables any more.
        let known = OURS.try_with(|ours| {
            let ours = ours.try_borrow();
            ours.is_ok_and(|ours| ours.as_ref().is_some_and(|(vm, ours)| *vm == group && ours.contains(&callee)))
        });
        known.unwrap_or(false)
    };
    let mut address = frame as u64;
    for _ in 0..MOST_CALLERS {
        address = frame_at(address)?[CALLER];
        let frame = frame_at(address)?;
        if type_of(frame[CALLEE])? != function_type {
            return None;
        }
        if !is_ours(frame[CALLEE]) {
            return Some((address, frame));
        }
    }
    None
}

/// The promise of the async function that called one of ours. The address of the frame, if it is of another function; or undefined.
unsafe extern "C" fn running_promise(ctx: JSContextRef, frame: *const CallFrame) -> JSValueRef {
    let functions = FOUND.get().and_then(|found| found.as_ref().ok());
    let caller = functions.and_then(|functions| {
        let (address, caller) = calling_frame(ctx, frame, functions.layout.function_type)?;
        Some((functions, address, caller))
    });
    // SAFETY: live context, and the callee of a frame on the stack, which is a function.
    unsafe {
        let Some((functions, address, caller)) = caller else { return JSValueMakeUndefined(ctx) };
        if let Some(never_inline) = functions.never_inline {
            never_inline(ctx, caller[CALLEE] as JSValueRef);
        }
        match functions.layout.promise_of(&caller) {
            Some(promise) => promise as JSValueRef,
            None => JSValueMakeNumber(ctx, address as f64),
        }
    }
}

pub(super) fn outcome(cx: Cx<'_>) -> Probed<()> {
    probe(cx).map(drop)
}

impl<'a> Cx<'a> {
    /// A function that returns the promise of the async function that calls one of `ours`, which call it in turn; or, if a function without
    /// such a promise does, a number that is smaller in what that calls; or undefined. None if the engine does not show that.
    pub fn running_promise_function(self, ours: &[Object<'a>]) -> Option<Object<'a>> {
        probe(self).ok()?;
        for function in ours {
            // SAFETY: live context and function, which is never collected from here on: its address means this function.
            unsafe { JSValueProtect(self.raw, function.raw().cast_const()) };
        }
        let addresses = ours.iter().map(|function| function.raw() as u64).collect();
        OURS.set(Some((self.group() as usize, addresses)));
        // SAFETY: live context; the object is on this frame.
        Some(Object::new(self, unsafe { host_functions()?.make(self.raw, "runningPromise", running_promise) }))
    }
}
