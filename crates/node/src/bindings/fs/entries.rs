//! Directory entries: links, owners, modes, times, types, copies, removal.

use super::path::to_text;
use super::{FilePath, run};
use crate::bindings::Binding;
use crate::requests::Reply;
use crate::system_error::SystemError;
use hexloop_engine::{Call, Failure};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

/// The mode of `copyFile`, as in `fs.constants`.
const COPY_EXCL: u32 = 1;
const COPY_CLONE_OR_FAIL: u32 = 4;

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("chmod", |call| {
            let (path, mode) = (FilePath::from_call(call, 1)?, call.number(2)? as libc::mode_t);
            // SAFETY (here and below): paths are NUL-terminated, other numbers are checked by the system.
            run_on_path(call, path, "chmod", move |path| unsafe { libc::chmod(path, mode) })
        })
        .function("chown", |call| {
            let (path, uid, gid) = owner(call)?;
            run_on_path(call, path, "chown", move |path| unsafe { libc::chown(path, uid, gid) })
        })
        .function("lchown", |call| {
            let (path, uid, gid) = owner(call)?;
            run_on_path(call, path, "lchown", move |path| unsafe { libc::lchown(path, uid, gid) })
        })
        .function("utimes", |call| {
            let (path, times) = (FilePath::from_call(call, 1)?, times(call.number(2)?, call.number(3)?));
            run_on_path(call, path, "utime", move |path| unsafe {
                libc::utimensat(libc::AT_FDCWD, path, times.as_ptr(), 0)
            })
        })
        .function("lutimes", |call| {
            let (path, times) = (FilePath::from_call(call, 1)?, times(call.number(2)?, call.number(3)?));
            run_on_path(call, path, "lutime", move |path| unsafe {
                libc::utimensat(libc::AT_FDCWD, path, times.as_ptr(), libc::AT_SYMLINK_NOFOLLOW)
            })
        })
        .unlocked("link", |call| {
            let (from, to) = (FilePath::from_call(call, 1)?, FilePath::from_call(call, 2)?);
            run(call, move || two_path_reply(std::fs::hard_link(&from, &to), "link", &from, &to))
        })
        .unlocked("symlink", |call| {
            let (target, path) = (FilePath::from_call(call, 1)?, FilePath::from_call(call, 2)?);
            run(call, move || two_path_reply(std::os::unix::fs::symlink(&target, &path), "symlink", &target, &path))
        })
        .function("readlink", |call| {
            let (path, exact) = (FilePath::from_call(call, 1)?, call.boolean(2));
            run(call, move || match std::fs::read_link(&path) {
                Ok(target) => Ok(Reply::String(to_text(target.as_os_str(), exact))),
                Err(error) => Err(SystemError::from_io(&error, "readlink").path(path.display())),
            })
        })
        .unlocked("copyFile", |call| {
            let (from, to, mode) =
                (FilePath::from_call(call, 1)?, FilePath::from_call(call, 2)?, call.number(3)? as u32);
            run(call, move || two_path_reply(copy(&from, &to, mode), "copyfile", &from, &to))
        })
        .unlocked("rename", |call| {
            let (from, to) = (FilePath::from_call(call, 1)?, FilePath::from_call(call, 2)?);
            run(call, move || two_path_reply(std::fs::rename(&from, &to), "rename", &from, &to))
        })
        .unlocked("statfs", |call| {
            let path = FilePath::from_call(call, 1)?;
            run(call, move || statfs(&path))
        })
        .unlocked("rmRecursive", |call| {
            let path = FilePath::from_call(call, 1)?;
            run(call, move || remove_all(path.as_ref()).map(|()| Reply::Undefined))
        });
}

fn owner<'c>(call: &Call<'c>) -> Result<(FilePath, u32, u32), Failure<'c>> {
    // -1 leaves the owner unchanged.
    Ok((FilePath::from_call(call, 1)?, call.number(2)? as i64 as u32, call.number(3)? as i64 as u32))
}

fn run_on_path<'c>(
    call: &Call<'c>,
    path: FilePath,
    syscall: &'static str,
    act: impl FnOnce(*const libc::c_char) -> i32 + Send + 'static,
) -> hexloop_engine::Answer<'c> {
    run(call, move || {
        let name = path.to_c_string();
        if act(name.as_ptr()) == 0 {
            Ok(Reply::Undefined)
        } else {
            Err(SystemError::last(syscall).path(path.display()))
        }
    })
}

