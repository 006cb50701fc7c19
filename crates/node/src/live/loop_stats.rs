//! What only the JavaScript thread knows: heap statistics and active handles. Queried in the poll phase, between two
//! callbacks.

use crate::host::{Host, host_if_any};
use hexloop::LoopProxy;
use hexloop_engine::HeapStatistics;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// If the loop does not reply within this time it is busy, and the last reply is used.
const QUERY_TIMEOUT: Duration = Duration::from_millis(50);

#[derive(Clone)]
pub struct LoopStats {
    pub heap: HeapStatistics,
    /// Referenced handles, by type.
    pub handles: Vec<(String, u64)>,
    pub requests: Vec<(String, u64)>,
    pub taken_at: Instant,
}

pub struct LoopQuery {
    proxy: LoopProxy,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    updated: Condvar,
}

#[derive(Default)]
struct State {
    stats: Option<LoopStats>,
    is_pending: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self, stats: LoopStats) {
        *self.lock() = State { stats: Some(stats), is_pending: false };
        self.updated.notify_all();
    }
}

impl LoopQuery {
    pub fn new(proxy: LoopProxy) -> LoopQuery {
        LoopQuery { proxy, shared: Arc::default() }
    }

    /// Queries the loop; without a timely reply, returns the last one; None if there never was any.
    pub fn query(&self) -> Option<LoopStats> {
        let mut state = self.shared.lock();
        if !state.is_pending {
            let shared = self.shared.clone();
            state.is_pending = self.proxy.post(move |_| {
                if let Some(host) = host_if_any() {
                    shared.update(collect(&host));
                }
            });
        }
        let requested_at = Instant::now();
        while state.is_pending && requested_at.elapsed() < QUERY_TIMEOUT {
            state = self.shared.updated.wait_timeout(state, QUERY_TIMEOUT).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.stats.clone()
    }

    /// On the JavaScript thread: updates the heap statistics alone, for the last export. Does nothing on other threads.
    pub fn update_heap(&self) {
        let Some(host) = host_if_any() else { return };
        let heap = host.cx().heap_statistics();
        let mut state = self.shared.lock();
        let (handles, requests) = state.stats.take().map(|stats| (stats.handles, stats.requests)).unwrap_or_default();
        state.stats = Some(LoopStats { heap, handles, requests, taken_at: Instant::now() });
        // There will be no more replies.
        state.is_pending = false;
    }

    /// The last reply.
    pub fn last(&self) -> Option<LoopStats> {
        self.shared.lock().stats.clone()
    }
}

fn collect(host: &Host) -> LoopStats {
    let cx = host.cx();
    let count = host.entries.count_active.get().and_then(|entry| entry.get(cx).as_object());
    let counted = count.and_then(|function| function.call(&[]).ok()).and_then(|text| text.to_text().ok());
    let (handles, requests) = parse(&counted.unwrap_or_default());
    LoopStats { heap: cx.heap_statistics(), handles, requests, taken_at: Instant::now() }
}

type Counts = Vec<(String, u64)>;

/// Parses the output of `process/resources`: `handle TCPServerWrap 2` or `request FSReqCallback 1` on each line.
fn parse(text: &str) -> (Counts, Counts) {
    let (mut handles, mut requests) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let Some((rest, count)) = line.rsplit_once(' ') else { continue };
        let Some((what, kind)) = rest.split_once(' ') else { continue };
        let Ok(count) = count.parse() else { continue };
        if what == "request" { &mut requests } else { &mut handles }.push((kind.to_owned(), count));
    }
    (handles, requests)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn handles_and_requests_are_distinguished() {
        let (handles, requests) = parse("handle TCPServerWrap 2\nrequest FSReqCallback 1\nhandle Timeout 30\n");
        assert_eq!(handles, [("TCPServerWrap".to_owned(), 2), ("Timeout".to_owned(), 30)]);
        assert_eq!(requests, [("FSReqCallback".to_owned(), 1)]);
    }
}
