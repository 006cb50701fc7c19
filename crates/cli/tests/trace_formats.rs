//! The formats of a recording besides JSON: a page, Perfetto's events, and text.

mod support;

use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use support::recording::{PATIENCE, program, traced};
use support::{Scratch, ScratchFile, hexloop, run};

#[test]
fn perfetto_gets_tracks_slices_and_arrows() {
    let out = ScratchFile::new("trace.perfetto.json");
    let file = program("setTimeout(() => console.log('hi'), 1); require('fs').stat('.', () => {});");
    traced(&[], &file, &out);
    let json: Value = serde_json::from_str(&fs::read_to_string(&out).unwrap()).unwrap();
    let events = json["traceEvents"].as_array().unwrap();
    let mut begun = HashSet::new();
    for event in events {
        let sort = event["ph"].as_str().unwrap();
        assert!(event["pid"].is_u64() && event["name"].is_string(), "{event}");
        match sort {
            "M" => continue,
            "X" => assert!(event["dur"].as_f64().unwrap() >= 0.0, "{event}"),
            "s" => drop(begun.insert(event["id"].as_i64().unwrap())),
            "f" => assert!(begun.contains(&event["id"].as_i64().unwrap()), "an arrow ends that never began: {event}"),
            "i" | "C" => {}
            other => panic!("{other} is no sort of event"),
        }
        assert!(event["ts"].as_f64().unwrap() >= 0.0, "{event}");
    }
    let has = |sort: &str, name: &str| events.iter().any(|event| event["ph"] == sort && event["name"] == name);
    assert!(has("X", "setTimeout 1 ms") && has("X", "timers") && has("X", "fs.stat .") && has("i", "hi"));
    assert!(events.iter().any(|event| event["args"]["name"] == "pool 1"));
    assert!(!begun.is_empty());
    slices_nest(events);
}

/// On one track a slice lies within another or beside it: viewers draw nothing sensible otherwise.
fn slices_nest(events: &[Value]) {
    let mut slices: Vec<(i64, i64)> = events
        .iter()
        .filter(|event| event["ph"] == "X" && event["tid"] == 0)
        .map(|event| {
            let nanoseconds = |name: &str| (event[name].as_f64().unwrap() * 1e3).round() as i64;
            (nanoseconds("ts"), nanoseconds("ts") + nanoseconds("dur"))
        })
        .collect();
    slices.sort_by_key(|(began, ended)| (*began, -ended));
    let mut open: Vec<i64> = Vec::new();
    for (began, ended) in slices {
        while open.last().is_some_and(|end| *end <= began) {
            open.pop();
        }
        assert!(open.last().is_none_or(|end| ended <= *end), "a slice from {began} to {ended} crosses one to {open:?}");
        open.push(ended);
    }
}

#[test]
fn the_page_is_the_default_and_holds_the_trace() {
    let folder = Scratch::new("trace");
    folder.write("a.js", "console.log('</script><b>')");
    let ended = run(hexloop(&[]).current_dir(folder.path()).args(["trace", "a.js"]), PATIENCE).unwrap();
    assert!(ended.err.contains("hexloop-trace.html; open it in a browser"), "{}", ended.err);
    let page = fs::read_to_string(folder.path().join("hexloop-trace.html")).unwrap();
    assert!(page.contains(r#"{"format":"hexloop-trace""#) && !page.contains("</script><b>"));
}

#[test]
fn the_text_lists_what_ran_in_order() {
    let file = program("setTimeout(() => console.log('timer'), 0);\nprocess.nextTick(() => console.log('tick'));\n");
    let ended = traced(&["--format=text"], &file, Path::new("-"));
    // On a busy machine a start can be so slow that it is a finding.
    let events = ended.out.lines().take_while(|line| *line != "findings:");
    let masked: Vec<String> = events.map(|line| masked(line, &file)).collect();
    assert_eq!(
        masked.join("\n"),
        "tick
timer
FILE:
turn phase at took what scheduled at
T T main script
T T tick FILE:2:9
T > tick
1 timers T T setTimeout 1 ms FILE:1:1
T > timer
T T beforeExit
T T exit"
    );
}

/// Without what differs from run to run: times, the wait of poll, the file's folder.
fn masked(line: &str, file: &Path) -> String {
    let line = line.replace(&file.display().to_string(), "FILE");
    if line.starts_with("FILE (process") {
        return "FILE:".to_owned();
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut text: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let is_time = words[at].parse::<f64>().is_ok()
            && words.get(at + 1).is_some_and(|unit| ["ns", "µs", "ms", "s"].contains(unit))
            && text.last() != Some(&"setTimeout");
        text.push(if is_time { "T" } else { words[at] });
        at += if is_time { 2 } else { 1 };
    }
    let text = text.join(" ");
    // After the last turn's number: whether a phase had a turn of its own is left to chance.
    text.strip_prefix("1 T T").or(text.strip_prefix("2 T T")).map_or(text.clone(), |rest| format!("T T{rest}"))
}

#[test]
fn an_unknown_format_is_refused() {
    let ended = run(hexloop(&[]).args(["trace", "--format=xml", "a.js"]), PATIENCE).unwrap();
    assert_eq!(ended.status.code(), Some(9));
    assert!(
        ended.err.contains("one of html, json, perfetto, text") || ended.err.contains("did you mean"),
        "{}",
        ended.err
    );
}
