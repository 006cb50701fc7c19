//! Edits to a source at positions from the parser.
//!
//! A transform never prints the tree: it inserts and replaces within lines, so line numbers stay the same. Columns shift, and only
//! on edited lines; the [`ColumnMap`] maps a reported column back.
//!
//! ```text
//!   original    const x = await f(y);            column of f: 17
//!   result      const x = await $await(f(y));    column of f: 24   map.original(1, 24) == 17
//! ```

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use oxc_span::Span;

use crate::lines;
use crate::marks::{self, Layer};

/// A list of edits to one source. Edits at one position are applied in the order they were added, but closing ones come first, the
/// innermost before the others, and replacements after insertions; replaced ranges do not overlap; no edit contains or removes a
/// line terminator.
#[derive(Debug, Default)]
pub struct Edits {
    list: Vec<Edit>,
}

#[derive(Debug)]
struct Edit {
    at: Range<usize>,
    text: Cow<'static, str>,
    /// Closes something that an earlier edit opened.
    closes: Option<Opening>,
    /// Of two lists that were joined, the edits of the second are inside those of the first.
    layer: u32,
}

/// What a closing edit closes. The later an opening is in the source, the further inside it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Opening {
    at: usize,
    /// Replacements come after insertions.
    is_replacement: bool,
}

pub(crate) fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// A source after its edits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transformed {
    pub code: String,
    /// Maps a column of `code` back to the original.
    pub columns: ColumnMap,
}

/// For each edit, in order, its position in the edited source and by how much it shifts the rest of its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnMap {
    shifts: Vec<Shift>,
    /// The map of earlier edits, for a source that was edited twice.
    earlier: Option<Box<ColumnMap>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Shift {
    line: u32,
    /// First column of the inserted text in the edited line.
    column: u32,
    inserted: u32,
    removed: u32,
}

/// Leaves the order of edits that close nothing to their positions.
const NOT_CLOSING: (Opening, u32) = (Opening { at: 0, is_replacement: false }, 0);

