//! With `--await=legacy` every `await` operator, and nothing else, goes through the given functions.

use hexloop_source::{Goal, LegacyAwait, Rewrites, transform};

const REWRITES: Rewrites = Rewrites {
    legacy_await: Some(LegacyAwait { value: "$w", each: "$e" }),
    for_await: Some("$not_this"),
    stack_reads: None,
    ..Rewrites::NONE
};

#[track_caller]
fn becomes_as(goal: Goal, source: &str, expected: &str) {
    let code = transform(source, goal, &REWRITES).map(|result| result.code);
    assert_eq!(code.as_deref().unwrap_or(source), expected);
}

#[track_caller]
fn becomes(source: &str, expected: &str) {
    becomes_as(Goal::CommonJs, source, expected);
}

#[track_caller]
fn stays(source: &str) {
    assert_eq!(transform(source, Goal::CommonJs, &REWRITES), None);
}

#[test]
fn an_await_is_wrapped() {
    becomes("async function f() { await x }", "async function f() { await $w(x) }");
    becomes("async () => await x", "async () => await $w(x)");
    becomes("async x => { return await x.y(z) + 1 }", "async x => { return await $w(x.y(z)) + 1 }");
    becomes("({ async m() { await 1 } })", "({ async m() { await $w(1) } })");
    becomes("class A { async m() { await 1 } }", "class A { async m() { await $w(1) } }");
}

#[test]
fn nested_awaits_are_wrapped_inside_out() {
    becomes("async () => await await x", "async () => await $w(await $w(x))");
    becomes("async () => await f(await x, await y)", "async () => await $w(f(await $w(x), await $w(y)))");
    becomes("async () => (await (await x).y).z", "async () => (await $w((await $w(x)).y)).z");
    becomes("async () => await (async () => await 1)()", "async () => await $w((async () => await $w(1))())");
}

#[test]
fn the_operand_ends_where_the_operator_ends() {
    becomes("async () => await a + b", "async () => await $w(a) + b");
    becomes("async () => await a, b", "async () => await $w(a), b");
    becomes("async () => await a ? b : c", "async () => await $w(a) ? b : c");
    becomes("async () => await -a", "async () => await $w(-a)");
    becomes("async () => await (a, b)", "async () => await $w((a, b))");
    becomes("async () => !await a", "async () => !await $w(a)");
    becomes("async () => await a`t`", "async () => await $w(a`t`)");
    becomes("async () => await new A", "async () => await $w(new A)");
    becomes("async () => await { a }", "async () => await $w({ a })");
}

#[test]
fn blanks_comments_and_line_ends_between_stay_where_they_are() {
    becomes("async () => await /* await */ x // await y", "async () => await /* await */ $w(x) // await y");
    becomes("async () => await\n  x", "async () => await\n  $w(x)");
    becomes("async () => await(x)", "async () => await $w((x))");
    becomes("async () => { for await(x of(y)); }", "async () => { for await(x of $e((y))); }");
}

#[test]
fn templates_defaults_and_computed_keys_are_reached() {
    becomes("async () => `a ${await x} await b`", "async () => `a ${await $w(x)} await b`");
    becomes("async () => { let { a = await x } = y }", "async () => { let { a = await $w(x) } = y }");
    becomes("async () => ({ [await k]: await v })", "async () => ({ [await $w(k)]: await $w(v) })");
    becomes("async () => { class A { [await k] = 1 } }", "async () => { class A { [await $w(k)] = 1 } }");
}

#[test]
fn async_iteration_wraps_what_is_iterated() {
    becomes("async () => { for await (const x of y) z }", "async () => { for await (const x of $e(y)) z }");
    becomes(
        "async () => { for await (x of await y) await x }",
        "async () => { for await (x of $e(await $w(y))) await $w(x) }",
    );
    becomes("async () => { for (const x of y) await x }", "async () => { for (const x of y) await $w(x) }");
}

#[test]
fn yields_of_an_async_generator_stay() {
    becomes("async function* g() { yield await x; yield* y }", "async function* g() { yield await $w(x); yield* y }");
}

#[test]
fn a_module_and_its_static_blocks_may_await_at_the_top() {
    becomes_as(Goal::Module, "const x = await import('y')", "const x = await $w(import('y'))");
    becomes_as(Goal::Module, "export default await 1", "export default await $w(1)");
    becomes_as(Goal::Module, "for await (const x of y);", "for await (const x of $e(y));");
    becomes(
        "class A { static { (async () => { await 1 })() } }",
        "class A { static { (async () => { await $w(1) })() } }",
    );
}

#[test]
fn the_word_elsewhere_is_left_alone() {
    stays("'await x'; // await y\n`await z`; /await/; o.await; ({ await: 1 })");
    stays("var await = 1; await + 1; await(x); function g(await) { return await }");
    stays("foo()");
}

#[test]
fn what_does_not_parse_is_left_to_the_engine() {
    stays("async () => { await x y z ( }");
}

#[test]
fn async_iteration_alone_can_be_enabled() {
    let rewrites = Rewrites { for_await: Some("$f"), ..Rewrites::default() };
    let code = |source| transform(source, Goal::CommonJs, &rewrites).map(|result| result.code);
    let source = "async () => { for await (const x of await y) await x }";
    assert_eq!(code(source).as_deref(), Some("async () => { for await (const x of $f(await y)) await x }"));
    assert_eq!(code("async () => { for (const x of y) await x }"), None);
}
