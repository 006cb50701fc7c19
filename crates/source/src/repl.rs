//! How a REPL input is evaluated.
//!
//! * `{a: 1}` is an object, as in Node: an input that begins with `{` and does not end with `;` is tried in
//!   parentheses first.
//! * Declarations are not changed, so, as in Node, a name declared by `let`, `const` or `class` cannot be declared again.
//! * An input with a top-level `await` becomes an async function whose declarations are assignments to variables declared
//!   outside it (a `const` is a `let` there, as in Node), and which returns the value of the last expression:
//!
//! ```text
//!   typed    const {a} = await f(); function g() {} a + 1
//!   run      var g;let a;(async()=>{this.g=g;void ({a} = await f()); function g() {} return {value:(a + 1)}
//!            })()
//! ```
//!
//! The value is wrapped in an object because an async function would await a promise that it returns. The closing brace is on
//! its own line, because the input may end with a comment.

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, Class, Expression, ForStatementInit, ForStatementLeft, Function,
    FunctionBody, ImportDeclaration, ImportDeclarationSpecifier, Program, ReturnStatement, Statement,
    VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use crate::check::{self, ParseError};
use crate::detect::AwaitFinder;
use crate::edits::{ColumnMap, Edits, Transformed};
use crate::parse::{self, Goal, ParseMode};
use crate::syntax_error::SyntaxError;
use crate::transform::mentions_await;
use crate::v8_messages::{self, bound_names};

const OPEN: &str = "(async()=>{";
const CLOSE: &str = "\n})()";

/// The prefix of the file name that Node gives to REPL inputs.
const PATH: &str = "REPL";

/// An input that is ready to be evaluated as a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplInput {
    pub code: String,
    /// Maps columns of `code` back to the input.
    pub columns: ColumnMap,
    /// The script evaluates to a promise, of `undefined` or of `{ value }`.
    pub is_async: bool,
    /// The declared names that do not become properties of the global object.
    pub lexical_names: Vec<String>,
    /// The names of its `var`s: an engine may accept one that a `let` has declared.
    pub var_names: Vec<String>,
}

/// Whether an input can be evaluated, or needs another line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    Complete,
    Incomplete,
    Invalid(SyntaxError),
}

/// Whether `input` is complete, needs another line, or is invalid.
///
/// ```
/// use hexloop_source::{Completeness, completeness};
///
/// assert_eq!(completeness("f(1, 2)"), Completeness::Complete);
/// assert_eq!(completeness("f(1,"), Completeness::Incomplete);
/// assert!(matches!(completeness("f(1 2)"), Completeness::Invalid(_)));
/// ```
pub fn completeness(input: &str) -> Completeness {
    if is_object(input) {
        return Completeness::Complete;
    }
    match syntax_error(input) {
        None => Completeness::Complete,
        Some(error) if error.message.starts_with(IMPORT_REFUSED) => {
            Completeness::Invalid(error.into_error(PATH, input))
        }
        // As Node, which needs another line whenever a literal is unterminated in an input that contains `await`.
        Some(error) if mentions_await(input.as_bytes()) && input[error.start..].starts_with(['\'', '"']) => {
            Completeness::Incomplete
        }
        Some(error) if error.recoverable || may_become_object(input) => match permanent_error(input) {
            Some(error) => Completeness::Invalid(error.into_error(PATH, input)),
            None => Completeness::Incomplete,
        },
        Some(error) => Completeness::Invalid(error.into_error(PATH, input)),
    }
}

/// Makes an input ready to evaluate, or returns its syntax error.
pub fn prepare_repl_input(input: &str) -> Result<ReplInput, SyntaxError> {
    if is_object(input) {
        let mut edits = Edits::new();
        edits.insert(input.len() - input.trim_start().len(), "(");
        edits.insert(input.trim_end().len(), ")");
        let ready = edits.apply(input);
        let again = prepare_repl_input(&ready.code)?;
        let columns = again.columns.clone().after(ready.columns);
        return Ok(ReplInput { columns, ..again });
    }
    if let Some(error) = syntax_error(input) {
        let stays = if error.recoverable { permanent_error(input) } else { None };
        return Err(stays.unwrap_or(error).into_error(PATH, input));
    }
    match with_await(input) {
        Some(Hoisted { edits, lexical_names, var_names }) => {
            let Transformed { code, columns } = edits.apply(input);
            Ok(ReplInput { code, columns, is_async: true, lexical_names, var_names })
        }
        None => {
            let (lexical_names, var_names) = declared_names(input);
            let columns = ColumnMap::default();
            Ok(ReplInput { code: input.to_owned(), columns, is_async: false, lexical_names, var_names })
        }
    }
}

