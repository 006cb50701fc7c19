//! Parses the command line: options, then a file, then the program's arguments. `options.rs` has the options.

use crate::env_files::EnvFile;
use crate::node_flags::{self, NodeFlag};
use crate::options::{self, FoundOption, OptionValue, Setter, Settings, TaskOptions, UsageError};
use hexloop_node::Options;
use hexloop_source::nearest;

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    Run { file: String },
    Evaluate { source: String, print: bool },
    StandardInput { print: bool },
    Check { file: String },
    CheckStandardInput,
    Repl,
    Version { verbose: bool },
    Help { command: Option<&'static str> },
}

pub struct Parsed {
    pub task: Task,
    pub env_files: Vec<EnvFile>,
    pub options: Options,
}

/// Parses the arguments without `argv[0]`, after those of `$NODE_OPTIONS`. `on_terminal`: standard input is a terminal.
pub fn parse(argv0: &str, arguments: &[String], node_options: &str, on_terminal: bool) -> Result<Parsed, UsageError> {
    let mut settings = Settings::default();
    settings.options.argv0 = argv0.to_owned();
    if !node_options.is_empty() {
        crate::node_options::apply(&mut settings, node_options)?;
    }
    let mut reader = Reader::new(arguments);
    let is_trace = reader.rest.as_slice().first().is_some_and(|first| first == "trace");
    if is_trace {
        reader.rest.next();
        settings.options.trace.from_start = true;
    }
    let mut file = None;
    while let Some(argument) = reader.rest.next() {
        if argument == "--" {
            file = reader.rest.next().cloned();
            break;
        }
        if argument == "-" || !argument.starts_with('-') {
            file = Some(argument.clone());
            break;
        }
        let is_inherited = reader.take(&mut settings, argument)?;
        if is_inherited {
            settings.options.exec_arguments.push(argument.clone());
            settings.options.exec_arguments.extend(reader.taken.take());
        }
    }
    check(&settings)?;
    let Settings { mut options, task: task_options, .. } = settings;
    let rest: Vec<String> = reader.rest.cloned().collect();
    let env_files = task_options.env_files.clone();
    let task = if is_trace && task_options.help {
        Task::Help { command: Some("trace") }
    } else if is_trace && file.is_none() && task_options.source.is_none() {
        return Err(UsageError("trace needs a file: hexloop trace FILE (hexloop help trace)".to_owned()));
    } else {
        task(task_options, &file, on_terminal)?
    };
    options.arguments = match (&task, file) {
        // Without a file its position is the program's first argument.
        (Task::Evaluate { .. }, Some(first)) => std::iter::once(first).chain(rest).collect(),
        (Task::Run { file }, _) => std::iter::once(absolute(file)).chain(rest).collect(),
        (Task::StandardInput { .. }, Some(dash)) => std::iter::once(dash).chain(rest).collect(),
        _ => rest,
    };
    Ok(Parsed { task, env_files, options })
}

