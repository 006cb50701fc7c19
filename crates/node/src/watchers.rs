//! Who is told of every callback of the loop: the watchdog, the recording, both, or (mostly) nobody.

use crate::clock::steady_ns;
use crate::trace::Recorder;
use crate::watchdog::{self, Pulse};
use hexloop::Loop;
use hexloop_engine::{Vm, Watchdog, observe_collections};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

pub struct Watchers {
    pulse: Option<Arc<Pulse>>,
    recorder: Option<Arc<Recorder>>,
}

impl Watchers {
    /// None if nobody watches: then a callback costs one look at this.
    pub fn of(pulse: Option<Arc<Pulse>>, recorder: Option<Arc<Recorder>>) -> Option<Rc<Watchers>> {
        (pulse.is_some() || recorder.is_some()).then(|| Rc::new(Watchers { pulse, recorder }))
    }

    #[inline]
    pub fn callback_begins(&self, lp: &Loop) {
        if let Some(pulse) = &self.pulse {
            pulse.begin();
        }
        if let Some(recorder) = &self.recorder {
            recorder.callback_begins(lp);
        }
    }

    /// Whether each callback has to be told. A recording tells them by itself.
    pub fn count_callbacks(&self) -> bool {
        self.pulse.is_some()
    }

    pub fn loop_sleeps(&self) {
        if let Some(pulse) = &self.pulse {
            pulse.sleep();
        }
    }

    /// How long after a look the next one comes, in CPU time.
    fn next_look(&self, last: Duration) -> Duration {
        if self.pulse.as_ref().is_some_and(|pulse| pulse.is_asked()) {
            return watchdog::LOOK_AGAIN;
        }
        self.recorder.as_ref().map_or(watchdog::LOOK_EVERY, |recorder| recorder.next_sample(last))
    }

    /// Has the engine look into scripts that run long. Before the loop is entered: see [`Watchdog`].
    pub fn watch_engine(self: &Rc<Watchers>, vm: &Vm) -> Option<Watchdog> {
        if let Some(recorder) = self.recorder.clone() {
            let collected = move |began, ended| recorder.collected(began, ended);
            observe_collections(vm, steady_ns, Box::new(collected));
        }
        let this = self.clone();
        let first = if self.recorder.is_some() { Recorder::SAMPLE_EVERY } else { watchdog::LOOK_EVERY };
        let pace = Rc::new(Cell::new(first));
        let next = pace.clone();
        Watchdog::polling_at(
            vm,
            pace,
            Rc::new(move |cx| {
                if let Some(recorder) = &this.recorder {
                    recorder.sample(cx);
                }
                crate::trace_sigint::answer(cx);
                if let Some(pulse) = &this.pulse {
                    pulse.answer(cx);
                }
                next.set(this.next_look(next.get()));
                false
            }),
        )
    }
}
