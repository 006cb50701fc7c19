//! The argument of `eval` passes through a function first.

use hexloop_source::{Goal, Rewrites, transform};

fn rewritten(source: &str) -> Option<String> {
    let rewrites = Rewrites { eval_calls: Some("$text"), ..Rewrites::NONE };
    transform(source, Goal::CommonJs, &rewrites).map(|result| result.code)
}

#[test]
fn a_call_of_eval_passes_its_argument_through() {
    let cases = [
        ("eval(a, b)", "eval($text(a), b)"),
        ("eval(eval(a))", "eval($text(eval($text(a))))"),
        ("(0, eval)('x')", "(0, eval)($text('x'))"),
        ("eval?.(a)", "eval?.($text(a))"),
        ("eval /**/ (a = b)", "eval /**/ ($text(a = b))"),
    ];
    for (source, expected) in cases {
        assert_eq!(rewritten(source).as_deref(), Some(expected), "{source}");
    }
}

#[test]
fn everything_else_stays() {
    for source in
        ["eval()", "eval(...a)", "x.eval(a)", "retrieval(a)", "const f = eval", "evaluate(a)", "'eval('", "[eval]"]
    {
        assert_eq!(rewritten(source), None, "{source}");
    }
}
