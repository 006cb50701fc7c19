//! The only entry to the parser, with a stack that is large enough.
//!
//! The parser, the scope analysis and every visitor recurse, so a source of 100,000 parentheses would overflow the stack, which
//! ends the process. Before parsing, the tokens are counted: no tree can be deeper than its source has tokens. A few hundred fit
//! any stack. More are parsed on a thread whose stack is as large as the worst tree of that many tokens needs; the memory is only
//! reserved, and an unused stack costs nothing but the 40 µs of starting the thread. A thread that only parses ([`spawn_parser`])
//! has such a stack from the start, and a source of up to [`MAX_DEPTH`] bytes is not counted there. A source that is nested deeper
//! than [`MAX_DEPTH`] is a `SyntaxError`: both engines give up long before.

use std::cell::Cell;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::SourceType;

use crate::check::ParseError;
use crate::tokens::{Kind, Token, Tokens};

/// What a source is parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The body of Node's CommonJS wrapper: sloppy mode, `return` and `new.target` allowed, `require` and the four
    /// other parameters already declared.
    CommonJs,
    /// A script in the global scope, as `-e` runs it.
    Script,
    /// An ES module: strict, `await` at the top level.
    Module,
    /// An input to the REPL: a script, with `await` at the top level.
    Repl,
}

/// The maximal nesting depth. Node 26 overflows its stack between 2,000 and 4,000 parentheses.
pub(crate) const MAX_DEPTH: usize = 10_000;

/// Sources with no more levels than this are parsed on the current stack.
const MAX_INLINE_LEVELS: usize = 256;

/// The stack that one level of nesting may take. Measured: 1.6 kB for a parenthesis or a bracket, the most expensive ones, through
/// parser, analysis and visitors, with this crate unoptimised.
const BYTES_PER_LEVEL: usize = 4 * 1024;

const MIN_STACK: usize = 4 << 20;

thread_local! {
    /// Whether this thread's stack is large enough for any source of [`MAX_DEPTH`] bytes.
    static HAS_LARGE_STACK: Cell<bool> = const { Cell::new(false) };
}

/// Starts a detached thread for parsing many sources: it ends with `work`, or with the process.
pub fn spawn_parser(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let stack = MIN_STACK + MAX_DEPTH * BYTES_PER_LEVEL;
    let begin = move || {
        HAS_LARGE_STACK.set(true);
        work();
    };
    thread::Builder::new().name(name.to_owned()).stack_size(stack).spawn(begin).map(drop)
}

/// How much a parse checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParseMode {
    /// Only the tree, for a source that is assumed to be valid.
    TreeOnly,
    /// Also regular expressions, scopes and all early errors.
    Checked,
}

/// A parsed source: its tree (empty if the parser gave up) and the diagnostics of the parser and the analysis, in order.
pub(crate) struct Parsed<'a> {
    pub program: &'a Program<'a>,
    pub diagnostics: Vec<OxcDiagnostic>,
    /// The scopes and symbols; only after a [`ParseMode::Checked`] parse that reached the end.
    pub scoping: Option<Scoping>,
}

impl Parsed<'_> {
    pub fn is_valid(&self) -> bool {
        self.diagnostics.is_empty()
    }
}

/// Parses `source` and passes the result to `then`, on a stack that is large enough for both.
pub(crate) fn parse<R: Send>(
    source: &str,
    goal: Goal,
    mode: ParseMode,
    then: impl FnOnce(&Parsed<'_>) -> R + Send,
) -> Result<R, ParseError> {
    with_stack(source, || parse_here(source, goal, mode, then))
}

/// Runs `work`, which parses `source` and may visit its tree, on a stack that is large enough.
pub(crate) fn with_stack<R: Send>(source: &str, work: impl FnOnce() -> R + Send) -> Result<R, ParseError> {
    with_stack_for(source, false, work)
}

/// The same for a source that may contain JSX. An apostrophe in JSX text begins no string, so the JavaScript tokenizer cannot
/// count its tokens: every punctuation character may be a level there.
pub(crate) fn with_stack_for<R: Send>(
    source: &str,
    has_jsx: bool,
    work: impl FnOnce() -> R + Send,
) -> Result<R, ParseError> {
    // There are no more levels than tokens, and no more tokens than bytes.
    if source.len() <= MAX_DEPTH && HAS_LARGE_STACK.get() {
        return catch_panic(work);
    }
    let Depth { mut levels, too_deep_at } = depth(source);
    if has_jsx {
        levels = levels.max(source.bytes().filter(u8::is_ascii_punctuation).count());
    }
    if let Some(start) = too_deep_at {
        return Err(ParseError::new(format!("Nesting deeper than {MAX_DEPTH} levels"), start, start + 1));
    }
    if levels <= MAX_INLINE_LEVELS {
        return catch_panic(work);
    }
    let stack = MIN_STACK + levels * BYTES_PER_LEVEL;
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(stack).spawn_scoped(scope, || catch_panic(work));
        match worker.map(|handle| handle.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(ParseError::new(PARSER_FAILED, 0, 0)),
            Err(_) => Err(ParseError::new("Not enough memory to parse this source", 0, 0)),
        }
    })
}

