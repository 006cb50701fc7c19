//! Source maps: from a position in generated code to the original position.
//!
//! A source map is a list of mappings, sorted by their start in the generated code; a position belongs to the last mapping that
//! starts at or before it, as in Node's `SourceMap.findEntry`.
//!
//! ```text
//!   json    the format of revision 3, sections included, read and written
//!   vlq     the numbers in `mappings`
//!   find    `//# sourceMappingURL=`: inline, or in a separate file
//! ```
//!
//! Maps come from other tools: a broken one is ignored.
//!
//! `oxc_sourcemap` writes the mappings. It does not read them: it rejects maps that Node uses, those with sections, without a
//! version, with `null` for a source, or with a mapping to a source that is missing.

mod find;
mod json;
mod serialize;
mod vlq;

use oxc_codegen::CodegenReturn;

use crate::edits::ColumnMap;

pub use find::{Reference, file_path, file_url, find_reference};

/// Lines and columns are 0-based inside the map, 1-based in the methods, as everywhere else in this crate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    mappings: Vec<Mapping>,
    sources: Vec<Source>,
    names: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mapping {
    line: u32,
    column: u32,
    /// An index, or [`NO_INDEX`].
    source: u32,
    original_line: u32,
    original_column: u32,
    /// An index, or [`NO_INDEX`].
    name: u32,
}

const NO_INDEX: u32 = u32::MAX;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Source {
    url: String,
    content: Option<String>,
}

/// A position in an original source. `line` and `column` are 1-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Original<'m> {
    /// The source, made absolute: a URL for maps that were read, the path for those that `strip` creates.
    pub source: &'m str,
    pub line: u32,
    pub column: u32,
    /// The original name at this position.
    pub name: Option<&'m str>,
    /// The start of the mapping in the generated code.
    pub generated: (u32, u32),
}

impl SourceMap {
    /// The original position of `line:column` in the generated code; `None` if it has none.
    pub fn original(&self, line: u32, column: u32) -> Option<Original<'_>> {
        let position = (line.saturating_sub(1), column.saturating_sub(1));
        let after = self.mappings.partition_point(|mapping| (mapping.line, mapping.column) <= position);
        let mapping = self.mappings.get(after.checked_sub(1)?)?;
        let source = self.sources.get(mapping.source as usize)?;
        Some(Original {
            source: &source.url,
            line: mapping.original_line + 1,
            column: mapping.original_column + 1,
            name: self.names.get(mapping.name as usize).map(String::as_str),
            generated: (mapping.line + 1, mapping.column + 1),
        })
    }

    /// The content of a source, if the map contains it.
    pub fn content(&self, source: &str) -> Option<&str> {
        self.sources.iter().find(|known| known.url == source)?.content.as_deref()
    }

    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|source| source.url.as_str())
    }

    /// The map as a data URL, for a `sourceMappingURL` comment.
    pub fn to_data_url(&self) -> String {
        format!("data:application/json;base64,{}", base64_simd::STANDARD.encode_to_string(self.to_json().as_bytes()))
    }

    pub fn is_empty(&self) -> bool {
        self.mappings.is_empty()
    }

    /// The map of printed code whose only source is the file at `path`.
    pub(crate) fn of_printed(printed: &CodegenReturn, path: &str) -> SourceMap {
        let tokens = printed.map.iter().flat_map(|map| map.get_tokens());
        let mappings = tokens.map(|token| Mapping {
            line: token.get_dst_line(),
            column: token.get_dst_col(),
            source: 0,
            original_line: token.get_src_line(),
            original_column: token.get_src_col(),
            name: NO_INDEX,
        });
        let sources = vec![Source { url: path.to_owned(), content: None }];
        SourceMap { mappings: mappings.collect(), sources, names: Vec::new() }
    }

    /// Composes this map with earlier edits: its original positions are those of the edited source.
    pub(crate) fn through(mut self, columns: &ColumnMap) -> SourceMap {
        for mapping in &mut self.mappings {
            let column = columns.original(mapping.original_line + 1, mapping.original_column + 1);
            mapping.original_column = column - 1;
        }
        self
    }

    /// The mappings must be sorted for the binary search; most tools write them sorted.
    fn sorted(mut self) -> SourceMap {
        if !self.mappings.is_sorted_by_key(|mapping| (mapping.line, mapping.column)) {
            self.mappings.sort_by_key(|mapping| (mapping.line, mapping.column));
        }
        self
    }
}
