//! The proof of modules: every program of `tests/modules/*/` prints and ends as a real Node 26 did
//! (`NODE tests/modules/record.mjs` writes what it printed). What Node cannot be asked is in `module_graphs.rs`.

mod support;

use std::fs;
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::time::Duration;
use support::comparable::{is_inside, without_pid};
use support::{Ended, Expected, Layout, Program, Suite, harness, hexloop, run_with_input};

const SUITE: Suite = Suite {
    folder: "modules",
    layout: Layout::Projects,
    extensions: &[],
    patience: Duration::from_secs(60),
    at_a_time: 2,
    fewest: 150,
};

fn main() -> ExitCode {
    harness::main(SUITE.at_a_time, SUITE.tests(check))
}

fn check(program: &Program) -> Result<(), String> {
    let folder = &program.path;
    let mut ended = run(program)?;
    ended.out = comparable(&ended.out, folder);
    ended.err = comparable(&ended.err, folder);
    Expected::beside(&folder.join("expected"))?.compare(&ended)
}

/// The arguments are the lines of `command`, or the file `main.mjs`; what it reads is `stdin`.
fn run(program: &Program) -> Result<Ended, String> {
    let folder = &program.path;
    let mut command = hexloop(&[]);
    command.env_clear();
    for name in ["PATH", "HOME"] {
        command.env(name, std::env::var_os(name).unwrap_or_default());
    }
    match fs::read_to_string(folder.join("command")) {
        Ok(arguments) => command.args(arguments.trim_end().split('\n')),
        Err(_) => command.arg("main.mjs"),
    };
    let input = fs::File::open(folder.join("stdin")).map_or_else(|_| Stdio::null(), Stdio::from);
    run_with_input(command.current_dir(folder), input, program.limit)
}

/// Takes out what cannot be the same on two runtimes, more than `support::comparable` does; the same rules are in
/// `tests/modules/record.mjs`.
fn comparable(text: &str, folder: &Path) -> String {
    let text = text.replace(&folder.display().to_string(), "<here>");
    let mut lines = text.lines();
    let mut kept = Vec::new();
    while let Some(line) = lines.next() {
        if is_inside(line) {
            // Where the runtime itself threw: that is its own affair.
            lines.next();
            lines.next();
        } else if line.starts_with("    at ") {
            kept.extend(place_in_program(line).map(|place| format!("    at {place}")));
        } else if !is_hint(line) {
            kept.push(without_pid(line.strip_suffix(" {").unwrap_or(line)));
        }
    }
    let end = if text.ends_with('\n') && !kept.is_empty() { "\n" } else { "" };
    kept.join("\n") + end
}

fn place_in_program(line: &str) -> Option<&str> {
    let start = line.find("file://<here>/").or_else(|| line.find("<here>/"))?;
    let place = &line[start..];
    Some(&place[..place.find([')', ' ', ',']).unwrap_or(place.len())])
}

/// What Hexloop says of its own: which files a missing export is about, which byte is no UTF-8.
fn is_hint(line: &str) -> bool {
    (line.starts_with("(file://") && line.contains(" imports '"))
        || (line.starts_with("hexloop: ") && line.contains(" is not UTF-8; "))
}
