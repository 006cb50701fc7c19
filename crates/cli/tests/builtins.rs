//! Programs that have replaced or deleted built-ins go on as on Node: see `tests/builtins/run.js`, which is run here by
//! hexloop itself, once for each program. `./x fuzz builtins` tries every name in every way with every program.

mod support;

use std::process::ExitCode;
use std::time::Duration;
use support::{Layout, Program, Suite, harness, hexloop, run};

/// Some seventy processes for each program; the runner has two of them at a time.
const SUITE: Suite = Suite {
    folder: "builtins/programs",
    layout: Layout::Flat,
    extensions: &["js"],
    patience: Duration::from_secs(600),
    at_a_time: 1,
    fewest: 9,
};

fn main() -> ExitCode {
    harness::main(SUITE.at_a_time, SUITE.tests(check))
}

fn check(program: &Program) -> Result<(), String> {
    let runner = SUITE.root().join("../run.js");
    let name = program.path.file_stem().unwrap();
    let mut command = hexloop(&[]);
    command.arg(runner).args([env!("CARGO_BIN_EXE_hexloop"), ""]).arg(name);
    let ended = run(&mut command, program.limit)?;
    if ended.status.success() { Ok(()) } else { Err(format!("  {}\n{}{}", ended.status, ended.out, ended.err)) }
}
