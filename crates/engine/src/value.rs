//! Values and objects, rooted for as long as Rust holds them.
//!
//! The collector scans the native stack but not Rust's heap, so a bare pointer kept in a `Vec` could dangle. Every
//! [`Value`] that refers to the engine's heap is therefore protected while it exists (about 100 ns for the pair; the
//! hot paths pass numbers, strings and bytes instead, through [`crate::Call`]). The arguments of a native function are
//! the exception: the caller's frame keeps them alive for the whole call, which is all that their lifetime allows.
//!
//! A `Value<'a>` cannot outlive its context by type:
//!
//! ```compile_fail,E0597
//! use hexloop_engine::{Context, Value};
//!
//! let kept: Value<'_>;
//! {
//!     let context = Context::new();
//!     kept = Value::string(context.cx(), "text");
//! } // `context` does not live long enough
//! assert!(kept.truthy());
//! ```
//!
//! nor can an argument escape from its call:
//!
//! ```compile_fail
//! use hexloop_engine::{Context, Value};
//! use std::cell::RefCell;
//!
//! let context = Context::new();
//! let kept: RefCell<Vec<Value<'static>>> = RefCell::default();
//! context.cx().function("keep", move |call| {
//!     kept.borrow_mut().push(call.value(0));
//!     Ok(().into())
//! });
//! ```
//!
//! A [`Root`] owns a reference to its context and may be stored anywhere, but cannot leave its thread:
//!
//! ```compile_fail,E0277
//! let context = hexloop_engine::Context::new();
//! let root = context.cx().global().root();
//! std::thread::spawn(move || drop(root));
//! ```

use crate::buffer::assert_no_borrowed_bytes;
use crate::capabilities::new_string::NewString;
use crate::capabilities::string_cell;
use crate::capabilities::value_encoding;
use crate::context::Cx;
use crate::exception::{Exception, Throw};
use crate::ffi::*;
use crate::roots;
use crate::string::EngineString;
use crate::terminate;
use std::ptr;

/// Any JavaScript value.
pub struct Value<'a> {
    pub(crate) cx: Cx<'a>,
    pub(crate) raw: JSValueRef,
    protected: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Undefined,
    Null,
    Boolean,
    Number,
    String,
    Symbol,
    BigInt,
    Object,
}

