//! Messages of errors that functions of the language throw. V8 names the arguments and the receiver, which the engine's messages do not
//! have: they come from the call in the source. The table is `library_rows.rs`.

use super::language;
use super::library_rows::{DETACHED, NOT_CONVERTIBLE, NOT_ITERABLE, PATTERNS, ROWS, START_OFFSET};
use super::sites::{Callee, Kind, Quoted, Site, Sites};
use super::value::{Value, number};

pub(super) fn is_known(message: &str) -> bool {
    ["Type error", DETACHED, "Length out of range of buffer"].contains(&message)
        || message.starts_with("ArrayBuffer length minus ")
        || message.starts_with("byteOffset modulo ")
        || message.starts_with("Expect an integer argument in the range: ")
        || pattern_reason(message).is_some()
        || ROWS.iter().any(|row| matches(row.1, message).is_some())
}

fn pattern_reason(message: &str) -> Option<&'static str> {
    let reason = message.strip_prefix("Invalid regular expression: ")?;
    PATTERNS.iter().find(|(engine, _)| *engine == reason).map(|(_, reason)| *reason)
}

/// A call of a native function that threw.
pub(super) struct NativeCall<'s> {
    /// As the engine names it: `get size`.
    pub native: &'s str,
    pub sites: &'s Sites,
    /// In the source, if it was found.
    pub site: Option<&'s Site>,
}

/// V8's message, if there is one for what the source shows.
pub(super) fn message(engine: &str, call: &NativeCall) -> Option<String> {
    if let Some(reason) = pattern_reason(engine) {
        let (pattern, flags) = (call.argument(0)?.0, call.argument(1).filter(|(value, _)| *value != Value::Undefined));
        let flags = flags.and_then(|(flags, _)| flags.shown()).unwrap_or_default();
        return Some(format!("Invalid regular expression: /{}/{flags}: {reason}", pattern.shown()?));
    }
    if engine == "Type error" {
        return incompatible(call);
    }
    receiver_is_no_object(engine, call)
        .or_else(|| detached(engine, call.native))
        .or_else(|| of_arguments(engine, call))
        .or_else(|| row(engine, call))
}

/// The same for messages that no expression or statement throws.
pub(super) fn named(engine: &str, call: &NativeCall) -> Option<String> {
    if language::is_known(engine) { None } else { row(engine, call) }
}

fn row(engine: &str, call: &NativeCall) -> Option<String> {
    ROWS.iter().filter(|(natives, _, _)| natives.is_empty() || natives.contains(&call.native)).find_map(
        |(_, pattern, template)| {
            let captures = matches(pattern, engine)?;
            fill(template, &captures, call)
        },
    )
}

/// What the wildcards of a pattern stand for.
fn matches<'m>(pattern: &str, message: &'m str) -> Option<Vec<&'m str>> {
    let mut parts = pattern.split('*');
    let mut rest = message.strip_prefix(parts.next()?)?;
    let mut captures = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let at = match (part.is_empty(), parts.peek().is_none()) {
            (true, true) => rest.len(),
            (_, true) => rest
                .len()
                .checked_sub(part.len())
                .filter(|at| rest.is_char_boundary(*at) && rest.ends_with(part) && *at <= rest.len())?,
            _ => rest.find(part)?,
        };
        captures.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(captures)
}

