//! All metrics, with their names in Prometheus and OpenTelemetry.
//!
//! The OpenTelemetry names are those of its semantic conventions where these have one (`nodejs.eventloop.*`,
//! `process.*`), so that dashboards made for Node work; the others are ours.

use super::MetricSources;
use super::delays::{QUANTILES, Summary};
use super::loop_stats::LoopStats;
use crate::bindings::{cpu_seconds, resident_memory};
use hexloop::Phase;
use std::time::{Duration, Instant, SystemTime};

/// The type of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Increases until the process exits.
    Counter,
    /// Goes up and down.
    Gauge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Seconds,
    Bytes,
    /// A fraction of 1.
    Ratio,
    /// A count, with its OpenTelemetry unit.
    Count(&'static str),
}

pub enum Values {
    One(f64),
    /// By the values of one label: its name in Prometheus and OpenTelemetry.
    By {
        label: &'static str,
        attribute: &'static str,
        values: Vec<(String, f64)>,
    },
    Summary(Summary),
}

pub struct Metric {
    pub name: &'static str,
    /// None: not exported to OpenTelemetry, which has it elsewhere.
    pub otel: Option<&'static str>,
    pub help: &'static str,
    pub kind: Kind,
    pub unit: Unit,
    pub values: Values,
}

impl Metric {
    fn new(name: &'static str, otel: &'static str, kind: Kind, unit: Unit, help: &'static str, values: Values) -> Self {
        Metric { name, otel: Some(otel), help, kind, unit, values }
    }
}

/// Whether to query the loop, or use its last reply: at exit the loop no longer runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum QueryMode {
    Query,
    Cached,
}

/// The current values of all metrics.
pub fn all(sources: &MetricSources, mode: QueryMode) -> Vec<Metric> {
    let stats = match mode {
        QueryMode::Query => sources.loop_stats.query(),
        QueryMode::Cached => sources.loop_stats.last(),
    };
    let mut metrics = loop_metrics(sources);
    metrics.extend(pool_metrics(sources));
    if let Some(stats) = stats {
        metrics.extend(thread_metrics(stats));
    }
    metrics.extend(process_metrics(sources.began.elapsed(), sources.began_at));
    metrics
}

fn by(label: &'static str, values: Vec<(String, f64)>) -> Values {
    Values::By { label, attribute: label, values }
}

fn loop_metrics(sources: &MetricSources) -> Vec<Metric> {
    use Kind::{Counter, Gauge};
    use Unit::{Count, Ratio, Seconds};
    let snapshot = sources.status.snapshot();
    let summary = sources.delays.summary();
    let mut phases: Vec<(String, f64)> =
        Phase::ALL.iter().map(|phase| (phase.name().to_owned(), snapshot.phase_time(*phase).as_secs_f64())).collect();
    phases.push(("main".to_owned(), snapshot.not_running.as_secs_f64()));
    let states = vec![
        ("active".to_owned(), snapshot.active().as_secs_f64()),
        ("idle".to_owned(), snapshot.asleep.as_secs_f64()),
    ];
    vec![
        Metric::new(
            "hexloop_loop_delay_seconds",
            "nodejs.eventloop.delay",
            Gauge,
            Seconds,
            "Delay of an event that arrives at any time; quantiles of the last minute.",
            Values::Summary(summary),
        ),
        Metric::new(
            "hexloop_loop_held_seconds",
            "hexloop.loop.held",
            Gauge,
            Seconds,
            "For how long the current turn has blocked new events; 0 while the loop waits.",
            Values::One(snapshot.busy_for.as_secs_f64()),
        ),
        Metric::new(
            "hexloop_loop_utilization_ratio",
            "nodejs.eventloop.utilization",
            Gauge,
            Ratio,
            "Fraction of the last minute in which the loop was active.",
            Values::One(summary.utilization),
        ),
        Metric::new(
            "hexloop_loop_seconds_total",
            "nodejs.eventloop.time",
            Counter,
            Seconds,
            "Time the loop was active, and idle in poll.",
            Values::By { label: "state", attribute: "nodejs.eventloop.state", values: states },
        ),
        Metric::new(
            "hexloop_loop_phase_seconds_total",
            "hexloop.loop.phase.time",
            Counter,
            Seconds,
            "Time in each phase, callbacks with their ticks and promise jobs; poll without idle time. main: outside of the loop.",
            by("phase", phases),
        ),
        Metric::new(
            "hexloop_loop_turns_total",
            "hexloop.loop.turns",
            Counter,
            Count("{turn}"),
            "Turns of the loop started.",
            Values::One(snapshot.turns as f64),
        ),
        Metric::new(
            "hexloop_loop_events_total",
            "hexloop.loop.events",
            Counter,
            Count("{event}"),
            "Events handled in poll.",
            Values::One(snapshot.events as f64),
        ),
        Metric::new(
            "hexloop_loop_events_waiting_total",
            "hexloop.loop.events.waiting",
            Counter,
            Count("{event}"),
            "Events that were already waiting when poll was called.",
            Values::One(snapshot.events_waiting as f64),
        ),
    ]
}

