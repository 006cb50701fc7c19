//! The chain of causes: what a task is, the line that scheduled it, and the task that ran that line, back to the main script.

use crate::phrases;
use crate::view::TraceView;

/// How many links are printed one by one; the rest is counted.
const MAX_LINKS: usize = 4;

/// `line 4`, with the file name if it is not the main file.
pub fn line(view: &TraceView<'_>, place: i32) -> Option<String> {
    let path = view.path_of(place)?;
    let line = view.line_at(place)?.line;
    if path == view.trace.program.file {
        Some(format!("line {line}"))
    } else {
        Some(format!("line {line} of {}", view.short(path)))
    }
}

/// `a tick queued at line 4 by a timer set at line 2 by the main script`.
pub fn chain(view: &TraceView<'_>, row: usize) -> String {
    let mut text = String::new();
    let mut row = row;
    for link in 0.. {
        if link == MAX_LINKS {
            let left = links_left(view, row);
            text += &match left {
                0 => noun(view, row),
                _ => format!("{}, {} away from the main script", noun(view, row), phrases::count(left, "step")),
            };
            return text;
        }
        text += &with_line(view, row);
        let Some(parent) = parent(view, row) else { break };
        text += " by ";
        row = parent;
    }
    text
}

pub fn parent(view: &TraceView<'_>, row: usize) -> Option<usize> {
    // A broken trace could have a cycle; a cause is always older.
    view.row(view.trace.tasks.parent[row])
        .filter(|parent| view.trace.tasks.began[*parent] <= began(view, row) && *parent != row)
}

fn began(view: &TraceView<'_>, row: usize) -> i64 {
    view.trace.tasks.began[row]
}

fn links_left(view: &TraceView<'_>, mut row: usize) -> usize {
    let mut count = 0;
    while let Some(parent) = parent(view, row) {
        count += 1;
        row = parent;
        // Chains may have millions of ticks; the exact number does not matter.
        if count == 10_000 {
            break;
        }
    }
    count
}

fn with_line(view: &TraceView<'_>, row: usize) -> String {
    let Some(line) = line(view, view.scheduled_at(row)) else { return noun(view, row) };
    let verb = match view.kind(row) {
        "main" | "exit" => return noun(view, row),
        "promise" if view.label(row) == Some("await") => {
            return format!("what follows the await at {line}, reached");
        }
        "promise" => return format!("a promise job, given to then() at {line}"),
        "timeout" | "interval" | "immediate" | "signal" | "message" => "set",
        "tick" | "microtask" => "queued",
        "rejection" => "of the promise rejected",
        "io" | "close" => "of what was made",
        _ => "started",
    };
    format!("{} {verb} at {line}", noun(view, row))
}

/// The task without its line.
pub fn noun(view: &TraceView<'_>, row: usize) -> String {
    let label = view.label(row);
    let delay = label.and_then(|label| label.split_once(' ')).map(|(_, delay)| delay);
    match view.kind(row) {
        "main" => "the main script".to_owned(),
        "timeout" => delay.map_or_else(|| "a timer".to_owned(), |delay| format!("a timer of {delay}")),
        "interval" => {
            let run = phrases::ordinal(run_of(view, row));
            delay.map_or_else(|| "an interval".to_owned(), |delay| format!("the {run} run of an interval of {delay}"))
        }
        "immediate" => "an immediate".to_owned(),
        "tick" => "a tick".to_owned(),
        "promise" if label == Some("await") => "what follows an await".to_owned(),
        "promise" => "a promise job".to_owned(),
        "microtask" => "a microtask".to_owned(),
        "close" => "the close callback".to_owned(),
        "signal" => "the handler of a signal".to_owned(),
        "message" => "the handler of a message".to_owned(),
        "rejection" => "the handler of an unhandled rejection".to_owned(),
        "exit" => format!("a listener of the '{}' event", label.unwrap_or("exit")),
        "pool" => label.map_or_else(
            || "the callback of work on the pool".to_owned(),
            |label| {
                if label.contains('.') {
                    format!("the callback of {label}")
                } else {
                    format!("the callback of {label} work")
                }
            },
        ),
        "finalizer" => "a FinalizationRegistry's callback".to_owned(),
        _ => label.map_or_else(|| "an I/O callback".to_owned(), |label| format!("the callback of {label}")),
    }
}

/// The function that ran: `the timer's callback`.
pub fn callback(view: &TraceView<'_>, row: usize) -> String {
    match view.kind(row) {
        "timeout" => "the timer's callback".to_owned(),
        "interval" => "the interval's callback".to_owned(),
        "immediate" => "the immediate's callback".to_owned(),
        _ => noun(view, row),
    }
}

/// Which run of its interval this is, from 1.
fn run_of(view: &TraceView<'_>, row: usize) -> usize {
    let tasks = &view.trace.tasks;
    let same = |other: &&usize| tasks.resource[**other] == tasks.resource[row] && view.kind(**other) == "interval";
    view.ran.iter().take_while(|other| **other <= row).filter(same).count().max(1)
}
