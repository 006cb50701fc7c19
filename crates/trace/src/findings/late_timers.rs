//! A timer that ran late, and the callback that blocked the loop when it was due.
//!
//! ```text
//!            due ┐                       ┌ ran
//!   ──── io ─────┼───────────── tick ────┤ timer ──
//!                └── late by this much ──┘
//! ```
//!
//! The culprit is the slot that took the largest part of that gap: its callback, or the microtasks after it. A gap in which nothing
//! of the program ran is caused by the system, and is no finding.

use super::hot::Hot;
use super::thresholds;
use crate::model::{ABSENT, Finding};
use crate::phrases;
use crate::view::{Line, Slot, TraceView};
use std::collections::HashMap;

/// A timer that ran late.
struct Late {
    position: usize,
    by: i64,
}

pub fn find(view: &TraceView<'_>, slots: &[Slot]) -> Vec<Finding> {
    let mut groups: HashMap<(String, Option<Line>), (Culprit, Vec<Late>)> = HashMap::new();
    let mut known: HashMap<usize, Option<Culprit>> = HashMap::new();
    for Late { position, by } in late_timers(view) {
        let (began, _) = view.span(position);
        let due = began - by;
        let Some((slot, held)) = blocking_slot(slots, due, began) else { continue };
        let known = known.entry(slot).or_insert_with(|| culprit(view, &slots[slot]));
        let Some(culprit) = known.map(|culprit| Culprit { held, ..culprit }) else { continue };
        if began - due - view.loading_of(culprit.row) - view.preempted(due, began) < thresholds::BLOCKED {
            continue;
        }
        let key = (view.kind(culprit.row).to_owned(), view.line_at(culprit.place));
        let group = groups.entry(key).or_insert_with(|| (culprit, Vec::new()));
        group.1.push(Late { position, by });
    }
    groups.into_values().map(|(culprit, late)| finding(view, &culprit, &late)).collect()
}

/// The latest first, up to a limit.
fn late_timers(view: &TraceView<'_>) -> Vec<Late> {
    let mut late: Vec<Late> = Vec::new();
    for (position, row) in view.ran.iter().enumerate() {
        let due = view.trace.tasks.due[*row];
        let (began, _) = view.span(position);
        if due != ABSENT && began - due >= thresholds::BLOCKED {
            late.push(Late { position, by: began - due });
        }
    }
    late.sort_by_key(|late| std::cmp::Reverse(late.by));
    late.truncate(MAX_TIMERS);
    late
}

/// For each of them all slots of its delay are searched.
const MAX_TIMERS: usize = 2_000;

#[derive(Clone, Copy)]
struct Culprit {
    row: usize,
    place: i32,
    held: i64,
    /// Many microtasks of this kind rather than one task.
    many: bool,
}

/// The slot that took most of the time between these two, and how much of it. `None` if it took less than half: then there is no
/// single cause, or the system was busy.
fn blocking_slot(slots: &[Slot], due: i64, began: i64) -> Option<(usize, i64)> {
    let first = slots.partition_point(|slot| slot.ended <= due);
    let within = slots[first..].iter().enumerate().take_while(|(_, slot)| slot.began < began);
    let overlaps = within.map(|(at, slot)| (first + at, slot.ended.min(began) - slot.began.max(due)));
    overlaps.max_by_key(|(_, held)| *held).filter(|(_, held)| held * 2 >= began - due)
}

/// The cause in a slot: its longest task, or a line with many microtasks.
fn culprit(view: &TraceView<'_>, slot: &Slot) -> Option<Culprit> {
    let longest = (slot.first..slot.end).max_by_key(|position| view.took(*position))?;
    let row = view.ran[longest];
    if view.took(longest) * 2 >= slot.ended - slot.began {
        // The main script was not scheduled by a line.
        let place = match view.place_of(row) {
            -1 => Hot::find(view, &[view.id(row)]).map_or(-1, |hot| hot.place),
            place => place,
        };
        return Some(Culprit { row, place, held: 0, many: false });
    }
    let jobs = slot.jobs().map(|position| view.ran[position]);
    let (place, _) = view.most_common_line(jobs.clone().map(|row| view.scheduled_at(row)))?;
    let line = view.line_at(place);
    let row = jobs.clone().find(|row| view.line_at(view.scheduled_at(*row)) == line)?;
    Some(Culprit { row, place, held: 0, many: true })
}

fn finding(view: &TraceView<'_>, culprit: &Culprit, late: &[Late]) -> Finding {
    let by = late.iter().map(|late| late.by).max().unwrap_or_default();
    let worst = late.iter().find(|late| late.by == by).map_or(0, |late| late.position);
    let (row, began) = (view.ran[worst], view.span(worst).0);
    let due = view.trace.tasks.due[row];
    let who = if culprit.many {
        format!("{} queued {}", TraceView::plural_name(view.kind(culprit.row)), view.at(culprit.place))
    } else {
        view.name(culprit.row)
    };
    let what = match late.len() {
        1 => format!("{} ran {} late", phrases::capitalized(&view.name(row)), phrases::duration(by)),
        many => format!("{} ran late, by {} at worst", phrases::count(many, "timer"), phrases::duration(by)),
    };
    let held = by - view.preempted(due, began);
    Finding {
        kind: "late-timer".to_owned(),
        severity: if view.kind(culprit.row) == "main" {
            thresholds::startup_severity(held)
        } else {
            thresholds::severity_of_wait(held)
        },
        title: format!("{what}, behind {who}"),
        text: format!(
            "{} was due at {} and ran at {}. In between {who} held the loop for {}.",
            phrases::capitalized(&view.name(row)),
            phrases::duration(due),
            phrases::duration(began),
            phrases::duration(culprit.held)
        ),
        advice: "A timer runs at its time or later, when the loop is free. Make what delayed it shorter; the timer itself is \
                 not the fault."
            .to_owned(),
        place: culprit.place,
        stack: view.trace.tasks.scheduled[culprit.row],
        task: view.id(culprit.row),
        others: late.iter().map(|late| view.id(view.ran[late.position])).collect(),
        from: due,
        to: began,
        cost: by,
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

    #[test]
    fn a_late_timer_is_attributed_to_the_callback_that_held_the_loop() {
        let mut builder = TraceBuilder::new();
        let slow = builder.ran("io", 7, 10, 330);
        let timer = builder.ran_when_due("timeout", 3, 20, 331, 332);
        let findings = found(&builder);
        assert_eq!(findings.len(), 1);
        assert_eq!(
            findings[0].title,
            "The timer set at a.js:3:1 ran 311 ms late, behind the I/O callback begun at a.js:7:1"
        );
        assert_eq!((findings[0].task, &findings[0].others[..], findings[0].cost), (slow, &[timer][..], 311 * MS));
        assert_eq!(findings[0].place, builder.place(7));
    }

    #[test]
    fn a_gap_in_which_nothing_ran_is_no_finding() {
        let mut builder = TraceBuilder::new();
        builder.ran("io", 7, 0, 10);
        builder.ran_when_due("timeout", 3, 20, 331, 332);
        assert_eq!(found(&builder), []);
    }

    #[test]
    fn many_small_ticks_are_attributed_to_their_line() {
        let mut builder = TraceBuilder::new();
        builder.ran("immediate", 2, 0, 1);
        for at in 0..100 {
            builder.ran("tick", 5, at + 1, at + 2);
        }
        builder.ran_when_due("timeout", 3, 1, 101, 102);
        let findings = found(&builder);
        assert!(findings[0].title.ends_with("behind process.nextTick callbacks queued at a.js:5:1"));
        assert_eq!(findings[0].place, builder.place(5));
    }
}
