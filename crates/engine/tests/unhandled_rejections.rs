mod support;

use hexloop_engine::{Capability, Context};
use support::{in_both_modes, install_log, lacks, show, take_log};

fn install(context: &Context) {
    let cx = context.cx();
    install_log(cx);
    let report =
        cx.evaluate("(promise, reason) => log((promise instanceof Promise) + ':' + reason)", "t.js", 1).unwrap();
    assert!(cx.on_unhandled_rejection(&report.as_object().unwrap()).unwrap());
}

#[test]
fn are_reported_after_the_drain_with_promise_and_reason() {
    if lacks(Capability::UnhandledRejections) {
        return;
    }
    let log = in_both_modes(|context, entry| {
        install(context);
        let cx = context.cx();
        show(cx, "Promise.reject('one'); Promise.resolve().then(() => log('job')); 0");
        entry.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, "job true:one");
}

#[test]
fn are_not_reported_when_handled_within_the_drain() {
    if lacks(Capability::UnhandledRejections) {
        return;
    }
    let log = in_both_modes(|context, entry| {
        install(context);
        let cx = context.cx();
        show(
            cx,
            "const p = Promise.reject('late'); Promise.resolve().then(() => p.catch((r) => log('caught ' + r))); 0",
        );
        entry.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, "caught late");
}

#[test]
fn of_async_functions_and_chains_are_reported_once() {
    if lacks(Capability::UnhandledRejections) {
        return;
    }
    let log = in_both_modes(|context, entry| {
        install(context);
        let cx = context.cx();
        show(
            cx,
            "(async () => { await null; throw 'async' })(); Promise.reject('chain').then(() => {}).finally(() => {}); 0",
        );
        entry.drain_jobs();
        entry.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, "true:async true:chain");
}

#[test]
fn a_rejection_of_the_reporter_is_reported_too() {
    if lacks(Capability::UnhandledRejections) {
        return;
    }
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let report = "(promise, reason) => { log(reason); if (reason < 3) Promise.reject(reason + 1) }";
        let report = cx.evaluate(report, "t.js", 1).unwrap().as_object().unwrap();
        cx.on_unhandled_rejection(&report).unwrap();
        show(cx, "Promise.reject(1); 0");
        entry.drain_jobs();
        entry.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, "1 2 3");
}

#[test]
fn a_reporter_that_throws_does_no_harm() {
    if lacks(Capability::UnhandledRejections) {
        return;
    }
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let report =
            cx.evaluate("(promise, reason) => { log(reason); throw new Error('reporter') }", "t.js", 1).unwrap();
        cx.on_unhandled_rejection(&report.as_object().unwrap()).unwrap();
        show(cx, "Promise.reject(1); Promise.reject(2); 0");
        entry.drain_jobs();
        show(cx, "Promise.resolve().then(() => log('after')); 0");
        entry.drain_jobs();
        assert_eq!(show(cx, "1 + 1"), "2");
        take_log(cx)
    });
    assert_eq!(log, "1 2 after");
}

#[test]
fn a_native_reporter_works_as_well() {
    if lacks(Capability::UnhandledRejections) {
        return;
    }
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let report = cx.function("report", |call| {
            let log = call.cx().global().get("log")?.as_object().expect("a function");
            log.call(&[call.value(1)])?;
            Ok(().into())
        });
        cx.on_unhandled_rejection(&report).unwrap();
        show(cx, "Promise.reject('native'); 0");
        entry.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, "native");
}
