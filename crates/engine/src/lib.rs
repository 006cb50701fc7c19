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
//! // What it throws is an error with a message, a stack in V8's format and a position.
//! let thrown = cx.evaluate("nothing.there", "example.js", 1).err().unwrap();
//! assert_eq!(thrown.position().unwrap().line, 1);
//! ```
//!
//! | file | what is in it |
//! |---|---|
//! | `context.rs` | virtual machines, contexts, the borrowed handle `Cx` |
//! | `value.rs` | values, objects, roots |
//! | `roots.rs` | what roots hold when a thread ends |
//! | `function.rs` | native functions |
//! | `exception.rs`, `stack.rs`, `message.rs` | errors both ways; stacks and messages in V8's format |
//! | `buffer.rs` | typed arrays, shared numbers |
//! | `moved_memory.rs` | the memory of buffers, from one machine to another |
//! | `promise.rs` | deferred promises, unhandled rejections |
//! | `realm.rs` | further global objects, and those that mirror another object (`node:vm`) |
//! | `iterator.rs` | what a Map or Set iterator has yet to give |
//! | `layout.rs` | brands, promise states, proxy targets |
//! | `terminate.rs`, `trap.rs` | ending a script from another thread |
//! | `vm_lock.rs` | a machine's lock, taken from Rust |
//! | `kept_code/` | code that an earlier process compiled |
//! | `way_in.rs` | the nested (fast) and the plain way into the engine |
//! | `heap.rs` | memory statistics |
//! | `stack_room.rs` | how much stack is left for Rust |
//! | `engine_work.rs` | FinalizationRegistry callbacks and other work the engine puts off |
//! | `encoding.rs` | numbers and other immediates, without asking the engine |
//! | `ffi.rs`, `optional.rs` | the C API |

mod buffer;
mod collections;
mod context;
mod encoding;
mod engine_work;
mod exception;
mod ffi;
mod function;
mod heap;
mod iterator;
mod kept_code;
mod layout;
mod letters;
mod message;
mod moved_memory;
mod optional;
mod promise;
mod realm;
mod repeated_request;
mod roots;
pub mod stack;
mod stack_room;
mod strange_memory;
mod string;
mod sync_waiter;
mod terminate;
mod trap;
mod value;
mod vm_lock;
mod wait_async;
mod waiting_jobs;
mod way_in;

pub use buffer::{SharedBytes, SharedNumbers, array_over};
pub use collections::{Collected, watch_collections};
pub use context::{Context, Cx, Script, Vm};
pub use engine_work::{engine_work_descriptor, run_engine_work};
pub use exception::{Detail, ErrorClass, Exception, Position, Throw};
pub use function::{Answer, Call, Failure, Out};
pub use heap::{HeapStatistics, give_back_freed_memory, report_extra_memory};
pub use kept_code::{KeptCode, engine_build};
pub use layout::{BRANDS, PromiseState};
pub use letters::Letters;
pub use message::v8_message;
pub use moved_memory::MovedMemory;
pub use promise::{Deferred, Resolver};
pub use realm::{mirror, set_mirrors_asleep};
pub use terminate::{Cut, Inspect, Pace, Terminator, Watchdog, inspect_soon, within};
pub use value::{Kind, Object, Root, Value};
pub use wait_async::{Expected, can_wait_async, wait_async};
pub use waiting_jobs::WaitingJobs;
pub use way_in::{Inside, forget_time_zone, inside, nested_way_available, plainly};
