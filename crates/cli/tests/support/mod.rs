//! What the suites of recorded programs share: finding the programs, running them a few at a time, waiting for one without
//! for ever, and saying what differs. What a program is allowed to print is each suite's own business.
//!
//! ```ignore
//! mod support;
//!
//! let suite = Suite { folder: "net", only: "HEXLOOP_NET", layout: Layout::Flat, extensions: &["js"], at_a_time: 1, fewest: 15 };
//! suite.every_program(|program| prints_its_out(&mut command_for(program), program, PATIENCE));
//! ```

// Every suite compiles this for itself and takes what it needs.
#![allow(dead_code)]

pub mod engine;
pub mod recording;

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How much of a difference is worth showing.
const LINES_SHOWN: usize = 24;

/// A folder of programs under `tests/`.
pub struct Suite {
    pub folder: &'static str,
    /// The environment variable that picks programs by a part of their name.
    pub only: &'static str,
    pub layout: Layout,
    /// How the names of its programs end.
    pub extensions: &'static [&'static str],
    /// Programs at a time. More than two would fight for the cores and stretch the gaps between timers that some orders
    /// need; what two sockets see is told apart by gaps that one neighbour can close.
    pub at_a_time: usize,
    /// Fewer programs than this: the folder is not what it should be, and nothing is proved.
    pub fewest: usize,
}

/// Where a suite's programs lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// In the suite's folder itself.
    Flat,
    /// In the folders of that folder. What lies deeper is required by programs.
    Rooms,
}

impl Suite {
    pub fn root(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(self.folder).canonicalize().unwrap()
    }

    /// All programs, or those that are asked for by name, in the order of their names.
    pub fn programs(&self) -> Vec<PathBuf> {
        let root = self.root();
        let only = std::env::var(self.only).unwrap_or_default();
        let mut programs = match self.layout {
            Layout::Flat => entries(&root),
            Layout::Rooms => {
                entries(&root).iter().filter(|path| path.is_dir()).flat_map(|room| entries(room)).collect()
            }
        };
        programs.retain(|path| self.is_program(path) && self.name(path).contains(&only));
        let fewest = if only.is_empty() { self.fewest } else { 1 };
        assert!(programs.len() >= fewest, "only {} programs under {}", programs.len(), root.display());
        programs
    }

    fn is_program(&self, path: &Path) -> bool {
        let extension = path.extension().map(|extension| extension.to_string_lossy());
        path.is_file() && extension.is_some_and(|extension| self.extensions.contains(&extension.as_ref()))
    }

    /// A program's path within the suite's folder.
    pub fn name(&self, program: &Path) -> String {
        program.strip_prefix(self.root()).unwrap_or(program).display().to_string()
    }

    /// Runs `check` on every program and fails with all the complaints.
    #[track_caller]
    pub fn every_program(&self, check: impl Fn(&Path) -> Result<(), String> + Sync) {
        let mut programs = self.programs();
        programs.retain(|program| !engine::is_skipped(&format!("{}/{}", self.folder, self.name(program))));
        let next = AtomicUsize::new(0);
        let complaints = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..self.at_a_time {
                scope.spawn(|| {
                    while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if let Err(complaint) = check(program) {
                            complaints.lock().unwrap().push((self.name(program), complaint));
                        }
                    }
                });
            }
        });
        let mut complaints = complaints.into_inner().unwrap();
        complaints.sort();
        let mut report = String::new();
        for (name, complaint) in &complaints {
            writeln!(report, "\ntests/{}/{name}\n{complaint}", self.folder).unwrap();
        }
        assert!(complaints.is_empty(), "{} of {} programs failed:\n{report}", complaints.len(), programs.len());
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The command under test, without the variables of whoever runs the tests that would change what it prints.
pub fn hexloop(cleared: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexloop"));
    for name in cleared {
        command.env_remove(name);
    }
    command
}

/// The file beside a program that holds what it must print.
pub fn recorded(program: &Path, extension: &str) -> Result<String, String> {
    fs::read_to_string(program.with_extension(extension)).map_err(|error| format!("  no .{extension}: {error}\n"))
}

/// How a program ended, and what it printed.
pub struct Ended {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

/// Runs a command, with nothing to read, to its end; one that takes longer than `patience` hangs and is killed.
pub fn run(command: &mut Command, patience: Duration) -> Result<Ended, String> {
    run_with_input(command, Stdio::null(), patience)
}

/// The same, with something to read.
pub fn run_with_input(command: &mut Command, input: Stdio, patience: Duration) -> Result<Ended, String> {
    engine::choose(command);
    let mut child = command
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("  cannot be started: {error}\n"))?;
    // Both pipes are emptied while the program runs: a full one would block it.
    let out = gather(child.stdout.take().unwrap());
    let err = gather(child.stderr.take().unwrap());
    let ended = wait_or_stacks(&mut child, patience);
    let (out, err) = (out.join().unwrap(), err.join().unwrap());
    let last =
        |text: &str| text.lines().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n");
    ended.map(|status| Ended { status, out: out.clone(), err: err.clone() }).map_err(|stacks| {
        let seconds = patience.as_secs();
        format!("  hangs: killed after {seconds} s\n  its last lines:\n{}\n{}\n{stacks}", last(&out), last(&err))
    })
}

/// The whole check of most suites: the program ends well and prints exactly its `.out`.
pub fn prints_its_out(command: &mut Command, program: &Path, patience: Duration) -> Result<Ended, String> {
    let expected = recorded(program, "out")?;
    let ended = run(command, patience)?;
    if ended.status.success() && ended.out == expected {
        return Ok(ended);
    }
    Err(format!("  {}\n{}{}", ended.status, difference(&expected, &ended.out), beginning_of_err(&ended.err)))
}

/// The first lines of standard error, for a complaint.
pub fn beginning_of_err(err: &str) -> String {
    err.lines().take(12).fold(String::new(), |text, line| text + "  standard error: " + &shortened(line) + "\n")
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
pub fn wait(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    wait_or_stacks(child, patience).map_err(|stacks| eprintln!("{stacks}")).ok()
}

/// How it ended, or what every thread of it was doing when it was killed for hanging.
fn wait_or_stacks(child: &mut Child, patience: Duration) -> Result<ExitStatus, String> {
    let deadline = Instant::now() + patience;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Ok(status);
        }
        if Instant::now() >= deadline {
            let stacks = stacks_of(child.id());
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

/// The lines that differ, Node's with a `-`, between the lines both begin with and the lines both end with.
pub fn difference(expected: &str, got: &str) -> String {
    if expected == got {
        return String::new();
    }
    let (expected, got): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), got.lines().collect());
    if expected == got {
        return String::from("  the same lines, but not the same last line end\n");
    }
    let shorter = expected.len().min(got.len());
    let begin = expected.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let end = expected.iter().rev().zip(got.iter().rev()).take(shorter - begin).take_while(|(a, b)| a == b).count();
    let mut text = format!("  line {}:\n", begin + 1);
    for line in &expected[begin.saturating_sub(2)..begin] {
        writeln!(text, "    {}", shortened(line)).unwrap();
    }
    for (sign, lines) in [('-', &expected[begin..expected.len() - end]), ('+', &got[begin..got.len() - end])] {
        for line in lines.iter().take(LINES_SHOWN) {
            writeln!(text, "  {sign} {}", shortened(line)).unwrap();
        }
        if lines.len() > LINES_SHOWN {
            writeln!(text, "  {sign} … {} more", lines.len() - LINES_SHOWN).unwrap();
        }
    }
    text
}

fn shortened(line: &str) -> String {
    line.chars().take(300).collect()
}
