//! How uses of imported names are rewritten once a module is a function.
//!
//! ```text
//!   a                 __hexloop_0.a                    a named import, read each time
//!   a(x)   a`x`       (0,__hexloop_0.a)(x)             called without a `this`
//!   {a}               {a: __hexloop_0.a}
//!   a = x             __hexloop_constant = x           a constant: the engine throws, after evaluating x
//!   a ||= x           (__hexloop_0.a ||(__hexloop_constant= x))
//!   ns.a   ns.a(x)    __hexloop_1.a   __hexloop_1.a(x)
//!   ns     ns.a = x   __hexloop_ns_1                   every other use of a namespace
//!   import.meta       __hexloop_meta
//!   import(x)         __hexloop_import(x)
//!   arguments         (0,eval)("arguments")            the module has none, its wrapper has
//! ```
//!
//! The scope analysis knows which name is an import, with shadowing. A statement that begins with a parenthesis after the rewrite
//! gets a `;` before it, because the line before may rely on semicolon insertion.

use oxc_allocator::Vec as ArenaVec;
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, AssignmentTargetPropertyIdentifier,
    AwaitExpression, CallExpression, ContinueStatement, DoWhileStatement, ExportAllDeclaration, ExportFromDeclaration,
    ExportNamedDeclaration, Expression, ExpressionStatement, ForInStatement, ForOfStatement, ForStatement, Function,
    IdentifierReference, ImportDeclaration, ImportExpression, ImportMeta, LabeledStatement, NewExpression,
    ObjectProperty, Program, SimpleAssignmentTarget, Statement, StaticMemberExpression, TaggedTemplateExpression,
    UnaryExpression, UnaryOperator, VariableDeclaration, VariableDeclarationKind, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::awaits::Loops;
use super::declarations::{Declarations, namespace_name};
use super::source_text::{self, Positions, SourceText};
use super::{Import, Imported};
use crate::edits::Edits;
use crate::edits::range;

pub(super) const CONSTANT: &str = "__hexloop_constant";
/// `typeof arguments` in a module: that of the global property of this name, most likely undefined.
const MISSING_TYPE: &str = "(0,eval)(\"typeof arguments\")";
pub(super) const META: &str = "__hexloop_meta";
pub(super) const IMPORT: &str = "__hexloop_import";

/// What the visitor found in a module.
#[derive(Default)]
pub(super) struct Found {
    /// Edits that come before those of other rewrites at the same position.
    pub outer: Edits,
    /// Edits that come after them.
    pub inner: Edits,
    pub namespaces: Vec<usize>,
    pub top_level_await: bool,
    pub dynamic_import: bool,
    pub import_meta: bool,
    pub assigns_import: bool,
    /// How many `for await` the top level has.
    pub loops: usize,
}

pub(super) struct Rewriter<'p> {
    pub source: &'p str,
    declarations: &'p Declarations<'p>,
    pub found: Found,
    /// How many functions of any kind enclose the current node.
    pub functions: usize,
    /// How many of them have an `arguments` of their own.
    functions_with_arguments: usize,
    /// The start of the innermost statement of a statement list.
    statement_start: u32,
    pub loops: Loops,
    pub positions: Positions<'p>,
}

impl<'p> Rewriter<'p> {
    pub fn new(text: SourceText<'p>, declarations: &'p Declarations<'p>) -> Rewriter<'p> {
        Rewriter {
            source: text.source,
            declarations,
            found: Found::default(),
            functions: 0,
            functions_with_arguments: 0,
            statement_start: u32::MAX,
            loops: Loops::default(),
            positions: Positions::new(text),
        }
    }

    pub fn rewrite(&mut self, program: &Program) {
        self.visit_program(program);
    }

    fn import_of(&self, id: &IdentifierReference) -> Option<&'p Import> {
        self.declarations.import_of(id)
    }

    /// The expression that reads an import.
    fn read(&mut self, import: &Import) -> String {
        match &import.imported {
            Imported::Named(name) if source_text::is_plain_name(name) => format!("__hexloop_{}.{name}", import.request),
            Imported::Named(name) => format!("__hexloop_{}[{}]", import.request, source_text::quoted(name)),
            Imported::Namespace | Imported::Source => {
                self.found.namespaces.push(import.request);
                namespace_name(import.request)
            }
        }
    }

    /// The replacement for a read of an import, or of the missing `arguments`.
    fn reading(&mut self, id: &IdentifierReference) -> Option<String> {
        if let Some(import) = self.import_of(id) {
            return Some(self.read(import));
        }
        self.is_missing_arguments(id).then(|| "(0,eval)(\"arguments\")".to_owned())
    }

