//! Directory listings: complete (`readdir`), and in batches (`fs.Dir`).

use super::path::to_text;
use super::{FilePath, run};
use crate::bindings::Binding;
use crate::requests::Reply;
use crate::system_error::SystemError;
use std::collections::HashMap;
use std::fs::{DirEntry, FileType, ReadDir};
use std::io;
use std::os::unix::fs::FileTypeExt as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Directories that JavaScript has open, by number. A job locks its own directory, so that two reads of one directory
/// are serialized and those of different ones are not.
type Directories = Arc<Mutex<HashMap<u32, Arc<Mutex<ReadDir>>>>>;

thread_local! {
    /// Those of this thread; they are closed when it has ended and its last job is done.
    static OPEN: Directories = Directories::default();
}

fn open_directories() -> Directories {
    OPEN.with(Directories::clone)
}

/// `readdir` and `readdirTypes` return one string, which JavaScript splits at `/`: no name contains it, and a string for each name costs
/// more here than there.
pub fn fill(binding: &Binding<'_>) {
    binding
        .unlocked("readdir", |call| {
            let (path, exact) = (FilePath::from_call(call, 1)?, call.boolean(2));
            run(call, move || {
                let name = |entry: &DirEntry| to_text(&entry.file_name(), exact);
                let mut names = read_entries(&path, name)?;
                names.sort_unstable();
                Ok(Reply::String(names.join("/")))
            })
        })
        .unlocked("readdirTypes", |call| {
            let (path, exact) = (FilePath::from_call(call, 1)?, call.boolean(2));
            run(call, move || {
                let mut entries = read_entries(&path, |entry| name_and_type(entry, exact))?;
                entries.sort_unstable();
                Ok(Reply::String(flat(entries).join("/")))
            })
        })
        .unlocked("opendir", |call| {
            let (path, directories) = (FilePath::from_call(call, 1)?, open_directories());
            run(call, move || match std::fs::read_dir(&path) {
                Ok(directory) => Ok(Reply::Number(f64::from(insert(&directories, directory)))),
                Err(error) => Err(SystemError::from_io(&error, "opendir").path(path.display())),
            })
        })
        .unlocked("readdirBatch", |call| {
            let (number, max, exact) = (call.number(1)? as u32, call.number(2)? as usize, call.boolean(3));
            let directories = open_directories();
            run(call, move || {
                let directory = lock(&directories).get(&number).cloned();
                let directory = directory.ok_or_else(|| SystemError::new(libc::EBADF, "scandir"))?;
                let mut directory = lock(&directory);
                let batch: io::Result<Vec<_>> =
                    directory.by_ref().take(max).map(|entry| entry.map(|entry| name_and_type(&entry, exact))).collect();
                batch
                    .map(|entries| Reply::Strings(flat(entries)))
                    .map_err(|error| SystemError::from_io(&error, "scandir"))
            })
        })
        .function("closedir", |call| {
            let (number, directories) = (call.number(1)? as u32, open_directories());
            run(call, move || match lock(&directories).remove(&number) {
                Some(_) => Ok(Reply::Undefined),
                None => Err(SystemError::new(libc::EBADF, "closedir")),
            })
        });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn insert(directories: &Directories, directory: ReadDir) -> u32 {
    let mut open = lock(directories);
    let number = (1..).find(|number| !open.contains_key(number)).unwrap_or(u32::MAX);
    open.insert(number, Arc::new(Mutex::new(directory)));
    number
}

fn read_entries<T>(path: &FilePath, make: impl Fn(&DirEntry) -> T) -> Result<Vec<T>, SystemError> {
    let failed = |error: io::Error| SystemError::from_io(&error, "scandir").path(path.display());
    std::fs::read_dir(path).map_err(failed)?.map(|entry| entry.map(|entry| make(&entry)).map_err(failed)).collect()
}

fn name_and_type(entry: &DirEntry, exact: bool) -> (String, u8) {
    (to_text(&entry.file_name(), exact), entry.file_type().map_or(0, type_number))
}

/// Name, type, name, type, …
fn flat(entries: Vec<(String, u8)>) -> Vec<String> {
    entries.into_iter().flat_map(|(name, kind)| [name, kind.to_string()]).collect()
}

/// The value of `fs.constants.UV_DIRENT_…`.
fn type_number(kind: FileType) -> u8 {
    match kind {
        kind if kind.is_file() => 1,
        kind if kind.is_dir() => 2,
        kind if kind.is_symlink() => 3,
        kind if kind.is_fifo() => 4,
        kind if kind.is_socket() => 5,
        kind if kind.is_char_device() => 6,
        kind if kind.is_block_device() => 7,
        _ => 0,
    }
}
