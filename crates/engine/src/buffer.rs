//! The bytes of typed arrays, DataViews and buffers, for Rust to access. This is the only place that creates slices of them.
//!
//! The C API returns the address of the bytes, but at a price: the buffer is *pinned* for ever (`transfer()` and
//! `structuredClone(…, { transfer })` then copy instead of moving), and a small array is first moved out of the collector's memory.
//! The address is also in the view's own cell. As in [`crate::capabilities::cell_layout`] nothing is assumed: samples whose
//! address is known show which word it is, and where they do not agree the C API is used.
//!
//! A slice is only sound while nobody writes the bytes, or while nobody else reads them:
//!
//! | who could | why not |
//! |---|---|
//! | JavaScript of this thread, which may also detach or resize | every entry panics meanwhile ([`assert_no_borrowed_bytes`], one thread-local load), and so does every transfer |
//! | Rust, through a second slice | slices are listed; an overlapping borrow panics, unless both only read |
//! | Rust, through [`crate::SharedNumbers`] | it checks the list |
//! | another thread | only a SharedArrayBuffer that was sent to another VM or received from one is visible to it ([`transferred_buffer::is_shared`]): of that there is no slice but a copy, whose changes are written back ([`shared_copy`]) |

use crate::capabilities::{cell_layout, transferred_buffer};
use crate::context::Cx;
use crate::ffi::*;
use crate::shared_copy;
use crate::value::Value;
use std::cell::Cell;
use std::ops::Range;
use std::ptr;
use std::sync::atomic::AtomicU8;

/// The whole range.
pub(crate) fn all(length: usize) -> Range<usize> {
    0..length
}

/// Runs `read` on a part of the bytes of a typed array, DataView or ArrayBuffer; None for anything else. `part` gets the length
/// and returns a range, which is clamped to it.
#[inline]
pub(crate) fn with_bytes<R>(
    cx: Cx<'_>,
    raw: JSValueRef,
    part: impl FnOnce(usize) -> Range<usize>,
    read: impl FnOnce(&[u8]) -> R,
) -> Option<R> {
    let location = Location::find(cx, raw)?.chosen_part(part);
    if location.bytes.is_empty() {
        return Some(read(&[]));
    }
    let borrowed = Borrowed::checked(location.bytes.clone(), false);
    let _scope = BorrowScope::new(&borrowed);
    if location.is_shared {
        return Some(read(&shared_copy::read(location.cells())));
    }
    Some(read(location.slice()))
}

/// The same for writing.
#[inline]
pub(crate) fn with_bytes_mut<R>(
    cx: Cx<'_>,
    raw: JSValueRef,
    part: impl FnOnce(usize) -> Range<usize>,
    change: impl FnOnce(&mut [u8]) -> R,
) -> Option<R> {
    let location = Location::find(cx, raw)?.chosen_part(part);
    if location.bytes.is_empty() {
        return Some(change(&mut []));
    }
    let borrowed = Borrowed::checked(location.bytes.clone(), true);
    let _scope = BorrowScope::new(&borrowed);
    if location.is_shared {
        return Some(shared_copy::change(location.cells(), change));
    }
    // SAFETY: start and length are the engine's. They hold while no JavaScript runs, and `BorrowScope` forbids that, as well
    // as another slice over the same bytes; no other thread knows the memory; the value is alive, so the collector leaves it alone.
    Some(change(unsafe { std::slice::from_raw_parts_mut(location.bytes.start as *mut u8, location.bytes.len()) }))
}

/// The bytes of two such values, which may be the same or overlap: both are only read.
pub(crate) fn with_two<R>(cx: Cx<'_>, raw: [JSValueRef; 2], read: impl FnOnce(&[u8], &[u8]) -> R) -> Option<R> {
    with_bytes(cx, raw[0], all, |first| with_bytes(cx, raw[1], all, |second| read(first, second)))?
}

/// Copies up to `count` bytes of one such value into another, which may be the same or overlap; returns how many.
pub(crate) fn copy(
    cx: Cx<'_>,
    (source, from): (JSValueRef, usize),
    (target, to): (JSValueRef, usize),
    count: usize,
) -> Option<usize> {
    let source = Location::find(cx, source)?.part(|_| from..from.saturating_add(count));
    let target = Location::find(cx, target)?.part(|_| to..to.saturating_add(source.bytes.len()));
    let count = target.bytes.len();
    let source = source.part(|_| 0..count);
    if count == 0 {
        return Some(0);
    }
    if !BORROWED.get().is_null() {
        assert_not_borrowed(&source.bytes, false);
        assert_not_borrowed(&target.bytes, true);
    }
    if source.is_shared || target.is_shared {
        let bytes = if source.is_shared { shared_copy::read(source.cells()) } else { source.slice().to_vec() };
        target.overwrite(&bytes);
    } else {
        // SAFETY: both are the engine's, and hold while no JavaScript runs; nobody has a slice of either; no other thread knows them.
        unsafe { ptr::copy(source.bytes.start as *const u8, target.bytes.start as *mut u8, count) };
    }
    Some(count)
}

