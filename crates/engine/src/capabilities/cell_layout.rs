//! `cell-layout`: what the C API does not expose: an object's brand, a promise's state, a proxy's target, a view's address, whether
//! two objects have the same structure.
//!
//! It is in the object's memory: the cell's header holds a type byte, a promise two fields (flags, and its reactions
//! or result; since 2.54 the flags share their field with a pointer, above its 48 bits), a proxy two (target, handler), a typed
//! array the address of its bytes.
//!
//! ```text
//!   cell   ┌ structure id : 4 │ indexing : 1 │ TYPE : 1 │ flags : 1 │ state : 1 ┐ butterfly │ field 0 │ field 1 …
//! ```
//!
//! Nothing about that layout is assumed: at first use samples of every kind are created and inspected, and only what the
//! samples agree on is used. A library with another layout yields "unknown", never a wrong result. The samples are created
//! in a context of their own (a quarter of a millisecond): the program may have replaced `Promise`.

use super::array_layout::ArrayLayout;
use super::{Absent, Capability, Probed, brand_checks, switches, value_encoding};
use crate::context::Cx;
use crate::ffi::*;
use crate::function::Call;
use crate::value::{Object, Value};
use std::cell::Cell;
use std::ffi::c_void;
use std::ops::Range;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

const TYPE_BYTE: usize = 5;
const FIRST_FIELD_WORD: usize = 2;

/// Expressions that create one object of each brand.
const SAMPLES: &[(&str, &str)] = &[
    ("Promise", "new Promise(() => {})"),
    ("Proxy", "new Proxy({}, {})"),
    ("Map", "new Map()"),
    ("Set", "new Set()"),
    ("WeakMap", "new WeakMap()"),
    ("WeakSet", "new WeakSet()"),
    ("WeakRef", "new WeakRef({})"),
    ("MapIterator", "new Map().entries()"),
    ("SetIterator", "new Set().values()"),
    ("ArrayIterator", "[].values()"),
    ("Generator", "(function* () {})()"),
    ("AsyncGenerator", "(async function* () {})()"),
    ("Date", "new Date()"),
    ("RegExp", "/x/"),
    ("Error", "new Error('x')"),
    ("ArrayBuffer", "new ArrayBuffer(1)"),
    ("DataView", "new DataView(new ArrayBuffer(1))"),
    ("Arguments", "(function () { return arguments })(1)"),
    ("Arguments", "(function (a) { return arguments })(1)"),
    ("Arguments", "(function () { 'use strict'; return arguments })(1)"),
    ("Boxed", "Object(1)"),
    ("Boxed", "Object('s')"),
    ("Boxed", "Object(true)"),
    ("TypedArray", "new Uint8Array()"),
    ("TypedArray", "new Int8Array()"),
    ("TypedArray", "new Uint8ClampedArray()"),
    ("TypedArray", "new Uint16Array()"),
    ("TypedArray", "new Int16Array()"),
    ("TypedArray", "new Uint32Array()"),
    ("TypedArray", "new Int32Array()"),
    ("TypedArray", "new Float16Array()"),
    ("TypedArray", "new Float32Array()"),
    ("TypedArray", "new Float64Array()"),
    ("TypedArray", "new BigInt64Array()"),
    ("TypedArray", "new BigUint64Array()"),
    ("Array", "[]"),
    ("Array", "new (class extends Array {})()"),
    ("Function", "(function () {})"),
    ("Function", "parseInt"),
    ("Object", PLAIN),
];
const PLAIN: &str = "({})";

/// The brands by index: some occur several times.
pub const BRANDS: [&str; SAMPLES.len()] = {
    let mut names = [""; SAMPLES.len()];
    let mut number = 0;
    while number < names.len() {
        names[number] = SAMPLES[number].0;
        number += 1;
    }
    names
};

struct Layout {
    /// Whether cells may be read at all.
    is_known: bool,
    /// Indices into BRANDS, by type byte.
    brands: [Option<u8>; 256],
    promise: Option<PromiseLayout>,
    proxy: Option<(usize, usize)>,
    view_address: Option<usize>,
    buffer_address: Option<(usize, usize)>,
    arrays: Option<ArrayLayout>,
    /// Whether the header's first half is equal for objects of one structure, and differs for others.
    has_structure_ids: bool,
}

