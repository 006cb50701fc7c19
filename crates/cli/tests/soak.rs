//! The short forms of `./x soak cores`, `./x soak workers`, `./x soak children`, `./x soak terminate` and `./x soak waiters`: the programs of `tests/soak` end with 0 when
//! every promise was settled and they hold no more descriptors, threads, children or memory than before.

#![cfg(target_os = "linux")]

mod support;

use std::path::Path;
use std::time::Duration;
use support::engine::is_skipped;
use support::{hexloop, run};

/// A program that runs longer hangs; what is measured is never how long it takes.
const PATIENCE: Duration = Duration::from_secs(240);

fn stays_flat(program: &str, arguments: &[&str]) {
    if is_skipped(&format!("soak/{program}")) {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/soak").join(program).canonicalize().unwrap();
    let mut command = hexloop(&["NODE_OPTIONS", "NODE_DEBUG"]);
    command.arg(path).args(arguments);
    let ended = run(&mut command, PATIENCE).unwrap_or_else(|why| panic!("{why}"));
    assert!(ended.status.success() && ended.out.ends_with("\nflat\n"), "{}{}", ended.out, ended.err);
}

#[test]
fn workers_and_children_that_start_speak_and_die_at_random_leave_nothing_behind() {
    stays_flat("cores.js", &["4", "26"]);
}

#[test]
fn workers_one_after_another_leave_nothing_behind() {
    stays_flat("workers.js", &["40"]);
}

#[test]
fn children_of_every_kind_leave_no_zombie_and_no_descriptor() {
    stays_flat("children.js", &["300"]);
}

#[test]
fn workers_that_are_terminated_while_they_open_things_leave_no_descriptor() {
    stays_flat("ended_workers.js", &["150", "26"]);
}

#[test]
fn handles_that_were_not_sent_to_a_child_that_died_are_given_back() {
    stays_flat("unsent_handles.js", &[]);
}

#[test]
fn a_primary_outlives_workers_that_crash_under_load() {
    stays_flat("crashing_cluster.js", &["60", "26"]);
}

#[test]
fn a_worker_is_terminated_whatever_it_is_doing() {
    stays_flat("terminate.js", &["600", "26"]);
}

#[test]
fn terminating_one_of_many_waiters_wakes_nobody_else_and_swallows_no_notification() {
    stays_flat("waiters.js", &["40", "26"]);
}
