mod support;

use hexloop_engine::{Capability, Context, Root, TerminationReason, Terminator, Watchdog, enter_nested, with_limits};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::thread;
use std::time::Duration;
use support::skip::skipped;
use support::{lacks, show};

/// Requests termination from another thread, after the script has had time to start.
fn terminate_soon(terminator: &Terminator) -> thread::JoinHandle<()> {
    let terminator = terminator.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        terminator.terminate();
    })
}

fn ends(context: &Context, terminator: &Terminator, source: &str) {
    let other = terminate_soon(terminator);
    let thrown = context.cx().evaluate(source, "endless.js", 1).err().expect("it is terminated");
    assert!(thrown.is_termination(), "{}", thrown.message());
    other.join().unwrap();
    terminator.reset();
    assert_eq!(
        show(context.cx(), "(() => { let total = 0; for (let i = 0; i < 1e6; i++) total += i; return total })()"),
        "499999500000"
    );
}

#[test]
fn terminates_an_endless_loop_from_another_thread_and_scripts_run_again_afterwards() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let context = Context::new();
    let watchdog = Watchdog::new(context.vm(), None).expect("this engine has a time limit");
    let terminator = watchdog.terminator();
    for _ in 0..3 {
        ends(&context, &terminator, "for (;;) {}");
        ends(&context, &terminator, "try { for (;;) {} } finally { globalThis.n = (globalThis.n ?? 0) + 1 }");
        ends(&context, &terminator, "for (;;) { try { for (;;) {} } catch {} }");
        ends(&context, &terminator, "(function spin() { for (;;) [1, 2, 3].map((n) => ({ n })) })()");
    }
}

#[test]
fn cannot_be_caught_through_a_native_function() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let context = Context::new();
    let cx = context.cx();
    let watchdog = Watchdog::new(context.vm(), None).unwrap();
    let through = cx.function("through", |call| Ok(call.value(0).as_object().expect("a function").call(&[])?.into()));
    let swallow = cx.function("swallow", |call| {
        let _ = call.value(0).as_object().expect("a function").call(&[]);
        Ok(().into())
    });
    cx.global().set("through", through.value()).unwrap();
    cx.global().set("swallow", swallow.value()).unwrap();
    ends(&context, &watchdog.terminator(), "for (;;) { try { through(() => { for (;;) {} }) } catch {} }");
    ends(&context, &watchdog.terminator(), "for (;;) swallow(() => { for (;;) {} })");
}

#[test]
fn terminates_a_callback_of_the_nested_loop_and_the_loop_continues() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let context = Rc::new(Context::new());
    let watchdog = Watchdog::new(context.vm(), None).unwrap();
    let terminator = watchdog.terminator();
    let kept = context.clone();
    enter_nested(context.cx(), move |entry| {
        let cx = kept.cx();
        let endless = cx.evaluate("(function endless() { for (;;) {} })", "e.js", 1).unwrap().root();
        let count = cx.evaluate("globalThis.n = 0; (function count() { n++ })", "e.js", 1).unwrap().root();
        for round in 1..=30 {
            let other = terminate_soon(&terminator);
            let thrown = endless.call().expect_err("it is terminated");
            assert!(thrown.is_termination(), "{}", thrown.message());
            other.join().unwrap();
            terminator.reset();
            count.call().expect("the next callback runs");
            assert_eq!(show(cx, "n"), round.to_string());
            cx.evaluate("Promise.resolve().then(() => { globalThis.job = n })", "e.js", 1).unwrap();
            entry.drain_jobs();
            assert_eq!(show(cx, "job"), round.to_string(), "promise jobs run too");
        }
    });
}

#[test]
fn terminates_an_endless_chain_of_promise_jobs() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let context = Rc::new(Context::new());
    let watchdog = Watchdog::new(context.vm(), None).unwrap();
    let terminator = watchdog.terminator();
    let kept = context.clone();
    enter_nested(context.cx(), move |entry| {
        if !entry.is_nested() {
            // With direct entry the time limit restarts with each job (see the essay in entry.rs).
            return skipped("this engine has no nested entry");
        }
        let cx = kept.cx();
        cx.evaluate("globalThis.n = 0; (function again() { n++; Promise.resolve().then(again) })()", "e.js", 1)
            .unwrap();
        let other = terminate_soon(&terminator);
        entry.drain_jobs();
        other.join().unwrap();
        terminator.reset();
        assert_eq!(show(cx, "n > 0"), "true");
        assert_eq!(
            show(cx, "(() => { let sum = 0; for (let i = 0; i < 1e5; i++) sum += i; return sum })()"),
            "4999950000"
        );
    });
}

