//! What `convert_errors` promises: an error is converted when its stack is first read, by whatever means, and never otherwise.

use hexloop_engine::{Context, convert_errors, converts_errors, engine_stack};

/// A context whose errors have the stack `converted NAME: MESSAGE`; `seen` counts. None where the engine has no hooks.
fn converting() -> Option<Context> {
    let context = Context::new();
    let convert = context.cx().evaluate(
        "globalThis.seen = 0;
        (error) => {
          seen++;
          if (globalThis.refuse) throw new RangeError('refused');
          const own = Object.getOwnPropertyDescriptor(error, 'stack');
          if (own === undefined) return;
          globalThis.engineText = own.value;
          Object.defineProperty(error, 'stack', { value: `converted ${error.name}: ${error.message}`, writable: true, configurable: true });
          delete error.line; delete error.column; delete error.sourceURL;
        }",
        "convert.js",
        1,
    );
    let convert = convert.expect("it parses").as_object().expect("a function");
    let is_hooked = convert_errors(context.cx(), &convert);
    drop(convert);
    if !is_hooked {
        eprintln!("skipped: this engine has no error hooks");
        return None;
    }
    Some(context)
}

fn text(context: &Context, source: &str) -> String {
    let value = context.cx().evaluate(source, "test.js", 1).expect("no exception");
    value.to_text().expect("a string")
}

#[test]
fn every_way_of_reading_a_stack_reads_the_converted_one() {
    let Some(context) = converting() else { return };
    assert!(converts_errors());
    let make = "var make = () => new TypeError('m');";
    text(&context, &format!("{make} ''"));
    for read in [
        "make().stack",
        "make()['st' + 'ack']",
        "Reflect.get(make(), 'stack')",
        "Object.getOwnPropertyDescriptor(make(), 'stack').value",
        "var e = make(); Object.getOwnPropertyNames(e); e.stack",
        "var { stack } = make(); stack",
        "Object.create(make()).stack",
        "try { throw make() } catch (e) { e.stack }",
        "var all; for (var i = 0; i < 20000; i++) all = make().stack; all",
    ] {
        assert_eq!(text(&context, read), "converted TypeError: m", "{read}");
    }
    assert_eq!(text(&context, "Object.getOwnPropertyNames(make()).join()"), "message,stack");
    assert_eq!(text(&context, "var e = make(); 'line' in e"), "false");
}

#[test]
fn nothing_is_converted_that_nobody_reads() {
    let Some(context) = converting() else { return };
    let source = "seen = 0;
        for (let i = 0; i < 100; i++) { try { throw new Error('x' + i) } catch (e) { e.message; e.name; e.code = 5; Object.keys(e); } }
        seen";
    assert_eq!(text(&context, source), "0");
    assert_eq!(text(&context, "seen = 0; var e = new Error('x'); e.stack; e.stack; e.stack; seen"), "1");
}

#[test]
fn what_a_program_writes_stays() {
    let Some(context) = converting() else { return };
    assert_eq!(text(&context, "var e = new Error('x'); e.stack = 'mine'; e.stack"), "mine");
    assert_eq!(text(&context, "Object.getOwnPropertyNames(e).join()"), "message,stack");
    assert_eq!(text(&context, "var e = new Error('x'); delete e.stack; String(Object.hasOwn(e, 'stack'))"), "false");
    assert_eq!(text(&context, "var e = new Error('x'); e.line = 3; e.line + e.stack"), "3converted Error: x");
    let placed = "var e = new Error('x'); e.line = 3; Object.defineProperty(e, 'stack', { get() { return 'got' } }); e.line + e.stack";
    assert_eq!(text(&context, placed), "3got");
    let defined = "var e = new Error('x'); Object.defineProperty(e, 'stack', { get() { return 'got' } }); e.stack";
    assert_eq!(text(&context, defined), "got");
}

#[test]
fn what_the_conversion_throws_reaches_who_reads() {
    let Some(context) = converting() else { return };
    let source =
        "refuse = true; var told; try { new Error('x').stack } catch (e) { told = e.message } refuse = false; told";
    assert_eq!(text(&context, source), "refused");
}

#[test]
fn messages_of_the_engine_are_v8s_from_the_moment_they_are_thrown() {
    let Some(context) = converting() else { return };
    for (source, message) in [
        ("null.x", "Cannot read properties of null (reading 'x')"),
        ("undefined.f()", "Cannot read properties of undefined (reading 'f')"),
        ("nowhere", "nowhere is not defined"),
        ("var o = {}; o.f()", "o.f is not a function"),
        ("(function f() { f() })()", "Maximum call stack size exceeded"),
        ("decodeURI('%')", "URI malformed"),
        ("for (const a of null);", "null is not iterable"),
        ("'a' in 'b'", "Cannot use 'in' operator to search for 'a' in b"),
        ("[].reduce((a) => a)", "Reduce of empty array with no initial value"),
        ("Object.entries(null)", "Cannot convert undefined or null to object"),
        ("Array.prototype.flat.call(null)", "Cannot convert undefined or null to object"),
        ("Array.prototype.concat.call(null)", "Array.prototype.concat called on null or undefined"),
        ("'x'.replaceAll(/a/, '')", "String.prototype.replaceAll called with a non-global RegExp argument"),
        ("Reflect.ownKeys(5)", "Reflect.ownKeys called on non-object"),
        ("`${Object.create(null)}`", "Cannot convert object to primitive value"),
        ("1n / 0n", "Division by zero"),
        ("new Date(NaN).toISOString()", "Invalid time value"),
        ("new WeakSet([1])", "Invalid value used in weak set"),
        ("eval('let a; let a')", "Identifier 'a' has already been declared"),
        ("eval('if (')", "Unexpected end of input"),
        ("1n + 1", "Cannot mix BigInt and other types, use explicit conversions"),
    ] {
        let caught = format!("(() => {{ try {{ {source} }} catch (e) {{ return e.message }} }})()");
        assert_eq!(text(&context, &caught), message, "{source}");
        // Compiled code throws by other ways.
        let compiled = format!("var m; for (let i = 0; i < 3000; i++) m = {caught}; m");
        assert_eq!(text(&context, &compiled), message, "{source}, compiled");
    }
    let own = "try { throw new TypeError('o.f is not my function') } catch (e) { e.message }";
    assert_eq!(text(&context, own), "o.f is not my function");
}

#[test]
fn the_engines_own_stack_can_be_had_before_anybody_reads_it() {
    let Some(context) = converting() else { return };
    let error = context.cx().evaluate("function maker() { return new Error('x') } maker()", "/made.js", 1);
    let error = error.expect("no exception").as_object().expect("an error");
    let stack = engine_stack(&error).expect("a stack").to_text().expect("a string");
    assert!(stack.starts_with("maker@/made.js:"), "{stack}");
}

#[test]
fn another_vm_is_left_alone() {
    let Some(context) = converting() else { return };
    let other = Context::new();
    assert!(text(&other, "new Error('x').stack").contains('@'));
    assert_eq!(text(&context, "new Error('x').stack"), "converted Error: x");
    let elsewhere = std::thread::spawn(|| text(&Context::new(), "new Error('x').stack"));
    assert!(elsewhere.join().expect("no panic").contains('@'));
}
