//! The rows of `./x bench calls` run: every call and operation of `bench/calls`, twice and untimed, so that the suite does not rot
//! between two measurements. Each module file is a test. They are here and not in `bench/tests` because cargo builds the command for the
//! tests of this crate.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use support::{Program, difference, harness, hexloop, run};

/// A module that runs longer hangs; what is measured is never how long it takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Rows of parts of the API that Hexloop does not have; its cells have a dash. One that runs has to leave this list.
const NOT_THERE: [&str; 6] = [
    "crypto: aes-256-cbc of 1 KB",
    "crypto: aes-256-gcm of 1 KB",
    "crypto: hkdfSync",
    "crypto: sha3-256 of a short text",
    "crypto: subtle.digest of 1 KB",
    "zlib: zstdCompressSync of 1 KB",
];

fn main() -> ExitCode {
    let modules = modules();
    assert!(modules.len() >= 40, "only {} modules under {}", modules.len(), folder().display());
    let test = |name: String| {
        let path = folder().join(&name).with_extension("js");
        Program { path, name: format!("calls/{name}"), limit: PATIENCE.into() }.test(None, check)
    };
    harness::main(1, modules.into_iter().map(test).collect())
}

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

/// Every row runs, but for those that are not there.
fn check(program: &Program) -> Result<(), String> {
    let module = program.path.file_stem().unwrap().to_str().unwrap();
    let mut command = hexloop(&["NODE_OPTIONS", "NODE_DEBUG"]);
    command.env("NODE_NO_WARNINGS", "1").arg(folder().join("measure.js")).args(["--once", module]);
    let ended = run(&mut command, program.limit)?;
    if !ended.status.success() || ended.out.is_empty() {
        return Err(format!("  {}\n{}{}", ended.status, ended.out, ended.err));
    }
    let is_ours = |row: &&str| row.split(": ").next() == Some(module);
    let expected: String = NOT_THERE.into_iter().filter(is_ours).map(|row| format!("{row}\n")).collect();
    let mut failed: Vec<(&str, &str)> = ended.out.lines().filter_map(|line| line.split_once(" -> ")).collect();
    failed.sort();
    let got: String = failed.iter().map(|(row, _)| format!("{row}\n")).collect();
    if got == expected {
        return Ok(());
    }
    let errors: String = failed.iter().map(|(row, error)| format!("  {row} -> {error}\n")).collect();
    Err(format!("  rows that fail:\n{}{errors}", difference(&expected, &got)))
}
