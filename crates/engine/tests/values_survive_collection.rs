mod support;

use hexloop_engine::{Context, Object, Root, Value, enter_nested};
use std::rc::Rc;
use support::{in_both_modes, show};

/// Creates enough garbage that freed cells are reused.
fn churn(context: &Context) {
    show(context.cx(), "for (let i = 0; i < 20000; i++) ({ a: [i, String(i), { i }] }); 0");
    context.cx().collect_garbage();
}

#[test]
fn values_and_roots_on_rusts_heap() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let make = cx.evaluate("(n) => ({ n, text: 'number ' + n, list: [n, n + 1] })", "make.js", 1).unwrap();
        let make = make.as_object().unwrap();
        let mut values: Vec<Value<'_>> = Vec::new();
        let mut objects: Vec<Object<'_>> = Vec::new();
        let mut roots: Vec<Root> = Vec::new();
        for n in 0..2000 {
            let made = make.call(&[Value::number(cx, f64::from(n))]).unwrap();
            match n % 3 {
                0 => values.push(made),
                1 => objects.push(made.as_object().unwrap()),
                _ => roots.push(made.root()),
            }
            if n % 500 == 0 {
                churn(context);
            }
        }
        churn(context);
        let text = |object: Object<'_>| object.get("text").unwrap().to_text().unwrap();
        for (index, value) in values.iter().enumerate() {
            assert_eq!(text(value.as_object().unwrap()), format!("number {}", index * 3));
        }
        for (index, object) in objects.into_iter().enumerate() {
            assert_eq!(text(object), format!("number {}", index * 3 + 1));
        }
        for (index, root) in roots.iter().enumerate() {
            assert_eq!(text(root.get(cx).as_object().unwrap()), format!("number {}", index * 3 + 2));
        }
    });
}

#[test]
fn strings_symbols_and_big_integers_too() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let values: Vec<Value<'_>> = (0..500)
            .map(|n| {
                let source = ["'text ' + n", "Symbol('text ' + n)", "BigInt(n) ** 20n"][n % 3];
                cx.evaluate(&format!("((n) => {source})({n})"), "t.js", 1).unwrap()
            })
            .collect();
        churn(context);
        let describe = cx.evaluate("(v) => v.toString()", "t.js", 1).unwrap().as_object().unwrap();
        for (n, value) in values.iter().enumerate() {
            let shown = describe.call(std::slice::from_ref(value)).unwrap().to_text().unwrap();
            let expected = match n % 3 {
                0 => format!("text {n}"),
                1 => format!("Symbol(text {n})"),
                _ => continue,
            };
            assert_eq!(shown, expected);
        }
    });
}

#[test]
fn a_clone_outlives_what_it_was_cloned_from() {
    let context = Context::new();
    let cx = context.cx();
    let value = cx.evaluate("({ text: 'here' })", "t.js", 1).unwrap();
    let clone = value.clone();
    drop(value);
    churn(&context);
    assert_eq!(clone.as_object().unwrap().get("text").unwrap().to_text().unwrap(), "here");
    let root = clone.root();
    let second = root.clone();
    drop((clone, root));
    churn(&context);
    assert_eq!(second.get(cx).as_object().unwrap().get("text").unwrap().to_text().unwrap(), "here");
}

#[test]
fn a_root_keeps_its_context_alive() {
    let root = {
        let context = Context::new();
        let script = "globalThis.here = 'still'; (() => { here += ' and again' })";
        context.cx().evaluate(script, "t.js", 1).unwrap().root()
    };
    root.cx().collect_garbage();
    root.call().unwrap();
    assert_eq!(root.cx().global().get("here").unwrap().to_text().unwrap(), "still and again");
}

#[test]
fn arguments_live_for_the_whole_call_and_roots_of_them_longer() {
    let context = Rc::new(Context::new());
    let cx = context.cx();
    let kept: Rc<std::cell::RefCell<Vec<Root>>> = Rc::default();
    let store = kept.clone();
    let within = context.clone();
    let keep = cx.function("keep", move |call| {
        let arguments: Vec<Value<'_>> = (0..call.len()).map(|index| call.value(index)).collect();
        churn(&within);
        let texts: Vec<String> = arguments.iter().map(|value| value.to_text()).collect::<Result<_, _>>()?;
        store.borrow_mut().extend(arguments.iter().map(Value::root));
        Ok(texts.join(",").into())
    });
    cx.global().set("keep", keep.value()).unwrap();
    // Eighteen: the engine keeps up to sixteen arguments on the stack and the rest elsewhere.
    let program = "keep(...Array.from({ length: 18 }, (_, n) => ({ toString() { return 'a' + n } })))";
    let expected: Vec<String> = (0..18).map(|n| format!("a{n}")).collect();
    assert_eq!(show(cx, program), expected.join(","));
    churn(&context);
    let shown: Vec<String> = kept.borrow().iter().map(|root| root.get(cx).to_text().unwrap()).collect();
    assert_eq!(shown, expected);
    kept.borrow_mut().clear();
}

#[test]
fn while_the_nested_loop_waits() {
    let context = Rc::new(Context::new());
    let kept = context.clone();
    enter_nested(context.cx(), move |entry| {
        let cx = kept.cx();
        let roots: Vec<Root> =
            (0..200).map(|n| cx.evaluate(&format!("({{ n: {n} }})"), "t.js", 1).unwrap().root()).collect();
        for _ in 0..5 {
            entry.before_wait();
            std::thread::yield_now();
            entry.after_wait();
            churn(&kept);
        }
        for (n, root) in roots.iter().enumerate() {
            assert_eq!(root.get(cx).as_object().unwrap().get("n").unwrap().to_number().unwrap(), n as f64);
        }
    });
}

#[test]
fn calling_a_rooted_value_that_is_not_a_function_throws() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        for source in ["1", "'text'", "undefined", "({})", "Symbol()", "null"] {
            let root = cx.evaluate(source, "t.js", 1).unwrap().root();
            assert!(root.call().expect_err(source).message().contains("not a function"), "{source}");
            assert!(root.call_with_numbers(&[1.0]).is_err(), "{source}");
        }
        assert_eq!(show(cx, "1 + 1"), "2");
    });
}
