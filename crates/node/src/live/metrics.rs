//! Every number that is shown, once, with its name in Prometheus and its name in OpenTelemetry.
//!
//! The names in OpenTelemetry are those of its semantic conventions where these have one (`nodejs.eventloop.*`, `process.*`), so that
//! dashboards made for Node work; the others are ours.

use super::MetricSources;
use super::delays::{QUANTILES, Summary};
use super::loop_stats::LoopStats;
use crate::bindings::{cpu_seconds, resident_memory};
use hexloop::Phase;
use std::time::{Duration, Instant, SystemTime};

/// What kind of number it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Goes up until the process ends.
    Counter,
    /// Goes up and down.
    Gauge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Seconds,
    Bytes,
    /// A share of one.
    Ratio,
    /// So many of these; OpenTelemetry's word for it.
    Count(&'static str),
}

pub enum Values {
    One(f64),
    /// By the values of one label: its name here, and there.
    By {
        label: &'static str,
        attribute: &'static str,
        values: Vec<(String, f64)>,
    },
    Summary(Summary),
}

pub struct Metric {
    pub name: &'static str,
    /// None: OpenTelemetry tells this elsewhere.
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

/// Whether the loop itself may be asked: not at the end, when it turns no more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum QueryMode {
    Query,
    Cached,
}

/// All of them, as they are now.
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
            "How long something that comes at any time waits for the loop; quantiles of the last minute.",
            Values::Summary(summary),
        ),
        Metric::new(
            "hexloop_loop_held_seconds",
            "hexloop.loop.held",
            Gauge,
            Seconds,
            "For how long the turn that runs now has let nothing new begin; 0 while the loop sleeps.",
            Values::One(snapshot.busy_for.as_secs_f64()),
        ),
        Metric::new(
            "hexloop_loop_utilization_ratio",
            "nodejs.eventloop.utilization",
            Gauge,
            Ratio,
            "Share of the last minute in which the loop was awake.",
            Values::One(summary.utilization),
        ),
        Metric::new(
            "hexloop_loop_seconds_total",
            "nodejs.eventloop.time",
            Counter,
            Seconds,
            "Time the loop was awake (active) and asleep in poll (idle).",
            Values::By { label: "state", attribute: "nodejs.eventloop.state", values: states },
        ),
        Metric::new(
            "hexloop_loop_phase_seconds_total",
            "hexloop.loop.phase.time",
            Counter,
            Seconds,
            "Time in each phase, callbacks with their ticks and promise jobs; poll without its sleep. main: outside the loop.",
            by("phase", phases),
        ),
        Metric::new(
            "hexloop_loop_turns_total",
            "hexloop.loop.turns",
            Counter,
            Count("{turn}"),
            "Turns of the loop begun.",
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
            "Events that were there already when poll looked.",
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
            "Threads of the pool that were started, with a job or without.",
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
            "What keeps the process alive, by Node's names, without requests.",
            by("kind", numbers(handles)),
        ),
        Metric::new(
            "hexloop_active_requests",
            "hexloop.active.requests",
            Kind::Gauge,
            Unit::Count("{request}"),
            "Requests under way, by Node's names.",
            by("kind", numbers(requests)),
        ),
        bytes("hexloop_heap_used_bytes", "hexloop.heap.used", "JavaScript objects in memory.", heap.size),
        bytes("hexloop_heap_total_bytes", "hexloop.heap.total", "Memory kept for JavaScript objects.", heap.capacity),
        bytes(
            "hexloop_heap_external_bytes",
            "hexloop.heap.external",
            "Memory behind JavaScript objects, such as buffers.",
            heap.extra_memory,
        ),
        Metric::new(
            "hexloop_heap_objects",
            "hexloop.heap.objects",
            Kind::Gauge,
            Unit::Count("{object}"),
            "JavaScript objects.",
            Values::One(heap.object_count as f64),
        ),
        Metric::new(
            "hexloop_loop_answer_age_seconds",
            "hexloop.loop.answer.age",
            Kind::Gauge,
            Unit::Seconds,
            "How old the figures of heap, handles and requests are: a loop that is held does not answer.",
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
                "Always 1; its label tells the version.",
                by("version", vec![(env!("CARGO_PKG_VERSION").to_owned(), 1.0)]),
            )
        },
    ]
}

impl Summary {
    /// Pairs of quantile and value; none are told while nothing was measured.
    pub fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.quantiles.iter().flat_map(|values| QUANTILES.into_iter().zip(*values))
    }
}
