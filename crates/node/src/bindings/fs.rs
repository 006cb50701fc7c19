//! `binding('fs')`: file system calls. Each is one function that runs either synchronously or on the thread pool.
//!
//! The first argument of every native is the request id (see `lib/loop/requests.js`), or undefined for the synchronous
//! variant. Arguments are converted to plain data first, so both variants run the same closure.

mod descriptors;
mod directories;
mod entries;
mod path;
mod stat;
#[cfg(target_os = "linux")]
mod watch;
mod whole_file;

use super::Binding;
use crate::requests::{self, Reply};
use crate::system_error::SystemError;
use hexloop_engine::{Answer, Call, Out};
use path::{FilePath, to_text};
use std::cell::RefCell;
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use whole_file::Target;

pub fn fill(binding: &Binding<'_>) {
    // Growing a file beyond RLIMIT_FSIZE is an error (EFBIG) and does not kill the process, as in Node.
    // SAFETY: sets the disposition of a signal that nothing else handles.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    stat::fill(binding);
    descriptors::fill(binding);
    entries::fill(binding);
    directories::fill(binding);
    #[cfg(target_os = "linux")]
    watch::fill(binding);
    binding
        .function("readFile", |call| {
            let target = Target::from_call(call, 1)?;
            let flags = call.number(2)? as i32;
            requests::submit_two_step("fs", call.number(0)?, move || target.read_first(flags));
            Ok(().into())
        })
        .unlocked("readFileSync", read_file_sync)
        .unlocked("readTextSync", read_text_sync)
        .unlocked("writeFile", |call| {
            let target = Target::from_call(call, 1)?;
            let (flags, mode, flush) = (call.number(3)? as i32, call.number(4)? as u32, call.boolean(5));
            if call.value(0).is_undefined() {
                let written = call.with_bytes(2, |bytes| target.write_all(bytes, flags, mode, flush))?;
                return written.map(|()| Out::Undefined).map_err(|error| error.to_throw().into());
            }
            let bytes = call.with_bytes(2, |bytes| bytes.to_vec())?;
            run(call, move || target.write_all(&bytes, flags, mode, flush).map(|()| Reply::Undefined))
        })
        .function("access", |call| {
            let (path, mode) = (FilePath::from_call(call, 1)?, call.number(2)? as i32);
            run(call, move || {
                if is_accessible(&path, mode) {
                    return Ok(Reply::Undefined);
                }
                Err(SystemError::last("access").path(path.display()))
            })
        })
        // Does not throw for a missing file: an error costs a hundred times as much as the check.
        .function("isAccessible", |call| Ok(is_accessible(&FilePath::from_call(call, 0)?, libc::F_OK).into()))
        .unlocked("mkdir", |call| {
            let (path, mode) = (FilePath::from_call(call, 1)?, call.number(2)? as u32);
            run(call, move || to_reply(std::fs::DirBuilder::new().mode(mode).create(&path), "mkdir", &path))
        })
        .unlocked("mkdirRecursive", |call| {
            let (path, mode) = (FilePath::from_call(call, 1)?, call.number(2)? as u32);
            run(call, move || mkdir_recursive(&path, mode))
        })
        .unlocked("unlink", |call| {
            let path = FilePath::from_call(call, 1)?;
            run(call, move || to_reply(std::fs::remove_file(&path), "unlink", &path))
        })
        .unlocked("rmdir", |call| {
            let path = FilePath::from_call(call, 1)?;
            run(call, move || to_reply(std::fs::remove_dir(&path), "rmdir", &path))
        })
        .unlocked("realpath", |call| {
            let (path, exact) = (FilePath::from_call(call, 1)?, call.boolean(2));
            run(call, move || match std::fs::canonicalize(&path) {
                Ok(real) => Ok(Reply::String(to_text(real.as_os_str(), exact))),
                Err(error) => Err(SystemError::from_io(&error, "realpath").path(path.display())),
            })
        })
        .unlocked("mkdtemp", |call| {
            let (prefix, exact) = (FilePath::from_call(call, 1)?, call.boolean(2));
            run(call, move || make_temp_directory(&prefix, exact))
        });
}

