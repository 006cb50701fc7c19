//! `import(x)` becomes `$import(x)`: the engine's own rejects, and only the loader knows the referrer.

use memchr::memmem;
use oxc_ast::ast::{ImportExpression, Program};
use oxc_ast_visit::{Visit, walk};

use crate::edits::Edits;

pub(crate) fn collect(program: &Program, function: &str, edits: &mut Edits) {
    Rewriter { function, edits }.visit_program(program);
}

/// Whether a source may contain a dynamic import: the word, followed by something that is allowed between it and its
/// parenthesis.
pub(crate) fn may_apply_to(source: &[u8]) -> bool {
    memmem::find_iter(source, b"import").any(|at| {
        let next = source[at + 6..].trim_ascii_start().first();
        // U+2028, a no-break space and other white space begin at 0x80.
        next.is_some_and(|byte| matches!(byte, b'(' | b'/' | b'.' | 0x80..))
    })
}

struct Rewriter<'n, 'e> {
    function: &'n str,
    edits: &'e mut Edits,
}

impl<'a> Visit<'a> for Rewriter<'_, '_> {
    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        let start = import.span.start as usize;
        self.edits.replace(start..start + "import".len(), self.function.to_owned());
        walk::walk_import_expression(self, import);
    }
}
