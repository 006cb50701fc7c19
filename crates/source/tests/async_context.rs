//! The async context is saved before every suspension and restored after it, whatever the form of the suspension.

use hexloop_source::{
    AsyncCalls, AsyncContext, DelegatedYield, Goal, LegacyAwait, LinkOptions, Rewrites, link, transform,
};

const NAMES: AsyncContext<'static> = AsyncContext {
    keep: "$k",
    operand: "$o",
    back: "$b",
    caught: "$c",
    pass: "$p",
    delegate: "$d",
    saved: "$s",
    delegated_yield: None,
    calls: None,
};
const REWRITES: Rewrites = Rewrites { async_context: Some(NAMES), ..Rewrites::NONE };

fn rewritten(source: &str) -> String {
    transform(source, Goal::CommonJs, &REWRITES).map_or_else(|| source.to_owned(), |result| result.code)
}

fn becomes(source: &str, expected: &str) {
    assert_eq!(rewritten(source), expected);
}

fn stays(source: &str) {
    becomes(source, source);
}

#[test]
fn an_await_saves_the_context_after_its_operand() {
    becomes("async () => await f(x)", "async () => $b($k( f(x)),await $o)");
    becomes("async () => { return await x }", "async () => { return $b($k( x),await $o) }");
    becomes("async () => (await(x)).y", "async () => ($b($k((x)),await $o)).y");
    becomes("async () => { f()\nawait\nx // y\n}", "async () => { f()\n$b($k(\nx),await $o) // y\n}");
}

#[test]
fn an_await_in_the_operand_of_another_is_done_first() {
    becomes("async () => await await x", "async () => $b($k( $b($k( x),await $o)),await $o)");
    becomes("async () => await f(await x)", "async () => $b($k( f($b($k( x),await $o))),await $o)");
}

#[test]
fn an_await_that_may_be_caught_keeps_the_context_for_the_catch() {
    becomes(
        "async () => { try { await x } catch (e) { f() } }",
        "async () => { try { $b($s=$k( x),await $o,$s=void 0) } catch (e) {$s=$c($s); f() } ;var $s;}",
    );
    becomes(
        "async function f() { try { await x } catch {} finally { g() } }",
        "async function f() { try { $b($s=$k( x),await $o,$s=void 0) } catch {$s=$c($s);} finally {$s=$c($s); g() } ;var $s;}",
    );
}

#[test]
fn an_await_in_a_catch_is_guarded_by_the_finally_beside_it() {
    becomes(
        "async () => { try {} catch { await x } finally {} }",
        "async () => { try {} catch { $b($s=$k( x),await $o,$s=void 0) } finally {$s=$c($s);} ;var $s;}",
    );
    becomes("async () => { try {} catch { await x } }", "async () => { try {} catch { $b($k( x),await $o) } }");
    becomes("async () => { try {} finally { await x } }", "async () => { try {} finally { $b($k( x),await $o) } }");
}

#[test]
fn the_try_of_an_outer_function_does_not_guard_an_inner_one() {
    becomes(
        "async () => { try { f(async () => { await x }) } catch {} }",
        "async () => { try { f(async () => { $b($k( x),await $o) }) } catch {} }",
    );
}

#[test]
fn the_variable_is_declared_in_the_function_that_uses_it() {
    becomes(
        "class A { async m() { 'use strict'; try { await x } finally {} } }",
        "class A { async m() { 'use strict'; try { $b($s=$k( x),await $o,$s=void 0) } finally {$s=$c($s);} ;var $s;} }",
    );
    becomes(
        "class A { static { (async () => { await x })() } }",
        "class A { static { (async () => { $b($k( x),await $o) })() } }",
    );
}

