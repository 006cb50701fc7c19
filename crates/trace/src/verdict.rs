//! What a doctor says: each finding with its line and what to do, or that the program is healthy.

use crate::code_frame::code_frame;
use crate::findings::{KINDS, thresholds};
use crate::layout::{BOLD, DIM, Page, RED, Style, YELLOW};
use crate::model::{Finding, Severity, Trace};
use crate::reading::Reading;
use crate::words;
use serde_json::{Value, json};

/// What was found, as far as it matters to whoever asked.
pub struct Verdict<'a> {
    pub trace: &'a Trace,
    /// From here on it counts.
    pub threshold: Severity,
}

impl Verdict<'_> {
    /// Nothing was found that counts, and it did not fail.
    pub fn is_healthy(&self) -> bool {
        self.counting().next().is_none() && self.trace.program.exit_code <= 0
    }

    fn counting(&self) -> impl Iterator<Item = &Finding> {
        self.trace.findings.iter().filter(|finding| finding.severity >= self.threshold)
    }

    fn lesser(&self) -> Vec<&Finding> {
        self.trace.findings.iter().filter(|finding| finding.severity < self.threshold).collect()
    }

    /// In words, for a terminal.
    pub fn text(&self, style: Style) -> String {
        let reading = Reading::new(self.trace);
        let mut page = Page::new(style);
        page.title(&self.headline(&reading));
        page.block("", &numbers(&reading), DIM);
        for finding in self.counting() {
            write_finding(&reading, finding, &mut page);
        }
        let lesser = self.lesser();
        if !lesser.is_empty() {
            page.note(&format!("Also seen, below the threshold ({}):", self.threshold.name()));
            for finding in lesser {
                page.block("  ", &format!("{}: {}.", finding.severity.name(), finding.title), DIM);
            }
        }
        if self.trace.findings.is_empty() {
            let looked_for: Vec<String> = KINDS.iter().map(|(_, what)| (*what).to_owned()).collect();
            page.note(&format!("Looked for {}.", words::list(&looked_for)));
        }
        page.end()
    }

    fn headline(&self, reading: &Reading<'_>) -> String {
        let file = reading.short(&self.trace.program.file);
        let code = self.trace.program.exit_code;
        match self.counting().count() {
            0 if code > 0 => format!("{file} failed: it ended with code {code}."),
            0 => format!("{file} is healthy."),
            number => format!("{file} is not well: {}.", words::count(number, "finding")),
        }
    }

    /// For other programs; docs/doctor.md tells the names.
    pub fn json(&self) -> Value {
        let reading = Reading::new(self.trace);
        json!({
            "format": "hexloop-doctor",
            "version": 1,
            "file": self.trace.program.file,
            "exitCode": self.trace.program.exit_code,
            "endedBy": self.trace.program.ended_by,
            "duration": self.trace.program.duration,
            "threshold": self.threshold.name(),
            "healthy": self.is_healthy(),
            "findings": self.trace.findings.iter().map(|finding| in_json(&reading, finding)).collect::<Vec<_>>(),
        })
    }
}

fn in_json(reading: &Reading<'_>, finding: &Finding) -> Value {
    let line = reading.line_at(finding.place);
    let column = usize::try_from(finding.place).ok().map(|at| reading.trace.places.column[at]);
    let frames = usize::try_from(finding.stack).ok().and_then(|at| reading.trace.stacks.get(at));
    let stack: Vec<String> =
        frames.into_iter().flatten().filter_map(|place| reading.trace.place_text(*place)).collect();
    json!({
        "kind": finding.kind,
        "severity": finding.severity.name(),
        "title": finding.title,
        "text": finding.text,
        "advice": finding.advice,
        "file": reading.path_of(finding.place),
        "line": line.map(|line| line.line),
        "column": column,
        "stack": stack,
        "from": finding.from,
        "to": finding.to,
        "cost": finding.cost,
    })
}

