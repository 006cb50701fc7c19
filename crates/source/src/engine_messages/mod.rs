//! V8's messages for errors that the engine threw, where they depend on the source: on the expression that threw, or on the arguments of a
//! native function. What the engine's message alone determines is in `crates/engine/src/message.rs`.
//!
//! ```text
//!   { a } = f()     engine: "Right side of assignment cannot be destructured" at 3:14
//!                   V8:     "Cannot destructure property 'a' of 'f(...)' as it is undefined."
//! ```
//!
//! | | file |
//! |---|---|
//! | expressions and statements · what is at the place | `language.rs` · `place.rs` |
//! | functions of the language · the table of their messages | `library.rs` · `library_rows.rs` |
//! | the places of a function where something can be thrown · how they are found | `sites.rs` · `visitor.rs`, `finder.rs` |
//! | how V8 quotes an expression · what the source shows of its value | `printer.rs` · `value.rs` |
//!
//! A value is shown if it is a literal, or a constant that is initialized with one. Where a message needs a value that the source does not
//! show, the expression is quoted instead.

mod finder;
mod language;
mod library;
mod library_rows;
mod place;
mod printer;
mod sites;
mod value;
mod visitor;

use crate::lines;
use crate::parse::{self, Goal, ParseMode};
use crate::types::{self, Language};
use language::Place;
use library::NativeCall;
use oxc_ast::ast::Program;
use sites::{Kind, Site, Sites};
pub(crate) use value::key_name;

/// An error of the engine's.
#[derive(Clone, Debug)]
pub struct EngineError<'s> {
    pub message: &'s str,
    /// Of the first frame; empty without a name.
    pub function: &'s str,
    /// Whether that frame is a native function, which the position is the call of.
    pub is_native: bool,
    /// The source of the first frame that has one: its text, its path or URL, and the position, 1-based, in UTF-16 units.
    pub place: Option<SourcePlace<'s>>,
}

#[derive(Clone, Copy, Debug)]
pub struct SourcePlace<'s> {
    pub text: &'s str,
    pub file: &'s str,
    pub line: u32,
    pub column: u32,
}

/// V8's message, and the line and column where V8 points, if that is not where the engine does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct V8Message {
    pub message: String,
    pub position: Option<(u32, u32)>,
}

/// The same with an offset.
struct Described {
    message: String,
    offset: Option<usize>,
}

impl Described {
    fn new(message: &str) -> Described {
        Described { message: message.to_owned(), offset: None }
    }

    fn at(message: String, offset: usize) -> Described {
        Described { message, offset: Some(offset) }
    }
}

/// Whether a message may be one that [`describe`] knows.
pub fn is_engine_message(message: &str) -> bool {
    language::is_known(message) || library::is_known(message)
}

/// V8's message. None where the source does not determine it.
pub fn describe(error: &EngineError) -> Option<V8Message> {
    if !is_engine_message(error.message) {
        return None;
    }
    let placed = error.place.and_then(|place| {
        let offset = lines::offset(place.text, place.line, place.column)?;
        let read = |program: &Program| at_place(error, &Sites::find(program, place.text, offset), place.text, offset);
        let described = match Language::of(place.file) {
            Language::JavaScript => {
                let goal = if place.file.ends_with(".mjs") { Goal::Module } else { Goal::CommonJs };
                let parsed = |goal| {
                    parse::parse(place.text, goal, ParseMode::TreeOnly, |parsed| {
                        (parsed.is_valid(), read(parsed.program))
                    })
                };
                match parsed(goal) {
                    Ok((true, described)) => described,
                    _ => parsed(Goal::Module).ok()?.1,
                }
            }
            language => types::tree(place.text, language, read)?,
        }?;
        let position = described.offset.map(|offset| {
            let position = lines::position(place.text, offset);
            (position.line, position.column)
        });
        Some(V8Message { message: described.message, position })
    });
    let by_message =
        || language::by_message(error.message, error.function).map(|message| V8Message { message, position: None });
    placed.or_else(by_message)
}

