//! The imports and exports of a module: reads them, and removes them from the source.
//!
//! `import` and `export {…}` become a `;`, which ends a previous statement that relied on semicolon insertion. `export` is removed
//! from declarations. The default export becomes a constant, or a function that creates it:
//!
//! ```text
//!   export default a + b            const __hexloop_default=a + b
//!   export default () => c          const __hexloop_default={default:() => c}.default;     the name is "default"
//!   export default class {}         const __hexloop_default={default:class {}}.default;
//!   export default function () {}   function __hexloop_make_default(){return{default:function () {}}.default}
//!   export default function f() {}  function f() {}
//! ```

use std::collections::HashMap;

use oxc_ast::ast::{
    ExportDeclaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind, ExportFromDeclaration,
    ExportNamedDeclaration, Expression, IdentifierReference, ImportAttributeKey, ImportDeclaration,
    ImportDeclarationSpecifier, ImportPhase, ModuleExportName, Program, Statement, StringLiteral, WithClause,
};
use oxc_semantic::{Scoping, SymbolId};
use oxc_span::{GetSpan, Span};

use super::source_text::{self, Positions, SourceText};
use super::{Import, Imported, IndirectExport, Linked, LocalExport, Phase, Request};
use crate::edits::Edits;
use crate::v8_messages::bound_names;

pub(super) const DEFAULT: &str = "__hexloop_default";
pub(super) const MAKE_DEFAULT: &str = "__hexloop_make_default";

pub(super) struct Declarations<'p> {
    source: &'p str,
    scoping: &'p Scoping,
    positions: Positions<'p>,
    /// Edits that come before those of other rewrites at the same position.
    pub outer: Edits,
    /// Edits that come after them.
    pub inner: Edits,
    /// What earlier chunks of the module declare, and what is found here.
    pub linked: Linked,
    /// The imports by what they bind: of this source text, and of earlier chunks.
    pub bound: HashMap<SymbolId, usize>,
    pub bound_before: &'p HashMap<String, usize>,
    /// Exports of names that this source text does not declare: local and exported name.
    pub foreign: Vec<(String, String)>,
}

