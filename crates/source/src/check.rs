//! Is this source valid, and if not, what would Node print?

use std::borrow::Cow;

use crate::parse::{self, Goal, ParseMode, Parsed};
use crate::syntax_error::SyntaxError;
use crate::v8_messages::{self, Diagnosis};

/// The goal that a source is checked for, and the path its errors name.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// As Node prints it: a path for CommonJS, a `file:` URL for a module, `[eval]` for `-e`.
    pub path: &'a str,
    pub goal: Goal,
}

/// An error at the bytes `start..end`, without file and line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    pub message: String,
    pub start: usize,
    pub end: usize,
    /// How many carets V8 prints, where that is not the length of the range.
    pub carets: Option<u32>,
    /// More input could fix it, as `Recoverable` of Node's REPL.
    pub recoverable: bool,
}

impl ParseError {
    pub fn new(message: impl Into<String>, start: usize, end: usize) -> ParseError {
        ParseError { message: message.into(), start, end, carets: None, recoverable: false }
    }

    pub fn into_error(self, path: &str, source: &str) -> SyntaxError {
        SyntaxError::at(self, path, source)
    }
}

/// Checks that `source` parses; the error is the one that Node would report.
///
/// For a source that the engine has rejected, to find Node's message for it, and for `--check`; a source that the engine accepts
/// needs no second parser.
pub fn check(source: &str, options: &Options) -> Result<(), SyntaxError> {
    match syntax_error(source, options.goal) {
        None => Ok(()),
        Some(error) => Err(error.into_error(options.path, source)),
    }
}

/// The first error of `source`, or none.
pub(crate) fn syntax_error(source: &str, goal: Goal) -> Option<ParseError> {
    match goal {
        Goal::Repl => crate::repl::syntax_error(source),
        _ => first_error(source, goal, |_, error| error),
    }
}

/// Parses and diagnoses. Where V8 accepts what the parser rejects, that part is replaced by something valid (a call that is
/// assigned to becomes a name of the same length) and the rest is diagnosed. `refine` may inspect the parse again.
pub(crate) fn first_error(
    source: &str,
    goal: Goal,
    refine: impl Fn(&Parsed, ParseError) -> ParseError + Send + Sync,
) -> Option<ParseError> {
    tolerated(source, goal, refine).err()
}

/// The source as [`first_error`] diagnosed it, without the parts that only V8 accepts; byte offsets stay the same.
pub(crate) fn tolerated<'s>(
    source: &'s str,
    goal: Goal,
    refine: impl Fn(&Parsed, ParseError) -> ParseError + Send + Sync,
) -> Result<Cow<'s, str>, ParseError> {
    const MAX_TOLERATED: usize = 16;
    let mut text = Cow::Borrowed(source);
    for _ in 0..MAX_TOLERATED {
        let diagnosis =
            parse::parse(&text, goal, ParseMode::Checked, |parsed| match v8_messages::diagnose(&text, goal, parsed) {
                Diagnosis::Invalid(error) => Diagnosis::Invalid(refine(parsed, error)),
                other => other,
            });
        match diagnosis {
            Err(error) | Ok(Diagnosis::Invalid(error)) => return Err(error),
            Ok(Diagnosis::Valid) => break,
            Ok(Diagnosis::Tolerated(range)) if range.is_empty() => break,
            Ok(Diagnosis::Tolerated(range)) => {
                let name: String = text[range.clone()].chars().map(same_width).collect();
                text.to_mut().replace_range(range, &name);
            }
        }
    }
    Ok(text)
}

/// A name character, or the same line terminator, of the same length in UTF-8.
fn same_width(c: char) -> char {
    match c.len_utf8() {
        1 if matches!(c, '\n' | '\r') => c,
        1 => 'a',
        2 => 'é',
        3 if matches!(c, '\u{2028}' | '\u{2029}') => c,
        3 => '一',
        _ => '𠀀',
    }
}
