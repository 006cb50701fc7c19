//! Collects the sites of a function: what `visitor.rs` visits becomes a [`Site`].

use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

use super::printer::print;
use super::sites::{
    Callee, First, Iteration, Key, Kind, PrivateName, Quoted, Range, Shape, Site, Sites, Target, range,
};
use super::value::{Value, key_name, number};

pub(super) struct Finder<'s> {
    pub source: &'s str,
    /// The function that is meant.
    pub target: Range,
    /// The functions around what is visited.
    pub around: Vec<Range>,
    pub found: Sites,
}

impl Finder<'_> {
    pub(super) fn quoted(&self, expression: &Expression) -> Quoted {
        let inner = expression.get_inner_expression();
        let shape = match inner {
            Expression::CallExpression(call) => Shape::Call(print(&call.callee, self.source)),
            Expression::Identifier(_) | Expression::ObjectExpression(_) => Shape::NameOrLiteral,
            other if other.is_literal() => Shape::NameOrLiteral,
            _ => Shape::Other,
        };
        Quoted {
            start: expression.span().start as usize,
            end: expression.span().end as usize,
            printed: print(expression, self.source),
            value: Value::of(expression, self.source),
            shape,
        }
    }

    pub(super) fn is_target(&self) -> bool {
        self.around.last() == Some(&self.target)
    }

    pub(super) fn add(&mut self, span: Span, kind: impl FnOnce(&Self) -> Kind) {
        if self.is_target() {
            let kind = kind(self);
            self.found.sites.push(Site { start: span.start as usize, end: span.end as usize, kind });
        }
    }

    pub(super) fn inside(&mut self, function: Span, walk: impl FnOnce(&mut Self)) {
        self.around.push(range(function));
        walk(self);
        self.around.pop();
    }

    pub(super) fn declare(
        &mut self,
        pattern: &BindingPattern,
        is_const: bool,
        is_lexical: bool,
        value: Option<&Expression>,
    ) {
        match pattern {
            BindingPattern::BindingIdentifier(name) => {
                let value = value.filter(|_| is_const).map_or(Value::Unknown, |it| Value::of(it, self.source));
                self.found.constants.declare(&name.name, value);
                if is_lexical {
                    self.found.lexical.entry(name.name.to_string()).or_default().push(name.span.start as usize);
                }
                let all_const = self.found.is_const.entry(name.name.to_string()).or_insert(is_const);
                *all_const |= is_const;
            }
            BindingPattern::ObjectPattern(object) => {
                for property in &object.properties {
                    self.declare(&property.value, is_const, is_lexical, None);
                }
                if let Some(rest) = &object.rest {
                    self.declare(&rest.argument, is_const, is_lexical, None);
                }
            }
            BindingPattern::ArrayPattern(array) => {
                for element in array.elements.iter().flatten() {
                    self.declare(element, is_const, is_lexical, None);
                }
                if let Some(rest) = &array.rest {
                    self.declare(&rest.argument, is_const, is_lexical, None);
                }
            }
            BindingPattern::AssignmentPattern(assignment) => {
                self.declare(&assignment.left, is_const, is_lexical, None);
            }
        }
    }

    /// A pattern that takes `subject` apart, and those inside it.
    pub(super) fn pattern(&mut self, pattern: &BindingPattern, subject: Option<&Expression>, is_nested: bool) {
        match pattern {
            BindingPattern::ObjectPattern(object) => {
                let first = first_of(object);
                self.add(object.span, |this| Kind::Destructure {
                    subject: subject.map(|subject| this.quoted(subject)),
                    first,
                    is_nested,
                });
                for property in &object.properties {
                    self.pattern(&property.value, None, true);
                }
            }
            BindingPattern::ArrayPattern(array) => {
                let how = if subject.is_some() { Iteration::Declaration } else { Iteration::Shown };
                self.add(array.span, |this| Kind::Iterate { subject: subject.map(|it| this.quoted(it)), how });
                for element in array.elements.iter().flatten() {
                    self.pattern(element, None, true);
                }
            }
            BindingPattern::AssignmentPattern(assignment) => self.pattern(&assignment.left, None, is_nested),
            BindingPattern::BindingIdentifier(_) => {}
        }
    }

    pub(super) fn key(&self, member: &MemberExpression) -> Key {
        match member {
            MemberExpression::StaticMemberExpression(member) => {
                Key { start: member.property.span.start as usize, value: Value::Text(member.property.name.to_string()) }
            }
            MemberExpression::PrivateFieldExpression(member) => {
                Key { start: member.field.span.start as usize, value: Value::Text(format!("#{}", member.field.name)) }
            }
            MemberExpression::ComputedMemberExpression(member) => Key {
                start: member.expression.span().start as usize,
                value: Value::of(&member.expression, self.source),
            },
        }
    }

    pub(super) fn assignment(&mut self, target: &AssignmentTarget, span: Span, at: usize) {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                let target = Target::Name(name.name.to_string());
                self.add(span, |_| Kind::Assign { target, at });
            }
            AssignmentTarget::ArrayAssignmentTarget(array) => {
                for element in array.elements.iter().flatten() {
                    self.maybe_default(element);
                }
            }
            AssignmentTarget::ObjectAssignmentTarget(object) => {
                for property in &object.properties {
                    match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(name) => {
                            let (span, target) = (name.binding.span, Target::Name(name.binding.name.to_string()));
                            let at = span.start as usize;
                            self.add(span, |_| Kind::Assign { target, at });
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                            self.maybe_default(&property.binding);
                        }
                    }
                }
            }
            other => {
                let Some(member) = other.as_member_expression() else { return };
                let key = self.key(member);
                self.add(span, |this| {
                    let target = Target::Member { object: this.quoted(member.object()), key };
                    Kind::Assign { target, at }
                });
            }
        }
    }

    pub(super) fn maybe_default(&mut self, target: &AssignmentTargetMaybeDefault) {
        let target = match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(with_default) => Some(&with_default.binding),
            other => other.as_assignment_target(),
        };
        if let Some(target) = target {
            self.assignment(target, target.span(), target.span().start as usize);
        }
    }

    /// The offset of an operator between two parts of a source.
    pub(super) fn operator(&self, after: Span, operator: &str) -> usize {
        let from = after.end as usize;
        self.source[from..].find(operator).map_or(from, |at| from + at)
    }

    pub(super) fn arguments(&self, arguments: &[Argument]) -> Vec<Quoted> {
        arguments.iter().map_while(|argument| argument.as_expression().map(|it| self.quoted(it))).collect()
    }

    pub(super) fn callee(&self, callee: &Expression) -> Callee {
        let receiver = callee.as_member_expression().map(|member| self.quoted(member.object()));
        Callee { end: callee.span().end as usize, printed: print(callee, self.source), receiver, path: path(callee) }
    }

    pub(super) fn spreads(&mut self, arguments: &[Argument]) {
        for argument in arguments {
            if let Argument::SpreadElement(spread) = argument {
                self.add(spread.span, |this| Kind::Iterate {
                    subject: Some(this.quoted(&spread.argument)),
                    how: Iteration::CallSpread,
                });
            }
        }
    }
}

