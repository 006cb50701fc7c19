//! Ticks or promise jobs that keep adding to their own queue: the loop does not continue until both queues are empty, so timers and
//! I/O starve meanwhile.

use super::thresholds;
use crate::model::{ABSENT, Finding};
use crate::phrases;
use crate::view::{Slot, TraceView};

pub fn find(view: &TraceView<'_>, slots: &[Slot]) -> Vec<Finding> {
    let starving = slots.iter().filter_map(|slot| Starvation::in_slot(view, slot));
    // By line: a line that starves the loop after every request is one finding.
    let mut groups: Vec<Vec<Starvation>> = Vec::new();
    for starvation in starving {
        let same = |group: &&mut Vec<Starvation>| {
            group[0].kind == starvation.kind && view.line_at(group[0].place) == view.line_at(starvation.place)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(starvation),
            None => groups.push(vec![starvation]),
        }
    }
    groups.iter().map(|group| finding(view, group)).collect()
}

/// One period in which the loop could not continue.
struct Starvation {
    kind: &'static str,
    place: i32,
    /// A task of that line.
    row: usize,
    jobs: usize,
    began: i64,
    ended: i64,
}

impl Starvation {
    fn in_slot(view: &TraceView<'_>, slot: &Slot) -> Option<Starvation> {
        let jobs = slot.jobs();
        if jobs.len() < thresholds::STARVATION_JOBS {
            return None;
        }
        let began = if slot.has_head { view.span(jobs.start).0 } else { slot.began };
        let ended = slot.ended;
        // One slow job among many quick ones is a blocked loop. With the coarse clock of a flood, which may not advance for a while,
        // some job always looks slow: so the others count.
        let longest = jobs.clone().map(|position| view.took(position)).max().unwrap_or_default();
        if ended - began - longest - view.preempted(began, ended) < thresholds::BLOCKED {
            return None;
        }
        let rows = || jobs.clone().map(|position| view.ran[position]);
        let ticks = rows().filter(|row| view.kind(*row) == "tick").count();
        let is_tick = ticks * 2 >= jobs.len();
        let of_kind = || rows().filter(move |row| (view.kind(*row) == "tick") == is_tick);
        // In a flood few are recorded with their line; if none is left, the sampled stacks are used.
        let place = view
            .most_common_line(of_kind().map(|row| view.scheduled_at(row)))
            .or_else(|| view.most_common_line(sampled(view, began, ended)))
            .map_or(-1, |found| found.0);
        let line = view.line_at(place);
        let is_of_line = |row: &usize| view.line_at(view.scheduled_at(*row)) == line;
        Some(Starvation {
            kind: if is_tick { "tick-starvation" } else { "promise-starvation" },
            place,
            row: of_kind().find(is_of_line).or_else(|| of_kind().next())?,
            jobs: jobs.len(),
            began,
            ended,
        })
    }

    fn lasted(&self) -> i64 {
        self.ended - self.began
    }

    /// Timers that were due and immediates that were queued meanwhile.
    fn waiting(&self, view: &TraceView<'_>) -> (usize, usize) {
        let tasks = &view.trace.tasks;
        let ready = |row: &usize| match view.kind(*row) {
            "timeout" | "interval" => tasks.due[*row] != ABSENT && tasks.due[*row] < self.ended,
            "immediate" => tasks.queued[*row] < self.ended,
            _ => false,
        };
        let waited = |row: &usize| {
            let over = if tasks.began[*row] == ABSENT { tasks.cancelled[*row] } else { tasks.began[*row] };
            over == ABSENT || over >= self.ended
        };
        let waiting: Vec<usize> = (0..tasks.len()).filter(|row| ready(row) && waited(row)).collect();
        let immediates = waiting.iter().filter(|row| view.kind(**row) == "immediate").count();
        (waiting.len() - immediates, immediates)
    }
}

/// The sampled places between two times.
fn sampled(view: &TraceView<'_>, from: i64, to: i64) -> impl Iterator<Item = i32> {
    let samples = &view.trace.samples;
    let within = (0..samples.at.len()).filter(move |row| (from..=to).contains(&samples.at[*row]));
    within.map(|row| view.place_in(samples.stack[row]))
}

