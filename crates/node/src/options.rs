//! What the command line decides.

use hexloop_trace::Format;
use std::path::PathBuf;
use std::time::Duration;

/// Whose loop (docs/event-loop.md, Profiles).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    #[default]
    Node,
    Node10,
    Browser,
    BrowserFirefox,
}

impl Profile {
    pub const ALL: [Profile; 4] = [Profile::Node, Profile::Node10, Profile::Browser, Profile::BrowserFirefox];

    pub const fn name(self) -> &'static str {
        match self {
            Profile::Node => "node",
            Profile::Node10 => "node10",
            Profile::Browser => "browser",
            Profile::BrowserFirefox => "browser-firefox",
        }
    }

    pub fn from_name(name: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|profile| profile.name() == name)
    }
}

/// How many promise jobs an `await` of a promise costs: one, or three as before 2019.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AwaitRule {
    #[default]
    Modern,
    Legacy,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnhandledRejections {
    #[default]
    Throw,
    Strict,
    Warn,
    None,
    WarnWithErrorCode,
}

impl UnhandledRejections {
    pub const ALL: [UnhandledRejections; 5] = [
        UnhandledRejections::Throw,
        UnhandledRejections::Strict,
        UnhandledRejections::Warn,
        UnhandledRejections::None,
        UnhandledRejections::WarnWithErrorCode,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            UnhandledRejections::Throw => "throw",
            UnhandledRejections::Strict => "strict",
            UnhandledRejections::Warn => "warn",
            UnhandledRejections::None => "none",
            UnhandledRejections::WarnWithErrorCode => "warn-with-error-code",
        }
    }

    pub fn from_name(name: &str) -> Option<UnhandledRejections> {
        UnhandledRejections::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// What to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    File(PathBuf),
    /// `-e`, or standard input; `name` is what stacks call it.
    Text {
        source: String,
        name: &'static str,
        print: bool,
    },
}

/// How modules are found and loaded.
#[derive(Clone, Debug, Default)]
pub struct ModuleOptions {
    /// `-r`: modules to require before the program.
    pub require: Vec<String>,
    /// `--import`: modules to import before the program.
    pub import: Vec<String>,
    /// `-C`: further conditions of `exports` and `imports`.
    pub conditions: Vec<String>,
    pub preserve_symlinks: bool,
    pub preserve_symlinks_main: bool,
    /// `--input-type`: what `-e` and standard input are, where the text shall not decide.
    pub input_type: Option<InputType>,
    /// `--enable-source-maps`: stacks follow the maps that files name.
    pub enable_source_maps: bool,
    /// `--no-cache`: transformed texts are neither read from the disk nor kept there.
    pub no_cache: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputType {
    CommonJs,
    Module,
}

impl InputType {
    pub const NAMES: [&str; 2] = ["commonjs", "module"];

    pub const fn name(self) -> &'static str {
        match self {
            InputType::CommonJs => "commonjs",
            InputType::Module => "module",
        }
    }

    pub fn from_name(name: &str) -> Option<InputType> {
        [InputType::CommonJs, InputType::Module].into_iter().find(|kind| kind.name() == name)
    }
}

/// What becomes of warnings, and of deprecations among them.
#[derive(Clone, Debug, Default)]
pub struct WarningOptions {
    /// `--no-warnings`: none is printed.
    pub none: bool,
    /// `--trace-warnings`: each is printed with its stack.
    pub trace: bool,
    /// `--disable-warning`: codes and names of those not to print.
    pub disabled: Vec<String>,
    /// `--redirect-warnings`: the file they are added to, instead of being printed.
    pub redirect: Option<String>,
    /// `--pending-deprecation`: also warn of what will be deprecated some day.
    pub pending_deprecation: bool,
    pub no_deprecation: bool,
    pub throw_deprecation: bool,
    pub trace_deprecation: bool,
}

#[derive(Clone, Debug, Default)]
pub struct NetworkOptions {
    /// `--dns-result-order`: how `dns.lookup` sorts addresses unless it is told.
    pub result_order: Option<String>,
    /// `--test-udp-no-try-send`: every datagram waits for its turn in the loop.
    pub no_try_send: bool,
}

impl NetworkOptions {
    pub const RESULT_ORDERS: [&str; 3] = ["ipv4first", "ipv6first", "verbatim"];
}

/// Whether the loop is recorded, and where that goes (docs/trace.md).
#[derive(Clone, Debug, Default)]
pub struct TraceOptions {
    /// `hexloop trace`, `--trace`: from the first line on.
    pub from_start: bool,
    /// `--traceable`: from one SIGUSR2 to the next.
    pub on_signal: bool,
    /// Where to; `-` is standard output. None: a name by the format.
    pub out: Option<PathBuf>,
    /// None: by the file's name.
    pub format: Option<Format>,
    /// `--trace-quiet`: nobody is told where it went.
    pub quiet: bool,
    /// `--trace-exact`: exact times and stacks for everything, whatever that costs.
    pub exact: bool,
    /// `--trace-events`: how many tasks are kept.
    pub events: Option<usize>,
    /// `--open`: the page is opened in a browser when it is written.
    pub open: bool,
}

impl TraceOptions {
    pub fn is_wanted(&self) -> bool {
        self.from_start || self.on_signal
    }

    /// What it will be written as.
    pub fn format(&self) -> Format {
        self.format.or_else(|| self.out.as_deref().and_then(Format::of_path)).unwrap_or_default()
    }

    /// The recording becomes a page, in a file.
    pub fn is_page(&self) -> bool {
        matches!(self.format(), Format::Html) && self.out.as_deref() != Some(std::path::Path::new("-"))
    }
}

/// Where `--inspect-loop` listens if it is not told.
pub const LIVE_PORT: u16 = 9330;

#[derive(Clone, Debug, Default)]
pub struct Options {
    pub profile: Profile,
    pub await_rule: AwaitRule,
    pub unhandled_rejections: UnhandledRejections,
    pub warnings: WarningOptions,
    /// `--abort-on-uncaught-exception`: the process ends by SIGABRT, for the sake of its core file.
    pub abort_on_uncaught: bool,
    /// `--why`: SIGINT tells what keeps the process alive, and where that was made.
    pub why: bool,
    /// `--trace-sigint`: SIGINT tells where JavaScript was.
    pub trace_sigint: bool,
    /// `--watchdog`: how long a callback may hold the loop before a line says so. None, or zero: for ever.
    pub watchdog: Option<Duration>,
    pub trace: TraceOptions,
    /// `--inspect-loop`: the port on which the loop is shown while it runs, or the next that is free; 0: any.
    pub inspect_loop: Option<u16>,
    /// `gc` is a global function.
    pub expose_gc: bool,
    pub modules: ModuleOptions,
    /// `--title`: what the process calls itself.
    pub title: Option<String>,
    pub network: NetworkOptions,
    /// `process.argv` from the second entry on.
    pub arguments: Vec<String>,
    /// `process.execArgv`: the options before the file.
    pub exec_arguments: Vec<String>,
    /// `process.argv0`: how the command was called.
    pub argv0: String,
}
