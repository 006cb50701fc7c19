//! Bytes belong to one owner: memory that is reused between callbacks is never seen by two of them. The short form of
//! `./x soak bytes` (tests/soak/bytes.js describes what it does), and what Node itself does not get right.

#![cfg(target_os = "linux")]

mod support;

use std::path::Path;
use std::time::Duration;
use support::{hexloop, run};

/// A program that runs longer hangs; what is measured is never how long it takes.
const PATIENCE: Duration = Duration::from_secs(240);

fn out_of(program: &str, arguments: &[&str]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(program).canonicalize().unwrap();
    let mut command = hexloop(&["NODE_OPTIONS", "NODE_DEBUG", "HEXLOOP_BYTES"]);
    command.arg(path).args(arguments);
    let ended = run(&mut command, PATIENCE).unwrap_or_else(|why| panic!("{why}"));
    assert!(ended.status.success(), "{}{}", ended.out, ended.err);
    ended.out
}

/// Another seed each time would find more, and fail where nobody changed anything: that is what the soak is for.
#[test]
fn every_byte_comes_to_its_owner_while_handlers_re_enter_everything() {
    let out = out_of("../../tests/soak/bytes.js", &["--exchanges", "300", "17"]);
    assert!(out.ends_with("\nevery byte was its owner's\n"), "{out}");
}

#[test]
fn stat_returns_its_own_file_whatever_a_hook_stats() {
    assert_eq!(out_of("tests/bytes/stats_and_hooks.js", &[]), "stat 1\nwatchFile true true\n");
}
