//! The short forms of `./x soak cores`, `workers`, `children`, `descriptors`, `cluster`, `terminate` and `waiters`: the programs of
//! `tests/soak` end with 0 when every promise was settled and they hold no more descriptors, threads, children or memory than before.

mod support;

use libtest_mimic::Completion;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use support::{engine, harness, hexloop, run};

/// A program that runs longer hangs; what is measured is never how long it takes.
const PATIENCE: Duration = Duration::from_secs(240);

/// The programs, with the arguments that make them short.
const PROGRAMS: [(&str, &[&str]); 8] = [
    // Workers and children that start, exchange messages and end at random leave nothing behind.
    ("cores", &["4", "26"]),
    // Workers one after another leave nothing behind.
    ("workers", &["40"]),
    // Children of every kind leave no zombie and no descriptor.
    ("children", &["300"]),
    // Workers that are terminated while they open things leave no descriptor.
    ("ended_workers", &["150", "26"]),
    // Handles that were not sent to a child that died are given back.
    ("unsent_handles", &[]),
    // A primary outlives workers that crash under load.
    ("crashing_cluster", &["60", "26"]),
    // A worker is terminated whatever it is doing.
    ("terminate", &["600", "26"]),
    // Terminating one of many waiters wakes nobody else and swallows no notification.
    ("waiters", &["40", "26"]),
];

fn main() -> ExitCode {
    let test = |(program, arguments): (&'static str, &'static [&'static str])| {
        let name = format!("soak/{program}");
        harness::skippable_test(name.clone(), move || check(&name, program, arguments))
    };
    harness::main(2, PROGRAMS.into_iter().map(test).collect())
}

/// A listed program is skipped, and not expected to fail: without the capability it waits for workers that never end.
fn check(name: &str, program: &str, arguments: &[&str]) -> Result<Completion, String> {
    if !cfg!(target_os = "linux") {
        return Ok(Completion::ignored_with("needs Linux: resources are counted in /proc"));
    }
    if let Some(listed) = engine::under_test().and_then(|_| engine::listed(name)) {
        return Ok(Completion::ignored_with(listed));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/soak").canonicalize().unwrap();
    let mut command = hexloop(&["NODE_OPTIONS", "NODE_DEBUG"]);
    command.arg(folder.join(program).with_extension("js")).args(arguments);
    let ended = run(&mut command, PATIENCE)?;
    if ended.status.success() && ended.out.ends_with("\nflat\n") {
        return Ok(Completion::Completed);
    }
    Err(format!("  {}\n{}{}", ended.status, ended.out, ended.err))
}
