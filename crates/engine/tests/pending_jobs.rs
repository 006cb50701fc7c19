//! JavaScript checks for pending promise jobs or rejections without a call.

mod support;

use hexloop_engine::{Capability, Context, VmEntry, enter_directly};
use support::{install_log, lacks, nested, take_log};

/// Runs each program, draining jobs in between; returns what they log.
fn run_and_log(context: &Context, entry: &VmEntry, programs: &[&str]) -> String {
    let cx = context.cx();
    install_log(cx);
    cx.evaluate("globalThis.look = () => log(waits())", "t.js", 1).unwrap();
    let waits = entry.pending_jobs_function(cx).expect("this library supports it").unwrap();
    cx.global().set("waits", waits.value()).unwrap();
    for program in programs {
        cx.evaluate(program, "t.js", 1).unwrap();
        entry.drain_jobs();
    }
    take_log(cx)
}

#[test]
fn a_job_is_seen_from_when_it_is_queued_until_it_runs() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let log = nested(|context, entry| {
        run_and_log(
            context,
            entry,
            &[
                "look()",
                "Promise.resolve().then(() => look()); look()",
                "look()",
                "(async () => { await 0 })(); look()",
            ],
        )
    });
    assert_eq!(log, "false true false false true");
}

#[test]
fn a_rejection_is_seen_though_it_queues_no_job() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let log = nested(|context, entry| {
        run_and_log(
            context,
            entry,
            &["Promise.reject(1); look()", "look()", "Promise.reject(1); Promise.reject(2); look()"],
        )
    });
    assert_eq!(log, "true false true");
}

#[test]
fn the_check_holds_while_the_ring_grows_and_wraps() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let log = nested(|context, entry| {
        let flood = "for (let i = 0; i < 1000; i++) Promise.resolve().then(() => {}); if (!waits()) log('missed')";
        let few = "for (let i = 0; i < 7; i++) Promise.resolve().then(() => {}); if (!waits()) log('missed')";
        let mut programs = vec![flood];
        for _ in 0..2000 {
            programs.extend([few, "if (waits()) log('left')"]);
        }
        run_and_log(context, entry, &programs)
    });
    assert_eq!(log, "");
}

#[test]
fn a_program_that_replaced_promise_does_not_mislead() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let log = nested(|context, entry| {
        context.cx().evaluate("Promise.prototype.then = () => { throw 1 }; globalThis.Promise = 0", "t.js", 1).unwrap();
        run_and_log(
            context,
            entry,
            &["look()", "(async () => { await 0 })(); look()", "(async () => { throw 0 })(); look()"],
        )
    });
    assert_eq!(log, "false true true");
}

#[test]
fn direct_entry_has_no_such_function() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let context = Context::new();
    assert!(enter_directly(context.cx(), |entry| entry.pending_jobs_function(context.cx()).is_none()));
}

/// Whoever had the arrays behind the function could write to the VM.
#[test]
fn the_memory_of_the_vm_cannot_be_reached_through_the_function() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let log = nested(|context, entry| {
        let reach = "const caught = [];
            const note = (value) => { if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) log('reached'); };
            for (const type of [Int32Array, Object.getPrototypeOf(Int32Array), Object, Function]) {
              for (const key of ['0', '2', 'length', 'get', Symbol.iterator, 'valueOf', 'toString', 'call', 'apply']) {
                try {
                  Object.defineProperty(type.prototype, key, {
                    configurable: true, get() { note(this); return undefined }, set(value) { note(this) },
                  });
                } catch {}
              }
            }
            waits();
            for (const key of Reflect.ownKeys(waits)) note(waits[key]);
            for (const read of [() => waits.arguments, () => waits.caller, () => new waits(), () => waits.prototype]) {
              try { note(read()) } catch { log('refused') }
            }";
        run_and_log(context, entry, &[reach])
    });
    assert!(!log.contains("reached"), "{log}");
    assert!(log.contains("refused"), "{log}");
}
