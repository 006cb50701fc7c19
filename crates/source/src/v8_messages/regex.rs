//! Invalid regular expressions: V8 prints the whole literal and one of a few reasons.

use oxc_diagnostics::OxcDiagnostic;

use super::{SourceText, Translation};
use crate::check::ParseError;
use crate::tokens::{Kind, Token};

pub(super) fn translate(text: &SourceText, message: &str, diagnostic: &OxcDiagnostic) -> Option<Translation> {
    let (start, _) = text.label(diagnostic, 0);
    if message.contains("in regular expression literal")
        || message.starts_with("The 'u' and 'v' regular expression flags")
    {
        let literal = literal_around(text, start)?;
        return Some(ParseError::new("Invalid regular expression flags", literal.start, literal.start + 1).into());
    }
    let detail = message.strip_prefix("Invalid regular expression: ")?;
    let literal = literal_around(text, start)?;
    let reason = reason(detail, text.word(literal), &text.source[start.min(literal.end)..literal.end]);
    let message = format!("Invalid regular expression: {}: {reason}", text.word(literal));
    Some(ParseError::new(message, literal.start, literal.end).into())
}

fn literal_around(text: &SourceText, offset: usize) -> Option<Token> {
    let index = text.index_at(offset);
    [index, index.saturating_sub(1)].map(|index| text.tokens[index]).into_iter().find(|token| token.kind == Kind::Regex)
}

fn reason<'m>(detail: &'m str, literal: &str, rest: &str) -> &'m str {
    let flags = literal.rsplit('/').next().unwrap_or("");
    let unicode = flags.contains(['u', 'v']);
    match detail {
        "Unterminated capturing group" | "Unterminated ignore group" | "Unterminated lookaround assertion" => {
            "Unterminated group"
        }
        "Unterminated capturing group name" | "Group specifier is empty" => "Invalid capture group name",
        "Unterminated character class" => "Unterminated character class",
        "Unterminated named reference" => "Invalid named reference",
        "Character class atom range out of order" | "Character class range out of order" => {
            "Range out of order in character class"
        }
        "Character class range with invalid atom" | "Invalid class atom" => "Invalid character class",
        "Invalid braced quantifier" => "Nothing to repeat",
        "Numbers out of order in braced quantifier" => "numbers out of order in {} quantifier",
        "Number is too large in braced quantifier" => "numbers out of order in {} quantifier",
        "Duplicated capturing group names" => "Duplicate capture group name",
        "Too many capturing groups" => "Too many captures",
        "Invalid named reference" => match literal.contains("(?<") {
            true => "Invalid named capture referenced",
            false if unicode => "Invalid named capture referenced",
            false => "Invalid named reference",
        },
        "Invalid indexed reference" => "Invalid escape",
        "Invalid extended atom escape" => "Invalid escape",
        "Invalid unicode escape sequence" | "Invalid surrogate pair" => "Invalid Unicode escape",
        "Duplicated modifier" | "Invalid modifiers" | "Empty modifiers" | "Unknown modifiers" => "Invalid group",
        "Could not parse the entire pattern" => unparsed(rest, unicode),
        _ if detail.starts_with("Lone quantifier found") => {
            if rest.starts_with(['*', '+', '?']) {
                "Nothing to repeat"
            } else {
                "Lone quantifier brackets"
            }
        }
        _ if detail.starts_with("Invalid unicode property") => "Invalid property name",
        _ if detail.starts_with("Unexpected character inside of") => "Invalid character in character class",
        _ if detail.starts_with("Invalid class operands") => "Invalid set operation in character class",
        _ => detail,
    }
}

/// The parser stopped within the pattern: the first unparsed character determines the reason.
fn unparsed(rest: &str, unicode: bool) -> &'static str {
    match rest.as_bytes().first() {
        Some(b')') => "Unmatched ')'",
        Some(b'*' | b'+' | b'?') => "Nothing to repeat",
        Some(b'(') => "Invalid group",
        Some(b'{' | b'}' | b']') if unicode => "Lone quantifier brackets",
        Some(b'{') => "Nothing to repeat",
        Some(b'\\') => "Invalid escape",
        Some(b'[') => "Unterminated character class",
        _ => "Invalid escape",
    }
}
