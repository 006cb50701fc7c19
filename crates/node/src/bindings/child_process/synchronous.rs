//! A child that the caller waits for: its pipes are written and read here, while JavaScript stands still.

use super::ending::{Ending, wait};
use super::start::{Program, Started};
use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd, RawFd};
use std::time::{Duration, Instant};

/// Our end of a pipe to the child: either written to or read from.
pub struct Pipe {
    end: OwnedFd,
    /// What is left to be written; None of a pipe that the child writes to.
    input: Option<Vec<u8>>,
    written: usize,
    is_over: bool,
    /// What went wrong with it, which does not end the child: it need not read its input.
    failure: i32,
    pub output: Vec<u8>,
}

impl Pipe {
    pub fn new(end: OwnedFd, input: Option<Vec<u8>>) -> Pipe {
        Pipe { end, input, written: 0, is_over: false, failure: 0, output: Vec::new() }
    }

    pub fn is_for_output(&self) -> bool {
        self.input.is_none()
    }
}

pub struct Limits {
    pub time: Option<Duration>,
    /// Of all output together.
    pub output: usize,
    pub signal: i32,
}

pub struct Outcome {
    pub pid: i32,
    pub ending: Ending,
    /// Why it was ended early, as an error number; 0: it was not.
    pub error: i32,
}

const CHUNK: usize = 64 * 1024;

/// Starts the program and waits until it has ended and its pipes are closed. The child's ends of the pipes are `theirs`, and
/// closed here once it has them.
pub fn run(program: &Program, pipes: &mut [Pipe], theirs: Vec<OwnedFd>, limits: &Limits) -> io::Result<Outcome> {
    let deadline = limits.time.map(|time| Instant::now() + time);
    let started = program.start()?;
    drop(theirs);
    let error = match converse(&started, pipes, deadline, limits) {
        Ok(()) => pipes.iter().map(|pipe| pipe.failure).find(|failure| *failure != 0).unwrap_or(0),
        Err(error) => {
            end_early(started.pid, limits.signal);
            error.raw_os_error().unwrap_or(libc::EIO)
        }
    };
    let ending = wait(started.pid, 0).unwrap_or(Ending { code: 0, signal: 0 });
    Ok(Outcome { pid: started.pid, ending, error })
}

fn end_early(pid: i32, signal: i32) {
    // SAFETY: kill takes any numbers. The child is not reaped yet, so the number is still its own.
    unsafe {
        if libc::kill(pid, signal) == -1 && io::Error::last_os_error().raw_os_error() != Some(libc::ESRCH) {
            libc::kill(pid, libc::SIGKILL);
        }
    }
}

/// Until all pipes are closed and, if time is limited, the child has ended.
fn converse(started: &Started, pipes: &mut [Pipe], deadline: Option<Instant>, limits: &Limits) -> io::Result<()> {
    let mut landing = vec![0; CHUNK];
    let mut has_ended = deadline.is_none();
    loop {
        for pipe in pipes.iter_mut() {
            pipe.finish_feeding();
        }
        if has_ended && pipes.iter().all(|pipe| pipe.is_over) {
            return Ok(());
        }
        let mut asked: Vec<libc::pollfd> = pipes.iter().map(Pipe::question).collect();
        let end = started.ended.as_ref().filter(|_| !has_ended).map_or(-1, |ended| ended.as_raw_fd());
        asked.push(libc::pollfd { fd: end, events: libc::POLLIN, revents: 0 });
        if !poll(&mut asked, deadline, !has_ended && started.ended.is_none())? {
            return Err(io::Error::from_raw_os_error(libc::ETIMEDOUT));
        }
        for (pipe, answer) in pipes.iter_mut().zip(&asked) {
            pipe.attend(answer.revents, &mut landing);
        }
        if limits.output > 0 && pipes.iter().map(|pipe| pipe.output.len()).sum::<usize>() > limits.output {
            return Err(io::Error::from_raw_os_error(libc::ENOBUFS));
        }
        has_ended |= asked.last().is_some_and(|end| end.revents != 0) || (end == -1 && has_ended_by_now(started.pid));
    }
}

/// Without reaping it.
fn has_ended_by_now(pid: i32) -> bool {
    // SAFETY: an all-zero siginfo is valid, and filled by the call.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_PID, pid as libc::id_t, &mut info, flags) == 0 && info.si_pid() != 0
    }
}

/// False when the time is over. Where the child's end cannot be polled for, it is looked for every few milliseconds.
fn poll(asked: &mut [libc::pollfd], deadline: Option<Instant>, glance: bool) -> io::Result<bool> {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Ok(false);
        }
        // Rounded up: never early.
        let mut wait = left.map_or(-1, |left| left.as_micros().div_ceil(1000).min(i32::MAX as u128) as i32);
        if glance {
            wait = if wait == -1 { 5 } else { wait.min(5) };
        }
        // SAFETY: as many as the count says.
        match unsafe { libc::poll(asked.as_mut_ptr(), asked.len() as libc::nfds_t, wait) } {
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            -1 => return Err(io::Error::last_os_error()),
            0 if !glance => {}
            _ => return Ok(true),
        }
    }
}

impl Pipe {
    fn question(&self) -> libc::pollfd {
        let fd: RawFd = if self.is_over { -1 } else { self.end.as_raw_fd() };
        let events = if self.is_for_output() { libc::POLLIN } else { libc::POLLOUT };
        libc::pollfd { fd, events, revents: 0 }
    }

    /// Says to the child that no more comes.
    fn finish_feeding(&mut self) {
        if !self.is_over && self.input.as_ref().is_some_and(|input| input.len() == self.written) {
            self.is_over = true;
            // SAFETY: our own socket.
            unsafe { libc::shutdown(self.end.as_raw_fd(), libc::SHUT_WR) };
        }
    }

    fn attend(&mut self, ready: i16, landing: &mut [u8]) {
        if ready != 0 {
            match &self.input {
                Some(input) => {
                    let outcome = send(self.end.as_raw_fd(), &input[self.written..]);
                    self.note(outcome).inspect(|count| self.written += count);
                }
                None => {
                    let outcome = receive(self.end.as_raw_fd(), landing);
                    match self.note(outcome) {
                        Some(0) => self.is_over = true,
                        Some(count) => self.output.extend_from_slice(&landing[..count]),
                        None => {}
                    }
                }
            }
        }
    }

    /// How much was moved; None if nothing was, for now or for good.
    fn note(&mut self, outcome: io::Result<usize>) -> Option<usize> {
        outcome
            .inspect_err(|error| {
                if !is_temporary(error) {
                    self.is_over = true;
                    self.failure = error.raw_os_error().unwrap_or(libc::EIO);
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

fn receive(socket: RawFd, landing: &mut [u8]) -> io::Result<usize> {
    // SAFETY: pointer and length describe the slice.
    let count = unsafe { libc::read(socket, landing.as_mut_ptr().cast(), landing.len()) };
    usize::try_from(count).map_err(|_| io::Error::last_os_error())
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
