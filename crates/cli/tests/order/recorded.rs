//! Programs whose printed lines prove an order, while they are recorded: the recording must have the same order, and by which callback each
//! line was printed.

use super::Directives;
use super::support::recording::{check_causes, printed, read, traced};
use super::support::{Program, ScratchFile, recorded};
use hexloop_trace::Trace;
use libtest_mimic::Trial;
use std::collections::HashMap;

/// At least one for each kind of callback.
const PROGRAMS: [&str; 18] = [
    "order/async/two-async-functions-alternate",
    "order/async/for-await-over-an-array-of-promises-takes-them-in-order",
    "order/async/await-of-a-thenable-costs-two-jobs",
    "order/blocked/a-blocked-loop-serves-timers-then-io-then-immediates",
    "order/browser/the-classic-with-async-functions",
    "order/context/an-interval-keeps-its-context",
    "order/context/promises-of-timers",
    "order/errors/an-uncaught-error-in-the-script-that-is-handled-lets-the-queues-run",
    "order/exit/before-exit-may-schedule-more-work-and-is-emitted-again",
    "order/module/top-level-await-lets-the-jobs-run-before-the-ticks",
    "order/await-legacy/await-with-the-node10-profile-is-what-node-10-did",
    "order/rejections/a-rejection-handled-by-an-immediate-is-too-late",
    "order/timers-promises/an-interval-iterator-yields-until-the-loop-breaks",
    "order/immediates/an-immediate-cleared-by-a-tick-of-the-one-before-does-not-run",
    "order/io/promises-around-io-resume-in-the-drain-of-its-callback",
    "order/pool/the-fifth-slow-job-waits-for-one-of-the-four-threads",
    "order/ticks/ticks-inside-promises-inside-immediates-inside-io",
    "order/ticks/five-thousand-ticks-keep-their-order-across-queue-blocks",
];

pub fn tests(programs: &[Program]) -> Vec<Trial> {
    let find = |name: &str| programs.iter().find(|program| program.name == name).unwrap_or_else(|| panic!("no {name}"));
    PROGRAMS.iter().map(|name| find(name).clone().test(Some("trace"), check)).collect()
}

fn check(program: &Program) -> Result<(), String> {
    let directives = Directives::of(&program.path)?;
    let arguments: Vec<&str> = directives.arguments.iter().map(String::as_str).collect();
    let out = ScratchFile::new("trace.json");
    let ended = traced(&arguments, &program.path, &out);
    let expected = recorded(&program.path, "out")?;
    if ended.out != expected {
        return Err(format!("  prints something else when it is recorded:\n{}{}", ended.out, ended.err));
    }
    let trace = read(&out);
    assert_eq!(printed(&trace), expected, "what is recorded is not what was printed");
    assert_eq!(trace.dropped.events, 0);
    check_causes(&program.name, &trace);
    check_printers(&trace);
    Ok(())
}

/// Every line was printed within its task.
fn check_printers(trace: &Trace) {
    let spans: HashMap<i64, (i64, i64)> = trace.tasks.rows().map(|row| (row.id, (row.began, row.ended))).collect();
    for at in 0..trace.output.at.len() {
        let (began, ended) = spans[&trace.output.task[at]];
        let time = trace.output.at[at];
        assert!((began..=ended).contains(&time), "{:?} is not within its task", trace.output.text[at]);
    }
}
