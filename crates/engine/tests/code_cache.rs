//! Code that one VM compiled runs in another.

mod support;

use hexloop_engine::{CachedCode, Capability, CodeCacheEntry, Context, Cx, Script, engine_build};
use support::lacks;

const TEXT: &str = "(function outer(n) {
  function called(x) { return x * 2 }
  function never(x) { return x / 0 }
  const arrow = (x) => called(x) + 1;
  class Pair { constructor(a, b) { this.a = a; this.b = b } sum() { return this.a + this.b } }
  async function* later() { yield await 1 }
  const tagged = ((parts, value) => parts.raw.join('|') + value)`a\\n${n}b`;
  if (n === 'text') return [outer, called, never, later].map(String).join();
  if (n === 'throw') { called(null.x) }
  return [arrow(n), new Pair(n, 1).sum(), tagged, /x+/g.exec('axxb')[0], 123n * 2n].join();
})";

fn run<'a>(cx: Cx<'a>, text: &str, code: CodeCacheEntry, argument: &str) -> String {
    let function = cx.run_cached(Script::new(&[text]), "/tmp/a b.js", 1, code);
    let function = function.expect("the script runs").as_object().expect("a function");
    let argument = cx.evaluate(argument, "", 1).expect("an argument");
    match function.call(&[argument]) {
        Ok(value) => value.to_text().expect("a text"),
        Err(exception) => exception.stack(),
    }
}

fn cached_code(code: &'static [u8]) -> CachedCode {
    // SAFETY: what `serialized` returned, or with another version at its beginning, after which the engine reads no further.
    unsafe { CachedCode::new(code) }
}

const ARGUMENTS: [&str; 3] = ["7", "'text'", "'throw'"];

/// The code of `TEXT`, serialized after the given calls.
fn serialized(calls: &[&str]) -> &'static [u8] {
    let context = Context::new();
    let cx = context.cx();
    for (number, argument) in calls.iter().enumerate() {
        run(cx, TEXT, CodeCacheEntry { cached: None, store_as: (number == 0).then_some(5) }, argument);
    }
    let mut all = Vec::new();
    cx.serialize_compiled(|name, bytes| all.push((name, bytes.to_vec())));
    assert_eq!(all.len(), 1, "one script was compiled and asked for");
    assert_eq!(all[0].0, 5);
    assert_eq!(cx.compiled_count(), 0);
    Box::leak(all.remove(0).1.into_boxed_slice())
}

fn uncached(argument: &str) -> String {
    let context = Context::new();
    run(context.cx(), TEXT, CodeCacheEntry { cached: None, store_as: None }, argument)
}

#[test]
fn cached_code_does_what_compiled_code_does() {
    if lacks(Capability::CodeCache) {
        return;
    }
    let code = serialized(&["7"]);
    for argument in ARGUMENTS {
        let context = Context::new();
        let cx = context.cx();
        let cached = run(cx, TEXT, CodeCacheEntry { cached: Some(cached_code(code)), store_as: Some(1) }, argument);
        assert_eq!(cx.compiled_count(), 0, "nothing had to be compiled");
        assert_eq!(cached, uncached(argument));
    }
    assert!(uncached("'throw'").contains("/tmp/a b.js:9:"), "{}", uncached("'throw'"));
}

#[test]
fn the_functions_that_were_called_are_in_the_code() {
    if lacks(Capability::CodeCache) {
        return;
    }
    let little = serialized(&["7"]).len();
    let more = serialized(&ARGUMENTS).len();
    assert!(little > 2000, "{little}");
    assert!(more >= little, "{more} {little}");
}

#[test]
fn code_of_another_source_or_another_build_is_not_used() {
    if lacks(Capability::CodeCache) {
        return;
    }
    let code = serialized(&["7"]);
    let mut other = code.to_vec();
    other[0] ^= 0x55;
    let other: &'static [u8] = Box::leak(other.into_boxed_slice());
    let context = Context::new();
    let cx = context.cx();
    let cached = run(cx, TEXT, CodeCacheEntry { cached: Some(cached_code(other)), store_as: Some(1) }, "7");
    assert_eq!((cached, cx.compiled_count()), (uncached("7"), 1));
    let text = TEXT.replace("x * 2", "x * 3");
    let cached = run(cx, &text, CodeCacheEntry { cached: Some(cached_code(code)), store_as: Some(2) }, "7");
    assert_eq!(cx.compiled_count(), 2);
    assert!(cached.starts_with("22,"), "{cached}");
    cx.serialize_compiled(|_, bytes| assert!(!bytes.is_empty()));
}

