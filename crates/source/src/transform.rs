//! The rewrites that a source needs before the engine runs it.
//!
//! Each is enabled by the name of the function it calls, and each needs a parse; [`mentions_await`] and [`mentions_stack`] find out
//! in a few microseconds whether that can be skipped.

use memchr::memmem;
use oxc_ast::ast::Program;

use crate::async_context::{self, AsyncContext};
use crate::edits::{Edits, Transformed};
use crate::marks::Layer;
use crate::parse::{self, Goal, ParseMode, Parsed};
use crate::{catches, chunks, dynamic_import, eval_calls, legacy_await, stack_reads};

/// Which rewrites, and the names of the functions they call. The caller puts those names in scope.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rewrites<'a> {
    /// `--await=legacy`: an `await` costs three promise jobs.
    pub legacy_await: Option<LegacyAwait<'a>>,
    /// `for await (… of xs)` becomes `for await (… of each(xs))`; the legacy rule's `each` takes precedence.
    pub for_await: Option<&'a str>,
    /// A function that returns its argument; for an error it converts `stack` to V8's format first.
    pub stack_reads: Option<&'a str>,
    /// `catch (error) {` first calls this function with the error; so do handlers passed to `.catch` and `.then`.
    pub catches: Option<&'a str>,
    /// `eval(x)` becomes `eval(function(x))`.
    pub eval_calls: Option<&'a str>,
    /// `import(x)` calls this function; for scripts and CommonJS. In modules [`link`](crate::link) does it.
    pub dynamic_import: Option<&'a str>,
    /// The async context is saved before an `await` and restored after it.
    pub async_context: Option<AsyncContext<'a>>,
    /// Every edit is marked (`marks.rs`), so that a function's source can be returned as it was written.
    pub marks: bool,
}

/// The functions that `await` and `for await` call under `--await=legacy`.
#[derive(Clone, Copy, Debug)]
pub struct LegacyAwait<'a> {
    /// `await x` becomes `await value(x)`.
    pub value: &'a str,
    /// `for await (… of xs)` becomes `for await (… of each(xs))`.
    pub each: &'a str,
}

/// Applies `rewrites` to a source, or returns `None` where there is nothing to rewrite or the source does not parse: then the
/// engine gets the source as it is, and reports the error.
///
/// ```
/// use hexloop_source::{Goal, Rewrites, transform};
///
/// let rewrites = Rewrites { stack_reads: Some("$stack"), ..Rewrites::default() };
/// let result = transform("log(error.stack)", Goal::CommonJs, &rewrites).unwrap();
/// assert_eq!(result.code, "log($stack(error).stack)");
/// assert_eq!(result.columns.original(1, 19), 11); // the `.stack`
/// ```
pub fn transform(source: &str, goal: Goal, rewrites: &Rewrites) -> Option<Transformed> {
    let rewrites = rewrites.applicable_to(source);
    if rewrites.is_empty() {
        return None;
    }
    let edits = rewrites.edits_by_chunk(source, goal).or_else(|| rewrites.edits(source, goal, false))?;
    (!edits.is_empty()).then(|| rewrites.apply(edits, source))
}

impl<'n> Rewrites<'n> {
    /// No rewrite at all, for `..Rewrites::NONE` in constants.
    pub const NONE: Rewrites<'static> = Rewrites {
        legacy_await: None,
        for_await: None,
        stack_reads: None,
        catches: None,
        eval_calls: None,
        dynamic_import: None,
        async_context: None,
        marks: false,
    };

    /// Those that may apply to a source, judging by the words in it.
    pub(crate) fn applicable_to(&self, source: &str) -> Rewrites<'n> {
        let text = source.as_bytes();
        let legacy_await = self.legacy_await.filter(|_| mentions_await(text));
        Rewrites {
            legacy_await,
            for_await: self.for_await.filter(|_| legacy_await.is_none() && mentions_for_await(text)),
            stack_reads: self.stack_reads.filter(|_| mentions_stack(text)),
            catches: self.catches.filter(|_| catches::may_apply_to(text)),
            eval_calls: self.eval_calls.filter(|_| eval_calls::may_apply_to(text)),
            dynamic_import: self.dynamic_import.filter(|_| dynamic_import::may_apply_to(text)),
            async_context: self.async_context.filter(|_| async_context::may_apply_to(text)),
            marks: self.marks,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.legacy_await.is_none()
            && self.for_await.is_none()
            && self.stack_reads.is_none()
            && self.catches.is_none()
            && self.eval_calls.is_none()
            && self.dynamic_import.is_none()
            && self.async_context.is_none()
    }

    pub(crate) fn apply(&self, edits: Edits, source: &str) -> Transformed {
        if self.marks { edits.apply_marked(source, Layer::Rewritten) } else { edits.apply(source) }
    }

    /// All edits; `None` if the source does not parse, or, with `valid`, if it has any error.
    fn edits(&self, source: &str, goal: Goal, valid: bool) -> Option<Edits> {
        let collect = |parsed: &Parsed| {
            let mut edits = Edits::new();
            self.collect(parsed.program, &mut edits);
            if let Some(name) = self.dynamic_import {
                dynamic_import::collect(parsed.program, name, &mut edits);
            }
            (parsed.is_valid() || !valid).then_some(edits)
        };
        parse::parse(source, goal, ParseMode::TreeOnly, collect).ok().flatten()
    }

    /// The same for a large source: a chunk without the words that a rewrite needs is not even parsed.
    fn edits_by_chunk(&self, source: &str, goal: Goal) -> Option<Edits> {
        let mut edits = Edits::new();
        for chunk in chunks::split(source)?.ranges {
            let (start, text) = (chunk.start, &source[chunk]);
            let rewrites = self.applicable_to(text);
            if !rewrites.is_empty() {
                edits.extend_at(start, rewrites.edits(text, goal, true)?);
            }
        }
        Some(edits)
    }

    /// The edits of all but `dynamic_import`, which differs in modules.
    pub(crate) fn collect(&self, program: &Program, edits: &mut Edits) {
        // Where several insert at one position the await is the outer one: its argument contains the object.
        let value = self.legacy_await.map(|names| names.value);
        if let Some(names) = self.async_context {
            async_context::collect(program, names, value, edits);
        }
        if let Some(names) = self.legacy_await {
            let value = value.filter(|_| self.async_context.is_none());
            legacy_await::collect(program, value, names.each, edits);
        }
        if let Some(each) = self.for_await {
            legacy_await::collect(program, None, each, edits);
        }
        if let Some(name) = self.stack_reads {
            stack_reads::collect(program, name, edits);
        }
        if let Some(name) = self.catches {
            catches::collect(program, name, edits);
        }
        if let Some(name) = self.eval_calls {
            eval_calls::collect(program, name, edits);
        }
    }
}

/// Whether a source contains the word `await` at all.
pub fn mentions_await(source: &[u8]) -> bool {
    memmem::find(source, b"await").is_some()
}

/// Whether a source may contain a `for await` loop.
fn mentions_for_await(source: &[u8]) -> bool {
    memmem::find_iter(source, b"await").any(|at| source[..at].trim_ascii_end().ends_with(b"for"))
}

/// Whether a source contains `stack` as a whole word: `stackTrace` and `callstack` do not count.
pub fn mentions_stack(source: &[u8]) -> bool {
    let is_part =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'));
    memmem::find_iter(source, b"stack").any(|at| {
        let before = at.checked_sub(1).and_then(|before| source.get(before));
        !is_part(before) && !is_part(source.get(at + 5))
    })
}
