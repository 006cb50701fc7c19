//! The proof of `net`: every program of `tests/net` prints exactly its `.out`, which a real Node 26 wrote
//! (`NODE tests/record.mjs net` writes them anew), and nothing on standard error.

mod support;

use std::process::ExitCode;
use std::time::Duration;
use support::{Layout, Suite, harness, hexloop, prints_its_out};

const SUITE: Suite = Suite {
    folder: "net",
    layout: Layout::Flat,
    extensions: &["js"],
    patience: Duration::from_secs(60),
    at_a_time: 1,
    fewest: 30,
};

fn main() -> ExitCode {
    let tests = SUITE.tests(|program| {
        // In the root, as record.mjs does: what a program prints must not depend on where the tests run.
        let mut command = hexloop(&["NODE_OPTIONS", "FORCE_COLOR"]);
        command.current_dir("/").arg(&program.path);
        prints_its_out(&mut command, &program.path, program.limit)
    });
    harness::main(SUITE.at_a_time, tests)
}
