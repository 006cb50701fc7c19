//! The allocator of brotli's encoders and decoders: malloc, but a thread's large blocks are used again.
//!
//! An encoder allocates its whole window (4 MB by default) and uses as much of it as there is input. Blocks of that size are mappings of
//! their own, and to make one and fault in its pages takes longer than to compress 64 KB.

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr::{self, NonNull};

/// From here on a block may be used again; smaller ones are used again by malloc.
const LARGE: usize = 1 << 20;
/// Larger ones are not kept.
const LARGEST: usize = 32 << 20;
/// An encoder has two.
const MOST_SPARES: usize = 2;
/// Before the block that the library sees: its size.
const HEADER: usize = 16;

thread_local! {
    static SPARES: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
}

/// A block of malloc's, header included.
struct Block(NonNull<usize>);

impl Block {
    fn new(size: usize) -> Option<Block> {
        // SAFETY: malloc accepts any size, and aligns to 16 bytes.
        let start = unsafe { libc::malloc(size.checked_add(HEADER)?) }.cast::<usize>();
        let block = Block(NonNull::new(start)?);
        // SAFETY: the header is part of the block.
        unsafe { block.0.write(size) };
        Some(block)
    }

    fn size(&self) -> usize {
        // SAFETY: written by `new`; the library gets what follows the header.
        unsafe { self.0.read() }
    }

    fn into_memory(self) -> *mut c_void {
        let block = std::mem::ManuallyDrop::new(self);
        // SAFETY: within the block.
        unsafe { block.0.cast::<u8>().add(HEADER) }.as_ptr().cast()
    }

    /// # Safety
    /// `memory` is of `into_memory`, and nobody uses it any more.
    unsafe fn from_memory(memory: NonNull<u8>) -> Block {
        // SAFETY: the header precedes the memory.
        Block(unsafe { memory.sub(HEADER) }.cast())
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: the block of `new`.
        unsafe { libc::free(self.0.as_ptr().cast()) };
    }
}

/// The smallest that is large enough.
fn take(spares: &mut Vec<Block>, size: usize) -> Option<Block> {
    let fits = spares.iter().enumerate().filter(|(_, block)| block.size() >= size);
    let (at, _) = fits.min_by_key(|(_, block)| block.size())?;
    Some(spares.swap_remove(at))
}

/// A `brotli_alloc_func`.
pub(super) unsafe extern "C" fn allocate(_: *mut c_void, size: usize) -> *mut c_void {
    let block =
        if size < LARGE { None } else { SPARES.try_with(|spares| take(&mut spares.borrow_mut(), size)).ok().flatten() };
    block.or_else(|| Block::new(size)).map_or(ptr::null_mut(), Block::into_memory)
}

/// A `brotli_free_func`.
pub(super) unsafe extern "C" fn free(_: *mut c_void, memory: *mut c_void) {
    let Some(memory) = NonNull::new(memory.cast::<u8>()) else { return };
    // SAFETY: the library frees what `allocate` returned, once.
    let block = unsafe { Block::from_memory(memory) };
    if (LARGE..=LARGEST).contains(&block.size()) {
        // Fails when the thread ends: then the block is freed.
        let _ = SPARES.try_with(|spares| {
            let mut spares = spares.borrow_mut();
            spares.truncate(MOST_SPARES - 1);
            spares.insert(0, block);
        });
    }
}
