//! Every literal read of `.stack` goes through the given function; lines stay, columns map back.

use hexloop_source::{Goal, Rewrites, mentions_stack, transform};

const REWRITES: Rewrites = Rewrites { stack_reads: Some("$s"), ..Rewrites::NONE };

#[track_caller]
fn becomes(source: &str, expected: &str) {
    let code = transform(source, Goal::CommonJs, &REWRITES).map(|result| result.code);
    assert_eq!(code.as_deref().unwrap_or(source), expected);
}

#[track_caller]
fn stays(source: &str) {
    assert_eq!(transform(source, Goal::CommonJs, &REWRITES), None);
}

#[test]
fn a_member_is_read_through_the_function() {
    becomes("e.stack", "$s(e).stack");
    becomes("e['stack']", "$s(e)['stack']");
    becomes("e[`stack`]", "$s(e)[`stack`]");
    becomes("this.stack", "$s(this).stack");
    becomes("new Error().stack", "$s(new Error()).stack");
    becomes("(a, b).stack", "$s((a, b)).stack");
    becomes("f(x).y.stack.split('\\n')[0]", "$s(f(x).y).stack.split('\\n')[0]");
    becomes("a.stack.b.stack", "$s($s(a).stack.b).stack");
    becomes("e\n  .stack", "$s(e)\n  .stack");
    becomes("typeof(e).stack", "typeof $s((e)).stack");
    becomes("`${e.stack}`", "`${$s(e).stack}`");
}

#[test]
fn writes_and_deletes_go_through_it_too() {
    becomes("e.stack = 1", "$s(e).stack = 1");
    becomes("e.stack += f.stack", "$s(e).stack += $s(f).stack");
    becomes("delete e.stack", "delete $s(e).stack");
    becomes("[e.stack] = x", "[$s(e).stack] = x");
    becomes("for (e.stack of x);", "for ($s(e).stack of x);");
}

#[test]
fn optional_chains_stay_optional() {
    becomes("e?.stack", "$s(e)?.stack");
    becomes("e?.['stack']", "$s(e)?.['stack']");
    becomes("a?.b.stack", "$s(a?.b)?.stack");
    becomes("a?.b['stack'].c", "$s(a?.b)?.['stack'].c");
    becomes("a?.b()?.stack?.c", "$s(a?.b())?.stack?.c");
    becomes("(a?.b).stack", "$s((a?.b)).stack");
    becomes("a?.stack.b", "$s(a)?.stack.b");
}

#[test]
fn a_call_does_not_slip_in_after_new() {
    becomes("new e.stack()", "new ($s(e).stack)()");
    becomes("new e.stack.A(f.stack)", "new ($s(e).stack.A)($s(f).stack)");
    becomes("new (e.stack)()", "new ($s(e).stack)()");
}

#[test]
fn destructuring_wraps_what_is_taken_apart() {
    becomes("const { stack } = e", "const { stack } = $s(e)");
    becomes("let { message, stack: s = 'none' } = f(e), g = 1", "let { message, stack: s = 'none' } = $s(f(e)), g = 1");
    becomes("var { 'stack': s } = e.stack", "var { 'stack': s } = $s($s(e).stack)");
    becomes("({ stack } = e)", "({ stack } = $s(e))");
    becomes("({ stack: o.s } = e)", "({ stack: o.s } = $s(e))");
}

#[test]
fn a_parameter_is_taken_apart_in_the_body() {
    becomes("({ stack }) => stack", "($s_0) => {var { stack } = $s($s_0);return (stack)}");
    becomes("({ stack: s }) => ({ s })", "($s_0) => {var { stack: s } = $s($s_0);return (({ s }))}");
    becomes("async (a, { stack }) => { f(stack) }", "async (a, $s_1) => {var { stack } = $s($s_1); f(stack) }");
    becomes(
        "function f({ stack = 1, ...rest } = {}, b) { }",
        "function f($s_0 = {}, b) {var { stack = 1, ...rest } = $s($s_0); }",
    );
    becomes("class A { m({ stack }) { } }", "class A { m($s_0) {var { stack } = $s($s_0); } }");
    becomes("({ stack }) => e.stack", "($s_0) => {var { stack } = $s($s_0);return ($s(e).stack)}");
    becomes(
        "({ stack }) => ({ stack }) => 1",
        "($s_0) => {var { stack } = $s($s_0);return (($s_0) => {var { stack } = $s($s_0);return (1)})}",
    );
}

#[test]
fn what_is_caught_and_what_is_iterated_is_taken_apart_in_the_body() {
    becomes("try { } catch ({ stack }) { f(stack) }", "try { } catch ($s_0) {let { stack } = $s($s_0); f(stack) }");
    becomes("for (const { stack } of e) f(stack)", "for (const $s_0 of e) {const { stack } = $s($s_0);f(stack)}");
    becomes(
        "for (var { stack: s } of e) { let s = 1 }",
        "for (var $s_0 of e) {var { stack: s } = $s($s_0);{ let s = 1 }}",
    );
    becomes(
        "async () => { for await (let { stack } of e.stack) ; }",
        "async () => { for await (let $s_0 of $s(e).stack) {let { stack } = $s($s_0);;} }",
    );
}

#[test]
fn a_pattern_that_is_not_plain_stays_where_it_is() {
    stays("({ stack = f() }) => 1");
    stays("({ [k]: a, stack }) => 1");
    stays("({ stack: { a } }) => 1");
    stays("({ stack }, b = stack) => 1");
    stays("({\n stack }) => 1");
    stays("({ error: { stack } }) => 1");
}

#[test]
fn other_stacks_are_left_alone() {
    stays("class A extends B { m() { return super.stack } }");
    stays("class A { #stack; m() { return this.#stack } }");
    stays("const stack = []; stack.push(1); f({ stack, stack: 1 })");
    stays("e[stack]; e.stacks; e.stackTrace; 'e.stack'; // e.stack");
    stays("class A { stack = 1; get stack() { return 1 } static stack() { } }");
}

#[test]
fn the_word_is_found_before_anything_is_parsed() {
    assert!(mentions_stack(b"e.stack"));
    assert!(mentions_stack(b"stack"));
    assert!(mentions_stack(b"callstack + stack"));
    assert!(!mentions_stack(b"callstack, stackTrace, stack_, $stack"));
    assert!(!mentions_stack(b""));
}

#[test]
fn both_rewrites_nest() {
    let rewrites = Rewrites {
        legacy_await: Some(hexloop_source::LegacyAwait { value: "$w", each: "$e" }),
        stack_reads: Some("$s"),
        ..Rewrites::default()
    };
    let source = "async () => (await e.stack, (await e).stack)";
    let result = transform(source, Goal::CommonJs, &rewrites).expect("there is something to rewrite");
    assert_eq!(result.code, "async () => (await $w($s(e).stack), $s((await $w(e))).stack)");
}
