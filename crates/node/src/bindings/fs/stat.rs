//! stat, lstat, fstat: eighteen numbers, in the order in which `lib/fs/stats.js` reads them.
//!
//! A synchronous call writes them to an array shared with JavaScript (`binding('fs').numbers`), which builds its object
//! before anything else can run. A callback gets an array of its own.

use super::FilePath;
use super::descriptors::borrowed;
use crate::bindings::Binding;
use crate::requests::{self, Reply};
use crate::system_error::SystemError;
use hexloop_engine::{Answer, Call, Out, SharedNumbers};
use std::cell::Cell;
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::MetadataExt as _;

const FIELDS: usize = 18;
type StatFields = [f64; FIELDS];

thread_local! {
    /// Never freed: it lives as long as the thread's engine, and must not be dropped after it.
    static SHARED: Cell<Option<&'static SharedNumbers>> = const { Cell::new(None) };
}

pub fn fill(binding: &Binding<'_>) {
    if let Ok(numbers) = SharedNumbers::new(binding.cx(), FIELDS) {
        binding.value("statValues", numbers.array(binding.cx()));
        SHARED.set(Some(Box::leak(Box::new(numbers))));
    }
    binding
        .function("stat", |call| {
            let path = FilePath::from_call(call, 1)?;
            run(call, move || fields_or_error(std::fs::metadata(&path), "stat", &path))
        })
        .function("lstat", |call| {
            let path = FilePath::from_call(call, 1)?;
            run(call, move || fields_or_error(std::fs::symlink_metadata(&path), "lstat", &path))
        })
        .function("fstat", |call| {
            let fd = call.number(1)? as i32;
            run(call, move || {
                let file = borrowed(fd, "fstat")?;
                let found = file.metadata().map_err(|error| SystemError::from_io(&error, "fstat"))?;
                Ok(fields_of(&found))
            })
        })
        // For existence checks: returns false instead of throwing, which costs a hundred times as much.
        .function("statNoThrow", |call| {
            let path = FilePath::from_call(call, 0)?;
            let (found, syscall) = if call.boolean(1) {
                (std::fs::symlink_metadata(&path), "lstat")
            } else {
                (std::fs::metadata(&path), "stat")
            };
            match found {
                Ok(found) => {
                    publish(&fields_of(&found));
                    Ok(true.into())
                }
                Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::ENOTDIR)) => Ok(false.into()),
                Err(error) => Err(SystemError::from_io(&error, syscall).path(path.display()).to_throw().into()),
            }
        });
}

/// Writes the shared numbers; they are valid until the next call.
fn publish(numbers: &StatFields) {
    if let Some(shared) = SHARED.get() {
        for (index, number) in numbers.iter().enumerate() {
            shared.set(index, *number);
        }
    }
}

/// Runs the work synchronously, or on the pool.
fn run<'c>(call: &Call<'c>, work: impl FnOnce() -> Result<StatFields, SystemError> + Send + 'static) -> Answer<'c> {
    if !call.value(0).is_undefined() {
        requests::submit("fs", call.number(0)?, move || work().map(|fields| Reply::Numbers(fields.to_vec())));
        return Ok(().into());
    }
    match work() {
        Ok(fields) => {
            publish(&fields);
            Ok(Out::Undefined)
        }
        Err(error) => Err(error.to_throw().into()),
    }
}

fn fields_or_error(
    found: io::Result<Metadata>,
    syscall: &'static str,
    path: &FilePath,
) -> Result<StatFields, SystemError> {
    found.map(|found| fields_of(&found)).map_err(|error| SystemError::from_io(&error, syscall).path(path.display()))
}

/// Mode and size of an open file, by fstat: std uses statx, which returns more and takes longer.
pub fn mode_and_size(file: &File) -> io::Result<(libc::mode_t, u64)> {
    // SAFETY: all zeros are valid; the system fills it.
    let mut found: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: any number is valid as a descriptor; a pointer to the result.
    if unsafe { libc::fstat(file.as_raw_fd(), &mut found) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok((found.st_mode, found.st_size as u64))
}

/// Times are seconds and nanoseconds.
fn fields_of(stat: &Metadata) -> StatFields {
    let created = stat.created().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let (birth_s, birth_ns) = created.map_or((0, 0), |since| (since.as_secs() as i64, i64::from(since.subsec_nanos())));
    [
        stat.dev() as i64,
        i64::from(stat.mode()),
        stat.nlink() as i64,
        i64::from(stat.uid()),
        i64::from(stat.gid()),
        stat.rdev() as i64,
        stat.blksize() as i64,
        stat.ino() as i64,
        stat.size() as i64,
        stat.blocks() as i64,
        stat.atime(),
        stat.atime_nsec(),
        stat.mtime(),
        stat.mtime_nsec(),
        stat.ctime(),
        stat.ctime_nsec(),
        birth_s,
        birth_ns,
    ]
    .map(|number| number as f64)
}
