//! Invalid numbers, strings, templates and comments.

use oxc_diagnostics::OxcDiagnostic;

use super::unexpected::{missing_closer, unexpected};
use super::{SourceText, Translation};
use crate::check::ParseError;
use crate::tokens::Kind;

const ILLEGAL: &str = "Invalid or unexpected token";

pub(super) fn translate(text: &SourceText, message: &str, diagnostic: &OxcDiagnostic) -> Option<Translation> {
    let (start, end) = text.label(diagnostic, 0);
    let found = match message {
        "Unterminated string" => unterminated(text, start, end),
        "Unterminated multiline comment" => ParseError { recoverable: true, ..ParseError::new(ILLEGAL, start, end) },
        "Unterminated regular expression" => ParseError::new("Invalid regular expression: missing /", start, start + 1),
        "Invalid characters after number" | "Unexpected end of file" if is_number_before(text, start) => {
            bad_number(text, start)
        }
        "Invalid escape sequence" => bad_escape(text, start, end),
        "Bad escape sequence in untagged template literal" => bad_template_escape(text, start),
        "Invalid Unicode escape sequence" => unicode_escape(text, start, end),
        _ if message.starts_with("Invalid Character `") => {
            if is_number_before(text, start) {
                bad_number(text, start)
            } else {
                illegal_character(text, start)
            }
        }
        _ if message.starts_with("'0'-prefixed octal") => octal(text, start, end),
        "Decimals with leading zeros are not allowed in strict mode" => {
            ParseError::new("Decimals with leading zeros are not allowed in strict mode.", start, end)
        }
        _ => return None,
    };
    Some(found.into())
}

fn unterminated(text: &SourceText, start: usize, end: usize) -> ParseError {
    if matches!(text.source.as_bytes().get(start), Some(b'`' | b'}')) {
        let token = text.token_at(start);
        // `${a +}` followed by the rest of its template: the parser read the closing back quote as an opening one.
        if token.start < start && text.word(token).starts_with('}') {
            return unexpected(text, token);
        }
        if text.forbids_template(start) {
            return ParseError::new("Unexpected template string", start, end);
        }
        let end = text.source.len();
        return ParseError { recoverable: true, ..ParseError::new("Unexpected end of input", end, end) };
    }
    if let Some(error) = after_argument(text, start) {
        return error;
    }
    let literal = text.source[start..end].trim_end_matches(['\n', '\r']);
    let continues = text.source[start..].trim_end_matches(['\n', '\r']).ends_with('\\');
    let recoverable = continues && end >= text.source.len();
    ParseError { recoverable, ..ParseError::new(ILLEGAL, start, start + literal.len()) }
}

/// After a complete argument V8 reports the missing `)` before the unexpected token.
fn after_argument(text: &SourceText, start: usize) -> Option<ParseError> {
    let before = text.token_before(start)?;
    let whole = match before.kind {
        Kind::Name | Kind::Number | Kind::String | Kind::Regex => true,
        Kind::Punctuator => matches!(text.word(before), ")" | "]" | "}"),
        _ => false,
    };
    missing_closer(text, start).filter(|error| whole && error.message.starts_with("missing )"))
}

fn is_number_before(text: &SourceText, offset: usize) -> bool {
    let head = &text.source.as_bytes()[..offset.min(text.source.len())];
    let word = head.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
    word.last().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.') && !head.is_empty()
}

/// V8 stops after the valid digits: the underline extends from the number's start to there.
fn bad_number(text: &SourceText, offset: usize) -> ParseError {
    let bytes = text.source.as_bytes();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let start = offset - bytes[..offset].iter().rev().take_while(|byte| is_part(byte)).count();
    match bytes.get(offset) {
        Some(b'_') if bytes[offset - 1] == b'_' => {
            ParseError::new("Only one underscore is allowed as numeric separator", offset, offset + 1)
        }
        _ if bytes[offset - 1] == b'_' => {
            let message = "Numeric separators are not allowed at the end of numeric literals";
            ParseError { carets: Some(1), ..ParseError::new(message, offset, offset + 1) }
        }
        _ => ParseError::new(ILLEGAL, start, offset),
    }
}

pub(super) fn illegal_character(text: &SourceText, offset: usize) -> ParseError {
    let bytes = text.source.as_bytes();
    let rest = &text.source[offset.min(text.source.len())..];
    if let Some(error) = after_argument(text, text.token_at(offset.saturating_sub(1)).start) {
        return error;
    }
    if offset > 0 && bytes[offset - 1] == b'#' {
        return ParseError::new(ILLEGAL, offset - 1, offset);
    }
    if let Some(escape) = text.source[..offset].rfind('\\').filter(|at| text.source[*at..offset].starts_with("\\u")) {
        return ParseError::new(ILLEGAL, escape, offset);
    }
    // For a non-ASCII character V8 underlines one UTF-16 unit less than it has.
    let c = rest.chars().next().unwrap_or(' ');
    let underlined = if c.is_ascii() { c.len_utf8() } else { c.len_utf16() - 1 };
    ParseError { carets: Some(underlined as u32), ..ParseError::new(ILLEGAL, offset, offset + c.len_utf8()) }
}

