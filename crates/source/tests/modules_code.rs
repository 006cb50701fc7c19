//! The source of a module becomes the body of a function: each construct, before and after.

use hexloop_source::{LinkOptions, Linked, Rewrites, Shape, link};

const REWRITES: Rewrites = Rewrites::NONE;

#[track_caller]
fn linked(source: &str) -> Linked {
    link(source, &LinkOptions { path: "file:///a.mjs", rewrites: &REWRITES })
        .unwrap_or_else(|e| panic!("{source}: {e}"))
}

/// The imports of every test: `a` and `b as c` from request 0, `ns` from request 1.
const IMPORTS: &str = "import {a, b as c} from 'x';import * as ns from 'y';";

/// Compares the rewritten form of a source that uses the imports above.
#[track_caller]
fn becomes(source: &str, expected: &str) {
    let code = linked(&format!("{IMPORTS}{source}")).body.code;
    assert_eq!(code, format!(";;{expected}"));
}

#[track_caller]
fn alone(source: &str, expected: &str) {
    assert_eq!(linked(source).body.code, expected);
}

#[test]
fn a_read_goes_to_the_environment() {
    becomes("f(a, c)", "f(__hexloop_0.a, __hexloop_0.b)");
    becomes("a.b = a[c]", "__hexloop_0.a.b = __hexloop_0.a[__hexloop_0.b]");
    becomes("typeof a", "typeof __hexloop_0.a");
    becomes("new a(c)", "new __hexloop_0.a(__hexloop_0.b)");
    becomes("class B extends a {}", "class B extends __hexloop_0.a {}");
    becomes("`${a}`", "`${__hexloop_0.a}`");
    becomes("a?.b", "__hexloop_0.a?.b");
    becomes("x = {a, c: 1, d: c}", "x = {a: __hexloop_0.a, c: 1, d: __hexloop_0.b}");
    alone("import {'a b' as x} from 'y'; f(x)", "; f(__hexloop_0[\"a b\"])");
    alone("import d from 'y'; f(d)", "; f(__hexloop_0.default)");
}

#[test]
fn a_call_gets_no_this() {
    becomes("x = a()", "x = (0,__hexloop_0.a)()");
    becomes("x = a`t`", "x = (0,__hexloop_0.a)`t`");
    becomes("x = a?.()", "x = (0,__hexloop_0.a)?.()");
    becomes("x = (a)()", "x = ((0,__hexloop_0.a))()");
    becomes("a.b()", "__hexloop_0.a.b()");
}

#[test]
fn a_statement_that_begins_with_a_parenthesis_is_kept_apart() {
    becomes("x\na()", "x\n;(0,__hexloop_0.a)()");
    becomes("if (x) a()", "if (x) (0,__hexloop_0.a)()");
    becomes("() => {x\na()}", "() => {x\n;(0,__hexloop_0.a)()}");
    becomes("switch (x) {case 1: y\na()}", "switch (x) {case 1: y\n;(0,__hexloop_0.a)()}");
}

#[test]
fn what_shadows_an_import_is_left_alone() {
    becomes("function f(a) { return a + c }", "function f(a) { return a + __hexloop_0.b }");
    becomes("{ let a; a = 1 }", "{ let a; a = 1 }");
    becomes("(a) => a()", "(a) => a()");
    becomes("try {} catch (a) { a }", "try {} catch (a) { a }");
}