fn fill(template: &str, captures: &[&str], call: &NativeCall) -> Option<String> {
    let mut text = template.to_owned();
    for (index, capture) in captures.iter().enumerate() {
        text = text.replace(&format!("${}", index + 1), capture);
    }
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(open) = rest.find('{') {
        let close = open + rest[open..].find('}')?;
        out.push_str(&rest[..open]);
        out.push_str(&call.part(&rest[open + 1..close])?);
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    Some(out)
}

impl NativeCall<'_> {
    fn parts(&self) -> Option<(&Callee, &[Quoted])> {
        match &self.site?.kind {
            Kind::Call { callee, arguments, .. } => Some((callee, arguments)),
            _ => None,
        }
    }

    /// By `f.call(…)`: then the first argument is the receiver.
    fn is_by_call(&self) -> bool {
        self.native != "call"
            && self.parts().is_some_and(|(callee, _)| callee.path.last().is_some_and(|name| name == "call"))
    }

    /// The value of an argument, and how V8 would quote it.
    fn argument(&self, index: usize) -> Option<(Value, String)> {
        let (_, arguments) = self.parts()?;
        let index = index + usize::from(self.is_by_call());
        Some(match arguments.get(index) {
            Some(argument) => (self.sites.constants.resolve(&argument.value), argument.printed.clone()),
            None => (Value::Undefined, "undefined".to_owned()),
        })
    }

    fn receiver(&self) -> Option<(Value, String)> {
        let (callee, arguments) = self.parts()?;
        let is_indirect = callee.path.last().is_some_and(|name| name == "call" || name == "apply");
        let receiver = if is_indirect { arguments.first() } else { callee.receiver.as_ref() }?;
        Some((self.sites.constants.resolve(&receiver.value), receiver.printed.clone()))
    }

    fn part(&self, name: &str) -> Option<String> {
        let (form, subject) = name.split_once(' ').unwrap_or(("", name));
        if form == "of" {
            return Some(self.method_of(subject));
        }
        match name {
            "native" => return Some(self.native.to_owned()),
            "length" | "last" => {
                let Some((Value::Array(elements), _)) = self.receiver() else { return Some("0".to_owned()) };
                let index = if name == "last" { elements.len().saturating_sub(1) } else { elements.len() };
                return Some(index.to_string());
            }
            _ => {}
        }
        let (index, key) = subject.split_once('.').map_or((subject, None), |(index, key)| (index, Some(key)));
        let (mut value, mut printed) = match index {
            "this" => self.receiver().unwrap_or((Value::Properties(Vec::new()), String::new())),
            index => self.argument(index.parse().ok()?)?,
        };
        if let Some(key) = key {
            value = self.sites.constants.resolve(value.property(key)?);
            printed = format!("{printed}.{key}");
        }
        match form {
            "typed" => value.typed().or(Some(printed)),
            "number" => match value {
                Value::Number(value) => Some(number(value)),
                Value::Text(text) => Some(number(text.trim().parse().unwrap_or(f64::NAN))),
                _ => Some(printed),
            },
            "text" if matches!(value, Value::Properties(_) | Value::Instance(_)) => Some("[object Object]".to_owned()),
            "tag" => match value {
                Value::Instance(class) => Some(format!("[object {class}]")),
                value => value.shown().or(Some(printed)),
            },
            "a" => value.type_name().map(|name| format!("{} {name}", if name == "object" { "an" } else { "a" })),
            "key" | "value" => {
                let Value::Properties(properties) = &value else { return None };
                let (key, value) = properties.first()?;
                if form == "key" { Some(key.clone()) } else { self.sites.constants.resolve(value).shown() }
            }
            "entry" => value.first_primitive()?.shown(),
            _ if index == "this" && value.shown().is_none() => Some("#<Object>".to_owned()),
            _ => value.shown().or(Some(printed)),
        }
    }

    fn method_of(&self, class: &str) -> String {
        match self.native.split_once(' ') {
            Some((kind @ ("get" | "set"), name)) => format!("{kind} {class}.prototype.{name}"),
            _ => format!("{class}.prototype.{}", self.native),
        }
    }

    /// The class that the callee is a method of: `Map` of `Map.prototype.get.call(…)`.
    fn class(&self) -> Option<&str> {
        let (callee, _) = self.parts()?;
        let at = callee.path.iter().position(|name| name == "prototype")?;
        callee.path.get(at.checked_sub(1)?).map(String::as_str)
    }
}