fn write_finding(reading: &Reading<'_>, finding: &Finding, page: &mut Page) {
    let colour = if finding.severity == Severity::High { RED } else { YELLOW };
    page.line("");
    let badge = page.painted(&format!("{} · {}", finding.severity.name(), finding.kind), colour);
    let place = reading.where_is(finding.place).map_or_else(String::new, |place| format!(" · {place}"));
    page.line(&format!("{badge}{place}"));
    page.block("  ", &format!("{}.", finding.title), BOLD);
    page.block("  ", &finding.text, "");
    for line in code_frame(reading.trace, finding.place).unwrap_or_default() {
        let colour = if line.starts_with('>') { "" } else { DIM };
        let line = page.painted(&line, colour);
        page.line(&format!("    {line}"));
    }
    page.block("  ", &format!("To do: {}", finding.advice), "");
}

/// How the run went: one line.
fn numbers(reading: &Reading<'_>) -> String {
    let trace = reading.trace;
    let duration = trace.program.duration.max(1);
    let (mut busy, mut longest) = (0, 0);
    for slot in reading.slots() {
        busy += slot.ended - slot.began;
        longest = longest.max(slot.ended - slot.began);
    }
    let dropped = match trace.dropped.events {
        0 => String::new(),
        number => format!(" The oldest {} did not fit and were not looked at.", words::count(number as usize, "event")),
    };
    let machine = match reading.preempted(0, duration) {
        waited if waited >= thresholds::HELD && waited * 20 >= duration => format!(
            " For {} in all the machine had no processor for the loop; that time is not counted below.",
            words::duration(waited)
        ),
        _ => String::new(),
    };
    format!(
        "{} in {}; the loop was busy for {} % of it, at most {} at a time.{machine}{dropped}",
        words::sentence(&words::count(reading.ran.len(), "callback")),
        words::duration(duration),
        (busy * 100 / duration).min(100),
        words::duration(longest)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::find;
    use crate::findings::sketch::Sketch;

    fn sick() -> Trace {
        let mut sketch = Sketch::new();
        let task = sketch.ran("timeout", 1, 10, 330);
        sketch.call(task, "fs.readFileSync", 2, 11, 300);
        sketch.ran("immediate", 1, 400, 460);
        sketch.trace.files[0].text = Some("later();\nreadFileSync();\n".to_owned());
        sketch.trace.findings = find(&sketch.trace);
        sketch.trace
    }

    fn style() -> Style {
        Style { width: 100, colour: false }
    }

    #[test]
    fn a_finding_is_told_with_its_code_and_what_to_do() {
        let trace = sick();
        let verdict = Verdict { trace: &trace, threshold: Severity::Medium };
        assert!(!verdict.is_healthy());
        let text = verdict.text(style());
        assert!(text.starts_with("a.js is not well: 1 finding.\n2 callbacks in 460 ms; "), "{text}");
        let told = "\nmedium · sync-call · a.js:2:1\n  \
                    fs.readFileSync of 5 MB at a.js:2:1 held the loop for 300 ms.\n";
        assert!(text.contains(told), "{text}");
        assert!(text.contains("\n    > 2 │ readFileSync();\n"), "{text}");
        assert!(text.contains("\n  To do: Use fs.readFile, or await fs.promises.readFile"), "{text}");
        assert!(text.contains("Also seen, below the threshold (medium):\n  low: The immediate set"), "{text}");
    }

    #[test]
    fn what_is_below_the_threshold_does_not_count() {
        let trace = sick();
        assert!(Verdict { trace: &trace, threshold: Severity::High }.is_healthy());
    }

    #[test]
    fn a_healthy_program_is_told_what_was_looked_for() {
        let trace = Sketch::new().trace;
        let text = Verdict { trace: &trace, threshold: Severity::Low }.text(style());
        assert!(text.starts_with("a.js is healthy.\n"));
        assert!(text.contains("Looked for callbacks that held the loop, "), "{text}");
    }

    #[test]
    fn json_has_file_line_and_column() {
        let trace = sick();
        let value = Verdict { trace: &trace, threshold: Severity::Medium }.json();
        assert_eq!(value["healthy"], false);
        assert_eq!(value["findings"][0]["kind"], "sync-call");
        assert_eq!(value["findings"][0]["file"], "/app/a.js");
        assert_eq!((&value["findings"][0]["line"], &value["findings"][0]["column"]), (&json!(2), &json!(1)));
    }
}
