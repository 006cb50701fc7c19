//! Typed arrays and buffers: memory that both sides see, without copying.

use crate::context::Cx;
use crate::exception::Exception;
use crate::ffi::*;
use crate::heap;
use crate::value::{Object, Root, Value};
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

/// A Uint8Array over memory that Rust allocated; the collector frees it.
pub(crate) fn from_vec(cx: Cx<'_>, bytes: Vec<u8>) -> JSValueRef {
    let length = bytes.len();
    let owner = Box::into_raw(Box::new(bytes));
    let mut exception: JSValueRef = ptr::null();
    // SAFETY: the memory belongs to `owner`, which the deallocator drops, once, when the array is collected.
    unsafe {
        let array = JSObjectMakeTypedArrayWithBytesNoCopy(
            cx.raw,
            kJSTypedArrayTypeUint8Array,
            (*owner).as_mut_ptr().cast::<c_void>(),
            length,
            drop_vec,
            owner.cast::<c_void>(),
            &mut exception,
        );
        heap::report_extra_memory(cx, length);
        if exception.is_null() { array.cast_const() } else { exception }
    }
}

unsafe extern "C" fn drop_vec(_bytes: *mut c_void, owner: *mut c_void) {
    // SAFETY: `owner` is the Box made in from_vec; the engine calls this once.
    drop(unsafe { Box::from_raw(owner.cast::<Vec<u8>>()) });
}

/// The bytes of a typed array, DataView or ArrayBuffer; None for anything else.
pub(crate) fn with_bytes<R>(cx: Cx<'_>, raw: JSValueRef, read: impl FnOnce(&mut [u8]) -> R) -> Option<R> {
    let mut exception: JSValueRef = ptr::null();
    // SAFETY: a live value; pointer and length come from the engine and stay valid while no JavaScript runs.
    unsafe {
        let object = raw.cast_mut();
        let (start, length) = match JSValueGetTypedArrayType(cx.raw, raw, &mut exception) {
            kJSTypedArrayTypeNone => return None,
            kJSTypedArrayTypeArrayBuffer => (
                JSObjectGetArrayBufferBytesPtr(cx.raw, object, &mut exception).cast::<u8>(),
                JSObjectGetArrayBufferByteLength(cx.raw, object, &mut exception),
            ),
            _ => {
                // The pointer is that of the buffer behind the array (measured), so the offset is added here.
                let base = JSObjectGetTypedArrayBytesPtr(cx.raw, object, &mut exception).cast::<u8>();
                let offset = JSObjectGetTypedArrayByteOffset(cx.raw, object, &mut exception);
                let length = JSObjectGetTypedArrayByteLength(cx.raw, object, &mut exception);
                if base.is_null() { (base, 0) } else { (base.add(offset), length) }
            }
        };
        if !exception.is_null() {
            return None;
        }
        if start.is_null() || length == 0 {
            return Some(read(&mut []));
        }
        Some(read(std::slice::from_raw_parts_mut(start, length)))
    }
}

/// Numbers that JavaScript (a Float64Array) and Rust both read and write with no crossing: counters, flags, due times.
pub struct SharedNumbers {
    // Keeps the array, and with it the memory, alive.
    root: Root,
    cells: *const Cell<f64>,
    length: usize,
}

impl SharedNumbers {
    pub fn new(cx: Cx<'_>, length: usize) -> Result<SharedNumbers, Exception<'_>> {
        let memory = vec![0f64; length].into_boxed_slice();
        let cells = Box::into_raw(memory).cast::<f64>();
        let lengths = Box::into_raw(Box::new((cells, length)));
        // SAFETY: the memory lives until the engine calls the deallocator, which is after our root is gone.
        let array = cx.attempt_object(|exception| unsafe {
            JSObjectMakeTypedArrayWithBytesNoCopy(
                cx.raw,
                kJSTypedArrayTypeFloat64Array,
                cells.cast::<c_void>(),
                length * size_of::<f64>(),
                drop_numbers,
                lengths.cast::<c_void>(),
                exception,
            )
        })?;
        Ok(SharedNumbers { root: array.root(), cells: cells.cast::<Cell<f64>>(), length })
    }

    pub fn array<'a>(&self, cx: Cx<'a>) -> Value<'a> {
        self.root.get(cx)
    }

    #[inline]
    pub fn get(&self, index: usize) -> f64 {
        self.cell(index).get()
    }

    #[inline]
    pub fn set(&self, index: usize, value: f64) {
        self.cell(index).set(value);
    }

    #[inline]
    fn cell(&self, index: usize) -> &Cell<f64> {
        assert!(index < self.length);
        // SAFETY: in bounds; the memory lives as long as the root; one thread, hence Cell.
        unsafe { &*self.cells.add(index) }
    }
}

unsafe extern "C" fn drop_numbers(_bytes: *mut c_void, owner: *mut c_void) {
    // SAFETY: made in SharedNumbers::new; the engine calls this once.
    unsafe {
        let (cells, length) = *Box::from_raw(owner.cast::<(*mut f64, usize)>());
        drop(Box::from_raw(ptr::slice_from_raw_parts_mut(cells, length)));
    }
}

impl<'a> Object<'a> {
    /// A Uint8Array over `bytes`, which is not copied.
    pub fn bytes(cx: Cx<'a>, bytes: Vec<u8>) -> Value<'a> {
        Value::from_raw(cx, from_vec(cx, bytes))
    }

    /// A zeroed Uint8Array of the engine's own memory.
    pub fn zeroed_bytes(cx: Cx<'a>, length: usize) -> Result<Object<'a>, Exception<'a>> {
        // SAFETY: live context; too large a length is reported as an exception.
        cx.attempt_object(|exception| unsafe {
            JSObjectMakeTypedArray(cx.raw, kJSTypedArrayTypeUint8Array, length, exception)
        })
    }
}

impl<'a> Value<'a> {
    /// See [`crate::Call::with_bytes`].
    pub fn with_bytes<R>(&self, read: impl FnOnce(&mut [u8]) -> R) -> Option<R> {
        with_bytes(self.cx, self.raw, read)
    }
}
