//! The native bindings of the JavaScript files, by name: `binding('fs')` is `bindings/fs.rs`.

mod buffer;
pub mod child_process;
mod crypto;
pub mod descriptors;
mod dgram;
pub mod fs;
mod handle_table;
pub mod http;
mod inspect;
mod loop_state;
mod messaging;
mod module;
mod modules;
mod net;
mod os;
mod perf;
mod process;
mod promise_hooks;
mod repl;
mod resolve;
pub mod signals;
mod source_map;
mod stack;
pub mod stdio;
mod tls;
mod trace;
mod types;
mod url;
mod vm;
mod worker;
mod zlib;

pub use process::{cpu_seconds, resident_memory};

use crate::builtins;
use crate::code_cache::{CacheKind, CachedScript};
use hexloop_engine::{Answer, Call, Cx, Object, Throw, Value};

/// A binding object under construction.
pub struct Binding<'a> {
    cx: Cx<'a>,
    object: Object<'a>,
}

impl<'a> Binding<'a> {
    pub fn cx(&self) -> Cx<'a> {
        self.cx
    }

    /// Adds a native function that returns quickly.
    pub fn function<F>(&self, name: &str, body: F) -> &Self
    where
        F: for<'c> Fn(&Call<'c>) -> Answer<'c> + 'static,
    {
        self.value(name, self.cx.function(name, body).into_value())
    }

    /// Adds a native function that blocks, takes long or runs scripts: it is called without the engine's lock (see
    /// `crates/engine/src/capabilities/host_function.rs`).
    pub fn unlocked<F>(&self, name: &str, body: F) -> &Self
    where
        F: for<'c> Fn(&Call<'c>) -> Answer<'c> + 'static,
    {
        self.value(name, self.cx.unlocked_function(name, body).into_value())
    }

    pub fn value(&self, name: &str, value: Value<'a>) -> &Self {
        // Setting a property on a fresh plain object cannot fail.
        let _ = self.object.set(name, &value);
        self
    }

    pub fn text(&self, name: &str, text: &str) -> &Self {
        self.value(name, Value::string(self.cx, text))
    }

    pub fn number(&self, name: &str, number: f64) -> &Self {
        self.value(name, Value::number(self.cx, number))
    }
}

/// `binding(name)` of `lib/boot.js`.
pub fn binding<'c>(call: &Call<'c>) -> Answer<'c> {
    let name = call.text(0)?;
    let binding = Binding { cx: call.cx(), object: Object::without_prototype(call.cx()) };
    match name.as_str() {
        "buffer" => buffer::fill(&binding),
        "child_process" => child_process::fill(&binding),
        "crypto" => crypto::fill(&binding),
        "dgram" => dgram::fill(&binding),
        "fs" => fs::fill(&binding),
        "http" => http::fill(&binding),
        "inspect" => inspect::fill(&binding),
        "loop" => loop_state::fill(&binding),
        "messaging" => messaging::fill(&binding),
        "module" => module::fill(&binding),
        "modules" => modules::fill(&binding),
        "net" => net::fill(&binding),
        "os" => os::fill(&binding),
        "perf" => perf::fill(&binding),
        "process" => process::fill(&binding),
        "promise_hooks" => promise_hooks::fill(&binding),
        "repl" => repl::fill(&binding),
        "resolve" => resolve::fill(&binding),
        "signals" => signals::fill(&binding),
        "source_map" => source_map::fill(&binding),
        "stack" => stack::fill(&binding),
        "stdio" => stdio::fill(&binding),
        "tls" => tls::fill(&binding),
        "trace" => trace::fill(&binding),
        "types" => types::fill(&binding),
        "url" => url::fill(&binding),
        "vm" => vm::fill(&binding),
        "worker" => worker::fill(&binding),
        "zlib" => zlib::fill(&binding),
        _ => return Err(Throw::error(format!("no such binding: '{name}'")).into()),
    }
    Ok(binding.object.into())
}

/// Built-in files load when they are first needed. A program may have replaced or deleted global constructors by then, so each gets the
/// engine's own as parameters; `lib/boot.js` passes them in this order.
const BUILTIN_HEAD: &str = "(function (exports, require, module, binding, Array, ArrayBuffer, BigInt, Boolean, DataView, Date, Error, Map, Math, Number, Object, Proxy, RangeError, Reflect, RegExp, Set, String, Symbol, SyntaxError, TypeError, Uint8Array, WeakMap, WeakRef, WeakSet, globalThis) {";

/// Compiles a built-in file: the function whose body is its source.
pub fn compile_builtin<'c>(call: &Call<'c>) -> Answer<'c> {
    let id = call.text(0)?;
    let Some(source) = builtins::source(&id) else {
        return Err(Throw::error(format!("no such built-in module: '{id}'")).into());
    };
    let parts = [BUILTIN_HEAD, &source, "\n})"];
    Ok(CachedScript::new(&parts, CacheKind::BuiltIn).run(call.cx(), &format!("node:{id}"))?.into())
}
