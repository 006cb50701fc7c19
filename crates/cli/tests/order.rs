//! The proof of order: every program of `tests/order` prints exactly the lines of its `.out`.
//!
//! A program is a `.js` or `.mjs` file directly inside a group's folder; what lies deeper (`parts/`) is required by
//! programs. The comment lines that open a program may give directives:
//!
//! ```text
//! // flags: --unhandled-rejections=warn    put before the file's name
//! // profile: node10                       same as `--loop=node10`
//! // exit: 1                               the exit code, 0 if not given
//! // node: may-differ | no                 for verify-node.sh: Node leaves this order open | cannot run it
//! ```
//!
//! A `.err` file holds text of which every line must appear on standard error. `HEXLOOP_ORDER=part-of-a-name` runs
//! only the programs whose path contains it.
//!
//! Without the engine's capabilities (`HEXLOOP_ENGINE=public`) promise jobs are drained whenever a call returns, also after a callback
//! that threw, where Node lets them wait for the next callback. Programs that show this have a `.plain.out` beside their `.out`; what
//! cannot be shown at all is listed in `tests/engines/public-differences`.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use support::{Layout, Suite, beginning_of_err, difference, engine, hexloop, recorded, run};

const SUITE: Suite = Suite {
    folder: "order",
    only: "HEXLOOP_ORDER",
    layout: Layout::Rooms,
    extensions: &["js", "mjs"],
    at_a_time: 2,
    fewest: 180,
};

/// A program that runs longer hangs: each is written to end within 150 ms on an idle machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Held by the test function whose programs are running, so that no more programs run at a time than one suite runs.
static RUNNING: Mutex<()> = Mutex::new(());

#[test]
fn every_program_prints_its_lines_in_order() {
    if engine::under_test().is_none() {
        run_all("default", None);
    }
}

#[test]
fn every_program_prints_the_same_lines_by_the_declared_api_alone() {
    run_all("public", Some("public"));
}

fn run_all(way: &str, engine: Option<&str>) {
    let _turn = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let scratch = scratch_folder(way);
    SUITE.every_program(|file| {
        let is_skipped = engine.is_some() && engine::is_listed(&format!("order/{}", SUITE.name(file)));
        if is_skipped { Ok(()) } else { check(&read_program(file)?, &scratch, engine) }
    });
    // A leftover scratch folder harms nobody; failing the test for it would hide what matters.
    let _ = fs::remove_dir_all(&scratch);
}

struct Program {
    file: PathBuf,
    arguments: Vec<String>,
    exit_code: i32,
    out: String,
    /// What is printed by the declared API alone where that cannot be the same: `.plain.out`, if there is one.
    plain_out: Option<String>,
    err: String,
}

fn read_program(file: &Path) -> Result<Program, String> {
    let source = fs::read_to_string(file).unwrap();
    let mut program = Program {
        file: file.to_owned(),
        arguments: Vec::new(),
        exit_code: 0,
        out: recorded(file, "out")?,
        plain_out: recorded(file, "plain.out").ok(),
        err: recorded(file, "err").unwrap_or_default(),
    };
    for line in source.lines().map_while(|line| line.strip_prefix("// ")) {
        let Some((key, value)) = line.split_once(": ") else { continue };
        match key {
            "flags" => program.arguments.extend(value.split_whitespace().map(str::to_owned)),
            "profile" => program.arguments.push(format!("--loop={value}")),
            "exit" => program.exit_code = value.parse().unwrap(),
            "node" if ["may-differ", "no"].contains(&value) => {}
            "node" => return Err(format!("  node: {value}?\n")),
            prose if prose.contains(' ') => {}
            unknown => return Err(format!("  unknown directive {unknown}\n")),
        }
    }
    Ok(program)
}

fn scratch_folder(way: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hexloop-order-{way}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What would change an order or a line, were it set where the tests run.
const CLEARED: [&str; 4] = ["HEXLOOP_ENGINE", "UV_THREADPOOL_SIZE", "NODE_OPTIONS", "FORCE_COLOR"];

fn check(program: &Program, scratch: &Path, engine: Option<&str>) -> Result<(), String> {
    let mut command = hexloop(&CLEARED);
    command.args(&program.arguments).arg(&program.file).env("TMPDIR", scratch);
    command.envs(engine.map(|engine| ("HEXLOOP_ENGINE", engine)));
    let ended = run(&mut command, PATIENCE)?;
    let mut complaint = String::new();
    if ended.status.code() != Some(program.exit_code) {
        writeln!(complaint, "  exit code: expected {}, got {}", program.exit_code, ended.status).unwrap();
    }
    let expected = program.plain_out.as_ref().filter(|_| engine.is_some()).unwrap_or(&program.out);
    complaint.push_str(&difference(expected, &ended.out));
    for line in program.err.lines().filter(|line| !ended.err.contains(line)) {
        writeln!(complaint, "  standard error lacks: {line}").unwrap();
    }
    if complaint.is_empty() { Ok(()) } else { Err(complaint + &beginning_of_err(&ended.err)) }
}
