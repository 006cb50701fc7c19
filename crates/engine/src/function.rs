//! Native functions: Rust that JavaScript calls.
//!
//! ```text
//!   JavaScript          trampoline::<F> (extern "C")            F: Fn(&Call) -> Result<Out, Failure>
//!   f(1, "x")  ───────▶ catch_unwind ──────────────────────────▶ your closure
//!              ◀─────── value, or what is thrown  ◀───────────── Ok(Out) / Err(Failure) / panic
//! ```
//!
//! How JavaScript calls it is chosen where the function is made, and nobody else knows: a host function of the engine's own kind
//! (`capabilities/host_function.rs`: 5 ns a call, with the engine's lock held), or the C API's (125 to 209 ns, the lock given up around it)
//! where there are no host functions, and for what waits, takes long or runs scripts ([`Cx::unlocked_function`]).
//!
//! A closure that captures nothing has no size, so its address need not travel: the trampoline is compiled once for its
//! type. One that captures is boxed and belongs to the function object, whose destruction frees it.
//!
//! A panic becomes a JavaScript `Error`; it never unwinds through C. Nor does the collector run Rust destructors: a
//! finaliser may not call back into the engine, and what a closure captured might (a [`Root`] does when it is dropped),
//! so the finaliser only lays the closure aside and the next quiet moment drops it.

use crate::capabilities::host_function::{
    Closure, ClosureTable, Frame, HostFunctions, Unlocked, host_functions, several_vms,
};
use crate::capabilities::string_cell::{self, NewString};
use crate::capabilities::string_characters::Letters;
use crate::capabilities::value_encoding;
use crate::context::Cx;
use crate::exception::{Exception, Throw};
use crate::ffi::*;
use crate::stack_room;
use crate::string::EngineString;
use crate::terminate;
use crate::value::{Object, Root, Value};
use crate::way_in::Deeper;
use crate::{arrays, buffer};
use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::OnceLock;

/// One call from JavaScript: arguments by position, converted as asked.
pub struct Call<'a> {
    cx: Cx<'a>,
    arguments: &'a [JSValueRef],
}

impl<'a> Call<'a> {
    pub fn cx(&self) -> Cx<'a> {
        self.cx
    }

    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    #[inline]
    fn raw(&self, index: usize) -> JSValueRef {
        // SAFETY: live context.
        self.arguments.get(index).copied().unwrap_or_else(|| unsafe { value_encoding::undefined(self.cx.raw) })
    }

    pub fn value(&self, index: usize) -> Value<'a> {
        // The caller's frame holds the arguments for as long as the call lasts, which is 'a.
        Value::unprotected(self.cx, self.raw(index))
    }

    /// `Number(argument)`.
    #[inline]
    pub fn number(&self, index: usize) -> Result<f64, Failure<'a>> {
        Ok(self.cx.to_number(self.raw(index))?)
    }

    #[inline]
    pub fn boolean(&self, index: usize) -> bool {
        self.value(index).truthy()
    }

    /// `String(argument)`.
    pub fn text(&self, index: usize) -> Result<String, Failure<'a>> {
        self.with_letters(index, |letters| letters.to_rust())
    }

    /// The argument's UTF-16 units, lone surrogates and all.
    pub fn utf16(&self, index: usize) -> Result<Vec<u16>, Failure<'a>> {
        self.with_letters(index, |letters| match letters {
            Letters::Narrow(letters) => letters.iter().map(|letter| u16::from(*letter)).collect(),
            Letters::Wide(units) => units.to_vec(),
        })
    }

    /// The argument's characters as the engine holds them, without a copy where it lets us. What would run JavaScript from within
    /// `read` panics instead, as with bytes.
    #[inline]
    pub fn with_letters<R>(&self, index: usize, read: impl FnOnce(Letters<'_>) -> R) -> Result<R, Failure<'a>> {
        let raw = self.raw(index);
        // SAFETY: the caller's frame holds the argument, and `while_borrowing` keeps JavaScript from running.
        if let Some(letters) = unsafe { string_cell::letters_in(raw) } {
            return Ok(buffer::while_borrowing(|| read(letters)));
        }
        let string = self.cx.to_engine_string(raw)?;
        Ok(buffer::while_borrowing(|| read(string.letters())))
    }

    pub fn root(&self, index: usize) -> Root {
        self.value(index).root()
    }

    /// The bytes of a typed array, DataView or ArrayBuffer, to be read. The slice is the engine's memory, which JavaScript could
    /// take away: what would run JavaScript from within `read` panics instead, and so does borrowing bytes that overlap, unless
    /// both only read. Memory that another thread sees, too, is copied.
    #[inline]
    pub fn with_bytes<R>(&self, index: usize, read: impl FnOnce(&[u8]) -> R) -> Result<R, Failure<'a>> {
        self.with_part(index, buffer::all, read)
    }

    /// A part of them: `part` gets the length, and what it names beyond that is left out.
    #[inline]
    pub fn with_part<R>(
        &self,
        index: usize,
        part: impl FnOnce(usize) -> Range<usize>,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, Failure<'a>> {
        buffer::with_bytes(self.cx, self.raw(index), part, read).ok_or_else(|| no_buffer(index))
    }

    /// The same to be written. Of memory that another thread sees, what `change` changed is written back when it is done.
    #[inline]
    pub fn with_bytes_mut<R>(&self, index: usize, change: impl FnOnce(&mut [u8]) -> R) -> Result<R, Failure<'a>> {
        self.with_part_mut(index, buffer::all, change)
    }

    #[inline]
    pub fn with_part_mut<R>(
        &self,
        index: usize,
        part: impl FnOnce(usize) -> Range<usize>,
        change: impl FnOnce(&mut [u8]) -> R,
    ) -> Result<R, Failure<'a>> {
        buffer::with_bytes_mut(self.cx, self.raw(index), part, change).ok_or_else(|| no_buffer(index))
    }

    /// The bytes of two arguments, to be read together.
    pub fn with_two<R>(&self, indices: [usize; 2], read: impl FnOnce(&[u8], &[u8]) -> R) -> Result<R, Failure<'a>> {
        buffer::with_two(self.cx, indices.map(|index| self.raw(index)), read)
            .ok_or_else(|| Throw::type_error("two buffers are needed").into())
    }
}

