//! `resourceLimits.maxOldGenerationSizeMb`: terminates a worker whose heap exceeds the limit, and nothing else.
//!
//! The engine has no heap limit of its own but physical memory. So the watchdog that `terminate()` uses checks the heap
//! as well, every few milliseconds of the worker's CPU time, less often while there is much headroom (each check
//! deoptimizes code):
//!
//! ```text
//!   check ─▶ capacity in use ≤ limit ─▶ continue
//!               └─ above ─▶ collect ─▶ live bytes ≤ limit ─▶ continue, with a backoff
//!                                         └─ above ─▶ the script is terminated, 'error' is ERR_WORKER_OUT_OF_MEMORY
//! ```
//!
//! Only cells are counted, not what the engine allocates elsewhere: backing stores of buffers, which V8 does not count
//! either, and the characters of long strings, which it does. A long allocation within one engine call, such as `fill`
//! on a huge array, is noticed when it returns. The watchdog's clock runs across callbacks in nested entries (see
//! `hexloop_engine`); in plain ones it restarts with each, and growth in many short callbacks is noticed by the first
//! that takes long enough.

use hexloop_engine::Cx;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// A collection that freed enough is not repeated before this many times its own duration has passed.
const INTERVAL_PER_COLLECTION: u32 = 5;

pub struct HeapLimit {
    bytes: u64,
    not_before: Cell<Option<Instant>>,
}

/// The fastest growth of a heap, in bytes per second.
const FASTEST_GROWTH: u64 = 1 << 30;

impl HeapLimit {
    pub const MIN_CHECK_INTERVAL: Duration = Duration::from_millis(10);
    const MAX_CHECK_INTERVAL: Duration = Duration::from_millis(250);

    pub fn new(bytes: u64) -> HeapLimit {
        HeapLimit { bytes, not_before: Cell::new(None) }
    }

    /// Whether the live bytes exceed the limit.
    pub fn is_exceeded(&self, cx: Cx<'_>) -> bool {
        let begin = Instant::now();
        if self.not_before.get().is_some_and(|time| begin < time) || used_capacity(cx) <= self.bytes {
            return false;
        }
        cx.collect_without_destructors();
        if live_bytes(cx) > self.bytes {
            return true;
        }
        let interval = (begin.elapsed() * INTERVAL_PER_COLLECTION).max(Duration::from_millis(10));
        self.not_before.set(Some(Instant::now() + interval));
        false
    }

    /// No longer than the headroom can last.
    pub fn next_check_interval(&self, cx: Cx<'_>) -> Duration {
        let headroom = self.bytes.saturating_sub(used_capacity(cx));
        let time_left = Duration::from_millis(headroom * 1000 / FASTEST_GROWTH);
        time_left.clamp(HeapLimit::MIN_CHECK_INTERVAL, HeapLimit::MAX_CHECK_INTERVAL)
    }
}

/// Including garbage that is not collected yet.
fn used_capacity(cx: Cx<'_>) -> u64 {
    let heap = cx.heap_size();
    heap.capacity.saturating_sub(heap.extra_memory)
}

/// As of the last collection.
fn live_bytes(cx: Cx<'_>) -> u64 {
    let heap = cx.heap_size();
    heap.size.saturating_sub(heap.extra_memory)
}