#[test]
fn what_an_async_generator_yields_is_awaited_too() {
    becomes(
        "async function* g() { yield x; yield; yield* y; return z }",
        "async function* g() { yield $p(x); yield $p(); yield* $d(y); return $p(z) }",
    );
    becomes(
        "async function* g() { [yield, yield yield] }",
        "async function* g() { [yield $p(), yield $p(yield $p())] }",
    );
    becomes("({ async *g() { yield(x) } })", "({ async *g() { yield $p((x)) } })");
    becomes(
        "async function* g() { const a = yield await x }",
        "async function* g() { const a = yield $p($b($k( x),await $o)) }",
    );
}

#[test]
fn calls_of_async_functions_are_reported_where_they_begin_and_return() {
    let calls = Some(AsyncCalls { enter: "$in", leave: "$out", returned: "$r" });
    let context = REWRITES.async_context.map(|context| AsyncContext { calls, ..context });
    let rewrites = Rewrites { async_context: context, ..REWRITES };
    let becomes = |source: &str, expected: &str| {
        let result = transform(source, Goal::CommonJs, &rewrites);
        assert_eq!(result.map_or_else(|| source.to_owned(), |result| result.code), expected);
    };
    becomes("async function f() { g() }", "async function f() {$in?.(); g() ;$out?.();}");
    becomes("async function f() {}", "async function f() {$in?.();;$out?.();}");
    becomes(
        "async function f() { 'use strict'; return a, b }",
        "async function f() { 'use strict';;$in?.(); return $r((a, b)) }",
    );
    becomes("async function f() { 'a'\n}", "async function f() { 'a';$in?.();\n;$out?.();}");
    becomes("({ async m() { if (a) return; throw 1 } })", "({ async m() {$in?.(); if (a) return $r(); throw 1 } })");
    becomes("async () => x", "async () => ($in?.(),$r(x))");
    becomes("async () => ({ x })", "async () => ($in?.(),$r(({ x })))");
    becomes("async (a = async () => 1) => (a, x)", "async (a = async () => ($in?.(),$r(1))) => ($in?.(),$r((a, x)))");
    becomes("async () => await x", "async () => ($in?.(),$r($b($k( x),await $o)))");
    becomes("async () => { return await x }", "async () => {$in?.(); return $r($b($k( x),await $o)) }");
    becomes(
        "async () => { try { return 1 } finally { return 2 } }",
        "async () => {$in?.(); try { return 1 } finally { return $r(2) } ;$out?.();}",
    );
    becomes(
        "async () => { try { return 1 } catch { return 2 } }",
        "async () => {$in?.(); try { return $r(1) } catch { return $r(2) } ;$out?.();}",
    );
    becomes(
        "async () => { f(() => { return 1 }); return 2 }",
        "async () => {$in?.(); f(() => { return 1 }); return $r(2) }",
    );
    becomes("async function* g() { return 1 }", "async function* g() { return $p(1) }");
    becomes("async() => { return(x) }", "async() => {$in?.(); return $r((x)) }");
}

#[test]
fn plain_generators_and_functions_stay() {
    stays("function* g() { yield async; return x }");
    stays("async function* g() { function* h() { yield x; return y } }");
    stays("async () => { return x }");
    stays("var await = 1; f(await); 'await x'; // await");
}

#[test]
fn an_await_at_the_top_level_is_left_to_the_loader() {
    let options = LinkOptions { path: "/a.mjs", rewrites: &REWRITES };
    let linked = link("const a = await f(await x); async () => { await a }", &options).unwrap();
    assert_eq!(
        linked.body.code,
        "const a = (yield __hexloop_install( f((yield __hexloop_install( x,1,19))),1,11)); \
         async () => { $b($k( a),await $o) }"
    );
}

#[test]
fn a_list_that_a_generator_returns_stays_a_list() {
    becomes("async function* g() { yield x; return a, b }", "async function* g() { yield $p(x); return $p((a, b)) }");
}