#[cold]
fn no_buffer<'a>(index: usize) -> Failure<'a> {
    Throw::type_error(format!("argument {index} must be a buffer")).into()
}

/// What a native function answers.
pub enum Out<'a> {
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    Text(String),
    /// UTF-16, for strings that may hold lone surrogates.
    Wide(Vec<u16>),
    /// A string that is in the engine's memory already.
    String(NewString),
    /// Becomes a Uint8Array over this very memory.
    Bytes(Vec<u8>),
    /// A Uint8Array of so many bytes of which none is written yet.
    Unfilled(usize),
    Value(Value<'a>),
}

macro_rules! out_from {
    ($($from:ty => $arm:expr),* $(,)?) => {
        $(impl<'a> From<$from> for Out<'a> { fn from(value: $from) -> Out<'a> { $arm(value) } })*
    };
}
out_from! {
    () => |()| Out::Undefined,
    bool => Out::Boolean,
    f64 => Out::Number,
    i32 => |n| Out::Number(f64::from(n)),
    u32 => |n| Out::Number(f64::from(n)),
    usize => |n| Out::Number(n as f64),
    u64 => |n| Out::Number(n as f64),
    String => Out::Text,
    &str => |text: &str| Out::Text(text.to_owned()),
    Vec<u8> => Out::Bytes,
    Value<'a> => Out::Value,
    Object<'a> => |object: Object<'a>| Out::Value(object.into_value()),
}

impl<'a, T: Into<Out<'a>>> From<Option<T>> for Out<'a> {
    fn from(value: Option<T>) -> Out<'a> {
        value.map_or(Out::Undefined, Into::into)
    }
}

impl<'a> Out<'a> {
    /// The value as a word. Null where there is none, and then `thrown` has the reason.
    #[inline(always)]
    fn into_word(self, cx: Cx<'a>, thrown: &mut Option<Value<'a>>) -> JSValueRef {
        // SAFETY: live context.
        unsafe {
            match self {
                Out::Undefined => value_encoding::undefined(cx.raw),
                Out::Null => value_encoding::null(cx.raw),
                Out::Boolean(value) => value_encoding::boolean(cx.raw, value),
                Out::Number(value) => value_encoding::number(cx.raw, value),
                other => other.into_cell(cx).unwrap_or_else(|failure| failed(cx, failure, thrown)),
            }
        }
    }