#[derive(Clone, Copy)]
struct PromiseLayout {
    flags: usize,
    /// Of the flags within their word.
    shift: u32,
    result: usize,
}

impl PromiseLayout {
    const SHIFTS: [u32; 2] = [0, 48];

    fn flags(self, promise: JSObjectRef) -> u64 {
        word(promise, self.flags) >> self.shift
    }
}

const STATE_MASK: u64 = 0b011;
const HANDLED: u64 = 0b100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromiseState {
    Pending,
    Fulfilled,
    Rejected,
}

/// A property of the library, so what one thread has detected holds for the VMs of all others (5 of the 46 million instructions
/// that starting a worker took).
static LAYOUT: OnceLock<Layout> = OnceLock::new();

/// Reads the layout, detecting it first if that has not been done. None if detection was interrupted.
fn with_layout<R>(cx: Cx<'_>, read: impl FnOnce(&Layout) -> R) -> Option<R> {
    if let Some(layout) = LAYOUT.get() {
        return Some(read(layout));
    }
    if switches::require(Capability::CellLayout).is_err() {
        return Some(read(LAYOUT.get_or_init(|| Layout::UNKNOWN)));
    }
    // Outside of any lock: two threads may detect the same layout at the same time.
    let detected = cx.with_pristine_context(Layout::detect)?;
    Some(read(LAYOUT.get_or_init(|| detected)))
}

pub(super) fn probe(cx: Cx<'_>) -> Probed<()> {
    switches::require(Capability::CellLayout)?;
    let complete = with_layout(cx, |layout| {
        layout.promise.is_some()
            && layout.proxy.is_some()
            && layout.view_address.is_some()
            && layout.buffer_address.is_some()
            && layout.arrays.is_some()
            && layout.has_structure_ids
    });
    if complete == Some(true) { Ok(()) } else { Err(Absent::Mismatch("the layout of some cells")) }
}

/// Whether cells are read at all.
pub(crate) fn is_known(cx: Cx<'_>) -> bool {
    with_layout(cx, |layout| layout.is_known).unwrap_or(false)
}

/// The address range of a typed array's bytes, read from its cell. None for anything else, for one over a resizable buffer, and
/// while the layout is not known: ask the engine.
///
/// # Safety
/// A live value.
#[inline]
pub(crate) unsafe fn fixed_length_array(raw: JSValueRef) -> Option<Range<usize>> {
    let arrays = LAYOUT.get()?.arrays.as_ref()?;
    if !value_encoding::is_cell(raw) {
        return None;
    }
    arrays.bytes_of(raw.cast_mut())
}

/// One word of an object's cell. Atomic, since the collector marks cells from other threads.
#[inline]
pub(crate) fn word(object: JSObjectRef, index: usize) -> u64 {
    // SAFETY: every object cell has a header word, a butterfly word and, for the kinds that are read, two field words.
    unsafe { (*object.cast::<AtomicU64>().add(index)).load(Ordering::Relaxed) }
}

/// The index of the word of a typed array or DataView that is the address of its first byte.
pub(crate) fn view_address_word(cx: Cx<'_>) -> Option<usize> {
    with_layout(cx, |layout| layout.view_address).flatten()
}

/// The address of an ArrayBuffer's first byte; None if the engine has to be asked.
///
/// # Safety
/// `buffer` is a live ArrayBuffer, not detached.
pub(crate) unsafe fn buffer_address(cx: Cx<'_>, buffer: JSObjectRef) -> Option<usize> {
    let (pointer, data) = with_layout(cx, |layout| layout.buffer_address).flatten()?;
    // SAFETY: by this function's contract; three buffers had their address there.
    Some(unsafe { pointee_word(buffer, pointer, data) as usize })
}

/// The C++ object behind an ArrayBuffer or SharedArrayBuffer; None if the layout is not known.
///
/// # Safety
/// `buffer` is a live one.
pub(crate) unsafe fn buffer_impl(cx: Cx<'_>, buffer: JSObjectRef) -> Option<*mut c_void> {
    let (pointer, _) = with_layout(cx, |layout| layout.buffer_address).flatten()?;
    Some(word(buffer, pointer) as *mut c_void)
}

