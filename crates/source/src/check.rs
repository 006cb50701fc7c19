//! Is this text a program, and if not, what would Node say?

use crate::parse::{self, Goal, Thoroughness};
use crate::syntax_error::SyntaxError;
use crate::wording;

/// What a text is checked as, and the name its errors carry.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    pub path: &'a str,
    pub goal: Goal,
}

/// An error at the bytes `start..end`, before it is given a file and a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub message: String,
    pub start: usize,
    pub end: usize,
    /// How many carets V8 draws, where that is not the bytes' own length.
    pub carets: Option<u32>,
    /// More text after the end could make it right.
    pub unfinished: bool,
}

impl Fault {
    pub fn new(message: impl Into<String>, start: usize, end: usize) -> Fault {
        Fault { message: message.into(), start, end, carets: None, unfinished: false }
    }

    pub fn into_error(self, path: &str, source: &str) -> SyntaxError {
        SyntaxError::at(self, path, source)
    }
}

/// Checks that `source` parses, and says what Node would say if it does not.
///
/// It is meant for the text that an engine has refused, to find the words Node has for it, and for `--check`; a text
/// that the engine accepts needs no second parser.
pub fn check(source: &str, options: &Options) -> Result<(), SyntaxError> {
    match fault(source, options.goal) {
        None => Ok(()),
        Some(fault) => Err(fault.into_error(options.path, source)),
    }
}

/// The first fault of `source`, or none.
pub(crate) fn fault(source: &str, goal: Goal) -> Option<Fault> {
    match goal {
        Goal::Repl => crate::repl::fault(source),
        _ => parse::parse(source, goal, Thoroughness::Checked, |parsed| wording::first_fault(source, goal, parsed))
            .unwrap_or_else(Some),
    }
}
