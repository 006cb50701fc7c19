//! The output of a short program, line by line: which callback printed it, its chain of causes, and why it ran then.
//!
//! ```text
//!   output row ──task──▶ the callback that printed it ──parent──▶ … ──parent──▶ the main script      cause.rs
//!                          └── and the one that ran before it ──▶ the rule that put it here          why.rs
//! ```
//!
//! The terms are those of docs/event-loop.md: phases, ticks, promise jobs. Measured times (how late, how long) are printed only if
//! they explain an order, so that the explanation of a program is mostly the same in every run.

mod cause;
mod why;

use crate::model::Trace;
use crate::phrases;
use crate::terminal::{Page, Style};
use crate::view::TraceView;

/// How many outputs are explained.
const MAX_OUTPUTS: usize = 60;

/// How many lines of one output are printed.
const MAX_LINES: usize = 3;

/// The explanation as text, for a terminal.
pub fn explain(trace: &Trace, style: Style) -> String {
    let view = TraceView::new(trace);
    let pieces = trace.output.at.len();
    let mut page = Page::new(style);
    page.title(&heading(&view, pieces));
    if trace.dropped.events > 0 {
        page.note(&format!(
            "{} of its oldest events did not fit into the recording: the chains of causes may be broken.",
            phrases::grouped(trace.dropped.events as usize)
        ));
    }
    for piece in 0..pieces.min(MAX_OUTPUTS) {
        explain_output(&view, piece, &mut page);
    }
    if pieces > MAX_OUTPUTS {
        page.note(&format!(
            "{} more. Prose is for short programs: `hexloop trace {}` shows all of this one.",
            phrases::capitalized(&phrases::count(pieces - MAX_OUTPUTS, "line")),
            view.short(&trace.program.file)
        ));
    }
    page.end()
}

fn heading(view: &TraceView<'_>, pieces: usize) -> String {
    let file = view.short(&view.trace.program.file);
    let ran = view.ran.len();
    match pieces {
        0 => format!("{file} printed nothing. {} ran.", phrases::capitalized(&phrases::count(ran, "callback"))),
        _ => format!("{file} printed {}:", phrases::count(pieces, "line")),
    }
}

/// One output: its number, its lines, its callback and the rule; shorter if they are the same as for the one before.
fn explain_output(view: &TraceView<'_>, piece: usize, page: &mut Page) {
    let output = &view.trace.output;
    let text = output.text[piece].trim_end_matches('\n');
    let mut lines: Vec<&str> = text.lines().take(MAX_LINES).collect();
    if text.lines().count() > MAX_LINES {
        lines.push("…");
    }
    let task = output.task[piece];
    let before = piece.checked_sub(1);
    let is_same_line = before.is_some_and(|before| {
        output.task[before] == task && view.line_at(output.place[before]) == view.line_at(output.place[piece])
    });
    page.item(piece + 1, &lines, output.stream[piece] == 2, !is_same_line);
    if is_same_line {
        return;
    }
    let place = cause::line(view, output.place[piece]);
    let printed = place.map_or_else(|| "Printed".to_owned(), |line| format!("Printed by {line}"));
    let Some(row) = view.row(task) else {
        return page.paragraph(&format!("{printed}."));
    };
    if before.is_some_and(|before| output.task[before] == task) {
        let same = if view.kind(row) == "main" { "still the main script" } else { "the same callback" };
        return page.paragraph(&format!("{printed}, {same}: what runs is not interrupted."));
    }
    page.paragraph(&format!("{printed}: {}.", cause::chain(view, row)));
    if let Some(why) = why::why(view, row) {
        page.reason(&why);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::trace_builder::{MS, TraceBuilder};

    fn printed(builder: &mut TraceBuilder, task: i64, line: i32, at: i64, text: &str) {
        let place = builder.place(line);
        let output = &mut builder.trace.output;
        output.at.push(at * MS);
        output.task.push(task);
        output.stream.push(1);
        output.place.push(place);
        output.text.push(format!("{text}\n"));
    }

    fn wide() -> Style {
        Style { width: 200, colour: false }
    }

    #[test]
    fn each_line_has_its_callback_its_cause_and_its_rule() {
        let mut builder = TraceBuilder::new();
        let main = builder.ran("main", 1, 0, 2);
        let tick = builder.ran("tick", 3, 3, 4);
        builder.trace.tasks.parent[tick as usize] = main;
        printed(&mut builder, main, 1, 1, "start");
        printed(&mut builder, main, 5, 2, "end");
        printed(&mut builder, tick, 3, 3, "tick");
        assert_eq!(
            explain(&builder.trace, wide()),
            "a.js printed 3 lines:\n\
             \n 1  start\n    Printed by line 1: the main script.\n    \
             Why first: a program's main script runs from top to bottom before the loop turns.\n\
             \n 2  end\n    Printed by line 5, still the main script: what runs is not interrupted.\n\
             \n 3  tick\n    Printed by line 3: a tick queued at line 3 by the main script.\n    \
             Why now: the main script had ended. The tick queue is emptied first, before promise jobs and before the loop goes on.\n"
        );
    }

    #[test]
    fn a_long_output_is_cut_with_a_hint_at_trace() {
        let mut builder = TraceBuilder::new();
        let main = builder.ran("main", 1, 0, 2);
        for at in 0..100 {
            printed(&mut builder, main, 1, at, "x");
        }
        let text = explain(&builder.trace, wide());
        assert!(
            text.ends_with("40 lines more. Prose is for short programs: `hexloop trace a.js` shows all of this one.\n"),
            "{text}"
        );
    }

    #[test]
    fn a_line_that_prints_again_and_again_is_explained_once() {
        let mut builder = TraceBuilder::new();
        let main = builder.ran("main", 1, 0, 2);
        printed(&mut builder, main, 1, 0, "one");
        printed(&mut builder, main, 1, 1, "two");
        assert_eq!(explain(&builder.trace, wide()).matches("Printed by").count(), 1);
    }

    #[test]
    fn a_program_without_output_is_reported_as_such() {
        assert!(explain(&TraceBuilder::new().trace, wide()).starts_with("a.js printed nothing."));
    }
}
