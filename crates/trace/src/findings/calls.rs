//! Calls that block the loop: synchronous files, hashes, compression and child processes on a hot path, large JSON, and regular
//! expressions that backtrack.
//!
//! At startup, in the main script and the microtasks after it, synchronous calls are fine, and only slow ones count.

use super::thresholds;
use crate::model::{Finding, Severity};
use crate::phrases;
use crate::view::{LOADING, Line, TraceView};
use std::collections::{HashMap, HashSet};

/// From this size on the amount of data is part of the message.
const MIN_MENTIONED_SIZE: i64 = 10_000;

/// The kind of a recorded call.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum CallKind {
    Synchronous,
    Json,
    Expression,
}

impl CallKind {
    fn of(label: &str) -> CallKind {
        match label {
            _ if label.starts_with("JSON.") => CallKind::Json,
            _ if label.starts_with("RegExp") || label.starts_with("String.prototype") => CallKind::Expression,
            _ => CallKind::Synchronous,
        }
    }
}

/// The findings, and how long the reported calls took, by task.
pub fn find(view: &TraceView<'_>) -> (Vec<Finding>, HashMap<i64, i64>) {
    let calls = &view.trace.calls;
    let at_start = startup_tasks(view);
    let mut groups: HashMap<(&str, Option<Line>), Vec<usize>> = HashMap::new();
    let is_programs = |row: &usize| view.trace.label_at(calls.label[*row]) != Some(LOADING);
    for row in (0..calls.at.len()).filter(is_programs) {
        let label = function_of(view.trace.label_at(calls.label[row]).unwrap_or("a synchronous call"));
        groups.entry((label, view.line_at(view.place_in(calls.stack[row])))).or_default().push(row);
    }
    attribute_unlocated(&mut groups);
    let mut explained: HashMap<i64, i64> = HashMap::new();
    let mut findings = Vec::new();
    for ((label, _), rows) in groups {
        let Some(finding) = (Group { view, label, rows: &rows, at_start: &at_start }).finding() else { continue };
        findings.push(finding);
        for (task, rows) in by_task(view, &rows) {
            *explained.entry(task).or_default() += total_time(view, &rows);
        }
    }
    (findings, explained)
}

fn by_task(view: &TraceView<'_>, rows: &[usize]) -> HashMap<i64, Vec<usize>> {
    let mut tasks: HashMap<i64, Vec<usize>> = HashMap::new();
    for row in rows {
        tasks.entry(view.trace.calls.task[*row]).or_default().push(*row);
    }
    tasks
}

/// How long calls took, without preemption.
fn total_time(view: &TraceView<'_>, rows: &[usize]) -> i64 {
    let calls = &view.trace.calls;
    let took: i64 = rows.iter().map(|row| calls.took[*row]).sum();
    took - view.preempted_in(rows.iter().map(|row| (calls.at[*row], calls.at[*row] + calls.took[*row])))
}

/// In a flood of calls only some are recorded with their line; the others are attributed to the most frequent one.
fn attribute_unlocated(groups: &mut HashMap<(&str, Option<Line>), Vec<usize>>) {
    let unlocated: Vec<&str> = groups.keys().filter(|(_, line)| line.is_none()).map(|(label, _)| *label).collect();
    for label in unlocated {
        let located = groups.iter().filter(|((other, line), _)| *other == label && line.is_some());
        let Some(key) = located.max_by_key(|((_, line), rows)| (rows.len(), *line)).map(|(key, _)| *key) else {
            continue;
        };
        let rows = groups.remove(&(label, None)).unwrap_or_default();
        groups.entry(key).or_default().extend(rows);
    }
}

/// `fs.readFileSync` of `fs.readFileSync /etc/hosts`.
fn function_of(label: &str) -> &str {
    label.split(' ').next().unwrap_or(label)
}

/// The main script and its microtasks: nothing waits for the loop yet.
fn startup_tasks(view: &TraceView<'_>) -> HashSet<i64> {
    let is_startup = |(at, row): &(usize, &usize)| match view.kind(**row) {
        "main" => true,
        _ => *at > 0 && view.is_microtask(**row),
    };
    view.ran.iter().enumerate().take_while(is_startup).map(|(_, row)| view.id(*row)).collect()
}

/// The calls of one function from one line.
struct Group<'a> {
    view: &'a TraceView<'a>,
    label: &'a str,
    rows: &'a [usize],
    at_start: &'a HashSet<i64>,
}

