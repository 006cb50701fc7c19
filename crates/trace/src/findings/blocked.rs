//! A callback that held the loop: while it ran, no timer, no request and no other callback could.
//!
//! The line to change is not the callback's own but the one that was seen running most often: [`Samples`](crate::Samples) are
//! stacks that were taken while it held on.

use super::hot::Hot;
use super::thresholds;
use crate::model::Finding;
use crate::reading::{Line, Reading};
use crate::words;
use std::collections::HashMap;

/// How much of a callback's time its calls must have taken to be what it was about.
const MOST: i64 = 70;

/// `explained`: how long calls that have findings of their own took, by task. `starved`: the same milliseconds seen as a flood.
pub fn find(reading: &Reading<'_>, explained: &HashMap<i64, i64>, starved: &[Finding]) -> Vec<Finding> {
    let is_explained =
        |id: i64, took: i64| explained.get(&id).is_some_and(|known| known.saturating_mul(100) >= took * MOST);
    let is_of_flood = |row: usize| {
        let began = reading.trace.tasks.began[row];
        let within = |told: &&Finding| told.from <= began && began < told.to;
        let place = reading.scheduled_at(row);
        let of_line = |told: &Finding| place == -1 || reading.line_at(told.place) == reading.line_at(place);
        reading.is_microtask(row) && starved.iter().filter(within).any(of_line)
    };
    let mut groups: HashMap<(String, Option<Line>), Vec<usize>> = HashMap::new();
    for (position, row) in reading.ran.iter().enumerate() {
        let took = reading.held(position);
        if took >= thresholds::HELD && !is_explained(reading.id(*row), took) && !is_of_flood(*row) {
            let line = reading.line_at(reading.place_of(*row));
            groups.entry((reading.kind(*row).to_owned(), line)).or_default().push(position);
        }
    }
    groups.into_values().map(|positions| finding(reading, &positions)).collect()
}

/// About one callback that held the loop, once or more often.
fn finding(reading: &Reading<'_>, positions: &[usize]) -> Finding {
    // The first of equals, so that the same trace always tells the same.
    let worst = positions.iter().copied().rev().max_by_key(|position| reading.held(*position)).unwrap_or_default();
    let row = reading.ran[worst];
    let took = reading.held(worst);
    let total: i64 = positions.iter().map(|position| reading.held(*position)).sum();
    let ids: Vec<i64> = positions.iter().map(|position| reading.id(reading.ran[*position])).collect();
    let hot = Hot::find(reading, &ids);
    let is_main = reading.kind(row) == "main";

    let name = reading.name(row);
    let title = match positions.len() {
        1 => format!("{} held the loop for {}", words::sentence(&name), words::duration(took)),
        many => format!(
            "{} held the loop {}, for {} at worst",
            words::sentence(&name),
            words::times(many),
            words::duration(took)
        ),
    };
    let mut text = match positions.len() {
        1 => format!("For {} nothing else could run.", words::duration(took)),
        _ => format!("For {} in all nothing else could run.", words::duration(total)),
    };
    if let Some(hot) = &hot {
        text += &format!(
            " Line {} was running in {} of {}.",
            reading.where_is(hot.place).unwrap_or_default(),
            words::figures(hot.seen),
            words::count(hot.samples, "sample")
        );
    }
    let (from, to) = reading.span(worst);
    Finding {
        kind: "blocked".to_owned(),
        severity: if is_main { thresholds::severity_at_start(took) } else { thresholds::severity_of_wait(took) },
        title,
        text,
        advice: advice(is_main).to_owned(),
        place: hot.as_ref().map_or_else(|| reading.place_of(row), |hot| hot.place),
        stack: hot.as_ref().map_or(reading.trace.tasks.scheduled[row], |hot| hot.stack),
        task: reading.id(row),
        others: ids.into_iter().filter(|id| *id != reading.id(row)).collect(),
        from,
        to,
        cost: total,
    }
}

