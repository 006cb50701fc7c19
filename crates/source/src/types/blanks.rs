//! Replaces ranges by blanks, so that everything after them keeps its position.
//!
//! Every character is replaced by white space of the same length in UTF-8 and in UTF-16, as Node does it: byte offsets, lines and
//! columns are the same before and after, and no map is needed. Line terminators stay.

use std::ops::Range;

use oxc_span::Span;

#[derive(Debug, Default)]
pub(super) struct Blanks {
    ranges: Vec<Range<u32>>,
    /// Single characters that replace blanked (or other) characters: a `;`, or a parenthesis that moved.
    put: Vec<(u32, u8)>,
}

impl Blanks {
    pub fn blank(&mut self, span: Span) {
        self.range(span.start, span.end);
    }

    pub fn range(&mut self, start: u32, end: u32) {
        if start < end {
            self.ranges.push(start..end);
        }
    }

    pub fn put(&mut self, at: u32, character: u8) {
        debug_assert!(character.is_ascii());
        self.put.push((at, character));
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.put.is_empty()
    }

    pub fn apply(mut self, source: &str) -> String {
        self.ranges.sort_by_key(|range| range.start);
        self.put.sort_by_key(|&(at, _)| at);
        let mut put = self.put.into_iter().peekable();
        let mut result = String::with_capacity(source.len());
        let mut copied = 0;
        for range in &self.ranges {
            let (start, end) = ((range.start as usize).max(copied), range.end as usize);
            if end <= copied {
                continue;
            }
            copy(&mut result, source, copied..start, &mut put);
            let mut at = start;
            for character in source[start..end].chars() {
                let width = character.len_utf8();
                match put.next_if(|&(position, _)| position as usize == at) {
                    Some((_, character)) => {
                        result.push(char::from(character));
                        result.extend(std::iter::repeat_n(' ', width - 1));
                    }
                    None => result.push_str(blank(character)),
                }
                at += width;
            }
            copied = end;
        }
        copy(&mut result, source, copied..source.len(), &mut put);
        result
    }
}

/// Copies a range that is not blanked, except for the ASCII characters to replace in it.
fn copy(
    result: &mut String,
    source: &str,
    range: Range<usize>,
    put: &mut std::iter::Peekable<impl Iterator<Item = (u32, u8)>>,
) {
    let mut from = range.start;
    while let Some((at, character)) = put.next_if(|&(at, _)| (at as usize) < range.end) {
        let at = at as usize;
        if at >= from {
            result.push_str(&source[from..at]);
            result.push(char::from(character));
            from = at + 1;
        }
    }
    result.push_str(&source[from..range.end]);
}

pub(super) fn blank(character: char) -> &'static str {
    match character {
        '\n' => "\n",
        '\r' => "\r",
        '\u{2028}' => "\u{2028}",
        '\u{2029}' => "\u{2029}",
        _ => match character.len_utf8() {
            1 => " ",
            2 => "\u{a0}",
            3 => "\u{2002}",
            // Two UTF-16 units, four bytes.
            _ => " \u{feff}",
        },
    }
}
