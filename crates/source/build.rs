//! Computes a fingerprint of this crate for the disk cache: a cached result is valid only for the code that produced it.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    // The parser's version affects the result.
    let lock = root.join("../../Cargo.lock");
    let mut files = vec![lock.clone()];
    gather(&root.join("src"), &mut files);
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        hasher.write(&fs::read(file).unwrap_or_default());
        hasher.write_u8(0);
    }
    println!("cargo:rerun-if-changed=src");
    if lock.exists() {
        println!("cargo:rerun-if-changed={}", lock.display());
    }
    println!("cargo:rustc-env=HEXLOOP_SOURCE_FINGERPRINT={:016x}", hasher.finish());
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            gather(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
