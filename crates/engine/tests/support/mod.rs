//! Runs one scenario both ways into the engine, each in a context of its own.

#![allow(dead_code)]

use hexloop_engine::{Capability, Context, Cx, VmEntry, enter_directly, enter_nested, nested_entry_available};
use std::rc::Rc;

/// Whether a test has nothing to test since `HEXLOOP_ENGINE` switches off what it is about; then it says so.
pub fn lacks(capability: Capability) -> bool {
    let lacks = capability.is_switched_off();
    if lacks {
        eprintln!("skipped: {} is switched off", capability.name());
    }
    lacks
}

/// `scenario` gets the context and the controls, and what it returns must be the same both ways. Each way has a thread of its own: where
/// two VMs are on one thread, host functions give the lock up.
pub fn in_both_modes<R: PartialEq + std::fmt::Debug + Send + 'static>(scenario: fn(&Context, &VmEntry) -> R) -> R {
    let plain = on_a_thread(move || {
        let context = Context::new();
        enter_directly(context.cx(), |entry| scenario(&context, entry))
    });
    if !nested_entry_available() {
        return plain;
    }
    let nested = on_a_thread(move || nested(scenario));
    assert_eq!(nested, plain, "the nested way (left) differs from the plain way (right)");
    nested
}

fn on_a_thread<R: Send + 'static>(body: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(body).unwrap();
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

pub fn nested<R: 'static>(scenario: fn(&Context, &VmEntry) -> R) -> R {
    let context = Rc::new(Context::new());
    let kept = context.clone();
    enter_nested(context.cx(), move |entry| scenario(&kept, entry))
}

/// Evaluates and shows the outcome as text: the value, or what was thrown.
pub fn show(cx: Cx<'_>, source: &str) -> String {
    match cx.evaluate(source, "test.js", 1) {
        Ok(value) => value.to_text().unwrap_or_else(|thrown| thrown.message()),
        Err(thrown) => format!("threw {}", thrown.message()),
    }
}

/// Gives the script a global `log(text)` and returns what was logged since the last time.
pub fn install_log(cx: Cx<'_>) {
    cx.evaluate("globalThis.lines = []; globalThis.log = (line) => { lines.push(String(line)) }", "log.js", 1).unwrap();
}

pub fn take_log(cx: Cx<'_>) -> String {
    show(cx, "lines.splice(0).join(' ')")
}
