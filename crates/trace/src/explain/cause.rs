//! The chain of causes: what a task is, the line that scheduled it, and whose code that was, back to the main script.

use crate::reading::Reading;
use crate::words;

/// Links that are told one by one; the rest is counted.
const LINKS: usize = 4;

/// `line 4`, with the file's name where it is not the program's own file.
pub fn line(reading: &Reading<'_>, place: i32) -> Option<String> {
    let path = reading.path_of(place)?;
    let line = reading.line_at(place)?.line;
    if path == reading.trace.program.file {
        Some(format!("line {line}"))
    } else {
        Some(format!("line {line} of {}", reading.short(path)))
    }
}

/// `a tick queued at line 4 by a timer set at line 2 by the main script`.
pub fn chain(reading: &Reading<'_>, row: usize) -> String {
    let mut text = String::new();
    let mut row = row;
    for link in 0.. {
        if link == LINKS {
            let left = links_left(reading, row);
            text += &match left {
                0 => noun(reading, row),
                _ => format!("{}, {} away from the main script", noun(reading, row), words::count(left, "step")),
            };
            return text;
        }
        text += &with_line(reading, row);
        let Some(parent) = parent(reading, row) else { break };
        text += " by ";
        row = parent;
    }
    text
}

pub fn parent(reading: &Reading<'_>, row: usize) -> Option<usize> {
    // A broken trace could have a circle; a cause is always older.
    reading
        .row(reading.trace.tasks.parent[row])
        .filter(|parent| reading.trace.tasks.began[*parent] <= began(reading, row) && *parent != row)
}

fn began(reading: &Reading<'_>, row: usize) -> i64 {
    reading.trace.tasks.began[row]
}

fn links_left(reading: &Reading<'_>, mut row: usize) -> usize {
    let mut count = 0;
    while let Some(parent) = parent(reading, row) {
        count += 1;
        row = parent;
        // Chains of a million ticks exist, and nobody reads the number to the last digit.
        if count == 10_000 {
            break;
        }
    }
    count
}

fn with_line(reading: &Reading<'_>, row: usize) -> String {
    let Some(line) = line(reading, reading.scheduled_at(row)) else { return noun(reading, row) };
    let verb = match reading.kind(row) {
        "main" | "exit" => return noun(reading, row),
        "promise" if reading.label(row) == Some("await") => {
            return format!("what follows the await at {line}, reached");
        }
        "promise" => return format!("a promise job, given to then() at {line}"),
        "timeout" | "interval" | "immediate" | "signal" | "message" => "set",
        "tick" | "microtask" => "queued",
        "rejection" => "of the promise rejected",
        "io" | "close" => "of what was made",
        _ => "started",
    };
    format!("{} {verb} at {line}", noun(reading, row))
}

/// What it is, without its line.
pub fn noun(reading: &Reading<'_>, row: usize) -> String {
    let label = reading.label(row);
    let delay = label.and_then(|label| label.split_once(' ')).map(|(_, delay)| delay);
    match reading.kind(row) {
        "main" => "the main script".to_owned(),
        "timeout" => delay.map_or_else(|| "a timer".to_owned(), |delay| format!("a timer of {delay}")),
        "interval" => {
            let run = words::ordinal(run_of(reading, row));
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
pub fn callback(reading: &Reading<'_>, row: usize) -> String {
    match reading.kind(row) {
        "timeout" => "the timer's callback".to_owned(),
        "interval" => "the interval's callback".to_owned(),
        "immediate" => "the immediate's callback".to_owned(),
        _ => noun(reading, row),
    }
}

/// Which run of its interval this is, from 1.
fn run_of(reading: &Reading<'_>, row: usize) -> usize {
    let tasks = &reading.trace.tasks;
    let same = |other: &&usize| tasks.resource[**other] == tasks.resource[row] && reading.kind(**other) == "interval";
    reading.ran.iter().take_while(|other| **other <= row).filter(same).count().max(1)
}
