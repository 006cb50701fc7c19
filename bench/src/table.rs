//! A report as a text table.

use crate::report::{Report, Row};

pub fn render(report: &Report) -> String {
    let mut lines = vec![heading(report)];
    lines.extend(report.rows.iter().map(|row| cells(report, row)));
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = format!("{}\n\n", report.title);
    for line in &lines {
        text.push_str(&aligned(line, &widths, report.contestants.len()));
    }
    for row in &report.rows {
        if let Some(problem) = &row.problem {
            text.push_str(&format!("\n{}: {problem}\n", row.name));
        }
    }
    text
}

fn heading(report: &Report) -> Vec<String> {
    let mut line = vec![String::new()];
    line.extend(report.contestants.iter().map(|name| name.to_string()));
    line.extend(["ratio", "target", ""].map(String::from));
    line
}

fn cells(report: &Report, row: &Row) -> Vec<String> {
    let mut line = vec![format!("{}, {}", row.name, row.unit)];
    line.extend(row.values.iter().zip(&report.contestants).map(|(value, name)| match value {
        Some(value) => short(*value),
        // A peer that does not take part has no problem either.
        None if row.problem.as_ref().is_some_and(|problem| problem.contains(name)) => "failed".into(),
        None => "–".into(),
    }));
    line.push(match report.ratio(row) {
        Some(ratio) => format!("{ratio:.2}x"),
        None => "–".into(),
    });
    line.push(row.target.describe(row.unit));
    line.push(match report.met(row) {
        Some(true) => "met".into(),
        Some(false) => "MISSED".into(),
        None => String::new(),
    });
    line
}

/// Names and words are left-aligned, numbers right-aligned.
fn aligned(line: &[String], widths: &[usize], contestants: usize) -> String {
    let mut text = String::new();
    for (column, (cell, width)) in line.iter().zip(widths).enumerate() {
        let is_number = (1..=contestants + 1).contains(&column);
        text.push_str(&if is_number { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") });
    }
    format!("{}\n", text.trim_end())
}

fn short(value: f64) -> String {
    if value < 10.0 {
        format!("{value:.2}")
    } else if value < 100.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Target, tests::report};

    #[test]
    fn a_row_shows_values_ratio_target_and_verdict() {
        let report = report([Some(850.0), Some(580.0), Some(75.25)], Target::TimesFaster(4.0));
        assert_eq!(
            render(&report),
            "Test\n\n\
             \x20         node  bun  hexloop  ratio  target\n\
             work, ns   850  580     75.2  7.71x  4x the fastest  met\n"
        );
    }

    #[test]
    fn a_row_without_a_peer_has_a_dash() {
        let report = report([None, Some(3.0), Some(2.0)], Target::ShareOf("bun", 2.0 / 3.0));
        let text = render(&report);
        assert!(text.ends_with("work, ns     –  3.00     2.00  1.50x  at most 0.67x of bun  met\n"), "{text}");
    }

    #[test]
    fn a_problem_is_reported_under_the_table() {
        let mut report = report([Some(1.0), None, Some(2.0)], Target::TimesFaster(1.0));
        report.rows[0].problem = Some("bun ended with code 3".into());
        let text = render(&report);
        assert!(text.contains("failed"), "{text}");
        assert!(text.contains("MISSED"), "{text}");
        assert!(text.ends_with("\nwork: bun ended with code 3\n"), "{text}");
    }
}
