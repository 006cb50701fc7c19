//! TypeScript and JSX to JavaScript, without a build step.
//!
//! ```text
//!   source ──► lower ──► erase ──► types replaced by blanks: every line and column stays the same
//!                │         │
//!                │         └─► print ──► new code and a source map, for constructs with a meaning at run time
//!                │                       (parameter property, JSX, legacy decorator, import =, an enum that is not plain)
//!                └─ namespaces, plain enums, and `using` and decorators, which the engine lacks, by edits that keep lines
//! ```
//!
//! Erasing is what Node does, with the same output; the rest is what `tsc` does with `target: ESNext` and `isolatedModules`. Only
//! syntax that the engine lacks is lowered.

mod adjacent;
mod blanked;
mod blanks;
mod class_elements;
mod decorators;
mod elide;
mod enums;
mod erase;
mod large;
mod lower;
mod namespace_bodies;
mod namespaces;
mod print;
mod removed;
mod serialize;
mod using;

use std::borrow::Cow;
use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::Parser;
use oxc_span::SourceType;

use crate::check::ParseError;
use crate::chunks;
use crate::edits::{ColumnMap, Transformed};
use crate::parse::{self, Goal};
use crate::source_map::SourceMap;
use crate::syntax_error::SyntaxError;
use crate::tsconfig::CompilerOptions;

use self::blanked::Blanked;
use self::decorators::ClassOptions;
use self::elide::Names;
use self::erase::{Eraser, Unerasable};

pub use self::serialize::strip_cached;
pub use self::using::mentions_using;

/// The language of a file, by its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    JavaScript,
    /// `.jsx`
    Jsx,
    /// `.ts`, `.mts`, `.cts`
    TypeScript,
    /// `.tsx`
    Tsx,
}

impl Language {
    pub fn of(path: &str) -> Language {
        match Path::new(path).extension().and_then(|extension| extension.to_str()) {
            Some("ts" | "mts" | "cts") => Language::TypeScript,
            Some("tsx") => Language::Tsx,
            Some("jsx") => Language::Jsx,
            _ => Language::JavaScript,
        }
    }

    /// Whether a source has to go through [`strip`] before the engine can run it.
    pub fn needs_strip(self) -> bool {
        self != Language::JavaScript
    }

    fn has_jsx(self) -> bool {
        matches!(self, Language::Jsx | Language::Tsx)
    }

    fn source_type(self, goal: Option<Goal>) -> SourceType {
        let kind = match self {
            Language::JavaScript => SourceType::unambiguous(),
            Language::Jsx => SourceType::jsx(),
            Language::TypeScript => SourceType::ts(),
            Language::Tsx => SourceType::tsx(),
        };
        match goal {
            None => kind.with_unambiguous(true),
            Some(Goal::Module) => kind.with_module(true),
            Some(Goal::CommonJs) => kind.with_commonjs(true),
            Some(Goal::Script | Goal::Repl) => kind.with_script(true),
        }
    }
}

/// How a source is stripped.
#[derive(Clone, Copy, Debug)]
pub struct StripOptions<'a> {
    /// The file, as errors and the source map name it.
    pub path: &'a str,
    pub language: Language,
    /// `None` if it is not known whether the file is CommonJS or a module: its syntax decides.
    pub goal: Option<Goal>,
    pub compiler: &'a CompilerOptions,
    /// As `module.stripTypeScriptTypes()`: reject what is not erasable, and remove only imports marked `type`.
    pub strip_only: bool,
}

/// JavaScript, and the mapping of its positions to the original.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stripped {
    pub code: String,
    /// The column maps of edits, the last first; none with a source map.
    columns: Vec<ColumnMap>,
    /// For printed code, whose lines are different.
    pub map: Option<SourceMap>,
    /// Replaces `code` once that was dropped.
    blanked: Option<Blanked>,
}

