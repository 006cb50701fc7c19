//! `binding('fs')`: file system calls. Each is one function that runs either here and now, or on the thread pool.
//!
//! The first argument of every native is the request's number (see `lib/loop/requests.js`), or undefined for the
//! synchronous twin. What it does is decided before, in [`Operation`]s that hold plain data, so both ways run the same code.

mod descriptors;
mod entries;

use super::Binding;
use crate::requests::{self, First, Reply};
use crate::system_error::SystemError;
use hexloop_engine::{Answer, Call, Failure};
use std::ffi::CString;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::FromRawFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};

/// Node reads files up to this size with one job.
const LARGE: u64 = 512 * 1024;

type Operation = Box<dyn FnOnce() -> Result<Reply, SystemError> + Send>;

pub fn fill(binding: &Binding<'_>) {
    descriptors::fill(binding);
    entries::fill(binding);
    binding
        .function("readFile", |call| {
            let target = Target::from_call(call, 1)?;
            let flags = call.number(2)? as i32;
            if call.value(0).is_undefined() {
                return run(call, move || target.read_all(flags).map(Reply::Bytes));
            }
            requests::submit_in_two("fs", call.number(0)?, move || target.read_first(flags));
            Ok(().into())
        })
        .function("writeFile", |call| {
            let target = Target::from_call(call, 1)?;
            let bytes = call.with_bytes(2, |bytes| bytes.to_vec())?;
            let (flags, mode, flush) = (call.number(3)? as i32, call.number(4)? as u32, call.boolean(5));
            run(call, move || target.write_all(&bytes, flags, mode, flush).map(|()| Reply::Nothing))
        })
        .function("stat", |call| {
            let path = call.text(1)?;
            run(call, move || metadata(std::fs::metadata(&path), "stat", &path))
        })
        .function("lstat", |call| {
            let path = call.text(1)?;
            run(call, move || metadata(std::fs::symlink_metadata(&path), "lstat", &path))
        })
        .function("fstat", |call| {
            let fd = call.number(1)? as i32;
            run(call, move || {
                // SAFETY: the descriptor belongs to JavaScript; ManuallyDrop leaves it open.
                let file = std::mem::ManuallyDrop::new(unsafe { File::from_raw_fd(fd) });
                numbers_of(&file.metadata().map_err(|error| SystemError::from_io(&error, "fstat"))?)
            })
        })
        .function("access", |call| {
            let (path, mode) = (call.text(1)?, call.number(2)? as i32);
            run(call, move || access(&path, mode))
        })
        .function("mkdir", |call| {
            let (path, mode) = (call.text(1)?, call.number(2)? as u32);
            run(call, move || done(std::fs::DirBuilder::new().mode(mode).create(&path), "mkdir", &path))
        })
        .function("mkdirs", |call| {
            let (path, mode) = (call.text(1)?, call.number(2)? as u32);
            run(call, move || make_all_folders(&path, mode))
        })
        .function("readdir", |call| {
            let path = call.text(1)?;
            run(call, move || read_folder(&path))
        })
        .function("unlink", |call| {
            let path = call.text(1)?;
            run(call, move || done(std::fs::remove_file(&path), "unlink", &path))
        })
        .function("rmdir", |call| {
            let path = call.text(1)?;
            run(call, move || done(std::fs::remove_dir(&path), "rmdir", &path))
        })
        .function("rename", |call| {
            let (from, to) = (call.text(1)?, call.text(2)?);
            run(call, move || match std::fs::rename(&from, &to) {
                Ok(()) => Ok(Reply::Nothing),
                Err(error) => Err(SystemError::from_io(&error, "rename").path(from).dest(to)),
            })
        })
        .function("realpath", |call| {
            let path = call.text(1)?;
            run(call, move || match std::fs::canonicalize(&path) {
                Ok(real) => Ok(Reply::Text(real.to_string_lossy().into_owned())),
                Err(error) => Err(SystemError::from_io(&error, "realpath").path(path)),
            })
        })
        .function("mkdtemp", |call| {
            let prefix = call.text(1)?;
            run(call, move || make_temporary_folder(&prefix))
        });
}

