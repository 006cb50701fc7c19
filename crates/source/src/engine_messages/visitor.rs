//! The expressions and statements that may throw.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::finder::{Finder, first_of_target};
use super::sites::{Iteration, Kind, Target, range};
use super::value::Value;

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        if let Some(name) = &function.id {
            let source = &self.source[range(function.span)];
            self.found.constants.declare(&name.name, Value::Function(source.to_owned()));
        }
        self.inside(function.span, |this| {
            this.parameters(&function.params);
            walk::walk_function(this, function, flags);
        });
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        self.inside(arrow.span, |this| {
            this.parameters(&arrow.params);
            walk::walk_arrow_function_expression(this, arrow);
        });
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        if let Some(name) = &class.id {
            let source = &self.source[range(class.span)];
            self.found.constants.declare(&name.name, Value::Function(source.to_owned()));
            self.found.lexical.entry(name.name.to_string()).or_default().push(name.span.start as usize);
        }
        if let Some(heritage) = &class.heritage {
            self.add(class.span, |this| Kind::Extends { superclass: this.quoted(&heritage.expression) });
        }
        let name = class.id.as_ref().map(|name| name.name.to_string());
        self.private_names(class, name.as_deref());
        walk::walk_class(self, class);
    }

    fn visit_variable_declaration(&mut self, declaration: &VariableDeclaration<'a>) {
        let is_const = declaration.kind.is_const();
        let is_lexical = !declaration.kind.is_var();
        for declarator in &declaration.declarations {
            self.declare(&declarator.id, is_const, is_lexical, declarator.init.as_ref());
        }
        walk::walk_variable_declaration(self, declaration);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let Some(init) = &declarator.init {
            self.visit_expression(init);
            self.pattern(&declarator.id, Some(init), false);
        }
        self.visit_binding_pattern(&declarator.id);
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        let span = Span::new(statement.left.span().start, statement.right.span().end);
        self.visit_expression(&statement.right);
        self.add(span, |this| Kind::Iterate { subject: Some(this.quoted(&statement.right)), how: Iteration::Loop });
        self.loop_head(&statement.left);
        self.visit_for_statement_left(&statement.left);
        self.visit_statement(&statement.body);
    }

    fn visit_for_in_statement(&mut self, statement: &ForInStatement<'a>) {
        self.loop_head(&statement.left);
        walk::walk_for_in_statement(self, statement);
    }

    fn visit_array_expression(&mut self, array: &ArrayExpression<'a>) {
        walk::walk_array_expression(self, array);
        for element in &array.elements {
            if let ArrayExpressionElement::SpreadElement(spread) = element {
                self.add(spread.span, |this| Kind::Iterate {
                    subject: Some(this.quoted(&spread.argument)),
                    how: Iteration::ArraySpread,
                });
            }
        }
    }

    fn visit_yield_expression(&mut self, expression: &YieldExpression<'a>) {
        walk::walk_yield_expression(self, expression);
        if let Some(argument) = expression.argument.as_ref().filter(|_| expression.delegate) {
            self.add(expression.span, |this| Kind::Iterate {
                subject: Some(this.quoted(argument)),
                how: Iteration::Shown,
            });
        }
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        walk::walk_call_expression(self, call);
        self.spreads(&call.arguments);
        self.add(call.span, |this| Kind::Call {
            callee: this.callee(&call.callee),
            arguments: this.arguments(&call.arguments),
            is_new: false,
        });
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        walk::walk_new_expression(self, new);
        self.spreads(&new.arguments);
        self.add(new.span, |this| Kind::Call {
            callee: this.callee(&new.callee),
            arguments: this.arguments(&new.arguments),
            is_new: true,
        });
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        walk::walk_assignment_expression(self, assignment);
        match &assignment.left {
            AssignmentTarget::ArrayAssignmentTarget(array) => self.add(array.span, |this| Kind::Iterate {
                subject: Some(this.quoted(&assignment.right)),
                how: Iteration::Shown,
            }),
            AssignmentTarget::ObjectAssignmentTarget(object) => self.add(object.span, |this| Kind::Destructure {
                subject: Some(this.quoted(&assignment.right)),
                first: first_of_target(object),
                is_nested: false,
            }),
            _ => {}
        }
        let operator = self.operator(assignment.left.span(), assignment.operator.as_str());
        let at = match assignment.left.as_member_expression() {
            Some(member) => self.key(member).start,
            None => operator,
        };
        self.assignment(&assignment.left, assignment.span, at);
    }

    fn visit_update_expression(&mut self, update: &UpdateExpression<'a>) {
        walk::walk_update_expression(self, update);
        let argument = update.argument.span();
        let operator = if update.prefix { update.span.start as usize } else { argument.end as usize };
        match update.argument.as_member_expression() {
            Some(member) => {
                let key = self.key(member);
                let at = key.start;
                self.add(update.span, |this| Kind::Assign {
                    target: Target::Member { object: this.quoted(member.object()), key },
                    at,
                });
            }
            None => {
                let name = self.source[range(argument)].to_owned();
                self.add(update.span, |_| Kind::Assign { target: Target::Name(name), at: operator });
            }
        }
    }

    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        self.add(name.span, |_| Kind::Reference { name: name.name.to_string() });
    }

    fn visit_member_expression(&mut self, member: &MemberExpression<'a>) {
        walk::walk_member_expression(self, member);
        let key = self.key(member);
        self.add(member.span(), |this| Kind::Read { object: this.quoted(member.object()), key });
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        walk::walk_unary_expression(self, unary);
        let member = unary.argument.get_inner_expression().as_member_expression();
        if let Some(member) = member.filter(|_| unary.operator == UnaryOperator::Delete) {
            let key = self.key(member);
            self.add(unary.span, |this| Kind::Delete { object: this.quoted(member.object()), key });
        }
    }

    fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
        walk::walk_binary_expression(self, binary);
        if binary.operator == BinaryOperator::In {
            self.add(binary.span, |this| Kind::In { left: this.quoted(&binary.left) });
        }
    }

    fn visit_private_in_expression(&mut self, expression: &PrivateInExpression<'a>) {
        walk::walk_private_in_expression(self, expression);
        self.add(expression.span, |_| Kind::HasPrivate { name: format!("#{}", expression.left.name) });
    }
}
