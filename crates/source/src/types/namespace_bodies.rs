//! Edits the statements and names of namespaces in place: see `namespaces`.

use std::collections::HashSet;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::adjacent::AdjacentTokens;
use super::namespaces::{Block, Namespaces, declared};
use super::removed::is_removed;
use crate::edits::Edits;

pub(super) struct Walker<'e, 'a> {
    text: AdjacentTokens<'a>,
    namespaces: &'e Namespaces,
    edits: &'e mut Edits,
    /// The enclosing blocks, the innermost last.
    around: Vec<&'e Block>,
}

/// The names that a list of statements declares, namespaces aside.
fn declared_names(statements: &[Statement]) -> HashSet<String> {
    let names = statements.iter().filter(|statement| !is_removed(statement)).filter_map(declared);
    let declares = |declaration: &Declaration| {
        matches!(declaration, Declaration::ClassDeclaration(_) | Declaration::FunctionDeclaration(_))
    };
    let names = names.filter(|(declaration, _)| declares(declaration)).filter_map(|(declaration, _)| declaration.id());
    names.map(|id| id.name.to_string()).collect()
}

impl<'e, 'a> Walker<'e, 'a> {
    pub fn new(program: &'a Program<'a>, namespaces: &'e Namespaces, edits: &'e mut Edits) -> Walker<'e, 'a> {
        let text = AdjacentTokens { source: program.source_text, comments: &program.comments };
        Walker { text, namespaces, edits, around: Vec::new() }
    }

    pub fn program(&mut self, program: &Program<'a>) {
        let mut names = declared_names(&program.body);
        for statement in &program.body {
            match declared(statement) {
                Some((Declaration::TSNamespaceDeclaration(namespace), is_exported)) if !is_removed(statement) => {
                    self.namespace(statement.span(), namespace, is_exported, &mut names);
                }
                Some((Declaration::TSEnumDeclaration(declaration), _)) => {
                    names.insert(declaration.id.name.to_string());
                }
                _ => {}
            }
        }
    }

    fn delete(&mut self, start: u32, end: u32) {
        let (mut at, end) = (start as usize, end as usize);
        for line in self.text.source[at..end].split_inclusive(['\n', '\r', '\u{2028}', '\u{2029}']) {
            let kept = line.trim_end_matches(['\n', '\r', '\u{2028}', '\u{2029}']).len();
            if kept > 0 {
                self.edits.replace(at..at + kept, "");
            }
            at += line.len();
        }
    }

    /// Deletes tokens one by one: comments between them stay.
    fn delete_tokens(&mut self, from: u32, to: u32) {
        let mut at = self.text.next(from);
        while at < to {
            let end = at + (self.text.word(at).len() as u32).max(1);
            self.edits.replace(at as usize..end as usize, "");
            at = self.text.next(end);
        }
    }

    fn namespace(
        &mut self,
        whole: Span,
        namespace: &TSNamespaceDeclaration<'a>,
        is_exported: bool,
        names: &mut HashSet<String>,
    ) {
        let (mut open, mut close) = (String::new(), String::new());
        let depth = self.around.len();
        let (mut inner, mut is_property) = (namespace, is_exported && depth > 0);
        let mut is_new = names.insert(namespace.id.name.to_string());
        let mut export = if is_exported && depth == 0 { "export " } else { "" };
        let body = loop {
            let Some(block) = self.namespaces.block(inner) else { return };
            let name = inner.id.name.as_str();
            if is_new {
                open += &format!("{export}var {name};");
            }
            open += &format!("(function({}){{", block.object);
            let value = match self.around.last() {
                Some(outer) if is_property => format!("{name}={0}.{name}||({0}.{name}={{}})", outer.object),
                _ => format!("{name}||({name}={{}})"),
            };
            close = format!("}})({value});{close}");
            self.around.push(block);
            (is_new, is_property, export) = (true, true, "");
            match &inner.body {
                TSNamespaceDeclarationBody::TSModuleBlock(body) => break body,
                TSNamespaceDeclarationBody::TSNamespaceDeclaration(next) => inner = next,
            }
        };
        let brace = body.span.start;
        self.delete_tokens(whole.start, brace);
        self.edits.replace(brace as usize..brace as usize + 1, format!(";{open}"));
        self.statements(&body.body);
        let end = body.span.end as usize;
        self.edits.replace(end - 1..end, close);
        self.around.truncate(depth);
    }

