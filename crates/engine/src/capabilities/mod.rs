//! Everything that relies on what the library's installed headers do not declare: functions of private headers, exported C++
//! symbols, object layouts, offsets read from machine code.
//!
//! One file per capability, all of one shape: `probe()` verifies before it trusts and returns the capability or why it is absent
//! ([`Absent`]); the fallback through the declared C API is in the same file, or the file says what is lost. The rest of the crate
//! asks for capabilities and knows no symbol. `HEXLOOP_ENGINE` switches them off for bisecting ([`switches`]), and
//! `hexloop --version --verbose` prints [`report`].
//!
//! The last columns are the engines on which each was seen to work: 2.50 (Debian 12), 2.52 (Debian 13) and 2.54 (unstable), on x86-64.
//! `tests/capabilities.rs` compares them with what the probes find, on each engine that `./x test` and `./x test --engine=…` run on.
//!
//! | capability | what it buys | without it | 2.50 | 2.52 | 2.54 |
//! |---|---|---|---|---|---|
//! | `time-limit` | watchdog, `vm` timeouts, `terminate()` of a running script | a busy script is not interrupted | yes | yes | yes |
//! | `unhandled-rejections` | `unhandledRejection`, exit code 1 for an unhandled rejection | rejections go unnoticed | yes | yes | yes |
//! | `eval-switch` | `vm` contexts without `eval` | `codeGeneration: { strings: false }` is refused | yes | yes | yes |
//! | `backtrace` | the line that blocks, in watchdog and doctor | they name no line | yes | yes | yes |
//! | `heap-accounting` | `process.memoryUsage`, timely collections for memory outside of the heap | zeros; collections come late | yes | yes | yes |
//! | `heap-size` | `process.memoryUsage` in microseconds, not 20 ms for 300,000 objects | the whole heap is walked | yes | yes | yes |
//! | `synchronous-gc` | `gc()` that has collected when it returns | a request that the engine serves later | yes | yes | yes |
//! | `gc-hooks` | collections in traces and `PerformanceObserver` | none are seen | yes | yes | yes |
//! | `gc-signal` | another signal for the collector, so that `SIGUSR1` is the program's | the engine's default | yes | yes | yes |
//! | `main-thread` | a main thread for the timer of full collections, and so deferred work | no finalizers are called, WebAssembly is compiled synchronously | yes | yes | yes |
//! | `vm-lock` | what the five below and `buffer-transfer`, `code-cache`, `wait-async` need | none of them | yes | yes | yes |
//! | `nested-entry` | a call into JavaScript in 75 ns, not 150 to 235; explicit draining of promise jobs | each call is an outermost entry | yes | yes | yes |
//! | `entry-scope` | the loop continues after a script was terminated in it; time zone changes | jobs of the loop may fail after a termination | yes | yes | yes |
//! | `microtask-queue` | 800 of 1,300 instructions of a timer callback | JavaScript returns to Rust after each callback | yes | yes | yes |
//! | `termination-trap` | a worker is terminated immediately, optimized code is kept | the time limit polls every 10 ms of CPU time | yes | yes | yes |
//! | `sync-waiter` | `terminate()` ends a worker in `Atomics.wait` | such workers wait in slices of 20 ms | yes | yes | yes |
//! | `wait-async` | `Atomics.waitAsync` | it is not defined | yes | yes | yes |
//! | `string-characters` | strings read and created in place: a tenth of a nanosecond a byte, not 4 to 6 | UTF-16 copies | yes | yes | yes |
//! | `buffer-transfer` | `postMessage` moves and shares memory | transfers copy, SharedArrayBuffers cannot be sent | yes | yes | yes |
//! | `code-cache` | 1,000 modules in 75 ms, not 330 | every start compiles | yes | yes | yes |
//! | `cell-layout` | brands, promise states and proxy targets; buffers that are not pinned | brand checks in JavaScript, states unknown | yes | yes | yes |
//! | `map-iterator` | `util.inspect` shows the remaining entries of an iterator | `[Map Iterator] {  }` | yes | yes | yes |
//! | `value-encoding` | numbers and booleans in 2 ns, not 100 | the C API converts them | yes | yes | yes |
//! | `string-cell` | string arguments read without a call, string results created without a second copy | a wrapper for each | yes | yes | yes |
//! | `host-function` | a call from JavaScript into Rust in 6 ns, not 125 to 209 | functions of the C API | yes | yes | yes |
//! | `error-hooks` | `stack` in V8's format and the engine's messages in V8's words, however they are read | reads of `stack` and catch clauses are rewritten in programs | yes | yes | yes |
//! | `async-function` | promise hooks report an async function's promise when the function is called | they report it when it is awaited, or its `then` is called | yes | yes | yes |
//! | `sloppy-this` | `this` of sloppy functions in `vm` contexts is the context object | it is the engine's global object | yes | yes | yes |