    fn is_missing_arguments(&self, id: &IdentifierReference) -> bool {
        self.functions_with_arguments == 0 && id.name == "arguments"
    }

    fn replace(&mut self, span: Span, text: impl Into<String>) {
        self.found.inner.replace(span.start as usize..span.end as usize, text.into());
    }

    /// Inserts a `;` if an edit that begins with a parenthesis begins a statement at `start`.
    pub fn separate_statement(&mut self, start: u32) {
        if start == self.statement_start {
            self.found.outer.insert(start as usize, ";");
        }
    }

    /// The function of a call or the tag of a template.
    fn callee<'a>(&mut self, callee: &Expression<'a>) {
        if let Expression::Identifier(id) = callee.without_parentheses()
            && let Some(import @ Import { imported: Imported::Named(_), .. }) = self.import_of(id)
        {
            let read = self.read(import);
            self.separate_statement(id.span.start);
            self.replace(id.span, format!("(0,{read})"));
        } else {
            self.visit_expression(callee);
        }
    }

    /// Whether an expression is the bare name of a namespace; if so, its request.
    fn namespace_of(&self, object: &Expression) -> Option<usize> {
        let Expression::Identifier(id) = object else { return None };
        match self.import_of(id)? {
            Import { request, imported: Imported::Namespace, .. } => Some(*request),
            _ => None,
        }
    }

    /// A member that is written to or deleted: the real namespace object throws.
    fn changed_member<'a>(&mut self, member: &StaticMemberExpression<'a>) {
        match &member.object {
            Expression::Identifier(id) => self.visit_identifier_reference(id),
            _ => self.visit_static_member_expression(member),
        }
    }

    /// `a ||= x` assigns conditionally, so it is expanded. True if that was done.
    fn logical_assignment<'a>(&mut self, assignment: &AssignmentExpression<'a>) -> bool {
        let AssignmentTarget::AssignmentTargetIdentifier(id) = &assignment.left else { return false };
        let Some(import) = self.import_of(id).filter(|_| assignment.operator.is_logical()) else { return false };
        let (read, operator) = (self.read(import), assignment.operator.as_str());
        let mut at = source_text::next_token(self.source, id.span.end as usize);
        // The name may be in parentheses.
        while self.source[at..].starts_with(')') {
            at = source_text::next_token(self.source, at + 1);
        }
        self.found.assigns_import = true;
        self.separate_statement(assignment.span.start);
        self.found.outer.insert(assignment.span.start as usize, "(");
        self.replace(id.span, read);
        let logical = operator.trim_end_matches('=');
        self.found.inner.replace(at..at + operator.len(), format!("{logical}({CONSTANT}="));
        self.visit_expression(&assignment.right);
        self.found.outer.close(range(assignment.span), "))");
        true
    }
}

