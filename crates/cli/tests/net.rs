//! The proof of `net`: every program of `tests/net` prints exactly its `.out`, which a real Node 26 wrote
//! (`tests/net/record.sh NODE` writes them anew), on standard output, and nothing on standard error.
//!
//! `HEXLOOP_NET=part-of-a-name` runs only the programs whose path contains it.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A program that runs longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);
const FEWEST: usize = 15;

#[test]
fn every_program_prints_what_node_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/net").canonicalize().unwrap();
    let programs = find_programs(&root);
    let complaints: Vec<String> = programs.iter().filter_map(|program| check(program).err()).collect();
    assert!(complaints.is_empty(), "{} of {} failed:\n{}", complaints.len(), programs.len(), complaints.join("\n"));
}

fn find_programs(root: &Path) -> Vec<PathBuf> {
    let only = std::env::var("HEXLOOP_NET").unwrap_or_default();
    let mut programs: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "js"));
    programs.retain(|path| path.to_string_lossy().contains(&only));
    programs.sort();
    let fewest = if only.is_empty() { FEWEST } else { 1 };
    assert!(programs.len() >= fewest, "only {} programs under {}", programs.len(), root.display());
    programs
}

fn check(program: &Path) -> Result<(), String> {
    let name = program.display();
    let expected = fs::read_to_string(program.with_extension("out")).map_err(|error| format!("{name}: {error}"))?;
    let (status, out, err) = run(program);
    match status {
        None => Err(format!("{name} hangs; it printed:\n{out}{err}")),
        Some(status) if status.success() && out == expected && err.is_empty() => Ok(()),
        Some(status) => {
            Err(format!("{name}: {status}\n--- node\n{expected}--- hexloop\n{out}--- standard error\n{err}"))
        }
    }
}

/// No status: it had to be killed.
fn run(program: &Path) -> (Option<ExitStatus>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexloop"))
        .arg(program)
        .env_remove("NODE_OPTIONS")
        .env_remove("FORCE_COLOR")
        // As record.sh does: what a program prints must not depend on where the tests run.
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    // Both pipes are emptied while the program runs: a full one would block it.
    let out = gather(child.stdout.take().unwrap());
    let err = gather(child.stderr.take().unwrap());
    let status = wait(&mut child);
    (status, out.join().unwrap(), err.join().unwrap())
}

fn gather(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child) -> Option<ExitStatus> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}
