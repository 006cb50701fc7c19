mod support;

use hexloop_engine::{Capability, Deferred, PromiseState, Resolver, Value};
use std::cell::RefCell;
use std::rc::Rc;
use support::{in_both_modes, install_log, lacks, show, take_log};

#[test]
fn a_deferred_promise_is_settled_later_and_its_handlers_run_in_the_drain() {
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let (good, resolver) = Deferred::new(cx).unwrap().split();
        let (bad, rejecter) = Deferred::new(cx).unwrap().split();
        cx.global().set("good", good.value()).unwrap();
        cx.global().set("bad", bad.value()).unwrap();
        show(cx, "good.then((v) => log('good ' + v)); bad.catch((e) => log('bad ' + e.message)); 0");
        entry.drain_jobs();
        let mut seen = take_log(cx);
        resolver.resolve(cx, &Value::number(cx, 7.0)).unwrap();
        rejecter.reject(cx, &cx.evaluate("new Error('no')", "t.js", 1).unwrap()).unwrap();
        entry.drain_jobs();
        seen += &take_log(cx);
        seen
    });
    assert_eq!(log, "good 7 bad no");
}

#[test]
fn a_native_function_may_return_a_promise() {
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let waiting: Rc<RefCell<Vec<Resolver>>> = Rc::default();
        let queue = waiting.clone();
        let work = cx.function("work", move |call| {
            let (promise, resolver) = Deferred::new(call.cx())?.split();
            queue.borrow_mut().push(resolver);
            Ok(promise.into())
        });
        cx.global().set("work", work.value()).unwrap();
        show(cx, "(async () => { log(await work()); log(await work()) })(); 0");
        for text in ["first", "second"] {
            entry.drain_jobs();
            let resolver = waiting.borrow_mut().pop().expect("a promise waits");
            resolver.resolve(cx, &Value::string(cx, text)).unwrap();
        }
        entry.drain_jobs();
        take_log(cx)
    });
    assert_eq!(log, "first second");
}

#[test]
fn a_resolver_that_is_dropped_leaves_the_promise_pending() {
    if lacks(Capability::CellLayout) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        let (promise, resolver) = Deferred::new(cx).unwrap().split();
        drop(resolver);
        cx.collect_garbage();
        assert_eq!(promise.promise_state().map(|(state, _)| state), Some(PromiseState::Pending));
    });
}

#[test]
fn states_and_results_can_be_read() {
    if lacks(Capability::CellLayout) {
        return;
    }
    in_both_modes(|context, entry| {
        let cx = context.cx();
        for (source, state, result) in [
            ("new Promise(() => {})", PromiseState::Pending, "undefined"),
            ("Promise.resolve('yes')", PromiseState::Fulfilled, "yes"),
            ("Promise.resolve({ toString: () => 'object' })", PromiseState::Fulfilled, "object"),
            ("(() => { const p = Promise.reject('no'); p.catch(() => {}); return p })()", PromiseState::Rejected, "no"),
            ("new (class Mine extends Promise {})((yes) => yes(1.5))", PromiseState::Fulfilled, "1.5"),
            ("(async () => { await null; return 'late' })()", PromiseState::Fulfilled, "late"),
        ] {
            let promise = cx.evaluate(source, "t.js", 1).unwrap().as_object().unwrap();
            entry.drain_jobs();
            let (found, value) = promise.promise_state().expect(source);
            assert_eq!((found, value.to_text().unwrap().as_str()), (state, result), "{source}");
        }
        for source in
            ["({ then() {} })", "new Map()", "Object.create(Promise.prototype)", "new Proxy(Promise.resolve(), {})"]
        {
            let object = cx.evaluate(source, "t.js", 1).unwrap().as_object().unwrap();
            assert!(object.promise_state().is_none(), "{source}");
        }
    });
}

#[test]
fn whether_a_rejection_is_handled_can_be_read() {
    if lacks(Capability::CellLayout) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        let promise = cx.evaluate("globalThis.p = Promise.reject(1)", "t.js", 1).unwrap().as_object().unwrap();
        assert_eq!(promise.promise_is_handled(), Some(false));
        show(cx, "p.catch(() => {}); 0");
        assert_eq!(promise.promise_is_handled(), Some(true));
    });
}

#[test]
fn brands_do_not_depend_on_prototypes_or_constructors() {
    if lacks(Capability::CellLayout) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        // A program that replaces the constructors before the first query.
        show(cx, "const { Map: M, Set: S, Proxy: P, Promise: Q } = globalThis; Map = Set = Proxy = Promise = Date; 0");
        for (source, brand) in [
            ("new M()", "Map"),
            ("new S()", "Set"),
            ("Object.setPrototypeOf(new M(), S.prototype)", "Map"),
            ("Object.create(M.prototype)", "Object"),
            ("new M().entries()", "MapIterator"),
            ("new S().values()", "SetIterator"),
            ("new P({}, {})", "Proxy"),
            ("Q.resolve()", "Promise"),
            ("new WeakMap()", "WeakMap"),
            ("(function* () {})()", "Generator"),
            ("new DataView(new ArrayBuffer(1))", "DataView"),
            ("new Date()", "Date"),
            ("/x/", "RegExp"),
            ("new TypeError()", "Error"),
            ("({})", "Object"),
            ("[]", "Array"),
            ("() => {}", "Function"),
        ] {
            let object = cx.evaluate(source, "t.js", 1).unwrap().as_object().unwrap();
            assert_eq!(object.brand(), brand, "{source}");
        }
    });
}

#[test]
fn a_proxy_exposes_its_target_until_it_is_revoked() {
    if lacks(Capability::CellLayout) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        let pair = cx.evaluate("globalThis.r = Proxy.revocable({ t: 1 }, { h: 2 }); r.proxy", "t.js", 1).unwrap();
        let proxy = pair.as_object().unwrap();
        let (target, handler) = proxy.proxy_details().expect("a proxy");
        assert_eq!(target.as_object().unwrap().get("t").unwrap().to_number().unwrap(), 1.0);
        assert_eq!(handler.as_object().unwrap().get("h").unwrap().to_number().unwrap(), 2.0);
        show(cx, "r.revoke(); 0");
        cx.collect_garbage();
        let (target, handler) = proxy.proxy_details().expect("still a proxy");
        assert_eq!((target.to_text().unwrap(), handler.to_text().unwrap()), ("null".into(), "null".into()));
        assert!(cx.evaluate("({})", "t.js", 1).unwrap().as_object().unwrap().proxy_details().is_none());
        let callable = cx.evaluate("new Proxy(function f() {}, {})", "t.js", 1).unwrap().as_object().unwrap();
        assert!(callable.proxy_details().is_some());
    });
}
