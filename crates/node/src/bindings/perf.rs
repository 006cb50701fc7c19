//! `binding('perf')`: loop metrics and histograms.
//!
//! A histogram is a native function that owns its state, so the collector frees it. Histograms are also registered by
//! number while they live, so that one can refer to another (`add`). One that is posted to another thread shares its
//! state with the original, as in Node: the message carries a ticket for it.

use super::Binding;
use crate::host::host;
use crate::milestones;
use hdrhistogram::Histogram;
use hexloop::{Handle as _, Timer};
use hexloop_engine::{Answer, Call, Failure, Object, Out, Throw, Value};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Recorded values, and the number of those out of range.
struct Counts {
    histogram: Histogram<u64>,
    exceeds: u64,
    last: Option<Instant>,
}

impl Counts {
    fn record(&mut self, value: u64, times: u64) {
        if value > self.histogram.high() || self.histogram.record_n(value, times).is_err() {
            self.exceeds += times;
        }
    }

    /// Records the time since the previous call; the first call only stores the time.
    fn record_delta(&mut self) {
        let now = Instant::now();
        if let Some(last) = self.last.replace(now) {
            let delta = now.duration_since(last).as_nanos() as u64;
            self.record(delta.max(1), 1);
        }
    }

    fn add(&mut self, other: &Counts) {
        for step in other.histogram.iter_recorded() {
            self.record(step.value_iterated_to(), step.count_at_value());
        }
        self.exceeds += other.exceeds;
    }

    fn subtract(&mut self, other: &Counts) {
        // The crate rejects a subtraction below zero as a whole, and Node leaves the histogram unchanged, too.
        let _ = self.histogram.subtract(&other.histogram);
        self.exceeds = self.exceeds.saturating_sub(other.exceeds);
    }

    fn reset(&mut self) {
        self.histogram.reset();
        self.exceeds = 0;
        self.last = None;
    }

    fn is_empty(&self) -> bool {
        self.histogram.is_empty()
    }

    /// The smallest recorded value at or below which `percentile` percent of all values are.
    fn percentile(&self, percentile: f64) -> u64 {
        if self.is_empty() {
            return 0;
        }
        let wanted = ((percentile / 100.0 * self.histogram.len() as f64 + 0.5) as u64).max(1);
        let mut seen = 0;
        for step in self.histogram.iter_recorded() {
            seen += step.count_at_value();
            if seen >= wanted {
                return self.histogram.highest_equivalent(step.value_iterated_to());
            }
        }
        self.histogram.max()
    }

    /// Pairs of percentile and value, with steps that halve each time the remaining distance to 100 halves. (Node's
    /// library returns the lower ends of buckets here, the upper ends for a single percentile.)
    fn percentiles(&self) -> Vec<f64> {
        let total = self.histogram.len();
        let mut pairs = Vec::new();
        let mut wanted = 0.0;
        let mut seen = 0;
        for step in self.histogram.iter_recorded() {
            seen += step.count_at_value();
            let reached = 100.0 * seen as f64 / total as f64;
            while wanted <= reached && wanted < 100.0 {
                pairs.extend([wanted, self.histogram.lowest_equivalent(step.value_iterated_to()) as f64]);
                let half_distances = 2f64.powf(((100.0 / (100.0 - wanted)).log2().trunc()) + 1.0);
                wanted += 100.0 / half_distances;
                if seen == total {
                    break;
                }
            }
        }
        pairs.extend([
            100.0,
            if total == 0 { 0.0 } else { self.histogram.lowest_equivalent(self.histogram.max()) as f64 },
        ]);
        pairs
    }

    /// The mean of `(value - mean) ^ degree`.
    fn central_moment(&self, degree: i32) -> f64 {
        let mean = self.histogram.mean();
        let weighted = |value: u64, count: u64| {
            (self.histogram.median_equivalent(value) as f64 - mean).powi(degree) * count as f64
        };
        let steps = self.histogram.iter_recorded();
        let sum: f64 = steps.map(|step| weighted(step.value_iterated_to(), step.count_at_value())).sum();
        sum / self.histogram.len() as f64
    }

