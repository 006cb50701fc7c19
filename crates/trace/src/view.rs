//! A view of a trace for reports: tasks by id, what ran in order, lines of the program rather than of Hexloop, and names.
//!
//! ```text
//!   main │ tick tick promise │ timeout │ promise │ immediate │ …          what ran, in order
//!   └──── a slot ───────────┘└──── a slot ─────┘└── a slot …              a callback and the microtasks that follow it
//! ```
//!
//! A *slot* cannot be interrupted: until its last microtask has run, nothing else can.

use crate::model::{ABSENT, Trace};
use std::collections::HashMap;

/// The label of the loading of built-in modules.
pub const LOADING: &str = "loading built-in modules";

/// The prefix of Hexloop's own files.
const OWN: &str = "node:";

/// While the loop is blocked a stack is sampled every 10 ms of CPU time; under load that takes longer.
const MAX_SAMPLE_GAP: i64 = 250_000_000;

pub struct TraceView<'a> {
    pub trace: &'a Trace,
    row_of: HashMap<i64, usize>,
    /// Rows of the loop's own thread that began, in that order.
    pub ran: Vec<usize>,
    /// The end of each of `ran`.
    ends: Vec<i64>,
    /// How long tasks loaded built-in modules, which happens once and is not attributed to the program.
    loading: HashMap<i64, i64>,
}

/// A callback of the loop and the ticks and promise jobs after it, up to the next callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Positions in [`TraceView::ran`]: `[first, end)`.
    pub first: usize,
    pub end: usize,
    /// The first task is a callback: it was not dropped.
    pub has_head: bool,
    pub began: i64,
    pub ended: i64,
}

impl Slot {
    /// Positions of the microtasks.
    pub fn jobs(&self) -> std::ops::Range<usize> {
        self.first + usize::from(self.has_head)..self.end
    }
}

/// A line of a file: findings are grouped by line, since columns may differ between two calls of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    pub file: i32,
    pub line: i32,
}

impl<'a> TraceView<'a> {
    pub fn new(trace: &'a Trace) -> TraceView<'a> {
        let tasks = &trace.tasks;
        let row_of = tasks.id.iter().enumerate().map(|(row, id)| (*id, row)).collect();
        let ran: Vec<usize> =
            (0..tasks.len()).filter(|row| tasks.began[*row] != ABSENT && tasks.thread[*row] <= 0).collect();
        // A task without a recorded end ended when the next began.
        let end_of = |(at, row): (usize, &usize)| match tasks.ended[*row] {
            ABSENT => ran.get(at + 1).map_or(trace.program.duration, |next| tasks.began[*next]).max(tasks.began[*row]),
            ended => ended,
        };
        let ends = ran.iter().enumerate().map(end_of).collect();
        let calls = &trace.calls;
        let mut loading: HashMap<i64, i64> = HashMap::new();
        for row in (0..calls.at.len()).filter(|row| trace.label_at(calls.label[*row]) == Some(LOADING)) {
            *loading.entry(calls.task[row]).or_default() += calls.took[row];
        }
        TraceView { trace, row_of, ran, ends, loading }
    }

    pub fn row(&self, id: i64) -> Option<usize> {
        self.row_of.get(&id).copied()
    }

    pub fn id(&self, row: usize) -> i64 {
        self.trace.tasks.id[row]
    }

    pub fn kind(&self, row: usize) -> &'a str {
        let trace: &'a Trace = self.trace;
        trace.kind_of(row)
    }

    pub fn is_microtask(&self, row: usize) -> bool {
        matches!(self.kind(row), "tick" | "promise" | "microtask" | "rejection")
    }

