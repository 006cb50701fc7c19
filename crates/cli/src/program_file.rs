//! Finds the file to run as Node does, or returns a message with the problem and a hint.

use crate::commands::COMMANDS;
use hexloop_source::nearest;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The extensions that Node tries after the name itself.
const EXTENSIONS: [&str; 4] = ["js", "json", "mjs", "cjs"];

pub fn find(path: &str) -> Result<PathBuf, String> {
    let given = Path::new(path);
    match std::fs::metadata(given) {
        // `hexloop tool` prefers tool.js to the folder tool, as in Node, even with a trailing slash.
        Ok(metadata) if metadata.is_dir() => with_extension(given).map_or_else(|| folder(given), Ok),
        Ok(_) => readable(given),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(no_permission(given)),
        Err(_) => with_extension(given).ok_or_else(|| missing(given)),
    }
}

fn readable(path: &Path) -> Result<PathBuf, String> {
    match std::fs::File::open(path) {
        Ok(_) => Ok(path.to_owned()),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(no_permission(path)),
        Err(error) => Err(format!("cannot read '{}': {error}", path.display())),
    }
}

fn no_permission(path: &Path) -> String {
    format!("cannot read '{}': permission denied", path.display())
}

fn with_extension(path: &Path) -> Option<PathBuf> {
    EXTENSIONS
        .iter()
        .map(|extension| PathBuf::from(format!("{}.{extension}", path.display().to_string().trim_end_matches('/'))))
        .find(|candidate| candidate.is_file())
}

/// The loader runs a folder by `main` of its package.json or its index.js; here it is only checked that one exists.
fn folder(path: &Path) -> Result<PathBuf, String> {
    if path.join("package.json").is_file() || path.join("index.js").is_file() || path.join("index.json").is_file() {
        return Ok(path.to_owned());
    }
    Err(format!("'{}' is a folder without an index.js or a package.json: name the file to run", path.display()))
}

/// The file that `--check` reads: index.js for a folder, since only the loader reads package.json.
pub fn find_to_check(path: &str) -> Result<PathBuf, String> {
    let found = find(path)?;
    if !found.is_dir() {
        return Ok(found);
    }
    let index = found.join("index.js");
    if found.join("package.json").is_file() || !index.is_file() {
        return Err(format!("'{}' is a folder: name the file to check", found.display()));
    }
    Ok(index)
}

fn missing(path: &Path) -> String {
    let message = format!("Cannot find module '{}'", path.display());
    let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else { return message };
    let folder = path.parent().unwrap_or(Path::new("/"));
    let Ok(entries) = std::fs::read_dir(folder) else {
        return format!("{message}: there is no folder '{}'", folder.display());
    };
    if let Some(command) = nearest(&name, COMMANDS.iter().map(|command| command.name)) {
        return format!("{message} (did you mean the command {command}?)");
    }
    let names: Vec<String> = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    match nearest(&name, names.iter().map(String::as_str)) {
        Some(near) => format!("{message} (did you mean '{near}'?)"),
        None => message,
    }
}
