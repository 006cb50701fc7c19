//! `hexloop help` and `--help`, generated from the tables in `options.rs` and `commands.rs`.

use crate::commands::{self, COMMANDS, Command};
use crate::options::{Entry, SECTIONS};
use crate::output::{fail, print};
use hexloop_source::nearest;
use std::fmt::Write as _;

const INVALID_USAGE: i32 = crate::INVALID_USAGE;

/// The column of an option's description.
const COLUMN: usize = 34;

pub const USAGE: &[(&str, &str)] = &[
    ("hexloop [options] FILE [arguments]", "run FILE"),
    ("hexloop [options] -e CODE [arguments]", "run CODE"),
    ("hexloop [options] -", "run standard input"),
    ("hexloop", "open the REPL"),
    ("hexloop COMMAND …", "see below"),
];

pub const EXAMPLES: &[(&str, &str)] = &[
    ("hexloop server.js", "run a program, as node does"),
    ("hexloop trace --open server.js", "record it, and look at the timeline"),
    ("hexloop --why server.js", "it does not exit? Ctrl+C prints why"),
];

/// `hexloop help [COMMAND]`
pub fn command(arguments: &[String]) -> i32 {
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => print(&general()),
        ["--man"] => print(&crate::manual::page()),
        ["--help" | "-h"] => print(&for_command("help")),
        [name] if commands::find(name).is_some() => print(&for_command(name)),
        [name] => {
            let hint = match nearest(name, COMMANDS.iter().map(|command| command.name)) {
                Some(near) => format!("did you mean {near}?"),
                None => "hexloop help lists them".to_owned(),
            };
            fail(&format!("no command {name} ({hint})"), INVALID_USAGE)
        }
        _ => fail("help takes one command: hexloop help [COMMAND]", INVALID_USAGE),
    }
}

/// The text of `hexloop --help`.
pub fn general() -> String {
    let mut text = String::from("Usage:\n");
    for (usage, what) in USAGE {
        row(&mut text, usage, what, 42);
    }
    text.push_str("\nCommands (hexloop help COMMAND has their options):\n");
    for command in COMMANDS {
        row(&mut text, command.name, command.summary, 16);
    }
    for section in SECTIONS {
        let _ = write!(text, "\n{}:\n", section.title);
        let entries = section.options.iter().map(|option| &option.entry);
        options(&mut text, entries.filter(|entry| entry.is_listed()));
    }
    text.push_str("\nExamples:\n");
    for (line, what) in EXAMPLES {
        row(&mut text, line, what, 42);
    }
    text.push_str("\nNODE_OPTIONS may have the options of all sections but the first and the recording's.\n");
    text
}

/// The text of `hexloop COMMAND --help`.
pub fn for_command(name: &str) -> String {
    commands::find(name).map(command_text).unwrap_or_default()
}

fn command_text(command: &Command) -> String {
    let mut text = String::new();
    for (index, usage) in command.usage.iter().enumerate() {
        let _ = writeln!(text, "{:<7}{usage}", if index == 0 { "Usage:" } else { "" });
    }
    let _ = writeln!(text, "\n{}", command.about);
    let entries = command.entries();
    if !entries.is_empty() {
        text.push_str("\nOptions:\n");
        options(&mut text, entries.into_iter());
    }
    let title = if command.examples.len() == 1 { "Example" } else { "Examples" };
    let _ = writeln!(text, "\n{title}:");
    for (line, what) in command.examples {
        let _ = writeln!(text, "  {line}\n      {what}");
    }
    if !command.after.is_empty() {
        let _ = writeln!(text, "\n{}", command.after);
    }
    text
}

fn options<'a>(text: &mut String, entries: impl Iterator<Item = &'a Entry>) {
    for entry in entries {
        let name = if entry.names.starts_with("--") { "    " } else { "" };
        row(text, &format!("{name}{}{}", entry.names, entry.value), entry.purpose, COLUMN);
    }
}

/// A name and its description; on two lines if the name is too long.
fn row(text: &mut String, name: &str, what: &str, column: usize) {
    if name.chars().count() + 4 > column {
        let _ = writeln!(text, "  {name}\n{:column$}{what}", "");
    } else {
        let _ = writeln!(text, "  {name:<0$}{what}", column - 2);
    }
}