#[test]
fn code_that_is_refused_and_not_to_be_stored_leaves_a_script_intact() {
    if lacks(Capability::CodeCache) {
        return;
    }
    let mut other = serialized(&["7"]).to_vec();
    other[0] ^= 0x55;
    let other: &'static [u8] = Box::leak(other.into_boxed_slice());
    let context = Context::new();
    let cx = context.cx();
    for _ in 0..200 {
        assert_eq!(
            run(cx, TEXT, CodeCacheEntry { cached: Some(cached_code(other)), store_as: None }, "'text'"),
            uncached("'text'")
        );
        cx.collect_garbage();
    }
    assert_eq!(cx.compiled_count(), 0);
}

#[test]
fn a_script_that_does_not_parse_throws_as_without_cache() {
    let context = Context::new();
    let cx = context.cx();
    let code = CodeCacheEntry { cached: None, store_as: Some(1) };
    let cached =
        cx.run_cached(Script::new(&["(function () { let }"]), "/bad.js", 1, code).err().expect("it does not parse");
    let plain = cx.evaluate("(function () { let }", "/bad.js", 1).err().expect("it does not parse");
    assert_eq!(cached.stack(), plain.stack());
    assert_eq!(cx.compiled_count(), 0);
}

#[test]
fn cached_code_survives_collections_and_its_script() {
    if lacks(Capability::CodeCache) {
        return;
    }
    let code = serialized(&["7"]);
    let context = Context::new();
    let cx = context.cx();
    for _ in 0..50 {
        assert_eq!(
            run(cx, TEXT, CodeCacheEntry { cached: Some(cached_code(code)), store_as: None }, "7"),
            uncached("7")
        );
        cx.collect_garbage();
    }
}

#[test]
fn utf16_and_empty_sources_run() {
    let context = Context::new();
    let cx = context.cx();
    let code = CodeCacheEntry { cached: None, store_as: Some(1) };
    for round in 0..500 {
        let text = format!("'αβγ' + {round}");
        let value = cx.run_cached(Script::new(&[&text]), "/utf16.js", 1, code).expect("it runs");
        assert_eq!(value.to_text().expect("a text"), format!("αβγ{round}"));
    }
    cx.collect_garbage();
    assert!(cx.run_cached(Script::new(&[""]), "/empty.js", 1, code).expect("it runs").is_undefined());
    cx.serialize_compiled(|_, _| {});
}

#[test]
fn the_library_has_a_build_id() {
    assert!(engine_build().is_some_and(|build| build.len() >= 8));
}

#[test]
fn each_vm_serializes_its_own_code() {
    if lacks(Capability::CodeCache) {
        return;
    }
    let (one, two) = (Context::new(), Context::new());
    for (context, name) in [(&one, 1), (&two, 2)] {
        run(context.cx(), TEXT, CodeCacheEntry { cached: None, store_as: Some(name) }, "7");
    }
    let names = |context: &Context| {
        let mut names = Vec::new();
        context.cx().serialize_compiled(|name, bytes| {
            assert!(!bytes.is_empty());
            names.push(name);
        });
        names
    };
    assert_eq!((two.cx().compiled_count(), names(&two), names(&one)), (1, vec![2], vec![1]));
}

#[test]
fn code_that_was_never_serialized_is_dropped_with_its_vm() {
    if lacks(Capability::CodeCache) {
        return;
    }
    for _ in 0..20 {
        let context = Context::new();
        run(context.cx(), TEXT, CodeCacheEntry { cached: None, store_as: Some(1) }, "7");
        drop(context);
        let next = Context::new();
        assert_eq!(next.cx().compiled_count(), 0);
        next.cx().serialize_compiled(|_, _| panic!("there is none"));
    }
}
