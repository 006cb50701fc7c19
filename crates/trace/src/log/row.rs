//! Decodes one row of the ring.

use super::read;
use super::row_type::*;
use super::run::{self, Run};
use crate::intern::AWAIT;
use crate::model::{ABSENT, TaskRow};
use std::sync::atomic::{AtomicU64, Ordering};

/// A task as far as its rows describe it.
#[derive(Clone, Copy, Debug)]
pub struct Logged {
    pub row: TaskRow,
    /// A label; for a timer its milliseconds.
    pub detail: i64,
}

impl Logged {
    /// A task whose QUEUED row was dropped.
    pub(crate) fn unknown(id: i64) -> Logged {
        Logged { row: TaskRow { id, ..TaskRow::default() }, detail: ABSENT }
    }
}

/// What rows of a flood omit because earlier rows state it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DecoderState {
    pub(super) time: i64,
    pub(super) turn: i64,
    pub(super) running: i64,
}

impl Default for DecoderState {
    fn default() -> DecoderState {
        DecoderState { time: ABSENT, turn: 0, running: ABSENT }
    }
}

/// One row of the ring.
pub(crate) enum Entry {
    Queued(Logged),
    /// With its kind, start, end (if recorded) and turn.
    Ran(TaskRow),
    Cancelled {
        id: i64,
        at: i64,
    },
    /// Many tasks at once.
    Run(Run),
    /// It only updates the decoder state, or the rest of the segment is unused.
    Nothing,
}

/// The index of the end in the row of a task that ran.
const ENDED_WORD: usize = 3;

/// The end of the task whose row is here, if it is recorded by now; a row of a flood has none.
pub(crate) fn recorded_end(ring: &[AtomicU64], at: usize) -> i64 {
    let tag = read(ring, at) as usize;
    if tag - tag % KINDS == RAN { read(ring, at + ENDED_WORD) as i64 } else { ABSENT }
}

/// Decodes the first row of these words, which end with their segment; also returns its length.
pub(crate) fn entry(words: &[AtomicU64], state: &mut DecoderState) -> (Entry, usize) {
    let word = |at: usize| words.get(at).map_or(ABSENT, |word| f64::from_bits(word.load(Ordering::Relaxed)) as i64);
    let tag = word(0).rem_euclid(STEP as i64) as usize;
    let beside = word(0).div_euclid(STEP as i64);
    let kind = (tag % KINDS) as i32;
    let queued = TaskRow { id: beside, kind, parent: state.running, queued: state.time, ..TaskRow::default() };
    match tag - tag % KINDS {
        QUEUED => {
            let row = TaskRow {
                id: word(1),
                kind,
                parent: word(2),
                queued: word(3),
                scheduled: word(4) as i32,
                resource: word(5),
                defined: word(7) as i32,
                ..TaskRow::default()
            };
            (Entry::Queued(Logged { row, detail: word(6) }), 8)
        }
        FLOOD_QUEUED => (Entry::Queued(Logged { row: queued, detail: ABSENT }), 1),
        FLOOD_AWAITED => (Entry::Queued(Logged { row: queued, detail: i64::from(AWAIT) }), 1),
        FLOOD_TIMER => (Entry::Queued(Logged { row: TaskRow { resource: queued.id, ..queued }, detail: word(1) }), 2),
        RAN => (state.ran(TaskRow { id: word(1), kind, ended: word(ENDED_WORD), ..at_turn(word(2), word(4)) }), 5),
        FLOOD_RAN => (state.ran(TaskRow { id: beside, kind, ..at_turn(state.time, state.turn) }), 1),
        FLOOD_CALLBACK => (state.ran(TaskRow { id: beside, kind, ..at_turn(word(1), state.turn) }), 2),
        CANCELLED => (Entry::Cancelled { id: word(1), at: word(2) }, 3),
        RUN => (Entry::Run(Run::read(kind, ABSENT, word)), run::SIZE),
        RUN_AWAITED => (Entry::Run(Run::read(kind, i64::from(AWAIT), word)), run::SIZE),
        TIMESTAMP => {
            state.time = word(1);
            (Entry::Nothing, 2)
        }
        TURN => {
            state.turn = beside;
            (Entry::Nothing, 1)
        }
        RUNNING => {
            state.running = beside - 1;
            (Entry::Nothing, 1)
        }
        _ => (Entry::Nothing, words.len()),
    }
}

fn at_turn(began: i64, turn: i64) -> TaskRow {
    TaskRow { began, turn, ..TaskRow::default() }
}

impl DecoderState {
    /// The current time.
    pub fn time(&self) -> i64 {
        self.time
    }

    pub(super) fn ran(&mut self, row: TaskRow) -> Entry {
        *self = DecoderState { time: row.began, turn: row.turn, running: row.id };
        Entry::Ran(row)
    }
}
