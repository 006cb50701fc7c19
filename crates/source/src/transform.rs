//! The rewrites that a program's text needs before the engine runs it.
//!
//! Each is asked for by the name of the function it calls, so that nothing is rewritten that nobody asked for, and
//! each costs a parse; [`mentions_await`] and [`mentions_stack`] say in a few microseconds whether one can be spared.

use memchr::memmem;

use crate::edits::{Edits, Transformed};
use crate::parse::{self, Goal, Thoroughness};
use crate::{catches, legacy_await, stack_reads};

/// Which rewrites, and the names of the functions they call. The caller makes those names visible to the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rewrites<'a> {
    /// `--await=legacy`: an `await` costs three promise jobs.
    pub legacy_await: Option<LegacyAwait<'a>>,
    /// `for await (… of xs)` becomes `for await (… of each(xs))`; the legacy rule's `each` takes precedence.
    pub for_await: Option<&'a str>,
    /// A function that takes anything and returns it; of an error it makes `stack` read as V8 writes it.
    pub stack_reads: Option<&'a str>,
    /// `catch (error) {` calls this function with the error first.
    pub catches: Option<&'a str>,
}

/// The functions that `await` and `for await` call under `--await=legacy`.
#[derive(Clone, Copy, Debug)]
pub struct LegacyAwait<'a> {
    /// `await x` becomes `await value(x)`.
    pub value: &'a str,
    /// `for await (… of xs)` becomes `for await (… of each(xs))`.
    pub each: &'a str,
}

/// Applies `rewrites` to a program, or gives `None` where there is nothing to rewrite or the text does not parse: the
/// engine then gets the text as it is, and says what is wrong with it.
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
    let legacy_await = rewrites.legacy_await.filter(|_| mentions_await(source.as_bytes()));
    let for_await = rewrites.for_await.filter(|_| legacy_await.is_none() && mentions_for_await(source.as_bytes()));
    let stack_reads = rewrites.stack_reads.filter(|_| mentions_stack(source.as_bytes()));
    let catches = rewrites.catches.filter(|_| memmem::find(source.as_bytes(), b"catch").is_some());
    if legacy_await.is_none() && for_await.is_none() && stack_reads.is_none() && catches.is_none() {
        return None;
    }
    let edits = parse::parse(source, goal, Thoroughness::Tree, |parsed| {
        let mut edits = Edits::new();
        // Where both insert at one place the await is the outer one: its argument holds the object.
        if let Some(names) = legacy_await {
            legacy_await::collect(parsed.program, Some(names.value), names.each, &mut edits);
        }
        if let Some(each) = for_await {
            legacy_await::collect(parsed.program, None, each, &mut edits);
        }
        if let Some(name) = stack_reads {
            stack_reads::collect(parsed.program, name, &mut edits);
        }
        if let Some(name) = catches {
            catches::collect(parsed.program, name, &mut edits);
        }
        edits
    })
    .ok()?;
    (!edits.is_empty()).then(|| edits.apply(source))
}

/// Whether a text contains the word `await` at all.
pub fn mentions_await(source: &[u8]) -> bool {
    memmem::find(source, b"await").is_some()
}

/// Whether a text may contain a `for await` loop.
fn mentions_for_await(source: &[u8]) -> bool {
    memmem::find_iter(source, b"await").any(|at| source[..at].trim_ascii_end().ends_with(b"for"))
}

/// Whether a text contains the word `stack` at all, as its own word: `stackTrace` and `callstack` do not count.
pub fn mentions_stack(source: &[u8]) -> bool {
    let is_part =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'));
    memmem::find_iter(source, b"stack").any(|at| {
        let before = at.checked_sub(1).and_then(|before| source.get(before));
        !is_part(before) && !is_part(source.get(at + 5))
    })
}
