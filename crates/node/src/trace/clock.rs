//! The two clocks of a recording: the system's, and a cell that a thread keeps near it.
//!
//! Reading the system's clock from JavaScript is a call into Rust. In a flood of ticks that is more than a tick costs, so there
//! JavaScript reads a cell instead, which this thread sets every quarter of a millisecond or so while the loop is awake.
//!
//! The same thread touches the ring's memory before JavaScript gets there. New memory is dear: where a tick takes 25 ns, 16 bytes of it
//! took 10 ns a tick in pages of 4 KB; in large pages 2, or 50 on a virtual machine that has to ask its host for them.

use super::preemption::RunDelay;
use super::{Recorder, workers};
use hexloop_trace::log;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const STEP: Duration = Duration::from_micros(250);

/// How far ahead of JavaScript, in numbers of the ring: 4 MB, what the fastest flood fills in 5 ms.
const AHEAD: usize = 1 << 19;

/// While the loop sleeps nobody looks at the cell.
const STEP_ASLEEP: Duration = Duration::from_millis(1);

/// How far behind the cell may be: it is not looked after while the loop sleeps, and for a moment after.
pub const COARSE_NS: u64 = 1_000_000;

/// Starts the thread. Without it (the system gives no more) a flood shows the time at which its callback began.
pub fn refresh_while_on(recorder: Arc<Recorder>) {
    recorder.tables().coarse_ns = COARSE_NS;
    let started = recorder.clone();
    let mut run_delay = RunDelay::of_this_thread();
    let thread = std::thread::Builder::new().name("trace clock".to_owned()).spawn(move || {
        while recorder.is_on.load(Ordering::Acquire) {
            recorder.refresh_clock();
            recorder.touch_ahead();
            if let Some(run_delay) = &mut run_delay {
                run_delay.note(&recorder);
            }
            let asleep = workers::refresh_clocks() && recorder.loop_sleeps.load(Ordering::Relaxed);
            std::thread::sleep(if asleep { STEP_ASLEEP } else { STEP });
        }
    });
    started.clock_runs.store(thread.is_ok(), Ordering::Relaxed);
}

impl Recorder {
    pub(super) fn touch_ahead(&self) {
        let ring = &self.recording.ring;
        let position = log::read(&self.recording.cells, log::POSITION) as usize;
        let from = self.touched.load(Ordering::Relaxed);
        let to = (position + AHEAD).min(ring.len());
        if from < to {
            log::prefault(ring, from..to);
            self.touched.store(to, Ordering::Relaxed);
        }
    }
}

/// The wall clock, as ISO 8601 writes it.
pub fn iso_now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date_of(days as i64);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", since.subsec_millis())
}

/// Year, month and day of a day since 1970: years begin in March, so that the leap day is the last.
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
