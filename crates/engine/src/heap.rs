//! The engine's memory: what it holds, and what we hold on its behalf.

use crate::capabilities::heap_accounting;
use crate::capabilities::heap_size::heap_size;
use crate::context::Cx;

/// Bytes and counts, as the engine reports them. All zero where it cannot tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapStatistics {
    pub size: u64,
    pub capacity: u64,
    pub extra_memory: u64,
    pub object_count: u64,
    pub protected_object_count: u64,
}

/// In bytes. All zero where the engine cannot tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapSize {
    pub size: u64,
    pub capacity: u64,
    pub extra_memory: u64,
}

impl Cx<'_> {
    /// Without a walk through the heap, where the engine can be asked that way.
    pub fn heap_size(self) -> HeapSize {
        match heap_size(self) {
            Some(heap) => HeapSize {
                size: heap.size as u64,
                capacity: heap.capacity as u64,
                extra_memory: heap.extra_memory as u64,
            },
            None => {
                let HeapStatistics { size, capacity, extra_memory, .. } = self.heap_statistics();
                HeapSize { size, capacity, extra_memory }
            }
        }
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

/// Gives memory that Rust has freed back to the system, which the allocator does only by and by. For the end of work that took
/// much of it; takes about a millisecond.
pub fn give_back_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the allocator's own; it may be called at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}
