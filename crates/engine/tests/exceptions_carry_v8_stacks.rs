mod support;

use hexloop_engine::{Context, Throw};
use support::{in_both_modes, show};

const PROGRAM: &str = "\
function inner() {
  throw new TypeError('broken')
}
const outer = () => inner()
outer()";

#[test]
fn an_exception_has_a_message_a_position_and_a_stack_in_v8s_format() {
    let stack = in_both_modes(|context, _| {
        let thrown = context.cx().evaluate(PROGRAM, "/app/main.js", 1).err().expect("it throws");
        assert_eq!(thrown.message(), "TypeError: broken");
        let position = thrown.position().expect("a position");
        assert_eq!((position.url.as_str(), position.line), ("/app/main.js", 2));
        thrown.stack()
    });
    let lines: Vec<&str> = stack.lines().collect();
    assert_eq!(lines[0], "TypeError: broken");
    assert!(lines[1].starts_with("    at inner (/app/main.js:2:"), "{stack}");
    assert!(lines[2].starts_with("    at outer (/app/main.js:4:"), "{stack}");
    assert!(lines[3].starts_with("    at /app/main.js:5:"), "{stack}");
    assert_eq!(lines.len(), 4, "{stack}");
}

#[test]
fn a_stack_taken_in_a_callback_does_not_show_the_loop_below_it() {
    let stack = in_both_modes(|context, _| {
        let cx = context.cx();
        let function = cx.evaluate("(function callback() { throw new Error('x') })", "/a.js", 1).unwrap().root();
        function.call().map_err(|thrown| thrown.stack()).expect_err("it throws")
    });
    assert_eq!(stack.lines().count(), 2, "{stack}");
    assert!(stack.lines().nth(1).unwrap().starts_with("    at callback (/a.js:1:"), "{stack}");
}

#[test]
fn a_stack_taken_in_a_promise_job_does_not_show_the_loop_below_it() {
    let stack = in_both_modes(|context, entry| {
        let cx = context.cx();
        cx.evaluate("Promise.resolve().then(function job() { globalThis.seen = new Error('x') })", "/a.js", 1).unwrap();
        entry.drain_jobs();
        let seen = cx.global().get("seen").unwrap();
        hexloop_engine::Exception::new(seen).stack()
    });
    assert_eq!(stack.lines().count(), 2, "{stack}");
}

#[test]
fn a_syntax_error_names_the_line() {
    in_both_modes(|context, _| {
        let thrown = context.cx().evaluate("let a = 1\nlet = = 2", "/bad.js", 1).err().expect("it does not parse");
        assert!(thrown.message().starts_with("SyntaxError"), "{}", thrown.message());
        assert_eq!(thrown.position().map(|position| position.line), Some(2));
    });
}

#[test]
fn a_script_that_starts_at_a_later_line_counts_from_there() {
    in_both_modes(|context, _| {
        let thrown = context.cx().evaluate("throw new Error('x')", "/late.js", 41).err().unwrap();
        assert_eq!(thrown.position().map(|position| position.line), Some(41));
    });
}

#[test]
fn anything_can_be_thrown_and_arrives_as_it_is() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        for (source, message) in [
            ("throw 7", "7"),
            ("throw 'text'", "text"),
            ("throw undefined", "undefined"),
            ("throw null", "null"),
            ("throw { toString() { return 'shown' } }", "shown"),
            ("throw { toString() { throw 1 } }", "an exception that cannot be shown as text"),
            ("throw Symbol('s')", "an exception that cannot be shown as text"),
            ("throw new Proxy({}, { get() { throw 1 } })", "an exception that cannot be shown as text"),
        ] {
            let thrown = cx.evaluate(source, "t.js", 1).err().expect(source);
            assert_eq!(thrown.message(), message, "{source}");
            assert!(!thrown.is_termination(), "{source}");
            let _ = (thrown.stack(), thrown.position());
        }
        assert_eq!(show(cx, "1 + 1"), "2", "nothing is left pending");
    });
}

#[test]
fn a_string_equal_to_the_termination_message_is_just_a_string() {
    let context = Context::new();
    let thrown = context.cx().evaluate("throw 'JavaScript execution terminated.'", "t.js", 1).err().unwrap();
    assert!(!thrown.is_termination());
}

#[test]
fn what_rust_throws_has_the_class_and_the_details_it_was_given() {
    let seen = in_both_modes(|context, _| {
        let cx = context.cx();
        let open = cx.function("open", |_| {
            Err(Throw::type_error("no such file").text("code", "ENOENT").number("errno", -2.0).into())
        });
        cx.global().set("open", open.value()).unwrap();
        show(
            cx,
            "try { open() } catch (e) { [e instanceof TypeError, e.message, e.code, e.errno, Object.keys(e)].join('|') }",
        )
    });
    assert_eq!(seen, "true|no such file|ENOENT|-2|code,errno");
}

#[test]
fn what_javascript_threw_passes_through_rust_unchanged() {
    let same = in_both_modes(|context, _| {
        let cx = context.cx();
        let through = cx.function("through", |call| {
            let callback = call.value(0).as_object().expect("a function");
            Ok(callback.call(&[])?.into())
        });
        cx.global().set("through", through.value()).unwrap();
        show(cx, "const mine = { a: 1 }; try { through(() => { throw mine }) } catch (e) { e === mine }")
    });
    assert_eq!(same, "true");
}

#[test]
fn a_trap_that_throws_leaves_nothing_pending() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let proxy =
            "new Proxy({}, { has() { throw 1 }, get() { throw 2 }, set() { throw 3 }, deleteProperty() { throw 4 } })";
        let proxy = cx.evaluate(proxy, "t.js", 1).unwrap().as_object().unwrap();
        assert!(!proxy.has("x"));
        assert_eq!(show(cx, "'after has'"), "after has");
        assert_eq!(proxy.get("x").err().unwrap().message(), "2");
        assert_eq!(proxy.set("x", proxy.value()).err().unwrap().message(), "3");
        assert_eq!(proxy.delete("x").err().unwrap().message(), "4");
        assert_eq!(show(cx, "'after all'"), "after all");
    });
}
