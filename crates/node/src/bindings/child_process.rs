//! `binding('child_process')`: child processes.
//!
//! | file | |
//! |---|---|
//! | `spawn.rs` | from a name and options to a running child |
//! | `exit.rs` | exit notifications, in the poll phase |
//! | `spawn_sync.rs` | a child that the caller waits for |
//! | `channel.rs` | IPC with a forked child |
//!
//! Children are identified by pid, which is not reused until their exit was reported. Lists of strings are passed as
//! one string with NUL separators, which no argument and no variable can contain. Functions that fail return a negative
//! errno.

mod channel;
pub mod exit;
mod spawn;
mod spawn_sync;

use super::Binding;
use crate::bindings::descriptors;
use crate::host::host;
use crate::shared_constants::child_event;
use hexloop_engine::{Answer, Call, Failure, Object, Out, Throw, Value};
use spawn::Program;
use spawn_sync::{Limits, Pipe};
use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::time::Duration;

/// The first argument of `childEvent`.
#[derive(Clone, Copy)]
enum Event {
    /// (pid, code, signal)
    Exited = child_event::EXITED as isize,
    /// (channel, bytes or a negative errno, descriptors)
    Received = child_event::RECEIVED as isize,
    /// (channel, status): completes the oldest message that was not completed by `send`.
    Sent = child_event::SENT as isize,
}

/// Emits an event, as one macrotask.
fn emit(event: Event, [first, second, third]: [Out<'_>; 3]) {
    let host = host();
    host.call(&host.entries.child_event, vec![Out::from(event as i32), first, second, third]);
}

fn uv_error(error: &io::Error) -> i32 {
    -error.raw_os_error().unwrap_or(match error.kind() {
        io::ErrorKind::InvalidInput => libc::EINVAL,
        _ => libc::EIO,
    })
}

fn status(outcome: io::Result<()>) -> i32 {
    outcome.map_or_else(|error| uv_error(&error), |()| 0)
}

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("socketpair", |call| {
            let (ours, theirs) = match socket_pair() {
                Ok(pair) => pair,
                Err(error) => return Ok(uv_error(&error).into()),
            };
            numbers(call, &[descriptors::expose(ours), descriptors::expose(theirs)])
        })
        .function("closeFd", |call| {
            descriptors::close(call.number(0)? as RawFd);
            Ok(().into())
        })
        .function("isListening", |call| {
            let mut answer: i32 = 0;
            let mut size = size_of::<i32>() as libc::socklen_t;
            // SAFETY: a pointer to one int, and its size.
            let result = unsafe {
                let fd = call.number(0)? as RawFd;
                libc::getsockopt(fd, libc::SOL_SOCKET, libc::SO_ACCEPTCONN, (&raw mut answer).cast(), &mut size)
            };
            Ok((result == 0 && answer != 0).into())
        })
        .unlocked("spawn", |call| {
            let program = program(call)?;
            let spawned = program.and_then(|program| program.spawn()).and_then(|spawned| {
                let pid = spawned.pid;
                exit::watch(spawned).map(|()| pid)
            });
            Ok(spawned.unwrap_or_else(|error| uv_error(&error)).into())
        })
        .function("setRef", |call| {
            exit::set_referenced(call.number(0)? as i32, call.boolean(1));
            Ok(().into())
        })
        .function("kill", |call| {
            // SAFETY: kill accepts any numbers.
            let answer = unsafe { libc::kill(call.number(0)? as i32, call.number(1)? as i32) };
            Ok(status(if answer == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }).into())
        })
        .unlocked("spawnSync", spawn_sync);
    fill_channels(binding);
}

fn fill_channels(binding: &Binding<'_>) {
    binding
        .function("openChannel", |call| {
            let fd = call.number(0)? as RawFd;
            if fd < 0 {
                return Ok(f64::from(-libc::EBADF).into());
            }
            descriptors::release(fd);
            // SAFETY: JavaScript passes ownership of a descriptor that it got from `socketpair` or inherited from the
            // parent process.
            let fd = unsafe { OwnedFd::from_raw_fd(fd) };
            Ok(channel::open(fd).map_or_else(|error| f64::from(uv_error(&error)), f64::from).into())
        })
        .function("setChannelReading", |call| {
            with_channel(call, |channel| channel.set_reading(call.boolean(1)))?;
            Ok(().into())
        })
        .function("setChannelRef", |call| {
            with_channel(call, |channel| channel.set_referenced(call.boolean(1)))?;
            Ok(().into())
        })
        .function("closeChannel", |call| {
            with_channel(call, channel::Channel::close)?;
            Ok(().into())
        })
        .function("send", |call| {
            let descriptor = call.number(2)? as RawFd;
            let descriptor = (descriptor >= 0).then_some(descriptor);
            let Some(channel) = channel::find(call.number(0)? as u32) else { return Ok((-libc::EBADF).into()) };
            Ok(call.with_bytes(1, |bytes| channel.send(bytes, descriptor))?.into())
        });
}

fn with_channel<'c>(call: &Call<'c>, body: impl FnOnce(&channel::Channel)) -> Result<(), Failure<'c>> {
    if let Some(channel) = channel::find(call.number(0)? as u32) {
        body(&channel);
    }
    Ok(())
}

