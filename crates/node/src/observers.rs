//! Who is told of every callback of the loop: the watchdog, the recording, both, or (mostly) nobody.

use crate::clock::steady_ns;
use crate::trace::Recorder;
use crate::watchdog::{self, Heartbeat};
use hexloop::Loop;
use hexloop_engine::{Vm, Watchdog, watch_collections};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

pub struct Observers {
    heartbeat: Option<Arc<Heartbeat>>,
    recorder: Option<Arc<Recorder>>,
}

impl Observers {
    /// None if nobody watches: then a callback costs one look at this.
    pub fn from_parts(heartbeat: Option<Arc<Heartbeat>>, recorder: Option<Arc<Recorder>>) -> Option<Rc<Observers>> {
        (heartbeat.is_some() || recorder.is_some()).then(|| Rc::new(Observers { heartbeat, recorder }))
    }

    #[inline]
    pub fn callback_started(&self, lp: &Loop) {
        if let Some(heartbeat) = &self.heartbeat {
            heartbeat.task_started();
        }
        if let Some(recorder) = &self.recorder {
            recorder.callback_started(lp);
        }
    }

    /// Whether each callback has to be told. A recording tells them by itself.
    pub fn observes_every_callback(&self) -> bool {
        self.heartbeat.is_some()
    }

    pub fn loop_waits(&self) {
        if let Some(heartbeat) = &self.heartbeat {
            heartbeat.loop_waits();
        }
    }

    /// How long after a look the next one comes, in CPU time.
    fn next_interval(&self, last: Duration) -> Duration {
        if self.heartbeat.as_ref().is_some_and(|heartbeat| heartbeat.is_stack_requested()) {
            return watchdog::RETRY_INTERVAL;
        }
        self.recorder.as_ref().map_or(watchdog::CHECK_INTERVAL, |recorder| recorder.next_sample_interval(last))
    }

    /// Has the engine look into scripts that run long. Before the loop is entered: see [`Watchdog`].
    pub fn install_watchdog(self: &Rc<Observers>, vm: &Vm) -> Option<Watchdog> {
        if let Some(recorder) = self.recorder.clone() {
            let collected = move |began, ended| recorder.collected(began, ended);
            watch_collections(vm, steady_ns, Box::new(collected));
        }
        let this = self.clone();
        let first = if self.recorder.is_some() { Recorder::SAMPLE_INTERVAL } else { watchdog::CHECK_INTERVAL };
        let pace = Rc::new(Cell::new(first));
        let next = pace.clone();
        Watchdog::looking_at(
            vm,
            pace,
            Rc::new(move |cx| {
                if let Some(recorder) = &this.recorder {
                    recorder.sample(cx);
                }
                crate::trace_sigint::check(cx);
                if let Some(heartbeat) = &this.heartbeat {
                    heartbeat.check(cx);
                }
                next.set(this.next_interval(next.get()));
                false
            }),
        )
    }
}
