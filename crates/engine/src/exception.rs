//! Exceptions from JavaScript to Rust and from Rust to JavaScript.

use crate::capabilities::error_hooks::engine_stack;
use crate::context::Cx;
use crate::ffi::*;
use crate::stack;
use crate::string::EngineString;
use crate::terminate;
use crate::value::{Kind, Object, Value};
use std::fmt;
use std::ptr;

/// A value that JavaScript threw.
pub struct Exception<'a> {
    value: Value<'a>,
    terminated: bool,
}

/// What the engine throws through a terminated script: a plain string.
const TERMINATED: &str = "JavaScript execution terminated";

/// Where an error was created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub url: String,
    pub line: u32,
    pub column: u32,
}

impl<'a> Exception<'a> {
    /// A null `raw` is how the engine reports a script that the watchdog terminated.
    pub(crate) fn from_raw(cx: Cx<'a>, raw: JSValueRef) -> Exception<'a> {
        terminate::note_termination();
        if raw.is_null() {
            return Exception::terminated(cx);
        }
        Exception { value: Value::from_raw(cx, raw), terminated: false }
    }

    #[cold]
    pub(crate) fn terminated(cx: Cx<'a>) -> Exception<'a> {
        Exception { value: Value::string(cx, TERMINATED), terminated: true }
    }

    pub fn new(value: Value<'a>) -> Exception<'a> {
        Exception { value, terminated: false }
    }

    pub fn value(&self) -> &Value<'a> {
        &self.value
    }

    /// The script was terminated (see [`crate::Terminator`]), it did not throw.
    pub fn is_termination(&self) -> bool {
        self.terminated
            || (terminate::has_terminated_a_script()
                && self.value.kind() == Kind::String
                && self.value.to_text().is_ok_and(|text| text.trim_end_matches('.') == TERMINATED))
    }

    /// `Error: text`, or the result of `String(value)`; never throws.
    pub fn message(&self) -> String {
        if self.terminated {
            return TERMINATED.to_owned();
        }
        self.value.to_text().unwrap_or_else(|_| "an exception that cannot be shown as text".to_owned())
    }

    /// The stack in V8's format, header included.
    pub fn stack(&self) -> String {
        let engine_stack = self
            .value
            .as_object()
            .and_then(|object| object.get("stack").ok())
            .filter(|stack| stack.kind() == Kind::String)
            .and_then(|stack| stack.to_text().ok());
        match engine_stack {
            Some(text) if text.is_empty() => self.message(),
            Some(text) if stack::is_v8_format(&text) => text,
            Some(text) => stack::to_v8(&self.message(), &text),
            None => self.message(),
        }
    }

    pub fn position(&self) -> Option<Position> {
        let object = self.value.as_object()?;
        // Where the properties go with the first look at the stack, this is the first.
        let _ = engine_stack(&object);
        let number = |name| object.get(name).ok()?.to_number().ok().filter(|n| *n >= 0.0).map(|n| n as u32);
        let url = object.get("sourceURL").ok().filter(|url| url.kind() == Kind::String)?.to_text().ok()?;
        Some(Position { url, line: number("line")?, column: number("column").unwrap_or(0) })
    }
}

impl fmt::Debug for Exception<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Exception({})", self.message())
    }
}

impl fmt::Display for Exception<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.stack())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    Error,
    TypeError,
    RangeError,
    SyntaxError,
    UriError,
}

impl ErrorClass {
    fn name(self) -> &'static str {
        match self {
            ErrorClass::Error => "Error",
            ErrorClass::TypeError => "TypeError",
            ErrorClass::RangeError => "RangeError",
            ErrorClass::SyntaxError => "SyntaxError",
            ErrorClass::UriError => "URIError",
        }
    }
}

/// A property of an error that Rust throws, such as `code: 'ENOENT'`.
#[derive(Clone, Debug, PartialEq)]
pub enum Detail {
    Text(String),
    Number(f64),
}

/// An error for a native function to return: it becomes a JavaScript exception.
#[derive(Clone, Debug)]
pub struct Throw(Box<Thrown>);

/// Boxed: an error is rare, and the result of every native function is as large as its largest case.
#[derive(Clone, Debug)]
struct Thrown {
    class: ErrorClass,
    message: String,
    details: Vec<(&'static str, Detail)>,
}

impl Throw {
    pub fn new(class: ErrorClass, message: impl Into<String>) -> Throw {
        Throw(Box::new(Thrown { class, message: message.into(), details: Vec::new() }))
    }

    pub fn message(&self) -> &str {
        &self.0.message
    }

    pub fn error(message: impl Into<String>) -> Throw {
        Throw::new(ErrorClass::Error, message)
    }

    pub fn type_error(message: impl Into<String>) -> Throw {
        Throw::new(ErrorClass::TypeError, message)
    }

    pub fn range_error(message: impl Into<String>) -> Throw {
        Throw::new(ErrorClass::RangeError, message)
    }

    pub fn text(mut self, name: &'static str, value: impl Into<String>) -> Throw {
        self.0.details.push((name, Detail::Text(value.into())));
        self
    }

    pub fn number(mut self, name: &'static str, value: f64) -> Throw {
        self.0.details.push((name, Detail::Number(value)));
        self
    }

    /// The error object itself.
    pub fn to_value<'a>(&self, cx: Cx<'a>) -> Value<'a> {
        let error = self.construct(cx).unwrap_or_else(|| self.plain_error(cx));
        if let Some(object) = error.as_object() {
            for (name, detail) in &self.0.details {
                let value = match detail {
                    Detail::Text(text) => Value::string(cx, text),
                    Detail::Number(number) => Value::number(cx, *number),
                };
                // A frozen Error.prototype can refuse; the message already describes the error.
                let _ = object.set(name, &value);
            }
        }
        error
    }

    fn construct<'a>(&self, cx: Cx<'a>) -> Option<Value<'a>> {
        if self.0.class == ErrorClass::Error {
            return None;
        }
        let constructor: Object<'a> = cx.global().get(self.0.class.name()).ok()?.as_object()?;
        Some(constructor.construct(&[Value::string(cx, &self.0.message)]).ok()?.into_value())
    }

    fn plain_error<'a>(&self, cx: Cx<'a>) -> Value<'a> {
        let message = EngineString::new(&self.0.message);
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: live context; one argument that lives on this stack frame, which the collector scans.
        unsafe {
            let text = JSValueMakeString(cx.raw, message.raw());
            let error = JSObjectMakeError(cx.raw, 1, &text, &mut exception);
            Value::from_raw(cx, if exception.is_null() { error.cast_const() } else { exception })
        }
    }
}

impl From<Exception<'_>> for Throw {
    /// For native code that only passes the message on. To rethrow the value itself, return it (see [`crate::Failure`]).
    fn from(exception: Exception<'_>) -> Throw {
        Throw::error(exception.message())
    }
}
