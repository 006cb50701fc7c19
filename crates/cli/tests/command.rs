//! The proof of the command line: what a user may type, and what may be wrong with it. Exit codes and the lines of messages
//! that are not about Hexloop's own insides are those that Node 26.10 gave for the same files and arguments.

#[path = "support/folder.rs"]
mod folder;
#[path = "support/skip.rs"]
mod skip;

use folder::{Folder, evaluated, finish, hexloop};
use std::fs;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::Command;

// ---- the file

#[test]
fn a_missing_file_is_named_and_the_nearest_name_with_it() {
    let folder = Folder::with("program.js", "");
    let path = folder.path("progam.js");
    folder.run(&["progam.js"]).complains(1, &format!("Cannot find module '{path}' (did you mean 'program.js'?)"));
    let (path, parent) = (folder.path("gone/a.js"), folder.path("gone"));
    folder.run(&["gone/a.js"]).complains(1, &format!("Cannot find module '{path}': there is no folder '{parent}'"));
}

#[test]
fn a_file_is_found_without_its_extension_and_before_a_folder_of_that_name() {
    let folder = Folder::with("tool.js", "console.log('file')").and("tool/index.js", "console.log('folder')");
    folder.run(&["tool"]).well("file\n");
    folder.run(&["tool/"]).well("file\n");
}

#[test]
fn a_folder_is_run_by_its_package_or_its_index() {
    let folder = Folder::with("a/index.js", "console.log('index', require.main === module)")
        .and("b/package.json", r#"{"main":"lib/start.js"}"#)
        .and("b/lib/start.js", "console.log('start', require.main === module)")
        .and("c/package.json", r#"{"main":"gone.js"}"#)
        .and("d/package.json", "{bad")
        .and("e/readme", "");
    folder.run(&["a"]).well("index true\n");
    folder.run(&["b"]).well("start true\n");
    let gone = folder.path("c/gone.js");
    folder.run(&["c"]).reports_somewhere(
        1,
        &format!("Cannot find module '{gone}'. Please verify that the package.json has a valid \"main\" entry"),
    );
    let bad = folder.path("d/package.json");
    folder.run(&["d"]).reports_somewhere(1, &format!("Invalid package config {bad}."));
    let message =
        format!("'{}' is a folder without an index.js or a package.json: name the file to run", folder.path("e"));
    folder.run(&["e"]).complains(1, &message);
}

#[test]
fn a_file_without_read_permission_is_an_error() {
    // SAFETY: asks for a number.
    if unsafe { libc::geteuid() } != 0 {
        // Only root can become the user who may not read the file.
        skip::skipped("needs root");
        return;
    }
    let folder = Folder::with("secret.js", "console.log(1)");
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder.0.join("secret.js"), fs::Permissions::from_mode(0o600)).unwrap();
    fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o755)).unwrap();
    // The other user may not be let in where the workspace is built.
    let copy = folder.0.join("hexloop");
    fs::copy(env!("CARGO_BIN_EXE_hexloop"), &copy).unwrap();
    let mut command = Command::new(&copy);
    command.arg("secret.js").current_dir(&folder.0).uid(65534).gid(65534);
    let path = folder.path("secret.js");
    finish(command, b"").complains(1, &format!("cannot read '{path}': permission denied"));
}

#[test]
fn a_source_that_is_not_utf8_runs_with_replacements_and_the_place_is_named() {
    let folder = Folder::with("latin.js", b"// one\nconsole.log('caf\xe9'.charCodeAt(3))\n");
    let message = |name: &str, place: &str| {
        format!("hexloop: {name}:{place}: byte 0xe9 is not UTF-8; what cannot be read becomes U+FFFD\n")
    };
    let ended = folder.run(&["latin.js"]);
    assert_eq!((ended.code, ended.out.as_str()), (0, "65533\n"));
    assert_eq!(ended.err, message(&folder.path("latin.js"), "2:17"));
    let ended = folder.run(&["--check", "latin.js"]);
    assert_eq!((ended.code, ended.err), (0, message(&folder.path("latin.js"), "2:17")));
    let ended = folder.run_with_input(&["-"], b"console.log('\xe9'.length)");
    assert_eq!((ended.code, ended.out.as_str(), ended.err), (0, "1\n", message("[stdin]", "1:14")));
}

