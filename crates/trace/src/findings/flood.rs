//! One callback from one line, over and over: each is quick, but together they are all the loop does.
//!
//! Requests and packets are not counted, nor what each of them schedules: the more of them the better. Counted is what goes on by
//! itself: a callback that its own line scheduled again, or many that one task scheduled at once.

use super::thresholds;
use crate::model::{ABSENT, Finding, Severity};
use crate::reading::{Line, Reading};
use crate::words;

struct Flood<'a> {
    kind: &'a str,
    line: Option<Line>,
    place: i32,
    row: usize,
    /// Who scheduled the last of them, and which that was.
    parent: i64,
    last: i64,
    runs: usize,
    from: i64,
    to: i64,
}

/// `starved`: what is told of already; a line that starves the loop floods it, too.
pub fn find(reading: &Reading<'_>, starved: &[Finding]) -> Vec<Finding> {
    let mut floods: Vec<Flood<'_>> = Vec::new();
    let mut recent = 0;
    for (position, row) in reading.ran.iter().enumerate() {
        let kind = reading.kind(*row);
        if !matches!(kind, "timeout" | "interval" | "immediate" | "tick" | "promise" | "microtask") {
            continue;
        }
        let (place, parent) = (reading.scheduled_at(*row), reading.trace.tasks.parent[*row]);
        let line = reading.line_at(place);
        let (began, ended) = reading.span(position);
        let is_of = |flood: &Flood<'_>| flood.kind == kind && flood.is_of(line, parent);
        // Mostly the same as before: a flood has long runs of one line.
        let found = if floods.get(recent).is_some_and(is_of) { Some(recent) } else { floods.iter().position(is_of) };
        match found {
            Some(at) => {
                recent = at;
                let flood = &mut floods[at];
                // Of somebody else's it is where they begin to count anew.
                if flood.goes_on_with(parent) {
                    flood.runs += 1;
                    flood.to = flood.to.max(ended);
                }
                (flood.parent, flood.last) = (parent, reading.id(*row));
            }
            None if line.is_some() => floods.push(Flood {
                kind,
                line,
                place,
                row: *row,
                parent,
                last: reading.id(*row),
                runs: 1,
                from: began,
                to: ended,
            }),
            None => {}
        }
    }
    let is_told =
        |flood: &Flood<'_>| starved.iter().any(|told| reading.line_at(told.place) == reading.line_at(flood.place));
    floods.into_iter().filter(|flood| flood.is_one() && !is_told(flood)).map(|flood| flood.finding(reading)).collect()
}

