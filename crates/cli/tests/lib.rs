//! The proof of the library's modules (events, util, path, assert, Buffer and others): every program of `tests/lib/*/` prints exactly its
//! `.out`, and its `.err` on standard error, which a real Node 26 wrote (`NODE tests/record.mjs lib` writes them anew).

mod support;

use std::process::ExitCode;
use std::time::Duration;
use support::{Layout, Suite, harness, hexloop, prints_its_out};

const SUITE: Suite = Suite {
    folder: "lib",
    layout: Layout::Folders,
    extensions: &["js"],
    patience: Duration::from_secs(60),
    at_a_time: 2,
    fewest: 270,
};

/// What would change colours or output, were it set where the tests run.
const CLEARED: [&str; 6] =
    ["FORCE_COLOR", "NO_COLOR", "NODE_DISABLE_COLORS", "NODE_OPTIONS", "NODE_DEBUG", "COLORTERM"];

fn main() -> ExitCode {
    let tests = SUITE.tests(|program| {
        // In the root, as record.mjs does: what a program prints must not depend on where the tests run.
        let mut command = hexloop(&CLEARED);
        prints_its_out(command.current_dir("/").arg(&program.path), &program.path, program.limit)
    });
    harness::main(SUITE.at_a_time, tests)
}
