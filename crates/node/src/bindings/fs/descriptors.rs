//! Open files: open, close, read, write and what else takes a descriptor.

use super::{open, run};
use crate::bindings::Binding;
use crate::requests::Reply;
use crate::system_error::SystemError;
use hexloop_engine::{Call, Failure};
use std::io;
use std::os::fd::IntoRawFd as _;

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("open", |call| {
            let (path, flags, mode) = (call.text(1)?, call.number(2)? as i32, call.number(3)? as u32);
            run(call, move || match open(&path, flags, mode) {
                Ok(file) => Ok(Reply::Numbers(vec![f64::from(file.into_raw_fd())])),
                Err(error) => Err(SystemError::from_io(&error, "open").path(path)),
            })
        })
        .function("close", |call| {
            let fd = descriptor(call)?;
            // SAFETY: the descriptor is JavaScript's to close.
            run(call, move || outcome(unsafe { libc::close(fd) }, "close"))
        })
        .function("read", |call| {
            let (fd, length, position) = (descriptor(call)?, call.number(2)? as usize, call.number(3)?);
            run(call, move || read(fd, length, position))
        })
        .function("readInto", |call| {
            // Synchronous only: straight into the program's memory.
            let (fd, offset, length, position) =
                (descriptor(call)?, call.number(3)? as usize, call.number(4)? as usize, call.number(5)?);
            let count = call.with_bytes(2, |bytes| {
                let end = (offset + length).min(bytes.len());
                read_into(fd, &mut bytes[offset.min(end)..end], position)
            })?;
            match count {
                Ok(count) => Ok(count.into()),
                Err(error) => Err(SystemError::from_io(&error, "read").to_throw().into()),
            }
        })
        .function("write", |call| {
            let fd = descriptor(call)?;
            let (offset, length, position) = (call.number(3)? as usize, call.number(4)? as usize, call.number(5)?);
            let bytes = call.with_bytes(2, |bytes| {
                let end = (offset + length).min(bytes.len());
                bytes[offset.min(end)..end].to_vec()
            })?;
            run(call, move || match write(fd, &bytes, position) {
                Ok(count) => Ok(Reply::Numbers(vec![count as f64])),
                Err(error) => Err(SystemError::from_io(&error, "write")),
            })
        })
        .function("fsync", |call| {
            let fd = descriptor(call)?;
            // SAFETY (these and the next): any number is a candidate; the system decides.
            run(call, move || outcome(unsafe { libc::fsync(fd) }, "fsync"))
        })
        .function("fdatasync", |call| {
            let fd = descriptor(call)?;
            run(call, move || outcome(unsafe { libc::fdatasync(fd) }, "fdatasync"))
        })
        .function("ftruncate", |call| {
            let (fd, length) = (descriptor(call)?, call.number(2)? as i64);
            run(call, move || outcome(unsafe { libc::ftruncate(fd, length) }, "ftruncate"))
        })
        .function("fchmod", |call| {
            let (fd, mode) = (descriptor(call)?, call.number(2)? as libc::mode_t);
            run(call, move || outcome(unsafe { libc::fchmod(fd, mode) }, "fchmod"))
        })
        .function("fchown", |call| {
            let (fd, uid, gid) = (descriptor(call)?, call.number(2)? as u32, call.number(3)? as u32);
            run(call, move || outcome(unsafe { libc::fchown(fd, uid, gid) }, "fchown"))
        })
        .function("futimes", |call| {
            let (fd, times) = (descriptor(call)?, super::entries::times(call.number(2)?, call.number(3)?));
            run(call, move || outcome(unsafe { libc::futimens(fd, times.as_ptr()) }, "futime"))
        });
}

fn descriptor<'c>(call: &Call<'c>) -> Result<i32, Failure<'c>> {
    Ok(call.number(1)? as i32)
}

pub(super) fn outcome(code: i32, syscall: &'static str) -> Result<Reply, SystemError> {
    if code == 0 { Ok(Reply::Nothing) } else { Err(SystemError::last(syscall)) }
}

fn read(fd: i32, length: usize, position: f64) -> Result<Reply, SystemError> {
    let mut bytes = vec![0; length];
    let count = read_into(fd, &mut bytes, position).map_err(|error| SystemError::from_io(&error, "read"))?;
    bytes.truncate(count);
    Ok(Reply::Bytes(bytes))
}

/// One read(2), or pread(2) where the position is not negative.
fn read_into(fd: i32, bytes: &mut [u8], position: f64) -> io::Result<usize> {
    loop {
        // SAFETY: the memory is `bytes`, with its true length.
        let count = unsafe {
            if position < 0.0 {
                libc::read(fd, bytes.as_mut_ptr().cast(), bytes.len())
            } else {
                libc::pread(fd, bytes.as_mut_ptr().cast(), bytes.len(), position as i64)
            }
        };
        if count >= 0 {
            return Ok(count as usize);
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn write(fd: i32, bytes: &[u8], position: f64) -> io::Result<usize> {
    loop {
        // SAFETY: the memory is `bytes`, with its true length.
        let count = unsafe {
            if position < 0.0 {
                libc::write(fd, bytes.as_ptr().cast(), bytes.len())
            } else {
                libc::pwrite(fd, bytes.as_ptr().cast(), bytes.len(), position as i64)
            }
        };
        if count >= 0 {
            return Ok(count as usize);
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}
