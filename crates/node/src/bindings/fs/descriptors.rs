//! Open files: open, close, read, write and other calls that take a descriptor.

use super::{FilePath, run};
use crate::bindings::Binding;
use crate::bindings::descriptors::TransferredFd;
use crate::requests::Reply;
use crate::system_error::SystemError;
use hexloop_engine::{Call, Failure, Out};
use std::fs::File;
use std::io;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::os::fd::FromRawFd as _;

pub fn fill(binding: &Binding<'_>) {
    binding
        .unlocked("open", |call| {
            let (path, flags, mode) = (FilePath::from_call(call, 1)?, call.number(2)? as i32, call.number(3)? as u32);
            run(call, move || match open(&path, flags, mode) {
                Ok(file) => Ok(Reply::File(file.into())),
                Err(error) => Err(SystemError::from_io(&error, "open").path(path.display())),
            })
        })
        .unlocked("close", |call| {
            let closing = TransferredFd::from_raw(descriptor(call)?);
            run(call, move || outcome(closing.close(), "close"))
        })
        .unlocked("read", |call| {
            let (fd, length, position) = (descriptor(call)?, call.number(2)? as usize, call.number(3)?);
            run(call, move || read(fd, length, position))
        })
        .unlocked("readInto", |call| {
            // Synchronous only: reads directly into the program's memory.
            let (fd, offset, length, position) =
                (descriptor(call)?, call.number(3)? as usize, call.number(4)? as usize, call.number(5)?);
            let part = offset..offset.saturating_add(length);
            let count = call.with_part_mut(2, |_| part, |buffer| read_into(fd, buffer, position))?;
            match count {
                Ok(count) => Ok(count.into()),
                Err(error) => Err(SystemError::from_io(&error, "read").to_throw().into()),
            }
        })
        .unlocked("write", |call| {
            let fd = descriptor(call)?;
            let (offset, length, position) = (call.number(3)? as usize, call.number(4)? as usize, call.number(5)?);
            let part = |_| offset..offset.saturating_add(length);
            let failed = |error: io::Error| SystemError::from_io(&error, "write");
            if call.value(0).is_undefined() {
                let written = call.with_part(2, part, |bytes| write(fd, bytes, position))?;
                return written.map(Out::from).map_err(|error| failed(error).to_throw().into());
            }
            let bytes = call.with_part(2, part, <[u8]>::to_vec)?;
            run(call, move || write(fd, &bytes, position).map(|count| Reply::Number(count as f64)).map_err(failed))
        })
        .unlocked("fsync", |call| {
            let fd = descriptor(call)?;
            // SAFETY (this and the next): any number is valid input; the system checks it.
            run(call, move || outcome(unsafe { libc::fsync(fd) }, "fsync"))
        })
        .unlocked("fdatasync", |call| {
            let fd = descriptor(call)?;
            run(call, move || outcome(unsafe { libc::fdatasync(fd) }, "fdatasync"))
        })
        .unlocked("ftruncate", |call| {
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
    if code == 0 { Ok(Reply::Undefined) } else { Err(SystemError::last(syscall)) }
}

/// A descriptor of JavaScript's as a file, which stays open.
pub(super) fn borrowed(fd: i32, syscall: &'static str) -> Result<ManuallyDrop<File>, SystemError> {
    if fd < 0 {
        return Err(SystemError::new(libc::EBADF, syscall));
    }
    // SAFETY: not negative, and ManuallyDrop does not close it. Whether it is open the system says, at each call.
    Ok(ManuallyDrop::new(unsafe { File::from_raw_fd(fd) }))
}

/// Opens with the flags of open(2), which Node's `flag` option maps to.
pub(super) fn open(path: &FilePath, flags: i32, mode: u32) -> io::Result<File> {
    let name = path.to_c_string();
    loop {
        // SAFETY: a NUL-terminated path; we own a non-negative result.
        let fd = unsafe { libc::open(name.as_ptr(), flags | libc::O_CLOEXEC, mode) };
        if fd >= 0 {
            // SAFETY: just opened.
            return Ok(unsafe { File::from_raw_fd(fd) });
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn read(fd: i32, length: usize, position: f64) -> Result<Reply, SystemError> {
    let mut bytes = Vec::new();
    if bytes.try_reserve_exact(length).is_err() {
        return Err(SystemError::new(libc::ENOMEM, "read"));
    }
    let buffer = &mut bytes.spare_capacity_mut()[..length];
    let count = read_at(fd, buffer, position).map_err(|error| SystemError::from_io(&error, "read"))?;
    // SAFETY: so many bytes were just written, within the spare capacity.
    unsafe { bytes.set_len(count) };
    Ok(Reply::Bytes(bytes))
}

fn read_into(fd: i32, bytes: &mut [u8], position: f64) -> io::Result<usize> {
    // SAFETY: any bit pattern is a valid byte, and the system writes only bytes there.
    read_at(fd, unsafe { &mut *(std::ptr::from_mut(bytes) as *mut [MaybeUninit<u8>]) }, position)
}

/// One read(2), or pread(2) if the position is not negative.
fn read_at(fd: i32, buffer: &mut [MaybeUninit<u8>], position: f64) -> io::Result<usize> {
    // The largest positions were rounded up to a double; the system rejects a read that would end beyond i64::MAX.
    let max_position = i64::MAX - buffer.len() as i64;
    loop {
        // SAFETY: pointer and length describe the slice.
        let count = unsafe {
            if position < 0.0 {
                libc::read(fd, buffer.as_mut_ptr().cast(), buffer.len())
            } else {
                libc::pread(fd, buffer.as_mut_ptr().cast(), buffer.len(), (position as i64).min(max_position))
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
        // SAFETY: pointer and length describe `bytes`.
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
