//! Nested and direct entry must differ in nothing but speed.

mod support;

use hexloop_engine::{Context, enter_nested, nested_entry_available};
use std::process::Command;
use std::rc::Rc;
use support::{in_both_modes, install_log, nested, show, take_log};

#[test]
fn jobs_run_after_each_call_in_the_order_they_were_queued() {
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let program = "(() => { log('call'); Promise.resolve().then(() => log(1)).then(() => log(3)); \
                       (async () => { await null; log(2); await null; log(4) })() })";
        let function = cx.evaluate(program, "t.js", 1).unwrap().root();
        for _ in 0..2 {
            function.call().unwrap();
            entry.drain_jobs();
        }
        take_log(cx)
    });
    assert_eq!(log, "call 1 2 3 4 call 1 2 3 4");
}

#[test]
fn jobs_that_queue_jobs_are_all_drained() {
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        show(cx, "(function again(n) { if (n) Promise.resolve().then(() => again(n - 1)); else log('end') })(10000)");
        entry.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, "end");
}

#[test]
fn no_job_runs_inside_a_native_function() {
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let native = cx.function("native", |call| {
            let log = call.cx().global().get("log")?.as_object().expect("a function");
            log.call(&[hexloop_engine::Value::string(call.cx(), "native")])?;
            call.cx().evaluate("Promise.resolve().then(() => log('job of native'))", "t.js", 1)?;
            log.call(&[hexloop_engine::Value::string(call.cx(), "still native")])?;
            Ok(().into())
        });
        cx.global().set("native", native.value()).unwrap();
        show(cx, "Promise.resolve().then(() => log('first job')); native(); log('script'); 0");
        entry.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, "native still native script first job job of native");
}

#[test]
fn a_job_that_throws_does_not_stop_the_others() {
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        show(cx, "Promise.resolve().then(() => { log('a'); throw 1 }); Promise.resolve().then(() => log('b')); 0");
        entry.drain_jobs();
        show(cx, "log('c'); 0");
        take_log(cx)
    });
    assert_eq!(log, "a b c");
}

#[test]
fn a_call_that_throws_still_has_its_jobs_run() {
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let function =
            cx.evaluate("(() => { Promise.resolve().then(() => log('job')); throw new Error('x') })", "t.js", 1);
        let function = function.unwrap().root();
        assert!(function.call().is_err());
        entry.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, "job");
}

#[test]
fn a_drain_requested_from_within_a_job_waits_for_the_one_that_runs() {
    let log = nested(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let again = entry.clone();
        let drain = cx.function("drain", move |_| {
            again.drain_jobs();
            Ok(().into())
        });
        cx.global().set("drain", drain.value()).unwrap();
        show(
            cx,
            "Promise.resolve().then(() => { log('a'); Promise.resolve().then(() => log('c')); drain(); log('b') }); 0",
        );
        entry.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, "a b c");
}

#[test]
fn a_drain_requested_by_a_script_happens_there_with_nested_entry() {
    let log = nested(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let (again, waiting) = (entry.clone(), entry.clone());
        let drain = cx.function("drain", move |_| {
            again.drain_jobs();
            Ok(().into())
        });
        let wait = cx.function("wait", move |_| {
            waiting.before_wait();
            waiting.after_wait();
            Ok(().into())
        });
        cx.global().set("drain", drain.value()).unwrap();
        cx.global().set("wait", wait.value()).unwrap();
        show(cx, "Promise.resolve().then(() => log('job')); wait(); drain(); log('script'); 0");
        take_log(cx)
    });
    assert_eq!(log, if nested_entry_available() { "job script" } else { "script job" });
}

#[test]
fn waits_may_be_unbalanced_and_an_entry_may_outlive_its_body() {
    let context = Rc::new(Context::new());
    let kept = context.clone();
    let kept_entry = enter_nested(context.cx(), move |entry| {
        entry.after_wait();
        entry.before_wait();
        entry.before_wait();
        assert_eq!(show(kept.cx(), "1 + 1"), "2", "calls during a wait take the lock themselves");
        entry.drain_jobs();
        entry.after_wait();
        entry.after_wait();
        entry.clone()
    });
    kept_entry.before_wait();
    kept_entry.after_wait();
    kept_entry.drain_jobs();
    assert_eq!(show(context.cx(), "2 + 2"), "4");
}

#[test]
fn an_entry_within_an_entry_of_the_same_vm_has_the_same_controls() {
    let log = nested(|context, outer| {
        let cx = context.cx();
        install_log(cx);
        let was_nested = outer.is_nested();
        let run = cx.function("run", move |call| {
            let nested_again = enter_nested(call.cx(), |inner| {
                inner.before_wait();
                inner.after_wait();
                inner.drain_jobs();
                inner.is_nested()
            });
            Ok((nested_again == was_nested).into())
        });
        cx.global().set("run", run.value()).unwrap();
        show(cx, "Promise.resolve().then(() => log('job')); log(run()); 0");
        outer.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, if nested_entry_available() { "job true" } else { "true job" });
}

#[test]
fn the_environment_can_disable_nested_entry() {
    if std::env::var_os("HEXLOOP_ENGINE_CHILD").is_some() {
        let context = Context::new();
        assert!(!nested_entry_available());
        assert!(!enter_nested(context.cx(), |entry| entry.is_nested()));
        return;
    }
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "the_environment_can_disable_nested_entry"])
        .env("HEXLOOP_ENGINE", "no-nested-entry")
        .env("HEXLOOP_ENGINE_CHILD", "1")
        .output()
        .unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
}
