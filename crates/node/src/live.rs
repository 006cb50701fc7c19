//! Live metrics of the running loop: `--inspect-loop` and OpenTelemetry.
//!
//! ```text
//!   the JavaScript thread                       threads of our own
//!   phases, waits ──▶ LoopStatus ◀──────────── sampler: a probe every 10 ms ──▶ delays of the last minute
//!                        ▲                                                             │
//!                        └───────────────────── metrics: one list of all of them ◀─────┤
//!   heap, handles ◀─ queried, if not blocked ────┘        │                            │
//!                                                prometheus: GET /metrics      otlp: POST /v1/metrics
//!   the recording's ring ◀── events: GET /events, rows for the page as they are recorded
//! ```
//!
//! None of these threads waits for the loop, so all of them respond while a callback blocks it. What only the
//! JavaScript thread knows (the heap, what is active) is queried, and without a timely reply the last one is used, with
//! its age. Nothing here keeps the process alive, nor delays its exit except for the last rows and the last export.
//!
//! Only the main thread's loop is covered; the metrics of memory and of the thread pool are those of the whole process.

mod delays;
mod events;
mod exporter;
mod loop_stats;
mod metrics;
mod otlp;
mod prometheus;
mod request;
mod server;

use crate::options::Options;
use delays::Delays;
use exporter::{Exporter, Target};
use hexloop::{Loop, LoopStatus, Pool};
use loop_stats::LoopQuery;
use server::Server;
use std::sync::{Arc, OnceLock};
use std::time::{Instant, SystemTime};

/// What to serve and export, determined before the loop is created.
pub struct Live {
    status: Arc<LoopStatus>,
    port: Option<u16>,
    target: Option<Target>,
}

/// The sources of all metrics. They can be read on any thread at any time.
pub(crate) struct MetricSources {
    status: Arc<LoopStatus>,
    delays: Delays,
    pool: Pool,
    loop_stats: LoopQuery,
    began: Instant,
    began_at: SystemTime,
}

static EXPORTER: OnceLock<Exporter> = OnceLock::new();

impl Live {
    /// None unless the command line or the environment enables it.
    pub fn from_options(options: &Options) -> Option<Live> {
        let target = Target::from_environment();
        if options.inspect_loop.is_none() && target.is_none() {
            return None;
        }
        Some(Live { status: Arc::new(LoopStatus::default()), port: options.inspect_loop, target })
    }

    /// The status that the loop writes.
    pub fn status(&self) -> Arc<LoopStatus> {
        self.status.clone()
    }

    /// Starts the threads. Failures print a warning, and the program runs without.
    pub fn start(self, lp: &Loop) {
        let sources = Arc::new(MetricSources {
            delays: Delays::new(self.status.clone()),
            status: self.status,
            pool: lp.pool(),
            loop_stats: LoopQuery::new(lp.proxy()),
            began: Instant::now(),
            began_at: SystemTime::now(),
        });
        let sampled = sources.clone();
        start_thread("live-sampler", move || sampled.delays.sample());
        if let Some(port) = self.port {
            match Server::listen(port) {
                Ok(server) => server.start(sources.clone(), crate::trace::current_recorder()),
                Err(error) => warn(&format!("--inspect-loop cannot listen on 127.0.0.1: {error}")),
            }
        }
        if let Some(target) = self.target {
            let _ = EXPORTER.set(Exporter::start(target, sources));
        }
    }
}

/// At exit: connected clients get the last rows, within a tenth of a second, and a collector the last metrics, within a
/// second.
pub fn shut_down(code: i32) {
    events::shut_down(code);
    if let Some(exporter) = EXPORTER.get() {
        exporter.finish();
    }
}

/// Starts a thread; without one the program continues with a warning.
fn start_thread(name: &str, body: impl FnOnce() + Send + 'static) {
    if let Err(error) = std::thread::Builder::new().name(name.to_owned()).spawn(body) {
        warn(&format!("cannot start a thread for live metrics: {error}"));
    }
}

fn warn(message: &str) {
    crate::watchdog::write_line(&format!("hexloop: {message}\n"));
}
