//! Finds where a function is defined. The engine does not report it; but the function's source text, which it does return,
//! occurs in a compiled source, usually once.
//!
//! If it occurs several times (`() => {}`), it is the one among the arguments of the call: `setTimeout(() => {}, 1)`.
//! If none of them is, the result is unknown.

use crate::sources;
use hexloop_engine::stack::Place;
use memchr::memmem;
use std::cell::RefCell;

/// A text with more occurrences than this is not searched.
const MAX_CANDIDATES: usize = 200;

thread_local! {
    /// Compiled sources by URL, including wrappers and rewrites, as in the text of a function.
    static COMPILED: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

/// Records a compiled source.
pub fn record(url: &str, parts: &[&str]) {
    if !super::is_recorded() {
        return;
    }
    COMPILED.with_borrow_mut(|compiled| {
        compiled.retain(|(known, _)| known != url);
        compiled.push((url.to_owned(), parts.concat()));
    });
}

/// Where the function with this text is defined. `call` is the position of the call that passes it.
pub fn find(function: &str, call: Option<&Place>) -> Option<Place> {
    let mut found = COMPILED.with_borrow(|compiled| {
        let all = compiled.iter().flat_map(|(url, text)| places_in(url, text, function));
        all.take(MAX_CANDIDATES).collect::<Vec<Place>>()
    });
    if found.len() <= 1 {
        return found.pop();
    }
    let call = call?;
    let candidates = found.into_iter().filter(|place| path_of(place) == call.url && position(place) >= position(call));
    candidates.min_by_key(position).filter(|place| is_argument(call, place))
}

/// The filename used in stacks.
fn path_of(place: &Place) -> String {
    hexloop_source::file_path(&place.url).unwrap_or_else(|| place.url.clone())
}

fn position(place: &Place) -> (u32, u32) {
    (place.line, place.column)
}

fn places_in<'a>(url: &'a str, text: &'a str, function: &'a str) -> impl Iterator<Item = Place> + 'a {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80;
    let finder = memmem::find_iter(text.as_bytes(), function.as_bytes());
    finder.filter(move |at| *at == 0 || !is_word(text.as_bytes()[at - 1])).map(move |at| {
        let before = &text[..at];
        let line_start = memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |newline| newline + 1);
        let line = memchr::memchr_iter(b'\n', before.as_bytes()).count() as u32 + 1;
        let column = before[line_start..].encode_utf16().count() as u32 + 1;
        sources::original_place(Place { url: url.to_owned(), line, column })
    })
}

/// Whether more parentheses are opened than closed between the call and the function.
fn is_argument(call: &Place, function: &Place) -> bool {
    let mut depth = 0;
    for line in call.line..=function.line {
        let counted = sources::with_line(&call.url, line, |text| {
            let from = if line == call.line { call.column as usize - 1 } else { 0 };
            let to = if line == function.line { function.column as usize - 1 } else { usize::MAX };
            let units = text.encode_utf16().take(to).skip(from);
            units.map(|unit| i32::from(unit == u16::from(b'(')) - i32::from(unit == u16::from(b')'))).sum::<i32>()
        });
        depth += counted.unwrap_or(0);
    }
    depth > 0
}
