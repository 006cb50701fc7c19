//! Native functions: Rust that JavaScript calls.
//!
//! ```text
//!   JavaScript          trampoline::<F> (extern "C")            F: Fn(&Call) -> Result<Out, Failure>
//!   f(1, "x")  ───────▶ catch_unwind ──────────────────────────▶ your closure
//!              ◀─────── value or exception        ◀───────────── Ok(Out) / Err(Failure) / panic
//! ```
//!
//! How JavaScript calls the function is decided when it is created, and visible nowhere else: a host function, as the engine's own
//! built-ins are (`capabilities/host_function.rs`: 6 ns a call, with the VM's lock held), or one of the C API (125 to 209 ns, the
//! lock dropped around it) where there are no host functions, and for bodies that wait, take long or run scripts
//! ([`Cx::unlocked_function`]).
//!
//! A closure that captures nothing is zero-sized, so no pointer to it has to be passed: the trampoline is instantiated for its
//! type. One that captures is boxed and owned by the function object, whose finalizer frees it.
//!
//! A panic becomes a JavaScript `Error`; it never unwinds through C. Nor does the collector run Rust destructors: a
//! finalizer may not call back into the engine, and what a closure captured might (a [`Root`] does when it is dropped),
//! so the finalizer only queues the closure, and it is dropped where the engine is not collecting.

mod captures;
mod strings;
mod trampolines;

pub(crate) use captures::{drop_finalized, release_captures};
pub use strings::Made;

use crate::capabilities::host_function::host_functions;
use crate::capabilities::new_string::NewString;
use crate::capabilities::string_cell;
use crate::capabilities::string_characters::Characters;
use crate::capabilities::value_encoding;
use crate::context::Cx;
use crate::exception::{Exception, Throw};
use crate::ffi::*;
use crate::string::EngineString;
use crate::value::{Object, Root, Value};
use crate::{arrays, buffer};
use captures::{boxed_function, host_closure};
use std::cell::Cell;
use std::ops::Range;
use trampolines::{failed, host_trampoline, zero_sized_trampoline};

/// One call from JavaScript: arguments by position, converted on request.
pub struct Call<'a> {
    cx: Cx<'a>,
    arguments: &'a [JSValueRef],
    /// Whether JavaScript called with the VM's lock held.
    is_locked: bool,
    /// The result of [`Out::Made`], or null. This is on the stack, which the collector scans.
    made: Cell<JSValueRef>,
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
    pub(crate) fn raw(&self, index: usize) -> JSValueRef {
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
        self.with_characters(index, |characters| characters.to_string_lossy())
    }

    /// The argument's UTF-16 code units, including lone surrogates.
    pub fn utf16(&self, index: usize) -> Result<Vec<u16>, Failure<'a>> {
        self.with_characters(index, |characters| match characters {
            Characters::Latin1(characters) => characters.iter().map(|character| u16::from(*character)).collect(),
            Characters::Utf16(units) => units.to_vec(),
        })
    }

    /// The argument's characters as the engine stores them, without a copy where possible. Whatever would run JavaScript from
    /// within `read` panics instead, as with bytes.
    #[inline]
    pub fn with_characters<R>(&self, index: usize, read: impl FnOnce(Characters<'_>) -> R) -> Result<R, Failure<'a>> {
        let raw = self.raw(index);
        // SAFETY: the caller's frame holds the argument, and `while_borrowing` keeps JavaScript from running.
        if let Some(characters) = unsafe { string_cell::characters_in(raw) } {
            return Ok(buffer::while_borrowing(|| read(characters)));
        }
        let string = self.cx.to_engine_string(raw)?;
        Ok(buffer::while_borrowing(|| read(string.characters())))
    }

    pub fn root(&self, index: usize) -> Root {
        self.value(index).root()
    }

    /// Reads the bytes of a typed array, DataView or ArrayBuffer. The slice is the engine's memory, which JavaScript could detach:
    /// whatever would run JavaScript from within `read` panics instead, and so does an overlapping borrow, unless both only read.
    /// Memory that another thread can write is copied.
    #[inline]
    pub fn with_bytes<R>(&self, index: usize, read: impl FnOnce(&[u8]) -> R) -> Result<R, Failure<'a>> {
        self.with_part(index, buffer::all, read)
    }

    /// A part of the bytes: `part` gets the length and returns a range, which is clamped to it.
    #[inline]
    pub fn with_part<R>(
        &self,
        index: usize,
        part: impl FnOnce(usize) -> Range<usize>,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, Failure<'a>> {
        buffer::with_bytes(self.cx, self.raw(index), part, read).ok_or_else(|| not_a_buffer(index))
    }

    /// The same for writing. Of memory that another thread can write, the bytes that `change` changed are written back afterwards.
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
        buffer::with_bytes_mut(self.cx, self.raw(index), part, change).ok_or_else(|| not_a_buffer(index))
    }

    /// Copies up to `count` bytes from one argument to another, each from a place; they may overlap. Returns how many.
    pub fn copy_bytes(
        &self,
        (source, from): (usize, usize),
        (target, to): (usize, usize),
        count: usize,
    ) -> Result<usize, Failure<'a>> {
        let (source, target) = ((self.raw(source), from), (self.raw(target), to));
        buffer::copy(self.cx, source, target, count).ok_or_else(|| Throw::type_error("two buffers are needed").into())
    }

    /// Whether two arguments share bytes: then they cannot be lent together, unless both are only read.
    pub fn overlap(&self, indices: [usize; 2]) -> bool {
        buffer::overlap(self.cx, indices.map(|index| self.raw(index)))
    }

    /// Reads the bytes of two arguments together.
    pub fn with_two<R>(&self, indices: [usize; 2], read: impl FnOnce(&[u8], &[u8]) -> R) -> Result<R, Failure<'a>> {
        buffer::with_two(self.cx, indices.map(|index| self.raw(index)), read)
            .ok_or_else(|| Throw::type_error("two buffers are needed").into())
    }
}

