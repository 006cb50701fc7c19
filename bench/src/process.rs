//! One run of one program: what it printed, how long it took, how much memory it peaked at.
//!
//! The peak comes from `wait4`, which std does not offer; that, and a guard against programs
//! that never end, is all this file does. The order matters: first wait *without* reaping, then
//! cancel the guard, then reap. So the guard can never kill a process id that was reused
//! by another process.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(120);

/// A program with its arguments, which can run repeatedly.
pub struct Runnable {
    pub program: PathBuf,
    pub args: Vec<String>,
    pub env: Vec<(String, String)>,
}

pub struct FinishedRun {
    pub stdout: String,
    pub wall: Duration,
    pub peak_bytes: u64,
    /// How often the system took the processor away from it.
    pub involuntary_switches: u64,
}

impl Runnable {
    pub fn run(&self) -> Result<FinishedRun, String> {
        let begin = Instant::now();
        let mut child = Command::new(&self.program)
            .args(&self.args)
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", self.program.display()))?;
        let pid = child.id() as libc::pid_t;
        let guard = Guard::set(pid);
        let mut stdout = Vec::new();
        if let Some(mut pipe) = child.stdout.take() {
            pipe.read_to_end(&mut stdout).map_err(|error| format!("cannot read the output: {error}"))?;
        }
        wait_without_reaping(pid)?;
        let wall = begin.elapsed();
        let killed = guard.cancel();
        let (status, peak_bytes, involuntary_switches) = reap(pid)?;
        if killed {
            return Err(format!("did not end within {} s", LIMIT.as_secs()));
        }
        if !libc::WIFEXITED(status) {
            return Err(format!("was ended by signal {}", libc::WTERMSIG(status)));
        }
        match libc::WEXITSTATUS(status) {
            0 => Ok(FinishedRun {
                stdout: String::from_utf8_lossy(&stdout).into_owned(),
                wall,
                peak_bytes,
                involuntary_switches,
            }),
            code => Err(format!("ended with code {code}")),
        }
    }
}

/// Kills the process after `LIMIT` unless it is cancelled.
struct Guard {
    off: mpsc::Sender<()>,
    thread: thread::JoinHandle<bool>,
}

impl Guard {
    fn set(pid: libc::pid_t) -> Guard {
        let (off, on_off) = mpsc::channel();
        let thread = thread::spawn(move || {
            let in_time = on_off.recv_timeout(LIMIT).is_ok();
            if !in_time {
                // SAFETY: kill takes two integers. The child has not been reaped: that happens
                // only after this thread was joined.
                unsafe { libc::kill(pid, libc::SIGKILL) };
            }
            !in_time
        });
        Guard { off, thread }
    }

    fn cancel(self) -> bool {
        // An error means that the guard has already fired.
        let _ = self.off.send(());
        self.thread.join().unwrap_or(false)
    }
}

fn wait_without_reaping(pid: libc::pid_t) -> Result<(), String> {
    loop {
        // SAFETY: siginfo_t is plain data that waitid fills in; all zeros is a valid value of it.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        let flags = libc::WEXITED | libc::WNOWAIT;
        // SAFETY: `info` is writable for the length of the call.
        let code = unsafe { libc::waitid(libc::P_PID, pid as libc::id_t, &mut info, flags) };
        if code == 0 {
            return Ok(());
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(format!("cannot wait: {error}"));
        }
    }
}

fn reap(pid: libc::pid_t) -> Result<(libc::c_int, u64, u64), String> {
    let mut status = 0;
    // SAFETY: rusage is plain data that wait4 fills in; all zeros is a valid value of it.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are writable for the length of the call.
    let code = unsafe { libc::wait4(pid, &mut status, 0, &mut usage) };
    if code != pid {
        return Err(format!("cannot wait: {}", std::io::Error::last_os_error()));
    }
    // Linux counts in kilobytes, macOS in bytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    Ok((status, usage.ru_maxrss as u64 * unit, usage.ru_nivcsw as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Result<FinishedRun, String> {
        Runnable { program: "/bin/sh".into(), args: vec!["-c".into(), script.into()], env: Vec::new() }.run()
    }

    #[test]
    fn a_run_gives_output_and_peak_memory() {
        let run = shell("echo one; echo two").unwrap();
        assert_eq!(run.stdout, "one\ntwo\n");
        assert!(run.peak_bytes > 100_000, "{}", run.peak_bytes);
    }

    #[test]
    fn a_failing_program_reports_how_it_ended() {
        assert_eq!(shell("exit 3").err().unwrap(), "ended with code 3");
        assert_eq!(shell("kill -9 $$").err().unwrap(), "was ended by signal 9");
    }
}
