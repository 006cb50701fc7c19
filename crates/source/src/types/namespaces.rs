//! Lowers namespaces to functions that fill an object, by edits that keep lines.
//!
//! ```text
//!   export namespace A.B {        export var A;(function($1){var B;(function($2){
//!     export let x: number = 1      ;$2.x = 1;
//!     export function f() {}        function f() {}$2.f=f;
//!     export let { y, z: [w] } = o  ;({ y:$2.y, z: [$2.w] } = o);
//!     use(x, f, { y })              use($2.x, f, { y:$2.y })
//!   }                             })(B=$1.B||($1.B={}));})(A||(A={}));
//!   namespace A.B { f(x) }        (function($3){var B;(function($4){ $4.f($4.x) })(B=$3.B||($3.B={}));})(A||(A={}));
//! ```
//!
//! As in TypeScript an exported variable is only a property; so its uses are found by a scope analysis. Exports of another block of
//! the same namespace are properties too. Blocks with one name form a group.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::*;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use super::namespace_bodies::Walker;
use super::removed::is_removed;
use crate::edits::Edits;

/// One `namespace A { … }`, or one name of `namespace A.B { … }`.
#[derive(Clone)]
pub(super) struct Block {
    group: usize,
    scope: ScopeId,
    /// The parameter that holds the namespace's object.
    pub object: String,
}

/// Where a namespace is declared: namespaces of one name and owner are merged.
#[derive(PartialEq, Eq, Hash)]
enum Owner {
    /// Exported by a namespace.
    Group(usize),
    Scope(Option<ScopeId>),
}

pub(super) struct Namespaces {
    pub scoping: Scoping,
    /// By the position of the name.
    blocks: HashMap<u32, Block>,
    groups: HashMap<(Owner, String), usize>,
    /// The values that each group exports.
    exports: Vec<HashSet<String>>,
    /// Exported variables, and the object that holds them.
    variables: HashMap<SymbolId, String>,
}

pub(super) fn lower<'a>(program: &'a Program<'a>, edits: &mut Edits) {
    let scoping = SemanticBuilder::new().build(program).semantic.into_scoping();
    let mut namespaces = Namespaces {
        scoping,
        blocks: HashMap::new(),
        groups: HashMap::new(),
        exports: Vec::new(),
        variables: HashMap::new(),
    };
    namespaces.collect(&program.body, None);
    Walker::new(program, &namespaces, edits).program(program);
}

/// The declaration of a statement, and whether it is exported.
pub(super) fn declared<'t, 'a>(statement: &'t Statement<'a>) -> Option<(&'t Declaration<'a>, bool)> {
    match statement {
        Statement::ExportDeclaration(export) => Some((&export.declaration, true)),
        other => other.as_declaration().map(|declaration| (declaration, false)),
    }
}

impl Namespaces {
    pub fn block(&self, namespace: &TSNamespaceDeclaration) -> Option<&Block> {
        self.blocks.get(&namespace.id.span.start)
    }

    fn collect(&mut self, statements: &[Statement], around: Option<&Block>) {
        for statement in statements {
            let Some((declaration, is_exported)) = declared(statement) else { continue };
            if let (Some(block), true) = (around, is_exported) {
                self.add_export(block, declaration, is_removed(statement));
            }
            if let Declaration::TSNamespaceDeclaration(namespace) = declaration
                && !is_removed(statement)
            {
                self.add_block(namespace, around, is_exported);
            }
        }
    }

    fn add_export(&mut self, block: &Block, declaration: &Declaration, is_removed: bool) {
        let exports = &mut self.exports[block.group];
        match declaration {
            Declaration::VariableDeclaration(list) => {
                for name in list.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers()) {
                    exports.insert(name.name.to_string());
                    self.variables.extend(name.symbol_id.get().map(|symbol| (symbol, block.object.clone())));
                }
            }
            Declaration::TSImportEqualsDeclaration(import) => {
                exports.insert(import.id.name.to_string());
                self.variables.extend(import.id.symbol_id.get().map(|symbol| (symbol, block.object.clone())));
            }
            other if !is_removed => exports.extend(other.id().map(|id| id.name.to_string())),
            _ => {}
        }
    }

    fn add_block(&mut self, namespace: &TSNamespaceDeclaration, around: Option<&Block>, is_exported: bool) {
        let Some(scope) = namespace.scope_id.get() else { return };
        let owner = match around {
            Some(block) if is_exported => Owner::Group(block.group),
            _ => Owner::Scope(self.scoping.scope_parent_id(scope)),
        };
        let new = self.exports.len();
        let group = *self.groups.entry((owner, namespace.id.name.to_string())).or_insert(new);
        if group == new {
            self.exports.push(HashSet::new());
        }
        let object = format!("__hexloop_namespace_{}", self.blocks.len() + 1);
        let block = Block { group, scope, object };
        self.blocks.insert(namespace.id.span.start, block.clone());
        match &namespace.body {
            TSNamespaceDeclarationBody::TSModuleBlock(body) => self.collect(&body.body, Some(&block)),
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                self.exports[group].insert(inner.id.name.to_string());
                self.add_block(inner, Some(&block), true);
            }
        }
    }

    /// The object that a name is a property of; `around` are the enclosing blocks, the innermost last.
    pub fn object_of<'b>(&'b self, reference: &IdentifierReference, around: &[&'b Block]) -> Option<&'b str> {
        let symbol = reference.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        if let Some(object) = symbol.and_then(|symbol| self.variables.get(&symbol)) {
            return Some(object);
        }
        let scope = symbol.map(|symbol| self.scoping.symbol_scope_id(symbol));
        for block in around.iter().rev() {
            let is_inside = |scope| scope == block.scope || self.scoping.scope_is_descendant_of(scope, block.scope);
            if scope.is_some_and(is_inside) {
                return None;
            }
            if self.exports[block.group].contains(reference.name.as_str()) {
                return Some(&block.object);
            }
        }
        None
    }

    /// Whether `import a = b.c` is used as a value.
    pub fn is_used(&self, id: &BindingIdentifier) -> bool {
        let Some(symbol) = id.symbol_id.get() else { return true };
        self.scoping.get_resolved_references(symbol).any(|reference| reference.flags().is_value())
    }
}
