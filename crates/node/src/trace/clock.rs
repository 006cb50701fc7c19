//! The two clocks of a recording: the system's, and a coarse clock in a shared cell.
//!
//! Reading the system's clock from JavaScript is a call into Rust. In a flood of ticks that costs more than a tick, so
//! there JavaScript reads the cell instead, which this thread updates about every quarter of a millisecond while the
//! loop is not waiting.
//!
//! The same thread prefaults the ring before JavaScript writes to it. Page faults are expensive: where a tick takes 25
//! ns, the 16 bytes for it took 10 ns with pages of 4 KB; with huge pages 2, or 50 on a virtual machine that has to
//! request them from its host.

use super::preemption::RunDelay;
use super::{Recorder, workers};
use hexloop_trace::log::{self, cell};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const INTERVAL: Duration = Duration::from_micros(250);

/// How far ahead of JavaScript, in numbers of the ring: 4 MB, what the fastest flood fills in 5 ms.
const PREFAULT_LENGTH: usize = 1 << 19;

/// While the loop waits nothing reads the cell.
const IDLE_INTERVAL: Duration = Duration::from_millis(1);

/// How far the cell may lag: it is updated less often while the loop waits, and shortly after.
pub const COARSE_NS: u64 = 1_000_000;

/// Starts the thread. Without it, tasks of a flood have the time at which their callback started.
pub fn refresh_while_on(recorder: Arc<Recorder>) {
    recorder.tables().coarse_ns = COARSE_NS;
    let started = recorder.clone();
    let mut run_delay = RunDelay::of_this_thread();
    let thread = std::thread::Builder::new().name("trace clock".to_owned()).spawn(move || {
        while recorder.is_on.load(Ordering::Acquire) {
            recorder.refresh_clock();
            recorder.prefault();
            if let Some(run_delay) = &mut run_delay {
                run_delay.sample(&recorder);
            }
            let is_idle = workers::refresh_clocks() && recorder.loop_is_waiting.load(Ordering::Relaxed);
            std::thread::sleep(if is_idle { IDLE_INTERVAL } else { INTERVAL });
        }
    });
    started.clock_runs.store(thread.is_ok(), Ordering::Relaxed);
}

impl Recorder {
    pub(super) fn prefault(&self) {
        let ring = &self.recording.ring;
        let position = log::read(&self.recording.cells, cell::POSITION) as usize;
        let from = self.touched.load(Ordering::Relaxed);
        let to = (position + PREFAULT_LENGTH).min(ring.len());
        if from < to {
            log::prefault(ring, from..to);
            self.touched.store(to, Ordering::Relaxed);
        }
    }
}

/// The wall clock in ISO 8601.
pub fn iso_now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date_of(days as i64);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", since.subsec_millis())
}

/// Year, month and day of a day since 1970: years start in March, so that the leap day is the last.
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::date_of;

    #[test]
    fn days_have_dates() {
        assert_eq!(date_of(0), (1970, 1, 1));
        assert_eq!(date_of(11_016), (2000, 2, 29));
        assert_eq!(date_of(20_773), (2026, 11, 16));
    }
}
