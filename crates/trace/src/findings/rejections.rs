//! Unhandled rejections. Node ends the process after one.

use crate::model::{Finding, Severity};
use crate::phrases;
use crate::view::{Line, TraceView};
use std::collections::BTreeMap;

pub fn find(view: &TraceView<'_>) -> Vec<Finding> {
    let rejections = &view.trace.rejections;
    let mut groups: BTreeMap<Option<Line>, Vec<usize>> = BTreeMap::new();
    for row in 0..rejections.at.len() {
        groups.entry(view.line_at(view.place_in(rejections.stack[row]))).or_default().push(row);
    }
    groups.values().map(|rows| finding(view, rows)).collect()
}

fn finding(view: &TraceView<'_>, rows: &[usize]) -> Finding {
    let rejections = &view.trace.rejections;
    let first = rows[0];
    let place = view.place_in(rejections.stack[first]);
    let times = if rows.len() == 1 { String::new() } else { format!(", {}", phrases::times(rows.len())) };
    let message = &rejections.message[first];
    let others = rows.iter().any(|row| rejections.message[*row] != *message);
    Finding {
        kind: "unhandled-rejection".to_owned(),
        severity: Severity::High,
        title: format!("A promise was rejected {} and nobody handled it{times}", view.at(place)),
        text: format!(
            "The reason: {message}{}. By default this ends the process.",
            if others { " (and others)" } else { "" }
        ),
        advice: "Await the promise inside try/catch, or end its chain with catch().".to_owned(),
        place,
        stack: rejections.stack[first],
        task: rejections.task[first],
        others: rows[1..].iter().map(|row| rejections.task[*row]).collect(),
        from: rejections.at[first],
        to: rejections.at[first],
        cost: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace_builder::{MS, TraceBuilder};
    use super::*;

    #[test]
    fn each_line_is_named_once_with_a_reason() {
        let mut builder = TraceBuilder::new();
        let stack = builder.place(6);
        for at in 0..3 {
            let rejections = &mut builder.trace.rejections;
            rejections.at.push(at * MS);
            rejections.task.push(at);
            rejections.stack.push(stack);
            rejections.message.push(if at == 2 { "Error: other" } else { "Error: no" }.to_owned());
        }
        let findings = find(&TraceView::new(&builder.trace));
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].title, "A promise was rejected at a.js:6:1 and nobody handled it, 3 times");
        assert_eq!(findings[0].text, "The reason: Error: no (and others). By default this ends the process.");
    }
}
