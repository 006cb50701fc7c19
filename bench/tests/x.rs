//! The output and exit codes of `./x`. A script that prints a given log stands in for cargo, so
//! these tests take milliseconds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for each test, with a `cargo` in it that prints `log` and ends with `code`.
struct House {
    folder: PathBuf,
}

impl House {
    fn with_cargo(test: &str, log: &str, code: i32) -> House {
        let folder = std::env::temp_dir().join(format!("hexloop-x-{test}-{}", std::process::id()));
        fs::create_dir_all(folder.join("target")).unwrap();
        fs::write(folder.join("log"), log).unwrap();
        let script = format!("#!/bin/sh\necho \"$@\" >{0}/arguments\ncat {0}/log\nexit {code}", folder.display());
        let house = House { folder };
        house.write_cargo(&script);
        house
    }

    fn write_cargo(&self, script: &str) {
        // A shell writes the script: a file open for writing here could be inherited by a process
        // that another test starts, and then be "text file busy".
        let write = r#"printf '%s\n' "$2" >"$1/cargo" && chmod +x "$1/cargo""#;
        let written = Command::new("/bin/sh").args(["-c", write, "sh"]).arg(&self.folder).arg(script).status();
        assert!(written.unwrap().success());
    }

    fn x(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    fn command(&self, args: &[&str]) -> Command {
        let path = std::env::var("PATH").unwrap();
        let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../x"));
        command.args(args).env("PATH", format!("{}:{path}", self.folder.display()));
        command.env("CARGO_TARGET_DIR", self.folder.join("target"));
        command
    }

    fn arguments(&self) -> String {
        fs::read_to_string(self.folder.join("arguments")).unwrap()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_string()
}

const TWO_PROGRAMS: &str = "\
running 3 tests
test one ... ok
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s

running 2 tests
test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
";

#[test]
fn the_tests_of_all_programs_are_summed() {
    let house = House::with_cargo("sum", TWO_PROGRAMS, 0);
    let output = house.x(&["test"]);
    assert_eq!(last_line(&output), "5 passed, 0 failed");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_failed_test_is_named_and_fails_the_run() {
    let log = "test two ... FAILED\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured\n";
    let output = House::with_cargo("failed", log, 101).x(&["test"]);
    assert_eq!(last_line(&output), "1 passed, 1 failed");
    assert!(String::from_utf8_lossy(&output.stdout).contains("failed:\n  two\n"));
    assert_eq!(output.status.code(), Some(1));
}

/// libtest counts a skipped test function as passed, libtest-mimic a skipped program as ignored.
#[test]
fn skipped_tests_are_listed_and_not_counted_as_passed() {
    let log = "     Running tests/faults.rs (target/faults)\n\
               skipped: a_full_disk: needs root\ntest a_full_disk ... ok\n\
               test a_fork_bomb ... skipped: a_fork_bomb: needs root\nok\n\
               test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured\n\
               test net/an-echo   ... ignored (needs a network)\n\
               test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured\n";
    let output = House::with_cargo("skipped", log, 0).x(&["test"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let names = "\nskipped:\n  a_full_disk: needs root\n  a_fork_bomb: needs root\n  net/an-echo: needs a network\n";
    assert!(text.contains(names), "{text}");
    assert_eq!(last_line(&output), "5 passed, 0 failed, 3 skipped");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let output = House::with_cargo("gone", "", 0).x(&["test", "order/timers/no-such-program"]);
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "x: there is no folder and no program tests/order/timers/no-such-program\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_program_that_dies_before_its_closing_line_is_a_failure() {
    let output = House::with_cargo("dies", TWO_PROGRAMS, 101).x(&["test"]);
    assert_eq!(last_line(&output), "5 passed, 1 failed");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_run_in_which_nothing_ran_fails() {
    let output = House::with_cargo("nothing", "test result: ok. 0 passed; 0 failed; 0 ignored\n", 0).x(&["test"]);
    assert_eq!(last_line(&output), "0 passed, 0 failed");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_name_is_a_crate_a_test_file_programs_a_document_or_part_of_a_test() {
    let house = House::with_cargo("names", TWO_PROGRAMS, 0);
    for (name, selection) in [
        ("loop", "--package hexloop"),
        ("bench", "--package hexloop-bench"),
        ("x", "--workspace --test x"),
        ("never_early", "--workspace never_early"),
        ("order/timers", "--package hexloop-cli --test order order/timers"),
        ("tests/order/timers/", "--package hexloop-cli --test order order/timers"),
        ("tests/net/addresses-of-both-ends.js", "--package hexloop-cli --test net net/addresses-of-both-ends.js"),
        ("calls/crypto", "--package hexloop-cli --test calls calls/crypto"),
        ("README.md", "--package hexloop-cli --test transcripts README.md"),
    ] {
        house.x(&["test", name]);
        let arguments = house.arguments();
        assert!(arguments.trim_end().ends_with(&format!("--no-fail-fast {selection}")), "{name}: {arguments}");
    }
}

#[test]
fn an_unknown_command_names_the_nearest_one() {
    let output = House::with_cargo("unknown", "", 0).x(&["verfy-node"]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.starts_with("x: no command 'verfy-node'; did you mean 'verify-node'?\n"), "{stderr}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_build_that_fails_runs_nothing() {
    let output = House::with_cargo("broken", "error: no\n", 101).x(&["run", "examples/tour.js"]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.ends_with("error: no\nx: the build failed\n"), "{stderr}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn repeated_tests_are_named_with_the_rate_at_which_they_failed() {
    let house = House::with_cargo("repeat", "", 0);
    // Fails in every second run.
    let script = format!(
        "#!/bin/sh\ncd {}\nif [ -e odd ]; then rm odd; cat log; exit 0; fi\ntouch odd\n\
         printf 'test order/a/b [public]   ... FAILED\\n---- order/a/b [public] ----\\n  hangs: killed\\n\\n'\n\
         printf 'test result: FAILED. 1 passed; 1 failed;\\n'\nexit 101\n",
        house.folder.display()
    );
    house.write_cargo(&script);
    fs::write(house.folder.join("log"), TWO_PROGRAMS).unwrap();
    let output = house.x(&["test", "--repeat", "4"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("run 1 of 4: 1 passed, 1 failed\nrun 2 of 4: 5 passed, 0 failed\nrun 3 of 4: "), "{text}");
    assert!(text.contains("2 of 4   50.0 %  order/a/b [public]\n"), "{text}");
    assert!(text.contains("2 of 4   50.0 %  order/a/b [public] (hangs: the log has the stacks)\n"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn tests_that_do_not_end_in_time_fail_the_run() {
    let house = House::with_cargo("hangs", TWO_PROGRAMS, 0);
    let script = format!("#!/bin/sh\ncat {}/log\nsleep 600\n", house.folder.display());
    house.write_cargo(&script);
    let output = house.command(&["test"]).env("X_TEST_SECONDS", "1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\nthe tests did not end in time; what they were doing:\nprocess "), "{text}");
    assert!(text.contains(": sleep 600"), "{text}");
    assert_eq!(last_line(&output), "5 passed, 1 failed");
    assert_eq!(output.status.code(), Some(1));
}

/// A script that prints its arguments stands in for the command.
#[test]
fn install_puts_the_command_its_page_and_completions_under_a_prefix_and_uninstall_takes_them_away() {
    let house = House::with_cargo("install", "", 0);
    let built = house.folder.join("target/release");
    fs::create_dir_all(&built).unwrap();
    let write = r#"printf '#!/bin/sh\necho "$@"\n' >"$1/hexloop" && chmod +x "$1/hexloop""#;
    assert!(Command::new("/bin/sh").args(["-c", write, "sh"]).arg(&built).status().unwrap().success());
    let prefix = house.folder.join("prefix");
    let option = format!("--prefix={}", prefix.display());
    let installed = house.x(&["install", &option]);
    assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));
    let files = [
        ("bin/hexloop", "#!/bin/sh\necho \"$@\"\n"),
        ("share/man/man1/hexloop.1", "help --man\n"),
        ("share/bash-completion/completions/hexloop", "completions bash\n"),
        ("share/zsh/site-functions/_hexloop", "completions zsh\n"),
        ("share/fish/vendor_completions.d/hexloop.fish", "completions fish\n"),
    ];
    for (file, text) in files {
        assert_eq!(fs::read_to_string(prefix.join(file)).unwrap(), text, "{file}");
    }
    assert_eq!(String::from_utf8_lossy(&installed.stdout).lines().count(), files.len());
    assert!(String::from_utf8_lossy(&installed.stderr).contains("is not on PATH"));
    assert!(house.x(&["uninstall", &option]).status.success());
    for (file, _) in files {
        assert!(!prefix.join(file).exists(), "{file}");
    }
    assert_eq!(house.x(&["install", "--prefix"]).status.code(), Some(1));
}
