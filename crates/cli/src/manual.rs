//! `hexloop help --man`: the manual page, in man(7) macros.

use crate::commands::COMMANDS;
use crate::help::{EXAMPLES, USAGE};
use crate::options::{Entry, SECTIONS};
use std::fmt::Write as _;

pub fn page() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(".TH HEXLOOP 1 \"\" \"hexloop {version}\" \"User Commands\"\n");
    text.push_str(".SH NAME\nhexloop \\- JavaScript runtime with Node's API and a visible event loop\n.SH SYNOPSIS\n");
    for (usage, _) in USAGE {
        let _ = writeln!(text, ".B {}\n.br", escaped(usage));
    }
    text.push_str(
        ".SH DESCRIPTION\nRuns JavaScript and TypeScript with the API and the event loop of Node.js, on JavaScriptCore. \
         Its commands record the event loop, find what blocks it and explain the order of a program's output.\n",
    );
    text.push_str(".SH COMMANDS\n");
    for command in COMMANDS {
        let _ = writeln!(text, ".SS {}", escaped(command.usage[0]));
        let _ = writeln!(text, "{}", escaped(&command.about.replace('\n', " ")));
        for entry in command.entries() {
            option(&mut text, entry);
        }
        if !command.after.is_empty() {
            let _ = writeln!(text, ".PP\n{}", escaped(command.after));
        }
    }
    text.push_str(".SH OPTIONS\n");
    for section in SECTIONS {
        let _ = writeln!(text, ".SS {}", escaped(section.title));
        section.options.iter().filter(|option| option.entry.is_listed()).for_each(|row| option(&mut text, &row.entry));
    }
    text.push_str(ENVIRONMENT);
    text.push_str(".SH EXAMPLES\n");
    let examples = EXAMPLES.iter().chain(COMMANDS.iter().flat_map(|command| command.examples));
    for (line, what) in examples {
        let _ = writeln!(text, ".TP\n.B {}\n{}", escaped(line), escaped(what));
    }
    text.push_str(EXIT_STATUS);
    text
}

const ENVIRONMENT: &str = ".SH ENVIRONMENT
.TP
.B NODE_OPTIONS
Options that are read before those of the command line: those of all sections but the first and the recording's.
.TP
.B NODE_REPL_HISTORY
The file of the REPL's history; empty for none. Default: ~/.hexloop_repl_history
.TP
.B HEXLOOP_ENGINE
Parts of the engine to do without: public, or no-NAME (docs/engines.md)
.TP
.B NO_COLOR
No colours.
";

const EXIT_STATUS: &str = ".SH EXIT STATUS
That of the program; 1 after an uncaught error, 9 for an invalid command line, 13 for a top-level await that
never settles, as in Node.
.SH SEE ALSO
.BR node (1)
";

fn option(text: &mut String, entry: &Entry) {
    let _ =
        writeln!(text, ".TP\n.B {}\n{}", escaped(&format!("{}{}", entry.names, entry.value)), escaped(entry.purpose));
}

/// Escapes dashes, backslashes, and a dot or an apostrophe at the start of a line.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
