//! `hexloop explain` with programs that do not end, that throw, or that are not there. What it says of the programs of `tests/explain`
//! is in `explain.rs`.

mod support;

use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::{Scratch, hexloop, run};

const PATIENCE: Duration = Duration::from_secs(60);
const CLEARED: [&str; 4] = ["FORCE_COLOR", "NO_COLOR", "NODE_OPTIONS", "NODE_DEBUG"];

fn explain(folder: &Path) -> Command {
    let mut command = hexloop(&CLEARED);
    command.current_dir(folder).args(["explain", "--width=90", "a.js"]);
    command
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    let folder = Scratch::new("explain");
    folder.write("a.js", "console.log('on and on');\nsetInterval(() => {}, 100);\n");
    let ended = run(explain(folder.path()).arg("--seconds=1"), PATIENCE).unwrap();
    assert!(ended.status.success(), "{}", ended.err);
    assert!(ended.out.contains("\nIt still ran after 1 s and was ended."), "{}", ended.out);
}

#[test]
fn the_error_that_ended_a_program_is_reported() {
    let folder = Scratch::new("explain");
    folder.write("a.js", "setTimeout(() => {\n  console.log('about to');\n  throw new Error('fail');\n}, 1);\n");
    let ended = run(&mut explain(folder.path()), PATIENCE).unwrap();
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