impl Stripped {
    /// The original position of `line:column` in `code`; all are 1-based.
    pub fn original(&self, line: u32, column: u32) -> (u32, u32) {
        if let Some(map) = &self.map {
            return map.original(line, column).map_or((line, column), |position| (position.line, position.column));
        }
        (line, self.columns.iter().fold(column, |column, columns| columns.original(line, column)))
    }

    /// Drops the code of a large source, if it can be reconstructed from `source`.
    pub fn drop_code(&mut self, source: &str) {
        if chunks::is_large(source) && self.is_in_place() {
            self.blanked = Blanked::between(source, &self.code);
        }
        if self.blanked.is_some() {
            self.code = String::new();
        }
    }

    /// A line of the code, 1-based, without its terminator; `original` is that line of the source and its byte offset.
    pub fn line(&self, number: u32, original: impl FnOnce() -> Option<(String, u32)>) -> Option<Cow<'_, str>> {
        match &self.blanked {
            Some(blanked) => original().map(|(line, start)| Cow::Owned(blanked.line(&line, start))),
            None => self.code.lines().nth((number as usize).saturating_sub(1)).map(Cow::Borrowed),
        }
    }

    /// Whether every position is the same as in the original.
    pub fn is_in_place(&self) -> bool {
        self.columns.is_empty() && self.map.is_none()
    }
}

/// The error for invalid TypeScript, or, with `strip_only`, for syntax that is not erasable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeScriptError {
    /// Node's `code`.
    pub code: &'static str,
    pub error: SyntaxError,
}

const INVALID: &str = "ERR_INVALID_TYPESCRIPT_SYNTAX";
const UNSUPPORTED: &str = "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";

/// TypeScript's message, and what to do.
const MISPLACED_DECORATOR: &str = "Decorators are not valid here; \
                                   \"experimentalDecorators\": true in tsconfig.json gives the legacy ones";

/// Turns TypeScript or JSX into JavaScript.
///
/// ```
/// use hexloop_source::{CompilerOptions, Language, StripOptions, strip};
///
/// let compiler = CompilerOptions::default();
/// let options = StripOptions {
///     path: "/app/main.ts",
///     language: Language::TypeScript,
///     goal: None,
///     compiler: &compiler,
///     strip_only: false,
/// };
/// assert_eq!(strip("let x: number = 1", &options).unwrap().code, "let x         = 1");
/// ```
pub fn strip(source: &str, options: &StripOptions) -> Result<Stripped, TypeScriptError> {
    let invalid = |error: ParseError| TypeScriptError { code: INVALID, error: error.into_error(options.path, source) };
    parse::with_stack_for(source, options.language.has_jsx(), || strip_here(source, options)).map_err(invalid)?
}

/// Parses a source in `language` and passes its tree to `then`; `None` if it does not parse.
pub(crate) fn tree<R: Send>(source: &str, language: Language, then: impl FnOnce(&Program) -> R + Send) -> Option<R> {
    let parse = || {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, source, language.source_type(None)).parse();
        (!parsed.panicked).then(|| then(&parsed.program))
    };
    parse::with_stack_for(source, language.has_jsx(), parse).ok().flatten()
}

/// Each pass lowers one kind of syntax, so that no two edits overlap; then types are erased or the rest is printed.
fn strip_here(source: &str, options: &StripOptions) -> Result<Stripped, TypeScriptError> {
    if let Some(stripped) = large::strip(source, options) {
        return Ok(stripped);
    }
    let mut columns: Vec<ColumnMap> = Vec::new();
    let mut text = Cow::Borrowed(source);
    loop {
        match pass(&text, options)? {
            Pass::Lowered(lowered) => {
                columns.insert(0, lowered.columns);
                text = Cow::Owned(lowered.code);
            }
            Pass::Erased(code) => return Ok(Stripped { code, columns, ..Stripped::default() }),
            Pass::Printed(code, map) => {
                let map = columns.iter().fold(map, |map, columns| map.through(columns));
                return Ok(Stripped { code, map: Some(map), ..Stripped::default() });
            }
        }
    }
}

enum Pass {
    Lowered(Transformed),
    Erased(String),
    Printed(String, SourceMap),
}

