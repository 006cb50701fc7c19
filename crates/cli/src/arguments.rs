//! The command line: options first, then a file, then whatever the program wants.

use crate::env_files::EnvFile;
use hexloop_node::{
    AwaitRule, InputType, LIVE_PORT, NetworkOptions, Options, Profile, TraceOptions, UnhandledRejections,
    WarningOptions,
};
use hexloop_source::nearest;
use hexloop_trace::Format;
use std::time::Duration;

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    Run { file: String },
    Evaluate { source: String, print: bool },
    StandardInput { print: bool },
    Check { file: String },
    CheckStandardInput,
    Repl,
    Version { verbose: bool },
    Help,
}

/// A command line that makes no sense: the sentence to print. Node ends with code 9 then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadCommand(pub String);

/// Every option, with its value's name and what it is for; `--help` prints this table.
pub const OPTIONS: &[(&str, &str, &str)] = &[
    ("-e, --eval", "CODE", "run CODE"),
    ("-p, --print", "[CODE]", "run CODE, or standard input, and print its value"),
    ("-c, --check", "", "check the file's syntax without running it"),
    ("-i, --interactive", "", "open the REPL even if standard input is not a terminal"),
    ("-r, --require", "MODULE", "require MODULE before the program"),
    ("--import", "MODULE", "import MODULE before the program"),
    ("-C, --conditions", "NAME", "a condition more for package.json's exports and imports"),
    ("--input-type", "=TYPE", "what -e and standard input are: commonjs, module (default: by their syntax)"),
    ("--env-file", "=FILE", "set variables from FILE, of which those that are set stay as they are"),
    ("--env-file-if-exists", "=FILE", "the same, unless there is no such file"),
    ("--preserve-symlinks", "", "a module is where its link is, not where the link leads"),
    ("--preserve-symlinks-main", "", "the same for the program's own file"),
    ("--enable-source-maps", "", "show stacks by the source maps that files name"),
    ("--no-cache", "", "keep no transformed text and no code on disk, and use none that is there"),
    ("--loop", "=PROFILE", "whose event loop: node (default), node10, browser, browser-firefox"),
    ("--await", "=RULE", "modern (default), or legacy: three promise jobs for an await"),
    ("--unhandled-rejections", "=MODE", "throw (default), strict, warn, none, warn-with-error-code"),
    ("--no-warnings", "", "do not print warnings"),
    ("--trace-warnings", "", "print the stack of each warning"),
    ("--disable-warning", "=CODE", "do not print warnings of this code or name"),
    ("--redirect-warnings", "=FILE", "add warnings to FILE instead of printing them"),
    ("--no-deprecation", "", "no deprecation warnings"),
    ("--throw-deprecation", "", "throw an error where there would be a deprecation warning"),
    ("--trace-deprecation", "", "print the stack of each deprecation warning"),
    ("--pending-deprecation", "", "also warn of what is to be deprecated"),
    ("--max-http-header-size", "=BYTES", "how long the headers of an HTTP message may be (default: 16384)"),
    ("--insecure-http-parser", "", "take HTTP messages that break the rules"),
    ("--title", "=TITLE", "what the process is called (process.title)"),
    ("--abort-on-uncaught-exception", "", "end by SIGABRT, with a core file, when nothing catches an error"),
    ("--no-network-family-autoselection", "", "net.connect tries only the first address of a name"),
    ("--network-family-autoselection-attempt-timeout", "=MS", "how long it tries each (default: 500)"),
    ("--tls-min-v1.3", "", "the oldest version of TLS that is spoken: v1.0 to v1.3 (default: v1.2)"),
    ("--tls-max-v1.2", "", "the newest: v1.2 or v1.3 (default)"),
    ("--tls-cipher-list", "=LIST", "the ciphers of TLS where a program names none"),
    ("--tls-keylog", "=FILE", "add the keys of TLS connections to FILE, for whoever looks into them"),
    ("--use-system-ca", "", "trust whom this system trusts, too"),
    ("--dns-result-order", "=ORDER", "how dns.lookup sorts: verbatim (default), ipv4first, ipv6first"),
    ("--watchdog", "=MS", "say when a callback holds the loop longer; 0: never (default: 1000 on a terminal)"),
    ("--trace", "=OUT", "record the event loop, and write that to OUT at the end (docs/trace.md)"),
    ("--format", "=FORMAT", "of the recording: html, json, perfetto, text (default: by its name)"),
    ("--out", "FILE", "where the recording goes; - is standard output"),
    ("--trace-events", "=N", "how many callbacks a recording keeps (default: 1000000)"),
    ("--trace-exact", "", "record exact times and the stack of everything, however slow that makes it"),
    ("--trace-quiet", "", "do not say where the recording is"),
    ("--traceable", "", "record from one SIGUSR2 to the next"),
    ("--trace-sigint", "", "on Ctrl+C print the stack of what runs"),
    ("--why", "", "on Ctrl+C print what keeps the process alive, and where it was made"),
    ("--inspect-loop", "[=PORT]", "show the loop while it runs, at the address that is printed (docs/live.md)"),
    (
        "--max-old-space-size",
        "=MB",
        "taken and passed over, as is --max-semi-space-size: the engine has no such limits",
    ),
    ("--expose-gc", "", "make the function gc global: it collects garbage"),
    ("-v, --version", "", "print the Node version that is followed, and Hexloop's own"),
    ("--verbose", "", "with --version: also the engine, its build and which of its capabilities are used"),
    ("-h, --help", "", "print this"),
];

