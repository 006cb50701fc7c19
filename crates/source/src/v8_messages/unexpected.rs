//! Unexpected tokens.

use oxc_diagnostics::OxcDiagnostic;

use super::{SourceText, Translation};
use crate::check::ParseError;
use crate::parse::Goal;
use crate::tokens::{Kind, Token, is_keyword};

pub(super) const AWAIT_OUTSIDE_ASYNC: &str =
    "await is only valid in async functions and the top level bodies of modules";

pub(super) const IMPORT_OUTSIDE_MODULE: &str = "Cannot use import statement outside a module";

pub(super) fn translate(text: &SourceText, message: &str, diagnostic: &OxcDiagnostic) -> Option<Translation> {
    let (start, _) = text.label(diagnostic, 0);
    let found = if message.starts_with("Expected `") {
        expected_another(text, message, start)
    } else if message.starts_with("Expected a semicolon") {
        expected_semicolon(text, start)
    } else if message.starts_with("Identifier expected") {
        match text.goal {
            Goal::Module if text.in_module_specifiers(start) => reserved(text.token_at(start)),
            _ => unexpected(text, text.token_at(start)),
        }
    } else if message.starts_with("`await` is only allowed") {
        misplaced_await(text, start)
    } else {
        match message {
            // Sloppy `let` alone is a name.
            "Unexpected token" if start == text.source.len() && text.text_before(start) == "let" && !text.strict => {
                return Some(Translation::Accepted);
            }
            "Unexpected token" | "Unexpected end of file" => misplaced_token(text, start),
            "Line terminator not permitted before arrow" => unexpected_after_expression(text, start),
            "Identifier expected after '?.'" => {
                unexpected(text, text.tokens[(text.index_at(start) + 1).min(text.tokens.len() - 1)])
            }
            "Expected switch clause"
            | "Unexpected JSX expression"
            | "Unexpected private identifier"
            | "Only string literals are allowed as module attribute values." => unexpected(text, text.token_at(start)),
            // The label is the token before the unexpected one, or the construct that lacks a token.
            "Expected function body" => after_parameters(text, diagnostic),
            "Empty parenthesized expression" | "'async' modifier cannot be used here." => {
                let index = text.index_at(start) + if message.starts_with('E') { 1 } else { 2 };
                unexpected(text, text.tokens[index.min(text.tokens.len() - 1)])
            }
            "Parenthesized expressions may not have a trailing comma." => {
                unexpected(text, text.tokens[text.index_at(start) + 1])
            }
            "Type assertion expressions can only be used in TypeScript files." => {
                unexpected(text, text.first_word_after(start, "as"))
            }
            "Type satisfaction expressions can only be used in TypeScript files." => {
                unexpected(text, text.first_word_after(start, "satisfies"))
            }
            "Classes can only extend a single class." => {
                unexpected(text, text.token_before(start).unwrap_or(text.token_at(start)))
            }
            "Logical expressions and coalesce expressions cannot be mixed" => mixed_coalesce(text, diagnostic),
            "The only valid meta property for new is new.target" => unexpected(text, text.third_token(start)),
            _ if message.starts_with("The only valid property accesses on import are") => {
                unexpected(text, text.third_token(start))
            }
            _ if message.starts_with("Dynamic imports can only accept") => {
                let (_, end) = text.label(diagnostic, 0);
                unexpected(text, text.token_at(end))
            }
            _ if message.starts_with("A 'yield' expression is only allowed") => {
                unexpected(text, text.tokens[(text.index_at(start) + 1).min(text.tokens.len() - 1)])
            }
            _ => return None,
        }
    };
    Some(found.into())
}