#[test]
fn the_interrupt_callback_sees_the_line_that_blocks_and_decides() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let context = Context::new();
    let seen: Rc<RefCell<Vec<String>>> = Rc::default();
    let notes = seen.clone();
    let watchdog = Watchdog::new(
        context.vm(),
        Some(Rc::new(move |cx| {
            notes.borrow_mut().extend(cx.backtrace(8));
            notes.borrow().len() == 3
        })),
    );
    let thrown = context.cx().evaluate("function blocks() {\n  for (;;) {}\n}\nblocks()", "b.js", 1).err().unwrap();
    assert!(thrown.is_termination());
    let seen = seen.borrow();
    assert_eq!(seen.len(), 3, "called until it returned true");
    assert!(seen[0].contains("blocks") && seen[0].contains("b.js:"), "{}", seen[0]);
    drop(watchdog);
}

#[test]
fn an_interrupt_callback_may_panic_or_drop_its_own_watchdog() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let context = Context::new();
    let slot: Rc<RefCell<Option<Watchdog>>> = Rc::default();
    let polls = Rc::new(Cell::new(0));
    let (inner, count) = (slot.clone(), polls.clone());
    *slot.borrow_mut() = Watchdog::new(
        context.vm(),
        Some(Rc::new(move |_| {
            count.set(count.get() + 1);
            if count.get() == 1 {
                panic!("a callback with a bug");
            }
            inner.borrow_mut().take();
            true
        })),
    );
    let thrown = context.cx().evaluate("for (;;) {}", "e.js", 1).err().unwrap();
    assert!(thrown.is_termination());
    assert_eq!(polls.get(), 2);
    assert!(slot.borrow().is_none());
    assert!(Watchdog::new(context.vm(), None).is_some(), "another may be set up");
}

#[test]
fn a_second_watchdog_for_one_vm_is_refused() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let context = Context::new();
    let first = Watchdog::new(context.vm(), None);
    assert!(first.is_some());
    assert!(Watchdog::new(context.vm(), None).is_none());
}

#[test]
fn an_idle_watchdog_changes_nothing() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let context = Context::new();
    let _watchdog = Watchdog::new(context.vm(), None);
    let function: Root = context.cx().evaluate("(() => { for (let i = 0; i < 1e7; i++); })", "t.js", 1).unwrap().root();
    for _ in 0..20 {
        function.call().unwrap();
    }
}

const LONG: &str = "(() => { const end = Date.now() + 60; let n = 0; while (Date.now() < end) n++; return 'done' })()";

fn panics(body: impl FnOnce()) {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).expect_err("it panics");
}

/// The engine keeps calling the last callback that it was given.
#[test]
fn a_limit_is_removed_when_its_body_panics() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let context = Context::new();
    for _ in 0..3 {
        panics(|| {
            with_limits(context.cx(), Some(Duration::from_millis(5)), None, || panic!("on purpose"));
        });
        let reused = vec![0x5a_u8; 4096];
        assert_eq!(show(context.cx(), LONG), "done");
        drop(reused);
    }
    let (result, reason) = with_limits(context.cx(), Some(Duration::from_millis(5)), None, || {
        context.cx().evaluate("for (;;) {}", "t.js", 1).is_err()
    });
    assert_eq!((result, reason), (true, Some(TerminationReason::Timeout)));
}

#[test]
fn a_watchdog_may_be_dropped_while_a_limit_applies() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let context = Context::new();
    for _ in 0..3 {
        let watchdog = Watchdog::new(context.vm(), None);
        assert!(watchdog.is_some());
        let (_, reason) = with_limits(context.cx(), Some(Duration::from_secs(100)), None, || drop(watchdog));
        assert_eq!(reason, None);
        assert_eq!(show(context.cx(), LONG), "done");
    }
}

#[test]
fn a_limit_of_one_vm_does_not_apply_to_another() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    let (one, two) = (Context::new(), Context::new());
    let watchdog = Watchdog::new(one.vm(), None).unwrap();
    let (ended, reason) = with_limits(two.cx(), Some(Duration::from_millis(20)), None, || {
        drop((watchdog, one));
        two.cx().evaluate("for (;;) {}", "t.js", 1).is_err()
    });
    assert_eq!((ended, reason), (true, Some(TerminationReason::Timeout)));
    assert_eq!(show(two.cx(), LONG), "done");
}
