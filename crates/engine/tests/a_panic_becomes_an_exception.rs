mod support;

use hexloop_engine::{Call, Capability, Context, Out, Value};
use std::cell::Cell;
use std::rc::Rc;
use support::{in_both_modes, lacks, show};

fn caught(context: &Context) -> String {
    show(context.cx(), "try { native() } catch (e) { `${e instanceof Error} ${e.message}` }")
}

#[test]
fn of_a_function_that_captures_nothing() {
    let seen = in_both_modes(|context, _| {
        let cx = context.cx();
        let native =
            cx.function("native", |call: &Call<'_>| if call.is_empty() { panic!("the reason") } else { Ok(().into()) });
        cx.global().set("native", native.value()).unwrap();
        caught(context)
    });
    assert_eq!(seen, "true Hexloop has a bug: the reason");
}

#[test]
fn of_a_function_that_captures() {
    let seen = in_both_modes(|context, _| {
        let cx = context.cx();
        let reason = String::from("captured");
        let native = cx.function("native", move |_| panic!("the reason was {reason}"));
        cx.global().set("native", native.value()).unwrap();
        caught(context)
    });
    assert_eq!(seen, "true Hexloop has a bug: the reason was captured");
}

#[test]
fn that_carries_no_text() {
    let seen = in_both_modes(|context, _| {
        let cx = context.cx();
        let native = cx.function("native", |_| std::panic::panic_any(7));
        cx.global().set("native", native.value()).unwrap();
        caught(context)
    });
    assert_eq!(seen, "true Hexloop has a bug: a panic without a message");
}

/// A payload that panics again when it is dropped.
struct Spiteful;

impl Drop for Spiteful {
    fn drop(&mut self) {
        panic!("dropped")
    }
}

#[test]
fn even_when_its_payload_panics_again() {
    let seen = in_both_modes(|context, _| {
        let cx = context.cx();
        let native = cx.function("native", |_| std::panic::panic_any(Spiteful));
        cx.global().set("native", native.value()).unwrap();
        show(cx, "try { native(); 'returned' } catch (e) { 'caught' }")
    });
    assert_eq!(seen, "caught");
}

#[test]
fn in_a_promise_job_too() {
    let seen = in_both_modes(|context, entry| {
        let cx = context.cx();
        let native = cx.function("native", |_| panic!("in a job"));
        cx.global().set("native", native.value()).unwrap();
        show(cx, "Promise.resolve().then(native).catch((e) => { globalThis.seen = e.message })");
        entry.drain_jobs();
        show(cx, "seen")
    });
    assert_eq!(seen, "Hexloop has a bug: in a job");
}

#[test]
fn a_value_of_another_vm_is_refused() {
    let seen = in_both_modes(|context, _| {
        let cx = context.cx();
        // Leaked, so that the type system lets its values into a function of another VM.
        let other: &'static Context = Box::leak(Box::new(Context::new()));
        let foreign = cx.function("native", move |_| {
            let foreign: Value<'static> = other.cx().global().into_value();
            Ok(Out::Value(foreign))
        });
        cx.global().set("native", foreign.value()).unwrap();
        caught(context)
    });
    assert!(seen.contains("a value of one VM was used in another"), "{seen}");
}

#[test]
fn of_the_body_of_the_loop_reaches_its_caller() {
    let context = Context::new();
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        hexloop_engine::enter_nested(context.cx(), |_| -> () { panic!("out of the loop") })
    }));
    let payload = outcome.expect_err("it panics");
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"out of the loop"));
    assert_eq!(show(context.cx(), "1 + 1"), "2", "the engine is usable afterwards");
    assert_eq!(
        hexloop_engine::enter_nested(context.cx(), |entry| entry.is_nested()),
        hexloop_engine::nested_entry_available()
    );
}

#[test]
fn captures_are_dropped_after_collection_even_if_that_panics_or_calls_the_engine() {
    if lacks(Capability::SynchronousGc) {
        return;
    }
    struct Noted {
        dropped: Rc<Cell<u32>>,
        root: hexloop_engine::Root,
        panics: bool,
    }
    impl Drop for Noted {
        fn drop(&mut self) {
            self.dropped.set(self.dropped.get() + 1);
            let _ = self.root.get(self.root.cx()).to_text();
            assert!(!self.panics, "panics while it is dropped");
        }
    }
    let context = Context::new();
    let cx = context.cx();
    let dropped = Rc::new(Cell::new(0));
    let root = cx.evaluate("({ toString() { return JSON.stringify([1, 2, 3]) } })", "t.js", 1).unwrap().root();
    for number in 0..200 {
        let noted = Noted { dropped: dropped.clone(), root: root.clone(), panics: number % 10 == 0 };
        drop(cx.function("native", move |_| Ok(f64::from(noted.dropped.get()).into())));
    }
    cx.collect_garbage();
    assert!(dropped.get() > 150, "{} of 200 were dropped", dropped.get());
    assert_eq!(show(cx, "1 + 1"), "2");
}

#[test]
fn natives_are_functions_with_names_whether_they_capture_or_not() {
    let seen = in_both_modes(|context, _| {
        let cx = context.cx();
        let captured = 7.0;
        let natives = [cx.function("plain", |_| Ok(1.0.into())), cx.function("captures", move |_| Ok(captured.into()))];
        for native in natives {
            let name = native.get("name").unwrap().to_text().unwrap();
            cx.global().set(&name, native.value()).unwrap();
        }
        let facts = "[plain, captures].map((f) => [typeof f, f.name, f.call(null), f.bind(null)(), f instanceof Function, \
                     Object.keys(f).length, (() => { try { new f() } catch (e) { return e.constructor.name } })()].join())";
        show(cx, &format!("{facts}.join(' ')"))
    });
    assert_eq!(seen, "function,plain,1,1,true,0,TypeError function,captures,7,7,true,0,TypeError");
}
