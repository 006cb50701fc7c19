//! After a thread's engine was shut down what is left of it can be dropped, and nothing else.

mod support;

use hexloop_engine::{Capability, Context, Root, SharedNumbers, Value, Vm, Watchdog, enter_nested, run_deferred_work};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::thread;

thread_local! {
    static LEFT: RefCell<Vec<Root>> = const { RefCell::new(Vec::new()) };
}

fn on_a_thread(body: impl FnOnce() + Send + 'static) {
    thread::spawn(body).join().unwrap();
}

fn refused(body: impl FnOnce()) {
    let panic = catch_unwind(AssertUnwindSafe(body)).expect_err("it panics");
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"the engine of this thread was used after it was shut down"));
}

/// Shuts the engine down while much of it is still held; `after` gets what is left.
fn ended(after: impl FnOnce(Rc<Context>, Vm, Root, SharedNumbers) + Send + 'static) {
    on_a_thread(|| {
        let context = Rc::new(Context::new());
        let vm = context.vm().clone();
        let root = context.cx().evaluate("(() => globalThis.n = (globalThis.n ?? 0) + 1)", "t.js", 1).unwrap().root();
        let numbers = SharedNumbers::new(context.cx(), 3).unwrap();
        let (kept, captured) = (context.clone(), root.clone());
        let circle = context.cx().function("circle", move |call| {
            assert!(kept.cx().global().has("circle"));
            Ok(captured.get(call.cx()).into())
        });
        context.cx().global().set("circle", circle.value()).unwrap();
        LEFT.with_borrow_mut(|left| left.push(circle.root()));
        drop(circle);
        root.call().unwrap();
        // SAFETY: no `Cx` and no value is left.
        unsafe { vm.end_with_thread() };
        after(context, vm, root, numbers);
    });
}

#[test]
fn what_is_left_can_be_dropped() {
    ended(|context, vm, root, numbers| drop((root, numbers, context, vm)));
    ended(|context, vm, root, numbers| drop((vm, context, numbers, root)));
}

#[test]
fn what_is_left_cannot_be_used() {
    ended(|context, vm, root, numbers| {
        refused(|| drop(context.cx().evaluate("1", "t.js", 1)));
        refused(|| drop(vm.context()));
        refused(|| vm.retire());
        refused(|| drop(Watchdog::new(&vm, None)));
        refused(|| drop(root.call()));
        refused(|| drop(root.call_with_numbers(&[1.0])));
        refused(|| drop(root.clone()));
        refused(|| drop(root.cx().global()));
        refused(|| drop(numbers.array(context.cx())));
        refused(|| LEFT.with_borrow(|left| drop(left[0].call())));
        refused(|| {
            run_deferred_work();
        });
        // Rust's own memory.
        numbers.set(1, 5.0);
        assert_eq!(numbers.get(1), 5.0);
    });
}

#[test]
fn a_thread_has_one_engine() {
    ended(|_, _, _, _| {
        refused(|| drop(Context::new()));
        refused(|| drop(Vm::new()));
    });
}

#[test]
fn a_watchdog_and_its_terminator_outlive_the_engine() {
    if support::lacks(Capability::TimeLimit) {
        return;
    }
    on_a_thread(|| {
        let context = Context::new();
        let vm = context.vm().clone();
        let watchdog = Watchdog::new(&vm, None).unwrap();
        let terminator = watchdog.terminator();
        // SAFETY: no `Cx` and no value is left.
        unsafe { vm.end_with_thread() };
        thread::spawn(move || terminator.terminate()).join().unwrap();
        assert!(!watchdog.terminates_waits());
        drop(watchdog);
    });
}

#[test]
fn a_vm_entry_outlives_the_engine() {
    on_a_thread(|| {
        let context = Rc::new(Context::new());
        let controls = enter_nested(context.cx(), |entry| entry.clone());
        let vm = context.vm().clone();
        // SAFETY: no `Cx` and no value is left.
        unsafe { vm.end_with_thread() };
        controls.drain_jobs();
        controls.before_wait();
        controls.after_wait();
    });
}

#[test]
fn an_engine_cannot_be_shut_down_from_within_a_native_function() {
    on_a_thread(|| {
        let context = Context::new();
        let vm = context.vm().clone();
        let end = context.cx().function("end", move |_| {
            // SAFETY: it panics first.
            unsafe { vm.end_with_thread() };
            Ok(().into())
        });
        assert!(end.call(&[]).is_err());
        assert!(Value::boolean(context.cx(), true).truthy());
        context.vm().retire();
    });
}
