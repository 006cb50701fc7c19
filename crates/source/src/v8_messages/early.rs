//! Early errors.

use oxc_ast::ast::{Class, FormalParameters};
use oxc_ast_visit::{Visit, walk};
use oxc_diagnostics::OxcDiagnostic;
use oxc_span::Span;

use super::unexpected::unexpected;
use super::{SourceText, Translation};
use crate::check::ParseError;
use crate::parse::Goal;
use crate::tokens::Kind;

pub(super) fn translate(text: &SourceText, message: &str, diagnostic: &OxcDiagnostic) -> Option<Translation> {
    let (start, end) = text.label(diagnostic, 0);
    if let Some(same) = same_position(message) {
        return Some(ParseError::new(same, start, end).into());
    }
    redeclared(text, message, diagnostic)
        .or_else(|| invalid_target(text, message, start, end))
        .or_else(|| misplaced_declaration(text, message, diagnostic, start, end))
        .or_else(|| break_and_continue(text, message, diagnostic))
        .or_else(|| rest_and_accessors(text, message, diagnostic))
        .or_else(|| words_and_members(text, message, diagnostic, start, end))
}

/// Where only the message differs.
fn same_position(message: &str) -> Option<&'static str> {
    Some(match message {
        "Missing initializer in const declaration" => "Missing initializer in const declaration",
        "Missing initializer in destructuring declaration" => "Missing initializer in destructuring declaration",
        "'with' statements are not allowed" => "Strict mode code may not include a with statement",
        "Spread must be last element" => "Rest element must be last element",
        "Invalid assignment in object literal" => "Invalid shorthand property initializer",
        "Invalid optional chain from new expression."
        | "Optional chaining cannot appear in the callee of new expressions" => {
            "Invalid optional chain from new expression"
        }
        "Tagged template expressions are not permitted in an optional chain" => {
            "Invalid tagged template on optional chain"
        }
        "Constructor can't have get/set modifier" => "Class constructor may not be an accessor",
        "Constructor can't be an async method" => "Class constructor may not be an async method",
        "Constructor can't be a generator" => "Class constructor may not be a generator",
        "Classes can't have an element named '#constructor'"
        | "Classes can't have a field named 'constructor'"
        | "Classes may not have a field named 'constructor'" => "Classes may not have a field named 'constructor'",
        "The left-hand side of a `for...of` statement may not be `async`" => {
            "The left-hand side of a for-of loop may not be 'async'."
        }
        "A 'return' statement can only be used within a function body."
        | "A 'return' statement cannot be used inside a class static block." => "Illegal return statement",
        "A 'get' accessor must not have any formal parameters." => "Getter must not have any formal parameters.",
        "A 'set' accessor must have exactly one parameter." => "Setter must have exactly one formal parameter.",
        "Illegal newline after throw" => "Illegal newline after throw",
        "A string literal cannot be used as an exported binding without `from`" => {
            "String literal module export names must be followed by a 'from' clause"
        }
        "Cannot use new with dynamic import" => "Cannot use new with import",
        "A reserved word cannot be used as an exported binding without `from`"
        | "Cannot use await in class static initialization block" => "Unexpected reserved word",
        "Keywords cannot contain escape characters" => "Keyword must not contain escaped characters",
        _ if message.starts_with("`for await` loops are only allowed") => "Unexpected reserved word",
        _ if message.starts_with("`let` cannot be declared as a variable name") => {
            "let is disallowed as a lexically bound name"
        }
        _ if message.starts_with("'arguments' is not allowed in") => {
            "'arguments' is not allowed in class field initializer or static initialization block"
        }
        _ => return None,
    })
}

fn redeclared(text: &SourceText, message: &str, diagnostic: &OxcDiagnostic) -> Option<Translation> {
    if let Some(name) = message.strip_prefix("Export '").and_then(|rest| rest.strip_suffix("' is not defined")) {
        let (start, end) = text.label(diagnostic, 0);
        return Some(ParseError::new(format!("Export '{name}' is not defined in module"), start, end).into());
    }
    let (first, _) = text.label(diagnostic, 0);
    let (start, end) = text.label(diagnostic, 1);
    if let Some(name) = message.strip_prefix("Duplicated export '") {
        return Some(ParseError::new(format!("Duplicate export of '{}", name), start, end).into());
    }
    if message == "A module cannot have multiple default exports." {
        let message = "Identifier '.default' has already been declared";
        return Some(ParseError::new(message, start, text.tokens[text.index_at(start) + 1].end).into());
    }
    let name = message.strip_prefix("Identifier `")?.strip_suffix("` has already been declared")?;
    let next = text.tokens[(text.index_at(start) + 1).min(text.tokens.len() - 1)];
    if name == "__proto__" && text.word(next) == ":" {
        return Some(
            ParseError::new("Duplicate __proto__ fields are not allowed in object literals", start, end).into(),
        );
    }
    if text.goal == Goal::Module && text.word(next) == ":" {
        let value = text.tokens[text.index_at(next.start) + 1];
        return Some(ParseError::new(format!("Import attribute has duplicate key '{name}'"), start, value.end).into());
    }
    let mut duplicate = DuplicateName { first: first as u32, second: start as u32, parameters: false, class: None };
    duplicate.visit_program(text.program);
    if duplicate.parameters {
        return Some(ParseError::new("Duplicate parameter name not allowed in this context", start, end).into());
    }
    let message = format!("Identifier '{name}' has already been declared");
    Some(match duplicate.class {
        Some(class) => ParseError::new(message, class.start as usize, class.end as usize).into(),
        // V8 detects a duplicate private name one token later.
        None if name.starts_with('#') => ParseError::new(message, next.start, next.end).into(),
        None => match text.function_word_before(start) {
            Some(function) => ParseError::new(message, function, function + 1).into(),
            None => ParseError::new(message, start, end).into(),
        },
    })
}

