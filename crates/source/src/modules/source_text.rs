//! Lookups in the source of a module, and edits that keep its lines.

use crate::edits::Edits;
use crate::lines;
use crate::modules::Position;
use oxc_span::Span;
use std::collections::HashMap;

/// The source of a module, or a chunk of it.
#[derive(Clone, Copy)]
pub(super) struct SourceText<'s> {
    pub source: &'s str,
    /// The number of its first line in the module.
    pub first_line: u32,
    /// The imports of earlier chunks, by name.
    pub bound_before: &'s HashMap<String, usize>,
}

/// Replaces a span that may extend over several lines by `text`, which goes on the first line; line terminators stay.
pub(super) fn replace_over_lines(source: &str, span: Span, text: &'static str, edits: &mut Edits) {
    let (mut start, end) = (span.start as usize, span.end as usize);
    let mut text = text;
    while let Some(next) = lines::next_line_start(source, start).filter(|&next| next <= end) {
        let line = source[start..next].trim_end_matches(is_line_end);
        edits.replace(start..start + line.len(), text);
        text = "";
        start = next;
    }
    if start < end || !text.is_empty() {
        edits.replace(start..end, text);
    }
}

/// Removes a word and the spaces after it.
pub(super) fn remove_word(source: &str, start: usize, word: &str, edits: &mut Edits) {
    let end = start + word.len();
    let rest = &source[end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    edits.replace(start..end + blanks, "");
}

pub(super) fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// The start of the next token at or after `at`, after white space and comments.
pub(super) fn next_token(source: &str, mut at: usize) -> usize {
    loop {
        let rest = &source[at..];
        let blank = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
        at += blank;
        let rest = &source[at..];
        let comment = if let Some(body) = rest.strip_prefix("/*") {
            body.find("*/").map(|end| end + 4)
        } else if rest.starts_with("//") {
            lines::next_line_start(source, at).map(|next| next - at)
        } else {
            None
        };
        match comment {
            Some(length) => at += length,
            None => return at,
        }
    }
}

/// A JavaScript (and JSON) string literal.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text);
    out
}

pub(super) fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\0'..='\x1f' | '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", c as u32)),
            _ => out.push(c),
        }
    }
    out.push('"');
}

/// Whether a name is an identifier, so that it needs no quotes.
pub(super) fn is_plain_name(name: &str) -> bool {
    oxc_syntax::identifier::is_identifier_name(name)
}

/// Computes positions of offsets, fast if they come in order.
pub(super) struct Positions<'s> {
    source: &'s str,
    first_line: u32,
    line: u32,
    line_start: usize,
}

impl<'s> Positions<'s> {
    pub fn new(SourceText { source, first_line, .. }: SourceText<'s>) -> Positions<'s> {
        Positions { source, first_line, line: first_line, line_start: 0 }
    }

    pub fn of(&mut self, span: Span) -> Position {
        let (start, end) = (span.start as usize, span.end as usize);
        if start < self.line_start {
            (self.line, self.line_start) = (self.first_line, 0);
        }
        while let Some(next) = lines::next_line_start(self.source, self.line_start).filter(|&next| next <= start) {
            self.line += 1;
            self.line_start = next;
        }
        Position {
            line: self.line,
            column: lines::utf16_length(&self.source[self.line_start..start]) + 1,
            length: lines::utf16_length(&self.source[start..end]),
        }
    }
}
