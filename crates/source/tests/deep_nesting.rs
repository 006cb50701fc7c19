//! No source overflows the stack: deep ones are parsed on a thread with a larger stack, excessive ones are rejected.

use hexloop_source::{
    Goal, LinkOptions, Options, Rewrites, check, cjs_exports, completeness, link, needs_module_goal,
    prepare_repl_input, transform,
};

const OPTIONS: Options = Options { path: "deep.js", goal: Goal::CommonJs };

fn nested(open: &str, middle: &str, close: &str, depth: usize) -> String {
    open.repeat(depth) + middle + &close.repeat(depth)
}

#[test]
fn as_deep_as_node_goes_parses() {
    for (open, middle, close) in
        [("(", "1", ")"), ("[", "", "]"), ("{", "", "}"), ("f(", "", ")"), ("x=>", "1", ""), ("`${", "1", "}`")]
    {
        let source = nested(open, middle, close, 3000);
        assert_eq!(check(&source, &OPTIONS), Ok(()), "{open}");
    }
}

#[test]
fn chains_that_nest_without_brackets_parse() {
    for (link, end) in [
        ("1+", "1"),
        ("!", "1"),
        ("a.b.", "c"),
        ("a?b:", "c"),
        ("a=", "b"),
        ("a**", "b"),
        ("new ", "A"),
        ("if(a);else ", ";"),
        ("if(a)b;else ", ";"),
        ("async a=>", "b"),
        ("typeof ", "a"),
        ("for(;;)", ";"),
        ("a;", ""),
    ] {
        let source = link.repeat(50_000) + end;
        assert_eq!(check(&source, &OPTIONS), Ok(()), "{link}");
    }
}

#[test]
fn excessive_depth_is_a_syntax_error_of_its_own() {
    for open in ["(", "[", "{", "f(", "`${", "{a:"] {
        let error = check(&open.repeat(100_000), &OPTIONS).expect_err("too deep");
        assert_eq!(error.message, "Nesting deeper than 10000 levels", "{open}");
    }
    let source = nested("(", "1", ")", 100_000);
    let error = check(&source, &OPTIONS).expect_err("too deep");
    assert_eq!((error.line, error.column), (1, 10_001));
}

#[test]
fn every_entry_point_is_guarded() {
    let source = format!("{}; e.stack", nested("(", "1", ")", 100_000));
    let rewrites = Rewrites { stack_reads: Some("$s"), ..Rewrites::default() };
    assert_eq!(transform(&source, Goal::CommonJs, &rewrites), None);
    assert!(!needs_module_goal(&source));
    assert!(prepare_repl_input(&source).is_err());
    let _ = completeness(&("{".repeat(100_000) + "await"));
    let error = link(&source, &LinkOptions { path: "deep.mjs", rewrites: &rewrites }).expect_err("too deep");
    assert_eq!(error.message, "Nesting deeper than 10000 levels");
    cjs_exports(&format!("{source}; exports.a = 1"));
}
