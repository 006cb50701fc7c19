//! The suites on an engine whose capabilities are switched off: `./x test --public` sets `HEXLOOP_TEST_ENGINE=public`.
//!
//! What cannot be the same there is listed in `tests/engines/public-differences`, one line each: the program or test, the capability
//! that it needs, and what is seen without it. Those are skipped, and the run says how many.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// The value for `HEXLOOP_ENGINE`, where the tests are to run with one.
pub fn under_test() -> Option<&'static str> {
    static ENGINE: OnceLock<Option<String>> = OnceLock::new();
    ENGINE.get_or_init(|| std::env::var("HEXLOOP_TEST_ENGINE").ok().filter(|words| !words.is_empty())).as_deref()
}

/// Has the command use it, unless the test chose one itself.
pub fn choose(command: &mut Command) {
    let is_chosen = command.get_envs().any(|(name, value)| name == "HEXLOOP_ENGINE" && value.is_some());
    if let Some(engine) = under_test().filter(|_| !is_chosen) {
        command.env("HEXLOOP_ENGINE", engine);
    }
}

/// Whether a program (`suite/name`) or test (its function's name) needs a capability that is switched off; then it says so.
pub fn is_skipped(name: &str) -> bool {
    under_test().is_some() && is_listed(name)
}

/// Whether the list has it.
pub fn is_listed(name: &str) -> bool {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines/public-differences");
    let list = std::fs::read_to_string(list).unwrap();
    let found = list.lines().find(|line| line.split_whitespace().next() == Some(name));
    if let Some(line) = found {
        eprintln!("skipped: {}", line.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    found.is_some()
}
