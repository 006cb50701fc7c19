//! The `hexloop` command: reads its arguments, runs the program, ends with Node's exit code.

// The test harness has its own entry point; with this one the tests would never run.
#![cfg_attr(not(test), no_main)]

mod arguments;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod bundle_start;
mod commands;
mod completions;
mod doctor;
mod env_files;
mod explain;
mod help;
mod load;
mod manual;
mod node_flags;
mod node_options;
mod options;
mod output;
mod program_file;
mod recorded_run;
mod repl;
mod tool_arguments;
mod version;

use arguments::{Parsed, Task, absolute};
use hexloop_node::{NODE_VERSION, Options, Program, Runtime, exit_process, source_text};
use hexloop_source::Goal;
use options::UsageError;
use output::{fail, print, warn};
use std::io::{IsTerminal, Read};
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: hexloop_node::Allocator = hexloop_node::Allocator;

/// Node's exit code for an invalid command line.
const INVALID_USAGE: i32 = 9;

/// The exit code of a shell, and of the dynamic loader, where a library is missing.
const CANNOT_LOAD: i32 = 127;

/// How long a callback may block the loop before it is reported, on a terminal.
const WATCHDOG_ON_TERMINALS: Duration = Duration::from_secs(1);

/// The exit code for a bug in Hexloop itself (EX_SOFTWARE).
const BUG: i32 = 70;

/// The C entry point: Rust's would install a handler for stack overflows that the engine replaces anyway, and read the process's
/// memory map for it at every start.
#[cfg_attr(not(test), unsafe(export_name = "main"))]
#[cfg_attr(test, allow(dead_code, reason = "the tests begin elsewhere"))]
pub extern "C" fn entry(_count: i32, _arguments: *const *const u8) -> i32 {
    // A panic must not unwind into C.
    std::panic::catch_unwind(start).unwrap_or(BUG)
}

fn start() -> i32 {
    restore_signals();
    open_standard_descriptors();
    let mut arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    let argv0 = arguments.next().unwrap_or_else(|| "hexloop".to_owned());
    let arguments: Vec<String> = arguments.collect();
    if let Err(message) = hexloop_engine::check_engine_switches() {
        exit_process(fail(&message, INVALID_USAGE));
    }
    if let Some(run) = arguments.first().and_then(|first| commands::find(first)?.run) {
        exit_process(run(&arguments[1..]));
    }
    let code = match parse_command_line(&argv0, &arguments) {
        Ok(parsed) => execute(parsed),
        Err(bad) => fail(&bad.0, INVALID_USAGE),
    };
    exit_process(code)
}

/// A parent may have ignored or blocked signals (`nohup`, background jobs of a shell), which a program would inherit. As in Node
/// all of them are reset; a closed pipe is an EPIPE error.
fn restore_signals() {
    // SAFETY: the only pointer is that to the local set; no handler is installed, and no other thread runs yet.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
        for signal in (1..32).filter(|signal| ![libc::SIGKILL, libc::SIGSTOP, libc::SIGPIPE].contains(signal)) {
            libc::signal(signal, libc::SIG_DFL);
        }
        libc::signal(libc::SIGPIPE, libc::SIG_IGN);
    }
}

/// The files of `--env-file` may set NODE_OPTIONS: with such files the arguments are parsed twice.
fn parse_command_line(argv0: &str, arguments: &[String]) -> Result<Parsed, UsageError> {
    let on_terminal = std::io::stdin().is_terminal();
    if arguments.iter().any(|argument| argument.starts_with("--env-file")) {
        env_files::load(&arguments::parse(argv0, arguments, "", on_terminal)?.env_files)?;
    }
    let node_options = std::env::var("NODE_OPTIONS").unwrap_or_default();
    arguments::parse(argv0, arguments, &node_options, on_terminal)
}

/// The parent may have closed some of the standard descriptors; the next opened file would get that number, and a program would read
/// or write it by accident.
fn open_standard_descriptors() {
    for fd in 0..=2 {
        // SAFETY: the only pointer is a C string literal; the lowest free number is the closed one.
        unsafe {
            if libc::fcntl(fd, libc::F_GETFD) == -1 {
                libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
            }
        }
    }
}

fn execute(Parsed { task, options, .. }: Parsed) -> i32 {
    match task {
        Task::Help { command: None } => print(&help::general()),
        Task::Help { command: Some(name) } => print(&help::for_command(name)),
        Task::Version { verbose: true } => version::verbose(),
        Task::Version { verbose: false } => print(&version::short()),
        Task::Check { file } => check_file(&file),
        Task::CheckStandardInput => match read_standard_input() {
            Ok(text) => check(&text, "[stdin]", false),
            Err(message) => fail(&message, 1),
        },
        Task::Run { file } => match program_file::find(&absolute(&file)) {
            Ok(path) => run(options, Program::File(path)),
            Err(message) => fail(&message, 1),
        },
        Task::Evaluate { source, print } => run(options, Program::Text { source, name: "[eval]", print }),
        Task::StandardInput { print } => match read_standard_input() {
            Ok(source) => run(options, Program::Text { source, name: "[stdin]", print }),
            Err(message) => fail(&message, 1),
        },
        Task::Repl => on_engine(|| Runtime::enter_repl(options, repl::run)),
    }
}

/// Without an engine, what it lacks is reported before anything else is set up.
fn on_engine(run: impl FnOnce() -> std::io::Result<i32>) -> i32 {
    if let Err(message) = hexloop_engine::load() {
        return fail(&message, CANNOT_LOAD);
    }
    run().unwrap_or_else(|error| fail(&format!("the event loop could not be set up: {error}"), 1))
}

fn run(mut options: Options, program: Program) -> i32 {
    if options.watchdog.is_none() && std::io::stderr().is_terminal() {
        options.watchdog = Some(WATCHDOG_ON_TERMINALS);
    }
    on_engine(|| Runtime::enter(options, move |runtime| runtime.run(program)))
}

fn read_standard_input() -> Result<String, String> {
    let mut bytes = Vec::new();
    match std::io::stdin().read_to_end(&mut bytes) {
        Ok(_) => Ok(source_text(bytes, "[stdin]")),
        Err(error) => Err(format!("cannot read standard input: {error}")),
    }
}

/// `--check`: reports the file's syntax error, if any.
fn check_file(file: &str) -> i32 {
    let path = match program_file::find_to_check(&absolute(file)) {
        Ok(path) => path,
        Err(message) => return fail(&message, 1),
    };
    let name = path.to_string_lossy();
    match std::fs::read(&path) {
        Ok(bytes) => check(&source_text(bytes, &name), &name, name.ends_with(".mjs")),
        Err(error) => fail(&format!("cannot read '{}': {error}", path.display()), 1),
    }
}

fn check(text: &str, name: &str, is_module: bool) -> i32 {
    let is_module = is_module || hexloop_source::needs_module_goal(text);
    let goal = if is_module { Goal::Module } else { Goal::CommonJs };
    match hexloop_source::check(text, &hexloop_source::Options { path: name, goal }) {
        Ok(()) => 0,
        Err(error) => {
            warn(&format!("{}\n\nNode.js {NODE_VERSION}\n", error.render()));
            1
        }
    }
}
