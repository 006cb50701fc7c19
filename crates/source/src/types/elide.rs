//! Import elision: imports and exports of types that are not marked `type`.
//!
//! `import { User } from './models.js'` is no import at run time if `User` is only used as a type: TypeScript removes it, and
//! programs rely on that, because `./models.js` has no such export. Uses as values are recorded while types are erased (types are
//! not visited, so every visited use is a value). Only if a name is also declared in an inner scope is a scope analysis needed to
//! find out which of the two is used.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::*;
use oxc_semantic::{Reference, Scoping, SemanticBuilder};
use oxc_span::{GetSpan, Span};

use super::erase::Eraser;
use super::removed::is_removed;

/// The imported names of a file, the names of its types, and their uses. A large file is processed in chunks: see `large`.
#[derive(Default)]
pub(super) struct Names {
    imported: HashMap<String, Uses>,
    /// The imported names that are used as values.
    used: HashSet<String>,
    local: LocalNames,
}

/// The uses in the current chunk.
#[derive(Clone, Copy, Default)]
struct Uses {
    read: bool,
    is_shadowed: bool,
}

impl Names {
    /// Records the imports and declarations of a chunk.
    pub fn add(&mut self, program: &Program) {
        let locals = imports(program).flat_map(specifiers).map(|specifier| specifier.local.to_owned());
        self.imported.extend(locals.map(|local| (local, Uses::default())));
        self.local.add(program);
    }

    pub fn reads(&mut self, name: &str) {
        if let Some(uses) = self.imported.get_mut(name) {
            uses.read = true;
        }
    }

    pub fn binds(&mut self, name: &str) {
        if let Some(uses) = self.imported.get_mut(name) {
            uses.is_shadowed = true;
        }
    }

    /// Decides which names a chunk uses as values, after it was visited.
    pub fn resolve_uses(&mut self, program: &Program) {
        let mut scoping = None;
        for (name, uses) in &mut self.imported {
            let uses = std::mem::take(uses);
            let is_used = uses.read
                && (!uses.is_shadowed || {
                    let scoping =
                        scoping.get_or_insert_with(|| SemanticBuilder::new().build(program).semantic.into_scoping());
                    is_used_in(scoping, name)
                });
            if is_used {
                self.used.insert(name.clone());
            }
        }
    }

    fn is_local_type(&self, name: &str) -> bool {
        self.local.types.contains(name) && !self.local.values.contains(name) && !self.imported.contains_key(name)
    }
}

/// Whether a name of the root scope, imported here or in another chunk, is used as a value.
fn is_used_in(scoping: &Scoping, name: &str) -> bool {
    let is_value = |reference: &Reference| reference.flags().is_value();
    match scoping.get_root_binding(name.into()) {
        Some(symbol) => scoping.get_resolved_references(symbol).any(is_value),
        None => scoping
            .root_unresolved_references()
            .iter()
            .find(|(unresolved, _)| unresolved.as_str() == name)
            .is_some_and(|(_, references)| references.iter().any(|id| is_value(scoping.get_reference(*id)))),
    }
}

/// Blanks the imports and exports marked `type`, and, if `elides`, those that are types without the mark.
pub(super) fn blank_types(eraser: &mut Eraser, program: &Program, names: &Names, elides: bool) {
    for import in imports(program) {
        let list: Vec<Specifier> = specifiers(import).collect();
        let gone = |specifier: &Specifier| specifier.is_type || (elides && !names.used.contains(specifier.local));
        if elides && !list.is_empty() && list.iter().all(gone) {
            eraser.statement(import.span);
            continue;
        }
        for specifier in list.iter().filter(|specifier| gone(specifier)) {
            match specifier.kind {
                // The comma before it goes too: `import a, * as b`.
                Kind::Namespace => {
                    let comma = eraser.text.previous_end(specifier.span.start);
                    eraser.blanks.range(comma.saturating_sub(1), specifier.span.end);
                }
                Kind::Named | Kind::Default => eraser.entry(specifier.span),
            }
        }
    }
    let is_type = |name: &str| elides && names.is_local_type(name);
    for statement in &program.body {
        match statement {
            Statement::ExportNamedDeclaration(export) if !export.export_kind.is_type() => {
                for specifier in &export.specifiers {
                    if specifier.export_kind.is_type() || is_type(specifier.local.name().as_str()) {
                        eraser.entry(specifier.span);
                    }
                }
            }
            Statement::ExportDefaultDeclaration(export) => {
                if let ExportDefaultDeclarationKind::Identifier(name) = &export.declaration
                    && is_type(name.name.as_str())
                {
                    eraser.statement(export.span);
                }
            }
            _ => {}
        }
    }
}

struct Specifier<'p> {
    local: &'p str,
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

fn specifiers<'p, 'a>(import: &'p ImportDeclaration<'a>) -> impl Iterator<Item = Specifier<'p>> {
    import.specifiers.iter().flatten().map(|specifier| {
        let (binding, is_type, kind) = match specifier {
            ImportDeclarationSpecifier::ImportSpecifier(named) => {
                (&named.local, named.import_kind.is_type(), Kind::Named)
            }
            ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => (&default.local, false, Kind::Default),
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(all) => (&all.local, false, Kind::Namespace),
        };
        Specifier { local: binding.name.as_str(), span: specifier.span(), is_type, kind }
    })
}

/// The top-level names that are types, and those that are values.
#[derive(Default)]
struct LocalNames {
    types: HashSet<String>,
    values: HashSet<String>,
}

impl LocalNames {
    fn add(&mut self, program: &Program) {
        for statement in &program.body {
            let declaration = match statement {
                Statement::ExportDeclaration(export) => Some(&export.declaration),
                other => other.as_declaration(),
            };
            let Some(declaration) = declaration else { continue };
            let set = if is_removed(statement) { &mut self.types } else { &mut self.values };
            match declaration {
                Declaration::VariableDeclaration(list) => {
                    for declarator in &list.declarations {
                        set.extend(declarator.id.get_binding_identifiers().iter().map(|name| name.name.to_string()));
                    }
                }
                other => set.extend(other.id().map(|id| id.name.to_string())),
            }
        }
    }
}
