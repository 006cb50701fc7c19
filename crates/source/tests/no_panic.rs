//! No entry point panics, whatever the source.

use hexloop_source::cache::Cacheable;
use hexloop_source::{
    Goal, LegacyAwait, LinkOptions, Linked, Options, Rewrites, Shape, check, cjs_exports, code_frame, completeness,
    link, needs_module_goal, prepare_repl_input, transform, uses_top_level_await,
};

/// A small random number generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

const FRAGMENTS: [&str; 96] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ",",
    ";",
    ":",
    "=",
    "=>",
    ".",
    "...",
    "?.",
    "?",
    "+",
    "-",
    "++",
    "*",
    "**",
    "/",
    "/=",
    "&&",
    "||",
    "??",
    "!",
    "~",
    "@",
    "#",
    "#x",
    "\\",
    "\\u",
    "\\u{",
    "\\u0041",
    "`",
    "${",
    "'",
    "\"",
    "\n",
    "\r",
    "\r\n",
    "\u{2028}",
    " ",
    "\t",
    "/*",
    "*/",
    "//",
    "<!--",
    "-->",
    "#!",
    "a",
    "stack",
    ".stack",
    "await ",
    "async ",
    "yield ",
    "let ",
    "const ",
    "var ",
    "class ",
    "function ",
    "return ",
    "import ",
    "export ",
    "default ",
    "from ",
    "if",
    "else ",
    "for",
    "of ",
    "in ",
    "while",
    "do ",
    "switch",
    "case ",
    "try",
    "catch",
    "finally",
    "new ",
    "this",
    "super",
    "static ",
    "get ",
    "using ",
    "0",
    "1_",
    "0x",
    "1e",
    "1n",
    "é",
    "💩",
    "“",
    "/[",
    "(?<n>",
];

fn every_entry_point(source: &str) {
    for goal in [Goal::CommonJs, Goal::Module, Goal::Repl] {
        if let Err(error) = check(source, &Options { path: "f.js", goal }) {
            error.render();
            code_frame(source, error.line, error.column, error.length);
            assert_ne!(error.message, "The parser failed on this source", "{source:?}");
        }
    }
    let legacy_await = Some(LegacyAwait { value: "$await", each: "$each" });
    transform(source, Goal::CommonJs, &Rewrites { legacy_await, stack_reads: Some("$stack"), ..Rewrites::default() });
    needs_module_goal(source);
    uses_top_level_await(source);
    completeness(source);
    let _ = prepare_repl_input(source);
    cjs_exports(source);
    let rewrites =
        Rewrites { legacy_await, stack_reads: Some("$stack"), catches: Some("$stack"), ..Rewrites::default() };
    match link(source, &LinkOptions { path: "file:///f.mjs", rewrites: &rewrites }) {
        Ok(module) => {
            module.wrapper("f", Shape::TwoPhase);
            let kept = Linked::from_parts(&module.head().unwrap(), module.text().to_owned());
            assert_eq!(kept.as_ref(), Some(&module));
        }
        Err(error) => assert_ne!(error.message, "The parser failed on this source", "{source:?}"),
    }
}

#[test]
fn random_fragments_of_javascript_never_panic() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..6000 {
        let length = 1 + random.below(14);
        let source: String = (0..length).map(|_| FRAGMENTS[random.below(FRAGMENTS.len())]).collect();
        every_entry_point(&source);
    }
}

#[test]
fn every_prefix_of_a_program_gets_an_answer() {
    let source = "async function* f({ stack, ...é } = `${await 1}`, #x) { for await (const [a] of b?.c) yield* /[💩]/u; \
                  class A extends B { static #p = 1; get x() { return super.x ?? 0x1f } } } // “end”\nlabel: while (1) break label";
    for (end, _) in source.char_indices() {
        every_entry_point(&source[..end]);
        every_entry_point(&source[end..]);
    }
}
