//! A report as JSON. One small object per row does not need a JSON crate.

use crate::report::{Report, Row};

pub fn render(report: &Report) -> String {
    let rows: Vec<String> = report.rows.iter().map(|row| object(report, row)).collect();
    format!("{{\n  \"title\": {},\n  \"rows\": [\n    {}\n  ]\n}}", quoted(&report.title), rows.join(",\n    "))
}

fn object(report: &Report, row: &Row) -> String {
    let values: Vec<String> = report
        .contestants
        .iter()
        .zip(&row.values)
        .map(|(name, value)| format!("{}: {}", quoted(name), number(*value)))
        .collect();
    let met = report.met(row);
    format!(
        "{{\"name\": {}, \"unit\": {}, \"values\": {{{}}}, \"ratio\": {}, \"target\": {}, \"met\": {}, \"problem\": {}}}",
        quoted(&row.name),
        quoted(row.unit),
        values.join(", "),
        number(report.ratio(row)),
        quoted(&row.target.describe(row.unit)),
        met.map_or("null".into(), |met| met.to_string()),
        row.problem.as_deref().map_or("null".into(), quoted),
    )
}

fn number(value: Option<f64>) -> String {
    match value {
        Some(value) if value.is_finite() => format!("{value}"),
        _ => "null".into(),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Target, tests::report};

    #[test]
    fn a_report_is_one_object_with_a_row_each() {
        let mut report = report([Some(2.0), None, Some(1.0)], Target::TimesFaster(1.5));
        report.rows[0].problem = Some("said \"no\"\n".into());
        assert_eq!(
            render(&report),
            "{\n  \"title\": \"Test\",\n  \"rows\": [\n    \
             {\"name\": \"work\", \"unit\": \"ns\", \"values\": {\"node\": 2, \"bun\": null, \"hexloop\": 1}, \
             \"ratio\": 2, \"target\": \"1.5x the fastest\", \"met\": true, \"problem\": \"said \\\"no\\\"\\u000a\"}\n  ]\n}"
        );
    }
}
