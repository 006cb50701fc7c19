//! `resourceLimits.maxOldGenerationSizeMb`: a worker whose objects outgrow it is ended, and nobody else is.
//!
//! The engine has no limit of its own but the memory of the machine. So the watchdog that `terminate()` uses looks at the heap,
//! too, every few milliseconds of the worker's CPU time, less often while there is much room (each look costs quick code):
//!
//! ```text
//!   look ─▶ room taken ≤ limit ─▶ go on
//!              └─ above ─▶ collect ─▶ what lives ≤ limit ─▶ go on, and look again when that has paid
//!                                        └─ above ─▶ the script is ended, 'error' is ERR_WORKER_OUT_OF_MEMORY
//! ```
//!
//! Only objects are counted: what the engine keeps elsewhere (the bytes of buffers, which V8 does not count either, and the
//! letters of long strings, which it does) is not. One call of the engine that allocates for long, such as `fill` on a huge
//! array, is seen when it returns. The watchdog's clock runs across callbacks in the nested way in (see `hexloop_engine`); in the
//! plain one it starts anew with each, and growth in many short callbacks is found by the first that takes long enough.

use hexloop_engine::Cx;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// A collection that found room is not repeated before this many times its own length has passed.
const PAUSE_PER_COLLECTION: u32 = 5;

pub struct HeapLimit {
    bytes: u64,
    not_before: Cell<Option<Instant>>,
}

/// A program that does nothing else fills its heap at this pace, in bytes a second.
const FASTEST_GROWTH: u64 = 1 << 30;

impl HeapLimit {
    pub const MIN_CHECK_INTERVAL: Duration = Duration::from_millis(10);
    const MAX_CHECK_INTERVAL: Duration = Duration::from_millis(250);

    pub fn new(bytes: u64) -> HeapLimit {
        HeapLimit { bytes, not_before: Cell::new(None) }
    }

    /// Whether what lives is more than is allowed.
    pub fn is_exceeded(&self, cx: Cx<'_>) -> bool {
        let begin = Instant::now();
        if self.not_before.get().is_some_and(|time| begin < time) || used_capacity(cx) <= self.bytes {
            return false;
        }
        cx.collect_only();
        if live_bytes(cx) > self.bytes {
            return true;
        }
        let pause = (begin.elapsed() * PAUSE_PER_COLLECTION).max(Duration::from_millis(10));
        self.not_before.set(Some(Instant::now() + pause));
        false
    }

    /// Not longer than the room that is left can last.
    pub fn next_check_interval(&self, cx: Cx<'_>) -> Duration {
        let headroom = self.bytes.saturating_sub(used_capacity(cx));
        let time_left = Duration::from_millis(headroom * 1000 / FASTEST_GROWTH);
        time_left.clamp(HeapLimit::MIN_CHECK_INTERVAL, HeapLimit::MAX_CHECK_INTERVAL)
    }
}

/// With what is dead and not yet collected.
fn used_capacity(cx: Cx<'_>) -> u64 {
    let heap = cx.heap_size();
    heap.capacity.saturating_sub(heap.extra_memory)
}

/// As the last collection counted it.
fn live_bytes(cx: Cx<'_>) -> u64 {
    let heap = cx.heap_size();
    heap.size.saturating_sub(heap.extra_memory)
}
