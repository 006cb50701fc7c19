//! A bounded queue that drops the oldest elements when it is full, and counts them.

use std::collections::VecDeque;

#[derive(Debug)]
pub struct Bounded<T> {
    rows: VecDeque<T>,
    most: usize,
    pub dropped: u64,
    /// The time of the newest dropped element.
    pub dropped_at: i64,
}

impl<T> Bounded<T> {
    pub fn new(most: usize) -> Bounded<T> {
        Bounded { rows: VecDeque::new(), most: most.max(1), dropped: 0, dropped_at: 0 }
    }

    /// `time_of` returns the time of the row that is dropped.
    pub fn push(&mut self, row: T, time_of: impl Fn(&T) -> i64) {
        if self.rows.len() == self.most
            && let Some(oldest) = self.rows.pop_front()
        {
            self.dropped += 1;
            self.dropped_at = self.dropped_at.max(time_of(&oldest));
        }
        self.rows.push_back(row);
    }

    /// The rows added after the first `seen`, which is advanced past them. Dropped rows are skipped.
    pub fn since(&self, seen: &mut u64) -> impl Iterator<Item = &T> {
        let skipped = seen.saturating_sub(self.dropped);
        *seen = self.dropped + self.rows.len() as u64;
        self.rows.iter().skip(usize::try_from(skipped).unwrap_or(usize::MAX))
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.rows.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_are_dropped_and_counted() {
        let mut rows = Bounded::new(2);
        for time in [10, 20, 30, 40] {
            rows.push(time, |time| *time);
        }
        assert_eq!(rows.iter().copied().collect::<Vec<i64>>(), [30, 40]);
        assert_eq!((rows.dropped, rows.dropped_at), (2, 20));
    }

    #[test]
    fn a_follower_sees_each_row_once_and_dropped_rows_never() {
        let mut rows = Bounded::new(2);
        let mut seen = 0;
        rows.push(1, |time| *time);
        assert_eq!(rows.since(&mut seen).copied().collect::<Vec<i64>>(), [1]);
        assert_eq!(rows.since(&mut seen).count(), 0);
        for time in [2, 3, 4] {
            rows.push(time, |time| *time);
        }
        assert_eq!(rows.since(&mut seen).copied().collect::<Vec<i64>>(), [3, 4]);
        assert_eq!(seen, 4);
    }
}
