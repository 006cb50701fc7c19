//! One way into the parser, whatever the text.
//!
//! The parser, the scope analysis and every walk over the tree recurse, so a text of 100,000 parentheses would run
//! through the end of the stack, which no handler survives. Before parsing, the text is counted: no tree can be
//! deeper than its text has tokens. A few hundred tokens fit any stack. More go to a thread whose stack is as large
//! as the worst tree of that many tokens would need; the memory is only reserved, a stack that is not used costs
//! nothing but the 40 µs of starting the thread. A text that is truly deeper than [`DEEPEST`] is refused with a
//! `SyntaxError`: both engines give up long before.

use std::thread;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;

use crate::check::Fault;
use crate::tokens::{Kind, Tokens};

/// What a text is parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The body of Node's CommonJS wrapper: sloppy, `return` and `new.target` allowed, `require` and its four
    /// siblings already declared.
    CommonJs,
    /// An ES module: strict, `await` at the top level.
    Module,
    /// An input to the REPL: a script, with `await` at the top level.
    Repl,
}

/// The deepest nesting that is parsed. Node 26 gives up between 2,000 and 4,000 parentheses.
pub(crate) const DEEPEST: usize = 10_000;

/// Texts with no more tokens than this are parsed where they are.
const SHALLOW: usize = 256;

/// What one level of nesting may take of the stack, in the most expensive of parser, analysis and walks, in an
/// unoptimised build.
const BYTES_PER_LEVEL: usize = 16 * 1024;

const SMALLEST_STACK: usize = 4 << 20;

/// How much is asked of a parse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thoroughness {
    /// The tree alone, of a text that is believed to be right.
    Tree,
    /// Regular expressions, scopes and all the early errors too.
    Checked,
}

/// A parsed text: its tree (empty if the parser could not go on) and what the parser and the analysis had to say, in the order they said it.
pub(crate) struct Parsed<'a> {
    pub program: &'a Program<'a>,
    pub diagnostics: Vec<OxcDiagnostic>,
}

impl Parsed<'_> {
    pub fn is_valid(&self) -> bool {
        self.diagnostics.is_empty()
    }
}

/// Parses `source` and hands the result to `then`, on a stack that is large enough for both.
pub(crate) fn parse<R: Send>(
    source: &str,
    goal: Goal,
    thoroughness: Thoroughness,
    then: impl FnOnce(&Parsed<'_>) -> R + Send,
) -> Result<R, Fault> {
    let Depth { levels, brackets, deepest_at } = depth(source);
    if brackets > DEEPEST {
        return Err(Fault::new(format!("Nesting deeper than {DEEPEST} levels"), deepest_at, deepest_at + 1));
    }
    if levels <= SHALLOW {
        return Ok(parse_here(source, goal, thoroughness, then));
    }
    let stack = SMALLEST_STACK + levels * BYTES_PER_LEVEL;
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .stack_size(stack)
            .spawn_scoped(scope, || parse_here(source, goal, thoroughness, then));
        match worker.map(|handle| handle.join()) {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => Err(Fault::new("Not enough memory to parse this source", 0, 0)),
        }
    })
}

fn parse_here<R>(source: &str, goal: Goal, thoroughness: Thoroughness, then: impl FnOnce(&Parsed<'_>) -> R) -> R {
    let checked = thoroughness == Thoroughness::Checked;
    let allocator = Allocator::default();
    let kind = match goal {
        Goal::CommonJs => SourceType::cjs(),
        Goal::Module => SourceType::mjs(),
        Goal::Repl => SourceType::script(),
    };
    let options = ParseOptions { parse_regular_expression: checked, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, source, kind).with_options(options).parse();
    let mut diagnostics = parsed.diagnostics.into_vec();
    if checked && !parsed.panicked {
        let analysis = SemanticBuilder::new().with_check_syntax_error(true).build(&parsed.program);
        diagnostics.extend(analysis.diagnostics.into_vec());
    }
    then(&Parsed { program: &parsed.program, diagnostics })
}

struct Depth {
    /// An upper bound for the depth of the tree.
    levels: usize,
    /// The depth of brackets, and where it is greatest.
    brackets: usize,
    deepest_at: usize,
}

/// Nothing nests without a token of its own, and what ends at a `;` or a bracket's partner nests no further. So the
/// bound is, over all brackets open at a place, the tokens since the last `;` inside each.
fn depth(source: &str) -> Depth {
    let mut tokens = Tokens::new(source);
    let mut depth = Depth { levels: 0, brackets: 0, deepest_at: 0 };
    let mut chains: Vec<usize> = vec![0];
    let (mut levels, mut ended) = (0, 0);
    loop {
        let token = tokens.next();
        if token.kind == Kind::End {
            return depth;
        }
        while chains.len() > tokens.depth() + 1 {
            levels -= chains.pop().unwrap_or(0);
        }
        let Some(chain) = chains.last_mut() else { return depth };
        if token.kind == Kind::Punctuator && token.text(source) == ";" {
            ended = std::mem::take(chain);
            levels -= ended;
        } else {
            // `if (a) b; else if …` nests on past the `;`.
            let again = if token.text(source) == "else" { ended } else { 0 };
            *chain += 1 + again;
            levels += 1 + again;
            ended = 0;
        }
        while chains.len() < tokens.depth() + 1 {
            chains.push(0);
        }
        depth.levels = depth.levels.max(levels);
        if tokens.depth() > depth.brackets {
            depth.brackets = tokens.depth();
            depth.deepest_at = token.start;
        }
    }
}
