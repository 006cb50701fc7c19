//! Native functions: Rust that JavaScript calls.
//!
//! ```text
//!   JavaScript          trampoline::<F> (extern "C")            F: Fn(&Call) -> Result<Out, Failure>
//!   f(1, "x")  ───────▶ catch_unwind ──────────────────────────▶ your closure
//!              ◀─────── value, or the exception slot filled  ◀── Ok(Out) / Err(Failure) / panic
//! ```
//!
//! A closure that captures nothing has no size, so its address need not travel: the trampoline is compiled once for its
//! type and the function object is the engine's plain native function (70 to 100 ns a call). One that captures is boxed
//! behind an object of a class whose finaliser frees it.
//!
//! A panic becomes a JavaScript `Error`; it never unwinds through C.

use crate::buffer;
use crate::context::Cx;
use crate::exception::{Exception, Throw};
use crate::ffi::*;
use crate::string::EngineString;
use crate::value::{Object, Root, Value};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

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

    fn raw(&self, index: usize) -> JSValueRef {
        // SAFETY: live context.
        self.arguments.get(index).copied().unwrap_or_else(|| unsafe { JSValueMakeUndefined(self.cx.raw) })
    }

    pub fn value(&self, index: usize) -> Value<'a> {
        Value::from_raw(self.cx, self.raw(index))
    }

    /// `Number(argument)`.
    pub fn number(&self, index: usize) -> Result<f64, Failure<'a>> {
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: the arguments live for the call.
        let number = unsafe { JSValueToNumber(self.cx.raw, self.raw(index), &mut exception) };
        if exception.is_null() { Ok(number) } else { Err(Exception::from_raw(self.cx, exception).into()) }
    }

    pub fn boolean(&self, index: usize) -> bool {
        // SAFETY: the arguments live for the call.
        unsafe { JSValueToBoolean(self.cx.raw, self.raw(index)) }
    }

    /// `String(argument)`.
    pub fn text(&self, index: usize) -> Result<String, Failure<'a>> {
        Ok(self.engine_string(index)?.to_rust())
    }

    /// The argument's UTF-16 units, lone surrogates and all.
    pub fn utf16(&self, index: usize) -> Result<Vec<u16>, Failure<'a>> {
        Ok(self.engine_string(index)?.utf16().to_vec())
    }

    fn engine_string(&self, index: usize) -> Result<EngineString, Failure<'a>> {
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: the arguments live for the call; the string returned is ours.
        let text = unsafe { EngineString::adopt(JSValueToStringCopy(self.cx.raw, self.raw(index), &mut exception)) };
        match text {
            Some(text) if exception.is_null() => Ok(text),
            _ => Err(Exception::from_raw(self.cx, exception).into()),
        }
    }

    pub fn root(&self, index: usize) -> Root {
        self.value(index).root()
    }

    /// The bytes of a typed array, DataView's buffer or ArrayBuffer, without a copy. The slice is the engine's memory: do
    /// not call JavaScript from within, it could detach the buffer.
    pub fn with_bytes<R>(&self, index: usize, read: impl FnOnce(&mut [u8]) -> R) -> Result<R, Failure<'a>> {
        buffer::with_bytes(self.cx, self.raw(index), read)
            .ok_or_else(|| Throw::type_error(format!("argument {index} must be a buffer")).into())
    }
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
    /// Becomes a Uint8Array over this very memory.
    Bytes(Vec<u8>),
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
    fn into_raw(self, cx: Cx<'a>) -> JSValueRef {
        // SAFETY: live context; what is made here is returned to the engine at once, on its own stack.
        unsafe {
            match self {
                Out::Undefined => JSValueMakeUndefined(cx.raw),
                Out::Null => JSValueMakeNull(cx.raw),
                Out::Boolean(value) => JSValueMakeBoolean(cx.raw, value),
                Out::Number(value) => JSValueMakeNumber(cx.raw, value),
                Out::Text(text) => JSValueMakeString(cx.raw, EngineString::new(&text).raw()),
                Out::Wide(units) => JSValueMakeString(cx.raw, EngineString::from_utf16(&units).raw()),
                Out::Bytes(bytes) => buffer::from_vec(cx, bytes),
                Out::Value(value) => value.raw,
            }
        }
    }

    pub fn into_value(self, cx: Cx<'a>) -> Value<'a> {
        match self {
            Out::Value(value) => value,
            other => Value::from_raw(cx, other.into_raw(cx)),
        }
    }
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

pub type Answer<'a> = Result<Out<'a>, Failure<'a>>;

impl<'a> Cx<'a> {
    /// A function object that runs `body`.
    pub fn function<F>(self, name: &str, body: F) -> Object<'a>
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

fn boxed_function<'a>(cx: Cx<'a>, name: &str, body: Body) -> Object<'a> {
    thread_local! {
        static CLASS: JSClassRef = make_class();
    }
    let data = Box::into_raw(Box::new(body)).cast::<c_void>();
    // SAFETY: the class frees `data` in its finaliser, which runs once.
    let object = Object::new(cx, CLASS.with(|class| unsafe { JSObjectMake(cx.raw, *class, data) }));
    // A callable of a custom class starts with Object.prototype; give it call, apply and a name.
    if let Some(prototype) =
        cx.global().get("Function").ok().and_then(|f| f.as_object()).and_then(|f| f.get("prototype").ok())
    {
        // SAFETY: both live.
        unsafe { JSObjectSetPrototype(cx.raw, object.raw(), prototype.raw) };
    }
    let _ = object.set_hidden("name", &Value::string(cx, name));
    object
}

