//! The loop shown to the outside while it runs: `--inspect-loop` and OpenTelemetry.
//!
//! ```text
//!   the JavaScript thread                       threads of our own
//!   phases, sleep ──▶ LoopStatus ◀──────────── sampler: a probe every 10 ms ──▶ delays of the last minute
//!                        ▲                                                             │
//!                        └───────────────────── figures: one list of all numbers ◀─────┤
//!   heap, handles ◀─ asked, if it is awake ──────┘        │                            │
//!                                                prometheus: GET /metrics      otlp: POST /v1/metrics
//!   the recording's ring ◀── events: GET /events, rows for the page as they come
//! ```
//!
//! None of these threads waits for the loop, so all of them answer while a callback hangs. What only the JavaScript thread can
//! tell (the heap, what is active) is asked for, and if no answer comes soon the last one is given, with its age.
//! Nothing here keeps the process alive, nor holds up its end but for the last rows and the last export.
//!
//! Only the main thread's loop is shown; the figures of memory and of the thread pool are the whole process's.

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
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Instant, SystemTime};

/// What is to be shown, found out before the loop is made.
pub struct Live {
    status: Arc<LoopStatus>,
    port: Option<u16>,
    target: Option<Target>,
}

/// Everything that figures are made of. All of it can be read on any thread at any time.
pub(crate) struct MetricSources {
    status: Arc<LoopStatus>,
    delays: Delays,
    pool: Pool,
    loop_stats: LoopQuery,
    began: Instant,
    began_at: SystemTime,
}

/// Whether any of it was started.
static IS_ON: AtomicBool = AtomicBool::new(false);
static EXPORTER: OnceLock<Exporter> = OnceLock::new();

impl Live {
    /// None, unless the command line or the environment asks for it.
    pub fn from_options(options: &Options) -> Option<Live> {
        let target = Target::from_environment();
        if options.inspect_loop.is_none() && target.is_none() {
            return None;
        }
        Some(Live { status: Arc::new(LoopStatus::default()), port: options.inspect_loop, target })
    }

    /// For the loop to write.
    pub fn status(&self) -> Arc<LoopStatus> {
        self.status.clone()
    }

    /// Starts the threads. What cannot be had is told in a line, and the program runs without.
    pub fn start(self, lp: &Loop) {
        IS_ON.store(true, Ordering::Relaxed);
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

/// Whether the loop is shown to anybody, and what is active has to be countable.
pub fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// The process ends: whoever looks on gets the last rows, in a tenth of a second at most, and a collector the last figures,
/// in a second at most.
pub fn shut_down(code: i32) {
    events::shut_down(code);
    if let Some(exporter) = EXPORTER.get() {
        exporter.finish();
    }
}

/// A thread that the program can do without, should the system give no more of them.
fn start_thread(name: &str, body: impl FnOnce() + Send + 'static) {
    if let Err(error) = std::thread::Builder::new().name(name.to_owned()).spawn(body) {
        warn(&format!("no thread could be started to show the loop: {error}"));
    }
}

fn warn(message: &str) {
    crate::watchdog::write_line(&format!("hexloop: {message}\n"));
}
