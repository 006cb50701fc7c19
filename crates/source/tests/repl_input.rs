//! A REPL input becomes a script whose declarations stay, and which may await.

use hexloop_source::prepare_repl_input;

#[track_caller]
fn runs_as(input: &str, code: &str) {
    let ready = prepare_repl_input(input).expect("a good input");
    assert_eq!((ready.code.as_str(), ready.is_async), (code, false));
}

/// The body of the async function that an input becomes, and the names declared outside it.
#[track_caller]
fn awaits_as(input: &str, names: &str, body: &str) {
    let ready = prepare_repl_input(input).expect("a good input");
    assert!(ready.is_async);
    assert_eq!(ready.code, format!("{names}(async()=>{{{body}\n}})()"));
}

#[track_caller]
fn refused(input: &str, message: &str) {
    assert_eq!(prepare_repl_input(input).expect_err("a bad input").message, message);
}

#[test]
fn a_plain_input_stays() {
    runs_as("1 + 1", "1 + 1");
    runs_as("function f() {} f()", "function f() {} f()");
    runs_as("var x = 1", "var x = 1");
    runs_as("", "");
}

#[test]
fn top_level_declarations_stay_what_they_are() {
    runs_as("let x = 1, y; const z = 3", "let x = 1, y; const z = 3");
    runs_as("class A { x = 1 } A", "class A { x = 1 } A");
    refused("let x; let x", "Identifier 'x' has already been declared");
    refused("const x", "Missing initializer in const declaration");
}

#[test]
fn the_names_that_an_input_declares_are_reported() {
    let names = |input| prepare_repl_input(input).expect("a good input").lexical_names;
    assert_eq!(names("const { a, b: [c] } = d; let e; var f; class G {} function h() {}"), ["a", "c", "e", "G"]);
    assert_eq!(names("const a = await 1; var b; class C {}"), ["a", "C"]);
    assert_eq!(names("{ let inner }; 1"), [""; 0]);
    let vars = |input| prepare_repl_input(input).expect("a good input").var_names;
    assert_eq!(vars("var a; { var b = 1, { c } = d } () => { var inner }"), ["a", "b", "c"]);
}

#[test]
fn inner_declarations_stay_inner() {
    runs_as("{ let x = 1; x }", "{ let x = 1; x }");
    runs_as("for (let i of x) { const y = i }", "for (let i of x) { const y = i }");
    runs_as("() => { let x; class A {} }", "() => { let x; class A {} }");
}

#[test]
fn braces_that_can_be_an_object_are_one() {
    runs_as("{ a: 1 }", "({ a: 1 })");
    runs_as("  {}  ", "  ({})  ");
    runs_as("{ a, b }", "({ a, b })");
    runs_as("{ a: 1 };", "{ a: 1 };");
    runs_as("{ f() }", "{ f() }");
}

#[test]
fn an_await_makes_a_function_that_returns_the_last_value() {
    awaits_as("await 1", "", "return {value:(await 1)}");
    awaits_as("(await x).y;", "", "return {value:((await x).y)};");
    awaits_as("x = await 1;;", "", "return {value:(x = await 1)};;");
    awaits_as("await x // end", "", "return {value:(await x)} // end");
    awaits_as("{ a: await 1 }", "", "return {value:(({ a: await 1 }))}");
    awaits_as("if (await x) y", "", "if (await x) y");
    awaits_as("for await (const x of y) z", "", "for await (const x of y) z");
}

#[test]
fn declarations_beside_an_await_are_made_outside() {
    awaits_as("const x = await y", "let x;", "void ( x = await y);");
    awaits_as("let a = 1, b; await a", "let a,b;", "void ( a = 1, b = undefined); return {value:(await a)}");
    awaits_as("let { a, ...b } = await c", "let a,b;", "void ( { a, ...b } = await c);");
    awaits_as("var v; await v", "var v;", "void ( v); return {value:(await v)}");
    awaits_as(
        "class A extends (await B) {} new A",
        "let A;",
        "A = class A extends (await B) {}; return {value:(new A)}",
    );
    awaits_as("await f(); function f() {}", "var f;", "this.f=f;await f(); function f() {}");
}

#[test]
fn a_var_inside_a_statement_is_made_outside_too() {
    awaits_as("for (var i of await y) z", "var i;", "for ( i of await y) z");
    awaits_as("for (var i = await 1, j;;);", "var i,j;", "for (void ( i = await 1, j);;);");
    awaits_as("if (await x) var q = 1; else var r", "var q,r;", "if (await x) void ( q = 1); else void ( r);");
    awaits_as("try { var t = await u } catch { }", "var t;", "try { void ( t = await u); } catch { }");
    awaits_as("await 1; { let inner = 1 }", "", "await 1; { let inner = 1 }");
}

#[test]
fn a_line_end_that_ended_a_declaration_still_does() {
    awaits_as("let a\n(await b)", "let a;", "void ( a = undefined);\nreturn {value:((await b))}");
    awaits_as("const a = await 1\n[2]", "let a;", "void ( a = await 1\n[2]);");
}

#[test]
fn errors_refer_to_the_input_not_to_the_function() {
    refused("await foo(1 2)", "missing ) after argument list");
    refused("await 1; )", "Unexpected token ')'");
    refused("foo bar", "Unexpected identifier 'bar'");
    refused("function f() { await 1 }", "await is only valid in async functions and the top level bodies of modules");
    refused("return 1", "Illegal return statement");
    let error = prepare_repl_input("await 1\nawait foo(1 2)").expect_err("a bad input");
    assert_eq!((error.line, error.column, error.source_line.as_str()), (2, 11, "await foo(1 2)"));
}

#[test]
fn columns_map_back_to_what_was_typed() {
    let ready = prepare_repl_input("const x = await boom()").expect("a good input");
    let column = ready.code.find("boom").expect("the call is there") as u32 + 1;
    assert_eq!(ready.columns.original(1, column), 17);
}