    fn skewness(&self) -> f64 {
        let variance = if self.is_empty() { 0.0 } else { self.central_moment(2) };
        if variance == 0.0 { 0.0 } else { self.central_moment(3) / (variance * variance.sqrt()) }
    }

    fn kurtosis(&self) -> f64 {
        let variance = if self.is_empty() { 0.0 } else { self.central_moment(2) };
        if variance == 0.0 { 0.0 } else { self.central_moment(4) / (variance * variance) - 3.0 }
    }

    /// The number of values up to `value`.
    fn count_up_to(&self, value: u64) -> u64 {
        let limit = self.histogram.highest_equivalent(value);
        let steps = self.histogram.iter_recorded().take_while(|step| step.value_iterated_to() <= limit);
        steps.map(|step| step.count_at_value()).sum()
    }
}

type Shared = Arc<Mutex<Counts>>;

/// A poisoned lock is fine: counts are consistent at every moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

static HISTOGRAMS: LazyLock<Mutex<HashMap<u64, Weak<Mutex<Counts>>>>> = LazyLock::new(Mutex::default);
static LAST: AtomicU64 = AtomicU64::new(0);
/// In transit to another thread, by ticket. (One whose message is never read stays here.)
static IN_TRANSIT: LazyLock<Mutex<HashMap<u64, Shared>>> = LazyLock::new(Mutex::default);

thread_local! {
    /// Timers of the enabled delay histograms.
    static SAMPLERS: RefCell<HashMap<u64, Timer>> = RefCell::default();
}

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("createHistogram", |call| {
            let (lowest, highest, digits) = (call.number(0)?, call.number(1)?, call.number(2)?);
            let histogram = Histogram::new_with_bounds(lowest as u64, highest as u64, digits as u8)
                .map_err(|error| Throw::error(format!("invalid histogram: {error}")))?;
            Ok(histogram_function(call, Arc::new(Mutex::new(Counts { histogram, exceeds: 0, last: None }))))
        })
        .function("receiveHistogram", |call| {
            let in_transit = lock(&IN_TRANSIT).remove(&(call.number(0)? as u64));
            let counts = in_transit.ok_or_else(|| Throw::error("this histogram was already received"))?;
            Ok(histogram_function(call, counts))
        })
        .function("loopMetrics", |call| {
            let metrics = host().lp.metrics();
            let numbers = [metrics.loop_count, metrics.events, metrics.events_waiting];
            let mut numbers: Vec<f64> = numbers.iter().map(|number| *number as f64).collect();
            numbers.push(metrics.idle_time.as_nanos() as f64);
            list(call, &numbers)
        })
        .function("idleTime", |_| Ok((host().lp.metrics().idle_time.as_nanos() as f64).into()))
        .function("milestoneAges", |call| {
            let ages = milestones::ages().map(|age| age.unwrap_or(-1.0));
            list(call, &ages)
        });
}

fn list<'c>(call: &Call<'c>, numbers: &[f64]) -> Answer<'c> {
    let values: Vec<Value<'_>> = numbers.iter().map(|number| Value::number(call.cx(), *number)).collect();
    Ok(Object::array(call.cx(), &values)?.into())
}

/// The function that represents a histogram: its first argument is the operation.
fn histogram_function<'c>(call: &Call<'c>, counts: Shared) -> Out<'c> {
    let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    let mut histograms = lock(&HISTOGRAMS);
    histograms.retain(|_, counts| counts.strong_count() > 0);
    histograms.insert(number, Arc::downgrade(&counts));
    drop(histograms);
    call.cx().function("histogram", move |call| dispatch(call, number, &counts)).into()
}

