//! A test that cannot run on this machine reports so, and `./x test` lists and counts it as skipped.

use std::io::Write as _;
use std::panic::Location;
use std::thread;

/// Reports that the test which calls this is skipped, and why: `needs root`. The test returns next.
#[track_caller]
pub fn skipped(reason: &str) {
    // libtest names the thread of a test after it, unless all tests run on the main thread.
    let thread = thread::current();
    let name = thread.name().filter(|name| *name != "main").map(str::to_owned);
    let name = name.unwrap_or_else(|| Location::caller().to_string());
    // Not eprintln!: libtest captures that, and drops it when the test passes.
    let _ = std::io::stderr().write_all(format!("skipped: {name}: {reason}\n").as_bytes());
}
