//! Typed arrays over memory from Rust: bytes handed over, and numbers and bytes that both sides keep using.
//!
//! Memory that JavaScript and Rust share has two owners, Rust and the engine's buffer, and is freed when both have dropped it. So
//! whatever JavaScript does to its array (detach it, transfer it), Rust's side stays valid; and the buffer is pinned, so
//! `transfer()` gives JavaScript a copy and both sides keep the same memory.

use crate::buffer;
use crate::context::Cx;
use crate::exception::{Exception, Throw};
use crate::ffi::*;
use crate::function::Failure;
use crate::value::{Object, Root, Value};
use std::cell::Cell;
use std::ffi::c_void;
use std::ops::Range;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The engine aborts the process for a buffer of more than 4 GB.
const MAX_LENGTH: usize = 1 << 32;

/// A Uint8Array over memory that Rust allocated; the collector frees it.
pub(crate) fn from_vec<'a>(cx: Cx<'a>, bytes: Vec<u8>) -> Result<JSValueRef, Failure<'a>> {
    let length = bytes.len();
    if length >= MAX_LENGTH {
        return Err(Throw::range_error("Array buffer allocation failed").into());
    }
    let owner = Box::into_raw(Box::new(bytes));
    // SAFETY: the memory belongs to `owner`, which the deallocator drops, once, when the array is collected, or immediately
    // if none could be created. A Vec may be dropped on any thread.
    unsafe { array_with_memory(cx, (*owner).as_mut_ptr().cast(), length, drop_owner::<Vec<u8>>, owner.cast()) }
}

/// A Uint8Array of uninitialized bytes. The engine's own arrays are zeroed, which costs ten microseconds for 100 KB, most of it
/// for pages that the kernel maps again each time.
pub(crate) fn uninitialized<'a>(cx: Cx<'a>, length: usize) -> Result<JSValueRef, Failure<'a>> {
    let failed = || Err(Throw::range_error("Array buffer allocation failed").into());
    if length >= MAX_LENGTH {
        return failed();
    }
    raise_trim_threshold();
    // SAFETY: malloc accepts any size.
    let memory = unsafe { libc::malloc(length.max(1)) };
    if memory.is_null() {
        return failed();
    }
    // SAFETY: the memory is the array's own; the deallocator frees it, once, on any thread.
    unsafe { array_with_memory(cx, memory, length, free_memory, ptr::null_mut()) }
}

/// Buffers are short-lived: without this the allocator returns each to the kernel, and faults in as many new pages.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn raise_trim_threshold() {
    const TRIM_THRESHOLD: i32 = 16 << 20;
    const MMAP_THRESHOLD: i32 = 4 << 20;
    static ONCE: std::sync::Once = std::sync::Once::new();
    // SAFETY: two tunables of the allocator.
    ONCE.call_once(|| unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, TRIM_THRESHOLD);
        libc::mallopt(libc::M_MMAP_THRESHOLD, MMAP_THRESHOLD);
    });
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn raise_trim_threshold() {}

/// A Uint8Array over memory that is handed over together with its deallocator.
///
/// # Safety
/// The memory is `length` bytes that nobody else frees; `free` may be called on any thread.
unsafe fn array_with_memory<'a>(
    cx: Cx<'a>,
    memory: *mut c_void,
    length: usize,
    free: unsafe extern "C" fn(*mut c_void, *mut c_void),
    owner: *mut c_void,
) -> Result<JSValueRef, Failure<'a>> {
    let mut exception: JSValueRef = ptr::null();
    // SAFETY: by this function's contract; the engine also frees the memory when it fails.
    let array = unsafe {
        JSObjectMakeTypedArrayWithBytesNoCopy(cx.raw, ARRAY_OF_UINT8, memory, length, free, owner, &mut exception)
    };
    if exception.is_null() && !array.is_null() {
        return Ok(array.cast_const());
    }
    Err(Exception::from_raw(cx, exception).into())
}