impl<'a> Value<'a> {
    pub(crate) fn from_raw(cx: Cx<'a>, raw: JSValueRef) -> Value<'a> {
        let protected = !is_immediate(cx, raw);
        if protected {
            // SAFETY: balanced by Drop.
            unsafe { JSValueProtect(cx.raw, raw) };
        }
        Value { cx, raw, protected }
    }

    /// For immediates, and for values that something else keeps alive during all of `'a`.
    #[inline]
    pub(crate) fn unprotected(cx: Cx<'a>, raw: JSValueRef) -> Value<'a> {
        Value { cx, raw, protected: false }
    }

    pub fn undefined(cx: Cx<'a>) -> Value<'a> {
        // SAFETY: live context (also in the constructors below).
        Value::unprotected(cx, unsafe { value_encoding::undefined(cx.raw) })
    }

    pub fn null(cx: Cx<'a>) -> Value<'a> {
        // SAFETY: live context.
        Value::unprotected(cx, unsafe { value_encoding::null(cx.raw) })
    }

    pub fn boolean(cx: Cx<'a>, value: bool) -> Value<'a> {
        // SAFETY: live context.
        Value::unprotected(cx, unsafe { value_encoding::boolean(cx.raw, value) })
    }

    pub fn number(cx: Cx<'a>, value: f64) -> Value<'a> {
        // SAFETY: live context.
        Value::unprotected(cx, unsafe { value_encoding::number(cx.raw, value) })
    }

    /// Panics for text of 2 GB or more, which no JavaScript string can hold.
    pub fn string(cx: Cx<'a>, text: &str) -> Value<'a> {
        let text = NewString::from_text(text).expect("the text is too long for a JavaScript string");
        Value::from_raw(cx, text.into_raw(cx))
    }

    pub fn cx(&self) -> Cx<'a> {
        self.cx
    }

    pub fn kind(&self) -> Kind {
        match type_of(self.cx, self.raw) {
            TYPE_UNDEFINED => Kind::Undefined,
            TYPE_NULL => Kind::Null,
            TYPE_BOOLEAN => Kind::Boolean,
            TYPE_NUMBER => Kind::Number,
            TYPE_STRING => Kind::String,
            TYPE_SYMBOL => Kind::Symbol,
            TYPE_BIG_INT => Kind::BigInt,
            _ => Kind::Object,
        }
    }

    pub fn is_undefined(&self) -> bool {
        self.kind() == Kind::Undefined
    }

    pub fn truthy(&self) -> bool {
        // SAFETY: a live value of this context.
        value_encoding::immediate_truthiness(self.raw)
            .unwrap_or_else(|| unsafe { JSValueToBoolean(self.cx.raw, self.raw) })
    }

    /// `Number(value)`: may run JavaScript, may throw.
    pub fn to_number(&self) -> Result<f64, Exception<'a>> {
        self.cx.to_number(self.raw)
    }

    /// `String(value)`: may run JavaScript, may throw (a symbol does).
    pub fn to_text(&self) -> Result<String, Exception<'a>> {
        // SAFETY: the value lives, and no JavaScript runs while its characters are copied.
        if let Some(characters) = unsafe { string_cell::characters_in(self.raw) } {
            return Ok(characters.to_string_lossy());
        }
        Ok(self.cx.to_engine_string(self.raw)?.to_string_lossy())
    }

    pub fn as_object(&self) -> Option<Object<'a>> {
        (self.kind() == Kind::Object).then(|| Object(self.clone()))
    }

    pub fn strictly_equals(&self, other: &Value<'a>) -> bool {
        self.cx.assert_same_vm(other.cx);
        // SAFETY: both live, in one VM.
        unsafe { JSValueIsStrictEqual(self.cx.raw, self.raw, other.raw) }
    }

    /// A handle without a lifetime, to be stored.
    pub fn root(&self) -> Root {
        // SAFETY: the global context of a live context lives; it is retained and the value protected until Root's Drop.
        unsafe {
            let context = JSGlobalContextRetain(JSContextGetGlobalContext(self.cx.raw));
            JSValueProtect(context, self.raw);
            let callable = self.kind() == Kind::Object && JSObjectIsFunction(context, self.raw.cast_mut());
            roots::add(context);
            Root { context, raw: self.raw, callable }
        }
    }
}

fn type_of(cx: Cx<'_>, raw: JSValueRef) -> JSType {
    // SAFETY: a live value of this context.
    unsafe {
        value_encoding::immediate_type(raw)
            .or_else(|| (string_cell::is_string(raw) == Some(true)).then_some(TYPE_STRING))
            .unwrap_or_else(|| JSValueGetType(cx.raw, raw))
    }
}

fn is_immediate(cx: Cx<'_>, raw: JSValueRef) -> bool {
    matches!(type_of(cx, raw), TYPE_UNDEFINED | TYPE_NULL | TYPE_BOOLEAN | TYPE_NUMBER)
}

impl Clone for Value<'_> {
    fn clone(&self) -> Self {
        if self.protected { Value::from_raw(self.cx, self.raw) } else { Value::unprotected(self.cx, self.raw) }
    }
}

impl Drop for Value<'_> {
    fn drop(&mut self) {
        if self.protected {
            // SAFETY: balances the protection taken in from_raw; the context outlives 'a.
            unsafe { JSValueUnprotect(self.cx.raw, self.raw) };
        }
    }
}

/// A value that is an object.
pub struct Object<'a>(Value<'a>);

