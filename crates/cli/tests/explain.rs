//! `hexloop explain`: the prose about the programs of `tests/explain`, word for word.
//!
//! With `HEXLOOP_EXPLAIN_WRITE=1` the texts are written anew; read them before they are kept.

mod support;

use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::{Layout, Suite, beginning_of_err, difference, hexloop, recorded, run};

const EXPLAINED: Suite = Suite {
    folder: "explain",
    only: "HEXLOOP_EXPLAIN",
    layout: Layout::Flat,
    extensions: &["js", "mjs"],
    at_a_time: 2,
    fewest: 9,
};

const PATIENCE: Duration = Duration::from_secs(60);
const CLEARED: [&str; 4] = ["FORCE_COLOR", "NO_COLOR", "NODE_OPTIONS", "NODE_DEBUG"];

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
    parts.fold(first, |text, part| text + "(turn N" + part.trim_start_matches(|letter: char| letter.is_ascii_digit()))
}

#[test]
fn every_line_of_output_is_explained() {
    EXPLAINED.every_program(|program| {
        let ended = run(&mut explain(program), PATIENCE)?;
        let folder = format!("{}/", program.parent().unwrap().display());
        let told = without_turns(program, &ended.out).replace(&folder, "");
        if std::env::var_os("HEXLOOP_EXPLAIN_WRITE").is_some() {
            std::fs::write(program.with_extension("out"), &told).unwrap();
        }
        let expected = recorded(program, "out")?;
        if ended.status.success() && told == expected {
            return Ok(());
        }
        Err(format!("  {}\n{}{}", ended.status, difference(&expected, &told), beginning_of_err(&ended.err)))
    });
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("explain-endless-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("a.js");
    std::fs::write(&program, "console.log('on and on');\nsetInterval(() => {}, 100);\n").unwrap();
    let ended = run(explain(&program).arg("--seconds=1"), PATIENCE).unwrap();
    assert!(ended.status.success(), "{}", ended.err);
    assert!(ended.out.contains("\nIt still ran after 1 s and was ended."), "{}", ended.out);
}

#[test]
fn the_error_that_ended_a_program_is_told() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("explain-throws-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("a.js");
    std::fs::write(&program, "setTimeout(() => {\n  console.log('about to');\n  throw new Error('fail');\n}, 1);\n")
        .unwrap();
    let ended = run(&mut explain(&program), PATIENCE).unwrap();
    assert!(
        ended.out.contains("\n 1  about to\n    Printed by line 2: a timer of 1 ms set at line 1"),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("\nIt ended with code 1:\n"), "{}", ended.out);
    assert!(ended.out.contains("\nError: fail\n"), "{}", ended.out);
}

#[test]
fn what_cannot_be_run_ends_with_2() {
    let ended = run(hexloop(&CLEARED).args(["explain", "/no/such/file.js"]), PATIENCE).unwrap();
    assert_eq!(ended.status.code(), Some(2));
    let ended = run(hexloop(&CLEARED).args(["explain", "--width=x", "a.js"]), PATIENCE).unwrap();
    assert_eq!(
        (ended.status.code(), ended.err.as_str()),
        (Some(2), "hexloop explain: invalid value for --width: x, must be 20 to 1000\n")
    );
}
