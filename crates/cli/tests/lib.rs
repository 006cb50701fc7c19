//! The proof of the library rooms (events, util, path, assert, Buffer): every program of `tests/lib/*/` prints exactly its
//! `.out`, which a real Node 26 wrote (`tests/lib/record.sh NODE` writes them anew).
//!
//! `HEXLOOP_LIB=part-of-a-name` runs only the programs whose path contains it.

mod support;

use std::time::Duration;
use support::{Layout, Suite, hexloop, prints_its_out};

const SUITE: Suite =
    Suite { folder: "lib", only: "HEXLOOP_LIB", layout: Layout::Rooms, extensions: &["js"], at_a_time: 2, fewest: 20 };

/// A program that runs longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// What would change colours or output, were it set where the tests run.
const CLEARED: [&str; 6] =
    ["FORCE_COLOR", "NO_COLOR", "NODE_DISABLE_COLORS", "NODE_OPTIONS", "NODE_DEBUG", "COLORTERM"];

#[test]
fn every_program_prints_what_node_prints() {
    SUITE.every_program(|program| {
        // In the root, as record.sh does: what a program prints must not depend on where the tests run.
        prints_its_out(hexloop(&CLEARED).current_dir("/").arg(program), program, PATIENCE).map(drop)
    });
}
