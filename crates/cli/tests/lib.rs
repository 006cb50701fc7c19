//! The proof of the library rooms (events, util, path, assert, Buffer): every program of `tests/lib/*/` prints exactly its
//! `.out`, which a real Node 26 wrote (`tests/lib/record.sh NODE` writes them anew).
//!
//! `HEXLOOP_LIB=part-of-a-name` runs only the programs whose path contains it.

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A program that runs longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);
const AT_A_TIME: usize = 2;
const FEWEST: usize = 20;
/// How much of a difference is worth showing.
const LINES_SHOWN: usize = 12;

/// What would change colours or output, were it set where the tests run.
const CLEARED: [&str; 6] =
    ["FORCE_COLOR", "NO_COLOR", "NODE_DISABLE_COLORS", "NODE_OPTIONS", "NODE_DEBUG", "COLORTERM"];

#[test]
fn every_program_prints_what_node_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lib").canonicalize().unwrap();
    let programs = find_programs(&root);
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = check(program) {
                        let name = program.strip_prefix(&root).unwrap().display().to_string();
                        complaints.lock().unwrap().push((name, complaint));
                    }
                }
            });
        }
    });
    let mut complaints = complaints.into_inner().unwrap();
    complaints.sort();
    let mut report = String::new();
    for (name, complaint) in &complaints {
        writeln!(report, "\ntests/lib/{name}\n{complaint}").unwrap();
    }
    assert!(complaints.is_empty(), "{} of {} programs failed:\n{report}", complaints.len(), programs.len());
}

fn find_programs(root: &Path) -> Vec<PathBuf> {
    let only = std::env::var("HEXLOOP_LIB").unwrap_or_default();
    let rooms = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut programs: Vec<PathBuf> =
        rooms.flat_map(|room| fs::read_dir(room).unwrap()).map(|entry| entry.unwrap().path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "js"));
    programs.retain(|path| path.to_string_lossy().contains(&only));
    programs.sort();
    let fewest = if only.is_empty() { FEWEST } else { 1 };
    assert!(programs.len() >= fewest, "only {} programs under {}", programs.len(), root.display());
    programs
}

fn check(program: &Path) -> Result<(), String> {
    let expected =
        fs::read_to_string(program.with_extension("out")).map_err(|error| format!("  no .out: {error}\n"))?;
    let (status, out, err) = run(program)?;
    if status.success() && out == expected {
        return Ok(());
    }
    let mut complaint = format!("  {status}\n{}", difference(&expected, &out));
    for line in err.lines().take(8) {
        writeln!(complaint, "  standard error: {line}").unwrap();
    }
    Err(complaint)
}

fn run(program: &Path) -> Result<(ExitStatus, String, String), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexloop"));
    for name in CLEARED {
        command.env_remove(name);
    }
    let mut child = command
        .arg(program)
        // As record.sh does: what a program prints must not depend on where the tests run.
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("  cannot be started: {error}\n"))?;
    // Both pipes are emptied while the program runs: a full one would block it.
    let out = gather(child.stdout.take().unwrap());
    let err = gather(child.stderr.take().unwrap());
    let status = wait(&mut child);
    let (out, err) = (out.join().unwrap(), err.join().unwrap());
    match status {
        Some(status) => Ok((status, out, err)),
        None => Err(format!("  hangs: killed after {} s\n", PATIENCE.as_secs())),
    }
}

fn gather(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// None when the program had to be killed.
fn wait(child: &mut Child) -> Option<ExitStatus> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        if Instant::now() >= deadline {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// The first lines that differ, Node's above ours.
fn difference(expected: &str, actual: &str) -> String {
    let (expected, actual): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let mut text = String::new();
    let mut shown = 0;
    for number in 0..expected.len().max(actual.len()) {
        let (wanted, got) = (expected.get(number), actual.get(number));
        if wanted == got {
            continue;
        }
        if shown == LINES_SHOWN {
            writeln!(text, "  …").unwrap();
            break;
        }
        shown += 1;
        writeln!(text, "  line {}", number + 1).unwrap();
        writeln!(text, "    node:    {}", wanted.unwrap_or(&"(nothing)")).unwrap();
        writeln!(text, "    hexloop: {}", got.unwrap_or(&"(nothing)")).unwrap();
    }
    text
}
