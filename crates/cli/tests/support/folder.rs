//! A command that runs in a folder of its own, and what it printed.

#![allow(dead_code, reason = "each suite uses some of it")]

use std::fs;
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// A folder of its own for one test, gone afterwards.
pub struct Folder(pub PathBuf);

pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("hexloop-command-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path.canonicalize().unwrap())
    }

    pub fn with(file: &str, content: impl AsRef<[u8]>) -> Folder {
        Folder::new().and(file, content)
    }

    pub fn and(self, file: &str, content: impl AsRef<[u8]>) -> Folder {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub fn run(&self, arguments: &[&str]) -> Ended {
        self.run_with_input(arguments, b"")
    }

    pub fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Ended {
        let mut command = hexloop(&self.0);
        command.args(arguments);
        finish(command, input)
    }

    pub fn path(&self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn hexloop(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexloop"));
    command.current_dir(folder).env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}

pub fn finish(mut command: Command, input: &[u8]) -> Ended {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that does not read closes the pipe early.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ended {
        code: output.status.code().unwrap_or_else(|| 128 + output.status.signal().unwrap()),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Ended {
    #[track_caller]
    pub fn well(&self, out: &str) {
        assert_eq!((self.code, self.out.as_str(), self.err.as_str()), (0, out, ""));
    }

    /// One message on standard error and nothing else.
    #[track_caller]
    pub fn complains(&self, code: i32, message: &str) {
        let expected = format!("hexloop: {message}\n");
        assert_eq!((self.code, self.out.as_str(), self.err.as_str()), (code, "", expected.as_str()));
    }

    /// The report of an error: its beginning, and Node's closing line.
    #[track_caller]
    pub fn reports(&self, code: i32, beginning: &str) {
        assert_eq!(self.code, code, "{}", shortened(&self.err));
        assert!(self.err.starts_with(beginning), "{}", shortened(&self.err));
        assert!(self.err.ends_with("\n\nNode.js v26.10.0\n"), "{}", shortened(&self.err));
    }

    #[track_caller]
    pub fn reports_somewhere(&self, code: i32, part: &str) {
        assert_eq!(self.code, code, "{}", shortened(&self.err));
        assert!(self.err.contains(part), "{}", shortened(&self.err));
    }
}

pub fn shortened(text: &str) -> String {
    text.lines().map(|line| line.chars().take(200).collect::<String>() + "\n").collect()
}

pub fn evaluated(arguments: &[&str]) -> Ended {
    Folder::new().run(arguments)
}
