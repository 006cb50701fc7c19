//! A timer that ran late, and who held the loop when it was due.
//!
//! ```text
//!            due ┐                       ┌ ran
//!   ──── io ─────┼───────────── tick ────┤ timer ──
//!                └── late by this much ──┘
//! ```
//!
//! The culprit is the slot that took the largest part of that gap: its callback, or the microtasks after it. A gap in which
//! nothing of the program ran is the machine's fault and no finding.

use super::hot::Hot;
use super::thresholds;
use crate::model::{ABSENT, Finding};
use crate::reading::{Line, Reading, Slot};
use crate::words;
use std::collections::HashMap;

/// A timer that ran late.
struct Late {
    position: usize,
    by: i64,
}

pub fn find(reading: &Reading<'_>, slots: &[Slot]) -> Vec<Finding> {
    let mut groups: HashMap<(String, Option<Line>), (Culprit, Vec<Late>)> = HashMap::new();
    let mut known: HashMap<usize, Option<Culprit>> = HashMap::new();
    for Late { position, by } in late_ones(reading) {
        let (began, _) = reading.span(position);
        let due = began - by;
        let Some((slot, held)) = holder(slots, due, began) else { continue };
        let known = known.entry(slot).or_insert_with(|| culprit(reading, &slots[slot]));
        let Some(culprit) = known.map(|culprit| Culprit { held, ..culprit }) else { continue };
        if began - due - reading.loading_of(culprit.row) - reading.preempted(due, began) < thresholds::HELD {
            continue;
        }
        let key = (reading.kind(culprit.row).to_owned(), reading.line_at(culprit.place));
        let group = groups.entry(key).or_insert_with(|| (culprit, Vec::new()));
        group.1.push(Late { position, by });
    }
    groups.into_values().map(|(culprit, late)| finding(reading, &culprit, &late)).collect()
}

/// The latest first, and of thousands only those.
fn late_ones(reading: &Reading<'_>) -> Vec<Late> {
    let mut late: Vec<Late> = Vec::new();
    for (position, row) in reading.ran.iter().enumerate() {
        let due = reading.trace.tasks.due[*row];
        let (began, _) = reading.span(position);
        if due != ABSENT && began - due >= thresholds::HELD {
            late.push(Late { position, by: began - due });
        }
    }
    late.sort_by_key(|late| std::cmp::Reverse(late.by));
    late.truncate(MOST);
    late
}

/// Each looks through all that ran while it was late.
const MOST: usize = 2_000;

#[derive(Clone, Copy)]
struct Culprit {
    row: usize,
    place: i32,
    held: i64,
    /// Microtasks of this kind rather than one task.
    many: bool,
}

/// The slot that took most of the time between these two, and how much of it. Less than half: nobody in particular, or the
/// machine itself.
fn holder(slots: &[Slot], due: i64, began: i64) -> Option<(usize, i64)> {
    let first = slots.partition_point(|slot| slot.ended <= due);
    let within = slots[first..].iter().enumerate().take_while(|(_, slot)| slot.began < began);
    let overlaps = within.map(|(at, slot)| (first + at, slot.ended.min(began) - slot.began.max(due)));
    overlaps.max_by_key(|(_, held)| *held).filter(|(_, held)| held * 2 >= began - due)
}

/// Who it was in a slot: its longest task, or a line whose microtasks were many.
fn culprit(reading: &Reading<'_>, slot: &Slot) -> Option<Culprit> {
    let longest = (slot.first..slot.end).max_by_key(|position| reading.took(*position))?;
    let row = reading.ran[longest];
    if reading.took(longest) * 2 >= slot.ended - slot.began {
        // The main script was scheduled by no line.
        let place = match reading.place_of(row) {
            -1 => Hot::find(reading, &[reading.id(row)]).map_or(-1, |hot| hot.place),
            place => place,
        };
        return Some(Culprit { row, place, held: 0, many: false });
    }
    let jobs = slot.jobs().map(|position| reading.ran[position]);
    let (place, _) = reading.most_common(jobs.clone().map(|row| reading.scheduled_at(row)))?;
    let line = reading.line_at(place);
    let row = jobs.clone().find(|row| reading.line_at(reading.scheduled_at(*row)) == line)?;
    Some(Culprit { row, place, held: 0, many: true })
}