const PARSER_FAILED: &str = "The parser failed on this source";

/// A panic of the parser ends the parse, not the process.
fn catch_panic<R>(work: impl FnOnce() -> R) -> Result<R, ParseError> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| ParseError::new(PARSER_FAILED, 0, 0))
}

fn parse_here<R>(source: &str, goal: Goal, mode: ParseMode, then: impl FnOnce(&Parsed<'_>) -> R) -> R {
    let checked = mode == ParseMode::Checked;
    let allocator = Allocator::default();
    let kind = match goal {
        Goal::CommonJs => SourceType::cjs(),
        Goal::Module => SourceType::mjs(),
        Goal::Script | Goal::Repl => SourceType::script(),
    };
    let options = ParseOptions { parse_regular_expression: checked, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, source, kind).with_options(options).parse();
    let mut diagnostics = parsed.diagnostics.into_vec();
    let mut scoping = None;
    if checked && !parsed.panicked {
        let analysis = SemanticBuilder::new().with_check_syntax_error(true).build(&parsed.program);
        diagnostics.extend(analysis.diagnostics.into_vec());
        scoping = Some(analysis.semantic.into_scoping());
    }
    then(&Parsed { program: &parsed.program, diagnostics, scoping })
}

struct Depth {
    /// An upper bound for the depth of the tree.
    levels: usize,
    /// Where brackets are deeper than [`MAX_DEPTH`].
    too_deep_at: Option<usize>,
}

/// Every level of nesting has a token of its own, and ends with its statement or at its closing bracket. So the bound is the sum,
/// over all open brackets, of the tokens of the current statement inside each.
fn depth(source: &str) -> Depth {
    let mut tokens = Tokens::new(source);
    let mut depth = Depth { levels: 0, too_deep_at: None };
    let mut chains: Vec<usize> = vec![0];
    let (mut levels, mut ended) = (0, 0);
    let mut before: Option<Token> = None;
    loop {
        let token = tokens.next();
        if token.kind == Kind::End {
            return depth;
        }
        while chains.len() > tokens.depth() + 1 {
            levels -= chains.pop().unwrap_or(0);
        }
        let Some(chain) = chains.last_mut() else { return depth };
        let semicolon = token.kind == Kind::Punctuator && token.text(source) == ";";
        if semicolon || before.is_some_and(|before| begins_statement(source, before, token)) {
            ended = std::mem::take(chain);
            levels -= ended;
        }
        // `if (a) b; else if …` nests further after the `;`.
        let again = if token.text(source) == "else" { std::mem::take(&mut ended) } else { 0 };
        *chain += 1 + again;
        levels += 1 + again;
        while chains.len() < tokens.depth() + 1 {
            chains.push(0);
        }
        depth.levels = depth.levels.max(levels);
        if tokens.depth() > MAX_DEPTH {
            depth.too_deep_at = Some(token.start);
            return depth;
        }
        before = Some(token);
    }
}

/// Whether a semicolon is inserted between two tokens: they are on different lines and never adjacent in an expression.
fn begins_statement(source: &str, before: Token, token: Token) -> bool {
    let value_ends = match before.kind {
        Kind::Name | Kind::Number | Kind::String | Kind::Regex => true,
        Kind::Punctuator => matches!(before.text(source), "]" | "}"),
        _ => false,
    };
    let value_begins = match token.kind {
        Kind::Name => true,
        Kind::Keyword => {
            let goes_on = ["in", "instanceof", "else", "while", "catch", "finally", "extends"];
            !goes_on.contains(&token.text(source))
        }
        _ => false,
    };
    value_ends && value_begins && memchr::memchr2(b'\n', b'\r', &source.as_bytes()[before.end..token.start]).is_some()
}