impl<'a> Object<'a> {
    pub(crate) fn new(cx: Cx<'a>, raw: JSObjectRef) -> Object<'a> {
        Object(Value::from_raw(cx, raw.cast_const()))
    }

    pub(crate) fn from_value_unchecked(value: Value<'a>) -> Object<'a> {
        Object(value)
    }

    /// `{}`
    pub fn empty(cx: Cx<'a>) -> Object<'a> {
        // SAFETY: live context; a null class creates a plain object.
        Object::new(cx, unsafe { JSObjectMake(cx.raw, ptr::null_mut(), ptr::null_mut()) })
    }

    /// `{ __proto__: null }`: `set` reaches no accessor that a program has defined on `Object.prototype`.
    pub fn without_prototype(cx: Cx<'a>) -> Object<'a> {
        let object = Object::empty(cx);
        // SAFETY: live context and object; null is a prototype.
        unsafe { JSObjectSetPrototype(cx.raw, object.raw(), JSValueMakeNull(cx.raw)) };
        object
    }

    pub fn array(cx: Cx<'a>, items: &[Value<'a>]) -> Result<Object<'a>, Exception<'a>> {
        let raw = raw_arguments(cx, items);
        // SAFETY: the items are protected by their Values for the length of the call.
        cx.attempt_object(|exception| unsafe { JSObjectMakeArray(cx.raw, raw.len(), raw.as_ptr(), exception) })
    }

    pub(crate) fn raw(&self) -> JSObjectRef {
        self.0.raw.cast_mut()
    }

    pub fn value(&self) -> &Value<'a> {
        &self.0
    }

    pub fn into_value(self) -> Value<'a> {
        self.0
    }

    pub fn root(&self) -> Root {
        self.0.root()
    }

    /// `name in object`; false if a proxy's trap throws.
    pub fn has(&self, name: &str) -> bool {
        let name = Value::string(self.0.cx, name);
        let mut exception: JSValueRef = ptr::null();
        assert_no_borrowed_bytes();
        // The variant without an exception slot would leave an exception of a trap pending for the next call.
        // SAFETY: live object and key.
        unsafe { JSObjectHasPropertyForKey(self.0.cx.raw, self.raw(), name.raw, &mut exception) && exception.is_null() }
    }

    pub fn get(&self, name: &str) -> Result<Value<'a>, Exception<'a>> {
        let name = EngineString::new(name);
        let cx = self.0.cx;
        // SAFETY: live object and string.
        cx.attempt(|exception| unsafe { JSObjectGetProperty(cx.raw, self.raw(), name.raw(), exception) })
    }

    pub fn get_index(&self, index: u32) -> Result<Value<'a>, Exception<'a>> {
        let cx = self.0.cx;
        // SAFETY: live object.
        cx.attempt(|exception| unsafe { JSObjectGetPropertyAtIndex(cx.raw, self.raw(), index, exception) })
    }

    pub fn set(&self, name: &str, value: &Value<'a>) -> Result<(), Exception<'a>> {
        self.set_with(name, value, PROPERTY_NONE)
    }

    /// Like `set`, for a property that is not enumerable.
    pub fn set_non_enumerable(&self, name: &str, value: &Value<'a>) -> Result<(), Exception<'a>> {
        self.set_with(name, value, PROPERTY_DONT_ENUM)
    }

    /// Like `set`, for a property that JavaScript can neither write nor delete.
    pub(crate) fn set_permanent(&self, name: &str, value: &Value<'a>) -> Result<(), Exception<'a>> {
        self.set_with(name, value, PROPERTY_READ_ONLY | PROPERTY_DONT_DELETE)
    }

    fn set_with(&self, name: &str, value: &Value<'a>, attributes: u32) -> Result<(), Exception<'a>> {
        let cx = self.0.cx;
        cx.assert_same_vm(value.cx);
        let name = EngineString::new(name);
        let mut exception: JSValueRef = ptr::null();
        assert_no_borrowed_bytes();
        // SAFETY: live object, string and value.
        unsafe { JSObjectSetProperty(cx.raw, self.raw(), name.raw(), value.raw, attributes, &mut exception) };
        if exception.is_null() { Ok(()) } else { Err(Exception::from_raw(cx, exception)) }
    }

    pub fn set_index(&self, index: u32, value: &Value<'a>) -> Result<(), Exception<'a>> {
        let cx = self.0.cx;
        cx.assert_same_vm(value.cx);
        let mut exception: JSValueRef = ptr::null();
        assert_no_borrowed_bytes();
        // SAFETY: live object and value.
        unsafe { JSObjectSetPropertyAtIndex(cx.raw, self.raw(), index, value.raw, &mut exception) };
        if exception.is_null() { Ok(()) } else { Err(Exception::from_raw(cx, exception)) }
    }

    pub fn delete(&self, name: &str) -> Result<bool, Exception<'a>> {
        let name = EngineString::new(name);
        let mut exception: JSValueRef = ptr::null();
        assert_no_borrowed_bytes();
        // SAFETY: live object and string.
        let done = unsafe { JSObjectDeleteProperty(self.0.cx.raw, self.raw(), name.raw(), &mut exception) };
        if exception.is_null() { Ok(done) } else { Err(Exception::from_raw(self.0.cx, exception)) }
    }

    pub fn is_function(&self) -> bool {
        // SAFETY: live object.
        unsafe { JSObjectIsFunction(self.0.cx.raw, self.raw()) }
    }

    pub fn is_instance_of(&self, constructor: &Object<'a>) -> Result<bool, Exception<'a>> {
        let cx = self.0.cx;
        cx.assert_same_vm(constructor.0.cx);
        let mut exception: JSValueRef = ptr::null();
        assert_no_borrowed_bytes();
        // SAFETY: both live.
        let is = unsafe { JSValueIsInstanceOfConstructor(cx.raw, self.0.raw, constructor.raw(), &mut exception) };
        if exception.is_null() { Ok(is) } else { Err(Exception::from_raw(cx, exception)) }
    }

    pub fn call(&self, arguments: &[Value<'a>]) -> Result<Value<'a>, Exception<'a>> {
        let cx = self.0.cx;
        let raw = raw_arguments(cx, arguments);
        // SAFETY: the function and the arguments live; null `this` means undefined (or the global, in sloppy code).
        cx.attempt(|exception| unsafe {
            JSObjectCallAsFunction(cx.raw, self.raw(), ptr::null_mut(), raw.len(), raw.as_ptr(), exception)
        })
    }

    pub fn construct(&self, arguments: &[Value<'a>]) -> Result<Object<'a>, Exception<'a>> {
        let cx = self.0.cx;
        let raw = raw_arguments(cx, arguments);
        // SAFETY: as in `call`.
        cx.attempt_object(|exception| unsafe {
            JSObjectCallAsConstructor(cx.raw, self.raw(), raw.len(), raw.as_ptr(), exception)
        })
    }
}

impl Clone for Object<'_> {
    fn clone(&self) -> Self {
        Object(self.0.clone())
    }
}

fn raw_arguments<'a>(cx: Cx<'a>, values: &[Value<'a>]) -> Vec<JSValueRef> {
    values
        .iter()
        .map(|value| {
            cx.assert_same_vm(value.cx);
            value.raw
        })
        .collect()
}

impl<'a> Cx<'a> {
    /// `Number(value)`.
    #[inline]
    pub(crate) fn to_number(self, raw: JSValueRef) -> Result<f64, Exception<'a>> {
        if let Some(number) = value_encoding::immediate_number(raw) {
            return Ok(number);
        }
        assert_no_borrowed_bytes();
        if !terminate::may_enter(self.raw) {
            return Err(Exception::terminated(self));
        }
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: a live value of this context.
        let number = unsafe { JSValueToNumber(self.raw, raw, &mut exception) };
        if exception.is_null() { Ok(number) } else { Err(Exception::from_raw(self, exception)) }
    }

    /// `String(value)`.
    pub(crate) fn to_engine_string(self, raw: JSValueRef) -> Result<EngineString, Exception<'a>> {
        assert_no_borrowed_bytes();
        if !terminate::may_enter(self.raw) && type_of(self, raw) != TYPE_STRING {
            return Err(Exception::terminated(self));
        }
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: a live value of this context; the returned string is ours.
        let text = unsafe { EngineString::adopt(JSValueToStringCopy(self.raw, raw, &mut exception)) };
        match text {
            Some(text) if exception.is_null() => Ok(text),
            _ => Err(Exception::from_raw(self, exception)),
        }
    }

    /// Two contexts of one VM may share values, two VMs may not; lifetimes alone cannot distinguish them.
    pub(crate) fn assert_same_vm(self, other: Cx<'_>) {
        assert!(self.raw == other.raw || self.group() == other.group(), "a value of one VM was used in another");
    }
}

/// A value that Rust stores: in a struct, in a closure, across turns of the loop.
pub struct Root {
    context: JSGlobalContextRef,
    raw: JSValueRef,
    callable: bool,
}

impl Root {
    pub fn get<'a>(&self, cx: Cx<'a>) -> Value<'a> {
        cx.assert_same_vm(self.cx());
        Value::from_raw(cx, self.raw)
    }

    /// Calls a rooted function without arguments and ignores its result: the cheapest entry, one per macrotask.
    #[inline]
    pub fn call<'a>(&'a self) -> Result<(), Exception<'a>> {
        assert_no_borrowed_bytes();
        if !self.callable || !terminate::may_enter(self.context) {
            return Err(self.refused());
        }
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: context retained, value protected and known to be a function.
        unsafe {
            JSObjectCallAsFunction(self.context, self.raw.cast_mut(), ptr::null_mut(), 0, ptr::null(), &mut exception);
        }
        if exception.is_null() { Ok(()) } else { Err(self.thrown(exception)) }
    }

    #[cold]
    fn thrown<'a>(&'a self, exception: JSValueRef) -> Exception<'a> {
        Exception::from_raw(self.cx(), exception)
    }

    #[cold]
    fn refused<'a>(&'a self) -> Exception<'a> {
        if self.callable { Exception::terminated(self.cx()) } else { self.not_a_function() }
    }

    #[cold]
    fn not_a_function<'a>(&'a self) -> Exception<'a> {
        Exception::new(Throw::type_error("a rooted value was called that is not a function").to_value(self.cx()))
    }

    /// Like [`Root::call`], passing numbers.
    pub fn call_with_numbers<'a>(&'a self, numbers: &[f64]) -> Result<(), Exception<'a>> {
        let cx = self.cx();
        let values: Vec<Value<'a>> = numbers.iter().map(|number| Value::number(cx, *number)).collect();
        match self.get(cx).as_object() {
            Some(function) => function.call(&values).map(drop),
            None => Err(self.not_a_function()),
        }
    }

    /// A handle to the context that this root keeps alive. Panics after [`crate::Vm::end_with_thread`].
    #[inline]
    pub fn cx(&self) -> Cx<'_> {
        roots::assert_engine_alive();
        // SAFETY: retained until Drop.
        unsafe { Cx::from_raw(self.context) }
    }
}

impl Clone for Root {
    fn clone(&self) -> Root {
        self.get(self.cx()).root()
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        if !roots::remove(self.context) {
            return;
        }
        // SAFETY: balances Value::root.
        unsafe {
            JSValueUnprotect(self.context, self.raw);
            JSGlobalContextRelease(self.context);
        }
    }
}
