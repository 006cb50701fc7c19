//! Help, commands, completions, `NODE_OPTIONS`: what the tables in `crates/cli/src/options.rs` and `commands.rs` promise.

#[path = "support/folder.rs"]
mod folder;
#[path = "support/skip.rs"]
mod skip;

use folder::{Ended, Folder, evaluated, finish, hexloop};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn every_command_has_help_with_its_options_and_an_example() {
    for (name, options) in [
        ("trace", &["--open", "--out=FILE", "--format=FORMAT"][..]),
        ("doctor", &["--on-port=PORT", "--open", "--json"]),
        ("explain", &["--width=COLUMNS"]),
        ("version", &["--verbose"]),
        ("completions", &[]),
        ("help", &["--man"]),
    ] {
        let help = evaluated(&["help", name]);
        assert_eq!((help.code, help.err.as_str()), (0, ""), "{name}");
        assert!(help.out.starts_with("Usage: hexloop ") && help.out.contains("\nExample"), "{}", help.out);
        for option in options {
            assert!(help.out.contains(option), "{name} {option}: {}", help.out);
        }
        evaluated(&[name, "--help"]).well(&help.out);
    }
    let all = evaluated(&["help"]);
    evaluated(&["--help"]).well(&all.out);
    evaluated(&["help", "docter"]).complains(9, "no command docter (did you mean doctor?)");
    evaluated(&["help", "banana"]).complains(9, "no command banana (hexloop help lists them)");
}

#[test]
fn a_command_without_its_file_reports_that_it_needs_one() {
    evaluated(&["trace"]).complains(9, "trace needs a file: hexloop trace FILE (hexloop help trace)");
    for name in ["doctor", "explain"] {
        let ended = evaluated(&[name]);
        let message = format!("hexloop {name}: it needs a file: hexloop {name} FILE (hexloop help {name})\n");
        assert_eq!((ended.code, ended.out.as_str(), ended.err), (2, "", message));
    }
    let folder = Folder::new();
    let path = folder.path("docter");
    folder.run(&["docter"]).complains(1, &format!("Cannot find module '{path}' (did you mean the command doctor?)"));
    Folder::with("doctor", "console.log('ran')").run(&["./doctor"]).well("ran\n");
}

#[test]
fn options_that_only_node_has_are_named_and_those_without_effect_accepted() {
    evaluated(&["--watch", "a.js"]).complains(9, "Node has --watch; Hexloop does not yet");
    evaluated(&["--permission", "-p", "1"]).complains(9, "Node has --permission; Hexloop does not yet");
    evaluated(&["--jitless", "-p", "1"])
        .complains(9, "Node has --jitless, an option of V8; Hexloop runs on JavaScriptCore");
    evaluated(&["--max_old_space_size=100", "--stack-size=900", "--experimental-strip-types", "-p", "1"]).well("1\n");
}

fn with_environment(name: &str, value: &str, arguments: &[&str]) -> Ended {
    let mut command = hexloop(Path::new("/"));
    command.args(arguments).env(name, value);
    finish(command, b"")
}

/// The messages are those of Node 26, but for the name before them.
#[test]
fn node_options_are_read_and_what_may_not_stand_there_is_refused() {
    let run = |value| with_environment("NODE_OPTIONS", value, &["-p", "process.title"]);
    run("--title=\"a b\" --max-old-space-size=100").well("a b\n");
    run("--watchdog=50 --title=mine").well("mine\n");
    run("--eval").complains(9, "--eval is not allowed in NODE_OPTIONS");
    run("--banana=1").complains(9, "--banana= is not allowed in NODE_OPTIONS");
    run("--env-file=x").complains(9, "--env-file= is not allowed in NODE_OPTIONS");
    run("--watch").complains(9, "Node has --watch; Hexloop does not yet");
    run("-r").complains(9, "-r requires an argument");
    run("--title=\"a").complains(9, "invalid value for NODE_OPTIONS (unterminated string)\n");
}

