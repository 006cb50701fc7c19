//! JavaScriptCore made safe.
//!
//! The system's JavaScriptCore behind types that cannot be misused: values do not outlive their context, exceptions are
//! `Result`s, panics do not cross into C, memory is shared rather than copied where both sides agree on it.
//!
//! ```
//! use hexloop_engine::{Context, Value};
//!
//! let context = Context::new();
//! let cx = context.cx();
//!
//! // Rust that JavaScript calls.
//! let add = cx.function("add", |call| Ok((call.number(0)? + call.number(1)?).into()));
//! cx.global().set("add", add.value()).unwrap();
//!
//! // JavaScript that Rust calls.
//! let twice = cx.evaluate("(n) => add(n, n)", "example.js", 1).unwrap().as_object().unwrap();
//! assert_eq!(twice.call(&[Value::number(cx, 21.0)]).unwrap().to_number().unwrap(), 42.0);
//!
//! // A thrown error has a message, a stack in V8's format and a position.
//! let thrown = cx.evaluate("nothing.there", "example.js", 1).err().unwrap();
//! assert_eq!(thrown.position().unwrap().line, 1);
//! ```
//!
//! | file | what is in it |
//! |---|---|
//! | `context.rs` | VMs, contexts, the borrowed handle `Cx` |
//! | `value.rs` | values, objects, roots |
//! | `roots.rs` | releasing the contexts that roots still hold when a thread ends |
//! | `function.rs` | native functions |
//! | `exception.rs`, `stack.rs`, `message.rs` | errors in both directions; stacks and messages in V8's format |
//! | `buffer.rs`, `shared_copy.rs` | the bytes of typed arrays and buffers: borrowed, or copied where another thread can write them |
//! | `arrays.rs` | typed arrays over memory that Rust owns or shares |
//! | `promise.rs` | deferred promises |
//! | `realm.rs` | additional global objects, and those that mirror another object (`node:vm`) |
//! | `differences.rs` | where this engine's promise job counts differ from V8's |
//! | `terminate.rs` | terminating a script from another thread |
//! | `entry.rs` | nested (fast) and direct entry into the VM |
//! | `heap.rs` | memory statistics |
//! | `stack_limit.rs` | the stack limit for native functions |
//! | `deferred_work.rs` | FinalizationRegistry callbacks and other work that the engine defers |
//! | `library.rs`, `ffi.rs`, `symbols.rs` | loading the library; the C API as its headers declare it; functions that only some versions have |
//! | `capabilities/` | everything that relies on what those headers do not declare, each with its fallback |

mod arrays;
mod buffer;
mod capabilities;
mod context;
mod deferred_work;
mod differences;
mod entry;
mod exception;
mod ffi;
mod function;
mod heap;
mod library;
mod message;
mod message_table;
mod options;
mod promise;
mod realm;
mod repeated_request;
mod roots;
mod shared_copy;
pub mod stack;
mod stack_limit;
mod string;
mod symbols;
mod terminate;
pub mod transcode;
mod value;

pub use arrays::{SharedBytes, SharedNumbers, float64_array_over};
pub use capabilities::cell_layout::{BRANDS, PromiseState};
pub use capabilities::code_cache::{CachedCode, CodeCacheEntry, engine_build};
pub use capabilities::error_hooks::{
    convert_errors, converts_errors, engine_stack, translate_messages, translates_messages,
};
pub use capabilities::gc_hooks::{CollectionCallback, observe_collections};
pub use capabilities::heap_accounting::report_extra_memory;
pub use capabilities::new_string::NewString;
pub use capabilities::string_characters::Characters;
pub use capabilities::switches::check_engine_switches;
pub use capabilities::transferred_buffer::TransferredBuffer;
pub use capabilities::wait_async::{Expected, can_wait_async, wait_async};
pub use capabilities::{Capability, CapabilityReport, EngineReport, engine_report};
pub use context::{Context, Cx, Script, Vm};
pub use deferred_work::{can_run_deferred_work, deferred_work_fd, run_deferred_work};
pub use differences::Differences;
pub use entry::{VmEntry, enter_directly, enter_nested, nested_entry_available, reset_date_caches};
pub use exception::{Detail, ErrorClass, Exception, Position, Throw};
pub use function::{Answer, Call, Failure, Made, Out};
pub use heap::{HeapSize, HeapStatistics, release_free_memory};
pub use library::load;
pub use message::{is_engine_message, v8_message};
pub use promise::{Deferred, Resolver};
pub use realm::{mirror, set_mirrors_disabled};
pub use terminate::{
    InterruptCallback, PollInterval, TerminationReason, Terminator, Watchdog, has_time_limit, request_interrupt,
    with_limits,
};
pub use value::{Kind, Object, Root, Value};