/// `\uXXXX` is underlined as if it were complete, even past the end of the line.
fn unicode_escape(text: &SourceText, start: usize, end: usize) -> ParseError {
    let message = message_of_unicode(text, start);
    match text.source[start..].strip_prefix("\\u{") {
        None => ParseError { carets: Some(6), ..ParseError::new(message, start, end) },
        Some(_) if message.starts_with("Undefined") => ParseError::new(message, start, end),
        Some(digits) => {
            let good = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
            ParseError { carets: Some(1), ..ParseError::new(message, start + 3 + good, start + 4 + good) }
        }
    }
}

fn message_of_unicode(text: &SourceText, escape: usize) -> &'static str {
    match text.source.as_bytes().get(escape..escape + 3) {
        Some(b"\\u{") => {
            let digits = text.source[escape + 3..].split('}').next().unwrap_or("");
            match u32::from_str_radix(digits, 16) {
                Ok(_) => "Undefined Unicode code-point",
                Err(_) => "Invalid Unicode escape sequence",
            }
        }
        _ => "Invalid Unicode escape sequence",
    }
}

fn bad_escape(text: &SourceText, start: usize, end: usize) -> ParseError {
    let bytes = text.source.as_bytes();
    // From the analysis: the label is the whole literal, the error is `\8` or `\9` in it.
    if matches!(bytes.get(start), Some(b'"' | b'\'')) {
        let at = text.source[start..end].find("\\8").or_else(|| text.source[start..end].find("\\9")).unwrap_or(0);
        let message = "\\8 and \\9 are not allowed in strict mode.";
        return ParseError::new(message, start + at, start + at + 1);
    }
    match bytes.get(start + 1) {
        Some(b'x') => ParseError::new("Invalid hexadecimal escape sequence", start, start + 4),
        Some(b'u') => unicode_escape(text, start, end),
        _ => ParseError::new(ILLEGAL, start, end),
    }
}

fn bad_template_escape(text: &SourceText, start: usize) -> ParseError {
    let digits = text.source[start + 1..].bytes().take_while(u8::is_ascii_digit).count();
    match text.source.as_bytes().get(start + 1) {
        Some(b'x') => ParseError::new("Invalid hexadecimal escape sequence", start, start + 4),
        Some(b'u') => unicode_escape(text, start, start + 1),
        Some(b'8' | b'9') => ParseError::new("\\8 and \\9 are not allowed in template strings.", start, start + 1),
        _ => {
            let message = "Octal escape sequences are not allowed in template strings.";
            ParseError::new(message, start + 1, start + digits)
        }
    }
}

fn octal(text: &SourceText, start: usize, end: usize) -> ParseError {
    let literal = &text.source[start..end];
    if !literal.starts_with(['"', '\'']) {
        return ParseError::new("Octal literals are not allowed in strict mode.", start, end);
    }
    let bytes = literal.as_bytes();
    let mut at = 1;
    while at + 1 < bytes.len() {
        if bytes[at] == b'\\' {
            let digits = bytes[at + 1..].iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
            let is_nul = digits == 1 && bytes[at + 1] == b'0' && !bytes.get(at + 2).is_some_and(u8::is_ascii_digit);
            if digits > 0 && !is_nul {
                let message = "Octal escape sequences are not allowed in strict mode.";
                return ParseError::new(message, start + at + 1, start + at + digits);
            }
            at += 1;
        }
        at += 1;
    }
    ParseError::new("Octal escape sequences are not allowed in strict mode.", start, end)
}

impl SourceText<'_> {
    /// Whether a template at `start` would be unexpected, whatever its content.
    fn forbids_template(&self, start: usize) -> bool {
        let Some(before) = self.token_before(start) else { return false };
        let word = self.word(before);
        match before.kind {
            Kind::Keyword => matches!(word, "function" | "if" | "while" | "for" | "switch" | "class" | "var" | "const"),
            Kind::Name => {
                let earlier = self.text_before(before.start);
                earlier == "function" || (matches!(earlier, "," | "{") && self.is_in_object(start))
            }
            Kind::Punctuator => match word {
                "." | "?." => true,
                "{" | "," => self.is_in_object(start) || (word == "," && self.is_between_declarators(start)),
                _ => false,
            },
            _ => false,
        }
    }
}
