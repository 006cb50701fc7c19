//! Calls that keep the loop while they work: synchronous files, hashes, compression and child processes on a hot path, large
//! JSON, and regular expressions that backtrack.
//!
//! At start-up, in the main script and the microtasks after it, synchronous calls are as good as any, and only slow ones count.

use super::thresholds;
use crate::model::{Finding, Severity};
use crate::reading::{LOADING, Line, Reading};
use crate::words;
use std::collections::{HashMap, HashSet};

/// A size that may be the reason.
const MENTIONED: i64 = 10_000;

/// What a recorded call is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sort {
    Synchronous,
    Json,
    Expression,
}

impl Sort {
    fn of(label: &str) -> Sort {
        match label {
            _ if label.starts_with("JSON.") => Sort::Json,
            _ if label.starts_with("RegExp") || label.starts_with("String.prototype") => Sort::Expression,
            _ => Sort::Synchronous,
        }
    }
}

/// The findings, and how long what they tell about took, by task.
pub fn find(reading: &Reading<'_>) -> (Vec<Finding>, HashMap<i64, i64>) {
    let calls = &reading.trace.calls;
    let at_start = tasks_of_start(reading);
    let mut groups: HashMap<(&str, Option<Line>), Vec<usize>> = HashMap::new();
    let is_programs = |row: &usize| reading.trace.label_at(calls.label[*row]) != Some(LOADING);
    for row in (0..calls.at.len()).filter(is_programs) {
        let label = function_of(reading.trace.label_at(calls.label[row]).unwrap_or("a synchronous call"));
        groups.entry((label, reading.line_at(reading.place_in(calls.stack[row])))).or_default().push(row);
    }
    adopt_unplaced(&mut groups);
    let mut explained: HashMap<i64, i64> = HashMap::new();
    let mut findings = Vec::new();
    for ((label, _), rows) in groups {
        let Some(finding) = (Group { reading, label, rows: &rows, at_start: &at_start }).finding() else { continue };
        findings.push(finding);
        for (task, rows) in by_task(reading, &rows) {
            *explained.entry(task).or_default() += took_together(reading, &rows);
        }
    }
    (findings, explained)
}

fn by_task(reading: &Reading<'_>, rows: &[usize]) -> HashMap<i64, Vec<usize>> {
    let mut tasks: HashMap<i64, Vec<usize>> = HashMap::new();
    for row in rows {
        tasks.entry(reading.trace.calls.task[*row]).or_default().push(*row);
    }
    tasks
}

/// How long calls took, without the time in which the machine did other things.
fn took_together(reading: &Reading<'_>, rows: &[usize]) -> i64 {
    let calls = &reading.trace.calls;
    let took: i64 = rows.iter().map(|row| calls.took[*row]).sum();
    took - reading.preempted_in(rows.iter().map(|row| (calls.at[*row], calls.at[*row] + calls.took[*row])))
}

