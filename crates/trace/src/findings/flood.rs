//! One callback from one line, over and over: each is quick, but together they keep the loop busy.
//!
//! Requests and packets are not counted, nor what each of them schedules: that is useful work. Counted are callbacks that
//! reschedule themselves from the same line, or many that one task scheduled at once.

use super::thresholds;
use crate::model::{ABSENT, Finding, Severity};
use crate::phrases;
use crate::view::{Line, TraceView};

struct Flood<'a> {
    kind: &'a str,
    line: Option<Line>,
    place: i32,
    row: usize,
    /// The parent of the last callback, and its id.
    parent: i64,
    last: i64,
    runs: usize,
    from: i64,
    to: i64,
}

/// `starved`: findings that are already reported; a line that starves the loop also floods it.
pub fn find(view: &TraceView<'_>, starved: &[Finding]) -> Vec<Finding> {
    let mut floods: Vec<Flood<'_>> = Vec::new();
    let mut recent = 0;
    for (position, row) in view.ran.iter().enumerate() {
        let kind = view.kind(*row);
        if !matches!(kind, "timeout" | "interval" | "immediate" | "tick" | "promise" | "microtask") {
            continue;
        }
        let (place, parent) = (view.scheduled_at(*row), view.trace.tasks.parent[*row]);
        let line = view.line_at(place);
        let (began, ended) = view.span(position);
        let is_of = |flood: &Flood<'_>| flood.kind == kind && flood.is_of(line, parent);
        // Mostly the same as before: a flood has long runs of one line.
        let found = if floods.get(recent).is_some_and(is_of) { Some(recent) } else { floods.iter().position(is_of) };
        match found {
            Some(at) => {
                recent = at;
                let flood = &mut floods[at];
                // With another parent a new chain begins.
                if flood.continues_with(parent) {
                    flood.runs += 1;
                    flood.to = flood.to.max(ended);
                }
                (flood.parent, flood.last) = (parent, view.id(*row));
            }
            None if line.is_some() => floods.push(Flood {
                kind,
                line,
                place,
                row: *row,
                parent,
                last: view.id(*row),
                runs: 1,
                from: began,
                to: ended,
            }),
            None => {}
        }
    }
    let is_reported =
        |flood: &Flood<'_>| starved.iter().any(|finding| view.line_at(finding.place) == view.line_at(flood.place));
    floods
        .into_iter()
        .filter(|flood| flood.is_flood() && !is_reported(flood))
        .map(|flood| flood.finding(view))
        .collect()
}

