//! `--await=legacy`: every `await` goes through a function that makes it take three promise jobs, as before 2019.
//!
//! `await x` becomes `await $await(x)`, `for await (… of xs)` becomes `for await (… of $awaitEach(xs))`. The AST shows which
//! `await` is the operator: not a name in a sloppy function, nor the word in a string, a comment, a template or a property.
//! `yield` and `yield*` are not rewritten.

use oxc_ast::ast::{AwaitExpression, ForOfStatement, Program};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use crate::edits::{Edits, range};

/// `value`, if given, wraps the operand of `await`; `each` wraps that of `for await`.
pub(crate) fn collect(program: &Program, value: Option<&str>, each: &str, edits: &mut Edits) {
    Rewriter { source: program.source_text, value, each, edits }.visit_program(program);
}

struct Rewriter<'n, 'e> {
    source: &'n str,
    value: Option<&'n str>,
    each: &'n str,
    edits: &'e mut Edits,
}

impl Rewriter<'_, '_> {
    fn call(&mut self, function: &str, argument: Span, walk: impl FnOnce(&mut Self)) {
        self.edits.insert_call(self.source, argument.start as usize, function);
        walk(self);
        self.edits.close(range(argument), ")");
    }
}

impl<'a> Visit<'a> for Rewriter<'_, '_> {
    fn visit_await_expression(&mut self, expression: &AwaitExpression<'a>) {
        match self.value {
            Some(value) => {
                self.call(value, expression.argument.span(), |this| walk::walk_await_expression(this, expression))
            }
            None => walk::walk_await_expression(self, expression),
        }
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        if !statement.r#await {
            return walk::walk_for_of_statement(self, statement);
        }
        self.visit_for_statement_left(&statement.left);
        self.call(self.each, statement.right.span(), |this| this.visit_expression(&statement.right));
        self.visit_statement(&statement.body);
    }
}
