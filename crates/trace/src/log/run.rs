//! A run-length row: tasks of one kind that were queued, or ran, or both, one after the other.
//!
//! Their ids are consecutive, so the first and the last are enough. If some were queued and some ran, each that ran queued one:
//! `ran 7, queued 8, ran 8, queued 9, …`. JavaScript updates the last ids in place (lib/trace/log.js), so a reader that follows a
//! recording may find that a row has grown.

use super::row::{DecoderState, Entry, Logged};
use crate::model::TaskRow;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    kind: i32,
    detail: i64,
    first_queued: i64,
    first_ran: i64,
    /// The turns between two that ran.
    turns: i64,
    /// How many there are, and how many of them were emitted.
    queued: i64,
    ran: i64,
    queued_emitted: i64,
    ran_emitted: i64,
}

/// The length of the row in numbers.
pub(super) const SIZE: usize = 6;

/// No run is this long: a longer one is a torn row.
const MAX_LENGTH: i64 = 1 << 32;

impl Run {
    pub(super) fn read(kind: i32, detail: i64, word: impl Fn(usize) -> i64) -> Run {
        let count = |first: usize| (word(first + 1) - word(first)).saturating_add(1).clamp(0, MAX_LENGTH);
        // The row may grow while it is read: a task that ran may have queued one that is not visible yet, never the reverse.
        let ran = count(3);
        let queued = if ran > 0 { count(1).min(ran) } else { count(1) };
        Run {
            kind,
            detail,
            first_queued: word(1),
            first_ran: word(3),
            turns: word(5),
            queued,
            ran,
            queued_emitted: 0,
            ran_emitted: 0,
        }
    }

    /// The same row read again; what `earlier` emitted is not emitted again.
    pub fn after(self, earlier: &Run) -> Run {
        Run { queued_emitted: earlier.queued_emitted, ran_emitted: earlier.ran_emitted, ..self }
    }

    /// The next entry.
    pub fn next(&mut self, state: &mut DecoderState) -> Option<Entry> {
        let both = self.ran > 0 && self.queued > 0;
        if self.ran_emitted < self.ran && !(both && self.ran_emitted > self.queued_emitted) {
            let id = self.first_ran + self.ran_emitted;
            self.ran_emitted += 1;
            let row =
                TaskRow { id, kind: self.kind, began: state.time, turn: state.turn + self.turns, ..TaskRow::default() };
            return Some(state.ran(row));
        }
        if self.queued_emitted < self.queued {
            let id = self.first_queued + self.queued_emitted;
            self.queued_emitted += 1;
            let row = TaskRow { id, kind: self.kind, parent: state.running, queued: state.time, ..TaskRow::default() };
            return Some(Entry::Queued(Logged { row, detail: self.detail }));
        }
        None
    }

    /// How many that ran are not emitted yet.
    pub fn left(&self) -> i64 {
        self.ran - self.ran_emitted
    }

    /// Skips this many that ran and what they queued, except what the last of them queued.
    pub fn skip(&mut self, count: i64, state: &mut DecoderState) {
        if count <= 0 {
            return;
        }
        self.ran_emitted += count;
        self.queued_emitted = (self.ran_emitted - 1).clamp(self.queued_emitted, self.queued);
        state.turn += count * self.turns;
        state.running = self.first_ran + self.ran_emitted - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `>7` ran, `8<7` was queued by 7.
    fn entries(run: &mut Run, state: &mut DecoderState) -> String {
        let mut words = Vec::new();
        while let Some(entry) = run.next(state) {
            words.push(match entry {
                Entry::Ran(row) => format!(">{}", row.id),
                Entry::Queued(logged) => format!("{}<{}", logged.row.id, logged.row.parent),
                _ => unreachable!(),
            });
        }
        words.join(" ")
    }

    fn run(numbers: [i64; 4], turns: i64) -> Run {
        let [queued, last_queued, ran, last_ran] = numbers;
        let words = [0, queued, last_queued, ran, last_ran, turns];
        Run::read(4, -1, |at| words[at])
    }

    fn after(running: i64) -> DecoderState {
        DecoderState { running, ..DecoderState::default() }
    }

    #[test]
    fn one_runs_and_queues_the_next() {
        assert_eq!(entries(&mut run([8, 9, 7, 8], 0), &mut after(6)), ">7 8<7 >8 9<8");
        assert_eq!(entries(&mut run([20, 20, 7, 8], 0), &mut after(6)), ">7 20<7 >8", "the last has queued none yet");
    }

    #[test]
    fn many_are_queued_by_one_and_many_run_in_a_row() {
        assert_eq!(entries(&mut run([8, 10, 0, -1], 0), &mut after(6)), "8<6 9<6 10<6");
        let mut since = after(6);
        assert_eq!(entries(&mut run([11, 10, 8, 10], 1), &mut since), ">8 >9 >10");
        assert_eq!(since.turn, 3);
    }

    #[test]
    fn a_run_that_has_grown_is_emitted_from_where_it_was() {
        let mut since = after(6);
        let mut earlier = run([8, 8, 7, 7], 0);
        assert_eq!(entries(&mut earlier, &mut since), ">7 8<7");
        let mut now = run([8, 9, 7, 9], 0).after(&earlier);
        assert_eq!(entries(&mut now, &mut since), ">8 9<8 >9");
        assert_eq!(now.left(), 0);
    }

    #[test]
    fn entries_after_skipped_ones_have_their_cause() {
        let mut since = after(6);
        let mut long = run([8, 1_000_007, 7, 1_000_006], 0);
        long.skip(999_998, &mut since);
        assert_eq!(entries(&mut long, &mut since), "1000005<1000004 >1000005 1000006<1000005 >1000006 1000007<1000006");
    }

    #[test]
    fn invalid_numbers_are_no_run() {
        assert_eq!(entries(&mut run([9, 2, 5, -1], 0), &mut after(1)), "");
        assert_eq!(run([0, -1, 1, i64::MAX], 0).left(), MAX_LENGTH);
    }
}
