//! Messages of the engine in V8's words, where the message alone decides.

use hexloop_engine::{Context, v8_message};

#[test]
fn what_the_engine_throws_reads_as_on_v8() {
    let context = Context::new();
    for (source, message) in [
        ("null.x", "Cannot read properties of null (reading 'x')"),
        ("nowhere", "nowhere is not defined"),
        ("var o = {}; o.f()", "o.f is not a function"),
        ("(function f() { f() })()", "Maximum call stack size exceeded"),
        ("for (const a of null);", "null is not iterable"),
        ("'a' in 'b'", "Cannot use 'in' operator to search for 'a' in b"),
        ("[].reduce((a) => a)", "Reduce of empty array with no initial value"),
        ("Object.entries(null)", "Cannot convert undefined or null to object"),
        ("Array.prototype.flat.call(null)", "Cannot convert undefined or null to object"),
        ("Array.prototype.concat.call(null)", "Array.prototype.concat called on null or undefined"),
        ("'x'.replaceAll(/a/, '')", "String.prototype.replaceAll called with a non-global RegExp argument"),
        ("Reflect.ownKeys(5)", "Reflect.ownKeys called on non-object"),
        ("1n / 0n", "Division by zero"),
        ("new WeakSet([1])", "Invalid value used in weak set"),
        ("eval('let a; let a')", "Identifier 'a' has already been declared"),
        ("eval('if (')", "Unexpected end of input"),
        ("1n + 1", "Cannot mix BigInt and other types, use explicit conversions"),
    ] {
        let caught = format!("(() => {{ try {{ {source} }} catch (e) {{ return e.name + '\\n' + e.message }} }})()");
        let caught = context.cx().evaluate(&caught, "test.js", 1).expect("no exception").to_text().expect("a string");
        let (name, engine) = caught.split_once('\n').expect("two lines");
        assert_eq!(v8_message(name, engine).as_deref(), Some(message), "{source}: {engine}");
    }
}

#[test]
fn messages_of_the_program_stay() {
    for (class, message) in
        [("RangeError", "Invalid Date"), ("TypeError", "No default value"), ("Error", "Unexpected end of script")]
    {
        assert_eq!(v8_message(class, message), None);
    }
}
