//! The table at the top of `capabilities/mod.rs` agrees with the probes, on each engine that is tested.

#[path = "../../cli/tests/support/skip.rs"]
mod skip;

use hexloop_engine::{Capability, engine_report};

const TABLE: &str = include_str!("../src/capabilities/mod.rs");

/// The cells of each row, the name of the capability first.
fn rows() -> Vec<Vec<&'static str>> {
    let lines = TABLE.lines().filter_map(|line| line.strip_prefix("//! |"));
    lines.map(|line| line.trim_end_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn the_table_lists_every_capability_once() {
    let names: Vec<String> = rows()[2..].iter().map(|row| row[0].trim_matches('`').to_owned()).collect();
    let known: Vec<&str> = Capability::ALL.iter().map(|capability| capability.name()).collect();
    assert_eq!(names, known);
}

#[test]
fn the_table_lists_what_the_probes_find() {
    let report = engine_report();
    let version = report.version.expect("the GTK port has a version");
    let rows = rows();
    let Some(column) = rows[0].iter().position(|head| !head.is_empty() && version.starts_with(&format!("{head}.")))
    else {
        skip::skipped(&format!("the table has no column for {version}"));
        return;
    };
    for (row, found) in rows[2..].iter().zip(report.capabilities) {
        if found.capability.is_switched_off() {
            let why = found.outcome.err().unwrap_or_default();
            assert!(why.contains("HEXLOOP_ENGINE") || why.starts_with("needs "), "{}: {why}", row[0]);
            continue;
        }
        let expected = row[column] == "yes";
        assert_eq!(found.outcome.is_ok(), expected, "{} on {version}: {:?}", row[0], found.outcome);
    }
}