#[test]
fn a_generator_with_a_delegating_yield_is_driven_where_the_engine_needs_it() {
    let delegated_yield = Some(DelegatedYield { begin: "$begin", driver: "$g", error: "$e" });
    let context = REWRITES.async_context.map(|context| AsyncContext { delegated_yield, ..context });
    let rewrites = Rewrites { async_context: context, ..REWRITES };
    let driven = |body: &str| {
        let source = format!("async function* f() {{{body}}}");
        transform(&source, Goal::CommonJs, &rewrites).map_or(source, |result| result.code)
    };
    let around = |body: &str| {
        format!(
            "async function* f() {{;const $g=$begin();try{{{body};$g.value=void 0}}catch($e){{$g.fail($e)}}finally{{$g.end()}}}}"
        )
    };
    assert_eq!(driven("yield* x"), around("yield $g.delegate(x)").replace("yield $g", "yield  $g"));
    assert_eq!(driven("yield* x; yield; yield y"), around("yield  $g.delegate(x); yield $g.give(); yield $g.give(y)"));
    assert_eq!(driven("yield* x; return y"), around("yield  $g.delegate(x); return $g.hold(y)"));
    assert_eq!(driven("yield* x; if (y) return;"), around("yield  $g.delegate(x); if (y) {$g.value=void 0;return;}"));
    assert_eq!(
        driven("try { yield* x } catch { y } finally { z }"),
        around("try { yield  $g.delegate(x) } catch($e) {$g.pass($e); y } finally { z }")
    );
    assert_eq!(
        driven("try { yield* x } catch (error) { y }"),
        around("try { yield  $g.delegate(x) } catch (error) {$g.pass(error); y }")
    );
    // Not in a block: what may be declared only once there; nor what belongs to another function.
    assert!(!driven("yield* x; var h; function h() {}").contains("$begin"));
    assert!(!driven("yield* x; try {} catch ({ message }) {}").contains("$begin"));
    assert!(!driven("yield x; function* h() { yield* x }").contains("$begin"));
}

#[test]
fn a_bare_new_keeps_its_place() {
    becomes("async () => await new X", "async () => await $p(new X)");
    becomes("async () => await new X()", "async () => $b($k( new X()),await $o)");
}

#[test]
fn the_other_rewrites_nest_inside_and_around() {
    let rewrites = Rewrites {
        legacy_await: Some(LegacyAwait { value: "$l", each: "$e" }),
        stack_reads: Some("$t"),
        catches: Some("$t"),
        ..REWRITES
    };
    let all = |source: &str| transform(source, Goal::CommonJs, &rewrites).unwrap().code;
    assert_eq!(all("async () => await await x"), "async () => $b($k( $l($b($k( $l(x)),await $o))),await $o)");
    assert_eq!(
        all("async () => { for await (const a of await x); }"),
        "async () => { for await (const a of $e($b($k( $l(x)),await $o))); }"
    );
    assert_eq!(
        all("async (e) => { ({ stack } = await e) }"),
        "async (e) => { ({ stack } = $t($b($k( $l(e)),await $o))) }"
    );
    assert_eq!(all("async () => await e.stack"), "async () => $b($k( $l($t(e).stack)),await $o)");
    assert_eq!(all("async () => await new e.stack"), "async () => await $p($l(new ($t(e).stack)))");
    assert_eq!(
        all("async ({stack}) => await stack"),
        "async ($t_0) => {var {stack} = $t($t_0);return ($b($k( $l(stack)),await $o))}"
    );
    assert_eq!(
        all("async () => { try { await x } catch (e) {} var {stack} = e}"),
        "async () => { try { $b($s=$k( $l(x)),await $o,$s=void 0) } catch (e) {$s=$c($s);$t(e);} var {stack} = $t(e);var $s;}"
    );
}

#[test]
fn columns_lead_back_to_what_was_written() {
    let result = transform("async () => { await f(g.h) }", Goal::CommonJs, &REWRITES).unwrap();
    let at = |text: &str| result.code.find(text).unwrap() as u32 + 1;
    assert_eq!(result.columns.original(1, at("f(g")), 21);
    assert_eq!(result.columns.original(1, at(".h")), 24);
    assert_eq!(result.columns.original(1, at("$b")), 15);
}
