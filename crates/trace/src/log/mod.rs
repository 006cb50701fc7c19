//! What JavaScript writes during a recording: rows of numbers in a ring buffer in shared memory.
//!
//! `lib/trace/log.js` explains the format and writes the rows; here they are read, once, when the recording ends. Task ids are
//! assigned in the order of their QUEUED rows, so the oldest remaining id shows how many were overwritten.

mod numbers;
mod reader;
mod row;
mod run;

pub use numbers::{cell, row_type};
pub use reader::{Tasks, tasks};
pub(crate) use row::{DecoderState, Entry, Logged, entry, recorded_end};
pub(crate) use run::Run;

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers in one segment of the ring.
pub const SEGMENT: usize = 1 << 14;

/// How many numbers of the ring a task takes; in a flood it takes two to four, in a run almost none.
const WORDS_PER_TASK: usize = 13;

/// Reads a shared number.
pub fn read(words: &[AtomicU64], at: usize) -> f64 {
    f64::from_bits(words[at].load(Ordering::Relaxed))
}

pub fn write(words: &[AtomicU64], at: usize, value: f64) {
    words[at].store(value.to_bits(), Ordering::Relaxed);
}

/// Sets a cell to the maximum of its value and `value`: the bits of positive floats are ordered like the numbers.
pub fn store_max(words: &[AtomicU64], at: usize, value: f64) {
    words[at].fetch_max(value.to_bits(), Ordering::Relaxed);
}

/// The range of a segment in the ring.
pub fn segment(number: usize) -> Range<usize> {
    number * SEGMENT..(number + 1) * SEGMENT
}

/// Memory for this many tasks. Zeroed pages that are never touched cost nothing.
pub fn ring_for(tasks: usize) -> Box<[AtomicU64]> {
    zeroed((tasks.saturating_mul(WORDS_PER_TASK) / SEGMENT + 1).max(4) * SEGMENT)
}

/// Faults in the pages of these numbers, which were not touched yet.
pub fn prefault(ring: &[AtomicU64], numbers: Range<usize>) {
    const PAGE: usize = 4096 / size_of::<AtomicU64>();
    for word in ring[numbers].iter().step_by(PAGE) {
        word.fetch_or(0, Ordering::Relaxed);
    }
}

