//! Messages of errors that expressions and statements throw. V8 quotes the source; the engine quotes it otherwise, or not at all.

use oxc_ast::ast::{Expression, Statement};

use super::Described;
use super::printer::print;
use super::sites::{Kind, Site, Sites};
use crate::parse::{self, Goal, ParseMode};

const READ_ONLY: &str = "Attempted to assign to readonly property.";
const NOT_EXTENSIBLE: &str = "Attempting to define property on object that is not extensible.";
const DEAD_ZONE: &str = "Cannot access uninitialized variable.";
const NOT_DELETED: &str = "Unable to delete property.";
const DESTRUCTURED: &str = "Right side of assignment cannot be destructured";
pub(super) const SPREAD_NULLISH: &str = "Spread syntax requires ...iterable not be null or undefined";
const SPREAD: &str = "Spread syntax requires ...iterable[Symbol.iterator] to be a function";
const REVOKED: &str = "Proxy has already been revoked. No more operations are allowed to be performed on it";
const HAS_TRAP: &str = "Proxy 'has' must return 'true' for non-configurable properties";
const SET_TRAP: &str = "Proxy handler's 'set' on a non-configurable and non-writable property on 'target' should either return false or be the same value already on the 'target'";
const DELETE_TRAP: &str =
    "Proxy handler's 'deleteProperty' method should return false when the target's property is not configurable";
const NO_SETTER: &str = "Trying to access an undefined private setter";
const NO_GETTER: &str = "Trying to access an undefined private getter";
const NO_STATIC: &str = "Cannot access static private method or accessor";
const NO_PRIVATE: &str = "Cannot access private method or acessor (evaluating '";
const SUPERCLASS: &str = "The superclass is not a constructor.";
const LENGTH: &str = "Array length is not writable";

/// Messages that the message alone determines.
const FIXED: &[(&str, &str)] = &[
    (
        "The value of the superclass's prototype property is not an object or null.",
        "Class extends value does not have valid prototype property undefined",
    ),
    ("Cannot declare a static field named 'prototype'", "Classes may not have a static property named 'prototype'"),
    (
        "instanceof called on an object with an invalid prototype property.",
        "Function has non-object prototype 'undefined' in instanceof check",
    ),
    ("BigInt does not support >>> operator", "BigInts have no unsigned right shift, use >> instead"),
    ("No default value", "Cannot convert object to primitive value"),
    (
        "GetIteratorFlattenable expects its first argument to be an object",
        "Iterator.prototype.flatMap called on non-object",
    ),
    (
        "The iterator, to which yield* delegated iteration, does not have a 'throw' method.",
        "The iterator does not provide a 'throw' method.",
    ),
];

/// The same by the start of the message: what was evaluated follows.
const BY_START: &[(&str, &str)] = &[
    (
        "second argument to Function.prototype.apply must be an Array-like object",
        "CreateListFromArrayLike called on non-object",
    ),
    ("Unreachable code should not be executed", "unreachable"),
    ("Out of bounds memory access", "memory access out of bounds"),
    ("Out of bounds call_indirect", "table index is out of bounds"),
    ("Division by zero (evaluating", "divide by zero"),
    (
        "Cannot return a non-object type in the constructor of a derived class ",
        "Derived constructors may only return object or undefined",
    ),
    ("Integer overflow (evaluating", "divide result unrepresentable"),
];

const WITHOUT_NEW: &str = "Cannot call a class constructor ";

const WITH_SITE: &[&str] = &[
    READ_ONLY,
    NOT_EXTENSIBLE,
    DEAD_ZONE,
    NOT_DELETED,
    DESTRUCTURED,
    SPREAD_NULLISH,
    SPREAD,
    REVOKED,
    HAS_TRAP,
    SET_TRAP,
    DELETE_TRAP,
    NO_SETTER,
    NO_GETTER,
    NO_STATIC,
    SUPERCLASS,
    LENGTH,
];

pub(super) fn is_known(message: &str) -> bool {
    WITH_SITE.contains(&message)
        || FIXED.iter().any(|(engine, _)| *engine == message)
        || message.contains("(evaluating '")
        || message.contains(" is not a function. (In '")
        || message.contains(" (near '...")
        || message.ends_with(" is not an Object.")
        || BY_START.iter().any(|(start, _)| message.starts_with(start))
        || message.starts_with(WITHOUT_NEW)
        || dead_name(message).is_some()
        || destructured_name(message).is_some()
        || iterated_type(message).is_some()
}

