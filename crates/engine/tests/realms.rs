//! Additional global objects of one VM, and those that mirror another object.

mod support;

use hexloop_engine::{Capability, Context, Cx, Object, mirror, set_mirrors_disabled};
use support::lacks;

fn text(cx: Cx<'_>, code: &str) -> String {
    cx.evaluate(code, "realm.js", 1).map_or_else(|thrown| thrown.message(), |value| value.to_text().unwrap())
}

fn object<'a>(cx: Cx<'a>, code: &str) -> Object<'a> {
    cx.evaluate(code, "realm.js", 1).unwrap().as_object().unwrap()
}

/// A realm over `({ a: 1 })`, which is the global `mirrored` of the outer one.
fn mirroring<'a>(cx: Cx<'a>) -> Object<'a> {
    let handle = cx.new_realm(true).unwrap();
    make_mirror(cx, &handle);
    handle
}

fn make_mirror<'a>(cx: Cx<'a>, handle: &Object<'a>) {
    let realm = handle.realm().unwrap();
    let mirrored = object(cx, "globalThis.mirrored = { a: 1 }");
    let proxy = object(realm, "Proxy");
    let seen =
        proxy.construct(&[mirrored.clone().into_value(), object(cx, "globalThis.handler = {}").into_value()]).unwrap();
    let put = object(cx, "handler.put = (name, value) => name === 'fixed' ? 0 : (mirrored[name] = value, 1)");
    let remove = object(cx, "handler.remove = (name) => name in mirrored ? delete mirrored[name] : undefined");
    mirror(realm, [&mirrored, &seen, &put, &remove]);
    let global = handle.get("global").unwrap().as_object().unwrap();
    let before = set_mirrors_disabled(true);
    global.set("globalThis", seen.value()).unwrap();
    set_mirrors_disabled(before);
}

#[test]
fn a_realm_has_intrinsics_of_its_own() {
    let context = Context::new();
    let cx = context.cx();
    let handle = cx.new_realm(false).unwrap();
    let realm = handle.realm().unwrap();
    cx.global().set("theirs", &realm.evaluate("[1, 2]", "realm.js", 1).unwrap()).unwrap();
    assert_eq!(text(cx, "[theirs instanceof Array, Array.isArray(theirs), theirs.length].join()"), "false,true,2");
    assert!(Object::empty(cx).realm().is_none());
}

#[test]
fn a_realm_lives_as_long_as_a_function_of_it() {
    let context = Context::new();
    let cx = context.cx();
    {
        let handle = cx.new_realm(false).unwrap();
        let made = object(handle.realm().unwrap(), "var kept = [1, 2, 3]; (() => kept.map((n) => n * 2).join())");
        cx.global().set("made", made.value()).unwrap();
    }
    for _ in 0..3 {
        for _ in 0..50 {
            cx.new_realm(true).unwrap();
        }
        cx.collect_garbage();
    }
    assert_eq!(text(cx, "made()"), "2,4,6");
}

#[test]
fn names_are_read_and_written_in_the_mirrored_object() {
    if lacks(Capability::SloppyThis) {
        return;
    }
    let context = Context::new();
    let cx = context.cx();
    let handle = mirroring(cx);
    let realm = handle.realm().unwrap();
    assert_eq!(text(realm, "a = a + 1; b = 5; typeof Array + a + b"), "function25");
    assert_eq!(text(cx, "JSON.stringify(mirrored)"), r#"{"a":2,"b":5}"#);
    cx.evaluate("mirrored.Array = 'shadowed'", "realm.js", 1).unwrap();
    assert_eq!(text(realm, "Array"), "shadowed");
    assert_eq!(text(realm, "delete b; typeof b"), "undefined");
    assert_eq!(text(realm, "this === globalThis && (function () { return this })() === this"), "true");
}

#[test]
fn writing_a_read_only_property_throws_in_strict_code_only() {
    let context = Context::new();
    let cx = context.cx();
    let handle = mirroring(cx);
    let realm = handle.realm().unwrap();
    assert_eq!(text(realm, "fixed = 1; typeof fixed"), "undefined");
    assert!(text(realm, "'use strict'; fixed = 1").starts_with("TypeError"));
    assert!(text(realm, "'use strict'; missing = 1").starts_with("ReferenceError"));
}

/// The caller holds nothing: neither the Proxy nor what it was made of, nor does it store them anywhere.
#[test]
fn a_mirror_keeps_its_objects_alive() {
    let context = Context::new();
    let cx = context.cx();
    let handle = cx.new_realm(true).unwrap();
    let realm = handle.realm().unwrap();
    // Of the old generation, as far as the collector is concerned.
    for _ in 0..3 {
        cx.collect_garbage();
    }
    mirror(
        realm,
        [
            &object(cx, "({ a: 'mirrored' })"),
            &object(realm, "new Proxy({}, { get: (target, name) => 'seen ' + String(name) })"),
            &object(cx, "((name, value) => (globalThis.written = name + value, 1))"),
            &object(cx, "(() => undefined)"),
        ],
    );
    for _ in 0..5 {
        cx.evaluate("for (let i = 0; i < 200000; i++) globalThis.churn = { a: {}, b: [i] }; 0", "t.js", 1).unwrap();
        cx.collect_garbage();
        assert_eq!(text(realm, "made = 1; delete nothing; a"), "mirrored");
        assert_eq!(text(cx, "written"), "made1");
        if !Capability::SloppyThis.is_switched_off() {
            assert_eq!(text(realm, "(function () { return this.name })()"), "seen name");
        }
    }
}

#[test]
fn a_handle_cannot_lose_its_realm() {
    let context = Context::new();
    let cx = context.cx();
    let handle = cx.new_realm(false).unwrap();
    cx.global().set("handle", handle.value()).unwrap();
    assert_eq!(
        text(cx, "handle.global = 1; Reflect.deleteProperty(handle, 'global') + ' ' + typeof handle.global"),
        "false object"
    );
    assert_eq!(text(cx, "Reflect.defineProperty(handle, 'global', { value: 1 })"), "false");
    cx.collect_garbage();
    assert_eq!(text(handle.realm().unwrap(), "[1, 2].join()"), "1,2");
}
