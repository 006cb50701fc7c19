//! From text to runnable JavaScript: is it a program, what would Node say if not, and what must be rewritten.
//!
//! The engine parses what it runs; this crate is asked where the engine cannot answer:
//!
//! | question | answer |
//! |---|---|
//! | what does Node print for this syntax error? | [`check`], [`SyntaxError::render`] |
//! | CommonJS or ES module? | [`needs_module_goal`], [`uses_top_level_await`] |
//! | does it stay inside the CommonJS wrapper? | [`may_close_wrapper`] |
//! | how does it run with `--await=legacy`, or see V8's stacks? | [`transform`] |
//! | how does an ES module run where there are none? | [`link`], [`Linked::wrapper`] |
//! | which names does a CommonJS file export? | [`cjs_exports`] |
//! | which names does a script declare? | [`declarations`] |
//! | what does a line typed at the prompt mean? | [`completeness`], [`prepare_repl_input`] |
//! | which `throw` threw? | [`Throws`] |
//! | how is a line shown with a caret? | [`code_frame`] |
//! | what did the user mean? | [`nearest`] |
//! | was this text transformed before? | [`cache`] |
//! | what does TypeScript or JSX run as? | [`strip`] |
//! | where does this line come from? | [`SourceMap`] |
//! | what does the project's `tsconfig.json` say? | [`TsConfigs`], [`TsConfig`] |
//! | which file does `import` or `require` mean? | [`resolve::Resolver`] |
//!
//! ```
//! use hexloop_source::{Goal, Options, check};
//!
//! let options = Options { path: "/app/main.js", goal: Goal::CommonJs };
//! let error = check("console.log('hi'", &options).unwrap_err();
//! assert_eq!(
//!     error.render(),
//!     "/app/main.js:1\n\
//!      console.log('hi'\n            \
//!                  ^^^^\n\
//!      \n\
//!      SyntaxError: missing ) after argument list"
//! );
//! ```
//!
//! A rewrite never prints the tree anew: it edits the text at the places the parser names, so lines stay true, and a
//! [`ColumnMap`] takes columns back.
//!
//! The rooms: `parse` is the only way to the parser, on a stack that is large enough; `check` and `v8_messages` judge;
//! `transform` applies `legacy_await`, `stack_reads`, `eval_calls` and `dynamic_import` through `edits`; `repl` is the prompt; `modules`
//! links, `types` removes types, `resolve` finds files; `async_context` keeps the async context over an await.

mod async_context;
pub mod cache;
mod catches;
mod check;
mod chunks;
mod cjs_exports;
mod declarations;
mod delegated_yield;
mod detect;
mod dynamic_import;
mod edits;
mod eval_calls;
mod hints;
mod legacy_await;
mod lines;
mod modules;
mod nearest;
mod parse;
mod preview;
mod repl;
pub mod resolve;
mod source_map;
mod stack_reads;
mod syntax_error;
mod throws;
mod tokens;
mod transform;
mod tsconfig;
mod types;
mod v8_messages;

pub use async_context::{AsyncContext, DelegatedYield};
pub use check::{Options, check};
pub use cjs_exports::{CjsExports, cjs_exports};
pub use declarations::{Declarations, declarations};
pub use detect::{needs_module_goal, script_needs_module_goal, uses_top_level_await};
pub use edits::{ColumnMap, Edits, Transformed};
pub use hints::may_close_wrapper;
pub use modules::{
    Import, Imported, IndirectExport, LinkOptions, Linked, LocalExport, Phase, Position, Request, Shape, Wrapper, link,
};
pub use nearest::nearest;
pub use parse::{Goal, spawn_parser};
pub use preview::preview;
pub use repl::{Completeness, ReplInput, completeness, prepare_repl_input};
pub use source_map::{Original, Reference, SourceMap, file_path, file_url, find_reference};
pub use syntax_error::{SyntaxError, code_frame};
pub use throws::{FrameOrigin, ThrowSite, Thrown, Throws, match_score};
pub use transform::{LegacyAwait, Rewrites, mentions_await, mentions_stack, transform};
pub use tsconfig::{CompilerOptions, JsxEmit, PathAliases, TsConfig, TsConfigError, TsConfigs};
pub use types::{Language, StripOptions, Stripped, TypeScriptError, mentions_using, strip, strip_cached};
