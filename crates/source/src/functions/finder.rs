//! Visits the functions and calls of a source.

use std::collections::HashMap;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::naming::Naming;
use super::receiver::{self, Receiver};
use super::{Call, FunctionKind, Functions, NamedFunction};

pub(super) fn find(source: &str, program: &Program) -> Functions {
    let mut finder = Finder { source, ..Finder::default() };
    finder.visit_program(program);
    finder.sort();
    finder.found
}

#[derive(Default)]
struct Finder<'s> {
    source: &'s str,
    found: Functions,
    /// The enclosing functions, by index.
    around: Vec<u32>,
    /// The enclosing classes: what their instances and they themselves are as receivers.
    classes: Vec<(Receiver, Receiver)>,
    /// Of functions and classes that were not visited yet, by where they start.
    naming: HashMap<u32, Naming>,
    /// What object literals are part of, by where they start.
    holders: HashMap<u32, Receiver>,
}

impl Finder<'_> {
    /// In the order of starts, which is nearly the one in which they were visited.
    fn sort(&mut self) {
        let list = &mut self.found.list;
        let mut order: Vec<u32> = (0..list.len() as u32).collect();
        order.sort_by_key(|index| list[*index as usize].start);
        let mut moved = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            moved[*old as usize] = new as u32;
        }
        for function in list.iter_mut() {
            function.parent = function.parent.map(|index| moved[index as usize]);
            function.this_of = function.this_of.map(|index| moved[index as usize]);
        }
        list.sort_by_key(|function| function.start);
    }

    fn function_of_this(&self) -> Option<u32> {
        self.found.list[*self.around.last()? as usize].this_of
    }

    /// A function whose `this` is its own.
    fn enter(&mut self, span: Span, parameters: u32, naming: Naming, walk: impl FnOnce(&mut Self)) {
        let index = self.found.list.len() as u32;
        let kind = naming.kind.unwrap_or(FunctionKind::Plain);
        let this_of = if kind == FunctionKind::Arrow { self.function_of_this() } else { Some(index) };
        self.found.list.push(NamedFunction {
            start: span.start,
            shown_start: naming.start.unwrap_or(span.start),
            position: (1, 1),
            end: span.end,
            parameters,
            parent: self.around.last().copied(),
            this_of,
            name: naming.name,
            method: naming.method,
            kind,
            is_async: false,
            is_expression: false,
            holder: naming.holder,
        });
        self.around.push(index);
        walk(self);
        self.around.pop();
    }

    fn current(&mut self) -> Option<&mut NamedFunction> {
        let index = *self.around.last()?;
        self.found.list.get_mut(index as usize)
    }

    /// The functions and classes that an expression may evaluate to get this name, unless they have one.
    fn name(&mut self, expression: &Expression, naming: Naming) {
        match expression.get_inner_expression() {
            Expression::FunctionExpression(function) => self.set_naming(function.span, naming),
            Expression::ArrowFunctionExpression(arrow) => self.set_naming(arrow.span, naming),
            Expression::ClassExpression(class) => self.set_naming(class.span, naming),
            Expression::LogicalExpression(logical) => self.name(&logical.right, naming),
            Expression::ConditionalExpression(conditional) => {
                self.name(&conditional.consequent, naming.clone());
                self.name(&conditional.alternate, naming);
            }
            Expression::SequenceExpression(sequence) => {
                if let Some(last) = sequence.expressions.last() {
                    self.name(last, naming);
                }
            }
            Expression::ArrayExpression(array) => self.name_elements(array, &naming),
            _ => {}
        }
    }

    /// V8 names all elements, or with an arrow function at the end only that one.
    fn name_elements(&mut self, array: &ArrayExpression, naming: &Naming) {
        let functions: Vec<&Expression> = array.elements.iter().filter_map(|element| element.as_expression()).collect();
        let naming = Naming { holder: Receiver::Type("Array"), method: None, ..naming.clone() };
        let unnamed = Naming { name: Some("".into()), ..naming.clone() };
        let ends_in_arrow = matches!(functions.last(), Some(Expression::ArrowFunctionExpression(_)));
        for (index, element) in functions.iter().enumerate() {
            let is_named = !ends_in_arrow || index + 1 == functions.len();
            if matches!(element, Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)) {
                self.name(element, if is_named { naming.clone() } else { unnamed.clone() });
            }
        }
    }

    /// The outermost one wins: it is visited first.
    fn set_naming(&mut self, span: Span, naming: Naming) {
        self.naming.entry(span.start).or_insert(naming);
    }

    fn declare(&mut self, name: &str, value: Receiver) {
        let known = self.found.names.entry(name.into());
        known
            .and_modify(|known| {
                if *known != value {
                    *known = Receiver::Unknown;
                }
            })
            .or_insert(value);
    }

    fn value_of_variable(name: &str, init: &Expression) -> Receiver {
        let is_class = name.starts_with(|c: char| c.is_ascii_uppercase());
        match Receiver::of(init) {
            Receiver::Type("Function") => Receiver::Function(name.into()),
            Receiver::Module(module) if is_class && module.starts_with(['.', '/']) => Receiver::Function(name.into()),
            Receiver::None => Receiver::Unknown,
            value => value,
        }
    }

    fn class_receivers(name: Option<&str>) -> (Receiver, Receiver) {
        match name {
            Some(name) if !name.is_empty() => (Receiver::Instance(name.into()), Receiver::Function(name.into())),
            _ => (Receiver::Type("Object"), Receiver::Type("Function")),
        }
    }

    fn member_holder(&self, is_static: bool) -> Receiver {
        let holder = self.classes.last().map(|(instance, class)| if is_static { class } else { instance });
        holder.cloned().unwrap_or(Receiver::Unknown)
    }

    /// After `static`.
    fn member_start(&self, span: Span, is_static: bool) -> u32 {
        let text = self.source.get(span.start as usize..span.end as usize).unwrap_or_default();
        match text.strip_prefix("static").filter(|_| is_static) {
            Some(rest) => span.start + (text.len() - rest.trim_start().len()) as u32,
            None => span.start,
        }
    }

    fn initializer(&mut self, span: Span, is_static: bool, walk: impl FnOnce(&mut Self)) {
        let name = if is_static { "<static_initializer>" } else { "<instance_members_initializer>" };
        let kind = Some(FunctionKind::Initializer);
        let holder = self.member_holder(is_static);
        self.enter(span, span.start, Naming { name: Some(name.into()), method: None, kind, holder, start: None }, walk);
    }

    fn field(&mut self, key: &PropertyKey, computed: bool, is_static: bool, value: Option<&Expression>) {
        self.visit_property_key(key);
        let Some(value) = value else { return };
        let naming = Naming::of_member(key, computed, None, self.member_holder(is_static));
        self.name(value, naming);
        self.initializer(value.span(), is_static, |this| this.visit_expression(value));
    }

    fn add_call(&mut self, span: Span, callee: &Expression, arguments: &[Argument], is_new: bool) {
        let is_new = is_new || receiver::is_construct(callee);
        let (receiver, property) = match is_new {
            true => (Receiver::None, None),
            false => Receiver::of_callee(callee, arguments),
        };
        let is_new = is_new || matches!(callee, Expression::Super(_));
        let callee_end = callee.get_inner_expression().span().end;
        // In between there may be closing parentheses, type arguments, `?.` and white space.
        let rest = self.source.get(callee_end as usize..span.end as usize).unwrap_or_default();
        let arguments = callee_end + rest.find(['(', '`']).unwrap_or(0) as u32;
        self.found.calls.push(Call { callee_end, arguments, is_new, receiver, property });
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_function(&mut self, function: &Function<'a>, _flags: ScopeFlags) {
        let mut naming = self.naming.remove(&function.span.start).unwrap_or_else(|| Naming::of_variable(""));
        if let Some(name) = &function.id {
            naming.name = Some(name.name.as_str().into());
            self.declare(&name.name, Receiver::Function(name.name.as_str().into()));
        }
        self.enter(function.span, function.params.span.start + 1, naming, |this| {
            if let Some(current) = this.current() {
                current.is_async = function.r#async;
            }
            this.visit_formal_parameters(&function.params);
            if let Some(body) = &function.body {
                this.visit_function_body(body);
            }
        });
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let naming = self.naming.remove(&arrow.span.start).unwrap_or_else(|| Naming::of_variable(""));
        let naming = Naming { kind: Some(FunctionKind::Arrow), ..naming };
        self.enter(arrow.span, arrow.params.span.start + 1, naming, |this| {
            if let Some(current) = this.current() {
                current.is_async = arrow.r#async;
                current.is_expression = !matches!(arrow.body, ArrowFunctionBody::FunctionBody(_));
            }
            walk::walk_arrow_function_expression(this, arrow);
        });
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let naming = self.naming.remove(&class.span.start);
        let name = match &class.id {
            Some(id) => {
                self.declare(&id.name, Receiver::Function(id.name.as_str().into()));
                Some(Box::from(id.name.as_str()))
            }
            None => naming.and_then(|naming| naming.name),
        };
        if let Some(heritage) = &class.heritage {
            self.visit_expression(&heritage.expression);
        }
        self.visit_decorators(&class.decorators);
        self.classes.push(Finder::class_receivers(name.as_deref()));
        for element in &class.body.body {
            if let ClassElement::MethodDefinition(method) = element
                && method.kind == MethodDefinitionKind::Constructor
            {
                let holder = self.member_holder(false);
                let kind = Some(FunctionKind::Constructor);
                let name = name.clone().or_else(|| Some("".into()));
                let start = Some(method.span.start);
                self.set_naming(method.value.span, Naming { name, method: None, kind, holder, start });
            }
            self.visit_class_element(element);
        }
        self.classes.pop();
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        let kind = match method.kind {
            MethodDefinitionKind::Constructor => FunctionKind::Constructor,
            MethodDefinitionKind::Method => FunctionKind::Method,
            MethodDefinitionKind::Get => FunctionKind::Getter,
            MethodDefinitionKind::Set => FunctionKind::Setter,
        };
        let naming = Naming::of_member(&method.key, method.computed, Some(kind), self.member_holder(method.r#static));
        let naming = Naming { start: Some(self.member_start(method.span, method.r#static)), ..naming };
        self.visit_decorators(&method.decorators);
        self.visit_property_key(&method.key);
        self.set_naming(method.value.span, naming);
        self.visit_function(&method.value, ScopeFlags::Function);
    }

    fn visit_property_definition(&mut self, field: &PropertyDefinition<'a>) {
        self.field(&field.key, field.computed, field.r#static, field.value.as_ref());
    }

    fn visit_accessor_property(&mut self, field: &AccessorProperty<'a>) {
        self.field(&field.key, field.computed, field.r#static, field.value.as_ref());
    }

    fn visit_static_block(&mut self, block: &StaticBlock<'a>) {
        self.initializer(block.span, true, |this| walk::walk_static_block(this, block));
    }

    fn visit_object_expression(&mut self, object: &ObjectExpression<'a>) {
        let holder = self.holders.remove(&object.span.start).unwrap_or(Receiver::Type("Object"));
        for property in &object.properties {
            if let ObjectPropertyKind::ObjectProperty(property) = property {
                let kind = match property.kind {
                    PropertyKind::Get => Some(FunctionKind::Getter),
                    PropertyKind::Set => Some(FunctionKind::Setter),
                    PropertyKind::Init => property.method.then_some(FunctionKind::Method),
                };
                let start = kind.map(|_| property.span.start);
                let naming = Naming::of_member(&property.key, property.computed, kind, holder.clone());
                let naming = Naming { start, ..naming };
                self.name(&property.value, naming);
            }
        }
        walk::walk_object_expression(self, object);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        match (&declarator.id, &declarator.init) {
            (BindingPattern::BindingIdentifier(name), Some(init)) => {
                self.declare(&name.name, Finder::value_of_variable(&name.name, init));
                self.name(init, Naming::of_variable(&name.name));
            }
            (pattern, _) => self.visit_binding_pattern(pattern),
        }
        if let Some(init) = &declarator.init {
            self.visit_expression(init);
        }
    }

    fn visit_binding_identifier(&mut self, name: &BindingIdentifier<'a>) {
        self.declare(&name.name, Receiver::Unknown);
    }

    fn visit_binding_property(&mut self, property: &BindingProperty<'a>) {
        // `const { Foo: Bar } = …`
        if let (PropertyKey::StaticIdentifier(key), BindingPattern::BindingIdentifier(local)) =
            (&property.key, &property.value)
            && key.name != local.name
            && key.name.starts_with(|c: char| c.is_ascii_uppercase())
        {
            self.declare(&local.name, Receiver::Function(key.name.as_str().into()));
            return;
        }
        walk::walk_binding_property(self, property);
    }

    fn visit_import_declaration(&mut self, import: &ImportDeclaration<'a>) {
        for specifier in import.specifiers.iter().flatten() {
            let value = match specifier {
                ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => Receiver::of_module(&import.source.value),
                ImportDeclarationSpecifier::ImportSpecifier(specifier) => {
                    let name = specifier.imported.name();
                    match name.starts_with(|c: char| c.is_ascii_uppercase()) {
                        true => Receiver::Function(name.as_str().into()),
                        false => Receiver::Unknown,
                    }
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => Receiver::Type("Module"),
            };
            let local = specifier.local().name.as_str();
            let is_class = local.starts_with(|c: char| c.is_ascii_uppercase());
            let value = match value {
                Receiver::Module(module) if is_class && module.starts_with(['.', '/']) => {
                    Receiver::Function(local.into())
                }
                value => value,
            };
            self.declare(local, value);
        }
    }

    fn visit_export_default_declaration(&mut self, export: &ExportDefaultDeclaration<'a>) {
        let naming = Naming::of_variable("default");
        match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => self.set_naming(function.span, naming),
            ExportDefaultDeclarationKind::ClassDeclaration(class) => self.set_naming(class.span, naming),
            other => {
                if let Some(expression) = other.as_expression() {
                    self.name(expression, naming);
                }
            }
        }
        walk::walk_export_default_declaration(self, export);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &assignment.left {
            self.declare(&name.name, Receiver::Unknown);
        }
        let this = self.function_of_this();
        let around = this.and_then(|index| self.found.list.get(index as usize));
        if let Some(mut naming) = Naming::of_target(&assignment.left, around) {
            let mut right = &assignment.right;
            while let Expression::AssignmentExpression(next) = right.get_inner_expression() {
                let Some(following) = Naming::of_target(&next.left, around) else { break };
                naming = naming.followed_by(following);
                right = &next.right;
            }
            if let Expression::ObjectExpression(object) = right.get_inner_expression()
                && naming.method.as_deref() == Some("prototype")
                && let Some(name) = naming.name.as_deref()
            {
                self.holders.insert(object.span.start, Receiver::Instance(name.into()));
            }
            self.name(right, naming);
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_assignment_pattern(&mut self, pattern: &AssignmentPattern<'a>) {
        if let BindingPattern::BindingIdentifier(name) = &pattern.left {
            self.name(&pattern.right, Naming::of_variable(&name.name));
        }
        walk::walk_assignment_pattern(self, pattern);
    }

    fn visit_formal_parameter(&mut self, parameter: &FormalParameter<'a>) {
        if let (BindingPattern::BindingIdentifier(name), Some(init)) = (&parameter.pattern, &parameter.initializer) {
            self.name(init, Naming::of_variable(&name.name));
        }
        walk::walk_formal_parameter(self, parameter);
    }

    fn visit_assignment_target_with_default(&mut self, target: &AssignmentTargetWithDefault<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &target.binding {
            self.name(&target.init, Naming::of_variable(&name.name));
        }
        walk::walk_assignment_target_with_default(self, target);
    }

    fn visit_assignment_target_property_identifier(&mut self, target: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(init) = &target.init {
            self.name(init, Naming::of_variable(&target.binding.name));
        }
        walk::walk_assignment_target_property_identifier(self, target);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.add_call(call.span, &call.callee, &call.arguments, false);
        walk::walk_call_expression(self, call);
    }

    fn visit_await_expression(&mut self, expression: &AwaitExpression<'a>) {
        self.found.awaits.push((expression.span.end, expression.span.start));
        walk::walk_await_expression(self, expression);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        self.add_call(new.span, &new.callee, &new.arguments, true);
        walk::walk_new_expression(self, new);
    }

    fn visit_tagged_template_expression(&mut self, template: &TaggedTemplateExpression<'a>) {
        self.add_call(template.span, &template.tag, &[], false);
        walk::walk_tagged_template_expression(self, template);
    }
}
