//! JavaScript sees whether promise jobs or rejections wait, without a call.

mod ways;

use hexloop_engine::{Capability, Context, Inside, plainly};
use ways::{install_log, lacks, nested, take_log};

/// Runs each function with the two views, jobs drained between them; what they log.
fn told(context: &Context, inside: &Inside, programs: &[&str]) -> String {
    let cx = context.cx();
    install_log(cx);
    cx.evaluate("globalThis.look = () => log(`${jobs[0] !== jobs[2]}/${rejections[0]}`)", "t.js", 1).unwrap();
    let views = inside.waiting_jobs(cx).expect("this library shows them").unwrap();
    cx.global().set("jobs", &views.jobs).unwrap();
    cx.global().set("rejections", &views.rejections).unwrap();
    for program in programs {
        cx.evaluate(program, "t.js", 1).unwrap();
        inside.drain_jobs();
    }
    take_log(cx)
}

#[test]
fn a_job_is_seen_from_when_it_is_queued_until_it_runs() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let log = nested(|context, inside| {
        told(
            context,
            inside,
            &[
                "look()",
                "Promise.resolve().then(() => look()); look()",
                "look()",
                "(async () => { await 0 })(); look()",
            ],
        )
    });
    assert_eq!(log, "false/0 true/0 false/0 false/0 true/0");
}

#[test]
fn a_rejection_is_seen_though_it_queues_no_job() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let log = nested(|context, inside| {
        told(context, inside, &["Promise.reject(1); look()", "look()", "Promise.reject(1); Promise.reject(2); look()"])
    });
    assert_eq!(log, "false/1 false/0 false/2");
}

#[test]
fn the_view_holds_while_the_ring_grows_and_turns() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let log = nested(|context, inside| {
        let flood =
            "for (let i = 0; i < 1000; i++) Promise.resolve().then(() => {}); if (jobs[0] === jobs[2]) log('missed')";
        let few =
            "for (let i = 0; i < 7; i++) Promise.resolve().then(() => {}); if (jobs[0] === jobs[2]) log('missed')";
        let mut programs = vec![flood];
        for _ in 0..2000 {
            programs.extend([few, "if (jobs[0] !== jobs[2]) log('left')"]);
        }
        told(context, inside, &programs)
    });
    assert_eq!(log, "");
}

#[test]
fn a_program_that_replaced_promise_does_not_mislead() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let log = nested(|context, inside| {
        context.cx().evaluate("Promise.prototype.then = () => { throw 1 }; globalThis.Promise = 0", "t.js", 1).unwrap();
        told(context, inside, &["look()", "(async () => { await 0 })(); look()", "(async () => { throw 0 })(); look()"])
    });
    assert_eq!(log, "false/0 true/0 false/1");
}

#[test]
fn the_plain_way_has_no_such_view() {
    if lacks(Capability::MicrotaskQueue) {
        return;
    }
    let context = Context::new();
    assert!(plainly(context.cx(), |inside| inside.waiting_jobs(context.cx()).is_none()));
}
