//! The rows of `./x bench calls` run: every call and operation of `bench/calls`, twice and untimed, so that the suite does not rot
//! between two measurements. It is here and not in `bench/tests` because cargo builds the command for the tests of this crate.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use support::engine::is_skipped;
use support::{hexloop, run};

/// A module that runs longer hangs; what is measured is never how long it takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Rows of parts of the API that Hexloop does not have; its cells have a dash. One that runs has to leave this list.
const NOT_THERE: [&str; 8] = [
    "crypto: aes-256-cbc of 1 KB",
    "crypto: aes-256-gcm of 1 KB",
    "crypto: hkdfSync",
    "crypto: scrypt, N 1024",
    "crypto: scryptSync, N 16",
    "crypto: sha3-256 of a short text",
    "crypto: subtle.digest of 1 KB",
    "zlib: zstdCompressSync of 1 KB",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/calls").canonicalize().unwrap()
}

fn modules() -> Vec<String> {
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut modules: Vec<String> = names.filter_map(|name| name.strip_suffix(".js").map(String::from)).collect();
    modules.retain(|name| name != "measure");
    modules.sort();
    modules
}

#[test]
fn every_call_of_the_calls_suite_runs() {
    let mut rows = 0;
    let mut failed = Vec::new();
    for module in modules() {
        if is_skipped(&format!("calls/{module}.js")) {
            continue;
        }
        let mut command = hexloop(&["NODE_OPTIONS", "NODE_DEBUG"]);
        command.env("NODE_NO_WARNINGS", "1").arg(folder().join("measure.js")).args(["--once", &module]);
        let ended = run(&mut command, PATIENCE).unwrap_or_else(|why| panic!("{module}: {why}"));
        assert!(ended.status.success(), "{module}: {}\n{}{}", ended.status, ended.out, ended.err);
        rows += ended.out.lines().count();
        failed.extend(ended.out.lines().filter(|line| line.contains(" -> ")).map(String::from));
    }
    assert!(rows >= 600, "only {rows} rows under {}", folder().display());
    let mut names: Vec<&str> = failed.iter().filter_map(|line| line.split(" -> ").next()).collect();
    names.sort();
    assert_eq!(names, NOT_THERE, "\n{}", failed.join("\n"));
}
