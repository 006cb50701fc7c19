//! `code-cache`: code that the engine compiled in an earlier process.
//!
//! Two thirds of the time that a program of many files takes to load go into parsing: once for the syntax of the whole file,
//! once more for each function that is called. The engine can write down what came of it (its bytecode) and read it back; the
//! browser does so on one system, and no C function offers it. The means are all there though:
//!
//! ```text
//!   JSScript ─▶ OpaqueJSScript: a source provider          the engine, about to compile a program
//!               0x00  functions ─▶ … 4 cachedBytecode  ◀── "is the code of this text known?"
//!                                    5 cacheBytecode   ◀── "this is how to write its code down"
//!               0x80  VM      (0x88 in 2.54)
//!               0x88  text    (right after it)
//! ```
//!
//! So a script runs from a provider of the engine's own making, whose two questions are answered here ([`provider`]). For as
//! long as the script is being compiled its table of functions is a copy of the engine's with those two replaced; afterwards it
//! has its own again. The second question is not answered at once: what it would write down then is the outermost code only.
//! What it needs is kept instead ([`Compiled`]), and the code is written when the program ends: with every function in
//! it that was ever called.
//!
//! Measured (1,000 modules of 2 KB, 5,750 functions called): 330 ms without, 75 ms with their code known; 35 to 55 ms to write it.
//!
//! None of the layout is promised, so it is tried before it is used: the table's end must be three functions that the library
//! exports, the four before them must do nothing; the VM and the text must stand where the drawing says; what the
//! engine hands over is read through a system call that cannot fault, and must name this VM and this script. Code that was
//! written is good for one build of the library only: [`engine_build`] belongs into the name under which it is kept. The
//! engine itself checks that it was written since the last boot, for a text of this length and hash.

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

/// What there is to say of a script's code before it runs.
#[derive(Clone, Copy, Default)]
pub struct CodeCacheEntry {
    pub cached: Option<CachedCode>,
    /// Under this name the code is to be written down, should it have to be compiled.
    pub store_as: Option<u128>,
}

/// Code as an earlier process wrote it. The engine believes every byte: offsets, instructions and all.
#[derive(Clone, Copy)]
pub struct CachedCode(&'static [u8]);

impl CachedCode {
    /// # Safety
    /// The bytes are, unchanged, what [`Cx::serialize_compiled`] gave for the text that they will be run with, by an engine of the same
    /// [`engine_build`]. (The engine compares length and hash of the text itself.)
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

/// What was compiled in a VM, which is still there.
fn take_compiled(vm: JSContextGroupRef) -> Vec<(JSContextGroupRef, u128, Compiled)> {
    COMPILED.try_with(|all| all.borrow_mut().extract_if(.., |(of, ..)| *of == vm).collect()).unwrap_or_default()
}

/// Before a VM is released: a script that outlived it could not be let go of any more.
pub(crate) fn forget(vm: JSContextGroupRef) {
    drop(take_compiled(vm));
}

impl<'a> Cx<'a> {
    /// As [`run`](Cx::run), with the code that is known.
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
            // SAFETY: a live context and a cell of its VM, which the engine has just named.
            unsafe { JSValueProtect(self.raw, compiled.block()) };
            COMPILED.with_borrow_mut(|all| all.push((self.group(), name, compiled)));
        }
        outcome
    }

    /// Writes down all that was compiled in this VM and asked for, with every function that was called so far.
    pub fn serialize_compiled(self, mut each: impl FnMut(u128, &[u8])) {
        for (vm, name, compiled) in take_compiled(self.group()) {
            compiled.encode(vm, |bytes| each(name, bytes));
            // SAFETY: protected above.
            unsafe { JSValueUnprotect(self.raw, compiled.block()) };
        }
    }

    /// How much was compiled in this VM and is to be written.
    pub fn compiled_count(self) -> usize {
        COMPILED.with_borrow(|all| all.iter().filter(|(of, ..)| *of == self.group()).count())
    }
}
