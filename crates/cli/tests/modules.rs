//! The proof of modules: every program of `tests/modules/*/` prints and ends as a real Node 26 did
//! (`NODE tests/modules/record.mjs` writes what it printed), and what Node cannot be asked is tried here.
//!
//! `HEXLOOP_MODULES=part-of-a-name` runs only the programs whose name contains it.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use support::{Ended, Layout, Suite, difference, recorded};

/// A program is known by what it must print.
const SUITE: Suite = Suite {
    folder: "modules",
    only: "HEXLOOP_MODULES",
    layout: Layout::Rooms,
    extensions: &["out"],
    fewest: 140,
    at_a_time: 2,
};

/// A program that runs longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn every_program_prints_and_ends_as_on_node() {
    SUITE.every_program(check);
}

/// Node runs out of stack at a tenth of this.
#[test]
fn a_chain_of_five_thousand_modules_loads() {
    const LENGTH: usize = 5000;
    let folder = Scratch::new("chain");
    for number in 0..LENGTH - 1 {
        let below = number + 1;
        let text = format!("import {{ n as below }} from './m{below}.mjs'; export const n = below + 1;");
        folder.write(&format!("m{number}.mjs"), &text);
    }
    folder.write(&format!("m{}.mjs", LENGTH - 1), "export const n = 1;");
    folder.write("main.mjs", "import { n } from './m0.mjs'; console.log(n);");
    assert_eq!(run(&folder.0).unwrap().out, "5000\n");
}

#[test]
fn a_cycle_of_thousands_of_modules_runs() {
    const LENGTH: usize = 2000;
    let folder = Scratch::new("cycle");
    for number in 0..LENGTH {
        let next = (number + 1) % LENGTH;
        let text = format!(
            "import {{ f as next }} from './m{next}.mjs'; \
             export function f(n) {{ return n === 0 ? {number} : next(n - 1); }}"
        );
        folder.write(&format!("m{number}.mjs"), &text);
    }
    folder.write("main.mjs", "import { f } from './m0.mjs'; console.log(f(3), f(1999));");
    assert_eq!(run(&folder.0).unwrap().out, "3 1999\n");
}

#[test]
fn a_missing_export_names_both_files_and_the_nearest_name() {
    let folder = Scratch::new("hint");
    folder.write("main.mjs", "import { bannana } from './fruit.mjs';");
    folder.write("fruit.mjs", "export const apple = 1, banana = 2;");
    let err = run(&folder.0).unwrap().err;
    let here = format!("file://{}", folder.0.display());
    let hint = format!("({here}/main.mjs imports 'bannana' from {here}/fruit.mjs: did you mean 'banana'?)");
    assert!(err.lines().any(|line| line == hint), "{err}");
    folder.write("main.mjs", "import { zebra } from './fruit.mjs';");
    let err = run(&folder.0).unwrap().err;
    assert!(err.contains("fruit.mjs: it exports apple, banana.)"), "{err}");
}

/// A folder that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("hexloop-modules-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder.canonicalize().unwrap())
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn check(program: &Path) -> Result<(), String> {
    let folder = program.parent().unwrap();
    let expected = |extension: &str| recorded(program, extension).unwrap_or_default();
    let Ended { status, out, err } = run(folder)?;
    let mut complaint = String::new();
    let expected_code = expected("code").trim().parse().unwrap_or(0);
    if status.code() != Some(expected_code) {
        writeln!(complaint, "  {status}, not {expected_code}").unwrap();
    }
    for (stream, extension, text) in [("output", "out", out), ("error", "err", err)] {
        let (expected, text) = (expected(extension), comparable(&text, folder));
        if expected != text {
            write!(complaint, "  standard {stream}:\n{}", difference(&expected, &text)).unwrap();
        }
    }
    if complaint.is_empty() { Ok(()) } else { Err(complaint) }
}

fn hexloop() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexloop"));
    command.env_clear();
    for name in ["PATH", "HOME"] {
        command.env(name, std::env::var_os(name).unwrap_or_default());
    }
    command
}

/// The arguments are the lines of `command`, or the file `main.mjs`; what it reads is `stdin`.
fn run(folder: &Path) -> Result<Ended, String> {
    let mut command = hexloop();
    match fs::read_to_string(folder.join("command")) {
        Ok(arguments) => command.args(arguments.trim_end().split('\n')),
        Err(_) => command.arg("main.mjs"),
    };
    let input = fs::File::open(folder.join("stdin")).map_or_else(|_| Stdio::null(), Stdio::from);
    support::run_with_input(command.current_dir(folder), input, PATIENCE)
}

/// Takes out what cannot be the same on two runtimes; the same rules are in `tests/modules/record.mjs`.
fn comparable(text: &str, folder: &Path) -> String {
    let text = text.replace(&folder.display().to_string(), "<here>");
    let mut lines = text.lines();
    let mut kept = Vec::new();
    while let Some(line) = lines.next() {
        if is_inside(line) {
            // Where the runtime itself threw: that is its own affair.
            lines.next();
            lines.next();
        } else if line.starts_with("    at ") {
            kept.extend(place_in_program(line).map(|place| format!("    at {place}")));
        } else if !is_hint(line) {
            kept.push(without_pid(line.strip_suffix(" {").unwrap_or(line)));
        }
    }
    let end = if text.ends_with('\n') && !kept.is_empty() { "\n" } else { "" };
    kept.join("\n") + end
}

fn is_inside(line: &str) -> bool {
    let number = line.rsplit(':').next().unwrap_or_default();
    line.starts_with("node:")
        && !line.contains(' ')
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn place_in_program(line: &str) -> Option<&str> {
    let start = line.find("file://<here>/").or_else(|| line.find("<here>/"))?;
    let place = &line[start..];
    Some(&place[..place.find([')', ' ', ',']).unwrap_or(place.len())])
}

/// What Hexloop says of its own: which files a missing export is about, which byte is no UTF-8.
fn is_hint(line: &str) -> bool {
    (line.starts_with("(file://") && line.contains(" imports '"))
        || (line.starts_with("hexloop: ") && line.contains(" is not UTF-8; "))
}

fn without_pid(line: &str) -> String {
    match line.strip_prefix("(node:").and_then(|rest| rest.split_once(") ")) {
        Some((_, rest)) => format!("(node:PID) {rest}"),
        None => line.to_owned(),
    }
}