#[test]
fn unusual_beginnings_and_contents_of_a_file_run() {
    for (source, out) in [
        ("", ""),
        ("\u{feff}console.log('bom')", "bom\n"),
        ("#!/usr/bin/env hexloop\nconsole.log('hashbang')", "hashbang\n"),
        ("console.log('a\0b'.length)", "3\n"),
        ("console.log(1); return; console.log(2)", "1\n"),
    ] {
        Folder::with("a.js", source).run(&["a.js"]).well(out);
    }
    Folder::with("a.json", r#"{"a":1}"#).run(&["a.json"]).well("");
}

// ---- what is wrong in the program

#[test]
fn a_syntax_error_shows_its_line_and_a_caret() {
    let folder =
        Folder::with("a.js", "const a = 1;\nlet b = ;\n").and("b.json", "{\"a\":}").and("nul.js", "var a;\0\n");
    let path = folder.path("a.js");
    let report = format!("{path}:2\nlet b = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n");
    folder.run(&["a.js"]).reports(1, &report);
    folder.run(&["--check", "a.js"]).reports(1, &report);
    evaluated(&["-e", "let b = ;"]).reports(1, "[eval]:1\nlet b = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n");
    folder
        .run_with_input(&["-"], b"let b = ;")
        .reports(1, "[stdin]:1\nlet b = ;\n        ^\n\nSyntaxError: Unexpected");
    folder.run(&["b.json"]).reports_somewhere(1, &format!("SyntaxError: {}: ", folder.path("b.json")));
    folder.run(&["nul.js"]).reports_somewhere(1, "SyntaxError: Invalid or unexpected token");
}

#[test]
fn an_uncaught_error_shows_the_throwing_line_and_the_stack() {
    let folder = Folder::with("a.js", "function f() {\n  throw new TypeError('no good');\n}\nf();\n");
    let path = folder.path("a.js");
    folder.run(&["a.js"]).reports(
        1,
        &format!(
            "{path}:2\n  throw new TypeError('no good');\n  ^\n\nTypeError: no good\n    at f ({path}:2:9)\n    at Object.<anonymous> ({path}:4:1)\n"
        ),
    );
    evaluated(&["-e", "null.x"]).reports(
        1,
        "[eval]:1\nnull.x\n     ^\n\nTypeError: Cannot read properties of null (reading 'x')\n    at [eval]:1:6\n",
    );
}

#[test]
fn anything_can_be_thrown() {
    for (value, shown) in [("5", "5"), ("{ a: 1 }", "{ a: 1 }"), ("null", "null"), ("'text'", "text")] {
        let folder = Folder::with("a.js", format!("throw {value};\n"));
        let path = folder.path("a.js");
        folder.run(&["a.js"]).reports(1, &format!("\n{path}:1\nthrow {value};\n^\n{shown}\n"));
    }
}

#[test]
fn an_unhandled_rejection_ends_with_code_1() {
    let ended = evaluated(&["-e", "Promise.reject(new Error('nobody'))"]);
    ended.reports(
        1,
        "[eval]:1\nPromise.reject(new Error('nobody'))\n               ^\n\nError: nobody\n    at [eval]:1:16\n",
    );
    evaluated(&["-e", "Promise.reject(5)"]).reports_somewhere(1, "The promise rejected with the reason \"5\".");
}

#[test]
fn an_unsettled_top_level_await_ends_with_code_13() {
    let folder = Folder::with("a.mjs", "console.log('a');\nawait new Promise(() => {});\n");
    let ended = folder.run(&["a.mjs"]);
    let place = format!("file://{}:2\nawait new Promise(() => {{}});\n^", folder.path("a.mjs"));
    assert_eq!(ended.err, format!("Warning: Detected unsettled top-level await at {place}\n\n\n\n"));
    assert_eq!((ended.code, ended.out.as_str()), (13, "a\n"));
    assert_eq!(evaluated(&["-e", "await new Promise(() => {})"]).code, 13);
    assert_eq!(folder.run_with_input(&["-"], b"await new Promise(() => {})").code, 13);
}

#[test]
fn a_listener_that_throws_ends_with_code_7() {
    let code = "process.on('uncaughtException', () => { throw new Error('second') }); throw new Error('first')";
    let ended = evaluated(&["-e", code]);
    ended.reports_somewhere(7, "Error: second\n");
    assert!(!ended.err.contains("Error: first\n"), "{}", ended.err);
}

#[test]
fn the_exit_code_is_the_programs() {
    assert_eq!(evaluated(&["-e", "process.exit(42)"]).code, 42);
    assert_eq!(evaluated(&["-p", "process.exit(5)"]).code, 5);
    assert_eq!(evaluated(&["-e", "process.exitCode = 3"]).code, 3);
    let ended = evaluated(&["-e", "process.on('exit', (code) => console.log('exit', code)); x"]);
    assert_eq!((ended.code, ended.out.as_str()), (1, "exit 1\n"));
}

#[test]
fn a_signal_ends_with_128_and_its_number() {
    for (signal, number) in [("SIGHUP", 1), ("SIGINT", 2), ("SIGKILL", 9), ("SIGTERM", 15)] {
        let code = format!("process.kill(process.pid, '{signal}'); setTimeout(() => {{}}, 60000)");
        assert_eq!(evaluated(&["-e", &code]).code, 128 + number, "{signal}");
    }
}

#[test]
fn signals_that_a_parent_ignored_end_the_process_nevertheless() {
    let code = "process.kill(process.pid, 'SIGHUP'); setTimeout(() => {}, 60000)";
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" -e \"$1\"", env!("CARGO_BIN_EXE_hexloop"), code]);
    let status = command.status().unwrap();
    assert_eq!(status.signal(), Some(libc::SIGHUP), "{status}");
}

