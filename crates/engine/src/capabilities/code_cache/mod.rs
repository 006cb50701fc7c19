//! `code-cache`: bytecode that the engine compiled in an earlier process.
//!
//! Two thirds of the time that a program of many files takes to load are spent on parsing: once for the syntax of the whole file,
//! once more for each function that is called. The engine can serialize the result (its bytecode) and read it back; the
//! browser does so on one platform, and no C function offers it. The means are all there though:
//!
//! ```text
//!   JSScript ─▶ OpaqueJSScript: a source provider          the engine, about to compile a program
//!               0x00  vtable ─▶ … 4 cachedBytecode     ◀── "is there bytecode for this source?"
//!                                 5 cacheBytecode      ◀── "this is how to encode its bytecode"
//!               0x80  VM      (0x88 in 2.54)
//!               0x88  source  (right after it)
//! ```
//!
//! So a script runs from one of the engine's own providers, two of whose functions are implemented here ([`provider`]). While the
//! script is being compiled its vtable is a copy of the engine's with those two replaced; afterwards it has its own again. The
//! second function does not encode immediately: at that time there is only the outermost code. It keeps what encoding needs
//! ([`Compiled`]), and the code is encoded when the program ends: with every function that was ever called.
//!
//! Measured (1,000 modules of 2 KB, 5,750 functions called): 330 ms without, 75 ms with cached code; 35 to 55 ms to encode it.
//!
//! None of the layout is guaranteed, so it is verified before it is used: the vtable must end with three functions that the
//! library exports, the four before them must do nothing; the VM and the source must be where the drawing says; what the
//! engine passes is read through a system call that cannot fault, and must refer to this VM and this script. Encoded code is valid
//! for one build of the library only: [`engine_build`] has to be part of the cache key. The engine itself checks that it was
//! encoded since the last boot, for a source of this length and hash.

mod build_id;
mod provider;

use super::Probed;
use crate::context::{Cx, Script};
use crate::exception::Exception;
use crate::ffi::*;
use crate::string::EngineString;
use crate::value::Value;
use provider::{Compiled, Provider};
use std::cell::RefCell;

pub use build_id::engine_build;

/// The cached code of a script, and whether to store it.
#[derive(Clone, Copy, Default)]
pub struct CodeCacheEntry {
    pub cached: Option<CachedCode>,
    /// The name under which the code is to be stored, if it has to be compiled.
    pub store_as: Option<u128>,
}

/// Code as an earlier process serialized it. The engine trusts every byte: offsets, instructions and all.
#[derive(Clone, Copy)]
pub struct CachedCode(&'static [u8]);

impl CachedCode {
    /// # Safety
    /// The bytes are, unchanged, what [`Cx::serialize_compiled`] produced for the source that they will be run with, by an engine of
    /// the same [`engine_build`]. (The engine compares length and hash of the source itself.)
    pub unsafe fn new(bytes: &'static [u8]) -> CachedCode {
        CachedCode(bytes)
    }
}

pub(super) fn probe(cx: Cx<'_>) -> Probed<()> {
    Provider::new(cx.group(), &EngineString::new("probe"), 1).map(drop)
}

thread_local! {
    static COMPILED: RefCell<Vec<(JSContextGroupRef, u128, Compiled)>> = const { RefCell::new(Vec::new()) };
}

/// What was compiled in a VM, which still exists.
fn take_compiled(vm: JSContextGroupRef) -> Vec<(JSContextGroupRef, u128, Compiled)> {
    COMPILED.try_with(|all| all.borrow_mut().extract_if(.., |(of, ..)| *of == vm).collect()).unwrap_or_default()
}

/// Before a VM is released: a script that outlived it could not be released any more.
pub(crate) fn forget(vm: JSContextGroupRef) {
    drop(take_compiled(vm));
}

impl<'a> Cx<'a> {
    /// As [`run`](Cx::run), with cached code.
    pub fn run_cached(
        self,
        script: Script,
        url: &str,
        line: i32,
        code: CodeCacheEntry,
    ) -> Result<Value<'a>, Exception<'a>> {
        if (code.cached.is_none() && code.store_as.is_none()) || !script.source().is_swappable() {
            return self.run(&script, url, line);
        }
        let Ok(mut provider) = Provider::new(self.group(), &EngineString::new(url), line) else {
            return self.run(&script, url, line);
        };
        provider.set_source(script.into_source());
        let cached = code.cached.map(|code| provider::as_cached_bytecode(code.0));
        let outcome = self.attempt(|exception| provider.evaluate(self.raw, cached, exception));
        if let Some(name) = code.store_as
            && let Some(compiled) = provider.into_compiled()
        {
            // SAFETY: a live context and a cell of its VM, which the engine has just passed.
            unsafe { JSValueProtect(self.raw, compiled.block()) };
            COMPILED.with_borrow_mut(|all| all.push((self.group(), name, compiled)));
        }
        outcome
    }

    /// Serializes everything that was compiled in this VM and is to be stored, with every function that was called so far.
    pub fn serialize_compiled(self, mut each: impl FnMut(u128, &[u8])) {
        for (vm, name, compiled) in take_compiled(self.group()) {
            compiled.encode(vm, |bytes| each(name, bytes));
            // SAFETY: protected above.
            unsafe { JSValueUnprotect(self.raw, compiled.block()) };
        }
    }

    /// How many scripts were compiled in this VM and are to be stored.
    pub fn compiled_count(self) -> usize {
        COMPILED.with_borrow(|all| all.iter().filter(|(of, ..)| *of == self.group()).count())
    }
}
