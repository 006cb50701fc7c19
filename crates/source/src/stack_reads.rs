//! Rewrites reads of `.stack`, so that a program always sees an error's stack in V8's format.
//!
//! JavaScriptCore formats `error.stack` its own way, as an own property of each error, and offers no hook. A program observes the
//! property only by reading it, so the reads are rewritten:
//!
//! ```text
//!   e.stack            $stack(e).stack           the function converts e.stack in place and returns e
//!   e?.stack           $stack(e)?.stack          it returns undefined and null as they are
//!   e['stack']         $stack(e)['stack']
//!   a?.b.stack         $stack(a?.b)?.stack       the chain is cut, so what followed must be optional too
//!   new e.stack.X()    new ($stack(e).stack.X)() a call after new needs parentheses
//!   ({stack} = e)      ({stack} = $stack(e))     also in declarations
//!   ({stack}) => f()  ($stack_0) => {var {stack} = $stack($stack_0);return (f())}
//!   catch ({stack}) {  catch ($stack_0) {let {stack} = $stack($stack_0);
//!   for (const {stack} of es) f()      for (const $stack_0 of es) {const {stack} = $stack($stack_0);f()}
//! ```
//!
//! Writes are rewritten as well (`$stack(e).stack = s`): then the function has seen the error, and knows that a string it finds
//! there later was set by the program.
//!
//! Where there is no expression to wrap, because the value comes from a caller, the pattern moves into the body: it must be plain
//! (names, with literals as defaults, on one line), and no later parameter may use its names.
//!
//! Not covered: a computed key (`e[key]`), `Reflect.get`, a spread or copy of an error's own properties, `stack` inside a nested
//! pattern, and patterns that are not plain in parameters, catch clauses and loops.

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, AssignmentTargetProperty,
    BindingPattern, BindingProperty, CatchClause, ComputedMemberExpression, Expression, ForOfStatement,
    ForStatementLeft, FormalParameter, FormalParameters, Function, NewExpression, Program, PropertyKey,
    StaticMemberExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use crate::edits::{Edits, range};

pub(crate) fn collect(program: &Program, name: &str, edits: &mut Edits) {
    Rewriter { source: program.source_text, name, edits }.visit_program(program);
}

struct Rewriter<'n, 'e> {
    source: &'n str,
    name: &'n str,
    edits: &'e mut Edits,
}

impl Rewriter<'_, '_> {
    fn call(&mut self, argument: Span, walk: impl FnOnce(&mut Self)) {
        self.edits.insert_call(self.source, argument.start as usize, self.name);
        walk(self);
        self.edits.close(range(argument), ")");
    }

    /// Wraps the object of a read.
    fn read<'a>(&mut self, object: &Expression<'a>, optional: bool, bracketed: bool) {
        self.call(object.span(), |this| this.visit_expression(object));
        if !optional && ends_in_chain(object) {
            self.edits.close(range(object.span()), if bracketed { "?." } else { "?" });
        }
    }

    /// Replaces each plain pattern that binds `stack` by a name, and returns the declarations to insert at the start of the body.
    fn hoisted(&mut self, keyword: &str, patterns: &[&BindingPattern]) -> String {
        let mut declarations = String::new();
        for (index, pattern) in patterns.iter().enumerate() {
            let Some(span) = plain_stack_pattern(pattern, self.source) else { continue };
            let parameter = format!("{}_{index}", self.name);
            let text = &self.source[span.start as usize..span.end as usize];
            declarations += &format!("{keyword} {text} = {}({parameter});", self.name);
            self.edits.replace(span.start as usize..span.end as usize, parameter);
        }
        declarations
    }

    fn hoisted_parameters(&mut self, parameters: &FormalParameters) -> String {
        let is_plain = |parameter: &FormalParameter| {
            parameter.initializer.is_none() && matches!(parameter.pattern, BindingPattern::BindingIdentifier(_))
        };
        let takes_stack = |parameter: &&FormalParameter| plain_stack_pattern(&parameter.pattern, self.source).is_some();
        let first =
            parameters.items.iter().position(|parameter| takes_stack(&parameter)).unwrap_or(parameters.items.len());
        let mut later = parameters.items.iter().skip(first + 1);
        if !later.all(|parameter| is_plain(parameter) || takes_stack(&parameter)) {
            return String::new();
        }
        let patterns: Vec<&BindingPattern> = parameters.items.iter().map(|parameter| &parameter.pattern).collect();
        self.hoisted("var", &patterns)
    }
}

