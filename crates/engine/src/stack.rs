//! Stack traces: from the engine's format to V8's, which Node programs print and parse.
//!
//! ```text
//!   baz@/app/a.js:7:35                       at baz (/app/a.js:7:26)
//!   @/app/a.js:9:3                           at /app/a.js:9:3
//!   map@[native code]                 ─▶     at map (<anonymous>)
//!   global code@/app/a.js:1:1                at /app/a.js:1:1
//!   @[native code]                           (dropped: the frame of the nested entry, see entry.rs)
//! ```
//!
//! The engine points at the end of the callee (the parenthesis of a call, the dot of a property read); V8 points at the
//! name, or at `new`. [`v8_column`] moves the column given the text of the line.

use crate::entry::LOOP_FRAME;
use std::fmt::Write as _;

/// The name of the CommonJS wrapper function, by which its frame is recognized.
pub const MODULE_FRAME: &str = "__hexloop_module__";

/// The name of an ES module's wrapper function: in V8 the frame of a module's body has none.
pub const ES_MODULE_FRAME: &str = "__hexloop_esm__";

/// The file of functions that replace the engine's own: to a program their frames are native ones.
const CORRECTIONS_FILE: &str = "node:core/engine_differences";

/// The file that drives generators; its frames are hidden.
const GENERATOR_DRIVER_FILE: &str = "node:core/delegated_yield";

/// One line of an engine stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Empty for an anonymous function.
    pub function: String,
    /// None for native and evaluated code.
    pub place: Option<Place>,
}

impl Frame {
    fn is_native(&self, name: &str) -> bool {
        self.place.is_none() && self.function == name
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub url: String,
    pub line: u32,
    pub column: u32,
}

/// Splits an engine stack into frames and drops those of the nested entry.
pub fn parse(text: &str) -> Vec<Frame> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.contains(GENERATOR_DRIVER_FILE));
    let mut frames: Vec<Frame> = lines.map(parse_line).collect();
    let below_script = match frames.as_slice() {
        [.., entry] if entry.is_native("") => 1,
        [.., entry, global] if entry.is_native(LOOP_FRAME) && global.is_native("global code") => 2,
        _ => 0,
    };
    frames.truncate(frames.len() - below_script);
    frames
}

fn parse_line(line: &str) -> Frame {
    let (function, place) = split_at_place(line);
    Frame { function: function.to_owned(), place: parse_place(place) }
}

/// `url:line:column`.
fn parse_place(place: &str) -> Option<Place> {
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next().and_then(|n| n.parse().ok());
    let line = parts.next().and_then(|n| n.parse().ok());
    match (parts.next(), line, column) {
        (Some(CORRECTIONS_FILE), ..) => None,
        (Some(url), Some(line), Some(column)) => Some(Place { url: url.to_owned(), line, column }),
        _ => None,
    }
}

/// The frames of a stack in V8's format.
pub fn parse_v8(text: &str) -> Vec<Frame> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("    at "));
    let frames = lines.map(|line| {
        let line = line.strip_prefix("async ").unwrap_or(line);
        let (function, place) = match line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")) {
            Some((function, place)) => (function, place),
            None => ("", line),
        };
        Frame { function: function.to_owned(), place: parse_place(place) }
    });
    frames.collect()
}

/// A path may contain an @ (`/node_modules/@scope/x.js`) and so may the name of a method (`{ 'a@b'() {} }`): the location starts
/// after the first @ that is followed by something like one.
fn split_at_place(line: &str) -> (&str, &str) {
    let begins_place = |rest: &str| {
        rest.is_empty() || ["/", "[native code]", "file:", "node:", "data:"].iter().any(|start| rest.starts_with(start))
    };
    line.match_indices('@')
        .map(|(at, _)| (&line[..at], &line[at + 1..]))
        .find(|(_, rest)| begins_place(rest))
        .or_else(|| line.split_once('@'))
        .unwrap_or(("", line))
}

/// `header` and at most `limit` frames in V8's format. `map` may correct each location.
pub fn to_v8_with(header: &str, text: &str, limit: usize, map: &dyn Fn(Place) -> Place) -> String {
    let mut out = header.to_owned();
    for frame in parse(text).into_iter().take(limit) {
        out.push_str("\n    at ");
        write_frame(&mut out, frame, map);
    }
    out
}

