//! The command line of `explain` and `doctor`: their options, then the file, then the program's arguments.
//!
//! Options of the command are allowed before and after the file (`doctor server.js --on-port 3000 -- load`). Any other option
//! belongs to Hexloop before the file, and to the program after it.

use crate::options::Entry;
use std::io::IsTerminal as _;

/// An invalid command line, or a run that failed.
pub struct ToolError(pub String);

/// The parsed command line of a command.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ToolArguments {
    /// The options of the command, with their values.
    pub own: Vec<(String, Option<String>)>,
    /// The options of Hexloop.
    pub options: Vec<String>,
    pub file: Option<String>,
    /// The arguments of the program.
    pub program_arguments: Vec<String>,
    /// The arguments after `--`, if present.
    pub rest: Option<Vec<String>>,
}

impl ToolArguments {
    /// `None`: only help was requested, and it was printed.
    pub fn for_command(name: &str, arguments: &[String]) -> Result<Option<ToolArguments>, ToolError> {
        let known = crate::commands::find(name).map(|command| command.own).unwrap_or_default();
        let parsed = ToolArguments::parse(arguments, known)?;
        if parsed.has("--help") {
            crate::output::print(&crate::help::for_command(name));
            return Ok(None);
        }
        Ok(Some(parsed))
    }

    /// `known`: the options of the command; every command has `--help`.
    fn parse(arguments: &[String], known: &[Entry]) -> Result<ToolArguments, ToolError> {
        let mut parsed = ToolArguments::default();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            if word == "--" && (parsed.file.is_some() || words.as_slice().is_empty()) {
                parsed.rest = Some(words.cloned().collect());
                break;
            }
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            if matches!(name, "--help" | "-h") && parsed.file.is_none() {
                parsed.own.push(("--help".to_owned(), None));
                continue;
            }
            match known.iter().find(|entry| entry.has_name(name)) {
                Some(entry) if entry.needs_value() => {
                    let value = value.or_else(|| words.next().cloned());
                    let value = value.ok_or_else(|| ToolError(format!("{name} requires an argument")))?;
                    parsed.own.push((name.to_owned(), Some(value)));
                }
                Some(_) if value.is_some() => return Err(ToolError(format!("{name} takes no value"))),
                Some(_) => parsed.own.push((name.to_owned(), None)),
                None if word == "--" => {}
                None if parsed.file.is_some() => parsed.program_arguments.push(word.clone()),
                None if word.starts_with('-') && word.len() > 1 => parsed.options.push(word.clone()),
                None => parsed.file = Some(word.clone()),
            }
        }
        Ok(parsed)
    }

    /// The program's file, which is mandatory.
    pub fn file(&self, command: &str) -> Result<String, ToolError> {
        let missing = || ToolError(format!("it needs a file: hexloop {command} FILE (hexloop help {command})"));
        self.file.clone().ok_or_else(missing)
    }

    pub fn has(&self, name: &str) -> bool {
        self.own.iter().any(|(own, _)| own == name)
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.own.iter().rev().find(|(own, _)| own == name).and_then(|(_, value)| value.as_deref())
    }

    /// An integer, if the option is present.
    pub fn number(&self, name: &str, from: u64, to: u64) -> Result<Option<u64>, ToolError> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let number = value.parse().ok().filter(|number| (from..=to).contains(number));
        number.map(Some).ok_or_else(|| ToolError(format!("invalid value for {name}: {value}, must be {from} to {to}")))
    }
}

/// Width and colours of text on standard output.
pub fn style(width: Option<u64>) -> hexloop_trace::Style {
    let on_terminal = std::io::stdout().is_terminal();
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let width = width.map(|width| width as usize).or_else(|| on_terminal.then(terminal_width).flatten());
    hexloop_trace::Style { width: width.unwrap_or(DEFAULT_WIDTH).min(MAX_WIDTH), colour: on_terminal && !plain }
}

const DEFAULT_WIDTH: usize = 80;

/// Longer lines are hard to read, however wide the terminal is.
const MAX_WIDTH: usize = 100;

pub fn terminal_width() -> Option<usize> {
    // SAFETY: the structure consists of integers, and the call fills it or fails.
    unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        (libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &mut size) == 0 && size.ws_col > 0)
            .then_some(usize::from(size.ws_col))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Entry] = &[Entry::new("--json", "", ""), Entry::new("--on-port", "=PORT", "")];

    fn parsed(line: &str) -> ToolArguments {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        ToolArguments::parse(&words, KNOWN).unwrap_or_else(|bad| panic!("{}", bad.0))
    }

    #[test]
    fn options_of_the_command_stand_before_and_after_the_file() {
        let found = parsed("--json --loop=node10 a.js --on-port 3000 one --two -- load --json");
        assert!(found.has("--json"));
        assert_eq!(found.value("--on-port"), Some("3000"));
        assert_eq!(found.options, ["--loop=node10"]);
        assert_eq!(found.file.as_deref(), Some("a.js"));
        assert_eq!(found.program_arguments, ["one", "--two"]);
        assert_eq!(found.rest.unwrap(), ["load", "--json"]);
    }

    #[test]
    fn two_dashes_before_the_file_only_end_the_options() {
        let found = parsed("-- a.js x");
        assert_eq!((found.file.as_deref(), found.rest), (Some("a.js"), None));
    }

    #[test]
    fn a_missing_or_wrong_value_is_reported() {
        let bad = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            ToolArguments::parse(&words, KNOWN).err().unwrap().0
        };
        assert_eq!(bad(&["--on-port"]), "--on-port requires an argument");
        assert_eq!(bad(&["--json=1"]), "--json takes no value");
        assert_eq!(
            parsed("--on-port=x").number("--on-port", 1, 65535).err().unwrap().0,
            "invalid value for --on-port: x, must be 1 to 65535"
        );
    }
}