/// V8's message for an unexpected token.
pub(super) fn unexpected(text: &SourceText, token: Token) -> ParseError {
    let word = text.word(token);
    let message = match token.kind {
        Kind::End => {
            let end = text.source.len();
            return ParseError { recoverable: true, ..ParseError::new("Unexpected end of input", end, end) };
        }
        Kind::Number => "Unexpected number".to_owned(),
        Kind::String => "Unexpected string".to_owned(),
        Kind::Template if word.starts_with('}') => {
            return ParseError::new("Unexpected token '}'", token.start, token.start + 1);
        }
        Kind::Template => "Unexpected template string".to_owned(),
        Kind::Invalid if word.starts_with('`') => {
            let end = text.source.len();
            return ParseError { recoverable: true, ..ParseError::new("Unexpected end of input", end, end) };
        }
        Kind::Invalid if word.starts_with('/') && !word.starts_with("/*") => return slash(token, word),
        Kind::Invalid if !word.is_ascii() => return super::literals::illegal_character(text, token.start),
        Kind::Invalid => "Invalid or unexpected token".to_owned(),
        Kind::Keyword if word == "enum" => "Unexpected reserved word".to_owned(),
        Kind::Name if word == "await" => "Unexpected reserved word".to_owned(),
        Kind::Name if is_strict_reserved(word) && text.is_strict_at(token.start) => {
            "Unexpected strict mode reserved word".to_owned()
        }
        // V8 has separate tokens for these.
        Kind::Name if matches!(word, "async" | "of" | "using" | "get" | "set" | "accessor") => {
            format!("Unexpected token '{word}'")
        }
        // V8 no longer has the word when it reports the error.
        Kind::Name if is_future_reserved(word) => "Unexpected identifier 'undefined'".to_owned(),
        Kind::Name | Kind::PrivateName => format!("Unexpected identifier '{word}'"),
        // V8 scans a regular expression only where one is allowed.
        Kind::Regex => return slash(token, word),
        Kind::Keyword | Kind::Punctuator => format!("Unexpected token '{word}'"),
    };
    ParseError::new(message, token.start, token.end)
}

fn reserved(token: Token) -> ParseError {
    ParseError::new("Unexpected reserved word", token.start, token.end)
}

fn slash(token: Token, word: &str) -> ParseError {
    let operator = if word.starts_with("/=") { "/=" } else { "/" };
    ParseError::new(format!("Unexpected token '{operator}'"), token.start, token.start + operator.len())
}

fn is_strict_reserved(word: &str) -> bool {
    is_future_reserved(word) || matches!(word, "let" | "static" | "yield")
}

fn is_future_reserved(word: &str) -> bool {
    matches!(word, "implements" | "interface" | "package" | "private" | "protected" | "public")
}

fn misplaced_token(text: &SourceText, start: usize) -> ParseError {
    let token = text.token_at(start);
    if let Some(before) = text.token_before(start).filter(|before| before.kind == Kind::Invalid) {
        return unexpected(text, before);
    }
    let opens_regex = text.word(token).starts_with('/') && !text.word(token).starts_with("/*");
    let key = matches!(text.text_before(start), "{" | ",") && text.is_in_object(start);
    if token.kind == Kind::Invalid && opens_regex && !key {
        return ParseError::new("Invalid regular expression: missing /", token.start, token.start + 1);
    }
    if let Some(error) = reserved_before(text, start) {
        return error;
    }
    // In a class static block `await` is no identifier: V8 stops at it, the parser at the next token.
    if text.text_before(start) == "await" && text.in_static_block(start) {
        return reserved(text.token_before(start).unwrap_or(token));
    }
    if text.goal == Goal::Module {
        if text.text_before(start) == "export" && !matches!(text.word(token), "{" | "*") && token.kind != Kind::End {
            return unexpected(text, text.token_before(start).unwrap_or(token));
        }
        if text.text_before(start) == "," && text.opens_import(start) {
            return unexpected(text, text.token_before(start).unwrap_or(token));
        }
        if text.word(token) == ">" && text.text_before(start) == "--" {
            return ParseError::new("HTML comments are not allowed in modules", token.start, token.end);
        }
    }
    // `let {a: 1} = c`: a literal in a declaration's pattern.
    if matches!(token.kind, Kind::Number | Kind::String)
        && text.text_before(start) == ":"
        && text.in_declared_pattern(start)
    {
        return ParseError::new("Invalid destructuring assignment target", token.start, token.end);
    }
    unexpected(text, token)
}

/// A token after a complete expression: V8's message depends on what encloses the expression.
fn unexpected_after_expression(text: &SourceText, start: usize) -> ParseError {
    missing_closer(text, start).unwrap_or_else(|| unexpected(text, text.token_at(start)))
}

/// The closing token that V8 expects after a complete expression, which it reports before the unexpected one.
pub(super) fn missing_closer(text: &SourceText, start: usize) -> Option<ParseError> {
    let token = text.token_at(start);
    let before = text.token_before(start)?;
    let open = text.enclosing(start)?;
    let recoverable = token.kind == Kind::End;
    if text.tokens[open].kind == Kind::Template && before.start != text.tokens[open].start {
        let expression = text.tokens[(open + 1).min(text.tokens.len() - 1)];
        let message = "Missing } in template expression";
        return Some(ParseError { recoverable, ..ParseError::new(message, expression.start, token.start) });
    }
    let arguments = text.word(text.tokens[open]) == "("
        && !matches!(text.word(before), "(" | ",")
        && text.opens_arguments(open)
        && !text.opens_method_parameters(open);
    let error = ParseError::new("missing ) after argument list", before.start, before.end);
    arguments.then_some(ParseError { recoverable, ..error })
}