pub fn to_v8(header: &str, text: &str) -> String {
    to_v8_with(header, text, usize::MAX, &|place| place)
}

fn write_frame(out: &mut String, frame: Frame, map: &dyn Fn(Place) -> Place) {
    let name = match frame.function.as_str() {
        MODULE_FRAME => "Object.<anonymous>",
        ES_MODULE_FRAME | "global code" | "module code" | "eval code" => "",
        name => name,
    };
    let _ = match frame.place.map(map) {
        Some(Place { url, line, column }) if name.is_empty() => write!(out, "{url}:{line}:{column}"),
        Some(Place { url, line, column }) => write!(out, "{name} ({url}:{line}:{column})"),
        None if name.is_empty() => write!(out, "<anonymous>"),
        None => write!(out, "{name} (<anonymous>)"),
    };
}

pub fn is_v8_format(text: &str) -> bool {
    text.contains("\n    at ") || !text.contains('@')
}

/// The column where V8 points on this line, given the engine's. Both count from 1, in UTF-16 code units.
pub fn v8_column(line: &str, column: u32) -> u32 {
    // The rest is irrelevant, and a line of a bundle may be a million characters long.
    let units: Vec<u16> = line.encode_utf16().take(column as usize + 1).collect();
    let at = (column as usize).saturating_sub(1).min(units.len());
    let is = |index: usize, wanted: char| units.get(index).is_some_and(|unit| u32::from(*unit) == wanted as u32);
    if is(at, '.') {
        return column + 1;
    }
    if is(at, '?') && is(at + 1, '.') {
        return column + 2;
    }
    let start = word_start(&units, at);
    if start == at {
        return column;
    }
    new_before(&units, start).unwrap_or(start) as u32 + 1
}

fn word_start(units: &[u16], end: usize) -> usize {
    let mut start = end;
    while start > 0 && is_word(units[start - 1]) {
        start -= 1;
    }
    start
}

/// The position of `new` if the word that starts here ends a `new a.b.C` expression.
fn new_before(units: &[u16], mut start: usize) -> Option<usize> {
    while start > 0 && units[start - 1] == u16::from(b'.') {
        start = word_start(units, start - 1);
    }
    let mut end = start;
    while end > 0 && units[end - 1] == u16::from(b' ') {
        end -= 1;
    }
    let word = word_start(units, end);
    (end < start && String::from_utf16_lossy(&units[word..end]) == "new").then_some(word)
}

fn is_word(unit: u16) -> bool {
    char::from_u32(u32::from(unit)).is_none_or(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_written_as_v8_writes_them() {
        let engine = "baz@/a.js:7:35\n@/a.js:9:3\nmap@[native code]\n__hexloop_module__@/a.js:1:2\nloop@[native code]\nglobal code@";
        assert_eq!(
            to_v8("Error: x", engine),
            "Error: x\n    at baz (/a.js:7:35)\n    at /a.js:9:3\n    at map (<anonymous>)\n    at Object.<anonymous> (/a.js:1:2)"
        );
    }

    #[test]
    fn a_path_with_an_at_sign_stays_whole() {
        let frame = parse_line("f@/srv/@scope/x.js:1:2");
        assert_eq!(frame.place, Some(Place { url: "/srv/@scope/x.js".into(), line: 1, column: 2 }));
        assert_eq!(parse_line("a@b@/srv/@scope/x.js:1:2").function, "a@b");
        assert_eq!(parse_line("f@evalmachine.<anonymous>:1:2").function, "f");
    }

    #[test]
    fn columns_move_to_where_v8_points() {
        assert_eq!(v8_column("  throw new Error('x')", 18), 9);
        assert_eq!(v8_column("  throw new errors.Bad('x')", 23), 9);
        assert_eq!(v8_column("return bar.baz(1)", 15), 12);
        assert_eq!(v8_column("foo()", 4), 1);
        assert_eq!(v8_column("null.x", 5), 6);
        assert_eq!(v8_column("zork", 5), 1);
    }
}
