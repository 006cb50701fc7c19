//! Which async generators are rewritten because of their `yield*`, on engines that take one promise job more for it than V8.
//! `crates/node/lib/core/delegated_yield.js` describes the rewritten code.

use oxc_ast::ast::{
    ArrowFunctionExpression, BindingIdentifier, BindingPattern, CatchClause, Class, Function, FunctionBody, Statement,
    YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;
use std::collections::HashSet;

/// Whether the body has a `yield*` of its own, and nothing that cannot move into a block.
pub(crate) fn is_for(body: &FunctionBody) -> bool {
    let mut search = Search::default();
    search.visit_function_body(body);
    search.delegates && !search.has_pattern && has_distinct_functions(body, &search.variables)
}

/// Outside a block a function may be declared twice, or also as a variable.
fn has_distinct_functions(body: &FunctionBody, variables: &HashSet<&str>) -> bool {
    let mut functions = HashSet::new();
    body.statements.iter().all(|statement| match statement {
        Statement::FunctionDeclaration(function) => function.id.as_ref().is_none_or(|id| {
            let name = id.name.as_str();
            !variables.contains(name) && functions.insert(name)
        }),
        _ => true,
    })
}

#[derive(Default)]
struct Search<'s> {
    delegates: bool,
    /// A `catch` that destructures the error, which a return request cannot pass through.
    has_pattern: bool,
    /// Declared names, of variables of every kind.
    variables: HashSet<&'s str>,
}

impl<'a> Visit<'a> for Search<'a> {
    fn visit_yield_expression(&mut self, expression: &YieldExpression<'a>) {
        self.delegates |= expression.delegate;
        walk::walk_yield_expression(self, expression);
    }

    fn visit_catch_clause(&mut self, clause: &CatchClause<'a>) {
        let pattern = clause.param.as_ref().map(|param| &param.pattern);
        self.has_pattern |= pattern.is_some_and(|pattern| !matches!(pattern, BindingPattern::BindingIdentifier(_)));
        walk::walk_catch_clause(self, clause);
    }

    fn visit_binding_identifier(&mut self, name: &BindingIdentifier<'a>) {
        self.variables.insert(name.name.as_str());
    }

    // These have a scope of their own.
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_class(&mut self, _: &Class<'a>) {}
}
