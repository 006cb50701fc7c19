//! The examples print what they say they print. What Node can run was printed by Node 26; the other profiles print what
//! the comment at the top of each example promises.

use std::path::{Path, PathBuf};
use std::process::Command;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn prints(flags: &[&str], program: &str, expected: &str) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_hexloop")).args(flags).arg(examples().join(program)).output().unwrap();
    let wanted = std::fs::read_to_string(examples().join("expected").join(expected)).unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), wanted, "{program} {flags:?}, stderr: {stderr}");
    assert!(output.status.success(), "{program} {flags:?}: {}, stderr: {stderr}", output.status);
}

#[test]
fn the_tour_visits_every_phase_in_order() {
    prints(&[], "tour.js", "tour.out");
}

#[test]
fn the_puzzle_has_its_answer() {
    prints(&[], "order-puzzle.js", "order-puzzle.out");
}

#[test]
fn ticks_and_promises_starve_a_timer_and_immediates_do_not() {
    prints(&[], "starvation.js", "starvation.out");
}

#[test]
fn node10_runs_promises_between_phases() {
    prints(&["--loop=node10"], "profiles/node10.js", "node10.out");
}

#[test]
fn chrome_draws_before_a_timer_of_0_ms_and_firefox_after_it() {
    prints(&["--loop=browser"], "profiles/browser.js", "browser.out");
    prints(&["--loop=browser-firefox"], "profiles/browser.js", "browser-firefox.out");
}

#[test]
fn a_legacy_await_takes_three_jobs() {
    prints(&["--await=legacy"], "profiles/legacy-await.js", "legacy-await.out");
}
