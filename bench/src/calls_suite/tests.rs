use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::recorded::Recorded;
use super::rows::{HEXLOOP, NODE, mean};
use super::*;

const BUN: usize = 1;

/// Rows of calls of a module, each with what node, bun and hexloop took in every round.
fn findings(rows: &[(&str, [&[f64]; 3])]) -> Findings {
    let mut findings = Findings {
        rounds: rows.iter().map(|(_, rounds)| rounds[NODE].len()).max().unwrap_or(0),
        rows: Rows::default(),
        problems: Vec::new(),
        machine: Machine {
            cores: 2,
            load_before: Some(0.25),
            load_after: Some(1.0),
            switches: [10, 20, 30],
            seconds: [1.0, 2.0, 0.0],
        },
    };
    for (name, rounds) in rows {
        for (contestant, taken) in rounds.iter().enumerate() {
            for ns in *taken {
                let reading = Reading { kind: Kind::Call, name: (*name).into(), result: Ok(*ns) };
                findings.rows.take("buffer", false, contestant, reading);
            }
        }
    }
    findings
}

fn lacking(findings: &mut Findings, name: &str, contestant: usize) {
    let reading = Reading { kind: Kind::Call, name: name.into(), result: Err("is not a function".into()) };
    findings.rows.take("buffer", false, contestant, reading);
}

/// A folder with runtimes that print `printed`, and with `ratios.json` if one is given.
struct Bench {
    folder: PathBuf,
}

impl Bench {
    fn new(test: &str, printed: [&str; 3]) -> Bench {
        let folder = std::env::temp_dir().join(format!("hexloop-calls-{test}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in CONTESTANTS.iter().zip(printed) {
            // A shell writes the script: a file open for writing here could be inherited by a process that another test
            // starts, and then be "text file busy".
            let write = r#"printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod +x "$1""#;
            let script = format!("echo '{text}'");
            let written = Command::new("/bin/sh").args(["-c", write, "sh"]).arg(folder.join(name)).arg(script).status();
            assert!(written.unwrap().success());
        }
        Bench { folder }
    }

    fn setup(&self) -> CallsSetup {
        CallsSetup {
            programs: self.folder.clone(),
            runtimes: CONTESTANTS.map(|name| self.folder.join(name)),
            record: false,
        }
    }

    fn recorded(&self, ratios: &str) -> Recorded {
        let file = self.folder.join("ratios.json");
        fs::write(&file, ratios).unwrap();
        Recorded::read(&file).unwrap()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn every_file_of_the_folder_is_a_module_and_every_module_has_its_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("calls");
    let mut files: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".js").map(String::from))
        .filter(|name| name != "measure")
        .collect();
    files.sort();
    let mut modules = MODULES.to_vec();
    modules.sort();
    assert_eq!(files, modules);
}

#[test]
fn the_best_round_counts_and_the_ratio_is_peer_by_hexloop() {
    let findings = findings(&[("alloc", [&[30.0, 20.0], &[9.0, 5.0], &[50.0, 10.0]])]);
    let row = findings.rows.iter().next().unwrap();
    assert_eq!((row.best(NODE), row.ratio(NODE), row.ratio(BUN)), (Some(20.0), Some(2.0), Some(0.5)));
}

#[test]
fn a_mean_is_geometric_and_leaves_out_what_a_runtime_lacks() {
    let mut findings =
        findings(&[("a", [&[40.0], &[1.0], &[10.0]]), ("b", [&[10.0], &[], &[10.0]]), ("c", [&[90.0], &[90.0], &[]])]);
    lacking(&mut findings, "b", BUN);
    assert_eq!(mean(findings.rows.iter(), NODE), Some(2.0));
    assert!((mean(findings.rows.iter(), BUN).unwrap() - 0.1).abs() < 1e-9);
    assert_eq!(mean(findings.rows.iter().take(0), NODE), None);
}

