//! A syntax error reads as on Node 26: message, line, carets.
//!
//! The tables were written by `record.mjs` on Node 26.10; each program in them is one case.

use hexloop_source::{Goal, Options, check};

struct Case<'a> {
    program: &'a str,
    /// Node's output, or `None` if Node finds no syntax error.
    printed: Option<&'a str>,
}

fn cases(table: &str) -> Vec<Case<'_>> {
    let entries = table.split(">>>\n").skip(1);
    entries
        .map(|entry| {
            let (program, rest) = entry.split_once("\n<<<").expect("every program has its answer");
            let printed = rest.strip_prefix('\n').map(|printed| printed.strip_suffix('\n').unwrap_or(printed));
            Case { program, printed }
        })
        .collect()
}

fn compare(table: &str, goal: Goal, at_least: usize) {
    let cases = cases(table);
    assert!(cases.len() >= at_least, "the table has {} programs", cases.len());
    let mut differences = String::new();
    let mut count = 0;
    for Case { program, printed } in &cases {
        let said = check(program, &Options { path: "FILE", goal }).err().map(|error| error.render());
        if said.as_deref() != *printed {
            count += 1;
            let (said, printed) = (said.as_deref().unwrap_or("no error"), printed.unwrap_or("no error"));
            differences += &format!("\n==== {program}\nNode:\n{printed}\nHexloop:\n{said}\n");
        }
    }
    assert!(differences.is_empty(), "{count} of {} differ{differences}", cases.len());
}

#[test]
fn a_broken_commonjs_file_is_reported_as_node_reports_it() {
    compare(include_str!("tables/broken_commonjs.txt"), Goal::CommonJs, 400);
}

#[test]
fn a_broken_module_is_reported_as_node_reports_it() {
    compare(include_str!("tables/broken_module.txt"), Goal::Module, 50);
}

/// Programs broken at random, a token or two each. Every error is detected; message and carets are exactly V8's in all but a few:
/// V8 parses patterns as expressions first, which shows in some messages.
#[test]
fn a_program_broken_at_random_is_reported_as_node_reports_it() {
    let cases = cases(include_str!("tables/mutated_commonjs.txt"));
    assert_eq!(cases.len(), 500);
    let mut same = 0;
    for Case { program, printed } in &cases {
        let said = check(program, &Options { path: "FILE", goal: Goal::CommonJs }).err().map(|error| error.render());
        assert_eq!(said.is_some(), printed.is_some(), "{program}");
        same += usize::from(said.as_deref() == *printed);
    }
    assert!(same >= 480, "only {same} of 500 read as on Node");
}