/// Finds out from the tree what two names declare.
struct DuplicateName {
    first: u32,
    second: u32,
    parameters: bool,
    /// The class that has the second name.
    class: Option<Span>,
}

impl<'a> Visit<'a> for DuplicateName {
    fn visit_formal_parameters(&mut self, parameters: &FormalParameters<'a>) {
        let within = |position: u32| parameters.span.start <= position && position < parameters.span.end;
        self.parameters |= within(self.first) && within(self.second);
        walk::walk_formal_parameters(self, parameters);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        if class.id.as_ref().is_some_and(|id| id.span.start == self.second) {
            self.class = Some(class.span);
        }
        walk::walk_class(self, class);
    }
}

fn invalid_target(text: &SourceText, message: &str, start: usize, end: usize) -> Option<Translation> {
    if message.starts_with("Cannot assign to '") {
        let strict = "Unexpected eval or arguments in strict mode";
        let in_pattern = text.text_before(start) == ":" && matches!(text.word(text.token_at(end)), "}" | ",");
        let message = if in_pattern { "Invalid destructuring assignment target" } else { strict };
        return Some(ParseError::new(message, start, end).into());
    }
    if message == "Invalid rest element target in destructuring assignment" {
        let object = text.enclosing(start).is_some_and(|open| text.word(text.tokens[open]) == "{");
        let dots = text.token_before(start).map_or(start, |dots| dots.start);
        return Some(match object {
            true => {
                let message = "`...` must be followed by an assignable reference in assignment contexts";
                ParseError::new(message, start, end).into()
            }
            false => ParseError::new("Invalid destructuring assignment target", dots, end).into(),
        });
    }
    if message != "Cannot assign to this expression" && message != "Invalid left-hand side in assignment" {
        return None;
    }
    let before = text.text_before(start);
    let after = text.token_at(end);
    let after_word = text.word(after);
    let operator = after.kind == Kind::Punctuator && after_word.ends_with('=') && !matches!(after_word, "==" | "===");
    let in_for = matches!(after_word, "of" | "in");
    let prefix = matches!(before, "++" | "--");
    let postfix = matches!(after_word, "++" | "--");
    if text.is_call(start, end) && (operator || in_for || prefix || postfix) {
        // A ReferenceError at run time, not an early error; except for the newer operators.
        return Some(match after_word {
            "&&=" | "||=" | "??=" => ParseError::new("Invalid left-hand side in assignment", start, end).into(),
            _ => Translation::Accepted,
        });
    }
    let message = match () {
        () if postfix => "Invalid left-hand side expression in postfix operation",
        () if prefix => "Invalid left-hand side expression in prefix operation",
        () if operator => "Invalid left-hand side in assignment",
        () if in_for => "Invalid left-hand side in for-loop",
        () => return Some(destructuring_target(text, start, end).into()),
    };
    Some(ParseError::new(message, start, end).into())
}

fn destructuring_target(text: &SourceText, mut start: usize, mut end: usize) -> ParseError {
    let message = "Invalid destructuring assignment target";
    // A method: the label is `() {}`, V8 underlines its name, with `get` or `set`.
    if text.source[start..].starts_with('(')
        && let Some(name) = text.token_before(start)
        && !matches!(text.word(name), "," | "[" | "{" | ":" | "(")
    {
        let modified = matches!(text.text_before(name.start), "get" | "set" | "async" | "*");
        let first = if modified { text.token_before(name.start).unwrap_or(name) } else { name };
        return ParseError::new(message, first.start, name.end);
    }
    while text.text_before(start) == "(" && text.word(text.token_at(end)) == ")" {
        start = text.token_before(start).map_or(start, |open| open.start);
        end = text.token_at(end).end;
    }
    ParseError::new(message, start, end)
}

