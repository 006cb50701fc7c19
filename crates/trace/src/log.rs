//! What JavaScript writes while it is recorded: rows of numbers in a ring that both sides see.
//!
//! `lib/trace/log.js` tells why it is so and writes the rows; here they are read, once, when the recording ends. Numbers of
//! tasks are given in the order of their QUEUED rows, so the oldest that is left tells how many are gone.

use crate::intern::AWAIT;
use crate::model::{ABSENT, Kind, TaskRow};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the cells hold, in this order.
pub const NOW: usize = 0;
pub const TURN: usize = 1;
pub const CURRENT: usize = 2;
pub const POSITION: usize = 3;
pub const LAPS: usize = 4;
/// The task that answers the next job that is submitted; 0: none.
pub const REQUEST: usize = 5;
/// What that job does: a label, plus one; 0: nobody told.
pub const JOB_LABEL: usize = 6;
/// When the last callback of the loop began.
pub const CALLBACK_BEGAN: usize = 7;
/// 1: callbacks come so fast that the coarse clock does for them.
pub const FLOOD: usize = 8;
/// The stack of whoever posts a message to another thread next, plus one; 0: nobody told.
pub const POSTING: usize = 9;
/// The number of the message that was taken last; 0: it was not recorded.
pub const LETTER: usize = 10;
pub const CELLS: usize = 11;

/// Numbers in one segment of the ring.
pub const SEGMENT: usize = 1 << 14;

const QUEUED: u32 = 1;
const RAN: u32 = 2;
const CANCELLED: u32 = 3;
const FLOOD_QUEUED: u32 = 4;
const FLOOD_AWAITED: u32 = 5;
const FLOOD_TIMER: u32 = 6;
const FLOOD_RAN: u32 = 7;
const FLOOD_CALLBACK: u32 = 8;
const MOMENT: u32 = 9;
const TURN_TOLD: u32 = 10;
const RUNNING: u32 = 11;

/// The first word of a row has sort and kind below this, and a number above.
const STEP: f64 = 1024.0;

/// How many numbers of the ring a task takes; in a flood it takes two to four.
const WORDS_A_TASK: usize = 13;

/// A number that both sides see.
pub fn read(words: &[AtomicU64], at: usize) -> f64 {
    f64::from_bits(words[at].load(Ordering::Relaxed))
}

pub fn write(words: &[AtomicU64], at: usize, value: f64) {
    words[at].store(value.to_bits(), Ordering::Relaxed);
}

/// Sets a cell unless it holds more already: of positive numbers the bits are in the same order.
pub fn raise(words: &[AtomicU64], at: usize, value: f64) {
    words[at].fetch_max(value.to_bits(), Ordering::Relaxed);
}

/// Memory for so many tasks. Zeroed memory that nobody touches costs nothing.
pub fn ring_for(tasks: usize) -> Box<[AtomicU64]> {
    zeroed((tasks.saturating_mul(WORDS_A_TASK) / SEGMENT + 1).max(4) * SEGMENT)
}

