//! `catch (error) {` becomes `catch (error) {$normalise(error);`, so that what the engine itself threw speaks V8's words
//! before the program reads its message. A pattern in place of the name is left alone.

use oxc_ast::ast::{BindingPattern, CatchClause, Program};
use oxc_ast_visit::{Visit, walk};

use crate::edits::Edits;

pub(crate) fn collect(program: &Program, function: &str, edits: &mut Edits) {
    Rewriter { function, edits }.visit_program(program);
}

struct Rewriter<'n, 'e> {
    function: &'n str,
    edits: &'e mut Edits,
}

impl<'a> Visit<'a> for Rewriter<'_, '_> {
    fn visit_catch_clause(&mut self, clause: &CatchClause<'a>) {
        if let Some(param) = &clause.param
            && let BindingPattern::BindingIdentifier(name) = &param.pattern
        {
            let call = format!("{}({});", self.function, name.name);
            self.edits.insert(clause.body.span.start as usize + 1, call);
        }
        walk::walk_catch_clause(self, clause);
    }
}
