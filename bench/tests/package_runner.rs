//! The output and exit codes of `tests/packages/run.sh`. A script stands in for the runtime and the packages count as installed, so
//! neither npm nor Node is needed here.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with the runner, one program of each kind, and a runtime that prints what `$PRINT/NAME` holds and ends with
/// the code in `$PRINT/NAME.code`.
struct Suite {
    folder: PathBuf,
}

impl Suite {
    fn new(test: &str) -> Suite {
        let folder = std::env::temp_dir().join(format!("hexloop-packages-{test}-{}", std::process::id()));
        let suite = Suite { folder };
        for part in ["commonjs", "modules", "fixtures", "cache", "prints"] {
            fs::create_dir_all(suite.folder.join(part)).unwrap();
        }
        let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/packages/run.sh");
        fs::copy(runner, suite.folder.join("run.sh")).unwrap();
        suite.write("package-lock.json", "{}");
        suite.write("cache/installed", "{}");
        suite.write("expected-failures", "# none\n");
        let runtime = "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\nname=$(basename \"$1\")\n\
                       cat \"$PRINTS/$name\"\n[ -f \"$PRINTS/$name.code\" ] && exit \"$(cat \"$PRINTS/$name.code\")\"\nexit 0\n";
        suite.write("runtime", runtime);
        fs::set_permissions(suite.folder.join("runtime"), fs::Permissions::from_mode(0o755)).unwrap();
        suite
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).unwrap();
    }

    /// A program, what Node printed for it, and what the runtime prints.
    fn program(self, name: &str, recorded: &str, printed: &str) -> Suite {
        self.write(&format!("commonjs/{name}.js"), "// A program.\n");
        self.write(&format!("commonjs/{name}.out"), recorded);
        self.write(&format!("prints/{name}.js"), printed);
        self
    }

    fn listing(self, lines: &str) -> Suite {
        self.write("expected-failures", lines);
        self
    }

    /// The exit code and the lines of standard output.
    fn run(&self, only: &str) -> (i32, String) {
        let output = Command::new("/bin/sh")
            .arg(self.folder.join("run.sh"))
            .args([self.folder.join("runtime"), self.folder.join("cache")])
            .arg(only)
            .env("PRINTS", self.folder.join("prints"))
            .output()
            .unwrap();
        (output.status.code().unwrap(), String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

impl Drop for Suite {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn programs_that_print_what_was_recorded_pass() {
    let (code, lines) = Suite::new("pass").program("a", "hello\n", "hello\n").program("b", "", "").run("");
    assert_eq!(code, 0, "{lines}");
    assert!(
        lines.ends_with("2 programs: 2 as on Node 26, 0 fail as listed in expected-failures, 0 unexpected\n"),
        "{lines}"
    );
}

#[test]
fn a_difference_is_shown_and_fails_the_run() {
    let (code, lines) = Suite::new("differ").program("a", "hello\n", "goodbye\n").run("");
    assert_eq!(code, 1);
    assert!(lines.contains("FAILED     commonjs/a.js") && lines.contains("> goodbye"), "{lines}");
}

#[test]
fn another_exit_code_fails_the_run() {
    let suite = Suite::new("code").program("a", "hello\n", "hello\n");
    suite.write("prints/a.js.code", "3");
    let (code, lines) = suite.run("");
    assert_eq!(code, 1);
    assert!(lines.contains("ended with 3, Node with 0"), "{lines}");
}

#[test]
fn a_listed_failure_with_its_cause_is_expected() {
    let suite = Suite::new("listed").program("a", "hello\n", "Error: no os here\n");
    let (code, lines) = suite.listing("commonjs/a.js | no os here | issue 4\n").run("");
    assert_eq!(code, 0, "{lines}");
    assert!(lines.contains("expected   commonjs/a.js: no os here"), "{lines}");
}

#[test]
fn a_listed_failure_with_another_cause_fails_the_run() {
    let suite = Suite::new("cause").program("a", "hello\n", "Error: no stream here\n");
    let (code, lines) = suite.listing("commonjs/a.js | no os here | issue 4\n").run("");
    assert_eq!(code, 1);
    assert!(lines.contains("expected-failures says: no os here"), "{lines}");
}

#[test]
fn a_listed_program_that_passes_fails_the_run() {
    let suite = Suite::new("stale").program("a", "hello\n", "hello\n");
    let (code, lines) = suite.listing("commonjs/a.js | no os here | issue 4\n").run("");
    assert_eq!(code, 1);
    assert!(lines.contains("take its line out of expected-failures"), "{lines}");
}

#[test]
fn a_listed_program_that_does_not_exist_fails_the_run() {
    let suite = Suite::new("gone").program("a", "", "");
    let (code, lines) = suite.listing("commonjs/gone.js | no os here | issue 4\n").run("");
    assert_eq!(code, 1);
    assert!(lines.contains("expected-failures names commonjs/gone.js"), "{lines}");
}

#[test]
fn a_name_picks_programs_and_one_that_fits_none_fails() {
    let suite = Suite::new("only").program("aa", "", "").program("bb", "x\n", "y\n");
    assert_eq!(suite.run("aa").0, 0);
    assert_eq!(suite.run("cc").0, 1);
}
