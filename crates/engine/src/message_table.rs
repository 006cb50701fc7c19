//! Messages of the engine that V8 words otherwise, where the engine's own message determines V8's. Recorded from Node 26.

/// V8's message for one that never varies. Only what no program would say: its own errors pass here, too.
pub(crate) fn fixed(class: &str, message: &str) -> Option<&'static str> {
    let is_possible = match message {
        "'super()' can't be called more than once in a constructor." => class == "ReferenceError",
        _ => matches!(class, "TypeError" | "RangeError" | "SyntaxError"),
    };
    Some(match message {
        _ if !is_possible => return None,
        "reduce of empty array with no initial value" | "reduceRight of empty array with no initial value" => {
            "Reduce of empty array with no initial value"
        }
        "String.raw requires template not be null or undefined" => "Cannot convert undefined or null to object",
        "Cannot set prototype of undefined or null" => "Object.setPrototypeOf called on null or undefined",
        "cyclic __proto__ value" => "Cyclic __proto__ value",
        "'super()' can't be called more than once in a constructor." => "Super constructor may only be called once",
        "Cannot return a non-object type in the constructor of a derived class." => {
            "Derived constructors may only return object or undefined"
        }
        "WeakMap keys must be objects or non-registered symbols" => "Invalid value used as weak map key",
        "WeakSet values must be objects or non-registered symbols" => "Invalid value used in weak set",
        "Cannot call a constructor without |new|" => "Promise constructor cannot be invoked without 'new'",
        "|this| is not an object" => "PromiseResolve called on non-object",
        "Reflect.construct requires the second argument be an object" => "CreateListFromArrayLike called on non-object",
        "Generator is executing" => "Generator is already running",
        "Iterator cannot be constructed directly" => "Abstract class Iterator not directly constructable",
        "GetIteratorFlattenable expects its first argument to be an object or a string" => {
            "Iterator.from called on non-object"
        }
        "'arguments', 'callee', and 'caller' cannot be accessed in this context." => {
            "'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the \
             arguments objects for calls to them"
        }
        "Symbol.toPrimitive returned an object" => "Cannot convert object to primitive value",
        // RangeError
        "argument does not match any normalization form" => {
            "The normalization form should be one of NFC, NFD, NFKC, NFKD."
        }
        "0 is an invalid divisor value." => "Division by zero",
        "Negative exponent is not allowed" => "Exponent must be positive",
        "number of bits cannot be negative" => "Invalid value: not (convertible to) a safe integer",
        "Out of memory: BigInt generated from this operation is too big" => "Maximum BigInt size exceeded",
        // SyntaxError
        "Unexpected end of script" => "Unexpected end of input",
        "Left side of assignment is not a reference." => "Invalid left-hand side in assignment",
        "Return statements are only valid inside functions." => "Illegal return statement",
        "'break' is only valid inside a switch or loop statement." => "Illegal break statement",
        "'continue' is only valid inside a loop statement." => {
            "Illegal continue statement: no surrounding iteration statement"
        }
        "super is not valid in this context." => "'super' keyword unexpected here",
        "import.meta is only valid inside modules." => "Cannot use 'import.meta' outside a module",
        "Function statements must have a name." => "Function statements require a function name",
        "'with' statements are not valid in strict mode." => "Strict mode code may not include a with statement",
        "Decimal integer literals with a leading zero are forbidden in strict mode" => {
            "Octal literals are not allowed in strict mode."
        }
        "No binary digits after '0b'" => "Invalid or unexpected token",
        _ => return None,
    })
}

/// V8's message for one that varies by a name.
pub(crate) fn patterned(message: &str) -> Option<String> {
    if let Some(method) = message.strip_suffix(" requires that |this| not be null or undefined") {
        // V8's methods of arrays convert their receiver by one function, but for concat.
        let converts = method.starts_with("Array.") && method != "Array.prototype.concat";
        return Some(if converts {
            "Cannot convert undefined or null to object".to_owned()
        } else {
            format!("{method} called on null or undefined")
        });
    }
    if message.strip_suffix(" requires that input parameter not be null or undefined").is_some() {
        return Some("Cannot convert undefined or null to object".to_owned());
    }
    if let Some(method) = message.strip_suffix(" argument must not be a non-global regular expression") {
        return Some(format!("{method} called with a non-global RegExp argument"));
    }
    if let Some(method) = between(message, "Argument to ", " cannot be a RegExp") {
        return Some(format!("First argument to {method} must not be a regular expression"));
    }
    if let Some(method) = message.strip_suffix(" requires that |this| be a symbol or a symbol object") {
        return Some(format!("{method} requires that 'this' be a Symbol"));
    }
    if let Some(method) = message.strip_suffix(" requires the first argument be an object")
        && method.starts_with("Reflect.")
    {
        return Some(format!("{method} called on non-object"));
    }
    if let Some(tag) = message.strip_prefix("invalid language tag: ") {
        return Some(format!("Invalid language tag: {tag}"));
    }
    if let Some(name) = between(message, "Cannot declare a let variable twice: '", "'.")
        .or_else(|| between(message, "Cannot declare a const variable twice: '", "'."))
    {
        return Some(format!("Identifier '{name}' has already been declared"));
    }
    if message.starts_with("Cannot declare a variable named ") && message.ends_with(" in strict mode.") {
        return Some("Unexpected eval or arguments in strict mode".to_owned());
    }
    in_operator(message).or_else(|| not_iterable(message))
}

/// `'b' is not an Object. (evaluating ''a' in 'b'')`: the value, then the expression.
fn in_operator(message: &str) -> Option<String> {
    let (value, expression) = message.split_once(" is not an Object. (evaluating '")?;
    let (key, _) = expression.strip_suffix("')")?.split_once(" in ")?;
    Some(format!("Cannot use 'in' operator to search for '{}' in {}", unquoted(key), unquoted(value)))
}

/// `undefined is not a function (near '...x of xs...')`, `null is not an object (evaluating 'x of null')`: a loop over something without
/// an iterator.
fn not_iterable(message: &str) -> Option<String> {
    let near = between(message, "undefined is not a function (near '...", "...')");
    let evaluated = || {
        let (value, expression) = message.split_once(" is not an object (evaluating '")?;
        matches!(value, "null" | "undefined").then(|| expression.strip_suffix("')"))?
    };
    let (_, iterable) = near.or_else(evaluated)?.rsplit_once(" of ")?;
    Some(format!("{} is not iterable", iterable.trim()))
}

fn unquoted(text: &str) -> &str {
    let inner = |quote: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    inner('\'').or_else(|| inner('"')).unwrap_or(text)
}

fn between<'a>(message: &'a str, start: &str, end: &str) -> Option<&'a str> {
    message.strip_prefix(start)?.strip_suffix(end)
}
