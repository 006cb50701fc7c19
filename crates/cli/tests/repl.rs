//! The proof of the prompt: a session piped in (`-i`), and one at a real terminal through a pty. What is printed is what
//! Node 26.10 printed for the same lines, but for the welcome.

mod support;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::Terminal;

fn hexloop() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexloop"));
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("hexloop-repl-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

/// What a piped session prints after the welcome. It must end well.
#[track_caller]
fn session(lines: &str) -> String {
    let mut child =
        hexloop().arg("-i").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Short enough for the pipe to hold.
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    let out = String::from_utf8(output.stdout).unwrap();
    let (welcome, rest) = out.split_once("Type \".help\" for more information.\n").unwrap();
    assert!(welcome.starts_with("Welcome to Hexloop "), "{welcome}");
    rest.to_owned()
}

#[test]
fn values_are_shown_and_the_last_is_remembered() {
    assert_eq!(
        session("1 + 1\n_ * 2\n'a'\n({ a: 1 })\n{ a: 1, b: 2 }\n"),
        "> 2\n> 4\n> 'a'\n> { a: 1 }\n> { a: 1, b: 2 }\n> "
    );
    assert_eq!(
        session("// nothing\n.5\nvar q = 1\nnew Proxy({}, {})\n"),
        "> undefined\n> 0.5\n> undefined\n> Proxy [ {}, {} ]\n> "
    );
    assert_eq!(session("_ = 5\n7\n_\n"), "> Expression assignment to _ now disabled.\n5\n> 7\n> 5\n> ");
}

#[test]
fn an_unfinished_input_asks_for_more_lines() {
    assert_eq!(session("function f() {\nreturn 5\n}\nf()\n"), "> | | undefined\n> 5\n> ");
    assert_eq!(session("1 +\n2\n`a\nb`\n"), "> | 3\n> | 'a\\nb'\n> ");
    assert_eq!(session("let x = {\n.break\n1\n"), "> | > 1\n> ");
}

#[test]
fn await_works_at_the_top_level() {
    let out = session("await 7\nconst c = await Promise.resolve(3)\nc\nfor (const i of [1, 2]) await i\n");
    assert_eq!(out, "> 7\n> undefined\n> 3\n> undefined\n> ");
}

#[test]
fn a_name_that_let_const_or_class_took_is_taken() {
    let taken = |name: &str| format!("> Uncaught SyntaxError: Identifier '{name}' has already been declared\n");
    let out = session("const x = 1\nconst x = 2\nx\nlet x = 3\nvar x = 4\nfunction x() {}\nclass x {}\nx = 5\n");
    let constant = "> Uncaught TypeError: Assignment to constant variable.\n";
    assert_eq!(out, "> undefined\n".to_owned() + &taken("x") + "> 1\n" + &taken("x").repeat(4) + constant + "> ");
    let out = session(
        "var v = 1\nvar v = 2\nlet v = 3\nv\nfunction f() {}\nlet f\nlet undefined\nlet parseInt = 7\nparseInt\n",
    );
    let both = taken("f") + &taken("undefined");
    assert_eq!(
        out,
        "> undefined\n> undefined\n".to_owned() + &taken("v") + "> 2\n> undefined\n" + &both + "> undefined\n> 7\n> "
    );
}

#[test]
fn a_const_beside_an_await_is_a_let_and_its_name_is_taken_too() {
    let taken = "> Uncaught SyntaxError: Identifier 'c' has already been declared\n";
    let out = session("const c = await 1\nconst c = await 2\nvar c\nc\nc = 3\nglobalThis.c\n");
    assert_eq!(out, "> undefined\n".to_owned() + taken + taken + "> 1\n> 3\n> undefined\n> ");
}

#[test]
fn errors_are_shown_and_the_last_is_remembered() {
    let out = session("throw new Error('boo')\n_error.message\nnull.x\nthrow 5\nthrow { a: 1 }\n");
    let reading = "TypeError: Cannot read properties of null (reading 'x')";
    assert_eq!(
        out,
        format!("> Uncaught Error: boo\n> 'boo'\n> Uncaught {reading}\n> Uncaught 5\n> Uncaught {{ a: 1 }}\n> ")
    );
    let out = session("function f() { null.x }\nf()\nthrow Object.assign(new Error('x'), { code: 1 })\n");
    assert_eq!(
        out,
        format!("> undefined\n> Uncaught {reading}\n    at f (REPL1:1:21)\n> Uncaught [Error: x] {{ code: 1 }}\n> ")
    );
}

#[test]
fn a_syntax_error_stands_under_its_line() {
    let out = session("let a = ;\nfoo bar\n\"a\n");
    assert_eq!(
        out,
        "> let a = ;\n        ^\n\nUncaught SyntaxError: Unexpected token ';'\n\
         > foo bar\n    ^^^\n\nUncaught SyntaxError: Unexpected identifier 'bar'\n\
         > \"a\n^^\n\nUncaught SyntaxError: Invalid or unexpected token\n> "
    );
}

/// Where no more input can help the error comes at once, as in Node.
#[test]
fn an_error_that_stays_is_not_waited_with() {
    for (input, message) in [
        ("function(){", "Function statements require a function name"),
        ("class {", "Unexpected token '{'"),
        ("f(]", "Unexpected token ']'"),
    ] {
        let out = session(&format!("{input}\n"));
        assert!(out.ends_with(&format!("Uncaught SyntaxError: {message}\n> ")), "{out}");
    }
    assert_eq!(session("class A {\n#x\n}\n[1,\n2]\n"), "> | | undefined\n> | [ 1, 2 ]\n> ");
}

#[test]
fn modules_can_be_imported() {
    assert_eq!(
        session("const { sep } = await import('node:path'); sep\n(await import('fs')).constants.O_RDONLY\n"),
        "> '/'\n> 0\n> "
    );
    assert_eq!(
        session(
            "var kept; import('node:path').then((found) => { kept = found.sep }); 1\nawait new Promise((go) => setTimeout(go, 20)); kept\n"
        ),
        "> 1\n> '/'\n> "
    );
    let missing = session("await import('./gone.mjs')\n");
    assert!(missing.contains("[ERR_MODULE_NOT_FOUND]: Cannot find module '"), "{missing}");
    let refused = |line: &str| session(&format!("{line}\n")).split_once("SyntaxError: ").unwrap().1.to_owned();
    let words = "Cannot use import statement inside the Node.js REPL, alternatively use dynamic import:";
    for (line, instead) in [
        ("import fs from 'fs'", "const { default: fs } = await import(\"fs\");"),
        ("import * as q from 'q'", "const q = await import(\"q\");"),
        ("import d, {a, b as c} from 'q'", "const { default: d, a, b: c } = await import(\"q\");"),
        ("import 'y'", "await import(\"y\");"),
    ] {
        assert_eq!(refused(line), format!("{words} {instead}\n> "));
    }
}

#[test]
fn errors_of_the_engine_have_nodes_words_in_a_catch_too() {
    assert_eq!(
        session("try { null.x } catch (error) { error.message }\n"),
        "> \"Cannot read properties of null (reading 'x')\"\n> "
    );
    assert_eq!(session("await Promise.reject(new Error('x'))\n"), "> Uncaught Error: x\n    at REPL1:1:22\n> ");
}

#[test]
fn what_nobody_caught_does_not_end_the_session() {
    let out = session(
        "setTimeout(() => { throw new Error('timer') }, 1); 'set'\nawait new Promise((go) => setTimeout(go, 30))\n'still'\n",
    );
    assert!(out.contains("Uncaught Error: timer\n") && out.ends_with("> 'still'\n> "), "{out}");
    let out = session(
        "Promise.reject(new Error('nobody')); 1\nawait new Promise((go) => setTimeout(go, 5))\n_error.message\n",
    );
    assert!(out.contains("Uncaught Error: nobody\n") && out.ends_with("> 'nobody'\n> "), "{out}");
    let out = session("Promise.reject(6); 1\nawait new Promise((go) => setTimeout(go, 5))\n'still'\n");
    assert!(out.contains("Uncaught:\n") && out.contains("ERR_UNHANDLED_REJECTION"), "{out}");
    assert!(out.ends_with("> 'still'\n> "), "{out}");
}

#[test]
fn modules_are_there_by_name() {
    assert_eq!(session("path.join('a', 'b')\nrequire('fs') === fs\nmodule.id\n"), "> 'a/b'\n> true\n> '<repl>'\n> ");
}

#[test]
fn commands_begin_with_a_dot() {
    let help = session(".help\n");
    for name in [".break", ".clear", ".exit", ".help", ".load", ".save"] {
        assert!(help.contains(&format!("{name} ")), "{help}");
    }
    assert_eq!(session(".foo\n"), "> Invalid REPL keyword\n> ");
    assert_eq!(session("1\n.exit\n2\n"), "> 1\n> ");
    assert_eq!(session(".load\n.save\n"), "> The \"file\" argument must be specified\n".repeat(2) + "> ");
    assert_eq!(session(".load /gone.js\n"), "> Failed to load: /gone.js\n> ");
}

#[test]
fn a_session_can_be_saved_and_loaded() {
    let file = scratch("saved.js");
    let name = file.display();
    assert_eq!(
        session(&format!("var kept = 5\n.save {name}\n")),
        format!("> undefined\n> Session saved to: {name}\n> ")
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "var kept = 5\n");
    assert_eq!(session(&format!(".load {name}\nkept\n")), "> undefined\n> 5\n> ");
    fs::remove_file(file).unwrap();
}

#[test]
fn a_session_ends_by_exit_even_with_a_running_timer() {
    let out = session("process.on('exit', (code) => console.log('bye', code)); setInterval(() => {}, 1000); 1\n");
    assert_eq!(out, "> 1\n> bye 0\n");
}

// ---- at a terminal

/// The prompt at a terminal.
struct Session(Terminal);

impl Session {
    fn open(history: &Path) -> Session {
        let mut command = hexloop();
        command.env("NODE_REPL_HISTORY", history);
        let mut session = Session(Terminal::run(command));
        session.prompts();
        session
    }

    /// Waits for the next line to be read. The prompt itself is drawn again with every key; that pastes are bracketed, once.
    #[track_caller]
    fn prompts(&mut self) {
        self.shows("\u{1b}[?2004h");
        self.shows("> ");
    }

    #[track_caller]
    fn shows(&mut self, text: &str) -> String {
        self.0.shows(text)
    }

    /// Types a line that does not complete an input, and waits for the next. What is typed before that is not read.
    #[track_caller]
    fn types(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
        self.shows("\u{1b}[?2004h");
    }

    /// Presses keys, waits for what they lead to, and then for the next prompt.
    #[track_caller]
    fn answers(&mut self, keys: &str, text: &str) {
        self.press(keys);
        self.shows(text);
        self.prompts();
    }

    fn press(&mut self, keys: &str) {
        self.0.press(keys);
    }

    #[track_caller]
    fn ends(mut self) {
        assert_eq!(self.0.child.wait().unwrap().code(), Some(0));
    }
}

const UP: &str = "\u{1b}[A";
const HOME: &str = "\u{1}";
const INTERRUPT: &str = "\u{3}";
const END: &str = "\u{4}";
const ERASE: &str = "\u{7f}";

#[test]
fn a_terminal_shows_values_in_colour() {
    let mut terminal = Session::open(Path::new(""));
    terminal.answers("({ a: 1, s: 'x' })\r", "{ a: \u{1b}[33m1\u{1b}[39m, s: \u{1b}[32m'x'\u{1b}[39m }\r\n");
    terminal.press(END);
    terminal.ends();
}

#[test]
fn a_line_can_be_edited() {
    let mut terminal = Session::open(Path::new(""));
    terminal.answers(&format!("12{ERASE}3\r"), "\u{1b}[33m13\u{1b}[39m\r\n");
    terminal.answers(&format!("5{HOME}4\r"), "\u{1b}[33m45\u{1b}[39m\r\n");
    terminal.answers(&format!("{UP}0\r"), "\u{1b}[33m450\u{1b}[39m\r\n");
    terminal.press(".exit\r");
    terminal.ends();
}

#[test]
fn tab_completes_names() {
    let mut terminal = Session::open(Path::new(""));
    terminal.answers("Math.ma\t(1, 2)\r", "\u{1b}[33m2\u{1b}[39m\r\n");
    terminal.press("Math.a\t\t");
    let seen = terminal.shows("atanh");
    assert!(seen.contains("acosh"), "{seen}");
    terminal.answers(INTERRUPT, "");
    terminal.answers("var longNameOfMine = 77\r", "undefined");
    terminal.answers("longNa\t\r", "\u{1b}[33m77\u{1b}[39m\r\n");
    terminal.press(END);
    terminal.ends();
}

#[test]
fn interrupting_twice_leaves_and_once_discards_the_input() {
    let mut terminal = Session::open(Path::new(""));
    terminal.press("function f() {\r");
    terminal.shows("| ");
    terminal.press(INTERRUPT);
    terminal.prompts();
    terminal.press("abc");
    terminal.shows("abc");
    terminal.answers(INTERRUPT, "");
    terminal.answers("6 * 7\r", "\u{1b}[33m42\u{1b}[39m\r\n");
    terminal.answers(INTERRUPT, "(To exit, press Ctrl+C again or Ctrl+D or type .exit)\r\n");
    terminal.press(INTERRUPT);
    terminal.ends();
}

#[test]
fn an_interrupt_ends_an_endless_input_and_the_session_goes_on() {
    let mut terminal = Session::open(Path::new(""));
    terminal.answers("var count = 0\r", "undefined");
    for endless in [
        "for (;;) count++",
        "(function f() { for (;;) try { f() } catch {} })()",
        "while (true) [1].map(() => count++)",
    ] {
        terminal.press(&format!("console.log('spi' + 'nning'); {endless}\r"));
        terminal.shows("spinning\r\n");
        terminal.press(INTERRUPT);
        terminal.shows("Uncaught Error: Script execution was interrupted by `SIGINT`\r\n");
        terminal.answers("", "code: \u{1b}[32m'ERR_SCRIPT_EXECUTION_INTERRUPTED'\u{1b}[39m\r\n}\r\n");
    }
    terminal.answers("_error.code\r", "'ERR_SCRIPT_EXECUTION_INTERRUPTED'");
    terminal.answers("count > 0\r", "\u{1b}[33mtrue\u{1b}[39m\r\n");
    terminal.press(END);
    terminal.ends();
}

#[test]
fn an_interrupt_abandons_an_await_and_its_later_result() {
    let mut terminal = Session::open(Path::new(""));
    terminal.answers("var go\r", "undefined");
    // Printed from the loop: by then the input has come to its await.
    terminal.press("setImmediate(() => console.log('wai' + 'ting')); await new Promise((settle) => { go = settle })\r");
    terminal.shows("waiting\r\n");
    terminal.press(INTERRUPT);
    terminal.shows(
        "Uncaught:\r\n[Error [ERR_SCRIPT_EXECUTION_INTERRUPTED]: Script execution was interrupted by `SIGINT`] {\r\n",
    );
    terminal.answers("", "code: \u{1b}[32m'ERR_SCRIPT_EXECUTION_INTERRUPTED'\u{1b}[39m\r\n}\r\n");
    terminal.answers("go(77)\r", "undefined");
    terminal.answers("_\r", "undefined");
    terminal.answers("await 6 * 7\r", "\u{1b}[33m42\u{1b}[39m\r\n");
    terminal.press(END);
    terminal.ends();
}

#[test]
fn names_of_let_and_const_are_completed() {
    let mut terminal = Session::open(Path::new(""));
    terminal.answers("const myConstant = { inner: 78 }\r", "undefined");
    terminal.answers("myCons\t.inn\t\r", "\u{1b}[33m78\u{1b}[39m\r\n");
    terminal.press(END);
    terminal.ends();
}

#[test]
fn an_error_in_a_timer_brings_the_prompt_back() {
    let mut terminal = Session::open(Path::new(""));
    terminal.press("setTimeout(() => { throw new Error('late') }, 20); 1\r");
    terminal.shows("Uncaught Error: late\r\n> ");
    terminal.answers("6 * 7\r", "\u{1b}[33m42\u{1b}[39m\r\n");
    terminal.press(END);
    terminal.ends();
}

#[test]
fn history_outlives_the_session() {
    let file = scratch("history");
    for (number, leave) in [("1111", END), ("2222", ".exit\r")] {
        let mut terminal = Session::open(&file);
        terminal.answers(&format!("{number}\r"), &format!("\u{1b}[33m{number}\u{1b}[39m\r\n"));
        terminal.press(leave);
        terminal.ends();
    }
    let kept = fs::read_to_string(&file).unwrap();
    assert!(kept.contains("1111\n2222\n"), "{kept}");
    let mut terminal = Session::open(&file);
    // The newest is what left the last session.
    terminal.answers(&format!("{UP}{UP}{UP}\r"), "\u{1b}[33m1111\u{1b}[39m\r\n");
    terminal.press(END);
    terminal.ends();
    fs::remove_file(file).unwrap();
}

#[test]
fn the_value_of_an_expression_is_shown_while_it_is_typed() {
    let mut terminal = Session::open(Path::new(""));
    terminal.answers(
        "var calls = 0; var it = { get a() { calls++; return 1 }, toString() { calls++; return '' } }\r",
        "undefined",
    );
    for (typed, value) in [
        ("6 * 7", "42"),
        ("{a: 1}", "{ a: 1 }"),
        ("Math.max(3, 4)", "4"),
        ("'a'.toUpperCase()", "'A'"),
        ("[1, 2].length", "2"),
        ("null.x", "TypeError: Cannot read properties of null (reading 'x')"),
    ] {
        terminal.press(typed);
        terminal.shows(&format!("\u{1b}[90m\r\n{value}\u{1b}[39m"));
        terminal.answers(INTERRUPT, "");
    }
    // What could run code of the program is not tried.
    for typed in ["it.a", "`${it}`", "it + 1", "calls++", "(() => calls++)()"] {
        terminal.press(typed);
        terminal.answers(INTERRUPT, "");
    }
    terminal.answers("calls\r", "\u{1b}[33m0\u{1b}[39m\r\n");
    terminal.press(END);
    terminal.ends();
}

#[test]
fn the_rest_of_a_name_is_shown_and_accepted_with_the_right_arrow() {
    let mut terminal = Session::open(Path::new(""));
    terminal.press("proce");
    terminal.shows("\u{1b}[90mss");
    terminal.answers("\u{1b}[C.versio\u{1b}[C\r", "\u{1b}[32m'v26.10.0'\u{1b}[39m\r\n");
    terminal.press(END);
    terminal.ends();
}

#[test]
fn input_has_colours() {
    let mut terminal = Session::open(Path::new(""));
    terminal.press("const text = 'a'");
    terminal.shows("\u{1b}[36mconst\u{1b}[39m text = \u{1b}[32m'a'\u{1b}[39m");
    terminal.press("\r");
    terminal.prompts();
    terminal.press(END);
    terminal.ends();
}

#[test]
fn editor_mode_takes_lines_until_ctrl_d() {
    let mut terminal = Session::open(Path::new(""));
    terminal.press(".editor\r");
    terminal.shows("// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\r\n\u{1b}[?2004h");
    for line in ["var one = 1", "  one +", "1"] {
        terminal.types(line);
    }
    terminal.answers(&format!("){ERASE}{END}"), "\u{1b}[33m2\u{1b}[39m\r\n");
    terminal.types(".editor");
    terminal.types("one = 5");
    terminal.answers(INTERRUPT, "");
    terminal.answers("one\r", "\u{1b}[33m1\u{1b}[39m\r\n");
    terminal.press(END);
    terminal.ends();
}

#[test]
fn an_input_of_several_lines_is_one_entry_of_the_history() {
    let file = scratch("lines");
    let mut terminal = Session::open(&file);
    terminal.types("function f() {");
    terminal.types("return 71");
    terminal.answers("}\r", "undefined");
    terminal.answers("f()\r", "\u{1b}[33m71\u{1b}[39m\r\n");
    terminal.answers(&format!("{UP}{UP}\r"), "undefined");
    terminal.press(END);
    terminal.ends();
    let kept = fs::read_to_string(&file).unwrap();
    assert!(kept.contains("function f() {\\nreturn 71\\n}\n"), "{kept}");
    fs::remove_file(file).unwrap();
}