/// The index of the word of the C++ object behind an ArrayBuffer that is the address of its first byte.
pub(crate) fn data_word_of_impl(cx: Cx<'_>) -> Option<usize> {
    with_layout(cx, |layout| layout.buffer_address).flatten().map(|(_, data)| data)
}

/// A word of the C++ object that one of the cell's words points to.
///
/// # Safety
/// The word `pointer` of the cell is the address of such an object.
unsafe fn pointee_word(cell: JSObjectRef, pointer: usize, index: usize) -> u64 {
    // SAFETY: by this function's contract.
    unsafe { (word(cell, pointer) as *const u64).add(index).read() }
}

fn structure_id(object: JSObjectRef) -> u32 {
    word(object, 0) as u32
}

#[inline]
pub(super) fn type_byte(object: JSObjectRef) -> u8 {
    (word(object, 0) >> (8 * TYPE_BYTE)) as u8
}

impl Layout {
    const UNKNOWN: Layout = Layout {
        is_known: false,
        brands: [None; 256],
        promise: None,
        proxy: None,
        view_address: None,
        buffer_address: None,
        arrays: None,
        has_structure_ids: false,
    };

    /// None if a sample could not be created because the stack overflowed or the script is being terminated: that says
    /// nothing about the layout, so the next query tries again.
    fn detect(cx: Cx<'_>) -> Option<Layout> {
        if cfg!(not(all(target_pointer_width = "64", target_endian = "little"))) {
            return Some(Layout::UNKNOWN);
        }
        INTERRUPTED.set(false);
        let mut brands: [Option<u8>; 256] = [None; 256];
        let plain = sample(cx, PLAIN).map(|object| type_byte(object.raw()));
        let mut ambiguous = [false; 256];
        for (number, (brand, expression)) in SAMPLES.iter().enumerate() {
            let Some(object) = sample(cx, expression) else { continue };
            let byte = type_byte(object.raw());
            match brands[usize::from(byte)] {
                _ if Some(byte) == plain && *brand != "Object" => {}
                None => brands[usize::from(byte)] = u8::try_from(number).ok(),
                Some(known) => ambiguous[usize::from(byte)] |= BRANDS[usize::from(known)] != *brand,
            }
        }
        for (brand, ambiguous) in brands.iter_mut().zip(ambiguous) {
            *brand = brand.filter(|_| !ambiguous);
        }
        let view_address = detect_view_address(cx);
        let layout = Layout {
            is_known: true,
            brands,
            promise: PromiseLayout::detect(cx),
            proxy: detect_proxy(cx),
            view_address,
            buffer_address: detect_buffer_address(cx),
            arrays: view_address.and_then(|address| ArrayLayout::detect(cx, address)),
            has_structure_ids: detect_structures(cx),
        };
        (!INTERRUPTED.get()).then_some(layout)
    }
}

thread_local! {
    static INTERRUPTED: Cell<bool> = const { Cell::new(false) };
}

pub(super) fn sample<'a>(cx: Cx<'a>, expression: &str) -> Option<Object<'a>> {
    match cx.evaluate(expression, "", 1) {
        Ok(value) => value.as_object(),
        Err(thrown) => {
            if thrown.is_termination() || thrown.message().starts_with("RangeError") {
                INTERRUPTED.set(true);
            }
            None
        }
    }
}

/// An ArrayBuffer's cell points to an object with a reference count, a word for the collector, then the address of the bytes.
fn detect_buffer_address(cx: Cx<'_>) -> Option<(usize, usize)> {
    const IMPL_POINTER: usize = FIRST_FIELD_WORD;
    let sources = ["new ArrayBuffer(64)", "new ArrayBuffer(8, { maxByteLength: 64 })", "new Uint8Array(5000).buffer"];
    let buffers: Vec<Object<'_>> = sources.iter().map(|source| sample(cx, source)).collect::<Option<_>>()?;
    // SAFETY: live buffers.
    let address =
        |buffer: &Object<'_>| unsafe { JSObjectGetArrayBufferBytesPtr(cx.raw, buffer.raw(), ptr::null_mut()) as u64 };
    let is_pointer = |word: u64| word > 0xffff && word & 7 == 0 && word >> 47 == 0;
    if !buffers.iter().all(|buffer| is_pointer(word(buffer.raw(), IMPL_POINTER))) {
        return None;
    }
    // SAFETY: the word looks like a pointer in three buffers; the object behind it is at least four words long.
    let holds = |data: usize| {
        buffers.iter().all(|buffer| unsafe { pointee_word(buffer.raw(), IMPL_POINTER, data) } == address(buffer))
    };
    (1..4).find(|data| holds(*data)).map(|data| (IMPL_POINTER, data))
}

