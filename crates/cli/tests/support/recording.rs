//! Programs that are recorded, and their recordings read back.

use super::{Ended, ScratchFile, hexloop, run};
use hexloop_trace::{ABSENT, Trace};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

pub const PATIENCE: Duration = Duration::from_secs(60);

pub fn program(text: &str) -> ScratchFile {
    let file = ScratchFile::new("program.js");
    fs::write(&file, text).unwrap();
    file
}

pub fn traced(arguments: &[&str], file: &Path, out: &Path) -> Ended {
    let mut command = hexloop(&[]);
    command.arg("trace").arg("--out").arg(out).args(arguments).arg(file);
    run(&mut command, PATIENCE).unwrap_or_else(|why| panic!("{why}"))
}

/// The recording of a text, read and checked.
pub fn recording(text: &str, arguments: &[&str]) -> (Trace, Ended) {
    let out = ScratchFile::new("trace.json");
    let ended = traced(arguments, &program(text), &out);
    (read(&out), ended)
}

pub fn read(path: &Path) -> Trace {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Trace::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn printed(trace: &Trace) -> String {
    let streams = trace.output.text.iter().zip(&trace.output.stream);
    streams.filter(|(_, stream)| **stream == 1).map(|(text, _)| text.as_str()).collect()
}

/// What ran, by kind and label, in order.
pub fn ran(trace: &Trace) -> Vec<String> {
    let rows = trace.tasks.rows().filter(|row| row.began != ABSENT);
    rows.map(|row| trace.label_at(row.label).map_or_else(|| trace.kinds[row.kind as usize].clone(), str::to_owned))
        .collect()
}

pub fn line_of(trace: &Trace, stack: i32) -> i32 {
    usize::try_from(trace.top_of(stack)).map_or(-1, |place| trace.places.line[place])
}

/// Every task has a number of its own, and was queued by one that had begun.
pub fn check_causes(name: &str, trace: &Trace) {
    let ids: HashSet<i64> = trace.tasks.id.iter().copied().collect();
    assert_eq!(ids.len(), trace.tasks.len(), "{name}: two tasks have the same number");
    let begun: HashMap<i64, i64> = trace.tasks.rows().map(|row| (row.id, row.began)).collect();
    for (at, row) in trace.tasks.rows().enumerate() {
        let kind = trace.kind_of(at);
        if matches!(kind, "main" | "exit" | "finalizer") {
            continue;
        }
        assert!(ids.contains(&row.parent), "{name}: {kind} {} has no parent", row.id);
        if row.queued != ABSENT {
            assert!(begun[&row.parent] <= row.queued, "{name}: {kind} {} was queued before its parent ran", row.id);
        }
    }
}