fn misplaced_declaration(
    text: &SourceText,
    message: &str,
    diagnostic: &OxcDiagnostic,
    start: usize,
    end: usize,
) -> Option<Translation> {
    let word = text.token_at(start);
    Some(match message {
        "Invalid function declaration" => {
            let strict =
                diagnostic.help.as_deref().is_some_and(|help| help.contains("strict mode code, functions can only"))
                    && !diagnostic.help.as_deref().is_some_and(|help| help.contains("non-strict"));
            let message = match strict {
                true => "In strict mode code, functions can only be declared at top level or inside a block.",
                false => {
                    "In non-strict mode code, functions can only be declared at top level, inside a block, or as the body of an if statement."
                }
            };
            ParseError::new(message, word.start, word.end).into()
        }
        "Async functions can only be declared at the top level or inside a block" => {
            ParseError::new(format!("{message}."), word.start, word.end).into()
        }
        "Invalid class declaration" => unexpected(text, word).into(),
        "A class name is required." => unexpected(text, text.token_at(end)).into(),
        "Lexical declaration cannot appear in a single-statement context" => match text.word(word) {
            "const" => unexpected(text, word).into(),
            _ => ParseError::new(message, word.start, word.end).into(),
        },
        "Expected function name" => {
            let function = text.function_word_before(start).unwrap_or(start);
            ParseError::new("Function statements require a function name", function, function + "function".len()).into()
        }
        "Missing catch or finally clause" => {
            let close = text.token_before(start).unwrap_or(word);
            ParseError::new("Missing catch or finally after try", close.start, close.end).into()
        }
        "Illegal 'use strict' directive in function with non-simple parameter list" => {
            ParseError::new(message, start, word.end).into()
        }
        "for-in loop variable declaration may not have an initializer"
        | "for-of loop variable declaration may not have an initializer" => {
            let first = text.tokens[text.index_at(start) + 1];
            ParseError::new(format!("{message}."), first.start, end).into()
        }
        "A 'default' clause cannot appear more than once in a 'switch' statement." => {
            let (second, _) = text.label(diagnostic, 1);
            let word = text.token_at(second);
            ParseError::new("More than one default clause in switch statement", word.start, word.end).into()
        }
        "await can only be used in conjunction with `for...of` statements" => {
            let word = text.tokens[text.index_at(end)..].iter().find(|token| text.word(**token) == "in");
            let labelled = text.tokens.iter().find(|token| token.start >= start && text.word(**token) == "in");
            unexpected(text, *labelled.or(word)?).into()
        }
        _ if message.starts_with("Only a single declaration is allowed in a `for...") => {
            let kind = if message.contains("for...of") { "of" } else { "in" };
            let first = text.tokens[text.index_at(start) + 1];
            let message = format!("Invalid left-hand side in for-{kind} loop: Must have a single binding.");
            ParseError::new(message, first.start, end).into()
        }
        _ if message.ends_with("declaration can only be used at the top level of a module") => match text.word(word) {
            "import" => unexpected(text, text.tokens[text.index_at(start) + 1]).into(),
            _ => unexpected(text, word).into(),
        },
        _ => return None,
    })
}

fn break_and_continue(text: &SourceText, message: &str, diagnostic: &OxcDiagnostic) -> Option<Translation> {
    let (start, end) = text.label(diagnostic, 0);
    let (second, second_end) = text.label(diagnostic, 1);
    Some(match message {
        "Illegal break statement" | "Illegal continue statement: no surrounding iteration statement" => {
            ParseError::new(message, start, text.token_at(start).end).into()
        }
        "Use of undefined label" | "Jump target cannot cross function boundary." => {
            ParseError::new(format!("Undefined label '{}'", &text.source[start..end]), start, end).into()
        }
        _ if message.starts_with("A `continue` statement can only jump") => {
            let label = &text.source[second..second_end];
            let message = format!("Illegal continue statement: '{label}' does not denote an iteration statement");
            ParseError::new(message, second, second_end).into()
        }
        _ if message.starts_with("Label `") => {
            let label = &text.source[second..second_end];
            ParseError::new(format!("Label '{label}' has already been declared"), second, second_end).into()
        }
        _ => return None,
    })
}

