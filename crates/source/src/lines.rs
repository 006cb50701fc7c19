//! The position of an offset: line, column, the text of the line.
//!
//! Columns count UTF-16 units, as both JavaScript engines do. Lines end at `\n`, `\r`, `\r\n`, U+2028 and U+2029.

/// A position in a source. `line` and `column` are 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub line: u32,
    pub column: u32,
    pub line_start: usize,
}

pub(crate) fn position(source: &str, offset: usize) -> Position {
    let offset = floor_boundary(source, offset);
    let (mut line, mut line_start) = (1, 0);
    let mut from = 0;
    while let Some(end) = next_line_start(source, from) {
        if end > offset {
            break;
        }
        line += 1;
        line_start = end;
        from = end;
    }
    Position { line, column: utf16_length(&source[line_start..offset]) + 1, line_start }
}

/// The offset of a position: the reverse.
pub(crate) fn offset(source: &str, line: u32, column: u32) -> Option<usize> {
    let mut start = 0;
    for _ in 1..line {
        start = next_line_start(source, start)?;
    }
    let mut units = column.checked_sub(1)?;
    for (at, c) in source[start..].char_indices() {
        if units == 0 {
            return Some(start + at);
        }
        units = units.saturating_sub(c.len_utf16() as u32);
    }
    (units == 0).then_some(source.len())
}

/// The text of a line, without its terminator; empty past the last line.
pub(crate) fn line_text(source: &str, line: u32) -> &str {
    let mut start = 0;
    for _ in 1..line {
        match next_line_start(source, start) {
            Some(next) => start = next,
            None => return "",
        }
    }
    line_from(source, start)
}

/// The text from `start` to the end of its line.
pub(crate) fn line_from(source: &str, start: usize) -> &str {
    let end = next_line_start(source, start).unwrap_or(source.len());
    source[start..end].trim_end_matches(['\n', '\r', '\u{2028}', '\u{2029}'])
}

/// The offset just past the next line terminator at or after `from`.
pub(crate) fn next_line_start(source: &str, from: usize) -> Option<usize> {
    let bytes = source.as_bytes();
    let mut at = from;
    loop {
        at += memchr::memchr3(b'\n', b'\r', 0xe2, bytes.get(at..)?)?;
        match &bytes[at..] {
            [b'\r', b'\n', ..] => return Some(at + 2),
            [b'\n' | b'\r', ..] => return Some(at + 1),
            [0xe2, 0x80, 0xa8 | 0xa9, ..] => return Some(at + 3),
            _ => at += 1,
        }
    }
}

pub(crate) fn utf16_length(text: &str) -> u32 {
    if text.is_ascii() {
        return text.len() as u32;
    }
    text.chars().map(|c| c.len_utf16() as u32).sum()
}

pub(crate) fn floor_boundary(source: &str, offset: usize) -> usize {
    let mut offset = offset.min(source.len());
    while !source.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
