//! The files of tree.txt in a temporary folder, removed on drop.

#![allow(dead_code, reason = "each file of tests needs a part of it")]

use hexloop_source::resolve::{NODE_BUILTINS, ResolveOptions, Resolver};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

pub struct Tree {
    root: PathBuf,
}

impl Tree {
    /// An empty folder.
    pub fn empty() -> Tree {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let temp = fs::canonicalize(std::env::temp_dir()).unwrap();
        let name = format!("hexloop-resolve-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let root = temp.join(name);
        fs::create_dir_all(&root).unwrap();
        Tree { root }
    }

    /// Creates the files that `text` lists.
    pub fn of(text: &str) -> Tree {
        let tree = Tree::empty();
        for entry in format!("\n{text}").split("\n== ").skip(1) {
            let (head, text) = entry.split_once('\n').unwrap_or((entry, ""));
            match head.split_once(" -> ") {
                Some((name, target)) => {
                    let path = tree.root.join(name);
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    std::os::unix::fs::symlink(target, path).unwrap();
                }
                None => tree.write(head, &contents(text)),
            }
        }
        tree
    }

    /// Writes a file, or makes a folder of a name that ends in a slash.
    pub fn write(&self, name: &str, contents: &[u8]) {
        let path = self.root.join(name);
        if name.ends_with('/') {
            fs::create_dir_all(path).unwrap();
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, contents).unwrap();
        }
    }

    pub fn root(&self) -> &str {
        self.root.to_str().unwrap()
    }

    pub fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.root())
    }

    pub fn url(&self, name: &str) -> String {
        format!("file://{}/{name}", self.root())
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(Path::new(&self.root));
    }
}

/// The content with `\xNN` decoded to bytes.
fn contents(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(&part.as_bytes()[2..]);
            }
            None => bytes.extend_from_slice(format!("\\x{part}").as_bytes()),
        }
    }
    bytes
}

pub fn options() -> ResolveOptions {
    ResolveOptions {
        conditions: Vec::new(),
        preserve_symlinks: false,
        preserve_symlinks_main: false,
        global_folders: Vec::new(),
        builtins: |name| NODE_BUILTINS.contains(&name),
    }
}

pub fn resolver() -> Resolver {
    Resolver::new(options())
}
