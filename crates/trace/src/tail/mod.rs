//! Follows a recording in progress: what is new since the last poll, in the order in which it ran.
//!
//! ```text
//!   the ring    ──────────┬───────────────────┬──────────┬─────▶ written by JavaScript
//!                       cursor            stable       written
//!                         └─── this poll ─────┘
//! ```
//!
//! A reader polls at its own pace, and the ring is the bounded queue between both: a reader that is too slow finds its position
//! overwritten, continues with the oldest remaining row and learns how much it missed. What was written since the last poll is
//! left for the next one: the position may become visible to the reader before the row does.
//!
//! A task is emitted when it is over, a cancelled one when it is cancelled: rows are only ever appended. So a task that waits or
//! still runs is not emitted yet, and a handle is emitted when it closes.

mod jobs;
mod spans;
mod tables;

use crate::assemble::{finish, timer_name};
use crate::log::cell::POSITION;
use crate::log::{self, DecoderState, Entry, Logged, Run, SEGMENT};
use crate::model::{ABSENT, Kind, TaskRow, Thread, Trace};
use crate::recording::{Recording, Tables};
use jobs::Jobs;
use spans::Spans;
use std::collections::BTreeMap;
use std::sync::PoisonError;
use tables::Cursors;

/// How far back the first poll goes, in numbers of the ring: about 100,000 tasks.
const INITIAL_BACKLOG: u64 = 1_300_000;

/// The maximal number of waiting tasks. The oldest are dropped; they are emitted without their cause.
const MAX_WAITING: usize = 200_000;

/// The maximal number of tasks of one run that are emitted per poll.
const MAX_PER_RUN: i64 = 100_000;

/// The result of a poll.
pub struct Update {
    /// New rows, places, stacks, labels and files. Their indices continue those of the last poll.
    pub rows: Trace,
    /// Everything before is invalid: this is the first poll, or a new recording has started.
    pub is_reset: bool,
    /// There are new files or pool threads.
    pub has_new_names: bool,
}

#[derive(Default)]
pub struct Tail {
    /// How much of the ring was read, including overwritten rows; `None` before the first poll.
    cursor: Option<u64>,
    /// How much was written at the last poll.
    written: u64,
    waiting: BTreeMap<i64, Logged>,
    /// The run at the cursor, as far as it was emitted: it may have grown.
    run: Option<Run>,
    /// The task that began last, until its end is known.
    running: Option<(u64, TaskRow)>,
    decoder: DecoderState,
    spans: Spans,
    cursors: Cursors,
    jobs: Jobs,
    last_id: i64,
    /// The position was overwritten, and it is not known yet how much was missed.
    has_missed: bool,
    /// The time of the last row.
    last_time: i64,
    threads: i32,
    dropped: u64,
    dropped_before: i64,
}

impl Tail {
    /// Everything that is new.
    pub fn poll(&mut self, recording: &Recording) -> Update {
        let written = written(recording);
        let is_reset = self.cursor.is_none() || written < self.cursor.unwrap_or(0);
        if is_reset {
            *self = Tail { cursor: Some(first(written, recording.ring.len() as u64)), written, ..Tail::default() };
        }
        let stable = self.written.min(written);
        self.written = written;
        let mut rows = Trace::default();
        let mut tables = recording.tables.lock().unwrap_or_else(PoisonError::into_inner);
        self.add_tables(&mut rows, &tables);
        self.add_tasks(&mut rows, recording, &mut tables, stable);
        self.jobs.emit(&mut rows, self.last_id);
        if stable == written {
            self.close_last(&mut rows, recording, &mut tables);
        }
        let has_new_files = tables.interned.files.len() > self.cursors.files;
        self.add_names(&mut rows, &tables);
        rows.program = tables.program.clone();
        drop(tables);
        let threads = rows.jobs.thread.iter().copied().max().unwrap_or(0).max(self.threads);
        let has_new_threads = std::mem::replace(&mut self.threads, threads) < threads;
        rows.threads.extend((1..=threads).map(|number| Thread { name: format!("pool {number}") }));
        (rows.dropped.events, rows.dropped.before) = (self.dropped, self.dropped_before);
        Update { rows, is_reset, has_new_names: has_new_files || has_new_threads }
    }