pub struct Parsed {
    pub task: Task,
    pub env_files: Vec<EnvFile>,
    pub options: Options,
}

/// Reads the arguments after the command's own name, after those of `$NODE_OPTIONS`. `on_terminal`: standard input is one.
pub fn parse(argv0: &str, arguments: &[String], node_options: &str, on_terminal: bool) -> Result<Parsed, BadCommand> {
    let mut reader = Reader { rest: arguments.iter(), taken: None };
    let mut options = Options { argv0: argv0.to_owned(), ..Options::default() };
    set_from_environment(&mut options, node_options)?;
    let mut wishes = Wishes::default();
    let mut file = None;
    if let Some("trace") = reader.rest.as_slice().first().map(String::as_str) {
        reader.rest.next();
        options.trace.from_start = true;
    }
    while let Some(argument) = reader.rest.next() {
        if argument == "--" {
            file = reader.rest.next().cloned();
            break;
        }
        if argument == "-" || !argument.starts_with('-') {
            file = Some(argument.clone());
            break;
        }
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ => (argument.as_str(), None),
        };
        // Not for the children of the process, which get the others from process.execArgv.
        if set_trace(&mut options.trace, name, value.clone(), &mut reader)? {
            reader.taken = None;
            continue;
        }
        options.exec_arguments.push(argument.clone());
        if !wishes.take(name, value.clone(), &mut reader)? && !set(&mut options, name, value, &mut reader)? {
            return Err(unknown(name));
        }
        options.exec_arguments.extend(reader.taken.take());
    }
    let rest: Vec<String> = reader.rest.cloned().collect();
    let env_files = std::mem::take(&mut wishes.env_files);
    let task = wishes.task(&file, on_terminal)?;
    options.arguments = match (&task, file) {
        // Without a file what stands where it would be is the program's first argument.
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

struct Reader<'a> {
    rest: std::slice::Iter<'a, String>,
    /// The argument that the last option took as its value.
    taken: Option<String>,
}

impl Reader<'_> {
    /// The value given with `=`, or the next argument.
    fn value(&mut self, name: &str, given: Option<String>) -> Result<String, BadCommand> {
        given.or_else(|| self.next_value()).ok_or_else(|| BadCommand(format!("{name} requires an argument")))
    }

    /// The next argument, unless it begins with a dash: a value that does is written with a backslash before it, as in
    /// Node (`-p '\-1'`).
    fn next_value(&mut self) -> Option<String> {
        let next = self.rest.as_slice().first().filter(|next| !next.starts_with('-'))?;
        self.rest.next();
        self.taken = Some(next.clone());
        Some(next.strip_prefix('\\').filter(|value| value.starts_with('-')).unwrap_or(next).to_owned())
    }
}

/// Options that decide what is done.
#[derive(Default)]
struct Wishes {
    source: Option<String>,
    print: bool,
    check: bool,
    interactive: bool,
    version: bool,
    verbose: bool,
    help: bool,
    env_files: Vec<EnvFile>,
}

