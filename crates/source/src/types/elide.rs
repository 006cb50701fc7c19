//! Imports and exports of what turns out to be a type, though nothing in them says so.
//!
//! `import { User } from './models.js'` is no import at run time if `User` is only ever used as a type: TypeScript drops
//! it, and programs rely on it, because `./models.js` has no such export. Whether a name is used as a value is counted
//! while types are erased (types are not looked into, so what is counted is values). Only where a name is also
//! declared a second time, in some inner scope, does it take an analysis of scopes to say which of the two is used.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::*;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{GetSpan, Span};

use super::erase::Eraser;
use super::removed::is_removed;

/// What was seen of the names that a file imports.
#[derive(Default)]
pub(super) struct Names<'a> {
    imported: HashMap<&'a str, Seen>,
}

#[derive(Clone, Copy, Default)]
struct Seen {
    read: bool,
    bound_again: bool,
}

impl<'a> Names<'a> {
    pub fn of(program: &'a Program<'a>) -> Names<'a> {
        let locals = imports(program).flat_map(specifiers).map(|specifier| (specifier.local, Seen::default()));
        Names { imported: locals.collect() }
    }

    pub fn reads(&mut self, name: &str) {
        if let Some(seen) = self.imported.get_mut(name) {
            seen.read = true;
        }
    }

    pub fn binds(&mut self, name: &str) {
        if let Some(seen) = self.imported.get_mut(name) {
            seen.bound_again = true;
        }
    }
}

/// Blanks what of the imports and exports says that it is a type, and, if `elides`, what is one without saying so.
pub(super) fn blank_types(eraser: &mut Eraser, program: &Program, elides: bool) {
    let names = std::mem::take(&mut eraser.names);
    let usage = Usage::new(&names, program, elides);
    for import in imports(program) {
        let list: Vec<Specifier> = specifiers(import).collect();
        let gone = |specifier: &Specifier| specifier.is_type || !usage.is_read(specifier);
        if elides && !list.is_empty() && list.iter().all(gone) {
            eraser.statement(import.span);
            continue;
        }
        for specifier in list.iter().filter(|specifier| gone(specifier)) {
            match specifier.kind {
                // The comma is the one before it: `import a, * as b`.
                Kind::Namespace => {
                    let comma = eraser.text.previous_end(specifier.span.start);
                    eraser.blanks.range(comma.saturating_sub(1), specifier.span.end);
                }
                Kind::Named | Kind::Default => eraser.entry(specifier.span),
            }
        }
    }
    let local = if elides { LocalTypes::of(program) } else { LocalTypes::default() };
    for statement in &program.body {
        match statement {
            Statement::ExportNamedDeclaration(export) if !export.export_kind.is_type() => {
                for specifier in &export.specifiers {
                    if specifier.export_kind.is_type() || local.is_type(specifier.local.name().as_str()) {
                        eraser.entry(specifier.span);
                    }
                }
            }
            Statement::ExportDefaultDeclaration(export) => {
                if let ExportDefaultDeclarationKind::Identifier(name) = &export.declaration
                    && local.is_type(name.name.as_str())
                {
                    eraser.statement(export.span);
                }
            }
            _ => {}
        }
    }
}

/// Which imported names are used as values.
struct Usage<'n, 'a> {
    names: &'n Names<'a>,
    elides: bool,
    scoping: Option<Scoping>,
}

impl<'n, 'a> Usage<'n, 'a> {
    fn new(names: &'n Names<'a>, program: &Program, elides: bool) -> Usage<'n, 'a> {
        let unclear = elides && names.imported.values().any(|seen| seen.read && seen.bound_again);
        let scoping = unclear.then(|| SemanticBuilder::new().build(program).semantic.into_scoping());
        Usage { names, elides, scoping }
    }

    fn is_read(&self, specifier: &Specifier) -> bool {
        let Some(seen) = self.names.imported.get(specifier.local).filter(|_| self.elides) else { return true };
        match (&self.scoping, specifier.binding.symbol_id.get()) {
            (Some(scoping), Some(symbol)) if seen.read && seen.bound_again => {
                scoping.get_resolved_references(symbol).any(|reference| reference.flags().is_value())
            }
            _ => seen.read,
        }
    }
}

struct Specifier<'p, 'a> {
    local: &'p str,
    binding: &'p BindingIdentifier<'a>,
    span: Span,
    is_type: bool,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Named,
    Default,
    Namespace,
}

fn imports<'p, 'a>(program: &'p Program<'a>) -> impl Iterator<Item = &'p ImportDeclaration<'a>> {
    program.body.iter().filter_map(|statement| match statement {
        Statement::ImportDeclaration(import) if !import.import_kind.is_type() => Some(&**import),
        _ => None,
    })
}

fn specifiers<'p, 'a>(import: &'p ImportDeclaration<'a>) -> impl Iterator<Item = Specifier<'p, 'a>> {
    import.specifiers.iter().flatten().map(|specifier| {
        let (binding, is_type, kind) = match specifier {
            ImportDeclarationSpecifier::ImportSpecifier(named) => {
                (&named.local, named.import_kind.is_type(), Kind::Named)
            }
            ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => (&default.local, false, Kind::Default),
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(all) => (&all.local, false, Kind::Namespace),
        };
        Specifier { local: binding.name.as_str(), binding, span: specifier.span(), is_type, kind }
    })
}

/// The top-level names that are interfaces or type aliases and nothing else.
#[derive(Default)]
struct LocalTypes<'p> {
    types: HashSet<&'p str>,
    values: HashSet<&'p str>,
}

impl<'p> LocalTypes<'p> {
    fn of(program: &'p Program<'_>) -> LocalTypes<'p> {
        let mut local = LocalTypes::default();
        for statement in &program.body {
            let declaration = match statement {
                Statement::ExportDeclaration(export) => Some(&export.declaration),
                other => other.as_declaration(),
            };
            let Some(declaration) = declaration else { continue };
            let set = if is_removed(statement) { &mut local.types } else { &mut local.values };
            match declaration {
                Declaration::VariableDeclaration(list) => {
                    for declarator in &list.declarations {
                        set.extend(declarator.id.get_binding_identifiers().iter().map(|name| name.name.as_str()));
                    }
                }
                other => set.extend(other.id().map(|id| id.name.as_str())),
            }
        }
        local.values.extend(imports(program).flat_map(specifiers).map(|specifier| specifier.local));
        local
    }

    fn is_type(&self, name: &str) -> bool {
        self.types.contains(name) && !self.values.contains(name)
    }
}
