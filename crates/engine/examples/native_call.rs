//! What a call from JavaScript into Rust costs, by kind of function and argument.
//!
//! `cargo run --release -p hexloop-engine --example native_call`, and with `HEXLOOP_ENGINE=no-host-function` for the C API.

use hexloop_engine::{Context, NewString, Out, Value};
use std::time::Instant;

const CALLS: f64 = 3e6;

fn main() {
    let context = Context::new();
    let cx = context.cx();
    let captured = String::from("captured");
    let functions = [
        ("empty", cx.function("empty", |_| Ok(Out::Undefined))),
        ("captures", cx.function("captures", move |_| Ok(captured.len().into()))),
        ("number", cx.function("number", |call| Ok((call.number(0)? + 1.0).into()))),
        ("string", cx.function("string", |call| Ok(call.with_characters(0, |_| ())?.into()))),
        ("bytes", cx.function("bytes", |call| Ok(call.with_bytes(0, |bytes| bytes.len())?.into()))),
        ("answers", cx.function("answers", |_| Ok(Out::String(NewString::from_latin1(b"a short text")?)))),
        ("unlocked", cx.unlocked_function("unlocked", |_| Ok(Out::Undefined))),
    ];
    let source =
        "(f, calls, argument) => { let kept; for (let i = 0; i < calls; i++) kept = f(argument); return kept }";
    let text = Value::string(cx, "a text");
    let bytes = cx.evaluate("new Uint8Array(16)", "bench.js", 1).unwrap();
    for (name, function) in functions {
        let argument = match name {
            "string" => text.clone(),
            "bytes" => bytes.clone(),
            _ => Value::number(cx, 1.0),
        };
        // A loop of its own for each, so that the call site stays monomorphic.
        let run = cx.evaluate(source, "bench.js", 1).unwrap().as_object().unwrap();
        let time = |calls: f64| {
            let start = Instant::now();
            run.call(&[function.value().clone(), Value::number(cx, calls), argument.clone()]).unwrap();
            start.elapsed().as_nanos() as f64 / calls
        };
        time(1e5);
        let best = (0..5).map(|_| time(CALLS)).fold(f64::MAX, f64::min);
        println!("{name:10} {best:6.1} ns");
    }
}
