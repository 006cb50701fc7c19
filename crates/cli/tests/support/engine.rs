//! The suites on an engine whose capabilities are switched off: `./x test --public` sets `HEXLOOP_TEST_ENGINE=public`.
//!
//! What cannot be the same there is listed in `tests/engines/public-differences`, one line each: the program or test, the capability
//! that it needs, and what is seen without it. A program that is listed has to fail, so that the list stays true; a test function that is
//! listed is skipped.

use super::child::Limit;
use super::skip::skipped;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

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

/// Whether the test function of that name needs a capability that is switched off; then it is reported as skipped.
#[track_caller]
pub fn is_skipped(name: &str) -> bool {
    let difference = under_test().and_then(|_| listed(name));
    if let Some(difference) = &difference {
        skipped(&difference.to_string());
    }
    difference.is_some()
}

/// A line of the list.
pub struct Difference {
    capability: String,
    seen: String,
}

/// The line of a program (`suite/name`) or test function.
pub fn listed(name: &str) -> Option<Difference> {
    static LIST: OnceLock<String> = OnceLock::new();
    let list = LIST.get_or_init(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines/public-differences");
        std::fs::read_to_string(path).unwrap()
    });
    list.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        let is_it = words.next() == Some(name);
        is_it.then(|| Difference {
            capability: words.next().unwrap_or_default().to_owned(),
            seen: words.collect::<Vec<_>>().join(" "),
        })
    })
}

impl Difference {
    /// The time for a listed program: some wait for what never comes.
    pub fn limit(&self, limit: Limit) -> Limit {
        Limit { time: (limit.time / 12).max(Duration::from_secs(5)), has_stacks: false }
    }

    /// What a listed program's test comes to: it has to fail, and not by a crash.
    pub fn is_seen(&self, result: Result<(), String>) -> Result<(), String> {
        match result {
            Err(complaint) if complaint.contains("signal: ") => Err(complaint),
            Err(_) => Ok(()),
            Ok(()) => {
                Err(format!("  passes, and tests/engines/public-differences says: {self}\n  take its line out\n"))
            }
        }
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "needs {}: {}", self.capability, self.seen)
    }
}
