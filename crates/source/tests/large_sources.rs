//! A source of more than a megabyte is processed chunk by chunk, with the same result as a whole.

use hexloop_source::{Goal, LinkOptions, Linked, Rewrites, SyntaxError, link, transform};

const REWRITES: Rewrites<'static> = Rewrites { stack_reads: Some("$stack"), ..Rewrites::NONE };

fn linked(source: &str) -> Result<Linked, SyntaxError> {
    link(source, &LinkOptions { path: "file:///large.mjs", rewrites: &REWRITES })
}

/// Enough functions for several chunks, named after `prefix`.
fn filler(prefix: &str) -> String {
    let one = |number: usize| {
        format!("function {prefix}{number}(value) {{\n  return [value, '{}'].length;\n}}\n", "x".repeat(number % 97))
    };
    (0..8000usize).map(one).collect()
}

fn line_of<'t>(text: &'t str, start: &str) -> &'t str {
    text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no line begins with {start}"))
}

#[test]
fn an_import_of_the_first_chunk_is_known_in_the_last() {
    let source = format!(
        "import d, {{ a as b }} from './m.mjs';\nimport * as n from 'o';\n{}let used = b(d, n.x, n);\n\
         function hides(b) {{ return b(d); }}\n{}export const last = error.stack;\n",
        filler("f"),
        filler("g")
    );
    let module = linked(&source).unwrap();
    let code = &module.body.code;
    assert_eq!(
        line_of(code, "let used"),
        "let used = (0,__hexloop_0.a)(__hexloop_0.default, __hexloop_1.x, __hexloop_ns_1);"
    );
    assert_eq!(line_of(code, "function hides"), "function hides(b) { return b(__hexloop_0.default); }");
    assert_eq!(line_of(code, "const last"), "const last = $stack(error).stack;");
    assert_eq!(code.lines().count(), source.lines().count());
    assert_eq!(module.namespaces, [1]);
    let line = source.lines().count() as u32;
    assert_eq!(module.body.columns.original(line, 27), 26, "the place of .stack");
}

#[test]
fn an_export_is_final_unless_some_chunk_assigns_to_it_later() {
    let source = format!(
        "export let a = 1, b = 2, c = 3;\nlet d = 4, e = 5;\nfunction own() {{ e++; }}\n{}b = 7;\nfunction late() {{ c = 8; }}\n\
         export {{ d, e as 'e e' }};\n",
        filler("f")
    );
    let mut exports: Vec<(String, bool)> =
        linked(&source).unwrap().local_exports.into_iter().map(|export| (export.exported, export.constant)).collect();
    exports.sort();
    let expected = [("a", true), ("b", true), ("c", false), ("d", true), ("e e", false)];
    assert_eq!(exports, expected.map(|(name, constant)| (name.to_owned(), constant)));
}

#[test]
fn an_import_below_its_use_is_found() {
    let source = format!("let early = () => late();\n{}import {{ late }} from './m.mjs';\n", filler("f"));
    let module = linked(&source).unwrap();
    assert_eq!(line_of(&module.body.code, "let early"), "let early = () => (0,__hexloop_0.late)();");
}

#[test]
fn errors_across_two_chunks_are_reported_as_usual() {
    let message = |source: String| linked(&source).unwrap_err().message;
    let twice = format!("let same = 1;\n{}let same = 2;\n", filler("f"));
    assert_eq!(message(twice), "Identifier 'same' has already been declared");
    let missing = format!("let some = 1;\n{}export {{ none }};\n", filler("f"));
    assert_eq!(message(missing), "Export 'none' is not defined in module");
    let exported = format!("export let one = 1;\n{}let other;\nexport {{ other as one }};\n", filler("f"));
    assert_eq!(message(exported), "Duplicate export of 'one'");
}

#[test]
fn positions_in_a_late_chunk_count_from_the_first_line() {
    let source = format!("{}import {{ x }} from './m.mjs';\nawait x;\n", filler("f"));
    let line = source.lines().count() as u32 - 1;
    let module = linked(&source).unwrap();
    assert_eq!((module.requests[0].position.line, module.requests[0].position.column), (line, 19));
    let waits = format!("yield __hexloop_install( __hexloop_0.x,{},1);", line + 1);
    assert_eq!(line_of(&module.body.code, "yield"), waits);
}

#[test]
fn a_large_script_is_transformed_where_it_needs_to_be() {
    let source =
        format!("log(first.stack);\n{}const text = `\nfunction in a text\n`;\nlog(last.stack);\n", filler("f"));
    let result = transform(&source, Goal::CommonJs, &REWRITES).unwrap();
    assert_eq!(line_of(&result.code, "log($stack(first"), "log($stack(first).stack);");
    assert_eq!(line_of(&result.code, "log($stack(last"), "log($stack(last).stack);");
    assert_eq!(result.code.lines().count(), source.lines().count());
    assert!(transform(&filler("f"), Goal::CommonJs, &REWRITES).is_none());
}