#[test]
fn endless_recursion_is_a_range_error() {
    let caught = "function f() { return f() + 1 } try { f() } catch (error) { console.log(error instanceof RangeError, error.message) }";
    evaluated(&["-e", caught]).well("true Maximum call stack size exceeded\n");
    let ended = evaluated(&["-e", "function f() { return f() + 1 } f()"]);
    ended.reports(1, "[eval]:1\nfunction f() { return f() + 1 } f()\n");
    assert!(ended.err.contains("\nRangeError: Maximum call stack size exceeded\n    at f ([eval]:1:"), "{}", ended.err);
}

#[test]
fn a_program_nested_too_deeply_is_refused_without_harm() {
    let deep = |open: &str, middle: &str, close: &str, times: usize| {
        format!("{}{middle}{}\n", open.repeat(times), close.repeat(times))
    };
    for source in [
        deep("(", "1", ")", 100_000),
        deep("[", "", "]", 100_000),
        deep("(", "", "", 100_000),
        deep("(() => ", "1", ")", 50_000),
        deep("`${", "1", "}`", 20_000),
        deep("if (a) {} else ", "{}", "", 20_000),
    ] {
        let folder = Folder::with("a.js", &source);
        folder.run(&["a.js"]).reports_somewhere(1, "Error: ");
        assert!(matches!(folder.run(&["--check", "a.js"]).code, 0 | 1), "{}", &source[..20]);
    }
    evaluated(&["-e", "try { JSON.parse('['.repeat(1e6)) } catch (error) { console.log(error.name) }"])
        .well("SyntaxError\n");
    let pattern =
        "try { new RegExp('('.repeat(1e5) + ')'.repeat(1e5)) } catch (error) { console.log(error instanceof Error) }";
    evaluated(&["-e", pattern]).well("true\n");
}

#[test]
fn a_line_of_50_megabytes_runs_and_its_errors_are_reported() {
    let line = |rest: &str| format!("var s = '{}'; {rest}\n", "a".repeat(50_000_000));
    Folder::with("a.js", line("console.log(s.length)")).run(&["a.js"]).well("50000000\n");
    Folder::with("a.js", line(")")).run(&["a.js"]).reports_somewhere(1, "SyntaxError: Unexpected token ')'");
    Folder::with("a.js", line("null.x"))
        .run(&["a.js"])
        .reports_somewhere(1, "TypeError: Cannot read properties of null");
}

// ---- options