fn pool_metrics(sources: &MetricSources) -> Vec<Metric> {
    let (started, free) = (sources.pool.started_threads(), sources.pool.idle_threads());
    let threads =
        vec![("busy".to_owned(), started.saturating_sub(free) as f64), ("free".to_owned(), free.min(started) as f64)];
    vec![
        Metric::new(
            "hexloop_pool_threads",
            "hexloop.pool.threads",
            Kind::Gauge,
            Unit::Count("{thread}"),
            "Started threads of the pool, busy or free.",
            by("state", threads),
        ),
        Metric::new(
            "hexloop_pool_queue_length",
            "hexloop.pool.queue.length",
            Kind::Gauge,
            Unit::Count("{job}"),
            "Jobs that wait for a thread of the pool.",
            Values::One(sources.pool.queued_jobs() as f64),
        ),
    ]
}

fn thread_metrics(stats: LoopStats) -> Vec<Metric> {
    let numbers = |counts: Vec<(String, u64)>| counts.into_iter().map(|(kind, count)| (kind, count as f64)).collect();
    let bytes = |name, otel, help, bytes: u64| {
        Metric::new(name, otel, Kind::Gauge, Unit::Bytes, help, Values::One(bytes as f64))
    };
    let LoopStats { heap, handles, requests, taken_at } = stats;
    vec![
        Metric::new(
            "hexloop_active_handles",
            "hexloop.active.handles",
            Kind::Gauge,
            Unit::Count("{handle}"),
            "Active handles by Node's names, without requests.",
            by("kind", numbers(handles)),
        ),
        Metric::new(
            "hexloop_active_requests",
            "hexloop.active.requests",
            Kind::Gauge,
            Unit::Count("{request}"),
            "Active requests by Node's names.",
            by("kind", numbers(requests)),
        ),
        bytes("hexloop_heap_used_bytes", "hexloop.heap.used", "Size of JavaScript objects.", heap.size),
        bytes(
            "hexloop_heap_total_bytes",
            "hexloop.heap.total",
            "Memory reserved for JavaScript objects.",
            heap.capacity,
        ),
        bytes(
            "hexloop_heap_external_bytes",
            "hexloop.heap.external",
            "Memory owned by JavaScript objects outside of the heap, such as buffers.",
            heap.extra_memory,
        ),
        Metric::new(
            "hexloop_heap_objects",
            "hexloop.heap.objects",
            Kind::Gauge,
            Unit::Count("{object}"),
            "Number of JavaScript objects.",
            Values::One(heap.object_count as f64),
        ),
        Metric::new(
            "hexloop_loop_answer_age_seconds",
            "hexloop.loop.answer.age",
            Kind::Gauge,
            Unit::Seconds,
            "Age of the heap, handle and request metrics: a blocked loop does not update them.",
            Values::One(Instant::now().saturating_duration_since(taken_at).as_secs_f64()),
        ),
    ]
}

fn process_metrics(uptime: Duration, began_at: SystemTime) -> Vec<Metric> {
    let since_epoch = began_at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    vec![
        Metric::new(
            "process_cpu_seconds_total",
            "process.cpu.time",
            Kind::Counter,
            Unit::Seconds,
            "CPU time of the process.",
            Values::One(cpu_seconds()),
        ),
        Metric::new(
            "process_resident_memory_bytes",
            "process.memory.usage",
            Kind::Gauge,
            Unit::Bytes,
            "Resident memory of the process.",
            Values::One(resident_memory()),
        ),
        Metric::new(
            "hexloop_uptime_seconds",
            "process.uptime",
            Kind::Gauge,
            Unit::Seconds,
            "Time since the process started.",
            Values::One(uptime.as_secs_f64()),
        ),
        Metric {
            otel: None,
            ..Metric::new(
                "process_start_time_seconds",
                "",
                Kind::Gauge,
                Unit::Seconds,
                "When the process started, in seconds since 1970.",
                Values::One(since_epoch.as_secs_f64()),
            )
        },
        Metric {
            otel: None,
            ..Metric::new(
                "hexloop_info",
                "",
                Kind::Gauge,
                Unit::Count("{process}"),
                "Always 1; the version is its label.",
                by("version", vec![(env!("CARGO_PKG_VERSION").to_owned(), 1.0)]),
            )
        },
    ]
}

impl Summary {
    /// Pairs of quantile and value; empty before the first measurement.
    pub fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.quantiles.iter().flat_map(|values| QUANTILES.into_iter().zip(*values))
    }
}
