//! Writes the table of built-in JavaScript files, so that a release binary carries lib/ inside.
//!
//! A file's startup cost is proportional to its size, so comments and indentation are stripped (line numbers stay the
//! same), and each source is already wrapped in the function that the loader calls.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let lib = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("lib");
    let mut files = Vec::new();
    collect(&lib, &mut files);
    // Sorted by id, for binary search.
    let mut table: Vec<(String, PathBuf)> = files
        .into_iter()
        .map(|file| (file.strip_prefix(&lib).expect("below lib").with_extension("").display().to_string(), file))
        .collect();
    table.sort();
    let mut text = String::from("&[\n");
    for (id, file) in &table {
        let source = std::fs::read_to_string(file).expect("a file of lib/ is UTF-8");
        let _ = writeln!(text, "    ({id:?}, {:?}),", stripped(&source));
    }
    text.push_str("]\n");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it")).join("builtins.rs");
    std::fs::write(out, text).expect("OUT_DIR is writable");
    println!("cargo:rerun-if-changed=build.rs");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "js") {
            println!("cargo:rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
}

/// Strips comment lines and indentation. A file with a multi-line template literal (some line has an odd number of
/// backticks) is left as it is: what looks like a comment there may be text.
fn stripped(source: &str) -> String {
    if source.lines().any(|line| line.matches('`').count() % 2 == 1) {
        return source.to_owned();
    }
    let line = |line: &str| {
        let code = line.trim();
        if code.starts_with("//") { String::new() } else { code.to_owned() }
    };
    source.lines().map(line).collect::<Vec<_>>().join("\n")
}
