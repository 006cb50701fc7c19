//! Part of `cell-layout`: address and length of a typed array's bytes, read from its cell.
//!
//! ```text
//!   typed array   header │ butterfly │ address │ length, in elements │ offset │ mode : 1
//! ```
//!
//! The mode distinguishes arrays whose length is in the cell from those over a resizable buffer, where the engine must be asked.
//! Samples of every kind are checked; if one is not as drawn, the engine is asked each time.

use super::cell_layout::{sample, type_byte, word};
use crate::context::Cx;
use crate::ffi::JSObjectRef;
use crate::value::Object;
use std::ops::Range;

/// Typed arrays whose length is in their own cell: not those over a resizable buffer.
pub(super) struct ArrayLayout {
    address: usize,
    /// In elements; 0 once detached.
    length: usize,
    /// Its lowest byte is the array's mode.
    mode: usize,
    fixed_length_modes: [u8; 3],
    /// By type byte; 0 for what is not a typed array.
    element_sizes: [u8; 256],
}

impl ArrayLayout {
    fn mode_of(&self, array: JSObjectRef) -> u8 {
        word(array, self.mode) as u8
    }

    /// The address range of the bytes; None for what is not a typed array, and for one over a resizable buffer.
    #[inline]
    pub(super) fn bytes_of(&self, array: JSObjectRef) -> Option<Range<usize>> {
        let size = usize::from(self.element_sizes[usize::from(type_byte(array))]);
        if size == 0 || !self.fixed_length_modes.contains(&self.mode_of(array)) {
            return None;
        }
        let (start, length) = (word(array, self.address) as usize, word(array, self.length) as usize * size);
        Some(if start == 0 || length == 0 { 0..0 } else { start..start + length })
    }

    pub(super) fn detect(cx: Cx<'_>, address: usize) -> Option<ArrayLayout> {
        let [length, mode] = [address + 1, address + 3];
        // One in the collector's memory, one in malloc'ed memory, one over a buffer: each has its own mode.
        let sources = ["new Uint8Array(11)", "new Uint8Array(5003)", "new Uint8Array(new ArrayBuffer(99), 7, 13)"];
        let plain: Vec<Object<'_>> = sources.iter().map(|source| sample(cx, source)).collect::<Option<_>>()?;
        let mut layout = ArrayLayout { address, length, mode, fixed_length_modes: [0; 3], element_sizes: [0; 256] };
        for ((array, expected), place) in plain.iter().zip([11, 5003, 13]).zip(0..) {
            if word(array.raw(), length) != expected {
                return None;
            }
            layout.fixed_length_modes[place] = layout.mode_of(array.raw());
        }
        let others = [
            "new Uint8Array(new ArrayBuffer(8, { maxByteLength: 64 }))",
            "new Uint8Array(new ArrayBuffer(8, { maxByteLength: 64 }), 1, 3)",
            "new Uint8Array(new SharedArrayBuffer(8, { maxByteLength: 64 }))",
            "new DataView(new ArrayBuffer(8))",
        ];
        for source in others {
            if layout.fixed_length_modes.contains(&layout.mode_of(sample(cx, source)?.raw())) {
                return None;
            }
        }
        let detached =
            sample(cx, "(() => { const array = new Uint8Array(9); array.buffer.transfer(); return array })()")?;
        if word(detached.raw(), length) != 0 {
            return None;
        }
        for (kind, size) in ELEMENT_SIZES {
            // An engine may lack the newest.
            let Some(array) = sample(cx, &format!("new {kind}(3)")) else { continue };
            if word(array.raw(), length) != 3 {
                return None;
            }
            layout.element_sizes[usize::from(type_byte(array.raw()))] = *size;
        }
        let is_apart = |source: &str| {
            sample(cx, source).is_some_and(|other| layout.element_sizes[usize::from(type_byte(other.raw()))] == 0)
        };
        ["({})", "[]", "new DataView(new ArrayBuffer(1))", "new ArrayBuffer(1)", "new Proxy(new Uint8Array(1), {})"]
            .iter()
            .all(|source| is_apart(source))
            .then_some(layout)
    }
}

const ELEMENT_SIZES: &[(&str, u8)] = &[
    ("Uint8Array", 1),
    ("Int8Array", 1),
    ("Uint8ClampedArray", 1),
    ("Uint16Array", 2),
    ("Int16Array", 2),
    ("Float16Array", 2),
    ("Uint32Array", 4),
    ("Int32Array", 4),
    ("Float32Array", 4),
    ("Float64Array", 8),
    ("BigInt64Array", 8),
    ("BigUint64Array", 8),
];
