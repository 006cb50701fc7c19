//! Event loop delay: a probe every 10 ms ([`LoopStatus::probe`]), and the quantiles of the last minute.
//!
//! A loop that is blocked for a second answers one probe in that second; the other ninety-nine that would have been
//! sent count as well, each with the rest of the wait, or the quantiles would hide what they are for (coordinated
//! omission). So they show the delay of an event that arrives at any time. `perf_hooks.monitorEventLoopDelay` counts a
//! block of a second once.

use hdrhistogram::Histogram;
use hexloop::LoopStatus;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_millis(10);

/// The last minute, in steps of ten seconds.
const STEPS: usize = 6;
const STEP: Duration = Duration::from_secs(10);

/// If the sampler slept this long, the process or the system was suspended.
const SUSPENDED: Duration = Duration::from_secs(1);

/// A resolution of microseconds and two significant digits; anything longer than a day counts as a day.
const RESOLUTION_NS: u64 = 1_000;
const MAX_NS: u64 = 86_400_000_000_000;
const SIGNIFICANT_DIGITS: u8 = 2;

pub const QUANTILES: [f64; 6] = [0.0, 0.5, 0.9, 0.99, 0.999, 1.0];

pub struct Delays {
    status: Arc<LoopStatus>,
    window: Mutex<Window>,
}

/// Quantiles of the last minute in seconds, None before the first measurement; sum and count since the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    pub quantiles: Option<[f64; QUANTILES.len()]>,
    pub sum: f64,
    pub count: u64,
    /// The share of the last minute in which the loop was not waiting.
    pub utilization: f64,
}

impl Delays {
    pub fn new(status: Arc<LoopStatus>) -> Delays {
        Delays { window: Mutex::new(Window::new(Instant::now())), status }
    }

    /// The main function of the sampler thread.
    pub fn sample(&self) {
        let mut is_pending = false;
        let mut last = Instant::now();
        loop {
            std::thread::sleep(INTERVAL);
            let now = Instant::now();
            let was_suspended = now.duration_since(std::mem::replace(&mut last, now)) > SUSPENDED;
            let delay = if is_pending { self.status.probe_result() } else { None };
            if is_pending && delay.is_none() {
                continue;
            }
            let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(delay) = delay.filter(|_| !was_suspended) {
                window.record(delay);
            }
            let immediate = self.status.probe();
            is_pending = immediate.is_none();
            if let Some(delay) = immediate {
                window.record(delay);
            }
            if window.is_rotation_due(now) {
                let snapshot = self.status.snapshot();
                window.rotate(now, snapshot.elapsed(), snapshot.asleep);
            }
        }
    }

    pub fn summary(&self) -> Summary {
        let snapshot = self.status.snapshot();
        let window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        Summary {
            quantiles: window.quantiles(),
            sum: window.sum.as_secs_f64(),
            count: window.count,
            utilization: window.utilization(snapshot.elapsed(), snapshot.asleep),
        }
    }
}

struct Window {
    /// The newest last.
    steps: VecDeque<Step>,
    sum: Duration,
    count: u64,
}

struct Step {
    began: Instant,
    /// The loop's elapsed and waiting time when the step started.
    elapsed: Duration,
    asleep: Duration,
    delays: Histogram<u64>,
}

impl Step {
    fn new(began: Instant, elapsed: Duration, asleep: Duration) -> Step {
        Step { began, elapsed, asleep, delays: histogram() }
    }
}

fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(RESOLUTION_NS, MAX_NS, SIGNIFICANT_DIGITS).expect("sensible bounds")
}

impl Window {
    fn new(now: Instant) -> Window {
        let first = Step::new(now, Duration::ZERO, Duration::ZERO);
        Window { steps: VecDeque::from([first]), sum: Duration::ZERO, count: 0 }
    }

    fn record(&mut self, delay: Duration) {
        let Some(step) = self.steps.back_mut() else { return };
        let mut rest = delay;
        loop {
            step.delays.saturating_record(rest.as_nanos() as u64);
            self.sum += rest;
            self.count += 1;
            match rest.checked_sub(INTERVAL) {
                Some(later) if !later.is_zero() => rest = later,
                _ => break,
            }
        }
    }

    fn is_rotation_due(&self, now: Instant) -> bool {
        self.steps.back().is_none_or(|step| now.duration_since(step.began) >= STEP)
    }

    fn rotate(&mut self, now: Instant, elapsed: Duration, asleep: Duration) {
        if self.steps.len() == STEPS {
            self.steps.pop_front();
        }
        self.steps.push_back(Step::new(now, elapsed, asleep));
    }

    fn quantiles(&self) -> Option<[f64; QUANTILES.len()]> {
        let mut all = histogram();
        for step in &self.steps {
            all.add(&step.delays).expect("the same bounds");
        }
        let seconds = |ns: u64| if ns < RESOLUTION_NS { 0.0 } else { ns as f64 / 1e9 };
        (!all.is_empty()).then(|| QUANTILES.map(|quantile| seconds(all.value_at_quantile(quantile))))
    }

    fn utilization(&self, elapsed: Duration, asleep: Duration) -> f64 {
        let Some(first) = self.steps.front() else { return 0.0 };
        let elapsed = elapsed.saturating_sub(first.elapsed).as_secs_f64();
        let asleep = asleep.saturating_sub(first.asleep).as_secs_f64();
        if elapsed > 0.0 { (1.0 - asleep / elapsed).clamp(0.0, 1.0) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_block_counts_every_probe_it_delayed() {
        let mut window = Window::new(Instant::now());
        window.record(Duration::from_millis(100));
        assert_eq!(window.count, 10);
        assert_eq!(window.sum, Duration::from_millis(100 + 90 + 80 + 70 + 60 + 50 + 40 + 30 + 20 + 10));
        let [min, median, .., max] = window.quantiles().unwrap();
        assert!((min - 0.01).abs() < 0.001 && (median - 0.05).abs() < 0.001 && (max - 0.1).abs() < 0.002);
    }

    #[test]
    fn quantiles_cover_the_last_minute_and_the_sum_everything() {
        let mut window = Window::new(Instant::now());
        window.record(Duration::from_millis(5));
        for _ in 0..STEPS {
            window.rotate(Instant::now(), Duration::ZERO, Duration::ZERO);
        }
        assert_eq!((window.quantiles(), window.count), (None, 1));
    }

    #[test]
    fn utilization_is_that_of_the_window() {
        let mut window = Window::new(Instant::now());
        let seconds = Duration::from_secs;
        assert_eq!(window.utilization(seconds(10), seconds(4)), 0.6);
        for at in 1..=STEPS as u64 {
            window.rotate(Instant::now(), seconds(10 * at), seconds(4));
        }
        assert_eq!(window.utilization(seconds(70), seconds(34)), 0.5);
    }
}