fn at_place(error: &EngineError, sites: &Sites, source: &str, offset: usize) -> Option<Described> {
    let call = call_at(sites, offset);
    if is_made_by_program(call, source) {
        return Some(Described::new(error.message));
    }
    let native = if error.is_native { Some(error.function) } else { call.and_then(callee_name) };
    let of_library = native.filter(|native| !native.is_empty()).and_then(|native| {
        let call = NativeCall { native, sites, site: call };
        // Some functions of the engine's have no frame.
        if error.is_native { library::message(error.message, &call) } else { library::named(error.message, &call) }
    });
    if let Some(message) = of_library {
        return Some(Described::new(&message));
    }
    if error.is_native {
        // A proxy that is called has no name.
        let is_new = matches!(call.map(|call| &call.kind), Some(Kind::Call { is_new: true, .. }));
        return language::called(error.message, is_new).map(|message| Described::new(&message));
    }
    if let Some(message) = call.and_then(|call| language::not_callable(error.message, call)) {
        return Some(Described::new(&message));
    }
    let by_message = || language::by_message(error.message, error.function).map(|message| Described::new(&message));
    let at_place = || language::at_place(error.message, &Place { sites, source, offset });
    // The position is known, too.
    if language::dead_name(error.message).is_some() {
        at_place().or_else(by_message)
    } else {
        by_message().or_else(at_place)
    }
}

/// The call that the engine points at: at the end of its callee.
fn call_at(sites: &Sites, offset: usize) -> Option<&Site> {
    let callee_end = |site: &Site| match &site.kind {
        Kind::Call { callee, .. } if callee.end <= offset && offset <= site.end => Some(callee.end),
        _ => None,
    };
    sites.sites.iter().filter(|site| callee_end(site).is_some()).max_by_key(|site| callee_end(site))
}

fn callee_name(call: &Site) -> Option<&str> {
    let Kind::Call { callee, .. } = &call.kind else { return None };
    callee.path.iter().rev().map(String::as_str).find(|name| !matches!(*name, "call" | "apply"))
}

/// `new TypeError(…)` of a program, whose message happens to be one of the engine's.
fn is_made_by_program(call: Option<&Site>, source: &str) -> bool {
    let Some(Site { kind: Kind::Call { callee, .. }, .. }) = call else { return false };
    source[..callee.end].ends_with("Error")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(engine: &str, text: &str, function: &str) -> Option<String> {
        let at = text.find('@').expect("a mark");
        let source = text.replacen('@', "", 1);
        let position = lines::position(&source, at);
        let place = SourcePlace { text: &source, file: "a.js", line: position.line, column: position.column };
        let is_native = !function.is_empty();
        describe(&EngineError { message: engine, function, is_native, place: Some(place) }).map(|it| it.message)
    }

    #[test]
    fn the_source_names_what_the_engine_does_not() {
        let cases = [
            (
                "Right side of assignment cannot be destructured",
                "const { a } = f@()",
                "Cannot destructure property 'a' of 'f(...)' as it is undefined.",
            ),
            ("undefined is not a function (near '...a of x.y...')", "for (@a of x.y);", "x.y is not iterable"),
            (
                "Cannot access uninitialized variable.",
                "f@(1, late); let late",
                "Cannot access 'late' before initialization",
            ),
            (
                "Attempted to assign to readonly property.",
                "const x = 1; log@(x); x++",
                "Assignment to constant variable.",
            ),
        ];
        for (engine, source, expected) in cases {
            assert_eq!(message(engine, source, "").as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn the_call_has_the_arguments_of_a_native_function() {
        let engine = "String.prototype.repeat argument must be greater than or equal to 0 and not be Infinity";
        assert_eq!(message(engine, "'x'.repeat@(-1)", "repeat").as_deref(), Some("Invalid count value: -1"));
        assert_eq!(
            message(engine, "const n = -2; 'x'.repeat@(n)", "repeat").as_deref(),
            Some("Invalid count value: -2")
        );
        assert_eq!(message(engine, "'x'.repeat@(n)", "repeat").as_deref(), Some("Invalid count value: n"));
    }

    #[test]
    fn messages_of_the_program_stay() {
        let translated = message("No default value", "throw new TypeError@('No default value')", "");
        assert_eq!(translated.as_deref(), Some("No default value"));
    }
}
