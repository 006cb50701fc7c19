//! Erases types in place: TypeScript's syntax becomes blanks.
//!
//! ```text
//!   let x: number = y as any;              let x         = y       ;
//!   function f<T>(this: T, a?: T): T {}    function f   (         a    )    {}
//!   import { type A, b } from './m.js'     import {         b } from './m.js'
//!   class A<T> implements B { private x }  class A                 {         x }
//! ```
//!
//! Blanks can change how the rest is parsed, in two ways; then a character of the blanked range becomes a token:
//!
//! * a semicolon is no longer inserted: `x as any⏎(y)` would call `x`. A `;` replaces the type;
//! * a line terminator in an erased type separates two tokens that must be on one line: `(a): {⏎} => a` becomes `(a  ⏎) => a`, and
//!   `return <T⏎>(a) => a` becomes `return ( ⏎ a) => a`.
//!
//! Syntax that cannot be erased (enums, namespaces, parameter properties, JSX, …) is only reported, as [`Unerasable`]; `print`
//! handles it.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::adjacent::AdjacentTokens;
use super::blanks::Blanks;
use super::elide::Names;
use super::lower::Syntax;
use super::removed::{is_removed, is_removed_element};

/// A construct with a meaning at run time: Node's message for it, and its position.
#[derive(Clone, Debug)]
pub(super) struct Unerasable {
    pub message: &'static str,
    pub span: Span,
}

pub(super) struct Eraser<'a> {
    pub text: AdjacentTokens<'a>,
    pub blanks: Blanks,
    pub names: Names,
    pub unerasable: Option<Unerasable>,
    /// The syntax to lower before types can be erased.
    pub lowered: Syntax,
    /// Whether fields are assigned as before ES2022, which erasing cannot achieve.
    pub assigns_fields: bool,
    /// Reject what Node does not erase.
    pub strict: bool,
    /// The start of an expression that must be on the same line as the keyword before it.
    restricted: Option<u32>,
}