fn dispatch<'c>(call: &Call<'c>, number: u64, shared: &Shared) -> Answer<'c> {
    let operation = call.text(0)?;
    match operation.as_str() {
        "number" => return Ok(number.into()),
        "transfer" => {
            let ticket = LAST.fetch_add(1, Ordering::Relaxed) + 1;
            lock(&IN_TRANSIT).insert(ticket, Arc::clone(shared));
            return Ok(ticket.into());
        }
        "add" => return with_other(call, shared, Counts::add),
        "subtract" => return with_other(call, shared, Counts::subtract),
        "startSampling" => return start_sampling(call, number, shared),
        "stopSampling" => return Ok(SAMPLERS.with_borrow_mut(|samplers| samplers.remove(&number).is_some()).into()),
        _ => {}
    }
    let counts = &mut *lock(shared);
    Ok(match operation.as_str() {
        "record" => {
            counts.record(call.number(1)? as u64, 1);
            Out::Undefined
        }
        "recordCorrected" => {
            let (value, interval) = (call.number(1)? as u64, call.number(2)? as u64);
            if value > counts.histogram.high() || counts.histogram.record_correct(value, interval).is_err() {
                counts.exceeds += 1;
            }
            Out::Undefined
        }
        "recordDelta" => {
            counts.record_delta();
            Out::Undefined
        }
        "reset" => {
            counts.reset();
            Out::Undefined
        }
        "count" => counts.histogram.len().into(),
        "exceeds" => counts.exceeds.into(),
        // For an empty histogram, Node's library returns the largest number.
        "min" => if counts.is_empty() { i64::MAX as u64 } else { counts.histogram.min() }.into(),
        "max" => counts.histogram.max().into(),
        "mean" => if counts.is_empty() { f64::NAN } else { counts.histogram.mean() }.into(),
        "stddev" => if counts.is_empty() { f64::NAN } else { counts.histogram.stdev() }.into(),
        "skewness" => counts.skewness().into(),
        "kurtosis" => counts.kurtosis().into(),
        "countAt" => counts.histogram.count_at(call.number(1)? as u64).into(),
        "countUpTo" => counts.count_up_to(call.number(1)? as u64).into(),
        "percentile" => counts.percentile(call.number(1)?).into(),
        "percentiles" => return list(call, &counts.percentiles()),
        _ => return Err(Throw::error(format!("no such histogram operation: {operation}")).into()),
    })
}

/// Combines two histograms, which may be the same one.
fn with_other<'c>(call: &Call<'c>, shared: &Shared, act: fn(&mut Counts, &Counts)) -> Answer<'c> {
    let other = lock(&HISTOGRAMS).get(&(call.number(1)? as u64)).and_then(Weak::upgrade);
    let other = other.ok_or_else(|| Failure::from(Throw::error("no such histogram")))?;
    let copy = {
        let other = lock(&other);
        Counts { histogram: other.histogram.clone(), exceeds: other.exceeds, last: None }
    };
    act(&mut lock(shared), &copy);
    Ok(().into())
}

/// Records the actual interval every `resolution` milliseconds: a blocked loop calls late, and the delay is recorded in
/// full, from this call on. The timer keeps neither the loop nor the histogram alive.
fn start_sampling<'c>(call: &Call<'c>, number: u64, shared: &Shared) -> Answer<'c> {
    let resolution = Duration::from_millis(call.number(1)? as u64);
    let lp = &host().lp;
    let counts = Arc::downgrade(shared);
    lock(shared).last = Some(Instant::now());
    let timer = Timer::new(lp, move || match counts.upgrade() {
        Some(counts) => lock(&counts).record_delta(),
        None => drop(SAMPLERS.with_borrow(|samplers| samplers.get(&number).map(Timer::stop))),
    });
    lp.update_now();
    timer.start_repeating(resolution, resolution);
    timer.unref();
    SAMPLERS.with_borrow_mut(|samplers| samplers.insert(number, timer));
    Ok(().into())
}