/// `a.b.c` as names; what is no name is left out.
fn path(expression: &Expression) -> Vec<String> {
    match expression.get_inner_expression() {
        Expression::Identifier(name) => vec![name.name.to_string()],
        Expression::StaticMemberExpression(member) => {
            let mut names = path(&member.object);
            names.push(member.property.name.to_string());
            names
        }
        Expression::ComputedMemberExpression(member) => {
            let mut names = path(&member.object);
            names.push(match member.expression.get_inner_expression() {
                Expression::StringLiteral(text) => text.value.to_string(),
                Expression::NumericLiteral(literal) => number(literal.value),
                _ => format!("[{}]", path(&member.expression).join(".")),
            });
            names
        }
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => vec!["String".into(), "prototype".into()],
        Expression::NumericLiteral(_) => vec!["Number".into(), "prototype".into()],
        Expression::BigIntLiteral(_) => vec!["BigInt".into(), "prototype".into()],
        Expression::ArrayExpression(_) => vec!["Array".into(), "prototype".into()],
        Expression::RegExpLiteral(_) => vec!["RegExp".into(), "prototype".into()],
        Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) => {
            vec!["Function".into(), "prototype".into()]
        }
        Expression::NewExpression(new) => {
            let mut names = path(&new.callee);
            names.push("prototype".into());
            names
        }
        _ => Vec::new(),
    }
}

