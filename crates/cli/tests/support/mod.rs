//! What the suites of recorded programs share. A suite is a folder of programs under `tests/`, and each program is a test of its own that is
//! named by its path there: `order/timers/name-of-the-program`. Each suite defines what its programs have to print.
//!
//! ```ignore
//! mod support;
//!
//! const SUITE: Suite =
//!     Suite { folder: "net", layout: Layout::Flat, extensions: &["js"], patience: PATIENCE, at_a_time: 1, fewest: 15 };
//!
//! fn main() -> ExitCode {
//!     harness::main(SUITE.at_a_time, SUITE.tests(|program| prints_its_out(&mut command_for(program), &program.path, program.limit)))
//! }
//! ```

// Every suite compiles this for itself and takes what it needs.
#![allow(dead_code, unused_imports)]

pub mod child;
pub mod comparable;
pub mod difference;
pub mod engine;
pub mod expected;
pub mod harness;
pub mod recording;
pub mod scratch;
pub mod skip;
pub mod suite;
pub mod terminal;

pub use child::{Ended, Limit, finish, gather, run, run_with_input, wait};
pub use difference::difference;
pub use expected::Expected;
pub use scratch::{Scratch, ScratchFile};
pub use suite::{Layout, Program, Suite};
pub use terminal::Terminal;

use std::fs;
use std::path::Path;
use std::process::Command;

/// The command under test, without the variables of whoever runs the tests that would change what it prints.
pub fn hexloop(cleared: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexloop"));
    for name in cleared {
        command.env_remove(name);
    }
    command
}

/// The file beside a program that holds what it must print.
pub fn recorded(program: &Path, extension: &str) -> Result<String, String> {
    fs::read_to_string(program.with_extension(extension)).map_err(|error| format!("  no .{extension}: {error}\n"))
}

/// The whole check of most suites: the program prints exactly its `.out` and its `.err`, and ends with 0.
pub fn prints_its_out(command: &mut Command, program: &Path, limit: impl Into<Limit>) -> Result<(), String> {
    let expected = Expected::beside(program)?;
    let mut ended = run(command, limit)?;
    ended.err = comparable::comparable(&ended.err, program.parent().unwrap());
    expected.compare(&ended)
}