    pub fn label(&self, row: usize) -> Option<&'a str> {
        let trace: &'a Trace = self.trace;
        trace.label_at(trace.tasks.label[row])
    }

    /// When the task at a position of `ran` began and ended.
    pub fn span(&self, position: usize) -> (i64, i64) {
        (self.trace.tasks.began[self.ran[position]], self.ends[position])
    }

    pub fn took(&self, position: usize) -> i64 {
        let (began, ended) = self.span(position);
        ended - began
    }

    /// The same without the loading of built-in modules and without preemption.
    pub fn held(&self, position: usize) -> i64 {
        let (began, ended) = self.span(position);
        (ended - began - self.loading_of(self.ran[position]) - self.preempted(began, ended)).max(0)
    }

    /// How much of an interval the loop's thread was runnable but not scheduled. That is caused by other processes, and is not
    /// attributed to a line of the program.
    pub fn preempted(&self, from: i64, to: i64) -> i64 {
        self.preempted_in([(from, to)])
    }

    /// The same for many intervals that do not overlap: a preemption is counted once, though it may belong to any of them.
    pub fn preempted_in(&self, times: impl IntoIterator<Item = (i64, i64)>) -> i64 {
        let rows = &self.trace.preemptions;
        let mut within: HashMap<usize, i64> = HashMap::new();
        for (from, to) in times {
            let first = rows.ended.partition_point(|ended| *ended <= from);
            for row in (first..rows.began.len()).take_while(|row| rows.began[*row] < to) {
                *within.entry(row).or_default() += rows.ended[row].min(to) - rows.began[row].max(from);
            }
        }
        within.into_iter().map(|(row, overlap)| rows.waited[row].min(overlap)).sum()
    }

    pub fn loading_of(&self, row: usize) -> i64 {
        self.loading.get(&self.id(row)).copied().unwrap_or(0)
    }

    /// The position in `ran` of a row that ran.
    pub fn position(&self, row: usize) -> Option<usize> {
        // Rows are ordered by time, and `ran` is ordered by row.
        self.ran.binary_search(&row).ok()
    }

    pub fn slots(&self) -> Vec<Slot> {
        let mut slots: Vec<Slot> = Vec::new();
        for (position, row) in self.ran.iter().enumerate() {
            let (began, ended) = self.span(position);
            match slots.last_mut() {
                Some(slot) if self.is_microtask(*row) => {
                    slot.end = position + 1;
                    slot.ended = slot.ended.max(ended);
                }
                _ => {
                    let has_head = !self.is_microtask(*row);
                    let began = if has_head { began } else { self.sampled_since(began) };
                    slots.push(Slot { first: position, end: position + 1, has_head, began, ended });
                }
            }
        }
        slots
    }

    /// Since when the loop was blocked at this time, by the sampled stacks: the rows were dropped.
    fn sampled_since(&self, time: i64) -> i64 {
        let earlier = self.trace.samples.at.iter().rev().skip_while(|at| **at >= time);
        let mut since = time;
        for at in earlier.take_while(|at| **at >= 0) {
            if since - at > MAX_SAMPLE_GAP {
                break;
            }
            since = *at;
        }
        since
    }

    // ---- places

    pub fn path_of(&self, place: i32) -> Option<&'a str> {
        let trace: &'a Trace = self.trace;
        let file = *trace.places.file.get(usize::try_from(place).ok()?)?;
        trace.files.get(usize::try_from(file).ok()?).map(|file| file.path.as_str())
    }

    fn is_program_code(&self, place: i32) -> bool {
        self.path_of(place).is_some_and(|path| !path.starts_with(OWN) && !path.is_empty())
    }

    /// The innermost frame of a stack that is in the program itself; otherwise in one of its packages; -1 if there is none.
    pub fn place_in(&self, stack: i32) -> i32 {
        let frames = usize::try_from(stack).ok().and_then(|at| self.trace.stacks.get(at));
        let of_program = || frames.into_iter().flatten().copied().filter(|place| self.is_program_code(*place));
        let is_package = |place: &i32| self.path_of(*place).is_some_and(|path| path.contains("/node_modules/"));
        of_program().find(|place| !is_package(place)).or_else(|| of_program().next()).unwrap_or(-1)
    }

    pub fn line_at(&self, place: i32) -> Option<Line> {
        let at = usize::try_from(place).ok()?;
        let places = &self.trace.places;
        Some(Line { file: *places.file.get(at)?, line: *places.line.get(at)? })
    }

    /// `a.js:3:7`, with the path relative to the working folder; `None` for an absent place.
    pub fn location_text(&self, place: i32) -> Option<String> {
        let at = usize::try_from(place).ok()?;
        let path = self.path_of(place)?;
        Some(format!("{}:{}:{}", self.short(path), self.trace.places.line[at], self.trace.places.column[at]))
    }

    /// `at a.js:3:7`, or a phrase if it is not known.
    pub fn at(&self, place: i32) -> String {
        self.location_text(place)
            .map_or_else(|| "at a line that was not recorded".to_owned(), |place| format!("at {place}"))
    }

    pub fn short<'p>(&self, path: &'p str) -> &'p str {
        let within = path.strip_prefix(&self.trace.program.cwd).and_then(|rest| rest.strip_prefix('/'));
        within.filter(|_| !self.trace.program.cwd.is_empty()).unwrap_or(path)
    }

    /// Where a task was scheduled.
    pub fn scheduled_at(&self, row: usize) -> i32 {
        self.place_in(self.trace.tasks.scheduled[row])
    }

    /// The place to report for a task: that of its function, or else the one that scheduled it.
    pub fn place_of(&self, row: usize) -> i32 {
        let defined = self.trace.tasks.defined[row];
        if self.is_program_code(defined) { defined } else { self.scheduled_at(row) }
    }

    // ---- names

    /// A task as part of a message: `the timer set at a.js:3:1`.
    pub fn name(&self, row: usize) -> String {
        let place = self.scheduled_at(row);
        let from = |what: &str, verb: &str| match self.location_text(place) {
            Some(place) => format!("{what} {verb} at {place}"),
            None => what.to_owned(),
        };
        match self.kind(row) {
            "main" => "the main script".to_owned(),
            "timeout" => from("the timer", "set"),
            "interval" => from("the interval", "set"),
            "immediate" => from("the immediate", "set"),
            "tick" => from("the tick", "queued"),
            "promise" if self.label(row) == Some("await") => from("the code after the await", ""),
            "promise" => from("the promise job", "queued"),
            "microtask" => from("the microtask", "queued"),
            "rejection" => "the handler of unhandled rejections".to_owned(),
            "close" => from("the close callback", "of what was made"),
            "signal" => from("the signal handler", "set"),
            "message" => from("the message handler", "set"),
            "exit" => "the exit handler".to_owned(),
            "finalizer" => "a FinalizationRegistry's callback".to_owned(),
            "pool" => from(&format!("the callback of {} work", self.label(row).unwrap_or("pool")), "begun"),
            _ => match self.label(row) {
                Some(label) => from(&format!("the callback of {label}"), "begun"),
                None => from("the I/O callback", "begun"),
            },
        }
        .replace("  ", " ")
    }

    /// The plural for tasks of one kind: `ticks`, `setImmediate callbacks`.
    pub fn plural_name(kind: &str) -> &'static str {
        match kind {
            "main" => "main scripts",
            "timeout" => "setTimeout callbacks",
            "interval" => "setInterval callbacks",
            "immediate" => "setImmediate callbacks",
            "tick" => "process.nextTick callbacks",
            "promise" => "promise jobs",
            "microtask" => "queueMicrotask callbacks",
            _ => "callbacks",
        }
    }

    /// The most frequent line of these places, as its first place. Absent ones do not count.
    pub fn most_common_line(&self, places: impl Iterator<Item = i32>) -> Option<(i32, usize)> {
        let mut counts: HashMap<Line, (i32, usize)> = HashMap::new();
        for place in places {
            let Some(line) = self.line_at(place) else { continue };
            counts.entry(line).or_insert((place, 0)).1 += 1;
        }
        // Ties are broken by line, so that a report is deterministic.
        counts.into_iter().max_by_key(|(line, (_, count))| (*count, std::cmp::Reverse(*line))).map(|(_, found)| found)
    }
}
