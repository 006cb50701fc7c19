//! Heap statistics, and returning freed memory to the system.

use crate::capabilities::{gc_hooks, heap_accounting, heap_size};
use crate::context::Cx;
use crate::ffi::JSContextGroupRef;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes and counts, as the engine reports them. All zero if it does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapStatistics {
    pub size: u64,
    pub capacity: u64,
    pub extra_memory: u64,
    pub object_count: u64,
    pub protected_object_count: u64,
}

/// In bytes. All zero if the engine does not report them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapSize {
    pub size: u64,
    pub capacity: u64,
    pub extra_memory: u64,
}

impl Cx<'_> {
    /// Without walking the heap, where the engine supports that.
    pub fn heap_size(self) -> HeapSize {
        let Some((capacity, extra_memory)) = heap_size::capacity_and_extra(self) else {
            let HeapStatistics { size, capacity, extra_memory, .. } = self.heap_statistics();
            return HeapSize { size, capacity, extra_memory };
        };
        let size = marked_objects(self).saturating_add(extra_memory);
        HeapSize { size: size as u64, capacity: capacity as u64, extra_memory: extra_memory as u64 }
    }

    /// Counts every object.
    pub fn heap_statistics(self) -> HeapStatistics {
        let Some(table) = heap_accounting::statistics(self) else { return HeapStatistics::default() };
        let read = |name| table.get(name).ok().and_then(|n| n.to_number().ok()).map_or(0, |n| n as u64);
        HeapStatistics {
            size: read("heapSize"),
            capacity: read("heapCapacity"),
            extra_memory: read("extraMemorySize"),
            object_count: read("objectCount"),
            protected_object_count: read("protectedObjectCount"),
        }
    }
}

/// The bytes marked by the last collection. Summing them up visits every block (0.1 ms for 30 MB), and only collections change them.
#[derive(Clone, Copy)]
struct Marked {
    group: JSContextGroupRef,
    collections: &'static AtomicU64,
    counted_at: u64,
    bytes: usize,
}

thread_local! {
    /// For the VM of this thread that was queried last.
    static MARKED: Cell<Option<Marked>> = const { Cell::new(None) };
}

fn marked_objects(cx: Cx<'_>) -> usize {
    let group = cx.group();
    let known = MARKED.get().filter(|marked| marked.group == group);
    if let Some(marked) = known
        && marked.counted_at == marked.collections.load(Ordering::Acquire)
    {
        return marked.bytes;
    }
    let collections = known.map(|marked| marked.collections).or_else(|| gc_hooks::count_collections(group));
    // Read first: if a collection ends while blocks are visited, the next call visits them again.
    let counted_at = collections.map_or(0, |collections| collections.load(Ordering::Acquire));
    let bytes = heap_size::marked_objects(cx).unwrap_or(0);
    MARKED.set(collections.map(|collections| Marked { group, collections, counted_at, bytes }));
    bytes
}

/// Before a VM is released: another one may get its address.
pub(crate) fn forget(group: JSContextGroupRef) {
    let _ = MARKED.try_with(|marked| marked.set(marked.get().filter(|marked| marked.group != group)));
}

/// Returns memory that Rust has freed to the system, which the allocator does only gradually. For the end of work that took
/// much of it; takes about a millisecond.
pub fn release_free_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: a function of the allocator that may be called at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}