impl<'p> Declarations<'p> {
    pub fn read(text: SourceText<'p>, program: &Program, scoping: &'p Scoping, linked: Linked) -> Declarations<'p> {
        let mut this = Declarations {
            source: text.source,
            scoping,
            positions: Positions::new(text),
            outer: Edits::new(),
            inner: Edits::new(),
            linked,
            bound: HashMap::new(),
            bound_before: text.bound_before,
            foreign: Vec::new(),
        };
        if let Some(hashbang) = &program.hashbang {
            let start = hashbang.span.start as usize;
            this.inner.replace(start..start + 2, "//");
        }
        for statement in &program.body {
            this.statement(statement);
        }
        // Only now is every import known: it may come after the export of its name.
        for statement in &program.body {
            if let Statement::ExportNamedDeclaration(export) = statement {
                this.export_named(export);
            }
        }
        this
    }

    /// The import that a reference resolves to, if any.
    pub fn import_of(&self, id: &IdentifierReference) -> Option<&Import> {
        let index = match self.scoping.get_reference(id.reference_id.get()?).symbol_id() {
            Some(symbol) if self.scoping.symbol_flags(symbol).is_import() => self.bound.get(&symbol)?,
            Some(_) => return None,
            None => self.bound_before.get(id.name.as_str())?,
        };
        self.linked.imports.get(*index)
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::ImportDeclaration(import) => self.import(import),
            Statement::ExportDeclaration(export) => self.export_declaration(export),
            Statement::ExportNamedDeclaration(export) => self.remove(export.span),
            Statement::ExportFromDeclaration(export) => self.export_from(export),
            Statement::ExportDefaultDeclaration(export) => self.export_default(export),
            Statement::ExportAllDeclaration(export) => {
                self.remove(export.span);
                let request = self.request(&export.source, export.with_clause.as_deref(), Phase::Evaluation);
                match &export.exported {
                    None => self.linked.star_exports.push(request),
                    Some(name) => {
                        let (exported, position) = (export_name(name), self.positions.of(name.span()));
                        let imported = Imported::Namespace;
                        self.linked.indirect_exports.push(IndirectExport { exported, request, imported, position });
                    }
                }
            }
            _ => {}
        }
    }

    fn remove(&mut self, span: Span) {
        source_text::replace_over_lines(self.source, span, ";", &mut self.inner);
    }

    fn request(&mut self, specifier: &StringLiteral, with: Option<&WithClause>, phase: Phase) -> usize {
        let entries = with.iter().flat_map(|with| &with.with_entries);
        let attributes: Vec<(String, String)> = entries
            .map(|entry| {
                let key = match &entry.key {
                    ImportAttributeKey::Identifier(name) => name.name.to_string(),
                    ImportAttributeKey::StringLiteral(literal) => string_value(literal),
                };
                (key, string_value(&entry.value))
            })
            .collect();
        let specifier_text = string_value(specifier);
        let same = |request: &Request| {
            request.specifier == specifier_text && request.attributes == attributes && request.phase == phase
        };
        self.linked.requests.iter().position(same).unwrap_or_else(|| {
            let position = self.positions.of(specifier.span);
            self.linked.requests.push(Request { specifier: specifier_text, attributes, phase, position });
            self.linked.requests.len() - 1
        })
    }

    fn import(&mut self, import: &ImportDeclaration) {
        self.remove(import.span);
        let phase = match import.phase {
            Some(ImportPhase::Source) => Phase::Source,
            _ => Phase::Evaluation,
        };
        let request = self.request(&import.source, import.with_clause.as_deref(), phase);
        for specifier in import.specifiers.iter().flatten() {
            let (imported, local, span) = match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(it) => {
                    (Imported::Named(export_name(&it.imported)), &it.local, it.imported.span())
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(it) if phase == Phase::Source => {
                    (Imported::Source, &it.local, it.span)
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(it) => {
                    (Imported::Named("default".to_owned()), &it.local, it.span)
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(it) => {
                    (Imported::Namespace, &it.local, it.local.span)
                }
            };
            let position = self.positions.of(span);
            if let Some(symbol) = local.symbol_id.get() {
                self.bound.insert(symbol, self.linked.imports.len());
            }
            self.linked.imports.push(Import { request, imported, local: local.name.to_string(), position });
        }
    }

    fn export_declaration(&mut self, export: &ExportDeclaration) {
        source_text::remove_word(self.source, export.span.start as usize, "export", &mut self.inner);
        let mut names: Vec<(String, Option<SymbolId>)> = Vec::new();
        match &export.declaration {
            oxc_ast::ast::Declaration::VariableDeclaration(list) => {
                let mut visit = |name: &str, _: u32, _: u32| names.push((name.to_owned(), None));
                list.declarations.iter().for_each(|declarator| bound_names(&declarator.id, &mut visit));
            }
            declaration => {
                if let Some(id) = declaration.id() {
                    names.push((id.name.to_string(), id.symbol_id.get()));
                }
            }
        }
        for (name, symbol) in names {
            let symbol = symbol.or_else(|| self.scoping.get_root_binding(name.as_str().into()));
            let constant = symbol.is_some_and(|symbol| self.is_constant(symbol));
            self.linked.local_exports.push(LocalExport { exported: name.clone(), read: name, constant });
        }
    }

    fn export_named(&mut self, export: &ExportNamedDeclaration) {
        for specifier in &export.specifiers {
            let exported = export_name(&specifier.exported);
            let local = export_name(&specifier.local);
            let symbol = self.scoping.get_root_binding(local.as_str().into());
            let bound = match symbol {
                Some(symbol) => self.bound.get(&symbol),
                None => self.bound_before.get(&local),
            };
            match bound.map(|&index| &self.linked.imports[index]) {
                // The specification calls an exported namespace the module's own, unlike `export * as`.
                Some(Import { request, imported: Imported::Namespace | Imported::Source, .. }) => {
                    let request = *request;
                    self.linked.namespaces.push(request);
                    let read = namespace_name(request);
                    self.linked.local_exports.push(LocalExport { exported, read, constant: true });
                }
                // V8 underlines the import when the name is not there.
                Some(Import { request, imported, position, .. }) => {
                    let (request, imported, position) = (*request, imported.clone(), *position);
                    self.linked.indirect_exports.push(IndirectExport { exported, request, imported, position });
                }
                None if symbol.is_none() => self.foreign.push((local, exported)),
                None => {
                    let constant = symbol.is_some_and(|symbol| self.is_constant(symbol));
                    self.linked.local_exports.push(LocalExport { exported, read: local, constant });
                }
            }
        }
    }

    fn export_from(&mut self, export: &ExportFromDeclaration) {
        self.remove(export.span);
        let request = self.request(&export.source, export.with_clause.as_deref(), Phase::Evaluation);
        for specifier in &export.specifiers {
            let position = self.positions.of(specifier.span);
            let imported = Imported::Named(export_name(&specifier.local));
            let exported = export_name(&specifier.exported);
            self.linked.indirect_exports.push(IndirectExport { exported, request, imported, position });
        }
    }

    fn export_default(&mut self, export: &ExportDefaultDeclaration) {
        let export_word = export.span.start as usize;
        let default_word = source_text::next_token(self.source, export_word + "export".len());
        source_text::remove_word(self.source, export_word, "export", &mut self.inner);
        source_text::remove_word(self.source, default_word, "default", &mut self.inner);
        let span = export.declaration.span();
        let (start, end) = (span.start as usize, span.end as usize);
        let named = match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                if function.id.is_none() {
                    self.linked.prologue.hoisted_default = true;
                    self.outer.insert(start, format!("function {MAKE_DEFAULT}(){{return{{default:"));
                    self.outer.close(start..end, "}.default}");
                }
                function.id.as_ref()
            }
            ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                if class.id.is_none() {
                    self.constant_default(start, end);
                }
                class.id.as_ref()
            }
            declaration => {
                match declaration.as_expression() {
                    Some(expression) if is_anonymous_function(expression) => self.constant_default(start, end),
                    _ => self.outer.insert(start, format!("const {DEFAULT}=")),
                }
                None
            }
        };
        let symbol = named.and_then(|id| id.symbol_id.get());
        let read = named.map_or(DEFAULT.to_owned(), |id| id.name.to_string());
        let constant = symbol.is_none_or(|symbol| self.is_constant(symbol));
        self.linked.local_exports.push(LocalExport { exported: "default".to_owned(), read, constant });
    }

    /// As the value of a property called `default`, an anonymous function gets that name. The `;` at the end replaces a
    /// semicolon that is no longer inserted.
    fn constant_default(&mut self, start: usize, end: usize) {
        self.outer.insert(start, format!("const {DEFAULT}={{default:"));
        self.outer.close(start..end, "}.default;");
    }

    /// Whether nothing can assign to a variable after the module's body has run: all assignments are directly at the top
    /// level.
    fn is_constant(&self, symbol: SymbolId) -> bool {
        if self.scoping.symbol_flags(symbol).is_const_variable() {
            return true;
        }
        let root = self.scoping.root_scope_id();
        !self.scoping.root_scope_flags().contains_direct_eval()
            && self
                .scoping
                .get_resolved_references(symbol)
                .all(|reference| !reference.is_write() || reference.scope_id() == root)
    }
}

/// The wrapper's parameter for the namespace object of a request.
pub(super) fn namespace_name(request: usize) -> String {
    format!("__hexloop_ns_{request}")
}

fn is_anonymous_function(expression: &Expression) -> bool {
    match expression.without_parentheses() {
        Expression::ArrowFunctionExpression(_) => true,
        Expression::FunctionExpression(function) => function.id.is_none(),
        Expression::ClassExpression(class) => class.id.is_none(),
        _ => false,
    }
}

fn export_name(name: &ModuleExportName) -> String {
    match name {
        ModuleExportName::StringLiteral(literal) => string_value(literal),
        name => name.name().to_string(),
    }
}

/// A string's value; a lone surrogate becomes U+FFFD.
fn string_value(literal: &StringLiteral) -> String {
    let value = literal.value.as_str();
    if !literal.lone_surrogates {
        return value.to_owned();
    }
    // The parser represents a lone surrogate as U+FFFD and four hexadecimal digits.
    let mut pieces = value.split('\u{fffd}');
    let mut text = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        text.push('\u{fffd}');
        text.push_str(piece.get(4..).unwrap_or(""));
    }
    text
}
