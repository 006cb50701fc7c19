//! Runs one scenario with nested and with direct entry, each in a context of its own.

#![allow(dead_code)]

#[path = "../../../cli/tests/support/skip.rs"]
pub mod skip;

use hexloop_engine::{Capability, Context, Cx, VmEntry, enter_directly, enter_nested, nested_entry_available};
use std::rc::Rc;

/// Whether `HEXLOOP_ENGINE` switches off the capability that a test is about; then it is reported as skipped.
#[track_caller]
pub fn lacks(capability: Capability) -> bool {
    let lacks = capability.is_switched_off();
    if lacks {
        skip::skipped(&format!("{} is switched off", capability.name()));
    }
    lacks
}

/// `scenario` gets the context and the entry, and must return the same in both modes. Each runs on a thread of its own: with two VMs
/// on one thread, host functions drop the lock.
pub fn in_both_modes<R: PartialEq + std::fmt::Debug + Send + 'static>(scenario: fn(&Context, &VmEntry) -> R) -> R {
    let plain = on_a_thread(move || {
        let context = Context::new();
        enter_directly(context.cx(), |entry| scenario(&context, entry))
    });
    if !nested_entry_available() {
        return plain;
    }
    let nested = on_a_thread(move || nested(scenario));
    assert_eq!(nested, plain, "nested entry (left) differs from direct entry (right)");
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

/// The result as a string: the value, or what was thrown.
pub fn show(cx: Cx<'_>, source: &str) -> String {
    match cx.evaluate(source, "test.js", 1) {
        Ok(value) => value.to_text().unwrap_or_else(|thrown| thrown.message()),
        Err(thrown) => format!("threw {}", thrown.message()),
    }
}

/// Defines a global `log(text)`; `take_log` returns what was logged since the last time.
pub fn install_log(cx: Cx<'_>) {
    cx.evaluate("globalThis.lines = []; globalThis.log = (line) => { lines.push(String(line)) }", "log.js", 1).unwrap();
}

pub fn take_log(cx: Cx<'_>) -> String {
    show(cx, "lines.splice(0).join(' ')")
}
