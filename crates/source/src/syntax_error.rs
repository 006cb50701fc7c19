//! A syntax error as Node reports it, and the code frame at the start of every error report.

use std::fmt;

use crate::check::ParseError;
use crate::lines::{self, Position};

/// Node truncates the line of carets to this length.
const UNDERLINE_LIMIT: usize = 1020;

/// A syntax error and its position. `line` and `column` are 1-based; `column` and `length` count UTF-16 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message, without `SyntaxError: `.
    pub message: String,
    /// The file, as given in [`Options`](crate::Options).
    pub path: String,
    pub line: u32,
    pub column: u32,
    /// How many units the carets cover; 0 at the end of the input, where Node prints none.
    pub length: u32,
    /// The text of the line, without its terminator.
    pub source_line: String,
    /// The underlined range extends past the end of its line: then Node prints no line of carets.
    pub(crate) overflows: bool,
}

impl SyntaxError {
    pub(crate) fn at(error: ParseError, path: &str, source: &str) -> SyntaxError {
        let start = lines::floor_boundary(source, error.start);
        let end = lines::floor_boundary(source, error.end.max(start));
        let Position { line, column, line_start } = lines::position(source, start);
        let source_line = lines::line_from(source, line_start).to_owned();
        let carets = error.carets.unwrap_or_else(|| lines::utf16_length(&source[start..end]));
        let available = lines::utf16_length(&source_line) - (column - 1).min(lines::utf16_length(&source_line));
        // Node compares the column in UTF-16 units with the line's length in bytes.
        let overflows = (column - 1 + carets) as usize > source_line.len();
        SyntaxError {
            message: error.message,
            path: path.to_owned(),
            line,
            column,
            length: if overflows { carets.min(available) } else { carets },
            source_line,
            overflows,
        }
    }

    /// What Node prints before the stack: `FILE:LINE`, the line, the carets, a blank line, `SyntaxError: message`.
    pub fn render(&self) -> String {
        let underline = match self.overflows {
            true => String::new(),
            false => underline(&self.source_line, self.column, self.length) + "\n",
        };
        format!("{}:{}\n{}\n{underline}\nSyntaxError: {}", self.path, self.line, self.source_line, self.message)
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SyntaxError: {}", self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// The line `line` of `source`, and below it carets under `length` units from `column` on; both end with a newline.
///
/// This is the start of Node's report for an uncaught error, after `FILE:LINE`. The result is empty for a line that does not
/// exist.
///
/// ```
/// assert_eq!(hexloop_source::code_frame("a\n\tthrow e", 2, 2, 5), "\tthrow e\n\t^^^^^\n");
/// ```
pub fn code_frame(source: &str, line: u32, column: u32, length: u32) -> String {
    let text = lines::line_text(source, line);
    if line == 0 || text.is_empty() {
        return String::new();
    }
    format!("{text}\n{}\n", underline(text, column, length))
}

/// Spaces up to `column` (tabs stay tabs, so that the carets are aligned with their token), then carets. As in Node, `column`
/// counts UTF-16 units while tabs are searched for byte by byte.
fn underline(text: &str, column: u32, length: u32) -> String {
    let indent = (column.saturating_sub(1) as usize).min(UNDERLINE_LIMIT);
    let bytes = text.bytes().chain(std::iter::repeat(b' ')).take(indent);
    let mut line: String = bytes.map(|byte| if byte == b'\t' { '\t' } else { ' ' }).collect();
    line.extend(std::iter::repeat_n('^', (length as usize).min(UNDERLINE_LIMIT - indent)));
    line
}