/// The first error of an input, which may await at its top level.
pub(crate) fn syntax_error(input: &str) -> Option<ParseError> {
    let as_script = check::first_error(input, Goal::Repl, |parsed, error| {
        if error.message == "Cannot use import statement outside a module" {
            return ParseError { message: import_refusal(input), ..error };
        }
        // A truncated input is recoverable, whatever else was reported before its end (an `await`, say), unless no further
        // input can fix that.
        let recoverable = (error.recoverable || v8_messages::is_truncated(input, parsed)) && !is_final(&error, input);
        ParseError { recoverable, ..error }
    });
    if as_script.is_none() || !mentions_await(input.as_bytes()) {
        return as_script;
    }
    let wrapped = format!("{OPEN}{input}{CLOSE}");
    let in_function = check::first_error(&wrapped, Goal::Repl, |_, error| error);
    if in_function.is_none() && is_awaiting(&wrapped) {
        return None;
    }
    // As Node: an error before the first `await` is that of the script, one after it that of the function.
    let first_await = input.find("await").unwrap_or(0);
    match (as_script, in_function) {
        (Some(script), _) if script.recoverable => Some(script),
        (script, None) => script,
        (script, Some(error)) => {
            let start = error.start.saturating_sub(OPEN.len());
            let end = error.end.saturating_sub(OPEN.len());
            if start < first_await {
                return script;
            }
            if start >= input.len() {
                let message = "Unexpected end of input";
                return Some(ParseError { recoverable: true, ..ParseError::new(message, input.len(), input.len()) });
            }
            Some(ParseError { start, end: end.min(input.len()), ..error })
        }
    }
}

/// The prefix of Node's message for an import statement.
const IMPORT_REFUSED: &str = "Cannot use import statement inside the Node.js REPL";

/// Node's message, with what to type instead.
fn import_refusal(input: &str) -> String {
    let instead = parse::parse(input, Goal::Module, ParseMode::TreeOnly, |parsed| {
        parsed.program.body.iter().find_map(|statement| match statement {
            Statement::ImportDeclaration(import) => Some(as_dynamic_import(import, input)),
            _ => None,
        })
    });
    match instead {
        Ok(Some(instead)) => format!("{IMPORT_REFUSED}, alternatively use dynamic import: {instead}"),
        _ => IMPORT_REFUSED.to_owned(),
    }
}

fn as_dynamic_import(import: &ImportDeclaration, input: &str) -> String {
    let call = format!("await import({:?});", import.source.value.as_str());
    let mut names = Vec::new();
    for specifier in import.specifiers.iter().flatten() {
        match specifier {
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                return format!("const {} = {call}", one.local.name);
            }
            ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
                names.push(format!("default: {}", one.local.name))
            }
            ImportDeclarationSpecifier::ImportSpecifier(one) => {
                let (span, local) = (one.imported.span(), one.local.name.as_str());
                let imported = &input[span.start as usize..span.end as usize];
                names.push(if imported == local { local.to_owned() } else { format!("{imported}: {local}") });
            }
        }
    }
    if names.is_empty() { call } else { format!("const {{ {} }} = {call}", names.join(", ")) }
}

/// An error before the end of an incomplete input, which shows when its block is closed: `class {`.
fn permanent_error(input: &str) -> Option<ParseError> {
    if begins_with_brace(input) || mentions_await(input.as_bytes()) {
        return None;
    }
    let error = check::first_error(&format!("{input}}}"), Goal::Repl, |_, error| error)?;
    (is_unexpected_token(&error) && error.end <= input.trim_end().len()).then_some(error)
}

/// After `?.` a name may follow.
fn is_unexpected_token(error: &ParseError) -> bool {
    error.message.starts_with("Unexpected token '") && error.message != "Unexpected token '?.'"
}

/// Whether no further input can fix an error. An input with `await` may still become an async function.
fn is_final(error: &ParseError, input: &str) -> bool {
    !mentions_await(input.as_bytes())
        && (error.message == "Function statements require a function name"
            || is_unexpected_token(error)
            || (error.message.starts_with("Private field") && !input.contains("class")))
}