fn expected_another(text: &SourceText, message: &str, start: usize) -> ParseError {
    let token = text.token_at(start);
    let Some(before) = text.token_before(start) else { return unexpected(text, token) };
    let open = text.enclosing(start);
    let wanted = message.split(" but found").next().unwrap_or("");
    if text.word(token) == "=>" {
        return malformed_arrow(text, before, token);
    }
    if wanted.ends_with("`=>`") && text.text_before(before.start) == "(" {
        return unexpected(text, before);
    }
    // `({ if })`: V8 reports the key, which cannot be a shorthand, not the token after it.
    let alone = matches!(before.kind, Kind::Keyword | Kind::Number | Kind::String);
    if wanted.ends_with("`:`") && alone && matches!(text.word(token), "}" | ",") {
        return unexpected(text, before);
    }
    if wanted.ends_with("`;`") {
        if let Some(error) = in_for_head(text, open) {
            return error;
        }
        // `class A { foo: 1 }`: V8 reports the field's name, and underlines nothing.
        let separator = matches!(text.word(token), ":" | ",");
        if separator && before.kind == Kind::Name && open.is_some_and(|open| text.word(text.tokens[open]) == "{") {
            return ParseError { end: before.start, ..unexpected(text, before) };
        }
    }
    if wanted.contains("`]`") && text.word(token) == "." && text.in_declared_pattern(start) {
        let member = text.tokens[(text.index_at(start) + 1).min(text.tokens.len() - 1)];
        return ParseError::new("Illegal property in declaration context", before.start, member.end);
    }
    // Only these close what encloses an expression; anything else was expected to begin something.
    if ["`)`", "`}`", "`=>`"].iter().any(|closer| wanted.contains(closer)) {
        return unexpected_after_expression(text, start);
    }
    unexpected(text, token)
}

/// `for (const k obj)`: V8 parses it as a plain `for`, whose `const` needs an initializer.
fn in_for_head(text: &SourceText, open: Option<usize>) -> Option<ParseError> {
    let open = open.filter(|open| text.word(text.tokens[*open]) == "(")?;
    let at = |index: usize| text.tokens[index.min(text.tokens.len() - 1)];
    let before = |back: usize| open.checked_sub(back).map_or("", |index| text.word(text.tokens[index]));
    let (keyword, name) = (text.word(at(open + 1)), at(open + 2));
    if before(1) == "await" && before(2) == "for" && matches!(keyword, "const" | "let" | "var") {
        // V8 has no position for this one: it reports the first line and underlines nothing.
        let message = "Invalid left-hand side in for-await-of loop: Must have a single binding.";
        return Some(ParseError { carets: Some(u32::MAX / 2), ..ParseError::new(message, 0, 0) });
    }
    let plain = before(1) == "for" && keyword == "const" && name.kind == Kind::Name && text.word(at(open + 3)) != "=";
    plain.then(|| ParseError::new("Missing initializer in const declaration", name.start, name.end))
}

fn expected_semicolon(text: &SourceText, start: usize) -> ParseError {
    let token = text.token_at(start);
    let Some(before) = text.token_before(start.max(1)) else { return unexpected(text, token) };
    if text.word(before) == "let" && matches!(token.kind, Kind::Name) {
        let message = "Lexical declaration cannot appear in a single-statement context";
        return ParseError::new(message, before.start, before.end);
    }
    if text.word(token) == "=>" {
        return malformed_arrow(text, before, token);
    }
    reserved_before(text, start).unwrap_or_else(|| unexpected_after_expression(text, start))
}

/// A strict mode reserved word, used as an identifier, before the unexpected token.
fn reserved_before(text: &SourceText, start: usize) -> Option<ParseError> {
    let before = text.token_before(start).filter(|before| before.kind == Kind::Name)?;
    let word = text.word(before);
    let is_name = is_strict_reserved(word) && !matches!(text.text_before(before.start), "." | "?.");
    let modifier = word == "static" && text.enclosing(start).is_some_and(|open| text.opens_class(open));
    let strict = is_name && !modifier && text.is_strict_at(start);
    strict.then(|| ParseError::new("Unexpected strict mode reserved word", before.start, before.end))
}

