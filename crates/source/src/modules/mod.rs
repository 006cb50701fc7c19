//! ES modules on an engine API without modules: the source of a module becomes the body of a function.
//!
//! ```text
//!   import fs, {read as r} from 'fs'      ;
//!   import * as all from './b.mjs'        ;
//!   export let n = r(fs, all, all.c)      let n = (0,__hexloop_0.read)(__hexloop_0.default, __hexloop_ns_1, __hexloop_1.c)
//!   export default () => import.meta.url  const __hexloop_default={default:() => __hexloop_meta.url}.default;
//!
//!   around it, on the first line:
//!   (function NAME(__hexloop_meta,__hexloop_import,__hexloop_install,__hexloop_0,__hexloop_1,__hexloop_ns_1){'use strict';
//!   __hexloop_install({__proto__:null,get n(){return n},get default(){return __hexloop_default}});
//! ```
//!
//! * An import is read each time from its module's *environment*, an object with a getter for each export: bindings are live, and
//!   reading one in its temporal dead zone throws.
//! * Exports are getters over the module's own variables, published before the body runs: functions are hoisted by then,
//!   everything else is in its temporal dead zone.
//! * A module in an import cycle has to publish its exports before any module of the cycle runs, and a module with a top-level
//!   await has to suspend: both become a generator ([`Shape::TwoPhase`]), which suspends after publishing its exports and at each
//!   `await`. A generator and not an async function, because its driver then decides when the body begins, and each await costs
//!   exactly one promise job.
//!
//! All of this is done by edits within lines (`Edits`), so line numbers stay the same. `declarations` reads and removes imports
//! and exports, `references` rewrites uses of imported names, `awaits` rewrites top-level awaits; `large` does so chunk by chunk;
//! `wrapper` generates the code around the body; `json` and `serialize` are the formats for the loader and for the cache.

mod awaits;
mod declarations;
mod json;
mod large;
mod references;
mod serialize;
mod source_text;
mod wrapper;

pub(crate) use source_text::quoted;
pub use wrapper::{Shape, Wrapper};

use oxc_semantic::Scoping;
use std::collections::HashMap;

use crate::check::{self, ParseError};
use crate::edits::{Edits, Transformed};
use crate::parse::{self, Goal, ParseMode, Parsed};
use crate::syntax_error::SyntaxError;
use crate::transform::Rewrites;
use crate::v8_messages;
use declarations::Declarations;
use references::Rewriter;
use source_text::SourceText;

/// The path of a module in errors, and which other rewrites to apply.
#[derive(Clone, Copy, Debug)]
pub struct LinkOptions<'a> {
    /// As Node prints it: the module's URL.
    pub path: &'a str,
    /// `dynamic_import` is ignored: in a module `import()` calls a parameter of the wrapper.
    pub rewrites: &'a Rewrites<'a>,
}

/// The body of a module, ready for its wrapper, and everything the loader needs to link it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linked {
    /// The code that [`Linked::wrapper`] wraps.
    pub body: Transformed,
    /// One for each specifier with its attributes, in the order of first appearance.
    pub requests: Vec<Request>,
    pub imports: Vec<Import>,
    pub local_exports: Vec<LocalExport>,
    /// Re-exports: `export {a} from`, `export * as a from`, and an import that is exported.
    pub indirect_exports: Vec<IndirectExport>,
    /// The requests of `export * from`.
    pub star_exports: Vec<usize>,
    /// The requests whose namespace object the code uses; parameters of the wrapper, in this order.
    pub namespaces: Vec<usize>,
    pub top_level_await: bool,
    pub dynamic_import: bool,
    pub import_meta: bool,
    /// What the wrapper declares before the body.
    pub(crate) prologue: Prologue,
}

/// Declarations that the body relies on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Prologue {
    /// `export default function () {}` is created by a hoisted function.
    pub hoisted_default: bool,
    /// Something assigns to an import.
    pub constant: bool,
    /// There is a `for await` at the top level.
    pub loops: bool,
}

/// A module that this one requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub specifier: String,
    /// `with {type: 'json'}`, in the order written.
    pub attributes: Vec<(String, String)>,
    pub phase: Phase,
    /// The specifier's string.
    pub position: Position,
}

/// The import phase of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Evaluation,
    /// `import source x from`: compiled, not linked.
    Source,
}

/// Which export of a module is imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    /// The default export is `Named("default")`.
    Named(String),
    Namespace,
    /// `import source x from`.
    Source,
}

/// One imported name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Index into [`Linked::requests`].
    pub request: usize,
    pub imported: Imported,
    pub local: String,
    /// What Node underlines when there is no such export.
    pub position: Position,
}

