//! A large file, erased chunk by chunk.
//!
//! Types can be erased from one statement without knowing the others, except for imports, which are removed if they are unused.
//! So the chunks of a large source (`chunks.rs`) are processed in three passes: imports and declarations are collected; types are
//! erased and uses of imports recorded; unused imports are erased. Blanks keep every offset, so the last pass works on the output
//! of the pass before.
//!
//! Enums come first, if all of them are plain: their edits are collected chunk by chunk, and the edited source is split again.
//! Anything else (an error, a class with parameter properties) is left to processing the source as a whole.

use memchr::memmem;
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;
use oxc_parser::Parser;
use oxc_span::SourceType;

use super::elide::{self, Names};
use super::{Language, StripOptions, Stripped, enums, eraser};
use crate::chunks::{self, Chunks};
use crate::edits::{Edits, Transformed};
use crate::parse::Goal;

/// A large source without its types; `None` if it is not large, or needs more than erasing.
pub(super) fn strip(source: &str, options: &StripOptions) -> Option<Stripped> {
    if options.language != Language::TypeScript {
        return None;
    }
    let cut = chunks::split(source)?;
    let may_have_enums = !options.strip_only && memmem::find(source.as_bytes(), b"enum").is_some();
    match may_have_enums.then(|| lower_enums(source, &cut, options)).flatten() {
        Some(lowered) => {
            let code = erase(&lowered.code, &chunks::split(&lowered.code)?, options)?;
            Some(Stripped { code, columns: vec![lowered.columns], ..Stripped::default() })
        }
        None => Some(Stripped { code: erase(source, &cut, options)?, ..Stripped::default() }),
    }
}

/// The source with its enums lowered; `None` if there are none, or not all are plain.
fn lower_enums(source: &str, chunks: &Chunks, options: &StripOptions) -> Option<Transformed> {
    let kind = kind(chunks, options);
    let mut declared = enums::Declared::default();
    for chunk in &chunks.ranges {
        with_tree(&source[chunk.clone()], kind, |program| {
            declared.add(program);
            Some(())
        })?;
    }
    let mut edits = Edits::new();
    for chunk in chunks.ranges.iter().filter(|chunk| source[(*chunk).clone()].contains("enum")) {
        with_tree(&source[chunk.clone()], kind, |program| enums::lower(program, &declared, chunk.start, &mut edits))?;
    }
    (!edits.is_empty()).then(|| edits.apply(source))
}

fn kind(chunks: &Chunks, options: &StripOptions) -> SourceType {
    options.language.source_type(options.goal.or(chunks.is_module.then_some(Goal::Module)))
}

/// The source with its types blanked.
fn erase(source: &str, chunks: &Chunks, options: &StripOptions) -> Option<String> {
    let kind = kind(chunks, options);
    let mut names = Names::default();
    for chunk in &chunks.ranges {
        with_tree(&source[chunk.clone()], kind, |program| {
            names.add(program);
            Some(())
        })?;
    }
    let mut erased = String::with_capacity(source.len());
    for chunk in &chunks.ranges {
        erased += &with_tree(&source[chunk.clone()], kind, |program| {
            let mut eraser = eraser(program, std::mem::take(&mut names), options);
            eraser.visit_program(program);
            names = std::mem::take(&mut eraser.names);
            if eraser.unerasable.is_some() || eraser.lowered.any() {
                return None;
            }
            names.resolve_uses(program);
            Some(eraser.blanks.apply(program.source_text))
        })?;
    }
    for chunk in &chunks.ranges {
        let text = with_tree(&source[chunk.clone()], kind, |program| {
            let mut eraser = eraser(program, Names::default(), options);
            elide::blank_types(&mut eraser, program, &names, super::elides(options));
            (!eraser.blanks.is_empty()).then(|| eraser.blanks.apply(&erased[chunk.clone()]))
        });
        if let Some(text) = text {
            erased.replace_range(chunk.clone(), &text);
        }
    }
    Some(erased)
}

fn with_tree<R>(source: &str, kind: SourceType, work: impl FnOnce(&Program) -> Option<R>) -> Option<R> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, kind).parse();
    if parsed.diagnostics.is_empty() { work(&parsed.program) } else { None }
}