pub fn absolute(file: &str) -> String {
    std::path::absolute(file).map_or_else(|_| file.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// An iterator over the arguments.
pub struct Reader<'a> {
    pub rest: std::slice::Iter<'a, String>,
    /// The argument that the last option consumed as its value.
    taken: Option<String>,
}

impl<'a> Reader<'a> {
    pub fn new(arguments: &'a [String]) -> Reader<'a> {
        Reader { rest: arguments.iter(), taken: None }
    }

    /// Applies one option, with its value. True if a child process inherits it.
    fn take(&mut self, settings: &mut Settings, argument: &str) -> Result<bool, UsageError> {
        let (name, value) = split(argument);
        self.taken = None;
        match options::find(name) {
            Some(found) => {
                self.set(settings, &found, name, value)?;
                Ok(found.section.is_inherited)
            }
            None => self.take_node_option(name, value).map(|()| true),
        }
    }

    pub fn set(
        &mut self,
        settings: &mut Settings,
        found: &FoundOption,
        name: &str,
        value: Option<String>,
    ) -> Result<(), UsageError> {
        let name = name.to_owned();
        match found.option.set {
            // A value is ignored, as in Node.
            Setter::Flag(set) => set(settings, !found.is_negated),
            Setter::Optional(set) => set(settings, &OptionValue { name, value })?,
            Setter::Value(set) => {
                let takes_dash = found.option.entry.has_name("--out");
                let value = self.value(&name, value, takes_dash)?;
                set(settings, &OptionValue { name, value: Some(value) })?;
            }
            // `-p -e CODE` and `-e CODE -p` are equivalent.
            Setter::OptionalNext(set) => {
                let value = value.or_else(|| if settings.task.source.is_none() { self.next_value() } else { None });
                set(settings, value);
            }
        }
        Ok(())
    }

    /// An option that is not in the table: one of Node's, or unknown.
    pub fn take_node_option(&mut self, name: &str, value: Option<String>) -> Result<(), UsageError> {
        match node_flags::find(name) {
            Some(NodeFlag { has_effect: false, takes_value, .. }) => {
                if takes_value {
                    self.value(name, value, false)?;
                }
                Ok(())
            }
            Some(flag) => Err(UsageError(flag.missing(name))),
            None => Err(unknown(name)),
        }
    }

    /// The value given with `=`, or the next argument.
    fn value(&mut self, name: &str, given: Option<String>, takes_dash: bool) -> Result<String, UsageError> {
        // `-` is standard output.
        if takes_dash && given.is_none() && self.rest.as_slice().first().is_some_and(|next| next == "-") {
            self.rest.next();
            return Ok("-".to_owned());
        }
        if given.as_deref() == Some("") {
            return Err(UsageError(format!("{name}= requires an argument")));
        }
        given.or_else(|| self.next_value()).ok_or_else(|| UsageError(format!("{name} requires an argument")))
    }

    /// The next argument, unless it begins with a dash: such a value is escaped with a backslash, as in Node (`-p '\-1'`).
    fn next_value(&mut self) -> Option<String> {
        let next = self.rest.as_slice().first().filter(|next| !next.starts_with('-'))?;
        self.rest.next();
        self.taken = Some(next.clone());
        Some(next.strip_prefix('\\').filter(|value| value.starts_with('-')).unwrap_or(next).to_owned())
    }
}

/// The name, and the value after `=`, which short options do not have.
pub fn split(argument: &str) -> (&str, Option<String>) {
    match argument.split_once('=') {
        Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
        _ => (argument, None),
    }
}

/// Rejects options that exclude each other.
fn check(settings: &Settings) -> Result<(), UsageError> {
    let bad = |message: &str| Err(UsageError(message.to_owned()));
    let (task, trace) = (&settings.task, &settings.options.trace);
    if settings.tls_min_v13 && settings.tls_max_v12 {
        return bad("either --tls-min-v1.3 or --tls-max-v1.2 can be used, not both");
    }
    if task.check && task.source.is_some() {
        return bad("either --check or --eval can be used, not both");
    }
    if task.verbose && !task.version && !task.help {
        return bad("--verbose goes with --version");
    }
    if trace.open && !trace.is_wanted() {
        return bad("--open goes with a recording: hexloop trace --open FILE");
    }
    if trace.open && !trace.is_page() {
        return bad("--open goes with --format=html, written to a file");
    }
    Ok(())
}

fn task(task_options: TaskOptions, file: &Option<String>, on_terminal: bool) -> Result<Task, UsageError> {
    if task_options.help {
        return Ok(Task::Help { command: None });
    }
    if task_options.version {
        return Ok(Task::Version { verbose: task_options.verbose });
    }
    if let Some(source) = task_options.source {
        return Ok(Task::Evaluate { source, print: task_options.print });
    }
    Ok(match file {
        Some(file) if task_options.check && file != "-" => Task::Check { file: file.clone() },
        _ if task_options.check => Task::CheckStandardInput,
        Some(file) if file != "-" && !task_options.print => Task::Run { file: file.clone() },
        None if task_options.interactive || (on_terminal && !task_options.print) => Task::Repl,
        _ => Task::StandardInput { print: task_options.print },
    })
}

fn unknown(name: &str) -> UsageError {
    let known = options::each_listed().flat_map(|entry| entry.each_name());
    UsageError(match nearest(name, known) {
        Some(near) => format!("bad option: {name} (did you mean {near}?)"),
        None => format!("bad option: {name} (hexloop --help lists them)"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Parsed, UsageError> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse("hexloop", &words, "", true)
    }

    fn good(line: &str) -> Parsed {
        parsed(line).unwrap_or_else(|bad| panic!("{}", bad.0))
    }

    fn refused(line: &str) -> String {
        parsed(line).err().unwrap_or_else(|| panic!("{line} was accepted")).0
    }

    #[test]
    fn what_follows_the_file_belongs_to_the_program() {
        let found = good("--no-warnings /a.js --loop=x -e");
        assert_eq!(found.task, Task::Run { file: "/a.js".to_owned() });
        assert_eq!(found.options.arguments, ["/a.js", "--loop=x", "-e"]);
        assert_eq!(found.options.exec_arguments, ["--no-warnings"]);
        assert!(found.options.warnings.none);
    }

    #[test]
    fn an_unknown_option_names_the_nearest_if_that_is_near() {
        assert_eq!(refused("--chekc a.js"), "bad option: --chekc (did you mean --check?)");
        assert_eq!(refused("--banana"), "bad option: --banana (hexloop --help lists them)");
        assert_eq!(refused("-z"), "bad option: -z (hexloop --help lists them)");
        assert!(refused("--loop=nodd a.js").contains("did you mean node?"));
    }

    #[test]
    fn an_option_that_only_node_has_is_named() {
        assert_eq!(refused("--watch a.js"), "Node has --watch; Hexloop does not yet");
        assert_eq!(refused("--inspect=9229 a.js"), "Node has --inspect; Hexloop does not yet");
        assert_eq!(refused("--permission a.js"), "Node has --permission; Hexloop does not yet");
        assert_eq!(refused("--jitless a.js"), "Node has --jitless, an option of V8; Hexloop runs on JavaScriptCore");
    }

    #[test]
    fn an_option_of_node_that_changes_nothing_here_is_accepted() {
        for line in [
            "--max-old-space-size=4096 a.js",
            "--max_old_space_size 4096 a.js",
            "--experimental-strip-types a.js",
            "--no-watch a.js",
            "--experimental-fetch a.js",
        ] {
            assert_eq!(good(line).task, Task::Run { file: "a.js".to_owned() }, "{line}");
        }
        assert_eq!(refused("--max-old-space-size"), "--max-old-space-size requires an argument");
    }

    #[test]
    fn flags_can_be_negated_and_written_with_underscores() {
        assert!(good("--no_warnings a.js").options.warnings.none);
        assert!(!good("--no-warnings --warnings a.js").options.warnings.none);
        assert!(!good("--expose-gc --no-expose_gc a.js").options.expose_gc);
        assert_eq!(refused("--no-title a.js"), "bad option: --no-title (hexloop --help lists them)");
    }

    #[test]
    fn an_option_without_its_value_is_an_error() {
        assert_eq!(refused("-e"), "-e requires an argument");
        assert_eq!(refused("-e -v"), "-e requires an argument");
        assert_eq!(refused("--title= a.js"), "--title= requires an argument");
    }

    #[test]
    fn a_value_that_begins_with_a_dash_is_written_with_a_backslash() {
        let found = good(r"-p \-1 a");
        assert_eq!(found.task, Task::Evaluate { source: "-1".to_owned(), print: true });
        assert_eq!(found.options.exec_arguments, ["-p", r"\-1"]);
        assert_eq!(found.options.arguments, ["a"]);
    }

    #[test]
    fn no_file_is_the_repl_on_a_terminal_and_standard_input_elsewhere() {
        assert_eq!(good("").task, Task::Repl);
        let found = parse("hexloop", &[], "", false).unwrap_or_else(|bad| panic!("{}", bad.0));
        assert_eq!(found.task, Task::StandardInput { print: false });
    }

    #[test]
    fn trace_needs_something_to_record() {
        assert_eq!(refused("trace"), "trace needs a file: hexloop trace FILE (hexloop help trace)");
        assert_eq!(good("trace --help").task, Task::Help { command: Some("trace") });
        assert_eq!(good("trace -e 1").task, Task::Evaluate { source: "1".to_owned(), print: false });
        assert_eq!(refused("--open a.js"), "--open goes with a recording: hexloop trace --open FILE");
        assert_eq!(refused("trace --open --out a.json a.js"), "--open goes with --format=html, written to a file");
        assert!(good("trace --open a.js").options.trace.open);
    }
}
