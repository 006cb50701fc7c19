//! TypeScript and JSX run as they stand: every program of `tests/typescript/` prints exactly its `.out`, which Node 26
//! printed for what the `typescript` package (5.9) made of it (`tests/typescript/record.mjs` writes them anew).
//!
//! `HEXLOOP_TYPESCRIPT=part-of-a-name` runs only the programs whose path contains it.

mod support;

use std::time::Duration;
use support::{Layout, Suite, hexloop, prints_its_out};

const SUITE: Suite = Suite {
    folder: "typescript",
    only: "HEXLOOP_TYPESCRIPT",
    layout: Layout::Flat,
    extensions: &["ts", "tsx"],
    at_a_time: 2,
    fewest: 6,
};

const LEGACY: Suite = Suite { folder: "typescript/legacy", fewest: 2, ..SUITE };

const DECORATORS: Suite = Suite { folder: "typescript/decorators", fewest: 13, ..SUITE };

const ASSIGNED: Suite = Suite { folder: "typescript/decorators/assigned", fewest: 1, ..SUITE };

const NAMESPACES: Suite = Suite { folder: "typescript/namespaces", fewest: 5, ..SUITE };

const JSX_RUNTIME: Suite = Suite { folder: "typescript/jsx_runtime", fewest: 2, ..SUITE };

const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn every_program_prints_what_node_prints_for_the_compiled_one() {
    SUITE.every_program(|program| prints_its_out(hexloop(&["NODE_OPTIONS"]).arg(program), program, PATIENCE).map(drop));
}

#[test]
fn a_tsconfig_chooses_legacy_decorators_and_assigned_fields() {
    LEGACY
        .every_program(|program| prints_its_out(hexloop(&["NODE_OPTIONS"]).arg(program), program, PATIENCE).map(drop));
}

#[test]
fn standard_decorators_do_what_typescript_makes_of_them() {
    DECORATORS
        .every_program(|program| prints_its_out(hexloop(&["NODE_OPTIONS"]).arg(program), program, PATIENCE).map(drop));
}

#[test]
fn namespaces_are_objects_that_their_blocks_share() {
    NAMESPACES
        .every_program(|program| prints_its_out(hexloop(&["NODE_OPTIONS"]).arg(program), program, PATIENCE).map(drop));
}

#[test]
fn the_automatic_jsx_runtime_is_that_of_the_package_named() {
    JSX_RUNTIME
        .every_program(|program| prints_its_out(hexloop(&["NODE_OPTIONS"]).arg(program), program, PATIENCE).map(drop));
}

#[test]
fn decorated_fields_are_assigned_where_the_target_says_so() {
    ASSIGNED
        .every_program(|program| prints_its_out(hexloop(&["NODE_OPTIONS"]).arg(program), program, PATIENCE).map(drop));
}
