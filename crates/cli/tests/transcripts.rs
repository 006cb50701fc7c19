//! Every transcript in README.md and docs/ is what its commands print today; each is a test, named by its document and line.
//!
//! ```text
//!   <!-- transcript: examples/order numbers -->     the folder to run in, and how to compare
//!   ```
//!   $ hexloop explain order.js                      run by sh, with this hexloop on PATH
//!   order.js printed 5 lines:                       compared with what it prints, standard error included
//!   ```
//! ```
//!
//! `numbers`: what varies from run to run is masked (numbers, units, severities), and so is where lines are wrapped; what is
//! written has to be printed in this order, and some more may be. A line `^C` interrupts the program when it has printed what stands before it.
//! Port 3000, in the files and the commands, is another one in the test. `./x transcripts` writes what is printed now.

#[path = "transcripts/document.rs"]
mod document;
#[path = "support/folder.rs"]
mod folder;
mod support;

use document::{Step, Transcript, is_same, refreshed};
use folder::Folder;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use support::harness;

/// Where a reader would have the program.
const SHOWN_FOLDER: &str = "/home/me/app";
const SHOWN_PORT: &str = "3000";

fn main() -> ExitCode {
    if std::env::var("HEXLOOP_TRANSCRIPTS").is_ok_and(|mode| mode == "write") {
        documents().iter().for_each(|path| write(path));
        return ExitCode::SUCCESS;
    }
    let mut tests = Vec::new();
    for path in documents() {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        for transcript in Transcript::all_of(&fs::read_to_string(&path).unwrap()) {
            tests.push(harness::test(format!("{name}:{}", transcript.line), move || check(&transcript)));
        }
    }
    assert!(tests.len() >= 5, "only {} transcripts were found", tests.len());
    // Some show times: two at once would be each other's noise.
    harness::main(1, tests)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md")];
    documents.extend(fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.sort();
    documents
}

fn check(transcript: &Transcript) -> Result<(), String> {
    for (step, now) in transcript.steps.iter().zip(outputs(transcript)) {
        if !is_same(&step.printed, &now, transcript.has_masks) {
            let (written, printed) = (step.printed.join("\n"), now.join("\n"));
            let command = &step.command;
            return Err(format!(
                "$ {command}\n--- written\n{written}\n--- printed\n{printed}\n./x transcripts writes it anew\n"
            ));
        }
    }
    Ok(())
}

/// Writes the transcripts anew that are not what is printed now.
fn write(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let now = refreshed(&text, &mut |transcript| check(transcript).is_err().then(|| outputs(transcript)));
    if now != text {
        fs::write(path, now).unwrap();
    }
}

/// What each step prints now, in a copy of the transcript's folder.
fn outputs(transcript: &Transcript) -> Vec<Vec<String>> {
    let port = free_port().to_string();
    let mut folder = Folder::new();
    for entry in fs::read_dir(root().join(&transcript.folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).replace(SHOWN_PORT, &port);
            folder = folder.and(path.file_name().unwrap().to_str().unwrap(), text);
        }
    }
    let bin = Folder::new();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_hexloop"), bin.path("hexloop")).unwrap();
    let run = |step: &Step| {
        let mut command = Command::new("sh");
        let path = std::env::var("PATH").unwrap_or_default();
        command.args(["-c", &format!("exec 2>&1; {}", step.command.replace(SHOWN_PORT, &port))]);
        command
            .current_dir(&folder.0)
            .env_clear()
            .env("PATH", format!("{}:{path}", bin.0.display()))
            .env("HOME", &bin.0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).process_group(0);
        let before = step.printed.iter().position(|line| line == "^C");
        let text =
            output(command, before).replace(&port, SHOWN_PORT).replace(&folder.0.display().to_string(), SHOWN_FOLDER);
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    };
    transcript.steps.iter().map(run).collect()
}

/// Outside the range that the system gives away by itself; another process of this test looks at other ports first.
fn free_port() -> u16 {
    let first = 20_000 + (std::process::id() % 9_000) as u16;
    (first..30_000).find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

/// All that the command prints; with `before`, it is interrupted after so many lines.
fn output(mut command: Command, before: Option<usize>) -> String {
    let mut child = command.spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..before.unwrap_or(0) {
        reader.read_line(&mut text).unwrap();
    }
    if before.is_some() {
        // SAFETY: no pointers; the child has not been waited for, so the number is still its group's.
        unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGINT) };
        text.push_str("^C\n");
    }
    reader.read_to_string(&mut text).unwrap();
    child.wait().unwrap();
    text
}
