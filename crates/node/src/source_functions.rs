//! What the source around a position shows (`hexloop_source::Functions`), kept for the stacks to come.
//!
//! A source is parsed when a stack with a frame in it is first read, and consecutive stacks have the same few positions.

use crate::sources;
use hexloop_engine::stack::Place;
use hexloop_source::{Call, FunctionIndex, Functions, NamedFunction};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How many sources and positions are kept.
const MAX_SOURCES: usize = 32;
const MAX_POSITIONS: usize = 4096;

/// A position of a frame.
#[derive(Clone)]
pub struct Position {
    /// Where V8 points.
    pub shown: Place,
    /// Whether that is in the file that was loaded, and the number of its first line.
    is_written: bool,
    first_line: u32,
    functions: Rc<Functions>,
    offset: Option<usize>,
    index: Option<FunctionIndex>,
}

#[derive(Default)]
struct Kept {
    /// Most recent first.
    sources: Vec<(String, Rc<Functions>)>,
    positions: HashMap<String, HashMap<(u32, u32), Position>>,
    count: usize,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

impl Position {
    pub fn of(place: &Place) -> Position {
        let key = (place.line, place.column);
        let known = KEPT.with_borrow(|kept| kept.positions.get(&place.url)?.get(&key).cloned());
        known.unwrap_or_else(|| {
            let position = Position::find(place);
            KEPT.with_borrow_mut(|kept| {
                if kept.count >= MAX_POSITIONS {
                    kept.positions.clear();
                    kept.count = 0;
                }
                kept.count += 1;
                kept.positions.entry(place.url.clone()).or_default().insert(key, position.clone());
            });
            position
        })
    }

    fn find(place: &Place) -> Position {
        let shown = sources::map(place.clone());
        if place.url.starts_with("node:") {
            let functions = Rc::default();
            return Position { shown, is_written: true, first_line: 1, functions, offset: None, index: None };
        }
        let written = sources::written_place(place.clone());
        let functions = functions_of(&written.url);
        let first_line = sources::start_position(&written.url).line;
        let line = (written.line + 1).saturating_sub(first_line);
        let offset = functions.offset(line, written.column);
        let index = offset.and_then(|offset| functions.at(offset));
        let is_written = shown.url == written.url;
        Position { shown, is_written, first_line, functions, offset, index }
    }

    /// Whether the source is known.
    pub fn has_source(&self) -> bool {
        !self.functions.is_empty()
    }

    pub fn function(&self) -> Option<&NamedFunction> {
        self.index.map(|index| self.functions.get(index))
    }

    /// Where the function begins: line and column.
    pub fn function_start(&self) -> Option<(u32, u32)> {
        self.index.map(|index| self.functions.start(index))
    }

    /// The offset of where V8 points.
    pub fn shown_offset(&self) -> Option<usize> {
        self.functions.offset(self.shown.line, self.shown.column)
    }

    pub fn functions(&self) -> &Functions {
        &self.functions
    }

    pub fn call(&self) -> Option<&Call> {
        self.functions.call_at(self.offset?)
    }

    /// Where V8 points for an async function that waits here: at its `await`.
    pub fn await_place(&self) -> Option<Place> {
        let (line, column) = self.functions.await_at(self.offset?)?;
        // Not with a source map.
        let is_shown = self.is_written && self.function().is_none_or(|function| function.is_async);
        is_shown.then(|| Place { url: self.shown.url.clone(), line: line + self.first_line - 1, column })
    }

    pub fn is_in_same_function(&self, other: &Position) -> bool {
        self.index.is_some() && self.index == other.index && Rc::ptr_eq(&self.functions, &other.functions)
    }

    /// Whether the function is the one whose `this` `other` has.
    pub fn has_this_of(&self, other: &Position) -> bool {
        let this_of = other.index.and_then(|index| other.functions.this_of(index));
        this_of.is_some() && this_of == self.index && Rc::ptr_eq(&self.functions, &other.functions)
    }

    /// The function whose `this` this one has, which may be itself.
    pub fn function_of_this(&self) -> Option<&NamedFunction> {
        self.functions.this_of(self.index?).map(|index| self.functions.get(index))
    }

    pub fn is_async_start(&self) -> bool {
        let (Some(index), Some(offset)) = (self.index, self.offset) else { return false };
        self.functions.is_async_start(index, offset)
    }
}

fn functions_of(url: &str) -> Rc<Functions> {
    let known = KEPT.with_borrow_mut(|kept| {
        let at = kept.sources.iter().position(|(known, _)| known == url)?;
        kept.sources[..=at].rotate_right(1);
        kept.sources.first().map(|(_, functions)| functions.clone())
    });
    known.unwrap_or_else(|| {
        let functions = sources::text(url).map_or_else(Rc::default, |text| Rc::new(Functions::of_file(&text, url)));
        KEPT.with_borrow_mut(|kept| {
            kept.sources.truncate(MAX_SOURCES - 1);
            kept.sources.insert(0, (url.to_owned(), functions.clone()));
        });
        functions
    })
}

/// Another source has this name now.
pub fn forget(url: &str) {
    KEPT.with_borrow_mut(|kept| {
        kept.sources.retain(|(known, _)| known != url);
        kept.positions.remove(url);
    });
}