/// `Cannot access 'a' before initialization.`: newer engines name the variable, most of the time correctly.
pub(super) fn dead_name(message: &str) -> Option<&str> {
    message.strip_prefix("Cannot access '")?.strip_suffix("' before initialization.")
}

/// What newer engines say instead of [`DESTRUCTURED`]; empty if nothing is named.
fn destructured_name(message: &str) -> Option<&str> {
    if message == "Cannot destructure null or undefined value" {
        return Some("");
    }
    message.strip_prefix("Cannot destructure property '")?.strip_suffix("' from null or undefined value")
}

/// `number is not iterable` of newer engines.
pub(super) fn iterated_type(message: &str) -> Option<&str> {
    const TYPES: [&str; 7] = ["number", "boolean", "true", "false", "symbol", "bigint", "{}"];
    message.strip_suffix(" is not iterable").filter(|name| TYPES.contains(name))
}

pub(super) fn is_identifier(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
}

/// Where an error was thrown.
pub(super) struct Place<'s> {
    pub sites: &'s Sites,
    pub source: &'s str,
    pub offset: usize,
}

/// What needs no place.
pub(super) fn by_message(engine: &str, function: &str) -> Option<String> {
    if engine.starts_with(WITHOUT_NEW) && engine.ends_with("without |new|") {
        return Some(match function {
            "" => "Class constructors cannot be invoked without 'new'".to_owned(),
            name => format!("Class constructor {name} cannot be invoked without 'new'"),
        });
    }
    if engine.contains(" is not a constructor (evaluating 'super(") {
        return Some(match function {
            "" => "Super constructor null of anonymous class".to_owned(),
            name => format!("Super constructor null of {name} is not a constructor"),
        });
    }
    if let Some((_, v8)) = BY_START.iter().find(|(start, _)| engine.starts_with(start)) {
        return Some((*v8).to_owned());
    }
    if let Some((_, v8)) = FIXED.iter().find(|(message, _)| *message == engine) {
        return Some((*v8).to_owned());
    }
    if dead_name(engine).is_some_and(is_identifier) {
        return Some(engine.trim_end_matches('.').to_owned());
    }
    if let Some((_, rest)) = engine.split_once(" is not a function. (In '") {
        // `(In 'f()()', 'f()' is undefined)`
        let (_, subject) = rest.rsplit_once("', '")?;
        let (callee, _) = subject.rsplit_once("' is ")?;
        return with_expression(callee, |expression, source| {
            format!("{} is not a function", print(expression, source))
        });
    }
    if engine.contains(" is not a function. (evaluating '") {
        return Some("Right-hand side of 'instanceof' is not callable".to_owned());
    }
    if let Some(text) = between(engine, " is not a constructor (evaluating '", "')") {
        return with_expression(text, |expression, source| match expression.get_inner_expression() {
            Expression::NewExpression(new) => Some(format!("{} is not a constructor", print(&new.callee, source))),
            _ => None,
        })
        .flatten();
    }
    if let Some(text) = between(engine, " is not a function (near '...", "...')") {
        return with_expression(text, |expression, source| match expression.get_inner_expression() {
            Expression::TaggedTemplateExpression(tagged) => {
                Some(format!("{} is not a function", print(&tagged.tag, source)))
            }
            _ => None,
        })
        .flatten();
    }
    None
}

/// Of a call that has a native frame.
pub(super) fn called(engine: &str, is_new: bool) -> Option<String> {
    let trap = if is_new { "construct" } else { "apply" };
    (engine == REVOKED).then(|| format!("Cannot perform '{trap}' on a proxy that has been revoked"))
}

/// `f(…) is not a function`, by the call at the place: the engine quotes the source that runs, which may be rewritten.
pub(super) fn not_callable(engine: &str, call: &Site) -> Option<String> {
    let Kind::Call { callee, is_new, .. } = &call.kind else { return None };
    let is_meant = if *is_new {
        engine.contains(" is not a constructor (evaluating 'new ")
    } else {
        engine.contains(" is not a function. (In '")
    };
    let what = if *is_new { "constructor" } else { "function" };
    is_meant.then(|| format!("{} is not a {what}", callee.printed))
}

