//! A program that is started, read to its end, and reported with all its stacks when it hangs.

use super::engine;
use std::io::Read;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may run: one that takes longer hangs and is killed.
#[derive(Clone, Copy)]
pub struct Limit {
    pub time: Duration,
    /// Whether its stacks are collected first, which takes gdb some seconds.
    pub has_stacks: bool,
}

impl From<Duration> for Limit {
    fn from(time: Duration) -> Limit {
        Limit { time, has_stacks: true }
    }
}

/// How a program ended, and what it printed.
pub struct Ended {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

impl Ended {
    /// The exit code, or what a shell makes of the signal.
    pub fn code(&self) -> i32 {
        self.status.code().unwrap_or_else(|| 128 + self.status.signal().unwrap_or(0))
    }
}

/// Runs a command, with nothing to read, to its end.
pub fn run(command: &mut Command, limit: impl Into<Limit>) -> Result<Ended, String> {
    run_with_input(command, Stdio::null(), limit)
}

/// The same, with something to read.
pub fn run_with_input(command: &mut Command, input: Stdio, limit: impl Into<Limit>) -> Result<Ended, String> {
    engine::choose(command);
    let child = command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    finish(child.map_err(|error| format!("  cannot be started: {error}\n"))?, limit)
}

/// Reads both of its pipes while it runs, since a full one would block it, and waits for its end.
pub fn finish(mut child: Child, limit: impl Into<Limit>) -> Result<Ended, String> {
    let limit = limit.into();
    let out = child.stdout.take().map(gather);
    let err = child.stderr.take().map(gather);
    let ended = wait_or_stacks(&mut child, limit);
    let text = |reader: Option<thread::JoinHandle<String>>| reader.map(|r| r.join().unwrap()).unwrap_or_default();
    let (out, err) = (text(out), text(err));
    match ended {
        Ok(status) => Ok(Ended { status, out, err }),
        Err(stacks) => {
            let seconds = limit.time.as_secs();
            let (out, err) = (last_lines(&out), last_lines(&err));
            Err(format!("  hangs: killed after {seconds} s\n  its last lines:\n{out}\n{err}\n{stacks}"))
        }
    }
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}

/// Reads a pipe to its end in a thread of its own. What was read before an error is still worth showing.
pub fn gather(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// How it ended; nothing if it had to be killed for hanging.
pub fn wait(child: &mut Child, limit: impl Into<Limit>) -> Option<ExitStatus> {
    wait_or_stacks(child, limit.into()).map_err(|stacks| eprintln!("{stacks}")).ok()
}

/// How it ended, or what every thread of it was doing when it was killed for hanging.
fn wait_or_stacks(child: &mut Child, limit: Limit) -> Result<ExitStatus, String> {
    let deadline = Instant::now() + limit.time;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Ok(status);
        }
        if Instant::now() >= deadline {
            let stacks = if limit.has_stacks { stacks_of(child.id()) } else { String::new() };
            let _ = child.kill();
            let _ = child.wait();
            return Err(stacks);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Native and JavaScript stacks of every thread of a process and of those it started.
fn stacks_of(process: u32) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/stacks.sh");
    match Command::new(script).arg(process.to_string()).stdin(Stdio::null()).output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(error) => format!("  no stacks: {error}\n"),
    }
}
