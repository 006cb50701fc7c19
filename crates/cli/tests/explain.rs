//! `hexloop explain`: the prose about the programs of `tests/explain`, word for word.
//!
//! With `HEXLOOP_EXPLAIN_WRITE=1` the expectations are rewritten; read them before you commit them.

mod support;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;
use support::{Expected, Layout, Program, Suite, harness, hexloop, run};

const SUITE: Suite = Suite {
    folder: "explain",
    layout: Layout::Flat,
    extensions: &["js", "mjs"],
    patience: Duration::from_secs(60),
    at_a_time: 2,
    fewest: 9,
};

const CLEARED: [&str; 4] = ["FORCE_COLOR", "NO_COLOR", "NODE_OPTIONS", "NODE_DEBUG"];

fn main() -> ExitCode {
    harness::main(SUITE.at_a_time, SUITE.tests(check))
}

fn explain(program: &Path) -> Command {
    let mut command = hexloop(&CLEARED);
    command.current_dir(program.parent().unwrap()).args(["explain", "--width=90"]).arg(program.file_name().unwrap());
    command
}

/// A program that says so does not decide in which turn its I/O is done.
fn without_turns(program: &Path, text: &str) -> String {
    if !std::fs::read_to_string(program).unwrap().contains("// turns vary") {
        return text.to_owned();
    }
    let mut parts = text.split("(turn ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "(turn N" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// Every line of output is explained.
fn check(program: &Program) -> Result<(), String> {
    let path = &program.path;
    let mut ended = run(&mut explain(path), program.limit)?;
    let folder = format!("{}/", path.parent().unwrap().display());
    ended.out = without_turns(path, &ended.out).replace(&folder, "");
    if std::env::var_os("HEXLOOP_EXPLAIN_WRITE").is_some() {
        std::fs::write(path.with_extension("out"), &ended.out).unwrap();
    }
    Expected::beside(path)?.compare(&ended)
}