/// Has the system give the memory of these numbers, which nobody has touched yet.
pub fn touch(ring: &[AtomicU64], numbers: Range<usize>) {
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

/// A task as far as the rows tell.
#[derive(Clone, Copy, Debug)]
pub struct Logged {
    pub row: TaskRow,
    /// A label; of a timer its milliseconds.
    pub about: i64,
}

impl Logged {
    /// One whose QUEUED row is gone.
    pub(crate) fn unknown(id: i64) -> Logged {
        Logged { row: TaskRow { id, ..TaskRow::default() }, about: ABSENT }
    }
}

#[derive(Debug, Default)]
pub struct Tasks {
    /// In the order in which they ran; those that never ran come last.
    pub tasks: Vec<Logged>,
    /// How many are gone.
    pub dropped: u64,
    /// The time of the first row that is left, if any are gone.
    pub oldest: i64,
}

/// Reads the ring. `ends` are times at which something else was known to begin: a task whose end nobody noted was over then.
pub fn tasks(ring: &[AtomicU64], cells: &[AtomicU64], ends: &[i64], now: i64) -> Tasks {
    let position = (read(cells, POSITION) as usize).min(ring.len());
    let laps = read(cells, LAPS);
    let segments = ring.len() / SEGMENT;
    // At the very end of a segment the next one has not been begun.
    let current = position.saturating_sub(1) / SEGMENT;
    let begin = if laps > 0.0 { current + 1 } else { 0 };
    let count = if laps > 0.0 { segments } else { current + 1 };
    let in_order: Vec<&[AtomicU64]> = (0..count)
        .map(|step| {
            let segment = (begin + step) % segments;
            let from = segment * SEGMENT;
            &ring[from..if segment == current { position } else { from + SEGMENT }]
        })
        .collect();
    let most = ring.len() / WORDS_A_TASK;
    let kept = newest(&in_order, most);
    let mut reader = Reader::default();
    kept.iter().for_each(|segment| reader.read(segment));
    reader.finish(ends, now, laps > 0.0 || kept.len() < in_order.len(), most)
}

/// Of a flood there is room for more tasks than were asked for: as many of the last segments as hold those, and what else is in
/// the first of them.
fn newest<'a, 'b>(segments: &'a [&'b [AtomicU64]], most: usize) -> &'a [&'b [AtomicU64]] {
    let mut tasks = 0;
    let mut from = segments.len();
    while from > 0 && tasks < most {
        from -= 1;
        tasks += began_in(segments[from]);
    }
    &segments[from..]
}

fn began_in(segment: &[AtomicU64]) -> usize {
    let mut at = 0;
    let mut count = 0;
    while at < segment.len() {
        let (row, size) = entry(&segment[at..], &mut Told::default());
        count += usize::from(matches!(row, Entry::Ran(_)));
        at += size;
    }
    count
}

/// What rows of a flood leave out: it was told before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    moment: i64,
    turn: i64,
    running: i64,
}

impl Default for Told {
    fn default() -> Told {
        Told { moment: ABSENT, turn: 0, running: ABSENT }
    }
}

/// One row of the ring.
pub(crate) enum Entry {
    Queued(Logged),
    /// With its kind, beginning, end (if that was noted) and turn.
    Ran(TaskRow),
    Cancelled {
        id: i64,
        at: i64,
    },
    /// It tells something of the rows that follow, or the rest of the segment was not used.
    Nothing,
}

/// Where in the row of a task that ran its end stands.
const ENDED_WORD: usize = 3;

/// The end of the task whose row is here, if it has been noted by now; a row of a flood has no room for it.
pub(crate) fn noted_end(ring: &[AtomicU64], at: usize) -> i64 {
    if read(ring, at) as u32 / 32 == RAN { read(ring, at + ENDED_WORD) as i64 } else { ABSENT }
}

/// The first row of these words, which end where their segment does, and how many of them it takes.
pub(crate) fn entry(words: &[AtomicU64], told: &mut Told) -> (Entry, usize) {
    let number = |at: usize| words.get(at).map_or(-1.0, |word| f64::from_bits(word.load(Ordering::Relaxed)));
    let word = |at: usize| number(at) as i64;
    let tag = (number(0) % STEP) as u32;
    let beside = (number(0) / STEP) as i64;
    let kind = (tag % 32) as i32;
    let queued = TaskRow { id: beside, kind, parent: told.running, queued: told.moment, ..TaskRow::default() };
    match tag / 32 {
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
            (Entry::Queued(Logged { row, about: word(6) }), 8)
        }
        FLOOD_QUEUED => (Entry::Queued(Logged { row: queued, about: ABSENT }), 1),
        FLOOD_AWAITED => (Entry::Queued(Logged { row: queued, about: i64::from(AWAIT) }), 1),
        FLOOD_TIMER => (Entry::Queued(Logged { row: TaskRow { resource: queued.id, ..queued }, about: word(1) }), 2),
        RAN => (told.ran(TaskRow { id: word(1), kind, ended: word(ENDED_WORD), ..at_turn(word(2), word(4)) }), 5),
        FLOOD_RAN => (told.ran(TaskRow { id: beside, kind, ..at_turn(told.moment, told.turn) }), 1),
        FLOOD_CALLBACK => (told.ran(TaskRow { id: beside, kind, ..at_turn(word(1), told.turn) }), 2),
        CANCELLED => (Entry::Cancelled { id: word(1), at: word(2) }, 3),
        MOMENT => {
            told.moment = word(1);
            (Entry::Nothing, 2)
        }
        TURN_TOLD => {
            told.turn = beside;
            (Entry::Nothing, 1)
        }
        RUNNING => {
            told.running = beside - 1;
            (Entry::Nothing, 1)
        }
        _ => (Entry::Nothing, words.len()),
    }
}