impl Edits {
    pub fn new() -> Edits {
        Edits::default()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn insert(&mut self, at: usize, text: impl Into<Cow<'static, str>>) {
        self.replace(at..at, text);
    }

    /// Inserts, at the end of `range`, the end of something that was inserted at its start.
    pub(crate) fn close(&mut self, range: Range<usize>, text: impl Into<Cow<'static, str>>) {
        self.push_close(range.end, Opening { at: range.start, is_replacement: false }, text);
    }

    /// The same where the word at the start of `range` was replaced.
    pub(crate) fn close_operator(&mut self, range: Range<usize>, text: impl Into<Cow<'static, str>>) {
        self.push_close(range.end, Opening { at: range.start, is_replacement: true }, text);
    }

    /// Inserts text that belongs to what ends at `at`: it goes before everything that begins or closes there.
    pub(crate) fn end(&mut self, at: usize, text: impl Into<Cow<'static, str>>) {
        self.push_close(at, Opening { at, is_replacement: true }, text);
    }

    fn push_close(&mut self, at: usize, opening: Opening, text: impl Into<Cow<'static, str>>) {
        self.list.push(Edit { at: at..at, text: text.into(), closes: Some(opening), layer: 0 });
    }

    pub(crate) fn insert_if_any(&mut self, at: usize, text: String) {
        if !text.is_empty() {
            self.insert(at, text);
        }
    }

    /// Inserts `function(`, separated from a word that ends right before it: `await(x)` becomes `await $f((x)`.
    pub(crate) fn insert_call(&mut self, source: &str, at: usize, function: &str) {
        let after_word = source[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
        let gap = if after_word { " " } else { "" };
        self.insert(at, format!("{gap}{function}("));
    }

    pub fn replace(&mut self, at: Range<usize>, text: impl Into<Cow<'static, str>>) {
        self.list.push(Edit { at, text: text.into(), closes: None, layer: 0 });
    }

    /// Adds the edits of another list, which are inside those of this one.
    pub(crate) fn extend(&mut self, other: Edits) {
        let layer = self.list.iter().map(|edit| edit.layer + 1).max().unwrap_or(0);
        self.list.extend(other.list.into_iter().map(|edit| Edit { layer: edit.layer + layer, ..edit }));
    }

    /// Adds the edits of a chunk that begins at `start`.
    pub(crate) fn extend_at(&mut self, start: usize, chunk: Edits) {
        let shifted = chunk.list.into_iter().map(|edit| {
            let closes = edit.closes.map(|opening| Opening { at: opening.at + start, ..opening });
            Edit { at: edit.at.start + start..edit.at.end + start, closes, ..edit }
        });
        self.list.extend(shifted);
    }

    /// Adds text at the very end, where a line terminator shifts nothing.
    pub(crate) fn append_line(&mut self, end: usize, text: &'static str) {
        self.insert(end, text);
    }

    /// Applies the edits and marks each of them, so that they can be taken back (`marks.rs`).
    pub(crate) fn apply_marked(mut self, source: &str, layer: Layer) -> Transformed {
        for edit in &mut self.list {
            edit.text = Cow::Owned(marks::marked(&edit.text, &source[edit.at.clone()], layer));
        }
        self.apply(source)
    }

    /// Applies the edits.
    pub fn apply(mut self, source: &str) -> Transformed {
        self.list.sort_by_key(|edit| match edit.closes {
            Some(opening) => (edit.at.start, 0, Reverse((opening, edit.layer))),
            None => (edit.at.start, 1 + u32::from(!edit.at.is_empty()), Reverse(NOT_CLOSING)),
        });
        let added: usize = self.list.iter().map(|edit| edit.text.len()).sum();
        let mut code = String::with_capacity(source.len() + added);
        let mut shifts = Vec::with_capacity(self.list.len());
        let (mut copied, mut line, mut column) = (0, 1, 1);
        for edit in &self.list {
            debug_assert!(edit.at.start == source.len() || !edit.text.contains(['\n', '\r']));
            debug_assert!(!source[edit.at.clone()].contains(['\n', '\r']));
            debug_assert!(edit.at.start >= copied, "edits overlap at {:?}", edit.at);
            while let Some(next) = lines::next_line_start(source, copied).filter(|&next| next <= edit.at.start) {
                code.push_str(&source[copied..next]);
                copied = next;
                line += 1;
                column = 1;
            }
            code.push_str(&source[copied..edit.at.start]);
            column += lines::utf16_length(&source[copied..edit.at.start]);
            let inserted = lines::utf16_length(&edit.text);
            let removed = lines::utf16_length(&source[edit.at.clone()]);
            shifts.push(Shift { line, column, inserted, removed });
            code.push_str(&edit.text);
            column += inserted;
            copied = edit.at.end;
        }
        code.push_str(&source[copied..]);
        Transformed { code, columns: ColumnMap { shifts, earlier: None } }
    }
}

impl ColumnMap {
    /// Four numbers for each edit.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.shifts.iter().flat_map(|step| [step.line, step.column, step.inserted, step.removed]);
        numbers.flat_map(u32::to_le_bytes).collect()
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<ColumnMap> {
        let (steps, rest) = bytes.as_chunks::<16>();
        let number =
            |step: &[u8; 16], at: usize| u32::from_le_bytes([step[at], step[at + 1], step[at + 2], step[at + 3]]);
        let read = |step| Shift {
            line: number(step, 0),
            column: number(step, 4),
            inserted: number(step, 8),
            removed: number(step, 12),
        };
        rest.is_empty().then(|| ColumnMap { shifts: steps.iter().map(read).collect(), earlier: None })
    }

    /// Whether no column is shifted.
    pub fn is_empty(&self) -> bool {
        self.shifts.is_empty() && self.earlier.is_none()
    }

    /// The map of a source that was edited twice; `self` is the map of the second time.
    pub fn after(self, earlier: ColumnMap) -> ColumnMap {
        if earlier.is_empty() { self } else { ColumnMap { earlier: Some(Box::new(earlier)), ..self } }
    }

    /// The original column of `line:column` in the edited source; both are 1-based. A column inside an insertion maps to the
    /// column that follows the insertion.
    pub fn original(&self, line: u32, column: u32) -> u32 {
        let column = self.before_edits(line, column);
        self.earlier.as_ref().map_or(column, |earlier| earlier.original(line, column))
    }

    fn before_edits(&self, line: u32, column: u32) -> u32 {
        let first = self.shifts.partition_point(|step| step.line < line);
        let mut shift: i64 = 0;
        for step in self.shifts[first..].iter().take_while(|step| step.line == line) {
            if column < step.column {
                break;
            }
            if column < step.column + step.inserted {
                return (i64::from(step.column) - shift) as u32;
            }
            shift += i64::from(step.inserted) - i64::from(step.removed);
        }
        (i64::from(column) - shift).max(1) as u32
    }
}