/// One list is in Rust, for the command line, and one in JavaScript, for programs.
#[test]
fn node_options_allows_what_process_reports() {
    let listed = evaluated(&["-p", "[...process.allowedNodeEnvironmentFlags].sort().join('\\n')"]).out;
    let table = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/node_flags.txt")).unwrap();
    // Node lists these two, and refuses the first; the negations follow from the flags.
    let quirks = ["--prof-process", "--trace-events-enabled"];
    let negated = |line: &str| line.strip_prefix("--no-").map(|rest| format!("--{rest}"));
    for name in listed.lines().filter(|name| !quirks.contains(name)) {
        let of = |name: &str| table.lines().any(|line| line.starts_with(&format!("{name} ")) && line.ends_with(" env"));
        assert!(of(name) || negated(name).is_some_and(|positive| of(&positive)), "{name}");
    }
    for line in table.lines().filter(|line| line.ends_with(" env")) {
        let name = line.split(' ').next().unwrap();
        assert!(listed.lines().any(|listed| listed == name), "{name}");
    }
}

#[test]
fn a_broken_pipe_is_no_error() {
    let folder = Folder::with("a.js", "setInterval(() => {}, 1000)");
    for line in [
        "help",
        "help --man",
        "completions bash",
        "version --verbose",
        "doctor --seconds 1 a.js",
        "explain --seconds 1 a.js",
    ] {
        let mut command = Command::new("sh");
        // The reader has gone before anything is written.
        command.args([
            "-c",
            &format!("{{ sleep 0.2; \"$0\" {line}; echo code $? >&2; }} | true"),
            env!("CARGO_BIN_EXE_hexloop"),
        ]);
        command.current_dir(&folder.0).env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        let ended = finish(command, b"");
        let code = if line.starts_with("doctor") { 1 } else { 0 };
        assert_eq!((ended.out.as_str(), ended.err), ("", format!("code {code}\n")), "{line}");
    }
}

#[test]
fn the_page_of_a_recording_is_opened_in_the_browser_that_is_named() {
    let browser = "#!/bin/sh\necho \"$@\" >opened\n";
    let folder = Folder::with("browser", browser).and("a.js", "console.log('ran')");
    let mode = Command::new("chmod").args(["+x", &folder.path("browser")]).status().unwrap();
    assert!(mode.success());
    let opened = |arguments: &[&str]| {
        let _ = fs::remove_file(folder.path("opened"));
        let mut command = hexloop(&folder.0);
        command.args(arguments).env("BROWSER", format!("{} --new %s", folder.path("browser")));
        let ended = finish(command, b"");
        assert_eq!(ended.code, 0, "{}", ended.err);
        fs::read_to_string(folder.path("opened")).unwrap()
    };
    let page = |name| format!("--new {}\n", folder.path(name));
    assert_eq!(opened(&["trace", "--open", "a.js"]), page("hexloop-trace.html"));
    assert_eq!(opened(&["doctor", "--open", "a.js"]), page("hexloop-doctor.html"));
    folder
        .run(&["trace", "--open", "--format=json", "a.js"])
        .complains(9, "--open goes with --format=html, written to a file");
    folder.run(&["--open", "a.js"]).complains(9, "--open goes with a recording: hexloop trace --open FILE");
}

/// What bash offers for a line, sorted.
fn bash_offers(line: &str) -> Vec<String> {
    let script = format!(
        "{}\nCOMP_WORDS=({line}); [[ $1 == *' ' ]] && COMP_WORDS+=(''); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _hexloop; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        evaluated(&["completions", "bash"]).out
    );
    let folder = Folder::with("a.js", "");
    let output = Command::new("bash").args(["-c", &script, "bash", line]).current_dir(&folder.0).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let mut words: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    words.sort();
    words
}