/// A local export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalExport {
    pub exported: String,
    /// The expression that reads it inside the wrapper.
    pub read: String,
    /// Its value does not change once the module's body has run.
    pub constant: bool,
}

/// A re-export of another module's binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndirectExport {
    pub exported: String,
    /// Index into [`Linked::requests`].
    pub request: usize,
    pub imported: Imported,
    /// What Node underlines when there is no such export.
    pub position: Position,
}

/// A range in the original source. `line` and `column` are 1-based; `column` and `length` count UTF-16 units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    pub line: u32,
    pub column: u32,
    pub length: u32,
}

/// Makes the source of a module runnable, or returns the syntax error that Node reports. A byte order mark is not part of the
/// source; positions are counted without it.
///
/// ```
/// use hexloop_source::{LinkOptions, Rewrites, link};
///
/// let rewrites = Rewrites::default();
/// let options = LinkOptions { path: "file:///app/a.mjs", rewrites: &rewrites };
/// let module = link("import {b} from './b.mjs'; export const c = b + 1", &options).unwrap();
/// assert_eq!(module.body.code, "; const c = __hexloop_0.b + 1");
/// assert_eq!(module.requests[0].specifier, "./b.mjs");
/// assert_eq!(module.local_exports[0].exported, "c");
/// ```
pub fn link(source: &str, options: &LinkOptions) -> Result<Linked, SyntaxError> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    if let Some(linked) = large::link(source, options) {
        return Ok(linked);
    }
    let linked = parse::parse(source, Goal::Module, ParseMode::Checked, |parsed| {
        let good = parsed.is_valid() && v8_messages::unsupported_by_v8(parsed.program).is_none();
        good.then(|| linked(source, parsed, options)).flatten()
    });
    match linked {
        Ok(Some(linked)) => Ok(linked),
        Ok(None) => link_tolerated(source, options).map_err(|error| error.into_error(options.path, source)),
        Err(error) => Err(error.into_error(options.path, source)),
    }
}

/// The same for a source that the parser rejects: V8 may accept it and throw at run time instead (`f() = 1`).
fn link_tolerated(source: &str, options: &LinkOptions) -> Result<Linked, ParseError> {
    let text = check::tolerated(source, Goal::Module, |_, error| error)?;
    parse::parse(&text, Goal::Module, ParseMode::Checked, |parsed| {
        linked(source, parsed, options).ok_or_else(|| {
            let message = parsed.diagnostics.first().map(|diagnostic| diagnostic.message.to_string());
            ParseError::new(message.unwrap_or_default(), 0, 0)
        })
    })?
}

fn linked(source: &str, parsed: &Parsed, options: &LinkOptions) -> Option<Linked> {
    let nothing = HashMap::new();
    let text = SourceText { source, first_line: 1, bound_before: &nothing };
    let mut linked = Linked::default();
    let Added { edits, .. } = add(&mut linked, text, parsed, options)?;
    linked.dedup_namespaces();
    linked.body = options.rewrites.apply(edits, source);
    Some(linked)
}

/// The result of adding a source text to a module.
struct Added {
    edits: Edits,
    /// Exports of names that this source text does not declare: local and exported name.
    foreign: Vec<(String, String)>,
}

/// Adds a source text, the whole or a chunk, to its module.
fn add(linked: &mut Linked, text: SourceText, parsed: &Parsed, options: &LinkOptions) -> Option<Added> {
    let scoping: &Scoping = parsed.scoping.as_ref()?;
    let declarations = Declarations::read(text, parsed.program, scoping, std::mem::take(linked));
    let mut rewriter = Rewriter::new(text, &declarations);
    rewriter.rewrite(parsed.program);
    let found = rewriter.found;
    let Declarations { linked: declared, outer, inner, foreign, .. } = declarations;
    *linked = declared;
    linked.namespaces.extend(found.namespaces);
    linked.top_level_await |= found.top_level_await;
    linked.dynamic_import |= found.dynamic_import;
    linked.import_meta |= found.import_meta;
    linked.prologue.constant |= found.assigns_import;
    linked.prologue.loops |= found.loops > 0;
    // In layers, because edits at one position are applied in the order they were added: the outermost first, the names
    // themselves after the other rewrites.
    let mut edits = found.outer;
    edits.extend(outer);
    let mut others = Edits::new();
    options.rewrites.applicable_to(text.source).collect(parsed.program, &mut others);
    edits.extend(others);
    edits.extend(found.inner);
    edits.extend(inner);
    Some(Added { edits, foreign })
}

impl Linked {
    /// The body alone: a large module has tens of thousands of names, which the loader has stored by then.
    pub fn into_body(self) -> Transformed {
        self.body
    }

    fn dedup_namespaces(&mut self) {
        self.namespaces.sort_unstable();
        self.namespaces.dedup();
    }
}
