//! Reads the whole ring when a recording ends.

use super::cell::POSITION;
use super::row::{DecoderState, Entry, Logged, entry};
use super::{SEGMENT, WORDS_PER_TASK, read};
use crate::model::{ABSENT, Kind, TaskRow};
use std::sync::atomic::AtomicU64;

#[derive(Debug, Default)]
pub struct Tasks {
    /// In the order in which they ran; those that never ran come last.
    pub tasks: Vec<Logged>,
    /// How many were dropped.
    pub dropped: u64,
    /// The time of the first remaining row, if any were dropped.
    pub oldest: i64,
}

/// Reads the ring. `ends` are times at which something else began: a task without a recorded end was over then.
pub fn tasks(ring: &[AtomicU64], cells: &[AtomicU64], ends: &[i64], now: i64) -> Tasks {
    let written = read(cells, POSITION) as usize;
    let segments = ring.len() / SEGMENT;
    // At the very end of a segment the next one has not been started.
    let last = written.saturating_sub(1);
    let is_lapped = last >= ring.len();
    let position = last % ring.len() + written.min(1);
    let current = last % ring.len() / SEGMENT;
    let begin = if is_lapped { current + 1 } else { 0 };
    let count = if is_lapped { segments } else { current + 1 };
    let in_order: Vec<&[AtomicU64]> = (0..count)
        .map(|step| {
            let segment = (begin + step) % segments;
            let from = segment * SEGMENT;
            &ring[from..if segment == current { position } else { from + SEGMENT }]
        })
        .collect();
    let limit = ring.len() / WORDS_PER_TASK;
    let kept = newest(&in_order, limit);
    let ran: usize = kept.iter().map(|segment| began_in(segment)).sum();
    let mut reader = Reader { surplus: ran.saturating_sub(limit) as i64, ..Reader::default() };
    kept.iter().for_each(|segment| reader.read(segment));
    reader.finish(ends, now, is_lapped || kept.len() < in_order.len())
}

/// In a flood the ring holds more tasks than requested: the last segments that contain the requested number, and the rest of the
/// first of them.
fn newest<'a, 'b>(segments: &'a [&'b [AtomicU64]], limit: usize) -> &'a [&'b [AtomicU64]] {
    let mut tasks = 0;
    let mut from = segments.len();
    while from > 0 && tasks < limit {
        from -= 1;
        tasks += began_in(segments[from]);
    }
    &segments[from..]
}

fn began_in(segment: &[AtomicU64]) -> usize {
    let mut at = 0;
    let mut count = 0;
    while at < segment.len() {
        let (row, size) = entry(&segment[at..], &mut DecoderState::default());
        count += match row {
            Entry::Ran(_) => 1,
            Entry::Run(run) => run.left() as usize,
            _ => 0,
        };
        at += size;
    }
    count
}

struct Reader {
    first_id: i64,
    /// By id, from `first_id` on.
    queued: Vec<Option<Logged>>,
    /// In the order of RAN rows.
    ran: Vec<TaskRow>,
    oldest: i64,
    state: DecoderState,
    /// How many tasks that ran are still to be skipped, and how many were.
    surplus: i64,
    skipped: i64,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            first_id: ABSENT,
            queued: Vec::new(),
            ran: Vec::new(),
            oldest: ABSENT,
            state: DecoderState::default(),
            surplus: 0,
            skipped: 0,
        }
    }
}

impl Reader {
    fn read(&mut self, words: &[AtomicU64]) {
        let mut at = 0;
        while at < words.len() {
            let (entry, size) = entry(&words[at..], &mut self.state);
            at += size;
            match entry {
                Entry::Run(mut run) => {
                    let over = run.left().min(self.surplus);
                    run.skip(over, &mut self.state);
                    self.skip(over);
                    while let Some(entry) = run.next(&mut self.state) {
                        self.take(entry);
                    }
                }
                entry => self.take(entry),
            }
        }
    }

    fn take(&mut self, entry: Entry) {
        match entry {
            // Skipped tasks, and those queued meanwhile, are only counted.
            Entry::Ran(_) if self.surplus > 0 => self.skip(1),
            _ if self.surplus > 0 => {}
            Entry::Queued(logged) => self.queue(logged),
            Entry::Ran(row) => {
                self.update_oldest(row.began);
                self.ran.push(row);
            }
            Entry::Cancelled { id, at } => {
                if let Some(task) = self.task(id) {
                    task.row.cancelled = at;
                }
            }
            Entry::Run(_) | Entry::Nothing => {}
        }
    }

    fn skip(&mut self, count: i64) {
        self.surplus -= count;
        self.skipped += count;
    }

    fn update_oldest(&mut self, time: i64) {
        if self.oldest == ABSENT && time >= 0 {
            self.oldest = time;
        }
    }

    fn queue(&mut self, logged: Logged) {
        let id = logged.row.id;
        self.update_oldest(logged.row.queued);
        if self.first_id == ABSENT {
            self.first_id = id;
        }
        let Ok(at) = usize::try_from(id - self.first_id) else { return };
        // Ids between two rows are those of handles; a larger gap is a torn row.
        if at > self.queued.len() + (1 << 24) {
            return;
        }
        if self.queued.len() <= at {
            self.queued.resize(at + 1, None);
        }
        self.queued[at] = Some(logged);
    }

    fn task(&mut self, id: i64) -> Option<&mut Logged> {
        let at = usize::try_from(id - self.first_id).ok().filter(|_| self.first_id != ABSENT)?;
        self.queued.get_mut(at)?.as_mut()
    }

    fn finish(mut self, ends: &[i64], now: i64, lapped: bool) -> Tasks {
        close_open_tasks(&mut self.ran, ends, now);
        let mut tasks = Vec::with_capacity(self.ran.len());
        for ran in std::mem::take(&mut self.ran) {
            // A task whose QUEUED row was dropped is known by its RAN row; one that ran twice is two.
            let mut logged = match self.task(ran.id) {
                Some(logged) => *logged,
                None => Logged::unknown(ran.id),
            };
            let row = &mut logged.row;
            (row.kind, row.began, row.ended, row.turn) = (ran.kind, ran.began, ran.ended, ran.turn);
            row.phase = Kind::from_number(ran.kind as usize).map_or(-1, Kind::phase);
            tasks.push(logged);
            if let Some(queued) = self.task(ran.id) {
                queued.row.began = ran.began;
            }
        }
        tasks.extend(self.queued.iter().flatten().filter(|task| task.row.began == ABSENT));
        let is_whole = !lapped && self.skipped == 0;
        let before_all = if is_whole { 0 } else { (self.first_id - 1).max(self.skipped).max(0) };
        Tasks { tasks, dropped: before_all as u64, oldest: if is_whole { 0 } else { self.oldest.max(0) } }
    }
}

/// Sets the end of tasks that have none: the next known start of anything.
fn close_open_tasks(ran: &mut [TaskRow], ends: &[i64], now: i64) {
    let mut ends = ends.iter().copied().peekable();
    for at in 0..ran.len() {
        let began = ran[at].began;
        while ends.next_if(|end| *end < began).is_some() {}
        if ran[at].ended != ABSENT {
            continue;
        }
        let next = ran.get(at + 1).map_or(now, |next| next.began);
        let end = ends.peek().map_or(next, |end| next.min(*end));
        ran[at].ended = end.max(began);
    }
}
