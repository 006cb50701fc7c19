//! Memory for the window of a brotli encoder.
//!
//! The encoder allocates its whole window (8 MB by default) for an input of 64 KB or more, and uses as much of it as there is input. The
//! heap clears memory that it has given out before, all of it: two thirds of the time for 64 KB. Pages of the system are cleared when they are first used.

use brotli::enc::{Allocator, StandardAlloc};
use brotli::{SliceWrapper, SliceWrapperMut};
use std::ptr::NonNull;

/// Anonymous pages: unused ones take no memory.
pub struct Pages {
    start: NonNull<u8>,
    length: usize,
}

// SAFETY: the pages belong to this value alone.
unsafe impl Send for Pages {}

impl Pages {
    fn new(length: usize) -> Option<Pages> {
        let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping, at an address that the system chooses.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), length, protection, flags, -1, 0) };
        if start == libc::MAP_FAILED { None } else { NonNull::new(start.cast()).map(|start| Pages { start, length }) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: the mapping of `new`, and nothing borrows it any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.length) };
    }
}

type Boxed = <StandardAlloc as Allocator<u8>>::AllocatedMemory;

pub enum WindowMemory {
    Boxed(Boxed),
    Pages(Pages),
}

impl Default for WindowMemory {
    fn default() -> WindowMemory {
        WindowMemory::Boxed(Boxed::default())
    }
}

impl SliceWrapper<u8> for WindowMemory {
    fn slice(&self) -> &[u8] {
        match self {
            WindowMemory::Boxed(memory) => memory.slice(),
            // SAFETY: `length` bytes that are mapped and zero or written, borrowed with `self`.
            WindowMemory::Pages(pages) => unsafe { std::slice::from_raw_parts(pages.start.as_ptr(), pages.length) },
        }
    }
}

impl SliceWrapperMut<u8> for WindowMemory {
    fn slice_mut(&mut self) -> &mut [u8] {
        match self {
            WindowMemory::Boxed(memory) => memory.slice_mut(),
            // SAFETY: as above, and `self` is borrowed mutably.
            WindowMemory::Pages(pages) => unsafe { std::slice::from_raw_parts_mut(pages.start.as_ptr(), pages.length) },
        }
    }
}

/// Below this, clearing takes less time than the page faults.
const MIN_PAGES: usize = 1 << 20;

#[derive(Default)]
pub struct WindowAllocator;

impl Allocator<u8> for WindowAllocator {
    type AllocatedMemory = WindowMemory;

    fn alloc_cell(&mut self, length: usize) -> WindowMemory {
        let pages = if length < MIN_PAGES { None } else { Pages::new(length) };
        pages.map_or_else(|| WindowMemory::Boxed(StandardAlloc::default().alloc_cell(length)), WindowMemory::Pages)
    }

    fn free_cell(&mut self, _memory: WindowMemory) {}
}
