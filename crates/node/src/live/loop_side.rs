//! What only the JavaScript thread can tell: the heap, and what is active. It is asked in poll, between two callbacks.

use crate::host::{Host, host_if_any};
use hexloop::LoopProxy;
use hexloop_engine::HeapStatistics;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A loop that does not answer within this is busy, and the last answer has to do.
const PATIENCE: Duration = Duration::from_millis(50);

#[derive(Clone)]
pub struct Facts {
    pub heap: HeapStatistics,
    /// Referenced ones, by kind.
    pub handles: Vec<(String, u64)>,
    pub requests: Vec<(String, u64)>,
    pub told: Instant,
}

pub struct LoopSide {
    proxy: LoopProxy,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    was_told: Condvar,
}

#[derive(Default)]
struct State {
    facts: Option<Facts>,
    is_asked: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, facts: Facts) {
        *self.lock() = State { facts: Some(facts), is_asked: false };
        self.was_told.notify_all();
    }
}

impl LoopSide {
    pub fn new(proxy: LoopProxy) -> LoopSide {
        LoopSide { proxy, shared: Arc::default() }
    }

    /// The answer of now if the loop gives one soon, else the last one; none if there never was any.
    pub fn ask(&self) -> Option<Facts> {
        let mut state = self.shared.lock();
        if !state.is_asked {
            let shared = self.shared.clone();
            state.is_asked = self.proxy.post(move |_| {
                if let Some(host) = host_if_any() {
                    shared.tell(facts(&host));
                }
            });
        }
        let asked = Instant::now();
        while state.is_asked && asked.elapsed() < PATIENCE {
            state = self.shared.was_told.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.facts.clone()
    }

    /// On the JavaScript thread, wherever it is: the heap alone, for the last export. Other threads leave things as they are.
    pub fn tell_heap(&self) {
        let Some(host) = host_if_any() else { return };
        let heap = host.cx().heap_statistics();
        let mut state = self.shared.lock();
        let (handles, requests) = state.facts.take().map(|facts| (facts.handles, facts.requests)).unwrap_or_default();
        state.facts = Some(Facts { heap, handles, requests, told: Instant::now() });
        // Nobody will answer any more.
        state.is_asked = false;
    }

    /// The last answer.
    pub fn last(&self) -> Option<Facts> {
        self.shared.lock().facts.clone()
    }
}

fn facts(host: &Host) -> Facts {
    let cx = host.cx();
    let count = host.entries.count_active.get().and_then(|entry| entry.get(cx).as_object());
    let counted = count.and_then(|function| function.call(&[]).ok()).and_then(|text| text.to_text().ok());
    let (handles, requests) = parse(&counted.unwrap_or_default());
    Facts { heap: cx.heap_statistics(), handles, requests, told: Instant::now() }
}

type Counts = Vec<(String, u64)>;

/// Reads what `process/resources` wrote: `handle TCPServerWrap 2` or `request FSReqCallback 1` on each line.
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
    fn handles_and_requests_are_told_apart() {
        let (handles, requests) = parse("handle TCPServerWrap 2\nrequest FSReqCallback 1\nhandle Timeout 30\n");
        assert_eq!(handles, [("TCPServerWrap".to_owned(), 2), ("Timeout".to_owned(), 30)]);
        assert_eq!(requests, [("FSReqCallback".to_owned(), 1)]);
    }
}
