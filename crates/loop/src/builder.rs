//! Options of a new loop.

use std::fmt;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::Clock;
use crate::close::CloseOrder;
use crate::event_loop::Loop;
use crate::observer::Observer;
use crate::pool::Pool;
use crate::status::LoopStatus;

/// Options of a new loop; see [`Loop::builder`].
#[derive(Default)]
#[must_use = "call build() to make the loop"]
pub struct Builder {
    pub(crate) clock: Option<Box<dyn Clock>>,
    pub(crate) pool: Option<Pool>,
    pub(crate) observer: Option<Rc<dyn Observer>>,
    pub(crate) per_phase_times: bool,
    pub(crate) status: Option<Arc<LoopStatus>>,
    pub(crate) close_order: CloseOrder,
    pub(crate) pending_after_poll: bool,
    pub(crate) entry_rule: bool,
    pub(crate) min_poll_interval: Duration,
    pub(crate) pool_size_variable: Option<&'static str>,
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("pool", &self.pool)
            .field("per_phase_times", &self.per_phase_times)
            .field("close_order", &self.close_order)
            .field("pending_after_poll", &self.pending_after_poll)
            .field("entry_rule", &self.entry_rule)
            .field("min_poll_interval", &self.min_poll_interval)
            .field("pool_size_variable", &self.pool_size_variable)
            .finish_non_exhaustive()
    }
}

impl Builder {
    /// The clock; [`RealClock`](crate::RealClock) by default.
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Some(Box::new(clock));
        self
    }

    /// The thread pool; by default [the one of the process](Pool::process).
    pub fn pool(mut self, pool: Pool) -> Self {
        self.pool = Some(pool);
        self
    }

    /// A thread pool of the loop's own, with this many threads.
    pub fn pool_size(self, threads: usize) -> Self {
        self.pool(Pool::with_threads(threads))
    }

    /// An observer.
    pub fn observer(mut self, observer: impl Observer + 'static) -> Self {
        self.observer = Some(Rc::new(observer));
        self
    }

    /// Measures the time spent in each phase, at two readings of the clock per phase: see
    /// [`Metrics::phase_time`](crate::Metrics::phase_time).
    pub fn per_phase_times(mut self, measure: bool) -> Self {
        self.per_phase_times = measure;
        self
    }

    /// Where the loop publishes its status for other threads, at one reading of the clock for each phase that has something
    /// to do.
    pub fn status(mut self, status: Arc<LoopStatus>) -> Self {
        self.status = Some(status);
        self
    }

    /// The order of the close callbacks of one turn.
    pub fn close_order(mut self, order: CloseOrder) -> Self {
        self.close_order = order;
        self
    }

    /// Runs what poll's own callbacks deferred ([`Loop::defer`]) at the end of poll, before check, as libuv does since 1.45. By
    /// default it waits for the pending phase of the next turn.
    pub fn pending_after_poll(mut self, run: bool) -> Self {
        self.pending_after_poll = run;
        self
    }

    /// The entry rule, off by default. When [`Loop::run`] enters the loop for the first time and timers are due within a
    /// millisecond, it waits for them before it does anything else, so that they run in the first turn, before any I/O
    /// callback and any check hook.
    ///
    /// In Node it depends on the machine whether `setTimeout(f, 0)` or `setImmediate(g)` of the main script runs first;
    /// with this rule the timer always does.
    pub fn entry_rule(mut self, enabled: bool) -> Self {
        self.entry_rule = enabled;
        self
    }

    /// The minimum poll interval, zero by default. While the loop is busy (turns that may not wait, because an idle hook is
    /// active for instance), it polls the system at most once per interval instead of in every turn. Ready I/O is then
    /// reported up to an interval late, unless it was announced by [`Loop::expect_io`]. A loop that is not busy always polls.
    ///
    /// A system call takes longer than the rest of such a turn: 300 of 350 ns where this was measured. It has no effect with
    /// a clock that is not [steady](crate::Clock::is_steady).
    pub fn min_poll_interval(mut self, interval: Duration) -> Self {
        self.min_poll_interval = interval;
        self
    }

    /// Names an environment variable that has the number of threads of the process's pool, as `UV_THREADPOOL_SIZE` has for
    /// libuv: 1 to 1024. It is read when the first job is submitted; unset, or if this is not called, there are four. It has
    /// no effect on a pool of the loop's own.
    pub fn pool_size_variable(mut self, name: &'static str) -> Self {
        self.pool_size_variable = Some(name);
        self
    }

    /// Makes the loop. Fails if the system has no descriptors left for it.
    pub fn build(self) -> io::Result<Loop> {
        Loop::from_builder(self)
    }
}