pub fn zeroed(length: usize) -> Box<[AtomicU64]> {
    let words = Box::into_raw(vec![0_u64; length].into_boxed_slice());
    // SAFETY: AtomicU64 has the size, alignment and bit validity of u64, and the box is ours alone.
    unsafe { Box::from_raw(words as *mut [AtomicU64]) }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::intern::AWAIT;
    use crate::model::{ABSENT, Kind};
    use row_type::{
        CANCELLED, FLOOD_AWAITED, FLOOD_CALLBACK, FLOOD_QUEUED, FLOOD_RAN, FLOOD_TIMER, QUEUED, RAN, TIMESTAMP, TURN,
    };
    use std::sync::Arc;

    /// The first number of a row.
    pub(crate) fn head(row_type: usize, kind: Kind, number: usize) -> f64 {
        (number * row_type::STEP + row_type + kind as usize) as f64
    }

    pub(crate) struct Writer {
        pub ring: Arc<Box<[AtomicU64]>>,
        pub cells: Arc<Box<[AtomicU64]>>,
        pub at: usize,
        pub time: f64,
    }

    impl Writer {
        pub fn new(tasks: usize) -> Writer {
            Writer { ring: Arc::new(ring_for(tasks)), cells: Arc::new(zeroed(cell::ALL.len())), at: 0, time: 10.0 }
        }

        /// As lib/trace/log.js does it.
        pub fn row(&mut self, row: &[f64]) {
            let end = self.at.next_multiple_of(SEGMENT).max(SEGMENT);
            let end = if self.at > 0 && self.at.is_multiple_of(SEGMENT) { self.at } else { end };
            if self.at + row.len() > end {
                if self.at < end {
                    write(&self.ring, self.at % self.ring.len(), 0.0);
                }
                self.at = end;
                // What a reader that starts here has to know.
                self.numbers(&[TIMESTAMP as f64, self.time]);
            }
            self.numbers(row);
            write(&self.cells, cell::POSITION, self.at as f64);
        }

        fn numbers(&mut self, values: &[f64]) {
            for value in values {
                write(&self.ring, self.at % self.ring.len(), *value);
                self.at += 1;
            }
        }

        pub fn task(&mut self, id: f64, time: f64) {
            self.row(&[head(QUEUED, Kind::Tick, 0), id, id - 1.0, time, -1.0, -1.0, -1.0, -1.0]);
            self.row(&[head(RAN, Kind::Tick, 0), id, time + 1.0, -1.0, 3.0]);
        }
    }

    #[test]
    fn a_task_without_an_end_ends_where_the_next_begins() {
        let mut writer = Writer::new(10);
        for (id, time) in [(1.0, 10.0), (2.0, 20.0), (3.0, 30.0)] {
            writer.task(id, time);
        }
        let found = tasks(&writer.ring, &writer.cells, &[25], 99).tasks;
        let ends: Vec<i64> = found.iter().map(|task| task.row.ended).collect();
        assert_eq!(ends, [21, 25, 99]);
        assert_eq!(found[2].row.parent, 2);
        assert_eq!(found[2].row.turn, 3);
    }

    #[test]
    fn what_never_ran_comes_last_and_has_no_beginning() {
        let mut writer = Writer::new(10);
        writer.row(&[head(QUEUED, Kind::Timeout, 0), 1.0, -1.0, 5.0, -1.0, -1.0, 100.0, -1.0]);
        writer.task(2.0, 10.0);
        writer.row(&[CANCELLED as f64, 1.0, 12.0]);
        let found = tasks(&writer.ring, &writer.cells, &[], 99).tasks;
        assert_eq!(found.len(), 2);
        assert_eq!((found[1].row.id, found[1].row.began, found[1].row.cancelled), (1, ABSENT, 12));
        assert_eq!(found[1].detail, 100);
    }

    #[test]
    fn rows_of_a_flood_omit_what_earlier_rows_state() {
        let mut writer = Writer::new(10);
        writer.task(1.0, 10.0);
        writer.row(&[TIMESTAMP as f64, 15.0]);
        writer.row(&[head(FLOOD_AWAITED, Kind::Promise, 2)]);
        writer.row(&[head(FLOOD_QUEUED, Kind::Immediate, 3)]);
        writer.row(&[head(FLOOD_TIMER, Kind::Timeout, 4), 20.0]);
        writer.row(&[TIMESTAMP as f64, 16.0]);
        writer.row(&[head(FLOOD_RAN, Kind::Promise, 2)]);
        writer.row(&[head(TURN, Kind::Main, 4)]);
        writer.row(&[head(FLOOD_CALLBACK, Kind::Immediate, 3), 17.0]);
        let found = tasks(&writer.ring, &writer.cells, &[], 99).tasks;
        let state = |at: usize| {
            let row = found[at].row;
            (row.id, row.kind, row.parent, row.queued, row.began, row.ended, row.turn)
        };
        assert_eq!(state(1), (2, 5, 1, 15, 16, 17, 3), "an await");
        assert_eq!(found[1].detail, i64::from(AWAIT));
        assert_eq!(state(2), (3, 3, 1, 15, 17, 99, 4), "an immediate");
        assert_eq!((found[3].row.id, found[3].row.resource, found[3].detail), (4, 4, 20), "a timer that never ran");
    }

    #[test]
    fn a_flood_keeps_no_more_tasks_than_requested() {
        let mut writer = Writer::new(1);
        let most = writer.ring.len() / WORDS_PER_TASK;
        writer.task(1.0, 10.0);
        for id in 2..=3 * most {
            writer.row(&[head(FLOOD_QUEUED, Kind::Tick, id)]);
            writer.row(&[head(FLOOD_RAN, Kind::Tick, id)]);
        }
        assert!(writer.at < writer.ring.len(), "all of it fits");
        let found = tasks(&writer.ring, &writer.cells, &[], 99);
        assert!(found.tasks.len() <= most, "{} of {most}", found.tasks.len());
        assert_eq!(found.tasks.last().unwrap().row.id, 3 * most as i64);
        assert_eq!(found.dropped + found.tasks.len() as u64, 3 * most as u64);
    }

    #[test]
    fn a_ring_that_was_lapped_keeps_the_newest_and_counts_the_rest() {
        let mut writer = Writer::new(1);
        let total = 3 * writer.ring.len() / WORDS_PER_TASK;
        for id in 1..=total {
            writer.task(id as f64, (10 * id) as f64);
        }
        let found = tasks(&writer.ring, &writer.cells, &[], i64::MAX);
        let whole: Vec<i64> =
            found.tasks.iter().filter(|task| task.row.queued != ABSENT).map(|task| task.row.id).collect();
        assert_eq!(*whole.last().unwrap(), total as i64);
        assert_eq!(whole.len() as u64, total as u64 - found.dropped);
        assert!(whole.windows(2).all(|pair| pair[0] + 1 == pair[1]));
        assert!(found.oldest > 0);
    }
}