fn two_path_reply(
    outcome: io::Result<()>,
    syscall: &'static str,
    path: &FilePath,
    dest: &FilePath,
) -> Result<Reply, SystemError> {
    let failed = |error| SystemError::from_io(&error, syscall).path(path.display()).dest(dest.display());
    outcome.map(|()| Reply::Undefined).map_err(failed)
}

/// Access and modification time, from seconds.
pub(super) fn times(access: f64, modification: f64) -> [libc::timespec; 2] {
    [access, modification].map(|seconds| {
        let whole = seconds.floor();
        // A double of seconds resolves microseconds today.
        let nanoseconds = ((seconds - whole) * 1e6).round() * 1000.0;
        let (whole, nanoseconds) = if nanoseconds >= 1e9 { (whole + 1.0, 0.0) } else { (whole, nanoseconds) };
        libc::timespec { tv_sec: whole as libc::time_t, tv_nsec: nanoseconds as libc::c_long }
    })
}

fn copy(from: &FilePath, to: &FilePath, mode: u32) -> io::Result<()> {
    if mode & COPY_CLONE_OR_FAIL != 0 {
        return clone(from, to, mode);
    }
    if mode & COPY_EXCL != 0 && std::fs::symlink_metadata(to).is_ok() {
        return Err(io::Error::from_raw_os_error(libc::EEXIST));
    }
    let source = std::fs::metadata(from)?;
    if source.is_dir() {
        return Err(io::Error::from_raw_os_error(libc::EISDIR));
    }
    if std::fs::metadata(to).is_ok_and(|target| target.dev() == source.dev() && target.ino() == source.ino()) {
        return Ok(());
    }
    copy_contents(from, to, &source)
}

/// A partial copy (the disk is full) is removed, as in libuv.
fn copy_contents(from: &FilePath, to: &FilePath, source: &std::fs::Metadata) -> io::Result<()> {
    let mut reader = std::fs::File::open(from)?;
    let mut writer =
        std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(source.mode()).open(to)?;
    let is_file = writer.metadata()?.is_file();
    let copied = io::copy(&mut reader, &mut writer)
        .and_then(|_| if is_file { writer.set_permissions(source.permissions()) } else { Ok(()) });
    if copied.is_err() && is_file {
        let _ = std::fs::remove_file(to);
    }
    copied
}

/// A copy-on-write clone, or an error.
fn clone(from: &FilePath, to: &FilePath, mode: u32) -> io::Result<()> {
    const FICLONE: libc::c_ulong = 0x4004_9409;
    let source = std::fs::File::open(from)?;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true).create_new(mode & COPY_EXCL != 0);
    let target = options.open(to)?;
    // SAFETY: both descriptors are open.
    if unsafe { libc::ioctl(target.as_raw_fd(), FICLONE, source.as_raw_fd()) } == 0 {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    let _ = std::fs::remove_file(to);
    Err(error)
}

/// type, bsize, frsize, blocks, bfree, bavail, files, ffree.
fn statfs(path: &FilePath) -> Result<Reply, SystemError> {
    let name = path.to_c_string();
    // SAFETY: all zeros are valid; the system fills it.
    let mut found: libc::statfs = unsafe { std::mem::zeroed() };
    // SAFETY: a NUL-terminated path, and a pointer to the result.
    if unsafe { libc::statfs(name.as_ptr(), &mut found) } != 0 {
        return Err(SystemError::last("statfs").path(path.display()));
    }
    let frsize = if found.f_frsize > 0 { found.f_frsize } else { found.f_bsize };
    Ok(Reply::Numbers(vec![
        found.f_type as f64,
        found.f_bsize as f64,
        frsize as f64,
        found.f_blocks as f64,
        found.f_bfree as f64,
        found.f_bavail as f64,
        found.f_files as f64,
        found.f_ffree as f64,
    ]))
}

/// `rm -r`. An entry that disappears meanwhile is no error.
fn remove_all(path: &Path) -> Result<(), SystemError> {
    let failed = |error: io::Error, syscall| SystemError::from_io(&error, syscall).path(path.to_string_lossy());
    let found = match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        found => found.map_err(|error| failed(error, "lstat"))?,
    };
    let ignore_missing = |outcome: io::Result<()>, syscall| match outcome {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        outcome => outcome.map_err(|error| failed(error, syscall)),
    };
    if !found.is_dir() {
        return ignore_missing(std::fs::remove_file(path), "unlink");
    }
    ignore_missing(std::fs::remove_dir_all(path), "rm")
}