#[test]
fn bash_completes_commands_options_and_values() {
    assert_eq!(bash_offers("hexloop d"), ["doctor"]);
    assert_eq!(bash_offers("hexloop a"), ["a.js"]);
    assert_eq!(
        bash_offers("hexloop --tra"),
        [
            "--trace",
            "--trace-deprecation",
            "--trace-events",
            "--trace-exact",
            "--trace-exit",
            "--trace-quiet",
            "--trace-sigint",
            "--trace-warnings",
            "--traceable"
        ]
    );
    assert_eq!(bash_offers("hexloop --loop = no"), ["node", "node10"]);
    assert_eq!(bash_offers("hexloop doctor --on"), ["--on-port"]);
    assert_eq!(bash_offers("hexloop doctor --threshold m"), ["medium"]);
    assert_eq!(bash_offers("hexloop completions z"), ["zsh"]);
    assert_eq!(bash_offers("hexloop --loop node a"), ["a.js"]);
    assert_eq!(bash_offers("hexloop trace --loop = node --trace-q"), ["--trace-quiet"]);
    // After the file, the program's own arguments.
    assert_eq!(bash_offers("hexloop a.js --tra"), [""]);
    assert_eq!(bash_offers("hexloop doctor --threshold = low a.js --j"), [""]);
}

/// What fish offers for a line, sorted; None if it is not installed.
fn fish_offers(line: &str) -> Option<Vec<String>> {
    let folder = Folder::with("a.js", "");
    std::fs::write(folder.path("script"), evaluated(&["completions", "fish"]).out).unwrap();
    let code = format!("source script; rm script; complete -C '{line}'");
    let output = Command::new("fish").args(["--no-config", "-c", &code]).current_dir(&folder.0).output().ok()?;
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut words: Vec<String> = text.lines().filter_map(|line| line.split('\t').next()).map(str::to_owned).collect();
    words.sort();
    Some(words)
}

#[test]
fn fish_completes_commands_options_and_values() {
    let Some(words) = fish_offers("hexloop d") else { return println!("skipped: fish is not installed") };
    assert_eq!(words, ["doctor"]);
    let offers = |line: &str| fish_offers(line).expect("it is installed");
    assert_eq!(offers("hexloop a"), ["a.js"]);
    assert_eq!(offers("hexloop --loop=no"), ["--loop=node", "--loop=node10"]);
    assert_eq!(offers("hexloop trace --trace-q"), ["--trace-quiet"]);
    assert_eq!(offers("hexloop --loop node --trace-q"), ["--trace-quiet"]);
    assert_eq!(offers("hexloop doctor --threshold m"), ["medium"]);
    assert_eq!(offers("hexloop completions z"), ["zsh"]);
    // A command is the first argument; after the file come the program's own.
    assert_eq!(offers("hexloop --why d"), [""; 0]);
    assert_eq!(offers("hexloop a.js --tra"), [""; 0]);
    assert_eq!(offers("hexloop a.js doctor --on"), [""; 0]);
}

fn is_read_by(shell: &str) {
    let script = evaluated(&["completions", shell]).out;
    assert!(script.contains("--watchdog") || script.contains("-l watchdog"), "{shell}");
    let folder = Folder::with("script", &script);
    match Command::new(shell).arg("-n").arg(folder.path("script")).output() {
        Ok(output) => assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => skip::skipped(&format!("{shell} is not installed")),
    }
}

#[test]
fn completions_for_bash_are_a_script_it_can_read() {
    is_read_by("bash");
}

#[test]
fn completions_for_zsh_are_a_script_it_can_read() {
    is_read_by("zsh");
}

#[test]
fn completions_for_fish_are_a_script_it_can_read() {
    is_read_by("fish");
}

#[test]
fn there_are_completions_for_three_shells_only() {
    evaluated(&["completions", "tcsh"]).complains(9, "no completions for tcsh: bash, zsh or fish");
}

#[test]
fn the_manual_page_has_every_option_of_the_help() {
    let page = evaluated(&["help", "--man"]).out.replace("\\-", "-");
    assert!(page.starts_with(".TH HEXLOOP 1 "), "{page}");
    let help = evaluated(&["help"]).out;
    let options: Vec<&str> = help.split_whitespace().filter(|word| word.starts_with("--")).collect();
    assert!(options.len() > 40);
    for option in options {
        assert!(page.contains(option), "{option}");
    }
}