    fn add_tasks(&mut self, rows: &mut Trace, recording: &Recording, tables: &mut Tables, stable: u64) {
        let ring = &recording.ring;
        let length = ring.len() as u64;
        let mut is_checked = false;
        while self.cursor.unwrap_or(stable) < stable {
            let mut cursor = self.cursor.unwrap_or(stable);
            // Now and at each segment: there are two between reader and writer.
            if !is_checked || cursor.is_multiple_of(SEGMENT as u64) {
                is_checked = true;
                let oldest = oldest(written(recording), length);
                if cursor < oldest {
                    self.skip_to(oldest);
                    continue;
                }
            }
            let at = (cursor % length) as usize;
            let segment_end = (at / SEGMENT + 1) * SEGMENT;
            let (entry, size) = log::entry(&ring[at..segment_end], &mut self.decoder);
            // A row that extends beyond its segment is torn.
            let size = size.min(segment_end - at) as u64;
            if let Entry::Run(run) = entry {
                self.add_run(rows, recording, tables, run, cursor);
                // It may grow as long as nothing follows.
                if cursor + size >= stable {
                    break;
                }
                self.run = None;
            } else {
                self.add(rows, recording, tables, entry, cursor);
            }
            cursor += size;
            self.cursor = Some(cursor);
        }
    }

    fn add(&mut self, rows: &mut Trace, recording: &Recording, tables: &mut Tables, entry: Entry, at: u64) {
        match entry {
            Entry::Queued(logged) => {
                self.record_id(logged.row.id, logged.row.queued);
                self.jobs.requested(&logged.row);
                self.waiting.insert(logged.row.id, logged);
                if self.waiting.len() > MAX_WAITING {
                    self.waiting.pop_first();
                }
            }
            Entry::Ran(row) => {
                self.end_last(rows, recording, tables, row.began);
                self.running = Some((at, row));
            }
            Entry::Cancelled { id, at } => {
                if let Some(mut logged) = self.waiting.remove(&id) {
                    logged.row.cancelled = at;
                    rows.tasks.push(self.finished(logged, tables));
                }
            }
            Entry::Run(_) | Entry::Nothing => {}
        }
    }

    /// Emits what is new of a run. If it grew by more than a page can show, only the last part.
    fn add_run(&mut self, rows: &mut Trace, recording: &Recording, tables: &mut Tables, run: Run, at: u64) {
        let mut run = match &self.run {
            Some(earlier) => run.after(earlier),
            None => run,
        };
        let over = run.left() - MAX_PER_RUN;
        if over > 0 {
            run.skip(over, &mut self.decoder);
            self.dropped += over as u64;
            self.dropped_before = self.decoder.time();
            self.last_id += over;
        }
        while let Some(entry) = run.next(&mut self.decoder) {
            self.add(rows, recording, tables, entry, at);
        }
        self.run = Some(run);
    }

    /// The position was overwritten: continues with the oldest remaining row.
    fn skip_to(&mut self, oldest: u64) {
        self.cursor = Some(oldest);
        self.running = None;
        self.run = None;
        self.decoder = DecoderState::default();
        self.has_missed = true;
    }

    /// Ids are assigned in order, so a gap after an overwritten position shows how many were missed.
    fn record_id(&mut self, id: i64, time: i64) {
        if std::mem::take(&mut self.has_missed) {
            self.dropped += (id - self.last_id - 1).max(0) as u64;
            self.dropped_before = time.max(self.last_time);
        }
        self.last_id = id;
        self.last_time = self.last_time.max(time);
    }

