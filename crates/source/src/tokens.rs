//! A small tokenizer for cases without a syntax tree.
//!
//! A source that does not parse has no tree, yet the report has to name the token that V8 would name and the one before it. And
//! the nesting depth must be known *before* the recursive parser runs. Both need only tokens, so this scans the source once,
//! without allocating per token.
//!
//! A tokenizer alone cannot decide whether `/` divides or begins a regular expression. The usual approximation is used: the token
//! before it decides, and for `)` and `}` what the matching bracket opened. A wrong guess costs a less exact caret, never a wrong
//! result: whether a source is valid is up to the parser.

use memchr::memmem;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier, including contextual keywords (`of`, `async`, `static`, …).
    Name,
    /// A reserved word.
    Keyword,
    PrivateName,
    Number,
    String,
    /// A template without substitutions, or its part up to `${`, or from `}` on.
    Template,
    Regex,
    Punctuator,
    /// A character that begins no token, or an unterminated literal.
    Invalid,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn text<'a>(&self, source: &'a str) -> &'a str {
        source.get(self.start..self.end).unwrap_or("")
    }
}

/// What a `(` or `{` opened, stored until the matching bracket: decides what a `/` after that means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opened {
    /// An expression: a `/` after it divides.
    Value,
    /// The head of `if`, `while`, `for`, `with`, or a block: a `/` after it begins a regular expression.
    Statement,
    /// `${` of a template: its `}` continues the template.
    Substitution,
}

