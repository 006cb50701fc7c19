//! From source text to runnable JavaScript: is it valid, what would Node print if not, and what has to be rewritten.
//!
//! The engine parses what it runs; this crate covers what the engine cannot do:
//!
//! | question | answer |
//! |---|---|
//! | what does Node print for this syntax error? | [`check`], [`SyntaxError::render`] |
//! | CommonJS or ES module? | [`needs_module_goal`], [`uses_top_level_await`] |
//! | can it close the CommonJS wrapper? | [`may_close_wrapper`] |
//! | how does it run with `--await=legacy`, or get V8's stack traces? | [`transform`] |
//! | how does an ES module run on an engine API without modules? | [`link`], [`Linked::wrapper`] |
//! | which names does a CommonJS file export? | [`cjs_exports`] |
//! | which names does a script declare? | [`declarations`] |
//! | is a REPL input complete, and how is it evaluated? | [`completeness`], [`prepare_repl_input`] |
//! | which `throw` threw? | [`Throws`] |
//! | what would V8 say about this error? | [`describe`] |
//! | what does V8 call this function, and what is it called on? | [`Functions`] |
//! | how is a line printed with a caret? | [`code_frame`] |
//! | did you mean …? | [`nearest`] |
//! | was this source transformed before? | [`cache`] |
//! | how do TypeScript and JSX run? | [`strip`] |
//! | where does this line come from? | [`SourceMap`] |
//! | what does `tsconfig.json` set? | [`TsConfigs`], [`TsConfig`] |
//! | which file does a specifier resolve to? | [`resolve::Resolver`] |
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
//! A rewrite never prints the tree: it edits the source at positions from the parser. Line numbers stay the same, and a
//! [`ColumnMap`] maps columns back.
//!
//! The modules: `parse` is the only entry to the parser, on a stack that is large enough; `check` and `v8_messages` report
//! syntax errors; `transform` applies `legacy_await`, `stack_reads`, `eval_calls` and `dynamic_import` through `edits`; `repl`
//! prepares REPL input; `modules` links, `types` strips types, `resolve` resolves specifiers; `async_context` restores the async
//! context after an await.

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
mod engine_messages;
mod eval_calls;
mod functions;
mod hints;
mod legacy_await;
mod lines;
mod marks;
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

pub use async_context::{AsyncCalls, AsyncContext, DelegatedYield};
pub use check::{Options, check};
pub use cjs_exports::{CjsExports, cjs_exports};
pub use declarations::{Declarations, declarations};
pub use detect::{needs_module_goal, script_needs_module_goal, uses_top_level_await};
pub use edits::{ColumnMap, Edits, Transformed};
pub use engine_messages::{EngineError, SourcePlace, V8Message, describe, is_engine_message};
pub use functions::{Call, FunctionIndex, FunctionKind, Functions, NamedFunction, Receiver};
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
