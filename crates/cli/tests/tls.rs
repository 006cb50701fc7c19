//! The proof of `tls` and `https`: every program of `tests/tls` prints exactly its `.out`, which a real Node 26 wrote
//! (`tests/tls/record.sh NODE` writes them anew), on standard output, and nothing on standard error.
//!
//! `HEXLOOP_TLS=part-of-a-name` runs only the programs whose path contains it.

mod support;

use std::time::Duration;
use support::{Layout, Suite, hexloop, prints_its_out};

const SUITE: Suite =
    Suite { folder: "tls", only: "HEXLOOP_TLS", layout: Layout::Flat, extensions: &["js"], at_a_time: 1, fewest: 12 };

/// A program that runs longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn every_program_prints_what_node_prints() {
    SUITE.every_program(|program| {
        // In the root, as record.sh does: what a program prints must not depend on where the tests run.
        let mut command =
            hexloop(&["NODE_OPTIONS", "FORCE_COLOR", "NODE_EXTRA_CA_CERTS", "NODE_TLS_REJECT_UNAUTHORIZED"]);
        let ended = prints_its_out(command.current_dir("/").arg(program), program, PATIENCE)?;
        if ended.err.is_empty() { Ok(()) } else { Err(format!("  on standard error:\n{}", ended.err)) }
    });
}
