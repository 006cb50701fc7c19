//! The report of `hexloop doctor`: each finding with its line and the advice, or that the program is healthy.

use crate::code_frame::code_frame;
use crate::findings::{KINDS, thresholds};
use crate::model::{Finding, Severity, Trace};
use crate::phrases;
use crate::terminal::{BOLD, DIM, Page, RED, Style, YELLOW};
use crate::view::TraceView;
use serde_json::{Value, json};

/// The findings of a trace, with a threshold.
pub struct DoctorReport<'a> {
    pub trace: &'a Trace,
    /// The lowest severity that counts.
    pub threshold: Severity,
}

impl DoctorReport<'_> {
    /// There is no finding that counts, and the program did not fail.
    pub fn is_healthy(&self) -> bool {
        self.at_threshold().next().is_none() && self.trace.program.exit_code <= 0
    }

    fn at_threshold(&self) -> impl Iterator<Item = &Finding> {
        self.trace.findings.iter().filter(|finding| finding.severity >= self.threshold)
    }

    fn below_threshold(&self) -> Vec<&Finding> {
        self.trace.findings.iter().filter(|finding| finding.severity < self.threshold).collect()
    }

    /// As text, for a terminal.
    pub fn text(&self, style: Style) -> String {
        let view = TraceView::new(self.trace);
        let mut page = Page::new(style);
        page.title(&self.headline(&view));
        page.block("", &summary(&view), DIM);
        for finding in self.at_threshold() {
            write_finding(&view, finding, &mut page);
        }
        let below_threshold = self.below_threshold();
        if !below_threshold.is_empty() {
            page.note(&format!("Also seen, below the threshold ({}):", self.threshold.name()));
            for finding in below_threshold {
                page.block("  ", &format!("{}: {}.", finding.severity.name(), finding.title), DIM);
            }
        }
        if self.trace.findings.is_empty() {
            let kinds: Vec<String> = KINDS.iter().map(|(_, what)| (*what).to_owned()).collect();
            page.note(&format!("Looked for {}.", phrases::list(&kinds)));
        }
        page.end()
    }

    fn headline(&self, view: &TraceView<'_>) -> String {
        let file = view.short(&self.trace.program.file);
        let code = self.trace.program.exit_code;
        match self.at_threshold().count() {
            0 if code > 0 => format!("{file} failed: it ended with code {code}."),
            0 => format!("{file} is healthy."),
            number => format!("{file} has {}.", phrases::count(number, "finding")),
        }
    }

    /// As JSON; docs/doctor.md describes the fields.
    pub fn json(&self) -> Value {
        let view = TraceView::new(self.trace);
        json!({
            "format": "hexloop-doctor",
            "version": 1,
            "file": self.trace.program.file,
            "exitCode": self.trace.program.exit_code,
            "endedBy": self.trace.program.ended_by,
            "duration": self.trace.program.duration,
            "threshold": self.threshold.name(),
            "healthy": self.is_healthy(),
            "findings": self.trace.findings.iter().map(|finding| in_json(&view, finding)).collect::<Vec<_>>(),
        })
    }
}

fn in_json(view: &TraceView<'_>, finding: &Finding) -> Value {
    let line = view.line_at(finding.place);
    let column = usize::try_from(finding.place).ok().map(|at| view.trace.places.column[at]);
    let frames = usize::try_from(finding.stack).ok().and_then(|at| view.trace.stacks.get(at));
    let stack: Vec<String> = frames.into_iter().flatten().filter_map(|place| view.trace.place_text(*place)).collect();
    json!({
        "kind": finding.kind,
        "severity": finding.severity.name(),
        "title": finding.title,
        "text": finding.text,
        "advice": finding.advice,
        "file": view.path_of(finding.place),
        "line": line.map(|line| line.line),
        "column": column,
        "stack": stack,
        "from": finding.from,
        "to": finding.to,
        "cost": finding.cost,
    })
}

