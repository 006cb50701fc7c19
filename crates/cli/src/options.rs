//! The options of `hexloop FILE`, in one table for the parser, `--help`, the man page and the shell completions.
//!
//! To add an option, add a row to its section in `table.rs` and a field to `crates/node/src/options.rs`. Booleans can be negated
//! (`--no-warnings`), and `_` is equivalent to `-`, as in Node.

mod table;

use crate::env_files::EnvFile;
use hexloop_node::Options;
use hexloop_source::nearest;

pub use table::SECTIONS;

/// An invalid command line: the message to print. As in Node the exit code is 9.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(pub String);

/// An option of `hexloop` or of one of its commands, for `--help` and the completions.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// `-e, --eval`
    pub names: &'static str,
    /// The value after the name in `--help`: ` CODE`, `=MS`, `[=PORT]`, or nothing.
    pub value: &'static str,
    /// Empty: the option is not listed.
    pub purpose: &'static str,
    /// The possible values, if they are a fixed set.
    pub choices: &'static [&'static str],
}

impl Entry {
    pub const fn new(names: &'static str, value: &'static str, purpose: &'static str) -> Entry {
        Entry { names, value, purpose, choices: &[] }
    }

    pub fn each_name(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.names.split(", ")
    }

    pub fn has_name(&self, name: &str) -> bool {
        self.each_name().any(|own| own == name)
    }

    pub fn is_listed(&self) -> bool {
        !self.purpose.is_empty()
    }

    /// The value is mandatory, after `=` or as the next argument.
    pub fn needs_value(&self) -> bool {
        self.value.starts_with([' ', '='])
    }
}

/// An option of `hexloop FILE`.
pub struct HexloopOption {
    pub entry: Entry,
    pub set: Setter,
}

/// How an option changes the settings.
pub enum Setter {
    /// With `false` if it is negated: `--no-NAME`.
    Flag(fn(&mut Settings, bool)),
    Value(fn(&mut Settings, &OptionValue) -> Result<(), UsageError>),
    /// The value is optional and follows `=`.
    Optional(fn(&mut Settings, &OptionValue) -> Result<(), UsageError>),
    /// `-p`: the value is optional and may be the next argument.
    OptionalNext(fn(&mut Settings, Option<String>)),
}

/// An option as given on the command line.
pub struct OptionValue {
    pub name: String,
    pub value: Option<String>,
}

impl OptionValue {
    pub fn text(&self) -> String {
        self.value.clone().unwrap_or_default()
    }

    /// The value as one of `names`.
    pub fn choose<T>(&self, names: &[&str], from_name: impl Fn(&str) -> Option<T>) -> Result<T, UsageError> {
        let value = self.text();
        from_name(&value).ok_or_else(|| {
            let hint = nearest(&value, names.iter().copied()).map_or_else(
                || format!("must be one of {}", names.join(", ")),
                |near| format!("did you mean {near}? (one of {})", names.join(", ")),
            );
            UsageError(format!("invalid value for {}: {value}, {hint}", self.name))
        })
    }

    /// The value as a number; `what` describes the valid numbers.
    pub fn number<T: std::str::FromStr>(&self, what: &str) -> Result<T, UsageError> {
        let value = self.text();
        value.parse().map_err(|_| UsageError(format!("invalid value for {}: {value}, must be {what}", self.name)))
    }
}

/// The settings of all options.
#[derive(Default)]
pub struct Settings {
    pub options: Options,
    pub task: TaskOptions,
    pub tls_min_v13: bool,
    pub tls_max_v12: bool,
}

/// The options that select the task.
#[derive(Default)]
pub struct TaskOptions {
    pub source: Option<String>,
    pub print: bool,
    pub check: bool,
    pub interactive: bool,
    pub version: bool,
    pub verbose: bool,
    pub help: bool,
    pub env_files: Vec<EnvFile>,
}

/// A section of `--help`.
pub struct Section {
    pub title: &'static str,
    pub options: &'static [HexloopOption],
    /// Whether `process.execArgv` contains them, so that child processes inherit them.
    pub is_inherited: bool,
    /// Whether they are allowed in `$NODE_OPTIONS`.
    pub in_environment: bool,
}

/// The result of a lookup by name.
pub struct FoundOption {
    pub option: &'static HexloopOption,
    pub section: &'static Section,
    pub is_negated: bool,
}

/// The option with this name: `_` is equivalent to `-`, and `--no-NAME` matches the flag NAME.
pub fn find(name: &str) -> Option<FoundOption> {
    let name = with_dashes(name);
    let find = |name: &str, is_negated| {
        let mut all = SECTIONS.iter().flat_map(|section| section.options.iter().map(move |option| (section, option)));
        let (section, option) = all.find(|(_, option)| option.entry.has_name(name))?;
        Some(FoundOption { option, section, is_negated })
    };
    find(&name, false).or_else(|| {
        let positive = format!("--{}", name.strip_prefix("--no-")?);
        find(&positive, true).filter(|found| matches!(found.option.set, Setter::Flag(_)))
    })
}

/// Node's spelling of a name: `--max_old_space_size` is `--max-old-space-size`.
pub fn with_dashes(name: &str) -> String {
    if name.starts_with("--") { name.replace('_', "-") } else { name.to_owned() }
}

pub fn each_listed() -> impl Iterator<Item = &'static Entry> {
    SECTIONS.iter().flat_map(|section| section.options).map(|option| &option.entry).filter(|entry| entry.is_listed())
}
