//! `./x fuzz bindings [SECONDS [SEED]]`: calls every native function with random arguments, for the given time.
//!
//! A round is a process of its own (this program with `--round`), in an empty directory, with a seed: it runs
//! `tests/fuzz/bindings.js`, which calls some hundred natives. Whatever the arguments, the process must exit by itself.
//! Every third round uses functions of the C API instead of host functions. If a round is killed by a signal or does
//! not exit, its seed and last calls are printed, and the run exits with 1. As root, a round runs as nobody: natives
//! change mode and owner of whatever a descriptor refers to, and `/dev/null` is one. Panics become JavaScript errors
//! and are only counted, since the built-in files validate what they pass on.

use hexloop_node::{Options, Program, Runtime};
use std::collections::BTreeMap;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio, exit};
use std::time::{Duration, Instant};

/// A round takes a second or two; longer under load.
const ROUND_TIMEOUT: Duration = Duration::from_secs(120);

const NOBODY: u32 = 65_534;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--round", file, ..] => round(PathBuf::from(file)),
        [file, seconds, seed] => drive(file, seconds.parse().expect("seconds"), seed.parse().expect("a seed")),
        _ => {
            eprintln!("usage: fuzz_bindings FILE SECONDS SEED");
            exit(2);
        }
    }
}

/// The seed is in the environment.
fn round(file: PathBuf) {
    let outcome = Runtime::enter(Options::default(), move |runtime| {
        runtime.expose_bindings();
        runtime.run(Program::File(file))
    });
    exit(outcome.unwrap_or(1));
}

struct Round {
    directory: PathBuf,
    status: Option<ExitStatus>,
    calls: usize,
    panics: Vec<String>,
    last: Vec<String>,
}

fn drive(file: &str, seconds: u64, seed: u64) {
    println!("fuzz bindings: {seconds} s from seed {seed}");
    let start = Instant::now();
    let (mut rounds, mut calls) = (0, 0);
    let mut panics = BTreeMap::<String, usize>::new();
    while start.elapsed() < Duration::from_secs(seconds) {
        let seed = seed.wrapping_add(rounds);
        let switches = if rounds % 3 == 2 { "no-host-function" } else { "" };
        let done = run_round(file, seed, switches);
        rounds += 1;
        calls += done.calls;
        for panic in done.panics {
            *panics.entry(panic).or_default() += 1;
        }
        let ended = done.status.is_some_and(|status| status.signal().is_none());
        let _ = std::fs::remove_dir_all(&done.directory);
        if !ended {
            println!("seed {seed} (HEXLOOP_ENGINE={switches}) {:?} after:", done.status);
            done.last.iter().for_each(|line| println!("  {line}"));
            exit(1);
        }
    }
    for (panic, count) in &panics {
        println!("panic, {count} times: {panic}");
    }
    println!("{rounds} rounds, {calls} calls, no crash");
}

fn run_round(file: &str, seed: u64, switches: &str) -> Round {
    let directory = std::env::temp_dir().join(format!("hexloop-fuzz-{}-{seed}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let log = directory.join("calls.log");
    let this = std::env::current_exe().expect("this program");
    let mut command = Command::new(this);
    // SAFETY: getuid has no preconditions.
    if unsafe { libc::getuid() } == 0 {
        std::os::unix::fs::chown(&directory, Some(NOBODY), Some(NOBODY)).expect("a directory owned by nobody");
        command.uid(NOBODY).gid(NOBODY);
    }
    let mut child = command
        .args(["--round", file])
        .current_dir(&directory)
        .env("HEXLOOP_FUZZ_SEED", seed.to_string())
        .env("HEXLOOP_FUZZ_LOG", &log)
        .env("HEXLOOP_ENGINE", switches)
        .env("HEXLOOP_CACHE", directory.join("cache"))
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a child");
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("our own child") {
            break Some(status);
        }
        if start.elapsed() > ROUND_TIMEOUT {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let text = std::fs::read(&log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let panics = text.lines().filter_map(|line| line.strip_prefix("panic ")).map(str::to_owned).collect();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("panic ")).collect();
    let last = lines.iter().rev().take(12).rev().map(|line| (*line).to_owned()).collect();
    Round { directory, status, calls: lines.len(), panics, last }
}
