//! A large file, erased piece by piece.
//!
//! A tree takes up to twenty times the memory of its text. Types can be erased from one statement without knowing the
//! others, but for the imports, which vanish if nobody uses them. So a large text is cut where a statement surely begins
//! (a keyword at the start of a line, outside all brackets, after a `}` or `;`) and looked at three times, one piece in
//! memory at a time: what is imported and declared; the types, and which imports are used; the imports. Blanks keep
//! every offset, so the last step works on what the step before has made.
//!
//! Whatever is not plain (a fault, an enum) is left to those who look at the whole.

use std::ops::Range;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;
use oxc_parser::Parser;
use oxc_span::SourceType;

use super::elide::{self, Names};
use super::{Language, StripOptions, eraser};
use crate::parse::Goal;
use crate::tokens::{Kind, Tokens};

/// Texts that are shorter are looked at as a whole.
const LARGE: usize = 1 << 20;

/// A piece is at least this long.
const PIECE: usize = 256 << 10;

/// The text with its types blanked; `None` if it is not large, or not plain.
pub(super) fn erase(source: &str, options: &StripOptions) -> Option<String> {
    if source.len() < LARGE || options.language != Language::TypeScript {
        return None;
    }
    let Cut { pieces, is_module } = cut(source);
    let goal = options.goal.or(is_module.then_some(Goal::Module));
    let kind = options.language.source_type(goal);
    let mut names = Names::default();
    for piece in &pieces {
        with_tree(&source[piece.clone()], kind, |program| {
            names.add(program);
            Some(())
        })?;
    }
    let mut erased = String::with_capacity(source.len());
    for piece in &pieces {
        erased += &with_tree(&source[piece.clone()], kind, |program| {
            let mut eraser = eraser(program, std::mem::take(&mut names), options);
            eraser.visit_program(program);
            names = std::mem::take(&mut eraser.names);
            if eraser.unerasable.is_some() || eraser.lowered.any() {
                return None;
            }
            names.settle(program);
            Some(eraser.blanks.apply(program.source_text))
        })?;
    }
    for piece in &pieces {
        let text = with_tree(&source[piece.clone()], kind, |program| {
            let mut eraser = eraser(program, Names::default(), options);
            elide::blank_types(&mut eraser, program, &names, super::elides(options));
            (!eraser.blanks.is_empty()).then(|| eraser.blanks.apply(&erased[piece.clone()]))
        });
        if let Some(text) = text {
            erased.replace_range(piece.clone(), &text);
        }
    }
    Some(erased)
}

fn with_tree<R>(source: &str, kind: SourceType, work: impl FnOnce(&Program) -> Option<R>) -> Option<R> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, kind).parse();
    if parsed.diagnostics.is_empty() { work(&parsed.program) } else { None }
}

struct Cut {
    pieces: Vec<Range<usize>>,
    is_module: bool,
}

fn cut(source: &str) -> Cut {
    let mut tokens = Tokens::new(source);
    let mut cut = Cut { pieces: Vec::new(), is_module: false };
    let (mut start, mut after_end) = (0, true);
    loop {
        let outside = tokens.depth() == 0;
        let token = tokens.next();
        if token.kind == Kind::End {
            break;
        }
        let text = token.text(source);
        if outside && after_end && begins_statement(text) && begins_line(source, token.start) {
            cut.is_module |= matches!(text, "import" | "export");
            if token.start - start >= PIECE {
                cut.pieces.push(start..token.start);
                start = token.start;
            }
        }
        after_end = matches!(text, "}" | ";");
    }
    cut.pieces.push(start..source.len());
    cut
}

fn begins_statement(word: &str) -> bool {
    matches!(word, "export" | "import" | "function" | "class" | "interface" | "const" | "let" | "var" | "enum")
}

fn begins_line(source: &str, at: usize) -> bool {
    at == 0 || source.as_bytes()[at - 1] == b'\n'
}
