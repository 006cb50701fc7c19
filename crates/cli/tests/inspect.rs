//! The proof of printing: every program of `tests/inspect` prints exactly its `.out`, which a real Node 26 wrote
//! (`NODE tests/record.mjs inspect` writes them anew).
//!
//! A first line `// env: NAME=value …` sets environment variables.

mod support;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use support::{Layout, Suite, harness, hexloop, prints_its_out};

const SUITE: Suite = Suite {
    folder: "inspect",
    layout: Layout::Flat,
    extensions: &["js"],
    patience: Duration::from_secs(30),
    at_a_time: 2,
    fewest: 80,
};

/// What would change the colours or the way in, were it set where the tests run.
const CLEARED: [&str; 8] =
    ["FORCE_COLOR", "NO_COLOR", "NODE_DISABLE_COLORS", "NODE_OPTIONS", "COLORTERM", "TMUX", "CI", "TERM_PROGRAM"];

fn main() -> ExitCode {
    let tests = SUITE.tests(|program| {
        let mut command = hexloop(&CLEARED);
        command.envs(environment(&program.path)).arg(&program.path);
        prints_its_out(&mut command, &program.path, program.limit)
    });
    harness::main(SUITE.at_a_time, tests)
}

/// The variables of a program's `// env: A=1 B=2` line.
fn environment(program: &Path) -> Vec<(String, String)> {
    let source = fs::read_to_string(program).unwrap();
    let Some(line) = source.lines().next().and_then(|line| line.strip_prefix("// env: ")) else { return Vec::new() };
    line.split_whitespace().filter_map(|pair| pair.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect()
}