fn pass(source: &str, options: &StripOptions) -> Result<Pass, TypeScriptError> {
    let allocator = Allocator::default();
    let mut program = parse_types(source, options, &allocator)?;
    let found = match erase(&program, options) {
        Ok(code) => return Ok(Pass::Erased(code)),
        Err(found) => found,
    };
    if let Some(Unerasable { message, span }) = found.unerasable.filter(|_| options.strip_only) {
        let error = ParseError::new(message, span.start as usize, span.end as usize);
        return Err(TypeScriptError { code: UNSUPPORTED, error: error.into_error(options.path, source) });
    }
    let is_javascript = options.language == Language::JavaScript;
    let decorates = !is_javascript && !options.compiler.experimental_decorators.unwrap_or(false);
    if let Some(span) = found.lowered.standard_decorator.filter(|_| is_javascript) {
        let error = ParseError::new("Invalid or unexpected token", span.start as usize, span.end as usize);
        return Err(TypeScriptError { code: INVALID, error: error.into_error(options.path, source) });
    }
    let class_options = ClassOptions { decorates, assigns_fields: !options.compiler.defines_class_fields() };
    if let Some(lowered) = lower::lower(&program, &found.lowered, class_options) {
        return Ok(Pass::Lowered(lowered));
    }
    if let Some(span) = found.lowered.standard_decorator.filter(|_| decorates) {
        let error = ParseError::new(MISPLACED_DECORATOR, span.start as usize, span.end as usize);
        return Err(TypeScriptError { code: UNSUPPORTED, error: error.into_error(options.path, source) });
    }
    let (code, map) = print::print(&mut program, options, &allocator)
        .map_err(|diagnostic| error_of(&diagnostic, source, options.path))?;
    Ok(Pass::Printed(code, map))
}

fn parse_types<'a>(
    source: &'a str,
    options: &StripOptions,
    allocator: &'a Allocator,
) -> Result<Program<'a>, TypeScriptError> {
    let kind = options.language.source_type(options.goal);
    let parsed = Parser::new(allocator, source, kind).parse();
    match parsed.diagnostics.first() {
        Some(first) => Err(error_of(first, source, options.path)),
        None => Ok(parsed.program),
    }
}

/// The syntax of a source that is more than types.
struct Found {
    unerasable: Option<Unerasable>,
    lowered: lower::Syntax,
}

/// The source with its types blanked, or what cannot be erased.
fn erase(program: &Program, options: &StripOptions) -> Result<String, Found> {
    let mut names = Names::default();
    names.add(program);
    let mut eraser = eraser(program, names, options);
    eraser.visit_program(program);
    if eraser.unerasable.is_some() || (eraser.lowered.any() && !options.strip_only) {
        return Err(Found { unerasable: eraser.unerasable, lowered: eraser.lowered });
    }
    let mut names = std::mem::take(&mut eraser.names);
    names.resolve_uses(program);
    elide::blank_types(&mut eraser, program, &names, elides(options));
    Ok(eraser.blanks.apply(program.source_text))
}

fn eraser<'a>(program: &'a Program<'a>, names: Names, options: &StripOptions) -> Eraser<'a> {
    let assigns_fields = !options.strip_only && !options.compiler.defines_class_fields();
    Eraser::new(program, names, assigns_fields, options.strip_only)
}

/// Whether imports that are only used as types are removed.
fn elides(options: &StripOptions) -> bool {
    let is_typed = matches!(options.language, Language::TypeScript | Language::Tsx);
    is_typed && !options.strip_only && !options.compiler.keeps_unused_imports()
}

fn error_of(diagnostic: &OxcDiagnostic, source: &str, path: &str) -> TypeScriptError {
    let label = diagnostic.labels.first();
    let (start, length) = label.map_or((0, 0), |label| (label.offset() as usize, label.len() as usize));
    let error = ParseError::new(diagnostic.message.to_string(), start, start + length);
    TypeScriptError { code: INVALID, error: error.into_error(path, source) }
}