impl Flood<'_> {
    /// In a flood only some are recorded with their line; the others are matched by their parent.
    fn is_of(&self, line: Option<Line>, parent: i64) -> bool {
        if line.is_some() { line == self.line } else { self.continues_with(parent) }
    }

    fn continues_with(&self, parent: i64) -> bool {
        parent != ABSENT && (parent == self.parent || parent == self.last)
    }

    fn is_flood(&self) -> bool {
        let many = match self.kind {
            "tick" | "promise" | "microtask" => thresholds::FLOOD_JOBS,
            _ => thresholds::FLOOD_CALLBACKS,
        };
        self.runs >= many && self.is_dense(many)
    }

    /// Whether the rate is high enough: rare callbacks add up, too, but are no flood.
    fn is_dense(&self, many: usize) -> bool {
        let seconds = (self.to - self.from) as f64 / 1e9;
        self.runs as f64 >= many as f64 * seconds
    }

    /// A flood overwrites its own older rows in the recording, the sooner the faster the CPU is: the dropped ones are extrapolated at
    /// the same rate.
    fn duration(&self, view: &TraceView<'_>) -> i64 {
        let lasted = self.to - self.from;
        let dropped = i128::from(view.trace.dropped.events) * i128::from(lasted) / self.runs.max(1) as i128;
        i64::try_from(dropped).unwrap_or(i64::MAX).saturating_add(lasted).min(self.to)
    }

    fn finding(self, view: &TraceView<'_>) -> Finding {
        let lasted = self.to - self.from;
        let what = TraceView::plural_name(self.kind);
        let at_least = if view.trace.dropped.events > 0 { "at least " } else { "" };
        Finding {
            kind: "flood".to_owned(),
            severity: if self.duration(view) >= thresholds::FLOOD_DURATION { Severity::Medium } else { Severity::Low },
            title: format!(
                "{at_least}{} {what} from one line, {}, within {}",
                phrases::grouped(self.runs),
                view.location_text(self.place).unwrap_or_default(),
                phrases::duration(lasted)
            ),
            text: format!(
                "That is one every {}. Each costs the loop a little, and all of them a processor.",
                phrases::duration(lasted / self.runs.max(1) as i64)
            ),
            advice: match self.kind {
                "immediate" | "timeout" | "interval" => {
                    "If this waits for something, let that call back instead of asking again and again. If it works through a \
                     list, do more in each: a few milliseconds at a time."
                }
                _ => "Do the work in a plain loop and schedule once at its end, or work in batches.",
            }
            .to_owned(),
            place: self.place,
            stack: view.trace.tasks.scheduled[self.row],
            task: view.id(self.row),
            others: Vec::new(),
            from: self.from,
            to: self.to,
            cost: lasted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace_builder::{MS, TraceBuilder};
    use super::*;

    /// `runs` immediates of one line within this many milliseconds, each scheduled by the previous one.
    fn immediates(runs: i64, within: i64) -> TraceBuilder {
        let mut builder = TraceBuilder::new();
        for at in 0..runs {
            builder.ran("immediate", 4, 0, 0);
            let last = builder.trace.tasks.len() - 1;
            builder.trace.tasks.parent[last] = at - 1;
            builder.trace.tasks.began[last] = at * within * MS / runs;
            builder.trace.tasks.ended[last] = at * within * MS / runs;
        }
        builder
    }

    #[test]
    fn a_loop_that_only_reschedules_itself_is_a_flood() {
        let builder = immediates(20_000, 1_000);
        let findings = find(&TraceView::new(&builder.trace), &[]);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].title.starts_with("20,000 setImmediate callbacks from one line, a.js:4:1, within 999 ms"));
        assert_eq!(findings[0].severity, Severity::Medium);
    }

    #[test]
    fn a_flood_whose_beginning_was_dropped_counts_in_full() {
        let mut builder = immediates(20_000, 1_000);
        builder.trace.tasks.began.iter_mut().for_each(|began| *began = 600 * MS + *began / 4);
        builder.trace.tasks.ended.clone_from(&builder.trace.tasks.began);
        let severity = |builder: &TraceBuilder| find(&TraceView::new(&builder.trace), &[])[0].severity;
        assert_eq!(severity(&builder), Severity::Low);
        builder.trace.dropped.events = 40_000;
        assert_eq!(severity(&builder), Severity::Medium);
    }

    #[test]
    fn few_or_slow_callbacks_are_no_flood() {
        assert_eq!(find(&TraceView::new(&immediates(1_900, 10).trace), &[]), []);
        assert_eq!(find(&TraceView::new(&immediates(20_000, 60_000).trace), &[]), []);
    }

    #[test]
    fn what_every_request_schedules_is_no_flood() {
        let mut builder = immediates(20_000, 1_000);
        builder.trace.tasks.parent.iter_mut().for_each(|parent| *parent += 100_000);
        assert_eq!(find(&TraceView::new(&builder.trace), &[]), []);
        builder.trace.tasks.parent.fill(7);
        assert_eq!(find(&TraceView::new(&builder.trace), &[]).len(), 1);
    }

    #[test]
    fn callbacks_without_a_line_belong_to_their_chain() {
        let mut builder = immediates(20_000, 1_000);
        builder.trace.tasks.scheduled[10..].fill(-1);
        assert!(find(&TraceView::new(&builder.trace), &[])[0].title.starts_with("20,000 "));
    }

    #[test]
    fn a_line_that_starves_the_loop_is_reported_once() {
        let builder = immediates(20_000, 1_000);
        let reported = Finding { place: 0, ..Finding::default() };
        assert_eq!(find(&TraceView::new(&builder.trace), &[reported]), []);
    }
}