/// Whether two such values share bytes: then they cannot be lent together, unless both are only read.
pub(crate) fn overlap(cx: Cx<'_>, raw: [JSValueRef; 2]) -> bool {
    let [first, second] = raw.map(|raw| byte_range(cx, raw).unwrap_or_default());
    first.start < second.end && second.start < first.end
}

/// The address range of the bytes; None if the value has none.
pub(crate) fn byte_range(cx: Cx<'_>, raw: JSValueRef) -> Option<Range<usize>> {
    Location::find(cx, raw).map(|location| location.bytes)
}

/// The address range of a live value's bytes, valid until JavaScript runs.
struct Location {
    bytes: Range<usize>,
    /// Another thread may write them.
    is_shared: bool,
}

impl Location {
    const NONE: Location = Location { bytes: 0..0, is_shared: false };

    #[inline]
    fn find(cx: Cx<'_>, raw: JSValueRef) -> Option<Location> {
        if !transferred_buffer::may_be_shared() {
            // SAFETY: a live value.
            if let Some(bytes) = unsafe { cell_layout::fixed_length_array(raw) } {
                return Some(Location { bytes, is_shared: false });
            }
        }
        Location::query(cx, raw)
    }

    #[inline(never)]
    fn query(cx: Cx<'_>, raw: JSValueRef) -> Option<Location> {
        let mut exception: JSValueRef = ptr::null();
        let object = raw.cast_mut();
        // SAFETY: a live value, whose kind is queried first.
        unsafe {
            match JSValueGetTypedArrayType(cx.raw, raw, &mut exception) {
                NOT_A_TYPED_ARRAY => {
                    let object = Value::unprotected(cx, raw).as_object()?;
                    // Without the layout, brand checks run JavaScript, which may not be entered here. The length of what is not a
                    // view is 0.
                    let is_view = if cell_layout::is_known(cx) {
                        object.brand() == "DataView"
                    } else {
                        JSObjectGetTypedArrayByteLength(cx.raw, object.raw(), &mut exception) > 0
                    };
                    is_view.then(|| Location::of_view(cx, object.raw()))
                }
                ARRAY_BUFFER => {
                    let length = JSObjectGetArrayBufferByteLength(cx.raw, object, &mut exception);
                    if length == 0 {
                        return Some(Location::NONE);
                    }
                    let start = match cell_layout::buffer_address(cx, object) {
                        Some(start) => start,
                        None => JSObjectGetArrayBufferBytesPtr(cx.raw, object, &mut exception) as usize,
                    };
                    let is_shared = transferred_buffer::may_be_shared() && transferred_buffer::is_shared(object);
                    Some(Location::at(start, length, is_shared))
                }
                _ => Some(Location::of_view(cx, object)),
            }
        }
    }

    /// # Safety
    /// A live typed array or DataView.
    unsafe fn of_view(cx: Cx<'_>, view: JSObjectRef) -> Location {
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: by this function's contract. The length is 0 for a view that is detached or out of its buffer's bounds.
        unsafe {
            let length = JSObjectGetTypedArrayByteLength(cx.raw, view, &mut exception);
            if length == 0 {
                return Location::NONE;
            }
            // Before the address: querying its buffer may move a view's bytes.
            let is_shared = transferred_buffer::may_be_shared() && transferred_buffer::is_view_of_shared(cx, view);
            let start = match cell_layout::view_address_word(cx) {
                Some(index) => cell_layout::word(view, index) as usize,
                // The C API returns the address of the buffer, not of the view (test: an_offset_view_starts_at_its_offset).
                None => match JSObjectGetTypedArrayBytesPtr(cx.raw, view, &mut exception) as usize {
                    0 => 0,
                    base => base + JSObjectGetTypedArrayByteOffset(cx.raw, view, &mut exception),
                },
            };
            Location::at(start, length, is_shared)
        }
    }

    fn at(start: usize, length: usize, is_shared: bool) -> Location {
        if start == 0 { Location::NONE } else { Location { bytes: start..start + length, is_shared } }
    }

    #[inline]
    fn part(self, part: impl FnOnce(usize) -> Range<usize>) -> Location {
        let length = self.bytes.len();
        let part = part(length);
        let end = part.end.min(length);
        let start = part.start.min(end);
        Location { bytes: self.bytes.start + start..self.bytes.start + end, ..self }
    }

    /// `part` is the caller's: JavaScript in it could take the memory away.
    #[inline]
    fn chosen_part(self, part: impl FnOnce(usize) -> Range<usize>) -> Location {
        while_borrowing(|| self.part(part))
    }

    /// Only while the borrow is listed.
    fn slice(&self) -> &[u8] {
        // SAFETY: as in `with_bytes_mut`; others may read, but nobody writes.
        unsafe { std::slice::from_raw_parts(self.bytes.start as *const u8, self.bytes.len()) }
    }