/// Runs the work synchronously, or on the pool.
fn run<'c>(call: &Call<'c>, work: impl FnOnce() -> Result<Reply, SystemError> + Send + 'static) -> Answer<'c> {
    if !call.value(0).is_undefined() {
        requests::submit("fs", call.number(0)?, work);
        return Ok(().into());
    }
    match work() {
        Ok(reply) => Ok(reply.into_out(call.cx())),
        Err(error) => Err(error.to_throw().into()),
    }
}

/// `(target, flags, buffer, from, to)`: returns how many bytes were read into the buffer; if they do not fit, the bytes
/// themselves; for a file that is too large for a Buffer, its size as a negative number.
fn read_file_sync<'c>(call: &Call<'c>) -> Answer<'c> {
    let (target, flags) = (Target::from_call(call, 0)?, call.number(1)? as i32);
    let (from, to) = (call.number(3)? as usize, call.number(4)? as usize);
    let read = call.with_part_mut(2, |_| from..to, |buffer| target.read_into(flags, buffer))?;
    match read {
        Ok(Ok(length)) => Ok(length.into()),
        Ok(Err(contents)) => Ok(contents.into_out()),
        Err(error) => Err(error.to_throw().into()),
    }
}

thread_local! {
    /// Scratch space for files that become strings.
    static TEXT_BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}
const TEXT_BUFFER_SIZE: usize = 64 * 1024;

/// `(target, flags)`: reads a UTF-8 file as a string, without a Buffer in between; for a longer file, the result of
/// `read_file_sync`.
fn read_text_sync<'c>(call: &Call<'c>) -> Answer<'c> {
    let (target, flags) = (Target::from_call(call, 0)?, call.number(1)? as i32);
    TEXT_BUFFER.with_borrow_mut(|buffer| {
        buffer.resize(TEXT_BUFFER_SIZE, 0);
        match target.read_into(flags, buffer) {
            Ok(Ok(length)) => Ok(String::from_utf8_lossy(&buffer[..length]).into_owned().into()),
            Ok(Err(contents)) => Ok(contents.into_out()),
            Err(error) => Err(error.to_throw().into()),
        }
    })
}

fn to_reply(outcome: io::Result<()>, syscall: &'static str, path: &FilePath) -> Result<Reply, SystemError> {
    outcome.map(|()| Reply::Undefined).map_err(|error| SystemError::from_io(&error, syscall).path(path.display()))
}

fn is_accessible(path: &FilePath, mode: i32) -> bool {
    // SAFETY: a NUL-terminated path.
    unsafe { libc::access(path.to_c_string().as_ptr(), mode) == 0 }
}

/// `mkdir -p`: returns the first directory that was created.
fn mkdir_recursive(path: &FilePath, mode: u32) -> Result<Reply, SystemError> {
    let target: &std::path::Path = path.as_ref();
    let missing: Vec<&std::path::Path> = target.ancestors().take_while(|directory| !directory.exists()).collect();
    let outcome = std::fs::DirBuilder::new().recursive(true).mode(mode).create(target);
    outcome.map_err(|error| SystemError::from_io(&error, "mkdir").path(path.display()))?;
    let first = missing.into_iter().rfind(|directory| !directory.as_os_str().is_empty());
    Ok(first.map_or(Reply::Undefined, |directory| Reply::String(to_text(directory.as_os_str(), false))))
}

fn make_temp_directory(prefix: &FilePath, exact: bool) -> Result<Reply, SystemError> {
    use std::os::unix::ffi::OsStrExt as _;
    let mut bytes = prefix.to_c_string().into_bytes();
    bytes.extend_from_slice(b"XXXXXX\0");
    // SAFETY: a writable, NUL-terminated template, as mkdtemp requires; it replaces the last six characters.
    if unsafe { libc::mkdtemp(bytes.as_mut_ptr().cast()) }.is_null() {
        return Err(SystemError::last("mkdtemp").path(format!("{}XXXXXX", prefix.display())));
    }
    bytes.pop();
    Ok(Reply::String(to_text(std::ffi::OsStr::from_bytes(&bytes), exact)))
}