impl<'a> Visit<'a> for Rewriter<'_, '_> {
    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        if member.property.name != "stack" || matches!(member.object, Expression::Super(_)) {
            return walk::walk_static_member_expression(self, member);
        }
        self.read(&member.object, member.optional, false);
    }

    fn visit_computed_member_expression(&mut self, member: &ComputedMemberExpression<'a>) {
        if !is_stack_literal(&member.expression) || matches!(member.object, Expression::Super(_)) {
            return walk::walk_computed_member_expression(self, member);
        }
        self.read(&member.object, member.optional, true);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        if !reads_stack(&new.callee) {
            return walk::walk_new_expression(self, new);
        }
        self.edits.insert(new.callee.span().start as usize, "(");
        self.visit_expression(&new.callee);
        self.edits.close(range(new.callee.span()), ")");
        self.visit_arguments(&new.arguments);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        match &declarator.init {
            Some(init) if binds_stack(&declarator.id) => {
                self.visit_binding_pattern(&declarator.id);
                self.call(init.span(), |this| this.visit_expression(init));
            }
            _ => walk::walk_variable_declarator(self, declarator),
        }
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if !takes_stack(&assignment.left) {
            return walk::walk_assignment_expression(self, assignment);
        }
        self.visit_assignment_target(&assignment.left);
        self.call(assignment.right.span(), |this| this.visit_expression(&assignment.right));
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = &function.body {
            let hoisted = self.hoisted_parameters(&function.params);
            self.edits.insert_if_any(body.span.start as usize + 1, hoisted);
        }
        walk::walk_function(self, function, flags);
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let hoisted = self.hoisted_parameters(&arrow.params);
        let span = arrow.body.span();
        let expression = !matches!(arrow.body, ArrowFunctionBody::FunctionBody(_)) && !hoisted.is_empty();
        match expression {
            true => self.edits.insert(span.start as usize, format!("{{{hoisted}return (")),
            false => self.edits.insert_if_any(span.start as usize + 1, hoisted),
        }
        walk::walk_arrow_function_expression(self, arrow);
        if expression {
            self.edits.close(range(span), ")}");
        }
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        let hoisted = match &statement.left {
            ForStatementLeft::VariableDeclaration(list) => {
                let patterns: Vec<&BindingPattern> =
                    list.declarations.iter().map(|declarator| &declarator.id).collect();
                self.hoisted(list.kind.as_str(), &patterns)
            }
            _ => String::new(),
        };
        // A block of its own: the body may declare the same names again.
        let (body, wrapped) = (statement.body.span(), !hoisted.is_empty());
        self.edits.insert_if_any(body.start as usize, if wrapped { format!("{{{hoisted}") } else { hoisted });
        walk::walk_for_of_statement(self, statement);
        if wrapped {
            self.edits.close(range(body), "}");
        }
    }

    fn visit_catch_clause(&mut self, clause: &CatchClause<'a>) {
        if let Some(parameter) = &clause.param {
            let hoisted = self.hoisted("let", &[&parameter.pattern]);
            self.edits.insert_if_any(clause.body.span.start as usize + 1, hoisted);
        }
        walk::walk_catch_clause(self, clause);
    }
}

fn is_stack_literal(key: &Expression) -> bool {
    match key {
        Expression::StringLiteral(literal) => literal.value == "stack",
        Expression::TemplateLiteral(literal) => literal.single_quasi().is_some_and(|text| text == "stack"),
        _ => false,
    }
}

fn is_stack_key(key: &PropertyKey) -> bool {
    key.static_name().is_some_and(|name| name == "stack")
}

/// Whether an expression is part of an optional chain that is still open at its end: `a?.b`, `a?.b()`, not `(a?.b)`.
fn ends_in_chain(expression: &Expression) -> bool {
    match expression {
        Expression::StaticMemberExpression(member) => member.optional || ends_in_chain(&member.object),
        Expression::ComputedMemberExpression(member) => member.optional || ends_in_chain(&member.object),
        Expression::PrivateFieldExpression(member) => member.optional || ends_in_chain(&member.object),
        Expression::CallExpression(call) => call.optional || ends_in_chain(&call.callee),
        _ => false,
    }
}

/// Whether a callee of `new` without parentheses reads `.stack` in its member chain.
fn reads_stack(callee: &Expression) -> bool {
    match callee {
        Expression::StaticMemberExpression(member) => {
            (member.property.name == "stack" && !matches!(member.object, Expression::Super(_)))
                || reads_stack(&member.object)
        }
        Expression::ComputedMemberExpression(member) => {
            is_stack_literal(&member.expression) || reads_stack(&member.object)
        }
        Expression::PrivateFieldExpression(member) => reads_stack(&member.object),
        Expression::TaggedTemplateExpression(tagged) => reads_stack(&tagged.tag),
        _ => false,
    }
}

/// Whether an object pattern itself, not one nested in it, binds `stack`.
fn binds_stack(pattern: &BindingPattern) -> bool {
    matches!(pattern, BindingPattern::ObjectPattern(object)
        if object.properties.iter().any(|property| is_stack_key(&property.key)))
}

/// The span of a pattern that binds `stack` and can be moved unchanged.
fn plain_stack_pattern(pattern: &BindingPattern, source: &str) -> Option<Span> {
    let BindingPattern::ObjectPattern(object) = pattern else { return None };
    let is_name = |pattern: &BindingPattern| matches!(pattern, BindingPattern::BindingIdentifier(_));
    let is_plain = |property: &BindingProperty| {
        !property.computed
            && match &property.value {
                BindingPattern::AssignmentPattern(default) => is_name(&default.left) && default.right.is_literal(),
                value => is_name(value),
            }
    };
    let one_line =
        !source[object.span.start as usize..object.span.end as usize].contains(['\n', '\r', '\u{2028}', '\u{2029}']);
    (binds_stack(pattern) && one_line && object.properties.iter().all(is_plain)).then_some(object.span)
}

fn takes_stack(target: &AssignmentTarget) -> bool {
    let AssignmentTarget::ObjectAssignmentTarget(object) = target else { return false };
    object.properties.iter().any(|property| match property {
        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(shorthand) => shorthand.binding.name == "stack",
        AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => is_stack_key(&property.name),
    })
}