#[test]
fn a_row_is_noisy_when_the_median_round_of_node_or_hexloop_is_far_from_the_best() {
    let noisy = |rounds: [&[f64]; 3]| findings(&[("a", rounds)]).rows.iter().next().unwrap().is_noisy();
    assert!(!noisy([&[10.0, 11.0, 50.0], &[1.0, 2.0, 3.0], &[5.0, 5.0, 6.0]]));
    assert!(noisy([&[10.0, 13.0, 14.0], &[1.0, 1.0, 1.0], &[5.0, 5.0, 6.0]]));
    assert!(noisy([&[10.0, 10.0, 10.0], &[1.0, 1.0, 1.0], &[5.0, 7.0, 7.0]]));
}

#[test]
fn a_row_that_falls_by_more_than_a_fifth_is_named_and_a_noisy_one_is_not_sure() {
    let bench = Bench::new("fell", [""; 3]);
    let recorded =
        bench.recorded(r#"{"buffer": {"same": 1.2, "slow": 1.3, "tiny": 5, "noisy": 1.3, "lost": 1, "gone": 1}}"#);
    let mut findings = findings(&[
        ("same", [&[10.0, 10.0], &[1.0], &[10.0, 10.0]]),
        ("slow", [&[10.0, 10.0], &[1.0], &[10.0, 10.0]]),
        ("tiny", [&[0.5, 0.5], &[0.5], &[1.5, 1.5]]),
        ("noisy", [&[10.0, 20.0], &[1.0], &[10.0, 10.0]]),
        ("lost", [&[10.0, 10.0], &[1.0], &[]]),
        ("new", [&[10.0, 10.0], &[1.0], &[90.0, 90.0]]),
    ]);
    lacking(&mut findings, "lost", HEXLOOP);
    let verdict = recorded.judge(&findings, true);
    let names = |falls: &[super::recorded::Fall]| falls.iter().map(|fall| fall.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&verdict.fell), ["buffer: slow", "buffer: lost"]);
    assert_eq!(names(&verdict.unsure), ["buffer: noisy"]);
    assert_eq!((verdict.unrecorded, verdict.gone.as_slice()), (1, &["buffer: gone".to_owned()][..]));
    assert!(recorded.judge(&findings, false).gone.is_empty());
}