    /// Writes all of it, which is not empty and not borrowed.
    fn overwrite(&self, bytes: &[u8]) {
        assert_eq!(bytes.len(), self.bytes.len());
        if self.is_shared {
            shared_copy::change(self.cells(), |output| output.copy_from_slice(bytes));
        } else {
            // SAFETY: as in `with_bytes_mut`.
            unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), self.bytes.start as *mut u8, self.bytes.len()) };
        }
    }

    /// Of shared memory, only while the borrow is listed.
    fn cells(&self) -> &[AtomicU8] {
        // SAFETY: shared memory is neither detached nor shrunk, and its owner is alive; every access to it from Rust goes through
        // such cells.
        unsafe { std::slice::from_raw_parts(self.bytes.start as *const AtomicU8, self.bytes.len()) }
    }
}

/// Bytes that Rust is accessing; the borrows form a list through the stack.
struct Borrowed {
    bytes: Range<usize>,
    is_written: bool,
    outer: *const Borrowed,
}

thread_local! {
    static BORROWED: Cell<*const Borrowed> = const { Cell::new(ptr::null()) };
}

/// Stays in the list for ever once the thread's engine has been shut down: nothing may enter it any more.
struct EngineEnded(Borrowed);

// SAFETY: immutable.
unsafe impl Sync for EngineEnded {}

static ENDED: EngineEnded = EngineEnded(Borrowed { bytes: 0..0, is_written: false, outer: ptr::null() });

/// From now on entering the engine on this thread panics.
pub(crate) fn forbid_entry() {
    BORROWED.set(&raw const ENDED.0);
}

impl Borrowed {
    #[inline]
    fn checked(bytes: Range<usize>, is_written: bool) -> Borrowed {
        let outer = BORROWED.get();
        if !outer.is_null() {
            assert_not_borrowed(&bytes, is_written);
        }
        Borrowed { bytes, is_written, outer }
    }
}

/// Panics if a slice over some of these bytes is in use, unless both only read.
#[cold]
fn assert_not_borrowed(bytes: &Range<usize>, is_written: bool) {
    let mut next = BORROWED.get();
    while !next.is_null() {
        // SAFETY: every element of the list is alive: `BorrowScope` removes it, innermost first, before it is dropped.
        let other = unsafe { &*next };
        let is_apart = bytes.end <= other.bytes.start || other.bytes.end <= bytes.start;
        assert!(is_apart || !(is_written || other.is_written), "bytes that are borrowed already were borrowed again");
        next = other.outer;
    }
}

/// For memory that Rust can also access in another way.
#[inline]
pub(crate) fn assert_cells_not_borrowed<T>(cells: &[Cell<T>], is_written: bool) {
    if !BORROWED.get().is_null() {
        let start = cells.as_ptr() as usize;
        assert_not_borrowed(&(start..start + size_of_val(cells)), is_written);
    }
}

struct BorrowScope<'b>(&'b Borrowed);

impl<'b> BorrowScope<'b> {
    #[inline]
    fn new(borrowed: &'b Borrowed) -> BorrowScope<'b> {
        BORROWED.set(borrowed);
        BorrowScope(borrowed)
    }
}

impl Drop for BorrowScope<'_> {
    fn drop(&mut self) {
        BORROWED.set(self.0.outer);
    }
}

/// Runs `body`, which accesses memory of the engine that belongs to no buffer: running JavaScript panics meanwhile.
#[inline]
pub(crate) fn while_borrowing<R>(body: impl FnOnce() -> R) -> R {
    let borrowed = Borrowed::checked(0..0, false);
    let _scope = BorrowScope::new(&borrowed);
    body()
}

/// Runs `body`, which runs JavaScript that cannot reach the borrowed bytes: in a context of its own.
pub(crate) fn with_borrows_suspended<R>(body: impl FnOnce() -> R) -> R {
    struct Suspended(*const Borrowed);
    impl Drop for Suspended {
        fn drop(&mut self) {
            BORROWED.set(self.0);
        }
    }
    let outer = BORROWED.get();
    if ptr::eq(outer, &raw const ENDED.0) {
        bytes_are_borrowed();
    }
    let _suspended = Suspended(outer);
    BORROWED.set(ptr::null());
    body()
}

/// For every function that may run JavaScript, or detach its memory.
#[inline]
pub(crate) fn assert_no_borrowed_bytes() {
    if !BORROWED.get().is_null() {
        bytes_are_borrowed();
    }
}

#[cold]
fn bytes_are_borrowed() -> ! {
    if ptr::eq(BORROWED.get(), &raw const ENDED.0) {
        panic!("the engine of this thread was used after it was shut down");
    }
    panic!("JavaScript was called while its bytes were borrowed");
}

impl<'a> Value<'a> {
    /// See [`crate::Call::with_bytes`].
    pub fn with_bytes<R>(&self, read: impl FnOnce(&[u8]) -> R) -> Option<R> {
        with_bytes(self.cx, self.raw, all, read)
    }

    /// See [`crate::Call::with_bytes_mut`].
    pub fn with_bytes_mut<R>(&self, change: impl FnOnce(&mut [u8]) -> R) -> Option<R> {
        with_bytes_mut(self.cx, self.raw, all, change)
    }

    /// The current address of the bytes; None if the value has none.
    pub fn byte_address(&self) -> Option<usize> {
        byte_range(self.cx, self.raw).map(|bytes| bytes.start)
    }
}
