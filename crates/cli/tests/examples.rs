//! The examples print what they say they print. What Node can run was printed by Node 26; the other profiles print what
//! the comment at the top of each example promises.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn run(flags: &[&str], program: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexloop")).args(flags).arg(examples().join(program)).output().unwrap()
}

fn expected(file: &str) -> String {
    std::fs::read_to_string(examples().join("expected").join(file)).unwrap()
}

fn prints(flags: &[&str], program: &str, file: &str) {
    let output = run(flags, program);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected(file), "{program} {flags:?}, stderr: {stderr}");
    assert!(output.status.success(), "{program} {flags:?}: {}, stderr: {stderr}", output.status);
}

/// The tour leaves phases 2 and 6 out, and says so, where there is no `net` module to reach them with. All other stops
/// are Node's, in Node's order; only their numbers shift.
#[test]
fn the_tour_stops_where_node_stops() {
    let output = run(&[], "tour.js");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let wanted = expected("tour.out");
    if printed.contains("There is no net module here") {
        let needs_a_socket = |stop: &&str| stop.starts_with("pending ") || stop.starts_with("close ");
        let printed: Vec<&str> = stops(&printed).filter(|stop| !stop.starts_with('(')).collect();
        let wanted: Vec<&str> = stops(&wanted).filter(|stop| !needs_a_socket(stop)).collect();
        assert_eq!(printed, wanted);
    } else {
        assert_eq!(printed, wanted);
    }
    assert!(output.status.success());
}

fn stops(printed: &str) -> impl Iterator<Item = &str> {
    printed.lines().map(|line| line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start())
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
