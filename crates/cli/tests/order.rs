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
//! The plain way into the engine drains promise jobs whenever a call returns, also after a callback that threw, where Node
//! lets them wait for the next callback. Programs that show this have a `.plain.out` beside their `.out`.

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A program that runs longer hangs: each is written to end within 150 ms on an idle machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Programs at a time. More would fight for the cores and stretch the gaps between timers that some orders need.
const AT_A_TIME: usize = 2;

/// Held by the test function whose programs are running, so that `AT_A_TIME` holds for both of them together.
static RUNNING: Mutex<()> = Mutex::new(());

#[test]
fn every_program_prints_its_lines_in_order() {
    run_all("fast", &[]);
}

#[test]
fn every_program_prints_the_same_lines_the_plain_way_into_the_engine() {
    run_all("plain", &[("HEXLOOP_ENGINE", "plain")]);
}

fn run_all(way: &str, environment: &[(&str, &str)]) {
    let _turn = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let programs = find_programs();
    let scratch = scratch_folder(way);
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = check(program, &scratch, environment) {
                        complaints.lock().unwrap().push((program.name.clone(), complaint));
                    }
                }
            });
        }
    });
    // A leftover scratch folder harms nobody; failing the test for it would hide what matters.
    let _ = fs::remove_dir_all(&scratch);

    let mut complaints = complaints.into_inner().unwrap();
    complaints.sort();
    let mut report = String::new();
    for (name, complaint) in &complaints {
        writeln!(report, "\ntests/order/{name}\n{complaint}").unwrap();
    }
    assert!(
        complaints.is_empty(),
        "{} of {} order programs failed (engine: {way}):\n{report}",
        complaints.len(),
        programs.len()
    );
}

struct Program {
    name: String,
    file: PathBuf,
    arguments: Vec<String>,
    exit_code: i32,
    out: String,
    /// What the plain way prints where it cannot print the same: `.plain.out`, if there is one.
    plain_out: Option<String>,
    err: String,
}

fn find_programs() -> Vec<Program> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/order").canonicalize().unwrap();
    let only = std::env::var("HEXLOOP_ORDER").unwrap_or_default();
    let mut programs = Vec::new();
    for group in entries(&root).into_iter().filter(|path| path.is_dir()) {
        for file in entries(&group).into_iter().filter(|path| is_script(path)) {
            let name = file.strip_prefix(&root).unwrap().display().to_string();
            if name.contains(&only) {
                programs.push(read_program(name, file));
            }
        }
    }
    let fewest = if only.is_empty() { 180 } else { 1 };
    assert!(programs.len() >= fewest, "only {} programs under {}", programs.len(), root.display());
    programs
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "js" || extension == "mjs")
}

fn read_program(name: String, file: PathBuf) -> Program {
    let source = fs::read_to_string(&file).unwrap();
    let out =
        fs::read_to_string(file.with_extension("out")).unwrap_or_else(|error| panic!("{name} needs its .out: {error}"));
    let err = fs::read_to_string(file.with_extension("err")).unwrap_or_default();
    let plain_out = fs::read_to_string(file.with_extension("plain.out")).ok();
    let mut program = Program { name, file, arguments: Vec::new(), exit_code: 0, out, plain_out, err };
    for line in source.lines().map_while(|line| line.strip_prefix("// ")) {
        let Some((key, value)) = line.split_once(": ") else { continue };
        match key {
            "flags" => program.arguments.extend(value.split_whitespace().map(str::to_owned)),
            "profile" => program.arguments.push(format!("--loop={value}")),
            "exit" => program.exit_code = value.parse().unwrap(),
            "node" => assert!(["may-differ", "no"].contains(&value), "{}: node: {value}?", program.name),
            prose => assert!(prose.contains(' '), "{}: unknown directive {prose}", program.name),
        }
    }
    program
}

fn scratch_folder(way: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hexloop-order-{way}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn check(program: &Program, scratch: &Path, environment: &[(&str, &str)]) -> Result<(), String> {
    let ended = run(program, scratch, environment)?;
    let mut complaint = String::new();
    if ended.code != Some(program.exit_code) {
        let got = ended.code.map_or_else(|| "none (a signal)".to_owned(), |code| code.to_string());
        writeln!(complaint, "  exit code: expected {}, got {got}", program.exit_code).unwrap();
    }
    let is_plain = environment.contains(&("HEXLOOP_ENGINE", "plain"));
    let expected = program.plain_out.as_ref().filter(|_| is_plain).unwrap_or(&program.out);
    if ended.out != *expected {
        complaint.push_str(&difference(expected, &ended.out));
    }
    for line in program.err.lines().filter(|line| !ended.err.contains(line)) {
        writeln!(complaint, "  standard error lacks: {line}").unwrap();
    }
    if complaint.is_empty() {
        return Ok(());
    }
    for line in ended.err.lines().take(12) {
        writeln!(complaint, "  standard error: {line}").unwrap();
    }
    Err(complaint)
}

struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

fn run(program: &Program, scratch: &Path, environment: &[(&str, &str)]) -> Result<Ended, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexloop"));
    for name in ["HEXLOOP_ENGINE", "UV_THREADPOOL_SIZE", "NODE_OPTIONS", "FORCE_COLOR"] {
        command.env_remove(name);
    }
    let mut child = command
        .args(&program.arguments)
        .arg(&program.file)
        .env("TMPDIR", scratch)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("  cannot be started: {error}\n"))?;
    // Both pipes are emptied while the program runs: a full one would block it.
    let out = gather(child.stdout.take().unwrap());
    let err = gather(child.stderr.take().unwrap());
    let code = wait(&mut child);
    let (out, err) = (out.join().unwrap(), err.join().unwrap());
    match code {
        Some(code) => Ok(Ended { code, out, err }),
        None => Err(format!(
            "  hangs: killed after {} s, having printed\n{}",
            PATIENCE.as_secs(),
            difference(&program.out, &out)
        )),
    }
}

fn gather(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is still worth showing.
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The exit code (none if a signal ended it), or nothing if the program had to be killed for hanging.
fn wait(child: &mut Child) -> Option<Option<i32>> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status.code());
        }
        if Instant::now() > deadline {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The lines that differ, between the lines both begin with and the lines both end with.
fn difference(expected: &str, got: &str) -> String {
    let (expected, got): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), got.lines().collect());
    let shorter = expected.len().min(got.len());
    let begin = expected.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let end = expected.iter().rev().zip(got.iter().rev()).take(shorter - begin).take_while(|(a, b)| a == b).count();
    let mut text = String::new();
    for line in &expected[begin.saturating_sub(2)..begin] {
        writeln!(text, "    {line}").unwrap();
    }
    for line in &expected[begin..expected.len() - end] {
        writeln!(text, "  - {line}").unwrap();
    }
    for line in &got[begin..got.len() - end] {
        writeln!(text, "  + {line}").unwrap();
    }
    text
}
