//! A child that the caller waits for: its pipes are written and read here, while JavaScript is blocked.

use super::exit::{ExitStatus, wait};
use super::spawn::{Program, Spawned};
use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd, RawFd};
use std::time::{Duration, Instant};

/// Our end of a pipe to the child: either written to or read from.
pub struct Pipe {
    end: OwnedFd,
    /// The input to write; None for a pipe that the child writes to.
    input: Option<Vec<u8>>,
    written: usize,
    is_closed: bool,
    /// The errno of a failed pipe. It does not kill the child, which need not read its input.
    errno: i32,
    pub output: Vec<u8>,
}

impl Pipe {
    pub fn new(end: OwnedFd, input: Option<Vec<u8>>) -> Pipe {
        Pipe { end, input, written: 0, is_closed: false, errno: 0, output: Vec::new() }
    }

    pub fn is_output(&self) -> bool {
        self.input.is_none()
    }
}

pub struct Limits {
    pub time: Option<Duration>,
    /// maxBuffer: the limit of all output together.
    pub output: usize,
    pub signal: i32,
}

pub struct Outcome {
    pub pid: i32,
    pub exit_status: ExitStatus,
    /// The errno for which it was killed; 0: it was not.
    pub error: i32,
}

const CHUNK: usize = 64 * 1024;

/// Spawns the program and waits until it has exited and its pipes are closed. `child_ends` are the child's ends of the
/// pipes, closed here once the child has them.
pub fn run(program: &Program, pipes: &mut [Pipe], child_ends: Vec<OwnedFd>, limits: &Limits) -> io::Result<Outcome> {
    let deadline = limits.time.map(|time| Instant::now() + time);
    let spawned = program.spawn()?;
    drop(child_ends);
    let error = match pump(&spawned, pipes, deadline, limits) {
        Ok(()) => pipes.iter().map(|pipe| pipe.errno).find(|errno| *errno != 0).unwrap_or(0),
        Err(error) => {
            kill_child(spawned.pid, limits.signal);
            error.raw_os_error().unwrap_or(libc::EIO)
        }
    };
    let exit_status = wait(spawned.pid, 0).unwrap_or(ExitStatus { code: 0, signal: 0 });
    Ok(Outcome { pid: spawned.pid, exit_status, error })
}

fn kill_child(pid: i32, signal: i32) {
    // SAFETY: kill accepts any numbers. The child is not reaped yet, so the pid is still its own.
    unsafe {
        if libc::kill(pid, signal) == -1 && io::Error::last_os_error().raw_os_error() != Some(libc::ESRCH) {
            libc::kill(pid, libc::SIGKILL);
        }
    }
}

/// Runs until all pipes are closed and, if there is a timeout, the child has exited.
fn pump(spawned: &Spawned, pipes: &mut [Pipe], deadline: Option<Instant>, limits: &Limits) -> io::Result<()> {
    let mut buffer = vec![0; CHUNK];
    let mut has_exited = deadline.is_none();
    loop {
        for pipe in pipes.iter_mut() {
            pipe.close_input();
        }
        if has_exited && pipes.iter().all(|pipe| pipe.is_closed) {
            return Ok(());
        }
        let mut poll_entries: Vec<libc::pollfd> = pipes.iter().map(Pipe::poll_entry).collect();
        let end = spawned.pidfd.as_ref().filter(|_| !has_exited).map_or(-1, |pidfd| pidfd.as_raw_fd());
        poll_entries.push(libc::pollfd { fd: end, events: libc::POLLIN, revents: 0 });
        if !poll(&mut poll_entries, deadline, !has_exited && spawned.pidfd.is_none())? {
            return Err(io::Error::from_raw_os_error(libc::ETIMEDOUT));
        }
        for (pipe, entry) in pipes.iter_mut().zip(&poll_entries) {
            pipe.on_ready(entry.revents, &mut buffer);
        }
        if limits.output > 0 && pipes.iter().map(|pipe| pipe.output.len()).sum::<usize>() > limits.output {
            return Err(io::Error::from_raw_os_error(libc::ENOBUFS));
        }
        has_exited |= poll_entries.last().is_some_and(|end| end.revents != 0) || (end == -1 && is_zombie(spawned.pid));
    }
}