/// What a loop yields, by V8's name for it.
fn yielded(pattern: Span) -> Quoted {
    let (start, end) = (pattern.start as usize, pattern.end as usize);
    Quoted { start, end, printed: ".for".to_owned(), value: Value::Unknown, shape: Shape::NameOrLiteral }
}

fn first_of(object: &ObjectPattern) -> First {
    let Some(property) = object.properties.first() else { return First::Unnamed };
    let Some(name) = key_name(&property.key).filter(|_| !property.computed) else { return First::Unnamed };
    let at = property.key.span().start as usize;
    match &property.value {
        BindingPattern::AssignmentPattern(_) => First::Defaulted { name, at },
        _ => First::Property { name, at },
    }
}

pub(super) fn first_of_target(object: &ObjectAssignmentTarget) -> First {
    match object.properties.first() {
        Some(AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(name)) => {
            let (at, has_default) = (name.span.start as usize, name.init.is_some());
            let name = name.binding.name.to_string();
            if has_default { First::Defaulted { name, at } } else { First::Property { name, at } }
        }
        Some(AssignmentTargetProperty::AssignmentTargetPropertyProperty(property)) if !property.computed => {
            let at = property.name.span().start as usize;
            key_name(&property.name).map_or(First::Unnamed, |name| First::Property { name, at })
        }
        _ => First::Unnamed,
    }
}

impl Finder<'_> {
    pub(super) fn parameters(&mut self, parameters: &FormalParameters) {
        for parameter in &parameters.items {
            self.declare(&parameter.pattern, false, true, None);
            self.pattern(&parameter.pattern, None, false);
        }
    }

    pub(super) fn loop_head(&mut self, left: &ForStatementLeft) {
        match left {
            ForStatementLeft::VariableDeclaration(declaration) => {
                for declarator in &declaration.declarations {
                    match &declarator.id {
                        BindingPattern::ObjectPattern(object) => {
                            let (subject, first) = (Some(yielded(object.span)), first_of(object));
                            self.add(object.span, |_| Kind::Destructure { subject, first, is_nested: false });
                            for property in &object.properties {
                                self.pattern(&property.value, None, true);
                            }
                        }
                        BindingPattern::ArrayPattern(array) => {
                            let (subject, how) = (Some(yielded(array.span)), Iteration::Declaration);
                            self.add(array.span, |_| Kind::Iterate { subject, how });
                            for element in array.elements.iter().flatten() {
                                self.pattern(element, None, true);
                            }
                        }
                        _ => {}
                    }
                }
            }
            other => {
                if let Some(target) = other.as_assignment_target() {
                    self.assignment(target, target.span(), target.span().start as usize);
                }
            }
        }
    }

    pub(super) fn private_names(&mut self, class: &Class, name: Option<&str>) {
        for element in &class.body.body {
            let (key, is_static, is_method) = match element {
                ClassElement::MethodDefinition(method) => {
                    (&method.key, method.r#static, method.kind == MethodDefinitionKind::Method)
                }
                ClassElement::PropertyDefinition(property) => (&property.key, property.r#static, false),
                ClassElement::AccessorProperty(property) => (&property.key, property.r#static, false),
                _ => continue,
            };
            if let (ClassElement::MethodDefinition(method), Some(class), Some(key)) = (element, name, key_name(key))
                && method.kind == MethodDefinitionKind::Get
            {
                self.found.getters.insert((class.to_owned(), key));
            }
            if let PropertyKey::PrivateIdentifier(private) = key {
                let class = name.map(str::to_owned);
                let private_name = PrivateName { class, is_static, is_method };
                self.found.private_names.insert(format!("#{}", private.name), private_name);
            }
        }
    }
}
