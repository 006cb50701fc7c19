//! Which `throw` statement threw? Needed once, when an uncaught error ends a program.
//!
//! Node shows the statement that threw. The engine records where an *error* was created, which is a different position in
//! `const error = new Error(); …; throw error`, and nothing at all for a thrown number. So the statement is searched for in the
//! source, by rules that are unambiguous; otherwise the result is unknown:
//!
//! * an error created inside a `throw` statement was thrown by it;
//! * an error that is assigned to a name is thrown by the next statement of its function that throws that name, or by the only
//!   one that throws anything;
//! * an error created in a function that throws nothing was returned to the caller, where the same rules apply to the call (but
//!   not the last one: a call is not necessarily where the function got its error);
//! * a value that is not an error was thrown by the only statement, of all loaded sources, that can have thrown it.

use std::ops::Range;

use oxc_ast::ast::{ArrowFunctionExpression, Expression, Function, Program, ThrowStatement};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;

use crate::lines;
use crate::parse::{self, Goal, ParseMode};
use crate::types::{self, Language};

/// What a `throw` statement throws, as far as its source shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Thrown {
    Number(f64),
    String(String),
    Boolean(bool),
    BigInt(String),
    Null,
    Undefined,
    Array,
    /// An object, whatever its class: a literal or a `new`.
    Object,
    Function,
    /// A variable.
    Name(String),
    /// Anything that is computed.
    Other,
}

/// A `throw` statement. Offsets are in bytes; `line` and `column` are 1-based, columns count UTF-16 units.
#[derive(Clone, Debug, PartialEq)]
pub struct ThrowSite {
    pub line: u32,
    pub column: u32,
    pub thrown: Thrown,
    statement: Range<usize>,
    function: Range<usize>,
}

/// All `throw` statements of a source, in order.
#[derive(Clone, Debug, Default)]
pub struct Throws {
    sites: Vec<ThrowSite>,
    functions: Vec<Range<usize>>,
}

/// What one frame of an error's stack implies.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameOrigin<'a> {
    /// This statement threw.
    Thrown(&'a ThrowSite),
    /// The function returned the error: the caller's frame is next.
    Returned,
    /// Ambiguous, or the engine itself threw here.
    Unknown,
}

impl Throws {
    /// Finds them. A source that does not parse has none.
    pub fn of(source: &str, goal: Goal) -> Throws {
        if memchr::memmem::find(source.as_bytes(), b"throw").is_none() {
            return Throws::default();
        }
        parse::parse(source, goal, ParseMode::TreeOnly, |parsed| Finder::find(source, parsed.program))
            .unwrap_or_default()
    }

    /// The same for a file, which may be TypeScript: `file` is its path or URL.
    pub fn of_file(source: &str, file: &str) -> Throws {
        match Language::of(file) {
            Language::JavaScript => Throws::of(source, Goal::CommonJs),
            language => types::tree(source, language, |program| Finder::find(source, program)).unwrap_or_default(),
        }
    }

    pub fn sites(&self) -> &[ThrowSite] {
        &self.sites
    }

    /// Classifies a frame: the first of a stack is where the error was created, the others are calls.
    pub fn origin(&self, source: &str, line: u32, column: u32, is_first: bool) -> FrameOrigin<'_> {
        let Some(at) = offset(source, line, column) else { return FrameOrigin::Unknown };
        if is_first && !makes_error(&source[at..]) {
            return FrameOrigin::Unknown;
        }
        let around = |site: &&ThrowSite| site.statement.contains(&at);
        // The innermost: a function inside a `throw` statement may throw as well.
        if let Some(site) = self.sites.iter().filter(around).min_by_key(|site| site.statement.len()) {
            return FrameOrigin::Thrown(site);
        }
        let function = self.innermost_function(at);
        let later: Vec<&ThrowSite> =
            self.sites.iter().filter(|site| site.function == function && site.statement.start > at).collect();
        let name = assigned_name(&source[..at]).map(|name| Thrown::Name(name.to_owned()));
        let named = name.as_ref().and_then(|name| later.iter().copied().find(|site| site.thrown == *name));
        let named = named.or_else(|| self.only_inside(&function, name.as_ref()?));
        match (named, later.as_slice()) {
            (Some(site), _) => FrameOrigin::Thrown(site),
            (None, []) => FrameOrigin::Returned,
            (None, [only]) if is_first && !makes_error_itself(&only.thrown) => FrameOrigin::Thrown(only),
            _ => FrameOrigin::Unknown,
        }
    }

    /// The only statement in nested functions that throws `name`.
    fn only_inside(&self, function: &Range<usize>, name: &Thrown) -> Option<&ThrowSite> {
        let inside = |site: &&ThrowSite| function.contains(&site.statement.start) && site.function != *function;
        let mut sites = self.sites.iter().filter(inside).filter(|site| site.thrown == *name);
        sites.next().filter(|_| sites.next().is_none())
    }

    fn innermost_function(&self, at: usize) -> Range<usize> {
        let around = self.functions.iter().filter(|function| function.contains(&at));
        around.min_by_key(|function| function.len()).cloned().unwrap_or(0..0)
    }
}

