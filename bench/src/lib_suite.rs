//! `./x bench lib`: Node's everyday library on Node, Bun, Deno and Hexloop.
//!
//! The programs of `bench/lib` time themselves and print what those of the loop suite print. Files are in memory
//! (`/dev/shm`) where possible: the runtimes are compared, not the disks.

use crate::loop_suite::{CONTESTANTS, TimedProgram};
use crate::options::LoopSetup;
use crate::process::Runnable;
use crate::report::{Report, Row, Target};

/// File name in `bench/lib`, name of the row, target.
const PROGRAMS: [(&str, &str, Target); 13] = [
    ("readfile-64", "readFile of 1 KB, 64 at a time", Target::ShareOf("node", 1.0 / 2.0)),
    ("readfile-promise-64", "the same, awaited", Target::Open),
    ("readfilesync", "readFileSync of 1 KB", Target::ShareOf("node", 1.0 / 1.5)),
    ("readfilesync-text", "the same, as text", Target::Open),
    ("stream-1gb", "1 GB through a Transform, per MB", Target::ShareOf("node", 1.0)),
    ("buffer-concat", "Buffer.concat of 100 KB", Target::ShareOf("node", 1.0)),
    ("buffer-base64", "64 KB to base64", Target::ShareOf("node", 1.0)),
    ("buffer-indexof", "indexOf in 64 KB", Target::ShareOf("node", 1.0)),
    ("emit", "EventEmitter emit", Target::ShareOf("node", 1.0)),
    ("inspect", "inspect of 10,000 entries", Target::ShareOf("node", 1.0)),
    ("json", "JSON of 1,000 objects, there and back", Target::Open),
    ("structured-clone", "structuredClone of 1,000 objects", Target::Open),
    (STDIN, "standard input, 1 GB, per MB", Target::Open),
];

const STDIN: &str = "stdin";

pub fn run(setup: &LoopSetup, rounds: usize, only: Option<&str>) -> Result<Report, String> {
    let wanted = |name: &str| only.is_none_or(|part| name.contains(part));
    let mut programs: Vec<TimedProgram> = PROGRAMS
        .iter()
        .filter(|(file, name, _)| wanted(file) || wanted(name))
        .map(|(file, name, target)| TimedProgram::new(contestants(setup, file), name, *target))
        .collect();
    if programs.is_empty() {
        return Err(format!("no row is called {}", only.unwrap_or_default()));
    }
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        programs.iter_mut().for_each(TimedProgram::round);
    }
    let rows: Vec<Row> = programs.into_iter().map(TimedProgram::row).collect();
    Ok(Report {
        title: format!("The library, best of {rounds} interleaved rounds; ratio: peer / hexloop"),
        contestants: CONTESTANTS.to_vec(),
        rows,
    })
}

fn contestants(setup: &LoopSetup, file: &str) -> Vec<Runnable> {
    let runnables = setup.runtimes.on(&setup.programs.join(format!("{file}.js")));
    if file == STDIN { runnables.into_iter().map(with_stdin).collect() } else { runnables }
}

/// The same program with a gigabyte of zeros on a pipe.
fn with_stdin(runnable: Runnable) -> Runnable {
    let script = "head -c 1073741824 /dev/zero | \"$@\"";
    let program = runnable.program.to_string_lossy().into_owned();
    let args = ["-c", script, "sh", &program].map(String::from).into_iter().chain(runnable.args).collect();
    Runnable { program: "/bin/sh".into(), args, env: runnable.env }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_fed_reads_a_gigabyte() {
        let count = Runnable { program: "/usr/bin/wc".into(), args: vec!["-c".into()], env: Vec::new() };
        assert_eq!(with_stdin(count).run().unwrap().stdout.trim(), "1073741824");
    }

    #[test]
    fn every_row_has_its_program() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("lib");
        for (file, ..) in PROGRAMS {
            assert!(folder.join(format!("{file}.js")).is_file(), "{file}");
        }
    }
}
