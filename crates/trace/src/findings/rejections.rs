//! Promises that were rejected while nobody had said what to do then. Node ends the process for one.

use crate::model::{Finding, Severity};
use crate::reading::{Line, Reading};
use crate::words;

/// The line, and the reason in words.
type Origin<'a> = (Option<Line>, &'a str);

pub fn find(reading: &Reading<'_>) -> Vec<Finding> {
    let rejections = &reading.trace.rejections;
    let mut groups: Vec<(Origin<'_>, Vec<usize>)> = Vec::new();
    for row in 0..rejections.at.len() {
        let key = (reading.line_at(reading.place_in(rejections.stack[row])), rejections.message[row].as_str());
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups.iter().map(|((_, message), rows)| finding(reading, message, rows)).collect()
}

fn finding(reading: &Reading<'_>, message: &str, rows: &[usize]) -> Finding {
    let rejections = &reading.trace.rejections;
    let first = rows[0];
    let place = reading.place_in(rejections.stack[first]);
    let times = if rows.len() == 1 { String::new() } else { format!(", {}", words::times(rows.len())) };
    Finding {
        kind: "unhandled-rejection".to_owned(),
        severity: Severity::High,
        title: format!("A promise was rejected {} and nobody handled it{times}", reading.at(place)),
        text: format!("The reason: {message}. By default this ends the process."),
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
    use super::super::sketch::{MS, Sketch};
    use super::*;

    #[test]
    fn each_is_named_with_its_reason_and_equal_ones_once() {
        let mut sketch = Sketch::new();
        let stack = sketch.place(6);
        for at in 0..3 {
            let rejections = &mut sketch.trace.rejections;
            rejections.at.push(at * MS);
            rejections.task.push(at);
            rejections.stack.push(stack);
            rejections.message.push(if at == 2 { "Error: other" } else { "Error: no" }.to_owned());
        }
        let findings = find(&Reading::new(&sketch.trace));
        assert_eq!(findings.len(), 2);
        assert_eq!(findings[0].title, "A promise was rejected at a.js:6:1 and nobody handled it, twice");
        assert_eq!(findings[0].text, "The reason: Error: no. By default this ends the process.");
    }
}
