//! Reads of `.stack`, so that an error's stack is in V8's format wherever a program looks at it.
//!
//! JavaScriptCore writes `error.stack` its own way, as an own property of each error, and offers no hook. A program
//! sees the property only by reading it, so the reads are what is rewritten:
//!
//! ```text
//!   e.stack            $stack(e).stack           the function turns e.stack round in place and returns e
//!   e?.stack           $stack(e)?.stack          it returns undefined and null as they are
//!   e['stack']         $stack(e)['stack']
//!   a?.b.stack         $stack(a?.b)?.stack       the chain is cut, so what followed must be optional too
//!   new e.stack.X()    new ($stack(e).stack.X)() a call may not stand bare after new
//!   ({stack} = e)      ({stack} = $stack(e))     also in declarations
//!   ({stack}) => …     ({stack}) => (stack = $stack(stack), …)   nothing to wrap: the string is turned round
//!   catch ({stack}) {  catch ({stack}) {stack = $stack(stack);
//!   for (const {stack} of es) f()     for (let {stack} of es) {stack = $stack(stack);f()}
//! ```
//!
//! Writes are rewritten as well (`$stack(e).stack = s`): the function has then seen the error, and knows that the
//! string it finds there later is the program's own.
//!
//! Not seen: a computed key (`e[key]`), `Reflect.get`, a spread or copy of an error's own properties, and `stack` inside
//! a nested pattern.

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, AssignmentTargetProperty,
    BindingPattern, CatchClause, ComputedMemberExpression, Expression, ForOfStatement, ForStatementLeft,
    FormalParameters, Function, NewExpression, Program, PropertyKey, Statement, StaticMemberExpression,
    VariableDeclarationKind, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use crate::edits::Edits;

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
        self.edits.insert(argument.end as usize, ")");
    }

    /// Wraps the object of a read; `link` is where its `.stack` or `['stack']` begins, after any `?.`.
    fn read<'a>(&mut self, object: &Expression<'a>, optional: bool, bracketed: bool) {
        self.call(object.span(), |this| this.visit_expression(object));
        if !optional && ends_in_chain(object) {
            self.edits.insert(object.span().end as usize, if bracketed { "?." } else { "?" });
        }
    }

    /// `name = $stack(name)` for each name that a parameter's pattern takes from a `stack` property.
    fn turned_round(&self, names: &[String], separator: &str) -> String {
        names.iter().map(|name| format!("{name} = {}({name}){separator}", self.name)).collect()
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
        self.edits.insert(new.callee.span().end as usize, ")");
        self.visit_arguments(&new.arguments);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        match &declarator.init {
            Some(init) if !stack_bindings(&declarator.id).is_empty() => {
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
        let names = parameter_bindings(&function.params);
        if let Some(body) = function.body.as_ref().filter(|_| !names.is_empty()) {
            self.edits.insert(body.span.start as usize + 1, self.turned_round(&names, ";"));
        }
        walk::walk_function(self, function, flags);
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let names = parameter_bindings(&arrow.params);
        if names.is_empty() {
            return walk::walk_arrow_function_expression(self, arrow);
        }
        self.visit_formal_parameters(&arrow.params);
        let span = arrow.body.span();
        match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => {
                self.edits.insert(span.start as usize + 1, self.turned_round(&names, ";"));
                self.visit_function_body(body);
            }
            expression => {
                self.edits.insert(span.start as usize, format!("({}", self.turned_round(&names, ", ")));
                walk::walk_arrow_function_body(self, expression);
                self.edits.insert(span.end as usize, ")");
            }
        }
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        let list = match &statement.left {
            ForStatementLeft::VariableDeclaration(list) => Some(list),
            _ => None,
        };
        let declarator = list.and_then(|list| list.declarations.first());
        let names = declarator.map(|declarator| stack_bindings(&declarator.id)).unwrap_or_default();
        if let (Some(list), false) = (list, names.is_empty()) {
            // The names are assigned to again: no constants.
            let start = list.span.start as usize;
            if list.kind == VariableDeclarationKind::Const {
                self.edits.replace(start..start + "const".len(), "let");
            }
            let body = statement.body.span();
            let turned = self.turned_round(&names, ";");
            let block = matches!(statement.body, Statement::BlockStatement(_));
            self.visit_for_statement_left(&statement.left);
            self.visit_expression(&statement.right);
            match block {
                true => self.edits.insert(body.start as usize + 1, turned),
                false => self.edits.insert(body.start as usize, format!("{{{turned}")),
            }
            self.visit_statement(&statement.body);
            if !block {
                self.edits.insert(body.end as usize, "}");
            }
            return;
        }
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_catch_clause(&mut self, clause: &CatchClause<'a>) {
        let names = clause.param.as_ref().map(|param| stack_bindings(&param.pattern)).unwrap_or_default();
        if !names.is_empty() {
            self.edits.insert(clause.body.span.start as usize + 1, self.turned_round(&names, ";"));
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

/// Whether a bare callee of `new` reads `.stack` somewhere along its members.
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

/// The names that an object pattern itself, not one nested in it, takes from `stack`.
fn stack_bindings(pattern: &BindingPattern) -> Vec<String> {
    let object = match pattern {
        BindingPattern::ObjectPattern(object) => object,
        BindingPattern::AssignmentPattern(assignment) => return stack_bindings(&assignment.left),
        _ => return Vec::new(),
    };
    let properties = object.properties.iter().filter(|property| is_stack_key(&property.key));
    properties
        .filter_map(|property| match &property.value {
            BindingPattern::BindingIdentifier(id) => Some(id.name.to_string()),
            BindingPattern::AssignmentPattern(assignment) => match &assignment.left {
                BindingPattern::BindingIdentifier(id) => Some(id.name.to_string()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

fn parameter_bindings(parameters: &FormalParameters) -> Vec<String> {
    parameters.items.iter().flat_map(|parameter| stack_bindings(&parameter.pattern)).collect()
}

fn takes_stack(target: &AssignmentTarget) -> bool {
    let AssignmentTarget::ObjectAssignmentTarget(object) = target else { return false };
    object.properties.iter().any(|property| match property {
        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(shorthand) => shorthand.binding.name == "stack",
        AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => is_stack_key(&property.name),
    })
}