fn numbers<'c>(call: &Call<'c>, list: &[RawFd]) -> Answer<'c> {
    let values: Vec<Value<'_>> = list.iter().map(|number| Value::number(call.cx(), f64::from(*number))).collect();
    Ok(Object::array(call.cx(), &values)?.into())
}

/// A connected socket pair: ours is non-blocking, theirs is blocking. Both are close-on-exec.
fn socket_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    #[cfg(target_os = "linux")]
    let kind = libc::SOCK_STREAM | libc::SOCK_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let kind = libc::SOCK_STREAM;
    // SAFETY: the array has space for both descriptors; on success we own them.
    let (ours, theirs) = unsafe {
        if libc::socketpair(libc::AF_UNIX, kind, 0, ends.as_mut_ptr()) == -1 {
            return Err(io::Error::last_os_error());
        }
        (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1]))
    };
    // SAFETY: we own these descriptors.
    unsafe {
        libc::fcntl(ours.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK);
        #[cfg(not(target_os = "linux"))]
        for end in ends {
            libc::fcntl(end, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
    Ok((ours, theirs))
}

fn strings(joined: &str) -> impl Iterator<Item = &str> {
    joined.split_terminator('\0')
}

fn c_strings<'t>(list: impl Iterator<Item = &'t str>) -> io::Result<Vec<CString>> {
    Ok(list.map(CString::new).collect::<Result<_, _>>()?)
}

/// (file, arguments, environment, cwd or undefined, detached, uid, gid, stdio): -1 for no uid or gid.
fn program<'c>(call: &Call<'c>) -> Result<io::Result<Program>, Failure<'c>> {
    let (file, arguments, environment) = (call.text(0)?, call.text(1)?, call.text(2)?);
    let cwd = if call.value(3).is_undefined() { None } else { Some(call.text(3)?) };
    let (user, group) = (call.number(5)?, call.number(6)?);
    let id = |number: f64| (number >= 0.0).then_some(number as u32);
    let stdio = call.with_bytes(7, |bytes| {
        bytes.chunks_exact(4).map(|chunk| RawFd::from_ne_bytes([chunk[0], chunk[1], chunk[2], chunk[3]])).collect()
    })?;
    let environment: Vec<&str> = strings(&environment).collect();
    let build = || {
        Ok(Program {
            candidates: c_strings(spawn::candidates(&file, &environment).iter().map(String::as_str))?,
            arguments: c_strings(strings(&arguments))?,
            environment: c_strings(environment.iter().copied())?,
            cwd: cwd.as_deref().map(CString::new).transpose()?,
            stdio,
            detached: call.boolean(4),
            user: id(user),
            group: id(group),
        })
    };
    Ok(build())
}

/// The arguments of `spawn`, where a descriptor of -2 stands for a pipe; then (timeout, maxBuffer, kill signal, inputs:
/// one per descriptor, undefined for a pipe that the child writes to). Returns a negative errno, or [pid, code, signal,
/// error, output of each pipe or null …].
fn spawn_sync<'c>(call: &Call<'c>) -> Answer<'c> {
    let mut program = match program(call)? {
        Ok(program) => program,
        Err(error) => return Ok(uv_error(&error).into()),
    };
    let (time, max_output, signal) = (call.number(8)?, call.number(9)?, call.number(10)? as i32);
    let limits = Limits {
        time: (time > 0.0).then(|| Duration::from_millis(time as u64)),
        output: if max_output.is_finite() { max_output as usize } else { 0 },
        signal,
    };
    let Some(inputs) = call.value(11).as_object() else { return Err(Throw::type_error("no inputs").into()) };
    let (mut pipes, mut indices, mut child_ends) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..program.stdio.len() {
        if program.stdio[index] != PIPE {
            continue;
        }
        let input = inputs.get_index(index as u32)?;
        let input = if input.is_undefined() { None } else { input.with_bytes(|bytes| bytes.to_vec()) };
        let (our_end, their_end) = match socket_pair() {
            Ok(pair) => pair,
            Err(error) => return Ok(uv_error(&error).into()),
        };
        program.stdio[index] = their_end.as_raw_fd();
        child_ends.push(their_end);
        indices.push(index);
        pipes.push(Pipe::new(our_end, input));
    }
    let outcome = match spawn_sync::run(&program, &mut pipes, child_ends, &limits) {
        Ok(outcome) => outcome,
        Err(error) => return Ok(uv_error(&error).into()),
    };
    let cx = call.cx();
    let exit_status = [outcome.pid, outcome.exit_status.code, outcome.exit_status.signal, -outcome.error];
    let mut answer: Vec<Value<'_>> = exit_status.iter().map(|number| Value::number(cx, f64::from(*number))).collect();
    let first_output = answer.len();
    answer.resize_with(first_output + program.stdio.len(), || Value::null(cx));
    for (index, pipe) in indices.into_iter().zip(pipes).filter(|(_, pipe)| pipe.is_output()) {
        answer[first_output + index] = Out::Bytes(pipe.output).into_value(cx);
    }
    Ok(Object::array(cx, &answer)?.into())
}

const PIPE: RawFd = -2;