impl<'a> Eraser<'a> {
    pub fn new(program: &'a Program<'a>, names: Names, assigns_fields: bool, strict: bool) -> Eraser<'a> {
        let text = AdjacentTokens { source: program.source_text, comments: &program.comments };
        Eraser {
            text,
            blanks: Blanks::default(),
            names,
            unerasable: None,
            lowered: Syntax::default(),
            assigns_fields,
            strict,
            restricted: None,
        }
    }

    fn refuse(&mut self, message: &'static str, span: Span) {
        self.unerasable.get_or_insert(Unerasable { message, span });
    }

    /// Blanks a `?` or `!` after `end`, past a `]`.
    fn marker(&mut self, end: u32) -> Option<u32> {
        let mut at = self.text.next(end);
        let byte = |at: u32| self.text.source.as_bytes().get(at as usize).copied();
        if byte(at) == Some(b']') {
            at = self.text.next(at + 1);
        }
        matches!(byte(at), Some(b'?' | b'!')).then(|| {
            self.blanks.range(at, at + 1);
            at
        })
    }

    /// Blanks a whole statement, and keeps the statements around it separate.
    pub fn statement(&mut self, span: Span) {
        self.blanks.blank(span);
        let ended = self.text.source[..span.end as usize].ends_with(';');
        let joins = matches!(self.text.next_byte(span.end), b'(' | b'[' | b'`' | b'+' | b'-' | b'*' | b'/' | b'<');
        let free = matches!(self.text.previous_byte(span.start), 0 | b';' | b'{');
        if joins && !ended && !free {
            self.blanks.put(span.start, b';');
        }
    }

    /// `x as T`: everything from the end of `x` on.
    fn type_after(&mut self, expression: Span, whole: Span) {
        self.blanks.range(expression.end, whole.end);
        let next = self.text.next(whole.end);
        let joins = matches!(self.text.next_byte(next), b'(' | b'[' | b'`');
        if joins && self.text.has_line_end(whole.end, next) {
            self.blanks.put(self.text.next(expression.end), b';');
        }
    }

    /// Node rejects `module A {}` even if it contains only types.
    fn refuse_module_keyword(&mut self, statement: &Statement<'a>) {
        if let Statement::TSNamespaceDeclaration(namespace) = statement
            && self.strict
            && !namespace.declare
            && namespace.kind == TSNamespaceDeclarationKind::Module
        {
            self.refuse(MODULE_KEYWORD, namespace.span);
        }
    }

    /// Blanks a list entry with the comma after it.
    pub fn entry(&mut self, span: Span) {
        let next = self.text.next(span.end);
        let comma = self.text.source.as_bytes().get(next as usize) == Some(&b',');
        self.blanks.range(span.start, if comma { next + 1 } else { span.end });
    }

    /// Blanks the TypeScript modifiers of a class element; returns whether the first token was blanked.
    fn modifiers(&mut self, start: u32, key: u32) -> bool {
        let mut at = self.text.next(start);
        let mut first_went = false;
        while at < key {
            let word = self.text.word(at);
            let end = at + word.len() as u32;
            match word {
                "" => return first_went,
                "public" | "private" | "protected" | "readonly" | "override" | "abstract" | "declare" => {
                    self.blanks.range(at, end);
                    first_went |= at == start;
                }
                _ => {}
            }
            at = self.text.next(end);
        }
        first_went
    }

    fn restrict(&mut self, argument: Option<&Expression<'a>>) {
        self.restricted = argument.map(|argument| argument.span().start);
    }

    /// The type parameters of an arrow function, which must not leave a line terminator after `return` or `async`.
    fn arrow_head(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let Some(parameters) = &arrow.type_parameters else { return };
        self.blanks.blank(parameters.span);
        let restricted = arrow.r#async || self.restricted == Some(arrow.span.start);
        let paren = arrow.params.span.start;
        if restricted && self.text.has_line_end(parameters.span.start, paren) {
            self.blanks.put(parameters.span.start, b'(');
            self.blanks.range(paren, paren + 1);
        }
    }

    /// The return type of an arrow function; `)` moves to its end if a line terminator would precede the `=>`.
    fn arrow_result(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let Some(result) = &arrow.return_type else { return };
        self.blanks.blank(result.span);
        let close = arrow.params.span.end - 1;
        if self.text.has_line_end(close, result.span.end) {
            let last = self.text.source[..result.span.end as usize].char_indices().next_back();
            self.blanks.range(close, close + 1);
            self.blanks.put(last.map_or(close, |(at, _)| at as u32), b')');
        }
    }

    fn element(&mut self, element: &ClassElement<'a>, unended: Option<u32>) -> Option<u32> {
        let span = element.span();
        if is_removed_element(element) {
            self.blanks.blank(span);
            let ended = self.text.source[..span.end as usize].ends_with(';');
            return if ended { None } else { unended.or(Some(span.start)) };
        }
        let key = match element {
            ClassElement::MethodDefinition(method) => Some(method.key.span().start),
            ClassElement::PropertyDefinition(property) => Some(property.key.span().start),
            ClassElement::AccessorProperty(property) => Some(property.key.span().start),
            _ => None,
        };
        let first_went = key.is_some_and(|key| self.modifiers(span.start, key));
        let first = if first_went { self.first_left(span.start) } else { span.start };
        let joins = matches!(self.text.source.as_bytes().get(first as usize), Some(b'[' | b'*'))
            || matches!(self.text.word(first), "in" | "instanceof");
        if joins && first_went && !matches!(self.text.previous_byte(span.start), b';' | b'{') {
            self.blanks.put(span.start, b';');
        } else if joins && let Some(at) = unended {
            self.blanks.put(at, b';');
        }
        match element {
            ClassElement::PropertyDefinition(property) => self.property(property),
            other => {
                self.visit_class_element(other);
                None
            }
        }
    }

    /// The start of the first token of an element that is not a TypeScript modifier.
    fn first_left(&self, start: u32) -> u32 {
        let mut at = start;
        while matches!(
            self.text.word(at),
            "public" | "private" | "protected" | "readonly" | "override" | "abstract" | "declare"
        ) {
            let next = self.text.next(at + self.text.word(at).len() as u32);
            // `private = 1` is a field of that name.
            if matches!(self.text.next_byte(next), b'=' | b';' | b'}' | b'(' | b':' | b'?' | b'!') {
                break;
            }
            at = next;
        }
        at
    }

    /// Returns where a `;` can be inserted, if the field ends in a blanked range without one.
    fn property(&mut self, property: &PropertyDefinition<'a>) -> Option<u32> {
        if self.assigns_fields && !property.key.is_private_identifier() {
            self.refuse("A field that is assigned is not supported in strip-only mode", property.span);
        }
        let marker = (property.optional || property.definite).then(|| self.marker(property.key.span().end)).flatten();
        self.visit_property_definition(property);
        let ended = self.text.source[..property.span.end as usize].ends_with(';');
        if property.value.is_some() || ended {
            return None;
        }
        marker.or(property.type_annotation.as_ref().map(|annotation| annotation.span.start))
    }
}

