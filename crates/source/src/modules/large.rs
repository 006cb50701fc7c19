//! A large module, linked chunk by chunk (`chunks.rs`): its tree and scopes would take many times the memory of its source.
//!
//! A chunk is independent of the others except for names: an import of an earlier chunk is known by its name, and an unresolved
//! reference with this name refers to it. How chunks use each other's names is recorded and checked after the last one:
//!
//! | in one chunk | and in another | |
//! |---|---|---|
//! | a name is used | it is imported, further down | the module is linked as a whole |
//! | a name is declared | it is declared again | the same: that is an error, or a `var` |
//! | `export { a }` | `a` is declared | an export like any other |
//! | a function assigns to `a` | `a` is exported | its value is never treated as constant |
//!
//! A chunk with an error is left to linking the whole, which finds the message for it.

use std::collections::{HashMap, HashSet};
use std::iter::successors;

use oxc_semantic::{Reference, Scoping};

use super::source_text::SourceText;
use super::{Added, LinkOptions, Linked, LocalExport, add};
use crate::edits::Edits;
use crate::parse::{self, Goal, ParseMode, Parsed};
use crate::{chunks, lines, v8_messages};

/// `None` if the source is not large, or has to be linked as a whole.
pub(super) fn link(source: &str, options: &LinkOptions) -> Option<Linked> {
    let chunks = chunks::split(source)?;
    let mut module = Module { first_line: 1, ..Module::default() };
    let mut edits = Edits::new();
    for chunk in chunks.ranges {
        let (start, text) = (chunk.start, &source[chunk]);
        let add = |parsed: &Parsed| module.add(text, parsed, options);
        edits.extend_at(start, parse::parse(text, Goal::Module, ParseMode::Checked, add).ok()??);
    }
    let mut linked = module.finish()?;
    linked.body = options.rewrites.apply(edits, source);
    Some(linked)
}

/// An export of a name that the chunk does not declare: another chunk may.
fn is_undefined_export(message: &str) -> bool {
    message.starts_with("Export '") && message.ends_with("' is not defined")
}

fn are_assigned_in_nested_scope<'s>(scoping: &Scoping, mut references: impl Iterator<Item = &'s Reference>) -> bool {
    references.any(|reference| reference.is_write() && reference.scope_id() != scoping.root_scope_id())
}

/// The state of a module after some of its chunks.
#[derive(Default)]
struct Module {
    linked: Linked,
    first_line: u32,
    /// Of the linked imports, by their names.
    imports: HashMap<String, usize>,
    declared: HashSet<String>,
    /// Names that a chunk uses and does not declare.
    used: HashSet<String>,
    /// Names that are assigned to in a nested scope.
    assigned: HashSet<String>,
    /// `export { a as b }` where `a` is in another chunk.
    foreign: Vec<(String, String)>,
    direct_eval: bool,
}

impl Module {
    fn add(&mut self, source: &str, parsed: &Parsed, options: &LinkOptions) -> Option<Edits> {
        let is_good = parsed.diagnostics.iter().all(|diagnostic| is_undefined_export(&diagnostic.message));
        if !is_good || v8_messages::unsupported_by_v8(parsed.program).is_some() {
            return None;
        }
        let scoping = parsed.scoping.as_ref()?;
        self.record_declared(scoping)?;
        self.record_used(scoping);
        let text = SourceText { source, first_line: self.first_line, bound_before: &self.imports };
        let Added { edits, foreign } = add(&mut self.linked, text, parsed, options)?;
        self.foreign.extend(foreign);
        self.record_imports()?;
        let line_ends = successors(lines::next_line_start(source, 0), |start| lines::next_line_start(source, *start));
        self.first_line += line_ends.count() as u32;
        Some(edits)
    }

    fn record_declared(&mut self, scoping: &Scoping) -> Option<()> {
        for symbol in scoping.iter_bindings_in(scoping.root_scope_id()) {
            let name = scoping.symbol_name(symbol);
            if !self.declared.insert(name.to_owned()) {
                return None;
            }
            if are_assigned_in_nested_scope(scoping, scoping.get_resolved_references(symbol)) {
                self.assigned.insert(name.to_owned());
            }
        }
        self.direct_eval |= scoping.root_scope_flags().contains_direct_eval();
        Some(())
    }

    fn record_used(&mut self, scoping: &Scoping) {
        for (name, references) in scoping.root_unresolved_references() {
            if are_assigned_in_nested_scope(scoping, references.iter().map(|id| scoping.get_reference(*id))) {
                self.assigned.insert(name.to_string());
            }
            if !self.imports.contains_key(name.as_str()) {
                self.used.insert(name.to_string());
            }
        }
    }

    /// The imports of a chunk are known to later chunks; earlier ones must not have used them.
    fn record_imports(&mut self) -> Option<()> {
        for index in self.imports.len()..self.linked.imports.len() {
            let name = &self.linked.imports[index].local;
            if self.used.contains(name) {
                return None;
            }
            self.imports.insert(name.clone(), index);
        }
        Some(())
    }

    fn finish(mut self) -> Option<Linked> {
        for (read, exported) in self.foreign {
            if !self.declared.contains(&read) || self.imports.contains_key(&read) {
                return None;
            }
            self.linked.local_exports.push(LocalExport { exported, read, constant: true });
        }
        let mut exported = HashSet::new();
        let all = self.linked.local_exports.iter().map(|export| &export.exported);
        if !all
            .chain(self.linked.indirect_exports.iter().map(|export| &export.exported))
            .all(|name| exported.insert(name))
        {
            return None;
        }
        for export in &mut self.linked.local_exports {
            export.constant &= !self.direct_eval && !self.assigned.contains(&export.read);
        }
        self.linked.dedup_namespaces();
        Some(self.linked)
    }
}
