//! The commands besides `hexloop FILE`: their help, and their own options. A file with the name of a command runs as
//! `hexloop ./doctor`.

use crate::options::{Entry, each_listed};
use crate::{completions, doctor, explain, help, version};

pub struct Command {
    pub name: &'static str,
    /// One line, for `hexloop help`.
    pub summary: &'static str,
    pub usage: &'static [&'static str],
    pub about: &'static str,
    pub own: &'static [Entry],
    /// Options of `hexloop FILE` that its help shows, by name.
    pub shared: &'static [&'static str],
    /// A command line, and what it does.
    pub examples: &'static [(&'static str, &'static str)],
    pub after: &'static str,
    /// None: the command line is that of `hexloop FILE` (`arguments.rs`).
    pub run: Option<fn(&[String]) -> i32>,
}

pub fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

impl Command {
    /// All options that its help lists.
    pub fn entries(&self) -> Vec<&'static Entry> {
        let shared = self.shared.iter().filter_map(|name| each_listed().find(|entry| entry.has_name(name)));
        self.own.iter().chain(shared).collect()
    }
}

const WIDTH: Entry = Entry::new("--width", "=COLUMNS", "width of the text (default: the terminal's, or 80)");

pub const COMMANDS: &[Command] = &[
    Command {
        name: "trace",
        summary: "record what the event loop does, as a page with a timeline",
        usage: &["hexloop trace [options] FILE [arguments]", "hexloop trace [options] -e CODE [arguments]"],
        about: "Runs FILE and records every callback of the event loop, with its cause and its line. The recording is one HTML page\n\
                that needs no network: hexloop-trace.html. docs/trace.md describes it.",
        own: &[],
        shared: &["--open", "--out", "--format", "--trace-events", "--trace-exact", "--trace-quiet"],
        examples: &[
            ("hexloop trace --open server.js", "record until the server ends or Ctrl+C, then show the page"),
            ("hexloop trace --format=text --out - app.js", "the recording as text, on standard output"),
        ],
        after: "Other options of hexloop may stand before FILE. The exit code is the program's.",
        run: None,
    },
    Command {
        name: "doctor",
        summary: "find what blocks the loop, runs late or is never closed",
        usage: &[
            "hexloop doctor [options] FILE [arguments]",
            "hexloop doctor FILE --on-port PORT -- COMMAND [arguments]",
        ],
        about: "Runs FILE under the recorder and reports what is wrong with it: what blocked the loop, what ran late, what was never\n\
                closed. With --on-port it waits until the port accepts connections, runs COMMAND as load, and then ends the program.",
        own: &[
            Entry::new("--on-port", "=PORT", "where the program listens"),
            Entry::new(
                "--seconds",
                "=N",
                "end the program after this time (default: 10; with --on-port: when COMMAND ends)",
            ),
            Entry {
                choices: &["low", "medium", "high"],
                ..Entry::new("--threshold", "=LEVEL", "the lowest severity that counts: low, medium (default), high")
            },
            Entry::new("--out", "=FILE", "where the page goes (default: hexloop-doctor.html)"),
            Entry::new("--open", "", "open the page in a browser"),
            Entry::new("--json", "", "print the report as JSON; the program's output goes to standard error"),
            WIDTH,
        ],
        shared: &[],
        examples: &[
            ("hexloop doctor app.js", "ten seconds of app.js"),
            ("hexloop doctor server.js --on-port 3000 -- wrk -d 5s http://127.0.0.1:3000/", "a server under load"),
        ],
        after: "Exit codes: 0 nothing found that counts, 1 something found, 2 the program could not be run.",
        run: Some(doctor::command),
    },
    Command {
        name: "explain",
        summary: "explain for each line of output why it was printed then",
        usage: &["hexloop explain [options] FILE [arguments]"],
        about: "Runs FILE and explains each line it printed: which callback printed it, what scheduled it, and why it ran then.",
        own: &[Entry::new("--seconds", "=N", "end the program after this time (default: 10)"), WIDTH],
        shared: &[],
        examples: &[("hexloop explain order.js", "why the lines of order.js come in this order")],
        after: "Exit codes: 0, or 2 if the program could not be run.",
        run: Some(explain::command),
    },
    Command {
        name: "version",
        summary: "print Hexloop's version and the Node version whose API it has",
        usage: &["hexloop version [--verbose]"],
        about: "Prints Hexloop's own version and Node's. hexloop -v prints Node's alone, as node -v does.",
        own: &[Entry::new("--verbose", "", "also the engine, its build and which of its capabilities are used")],
        shared: &[],
        examples: &[("hexloop version --verbose", "what a bug report needs")],
        after: "",
        run: Some(version::command),
    },
    Command {
        name: "completions",
        summary: "print completions for a shell: bash, zsh or fish",
        usage: &["hexloop completions SHELL"],
        about: "Prints a script with which SHELL (bash, zsh or fish) completes the options and commands of hexloop.\n\
                ./x install puts it where the shells look.",
        own: &[],
        shared: &[],
        examples: &[(". <(hexloop completions bash)", "in this shell, from now on")],
        after: "",
        run: Some(completions::command),
    },
    Command {
        name: "help",
        summary: "print this, or the help of a command",
        usage: &["hexloop help [COMMAND]"],
        about: "Prints the options and commands of hexloop, or those of COMMAND.",
        own: &[Entry::new("--man", "", "print the manual page instead, for man")],
        shared: &[],
        examples: &[("hexloop help doctor", "the options of hexloop doctor")],
        after: "",
        run: Some(help::command),
    },
];