impl Flood<'_> {
    /// In a flood only some are recorded with their line: of the others the chain tells.
    fn is_of(&self, line: Option<Line>, parent: i64) -> bool {
        if line.is_some() { line == self.line } else { self.goes_on_with(parent) }
    }

    fn goes_on_with(&self, parent: i64) -> bool {
        parent != ABSENT && (parent == self.parent || parent == self.last)
    }

    fn is_one(&self) -> bool {
        let many = match self.kind {
            "tick" | "promise" | "microtask" => thresholds::FLOOD_JOBS,
            _ => thresholds::FLOOD_CALLBACKS,
        };
        self.runs >= many && self.is_dense(many)
    }

    /// So many a second: what comes once in a while adds up, too, but floods nothing.
    fn is_dense(&self, many: usize) -> bool {
        let seconds = (self.to - self.from) as f64 / 1e9;
        self.runs as f64 >= many as f64 * seconds
    }

    /// A flood pushes its own older rows out of the recording, the sooner the faster the machine is: those count at the pace of the
    /// rest.
    fn went_on_for(&self, reading: &Reading<'_>) -> i64 {
        let lasted = self.to - self.from;
        let dropped = i128::from(reading.trace.dropped.events) * i128::from(lasted) / self.runs.max(1) as i128;
        i64::try_from(dropped).unwrap_or(i64::MAX).saturating_add(lasted).min(self.to)
    }

    fn finding(self, reading: &Reading<'_>) -> Finding {
        let lasted = self.to - self.from;
        let what = Reading::kind_in_words(self.kind);
        let at_least = if reading.trace.dropped.events > 0 { "at least " } else { "" };
        Finding {
            kind: "flood".to_owned(),
            severity: if self.went_on_for(reading) >= thresholds::FLOOD_LASTS { Severity::Medium } else { Severity::Low },
            title: format!(
                "{at_least}{} {what} from one line, {}, within {}",
                words::figures(self.runs),
                reading.where_is(self.place).unwrap_or_default(),
                words::duration(lasted)
            ),
            text: format!(
                "That is one every {}. Each costs the loop a little, and all of them a processor.",
                words::duration(lasted / self.runs.max(1) as i64)
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
            stack: reading.trace.tasks.scheduled[self.row],
            task: reading.id(self.row),
            others: Vec::new(),
            from: self.from,
            to: self.to,
            cost: lasted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch::{MS, Sketch};
    use super::*;

    /// `runs` immediates of one line within this many milliseconds, each scheduled by the one before.
    fn immediates(runs: i64, within: i64) -> Sketch {
        let mut sketch = Sketch::new();
        for at in 0..runs {
            sketch.ran("immediate", 4, 0, 0);
            let last = sketch.trace.tasks.len() - 1;
            sketch.trace.tasks.parent[last] = at - 1;
            sketch.trace.tasks.began[last] = at * within * MS / runs;
            sketch.trace.tasks.ended[last] = at * within * MS / runs;
        }
        sketch
    }

    #[test]
    fn a_loop_that_only_asks_again_is_a_flood() {
        let sketch = immediates(20_000, 1_000);
        let findings = find(&Reading::new(&sketch.trace), &[]);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].title.starts_with("20,000 setImmediate callbacks from one line, a.js:4:1, within 999 ms"));
        assert_eq!(findings[0].severity, Severity::Medium);
    }

    #[test]
    fn a_flood_that_pushed_its_beginning_out_of_the_recording_counts_whole() {
        let mut sketch = immediates(20_000, 1_000);
        sketch.trace.tasks.began.iter_mut().for_each(|began| *began = 600 * MS + *began / 4);
        sketch.trace.tasks.ended.clone_from(&sketch.trace.tasks.began);
        let severity = |sketch: &Sketch| find(&Reading::new(&sketch.trace), &[])[0].severity;
        assert_eq!(severity(&sketch), Severity::Low);
        sketch.trace.dropped.events = 40_000;
        assert_eq!(severity(&sketch), Severity::Medium);
    }

    #[test]
    fn few_or_slow_ones_are_none() {
        assert_eq!(find(&Reading::new(&immediates(1_900, 10).trace), &[]), []);
        assert_eq!(find(&Reading::new(&immediates(20_000, 60_000).trace), &[]), []);
    }

    #[test]
    fn what_every_request_schedules_is_no_flood() {
        let mut sketch = immediates(20_000, 1_000);
        sketch.trace.tasks.parent.iter_mut().for_each(|parent| *parent += 100_000);
        assert_eq!(find(&Reading::new(&sketch.trace), &[]), []);
        sketch.trace.tasks.parent.fill(7);
        assert_eq!(find(&Reading::new(&sketch.trace), &[]).len(), 1);
    }

    #[test]
    fn those_without_a_line_belong_to_their_chain() {
        let mut sketch = immediates(20_000, 1_000);
        sketch.trace.tasks.scheduled[10..].fill(-1);
        assert!(find(&Reading::new(&sketch.trace), &[])[0].title.starts_with("20,000 "));
    }

    #[test]
    fn a_line_that_is_known_to_starve_the_loop_is_told_once() {
        let sketch = immediates(20_000, 1_000);
        let told = Finding { place: 0, ..Finding::default() };
        assert_eq!(find(&Reading::new(&sketch.trace), &[told]), []);
    }
}