/// How well a statement matches a thrown value: 2 if the literal is equal, 1 if it is not a literal, 0 if it differs.
pub fn match_score(site: &ThrowSite, value: &Thrown) -> u8 {
    match &site.thrown {
        Thrown::Name(_) | Thrown::Other => 1,
        thrown if thrown == value => 2,
        _ => 0,
    }
}

/// A statement that creates what it throws did not throw an error created before it.
fn makes_error_itself(thrown: &Thrown) -> bool {
    !matches!(thrown, Thrown::Name(_) | Thrown::Other)
}

/// Whether the expression here creates an error: `new X`, `super(…)`, `TypeError(…)`.
fn makes_error(text: &str) -> bool {
    let word_end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(text.len());
    let (word, rest) = text.split_at(word_end);
    match word {
        "new" => rest.starts_with(char::is_whitespace),
        "super" => rest.trim_start().starts_with('('),
        _ => word.ends_with("Error") && rest.trim_start().starts_with('('),
    }
}

/// The name that the expression after `before` is assigned to: `const error = `, `error ??= `.
fn assigned_name(before: &str) -> Option<&str> {
    let before = before.trim_end().strip_suffix('=')?.trim_end_matches(['?', '|', '&']).trim_end();
    let start = before
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let name = &before[start..];
    (!name.is_empty()).then_some(name)
}

fn offset(source: &str, line: u32, column: u32) -> Option<usize> {
    let mut start = 0;
    for _ in 1..line {
        start = lines::next_line_start(source, start)?;
    }
    let mut units = column.checked_sub(1)?;
    for (at, c) in source[start..].char_indices() {
        if units == 0 {
            return Some(start + at);
        }
        units = units.saturating_sub(c.len_utf16() as u32);
    }
    None
}

struct Finder<'s> {
    source: &'s str,
    /// The enclosing functions, outermost first.
    around: Vec<Range<usize>>,
    found: Throws,
}

impl Finder<'_> {
    fn find(source: &str, program: &Program) -> Throws {
        let whole = 0..source.len() + 1;
        let mut finder = Finder { source, around: vec![whole.clone()], found: Throws::default() };
        finder.found.functions.push(whole);
        finder.visit_program(program);
        finder.found
    }

    fn inside(&mut self, function: Span, walk: impl FnOnce(&mut Self)) {
        let span = function.start as usize..function.end as usize;
        self.found.functions.push(span.clone());
        self.around.push(span);
        walk(self);
        self.around.pop();
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        self.inside(function.span, |this| walk::walk_function(this, function, flags));
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        self.inside(arrow.span, |this| walk::walk_arrow_function_expression(this, arrow));
    }

    fn visit_throw_statement(&mut self, statement: &ThrowStatement<'a>) {
        let position = lines::position(self.source, statement.span.start as usize);
        self.found.sites.push(ThrowSite {
            line: position.line,
            column: position.column,
            thrown: thrown(&statement.argument),
            statement: statement.span.start as usize..statement.span.end as usize,
            function: self.around.last().cloned().unwrap_or_default(),
        });
        walk::walk_throw_statement(self, statement);
    }
}