#[cold]
fn not_a_buffer<'a>(index: usize) -> Failure<'a> {
    Throw::type_error(format!("argument {index} must be a buffer")).into()
}

/// What a native function returns.
pub enum Out<'a> {
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    Text(String),
    /// UTF-16, for strings that may contain lone surrogates.
    Utf16(Vec<u16>),
    /// A string that is in the engine's memory already.
    String(NewString),
    /// The string that a method of [`Call`] made last.
    Made,
    /// Becomes a Uint8Array over the same memory.
    Bytes(Vec<u8>),
    /// A Uint8Array of this length whose bytes are not initialized.
    Uninitialized(usize),
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
    /// The value's bits. Null if there is none; then `thrown` is the exception.
    ///
    /// # Safety
    /// If `is_locked`, this thread holds the VM's lock.
    #[inline(always)]
    unsafe fn into_raw_value(self, cx: Cx<'a>, thrown: &mut Option<Value<'a>>, is_locked: bool) -> JSValueRef {
        // SAFETY: live context; the lock by this function's contract.
        unsafe {
            match self {
                Out::Undefined => value_encoding::undefined(cx.raw),
                Out::Null => value_encoding::null(cx.raw),
                Out::Boolean(value) => value_encoding::boolean(cx.raw, value),
                Out::Number(value) => value_encoding::number(cx.raw, value),
                Out::String(string) => string.into_raw_within(cx, is_locked),
                other => other.into_cell(cx).unwrap_or_else(|failure| failed(cx, failure, thrown)),
            }
        }
    }

    /// What is created here is returned to the engine immediately, on a stack that the collector scans.
    #[inline(never)]
    fn into_cell(self, cx: Cx<'a>) -> Result<JSValueRef, Failure<'a>> {
        Ok(match self {
            Out::Text(text) => NewString::from_text(&text)?.into_raw(cx),
            Out::Utf16(units) => NewString::from_utf16(&units)?.into_raw(cx),
            Out::String(string) => string.into_raw(cx),
            // Only `run` knows the call.
            Out::Made => return Err(Throw::error("a string that a call made is its result only").into()),
            Out::Bytes(bytes) => arrays::from_vec(cx, bytes)?,
            Out::Uninitialized(length) => arrays::uninitialized(cx, length)?,
            Out::Value(value) => {
                cx.assert_same_vm(value.cx);
                value.raw
            }
            immediate => {
                let mut none = None;
                // SAFETY: the lock is not assumed.
                unsafe { immediate.into_raw_value(cx, &mut none, false) }
            }
        })
    }

    /// The value itself. Panics for text or bytes longer than JavaScript can hold (2 GB, 4 GB).
    pub fn into_value(self, cx: Cx<'a>) -> Value<'a> {
        match self {
            Out::Value(value) => value,
            other => match other.into_cell(cx) {
                Ok(raw) => Value::from_raw(cx, raw),
                Err(Failure::Throw(throw)) => panic!("{}", throw.message()),
                Err(Failure::Exception(thrown)) => panic!("{}", thrown.message()),
            },
        }
    }
}

/// Why a native function returned nothing.
pub enum Failure<'a> {
    /// An error to be created.
    Throw(Throw),
    /// A value that JavaScript threw, rethrown as it is.
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
                cx.assert_same_vm(thrown.value().cx);
                thrown.value().clone()
            }
        }
    }
}

pub type Answer<'a> = Result<Out<'a>, Failure<'a>>;

impl<'a> Cx<'a> {
    /// A function object that runs `body`, which is short: it may hold the VM's lock meanwhile.
    pub fn function<F>(self, name: &str, body: F) -> Object<'a>
    where
        F: for<'c> Fn(&Call<'c>) -> Answer<'c> + 'static,
    {
        let Some(host) = host_functions() else { return self.unlocked_function(name, body) };
        if size_of::<F>() == 0 {
            std::mem::forget(body);
            // SAFETY: live context; the trampoline's type carries the zero-sized closure.
            return Object::new(self, unsafe { host.make(self.raw, name, host_trampoline::<F>) });
        }
        host_closure(self, host, name, Box::new(body))
    }

    /// The same for a body that waits, takes long or runs scripts: the VM's lock is dropped around it, at 125 to 209 ns a call.
    pub fn unlocked_function<F>(self, name: &str, body: F) -> Object<'a>
    where
        F: for<'c> Fn(&Call<'c>) -> Answer<'c> + 'static,
    {
        if size_of::<F>() == 0 {
            std::mem::forget(body);
            let name = EngineString::new(name);
            // SAFETY: live context; the trampoline's type carries the zero-sized closure.
            return Object::new(self, unsafe {
                JSObjectMakeFunctionWithCallback(self.raw, name.raw(), zero_sized_trampoline::<F>)
            });
        }
        boxed_function(self, name, Box::new(body))
    }
}
