//! The proof of CommonJS and node:module: every case of `tests/commonjs` prints what Node 26 printed for the same files, on
//! standard output and standard error, and ends with the same code. `tests/commonjs/record.mjs` describes what a case is and
//! records what Node prints.

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use support::{Layout, Limit, Program, Suite, difference, harness, hexloop, recorded, run};

const SUITE: Suite = Suite {
    folder: "commonjs",
    layout: Layout::Flat,
    extensions: &["case"],
    patience: Duration::from_secs(60),
    at_a_time: 2,
    fewest: 80,
};

fn main() -> ExitCode {
    harness::main(SUITE.at_a_time, SUITE.tests(check))
}

fn check(program: &Program) -> Result<(), String> {
    let expected = recorded(&program.path, "out")?;
    let case = Case::read(&fs::read_to_string(&program.path).map_err(|error| error.to_string())?);
    let project = Project::unpack(&case);
    let mut got = String::new();
    for command in &case.commands {
        if case.commands.len() > 1 {
            got += &format!("$ {command}\n");
        }
        got += &project.output_of(command, program.limit)?;
    }
    if got == expected { Ok(()) } else { Err(difference(&expected, &got)) }
}

struct Case {
    commands: Vec<String>,
    files: Vec<File>,
}

struct File {
    path: String,
    kind: Kind,
    text: String,
}

enum Kind {
    Text,
    Hex,
    LinkTo(String),
}

impl Case {
    fn read(text: &str) -> Case {
        let mut case = Case { commands: Vec::new(), files: Vec::new() };
        for line in text.split_inclusive('\n') {
            if let Some(head) = line.strip_prefix("=== ") {
                case.files.push(File::named(head.trim_end()));
            } else if let Some(file) = case.files.last_mut() {
                file.text += line;
            } else if let Some(command) = line.strip_prefix("$ ") {
                case.commands.push(command.trim_end().to_owned());
            }
        }
        if case.commands.is_empty() {
            case.commands.push("hexloop main.js".to_owned());
        }
        case
    }
}

impl File {
    fn named(head: &str) -> File {
        let (path, kind) = match (head.split_once(" -> "), head.strip_suffix(" (hex)")) {
            (Some((path, target)), _) => (path, Kind::LinkTo(target.to_owned())),
            (None, Some(path)) => (path, Kind::Hex),
            (None, None) => (head, Kind::Text),
        };
        File { path: path.to_owned(), kind, text: String::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        let digits: Vec<u8> = self.text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
        digits.chunks(2).map(byte).collect()
    }
}

/// A case's files in a folder of their own, gone with it.
struct Project {
    root: PathBuf,
}

impl Project {
    fn unpack(case: &Case) -> Project {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = (std::process::id() % 1000) * 1000 + COUNT.fetch_add(1, Ordering::Relaxed);
        let root = PathBuf::from(format!("/tmp/commonjs-{number:06}"));
        let _ = fs::remove_dir_all(&root);
        for file in &case.files {
            let path = root.join(&file.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            match &file.kind {
                Kind::Text => fs::write(path, &file.text).unwrap(),
                Kind::Hex => fs::write(path, file.bytes()).unwrap(),
                Kind::LinkTo(target) => std::os::unix::fs::symlink(target, path).unwrap(),
            }
        }
        Project { root }
    }

    /// What a command prints, as record.mjs writes it down.
    fn output_of(&self, line: &str, limit: Limit) -> Result<String, String> {
        let root = self.root.to_str().unwrap();
        let mut words = line.split(' ').peekable();
        let mut command = hexloop(&[]);
        command.env_clear().current_dir(root);
        command.env("HOME", format!("{root}/home")).env("HEXLOOP_CACHE", format!("{root}/cache"));
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        while let Some((name, value)) = words.next_if(|word| *word != "hexloop").and_then(|word| word.split_once('=')) {
            command.env(name, value.replace("ROOT", root));
        }
        let ended = run(command.args(words.skip(1)), limit)?;
        let mut text = ended.out;
        if !ended.err.is_empty() {
            text += &format!("--- stderr\n{}", ended.err);
        }
        if !ended.status.success() {
            text += &format!("--- code {}\n", ended.status.code().unwrap_or(-1));
        }
        Ok(without_process_id(&text.replace(root, "ROOT")))
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// `(node:123)` reads `(node:PID)`.
fn without_process_id(text: &str) -> String {
    let mut parts = text.split("(node:");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        result += if rest.len() < part.len() && rest.starts_with(')') { "(node:PID" } else { "(node:" };
        result += if rest.starts_with(')') { rest } else { part };
    }
    result
}
