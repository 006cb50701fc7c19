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
    pub is_native: bool,
    /// A function that awaits those above it. Engines since 2.54 report them, and mark those that have a name.
    pub is_async: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub url: String,
    pub line: u32,
    pub column: u32,
}

/// A [`Frame`] that borrows from the stack.
struct FrameLine<'a> {
    function: &'a str,
    place: Option<PlaceText<'a>>,
    is_native: bool,
    is_async: bool,
}

/// `url:line:column`.
struct PlaceText<'a> {
    url: &'a str,
    line: u32,
    column: u32,
}

impl FrameLine<'_> {
    fn is_placeless(&self, name: &str) -> bool {
        self.place.is_none() && self.function == name
    }

    fn to_frame(&self) -> Frame {
        let place = self.place.as_ref().map(PlaceText::to_place);
        Frame { function: self.function.to_owned(), place, is_native: self.is_native, is_async: self.is_async }
    }
}

impl PlaceText<'_> {
    fn to_place(&self) -> Place {
        Place { url: self.url.to_owned(), line: self.line, column: self.column }
    }
}

/// Splits an engine stack into frames and drops those of the nested entry.
pub fn parse(text: &str) -> Vec<Frame> {
    parse_each(text.lines())
}

/// The same for some of its lines.
pub fn parse_each<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Frame> {
    parse_lines(lines).iter().map(FrameLine::to_frame).collect()
}

fn parse_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<FrameLine<'a>> {
    let mut frames: Vec<FrameLine<'a>> = lines
        .filter(|line| !line.is_empty())
        .map(parse_line)
        .filter(|frame| frame.place.as_ref().is_none_or(|place| place.url != GENERATOR_DRIVER_FILE))
        .collect();
    let below_script = match frames.as_slice() {
        [.., entry] if entry.is_placeless("") => 1,
        [.., entry, global] if entry.is_placeless(LOOP_FRAME) && global.is_placeless("global code") => 2,
        _ => 0,
    };
    frames.truncate(frames.len() - below_script);
    frames
}

fn parse_line(line: &str) -> FrameLine<'_> {
    let (function, place) = split_at_place(line);
    let place = parse_place(place);
    let is_native = place.is_none() && !line.ends_with('@');
    let named = function.strip_prefix("async ");
    FrameLine { function: named.unwrap_or(function), place, is_native, is_async: named.is_some() }
}

fn parse_place(place: &str) -> Option<PlaceText<'_>> {
    let (rest, column) = place.rsplit_once(':')?;
    let (url, line) = rest.rsplit_once(':')?;
    let place = PlaceText { url, line: line.parse().ok()?, column: column.parse().ok()? };
    (url != CORRECTIONS_FILE).then_some(place)
}

/// The frames of a stack in V8's format.
pub fn parse_v8(text: &str) -> Vec<Frame> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("    at "));
    let frames = lines.map(|line| {
        let awaiting = line.strip_prefix("async ");
        let line = awaiting.unwrap_or(line);
        let (function, place) = match line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")) {
            Some((function, place)) => (function, place),
            None => ("", line),
        };
        FrameLine { function, place: parse_place(place), is_native: false, is_async: awaiting.is_some() }.to_frame()
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

/// `header` and the frames in V8's format, as far as the engine alone shows them.
pub fn to_v8(header: &str, text: &str) -> String {
    let mut out = header.to_owned();
    for frame in parse_lines(text.lines()) {
        out.push_str("\n    at ");
        write_frame(&mut out, &frame);
    }
    out
}

fn write_frame(out: &mut String, frame: &FrameLine<'_>) {
    let name = match frame.function {
        MODULE_FRAME => "Object.<anonymous>",
        ES_MODULE_FRAME | "global code" | "module code" | "eval code" => "",
        name => name,
    };
    if !name.is_empty() {
        out.push_str(name);
        out.push_str(" (");
    }
    match &frame.place {
        Some(place) => place.to_place().write(out),
        None => out.push_str("<anonymous>"),
    }
    if !name.is_empty() {
        out.push(')');
    }
}

impl Place {
    /// `url:line:column`.
    pub fn write(&self, out: &mut String) {
        out.push_str(&self.url);
        self.write_position(out);
    }

    /// `:line:column`.
    pub fn write_position(&self, out: &mut String) {
        write_number(out, self.line);
        write_number(out, self.column);
    }
}

/// `:number`, without the formatter, which would take most of the time.
fn write_number(out: &mut String, mut number: u32) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.push(':');
    out.extend(digits[at..].iter().map(|digit| char::from(*digit)));
}

pub fn is_v8_format(text: &str) -> bool {
    text.contains("\n    at ") || !text.contains('@')
}

/// The column where V8 points on this line, given the engine's. Both count from 1, in UTF-16 code units.
pub fn v8_column(line: &str, column: u32) -> u32 {
    // The rest is irrelevant, and a line of a bundle may be a million characters long.
    let count = column as usize + 1;
    let bytes = &line.as_bytes()[..line.len().min(count)];
    if bytes.is_ascii() {
        return column_in(bytes, column);
    }
    let units: Vec<u16> = line.encode_utf16().take(count).collect();
    column_in(&units, column)
}

fn column_in<U: Copy + Into<u16>>(units: &[U], column: u32) -> u32 {
    let at = (column as usize).saturating_sub(1).min(units.len());
    let is = |index: usize, wanted: u8| units.get(index).is_some_and(|unit| (*unit).into() == u16::from(wanted));
    if is(at, b'.') {
        return column + 1;
    }
    if is(at, b'?') && is(at + 1, b'.') {
        return column + 2;
    }
    let start = word_start(units, at);
    if start == at {
        return column;
    }
    new_before(units, start).unwrap_or(start) as u32 + 1
}

fn word_start<U: Copy + Into<u16>>(units: &[U], end: usize) -> usize {
    let mut start = end;
    while start > 0 && is_word(units[start - 1].into()) {
        start -= 1;
    }
    start
}

/// The position of `new` if the word that starts here ends a `new a.b.C` expression.
fn new_before<U: Copy + Into<u16>>(units: &[U], mut start: usize) -> Option<usize> {
    while start > 0 && units[start - 1].into() == u16::from(b'.') {
        start = word_start(units, start - 1);
    }
    let mut end = start;
    while end > 0 && units[end - 1].into() == u16::from(b' ') {
        end -= 1;
    }
    let word = word_start(units, end);
    (end < start && units[word..end].iter().map(|unit| (*unit).into()).eq("new".encode_utf16())).then_some(word)
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
        let frame = parse_line("f@/srv/@scope/x.js:1:2").to_frame();
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
        assert_eq!(v8_column("é; throw new Error('x')", 19), 10);
    }
}
