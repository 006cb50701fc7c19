//! The engine's own error messages, translated to V8's.
//!
//! Programs print and match messages ("x is not defined"), so what the engine itself throws is translated. Only the
//! patterns below are; anything else, and every message of a program, stays unchanged.

use crate::message_table::{fixed, patterned};

/// V8's message for an error that the engine threw, or None if there is no translation.
pub fn v8_message(class: &str, message: &str) -> Option<String> {
    let recorded = fixed(class, message).map(str::to_owned).or_else(|| patterned(message));
    recorded.or_else(|| match class {
        "ReferenceError" => reference_error(message),
        "TypeError" => type_error(message),
        "RangeError" => range_error(message),
        "SyntaxError" => syntax_error(message),
        "URIError" => (message == "URI error").then(|| "URI malformed".to_owned()),
        _ => None,
    })
}

/// Whether [`v8_message`] has a translation for a message of any class.
pub fn is_engine_message(message: &str) -> bool {
    ["TypeError", "RangeError", "ReferenceError", "SyntaxError", "URIError"]
        .iter()
        .any(|class| v8_message(class, message).is_some())
}

fn reference_error(message: &str) -> Option<String> {
    if let Some(name) = message.strip_prefix("Can't find variable: ") {
        return Some(format!("{name} is not defined"));
    }
    let super_first = message.starts_with("'super()' must be called in derived constructor");
    super_first.then(|| {
        "Must call super constructor in derived class before accessing 'this' or returning from derived constructor"
            .to_owned()
    })
}

fn type_error(message: &str) -> Option<String> {
    for nothing in ["undefined", "null"] {
        if let Some(expression) = between(message, &format!("{nothing} is not an object (evaluating '"), "')") {
            return Some(reading(nothing, expression));
        }
    }
    if let Some(end) = message.find(" is not a function. (In '").or_else(|| message.find(" is not a function (")) {
        return Some(format!("{} is not a function", &message[..end]));
    }
    if let Some(expression) = between(message, " is not a constructor (evaluating 'new ", "')") {
        return Some(format!("{} is not a constructor", callee_of(expression)));
    }
    if let Some(expression) = between(message, "Cannot access invalid private field (evaluating '", "')") {
        return private_field(expression);
    }
    // The engine does not name the class.
    if let Some(expression) = between(message, "Cannot access private method or acessor (evaluating '", "')") {
        let target = split_assignment(expression).map_or(expression, |(target, _)| target);
        return last_property(target).map(|name| format!("Receiver must be an instance of class with {name}"));
    }
    if let Some(class) = between(message, "calling ", " constructor without new is invalid") {
        return Some(format!("Constructor {class} requires 'new'"));
    }
    Some(
        match message {
            "First argument to WeakRef should be an object or a non-registered symbol" => "WeakRef: invalid target",
            "Attempted to assign to readonly property." => "Assignment to constant variable.",
            "Promise constructor takes a function argument" => "Promise resolver undefined is not a function",
            "Properties can only be defined on Objects." => "Object.defineProperty called on non-object",
            "A Proxy's 'target' should be an Object" | "A Proxy's 'handler' should be an Object" => {
                "Cannot create proxy with a non-object as target or handler"
            }
            "Cannot convert a symbol to a string" => "Cannot convert a Symbol value to a string",
            "Cannot convert a symbol to a number" => "Cannot convert a Symbol value to a number",
            mixed if mixed.starts_with("Invalid mix of BigInt and other type in ") => {
                "Cannot mix BigInt and other types, use explicit conversions"
            }
            "Conversion from 'BigInt' to 'number' is not allowed." => "Cannot convert a BigInt value to a number",
            "Right hand side of instanceof is not an object" => "Right-hand side of 'instanceof' is not an object",
            "Right hand side of instanceof is not callable" => "Right-hand side of 'instanceof' is not callable",
            "Promise resolver is not a function" => "Promise resolver undefined is not a function",
            "JSON.stringify cannot serialize cyclic structures." => "Converting circular structure to JSON",
            "JSON.stringify cannot serialize BigInt." => "Do not know how to serialize a BigInt",
            _ => return None,
        }
        .to_owned(),
    )
}

/// V8's message for an object that lacks a private field.
fn private_field(expression: &str) -> Option<String> {
    match split_assignment(expression) {
        Some((target, _)) => last_property(target)
            .map(|name| format!("Cannot write private member {name} to an object whose class did not declare it")),
        None => last_property(expression)
            .map(|name| format!("Cannot read private member {name} from an object whose class did not declare it")),
    }
}

/// V8's message for reading, writing or calling a property of undefined or null.
fn reading(nothing: &str, expression: &str) -> String {
    if let Some((target, _)) = split_assignment(expression)
        && let Some(property) = last_property(target)
    {
        return format!("Cannot set properties of {nothing} (setting '{property}')");
    }
    let expression = callee_of(expression);
    match last_property(expression) {
        Some(property) => format!("Cannot read properties of {nothing} (reading '{property}')"),
        None => format!("{expression} is not iterable"),
    }
}

