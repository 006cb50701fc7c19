//! `hexloop doctor` reports the finding of every faulty program of `tests/findings` with its line, and none of the fixed program beside it.
//!
//! A line that ends in `// <- KIND` is the one that must be reported, and the kind of finding. The programs block the loop for 300 ms of CPU
//! time and more, or hardly at all: time when the loop's thread was preempted does not count (`crates/node/src/trace/preemption.rs`).

mod support;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use support::{Layout, Program, Scratch, Suite, harness, hexloop, run};

/// One at a time: two would disturb each other's measurements.
const SUITE: Suite = Suite {
    folder: "findings",
    layout: Layout::Folders,
    extensions: &["js"],
    patience: Duration::from_secs(90),
    at_a_time: 1,
    fewest: 28,
};

const CLEARED: [&str; 5] = ["FORCE_COLOR", "NO_COLOR", "NODE_OPTIONS", "NODE_DEBUG", "UV_THREADPOOL_SIZE"];

/// Programs that never end by themselves are ended soon; the others get the time they need.
const ENDLESS: [&str; 2] = ["findings/leaked-interval/faulty", "findings/forgotten-server/faulty"];

fn main() -> ExitCode {
    harness::main(SUITE.at_a_time, SUITE.tests(check))
}

fn examine(program: &Program) -> Result<(i32, serde_json::Value), String> {
    let scratch = Scratch::new("findings");
    let page = scratch.path().join("page.html");
    let seconds = if ENDLESS.contains(&program.name.as_str()) { "2" } else { "60" };
    let mut command = hexloop(&CLEARED);
    command.arg("doctor").arg(format!("--out={}", page.display()));
    let ended = run(command.args(["--json", "--seconds", seconds]).arg(&program.path), program.limit)?;
    let verdict = serde_json::from_str(&ended.out).map_err(|error| format!("  no JSON: {error}\n{}\n", ended.err))?;
    let text = std::fs::read_to_string(&page).map_err(|error| format!("  no page: {error}\n"))?;
    if !text.contains("<html") {
        return Err("  the page is not HTML\n".to_owned());
    }
    Ok((ended.status.code().unwrap_or(-1), verdict))
}

/// The kind and the line that a program's own comment names.
fn expected(program: &Path) -> Option<(String, u64)> {
    let text = std::fs::read_to_string(program).unwrap();
    let marked =
        text.lines().zip(1..).find_map(|(line, number)| Some((line.split_once("// <- ")?.1.to_owned(), number)));
    assert_eq!(marked.is_some(), program.ends_with("faulty.js"), "{}", program.display());
    marked
}

/// The finding and its line are reported; a fixed program has none.
fn check(program: &Program) -> Result<(), String> {
    let (code, verdict) = examine(program)?;
    let findings = verdict["findings"].as_array().cloned().unwrap_or_default();
    let report = || format!("  ended with {code}; findings:\n{}\n", serde_json::to_string_pretty(&findings).unwrap());
    let Some((kind, line)) = expected(&program.path) else {
        return if code == 0 && verdict["healthy"] == true { Ok(()) } else { Err(report()) };
    };
    let is_it = |finding: &serde_json::Value| {
        finding["kind"] == *kind
            && finding["line"] == line
            && finding["severity"] != "low"
            && finding["file"].as_str().is_some_and(|file| Path::new(file) == program.path)
    };
    if code == 1 && verdict["healthy"] == false && findings.iter().any(is_it) {
        return Ok(());
    }
    Err(format!("  expected {kind} at line {line}\n{}", report()))
}