fn rest_and_accessors(text: &SourceText, message: &str, diagnostic: &OxcDiagnostic) -> Option<Translation> {
    let (start, end) = text.label(diagnostic, 0);
    let arrow = text.enclosing(start).is_some_and(|open| {
        !text.opens_arguments(open)
            && open.checked_sub(1).is_none_or(|before| {
                !matches!(text.tokens[before].kind, Kind::Name | Kind::PrivateName)
                    && text.word(text.tokens[before]) != "function"
            })
    });
    Some(match message {
        "A rest parameter must be last in a parameter list" => {
            let message = "Rest parameter must be last formal parameter";
            let token = if arrow { text.token_before(end)? } else { text.token_at(end) };
            ParseError::new(message, token.start, token.end).into()
        }
        "A rest parameter cannot have an initializer." => {
            let equals = text.tokens.iter().find(|token| token.start >= start && text.word(**token) == "=")?;
            ParseError::new("Rest parameter may not have a default initializer", equals.start, equals.end).into()
        }
        "A 'set' accessor cannot have rest parameter." => {
            let (open, close) = (text.token_before(start)?, text.token_at(end));
            ParseError::new("Setter function argument must not be a rest parameter", open.start, close.end).into()
        }
        "yield expression not allowed in formal parameter" => {
            ParseError::new("Yield expression not allowed in formal parameter", start, end).into()
        }
        "await expression not allowed in formal parameter" => {
            // V8 reads the parameters of an async arrow as arguments of a call to `async` first.
            let open = text.enclosing(start).map(|open| text.tokens[open]);
            let message = match open.is_some_and(|open| text.text_before(open.start) == "async") {
                true => "missing ) after argument list",
                false => "Illegal await-expression in formal parameters of async function",
            };
            ParseError::new(message, start, text.token_at(start).end).into()
        }
        _ => return None,
    })
}

fn words_and_members(
    text: &SourceText,
    message: &str,
    diagnostic: &OxcDiagnostic,
    start: usize,
    end: usize,
) -> Option<Translation> {
    let word = text.token_at(start);
    Some(match message {
        "Multiple constructor implementations are not allowed." => {
            let (second, second_end) = text.label(diagnostic, 1);
            ParseError::new("A class may only have one constructor", second, second_end).into()
        }
        "Delete of an unqualified identifier in strict mode." => {
            let (mut first, mut last) = (word, word);
            while text.text_before(first.start) == "(" && text.word(text.token_at(last.end)) == ")" {
                first = text.token_before(first.start)?;
                last = text.token_at(last.end);
            }
            ParseError::new(message, last.start, last.end).into()
        }
        "The operand of a 'delete' operator cannot be a private identifier." => {
            let name = text.token_before(end)?;
            ParseError::new("Private fields can not be deleted", name.start, name.end).into()
        }
        "'super' can only be referenced in a derived class."
        | "'super' can only be referenced in members of derived classes or object literal expressions."
        | "'super' can only be used with function calls or in property accesses" => {
            ParseError::new("'super' keyword unexpected here", word.start, word.end).into()
        }
        "import() requires a specifier." => {
            let open = text.tokens[text.index_at(start) + 1];
            ParseError::new("import() requires a specifier", open.start, open.end).into()
        }
        "Unexpected new.target expression" => {
            let target = text.tokens[text.index_at(start) + 2];
            ParseError::new("new.target expression is not allowed here", target.start, target.end).into()
        }
        "Unexpected import.meta expression" => {
            let meta = text.tokens[text.index_at(start) + 2];
            ParseError::new("Cannot use 'import.meta' outside a module", meta.start, meta.end).into()
        }
        "Cannot use export statement outside a module" => unexpected(text, word).into(),
        "'using' declarations are not allowed at the top level of a script" => {
            unexpected(text, text.tokens[text.index_at(start) + 1]).into()
        }
        "HTML comments are not allowed in modules" => ParseError::new(message, end - 1, end).into(),
        _ if message.starts_with("Super calls are not permitted") => {
            ParseError::new("'super' keyword unexpected here", word.start, word.end).into()
        }
        _ if message.starts_with("Private field '#") || message.starts_with("Private identifier '#") => {
            let name = &text.source[start..end];
            let dot = text.token_before(start)?;
            let message = format!("Private field '{name}' must be declared in an enclosing class");
            ParseError::new(message, dot.start, dot.end).into()
        }
        _ if message.starts_with("The keyword '") => {
            let message = match text.word(word) {
                "await" | "enum" => "Unexpected reserved word",
                _ => "Unexpected strict mode reserved word",
            };
            ParseError::new(message, start, end).into()
        }
        "Cannot use `await` as an identifier in an async context" => {
            let arrow = text.text_before(start) == "("
                && text.token_before(start).is_some_and(|open| text.text_before(open.start) == "async");
            let message = match arrow {
                true => "'await' is not a valid identifier name in an async function",
                false => "Unexpected reserved word",
            };
            ParseError::new(message, start, end).into()
        }
        "Cannot use `yield` as an identifier in a generator context" => unexpected(text, word).into(),
        _ if message.starts_with("A unary expression with the '") => {
            let message = "Unary operator used immediately before exponentiation expression. Parenthesis must be used to disambiguate operator precedence";
            let operator = text.token_at(end);
            ParseError::new(message, start, operator.end).into()
        }
        _ => return None,
    })
}
