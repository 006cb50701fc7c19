//! The model of a trace: tables in columns, as in the JSON.
//!
//! Times are nanoseconds since the start of the recording. A missing number is [`ABSENT`], since 0 is a valid index. Rows of a table
//! are ordered by time: `began`, or `at`, or `queued` for a task that never ran.

mod kind;
mod task;

pub use kind::Kind;
pub use task::{TaskRow, Tasks};

use crate::messages::Messages;
use serde::{Deserialize, Serialize};

pub const FORMAT: &str = "hexloop-trace";
pub const VERSION: u32 = 1;

/// No such time, index or id.
pub const ABSENT: i64 = -1;

/// Times and ids.
pub type Column = Vec<i64>;
/// Indices into another table; -1: none.
pub type Index = Vec<i32>;

/// A recorded trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Trace {
    pub format: String,
    pub version: u32,
    pub program: Program,
    pub dropped: Dropped,
    pub clock: Clock,
    pub files: Vec<File>,
    pub places: Places,
    /// Indices into `places`, the innermost frame first.
    pub stacks: Vec<Vec<i32>>,
    pub threads: Vec<Thread>,
    pub tasks: Tasks,
    pub kinds: Vec<String>,
    pub phases: Vec<String>,
    pub labels: Vec<String>,
    pub phase_spans: PhaseSpans,
    pub waits: Waits,
    pub jobs: Jobs,
    pub collections: Collections,
    pub preemptions: Preemptions,
    pub output: Output,
    pub calls: Calls,
    pub samples: Samples,
    pub rejections: Rejections,
    pub handles: Handles,
    pub findings: Vec<Finding>,
    /// Only until all threads are merged into one trace.
    #[serde(skip)]
    pub messages: Messages,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: Program::default(),
            dropped: Dropped::default(),
            clock: Clock::default(),
            files: Vec::new(),
            places: Places::default(),
            stacks: Vec::new(),
            threads: vec![Thread { name: "loop".to_owned() }],
            tasks: Tasks::default(),
            kinds: Kind::ALL.iter().map(|kind| kind.name().to_owned()).collect(),
            phases: hexloop::Phase::ALL.iter().map(|phase| phase.name().to_owned()).collect(),
            labels: Vec::new(),
            phase_spans: PhaseSpans::default(),
            waits: Waits::default(),
            jobs: Jobs::default(),
            collections: Collections::default(),
            preemptions: Preemptions::default(),
            output: Output::default(),
            calls: Calls::default(),
            samples: Samples::default(),
            rejections: Rejections::default(),
            handles: Handles::default(),
            findings: Vec::new(),
            messages: Messages::default(),
        }
    }
}

impl Trace {
    /// The index of a label; it is added if it is new. A linear search, for a few labels only.
    pub fn label(&mut self, text: &str) -> i32 {
        let found = self.labels.iter().position(|label| label == text);
        found.unwrap_or_else(|| {
            self.labels.push(text.to_owned());
            self.labels.len() - 1
        }) as i32
    }

    /// The kind of a task, by the names in this trace.
    pub fn kind_of(&self, task: usize) -> &str {
        let kind = self.tasks.kind.get(task).and_then(|kind| usize::try_from(*kind).ok());
        kind.and_then(|kind| self.kinds.get(kind)).map_or("", String::as_str)
    }

    /// The label of an index; `None` if it is absent.
    pub fn label_at(&self, index: i32) -> Option<&str> {
        usize::try_from(index).ok().and_then(|at| self.labels.get(at)).map(String::as_str)
    }

    /// `/app/a.js:3:7`, preceded by the function's name if there is one.
    pub fn place_text(&self, place: i32) -> Option<String> {
        let at = usize::try_from(place).ok()?;
        let file = self.files.get(usize::try_from(*self.places.file.get(at)?).ok()?)?;
        let (line, column) = (self.places.line.get(at)?, self.places.column.get(at)?);
        let name = self.places.name.get(at).map_or("", String::as_str);
        Some(match name {
            "" => format!("{}:{line}:{column}", file.path),
            _ => format!("{name} ({}:{line}:{column})", file.path),
        })
    }