fn advice(is_main: bool) -> &'static str {
    if is_main {
        "Nothing can be served before the main script ends: load and compute later what is not needed at once."
    } else {
        "Do less in one go: split the work and give the loop a turn between the parts (setImmediate, or await \
         timers/promises.setImmediate()), or move it to a thread of its own (node:worker_threads)."
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch::{MS, Sketch};
    use super::*;
    use crate::model::Severity;

    fn found(sketch: &Sketch) -> Vec<Finding> {
        find(&Reading::new(&sketch.trace), &HashMap::new(), &[])
    }

    #[test]
    fn a_callback_under_the_limit_is_healthy() {
        let mut sketch = Sketch::new();
        sketch.ran("timeout", 3, 10, 59);
        assert_eq!(found(&sketch), []);
    }

    #[test]
    fn the_line_that_was_sampled_most_is_the_line_to_change() {
        let mut sketch = Sketch::new();
        let task = sketch.ran("timeout", 3, 10, 322);
        for at in 0..20 {
            sketch.sample(task, if at % 5 == 0 { 6 } else { 7 }, 40 + at);
        }
        let finding = found(&sketch).remove(0);
        assert_eq!(finding.title, "The timer set at a.js:3:1 held the loop for 312 ms");
        assert_eq!(finding.text, "For 312 ms nothing else could run. Line a.js:7:1 was running in 16 of 20 samples.");
        assert_eq!((finding.place, finding.severity), (sketch.place(7), Severity::Medium));
        assert_eq!((finding.task, finding.from, finding.to, finding.cost), (task, 10 * MS, 322 * MS, 312 * MS));
    }

    #[test]
    fn a_callback_that_had_no_processor_is_healthy() {
        let mut sketch = Sketch::new();
        sketch.ran("timeout", 3, 10, 322);
        sketch.preempted(0, 100, 90);
        sketch.preempted(100, 330, 200);
        assert_eq!(found(&sketch), []);
        sketch.trace.preemptions.waited[1] = 100 * MS;
        assert_eq!(found(&sketch)[0].severity, Severity::Medium);
    }

    #[test]
    fn many_runs_of_one_callback_are_one_finding() {
        let mut sketch = Sketch::new();
        for at in 0..5 {
            sketch.ran("io", 3, at * 100, at * 100 + 60 + at);
        }
        let findings = found(&sketch);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].title.ends_with("held the loop 5 times, for 64 ms at worst"), "{}", findings[0].title);
        assert_eq!(findings[0].cost, 310 * MS);
        assert_eq!(findings[0].others.len(), 4);
    }

    #[test]
    fn the_loading_of_built_in_modules_is_nobodys_fault() {
        let mut sketch = Sketch::new();
        let task = sketch.ran("timeout", 3, 0, 120);
        sketch.call(task, crate::reading::LOADING, 3, 10, 100);
        assert_eq!(found(&sketch), []);
    }

    #[test]
    fn a_slow_start_weighs_less() {
        let mut sketch = Sketch::new();
        sketch.ran("main", 1, 0, 600);
        assert_eq!(found(&sketch)[0].severity, Severity::Low);
    }

    #[test]
    fn a_job_of_a_flood_is_left_to_the_flood() {
        let mut sketch = Sketch::new();
        sketch.ran("tick", 3, 0, 100);
        sketch.ran("timeout", 3, 200, 300);
        let told = Finding { place: sketch.place(3), from: 0, to: 400 * MS, ..Finding::default() };
        let findings = find(&Reading::new(&sketch.trace), &HashMap::new(), &[told]);
        assert_eq!(findings.iter().map(|finding| finding.task).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn what_a_call_explains_is_left_to_its_own_finding() {
        let mut sketch = Sketch::new();
        let task = sketch.ran("timeout", 3, 0, 100);
        let explained = |ms: i64| HashMap::from([(task, ms * MS)]);
        assert_eq!(find(&Reading::new(&sketch.trace), &explained(80), &[]).len(), 0);
        assert_eq!(find(&Reading::new(&sketch.trace), &explained(40), &[]).len(), 1);
    }
}