/// Whether a wrapped input awaits at its top level, and has no `return` there.
fn is_awaiting(wrapped: &str) -> bool {
    parse::parse(wrapped, Goal::Repl, ParseMode::TreeOnly, |parsed| {
        body(parsed.program).is_some_and(|body| awaits(body) && !returns(body))
    })
    .unwrap_or(false)
}

/// Node's rule for an input that is meant as an object: begins with `{`, does not end with `;`, parses in parentheses.
fn is_object(input: &str) -> bool {
    begins_with_brace(input)
        && !input.trim_end().ends_with(';')
        && syntax_error(&format!("({})", input.trim())).is_none()
}

fn may_become_object(input: &str) -> bool {
    begins_with_brace(input) && syntax_error(&format!("({input}")).is_some_and(|error| error.recoverable)
}

fn begins_with_brace(input: &str) -> bool {
    input.trim_start().starts_with('{')
}

/// What `let`, `const` and `class` declare at the top level, and what `var` does anywhere outside a function.
fn declared_names(input: &str) -> (Vec<String>, Vec<String>) {
    parse::parse(input, Goal::Repl, ParseMode::TreeOnly, |parsed| {
        let mut lexical = Vec::new();
        let mut vars = Vars(Vec::new());
        for statement in &parsed.program.body {
            match statement {
                Statement::VariableDeclaration(list) if is_lexical(list.kind) => take_names(list, &mut lexical),
                Statement::ClassDeclaration(class) => lexical.extend(class.id.iter().map(|id| id.name.to_string())),
                other => vars.visit_statement(other),
            }
        }
        (lexical, vars.0)
    })
    .unwrap_or_default()
}

struct Vars(Vec<String>);

impl<'a> Visit<'a> for Vars {
    fn visit_variable_declaration(&mut self, list: &VariableDeclaration<'a>) {
        if list.kind == VariableDeclarationKind::Var {
            take_names(list, &mut self.0);
        }
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}
}

fn take_names(list: &VariableDeclaration, names: &mut Vec<String>) {
    for declarator in &list.declarations {
        bound_names(&declarator.id, &mut |name, _, _| {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        });
    }
}

fn is_lexical(kind: VariableDeclarationKind) -> bool {
    matches!(kind, VariableDeclarationKind::Let | VariableDeclarationKind::Const)
}

fn assign_class(class: &Class, edits: &mut Edits) {
    if let Some(id) = &class.id {
        edits.insert(in_input(class.span.start), format!("{} = ", id.name));
        edits.insert(in_input(class.span.end), ";");
    }
}

struct Hoisted {
    edits: Edits,
    lexical_names: Vec<String>,
    var_names: Vec<String>,
}

/// The edits that make an input with a top-level `await` an async function, or `None` if it has none.
fn with_await(input: &str) -> Option<Hoisted> {
    if !mentions_await(input.as_bytes()) {
        return None;
    }
    let wrapped = format!("{OPEN}{input}{CLOSE}");
    parse::parse(&wrapped, Goal::Repl, ParseMode::TreeOnly, |parsed| {
        let body = body(parsed.program).filter(|body| awaits(body) && !returns(body))?;
        let mut hoister = Hoister {
            source: &wrapped,
            edits: Edits::new(),
            lexical: Vec::new(),
            vars: Vec::new(),
            functions: Vec::new(),
        };
        hoister.statements(body);
        let Hoister { mut edits, lexical, vars, functions, .. } = hoister;
        return_last(body, &mut edits);
        let declared = declaration("var", &vars) + &declaration("let", &lexical);
        let exposed: String = functions.iter().map(|name| format!("this.{name}={name};")).collect();
        let mut whole = Edits::new();
        whole.insert(0, format!("{declared}{OPEN}{exposed}"));
        whole.extend(edits);
        whole.append_line(input.len(), CLOSE);
        Some(Hoisted { edits: whole, lexical_names: lexical, var_names: vars })
    })
    .ok()
    .flatten()
}

fn declaration(keyword: &str, names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("{keyword} {};", names.join(",")) }
}

/// The body of the function around a wrapped input.
fn body<'p, 'a>(program: &'p Program<'a>) -> Option<&'p FunctionBody<'a>> {
    let [Statement::ExpressionStatement(statement)] = program.body.as_slice() else { return None };
    let Expression::CallExpression(call) = &statement.expression else { return None };
    let Expression::ParenthesizedExpression(inner) = &call.callee else { return None };
    let Expression::ArrowFunctionExpression(arrow) = &inner.expression else { return None };
    match &arrow.body {
        ArrowFunctionBody::FunctionBody(body) => Some(body),
        _ => None,
    }
}