/// Now, or on the pool.
fn run<'c>(call: &Call<'c>, work: impl FnOnce() -> Result<Reply, SystemError> + Send + 'static) -> Answer<'c> {
    let work: Operation = Box::new(work);
    if !call.value(0).is_undefined() {
        requests::submit("fs", call.number(0)?, work);
        return Ok(().into());
    }
    match work() {
        Ok(reply) => Ok(reply.into_out(call.cx())),
        Err(error) => Err(error.to_throw().into()),
    }
}

fn done(outcome: io::Result<()>, syscall: &'static str, path: &str) -> Result<Reply, SystemError> {
    outcome.map(|()| Reply::Nothing).map_err(|error| SystemError::from_io(&error, syscall).path(path))
}

/// A path, or a descriptor that is already open.
enum Target {
    Path(String),
    Descriptor(i32),
}

impl Target {
    fn from_call<'c>(call: &Call<'c>, index: usize) -> Result<Target, Failure<'c>> {
        if call.value(index).kind() == hexloop_engine::Kind::Number {
            return Ok(Target::Descriptor(call.number(index)? as i32));
        }
        Ok(Target::Path(call.text(index)?))
    }

    fn with_file<R>(
        &self,
        flags: i32,
        mode: u32,
        use_file: impl FnOnce(&mut File) -> Result<R, SystemError>,
    ) -> Result<R, SystemError> {
        match self {
            Target::Path(path) => {
                let mut file =
                    open(path, flags, mode).map_err(|error| SystemError::from_io(&error, "open").path(path))?;
                use_file(&mut file)
            }
            Target::Descriptor(fd) => {
                // SAFETY: the descriptor belongs to JavaScript; ManuallyDrop leaves it open.
                let mut file = std::mem::ManuallyDrop::new(unsafe { File::from_raw_fd(*fd) });
                use_file(&mut file)
            }
        }
    }

    fn read_all(&self, flags: i32) -> Result<Vec<u8>, SystemError> {
        self.with_file(flags, 0, |file| {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(|error| SystemError::from_io(&error, "read"))?;
            Ok(bytes)
        })
    }

    /// A small file whole, in one job. Of a larger one a first part: Node reads those in several trips to the pool, so an
    /// immediate set beside the call always runs first.
    fn read_first(
        &self,
        flags: i32,
    ) -> Result<First<impl FnOnce() -> Result<Reply, SystemError> + Send + use<>>, SystemError> {
        let Target::Path(path) = self else {
            return self.read_all(flags).map(|bytes| First::Done(Reply::Bytes(bytes)));
        };
        let reading = |error: io::Error| SystemError::from_io(&error, "read");
        let mut file = open(path, flags, 0).map_err(|error| SystemError::from_io(&error, "open").path(path))?;
        let mut bytes = Vec::new();
        (&mut file).take(LARGE + 1).read_to_end(&mut bytes).map_err(reading)?;
        if bytes.len() as u64 <= LARGE {
            return Ok(First::Done(Reply::Bytes(bytes)));
        }
        Ok(First::More(move || {
            file.read_to_end(&mut bytes).map_err(reading)?;
            Ok(Reply::Bytes(bytes))
        }))
    }

    fn write_all(&self, bytes: &[u8], flags: i32, mode: u32, flush: bool) -> Result<(), SystemError> {
        self.with_file(flags, mode, |file| {
            file.write_all(bytes).map_err(|error| SystemError::from_io(&error, "write"))?;
            if flush { file.sync_all().map_err(|error| SystemError::from_io(&error, "fsync")) } else { Ok(()) }
        })
    }
}