fn make_class() -> JSClassRef {
    let definition = JSClassDefinition {
        version: 0,
        attributes: 0,
        class_name: c"Function".as_ptr(),
        parent_class: ptr::null_mut(),
        static_values: ptr::null(),
        static_functions: ptr::null(),
        initialize: ptr::null(),
        finalize: Some(finalize_boxed),
        has_property: ptr::null(),
        get_property: ptr::null(),
        set_property: ptr::null(),
        delete_property: ptr::null(),
        get_property_names: ptr::null(),
        call_as_function: Some(boxed_trampoline),
        call_as_constructor: ptr::null(),
        has_instance: ptr::null(),
        convert_to_type: ptr::null(),
    };
    // SAFETY: the definition is copied; the class lives for the thread.
    unsafe { JSClassCreate(&definition) }
}

unsafe extern "C" fn finalize_boxed(object: JSObjectRef) {
    // SAFETY: the private data is the Box made in boxed_function; finalisers run once per object.
    let body = unsafe { Box::from_raw(JSObjectGetPrivate(object).cast::<Body>()) };
    // What the closure captured may panic while it is dropped; that must not reach the collector.
    let _ = catch_unwind(AssertUnwindSafe(move || drop(body)));
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
        run(ctx, count, arguments, exception, body)
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
        run(ctx, count, arguments, exception, body.as_ref())
    }
}

/// # Safety
/// As the engine calls a native function: live context, `count` arguments, a slot for the exception.
unsafe fn run<F>(
    ctx: JSContextRef,
    count: usize,
    arguments: *const JSValueRef,
    exception: *mut JSValueRef,
    body: &F,
) -> JSValueRef
where
    F: for<'c> Fn(&Call<'c>) -> Answer<'c> + ?Sized,
{
    // SAFETY: by this function's contract.
    let (cx, arguments) = unsafe {
        let arguments = if count == 0 { &[] } else { std::slice::from_raw_parts(arguments, count) };
        (Cx::from_raw(ctx), arguments)
    };
    let call = Call { cx, arguments };
    let thrown = match catch_unwind(AssertUnwindSafe(|| body(&call))) {
        Ok(Ok(out)) => return out.into_raw(cx),
        Ok(Err(Failure::Throw(throw))) => throw.to_value(cx),
        Ok(Err(Failure::Exception(thrown))) => thrown.value().clone(),
        Err(panic) => Throw::error(format!("Hexloop has a bug: {}", panic_text(&*panic))).to_value(cx),
    };
    // SAFETY: the slot is the engine's; the value reaches it before our protection ends.
    unsafe {
        *exception = thrown.raw;
        JSValueMakeUndefined(ctx)
    }
}

pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