    fn statements(&mut self, statements: &[Statement<'a>]) {
        let mut names = declared_names(statements);
        for statement in statements {
            let span = statement.span();
            match declared(statement) {
                // Only for the type checker, and not allowed in a function.
                Some((declaration, is_exported)) if is_removed(statement) => {
                    if is_exported || !matches!(declaration, Declaration::VariableDeclaration(_)) {
                        self.delete(span.start, span.end);
                    }
                }
                Some((Declaration::TSNamespaceDeclaration(namespace), is_exported)) => {
                    self.namespace(span, namespace, is_exported, &mut names);
                }
                Some((Declaration::TSImportEqualsDeclaration(import), is_exported)) => {
                    self.import(span, import, is_exported);
                }
                Some((Declaration::VariableDeclaration(list), true)) => self.variables(span, list),
                Some((declaration, is_exported)) => {
                    if let Declaration::TSEnumDeclaration(declaration) = declaration {
                        names.insert(declaration.id.name.to_string());
                    }
                    if is_exported {
                        self.export(span, declaration);
                    }
                    self.visit_declaration(declaration);
                }
                None => self.visit_statement(statement),
            }
        }
    }

    fn object(&self) -> &'e str {
        self.around.last().map_or("", |block| &block.object)
    }

    /// `export function f() {}` becomes `function f() {}$1.f=f;`.
    fn export(&mut self, span: Span, declaration: &Declaration<'a>) {
        let start = match declaration {
            Declaration::ClassDeclaration(class) => class
                .decorators
                .iter()
                .map(|decorator| decorator.span.end)
                .filter(|_| self.text.word(span.start) != "export")
                .max()
                .unwrap_or(span.start),
            _ => span.start,
        };
        let keyword = self.text.next(start) as usize;
        self.edits.replace(keyword..keyword + "export".len(), "");
        if let Some(id) = declaration.id() {
            self.edits.end(span.end as usize, format!(";{}.{1}={1};", self.object(), id.name));
        }
    }

    /// `import a = b.c`, which is kept if it is used.
    fn import(&mut self, span: Span, import: &TSImportEqualsDeclaration<'a>, is_exported: bool) {
        if !is_exported && !self.namespaces.is_used(&import.id) {
            return self.delete(span.start, span.end);
        }
        self.delete_tokens(span.start, import.id.span.start);
        let before = if is_exported { format!(";{}.", self.object()) } else { ";var ".to_owned() };
        self.edits.insert(import.id.span.start as usize, before);
        match &import.module_reference {
            TSModuleReference::IdentifierReference(name) => self.visit_identifier_reference(name),
            TSModuleReference::QualifiedName(name) => self.qualified(name),
            TSModuleReference::ExternalModuleReference(_) => {}
        }
        self.end(span);
    }

    fn qualified(&mut self, name: &TSQualifiedName<'a>) {
        match &name.left {
            TSTypeName::IdentifierReference(left) => self.visit_identifier_reference(left),
            TSTypeName::QualifiedName(left) => self.qualified(left),
            TSTypeName::ThisExpression(_) => {}
        }
    }

    /// Ends a statement that relied on semicolon insertion.
    fn end(&mut self, span: Span) {
        if !self.text.source[..span.end as usize].ends_with(';') {
            self.edits.end(span.end as usize, ";");
        }
    }