pub(crate) struct Tokens<'a> {
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
    open: Vec<Opened>,
    /// Whether a `/` here would divide.
    after_value: bool,
    /// The last token is a keyword whose `(` opens the head of a statement.
    after_head_word: bool,
    /// Whether a `{` here begins an object.
    before_object: bool,
    /// After `.` or `?.` every word is a name.
    after_dot: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(source: &'a str) -> Self {
        let at = if source.starts_with("#!") { line_end(source.as_bytes(), 0) } else { 0 };
        Tokens {
            source,
            bytes: source.as_bytes(),
            at,
            open: Vec::new(),
            after_value: false,
            after_head_word: false,
            before_object: false,
            after_dot: false,
        }
    }

    /// How many brackets are open after the last token.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    pub fn next(&mut self) -> Token {
        if let Some(unterminated) = self.skip_space() {
            return unterminated;
        }
        let start = self.at;
        let Some(&byte) = self.bytes.get(start) else {
            return Token { kind: Kind::End, start, end: start };
        };
        let kind = match byte {
            b'0'..=b'9' => self.number(),
            b'.' if self.bytes.get(start + 1).is_some_and(u8::is_ascii_digit) => self.number(),
            b'"' | b'\'' => self.string(byte),
            b'`' => self.template(),
            b'}' if self.open.last() == Some(&Opened::Substitution) => {
                self.open.pop();
                self.template()
            }
            b'/' if !self.after_value => self.regex(),
            b'#' => self.private_name(),
            b'\\' => self.word(),
            _ if byte >= 0x80 || byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' => self.word(),
            _ => self.punctuator(byte),
        };
        self.remember(kind, start);
        Token { kind, start, end: self.at }
    }

    fn remember(&mut self, kind: Kind, start: usize) {
        let text = &self.source[start..self.at];
        self.after_head_word = false;
        self.after_dot = kind == Kind::Punctuator && matches!(text, "." | "?.");
        match kind {
            Kind::Keyword => {
                self.after_value = matches!(text, "this" | "super" | "null" | "true" | "false");
                self.after_head_word = matches!(text, "if" | "while" | "for" | "with");
                self.before_object = matches!(
                    text,
                    "return" | "typeof" | "case" | "in" | "instanceof" | "new" | "void" | "delete" | "throw"
                );
            }
            Kind::Punctuator => {
                self.before_object = !matches!(text, ")" | "]" | "}" | ";" | "{" | "=>");
                match text {
                    ")" | "]" | "}" => {} // set by `punctuator`
                    "++" | "--" => {}
                    _ => self.after_value = false,
                }
            }
            Kind::Template => {
                self.after_value = self.open.last() != Some(&Opened::Substitution) || text.ends_with('`');
                self.before_object = !self.after_value;
            }
            Kind::Name => {
                // A division after `await` or `yield` is even rarer than a regular expression.
                self.after_value = !matches!(text, "await" | "yield" | "of");
                self.before_object = !self.after_value;
            }
            _ => {
                self.after_value = true;
                self.before_object = false;
            }
        }
    }

    /// Skips white space and comments; an unterminated comment is a token.
    fn skip_space(&mut self) -> Option<Token> {
        loop {
            let rest = &self.bytes[self.at..];
            match rest {
                [b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c, ..] => self.at += 1,
                [b'/', b'/', ..] => self.at = line_end(self.bytes, self.at),
                [b'<', b'!', b'-', b'-', ..] => self.at = line_end(self.bytes, self.at),
                [b'/', b'*', ..] => match memmem::find(&rest[2..], b"*/") {
                    Some(length) => self.at += length + 4,
                    None => {
                        let start = self.at;
                        self.at = self.bytes.len();
                        return Some(Token { kind: Kind::Invalid, start, end: self.at });
                    }
                },
                [0x80..=0xff, ..] => {
                    let c = self.source[self.at..].chars().next()?;
                    if !c.is_whitespace() && c != '\u{feff}' {
                        return None;
                    }
                    self.at += c.len_utf8();
                }
                _ => return None,
            }
        }
    }

    fn number(&mut self) -> Kind {
        let radix = self.bytes[self.at] == b'0'
            && matches!(self.bytes.get(self.at + 1), Some(b'x' | b'X' | b'b' | b'B' | b'o' | b'O'));
        let mut fraction = radix;
        while let Some(&byte) = self.bytes.get(self.at) {
            let after_exponent = !radix && matches!(self.bytes[self.at - usize::from(self.at > 0)], b'e' | b'E');
            match byte {
                b'+' | b'-' if after_exponent => {}
                b'.' if !fraction => fraction = true,
                b'e' | b'E' if !radix => fraction = true,
                _ if byte.is_ascii_alphanumeric() || byte == b'_' => {}
                _ => break,
            }
            self.at += 1;
        }
        Kind::Number
    }

    fn string(&mut self, quote: u8) -> Kind {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\\' => {
                    let crlf = self.bytes[self.at + 1..].starts_with(b"\r\n");
                    self.at = (self.at + if crlf { 3 } else { 2 }).min(self.bytes.len());
                }
                b'\n' | b'\r' => return Kind::Invalid,
                _ => {
                    self.at += 1;
                    if byte == quote {
                        return Kind::String;
                    }
                }
            }
        }
        self.at = self.bytes.len();
        Kind::Invalid
    }

    /// Reads a template from its opening back quote, or from the `}` of a substitution on.
    fn template(&mut self) -> Kind {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\\' => self.at = (self.at + 2).min(self.bytes.len()),
                b'`' => {
                    self.at += 1;
                    return Kind::Template;
                }
                b'$' if self.bytes.get(self.at + 1) == Some(&b'{') => {
                    self.at += 2;
                    self.open.push(Opened::Substitution);
                    return Kind::Template;
                }
                _ => self.at += 1,
            }
        }
        Kind::Invalid
    }

    fn regex(&mut self) -> Kind {
        self.at += 1;
        let mut in_class = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' | b'\r' => return Kind::Invalid,
                b'\\' => self.at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    self.at += 1;
                    while self.bytes.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
                        self.at += 1;
                    }
                    return Kind::Regex;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.bytes.len();
        Kind::Invalid
    }

    fn private_name(&mut self) -> Kind {
        self.at += 1;
        let after_hash = self.at;
        match self.word() {
            Kind::Name | Kind::Keyword => Kind::PrivateName,
            _ => {
                self.at = after_hash;
                Kind::Invalid
            }
        }
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' {
                self.at += 1;
            } else if byte == b'\\' && self.bytes.get(self.at + 1) == Some(&b'u') {
                self.at = match self.bytes.get(self.at + 2) {
                    Some(b'{') => self.bytes[self.at..]
                        .iter()
                        .position(|&b| b == b'}')
                        .map_or(self.bytes.len(), |n| self.at + n + 1),
                    _ => (self.at + 6).min(self.bytes.len()),
                };
            } else if byte >= 0x80 {
                let Some(c) = self.source.get(self.at..).and_then(|rest| rest.chars().next()) else { break };
                if !oxc_syntax::identifier::is_identifier_part(c) {
                    break;
                }
                self.at += c.len_utf8();
            } else {
                break;
            }
        }
        // An escape may end inside a character.
        while !self.source.is_char_boundary(self.at) {
            self.at += 1;
        }
        if self.at == start {
            let width = self.source[start..].chars().next().map_or(0, char::len_utf8);
            self.at += width;
            return Kind::Invalid;
        }
        if !self.after_dot && is_keyword(&self.source[start..self.at]) { Kind::Keyword } else { Kind::Name }
    }

    fn punctuator(&mut self, byte: u8) -> Kind {
        match byte {
            b'(' => self.open.push(if self.after_head_word { Opened::Statement } else { Opened::Value }),
            b'[' => self.open.push(Opened::Value),
            b'{' => self.open.push(if self.before_object { Opened::Value } else { Opened::Statement }),
            b')' | b']' | b'}' => self.after_value = self.open.pop() != Some(Opened::Statement),
            b'@' => {
                self.at += 1;
                return Kind::Invalid;
            }
            _ if !byte.is_ascii_punctuation() => {
                self.at += 1;
                return Kind::Invalid;
            }
            _ => {}
        }
        let rest = &self.bytes[self.at..];
        let length = punctuator_length(rest);
        let digit_follows = rest.starts_with(b"?.") && rest.get(2).is_some_and(u8::is_ascii_digit);
        self.at += if digit_follows { 1 } else { length };
        Kind::Punctuator
    }
}

