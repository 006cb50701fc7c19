//! Folders and files that are removed when the test is over, also when it fails.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("hexloop-{name}-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder.canonicalize().unwrap())
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that is left harms nobody; failing the test for it would hide what matters.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The path of a file in a folder of its own. Not an argument of a `Command` by itself: a temporary would be removed before the command runs.
pub struct ScratchFile {
    path: PathBuf,
    _folder: Scratch,
}

impl ScratchFile {
    pub fn new(name: &str) -> ScratchFile {
        let folder = Scratch::new("file");
        ScratchFile { path: folder.path().join(name), _folder: folder }
    }
}

impl Deref for ScratchFile {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl AsRef<Path> for ScratchFile {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}
