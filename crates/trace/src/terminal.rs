//! Text for a terminal: width, indentation, colours.

/// How the text is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Columns.
    pub width: usize,
    pub colour: bool,
}

/// The minimal width of a column of text.
const MIN_WIDTH: usize = 30;

pub const BOLD: &str = "\x1b[1m";
pub const DIM: &str = "\x1b[2m";
pub const RED: &str = "\x1b[31m";
pub const YELLOW: &str = "\x1b[33m";
const PLAIN: &str = "\x1b[0m";

const INDENTATION: &str = "    ";

/// The text so far.
pub struct Page {
    style: Style,
    text: String,
}

impl Page {
    pub fn new(style: Style) -> Page {
        Page { style, text: String::new() }
    }

    pub fn title(&mut self, text: &str) {
        self.block("", text, BOLD);
    }

    /// A numbered output of the program; `is_error`: on standard error; `is_apart`: with an empty line above.
    pub fn item(&mut self, number: usize, lines: &[&str], is_error: bool, is_apart: bool) {
        if is_apart {
            self.text.push('\n');
        }
        let colour = if is_error { RED } else { BOLD };
        for (at, line) in lines.iter().enumerate() {
            let margin = if at == 0 { format!("{number:>2}  ") } else { INDENTATION.to_owned() };
            let painted = self.painted(&clean(line), colour);
            self.text += &format!("{margin}{painted}\n");
        }
        if lines.is_empty() {
            self.text += &format!("{number:>2}  (an empty line)\n");
        }
    }

    pub fn paragraph(&mut self, text: &str) {
        self.block(INDENTATION, text, "");
    }

    /// The rule of the loop.
    pub fn reason(&mut self, text: &str) {
        self.block(INDENTATION, text, DIM);
    }

    /// A line without wrapping.
    pub fn line(&mut self, line: &str) {
        self.text += line.trim_end();
        self.text.push('\n');
    }

    pub fn note(&mut self, text: &str) {
        self.text.push('\n');
        self.block("", text, "");
    }

    pub fn end(self) -> String {
        self.text
    }

    pub fn block(&mut self, indentation: &str, text: &str, colour: &str) {
        let width = self.style.width.max(MIN_WIDTH) - indentation.len();
        for line in wrapped(text, width) {
            let painted = self.painted(&line, colour);
            self.text += &format!("{indentation}{painted}\n");
        }
    }

    pub fn painted(&self, text: &str, colour: &str) -> String {
        if self.style.colour && !colour.is_empty() { format!("{colour}{text}{PLAIN}") } else { text.to_owned() }
    }
}

/// Replaces control characters in a program's output.
fn clean(line: &str) -> String {
    line.chars().map(|character| if character.is_control() { '·' } else { character }).collect()
}

/// Wraps text at this width; a longer word has a line of its own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last].push_str(word);
        } else if lines[last].chars().count() + 1 + word.chars().count() <= width {
            lines[last].push(' ');
            lines[last].push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_requested() {
        assert_eq!(wrapped("one two three four", 9), ["one two", "three", "four"]);
        assert_eq!(wrapped("unbreakable word", 4), ["unbreakable", "word"]);
    }

    #[test]
    fn colours_are_only_there_when_enabled() {
        let text = |colour| {
            let mut page = Page::new(Style { width: 80, colour });
            page.title("a");
            page.item(1, &["\x1b[31mred"], false, true);
            page.reason("b");
            page.end()
        };
        assert_eq!(text(false), "a\n\n 1  ·[31mred\n    b\n");
        assert_eq!(text(true), "\x1b[1ma\x1b[0m\n\n 1  \x1b[1m·[31mred\x1b[0m\n    \x1b[2mb\x1b[0m\n");
    }
}