#[test]
fn a_write_throws_like_one_to_a_constant() {
    becomes("a = f()", "__hexloop_constant = f()");
    becomes("a += 1", "__hexloop_constant += 1");
    becomes("a++; --c", "__hexloop_constant++; --__hexloop_constant");
    becomes("[a, ...c] = x", "[__hexloop_constant, ...__hexloop_constant] = x");
    becomes(
        "({a, b: c, d: a = 1} = x)",
        "({a: __hexloop_constant, b: __hexloop_constant, d: __hexloop_constant = 1} = x)",
    );
    becomes("({a = c} = x)", "({a: __hexloop_constant = __hexloop_0.b} = x)");
    becomes("for (a of x);", "for (__hexloop_constant of x);");
    becomes("for (a in x);", "for (__hexloop_constant in x);");
    becomes("ns = 1", "__hexloop_constant = 1");
    becomes("x = a ||= 1", "x = (__hexloop_0.a ||(__hexloop_constant= 1))");
    becomes("x = a /* ?? */ ??= y", "x = (__hexloop_0.a /* ?? */ ??(__hexloop_constant= y))");
    becomes("a &&= 1", ";(__hexloop_0.a &&(__hexloop_constant= 1))");
}

#[test]
fn members_of_a_namespace_are_read_from_the_environment() {
    becomes("f(ns.a, ns?.b)", "f(__hexloop_1.a, __hexloop_1?.b)");
    becomes("ns.a(1)", "__hexloop_1.a(1)");
    becomes("ns.a.b = 1", "__hexloop_1.a.b = 1");
    becomes("f(ns)", "f(__hexloop_ns_1)");
    becomes("ns['a']", "__hexloop_ns_1['a']");
    becomes("ns.a = 1", "__hexloop_ns_1.a = 1");
    becomes("ns.a++", "__hexloop_ns_1.a++");
    becomes("[ns.a] = x", "[__hexloop_ns_1.a] = x");
    becomes("delete ns.a", "delete __hexloop_ns_1.a");
}

#[test]
fn declarations_are_removed_line_by_line() {
    alone("import 'x'", ";");
    alone("import {\n  a,\n  b // c\n} from 'x'\nf()", ";\n\n\n\nf()");
    alone("import {\r\n a\u{2028}} from 'x'; f()", ";\r\n\u{2028} f()");
    alone("let x = y\nexport {x}\n(y)", "let x = y\n;\n(y)");
    alone("export * from 'x'; export * as y from 'x'; export {z as w} from 'x'", "; ; ;");
    alone("#!/usr/bin/env hexloop\nf()", "///usr/bin/env hexloop\nf()");
    alone("\u{feff}import 'x'; f()", "; f()");
}

#[test]
fn an_exported_declaration_loses_its_keyword() {
    alone("export const {a, b: [c]} = x", "const {a, b: [c]} = x");
    alone("export function f() {} export class C {}", "function f() {} class C {}");
    alone("export async function* f() {}", "async function* f() {}");
    alone("export\nlet a", "\nlet a");
    alone("export /* c */ let a", "/* c */ let a");
}

#[test]
fn the_default_export_has_a_name_and_keeps_its_kind() {
    alone("export default a + b", "const __hexloop_default=a + b");
    alone("export default () => {}\n(x)", "const __hexloop_default={default:() => {}}.default;\n(x)");
    alone("export default (class {})", "const __hexloop_default={default:(class {})}.default;");
    alone("export default class {}f()", "const __hexloop_default={default:class {}}.default;f()");
    alone("export default class A {}", "class A {}");
    alone("export default function f() {}", "function f() {}");
    alone(
        "export default async function () {}",
        "function __hexloop_make_default(){return{default:async function () {}}.default}",
    );
    alone("export /* a */ default\n5", "/* a */ \nconst __hexloop_default=5");
}

#[test]
fn import_meta_and_dynamic_import_are_parameters() {
    alone("import.meta.url", "__hexloop_meta.url");
    alone("import.\nmeta", "__hexloop_meta\n");
    alone("import('x', {with: {}})", "__hexloop_import('x', {with: {}})");
    alone("import.source('x')", "__hexloop_import.source('x')");
    let module = linked("import.meta; () => import('x')");
    assert!(module.import_meta && module.dynamic_import && !module.top_level_await);
}

