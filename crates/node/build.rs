//! Writes the table of built-in JavaScript files, so that a release binary carries lib/ inside.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let lib = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("lib");
    let mut files = Vec::new();
    collect(&lib, &mut files);
    // By id, since that is what the table is searched by.
    let mut table: Vec<(String, PathBuf)> = files
        .into_iter()
        .map(|file| (file.strip_prefix(&lib).expect("below lib").with_extension("").display().to_string(), file))
        .collect();
    table.sort();
    let mut text = String::from("&[\n");
    for (id, file) in &table {
        let _ = writeln!(text, "    ({id:?}, include_str!({file:?})),");
    }
    text.push_str("]\n");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it")).join("builtins.rs");
    std::fs::write(out, text).expect("OUT_DIR is writable");
    println!("cargo:rerun-if-changed=lib");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "js") {
            files.push(path);
        }
    }
}