/// How many bytes the longest punctuator at the start of `rest` has.
fn punctuator_length(rest: &[u8]) -> usize {
    match rest {
        // The most frequent ones. Comparing with a list of strings instead made the whole tokenizer three times slower.
        [b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b':' | b'~', ..] => 1,
        [b'>', b'>', b'>', b'=', ..] => 4,
        [b'.', b'.', b'.', ..]
        | [b'=' | b'!', b'=', b'=', ..]
        | [b'*', b'*', b'=', ..]
        | [b'<', b'<', b'=', ..]
        | [b'>', b'>', b'=' | b'>', ..]
        | [b'&', b'&', b'=', ..]
        | [b'|', b'|', b'=', ..]
        | [b'?', b'?', b'=', ..] => 3,
        [b'=', b'>' | b'=', ..]
        | [b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^', b'=', ..]
        | [b'?', b'?' | b'.', ..]
        | [b'&', b'&', ..]
        | [b'|', b'|', ..]
        | [b'+', b'+', ..]
        | [b'-', b'-', ..]
        | [b'<', b'<', ..]
        | [b'>', b'>', ..]
        | [b'*', b'*', ..] => 2,
        _ => 1,
    }
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[from..]).map_or(bytes.len(), |length| from + length)
}

pub(crate) fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "break"
            | "case"
            | "catch"
            | "class"
            | "const"
            | "continue"
            | "debugger"
            | "default"
            | "delete"
            | "do"
            | "else"
            | "enum"
            | "export"
            | "extends"
            | "false"
            | "finally"
            | "for"
            | "function"
            | "if"
            | "import"
            | "in"
            | "instanceof"
            | "new"
            | "null"
            | "return"
            | "super"
            | "switch"
            | "this"
            | "throw"
            | "true"
            | "try"
            | "typeof"
            | "var"
            | "void"
            | "while"
            | "with"
    )
}