#[test]
fn a_module_has_no_arguments() {
    alone("arguments", ";(0,eval)(\"arguments\")");
    alone("f(typeof arguments)", "f((0,eval)(\"typeof arguments\"))");
    alone("() => ({arguments})", "() => ({arguments: (0,eval)(\"arguments\")})");
    alone("new arguments()", "new ((0,eval)(\"arguments\"))()");
    alone("function f() { return () => arguments }", "function f() { return () => arguments }");
}

#[test]
fn an_await_of_the_top_level_yields() {
    alone("await f()", "yield __hexloop_install( f(),1,1)");
    alone("x = await f() + 1", "x = (yield __hexloop_install( f(),1,5)) + 1");
    alone("x\nawait f(), 1", "x\n;(yield __hexloop_install( f(),2,1)), 1");
    alone("await\nf()", "yield __hexloop_install(\nf(),1,1)");
    alone("x = [await /* \n */ f()]", "x = [(yield __hexloop_install( /* \n */ f(),1,6))]");
    alone("await (await x)", "yield __hexloop_install( ((yield __hexloop_install( x,1,8))),1,1)");
    alone("class A { [await x] = 1 }", "class A { [(yield __hexloop_install( x,1,12))] = 1 }");
    alone("async () => await x", "async () => await x");
    assert!(linked("await 1").top_level_await);
    assert!(!linked("async () => await x").top_level_await);
}

#[test]
fn a_loop_that_awaits_is_written_out() {
    alone(
        "for await (const x of xs) f(x)",
        "{const __hexloop_loop_0=__hexloop_loop();try{for (const x of (yield* \
         __hexloop_loop_0.start(__hexloop_install(xs,1,18)))) \
         {__hexloop_body_0:{f(x)}yield* __hexloop_loop_0.next(__hexloop_install(0,1,18));}}catch(__hexloop_error){yield* \
         __hexloop_loop_0.fail(__hexloop_error)}finally{yield* __hexloop_loop_0.end()}}",
    );
    let body = linked("l: for await (x of y) { for (;;) { continue l } continue }").body.code;
    assert!(body.contains("try{l: for"), "{body}");
    assert!(body.contains("{ for (;;) { break __hexloop_body_0 } break __hexloop_body_0 }"), "{body}");
    let body = linked("for await (x of y) { for (;;) continue; () => { for (;;) continue } }").body.code;
    assert!(!body.contains("break __hexloop_body_0"), "{body}");
}

#[test]
fn a_plain_wrapper_returns_the_exports() {
    let module = linked(
        "import {x} from 'm'; import * as n from 'o'; export {n, x}; export let a; export default () => a++; \
         export class __proto__ {}; export {y as 'a b'}; var y",
    );
    let plain = module.wrapper("NAME", Shape::Plain);
    assert_eq!(
        plain.head,
        "(function NAME(__hexloop_meta,__hexloop_import,__hexloop_install,__hexloop_0,__hexloop_1,__hexloop_ns_1)\
         {'use strict';"
    );
    assert_eq!(plain.prefix as usize, plain.head.len());
    assert_eq!(
        plain.tail,
        "\nreturn{__proto__:null,get a(){return a},default:__hexloop_default,[\"__proto__\"]:__proto__,\
         n:__hexloop_ns_1,\"a b\":y}})"
    );
    let module = linked("export default function () {}");
    assert!(module.wrapper("N", Shape::Plain).head.ends_with("const __hexloop_default=__hexloop_make_default();"));
}

#[test]
fn a_two_phase_wrapper_publishes_the_exports_first() {
    let module = linked("export let a; export {y as 'a b'}; var y");
    let two_phase = module.wrapper("NAME", Shape::TwoPhase);
    assert!(two_phase.head.starts_with("(function* NAME("), "{}", two_phase.head);
    let end = "__hexloop_install({__proto__:null,get a(){return a},get \"a b\"(){return y}});yield;";
    assert!(two_phase.head.ends_with(end), "{}", two_phase.head);
    assert_eq!(two_phase.tail, "\n})");
}