impl Group<'_> {
    fn finding(&self) -> Option<Finding> {
        let calls = &self.view.trace.calls;
        let longest = self.rows.iter().map(|row| self.took(*row)).max()?;
        let worst = self.rows.iter().copied().find(|row| self.took(*row) == longest)?;
        let stack = self.stack();
        let total = total_time(self.view, self.rows);
        let held = self.held();
        let later = self.rows.iter().filter(|row| !self.at_start.contains(&calls.task[**row]));
        let callbacks = later.map(|row| calls.task[*row]).collect::<HashSet<_>>().len();
        let call_kind = CallKind::of(self.label);
        let severity = self.severity(call_kind, callbacks, longest, held, total)?;
        let (title, text) = self.phrases(call_kind, callbacks, longest, held, total, worst);
        Some(Finding {
            kind: match call_kind {
                CallKind::Synchronous => "sync-call",
                CallKind::Json => "big-json",
                CallKind::Expression => "slow-regexp",
            }
            .to_owned(),
            severity,
            title,
            text,
            advice: advice(call_kind, self.label),
            place: self.view.place_in(stack),
            stack,
            task: calls.task[worst],
            others: Vec::new(),
            from: calls.at[worst],
            to: calls.at[worst] + longest,
            cost: total,
        })
    }

    /// The stack of the calls; not every one was recorded with it.
    fn stack(&self) -> i32 {
        let calls = &self.view.trace.calls;
        self.rows.iter().map(|row| calls.stack[*row]).find(|stack| self.view.place_in(*stack) >= 0).unwrap_or(-1)
    }

    fn took(&self, row: usize) -> i64 {
        total_time(self.view, &[row])
    }

    /// How long one callback blocked the loop with these calls, at worst: twenty calls of 20 ms delay others by 400 ms.
    fn held(&self) -> i64 {
        let tasks = by_task(self.view, self.rows);
        tasks.values().map(|rows| total_time(self.view, rows)).max().unwrap_or_default()
    }

    /// `None` if it is not worth a finding.
    fn severity(&self, call_kind: CallKind, callbacks: usize, longest: i64, held: i64, total: i64) -> Option<Severity> {
        let slow = match call_kind {
            CallKind::Synchronous => thresholds::SLOW_CALL,
            CallKind::Json => thresholds::SLOW_JSON,
            CallKind::Expression => thresholds::SLOW_EXPRESSION,
        };
        if callbacks == 0 {
            // At startup: only long calls, or calls that are always wrong.
            let weight = if call_kind == CallKind::Expression {
                thresholds::severity_of_wait(longest)
            } else {
                thresholds::startup_severity(held)
            };
            return (longest >= thresholds::BLOCKED).then_some(weight);
        }
        let is_hot = call_kind == CallKind::Synchronous && callbacks >= thresholds::HOT_CALLBACKS;
        let as_hot = (is_hot && total >= thresholds::HOT_TOTAL)
            .then(|| thresholds::severity_of_wait(total).min(Severity::Medium));
        let as_slow = (longest >= slow || held >= thresholds::BLOCKED).then(|| thresholds::severity_of_wait(held));
        as_slow.max(as_hot)
    }

    fn phrases(
        &self,
        call_kind: CallKind,
        callbacks: usize,
        longest: i64,
        held: i64,
        total: i64,
        worst: usize,
    ) -> (String, String) {
        let calls = &self.view.trace.calls;
        let at = self.view.at(self.view.place_in(self.stack()));
        let label = self.label;
        let name = self.view.row(calls.task[worst]).map_or_else(|| "a callback".to_owned(), |row| self.view.name(row));
        let bytes = match calls.bytes[worst] {
            ..MIN_MENTIONED_SIZE => String::new(),
            bytes => format!(" of {}", phrases::size(bytes)),
        };
        let many = self.rows.len();
        let title = match (call_kind, many) {
            (CallKind::Expression, _) => format!(
                "A regular expression {at} ran for {} on a string of {}",
                phrases::duration(longest),
                phrases::count(calls.bytes[worst].max(0) as usize, "character")
            ),
            (_, 1) => format!("{label}{bytes} {at} held the loop for {}", phrases::duration(longest)),
            (CallKind::Synchronous, _) if callbacks >= thresholds::HOT_CALLBACKS && held < thresholds::NOTICEABLE => {
                format!(
                    "{label} {at} is on a hot path: {} calls, {} in all",
                    phrases::grouped(many),
                    phrases::duration(total)
                )
            }
            _ => format!(
                "{label}{bytes} {at} held the loop {}, for {} at worst",
                phrases::times(many),
                phrases::duration(held)
            ),
        };
        let when = if callbacks == 0 { "while the program started".to_owned() } else { format!("in {name}") };
        let text = match many {
            1 => format!("{label} was called {when}, and nothing else could run before it returned."),
            _ => format!(
                "{label} was called {} by {}, {} in all, and nothing else could run before it returned.",
                phrases::times(many),
                phrases::count(callbacks.max(1), "callback"),
                phrases::duration(total)
            ),
        };
        (title, text)
    }
}

