//! V8's messages for the diagnostics of the parser.
//!
//! Both parsers read left to right and fail at the same token, so the *position* of an error is mostly the same; the message
//! differs, and sometimes which part of the construct is underlined. A diagnostic is identified by its message, since it has no
//! code:
//!
//! ```text
//!   parser:  Expected `,` or `)` but found `decimal`     at the 2 of  foo(1 2)
//!   V8:      missing ) after argument list               at the 1, the last token it consumed
//! ```
//!
//! `unexpected` covers unexpected tokens, `early` covers early errors, `literals` and `regex` cover literals. Other diagnostics keep
//! the parser's own message.

mod context;
mod early;
mod literals;
mod regex;
mod unexpected;

use std::ops::Range;

use oxc_ast::ast::{
    BinaryExpression, BindingPattern, Declaration, Decorator, ImportDeclaration, ImportExpression, ImportPhase,
    Program, Statement, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_diagnostics::OxcDiagnostic;
use oxc_span::GetSpan;

use crate::check::ParseError;
use crate::parse::{Goal, Parsed};
use crate::tokens::{Kind, Token, Tokens};

/// The parameters of Node's CommonJS wrapper.
pub(crate) const WRAPPER_NAMES: [&str; 5] = ["exports", "require", "module", "__filename", "__dirname"];

/// How V8 would treat a parsed source.
pub(crate) enum Diagnosis {
    Valid,
    Invalid(ParseError),
    /// No error so far, but the parser stopped at these bytes, which V8 accepts as an assignment target until run time: what
    /// follows was not parsed.
    Tolerated(Range<usize>),
}

/// The error V8 would report: the first it detects, which is the one whose construct ends first.
pub(crate) fn diagnose(source: &str, goal: Goal, parsed: &Parsed) -> Diagnosis {
    match first_error(source, goal, parsed) {
        Some(error) => Diagnosis::Invalid(error),
        None => match parsed.diagnostics.first() {
            None => Diagnosis::Valid,
            Some(diagnostic) => {
                let (start, end) = label(diagnostic, 0);
                Diagnosis::Tolerated(start..end)
            }
        },
    }
}

fn first_error(source: &str, goal: Goal, parsed: &Parsed) -> Option<ParseError> {
    let wrapper_clash = match goal {
        Goal::CommonJs => wrapper_redeclaration(parsed.program).or_else(|| await_using(parsed.program)),
        _ => None,
    };
    if parsed.is_valid() {
        return wrapper_clash.or_else(|| unsupported_by_v8(parsed.program));
    }
    let text = SourceText::new(source, goal, parsed);
    let noticed = |diagnostic: &&OxcDiagnostic| label(diagnostic, diagnostic.labels.len().saturating_sub(1)).1;
    let mut in_order: Vec<&OxcDiagnostic> = parsed.diagnostics.iter().collect();
    in_order.sort_by_key(noticed);
    let found = in_order.iter().find_map(|diagnostic| Some((noticed(diagnostic), text.translate(diagnostic)?)));
    let error = match (wrapper_clash, found) {
        (Some(clash), Some((position, _))) if clash.end <= position => clash,
        (Some(clash), None) => clash,
        (_, found) => found?.1,
    };
    let sign = text.at_sign_before(error.start);
    let position = sign.as_ref().map_or(error.start, |sign| sign.start);
    let module = if goal == Goal::Module { None } else { text.module_syntax_before(position) };
    Some(module.or(sign).unwrap_or(error))
}

/// Whether the source ends where the parser expected more.
///
/// Node's REPL asks its second parser whether it was at the end of the input when it gave up. That also holds if the last token
/// violates a rule that is checked after the next token: `const x`, `break`.
pub(crate) fn is_truncated(source: &str, parsed: &Parsed) -> bool {
    const CHECKED_AFTER_NEXT_TOKEN: [&str; 8] = [
        "Missing initializer",
        "Missing catch or finally",
        "Identifier `",
        "Identifier expected after '?.'",
        "Illegal break",
        "Illegal continue",
        "Invalid assignment in object literal",
        "Unexpected new.target",
    ];
    let text = SourceText::new(source, Goal::Repl, parsed);
    if text.text_before(source.len()) == "=>" {
        return true;
    }
    parsed.diagnostics.iter().any(|diagnostic| {
        if text.translate(diagnostic).is_some_and(|error| error.recoverable) {
            return true;
        }
        let (_, end) = text.label(diagnostic, diagnostic.labels.len().saturating_sub(1));
        let mut rest = text.tokens[text.index_at(end)..].iter().map(|token| text.word(*token));
        // Whether an object is a pattern is known when the enclosing brackets are closed.
        let closers = diagnostic.message.starts_with("Invalid assignment in object literal");
        CHECKED_AFTER_NEXT_TOKEN.iter().any(|start| diagnostic.message.starts_with(start))
            && rest.all(|word| word.is_empty() || (closers && matches!(word, "}" | ")" | "]")))
    })
}

/// An invalid source with what the rules need to know about it.
pub(crate) struct SourceText<'a> {
    source: &'a str,
    goal: Goal,
    program: &'a Program<'a>,
    tokens: Vec<Token>,
    strict: bool,
}