fn finding(view: &TraceView<'_>, group: &[Starvation]) -> Finding {
    let lasted = group.iter().map(Starvation::lasted).max().unwrap_or_default();
    let worst = group.iter().find(|starvation| starvation.lasted() == lasted).unwrap_or(&group[0]);
    let is_tick = worst.kind == "tick-starvation";
    let what = if is_tick { "process.nextTick callbacks" } else { "Promise jobs" };
    // If the oldest rows were dropped it may have lasted longer than the trace shows.
    let at_least = if view.trace.dropped.events > 0 { "at least " } else { "" };
    let often = if group.len() > 1 { format!(" {},", phrases::times(group.len())) } else { String::new() };
    let mut text = format!(
        "{} {} ran one after the other, and the loop does not go on before their queue is empty.",
        phrases::capitalized(&format!("{at_least}{}", phrases::grouped(worst.jobs))),
        if is_tick { "ticks" } else { "promise jobs" },
    );
    let (timers, immediates) = worst.waiting(view);
    let waiting: Vec<String> = [(timers, "timer"), (immediates, "immediate")]
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, noun)| phrases::count(*number, noun))
        .collect();
    if !waiting.is_empty() {
        text += &format!(" Meanwhile {} waited.", phrases::list(&waiting));
    }
    Finding {
        kind: worst.kind.to_owned(),
        severity: thresholds::severity_of_wait(lasted - view.preempted(worst.began, worst.ended)),
        title: format!(
            "{what} queued {} kept the loop from turning{often} for {at_least}{}",
            view.at(worst.place),
            phrases::duration(lasted)
        ),
        text,
        advice: if is_tick {
            "Use setImmediate instead of process.nextTick to go on: it gives the loop a turn between two parts of the work."
        } else {
            "Let the loop turn now and then: await timers/promises.setImmediate() every so many rounds. An await of something \
             that is already there does not wait for the loop."
        }
        .to_owned(),
        place: worst.place,
        stack: view.trace.tasks.scheduled[worst.row],
        task: view.id(worst.row),
        others: Vec::new(),
        from: worst.began,
        to: worst.ended,
        cost: group.iter().map(Starvation::lasted).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace_builder::{MS, TraceBuilder};
    use super::*;

    fn found(builder: &TraceBuilder) -> Vec<Finding> {
        let view = TraceView::new(&builder.trace);
        let slots = view.slots();
        find(&view, &slots)
    }

    fn flood(kind: &str) -> TraceBuilder {
        let mut builder = TraceBuilder::new();
        builder.ran("main", 1, 0, 1);
        for at in 0..200 {
            builder.ran(kind, 5, at + 1, at + 2);
        }
        builder.ran_when_due("timeout", 3, 2, 201, 202);
        builder
    }

    #[test]
    fn a_queue_that_is_never_empty_starves_the_loop() {
        let findings = found(&flood("tick"));
        assert_eq!(findings.len(), 1);
        assert_eq!(
            findings[0].title,
            "process.nextTick callbacks queued at a.js:5:1 kept the loop from turning for 200 ms"
        );
        assert!(findings[0].text.ends_with("Meanwhile 1 timer waited."), "{}", findings[0].text);
        assert_eq!(findings[0].cost, 200 * MS);
        assert_eq!(found(&flood("promise"))[0].kind, "promise-starvation");
        assert_eq!(found(&flood("immediate")), []);
    }

    #[test]
    fn one_slow_tick_among_many_is_no_starvation() {
        let mut builder = TraceBuilder::new();
        builder.ran("main", 1, 0, 1);
        builder.ran("tick", 5, 1, 200);
        for _ in 0..150 {
            builder.ran("tick", 5, 200, 200);
        }
        assert_eq!(found(&builder), []);
    }

    #[test]
    fn where_the_oldest_rows_are_gone_it_was_at_least_so_long() {
        let mut builder = flood("tick");
        builder.trace.dropped.events = 10;
        assert!(found(&builder)[0].title.ends_with("for at least 200 ms"));
        let mut beheaded = TraceBuilder::new();
        for at in [100, 600, 650, 700] {
            beheaded.sample(1, 5, at);
        }
        for at in 0..200 {
            beheaded.ran("tick", 5, at + 701, at + 702);
        }
        beheaded.trace.dropped.events = 10;
        assert!(found(&beheaded)[0].title.ends_with("for at least 301 ms"));
        beheaded.trace.tasks.scheduled.fill(-1);
        assert!(found(&beheaded)[0].title.starts_with("process.nextTick callbacks queued at a.js:5:1 "));
    }
}