fn awaits(body: &FunctionBody) -> bool {
    let mut finder = AwaitFinder::default();
    finder.visit_function_body(body);
    finder.found
}

fn returns(body: &FunctionBody) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_return_statement(&mut self, _: &ReturnStatement<'a>) {
            self.0 = true;
        }
        fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
        fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    }
    let mut finder = Finder(false);
    finder.visit_function_body(body);
    finder.0
}

fn return_last(body: &FunctionBody, edits: &mut Edits) {
    let last = body.statements.iter().rev().find(|statement| !matches!(statement, Statement::EmptyStatement(_)));
    if let Some(Statement::ExpressionStatement(statement)) = last {
        let expression = statement.expression.span();
        edits.insert(in_input(statement.span.start), "return {value:(");
        edits.insert(in_input(expression.end), ")}");
    }
}

fn in_input(offset: u32) -> usize {
    offset as usize - OPEN.len()
}

/// Turns the declarations of a function body into assignments, and collects the names to declare outside.
struct Hoister<'s> {
    source: &'s str,
    edits: Edits,
    lexical: Vec<String>,
    vars: Vec<String>,
    functions: Vec<String>,
}

impl Hoister<'_> {
    fn statements(&mut self, body: &FunctionBody) {
        for statement in &body.statements {
            match statement {
                Statement::VariableDeclaration(list) if is_lexical(list.kind) => self.assignments(list),
                Statement::ClassDeclaration(class) => {
                    self.lexical.extend(class.id.iter().map(|id| id.name.to_string()));
                    assign_class(class, &mut self.edits);
                }
                Statement::FunctionDeclaration(function) => {
                    let names = function.id.iter().map(|id| id.name.to_string());
                    self.functions.extend(names);
                }
                other => self.visit_statement(other),
            }
        }
        for name in &self.functions {
            if !self.vars.contains(name) {
                self.vars.push(name.clone());
            }
        }
    }

    fn remember(&mut self, list: &VariableDeclaration) {
        take_names(list, if is_lexical(list.kind) { &mut self.lexical } else { &mut self.vars });
    }

    /// `let a = 1, b;` becomes `void (a = 1, b = undefined);`.
    fn assignments(&mut self, list: &VariableDeclaration) {
        self.remember(list);
        let Span { start, end, .. } = list.span;
        let keyword = list.kind.as_str().len();
        self.edits.replace(in_input(start)..in_input(start) + keyword, "void (");
        for declarator in list.declarations.iter().filter(|declarator| declarator.init.is_none()) {
            if list.kind == VariableDeclarationKind::Let {
                self.edits.insert(in_input(declarator.span.end), " = undefined");
            }
        }
        let last = list.declarations.last().map_or(end, |declarator| declarator.span.end);
        let ended = self.source[..end as usize].ends_with(';');
        self.edits.insert(in_input(last), if ended { ")" } else { ");" });
    }
}

impl<'a> Visit<'a> for Hoister<'_> {
    fn visit_variable_declaration(&mut self, list: &VariableDeclaration<'a>) {
        if list.kind == VariableDeclarationKind::Var {
            self.assignments(list);
        }
    }

    fn visit_for_statement_left(&mut self, left: &ForStatementLeft<'a>) {
        match left {
            ForStatementLeft::VariableDeclaration(list) if list.kind == VariableDeclarationKind::Var => {
                self.remember(list);
                let start = in_input(list.span.start);
                self.edits.replace(start..start + "var".len(), "");
            }
            other => walk::walk_for_statement_left(self, other),
        }
    }

    fn visit_for_statement_init(&mut self, init: &ForStatementInit<'a>) {
        match init {
            ForStatementInit::VariableDeclaration(list) if list.kind == VariableDeclarationKind::Var => {
                self.remember(list);
                let start = in_input(list.span.start);
                self.edits.replace(start..start + "var".len(), "void (");
                let last = list.declarations.last().map_or(list.span.end, |declarator| declarator.span.end);
                self.edits.insert(in_input(last), ")");
            }
            other => walk::walk_for_statement_init(self, other),
        }
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}
}
