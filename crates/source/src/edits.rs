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
use std::ops::Range;

use crate::lines;

/// A list of edits to one source. Edits at one position are applied in the order they were added, but closing ones come first
/// and replacements after insertions; replaced ranges do not overlap; no edit contains or removes a line terminator.
#[derive(Debug, Default)]
pub struct Edits {
    list: Vec<Edit>,
}

#[derive(Debug)]
struct Edit {
    at: Range<usize>,
    text: Cow<'static, str>,
    /// Closes something that an earlier edit opened.
    closes: bool,
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

    /// Inserts the end of something that begins before `at`: it goes before everything that begins there.
    pub(crate) fn close(&mut self, at: usize, text: impl Into<Cow<'static, str>>) {
        self.list.push(Edit { at: at..at, text: text.into(), closes: true });
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
        self.list.push(Edit { at, text: text.into(), closes: false });
    }

    /// Adds the edits of another list.
    pub(crate) fn extend(&mut self, other: Edits) {
        self.list.extend(other.list);
    }

    /// Adds the edits of a chunk that begins at `start`.
    pub(crate) fn extend_at(&mut self, start: usize, chunk: Edits) {
        let shifted =
            chunk.list.into_iter().map(|edit| Edit { at: edit.at.start + start..edit.at.end + start, ..edit });
        self.list.extend(shifted);
    }

    /// Adds text at the very end, where a line terminator shifts nothing.
    pub(crate) fn append_line(&mut self, end: usize, text: &'static str) {
        self.insert(end, text);
    }

    /// Applies the edits.
    pub fn apply(mut self, source: &str) -> Transformed {
        self.list.sort_by_key(|edit| (edit.at.start, !edit.closes, !edit.at.is_empty()));
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
