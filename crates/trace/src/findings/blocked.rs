//! A callback that blocked the loop: while it ran, no timer, no request and no other callback could.
//!
//! The line to change is not the callback's own but the most frequent one in its [`Samples`](crate::Samples): stacks that were
//! sampled while it ran.

use super::hot::Hot;
use super::thresholds;
use crate::model::Finding;
use crate::phrases;
use crate::view::{Line, TraceView};
use std::collections::HashMap;

/// The percentage of a callback's time that its calls must have taken to explain it.
const MIN_SHARE: i64 = 70;

/// `explained`: how long calls with findings of their own took, by task. `starved`: findings that cover the same time as starvation.
pub fn find(view: &TraceView<'_>, explained: &HashMap<i64, i64>, starved: &[Finding]) -> Vec<Finding> {
    let is_explained =
        |id: i64, took: i64| explained.get(&id).is_some_and(|known| known.saturating_mul(100) >= took * MIN_SHARE);
    let is_of_flood = |row: usize| {
        let began = view.trace.tasks.began[row];
        let within = |reported: &&Finding| reported.from <= began && began < reported.to;
        let place = view.scheduled_at(row);
        let of_line = |reported: &Finding| place == -1 || view.line_at(reported.place) == view.line_at(place);
        view.is_microtask(row) && starved.iter().filter(within).any(of_line)
    };
    let mut groups: HashMap<(String, Option<Line>), Vec<usize>> = HashMap::new();
    for (position, row) in view.ran.iter().enumerate() {
        let took = view.held(position);
        if took >= thresholds::BLOCKED && !is_explained(view.id(*row), took) && !is_of_flood(*row) {
            let line = view.line_at(view.place_of(*row));
            groups.entry((view.kind(*row).to_owned(), line)).or_default().push(position);
        }
    }
    groups.into_values().map(|positions| finding(view, &positions)).collect()
}

/// The finding for one callback that blocked the loop, once or more often.
fn finding(view: &TraceView<'_>, positions: &[usize]) -> Finding {
    // The first of equals, so that the result is deterministic.
    let worst = positions.iter().copied().rev().max_by_key(|position| view.held(*position)).unwrap_or_default();
    let row = view.ran[worst];
    let took = view.held(worst);
    let total: i64 = positions.iter().map(|position| view.held(*position)).sum();
    let ids: Vec<i64> = positions.iter().map(|position| view.id(view.ran[*position])).collect();
    let hot = Hot::find(view, &ids);
    let is_main = view.kind(row) == "main";

    let name = view.name(row);
    let title = match positions.len() {
        1 => format!("{} held the loop for {}", phrases::capitalized(&name), phrases::duration(took)),
        many => format!(
            "{} held the loop {}, for {} at worst",
            phrases::capitalized(&name),
            phrases::times(many),
            phrases::duration(took)
        ),
    };
    let mut text = match positions.len() {
        1 => format!("For {} nothing else could run.", phrases::duration(took)),
        _ => format!("For {} in all nothing else could run.", phrases::duration(total)),
    };
    if let Some(hot) = &hot {
        text += &format!(
            " Line {} was running in {} of {}.",
            view.location_text(hot.place).unwrap_or_default(),
            phrases::grouped(hot.seen),
            phrases::count(hot.samples, "sample")
        );
    }
    let (from, to) = view.span(worst);
    Finding {
        kind: "blocked".to_owned(),
        severity: if is_main { thresholds::startup_severity(took) } else { thresholds::severity_of_wait(took) },
        title,
        text,
        advice: advice(is_main).to_owned(),
        place: hot.as_ref().map_or_else(|| view.place_of(row), |hot| hot.place),
        stack: hot.as_ref().map_or(view.trace.tasks.scheduled[row], |hot| hot.stack),
        task: view.id(row),
        others: ids.into_iter().filter(|id| *id != view.id(row)).collect(),
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
    use super::super::trace_builder::{MS, TraceBuilder};
    use super::*;
    use crate::model::Severity;

    fn found(builder: &TraceBuilder) -> Vec<Finding> {
        find(&TraceView::new(&builder.trace), &HashMap::new(), &[])
    }

    #[test]
    fn a_callback_under_the_limit_is_no_finding() {
        let mut builder = TraceBuilder::new();
        builder.ran("timeout", 3, 10, 59);
        assert_eq!(found(&builder), []);
    }

    #[test]
    fn the_line_that_was_sampled_most_is_the_line_to_change() {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("timeout", 3, 10, 322);
        for at in 0..20 {
            builder.sample(task, if at % 5 == 0 { 6 } else { 7 }, 40 + at);
        }
        let finding = found(&builder).remove(0);
        assert_eq!(finding.title, "The timer set at a.js:3:1 held the loop for 312 ms");
        assert_eq!(finding.text, "For 312 ms nothing else could run. Line a.js:7:1 was running in 16 of 20 samples.");
        assert_eq!((finding.place, finding.severity), (builder.place(7), Severity::Medium));
        assert_eq!((finding.task, finding.from, finding.to, finding.cost), (task, 10 * MS, 322 * MS, 312 * MS));
    }

    #[test]
    fn a_preempted_callback_is_no_finding() {
        let mut builder = TraceBuilder::new();
        builder.ran("timeout", 3, 10, 322);
        builder.preempted(0, 100, 90);
        builder.preempted(100, 330, 200);
        assert_eq!(found(&builder), []);
        builder.trace.preemptions.waited[1] = 100 * MS;
        assert_eq!(found(&builder)[0].severity, Severity::Medium);
    }

    #[test]
    fn many_runs_of_one_callback_are_one_finding() {
        let mut builder = TraceBuilder::new();
        for at in 0..5 {
            builder.ran("io", 3, at * 100, at * 100 + 60 + at);
        }
        let findings = found(&builder);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].title.ends_with("held the loop 5 times, for 64 ms at worst"), "{}", findings[0].title);
        assert_eq!(findings[0].cost, 310 * MS);
        assert_eq!(findings[0].others.len(), 4);
    }

    #[test]
    fn the_loading_of_built_in_modules_is_no_finding() {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("timeout", 3, 0, 120);
        builder.call(task, crate::view::LOADING, 3, 10, 100);
        assert_eq!(found(&builder), []);
    }

    #[test]
    fn a_slow_startup_is_less_severe() {
        let mut builder = TraceBuilder::new();
        builder.ran("main", 1, 0, 600);
        assert_eq!(found(&builder)[0].severity, Severity::Low);
    }

    #[test]
    fn a_job_of_a_flood_is_reported_by_the_flood() {
        let mut builder = TraceBuilder::new();
        builder.ran("tick", 3, 0, 100);
        builder.ran("timeout", 3, 200, 300);
        let reported = Finding { place: builder.place(3), from: 0, to: 400 * MS, ..Finding::default() };
        let findings = find(&TraceView::new(&builder.trace), &HashMap::new(), &[reported]);
        assert_eq!(findings.iter().map(|finding| finding.task).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn time_explained_by_a_call_is_reported_by_its_own_finding() {
        let mut builder = TraceBuilder::new();
        let task = builder.ran("timeout", 3, 0, 100);
        let explained = |ms: i64| HashMap::from([(task, ms * MS)]);
        assert_eq!(find(&TraceView::new(&builder.trace), &explained(80), &[]).len(), 0);
        assert_eq!(find(&TraceView::new(&builder.trace), &explained(40), &[]).len(), 1);
    }
}
