//! How long the loop's thread was runnable but preempted.
//!
//! On a busy machine every callback looks slow, and no line of the program is to blame. Linux counts for each thread
//! how long it waited on a run queue (`/proc/self/task/TID/schedstat`, the second number, in nanoseconds). The
//! recorder's clock thread reads it every few milliseconds; the findings subtract that time (`TraceView::preempted`).
//! Without the file nothing is subtracted.

use super::Recorder;
use std::fs::File;
use std::os::unix::fs::FileExt as _;

/// How often it is read, and the minimum for a row.
const INTERVAL_NS: i64 = 4_000_000;
const MIN_ROW_NS: i64 = 200_000;

pub(super) struct RunDelay {
    schedstat: File,
    read_at: i64,
    total: i64,
}

impl RunDelay {
    /// That of the calling thread; the recorder starts on the loop's thread.
    pub(super) fn of_this_thread() -> Option<RunDelay> {
        let schedstat = File::open("/proc/thread-self/schedstat").ok()?;
        let total = total_in(&schedstat)?;
        Some(RunDelay { schedstat, read_at: 0, total })
    }

    /// On the clock thread.
    pub(super) fn sample(&mut self, recorder: &Recorder) {
        let now = recorder.now() as i64;
        if now - self.read_at < INTERVAL_NS {
            return;
        }
        let Some(total) = total_in(&self.schedstat) else { return };
        // Below the minimum it is added to the next row.
        if total - self.total >= MIN_ROW_NS {
            recorder.tables().preempted(self.read_at, now, total - self.total);
            self.total = total;
        }
        self.read_at = now;
    }
}

fn total_in(schedstat: &File) -> Option<i64> {
    let mut bytes = [0; 96];
    let length = schedstat.read_at(&mut bytes, 0).ok()?;
    let text = std::str::from_utf8(&bytes[..length]).ok()?;
    text.split_ascii_whitespace().nth(1)?.parse().ok()
}