    /// `export let a: T = 1, { b } = c` becomes assignments.
    fn variables(&mut self, span: Span, list: &VariableDeclaration<'a>) {
        let first = list.declarations.first().map_or(span.end, |declarator| declarator.span.start);
        self.edits.insert(span.start as usize, ";");
        self.delete_tokens(span.start, first);
        for declarator in &list.declarations {
            let id = declarator.id.span();
            let annotation = declarator.type_annotation.as_ref().map(|annotation| annotation.span);
            let name_end = annotation.map_or(id.end, |annotation| annotation.start);
            if declarator.definite {
                self.delete_tokens(id.end, name_end);
            }
            if let Some(annotation) = annotation {
                self.delete(annotation.start, annotation.end);
            }
            let Some(init) = &declarator.init else {
                self.edits.replace(id.start as usize..id.end as usize, "void 0");
                continue;
            };
            let is_pattern = !matches!(declarator.id, BindingPattern::BindingIdentifier(_));
            if is_pattern {
                self.edits.insert(id.start as usize, "(");
            }
            self.pattern(&declarator.id);
            self.visit_expression(init);
            if is_pattern {
                self.edits.end(init.span().end as usize, ")");
            }
        }
        self.end(span);
    }

    /// A declaration pattern becomes one that assigns properties.
    fn pattern(&mut self, pattern: &BindingPattern<'a>) {
        match pattern {
            BindingPattern::BindingIdentifier(id) => {
                self.edits.insert(id.span.start as usize, format!("{}.", self.object()));
            }
            BindingPattern::ObjectPattern(object) => {
                for property in &object.properties {
                    if property.shorthand {
                        let name = property.key.static_name().unwrap_or_default();
                        self.edits.insert(property.span.start as usize, format!("{name}:"));
                    } else if property.computed {
                        self.visit_property_key(&property.key);
                    }
                    self.pattern(&property.value);
                }
                object.rest.iter().for_each(|rest| self.pattern(&rest.argument));
            }
            BindingPattern::ArrayPattern(array) => {
                array.elements.iter().flatten().for_each(|element| self.pattern(element));
                array.rest.iter().for_each(|rest| self.pattern(&rest.argument));
            }
            BindingPattern::AssignmentPattern(assignment) => {
                self.pattern(&assignment.left);
                self.visit_expression(&assignment.right);
            }
        }
    }

    /// Inserts the object before a name; `name`: the key that a shorthand property needs.
    fn reference(&mut self, reference: &IdentifierReference<'a>, name: &str) {
        if let Some(object) = self.namespaces.object_of(reference, &self.around) {
            self.edits.insert(reference.span.start as usize, format!("{name}{object}."));
        }
    }
}

impl<'a> Visit<'a> for Walker<'_, 'a> {
    fn visit_identifier_reference(&mut self, reference: &IdentifierReference<'a>) {
        self.reference(reference, "");
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        match &property.value {
            Expression::Identifier(value) if property.shorthand => self.reference(value, &format!("{}:", value.name)),
            _ => walk::walk_object_property(self, property),
        }
    }

    fn visit_assignment_target_property_identifier(&mut self, property: &AssignmentTargetPropertyIdentifier<'a>) {
        self.reference(&property.binding, &format!("{}:", property.binding.name));
        property.init.iter().for_each(|init| self.visit_expression(init));
    }

    // Names in types are types.
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}
    fn visit_ts_type_annotation(&mut self, _: &TSTypeAnnotation<'a>) {}
    fn visit_ts_type_parameter_declaration(&mut self, _: &TSTypeParameterDeclaration<'a>) {}
    fn visit_ts_type_parameter_instantiation(&mut self, _: &TSTypeParameterInstantiation<'a>) {}
    fn visit_ts_class_implements(&mut self, _: &TSClassImplements<'a>) {}
    fn visit_ts_interface_declaration(&mut self, _: &TSInterfaceDeclaration<'a>) {}
    fn visit_ts_type_alias_declaration(&mut self, _: &TSTypeAliasDeclaration<'a>) {}
}