impl<'a> Visit<'a> for Rewriter<'_> {
    fn visit_statements(&mut self, statements: &ArenaVec<'a, Statement<'a>>) {
        for statement in statements {
            self.statement_start = statement.span().start;
            self.visit_statement(statement);
        }
    }

    // `declarations` rewrites these.
    fn visit_import_declaration(&mut self, _: &ImportDeclaration<'a>) {}
    fn visit_export_named_declaration(&mut self, _: &ExportNamedDeclaration<'a>) {}
    fn visit_export_from_declaration(&mut self, _: &ExportFromDeclaration<'a>) {}
    fn visit_export_all_declaration(&mut self, _: &ExportAllDeclaration<'a>) {}

    fn visit_identifier_reference(&mut self, id: &IdentifierReference<'a>) {
        if let Some(read) = self.reading(id) {
            if read.starts_with('(') {
                self.separate_statement(id.span.start);
            }
            self.replace(id.span, read);
        }
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        let value = match &property.value {
            Expression::Identifier(id) if property.shorthand => self.reading(id),
            _ => None,
        };
        match value {
            Some(value) => {
                let key = &self.source[property.span.start as usize..property.span.end as usize];
                let brackets = property.key.static_name().is_some_and(|name| name == "__proto__");
                let key = if brackets { "[\"__proto__\"]" } else { key };
                self.replace(property.span, format!("{key}: {value}"));
            }
            None => walk::walk_object_property(self, property),
        }
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.callee(&call.callee);
        self.visit_arguments(&call.arguments);
    }

    fn visit_tagged_template_expression(&mut self, tagged: &TaggedTemplateExpression<'a>) {
        self.callee(&tagged.tag);
        self.visit_template_literal(&tagged.quasi);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        // A call after `new` needs parentheses.
        match &new.callee {
            Expression::Identifier(id) if self.is_missing_arguments(id) => {
                self.replace(id.span, "((0,eval)(\"arguments\"))");
                self.visit_arguments(&new.arguments);
            }
            _ => walk::walk_new_expression(self, new),
        }
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        match self.namespace_of(&member.object) {
            Some(request) => self.replace(member.object.span(), format!("__hexloop_{request}")),
            None => walk::walk_static_member_expression(self, member),
        }
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        match (unary.operator, unary.argument.without_parentheses()) {
            (UnaryOperator::Delete, Expression::StaticMemberExpression(member)) => self.changed_member(member),
            (UnaryOperator::Typeof, Expression::Identifier(id)) if self.is_missing_arguments(id) => {
                self.separate_statement(unary.span.start);
                source_text::replace_over_lines(self.source, unary.span, MISSING_TYPE, &mut self.found.inner);
            }
            _ => walk::walk_unary_expression(self, unary),
        }
    }

    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(id) => {
                if self.import_of(id).is_some() {
                    self.found.assigns_import = true;
                    self.replace(id.span, CONSTANT);
                }
            }
            SimpleAssignmentTarget::StaticMemberExpression(member) => self.changed_member(member),
            _ => walk::walk_simple_assignment_target(self, target),
        }
    }

    fn visit_assignment_target_property_identifier(&mut self, property: &AssignmentTargetPropertyIdentifier<'a>) {
        if self.import_of(&property.binding).is_some() {
            self.found.assigns_import = true;
            let span = property.binding.span;
            let key = &self.source[span.start as usize..span.end as usize];
            self.replace(span, format!("{key}: {CONSTANT}"));
        }
        if let Some(init) = &property.init {
            self.visit_expression(init);
        }
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if !self.logical_assignment(assignment) {
            walk::walk_assignment_expression(self, assignment);
        }
    }

    fn visit_import_meta(&mut self, meta: &ImportMeta) {
        self.found.import_meta = true;
        source_text::replace_over_lines(self.source, meta.span, META, &mut self.found.inner);
    }

    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        self.found.dynamic_import = true;
        let start = import.span.start;
        self.replace(Span::new(start, start + "import".len() as u32), IMPORT);
        walk::walk_import_expression(self, import);
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        self.functions_with_arguments += 1;
        self.in_function(|this| walk::walk_function(this, function, flags));
        self.functions_with_arguments -= 1;
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        self.in_function(|this| walk::walk_arrow_function_expression(this, arrow));
    }

    fn visit_expression_statement(&mut self, statement: &ExpressionStatement<'a>) {
        match &statement.expression {
            Expression::AwaitExpression(expression) if self.functions == 0 => self.await_expression(expression, false),
            expression => self.visit_expression(expression),
        }
    }

    fn visit_await_expression(&mut self, expression: &AwaitExpression<'a>) {
        match self.functions {
            0 => self.await_expression(expression, true),
            _ => walk::walk_await_expression(self, expression),
        }
    }

    fn visit_variable_declaration(&mut self, list: &VariableDeclaration<'a>) {
        self.found.top_level_await |= self.functions == 0 && list.kind == VariableDeclarationKind::AwaitUsing;
        walk::walk_variable_declaration(self, list);
    }

    fn visit_labeled_statement(&mut self, statement: &LabeledStatement<'a>) {
        self.label(statement);
    }

    fn visit_continue_statement(&mut self, statement: &ContinueStatement<'a>) {
        self.continue_statement(statement);
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        match statement.r#await && self.functions == 0 {
            true => self.for_await(statement),
            false => self.in_loop(|this| walk::walk_for_of_statement(this, statement)),
        }
    }

    fn visit_for_in_statement(&mut self, statement: &ForInStatement<'a>) {
        self.in_loop(|this| walk::walk_for_in_statement(this, statement));
    }

    fn visit_for_statement(&mut self, statement: &ForStatement<'a>) {
        self.in_loop(|this| walk::walk_for_statement(this, statement));
    }

    fn visit_while_statement(&mut self, statement: &WhileStatement<'a>) {
        self.in_loop(|this| walk::walk_while_statement(this, statement));
    }

    fn visit_do_while_statement(&mut self, statement: &DoWhileStatement<'a>) {
        self.in_loop(|this| walk::walk_do_while_statement(this, statement));
    }
}