    /// The innermost place of a stack; -1 if there is none.
    pub fn top_of(&self, stack: i32) -> i32 {
        let frames = usize::try_from(stack).ok().and_then(|at| self.stacks.get(at));
        frames.and_then(|frames| frames.first()).copied().unwrap_or(-1)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Program {
    pub file: String,
    pub argv: Vec<String>,
    pub cwd: String,
    pub pid: u32,
    /// Hexloop's version.
    pub hexloop: String,
    /// The event loop profile: node, node10, browser, browser-firefox.
    pub profile: String,
    /// Wall clock time in ISO 8601.
    pub started_at: String,
    pub duration: i64,
    /// -1: it was ended by a signal, or was still running.
    pub exit_code: i32,
    /// How the recording ended: exit, signal, request.
    pub ended_by: String,
}

/// What was dropped because memory is bounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Dropped {
    /// Rows, of all tables.
    pub events: u64,
    /// All dropped rows are older than this.
    pub before: i64,
}

/// The precision of times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Clock {
    /// How many task rows have times of the coarse clock.
    pub coarse: u64,
    /// The maximal error of these times.
    pub coarse_ns: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct File {
    pub path: String,
    /// `None` if it could not be read, or for Hexloop's own files.
    pub text: Option<String>,
}

/// Positions in source files, without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Places {
    pub file: Index,
    pub line: Index,
    pub column: Index,
    /// The function's name, or "".
    pub name: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thread {
    pub name: String,
}

/// The time between the first and the last task of a phase, for each turn in which it had any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PhaseSpans {
    pub phase: Index,
    pub turn: Column,
    pub began: Column,
    pub ended: Column,
}

/// The times in which poll slept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Waits {
    pub turn: Column,
    pub began: Column,
    pub ended: Column,
    /// The timeout of poll; absent: infinite.
    pub limit: Column,
}

/// Work on the thread pool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Jobs {
    pub id: Column,
    pub label: Index,
    pub thread: Index,
    /// The id of the task that scheduled it.
    pub task: Column,
    pub scheduled: Index,
    pub queued: Column,
    pub began: Column,
    pub ended: Column,
}

/// Garbage collections, as far as the engine reports them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Collections {
    pub began: Column,
    pub ended: Column,
}

/// Times in which the loop's thread was runnable but not scheduled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preemptions {
    /// The kernel's counter was read here …
    pub began: Column,
    /// … and here,
    pub ended: Column,
    /// and in between the thread waited this long for a CPU.
    pub waited: Column,
}

/// What the program wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Output {
    pub at: Column,
    pub task: Column,
    /// 1 or 2.
    pub stream: Index,
    pub place: Index,
    pub text: Vec<String>,
}

/// Synchronous calls that may block: files, hashing, child processes, large JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Calls {
    pub at: Column,
    pub took: Column,
    pub task: Column,
    pub label: Index,
    pub stack: Index,
    /// The amount of data; absent if it does not apply.
    pub bytes: Column,
}

/// Stacks that were sampled while a task blocked the loop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Samples {
    pub at: Column,
    pub task: Column,
    pub stack: Index,
}

/// Unhandled rejections.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rejections {
    pub at: Column,
    pub task: Column,
    pub stack: Index,
    pub message: Vec<String>,
}

/// What can keep the loop alive: sockets, servers, timers that were never cleared, watchers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Handles {
    pub id: Column,
    /// The name of the async_hooks type: TCPServerWrap, FSEventWrap …
    pub kind: Vec<String>,
    pub label: Index,
    pub made: Column,
    /// Absent: never closed.
    pub closed: Column,
    pub stack: Index,
    /// 1: it was referenced at the end.
    pub refed: Index,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    #[default]
    Low,
    Medium,
    High,
}

impl Severity {
    pub const NAMES: [&str; 3] = ["low", "medium", "high"];

    pub fn name(self) -> &'static str {
        Severity::NAMES[self as usize]
    }

    pub fn from_name(name: &str) -> Option<Severity> {
        [Severity::Low, Severity::Medium, Severity::High].into_iter().find(|severity| severity.name() == name)
    }
}

/// A problem of the program, and the advice for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Finding {
    pub kind: String,
    pub severity: Severity,
    pub title: String,
    pub text: String,
    pub advice: String,
    pub place: i32,
    pub stack: i32,
    pub task: i64,
    pub others: Column,
    pub from: i64,
    pub to: i64,
    pub cost: i64,
}

impl Default for Finding {
    fn default() -> Finding {
        Finding {
            kind: String::new(),
            severity: Severity::Low,
            title: String::new(),
            text: String::new(),
            advice: String::new(),
            place: -1,
            stack: -1,
            task: ABSENT,
            others: Vec::new(),
            from: ABSENT,
            to: ABSENT,
            cost: ABSENT,
        }
    }
}