/// `Type error`: a receiver or an argument is not what a function needs.
fn incompatible(call: &NativeCall) -> Option<String> {
    let native = call.native;
    match native {
        "Map" | "WeakMap" | "Set" | "WeakSet" => {
            let entry = fill("Iterator value {entry 0} is not an entry object", &[], call);
            return entry.filter(|_| native.ends_with("Map")).or_else(|| fill(NOT_ITERABLE, &[], call));
        }
        _ => {}
    }
    match call.class()? {
        class @ ("String" | "Boolean" | "Function" | "Number") if matches!(native, "toString" | "valueOf") => {
            Some(format!("{class}.prototype.{native} requires that 'this' be a {class}"))
        }
        "String" => Some(match native {
            "[Symbol.iterator]" => "String.prototype[Symbol.iterator] called on null or undefined".to_owned(),
            _ => format!("String.prototype.{native} called on null or undefined"),
        }),
        "Date" if native.starts_with("get") || native == "valueOf" => Some("this is not a Date object.".to_owned()),
        class => {
            fill(&format!("Method {class}.prototype.{native} called on incompatible receiver {{this}}"), &[], call)
        }
    }
}

/// `null is not an object (evaluating 'Array.prototype.push.call(null)')`, thrown by a native function.
fn receiver_is_no_object(engine: &str, call: &NativeCall) -> Option<String> {
    let (value, _) = engine.split_once(" is not an object (evaluating '")?;
    if let Some(class @ ("Map" | "Set" | "WeakMap" | "WeakSet")) = call.class() {
        return fill(&format!("Method {{of {class}}} called on incompatible receiver {{this}}"), &[], call);
    }
    let is_nullish = matches!(value, "null" | "undefined") && call.native != "toLocaleString";
    is_nullish.then(|| NOT_CONVERTIBLE.to_owned())
}

/// Messages that depend on which arguments there are.
fn of_arguments(engine: &str, call: &NativeCall) -> Option<String> {
    let has = |index| call.argument(index).is_some_and(|(value, _)| value != Value::Undefined);
    match engine {
        "ArrayBuffer length minus the byteOffset is not a multiple of the element size"
        | "byteOffset modulo TypedArray.BYTES_PER_ELEMENT must be 0" => {
            let size = match call.native {
                "Int16Array" | "Uint16Array" | "Float16Array" => 2,
                "Int32Array" | "Uint32Array" | "Float32Array" => 4,
                _ => 8,
            };
            let what = if has(1) { "start offset" } else { "byte length" };
            Some(format!("{what} of {} should be a multiple of {size}", call.native))
        }
        "Length out of range of buffer" if call.native != "DataView" => {
            fill(if has(2) { "Invalid typed array length: {2}" } else { START_OFFSET }, &[], call)
        }
        "Expect an integer argument in the range: [0, 2^32 - 1]" => {
            let is_missing = call.argument(0).is_some_and(|(value, _)| value.property("initial").is_none());
            let fault = if is_missing { "is required" } else { "must be non-negative" };
            Some(format!("WebAssembly.{}(): Property 'initial' {fault}", call.native))
        }
        _ => None,
    }
}

/// Of a view whose memory is gone.
fn detached(engine: &str, native: &str) -> Option<String> {
    let is_data_view = (native.starts_with("get") || native.starts_with("set")) && native.len() > 3;
    let class = if is_data_view { "DataView" } else { "%TypedArray%" };
    (engine == DETACHED)
        .then(|| format!("Cannot perform {class}.prototype.{native} on a detached or out-of-bounds ArrayBuffer"))
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_pattern_captures_what_varies() {
        assert_eq!(matches("a * c", "a b c"), Some(vec!["b"]));
        assert_eq!(matches("a *", "a b c"), Some(vec!["b c"]));
        assert_eq!(matches("*.groupBy *", "Map.groupBy x"), Some(vec!["Map", "x"]));
        assert_eq!(matches("a", "a b"), None);
        assert_eq!(matches("a * c", "a c"), None);
    }
}
