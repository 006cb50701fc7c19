//! Chooses the next kind of syntax to lower, by edits that keep lines.

use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;
use oxc_span::Span;

use super::decorators::{ClassOptions, Decorators};
use super::enums;
use super::namespaces;
use super::using::Lowerer;
use crate::edits::{Edits, Transformed};
use crate::marks::Layer;

/// The kinds of syntax that were found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Syntax {
    /// The first decorator or `accessor`.
    pub standard_decorator: Option<Span>,
    pub using: bool,
    pub namespace: bool,
    /// How many.
    pub enums: usize,
}

impl Syntax {
    pub fn any(&self) -> bool {
        self.standard_decorator.is_some() || self.using || self.namespace || self.enums > 0
    }
}

/// The source with one kind lowered; `None` if there is nothing left to lower by edits.
pub(super) fn lower<'a>(program: &'a Program<'a>, seen: &Syntax, class_options: ClassOptions) -> Option<Transformed> {
    let source = program.source_text;
    let mut edits = Edits::new();
    if seen.namespace {
        namespaces::lower(program, &mut edits);
    }
    if edits.is_empty() && seen.using {
        Lowerer::new(source, &mut edits).visit_program(program);
        if !edits.is_empty() {
            // Node runs `using` as it is written, so a function's source has it.
            return Some(edits.apply_marked(source, Layer::Lowered));
        }
    }
    if edits.is_empty() && seen.standard_decorator.is_some() {
        Decorators::new(program, &mut edits, class_options).visit_program(program);
    }
    if edits.is_empty() && seen.enums > 0 {
        let mut declared = enums::Declared::default();
        declared.add(program);
        // An enum in a function may use the values of one outside it.
        let lowered = enums::lower(program, &declared, 0, &mut edits)?;
        if lowered < seen.enums {
            return None;
        }
    }
    (!edits.is_empty()).then(|| edits.apply(source))
}