fn finding(reading: &Reading<'_>, culprit: &Culprit, late: &[Late]) -> Finding {
    let by = late.iter().map(|late| late.by).max().unwrap_or_default();
    let worst = late.iter().find(|late| late.by == by).map_or(0, |late| late.position);
    let (row, began) = (reading.ran[worst], reading.span(worst).0);
    let due = reading.trace.tasks.due[row];
    let who = if culprit.many {
        format!("{} queued {}", Reading::kind_in_words(reading.kind(culprit.row)), reading.at(culprit.place))
    } else {
        reading.name(culprit.row)
    };
    let what = match late.len() {
        1 => format!("{} ran {} late", words::sentence(&reading.name(row)), words::duration(by)),
        many => format!("{} ran late, by {} at worst", words::count(many, "timer"), words::duration(by)),
    };
    let held = by - reading.preempted(due, began);
    Finding {
        kind: "late-timer".to_owned(),
        severity: if reading.kind(culprit.row) == "main" {
            thresholds::severity_at_start(held)
        } else {
            thresholds::severity_of_wait(held)
        },
        title: format!("{what}, behind {who}"),
        text: format!(
            "{} was due at {} and ran at {}. In between {who} held the loop for {}.",
            words::sentence(&reading.name(row)),
            words::duration(due),
            words::duration(began),
            words::duration(culprit.held)
        ),
        advice: "A timer runs at its time or later, when the loop is free. Make what delayed it shorter; the timer itself is \
                 not the fault."
            .to_owned(),
        place: culprit.place,
        stack: reading.trace.tasks.scheduled[culprit.row],
        task: reading.id(culprit.row),
        others: late.iter().map(|late| reading.id(reading.ran[late.position])).collect(),
        from: due,
        to: began,
        cost: by,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch::{MS, Sketch};
    use super::*;

    fn found(sketch: &Sketch) -> Vec<Finding> {
        let reading = Reading::new(&sketch.trace);
        let slots = reading.slots();
        find(&reading, &slots)
    }

    #[test]
    fn the_callback_that_held_the_loop_is_to_blame() {
        let mut sketch = Sketch::new();
        let slow = sketch.ran("io", 7, 10, 330);
        let timer = sketch.ran_when_due("timeout", 3, 20, 331, 332);
        let findings = found(&sketch);
        assert_eq!(findings.len(), 1);
        assert_eq!(
            findings[0].title,
            "The timer set at a.js:3:1 ran 311 ms late, behind the I/O callback begun at a.js:7:1"
        );
        assert_eq!((findings[0].task, &findings[0].others[..], findings[0].cost), (slow, &[timer][..], 311 * MS));
        assert_eq!(findings[0].place, sketch.place(7));
    }

    #[test]
    fn a_gap_in_which_nothing_ran_is_not_the_programs_fault() {
        let mut sketch = Sketch::new();
        sketch.ran("io", 7, 0, 10);
        sketch.ran_when_due("timeout", 3, 20, 331, 332);
        assert_eq!(found(&sketch), []);
    }

    #[test]
    fn many_small_ticks_are_blamed_by_their_line() {
        let mut sketch = Sketch::new();
        sketch.ran("immediate", 2, 0, 1);
        for at in 0..100 {
            sketch.ran("tick", 5, at + 1, at + 2);
        }
        sketch.ran_when_due("timeout", 3, 1, 101, 102);
        let findings = found(&sketch);
        assert!(findings[0].title.ends_with("behind process.nextTick callbacks queued at a.js:5:1"));
        assert_eq!(findings[0].place, sketch.place(5));
    }
}