fn at_turn(began: i64, turn: i64) -> TaskRow {
    TaskRow { began, turn, ..TaskRow::default() }
}

impl Told {
    fn ran(&mut self, row: TaskRow) -> Entry {
        *self = Told { moment: row.began, turn: row.turn, running: row.id };
        Entry::Ran(row)
    }
}

struct Reader {
    first_id: i64,
    /// By number, from `first_id` on.
    queued: Vec<Option<Logged>>,
    /// In the order of RAN rows.
    ran: Vec<TaskRow>,
    oldest: i64,
    told: Told,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader { first_id: ABSENT, queued: Vec::new(), ran: Vec::new(), oldest: ABSENT, told: Told::default() }
    }
}

impl Reader {
    fn read(&mut self, words: &[AtomicU64]) {
        let mut at = 0;
        while at < words.len() {
            let (entry, size) = entry(&words[at..], &mut self.told);
            at += size;
            match entry {
                Entry::Queued(logged) => self.queue(logged),
                Entry::Ran(row) => {
                    self.note(row.began);
                    self.ran.push(row);
                }
                Entry::Cancelled { id, at } => {
                    if let Some(task) = self.task(id) {
                        task.row.cancelled = at;
                    }
                }
                Entry::Nothing => {}
            }
        }
    }

    fn note(&mut self, time: i64) {
        if self.oldest == ABSENT && time >= 0 {
            self.oldest = time;
        }
    }

