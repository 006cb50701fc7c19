//! Options from the command line.

use hexloop_trace::Format;
use std::path::PathBuf;
use std::time::Duration;

/// Whose event loop to follow (docs/event-loop.md, Profiles).
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

/// How many promise jobs an `await` of a promise takes: one, or three as before 2019.
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
    /// `-e`, or standard input; `name` is the filename in stacks.
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
    /// `-C`: additional conditions of `exports` and `imports`.
    pub conditions: Vec<String>,
    pub preserve_symlinks: bool,
    pub preserve_symlinks_main: bool,
    /// `--input-type`: the format of `-e` and standard input, instead of detecting it.
    pub input_type: Option<InputType>,
    /// `--enable-source-maps`: stacks use the source maps of files.
    pub enable_source_maps: bool,
    /// `--no-cache`: compiled and transformed sources are neither read from the disk cache nor written to it.
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

/// How warnings and deprecations are handled.
#[derive(Clone, Debug, Default)]
pub struct WarningOptions {
    /// `--no-warnings`: none is printed.
    pub none: bool,
    /// `--trace-warnings`: each is printed with its stack.
    pub trace: bool,
    /// `--disable-warning`: codes and names of those not to print.
    pub disabled: Vec<String>,
    /// `--redirect-warnings`: the file they are appended to, instead of being printed.
    pub redirect: Option<String>,
    /// `--pending-deprecation`: also warn of pending deprecations.
    pub pending_deprecation: bool,
    pub no_deprecation: bool,
    pub throw_deprecation: bool,
    pub trace_deprecation: bool,
}

#[derive(Clone, Debug, Default)]
pub struct NetworkOptions {
    /// `--dns-result-order`: the default order of addresses in `dns.lookup`.
    pub result_order: Option<String>,
    /// `--test-udp-no-try-send`: datagrams are always queued, never sent at once.
    pub no_try_send: bool,
}

impl NetworkOptions {
    pub const RESULT_ORDERS: [&str; 3] = ["ipv4first", "ipv6first", "verbatim"];
}

/// Whether the loop is recorded, and where to (docs/trace.md).
#[derive(Clone, Debug, Default)]
pub struct TraceOptions {
    /// `hexloop trace`, `--trace`: from the start.
    pub from_start: bool,
    /// `--traceable`: from one SIGUSR2 to the next.
    pub on_signal: bool,
    /// The output file; `-` is standard output. None: a default name for the format.
    pub out: Option<PathBuf>,
    /// None: by the file's extension.
    pub format: Option<Format>,
    /// `--trace-quiet`: does not print where it was written.
    pub quiet: bool,
    /// `--trace-exact`: exact times and stacks for everything, at any cost.
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

    /// The output format.
    pub fn format(&self) -> Format {
        self.format.or_else(|| self.out.as_deref().and_then(Format::of_path)).unwrap_or_default()
    }

    /// Whether the output is a page in a file.
    pub fn is_page(&self) -> bool {
        matches!(self.format(), Format::Html) && self.out.as_deref() != Some(std::path::Path::new("-"))
    }
}

/// The default port of `--inspect-loop`.
pub const LIVE_PORT: u16 = 9330;

#[derive(Clone, Debug, Default)]
pub struct Options {
    pub profile: Profile,
    pub await_rule: AwaitRule,
    pub unhandled_rejections: UnhandledRejections,
    pub warnings: WarningOptions,
    /// `--abort-on-uncaught-exception`: the process aborts, to leave a core dump.
    pub abort_on_uncaught: bool,
    /// `--why`: SIGINT prints what keeps the process alive, and where it was created.
    pub why: bool,
    /// `--disable-sigusr1`: nothing happens on SIGUSR1, and its listeners are not called.
    pub disable_sigusr1: bool,
    /// `--trace-sigint`: SIGINT prints the JavaScript stack.
    pub trace_sigint: bool,
    /// `--watchdog`: how long a callback may block the loop before it is reported. None, or zero: disabled.
    pub watchdog: Option<Duration>,
    pub trace: TraceOptions,
    /// `--inspect-loop`: the port of the live server, or the next free one; 0: any.
    pub inspect_loop: Option<u16>,
    /// `gc` is a global function.
    pub expose_gc: bool,
    pub modules: ModuleOptions,
    /// `--title`: the title of the process.
    pub title: Option<String>,
    pub network: NetworkOptions,
    /// `process.argv` from the second entry on.
    pub arguments: Vec<String>,
    /// `process.execArgv`: the options before the file.
    pub exec_arguments: Vec<String>,
    /// `process.argv0`: the name by which the command was called.
    pub argv0: String,
}
