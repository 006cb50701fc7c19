//! What `explain` and `doctor` have in common on the command line: their options, then the file, then what is the program's.
//!
//! An option is a tool's own before the file and behind it (`doctor server.js --on-port 3000 -- load`). One that the tool does
//! not know is Hexloop's before the file, and the program's behind it.

use std::io::IsTerminal as _;

/// A command line that makes no sense.
pub struct Bad(pub String);

/// The command line of a tool, taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ToolArguments {
    /// The tool's own, with their values.
    pub own: Vec<(String, Option<String>)>,
    /// Hexloop's.
    pub options: Vec<String>,
    pub file: Option<String>,
    /// The program's.
    pub arguments: Vec<String>,
    /// What follows `--`, if it is there.
    pub rest: Option<Vec<String>>,
}

impl ToolArguments {
    /// `known`: the tool's options, and whether they take a value.
    pub fn parse(arguments: &[String], known: &[(&str, bool)]) -> Result<ToolArguments, Bad> {
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
            match known.iter().find(|(known, _)| *known == name) {
                Some((_, true)) => {
                    let value = value.or_else(|| words.next().cloned());
                    let value = value.ok_or_else(|| Bad(format!("{name} requires an argument")))?;
                    parsed.own.push((name.to_owned(), Some(value)));
                }
                Some((_, false)) if value.is_some() => return Err(Bad(format!("{name} takes no value"))),
                Some((_, false)) => parsed.own.push((name.to_owned(), None)),
                None if word == "--" => {}
                None if parsed.file.is_some() => parsed.arguments.push(word.clone()),
                None if word.starts_with('-') && word.len() > 1 => parsed.options.push(word.clone()),
                None => parsed.file = Some(word.clone()),
            }
        }
        Ok(parsed)
    }

    pub fn has(&self, name: &str) -> bool {
        self.own.iter().any(|(own, _)| own == name)
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.own.iter().rev().find(|(own, _)| own == name).and_then(|(_, value)| value.as_deref())
    }

    /// A whole number, if the option is there.
    pub fn number(&self, name: &str, from: u64, to: u64) -> Result<Option<u64>, Bad> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let number = value.parse().ok().filter(|number| (from..=to).contains(number));
        number.map(Some).ok_or_else(|| Bad(format!("invalid value for {name}: {value}, must be {from} to {to}")))
    }
}

/// How wide text may be, and whether it may have colours, on standard output.
pub fn style(width: Option<u64>) -> hexloop_trace::Style {
    let on_terminal = std::io::stdout().is_terminal();
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let width = width.map(|width| width as usize).or_else(|| on_terminal.then(terminal_width).flatten());
    hexloop_trace::Style { width: width.unwrap_or(DEFAULT_WIDTH).min(WIDEST), colour: on_terminal && !plain }
}

const DEFAULT_WIDTH: usize = 80;

/// Lines longer than this are hard to read, however wide the window is.
const WIDEST: usize = 100;

fn terminal_width() -> Option<usize> {
    // SAFETY: the structure is plain numbers, and the call fills it or fails.
    unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        (libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &mut size) == 0 && size.ws_col > 0)
            .then_some(usize::from(size.ws_col))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> ToolArguments {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        ToolArguments::parse(&words, &[("--json", false), ("--on-port", true)])
            .unwrap_or_else(|bad| panic!("{}", bad.0))
    }

    #[test]
    fn options_of_the_tool_stand_before_and_behind_the_file() {
        let found = parsed("--json --loop=node10 a.js --on-port 3000 one --two -- load --json");
        assert!(found.has("--json"));
        assert_eq!(found.value("--on-port"), Some("3000"));
        assert_eq!(found.options, ["--loop=node10"]);
        assert_eq!(found.file.as_deref(), Some("a.js"));
        assert_eq!(found.arguments, ["one", "--two"]);
        assert_eq!(found.rest.unwrap(), ["load", "--json"]);
    }

    #[test]
    fn two_dashes_before_the_file_only_end_the_options() {
        let found = parsed("-- a.js x");
        assert_eq!((found.file.as_deref(), found.rest), (Some("a.js"), None));
    }

    #[test]
    fn a_missing_or_wrong_value_is_told() {
        let bad = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            ToolArguments::parse(&words, &[("--json", false), ("--on-port", true)]).err().unwrap().0
        };
        assert_eq!(bad(&["--on-port"]), "--on-port requires an argument");
        assert_eq!(bad(&["--json=1"]), "--json takes no value");
        assert_eq!(
            parsed("--on-port=x").number("--on-port", 1, 65535).err().unwrap().0,
            "invalid value for --on-port: x, must be 1 to 65535"
        );
    }
}
