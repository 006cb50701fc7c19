//! `eval(x)` becomes `eval($text(x))`, where `$text` applies the rewrites to the evaluated source: an `import()` in it would
//! otherwise be the engine's own, which rejects. The same for `(0, eval)(x)`.

use memchr::memmem;
use oxc_ast::ast::{CallExpression, Expression, Program};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use crate::edits::{Edits, range};

pub(crate) fn collect(program: &Program, function: &str, edits: &mut Edits) {
    Rewriter { source: program.source_text, function, edits }.visit_program(program);
}

/// Whether a source may call `eval`: the word, followed by a parenthesis.
pub(crate) fn may_apply_to(source: &[u8]) -> bool {
    let is_part = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | 0x80..))
    };
    memmem::find_iter(source, b"eval").any(|at| {
        let before = at.checked_sub(1).and_then(|before| source.get(before));
        let next = source[at + 4..].trim_ascii_start().first();
        !is_part(before) && next.is_some_and(|byte| matches!(byte, b'(' | b')' | b'?' | b'/' | 0x80..))
    })
}

struct Rewriter<'n, 'e> {
    source: &'n str,
    function: &'n str,
    edits: &'e mut Edits,
}

impl<'a> Visit<'a> for Rewriter<'_, '_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let text =
            call.arguments.first().and_then(|argument| argument.as_expression()).filter(|_| is_eval(&call.callee));
        let Some(text) = text else { return walk::walk_call_expression(self, call) };
        self.visit_expression(&call.callee);
        self.edits.insert_call(self.source, text.span().start as usize, self.function);
        self.visit_arguments(&call.arguments);
        self.edits.close(range(text.span()), ")");
    }
}

fn is_eval(callee: &Expression) -> bool {
    match callee.without_parentheses() {
        Expression::Identifier(id) => id.name == "eval",
        Expression::SequenceExpression(sequence) => sequence.expressions.last().is_some_and(is_eval),
        _ => false,
    }
}
