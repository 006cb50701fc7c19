//! Each case runs on a thread with the stack that a Rust thread has by default (2 MB) and on a larger one.

mod support;

use hexloop_engine::{Context, Failure, Object, Out};
use support::{in_both_modes, show};

fn on_small_and_large_stacks(case: fn()) {
    for megabytes in [2, 6] {
        std::thread::Builder::new().stack_size(megabytes << 20).spawn(case).unwrap().join().unwrap();
    }
}

/// `through(f)` calls f from Rust and returns its result; `hold(f)` does the same as a function that captures.
fn install_natives(context: &Context) {
    let cx = context.cx();
    let through = cx.function("through", |call| {
        let Some(function) = call.value(0).as_object() else { return Ok(Out::Undefined) };
        Ok(function.call(&[])?.into())
    });
    let captured = String::from("something");
    let hold = cx.function("hold", move |call| {
        let Some(function) = call.value(0).as_object() else { return Ok(captured.as_str().into()) };
        Ok(function.call(&[]).map_err(Failure::from)?.into())
    });
    cx.global().set("through", through.value()).unwrap();
    cx.global().set("hold", hold.value()).unwrap();
}

const CAUGHT: &str = "try { overflow(); 'returned' } catch (e) { `${e instanceof RangeError} ${e.message}` }";

fn overflows(program: &'static str) {
    let context = Context::new();
    install_natives(&context);
    let cx = context.cx();
    cx.evaluate(program, "overflow.js", 1).unwrap();
    assert_eq!(show(cx, CAUGHT), "true Maximum call stack size exceeded.");
    let uncaught = cx.evaluate("overflow()", "overflow.js", 1).err().expect("it throws");
    assert_eq!(uncaught.message(), "RangeError: Maximum call stack size exceeded.");
    assert!(uncaught.stack().starts_with("RangeError: Maximum call stack size exceeded."));
    assert_eq!(show(cx, "1 + 1"), "2", "the engine is usable afterwards");
}

#[test]
fn in_plain_javascript() {
    on_small_and_large_stacks(|| overflows("function overflow() { return 1 + overflow() }"));
}

#[test]
fn through_a_native_function_that_captures_nothing() {
    on_small_and_large_stacks(|| overflows("function overflow() { return through(overflow) }"));
}

#[test]
fn through_a_native_function_that_captures() {
    on_small_and_large_stacks(|| overflows("function overflow() { return hold(overflow) }"));
}

#[test]
fn through_getters_conversions_and_proxies() {
    on_small_and_large_stacks(|| {
        overflows("const o = { get x() { return this.x } }; function overflow() { return o.x }");
        overflows(
            "const o = { toString() { return `${this}` } }; function overflow() { return through(() => String(o)) }",
        );
        overflows("let p; p = new Proxy({}, { get: () => through(() => p.x) }); function overflow() { return p.x }");
    });
}

#[test]
fn caught_at_every_depth_while_unwinding() {
    on_small_and_large_stacks(|| {
        let context = Context::new();
        install_natives(&context);
        let counted = show(
            context.cx(),
            "let caught = 0; function deep() { try { through(deep) } catch { caught++; through(() => {}) } } deep(); caught > 0",
        );
        assert_eq!(counted, "true");
    });
}

#[test]
fn a_native_that_throws_near_the_limit_is_still_an_exception() {
    on_small_and_large_stacks(|| {
        let context = Context::new();
        install_natives(&context);
        let cx = context.cx();
        let fails = cx.function("fails", |call| {
            if call.boolean(0) {
                return Err(hexloop_engine::Throw::type_error("from Rust").text("code", "E").into());
            }
            Ok(format!("{:?}", call.value(1).to_text().map_err(|thrown| thrown.message())).into())
        });
        cx.global().set("fails", fails.value()).unwrap();
        let program = "let n = 0; function deep() { n++; try { fails(true) } catch {} fails(false, {}); through(deep) } \
                       try { deep() } catch (e) { `${e instanceof RangeError} ${n > 10}` }";
        assert_eq!(show(cx, program), "true true");
    });
}

#[test]
fn with_nested_entry_in_callbacks_and_in_promise_jobs() {
    on_small_and_large_stacks(|| {
        let seen = in_both_modes(|context, entry| {
            install_natives(context);
            let cx = context.cx();
            cx.evaluate("function overflow() { return through(() => hold(overflow)) }", "o.js", 1).unwrap();
            let function = cx.evaluate("overflow", "o.js", 1).unwrap().root();
            let called = function.call().expect_err("it throws").message();
            show(cx, "Promise.resolve().then(overflow).catch((e) => { globalThis.seen = String(e) })");
            entry.drain_jobs();
            [called, show(cx, "seen"), show(cx, CAUGHT)]
        });
        let error = "RangeError: Maximum call stack size exceeded.";
        assert_eq!(seen, [error, error, "true Maximum call stack size exceeded."]);
    });
}

/// Calls back with `KILOBYTES` more on the stack.
fn call_with_large_frame<const KILOBYTES: usize>(function: &Object<'_>) -> Option<String> {
    let ballast = std::hint::black_box([[1u8; 1024]; KILOBYTES]);
    let outcome = function.call(&[]).err().map(|thrown| thrown.message());
    std::hint::black_box(&ballast);
    outcome
}

#[test]
fn even_when_rust_frames_between_are_large() {
    on_small_and_large_stacks(|| {
        let context = Context::new();
        let cx = context.cx();
        let native = cx.function("native", |call| {
            let function = call.value(0).as_object().expect("a function");
            let thrown = if call.boolean(1) {
                call_with_large_frame::<200>(&function)
            } else {
                call_with_large_frame::<32>(&function)
            };
            thrown.map_or(Ok(().into()), |message| Err(hexloop_engine::Throw::range_error(message).into()))
        });
        cx.global().set("native", native.value()).unwrap();
        for wide in ["true", "false"] {
            let program = format!(
                "globalThis.deep = () => native(deep, {wide}); try {{ deep() }} catch (e) {{ `${{e instanceof RangeError}} ${{e.message}}` }}"
            );
            let shown = show(cx, &program);
            assert!(shown.starts_with("true "), "{shown}");
        }
    });
}