impl<'a> SourceText<'a> {
    fn new(source: &'a str, goal: Goal, parsed: &'a Parsed) -> SourceText<'a> {
        let mut scanner = Tokens::new(source);
        let mut tokens = Vec::new();
        loop {
            let token = scanner.next();
            tokens.push(token);
            if token.kind == Kind::End {
                break;
            }
        }
        let strict = goal == Goal::Module || context::begins_with_use_strict(source, &tokens);
        SourceText { source, goal, program: parsed.program, tokens, strict }
    }

    fn translate(&self, diagnostic: &OxcDiagnostic) -> Option<ParseError> {
        let message = diagnostic.message.as_ref();
        let translation = literals::translate(self, message, diagnostic)
            .or_else(|| regex::translate(self, message, diagnostic))
            .or_else(|| unexpected::translate(self, message, diagnostic))
            .or_else(|| early::translate(self, message, diagnostic));
        match translation {
            Some(Translation::Error(error)) => Some(error),
            Some(Translation::Accepted) => None,
            None => {
                let (start, end) = self.label(diagnostic, 0);
                // Syntax that only TypeScript has is an unexpected token in JavaScript.
                if diagnostic.code.scope.as_deref() == Some("TS") {
                    return Some(unexpected::unexpected(self, self.token_at(start)));
                }
                Some(ParseError::new(message.trim_end_matches('.'), start, end))
            }
        }
    }

    fn label(&self, diagnostic: &OxcDiagnostic, index: usize) -> (usize, usize) {
        label(diagnostic, index)
    }

    /// The index of the first token that ends after `offset`.
    fn index_at(&self, offset: usize) -> usize {
        let index = self.tokens.partition_point(|token| token.end <= offset);
        index.min(self.tokens.len() - 1)
    }

    fn token_at(&self, offset: usize) -> Token {
        self.tokens[self.index_at(offset)]
    }

    /// The last token that ends at or before `offset`.
    fn token_before(&self, offset: usize) -> Option<Token> {
        let index = self.tokens.partition_point(|token| token.end <= offset && token.kind != Kind::End);
        index.checked_sub(1).map(|index| self.tokens[index])
    }

    fn word(&self, token: Token) -> &'a str {
        token.text(self.source)
    }

    fn text_before(&self, offset: usize) -> &'a str {
        self.token_before(offset).map_or("", |token| self.word(token))
    }

    /// V8 stops at the first `import` or `export` declaration of a source that is no module, however deeply nested.
    fn module_syntax_before(&self, offset: usize) -> Option<ParseError> {
        let keywords = self.tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Keyword);
        for (index, &token) in keywords.take_while(|(_, token)| token.start < offset) {
            let next = self.tokens[(index + 1).min(self.tokens.len() - 1)];
            // Elsewhere the words are property keys; but not if the parser stopped right after one.
            let declares = matches!(next.kind, Kind::Name | Kind::End | Kind::String)
                || matches!(self.word(next), "{" | "*" | "default" | "const" | "var" | "class" | "function")
                || (next.start == offset && !matches!(self.word(next), "(" | "."));
            match self.word(token) {
                "export" if declares => {
                    return Some(ParseError::new("Unexpected token 'export'", token.start, token.end));
                }
                "import" if declares => {
                    return Some(ParseError::new(unexpected::IMPORT_OUTSIDE_MODULE, token.start, token.end));
                }
                _ => {}
            }
        }
        None
    }

    /// V8 has no decorators: it stops at the first `@`.
    fn at_sign_before(&self, offset: usize) -> Option<ParseError> {
        let sign = self.tokens.iter().find(|token| token.start >= offset || self.word(**token) == "@")?;
        (sign.start < offset).then(|| unexpected::unexpected(self, *sign))
    }
}

/// The translation of a diagnostic that a rule knows.
pub(crate) enum Translation {
    Error(ParseError),
    /// V8 accepts it, or throws at run time.
    Accepted,
}

impl From<ParseError> for Translation {
    fn from(error: ParseError) -> Translation {
        Translation::Error(error)
    }
}

