//! Syntax highlighting for REPL input, with the colours of Node's REPL. The input may be incomplete, so this scans only the tokens
//! that have a colour.

pub const GREY: &str = "\x1b[90m";
pub const RESET: &str = "\x1b[39m";
const CYAN: &str = "\x1b[36m";
const GREEN: &str = "\x1b[32m";
const RED: &str = "\x1b[31m";
const YELLOW: &str = "\x1b[33m";
const BOLD: &str = "\x1b[1m";
const NOT_BOLD: &str = "\x1b[22m";

const KEYWORDS: &[&str] = &[
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "export",
    "extends",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "let",
    "new",
    "of",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// After these a slash begins a regular expression.
const BEFORE_REGEXP: &[&str] =
    &["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield"];

/// `text` from byte `start` on, highlighted.
pub fn coloured(text: &str, start: usize) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for (colour, token) in tokens(text) {
        let at = token.as_ptr() as usize - text.as_ptr() as usize;
        let Some(visible) = token.get(start.saturating_sub(at)..).filter(|visible| !visible.is_empty()) else {
            continue;
        };
        match colour {
            "" => out.push_str(visible),
            BOLD => out.extend([BOLD, visible, NOT_BOLD]),
            colour => out.extend([colour, visible, RESET]),
        }
    }
    out
}

fn tokens(text: &str) -> Vec<(&'static str, &str)> {
    let mut scanner = Scanner { text, at: 0, tokens: Vec::new(), value_before: false, property_next: false };
    let mut templates = Vec::new();
    while scanner.at < text.len() {
        scanner.token(&mut templates);
    }
    scanner.tokens
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<(&'static str, &'t str)>,
    /// The last token ended an expression, so a slash divides.
    value_before: bool,
    /// The next name follows a dot, so it is no keyword.
    property_next: bool,
}

impl<'t> Scanner<'t> {
    /// `templates`: for each open template, how many braces are open in its current `${}`.
    fn token(&mut self, templates: &mut Vec<usize>) {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return };
        match first {
            _ if rest.starts_with("//") => self.take(GREY, rest.find('\n').unwrap_or(rest.len()), false),
            _ if rest.starts_with("/*") => {
                self.take(GREY, rest.find("*/").map_or(rest.len(), |end| end + 2), false);
            }
            '"' | '\'' => self.take(GREEN, string_length(rest, first), true),
            '`' => self.template(1, templates),
            '}' if templates.last() == Some(&0) => {
                templates.pop();
                self.template(1, templates);
            }
            '/' if !self.value_before => self.take(RED, regexp_length(rest), true),
            '0'..='9' => self.take(YELLOW, length_while(rest, |c| c.is_alphanumeric() || matches!(c, '.' | '_')), true),
            _ if is_name(first) => self.name(length_while(rest, is_name)),
            _ => {
                match (first, templates.last_mut()) {
                    ('{', Some(braces)) => *braces += 1,
                    ('}', Some(braces)) => *braces -= 1,
                    _ => {}
                }
                let is_space = first.is_whitespace();
                let (value_before, property_next) = (self.value_before, self.property_next);
                self.take("", first.len_utf8(), matches!(first, ')' | ']' | '}'));
                if is_space {
                    (self.value_before, self.property_next) = (value_before, property_next);
                } else {
                    self.property_next = first == '.';
                }
            }
        }
    }

    fn take(&mut self, colour: &'static str, length: usize, is_value: bool) {
        self.tokens.push((colour, &self.text[self.at..self.at + length]));
        self.at += length;
        self.value_before = is_value;
        self.property_next = false;
    }

    fn name(&mut self, length: usize) {
        let name = &self.text[self.at..self.at + length];
        let is_property = self.property_next;
        let colour = match name {
            _ if is_property => "",
            "true" | "false" | "NaN" | "Infinity" => YELLOW,
            "null" => BOLD,
            "undefined" => GREY,
            _ if KEYWORDS.contains(&name) => CYAN,
            _ => "",
        };
        self.take(colour, length, is_property || !BEFORE_REGEXP.contains(&name));
    }

    /// A part of a template: up to its end, or to the next `${`.
    fn template(&mut self, skip: usize, templates: &mut Vec<usize>) {
        let rest = &self.text[self.at..];
        let mut characters = rest.char_indices().skip(skip);
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => drop(characters.next()),
                '`' => return self.take(GREEN, at + 1, true),
                '$' if rest[at..].starts_with("${") => {
                    templates.push(0);
                    return self.take(GREEN, at + 2, false);
                }
                _ => {}
            }
        }
        self.take(GREEN, rest.len(), true);
    }
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$' | '#')
}

fn length_while(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|character| !is_part(character)).unwrap_or(text.len())
}

/// With its quotes; an unterminated string ends with its line.
fn string_length(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '\n' => return at,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn regexp_length(text: &str) -> usize {
    let mut in_class = false;
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '[' => in_class = true,
            ']' => in_class = false,
            '\n' => return at,
            '/' if !in_class => return at + 1 + length_while(&text[at + 1..], char::is_alphabetic),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each highlighted token as `<token>`.
    fn marked(text: &str) -> String {
        tokens(text)
            .into_iter()
            .map(|(colour, token)| if colour.is_empty() { token.to_owned() } else { format!("<{token}>") })
            .collect()
    }

    #[test]
    fn literals_keywords_and_comments_have_a_colour() {
        assert_eq!(marked("const a = 'b' + 1.5e3"), "<const> a = <'b'> + <1.5e3>");
        assert_eq!(marked("x = null ?? undefined || true"), "x = <null> ?? <undefined> || <true>");
        assert_eq!(marked("a.delete(/* b */ c) // d"), "a.delete(</* b */> c) <// d>");
        assert_eq!(marked("a / b / c, /d[/]e/g.test(f)"), "a / b / c, </d[/]e/g>.test(f)");
    }

    #[test]
    fn a_template_is_coloured_around_its_expressions() {
        assert_eq!(marked("`a${ {b: 1} }c${d}e` + 2"), "<`a${> {b: <1>} <}c${>d<}e`> + <2>");
        assert_eq!(marked("`a"), "<`a>");
    }

    #[test]
    fn what_was_typed_before_counts_but_is_not_shown() {
        let text = "`first\nsecond` + 1";
        assert_eq!(coloured(text, 7), format!("{GREEN}second`{RESET} + {YELLOW}1{RESET}"));
    }

    #[test]
    fn nothing_is_lost_wherever_the_input_ends() {
        let text = "const a = `b${c + '\\'d'}é` / 2 /* e */ + /f[/]/g; // ü";
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let joined: String = tokens(&text[..end]).into_iter().map(|(_, token)| token).collect();
            assert_eq!(joined, text[..end]);
        }
    }
}
