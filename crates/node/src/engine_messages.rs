//! V8's messages for errors that the engine threw: finds the source of an error, and asks `hexloop_source` and `hexloop_engine`.
//!
//! Many errors of a program are thrown at the same few places, so what was found for a place is kept.

use crate::sources;
use hexloop_engine::stack::{self, Place};
use hexloop_source::{EngineError, SourcePlace, V8Message};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many results are kept.
const MAX_KEPT: usize = 512;

#[derive(PartialEq, Eq, Hash)]
struct Thrown {
    message: String,
    function: String,
    place: Option<(String, u32, u32)>,
}

/// File, line and column.
type EnginePosition = (String, u32, u32);
/// V8's message, and its line and column.
type Pointed = (String, (u32, u32));

const ANSWER_COUNT: usize = 256;

thread_local! {
    static ANSWERS: [Cell<(u64, bool)>; ANSWER_COUNT] = const { [const { Cell::new((0, false)) }; ANSWER_COUNT] };
    static KEPT: RefCell<HashMap<Thrown, Option<V8Message>>> = RefCell::default();
    /// Where V8 points, by the engine's position, with the message.
    static POSITIONS: RefCell<HashMap<EnginePosition, Pointed>> = RefCell::default();
}

/// Whether a message may be one of the engine's. Asked at each read of a message, so answers are kept by the hash of the message.
pub fn may_be_engines(message: &str) -> bool {
    let mut hasher = DefaultHasher::new();
    message.hash(&mut hasher);
    let hash = hasher.finish();
    ANSWERS.with(|answers| {
        let answer = &answers[hash as usize % ANSWER_COUNT];
        let (known, mut may_be) = answer.get();
        if known != hash {
            may_be = hexloop_source::is_engine_message(message) || hexloop_engine::is_engine_message(message);
            answer.set((hash, may_be));
        }
        may_be
    })
}

/// V8's message for an error of this class, if it is the engine's; `stack` as the engine writes it.
pub fn v8_message(class: &str, message: &str, stack: &str) -> Option<String> {
    match described(message, stack) {
        Some(described) if described.message == message => None,
        Some(described) => Some(described.message),
        None => hexloop_engine::v8_message(class, message),
    }
}

/// Where V8 points, for the first position of an error's stack.
pub fn v8_position(header: &str, place: &Place) -> Option<(u32, u32)> {
    let key = (place.url.clone(), place.line, place.column);
    POSITIONS.with_borrow(|positions| {
        positions.get(&key).filter(|(message, _)| header.ends_with(message.as_str())).map(|(_, position)| *position)
    })
}

fn described(message: &str, stack: &str) -> Option<V8Message> {
    let first = stack.lines().next().unwrap_or_default();
    let is_native = first.ends_with("@[native code]");
    let frames = stack::parse(stack);
    let is_own = |place: &Place| place.url.starts_with("node:");
    // A class without a constructor has the engine's, which calls `super` in a frame of its own.
    let is_super = is_native && message.contains("(evaluating 'super(");
    let frame = if is_super { frames.get(1) } else { frames.first() };
    let function = frame.map(|frame| frame.function.clone()).unwrap_or_default();
    // Of code of ours the message is all there is; below a native function ours may have called it for a program.
    let place = match is_native {
        false => frames.first().and_then(|frame| frame.place.clone()).filter(|place| !is_own(place)),
        true => frames.iter().filter_map(|frame| frame.place.clone()).find(|place| !is_own(place)),
    };
    let key = place.as_ref().map(|place| (place.url.clone(), place.line, place.column));
    let thrown = Thrown { message: message.to_owned(), function, place: key };
    if let Some(known) = KEPT.with_borrow(|kept| kept.get(&thrown).cloned()) {
        return known;
    }
    let described = describe(&thrown, is_native, place);
    if let (Some(V8Message { message, position: Some(position) }), Some(place)) = (&described, &thrown.place) {
        POSITIONS.with_borrow_mut(|positions| {
            if positions.len() >= MAX_KEPT {
                positions.clear();
            }
            positions.insert(place.clone(), (message.clone(), *position));
        });
    }
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert(thrown, described.clone());
    });
    described
}

fn describe(thrown: &Thrown, is_native: bool, place: Option<Place>) -> Option<V8Message> {
    let function = match thrown.function.as_str() {
        stack::MODULE_FRAME | stack::ES_MODULE_FRAME => "",
        name => name,
    };
    let error = |place| EngineError { message: &thrown.message, function, is_native, place };
    let original = place.map(sources::original_place);
    let text = original.as_ref().and_then(|place| sources::text(&place.url));
    let (Some(place), Some(text)) = (original, text) else { return hexloop_source::describe(&error(None)) };
    let first_line = sources::start_position(&place.url).line;
    let line = (place.line + 1).saturating_sub(first_line);
    let found = SourcePlace { text: &text, file: &place.url, line, column: place.column };
    let described = hexloop_source::describe(&error(Some(found)))?;
    let position = described.position.map(|(line, column)| (line + first_line - 1, column));
    Some(V8Message { position, ..described })
}
