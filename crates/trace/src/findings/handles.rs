//! Handles that were never closed: they keep the process alive, or leak.
//!
//! Two rules:
//!
//! * The program did not end by itself, and at the end only intervals and unused servers were open: these are the cause. A server
//!   that had connections and is still open is in use, and then other handles may be meant to stay open, too.
//! * One line created many and closed none of them: that is a leak, whether the program ends or not.

use super::thresholds;
use crate::model::{ABSENT, Finding, Severity};
use crate::phrases;
use crate::view::{Line, TraceView};

/// The kind of a handle, and the line that created it.
type Origin<'a> = (&'a str, Option<Line>);

pub fn find(view: &TraceView<'_>) -> Vec<Finding> {
    let trace = view.trace;
    let handles = &trace.handles;
    let open: Vec<usize> = (0..handles.id.len()).filter(|row| is_open(view, *row)).collect();
    let was_ended = matches!(trace.program.ended_by.as_str(), "signal" | "request")
        && trace.program.duration >= thresholds::MIN_RUN;
    let serves = open.iter().any(|row| handles.kind[*row].contains("SERVER"));
    let is_connection_event = |row: &usize| view.label(*row).is_some_and(|label| label.ends_with(CONNECTION));
    let in_service = serves && view.ran.iter().any(is_connection_event);
    let mut groups: Vec<(Origin<'_>, Vec<usize>)> = Vec::new();
    for row in open {
        let key = (handles.kind[row].as_str(), view.line_at(view.place_in(handles.stack[row])));
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups
        .iter()
        .filter_map(|((kind, _), rows)| {
            let leaks = rows.len() >= thresholds::LEAKED_HANDLES && was_ended && !is_connection(kind);
            let keeps_alive = was_ended && !in_service;
            (leaks || keeps_alive).then(|| finding(view, kind, rows, leaks))
        })
        .collect()
}

/// The label of a server's connection event.
const CONNECTION: &str = "server connection";

/// Handles that exist as long as the process and keep nothing alive: standard streams, signals.
const PROCESS_LIFETIME: [&str; 3] = ["PIPEWRAP", "TTYWRAP", "SIGNALWRAP"];

/// Created by the program, not closed, and referenced as far as known.
fn is_open(view: &TraceView<'_>, row: usize) -> bool {
    let handles = &view.trace.handles;
    handles.closed[row] == ABSENT
        && handles.refed[row] != 0
        && !PROCESS_LIFETIME.contains(&handles.kind[row].as_str())
        && view.place_in(handles.stack[row]) >= 0
}

fn is_connection(kind: &str) -> bool {
    kind == "TCPWRAP"
}

fn finding(view: &TraceView<'_>, kind: &str, rows: &[usize], leaks: bool) -> Finding {
    let handles = &view.trace.handles;
    let first = rows[0];
    let place = view.place_in(handles.stack[first]);
    let (noun, close) = describe(kind);
    let label = view.trace.label_at(handles.label[first]).map_or_else(String::new, |label| format!(" ({label})"));
    let end = view.trace.program.duration;
    let title = if leaks {
        format!("{} made {} and never closed", phrases::count(rows.len(), noun), view.at(place))
    } else {
        let what = if rows.len() == 1 { phrases::with_article(noun) } else { phrases::count(rows.len(), noun) };
        format!("{} made {} kept the program from ending", phrases::capitalized(&what), view.at(place))
    };
    let text = if leaks {
        format!(
            "{} of them were open when the recording ended; each keeps its memory and the loop busy.",
            phrases::grouped(rows.len())
        )
    } else {
        let which = if rows.len() == 1 { "It" } else { "The first" };
        format!(
            "{which} was made after {}{label} and was still open when the program was ended from outside, after {}.",
            phrases::duration(handles.made[first]),
            phrases::duration(end)
        )
    };
    Finding {
        kind: "unclosed-handle".to_owned(),
        severity: Severity::Medium,
        title,
        text,
        advice: format!(
            "{close} when it has done its work, or call its unref() if it should not keep the process alive."
        ),
        place,
        stack: handles.stack[first],
        task: ABSENT,
        others: Vec::new(),
        from: handles.made[first],
        to: end,
        cost: end - handles.made[first],
    }
}

/// The noun for an async_hooks type, and how to close it.
fn describe(kind: &str) -> (&'static str, &'static str) {
    match kind {
        "Timeout" => ("interval", "Call clearInterval()"),
        "TCPSERVERWRAP" | "PIPESERVERWRAP" => ("server", "Call server.close()"),
        "TCPWRAP" => ("connection", "Call socket.end() or destroy()"),
        "UDPWRAP" => ("UDP socket", "Call socket.close()"),
        "FSEVENTWRAP" | "STATWATCHER" => ("file watcher", "Call watcher.close()"),
        "PROCESSWRAP" => ("child process", "End it"),
        "WORKER" => ("worker", "Call worker.terminate()"),
        "MESSAGEPORT" => ("message port", "Call port.close()"),
        _ => ("handle", "Close it"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace_builder::TraceBuilder;
    use super::*;

    fn ended_by(how: &str) -> TraceBuilder {
        let mut builder = TraceBuilder::new();
        builder.trace.program.ended_by = how.to_owned();
        builder.lasts(2_000);
        builder
    }

    #[test]
    fn a_server_without_connections_keeps_a_program_that_was_terminated() {
        let mut builder = ended_by("signal");
        builder.handle("TCPSERVERWRAP", "0.0.0.0:3000", 3, 20, ABSENT);
        let findings = find(&TraceView::new(&builder.trace));
        assert_eq!(findings[0].title, "A server made at a.js:3:1 kept the program from ending");
        assert!(findings[0].advice.starts_with("Call server.close()"));
    }

    #[test]
    fn connections_that_outlive_their_server_keep_a_program_that_wants_to_end() {
        let mut builder = ended_by("signal");
        builder.handle("TCPSERVERWRAP", "0.0.0.0:3000", 3, 20, 100);
        builder.ran("io", 3, 30, 31);
        builder.trace.tasks.label[0] = builder.trace.label("server connection");
        for at in 0..3 {
            builder.handle("TCPWRAP", "", 5, 60 + at, ABSENT);
        }
        let findings = find(&TraceView::new(&builder.trace));
        assert_eq!(findings[0].title, "3 connections made at a.js:5:1 kept the program from ending");
        assert_eq!(findings.len(), 1);
    }

    #[test]
    fn a_program_that_ended_by_itself_has_closed_what_matters() {
        let mut builder = ended_by("exit");
        builder.handle("TCPSERVERWRAP", "0.0.0.0:3000", 3, 20, ABSENT);
        assert_eq!(find(&TraceView::new(&builder.trace)), []);
    }

    #[test]
    fn a_server_in_service_may_stay_but_not_what_each_request_leaves_behind() {
        let mut builder = ended_by("signal");
        builder.handle("TCPSERVERWRAP", "0.0.0.0:3000", 3, 20, ABSENT);
        builder.ran("io", 3, 30, 31);
        builder.trace.tasks.label[0] = builder.trace.label("server connection");
        builder.handle("Timeout", "every 1000 ms", 9, 50, ABSENT);
        assert_eq!(find(&TraceView::new(&builder.trace)), []);
        for at in 0..20 {
            builder.handle("Timeout", "every 1000 ms", 5, 60 + at, ABSENT);
        }
        let findings = find(&TraceView::new(&builder.trace));
        assert_eq!(findings[0].title, "20 intervals made at a.js:5:1 and never closed");
        assert_eq!(findings.len(), 1);
    }
}