/// Views over memory whose address is known: a whole one, an offset one, a DataView, and one in the engine's own memory.
fn detect_view_address(cx: Cx<'_>) -> Option<usize> {
    static BYTES: [u8; 16] = [7; 16];
    unsafe extern "C" fn keep(_bytes: *mut c_void, _context: *mut c_void) {}
    // SAFETY: the bytes live for ever, are freed by nobody, and no JavaScript below writes to them.
    let whole = cx.attempt_object(|exception| unsafe {
        let bytes = BYTES.as_ptr().cast_mut().cast::<c_void>();
        JSObjectMakeTypedArrayWithBytesNoCopy(
            cx.raw,
            ARRAY_OF_UINT8,
            bytes,
            BYTES.len(),
            keep,
            ptr::null_mut(),
            exception,
        )
    });
    let whole = whole.ok()?;
    let views = sample(cx, "(whole) => [whole, whole.subarray(4), new DataView(whole.buffer, 2)]")?;
    let views = views.call(&[whole.into_value()]).ok()?.as_object()?;
    let [whole, offset, data] = [0, 1, 2].map(|index| views.get_index(index).ok()?.as_object());
    let (whole, offset, data) = (whole?, offset?, data?);
    let address = BYTES.as_ptr() as u64;
    let index = [FIRST_FIELD_WORD, FIRST_FIELD_WORD + 1].into_iter().find(|index| {
        word(whole.raw(), *index) == address
            && word(offset.raw(), *index) == address + 4
            && word(data.raw(), *index) == address + 2
    })?;
    let own = sample(cx, "new Int8Array([11, 22])")?;
    // SAFETY: three views had their address in this word. Querying the C API moves the bytes and pins the buffer.
    unsafe {
        let before = (word(own.raw(), index) as *const [u8; 2]).read();
        let asked = JSObjectGetTypedArrayBytesPtr(cx.raw, own.raw(), ptr::null_mut()) as u64;
        (before == [11, 22] && word(own.raw(), index) == asked).then_some(index)
    }
}

impl PromiseLayout {
    fn detect(cx: Cx<'_>) -> Option<PromiseLayout> {
        let pending = sample(cx, "new Promise(() => {})")?;
        let fulfilled = sample(cx, "Promise.resolve(42)")?;
        let rejected = sample(cx, "(() => { const p = Promise.reject(42); p.catch(() => {}); return p })()")?;
        let answer = Value::number(cx, 42.0).raw as u64;
        let fields = [FIRST_FIELD_WORD, FIRST_FIELD_WORD + 1];
        let result = fields
            .into_iter()
            .find(|index| word(fulfilled.raw(), *index) == answer && word(rejected.raw(), *index) == answer)?;
        let flags = fields.into_iter().find(|index| *index != result)?;
        // One with a reaction, since the flags may share their word with that.
        let waited_for = sample(cx, "(() => { const p = new Promise(() => {}); p.then(() => {}); return p })()")?;
        let matches = |layout: &PromiseLayout| {
            let samples = [&pending, &fulfilled, &rejected, &waited_for].map(|p| layout.flags(p.raw()));
            samples.map(|flags| flags & STATE_MASK) == [0, 1, 2, 0]
                && samples.map(|flags| flags & HANDLED != 0) == [false, false, true, true]
        };
        PromiseLayout::SHIFTS.map(|shift| PromiseLayout { flags, shift, result }).into_iter().find(matches)
    }
}

fn detect_structures(cx: Cx<'_>) -> bool {
    let of = |expression: &str| sample(cx, expression).map(|object| structure_id(object.raw()));
    let plain = of("new Uint8Array(1)");
    let others = [
        "Object.assign(new Uint8Array(1), { name: 1 })",
        "Object.setPrototypeOf(new Uint8Array(1), {})",
        "new Int8Array(1)",
        "[]",
    ];
    plain.is_some()
        && of("new Uint8Array(new ArrayBuffer(9), 1, 5)") == plain
        && of("new Uint8Array(100000)") == plain
        && others.iter().all(|expression| of(expression) != plain)
}

