//! Node's API: the JavaScript files in `lib/` and the Rust behind them.
//!
//! [`Runtime`] connects the engine to the event loop and runs a program. Each binding (`fs.rs`, `process.rs`, …) is the
//! native half of the JavaScript file of the same name.

mod bindings;
mod browser;
mod builtins;
mod call_sites;
mod clock;
mod code_cache;
mod debug_signal;
mod engine_differences;
mod engine_messages;
mod engine_work;
mod entries;
mod env_file;
mod heap_limit;
mod host;
mod interrupt;
mod live;
mod milestones;
mod observers;
mod options;
mod out_of_memory;
mod ports;
mod repl;
mod requests;
mod runtime;
mod shared_constants;
mod shared_environment;
mod source_functions;
mod source_text;
mod sources;
mod stack_dump;
mod state;
mod system_error;
mod trace;
mod trace_sigint;
mod typescript;
mod watchdog;
mod why;
mod worker;

#[doc(hidden)] // For examples/fuzz_http.rs.
pub use bindings::http::parser as http_parser;
pub use browser::open_in_browser;
pub use env_file::parse as parse_env_file;
pub use options::{
    AwaitRule, InputType, LIVE_PORT, ModuleOptions, NetworkOptions, Options, Profile, Program, TraceOptions,
    UnhandledRejections, WarningOptions,
};
pub use out_of_memory::Allocator;
pub use repl::{Hint, Prompt, Repl};
pub use runtime::{NODE_VERSION, Runtime, exit_process};
pub use source_text::source_text;
