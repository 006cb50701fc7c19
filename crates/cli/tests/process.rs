//! The proof of `process`: every program of `tests/process` prints and ends as a real Node 26 did
//! (`NODE tests/process/record.mjs` writes what it printed). What needs a second process, a terminal or a slow reader is in
//! `process_system.rs`.

mod support;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use support::comparable::comparable;
use support::{Ended, Expected, Layout, Program, Scratch, Suite, engine, finish, harness};

const SUITE: Suite = Suite {
    folder: "process",
    layout: Layout::Flat,
    extensions: &["js"],
    patience: Duration::from_secs(60),
    at_a_time: 2,
    fewest: 150,
};

fn main() -> ExitCode {
    harness::main(SUITE.at_a_time, SUITE.tests(check))
}

fn check(program: &Program) -> Result<(), String> {
    let folder = program.path.parent().unwrap();
    let mut ended = run(program)?;
    ended.out = comparable(&ended.out, folder);
    ended.err = comparable(&ended.err, folder);
    Expected::beside(&program.path)?.compare(&ended)
}

/// `// stdin: text` and its like, from a program's first line.
fn setting(program: &Path) -> (String, String) {
    let text = fs::read_to_string(program).unwrap();
    let first = text.lines().next().unwrap_or_default();
    let setting = first.strip_prefix("// ").and_then(|line| line.split_once(": "));
    setting.map(|(key, value)| (key.to_owned(), value.to_owned())).unwrap_or_default()
}

fn hexloop() -> Command {
    let mut command = support::hexloop(&[]);
    command.env_clear();
    for name in ["PATH", "HOME"] {
        command.env(name, std::env::var_os(name).unwrap_or_default());
    }
    command
}

fn run(program: &Program) -> Result<Ended, String> {
    let (key, value) = setting(&program.path);
    let mut command = hexloop();
    if key == "flags" {
        command.args(value.split(' '));
    }
    command.arg(&program.path).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let scratch = Scratch::new("process");
    let file = scratch.path().join("out");
    if key == "stdout" {
        command.stdout(fs::File::create(&file).map_err(|error| error.to_string())?);
    }
    engine::choose(&mut command);
    let mut child = command.spawn().map_err(|error| format!("  cannot be started: {error}\n"))?;
    let mut input = child.stdin.take();
    if let Some(input) = input.as_mut().filter(|_| key == "stdin" && value != "open") {
        let _ = input.write_all(unescaped(&value).as_bytes());
    }
    if value != "open" {
        input = None;
    }
    let mut ended = finish(child, program.limit)?;
    drop(input);
    if key == "stdout" {
        ended.out = fs::read_to_string(&file).unwrap_or_default();
    }
    Ok(ended)
}

/// `\n` and `\u00e9`, as record.mjs reads them.
fn unescaped(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        result += &rest[..at];
        match rest.as_bytes()[at + 1] {
            b'n' => {
                result.push('\n');
                rest = &rest[at + 2..];
            }
            b'u' => {
                let code = u32::from_str_radix(&rest[at + 2..at + 6], 16).unwrap();
                result.push(char::from_u32(code).unwrap());
                rest = &rest[at + 6..];
            }
            other => panic!("unknown escape {other}"),
        }
    }
    result + rest
}