/// `(a, 1) => …`, `f(a) => …`, `a.b => …`, `this => …`: an arrow after what cannot be parameters.
fn malformed_arrow(text: &SourceText, before: Token, arrow: Token) -> ParseError {
    let message = "Malformed arrow function parameter list";
    let close = text.index_at(before.start);
    let open = text.partner(close);
    match (text.word(before), open) {
        (")", Some(open)) => {
            let callee = open.checked_sub(1).map(|index| text.tokens[index]);
            let is_async = callee.is_some_and(|callee| text.word(callee) == "async");
            if !text.opens_arguments(open) || is_async {
                // With valid parameters the arrow is not the error: nothing follows it.
                let next = text.tokens[(close + 2).min(text.tokens.len() - 1)];
                let token = if matches!(next.kind, Kind::End | Kind::Invalid) { next } else { arrow };
                return first_bad_parameter(text, open + 1, close).unwrap_or_else(|| unexpected(text, token));
            }
            let new = open.checked_sub(2).map(|index| text.tokens[index]).filter(|word| text.word(*word) == "new");
            let named = callee.filter(|callee| callee.kind == Kind::Name && !is_keyword(text.word(*callee)));
            let start = new.or(named).unwrap_or(text.tokens[open]).start;
            ParseError::new(message, start, before.start)
        }
        ("}", Some(open)) if !text.opens_object(open) => unexpected(text, arrow),
        ("]" | "}", Some(open)) => ParseError::new(message, text.tokens[open].start, before.start),
        _ => match before.kind {
            Kind::Name if text.text_before(before.start) != "." => unexpected(text, arrow),
            Kind::Keyword if !matches!(text.word(before), "this" | "null" | "true" | "false") => {
                unexpected(text, arrow)
            }
            _ => ParseError::new(message, before.start, before.start),
        },
    }
}

/// The first element between two parentheses that is not a valid parameter.
fn first_bad_parameter(text: &SourceText, first: usize, close: usize) -> Option<ParseError> {
    let mut from = first;
    while from < close {
        let mut depth = 0usize;
        let to = (from..close).find(|&index| {
            match text.word(text.tokens[index]) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "," => return depth == 0,
                _ => {}
            }
            false
        });
        let to = to.unwrap_or(close);
        let single_name = to == from + 1 && text.tokens[from].kind == Kind::Name;
        let patterned = matches!(text.word(text.tokens[from]), "[" | "{" | "...");
        let defaulted = text.word(text.tokens[from + 1]) == "=";
        if !single_name && !patterned && !defaulted && to > from {
            let message = "Invalid destructuring assignment target";
            return Some(ParseError::new(message, text.tokens[from].start, text.tokens[to - 1].end));
        }
        from = to + 1;
    }
    None
}

/// Outside async functions `await` is an identifier to V8, so the message depends on where an identifier followed by an
/// unexpected token occurs.
fn misplaced_await(text: &SourceText, start: usize) -> ParseError {
    let index = text.index_at(start);
    let word = text.tokens[index];
    let next = text.tokens[(index + 1).min(text.tokens.len() - 1)];
    if text.goal == Goal::Module {
        return reserved(word);
    }
    match text.enclosing(start) {
        Some(open) if text.tokens[open].kind == Kind::Template => {
            let expression = text.tokens[open + 1];
            ParseError::new("Missing } in template expression", expression.start, next.start)
        }
        Some(open) if text.word(text.tokens[open]) == "(" && text.opens_arguments(open) => {
            ParseError::new("missing ) after argument list", word.start, word.end)
        }
        Some(open) if text.word(text.tokens[open]) != "{" || text.opens_object(open) => unexpected(text, next),
        _ => ParseError::new(AWAIT_OUTSIDE_ASYNC, word.start, word.end),
    }
}

/// The token after a function's parameters, where its body should be.
fn after_parameters(text: &SourceText, diagnostic: &OxcDiagnostic) -> ParseError {
    let (_, end) = text.label(diagnostic, 0);
    unexpected(text, text.token_at(end))
}

/// The second of two operators that may not be mixed.
fn mixed_coalesce(text: &SourceText, diagnostic: &OxcDiagnostic) -> ParseError {
    let (start, end) = text.label(diagnostic, 0);
    let mut depth = 0i32;
    let mut seen: Option<bool> = None;
    for &token in text.tokens.iter().filter(|token| token.start >= start && token.end <= end) {
        match text.word(token) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            word @ ("??" | "||" | "&&") if depth == 0 => {
                if seen.is_some_and(|coalesce| coalesce != (word == "??")) {
                    return unexpected(text, token);
                }
                seen = Some(word == "??");
            }
            _ => {}
        }
    }
    unexpected(text, text.token_at(start))
}

impl SourceText<'_> {
    fn first_word_after(&self, start: usize, word: &str) -> Token {
        let from = self.index_at(start);
        self.tokens[from..].iter().copied().find(|token| self.word(*token) == word).unwrap_or(self.tokens[from])
    }

    fn third_token(&self, start: usize) -> Token {
        self.tokens[(self.index_at(start) + 2).min(self.tokens.len() - 1)]
    }
}