fn advice(call_kind: CallKind, label: &str) -> String {
    match call_kind {
        CallKind::Json => "Move large JSON to a thread of its own (node:worker_threads), send and read it in parts (a line per \
                       record, a streaming parser), or keep less in one document."
            .to_owned(),
        CallKind::Expression => "Rewrite the expression so that a string can match in one way only: no repetition inside a \
                             repetition as in (a+)+, no alternatives that begin alike. Limit the length of what comes from outside."
            .to_owned(),
        CallKind::Synchronous => match label.strip_suffix("Sync") {
            Some(name) if label.starts_with("fs.") => format!(
                "Use {name}, or await fs.promises.{}: it works on the thread pool while the loop goes on.",
                name.trim_start_matches("fs.")
            ),
            Some("child_process.exec" | "child_process.execFile" | "child_process.spawn") => {
                format!("Use {} and its events: the loop goes on while the child works.", label.trim_end_matches("Sync"))
            }
            Some(name) => format!("Use {name} with a callback: it works on the thread pool while the loop goes on."),
            None if label == "crypto.randomBytes" => {
                "Give it a callback: it works on the thread pool then, while the loop goes on.".to_owned()
            }
            None => "Do it in parts, with a turn of the loop between them, or in a thread of its own (node:worker_threads)."
                .to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace_builder::{MS, TraceBuilder};
    use super::*;

    fn found(builder: &TraceBuilder) -> Vec<Finding> {
        find(&TraceView::new(&builder.trace)).0
    }

    #[test]
    fn a_slow_synchronous_call_in_a_callback_is_found_with_what_to_use_instead() {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("timeout", 3, 10, 330);
        builder.call(task, "crypto.pbkdf2Sync", 7, 11, 310);
        let (findings, explained) = find(&TraceView::new(&builder.trace));
        assert_eq!(findings[0].title, "crypto.pbkdf2Sync of 5 MB at a.js:7:1 held the loop for 310 ms");
        assert!(findings[0].advice.starts_with("Use crypto.pbkdf2 with a callback"));
        assert_eq!((findings[0].kind.as_str(), findings[0].place), ("sync-call", builder.place(7)));
        assert_eq!(explained[&task], 310 * MS);
    }

    #[test]
    fn quick_calls_count_only_on_a_hot_path_and_not_at_start() {
        let hot = |callbacks: i64, kind: &str| {
            let mut builder = TraceBuilder::new();
            for at in 0..callbacks {
                let task = builder.ran(kind, 3, at, at + 1);
                builder.call(task, "fs.readFileSync /etc/hosts", 4, at, 1);
            }
            found(&builder)
        };
        assert_eq!(hot(9, "io"), []);
        assert_eq!(hot(40, "main"), []);
        let findings = hot(40, "io");
        assert_eq!(findings[0].title, "fs.readFileSync at a.js:4:1 is on a hot path: 40 calls, 40 ms in all");
        assert!(findings[0].advice.contains("fs.promises.readFile"));
    }

    #[test]
    fn json_and_expressions_have_kinds_of_their_own() {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("io", 3, 0, 400);
        builder.call(task, "JSON.parse", 4, 0, 120);
        builder.call(task, "RegExp.test", 5, 130, 200);
        let mut findings = found(&builder);
        findings.sort_by_key(|finding| finding.from);
        assert_eq!(findings[0].title, "JSON.parse of 5 MB at a.js:4:1 held the loop for 120 ms");
        assert_eq!(
            findings[1].title,
            "A regular expression at a.js:5:1 ran for 200 ms on a string of 5,000,000 characters"
        );
        assert_eq!([&findings[0].kind[..], &findings[1].kind[..]], ["big-json", "slow-regexp"]);
    }

    #[test]
    fn calls_without_a_line_count_where_most_are() {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("io", 3, 0, 60);
        builder.call(task, "fs.statSync", 4, 0, 20);
        builder.call(task, "fs.statSync", 4, 20, 30);
        builder.trace.calls.stack[1] = -1;
        let findings = found(&builder);
        assert_eq!((findings.len(), findings[0].cost, findings[0].place), (1, 50 * MS, builder.place(4)));
    }

    #[test]
    fn the_calls_of_one_callback_count_together() {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("timeout", 3, 0, 460);
        for at in 0..6 {
            builder.call(task, "crypto.randomBytes", 4, at * 76, 75);
        }
        let finding = found(&builder).remove(0);
        assert_eq!(finding.severity, Severity::Medium);
        assert_eq!(finding.title, "crypto.randomBytes of 5 MB at a.js:4:1 held the loop 6 times, for 450 ms at worst");
    }

    #[test]
    fn time_without_a_processor_is_not_the_calls() {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("timeout", 3, 0, 200);
        builder.call(task, "fs.readFileSync", 4, 10, 180);
        assert_eq!(found(&builder)[0].severity, Severity::Medium);
        builder.preempted(0, 200, 175);
        assert_eq!(found(&builder), []);
    }

    /// On one core shared with another process every interval is preempted; each call of a flood is shorter than that.
    #[test]
    fn a_preemption_is_subtracted_from_many_calls_once() {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("timeout", 3, 0, 200);
        for call in 0..19 {
            builder.call(task, "fs.readFileSync", 4, call * 10, 10);
        }
        builder.preempted(0, 200, 50);
        let findings = found(&builder);
        assert_eq!((findings[0].severity, findings[0].cost), (Severity::Medium, 140_000_000));
    }

    #[test]
    fn large_json_that_is_quick_is_no_finding() {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("io", 3, 0, 20);
        builder.call(task, "JSON.parse", 4, 0, 15);
        assert_eq!(found(&builder), []);
    }
}