/// `await using` at the top level of a CommonJS file, which the parser accepts.
fn await_using(program: &Program) -> Option<ParseError> {
    let list = program.body.iter().find_map(|statement| match statement {
        Statement::VariableDeclaration(list) if list.kind == VariableDeclarationKind::AwaitUsing => Some(list),
        _ => None,
    })?;
    let start = list.span.start as usize;
    Some(ParseError::new(unexpected::AWAIT_OUTSIDE_ASYNC, start, start + "await".len()))
}

/// The byte range of the label number `index`.
fn label(diagnostic: &OxcDiagnostic, index: usize) -> (usize, usize) {
    let Some(label) = diagnostic.labels.get(index) else { return (0, 0) };
    let start = label.offset() as usize;
    (start, start + label.len() as usize)
}

/// Syntax that the parser accepts and V8 rejects: decorators, `import defer`, and in a module `a<!--b`, which is no comparison
/// with `!--b` to V8, nor to an engine that runs the source as a script.
pub(crate) fn unsupported_by_v8(program: &Program) -> Option<ParseError> {
    struct Finder<'s>(Option<ParseError>, &'s str);
    impl Finder<'_> {
        fn found(&mut self, message: &str, start: usize, end: usize) {
            self.0.get_or_insert_with(|| ParseError::new(message, start, end));
        }
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_decorator(&mut self, decorator: &Decorator<'a>) {
            let start = decorator.span.start as usize;
            self.found("Invalid or unexpected token", start, start + 1);
        }

        fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
            let right = binary.right.span().start as usize;
            if self.1[..right].ends_with('<') && self.1[right..].starts_with("!--") {
                self.found("HTML comments are not allowed in modules", right + 2, right + 3);
            }
            walk::walk_binary_expression(self, binary);
        }

        fn visit_import_declaration(&mut self, import: &ImportDeclaration<'a>) {
            if let (Some(ImportPhase::Defer), Some(specifier)) =
                (import.phase, import.specifiers.iter().flatten().next())
            {
                let start = specifier.span().start as usize;
                self.found("Unexpected token '*'", start, start + 1);
            }
        }

        fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
            if import.phase == Some(ImportPhase::Defer) {
                // `import.defer(` and its specifier; the word is right before the parenthesis.
                let before = self.1[..import.source.span().start as usize].rfind("defer").unwrap_or(0);
                self.found("Unexpected identifier 'defer'", before, before + "defer".len());
            }
            walk::walk_import_expression(self, import);
        }
    }
    let text = program.source_text.as_bytes();
    let mentions = |word: &[u8]| memchr::memmem::find(text, word).is_some();
    if !mentions(b"@") && !mentions(b"defer") && !mentions(b"<!--") {
        return None;
    }
    let mut finder = Finder(None, program.source_text);
    finder.visit_program(program);
    finder.0
}

/// `let require` at the top level of a CommonJS file conflicts with the wrapper's parameter.
fn wrapper_redeclaration(program: &Program) -> Option<ParseError> {
    let mut clash = None;
    let mut visit = |name: &str, start: u32, end: u32| {
        if clash.is_none() && WRAPPER_NAMES.contains(&name) {
            let message = format!("Identifier '{name}' has already been declared");
            clash = Some(ParseError::new(message, start as usize, end as usize));
        }
    };
    for statement in &program.body {
        match statement.as_declaration() {
            Some(Declaration::VariableDeclaration(list)) if list.kind != VariableDeclarationKind::Var => {
                list.declarations.iter().for_each(|declarator| bound_names(&declarator.id, &mut visit));
            }
            Some(Declaration::ClassDeclaration(class)) => {
                if let (Some(id), Statement::ClassDeclaration(_)) = (&class.id, statement) {
                    visit(&id.name, class.span().start, class.span().end);
                }
            }
            _ => {}
        }
    }
    clash
}

/// Calls `visit` with each name that a pattern binds, and its span.
pub(crate) fn bound_names(pattern: &BindingPattern, visit: &mut impl FnMut(&str, u32, u32)) {
    match pattern {
        BindingPattern::BindingIdentifier(id) => visit(&id.name, id.span.start, id.span.end),
        BindingPattern::ObjectPattern(object) => {
            object.properties.iter().for_each(|property| bound_names(&property.value, visit));
            object.rest.iter().for_each(|rest| bound_names(&rest.argument, visit));
        }
        BindingPattern::ArrayPattern(array) => {
            array.elements.iter().flatten().for_each(|element| bound_names(element, visit));
            array.rest.iter().for_each(|rest| bound_names(&rest.argument, visit));
        }
        BindingPattern::AssignmentPattern(assignment) => bound_names(&assignment.left, visit),
    }
}