/// In a flood of calls only some are recorded with their line; the others are most likely of the line that has most.
fn adopt_unplaced(groups: &mut HashMap<(&str, Option<Line>), Vec<usize>>) {
    let unplaced: Vec<&str> = groups.keys().filter(|(_, line)| line.is_none()).map(|(label, _)| *label).collect();
    for label in unplaced {
        let placed = groups.iter().filter(|((other, line), _)| *other == label && line.is_some());
        let Some(key) = placed.max_by_key(|((_, line), rows)| (rows.len(), *line)).map(|(key, _)| *key) else {
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

/// The main script and what its microtasks are: nobody waits for the loop yet.
fn tasks_of_start(reading: &Reading<'_>) -> HashSet<i64> {
    let is_of_start = |(at, row): &(usize, &usize)| match reading.kind(**row) {
        "main" => true,
        _ => *at > 0 && reading.is_microtask(**row),
    };
    reading.ran.iter().enumerate().take_while(is_of_start).map(|(_, row)| reading.id(*row)).collect()
}

/// The calls of one function from one line.
struct Group<'a> {
    reading: &'a Reading<'a>,
    label: &'a str,
    rows: &'a [usize],
    at_start: &'a HashSet<i64>,
}

impl Group<'_> {
    fn finding(&self) -> Option<Finding> {
        let calls = &self.reading.trace.calls;
        let longest = self.rows.iter().map(|row| self.took(*row)).max()?;
        let worst = self.rows.iter().copied().find(|row| self.took(*row) == longest)?;
        let stack = self.stack();
        let total = took_together(self.reading, self.rows);
        let held = self.held();
        let later = self.rows.iter().filter(|row| !self.at_start.contains(&calls.task[**row]));
        let callbacks = later.map(|row| calls.task[*row]).collect::<HashSet<_>>().len();
        let sort = Sort::of(self.label);
        let severity = self.severity(sort, callbacks, longest, held, total)?;
        let (title, text) = self.words(sort, callbacks, longest, held, total, worst);
        Some(Finding {
            kind: match sort {
                Sort::Synchronous => "sync-call",
                Sort::Json => "big-json",
                Sort::Expression => "slow-regexp",
            }
            .to_owned(),
            severity,
            title,
            text,
            advice: advice(sort, self.label),
            place: self.reading.place_in(stack),
            stack,
            task: calls.task[worst],
            others: Vec::new(),
            from: calls.at[worst],
            to: calls.at[worst] + longest,
            cost: total,
        })
    }

    /// That of all of them; not every one was recorded with it.
    fn stack(&self) -> i32 {
        let calls = &self.reading.trace.calls;
        self.rows.iter().map(|row| calls.stack[*row]).find(|stack| self.reading.place_in(*stack) >= 0).unwrap_or(-1)
    }

    fn took(&self, row: usize) -> i64 {
        took_together(self.reading, &[row])
    }

    /// How long one callback held the loop with these calls, at worst. Whoever waits behind twenty calls of 20 ms waits 400 ms.
    fn held(&self) -> i64 {
        let tasks = by_task(self.reading, self.rows);
        tasks.values().map(|rows| took_together(self.reading, rows)).max().unwrap_or_default()
    }

    /// None if it is not worth a finding.
    fn severity(&self, sort: Sort, callbacks: usize, longest: i64, held: i64, total: i64) -> Option<Severity> {
        let slow = match sort {
            Sort::Synchronous => thresholds::SLOW_CALL,
            Sort::Json => thresholds::SLOW_JSON,
            Sort::Expression => thresholds::SLOW_EXPRESSION,
        };
        if callbacks == 0 {
            // A program's start: only what makes it wait for long, or is wrong in itself.
            let weight = if sort == Sort::Expression {
                thresholds::severity_of_wait(longest)
            } else {
                thresholds::severity_at_start(held)
            };
            return (longest >= thresholds::HELD).then_some(weight);
        }
        let is_hot = sort == Sort::Synchronous && callbacks >= thresholds::HOT_CALLBACKS;
        let as_hot = (is_hot && total >= thresholds::HOT_TOTAL)
            .then(|| thresholds::severity_of_wait(total).min(Severity::Medium));
        let as_slow = (longest >= slow || held >= thresholds::HELD).then(|| thresholds::severity_of_wait(held));
        as_slow.max(as_hot)
    }

    fn words(
        &self,
        sort: Sort,
        callbacks: usize,
        longest: i64,
        held: i64,
        total: i64,
        worst: usize,
    ) -> (String, String) {
        let calls = &self.reading.trace.calls;
        let at = self.reading.at(self.reading.place_in(self.stack()));
        let label = self.label;
        let name =
            self.reading.row(calls.task[worst]).map_or_else(|| "a callback".to_owned(), |row| self.reading.name(row));
        let bytes = match calls.bytes[worst] {
            ..MENTIONED => String::new(),
            bytes => format!(" of {}", words::size(bytes)),
        };
        let many = self.rows.len();
        let title = match (sort, many) {
            (Sort::Expression, _) => format!(
                "A regular expression {at} ran for {} on a text of {}",
                words::duration(longest),
                words::count(calls.bytes[worst].max(0) as usize, "letter")
            ),
            (_, 1) => format!("{label}{bytes} {at} held the loop for {}", words::duration(longest)),
            (Sort::Synchronous, _) if callbacks >= thresholds::HOT_CALLBACKS && held < thresholds::FELT => format!(
                "{label} {at} is on a hot path: {} calls, {} in all",
                words::figures(many),
                words::duration(total)
            ),
            _ => format!(
                "{label}{bytes} {at} held the loop {}, for {} at worst",
                words::times(many),
                words::duration(held)
            ),
        };
        let when = if callbacks == 0 { "while the program started".to_owned() } else { format!("in {name}") };
        let text = match many {
            1 => format!("{label} was called {when}, and nothing else could run before it returned."),
            _ => format!(
                "{label} was called {} by {}, {} in all, and nothing else could run before it returned.",
                words::times(many),
                words::count(callbacks.max(1), "callback"),
                words::duration(total)
            ),
        };
        (title, text)
    }
}

fn advice(sort: Sort, label: &str) -> String {
    match sort {
        Sort::Json => "Move large JSON to a thread of its own (node:worker_threads), send and read it in parts (a line per \
                       record, a streaming parser), or keep less in one text."
            .to_owned(),
        Sort::Expression => "Rewrite the expression so that one text can match in one way only: no repetition inside a \
                             repetition as in (a+)+, no alternatives that begin alike. Limit the length of what comes from outside."
            .to_owned(),
        Sort::Synchronous => match label.strip_suffix("Sync") {
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
    use super::super::sketch::{MS, Sketch};
    use super::*;

    fn found(sketch: &Sketch) -> Vec<Finding> {
        find(&Reading::new(&sketch.trace)).0
    }

    #[test]
    fn a_slow_synchronous_call_in_a_callback_is_found_with_what_to_use_instead() {
        let mut sketch = Sketch::new();
        let task = sketch.ran("timeout", 3, 10, 330);
        sketch.call(task, "crypto.pbkdf2Sync", 7, 11, 310);
        let (findings, explained) = find(&Reading::new(&sketch.trace));
        assert_eq!(findings[0].title, "crypto.pbkdf2Sync of 5 MB at a.js:7:1 held the loop for 310 ms");
        assert!(findings[0].advice.starts_with("Use crypto.pbkdf2 with a callback"));
        assert_eq!((findings[0].kind.as_str(), findings[0].place), ("sync-call", sketch.place(7)));
        assert_eq!(explained[&task], 310 * MS);
    }

    #[test]
    fn quick_calls_count_only_on_a_hot_path_and_not_at_start() {
        let hot = |callbacks: i64, kind: &str| {
            let mut sketch = Sketch::new();
            for at in 0..callbacks {
                let task = sketch.ran(kind, 3, at, at + 1);
                sketch.call(task, "fs.readFileSync /etc/hosts", 4, at, 1);
            }
            found(&sketch)
        };
        assert_eq!(hot(9, "io"), []);
        assert_eq!(hot(40, "main"), []);
        let findings = hot(40, "io");
        assert_eq!(findings[0].title, "fs.readFileSync at a.js:4:1 is on a hot path: 40 calls, 40 ms in all");
        assert!(findings[0].advice.contains("fs.promises.readFile"));
    }

    #[test]
    fn json_and_expressions_have_kinds_of_their_own() {
        let mut sketch = Sketch::new();
        let task = sketch.ran("io", 3, 0, 400);
        sketch.call(task, "JSON.parse", 4, 0, 120);
        sketch.call(task, "RegExp.test", 5, 130, 200);
        let mut findings = found(&sketch);
        findings.sort_by_key(|finding| finding.from);
        assert_eq!(findings[0].title, "JSON.parse of 5 MB at a.js:4:1 held the loop for 120 ms");
        assert_eq!(findings[1].title, "A regular expression at a.js:5:1 ran for 200 ms on a text of 5,000,000 letters");
        assert_eq!([&findings[0].kind[..], &findings[1].kind[..]], ["big-json", "slow-regexp"]);
    }

    #[test]
    fn calls_without_a_line_count_where_most_are() {
        let mut sketch = Sketch::new();
        let task = sketch.ran("io", 3, 0, 60);
        sketch.call(task, "fs.statSync", 4, 0, 20);
        sketch.call(task, "fs.statSync", 4, 20, 30);
        sketch.trace.calls.stack[1] = -1;
        let findings = found(&sketch);
        assert_eq!((findings.len(), findings[0].cost, findings[0].place), (1, 50 * MS, sketch.place(4)));
    }

    #[test]
    fn the_calls_of_one_callback_count_together() {
        let mut sketch = Sketch::new();
        let task = sketch.ran("timeout", 3, 0, 460);
        for at in 0..6 {
            sketch.call(task, "crypto.randomBytes", 4, at * 76, 75);
        }
        let finding = found(&sketch).remove(0);
        assert_eq!(finding.severity, Severity::Medium);
        assert_eq!(finding.title, "crypto.randomBytes of 5 MB at a.js:4:1 held the loop 6 times, for 450 ms at worst");
    }

    #[test]
    fn time_without_a_processor_is_not_the_calls() {
        let mut sketch = Sketch::new();
        let task = sketch.ran("timeout", 3, 0, 200);
        sketch.call(task, "fs.readFileSync", 4, 10, 180);
        assert_eq!(found(&sketch)[0].severity, Severity::Medium);
        sketch.preempted(0, 200, 175);
        assert_eq!(found(&sketch), []);
    }

    /// On one core beside another program every interval has waits; each call of a flood is shorter than any of them.
    #[test]
    fn a_wait_is_taken_off_many_calls_once() {
        let mut sketch = Sketch::new();
        let task = sketch.ran("timeout", 3, 0, 200);
        for call in 0..19 {
            sketch.call(task, "fs.readFileSync", 4, call * 10, 10);
        }
        sketch.preempted(0, 200, 50);
        let findings = found(&sketch);
        assert_eq!((findings[0].severity, findings[0].cost), (Severity::Medium, 140_000_000));
    }

    #[test]
    fn large_json_that_is_quick_is_healthy() {
        let mut sketch = Sketch::new();
        let task = sketch.ran("io", 3, 0, 20);
        sketch.call(task, "JSON.parse", 4, 0, 15);
        assert_eq!(found(&sketch), []);
    }
}
