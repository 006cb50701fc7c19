//! What calls between Rust and JavaScript cost: `cargo run --release -p hexloop-engine --example costs`.
//!
//! Nanoseconds of this thread's CPU time, best of several rounds: the computer may be busy with other work.

use hexloop_engine::{Call, Context, Cx, Out, Root, Value, VmEntry, enter_directly, enter_nested};
use std::rc::Rc;
use std::time::Duration;

const ROUNDS: usize = 15;
const TIMES: u32 = 200_000;

fn cpu_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock writes to `time`.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn best(mut round: impl FnMut()) -> f64 {
    let mut one = |_| {
        let start = cpu_time();
        round();
        (cpu_time() - start).as_secs_f64() * 1e9 / f64::from(TIMES)
    };
    (0..ROUNDS).map(&mut one).fold(f64::INFINITY, f64::min)
}

fn report(mode: &str, what: &str, nanoseconds: f64) {
    println!("{mode:7} {what:52} {nanoseconds:7.1} ns");
}

fn function(cx: Cx<'_>, source: &str) -> Root {
    cx.evaluate(source, "costs.js", 1).unwrap().root()
}

fn add(call: &Call<'_>) -> Result<Out<'static>, ()> {
    match (call.number(0), call.number(1)) {
        (Ok(a), Ok(b)) => Ok((a + b).into()),
        _ => Err(()),
    }
}

/// Installs the native functions that JavaScript calls below.
fn install(cx: Cx<'_>) {
    let sizeless = cx.function("sizeless", |call| Ok(add(call).unwrap_or(Out::Undefined)));
    let one = 1.0;
    let boxed = cx.function("boxed", move |call| Ok((call.number(0)? + one).into()));
    let nothing = cx.function("nothing", |_| Ok(Out::Undefined));
    let length = cx.function("length", |call| Ok(call.text(0)?.len().into()));
    let text = cx.function("text", |_| Ok("a short text".into()));
    let bytes = cx.function("bytes", |call| call.with_bytes(0, |bytes| bytes.len().into()));
    let object = cx.function("object", |call| Ok(call.value(0).as_object().is_some().into()));
    for native in [sizeless, boxed, nothing, length, text, bytes, object] {
        let name = native.get("name").unwrap().to_text().unwrap();
        cx.global().set(&name, native.value()).unwrap();
    }
}

fn measure(mode: &str, context: &Context, entry: &VmEntry) {
    let cx = context.cx();
    let empty = function(cx, "(() => {})");
    report(mode, "Rust calls an empty function", best(|| (0..TIMES).for_each(|_| empty.call().unwrap())));
    report(mode, "the same, then a drain with nothing to do", {
        best(|| {
            (0..TIMES).for_each(|_| {
                empty.call().unwrap();
                entry.drain_jobs();
            });
        })
    });
    report(mode, "a drain with nothing to do", best(|| (0..TIMES).for_each(|_| entry.drain_jobs())));
    let awaits = function(cx, "(async () => { for (let i = 0; i < 200000; i++) await null })");
    report(mode, "await", {
        best(|| {
            awaits.call().unwrap();
            entry.drain_jobs();
        })
    });
    install(cx);
    for (what, call) in [
        ("JavaScript calls a native that does nothing", "nothing()"),
        ("JavaScript calls a zero-sized native with two numbers", "sizeless(i, 0.5)"),
        ("JavaScript calls a boxed native with a number", "boxed(i)"),
        ("JavaScript passes a short string", "length('a short text')"),
        ("JavaScript gets a short string", "text()"),
        ("JavaScript passes bytes", "bytes(view)"),
        ("JavaScript passes an object", "object(view)"),
    ] {
        let source =
            format!("globalThis.view = new Uint8Array(100); (() => {{ for (let i = 0; i < {TIMES}; i++) {call} }})");
        let calls = function(cx, &source);
        report(mode, what, best(|| calls.call().unwrap()));
    }
    report(mode, "a value is protected and unprotected", {
        let object = cx.evaluate("({})", "costs.js", 1).unwrap();
        best(|| (0..TIMES).for_each(|_| drop(object.clone())))
    });
    report(mode, "a number is created and read", {
        best(|| (0..TIMES).for_each(|n| assert!(Value::number(cx, f64::from(n)).to_number().is_ok())))
    });
}

fn main() {
    let context = Context::new();
    enter_directly(context.cx(), |entry| measure("direct", &context, entry));
    let context = Rc::new(Context::new());
    let kept = context.clone();
    enter_nested(context.cx(), move |entry| measure("nested", &kept, entry));
}
