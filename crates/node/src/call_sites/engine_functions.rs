//! Frames of functions that the engine has built in: V8 prints the type that they belong to, `Array.map (<anonymous>)`.

use super::{CallSite, Entry};
use hexloop_engine::stack::Frame;
use hexloop_source::Call;

/// Frames that V8 does not have. `below` is the next one.
pub fn is_hidden(name: &str, below: Option<&Frame>) -> bool {
    match name {
        "apply" | "call" | "construct" | "eval" => true,
        // A part of the engine's `replace`.
        "anonymous" => below.is_some_and(|below| below.is_native),
        _ => false,
    }
}

/// Whether a function calls what it is passed on an object.
pub fn passes_this(name: &str) -> bool {
    matches!(name, "stringify" | "parse")
}

/// The type of the functions with this name, or of most of them.
pub fn type_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "every" | "filter" | "find" | "findIndex" | "findLast" | "findLastIndex" | "flatMap" | "forEach" | "from"
        | "fromAsync" | "map" | "reduce" | "reduceRight" | "some" | "sort" | "toSorted" | "join" | "concat" => "Array",
        "replace" | "replaceAll" => "String",
        "stringify" | "parse" | "rawJSON" => "JSON",
        "assign" | "defineProperties" | "defineProperty" | "entries" | "freeze" | "fromEntries" | "groupBy"
        | "values" | "setPrototypeOf" => "Object",
        "next" | "return" | "throw" => "Generator",
        "then" | "catch" | "finally" => "Promise",
        _ => return None,
    })
}

/// `call` is the one that `below` makes.
pub(super) fn describe(name: &str, call: Option<&Call>, below: Option<&Entry>, site: &mut CallSite) {
    site.function = name.to_owned();
    let functions = below.and_then(|below| below.position.as_ref()).map(|position| position.functions());
    site.is_constructor = call.is_some_and(|call| call.is_new) && name.starts_with(|c: char| c.is_ascii_uppercase());
    if site.is_constructor {
        return;
    }
    let called = call.filter(|call| call.property.as_deref() == Some(name)).zip(functions);
    let receiver = called.and_then(|(call, functions)| functions.type_name(&call.receiver));
    site.type_name = receiver.or_else(|| type_of(name)).map(str::to_owned);
    site.method = site.type_name.as_ref().map(|_| name.to_owned());
}