/// Whether the child has exited, without reaping it.
fn is_zombie(pid: i32) -> bool {
    // SAFETY: an all-zero siginfo is valid, and filled by the call.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_PID, pid as libc::id_t, &mut info, flags) == 0 && info.si_pid() != 0
    }
}

/// False on timeout. Without a pidfd, returns every few milliseconds to check for the child's exit.
fn poll(poll_entries: &mut [libc::pollfd], deadline: Option<Instant>, poll_exit: bool) -> io::Result<bool> {
    loop {
        let remaining = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if remaining.is_some_and(|remaining| remaining.is_zero()) {
            return Ok(false);
        }
        // Rounded up: never early.
        let mut wait =
            remaining.map_or(-1, |remaining| remaining.as_micros().div_ceil(1000).min(i32::MAX as u128) as i32);
        if poll_exit {
            wait = if wait == -1 { 5 } else { wait.min(5) };
        }
        // SAFETY: pointer and count describe the slice.
        match unsafe { libc::poll(poll_entries.as_mut_ptr(), poll_entries.len() as libc::nfds_t, wait) } {
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            -1 => return Err(io::Error::last_os_error()),
            0 if !poll_exit => {}
            _ => return Ok(true),
        }
    }
}

impl Pipe {
    fn poll_entry(&self) -> libc::pollfd {
        let fd: RawFd = if self.is_closed { -1 } else { self.end.as_raw_fd() };
        let events = if self.is_output() { libc::POLLIN } else { libc::POLLOUT };
        libc::pollfd { fd, events, revents: 0 }
    }

    /// Sends EOF to the child once all input is written.
    fn close_input(&mut self) {
        if !self.is_closed && self.input.as_ref().is_some_and(|input| input.len() == self.written) {
            self.is_closed = true;
            // SAFETY: we own this socket.
            unsafe { libc::shutdown(self.end.as_raw_fd(), libc::SHUT_WR) };
        }
    }

    fn on_ready(&mut self, ready: i16, buffer: &mut [u8]) {
        if ready != 0 {
            match &self.input {
                Some(input) => {
                    let outcome = send(self.end.as_raw_fd(), &input[self.written..]);
                    self.check(outcome).inspect(|count| self.written += count);
                }
                None => {
                    let outcome = receive(self.end.as_raw_fd(), buffer);
                    match self.check(outcome) {
                        Some(0) => self.is_closed = true,
                        Some(count) => self.output.extend_from_slice(&buffer[..count]),
                        None => {}
                    }
                }
            }
        }
    }

    /// How many bytes were transferred; None if the pipe would block or has failed.
    fn check(&mut self, outcome: io::Result<usize>) -> Option<usize> {
        outcome
            .inspect_err(|error| {
                if !is_temporary(error) {
                    self.is_closed = true;
                    self.errno = error.raw_os_error().unwrap_or(libc::EIO);
                }
            })
            .ok()
    }
}

fn send(socket: RawFd, bytes: &[u8]) -> io::Result<usize> {
    // SAFETY: pointer and length describe the slice.
    let count = unsafe { libc::send(socket, bytes.as_ptr().cast(), bytes.len(), libc::MSG_NOSIGNAL) };
    usize::try_from(count).map_err(|_| io::Error::last_os_error())
}

fn receive(socket: RawFd, buffer: &mut [u8]) -> io::Result<usize> {
    // SAFETY: pointer and length describe the slice.
    let count = unsafe { libc::read(socket, buffer.as_mut_ptr().cast(), buffer.len()) };
    usize::try_from(count).map_err(|_| io::Error::last_os_error())
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