    /// What is made here is returned to the engine at once, on its own stack.
    #[inline(never)]
    fn into_cell(self, cx: Cx<'a>) -> Result<JSValueRef, Failure<'a>> {
        Ok(match self {
            Out::Text(text) => NewString::from_text(&text)?.into_raw(cx),
            Out::Wide(units) => NewString::from_utf16(&units)?.into_raw(cx),
            Out::String(string) => string.into_raw(cx),
            Out::Bytes(bytes) => arrays::from_vec(cx, bytes)?,
            Out::Unfilled(length) => arrays::unfilled(cx, length)?,
            Out::Value(value) => {
                cx.demand_same_vm(value.cx);
                value.raw
            }
            immediate => {
                let mut none = None;
                immediate.into_word(cx, &mut none)
            }
        })
    }

    /// The value itself. Panics for text or bytes longer than JavaScript can hold (2 GB, 4 GB).
    pub fn into_value(self, cx: Cx<'a>) -> Value<'a> {
        match self {
            Out::Value(value) => value,
            other => match other.into_cell(cx) {
                Ok(raw) => Value::from_raw(cx, raw),
                Err(Failure::Throw(throw)) => panic!("{}", throw.message),
                Err(Failure::Exception(thrown)) => panic!("{}", thrown.message()),
            },
        }
    }
}

#[cold]
fn failed<'a>(cx: Cx<'a>, failure: Failure<'a>, thrown: &mut Option<Value<'a>>) -> JSValueRef {
    *thrown = Some(failure.into_value(cx));
    ptr::null()
}

#[cold]
fn refused<'a>(cx: Cx<'a>, thrown: &mut Option<Value<'a>>) -> JSValueRef {
    *thrown = Some(Exception::terminated(cx).value().clone());
    ptr::null()
}

#[cold]
fn stack_is_full<'a>(cx: Cx<'a>, thrown: &mut Option<Value<'a>>) -> JSValueRef {
    failed(cx, Throw::range_error(STACK_IS_FULL).into(), thrown)
}

/// Why a native function did not answer.
pub enum Failure<'a> {
    /// An error to be made.
    Throw(Throw),
    /// A value that JavaScript threw, passed on as it is.
    Exception(Exception<'a>),
}

impl From<Throw> for Failure<'_> {
    fn from(throw: Throw) -> Self {
        Failure::Throw(throw)
    }
}

impl<'a> From<Exception<'a>> for Failure<'a> {
    fn from(exception: Exception<'a>) -> Self {
        Failure::Exception(exception)
    }
}

impl<'a> Failure<'a> {
    fn into_value(self, cx: Cx<'a>) -> Value<'a> {
        match self {
            Failure::Throw(throw) => throw.to_value(cx),
            Failure::Exception(thrown) => {
                cx.demand_same_vm(thrown.value().cx);
                thrown.value().clone()
            }
        }
    }
}

pub type Answer<'a> = Result<Out<'a>, Failure<'a>>;

impl<'a> Cx<'a> {
    /// A function object that runs `body`, which is short: it may hold the engine's lock meanwhile.
    pub fn function<F>(self, name: &str, body: F) -> Object<'a>
    where
        F: for<'c> Fn(&Call<'c>) -> Answer<'c> + 'static,
    {
        let Some(host) = host_functions() else { return self.unlocked_function(name, body) };
        if size_of::<F>() == 0 {
            std::mem::forget(body);
            // SAFETY: live context; the trampoline's type carries the sizeless closure.
            return Object::new(self, unsafe { host.make(self.raw, name, host_trampoline::<F>) });
        }
        host_closure(self, host, name, Box::new(body))
    }

    /// The same for a body that waits, takes long or runs scripts: the engine's lock is given up around it, at 125 to 209 ns a call.
    pub fn unlocked_function<F>(self, name: &str, body: F) -> Object<'a>
    where
        F: for<'c> Fn(&Call<'c>) -> Answer<'c> + 'static,
    {
        if size_of::<F>() == 0 {
            std::mem::forget(body);
            let name = EngineString::new(name);
            // SAFETY: live context; the trampoline's type carries the sizeless closure.
            return Object::new(self, unsafe {
                JSObjectMakeFunctionWithCallback(self.raw, name.raw(), sizeless_trampoline::<F>)
            });
        }
        boxed_function(self, name, Box::new(body))
    }
}