impl Wishes {
    fn take(&mut self, name: &str, value: Option<String>, reader: &mut Reader<'_>) -> Result<bool, BadCommand> {
        match name {
            "-e" | "--eval" => self.source = Some(reader.value(name, value)?),
            "-pe" => {
                self.print = true;
                self.source = Some(reader.value(name, value)?);
            }
            // Its code is optional: `-p -e CODE` means the same, and without any, standard input is the program.
            "-p" | "--print" => {
                self.print = true;
                let given = if self.source.is_none() { value.or_else(|| reader.next_value()) } else { value };
                self.source = given.or(self.source.take());
            }
            "-c" | "--check" => self.check = true,
            "-i" | "--interactive" => self.interactive = true,
            "-v" | "--version" => self.version = true,
            "--verbose" => self.verbose = true,
            "-h" | "--help" => self.help = true,
            "--env-file" | "--env-file-if-exists" => {
                let path = reader.value(name, value)?;
                self.env_files.push(EnvFile { path, must_exist: name == "--env-file" });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn task(self, file: &Option<String>, on_terminal: bool) -> Result<Task, BadCommand> {
        if self.help {
            return Ok(Task::Help);
        }
        if self.version {
            return Ok(Task::Version { verbose: self.verbose });
        }
        if self.verbose {
            return Err(BadCommand("--verbose goes with --version".to_owned()));
        }
        if let Some(source) = self.source {
            if self.check {
                return Err(BadCommand("either --check or --eval can be used, not both".to_owned()));
            }
            return Ok(Task::Evaluate { source, print: self.print });
        }
        Ok(match file {
            Some(file) if self.check && file != "-" => Task::Check { file: file.clone() },
            _ if self.check => Task::CheckStandardInput,
            Some(file) if file != "-" && !self.print => Task::Run { file: file.clone() },
            None if self.interactive || (on_terminal && !self.print) => Task::Repl,
            _ => Task::StandardInput { print: self.print },
        })
    }
}

/// `$NODE_OPTIONS`: options that decide how. Those we do not have are passed over: the variable is there for every Node on the
/// machine, and mostly speaks of V8's memory.
fn set_from_environment(options: &mut Options, text: &str) -> Result<(), BadCommand> {
    let words = words(text);
    let mut reader = Reader { rest: words.iter(), taken: None };
    while let Some(word) = reader.rest.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ => (word.as_str(), None),
        };
        set(options, name, value, &mut reader).map_err(|bad| BadCommand(format!("in NODE_OPTIONS: {}", bad.0)))?;
    }
    Ok(())
}

/// The words between spaces; within double quotes a space is one, and a backslash takes the next character as it is.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '\\' if quoted => word.get_or_insert_default().extend(characters.next()),
            ' ' if !quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

/// Options that decide how.
fn set(options: &mut Options, name: &str, value: Option<String>, reader: &mut Reader<'_>) -> Result<bool, BadCommand> {
    match name {
        "--loop" => {
            let names = Profile::ALL.map(Profile::name);
            options.profile = choose(name, &reader.value(name, value)?, &names, Profile::from_name)?;
        }
        "--await" => {
            let from_name = |rule: &str| match rule {
                "modern" => Some(AwaitRule::Modern),
                "legacy" => Some(AwaitRule::Legacy),
                _ => None,
            };
            options.await_rule = choose(name, &reader.value(name, value)?, &["modern", "legacy"], from_name)?;
        }
        "--unhandled-rejections" => {
            let names = UnhandledRejections::ALL.map(UnhandledRejections::name);
            options.unhandled_rejections =
                choose(name, &reader.value(name, value)?, &names, UnhandledRejections::from_name)?;
        }
        "-r" | "--require" => options.modules.require.push(reader.value(name, value)?),
        "--import" => options.modules.import.push(reader.value(name, value)?),
        "-C" | "--conditions" => options.modules.conditions.push(reader.value(name, value)?),
        "--input-type" => {
            let value = reader.value(name, value)?;
            options.modules.input_type = Some(choose(name, &value, &InputType::NAMES, InputType::from_name)?);
        }
        "--preserve-symlinks" => options.modules.preserve_symlinks = true,
        "--preserve-symlinks-main" => options.modules.preserve_symlinks_main = true,
        "--enable-source-maps" => options.modules.enable_source_maps = true,
        "--no-cache" => options.modules.no_cache = true,
        // lib/http/limits.js reads these two where the program does, in process.execArgv.
        "--max-http-header-size" => {
            let value = reader.value(name, value)?;
            if value.parse::<u32>().is_err() {
                return Err(BadCommand(format!("{name}={value}: must be a number of bytes")));
            }
        }
        // V8's memory, which is not there to be set: programs' scripts give these in passing.
        "--max-old-space-size" | "--max-semi-space-size" => {
            reader.value(name, value)?;
        }
        // lib/vm/modules.js, likewise.
        "--insecure-http-parser" | "--experimental-vm-modules" | "--no-experimental-vm-modules" => {}
        // lib/net/connect.js, likewise.
        "--network-family-autoselection"
        | "--enable-network-family-autoselection"
        | "--no-network-family-autoselection"
        | "--no-enable-network-family-autoselection" => {}
        "--network-family-autoselection-attempt-timeout" => drop(milliseconds(name, &reader.value(name, value)?)?),
        // lib/tls/defaults.js, likewise.
        "--tls-min-v1.0" | "--tls-min-v1.1" | "--tls-min-v1.2" | "--tls-max-v1.3" | "--use-system-ca"
        | "--use-bundled-ca" | "--use-openssl-ca" => {}
        "--tls-min-v1.3" | "--tls-max-v1.2" => {
            let other = if name == "--tls-min-v1.3" { "--tls-max-v1.2" } else { "--tls-min-v1.3" };
            if std::env::args().any(|given| given == other) {
                let message = "either --tls-min-v1.3 or --tls-max-v1.2 can be used, not both";
                return Err(BadCommand(message.to_owned()));
            }
        }
        "--tls-cipher-list" | "--tls-keylog" => drop(reader.value(name, value)?),
        "--title" => options.title = Some(reader.value(name, value)?),
        "--abort-on-uncaught-exception" | "--abort_on_uncaught_exception" => options.abort_on_uncaught = true,
        "--dns-result-order" => {
            let known = |order: &str| NetworkOptions::RESULT_ORDERS.contains(&order).then(|| order.to_owned());
            let value = reader.value(name, value)?;
            options.network.result_order = Some(choose(name, &value, &NetworkOptions::RESULT_ORDERS, known)?);
        }
        "--test-udp-no-try-send" => options.network.no_try_send = true,
        "--watchdog" => options.watchdog = Some(milliseconds(name, &reader.value(name, value)?)?),
        "--why" => options.why = true,
        "--trace-sigint" => options.trace_sigint = true,
        "--no-trace-sigint" => options.trace_sigint = false,
        "--inspect-loop" => options.inspect_loop = Some(value.map_or(Ok(LIVE_PORT), |value| port(name, &value))?),
        "--expose-gc" | "--expose_gc" => options.expose_gc = true,
        "--no-expose-gc" | "--no-expose_gc" => options.expose_gc = false,
        _ => return set_warnings(&mut options.warnings, name, value, reader),
    }
    Ok(true)
}

/// Options that have the loop recorded.
fn set_trace(
    trace: &mut TraceOptions,
    name: &str,
    value: Option<String>,
    reader: &mut Reader<'_>,
) -> Result<bool, BadCommand> {
    match name {
        "--trace" => {
            trace.from_start = true;
            trace.out = value.map(Into::into).or(trace.out.take());
        }
        "--traceable" => trace.on_signal = true,
        "--trace-exact" => trace.exact = true,
        "--trace-quiet" => trace.quiet = true,
        // Standard output begins with a dash.
        "--out" if reader.rest.as_slice().first().is_some_and(|next| next == "-") && value.is_none() => {
            reader.rest.next();
            trace.out = Some("-".into());
        }
        "--out" => trace.out = Some(reader.value(name, value)?.into()),
        "--format" => {
            trace.format = Some(choose(name, &reader.value(name, value)?, &Format::NAMES, Format::from_name)?);
        }
        "--trace-events" => {
            let value = reader.value(name, value)?;
            let number = value.parse().ok().filter(|number| (1..=MOST_EVENTS).contains(number));
            trace.events =
                Some(number.ok_or_else(|| BadCommand(format!("{name}={value}: must be 1 to {MOST_EVENTS}")))?);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// About 3 GB of memory, less than a typed array can hold.
const MOST_EVENTS: usize = 30_000_000;

/// Options that decide what becomes of warnings.
fn set_warnings(
    warnings: &mut WarningOptions,
    name: &str,
    value: Option<String>,
    reader: &mut Reader<'_>,
) -> Result<bool, BadCommand> {
    match name {
        "--no-warnings" => warnings.none = true,
        "--warnings" => warnings.none = false,
        "--trace-warnings" => warnings.trace = true,
        "--disable-warning" => warnings.disabled.push(reader.value(name, value)?),
        "--redirect-warnings" => warnings.redirect = Some(reader.value(name, value)?),
        "--no-deprecation" => warnings.no_deprecation = true,
        "--throw-deprecation" => warnings.throw_deprecation = true,
        "--trace-deprecation" => warnings.trace_deprecation = true,
        "--pending-deprecation" => warnings.pending_deprecation = true,
        "--no-pending-deprecation" => warnings.pending_deprecation = false,
        _ => return Ok(false),
    }
    Ok(true)
}

fn milliseconds(option: &str, value: &str) -> Result<Duration, BadCommand> {
    let number = value
        .parse()
        .map_err(|_| BadCommand(format!("invalid value for {option}: {value}, must be a number of milliseconds")))?;
    Ok(Duration::from_millis(number))
}

fn port(option: &str, value: &str) -> Result<u16, BadCommand> {
    value.parse().map_err(|_| BadCommand(format!("invalid value for {option}: {value}, must be a port, or 0 for any")))
}

fn choose<T>(
    option: &str,
    value: &str,
    names: &[&str],
    from_name: impl Fn(&str) -> Option<T>,
) -> Result<T, BadCommand> {
    from_name(value).ok_or_else(|| {
        let hint = nearest(value, names.iter().copied()).map_or_else(
            || format!("must be one of {}", names.join(", ")),
            |near| format!("did you mean {near}? (one of {})", names.join(", ")),
        );
        BadCommand(format!("invalid value for {option}: {value}, {hint}"))
    })
}

fn unknown(name: &str) -> BadCommand {
    let known = OPTIONS.iter().flat_map(|(names, ..)| names.split(", "));
    BadCommand(match nearest(name, known) {
        Some(near) => format!("bad option: {name} (did you mean {near}?)"),
        None => format!("bad option: {name} (hexloop --help lists them)"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Parsed, BadCommand> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse("hexloop", &words, "", true)
    }

    #[test]
    fn what_follows_the_file_belongs_to_the_program() {
        let found = parsed("--no-warnings /a.js --loop=x -e").unwrap_or_else(|bad| panic!("{}", bad.0));
        assert_eq!(found.task, Task::Run { file: "/a.js".to_owned() });
        assert_eq!(found.options.arguments, ["/a.js", "--loop=x", "-e"]);
        assert_eq!(found.options.exec_arguments, ["--no-warnings"]);
        assert!(found.options.warnings.none);
    }

    #[test]
    fn an_unknown_option_names_the_nearest() {
        let bad = parsed("--chekc a.js").err().unwrap();
        assert_eq!(bad.0, "bad option: --chekc (did you mean --check?)");
        assert!(parsed("--loop=nodd a.js").err().unwrap().0.contains("did you mean node?"));
    }

    #[test]
    fn the_environment_comes_before_the_command_line() {
        let arguments = ["-C", "second", "a.js"].map(str::to_owned);
        let environment = r#"--max-old-space-size=4096 --conditions first -r "./a b.js""#;
        let found = parse("hexloop", &arguments, environment, true).unwrap_or_else(|bad| panic!("{}", bad.0));
        assert_eq!(found.options.modules.conditions, ["first", "second"]);
        assert_eq!(found.options.modules.require, ["./a b.js"]);
        assert_eq!(found.options.exec_arguments, ["-C", "second"]);
        let bad = parse("hexloop", &[], "-r", true).err().unwrap();
        assert_eq!(bad.0, "in NODE_OPTIONS: -r requires an argument");
    }

    #[test]
    fn an_option_without_its_value_says_so() {
        assert_eq!(parsed("-e").err().unwrap().0, "-e requires an argument");
        assert_eq!(parsed("-e -v").err().unwrap().0, "-e requires an argument");
    }

    #[test]
    fn a_value_that_begins_with_a_dash_is_written_with_a_backslash() {
        let found = parsed(r"-p \-1 a").unwrap_or_else(|bad| panic!("{}", bad.0));
        assert_eq!(found.task, Task::Evaluate { source: "-1".to_owned(), print: true });
        assert_eq!(found.options.exec_arguments, ["-p", r"\-1"]);
        assert_eq!(found.options.arguments, ["a"]);
    }

    #[test]
    fn no_file_is_the_repl_on_a_terminal_and_standard_input_elsewhere() {
        assert_eq!(parsed("").unwrap_or_else(|bad| panic!("{}", bad.0)).task, Task::Repl);
        let found = parse("hexloop", &[], "", false).unwrap_or_else(|bad| panic!("{}", bad.0));
        assert_eq!(found.task, Task::StandardInput { print: false });
    }
}