unsafe extern "C" fn free_memory(memory: *mut c_void, _owner: *mut c_void) {
    // SAFETY: from malloc, and the engine calls this once.
    unsafe { libc::free(memory) };
}

unsafe extern "C" fn drop_owner<T: Send>(_bytes: *mut c_void, owner: *mut c_void) {
    // SAFETY: `owner` is the Box that was handed over together with this function; the engine calls it once.
    drop(unsafe { Box::from_raw(owner.cast::<T>()) });
}

fn too_long(cx: Cx<'_>) -> Exception<'_> {
    Exception::new(Throw::range_error("Array buffer allocation failed").to_value(cx))
}

/// A typed array over memory that Rust keeps using. The engine's reference to it, `owner`, is dropped by the deallocator, once, on any
/// thread.
///
/// # Safety
/// The memory is `size` bytes of interior mutable cells that live for as long as `owner`.
unsafe fn pinned_array<'a, T: Send + Sync>(
    cx: Cx<'a>,
    kind: JSTypedArrayType,
    memory: *const c_void,
    size: usize,
    owner: Arc<T>,
) -> Result<Object<'a>, Exception<'a>> {
    let owner = Box::into_raw(Box::new(owner)).cast::<c_void>();
    // SAFETY: by this function's contract; the engine also frees when it fails.
    let array = cx.attempt_object(|exception| unsafe {
        JSObjectMakeTypedArrayWithBytesNoCopy(
            cx.raw,
            kind,
            memory.cast_mut(),
            size,
            drop_owner::<Arc<T>>,
            owner,
            exception,
        )
    })?;
    // SAFETY: a live typed array. Querying the address is what pins it.
    unsafe { JSObjectGetTypedArrayBytesPtr(cx.raw, array.raw(), ptr::null_mut()) };
    Ok(array)
}

/// Numbers that JavaScript (a Float64Array) and Rust both read and write without a call: counters, flags, due times.
pub struct SharedNumbers {
    root: Root,
    memory: Arc<Numbers>,
}

struct Numbers(Box<[Cell<f64>]>);

// SAFETY: the cells are only accessed through SharedNumbers, which stays on its thread (it holds a Root), through the
// engine of that thread, and as bytes by `buffer`, which SharedNumbers checks for. Other threads only ever drop the Arc: the
// collector may do so on a thread of its own.
unsafe impl Send for Numbers {}
// SAFETY: as above.
unsafe impl Sync for Numbers {}

impl SharedNumbers {
    pub fn new(cx: Cx<'_>, length: usize) -> Result<SharedNumbers, Exception<'_>> {
        let size =
            length.checked_mul(size_of::<f64>()).filter(|size| *size < MAX_LENGTH).ok_or_else(|| too_long(cx))?;
        let memory = Arc::new(Numbers(vec![Cell::new(0f64); length].into_boxed_slice()));
        // SAFETY: the cells are the memory's own, `length` of them; they are interior mutable.
        let array = unsafe { pinned_array(cx, ARRAY_OF_FLOAT64, memory.0.as_ptr().cast(), size, memory.clone())? };
        Ok(SharedNumbers { root: array.root(), memory })
    }

    pub fn array<'a>(&self, cx: Cx<'a>) -> Value<'a> {
        self.root.get(cx)
    }

    /// Panics while the array's bytes are borrowed for writing.
    #[inline]
    pub fn get(&self, index: usize) -> f64 {
        buffer::assert_cells_not_borrowed(&self.memory.0, false);
        self.memory.0[index].get()
    }

    /// Panics while the array's bytes are borrowed.
    #[inline]
    pub fn set(&self, index: usize, value: f64) {
        buffer::assert_cells_not_borrowed(&self.memory.0, true);
        self.memory.0[index].set(value);
    }
}