type Body = Box<dyn for<'c> Fn(&Call<'c>) -> Answer<'c>>;

fn note_live(body: *mut Body, cx: Cx<'_>) {
    let _ = LIVE.try_with(|live| live.borrow_mut().insert(body as usize, cx.group() as usize));
}

/// A host function that owns its closure.
fn host_closure<'a>(cx: Cx<'a>, host: HostFunctions, name: &str, body: Body) -> Object<'a> {
    static TABLE: ClosureTable = ClosureTable::new(destroy_closure, closure_trampoline);
    bury_the_dead();
    // SAFETY: live context; the functions of the table take a closure that holds a Body. The object is protected at once.
    unsafe {
        let (object, closure) = host.make_closure(cx.raw, name, &TABLE, body);
        note_live(&raw mut (*closure).captured, cx);
        Object::new(cx, object)
    }
}

/// The C API's: an object of a class that can be called.
fn boxed_function<'a>(cx: Cx<'a>, name: &str, body: Body) -> Object<'a> {
    bury_the_dead();
    let data = Box::into_raw(Box::new(body));
    note_live(data, cx);
    // SAFETY: the class takes `data` back in its finaliser, which runs once.
    let object = Object::new(cx, unsafe { JSObjectMake(cx.raw, boxed_class(), data.cast::<c_void>()) });
    // A callable of a custom class starts with Object.prototype; give it a name (first: that of Function.prototype is read
    // only), call and apply. The prototype is taken from a native function: a program may have replaced the global `Function`.
    let _ = object.set_hidden("name", &Value::string(cx, name));
    let native = cx.unlocked_function("", |_| Ok(Out::Undefined));
    // SAFETY: both live.
    unsafe { JSObjectSetPrototype(cx.raw, object.raw(), JSObjectGetPrototype(cx.raw, native.raw())) };
    object
}

/// One class for all threads: the engine counts references to it atomically and keeps what belongs to a VM in the VM.
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
    static DEAD: RefCell<Vec<Body>> = const { RefCell::new(Vec::new()) };
}

unsafe extern "C" fn finalize_boxed(object: JSObjectRef) {
    // SAFETY: the private data is the Box made in boxed_function; finalisers run once per object.
    unsafe {
        let data = JSObjectGetPrivate(object).cast::<Body>();
        let was_live = forget_live(data);
        lay_aside(was_live, *Box::from_raw(data));
    }
}

unsafe extern "C" fn destroy_closure(closure: *mut c_void) {
    // SAFETY: the Box made in host_closure, which the engine destroys once.
    unsafe {
        let closure = closure.cast::<Closure<Body>>();
        let was_live = forget_live(&raw mut (*closure).captured);
        lay_aside(was_live, Box::from_raw(closure).captured);
    }
}

/// False on another thread than that of the function's VM, and where the thread's lists are gone.
fn forget_live(body: *mut Body) -> bool {
    let removed =
        LIVE.try_with(|live| live.try_borrow_mut().is_ok_and(|mut live| live.remove(&(body as usize)).is_some()));
    removed.unwrap_or(false)
}

/// Leaks what is not this thread's, or not known any more: better than dropping it inside the collector.
fn lay_aside(was_live: bool, body: Body) {
    let mut body = Some(body);
    if was_live {
        let _ = DEAD.try_with(|dead| {
            if let Ok(mut dead) = dead.try_borrow_mut() {
                dead.extend(body.take());
            }
        });
    }
    std::mem::forget(body);
}

/// Drops what the native functions of a VM captured; whoever calls one of them afterwards gets an error.
pub(crate) fn release_captures(group: JSContextGroupRef) {
    let group = group as usize;
    let bodies: Vec<usize> =
        LIVE.with_borrow_mut(|live| live.extract_if(|_, of| *of == group).map(|(body, _)| body).collect());
    let released = bodies.into_iter().map(|body| {
        let gone: Body = Box::new(|_| Err(Throw::error("the virtual machine of this function was retired").into()));
        // SAFETY: a body is in the list until its finaliser runs. None is running: the caller made sure of that.
        std::mem::replace(unsafe { &mut *(body as *mut Body) }, gone)
    });
    let released: Vec<Body> = released.collect();
    DEAD.with_borrow_mut(|dead| dead.extend(released));
    bury_the_dead();
}

