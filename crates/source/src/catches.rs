//! Code that receives an error passes it to a function first, which gives errors of the engine V8's message before the program
//! reads it.
//!
//! ```text
//!   catch (error) {                  catch (error) {$n(error);
//!   catch ({ message }) {            catch ($n_0){let { message }=$n($n_0);
//!   p.catch((error) => f)            p.catch((error,$n_0=$n(error)) => f)
//!   p.catch(error => f)              p.catch((error,$n_0=$n(error)) => f)
//!   p.catch(({ message }) => f)      p.catch(($n_0,{ message }=$n($n_0)) => f)
//!   p.then(g, function (error) {     p.then(g, function (error) {$n(error);
//! ```
//!
//! A parameter with a default does not count in a function's `length`, and comes before everything that other rewrites put
//! around an arrow's body. A handler that is not a function literal in the call is not rewritten: a wrapper would be observable.
//! A pattern that binds `stack` is left to `stack_reads`, which does the same to its error.

use memchr::memmem;
use oxc_ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, BindingPattern, CallExpression, CatchClause, Expression,
    FormalParameters, FunctionBody, Program,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;

use crate::edits::Edits;

pub(crate) fn collect(program: &Program, function: &str, edits: &mut Edits) {
    Rewriter { source: program.source_text, function, edits }.visit_program(program);
}

/// Whether a source may have something to rewrite.
pub(crate) fn may_apply_to(text: &[u8]) -> bool {
    memmem::find(text, b"catch").is_some() || memmem::find(text, b".then").is_some()
}

struct Rewriter<'n, 'e> {
    source: &'n str,
    function: &'n str,
    edits: &'e mut Edits,
}

impl Rewriter<'_, '_> {
    /// The name of an inserted parameter.
    fn parameter(&self) -> String {
        format!("{}_0", self.function)
    }

    fn text(&self, span: Span) -> &str {
        &self.source[span.start as usize..span.end as usize]
    }

    fn at_start_of(&mut self, body: &FunctionBody, error: &str) {
        let call = format!("{}({error});", self.function);
        match body.directives.last() {
            Some(directive) => self.edits.insert(directive.span.end as usize, format!(";{call}")),
            None => self.edits.insert(body.span.start as usize + 1, call),
        }
    }

    fn handler(&mut self, handler: &Argument) {
        match handler {
            Argument::FunctionExpression(function) => {
                let Some(body) = &function.body else { return };
                match first_name(&function.params) {
                    Some(name) => self.at_start_of(body, name),
                    None if body.directives.is_empty() => self.pattern(&function.params),
                    None => {}
                }
            }
            Argument::ArrowFunctionExpression(arrow) => self.arrow(arrow),
            _ => {}
        }
    }

    fn arrow(&mut self, arrow: &ArrowFunctionExpression) {
        let body = match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => Some(body),
            _ => None,
        };
        match (first_name(&arrow.params), body) {
            (Some(name), Some(body)) => self.at_start_of(body, name),
            (Some(name), None) => self.parameter_after(&arrow.params, name),
            (None, Some(body)) if !body.directives.is_empty() => {}
            (None, _) => self.pattern(&arrow.params),
        }
    }

    /// An arrow whose body is an expression.
    fn parameter_after(&mut self, params: &FormalParameters, name: &str) {
        let (Some(last), None) = (params.items.last(), &params.rest) else { return };
        let bare = !self.text(params.span).starts_with('(');
        let added = format!(",{}={}({name})", self.parameter(), self.function);
        if bare {
            self.edits.insert_call(self.source, last.span.start as usize, "");
        }
        self.edits.end(last.span.end as usize, if bare { added + ")" } else { added });
    }

    /// A first parameter that destructures the error.
    fn pattern(&mut self, params: &FormalParameters) {
        let Some(first) = params.items.first() else { return };
        let is_pattern = matches!(first.pattern, BindingPattern::ObjectPattern(_)) && first.initializer.is_none();
        if !is_pattern || self.text(first.span).contains("stack") {
            return;
        }
        let parameter = self.parameter();
        self.edits.insert(first.span.start as usize, format!("{parameter},"));
        self.edits.end(first.span.end as usize, format!("={}({parameter})", self.function));
    }

    /// Removes the parenthesis after a clause's pattern and the brace of its body: the inserted ones come before the pattern.
    fn clause_pattern(&mut self, pattern: Span, body: Span) {
        let between = &self.source[pattern.end as usize..body.start as usize];
        if self.text(pattern).contains("stack") || between.trim() != ")" {
            return;
        }
        let (parameter, function) = (self.parameter(), self.function);
        let bracket = pattern.end as usize + between.find(')').unwrap_or(0);
        let brace = body.start as usize;
        self.edits.insert(pattern.start as usize, format!("{parameter}){{let "));
        self.edits.replace(bracket..bracket + 1, "");
        self.edits.replace(brace..brace + 1, format!("={function}({parameter});"));
    }
}

impl<'a> Visit<'a> for Rewriter<'_, '_> {
    fn visit_catch_clause(&mut self, clause: &CatchClause<'a>) {
        match clause.param.as_ref().map(|param| &param.pattern) {
            Some(BindingPattern::BindingIdentifier(name)) => {
                let call = format!("{}({});", self.function, name.name);
                self.edits.insert(clause.body.span.start as usize + 1, call);
            }
            Some(BindingPattern::ObjectPattern(pattern)) => self.clause_pattern(pattern.span, clause.body.span),
            _ => {}
        }
        walk::walk_catch_clause(self, clause);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if let Expression::StaticMemberExpression(member) = &call.callee {
            let handler = match member.property.name.as_str() {
                "catch" => call.arguments.first(),
                "then" => call.arguments.get(1),
                _ => None,
            };
            if let Some(handler) = handler {
                self.handler(handler);
            }
        }
        walk::walk_call_expression(self, call);
    }
}

/// The name of the first parameter, if it is an identifier.
fn first_name<'p>(params: &'p FormalParameters) -> Option<&'p str> {
    match &params.items.first()?.pattern {
        BindingPattern::BindingIdentifier(name) => Some(name.name.as_str()),
        _ => None,
    }
}
