//! Programs that have replaced or deleted built-ins go on as on Node: see `tests/builtins/run.js`, which is run here by
//! hexloop itself. `./x fuzz builtins` tries every name in every way with every program.

mod support;

use std::path::Path;
use std::time::Duration;
use support::{hexloop, run};

/// Six hundred processes, two at a time.
const PATIENCE: Duration = Duration::from_secs(900);

#[test]
fn a_program_that_replaces_a_built_in_runs_as_on_node() {
    if support::engine::is_skipped("a_program_that_replaces_a_built_in_runs_as_on_node") {
        return;
    }
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/builtins/run.js");
    let ended = run(hexloop(&[]).arg(runner).arg(env!("CARGO_BIN_EXE_hexloop")), PATIENCE).unwrap();
    assert!(ended.status.success(), "{}{}", ended.out, ended.err);
}