    /// The task that ran last ended when the next began, unless its end is recorded or the loop slept in between.
    fn end_last(&mut self, rows: &mut Trace, recording: &Recording, tables: &mut Tables, next: i64) {
        let Some((at, mut row)) = self.running.take() else { return };
        let ended = log::recorded_end(&recording.ring, (at % recording.ring.len() as u64) as usize);
        let asleep = self.spans.next_wait_after(row.began).unwrap_or(i64::MAX);
        row.ended = if ended >= row.began { ended } else { next.min(asleep).max(row.began) };
        let mut logged = self.waiting.remove(&row.id).unwrap_or(Logged::unknown(row.id));
        logged.row = TaskRow { kind: row.kind, began: row.began, ended: row.ended, turn: row.turn, ..logged.row };
        let task = self.finished(logged, tables);
        self.spans.task(rows, &task);
        rows.tasks.push(task);
    }

    /// Nothing follows: the task that ran last is over if its end is recorded, or if the loop sleeps.
    fn close_last(&mut self, rows: &mut Trace, recording: &Recording, tables: &mut Tables) {
        if let Some((at, row)) = self.running {
            let at = (at % recording.ring.len() as u64) as usize;
            let waiting = tables.waiting().map(|(_, began, _)| began).filter(|began| *began >= row.began);
            let asleep = self.spans.next_wait_after(row.began).or(waiting);
            if log::recorded_end(&recording.ring, at) < 0 && asleep.is_none() {
                return;
            }
            self.end_last(rows, recording, tables, asleep.unwrap_or(i64::MAX));
        }
        self.spans.flush_waits(rows);
    }

    fn finished(&mut self, mut task: Logged, tables: &mut Tables) -> TaskRow {
        let timer_label = timer_name(&task).map(|name| tables.interned.label(&format!("{name} {} ms", task.detail)));
        let job_label = self.jobs.labels.remove(&task.row.id);
        if task.row.began != ABSENT {
            task.row.phase = Kind::from_number(task.row.kind as usize).map_or(-1, Kind::phase);
        }
        finish(&mut task, tables, timer_label, job_label);
        task.row
    }
}

/// How many numbers were written to the ring, including overwritten ones.
fn written(recording: &Recording) -> u64 {
    log::read(&recording.cells, POSITION) as u64
}

/// The position of the oldest row that is certainly intact: the writer is in one segment and may be about to start the next.
fn oldest(written: u64, length: u64) -> u64 {
    let segment = SEGMENT as u64;
    ((written / segment + 2) * segment).saturating_sub(length)
}