    fn queue(&mut self, logged: Logged) {
        let id = logged.row.id;
        self.note(logged.row.queued);
        if self.first_id == ABSENT {
            self.first_id = id;
        }
        let Ok(at) = usize::try_from(id - self.first_id) else { return };
        // Numbers between two rows are those of handles; a gap beyond that is a row that was torn.
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

    fn finish(mut self, ends: &[i64], now: i64, lapped: bool, most: usize) -> Tasks {
        close(&mut self.ran, ends, now);
        let surplus = self.ran.len().saturating_sub(most);
        // Those whose QUEUED row is gone are counted with what came before all.
        let surplus_known = self.ran[..surplus].iter().filter(|ran| ran.id >= self.first_id).count();
        let mut tasks = Vec::with_capacity(self.ran.len() - surplus);
        for (at, ran) in std::mem::take(&mut self.ran).into_iter().enumerate() {
            if at < surplus {
                if let Some(queued) = self.task(ran.id) {
                    queued.row.began = ran.began;
                }
                continue;
            }
            if at == surplus && surplus > 0 {
                self.oldest = ran.began;
            }
            // One whose QUEUED row is gone is known by what it ran as; one that ran twice is two.
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
        let before_all = if lapped { self.first_id.max(1) as u64 - 1 } else { 0 };
        let is_whole = before_all == 0 && surplus == 0;
        Tasks {
            tasks,
            dropped: before_all + surplus_known as u64,
            oldest: if is_whole { 0 } else { self.oldest.max(0) },
        }
    }
}

/// Gives an end to those that have none: the next thing that is known to have begun.
fn close(ran: &mut [TaskRow], ends: &[i64], now: i64) {
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::sync::Arc;

    pub(crate) struct Writer {
        pub ring: Arc<Box<[AtomicU64]>>,
        pub cells: Arc<Box<[AtomicU64]>>,
        pub at: usize,
        pub moment: f64,
    }

    impl Writer {
        pub fn new(tasks: usize) -> Writer {
            Writer { ring: Arc::new(ring_for(tasks)), cells: Arc::new(zeroed(CELLS)), at: 0, moment: 10.0 }
        }

        /// As lib/trace/log.js does it.
        pub fn row(&mut self, row: &[f64]) {
            let end = self.at.next_multiple_of(SEGMENT).max(SEGMENT);
            let end = if self.at > 0 && self.at.is_multiple_of(SEGMENT) { self.at } else { end };
            if self.at + row.len() > end {
                if self.at < end {
                    write(&self.ring, self.at, 0.0);
                }
                self.at = end;
                if end == self.ring.len() {
                    self.at = 0;
                    write(&self.cells, LAPS, read(&self.cells, LAPS) + 1.0);
                }
                // What a reader has to know who begins here.
                for value in [32.0 * f64::from(MOMENT), self.moment] {
                    write(&self.ring, self.at, value);
                    self.at += 1;
                }
            }
            for value in row {
                write(&self.ring, self.at, *value);
                self.at += 1;
            }
            write(&self.cells, POSITION, self.at as f64);
        }

        pub fn task(&mut self, id: f64, time: f64) {
            self.row(&[32.0 + 4.0, id, id - 1.0, time, -1.0, -1.0, -1.0, -1.0]);
            self.row(&[64.0 + 4.0, id, time + 1.0, -1.0, 3.0]);
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
        writer.row(&[33.0, 1.0, -1.0, 5.0, -1.0, -1.0, 100.0, -1.0]);
        writer.task(2.0, 10.0);
        writer.row(&[96.0, 1.0, 12.0]);
        let found = tasks(&writer.ring, &writer.cells, &[], 99).tasks;
        assert_eq!(found.len(), 2);
        assert_eq!((found[1].row.id, found[1].row.began, found[1].row.cancelled), (1, ABSENT, 12));
        assert_eq!(found[1].about, 100);
    }

    #[test]
    fn rows_of_a_flood_leave_out_what_was_told_before_them() {
        let mut writer = Writer::new(10);
        writer.task(1.0, 10.0);
        writer.row(&[288.0, 15.0]);
        writer.row(&[2.0 * STEP + 160.0 + 5.0]);
        writer.row(&[3.0 * STEP + 128.0 + 3.0]);
        writer.row(&[4.0 * STEP + 192.0 + 1.0, 20.0]);
        writer.row(&[288.0, 16.0]);
        writer.row(&[2.0 * STEP + 224.0 + 5.0]);
        writer.row(&[4.0 * STEP + 320.0]);
        writer.row(&[3.0 * STEP + 256.0 + 3.0, 17.0]);
        let found = tasks(&writer.ring, &writer.cells, &[], 99).tasks;
        let told = |at: usize| {
            let row = found[at].row;
            (row.id, row.kind, row.parent, row.queued, row.began, row.ended, row.turn)
        };
        assert_eq!(told(1), (2, 5, 1, 15, 16, 17, 3), "an await");
        assert_eq!(found[1].about, i64::from(AWAIT));
        assert_eq!(told(2), (3, 3, 1, 15, 17, 99, 4), "an immediate");
        assert_eq!((found[3].row.id, found[3].row.resource, found[3].about), (4, 4, 20), "a timer that never ran");
    }

    #[test]
    fn of_a_flood_no_more_is_kept_than_was_asked_for() {
        let mut writer = Writer::new(1);
        let most = writer.ring.len() / WORDS_A_TASK;
        writer.task(1.0, 10.0);
        for id in 2..=3 * most {
            writer.row(&[id as f64 * STEP + 128.0 + 4.0]);
            writer.row(&[id as f64 * STEP + 224.0 + 4.0]);
        }
        assert_eq!(read(&writer.cells, LAPS), 0.0, "there is room for all");
        let found = tasks(&writer.ring, &writer.cells, &[], 99);
        assert!(found.tasks.len() <= most, "{} of {most}", found.tasks.len());
        assert_eq!(found.tasks.last().unwrap().row.id, 3 * most as i64);
        assert_eq!(found.dropped + found.tasks.len() as u64, 3 * most as u64);
    }

    #[test]
    fn a_ring_that_was_lapped_keeps_the_newest_and_counts_the_rest() {
        let mut writer = Writer::new(1);
        let total = 3 * writer.ring.len() / WORDS_A_TASK;
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