/// What the place decides.
pub(super) fn at_place(engine: &str, place: &Place) -> Option<Described> {
    match engine {
        DEAD_ZONE => place.dead_zone(None),
        READ_ONLY => place.read_only(),
        NOT_EXTENSIBLE => {
            let (_, key, at) = place.assigned_member()?;
            Some(Described::at(format!("Cannot add property {key}, object is not extensible"), at))
        }
        LENGTH => Some(Described::new("Cannot assign to read only property 'length' of object '[object Array]'")),
        NOT_DELETED => place.not_deleted(),
        DESTRUCTURED => place.destructured(None),
        SPREAD_NULLISH | SPREAD => {
            place.not_iterable(engine, &|how| how.is_spread(), if engine == SPREAD { "" } else { "undefined" })
        }
        SUPERCLASS => {
            let site = place.nearest(|kind| matches!(kind, Kind::Extends { .. }))?;
            let Kind::Extends { superclass } = &site.kind else { return None };
            let value =
                place.sites.constants.resolve(&superclass.value).shown().unwrap_or_else(|| "undefined".to_owned());
            Some(Described::at(format!("Class extends value {value} is not a constructor or null"), superclass.start))
        }
        REVOKED => Some(Described::new(&format!("Cannot perform '{}' on a proxy that has been revoked", place.trap()))),
        HAS_TRAP => {
            let site = place.innermost(|kind| matches!(kind, Kind::In { .. }))?;
            let Kind::In { left } = &site.kind else { return None };
            let key = place.sites.constants.resolve(&left.value).shown()?;
            Some(Described::new(&format!(
                "'has' on proxy: trap returned falsish for property '{key}' which exists in the proxy target as non-configurable"
            )))
        }
        SET_TRAP => {
            let (_, key, _) = place.assigned_member()?;
            Some(Described::new(&format!(
                "'set' on proxy: trap returned truish for property '{key}' which exists in the proxy target as a non-configurable and non-writable data property with a different value"
            )))
        }
        DELETE_TRAP => {
            let site = place.nearest(|kind| matches!(kind, Kind::Delete { .. }))?;
            let Kind::Delete { key, .. } = &site.kind else { return None };
            let key = place.key(&key.value)?;
            Some(Described::new(&format!(
                "'deleteProperty' on proxy: trap returned truish for property '{key}' which is non-configurable in the proxy target"
            )))
        }
        NO_SETTER => {
            let (_, key, _) = place.assigned_member()?;
            let is_method = place.sites.private_names.get(&key).is_some_and(|name| name.is_method);
            Some(Described::new(&if is_method {
                format!("Private method '{key}' is not writable")
            } else {
                format!("'{key}' was defined without a setter")
            }))
        }
        NO_GETTER => Some(Described::new(&format!("'{}' was defined without a getter", place.private_read()?))),
        NO_STATIC => place.receiver(&place.private_read()?),
        _ if engine.starts_with(NO_PRIVATE) => {
            let name = &engine[engine[NO_PRIVATE.len()..].find('#')? + NO_PRIVATE.len()..];
            let end = name[1..]
                .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
                .map_or(name.len(), |at| at + 1);
            place.receiver(&name[..end])
        }
        _ if engine.ends_with(" is not an Object.") => {
            let site = place.nearest(|kind| matches!(kind, Kind::HasPrivate { .. }))?;
            let Kind::HasPrivate { name } = &site.kind else { return None };
            let value = engine.strip_suffix(" is not an Object.")?;
            Some(Described::new(&format!("Cannot use 'in' operator to search for '{name}' in {value}")))
        }
        _ => match (dead_name(engine), destructured_name(engine), iterated_type(engine)) {
            (Some(name), _, _) => place.dead_zone(Some(name).filter(|name| is_identifier(name))),
            (_, Some(name), _) => place.destructured(Some(name)),
            (_, _, Some(_)) => place.not_iterable(engine, &|how| !how.is_spread(), ""),
            _ => place.evaluated(engine),
        },
    }
}

/// Calls `read` with a text as an expression, if it is one, and with the source that its spans refer to.
pub(super) fn with_expression<R: Send>(text: &str, read: impl FnOnce(&Expression, &str) -> R + Send) -> Option<R> {
    let source = format!("({text})");
    parse::parse(&source, Goal::Module, ParseMode::TreeOnly, |parsed| match parsed.program.body.as_slice() {
        [Statement::ExpressionStatement(statement)] if parsed.is_valid() => Some(read(&statement.expression, &source)),
        _ => None,
    })
    .ok()
    .flatten()
}

fn between<'a>(message: &'a str, start: &str, end: &str) -> Option<&'a str> {
    message.split_once(start)?.1.strip_suffix(end)
}
