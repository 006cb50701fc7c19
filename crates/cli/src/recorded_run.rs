//! Runs a program under the recorder in a child process: how `explain` and `doctor` get a trace.
//!
//! ```text
//!   hexloop doctor a.js ──spawns──▶ hexloop --trace=…/trace.json a.js
//!                       ──SIGTERM─▶ (at the time limit)
//!                       ◀─reads──── trace.json
//! ```
//!
//! In a child process, because the program may exit, crash or block its loop forever, and the doctor must still report.

use hexloop_trace::Trace;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long a program may take to exit after SIGTERM: it has to write its trace, and may close its handles.
const EXIT_TIMEOUT: Duration = Duration::from_secs(20);

const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// What to run.
pub struct RunOptions<'a> {
    pub options: &'a [String],
    pub file: &'a str,
    pub arguments: &'a [String],
    pub out: Stdio,
    pub err: Stdio,
}

/// A running program that is recorded.
pub struct Run {
    child: Child,
    folder: PathBuf,
}

/// A program that has ended.
pub struct FinishedRun {
    pub status: ExitStatus,
    pub trace: Trace,
}

impl Run {
    pub fn start(options: RunOptions<'_>) -> Result<Run, String> {
        let folder = private_folder().map_err(|error| format!("no folder for the recording: {error}"))?;
        let hexloop =
            std::env::current_exe().map_err(|error| format!("the path of hexloop itself is not known: {error}"))?;
        let child = Command::new(hexloop)
            .arg(format!("--trace={}", trace_in(&folder).display()))
            .arg("--trace-quiet")
            .args(options.options)
            .arg("--")
            .arg(options.file)
            .args(options.arguments)
            .stdout(options.out)
            .stderr(options.err)
            .spawn();
        match child {
            Ok(child) => Ok(Run { child, folder }),
            Err(error) => {
                let _ = std::fs::remove_dir_all(&folder);
                Err(format!("the program could not be started: {error}"))
            }
        }
    }

    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until the program exits by itself, or for the time limit.
    pub fn wait(&mut self, limit: Duration) {
        let deadline = Instant::now() + limit;
        while !self.has_ended() && Instant::now() < deadline {
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    /// Terminates the program if it is running, and reads the recording.
    pub fn end(mut self) -> Result<FinishedRun, String> {
        if !self.has_ended() {
            // SAFETY: no pointers; the child has not been reaped, so the process id is still its own.
            unsafe { libc::kill(self.child.id() as libc::pid_t, libc::SIGTERM) };
            self.wait(EXIT_TIMEOUT);
        }
        if !self.has_ended() {
            let _ = self.child.kill();
        }
        let status = self.child.wait().map_err(|error| format!("the program's end was not seen: {error}"))?;
        let text = std::fs::read_to_string(trace_in(&self.folder)).map_err(|_| no_recording(status))?;
        let trace = Trace::from_json(&text).map_err(|error| format!("the recording cannot be read: {error}"))?;
        Ok(FinishedRun { status, trace })
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if !self.has_ended() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn no_recording(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("the program ended with code {code} and left no recording"),
        (_, Some(libc::SIGKILL)) => "the program did not end when asked to (SIGTERM), and left no recording".to_owned(),
        (_, signal) => format!("the program was ended by signal {} and left no recording", signal.unwrap_or_default()),
    }
}

fn trace_in(folder: &Path) -> PathBuf {
    folder.join("trace.json")
}

/// A new folder that only this user can read: a recording contains the program's output.
fn private_folder() -> std::io::Result<PathBuf> {
    use std::os::unix::fs::DirBuilderExt as _;
    let nanoseconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_nanos();
    let folder = std::env::temp_dir().join(format!("hexloop-{}-{nanoseconds}", std::process::id()));
    std::fs::DirBuilder::new().mode(0o700).create(&folder)?;
    Ok(folder)
}
