mod support;

use hexloop_engine::{Context, Vm, enter_directly, enter_nested};
use std::rc::Rc;
use std::sync::Barrier;
use std::thread;
use support::show;

const THREADS: usize = 4;

#[test]
fn each_thread_has_a_vm_of_its_own_and_they_do_not_mix() {
    let together = Barrier::new(THREADS);
    thread::scope(|scope| {
        for number in 0..THREADS {
            let together = &together;
            scope.spawn(move || {
                let context = Context::new();
                let cx = context.cx();
                let native = cx.function("native", move |call| Ok((call.number(0)? + number as f64).into()));
                cx.global().set("native", native.value()).unwrap();
                together.wait();
                for _ in 0..20 {
                    let sum = "(() => { let sum = 0; for (let i = 0; i < 2000; i++) sum = native(sum); return sum })()";
                    assert_eq!(show(cx, sum), (2000 * number).to_string());
                    show(cx, "globalThis.kept = Array.from({ length: 5000 }, (_, i) => ({ i })); 0");
                    cx.collect_garbage();
                    assert_eq!(show(cx, "kept[4999].i"), "4999");
                }
            });
        }
    });
}

#[test]
fn each_may_be_nested_and_terminated_without_effect_on_the_others() {
    thread::scope(|scope| {
        for number in 0..THREADS {
            scope.spawn(move || {
                let context = Rc::new(Context::new());
                let kept = context.clone();
                let total = enter_nested(context.cx(), move |entry| {
                    let cx = kept.cx();
                    let step = cx.evaluate("globalThis.n = 0; () => Promise.resolve().then(() => { n++ })", "t.js", 1);
                    let step = step.unwrap().root();
                    for _ in 0..5000 {
                        step.call().unwrap();
                        entry.drain_jobs();
                    }
                    show(cx, "n")
                });
                assert_eq!(total, "5000", "thread {number}");
            });
        }
    });
}

#[test]
fn vms_come_and_go() {
    for round in 0..20 {
        thread::spawn(move || {
            let context = Context::new();
            let text = format!("round {round}");
            let native = context.cx().function("native", move |_| Ok(text.as_str().into()));
            context.cx().global().set("native", native.value()).unwrap();
            drop(native);
            assert_eq!(show(context.cx(), "native()"), format!("round {round}"));
        })
        .join()
        .unwrap();
    }
}

#[test]
fn contexts_of_one_vm_share_values_and_have_globals_of_their_own() {
    let vm = Vm::new();
    let (one, two) = (vm.context(), vm.context());
    let shared = one.cx().evaluate("globalThis.here = 'one'; ({ text: 'shared' })", "t.js", 1).unwrap();
    two.cx().global().set("shared", &shared).unwrap();
    assert_eq!(
        show(two.cx(), "shared.text + ' ' + typeof here + ' ' + (shared instanceof Object)"),
        "shared undefined false"
    );
}

#[test]
fn two_vms_on_one_thread_take_turns_even_with_one_of_them_nested() {
    let outer = Rc::new(Context::new());
    let kept = outer.clone();
    enter_nested(outer.cx(), move |outer_entry| {
        let inner = Rc::new(Context::new());
        let within = inner.clone();
        let outer_again = kept.clone();
        let call_out = inner.cx().function("callOut", move |call| {
            let name = call.text(0)?;
            Ok(show(outer_again.cx(), &format!("globalThis.{name} = '{name}'; '{name} is set'")).into())
        });
        inner.cx().global().set("callOut", call_out.value()).unwrap();
        for n in 0..200 {
            assert_eq!(show(inner.cx(), &format!("callOut('fresh{n}')")), format!("fresh{n} is set"));
            assert_eq!(show(kept.cx(), &format!("fresh{n}")), format!("fresh{n}"));
        }
        // Nested within the nested entry of another VM: must fall back to direct entry.
        enter_nested(inner.cx(), move |inner_entry| {
            assert!(!inner_entry.is_nested());
            assert_eq!(show(within.cx(), "callOut('last')"), "last is set");
        });
        show(kept.cx(), "Promise.resolve().then(() => { globalThis.job = 'done' }); 0");
        outer_entry.drain_jobs();
        assert_eq!(show(kept.cx(), "job"), "done");
    });
}

#[test]
#[should_panic(expected = "a value of one VM was used in another")]
fn a_value_of_one_vm_is_refused_by_another() {
    let (one, two) = (Context::new(), Context::new());
    let value = one.cx().evaluate("({})", "t.js", 1).unwrap();
    enter_directly(two.cx(), |_| two.cx().global().set("foreign", &value)).unwrap();
}