fn detect_proxy(cx: Cx<'_>) -> Option<(usize, usize)> {
    let pair = sample(cx, "(() => { const t = {}, h = {}; return [new Proxy(t, h), t, h] })()")?;
    let [proxy, target, handler] = [0, 1, 2].map(|index| pair.get_index(index).ok()?.as_object());
    let (proxy, target, handler) = (proxy?, target?, handler?);
    let fields = [FIRST_FIELD_WORD, FIRST_FIELD_WORD + 1];
    let find = |wanted: &Object<'_>| fields.into_iter().find(|index| word(proxy.raw(), *index) == wanted.raw() as u64);
    Some((find(&target)?, find(&handler)?))
}

impl Call<'_> {
    /// The brand's index in [`BRANDS`] of an argument, if that is known from its type byte alone.
    #[inline]
    pub fn argument_brand(&self, index: usize) -> Option<usize> {
        let raw = self.raw(index);
        if !value_encoding::is_cell(raw) {
            return None;
        }
        // A cell that is not an object has a type byte of its own, which no sample has.
        with_layout(self.cx(), |layout| layout.brands[usize::from(type_byte(raw.cast_mut()))].map(usize::from))?
    }
}

impl<'a> Object<'a> {
    /// Whether both have the same prototype and, by name and order, the same properties except indices. False if that is not
    /// known.
    pub fn has_same_structure(&self, other: &Object<'a>) -> bool {
        with_layout(self.value().cx, |layout| layout.has_structure_ids).unwrap_or(false)
            && structure_id(self.raw()) == structure_id(other.raw())
    }

    /// The object's brand by its type byte, independent of its prototype; "Object" if it has no special one.
    pub fn brand(&self) -> &'static str {
        self.brand_index().map_or("Object", |number| BRANDS[number])
    }

    /// The brand's index in [`BRANDS`]. None for an object of a kind that is not among the samples.
    pub fn brand_index(&self) -> Option<usize> {
        let cx = self.value().cx;
        let by_layout = with_layout(cx, |layout| {
            layout.is_known.then(|| layout.brands[usize::from(type_byte(self.raw()))].map(usize::from))
        });
        by_layout?.unwrap_or_else(|| brand_checks::brand_index(self))
    }

    fn is(&self, brand: &str) -> bool {
        self.brand() == brand
    }

    /// State and result of a promise. None for other objects, or if the layout is not known.
    pub fn promise_state(&self) -> Option<(PromiseState, Value<'a>)> {
        let cx = self.value().cx;
        if !self.is("Promise") {
            return None;
        }
        let layout = with_layout(cx, |layout| layout.promise).flatten()?;
        let state = match layout.flags(self.raw()) & STATE_MASK {
            0 => return Some((PromiseState::Pending, Value::undefined(cx))),
            1 => PromiseState::Fulfilled,
            _ => PromiseState::Rejected,
        };
        Some((state, Value::from_raw(cx, word(self.raw(), layout.result) as JSValueRef)))
    }

    /// Whether a promise has had a handler attached. None if that is not known.
    pub fn promise_is_handled(&self) -> Option<bool> {
        if !self.is("Promise") {
            return None;
        }
        let layout = with_layout(self.value().cx, |layout| layout.promise).flatten()?;
        Some(layout.flags(self.raw()) & HANDLED != 0)
    }

    /// Target and handler of a proxy (both null once revoked). None for other objects.
    pub fn proxy_details(&self) -> Option<(Value<'a>, Value<'a>)> {
        let cx = self.value().cx;
        if !self.is("Proxy") {
            return None;
        }
        let (target, handler) = with_layout(cx, |layout| layout.proxy).flatten()?;
        let read = |index| Value::from_raw(cx, word(self.raw(), index) as JSValueRef);
        let handler = read(handler);
        if handler.as_object().is_none() {
            return Some((Value::null(cx), Value::null(cx)));
        }
        Some((read(target), handler))
    }
}
