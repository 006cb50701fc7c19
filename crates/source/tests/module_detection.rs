//! A file of unknown format is an ES module exactly where Node 26 treats it as one.

use hexloop_source::{may_close_wrapper, needs_module_goal, uses_top_level_await};

#[test]
fn module_syntax_makes_a_module() {
    for source in [
        "import x from 'y'",
        "import 'y'",
        "import * as x from 'y'; x()",
        "export const a = 1",
        "export default 1",
        "export {}",
        "console.log(import.meta.url)",
        "const x = 1\nimport y from 'z'",
        // Node decides at the first such token, whatever comes after it.
        "import x from 'y'; foo(1 2)",
    ] {
        assert!(needs_module_goal(source), "{source}");
    }
}

#[test]
fn top_level_await_makes_a_module_if_the_rest_is_one() {
    assert!(needs_module_goal("await 1"));
    assert!(needs_module_goal("const x = await import('y')"));
    assert!(needs_module_goal("for await (const x of y) z(x)"));
    assert!(needs_module_goal("if (a) { for (const b of c) { await b } }"));
    assert!(needs_module_goal("try { await 1 } catch (e) { } finally { }"));
    assert!(needs_module_goal("class A { m() { } } label: { await new A().if(1) }"));
    for source in ["f(await 1)", "[await 1]", "(await 'x')", "x = { a: await {} }", "if (await x) {}", "[await /x/]"] {
        assert!(needs_module_goal(source), "{source}");
    }
    assert!(needs_module_goal("const f = async () => { await 1 }\nawait f()"));
    assert!(needs_module_goal("const require = createRequire(x); await 1"));
    assert!(!needs_module_goal("await 1; with (a) {}"));
    assert!(!needs_module_goal("f(await 1); with (a) {}"));
    assert!(!needs_module_goal("return await 1"));
    assert!(!needs_module_goal("class A { static { await 1 } }"));
    assert!(!needs_module_goal("function f() { await 1 }"));
    // This message is not among those that make Node try again.
    assert!(!needs_module_goal("`${await 1}`"));
    // A call and a member of a variable called `await`.
    assert!(!needs_module_goal("await (1)"));
    assert!(!needs_module_goal("for (const x of await [1]) {}"));
}

#[test]
fn a_clash_with_the_wrapper_makes_a_module() {
    assert!(needs_module_goal("const require = 1"));
    assert!(needs_module_goal("let { a, __filename } = b"));
    assert!(needs_module_goal("const a = 1, exports = 2"));
    assert!(needs_module_goal("const [{ a: module = 1 }] = b"));
    assert!(needs_module_goal("class module {}"));
    assert!(!needs_module_goal("var require = 1; function module() {}"));
    assert!(!needs_module_goal("{ const require = 1 }"));
}

#[test]
fn commonjs_stays_commonjs() {
    for source in [
        "const x = require('y')",
        "return 1",
        "new.target",
        "import('x')",
        "import('x').then(await => await)",
        "var await = 1; await(x)",
        "({ import: 1, export: 2 }).import; x.export",
        "'import x from y'; // export default",
        "with (a) {}",
        "010",
        "foo(1 2)",
        "async function f() { await 1 }",
        "<!-- html",
        "#!/usr/bin/env node\nx",
    ] {
        assert!(!needs_module_goal(source), "{source}");
    }
}

#[test]
fn top_level_await_is_distinguished_from_that_of_a_function() {
    assert!(uses_top_level_await("await 1"));
    assert!(uses_top_level_await("if (a) { for await (const b of c); }"));
    assert!(uses_top_level_await("export const a = [await b]"));
    assert!(uses_top_level_await("class A { [await b] = 1 }"));
    assert!(uses_top_level_await("await using a = b"));
    assert!(!uses_top_level_await("async () => await 1"));
    assert!(!uses_top_level_await("async function f() { await 1 } // await"));
    assert!(!uses_top_level_await("class A { async m() { await 1 } }"));
    assert!(!uses_top_level_await("a.await"));
    assert!(!uses_top_level_await("await ("));
}

#[test]
fn a_source_that_closes_the_wrapper_is_detected() {
    for source in ["}); f(); (function () {", "}", "a }) (function () { b", "`${a}`} {"] {
        assert!(may_close_wrapper(source), "{source}");
    }
    // These do not parse inside the wrapper either: the engine rejects them, and `check` reports why.
    for source in [")", "/* { */ }", "'{' }"] {
        assert!(!may_close_wrapper(source), "{source}");
    }
    for source in
        ["f({ a: [1] })", "'}'; /}/; `}`; // }\n/* } */", "`${`${a}`}`", "x = a / b; y = '/}'", "if (a) /}/.test(b)"]
    {
        assert!(!may_close_wrapper(source), "{source}");
    }
}
