//! Writes the table of built-in JavaScript files, so that a release binary carries lib/ inside.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let lib = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("lib");
    let mut files = Vec::new();
    collect(&lib, &mut files);
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let id = file.strip_prefix(&lib).expect("below lib").with_extension("");
        let _ = writeln!(table, "    ({:?}, include_str!({:?})),", id.display().to_string(), file);
    }
    table.push_str("]\n");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it")).join("builtins.rs");
    std::fs::write(out, table).expect("OUT_DIR is writable");
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