/// A Float64Array over memory that other threads read while JavaScript writes it: each number is the bits of one cell.
/// Pinned like [`SharedNumbers`]; the engine holds a reference to the memory for as long as the array lives. Its collector counts
/// the length of the array as memory of the program, so expose no more than necessary.
///
/// # Safety
/// The engine does not know that other threads read the memory. So neither the array nor its buffer may reach code that calls
/// [`Value::with_bytes`] or the like on it: the code that gets it does not pass it to programs, and only reads and writes numbers.
pub unsafe fn float64_array_over<'a>(
    cx: Cx<'a>,
    cells: &Arc<Box<[AtomicU64]>>,
    part: Range<usize>,
) -> Result<Value<'a>, Exception<'a>> {
    let shown = cells.get(part).unwrap_or_default();
    let size = size_of_val(shown);
    if size >= MAX_LENGTH {
        return Err(too_long(cx));
    }
    // SAFETY: the cells are `cells`' own; plain loads and stores of aligned 64-bit numbers, which is what the engine's compiled
    // code does, do not tear.
    let array = unsafe { pinned_array(cx, ARRAY_OF_FLOAT64, shown.as_ptr().cast(), size, cells.clone())? };
    Ok(array.into_value())
}

/// Bytes that JavaScript (a Uint8Array) and the system both access: the target of reads whose length is not known in advance.
/// Owned and pinned like [`SharedNumbers`]; Rust hands out the address and never a slice, since JavaScript may access them at any
/// time, and [`Value::with_bytes`] may lend the same bytes.
pub struct SharedBytes {
    root: Root,
    memory: Arc<Bytes>,
}

struct Bytes(Box<[Cell<u8>]>);

// SAFETY: as for Numbers.
unsafe impl Send for Bytes {}
// SAFETY: as for Numbers.
unsafe impl Sync for Bytes {}

impl SharedBytes {
    pub fn new(cx: Cx<'_>, length: usize) -> Result<SharedBytes, Exception<'_>> {
        if length >= MAX_LENGTH {
            return Err(too_long(cx));
        }
        let memory = Arc::new(Bytes(vec![Cell::new(0u8); length].into_boxed_slice()));
        // SAFETY: as for SharedNumbers.
        let array = unsafe { pinned_array(cx, ARRAY_OF_UINT8, memory.0.as_ptr().cast(), length, memory.clone())? };
        Ok(SharedBytes { root: array.root(), memory })
    }

    pub fn array<'a>(&self, cx: Cx<'a>) -> Value<'a> {
        self.root.get(cx)
    }

    /// For a system call to fill; valid as long as this exists.
    pub fn address(&self) -> *mut u8 {
        self.memory.0.as_ptr().cast_mut().cast::<u8>()
    }

    pub fn length(&self) -> usize {
        self.memory.0.len()
    }
}

impl<'a> Object<'a> {
    /// A Uint8Array over `bytes`, which is not copied. Panics beyond 4 GB, the most that JavaScript can hold.
    pub fn bytes(cx: Cx<'a>, bytes: Vec<u8>) -> Value<'a> {
        crate::function::Out::Bytes(bytes).into_value(cx)
    }

    /// A Uint8Array of uninitialized bytes, whose buffer is pinned: `transfer()` copies it, so that its other views keep their memory.
    pub fn pinned_bytes(cx: Cx<'a>, length: usize) -> Result<Value<'a>, Failure<'a>> {
        let array = Value::from_raw(cx, uninitialized(cx, length)?);
        // SAFETY: a live typed array. Querying the address is what pins it.
        unsafe { JSObjectGetTypedArrayBytesPtr(cx.raw, array.raw.cast_mut(), ptr::null_mut()) };
        Ok(array)
    }

    /// A zeroed Uint8Array in the engine's own memory.
    pub fn zeroed_bytes(cx: Cx<'a>, length: usize) -> Result<Object<'a>, Exception<'a>> {
        if length >= MAX_LENGTH {
            return Err(too_long(cx));
        }
        // SAFETY: live context.
        cx.attempt_object(|exception| unsafe { JSObjectMakeTypedArray(cx.raw, ARRAY_OF_UINT8, length, exception) })
    }
}