/// Opens with the flags of open(2), which is what Node's `flag` option names.
fn open(path: &str, flags: i32, mode: u32) -> io::Result<File> {
    let access = flags & libc::O_ACCMODE;
    let mut options = OpenOptions::new();
    options.read(access == libc::O_RDONLY || access == libc::O_RDWR);
    options.write(access == libc::O_WRONLY || access == libc::O_RDWR);
    if flags & libc::O_CREAT != 0 && access == libc::O_RDONLY {
        // Rust refuses to create for reading only; the system does not.
        return open_raw(path, flags, mode);
    }
    options.create(flags & libc::O_CREAT != 0 && flags & libc::O_EXCL == 0);
    options.create_new(flags & libc::O_CREAT != 0 && flags & libc::O_EXCL != 0);
    options.truncate(flags & libc::O_TRUNC != 0);
    options.custom_flags(flags & !libc::O_ACCMODE);
    options.mode(mode).open(path)
}

fn open_raw(path: &str, flags: i32, mode: u32) -> io::Result<File> {
    let path = CString::new(path)?;
    // SAFETY: a NUL-terminated path; a descriptor that is not negative is ours.
    let fd = unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC, mode) };
    // SAFETY: just opened.
    if fd < 0 { Err(io::Error::last_os_error()) } else { Ok(unsafe { File::from_raw_fd(fd) }) }
}

/// Eighteen numbers, in the order that `lib/fs/stats.js` reads them; times as seconds and nanoseconds.
fn metadata(found: io::Result<Metadata>, syscall: &'static str, path: &str) -> Result<Reply, SystemError> {
    numbers_of(&found.map_err(|error| SystemError::from_io(&error, syscall).path(path))?)
}

fn numbers_of(stat: &Metadata) -> Result<Reply, SystemError> {
    let created = stat.created().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let (birth_s, birth_ns) = created.map_or((0, 0), |since| (since.as_secs() as i64, i64::from(since.subsec_nanos())));
    let numbers = [
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
    ];
    Ok(Reply::Numbers(numbers.into_iter().map(|number| number as f64).collect()))
}

fn access(path: &str, mode: i32) -> Result<Reply, SystemError> {
    let failed = |errno| SystemError::new(errno, "access").path(path);
    let name = CString::new(path).map_err(|_| failed(libc::ENOENT))?;
    // SAFETY: a NUL-terminated path.
    if unsafe { libc::access(name.as_ptr(), mode) } == 0 {
        return Ok(Reply::Nothing);
    }
    Err(SystemError::last("access").path(path))
}

/// `mkdir -p`: answers the first folder that had to be made.
fn make_all_folders(path: &str, mode: u32) -> Result<Reply, SystemError> {
    let target = std::path::Path::new(path);
    let missing: Vec<&std::path::Path> = target.ancestors().take_while(|folder| !folder.exists()).collect();
    let outcome = std::fs::DirBuilder::new().recursive(true).mode(mode).create(target);
    outcome.map_err(|error| SystemError::from_io(&error, "mkdir").path(path))?;
    let first = missing.into_iter().rfind(|folder| !folder.as_os_str().is_empty());
    Ok(first.map_or(Reply::Nothing, |folder| Reply::Text(folder.to_string_lossy().into_owned())))
}

fn read_folder(path: &str) -> Result<Reply, SystemError> {
    let failed = |error: io::Error| SystemError::from_io(&error, "scandir").path(path);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(Reply::Texts(names))
}

fn make_temporary_folder(prefix: &str) -> Result<Reply, SystemError> {
    let template = format!("{prefix}XXXXXX");
    let failed = |error: SystemError| error.path(&template);
    let Ok(name) = CString::new(template.clone()) else {
        return Err(failed(SystemError::new(libc::EINVAL, "mkdtemp")));
    };
    let mut bytes = name.into_bytes_with_nul();
    // SAFETY: a writable, NUL-terminated template, as mkdtemp asks; it replaces the last six characters.
    if unsafe { libc::mkdtemp(bytes.as_mut_ptr().cast()) }.is_null() {
        return Err(failed(SystemError::last("mkdtemp")));
    }
    bytes.pop();
    Ok(Reply::Text(String::from_utf8_lossy(&bytes).into_owned()))
}
