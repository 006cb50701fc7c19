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
//!               0x80  VM
//!               0x88  text
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
pub struct KeptCode {
    /// As an earlier process wrote it for this very text. It is read at any time from now on.
    pub known: Option<&'static [u8]>,
    /// Under this name the code is to be written down, should it have to be compiled.
    pub write_as: Option<u128>,
}

pub(super) fn probe(cx: Cx<'_>) -> Probed<()> {
    Provider::new(cx.group(), &EngineString::new("probe"), 1).map(drop)
}

thread_local! {
    static COMPILED: RefCell<Vec<(u128, Compiled)>> = const { RefCell::new(Vec::new()) };
}

impl<'a> Cx<'a> {
    /// As [`run`](Cx::run), with the code that is known.
    pub fn run_kept(self, script: Script, url: &str, line: i32, code: KeptCode) -> Result<Value<'a>, Exception<'a>> {
        if (code.known.is_none() && code.write_as.is_none()) || !script.text().is_exchangeable() {
            return self.run(&script, url, line);
        }
        let Ok(mut provider) = Provider::new(self.group(), &EngineString::new(url), line) else {
            return self.run(&script, url, line);
        };
        provider.take_text(script.into_text());
        let known = code.known.map(provider::in_engine_form);
        let outcome = self.attempt(|exception| provider.evaluate(self.raw, known, exception));
        if let Some(name) = code.write_as
            && let Some(compiled) = provider.into_compiled()
        {
            // SAFETY: a live context and a cell of its VM, which the engine has just named.
            unsafe { JSValueProtect(self.raw, compiled.block()) };
            COMPILED.with_borrow_mut(|all| all.push((name, compiled)));
        }
        outcome
    }

    /// Writes down all that was compiled on this thread and asked for, with every function that was called so far.
    pub fn write_compiled(self, mut each: impl FnMut(u128, &[u8])) {
        let all = COMPILED.take();
        for (name, compiled) in all {
            compiled.write(self.group(), |bytes| each(name, bytes));
            // SAFETY: protected above.
            unsafe { JSValueUnprotect(self.raw, compiled.block()) };
        }
    }

    /// How much was compiled on this thread and is to be written.
    pub fn compiled_count(self) -> usize {
        COMPILED.with_borrow(Vec::len)
    }
}