#[test]
fn an_option_that_makes_no_sense_ends_with_code_9() {
    evaluated(&["--chekc", "a.js"]).complains(9, "bad option: --chekc (did you mean --check?)");
    evaluated(&["--banana"]).complains(9, "bad option: --banana (hexloop --help lists them)");
    evaluated(&["-e"]).complains(9, "-e requires an argument");
    evaluated(&["-e", "-v"]).complains(9, "-e requires an argument");
    evaluated(&["--unhandled-rejections"]).complains(9, "--unhandled-rejections requires an argument");
    evaluated(&["--loop=nodd", "a.js"]).complains(
        9,
        "invalid value for --loop: nodd, did you mean node? (one of node, node10, browser, browser-firefox)",
    );
    evaluated(&["--await=never", "a.js"])
        .complains(9, "invalid value for --await: never, must be one of modern, legacy");
    evaluated(&["--check", "-e", "1"]).complains(9, "either --check or --eval can be used, not both");
}

#[test]
fn version_and_help_are_printed_on_standard_output() {
    // Tools parse what `node -v` prints.
    evaluated(&["--version"]).well("v26.10.0\n");
    evaluated(&["-v"]).well("v26.10.0\n");
    evaluated(&["version"]).well(&format!("hexloop {} (API of Node.js v26.10.0)\n", env!("CARGO_PKG_VERSION")));
    evaluated(&["version", "--verbose"]).well(&evaluated(&["--version", "--verbose"]).out);
    let help = evaluated(&["--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    for option in ["--eval", "--print", "--check", "--loop", "--await", "--unhandled-rejections", "--version"] {
        assert!(help.out.contains(option), "{option}");
    }
}

#[test]
fn version_verbose_has_what_a_bug_report_needs() {
    let report = |engine: &str| {
        let mut command = hexloop(Path::new("/"));
        command.args(["--version", "--verbose"]).env("HEXLOOP_ENGINE", engine);
        finish(command, b"")
    };
    let lines = report("no-code-cache").out;
    for start in
        ["hexloop  ", "node  ", "system  ", "engine          JavaScriptCore 2.", "build id  ", "library         /"]
    {
        assert!(lines.lines().any(|line| line.starts_with(start)), "{start}: {lines}");
    }
    assert!(lines.contains("  code-cache            no   switched off by HEXLOOP_ENGINE\n"), "{lines}");
    assert!(lines.contains("  time-limit            yes\n"), "{lines}");
    let public = report("public").out;
    assert!(public.contains("  vm-lock               no ") && !public.contains(" yes\n"), "{public}");
    let refused = report("publik");
    assert_eq!(refused.code, 9);
    assert!(refused.err.starts_with("hexloop: HEXLOOP_ENGINE: there is no 'publik'"), "{}", refused.err);
    evaluated(&["--verbose", "-p", "1"]).complains(9, "--verbose goes with --version");
}

#[test]
fn env_files_set_what_is_not_set_and_options_too() {
    let folder = Folder::with("one", "A=1\nB=2\nPATH=/nowhere\nNODE_OPTIONS=-r ./before.js\nTZ=Pacific/Honolulu\n")
        .and("two", "export B='3\n4' # four\n")
        .and("before.js", "console.log('before')")
        .and(
            "main.js",
            "const { A, B, PATH } = process.env; console.log([A, B, PATH === '/nowhere', new Date(0).getHours()])",
        )
        .and("argv.js", "console.log(process.argv.slice(2))");
    let printed = "before\n[ '1', '3\\n4', false, 14 ]\n";
    folder.run(&["--env-file=one", "--env-file", "two", "main.js"]).well(printed);
    folder
        .run(&["--env-file=two", "--env-file-if-exists=none", "-p", "process.env.B.length"])
        .reports_somewhere(0, "none not found. Continuing without it.");
    folder.run(&["--env-file=none", "main.js"]).complains(9, "none: not found");
    folder.run(&["--env-file=.", "main.js"]).complains(9, ".: invalid format");
    folder.run(&["argv.js", "--env-file=none"]).well("[ '--env-file=none' ]\n");
}

#[test]
fn what_follows_the_file_is_the_programs() {
    let folder = Folder::with("a.js", "console.log(process.argv.slice(2).join(), process.execArgv.join())");
    folder.run(&["--no-warnings", "a.js", "a", "--b", "-c", "--", "d"]).well("a,--b,-c,--,d --no-warnings\n");
    folder.run(&["--", "a.js", "x"]).well("x \n");
    folder.run(&["a.js", "--", "x"]).well("--,x \n");
    folder.run(&["--no-warnings", "--", "a.js", "--x"]).well("--x --no-warnings\n");
}

#[test]
fn code_on_the_command_line_gets_the_arguments_after_it() {
    let code = "console.log(process.argv.slice(1).join(), process.execArgv.length)";
    evaluated(&["-e", code, "a", "b", "--c"]).well("a,b,--c 2\n");
    evaluated(&["-e", code, "--", "a", "--b"]).well("a,--b 2\n");
    evaluated(&["--no-warnings", "-p", "process.execArgv", "x"])
        .well("[ '--no-warnings', '-p', 'process.execArgv' ]\n");
}

#[test]
fn print_shows_a_value_as_console_log_does() {
    for (code, out) in [
        ("({ a: 1, b: [1, 2] })", "{ a: 1, b: [ 1, 2 ] }\n"),
        ("'text'", "text\n"),
        ("undefined", "undefined\n"),
        ("", "undefined\n"),
        ("Promise.resolve(4)", "Promise { 4 }\n"),
        ("new Promise(() => {})", "Promise { <pending> }\n"),
        ("10n", "10n\n"),
        (r"\-0", "-0\n"),
        ("fs.readFileSync.name", "readFileSync\n"),
    ] {
        evaluated(&["-p", code]).well(out);
    }
    evaluated(&["-p", "-e", "8"]).well("8\n");
    evaluated(&["-pe", "1 + 1"]).well("2\n");
    evaluated(&["-e", "console.log(1)", "-p"]).well("1\nundefined\n");
    Folder::new().run_with_input(&["-p"], b"1 + 1").well("2\n");
    evaluated(&["-p", "await 5"])
        .reports_somewhere(1, "[ERR_EVAL_ESM_CANNOT_PRINT]: --print cannot be used with ESM input");
}

#[test]
fn evaluated_code_has_what_a_module_has() {
    let code = "console.log(__filename, __dirname, require.main, module.id, this === globalThis, typeof exports)";
    evaluated(&["-e", code]).well("[eval] . undefined [eval] true object\n");
    evaluated(&["--eval=console.log(await 5)"]).well("5\n");
    Folder::with("a.js", "module.exports = 'beside'").run(&["-p", "require('./a')"]).well("beside\n");
}

#[test]
fn standard_input_can_be_the_program() {
    let folder = Folder::new();
    folder.run_with_input(&["-", "a", "b"], b"console.log(process.argv.slice(2))").well("[ 'a', 'b' ]\n");
    folder.run_with_input(&[], b"console.log(__filename, typeof fs)").well("[stdin] undefined\n");
    folder.run_with_input(&[], b"console.log(await 3)").well("3\n");
    folder.run_with_input(&["-"], b"\xef\xbb\xbfconsole.log(1)").well("1\n");
    folder.run_with_input(&["-"], b"#!/bin/x\nconsole.log(1)").well("1\n");
    folder.run_with_input(&[], b"").well("");
}

#[test]
fn check_runs_nothing() {
    let folder = Folder::with("a.js", "console.log('ran')")
        .and("tla.mjs", "await 1;")
        .and("import.js", "import fs from 'fs';")
        .and("return.js", "return 1;")
        .and("hashbang.js", "#!/bin/x\n1")
        .and("folder/index.js", "console.log('ran')")
        .and("data.json", r#"{"a":1}"#);
    for file in ["a.js", "tla.mjs", "import.js", "return.js", "hashbang.js", "folder"] {
        folder.run(&["--check", file]).well("");
    }
    folder.run(&["-c", "data.json"]).reports_somewhere(1, "SyntaxError: Unexpected token ':'");
    let gone = folder.path("missing-program.js");
    folder.run(&["-c", "missing-program.js"]).complains(1, &format!("Cannot find module '{gone}'"));
    folder.run_with_input(&["-c"], b"console.log('ran')").well("");
    folder.run_with_input(&["-c", "-"], b"let a = ;").reports(1, "[stdin]:1\nlet a = ;\n        ^\n\nSyntaxError: ");
}
