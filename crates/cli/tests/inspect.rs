//! The proof of printing: every program of `tests/inspect` prints exactly its `.out`, which a real Node 26 wrote
//! (`tests/inspect/record.sh NODE` writes them anew).
//!
//! A first line `// env: NAME=value …` sets environment variables. `HEXLOOP_INSPECT=part-of-a-name` runs only the
//! programs whose name contains it.

mod support;

use std::fs;
use std::path::Path;
use std::time::Duration;
use support::{Layout, Suite, hexloop, prints_its_out};

const SUITE: Suite = Suite {
    folder: "inspect",
    only: "HEXLOOP_INSPECT",
    layout: Layout::Flat,
    extensions: &["js"],
    at_a_time: 2,
    fewest: 60,
};

/// A program that runs longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// What would change the colours or the way in, were it set where the tests run.
const CLEARED: [&str; 8] =
    ["FORCE_COLOR", "NO_COLOR", "NODE_DISABLE_COLORS", "NODE_OPTIONS", "COLORTERM", "TMUX", "CI", "TERM_PROGRAM"];

#[test]
fn every_program_prints_what_node_prints() {
    SUITE.every_program(|program| {
        let mut command = hexloop(&CLEARED);
        prints_its_out(command.envs(environment(program)).arg(program), program, PATIENCE).map(drop)
    });
}

/// The variables of a program's `// env: A=1 B=2` line.
fn environment(program: &Path) -> Vec<(String, String)> {
    let source = fs::read_to_string(program).unwrap();
    let Some(line) = source.lines().next().and_then(|line| line.strip_prefix("// env: ")) else { return Vec::new() };
    line.split_whitespace().filter_map(|pair| pair.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect()
}