/// The position where the first poll begins.
fn first(written: u64, length: u64) -> u64 {
    let segment = SEGMENT as u64;
    oldest(written, length).max(written.saturating_sub(INITIAL_BACKLOG).next_multiple_of(segment)).min(written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::row_type::{CANCELLED, QUEUED};
    use crate::log::tests::{Writer, head};
    use crate::model::Kind;
    use crate::recording::Tables;
    use std::sync::Mutex;

    fn recording(writer: &Writer) -> Recording {
        let (ring, cells) = (writer.ring.clone(), writer.cells.clone());
        Recording { ring, cells, tables: Mutex::new(Tables::new(1000)) }
    }

    fn ids(update: &Update) -> Vec<i64> {
        update.rows.tasks.id.clone()
    }

    #[test]
    fn each_task_is_emitted_once_and_in_order_when_it_is_over() {
        let mut writer = Writer::new(10);
        let recording = recording(&writer);
        let mut tail = Tail::default();
        writer.task(1.0, 10.0);
        writer.task(2.0, 20.0);
        let update = tail.poll(&recording);
        assert!(update.is_reset);
        assert_eq!(ids(&update), [1], "the second still runs");
        writer.task(3.0, 30.0);
        let update = tail.poll(&recording);
        assert!(!update.is_reset && ids(&update).is_empty(), "left for the next look");
        assert_eq!(ids(&tail.poll(&recording)), [2]);
        recording.tables.lock().unwrap().wait_began(4, 40, -1);
        let update = tail.poll(&recording);
        assert_eq!((ids(&update), update.rows.tasks.ended.clone()), (vec![3], vec![40]), "the loop sleeps");
        assert!(ids(&tail.poll(&recording)).is_empty());
    }

    #[test]
    fn a_cancelled_task_is_emitted_without_a_beginning() {
        let mut writer = Writer::new(10);
        let recording = recording(&writer);
        writer.row(&[head(QUEUED, Kind::Timeout, 0), 1.0, -1.0, 5.0, -1.0, -1.0, 100.0, -1.0]);
        writer.row(&[CANCELLED as f64, 1.0, 12.0]);
        let tasks = Tail::default().poll(&recording).rows.tasks;
        assert_eq!((tasks.began, tasks.cancelled), (vec![ABSENT], vec![12]));
    }

    #[test]
    fn a_slow_reader_gets_the_number_of_dropped_tasks() {
        let mut writer = Writer::new(1);
        let recording = recording(&writer);
        let mut tail = Tail::default();
        writer.task(1.0, 10.0);
        tail.poll(&recording);
        let total = 3 * recording.ring.len() / 14;
        for id in 2..=total {
            writer.task(id as f64, (10 * id) as f64);
        }
        tail.poll(&recording);
        let update = tail.poll(&recording);
        let ids_seen = ids(&update);
        let whole: Vec<i64> = ids_seen.iter().copied().filter(|id| *id > ids_seen[0]).collect();
        assert!(whole.windows(2).all(|pair| pair[0] + 1 == pair[1]));
        assert_eq!(*ids_seen.last().unwrap(), total as i64 - 1, "the last still runs");
        let first = update.rows.tasks.queued.iter().position(|queued| *queued != ABSENT).unwrap();
        assert_eq!(update.rows.dropped.events as i64, ids_seen[first] - 2, "all between the first and these");
        assert!(update.rows.dropped.before > 10);
    }

    #[test]
    fn another_recording_resets_the_reader() {
        let mut writer = Writer::new(10);
        let recording = recording(&writer);
        let mut tail = Tail::default();
        writer.task(1.0, 10.0);
        writer.task(2.0, 20.0);
        tail.poll(&recording);
        let mut again = Writer { ring: writer.ring.clone(), cells: writer.cells.clone(), at: 0, time: 0.0 };
        again.row(&[head(QUEUED, Kind::Timeout, 0), 7.0, -1.0, 5.0, -1.0, -1.0, 100.0, -1.0]);
        assert!(tail.poll(&recording).is_reset);
    }

    #[test]
    fn a_job_is_emitted_with_the_stack_of_its_task() {
        let mut writer = Writer::new(10);
        let recording = recording(&writer);
        let mut tail = Tail::default();
        tail.poll(&recording);
        writer.row(&[head(QUEUED, Kind::Pool, 0), 5.0, -1.0, 1.0, 77.0, -1.0, -1.0, -1.0]);
        let mut tables = recording.tables.lock().unwrap();
        let label = tables.interned.label("fs.read");
        tables.job_queued(1, label, 1, 5, 2);
        tables.job_began(1, 0, 3);
        tables.job_ended(1, 4);
        drop(tables);
        assert!(tail.poll(&recording).rows.jobs.id.is_empty());
        let update = tail.poll(&recording);
        assert_eq!((update.rows.jobs.scheduled, update.has_new_names), (vec![77], true));
        assert_eq!(update.rows.threads.len(), 2);
    }

    /// As in production: JavaScript writes, and the thread of the live page polls. ThreadSanitizer runs this as well.
    #[test]
    fn a_thread_that_goes_on_writing_is_followed_by_another() {
        const TASKS: i64 = 20_000;
        let mut writer = Writer::new(2 * TASKS as usize);
        let recording = recording(&writer);
        let mut ids_seen: Vec<i64> = Vec::new();
        std::thread::scope(|scope| {
            scope.spawn(move || (1..=TASKS).for_each(|id| writer.task(id as f64, id as f64 * 10.0)));
            let mut tail = Tail::default();
            // The last one still runs.
            while ids_seen.last() != Some(&(TASKS - 1)) {
                ids_seen.extend(ids(&tail.poll(&recording)));
                std::thread::yield_now();
            }
            assert_eq!(tail.dropped, 0);
        });
        assert!(ids_seen.iter().copied().eq(1..TASKS), "each once, in order");
    }
}