fn write_finding(view: &TraceView<'_>, finding: &Finding, page: &mut Page) {
    let colour = if finding.severity == Severity::High { RED } else { YELLOW };
    page.line("");
    let badge = page.painted(&format!("{} · {}", finding.severity.name(), finding.kind), colour);
    let place = view.location_text(finding.place).map_or_else(String::new, |place| format!(" · {place}"));
    page.line(&format!("{badge}{place}"));
    page.block("  ", &format!("{}.", finding.title), BOLD);
    page.block("  ", &finding.text, "");
    for line in code_frame(view.trace, finding.place).unwrap_or_default() {
        let colour = if line.starts_with('>') { "" } else { DIM };
        let line = page.painted(&line, colour);
        page.line(&format!("    {line}"));
    }
    page.block("  ", &format!("To do: {}", finding.advice), "");
}

/// A summary of the run in one line.
fn summary(view: &TraceView<'_>) -> String {
    let trace = view.trace;
    let duration = trace.program.duration.max(1);
    let (mut busy, mut longest) = (0, 0);
    for slot in view.slots() {
        busy += slot.ended - slot.began;
        longest = longest.max(slot.ended - slot.began);
    }
    let dropped = match trace.dropped.events {
        0 => String::new(),
        number => {
            format!(" The oldest {} did not fit and were not looked at.", phrases::count(number as usize, "event"))
        }
    };
    let preempted = match view.preempted(0, duration) {
        waited if waited >= thresholds::BLOCKED && waited * 20 >= duration => format!(
            " The loop's thread waited {} for a CPU; that time is not counted below.",
            phrases::duration(waited)
        ),
        _ => String::new(),
    };
    format!(
        "{} in {}; the loop was busy for {} % of it, at most {} at a time.{preempted}{dropped}",
        phrases::capitalized(&phrases::count(view.ran.len(), "callback")),
        phrases::duration(duration),
        (busy * 100 / duration).min(100),
        phrases::duration(longest)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::find;
    use crate::findings::trace_builder::TraceBuilder;

    fn with_findings() -> Trace {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("timeout", 1, 10, 330);
        builder.call(task, "fs.readFileSync", 2, 11, 300);
        builder.ran("immediate", 1, 400, 460);
        builder.trace.files[0].text = Some("later();\nreadFileSync();\n".to_owned());
        builder.trace.findings = find(&builder.trace);
        builder.trace
    }

    fn style() -> Style {
        Style { width: 100, colour: false }
    }

    #[test]
    fn a_finding_is_printed_with_its_code_and_advice() {
        let trace = with_findings();
        let report = DoctorReport { trace: &trace, threshold: Severity::Medium };
        assert!(!report.is_healthy());
        let text = report.text(style());
        assert!(text.starts_with("a.js has 1 finding.\n2 callbacks in 460 ms; "), "{text}");
        let expected = "\nmedium · sync-call · a.js:2:1\n  \
                    fs.readFileSync of 5 MB at a.js:2:1 held the loop for 300 ms.\n";
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("\n    > 2 │ readFileSync();\n"), "{text}");
        assert!(text.contains("\n  To do: Use fs.readFile, or await fs.promises.readFile"), "{text}");
        assert!(text.contains("Also seen, below the threshold (medium):\n  low: The immediate set"), "{text}");
    }

    #[test]
    fn what_is_below_the_threshold_does_not_count() {
        let trace = with_findings();
        assert!(DoctorReport { trace: &trace, threshold: Severity::High }.is_healthy());
    }

    #[test]
    fn a_program_without_findings_lists_what_was_checked() {
        let trace = TraceBuilder::new().trace;
        let text = DoctorReport { trace: &trace, threshold: Severity::Low }.text(style());
        assert!(text.starts_with("a.js is healthy.\n"));
        assert!(text.contains("Looked for callbacks that held the loop, "), "{text}");
    }

    #[test]
    fn json_has_file_line_and_column() {
        let trace = with_findings();
        let value = DoctorReport { trace: &trace, threshold: Severity::Medium }.json();
        assert_eq!(value["healthy"], false);
        assert_eq!(value["findings"][0]["kind"], "sync-call");
        assert_eq!(value["findings"][0]["file"], "/app/a.js");
        assert_eq!((&value["findings"][0]["line"], &value["findings"][0]["column"]), (&json!(2), &json!(1)));
    }
}