fn split_assignment(expression: &str) -> Option<(&str, &str)> {
    // Not `==`, `=>`, `<=` and the like, nor an `=` inside a string or a call's arguments.
    let at = expression.find('=')?;
    let (before, after) = (&expression[..at], &expression[at + 1..]);
    let is_operator =
        after.starts_with(['=', '>']) || before.ends_with(['!', '<', '>']) || before.contains(['(', '\'', '"']);
    (!is_operator).then_some((before.trim(), after))
}

/// The callee of a call, without its arguments.
fn callee_of(expression: &str) -> &str {
    if !expression.ends_with(')') {
        return expression;
    }
    let mut depth = 0;
    for (at, character) in expression.char_indices().rev() {
        match character {
            ')' => depth += 1,
            '(' => {
                depth -= 1;
                if depth == 0 {
                    return if at == 0 { expression } else { &expression[..at] };
                }
            }
            _ => {}
        }
    }
    expression
}

fn last_property(expression: &str) -> Option<&str> {
    if let Some(open) = expression.strip_suffix(']').and_then(|inner| inner.rfind('[')) {
        let key = &expression[open + 1..expression.len() - 1];
        return Some(key.trim_matches(|quote| matches!(quote, '\'' | '"' | '`')));
    }
    let (_, name) = expression.rsplit_once('.')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '#'));
    is_name.then_some(name)
}

fn range_error(message: &str) -> Option<String> {
    Some(
        match message {
            "Maximum call stack size exceeded." => "Maximum call stack size exceeded",
            "Array length must be a positive integer of safe magnitude."
            | "Array size is not a small enough positive integer." => "Invalid array length",
            "Out of memory" => "Invalid string length",
            "toFixed() argument must be between 0 and 100" => "toFixed() digits argument must be between 0 and 100",
            _ => return None,
        }
        .to_owned(),
    )
}

fn syntax_error(message: &str) -> Option<String> {
    // Declared by an earlier script: only the engine can know.
    for taken in
        ["Can't create duplicate variable: '", "Can't create duplicate variable that shadows a global property: '"]
    {
        if let Some(name) = message.strip_prefix(taken).and_then(|rest| rest.strip_suffix('\'')) {
            return Some(format!("Identifier '{name}' has already been declared"));
        }
    }
    let detail = message.strip_prefix("JSON Parse error: ")?;
    if detail == "Unexpected EOF" {
        return Some("Unexpected end of JSON input".to_owned());
    }
    None
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let from = text.find(start)? + start.len();
    let to = text[from..].rfind(end)? + from;
    Some(&text[from..to])
}

#[cfg(test)]
mod tests {
    use super::v8_message;

    #[test]
    fn engine_messages_are_translated_to_v8s() {
        let cases = [
            ("ReferenceError", "Can't find variable: zork", "zork is not defined"),
            (
                "TypeError",
                "undefined is not an object (evaluating 'u.a')",
                "Cannot read properties of undefined (reading 'a')",
            ),
            (
                "TypeError",
                "null is not an object (evaluating 'null.x')",
                "Cannot read properties of null (reading 'x')",
            ),
            (
                "TypeError",
                "null is not an object (evaluating 'a.b = 1')",
                "Cannot set properties of null (setting 'b')",
            ),
            (
                "TypeError",
                "undefined is not an object (evaluating 'a[\"k\"]')",
                "Cannot read properties of undefined (reading 'k')",
            ),
            (
                "TypeError",
                "undefined is not an object (evaluating 'a.b.c(1, f(2))')",
                "Cannot read properties of undefined (reading 'c')",
            ),
            ("TypeError", "x.foo is not a function. (In 'x.foo()', 'x.foo' is undefined)", "x.foo is not a function"),
            ("TypeError", "Object is not a constructor (evaluating 'new x')", "x is not a constructor"),
            (
                "TypeError",
                "undefined is not an object (evaluating 'u.x=1')",
                "Cannot set properties of undefined (setting 'x')",
            ),
            (
                "TypeError",
                "Cannot access invalid private field (evaluating 'this.#a')",
                "Cannot read private member #a from an object whose class did not declare it",
            ),
            (
                "TypeError",
                "Cannot access invalid private field (evaluating 'this.#a = b.c(1)')",
                "Cannot write private member #a to an object whose class did not declare it",
            ),
            (
                "TypeError",
                "Cannot access private method or acessor (evaluating 'this.#m')",
                "Receiver must be an instance of class with #m",
            ),
            ("RangeError", "Maximum call stack size exceeded.", "Maximum call stack size exceeded"),
        ];
        for (class, engine, expected) in cases {
            assert_eq!(v8_message(class, engine).as_deref(), Some(expected), "{engine}");
        }
        assert_eq!(v8_message("TypeError", "a message of a program"), None);
    }
}
