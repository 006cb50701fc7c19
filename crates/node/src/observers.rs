//! Observers of every callback of the loop: the watchdog, the recorder, both, or (usually) none.

use crate::clock::steady_ns;
use crate::trace::Recorder;
use crate::watchdog::{self, Heartbeat};
use hexloop::Loop;
use hexloop_engine::{Vm, Watchdog, observe_collections};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

pub struct Observers {
    heartbeat: Option<Arc<Heartbeat>>,
    recorder: Option<Arc<Recorder>>,
}

impl Observers {
    /// None without observers: then a callback costs one check.
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

    /// Whether every callback must be reported. The recorder gets its own from JavaScript.
    pub fn observes_every_callback(&self) -> bool {
        self.heartbeat.is_some()
    }

    pub fn loop_waits(&self) {
        if let Some(heartbeat) = &self.heartbeat {
            heartbeat.loop_waits();
        }
    }

    /// The CPU time until the next check.
    fn next_interval(&self, last: Duration) -> Duration {
        if self.heartbeat.as_ref().is_some_and(|heartbeat| heartbeat.is_stack_requested()) {
            return watchdog::RETRY_INTERVAL;
        }
        self.recorder.as_ref().map_or(watchdog::CHECK_INTERVAL, |recorder| recorder.next_sample_interval(last))
    }

    /// Makes the engine check long-running scripts. Before the loop is entered: see [`Watchdog`].
    pub fn install_watchdog(self: &Rc<Observers>, vm: &Vm) -> Option<Watchdog> {
        if let Some(recorder) = self.recorder.clone() {
            let collected = move |began, ended| recorder.collected(began, ended);
            observe_collections(vm, steady_ns, Box::new(collected));
        }
        let this = self.clone();
        let first = if self.recorder.is_some() { Recorder::SAMPLE_INTERVAL } else { watchdog::CHECK_INTERVAL };
        let pace = Rc::new(Cell::new(first));
        let next = pace.clone();
        Watchdog::polling_at(
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
