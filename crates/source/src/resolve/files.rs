//! File system lookups: file, folder or missing, and the real path.
//!
//! Neither misses nor files are cached: a program may write a file and require it in the next line, or remove one. Cached, as in
//! Node, is the real path of a *folder*. With that, the usual lookup (does /app/lib/a.js exist, and what is its real path?) is one
//! `lstat`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything that can be opened and is no folder: Node does not distinguish further.
    File,
    Folder,
    Missing,
}

#[derive(Default)]
pub struct Files {
    real_folders: RefCell<HashMap<String, Rc<str>>>,
}

impl Files {
    pub fn clear(&self) {
        self.real_folders.borrow_mut().clear();
    }

    pub fn kind(&self, path: &str) -> Kind {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Kind::Folder,
            Ok(_) => Kind::File,
            Err(_) => Kind::Missing,
        }
    }

    /// What is at `path`, with its real path if it is a file.
    pub fn lookup(&self, path: &str) -> (Kind, Option<String>) {
        let Some((folder, name)) = path.rsplit_once('/').filter(|(_, name)| !matches!(*name, "" | "." | "..")) else {
            return (self.kind(path), None);
        };
        let Some(folder) = self.real_folder(folder) else {
            return (Kind::Missing, None);
        };
        let real = [&*folder, "/", name].concat();
        match fs::symlink_metadata(&real) {
            Err(_) => (Kind::Missing, None),
            Ok(metadata) if metadata.is_dir() => (Kind::Folder, None),
            Ok(metadata) if metadata.is_symlink() => match self.kind(&real) {
                Kind::File => real_path(&real).map_or((Kind::Missing, None), |real| (Kind::File, Some(real))),
                kind => (kind, None),
            },
            Ok(_) => (Kind::File, Some(real)),
        }
    }

    /// The real path of a folder, `""` for the root.
    fn real_folder(&self, folder: &str) -> Option<Rc<str>> {
        if let Some(real) = self.real_folders.borrow().get(folder) {
            return Some(real.clone());
        }
        let real = real_path(if folder.is_empty() { "/" } else { folder })?;
        let real: Rc<str> = real.strip_suffix('/').unwrap_or(&real).into();
        self.real_folders.borrow_mut().insert(folder.to_owned(), real.clone());
        Some(real)
    }
}

pub fn real_path(path: &str) -> Option<String> {
    fs::canonicalize(path).ok().map(|real| real.to_string_lossy().into_owned())
}

/// `path.resolve(folder, request)` for an absolute folder: dots and repeated slashes resolved, no trailing slash.
pub fn join(folder: &str, request: &str) -> String {
    let start = if request.starts_with('/') { "" } else { folder };
    let mut path = String::with_capacity(start.len() + request.len() + 1);
    for part in start.split('/').chain(request.split('/')) {
        match part {
            "" | "." => {}
            ".." => path.truncate(path.rfind('/').unwrap_or(0)),
            name => {
                path.push('/');
                path.push_str(name);
            }
        }
    }
    if path.is_empty() {
        path.push('/');
    }
    path
}

/// The folder that a file is in.
pub fn folder_of(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) | None => "/",
        Some(slash) => &path[..slash],
    }
}

/// The names in a folder, for hints.
pub fn names_in(folder: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).take(5_000).collect();
    names.sort();
    names
}

pub fn current_folder() -> String {
    std::env::current_dir().map_or_else(|_| "/".to_owned(), |path| path.to_string_lossy().into_owned())
}

pub fn read(path: &str) -> Option<Vec<u8>> {
    fs::read(Path::new(path)).ok()
}
