//! `./x bench uv`: the same work on libuv (C) and on `crates/loop` (Rust).
//!
//! `bench/uv/build.sh` leaves a pair of programs per row, `NAME-uv` and `NAME-hexloop`. Each
//! prints one number, nanoseconds per operation.

use std::fs;
use std::path::Path;

use crate::process::Runnable;
use crate::report::{Report, Row, Target, keep_minimum};

const CONTESTANTS: [&str; 2] = ["uv", "hexloop"];

pub fn run(pairs: &Path, rounds: usize, only: Option<&str>) -> Result<Report, String> {
    let mut rows: Vec<Row> = names(pairs)?
        .into_iter()
        .filter(|name| only.is_none_or(|part| name.contains(part)))
        .map(|name| Row {
            target: target(&name),
            name,
            unit: "ns",
            values: vec![None; CONTESTANTS.len()],
            problem: None,
        })
        .collect();
    if rows.is_empty() {
        return Err(format!("no pair of programs in {}", pairs.display()));
    }
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        for row in &mut rows {
            measure(pairs, row);
        }
    }
    Ok(Report {
        title: format!("crates/loop and libuv, best of {rounds} interleaved rounds; ratio: uv / hexloop"),
        contestants: CONTESTANTS.to_vec(),
        rows,
    })
}

/// The target: at least equal on each, 1.5 times as fast on timers.
fn target(name: &str) -> Target {
    Target::TimesFaster(if name.contains("timer") { 1.5 } else { 1.0 })
}

fn names(pairs: &Path) -> Result<Vec<String>, String> {
    let unreadable = |error| format!("cannot read {}: {error}", pairs.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(pairs).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.file_name();
        if let Some(name) = file.to_str().and_then(|file| file.strip_suffix("-uv")) {
            names.push(name.to_string());
        }
    }
    names.sort();
    Ok(names)
}

fn measure(pairs: &Path, row: &mut Row) {
    for (index, contestant) in CONTESTANTS.iter().enumerate() {
        let program =
            Runnable { program: pairs.join(format!("{}-{contestant}", row.name)), args: Vec::new(), env: Vec::new() };
        let measurement = program.run().and_then(|run| {
            let text = run.stdout.trim();
            text.parse::<f64>().map_err(|_| format!("printed {text:?} and not one number"))
        });
        match measurement {
            Ok(ns) => keep_minimum(&mut row.values[index], ns),
            Err(why) => row.problem = Some(format!("{contestant} {why}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::process::Command;

    fn folder(name: &str, programs: &[(&str, &str)]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("hexloop-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, script) in programs {
            // A shell writes the file: were it open for writing here while another test starts
            // a process, that process would inherit it and running it would be "text file busy".
            let written = Command::new("/bin/sh")
                .args(["-c", r#"printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod +x "$1""#, "sh"])
                .arg(folder.join(name))
                .arg(script)
                .status();
            assert!(written.unwrap().success());
        }
        folder
    }

    #[test]
    fn pairs_are_found_run_and_compared() {
        let pairs = folder(
            "pairs",
            &[
                ("timers-uv", "echo 30"),
                ("timers-hexloop", "echo 10.5"),
                ("wake-uv", "echo 5"),
                ("wake-hexloop", "echo fast"),
            ],
        );
        let report = run(&pairs, 1, None).unwrap();
        fs::remove_dir_all(&pairs).unwrap();
        let [timers, wake] = &report.rows[..] else {
            panic!("two rows");
        };
        assert_eq!(timers.values, [Some(30.0), Some(10.5)]);
        assert_eq!(report.met(timers), Some(true));
        assert_eq!(wake.problem.as_deref(), Some("hexloop printed \"fast\" and not one number"));
        assert_eq!(report.met(wake), Some(false));
    }
}