impl<'a> Visit<'a> for Eraser<'a> {
    fn visit_statements(&mut self, statements: &oxc_allocator::ArenaVec<'a, Statement<'a>>) {
        for statement in statements {
            if is_removed(statement) {
                self.refuse_module_keyword(statement);
                self.statement(statement.span());
            } else {
                self.visit_statement(statement);
            }
        }
    }

    fn visit_ts_type_annotation(&mut self, annotation: &TSTypeAnnotation<'a>) {
        self.blanks.blank(annotation.span);
    }

    fn visit_ts_type_parameter_declaration(&mut self, parameters: &TSTypeParameterDeclaration<'a>) {
        self.blanks.blank(parameters.span);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, arguments: &TSTypeParameterInstantiation<'a>) {
        self.blanks.blank(arguments.span);
    }

    fn visit_ts_this_parameter(&mut self, this: &TSThisParameter<'a>) {
        self.entry(this.span);
    }

    fn visit_formal_parameter(&mut self, parameter: &FormalParameter<'a>) {
        if parameter.accessibility.is_some() || parameter.readonly || parameter.r#override {
            self.refuse("TypeScript parameter property is not supported in strip-only mode", parameter.span);
        }
        if parameter.optional {
            self.marker(parameter.pattern.span().end);
        }
        walk::walk_formal_parameter(self, parameter);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if declarator.definite {
            self.marker(declarator.id.span().end);
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        self.arrow_head(arrow);
        self.visit_formal_parameters(&arrow.params);
        self.arrow_result(arrow);
        self.visit_arrow_function_body(&arrow.body);
    }

    fn visit_return_statement(&mut self, statement: &ReturnStatement<'a>) {
        self.restrict(statement.argument.as_ref());
        walk::walk_return_statement(self, statement);
    }

    fn visit_throw_statement(&mut self, statement: &ThrowStatement<'a>) {
        self.restrict(Some(&statement.argument));
        walk::walk_throw_statement(self, statement);
    }

    fn visit_yield_expression(&mut self, expression: &YieldExpression<'a>) {
        self.restrict(expression.argument.as_ref());
        walk::walk_yield_expression(self, expression);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        if class.r#abstract {
            let start = class.decorators.last().map_or(class.span.start, |decorator| decorator.span.end);
            let inside = self.text.next(start);
            let end = self.text.previous_end(class.span.start);
            match self.text.word(inside) {
                "abstract" => self.blanks.range(inside, inside + 8),
                _ if self.text.source[..end as usize].ends_with("abstract") => self.blanks.range(end - 8, end),
                _ => {}
            }
        }
        if let (Some(first), Some(last)) = (class.implements.first(), class.implements.last()) {
            let keyword = self.text.previous_end(first.span.start) - "implements".len() as u32;
            self.blanks.range(keyword, last.span.end);
        }
        walk::walk_class(self, class);
    }

    fn visit_ts_class_implements(&mut self, _: &TSClassImplements<'a>) {}

    fn visit_class_body(&mut self, body: &ClassBody<'a>) {
        let mut unended = None;
        for element in &body.body {
            unended = self.element(element, unended);
        }
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        if method.optional {
            self.marker(method.key.span().end);
        }
        walk::walk_method_definition(self, method);
    }

    fn visit_accessor_property(&mut self, property: &AccessorProperty<'a>) {
        self.lowered.standard_decorator.get_or_insert(property.span);
        walk::walk_accessor_property(self, property);
    }

    fn visit_decorator(&mut self, decorator: &Decorator<'a>) {
        self.lowered.standard_decorator.get_or_insert(decorator.span);
        walk::walk_decorator(self, decorator);
    }

    fn visit_variable_declaration(&mut self, list: &VariableDeclaration<'a>) {
        self.lowered.using |= list.kind.is_using();
        walk::walk_variable_declaration(self, list);
    }

    fn visit_ts_as_expression(&mut self, expression: &TSAsExpression<'a>) {
        self.visit_expression(&expression.expression);
        self.type_after(expression.expression.span(), expression.span);
    }

    fn visit_ts_satisfies_expression(&mut self, expression: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&expression.expression);
        self.type_after(expression.expression.span(), expression.span);
    }

    fn visit_ts_instantiation_expression(&mut self, expression: &TSInstantiationExpression<'a>) {
        self.visit_expression(&expression.expression);
        self.blanks.blank(expression.type_arguments.span);
    }

    fn visit_ts_non_null_expression(&mut self, expression: &TSNonNullExpression<'a>) {
        self.visit_expression(&expression.expression);
        self.blanks.range(expression.span.end - 1, expression.span.end);
    }

    /// `<T>x` is erased, unless the rest would be parsed differently: `() => <T>{}`, or a line terminator after `return`.
    fn visit_ts_type_assertion(&mut self, assertion: &TSTypeAssertion<'a>) {
        let start = self.text.next(assertion.type_annotation.span().end) + 1;
        let operand = self.text.next(start);
        let word = self.text.word(operand);
        if self.strict
            || self.text.next_byte(operand) == b'{'
            || matches!(word, "function" | "class" | "async" | "let")
            || self.text.has_line_end(assertion.span.start, operand)
        {
            self.refuse(ASSERTION, assertion.span);
        }
        self.blanks.range(assertion.span.start, operand);
        self.visit_expression(&assertion.expression);
    }

    fn visit_ts_enum_declaration(&mut self, declaration: &TSEnumDeclaration<'a>) {
        self.lowered.enums += 1;
        self.refuse("TypeScript enum is not supported in strip-only mode", declaration.span);
    }

    fn visit_ts_namespace_declaration(&mut self, declaration: &TSNamespaceDeclaration<'a>) {
        let message = match declaration.kind {
            TSNamespaceDeclarationKind::Module => MODULE_KEYWORD,
            TSNamespaceDeclarationKind::Namespace => {
                "TypeScript namespace declaration is not supported in strip-only mode"
            }
        };
        self.refuse(message, declaration.span);
        self.lowered.namespace = true;
    }

    fn visit_ts_import_equals_declaration(&mut self, declaration: &TSImportEqualsDeclaration<'a>) {
        self.refuse("TypeScript import equals declaration is not supported in strip-only mode", declaration.span);
    }

    fn visit_ts_export_assignment(&mut self, assignment: &TSExportAssignment<'a>) {
        self.refuse("TypeScript export assignment is not supported in strip-only mode", assignment.span);
    }

    fn visit_jsx_element(&mut self, element: &JSXElement<'a>) {
        self.refuse("JSX is not supported in strip-only mode", element.span);
    }

    fn visit_jsx_fragment(&mut self, fragment: &JSXFragment<'a>) {
        self.refuse("JSX is not supported in strip-only mode", fragment.span);
    }

    /// Which specifiers are erased is known at the end: see `elide`.
    fn visit_import_declaration(&mut self, _: &ImportDeclaration<'a>) {}

    fn visit_export_from_declaration(&mut self, export: &ExportFromDeclaration<'a>) {
        for specifier in export.specifiers.iter().filter(|specifier| specifier.export_kind.is_type()) {
            self.entry(specifier.span);
        }
    }

    fn visit_identifier_reference(&mut self, reference: &IdentifierReference<'a>) {
        self.names.reads(reference.name.as_str());
    }

    fn visit_binding_identifier(&mut self, binding: &BindingIdentifier<'a>) {
        self.names.binds(binding.name.as_str());
    }
}

const MODULE_KEYWORD: &str = "`module` keyword is not supported. Use `namespace` instead.";

const ASSERTION: &str = "The angle-bracket syntax for type assertions, `<T>expr`, is not supported in type strip mode. \
                         Instead, use the 'as' syntax: `expr as T`.";
