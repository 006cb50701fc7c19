//! The line editor's helper: completions, hints and syntax highlighting.

use super::highlight::{self, GREY, RESET};
use crate::tool_arguments::terminal_width;
use hexloop_node::Repl;
use rustyline::completion::Completer;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::{Context, Helper, Validator};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The previous lines of the current input.
#[derive(Clone, Default)]
pub struct PreviousLines(Rc<State>);

#[derive(Default)]
struct State {
    text: RefCell<String>,
    has_hints: Cell<bool>,
    /// The current line is not empty.
    has_line: Cell<bool>,
}

impl PreviousLines {
    pub fn set(&self, text: &str) {
        self.0.has_hints.set(true);
        self.0.has_line.set(false);
        text.clone_into(&mut self.0.text.borrow_mut());
    }

    pub fn set_without_hints(&self, text: &str) {
        self.set(text);
        self.0.has_hints.set(false);
    }

    /// Whether the interrupted line was not empty.
    pub fn has_line(&self) -> bool {
        self.0.has_line.get()
    }

    /// The whole input, and the offset of the current line in it.
    fn with(&self, line: &str) -> (String, usize) {
        let mut text = self.0.text.borrow().clone();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let start = text.len();
        text.push_str(line);
        (text, start)
    }
}

#[derive(Helper, Validator)]
pub struct ReplHelper {
    repl: Repl,
    previous: PreviousLines,
}

impl ReplHelper {
    pub fn new(repl: Repl, previous: PreviousLines) -> ReplHelper {
        ReplHelper { repl, previous }
    }
}

impl Completer for ReplHelper {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..position];
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let mut start = before
            .rfind(|c: char| !is_part(c))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        if before.trim_start().starts_with('.') && !before.trim_start()[1..].contains(|c: char| !c.is_alphabetic()) {
            start = before.len() - before.trim_start().len();
        }
        Ok((start, self.repl.complete(before.to_owned())))
    }
}

/// The rest of a name, which the right arrow key accepts, and the value below the line.
pub struct ReplHint {
    shown: String,
    rest: Option<String>,
}

impl Hint for ReplHint {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.rest.as_deref()
    }
}

impl Hinter for ReplHelper {
    type Hint = ReplHint;

    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<ReplHint> {
        self.previous.0.has_line.set(!line.is_empty());
        let (text, start) = self.previous.with(line);
        if !self.previous.0.has_hints.get() || position < line.len() || line.trim().is_empty() || is_command(&text) {
            return None;
        }
        let hexloop_node::Hint { rest, value } = self.repl.hint(text)?;
        let value = shortened(&value, terminal_width().unwrap_or(80));
        // No value below a line of a multi-line input.
        let below = if value.is_empty() || start > 0 { String::new() } else { format!("\n{value}") };
        let shown = format!("{rest}{below}");
        (!shown.is_empty()).then(|| ReplHint { shown, rest: Some(rest).filter(|rest| !rest.is_empty()) })
    }
}

/// Truncates to one row of the terminal.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() < width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(4)).collect();
    format!("{kept}...")
}

fn is_command(text: &str) -> bool {
    text.trim_start().strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

impl Highlighter for ReplHelper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let (text, start) = self.previous.with(line);
        if is_command(&text) { Cow::Borrowed(line) } else { Cow::Owned(highlight::coloured(&text, start)) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("{GREY}{hint}{RESET}"))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}
