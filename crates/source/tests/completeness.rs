//! The REPL needs another line exactly where Node's does.
//!
//! The table was written by `record_completeness.mjs` on Node 26.10.

use hexloop_source::{Completeness, completeness};

#[test]
fn an_input_is_whole_wants_more_or_is_refused_as_on_node() {
    let table = include_str!("tables/completeness.txt");
    let entries: Vec<_> = table.split(">>>\n").skip(1).collect();
    assert!(entries.len() > 150, "the table has {} inputs", entries.len());
    let mut differences = String::new();
    for entry in entries {
        let (input, answer) = entry.split_once("<<< ").expect("every input has its answer");
        let (input, answer) = (input.strip_suffix('\n').unwrap_or(input), answer.trim_end());
        let ours = match completeness(input) {
            Completeness::Complete => "complete",
            Completeness::Incomplete => "incomplete",
            Completeness::Invalid(_) => "invalid",
        };
        if ours != answer {
            differences += &format!("\n{input:?}: Node {answer}, Hexloop {ours}");
        }
    }
    assert!(differences.is_empty(), "{differences}");
}
