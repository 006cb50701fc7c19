//! The proof of printing: every program of `tests/inspect` prints exactly its `.out`, which a real Node 26 wrote
//! (`tests/inspect/record.sh NODE` writes them anew).
//!
//! A first line `// env: NAME=value …` sets environment variables. `HEXLOOP_INSPECT=part-of-a-name` runs only the
//! programs whose name contains it.

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
const PATIENCE: Duration = Duration::from_secs(30);
const AT_A_TIME: usize = 2;
const FEWEST: usize = 60;

/// What would change the colours or the way in, were it set where the tests run.
const CLEARED: [&str; 8] =
    ["FORCE_COLOR", "NO_COLOR", "NODE_DISABLE_COLORS", "NODE_OPTIONS", "COLORTERM", "TMUX", "CI", "TERM_PROGRAM"];

#[test]
fn every_program_prints_what_node_prints() {
    let programs = find_programs();
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = check(program) {
                        let name = program.file_name().unwrap().display().to_string();
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
        writeln!(report, "\ntests/inspect/{name}\n{complaint}").unwrap();
    }
    assert!(complaints.is_empty(), "{} of {} programs failed:\n{report}", complaints.len(), programs.len());
}

fn find_programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/inspect").canonicalize().unwrap();
    let only = std::env::var("HEXLOOP_INSPECT").unwrap_or_default();
    let mut programs: Vec<PathBuf> = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "js"));
    programs.retain(|path| path.file_name().unwrap().to_string_lossy().contains(&only));
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
    command.envs(environment(program));
    let mut child = command
        .arg(program)
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
        None => Err(format!("  hangs: killed after {} s, having printed\n{out}", PATIENCE.as_secs())),
    }
}

/// The variables of a program's `// env: A=1 B=2` line.
fn environment(program: &Path) -> Vec<(String, String)> {
    let source = fs::read_to_string(program).unwrap();
    let Some(line) = source.lines().next().and_then(|line| line.strip_prefix("// env: ")) else { return Vec::new() };
    line.split_whitespace().filter_map(|pair| pair.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect()
}

fn gather(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child) -> Option<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// The first lines that differ, with one line before them.
fn difference(expected: &str, got: &str) -> String {
    let (expected, got): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), got.lines().collect());
    let Some(first) = (0..expected.len().max(got.len())).find(|&line| expected.get(line) != got.get(line)) else {
        return String::from("  the same lines, but not the same last line end\n");
    };
    let mut text = format!("  line {}:\n", first + 1);
    if let Some(before) = first.checked_sub(1) {
        writeln!(text, "        {}", expected[before]).unwrap();
    }
    for line in first..first + 3 {
        if let Some(expected) = expected.get(line) {
            writeln!(text, "   node {expected}").unwrap();
        }
    }
    for line in first..first + 3 {
        if let Some(got) = got.get(line) {
            writeln!(text, "    got {got}").unwrap();
        }
    }
    text
}