#[test]
fn one_round_fails_no_row() {
    let recorded = Bench::new("one-round", [""; 3]).recorded(r#"{"buffer": {"slow": 5}}"#);
    let verdict = recorded.judge(&findings(&[("slow", [&[10.0], &[1.0], &[10.0]])]), true);
    assert_eq!((verdict.fell.len(), verdict.unsure.len()), (0, 1));
}

#[test]
fn recording_some_rows_keeps_the_others() {
    let bench = Bench::new("record", [""; 3]);
    let mut recorded = bench.recorded(r#"{"buffer": {"a": 9, "b": 9}, "path": {"c": 9}}"#);
    let file = bench.folder.join("ratios.json");
    let findings = findings(&[("a", [&[10.0], &[1.0], &[30.0]])]);
    assert!(recorded.take(&findings.rows, false).is_empty());
    recorded.write(&file).unwrap();
    let text = |file: &Path| fs::read_to_string(file).unwrap().split_whitespace().collect::<String>();
    assert_eq!(text(&file), r#"{"buffer":{"a":0.3333,"b":9.0},"path":{"c":9.0}}"#);
    recorded.take(&findings.rows, true);
    recorded.write(&file).unwrap();
    assert_eq!(text(&file), r#"{"buffer":{"a":0.3333}}"#);
}

#[test]
fn a_noisy_row_is_not_recorded() {
    let bench = Bench::new("record-noisy", [""; 3]);
    let mut recorded = bench.recorded(r#"{"buffer": {"a": 9, "gone": 9}}"#);
    let noisy: [&[f64]; 3] = [&[10.0, 15.0], &[1.0, 1.0], &[10.0, 10.0]];
    let left_out = recorded.take(&findings(&[("a", noisy), ("b", noisy)]).rows, true);
    assert_eq!(left_out, ["buffer: a", "buffer: b"]);
    recorded.write(&bench.folder.join("ratios.json")).unwrap();
    let text = fs::read_to_string(bench.folder.join("ratios.json")).unwrap();
    assert_eq!(text.split_whitespace().collect::<String>(), r#"{"buffer":{"a":9.0}}"#);
}

#[test]
fn a_missing_file_of_ratios_is_reported_and_no_failure() {
    let recorded = Recorded::read(Path::new("/nowhere/ratios.json")).unwrap();
    let findings = findings(&[("a", [&[10.0], &[1.0], &[30.0]])]);
    let verdict = recorded.judge(&findings, true);
    assert!(verdict.nothing_recorded && verdict.fell.is_empty());
    assert!(text::render(&findings, &verdict, false).contains("ratios.json is not there, so nothing is compared"));
}

#[test]
fn the_table_has_values_ratios_means_and_the_machine() {
    let mut findings = findings(&[
        ("alloc(64)", [&[40.0, 41.0], &[5.0, 5.0], &[10.0, 10.0]]),
        ("slow", [&[10.0, 10.0], &[0.4, 0.4], &[10.0, 10.0]]),
    ]);
    lacking(&mut findings, "transcode", BUN);
    let text = text::render(&findings, &Recorded::read(Path::new("/nowhere")).unwrap().judge(&findings, true), true);
    for line in [
        "buffer             node   bun  hexloop  to node  to bun",
        "  alloc(64), ns    40.0  5.00     10.0    4.00x   0.50x",
        "  slow, ns         10.0  0.40     10.0    1.00x  0.040x",
        "  transcode, ns       –     –        –        –       –",
        "  mean of 3 calls                         2.00x   0.14x",
        "geometric means  to node  to bun",
        "  3 calls          2.00x   0.14x",
        "worst against bun",
        "  buffer: slow, ns       0.40  10.0  0.040x",
        "bun does not have",
        "  buffer: transcode (is not a function)",
        "machine: load 0.2 before and 1.0 after, on 2 cores",
        "involuntary context switches per second: node 10, bun 10, hexloop 0",
        "median round over the best, of the median row: node 2 %, bun 0 %, hexloop 0 %; 0 rows over 20 %",
    ] {
        assert!(text.lines().any(|one| one == line), "{line}\n\n{text}");
    }
}

#[test]
fn every_runtime_measures_every_module_in_every_round() {
    let row = |ns: &str| format!(r#"{{"engine":false,"rows":[{{"kind":"operation","name":"x",{ns}}}]}}"#);
    let bench =
        Bench::new("rounds", [&row(r#""ns":6000"#), &row(r#""error":"is not a function""#), &row(r#""ns":3000"#)]);
    let findings = measure(&bench.setup(), &["net", "http"], 2, None);
    assert_eq!(findings.problems, [""; 0]);
    assert_eq!(findings.rows.modules(), ["net", "http"]);
    let http = findings.rows.iter().last().unwrap();
    assert_eq!((http.kind, http.ratio(NODE), http.ratio(BUN)), (Kind::Operation, Some(2.0), None));
    assert_eq!((http.spread(NODE), http.missing[BUN].as_deref()), (Some(0.0), Some("is not a function")));
    let report: Value = serde_json::from_str(&as_json::render(&findings, &Default::default())).unwrap();
    assert_eq!(report["rows"][0]["ns"]["node"], 6000.0);
    assert_eq!(report["means"][1]["ratio"]["node"], 2.0);
}

#[test]
fn a_runtime_that_prints_something_else_is_a_problem() {
    let rows = r#"{"rows":[{"kind":"call","name":"x","ns":1}]}"#;
    let bench = Bench::new("problem", [rows, rows, "Segmentation fault"]);
    let findings = measure(&bench.setup(), &["net"], 1, None);
    assert_eq!(findings.problems, ["net on hexloop: printed no readings but \"Segmentation fault\\n\""]);
}