/// Drops the closures of functions that were collected. Called where the engine is not collecting.
pub(crate) fn bury_the_dead() {
    while let Ok(dead) = DEAD.try_with(RefCell::take)
        && !dead.is_empty()
    {
        for body in dead {
            // A destructor that panics must not take the caller with it, who has nothing to do with it.
            if let Err(payload) = catch_unwind(AssertUnwindSafe(move || drop(body))) {
                std::mem::forget(payload);
            }
        }
    }
}

unsafe extern "C" fn host_trampoline<F>(ctx: JSContextRef, frame: *const Frame) -> JSValueRef
where
    F: for<'c> Fn(&Call<'c>) -> Answer<'c> + 'static,
{
    // SAFETY: F has no size, so any aligned address is a value of it; the original was forgotten, not dropped. The engine
    // passes a live context and the frame of this call.
    unsafe { run_in_host(ctx, frame, ptr::NonNull::<F>::dangling().as_ref()) }
}

unsafe extern "C" fn closure_trampoline(closure: *mut c_void, ctx: JSContextRef, frame: *const Frame) -> JSValueRef {
    // SAFETY: the closure is the one of host_closure and lives as long as its function object, which the frame holds.
    unsafe { run_in_host(ctx, frame, &(*closure.cast::<Closure<Body>>()).captured) }
}

/// # Safety
/// As the engine calls a host function.
#[inline]
unsafe fn run_in_host<F>(ctx: JSContextRef, frame: *const Frame, body: &F) -> JSValueRef
where
    F: for<'c> Fn(&Call<'c>) -> Answer<'c> + ?Sized,
{
    // SAFETY: by this function's contract. What is thrown stays protected until the engine has it.
    unsafe {
        let mut thrown = None;
        let arguments = Frame::arguments(frame);
        let unlocked = if several_vms() { Unlocked::new(ctx) } else { None };
        let raw = run(ctx, arguments, &mut thrown, body);
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

unsafe extern "C" fn boxed_trampoline(
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
        run_in_c_api(ctx, count, arguments, exception, body)
    }
}

unsafe extern "C" fn sizeless_trampoline<F>(
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
    // SAFETY: F has no size, so any aligned address is a value of it; the original was forgotten, not dropped.
    unsafe {
        let body = ptr::NonNull::<F>::dangling();
        run_in_c_api(ctx, count, arguments, exception, body.as_ref())
    }
}

/// # Safety
/// As the C API calls a native function: live context, `count` arguments, a slot for the exception.
unsafe fn run_in_c_api<F>(
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
        let raw = run(ctx, arguments, &mut thrown, body);
        if !raw.is_null() {
            return raw;
        }
        *exception = thrown.as_ref().map_or_else(|| value_encoding::undefined(ctx), |thrown| thrown.raw);
        value_encoding::undefined(ctx)
    }
}

/// In the engine's words, so that programs see one error.
const STACK_IS_FULL: &str = "Maximum call stack size exceeded.";

/// The answer as a bare word, null for none; as part of a larger result it was written in one size and read in another, which
/// stalled for 10 ns.
///
/// # Safety
/// Live context, live arguments.
#[inline]
unsafe fn run<'a, F>(
    ctx: JSContextRef,
    arguments: &'a [JSValueRef],
    thrown: &mut Option<Value<'a>>,
    body: &F,
) -> JSValueRef
where
    F: for<'c> Fn(&Call<'c>) -> Answer<'c> + ?Sized,
{
    // SAFETY: by this function's contract.
    let cx = unsafe { Cx::from_raw(ctx) };
    let _deeper = Deeper::new();
    let call = Call { cx, arguments };
    // Conversions are inside too: making a value may panic as well as the body.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        if !terminate::may_be_called() {
            return refused(cx, thrown);
        }
        if !stack_room::is_enough() {
            return stack_is_full(cx, thrown);
        }
        match body(&call) {
            Ok(out) => out.into_word(cx, thrown),
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
        let error = Throw::error(format!("Hexloop has a bug: {}", panic_text(&*panic))).to_value(cx);
        drop(panic);
        error
    }));
    made.unwrap_or_else(|second| {
        // A payload whose destructor panics is not asked again.
        std::mem::forget(second);
        Value::undefined(cx)
    })
}

pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