mod array_layout;
mod async_function;
pub(crate) mod backtrace;
pub(crate) mod brand_checks;
pub(crate) mod cell_layout;
pub(crate) mod code_cache;
pub(crate) mod entry_scope;
pub(crate) mod error_hooks;
pub(crate) mod eval_switch;
pub(crate) mod gc_hooks;
pub(crate) mod gc_signal;
pub(crate) mod heap_accounting;
pub(crate) mod heap_size;
pub(crate) mod host_function;
mod machine_code;
pub(crate) mod main_thread;
mod map_iterator;
pub(crate) mod microtask_queue;
pub(crate) mod nested_entry;
pub(crate) mod new_string;
pub(crate) mod probe_read;
mod report;
pub(crate) mod sloppy_this;
pub(crate) mod string_cell;
pub(crate) mod string_characters;
pub(crate) mod switches;
pub(crate) mod sync_waiter;
pub(crate) mod synchronous_gc;
pub(crate) mod termination_trap;
pub(crate) mod time_limit;
pub(crate) mod transferred_buffer;
pub(crate) mod unhandled_rejections;
pub(crate) mod value_encoding;
pub(crate) mod vm_lock;
pub(crate) mod wait_async;

pub use report::{CapabilityReport, EngineReport, engine_report};

use std::fmt;
use std::sync::OnceLock;

macro_rules! capabilities {
    ($($variant:ident = $name:literal,)*) => {
        /// The table above, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Capability {
            $(#[doc = $name] $variant,)*
        }

        impl Capability {
            pub const ALL: &'static [Capability] = &[$(Capability::$variant,)*];

            /// The name in `HEXLOOP_ENGINE` and in the report.
            pub fn name(self) -> &'static str {
                match self {
                    $(Capability::$variant => $name,)*
                }
            }
        }
    };
}

capabilities! {
    TimeLimit = "time-limit",
    UnhandledRejections = "unhandled-rejections",
    EvalSwitch = "eval-switch",
    Backtrace = "backtrace",
    HeapAccounting = "heap-accounting",
    HeapSize = "heap-size",
    SynchronousGc = "synchronous-gc",
    GcHooks = "gc-hooks",
    GcSignal = "gc-signal",
    MainThread = "main-thread",
    VmLock = "vm-lock",
    NestedEntry = "nested-entry",
    EntryScope = "entry-scope",
    MicrotaskQueue = "microtask-queue",
    TerminationTrap = "termination-trap",
    SyncWaiter = "sync-waiter",
    WaitAsync = "wait-async",
    StringCharacters = "string-characters",
    BufferTransfer = "buffer-transfer",
    CodeCache = "code-cache",
    CellLayout = "cell-layout",
    MapIterator = "map-iterator",
    ValueEncoding = "value-encoding",
    StringCell = "string-cell",
    HostFunction = "host-function",
    ErrorHooks = "error-hooks",
    AsyncFunction = "async-function",
    SloppyThis = "sloppy-this",
}

impl Capability {
    /// By `HEXLOOP_ENGINE`.
    pub fn is_switched_off(self) -> bool {
        switches::require(self).is_err()
    }
}

/// Why a capability is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absent {
    SwitchedOff,
    /// The library does not export it.
    Symbol(&'static str),
    /// What was found is not what this was written for.
    Mismatch(&'static str),
    /// Not implemented for this architecture or operating system.
    Platform,
    Needs(Capability),
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Absent::SwitchedOff => f.write_str("switched off by HEXLOOP_ENGINE"),
            Absent::Symbol(name) => write!(f, "the library does not export {name}"),
            Absent::Mismatch(what) => write!(f, "not as expected: {what}"),
            Absent::Platform => f.write_str("not known on this system"),
            Absent::Needs(other) => write!(f, "needs {}", other.name()),
        }
    }
}

type Probed<T> = Result<T, Absent>;

/// The result of a probe of the library, which holds for the process.
struct Cached<T>(OnceLock<Probed<T>>);

impl<T> Cached<T> {
    const fn new() -> Cached<T> {
        Cached(OnceLock::new())
    }

    /// Probes, the first time, unless the capability is switched off.
    #[inline]
    fn get(&self, capability: Capability, probe: impl FnOnce() -> Probed<T>) -> Probed<&T> {
        let outcome = self.0.get_or_init(|| {
            switches::require(capability)?;
            probe()
        });
        outcome.as_ref().map_err(|absent| *absent)
    }
}

/// For capabilities that read machine code or rely on the C++ calling convention.
fn require_x86_64_linux() -> Probed<()> {
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) { Ok(()) } else { Err(Absent::Platform) }
}

/// # Safety
/// `F` is the function-pointer type of the symbol.
unsafe fn symbol<F: Copy>(name: &'static std::ffi::CStr) -> Probed<F> {
    // SAFETY: by this function's contract.
    unsafe { crate::symbols::find(name) }.ok_or(Absent::Symbol(name.to_str().unwrap_or("a symbol")))
}