fn thrown(argument: &Expression) -> Thrown {
    match argument.get_inner_expression() {
        Expression::NumericLiteral(literal) => Thrown::Number(literal.value),
        Expression::UnaryExpression(unary) => match (unary.operator.as_str(), &unary.argument) {
            ("-", Expression::NumericLiteral(literal)) => Thrown::Number(-literal.value),
            ("void", _) => Thrown::Undefined,
            _ => Thrown::Other,
        },
        Expression::StringLiteral(literal) => Thrown::String(literal.value.to_string()),
        Expression::TemplateLiteral(literal) => {
            literal.single_quasi().map_or(Thrown::Other, |text| Thrown::String(text.to_string()))
        }
        Expression::BooleanLiteral(literal) => Thrown::Boolean(literal.value),
        Expression::BigIntLiteral(literal) => Thrown::BigInt(literal.value.to_string()),
        Expression::NullLiteral(_) => Thrown::Null,
        Expression::ArrayExpression(_) => Thrown::Array,
        Expression::ObjectExpression(_) | Expression::NewExpression(_) => Thrown::Object,
        Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) | Expression::ClassExpression(_) => {
            Thrown::Function
        }
        Expression::Identifier(name) if name.name == "undefined" => Thrown::Undefined,
        Expression::Identifier(name) => Thrown::Name(name.name.to_string()),
        _ => Thrown::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line and column of the `throw` that is found for an error created at `@`, which is removed from the source.
    fn thrower(text: &str) -> Option<(u32, u32)> {
        let at = text.find('@').expect("a mark");
        let source = text.replacen('@', "", 1);
        let position = lines::position(&source, at);
        let throws = Throws::of(&source, Goal::CommonJs);
        match throws.origin(&source, position.line, position.column, true) {
            FrameOrigin::Thrown(site) => Some((site.line, site.column)),
            _ => None,
        }
    }

    #[test]
    fn an_error_made_inside_a_throw_statement_was_thrown_by_it() {
        assert_eq!(thrower("if (x)\n  throw @new Error('x')"), Some((2, 3)));
        assert_eq!(thrower("throw Object.assign(@new Error('x'), { code: 1 })"), Some((1, 1)));
        assert_eq!(thrower("throw new X(() => { throw @new Error('x') })"), Some((1, 21)));
    }

    #[test]
    fn an_error_with_a_name_is_thrown_by_that_name() {
        assert_eq!(thrower("const a = @new Error('x'); if (b) throw c; throw a; throw a"), Some((1, 43)));
        assert_eq!(thrower("let a; a ??= @TypeError('x');\nthrow a"), Some((2, 1)));
        assert_eq!(thrower("const a = @new Error('x'); later(() => { throw a })"), Some((1, 41)));
        assert_eq!(thrower("const a = @new Error('x'); f(() => { throw a }, () => { throw a })"), None);
    }

    #[test]
    fn the_only_throw_of_a_function_threw_what_was_made_before() {
        assert_eq!(thrower("function f() { const list = [@new Error()]; throw list[0] } throw x"), Some((1, 44)));
    }

    #[test]
    fn an_ambiguous_error_has_no_origin() {
        assert_eq!(thrower("log(@new Error()); throw new Error('other')"), None);
        assert_eq!(thrower("list.push(@new Error()); if (x) throw a; throw b"), None);
        assert_eq!(thrower("@null.x; throw a"), None);
    }

    #[test]
    fn an_error_created_by_a_function_that_throws_nothing_came_from_its_caller() {
        let source = "function make() { return new Error() }\nconst e = make(); throw e";
        let throws = Throws::of(source, Goal::CommonJs);
        assert_eq!(throws.origin(source, 1, 26, true), FrameOrigin::Returned);
        assert!(matches!(throws.origin(source, 2, 11, false), FrameOrigin::Thrown(site) if site.column == 19));
    }

    #[test]
    fn a_call_whose_result_is_unused_did_not_create_the_thrown_error() {
        let source = "try { call() } catch (error) { throw error }";
        let throws = Throws::of(source, Goal::CommonJs);
        assert_eq!(throws.origin(source, 1, 7, false), FrameOrigin::Unknown);
    }

    #[test]
    fn a_literal_determines_the_thrown_value() {
        let throws =
            Throws::of("throw 1; throw -2; throw 's'; throw `t`; throw null; throw void 0; throw x", Goal::CommonJs);
        let found: Vec<Thrown> = throws.sites().iter().map(|site| site.thrown.clone()).collect();
        let text = |text: &str| Thrown::String(text.to_owned());
        let name = Thrown::Name("x".to_owned());
        let expected =
            [Thrown::Number(1.0), Thrown::Number(-2.0), text("s"), text("t"), Thrown::Null, Thrown::Undefined, name];
        assert_eq!(found, expected);
        assert_eq!(match_score(&throws.sites()[0], &Thrown::Number(1.0)), 2);
        assert_eq!(match_score(&throws.sites()[0], &Thrown::Number(2.0)), 0);
        assert_eq!(match_score(&throws.sites()[6], &Thrown::Number(2.0)), 1);
    }

    #[test]
    fn columns_count_utf16_units() {
        let source = "/* 😀 */ throw new Error()";
        let throws = Throws::of(source, Goal::CommonJs);
        assert_eq!(throws.sites()[0].column, 10);
        assert!(matches!(throws.origin(source, 1, 16, true), FrameOrigin::Thrown(_)));
    }
}
