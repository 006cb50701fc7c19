//! A linked module as JSON, for the loader in JavaScript.
//!
//! ```text
//!   {"requests":[{"specifier":"./a.mjs","attributes":[["type","json"]],"phase":"evaluation","line":1,"column":8,"length":9}],
//!    "imports":[{"request":0,"imported":"default","local":"a","line":1,"column":8,"length":1}],
//!    "constants":["b"],"variables":["d"],
//!    "indirectExports":[{"exported":"c","request":0,"imported":"c","line":2,"column":9,"length":1}],
//!    "starExports":[0],"namespaces":[],"topLevelAwait":false,"dynamicImport":false,"importMeta":false}
//! ```
//!
//! `constants` and `variables` are the local exports: the values of `constants` do not change once the body has run.
//! `imported` is `null` for the namespace (and for `import source`, whose request has that phase).

use std::fmt::Write as _;

use super::source_text::push_quoted;
use super::{Imported, Linked, Phase, Position};

impl Linked {
    pub fn to_json(&self) -> String {
        let mut out = String::from("{\"requests\":");
        list(&mut out, &self.requests, |out, request| {
            out.push_str("{\"specifier\":");
            push_quoted(out, &request.specifier);
            out.push_str(",\"attributes\":");
            list(out, &request.attributes, |out, (key, value)| {
                out.push('[');
                push_quoted(out, key);
                out.push(',');
                push_quoted(out, value);
                out.push(']');
            });
            let phase = if request.phase == Phase::Source { "source" } else { "evaluation" };
            let _ = write!(out, ",\"phase\":\"{phase}\"");
            position(out, request.position);
        });
        out.push_str(",\"imports\":");
        list(&mut out, &self.imports, |out, import| {
            let _ = write!(out, "{{\"request\":{},\"imported\":", import.request);
            imported(out, &import.imported);
            out.push_str(",\"local\":");
            push_quoted(out, &import.local);
            position(out, import.position);
        });
        // Two lists of bare names: a large module has thousands.
        for (title, constant) in [("constants", true), ("variables", false)] {
            let _ = write!(out, ",\"{title}\":");
            let names = self.local_exports.iter().filter(|export| export.constant == constant);
            list(&mut out, names, |out, export| push_quoted(out, &export.exported));
        }
        out.push_str(",\"indirectExports\":");
        list(&mut out, &self.indirect_exports, |out, export| {
            out.push_str("{\"exported\":");
            push_quoted(out, &export.exported);
            let _ = write!(out, ",\"request\":{},\"imported\":", export.request);
            imported(out, &export.imported);
            position(out, export.position);
        });
        let _ = write!(
            out,
            ",\"starExports\":{:?},\"namespaces\":{:?},\"topLevelAwait\":{},\"dynamicImport\":{},\"importMeta\":{}}}",
            self.star_exports, self.namespaces, self.top_level_await, self.dynamic_import, self.import_meta
        );
        out
    }
}

fn list<'t, T: 't>(out: &mut String, items: impl IntoIterator<Item = &'t T>, mut write: impl FnMut(&mut String, &T)) {
    out.push('[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}

fn imported(out: &mut String, imported: &Imported) {
    match imported {
        Imported::Named(name) => push_quoted(out, name),
        Imported::Namespace | Imported::Source => out.push_str("null"),
    }
}

/// The last fields of an object: its position.
fn position(out: &mut String, position: Position) {
    let Position { line, column, length } = position;
    let _ = write!(out, ",\"line\":{line},\"column\":{column},\"length\":{length}}}");
}
