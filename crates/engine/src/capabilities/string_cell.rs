//! `string-cell`: string values read in place, and created without a wrapper in between.
//!
//! The C API returns a string in a wrapper that is allocated for each read, and creates a value from a wrapper by copying its
//! characters again. But a string value is a cell that points to the characters (`string_characters.rs` draws what it points to):
//!
//! ```text
//!   cell   header, its TYPE byte 5 │ 8: the address of a StringImpl; its lowest bit is set while the string is an unresolved rope
//! ```
//!
//! So a string argument is read without a call, and a rope is first resolved by the C API, which writes the result into the cell. A
//! string that Rust creates ([`super::new_string`]) is written into the engine's memory and gets a cell through an exported function of the
//! engine; the StringImpl's reference count, its first word, goes up and down by two.
//!
//! Characters that are read in place belong to the cell, which the caller's frame keeps alive. The engine may replace them by those of
//! an equal atom string when the string becomes a property name, so no JavaScript may run meanwhile: they are borrowed as bytes are
//! (`buffer.rs`).
//!
//! The layout is verified with strings whose StringImpl is known, and with a rope. If it differs, the wrapper is used.

use super::string_characters::{self, StringFactory};
use super::vm_lock::VmLock;
use super::{Absent, Capability, Probed, switches, symbol, value_encoding, vm_lock};
use crate::capabilities::string_characters::Characters;
use crate::ffi::*;
use crate::string::EngineString;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Clone, Copy)]
pub(super) struct StringCells {
    pub(super) factory: &'static StringFactory,
    lock: VmLock,
    /// In the header of string cells and no others.
    type_byte: u8,
    /// `jsStringWithCacheSlowCase(vm, impl)`: a cell with a reference of its own.
    create: unsafe extern "C" fn(*const c_void, *mut c_void) -> JSValueRef,
    destroy: unsafe extern "C" fn(*mut c_void),
}

const TYPE_BYTE: usize = 5;
const IS_ROPE: usize = 1;
/// The increment for one reference.
const REFERENCE: u32 = 2;

static FOUND: OnceLock<Probed<StringCells>> = OnceLock::new();

/// Verifies the layout, the first time. The context is new.
pub(crate) fn detect(ctx: JSContextRef) {
    FOUND.get_or_init(|| {
        switches::require(Capability::StringCell)?;
        let factory = string_characters::probe().map_err(|_| Absent::Needs(Capability::StringCharacters))?;
        value_encoding::is_known().then_some(()).ok_or(Absent::Needs(Capability::ValueEncoding))?;
        // SAFETY: the names spell these signatures.
        let (create, destroy) = unsafe {
            (
                symbol(c"_ZN3JSC25jsStringWithCacheSlowCaseERNS_2VMERN3WTF10StringImplE")?,
                symbol(c"_ZN3WTF10StringImpl7destroyEPS0_")?,
            )
        };
        let mut cells = StringCells { factory, lock: vm_lock::probe()?, type_byte: 0, create, destroy };
        // SAFETY: the VM of a live context.
        let detected = unsafe {
            let vm = JSContextGetGroup(ctx).cast::<c_void>();
            cells.lock.hold(vm, || detect_type_byte(&cells, ctx, vm))
        };
        cells.type_byte = detected.ok_or(Absent::Mismatch("the layout of string cells"))?;
        Ok(cells)
    });
}

pub(super) fn probe() -> Probed<StringCells> {
    FOUND.get().copied().unwrap_or(Err(Absent::Mismatch("no context was made")))
}

#[inline]
pub(super) fn cells() -> Option<&'static StringCells> {
    FOUND.get()?.as_ref().ok()
}

unsafe fn type_byte(cell: JSValueRef) -> u8 {
    // SAFETY: the caller's: every cell begins with a header of eight bytes.
    unsafe { cell.cast::<u8>().add(TYPE_BYTE).read() }
}

unsafe fn pointer(cell: JSValueRef) -> usize {
    // SAFETY: the caller's: a string's cell has two words.
    unsafe { cell.cast::<usize>().add(1).read() }
}

unsafe fn count<'s>(string: *mut c_void) -> &'s AtomicU32 {
    // SAFETY: the caller's: a live StringImpl, which begins with its reference count. The engine, too, changes it atomically.
    unsafe { &*string.cast::<AtomicU32>() }
}

/// The type byte of strings; None if something is not as drawn.
///
/// # Safety
/// Live context of this VM, whose lock is held.
unsafe fn detect_type_byte(cells: &StringCells, ctx: JSContextRef, vm: *const c_void) -> Option<u8> {
    // SAFETY: by this function's contract; values stay on this frame, which the collector scans.
    unsafe {
        let string = cells.factory.create_latin1(37, |buffer| buffer.fill(MaybeUninit::new(b'x')));
        let fresh = count(string).load(Ordering::Relaxed);
        let cell = (cells.create)(vm, string);
        let shared = count(string).load(Ordering::Relaxed);
        let is_string = JSValueGetType(ctx, cell) == TYPE_STRING;
        if fresh != REFERENCE || shared != 2 * REFERENCE || !is_string || pointer(cell) != string as usize {
            return None;
        }
        let byte = type_byte(cell);
        let others = [JSObjectMake(ctx, ptr::null_mut(), ptr::null_mut()), JSContextGetGlobalObject(ctx)];
        if others.iter().any(|other| type_byte(other.cast_const()) == byte) {
            return None;
        }
        release(cells, string);
        // A rope, before and after it is resolved.
        let source = EngineString::new("'a text of some length, ' + [1, 2]");
        let mut exception: JSValueRef = ptr::null();
        let rope = JSEvaluateScript(ctx, source.raw(), ptr::null_mut(), ptr::null_mut(), 1, &mut exception);
        if rope.is_null() || type_byte(rope) != byte || pointer(rope) & IS_ROPE == 0 {
            return None;
        }
        drop(EngineString::adopt(JSValueToStringCopy(ctx, rope, &mut exception)));
        let joined = pointer(rope);
        (joined & 7 == 0
            && string_characters::characters_at(joined as *const c_void).equals("a text of some length, 1,2"))
        .then_some(byte)
    }
}

/// # Safety
/// A reference that the caller owns and gives up.
pub(super) unsafe fn release(cells: &StringCells, string: *mut c_void) {
    // SAFETY: by this function's contract; as the engine does it.
    unsafe {
        if count(string).fetch_sub(REFERENCE, Ordering::AcqRel) == REFERENCE {
            (cells.destroy)(string);
        }
    }
}

impl StringCells {
    /// A cell for a string that nobody else knows; takes the caller's reference. `is_locked`: the VM's lock is held already.
    ///
    /// # Safety
    /// A live VM, and a new string that the caller owns the only reference to. The cell is on the caller's stack or protected before
    /// anything else is allocated.
    #[inline]
    pub(super) unsafe fn adopt(&self, vm: *const c_void, string: *mut c_void, is_locked: bool) -> JSValueRef {
        // SAFETY: by this function's contract. The cell is still unknown to other threads, so its reference and ours are counted down
        // without an atomic operation, which would wait until the characters have reached the cache.
        unsafe {
            let cell =
                if is_locked { (self.create)(vm, string) } else { self.lock.hold(vm, || (self.create)(vm, string)) };
            let references = count(string);
            references.store(references.load(Ordering::Relaxed) - REFERENCE, Ordering::Relaxed);
            cell
        }
    }
}

impl Characters<'_> {
    fn equals(&self, text: &str) -> bool {
        match self {
            Characters::Latin1(characters) => *characters == text.as_bytes(),
            Characters::Utf16(_) => false,
        }
    }
}

/// The characters of a string value. None if it is not a string, or a rope, or the layout is not known: ask the engine.
///
/// # Safety
/// A live value, which stays so for `'s`; no JavaScript runs meanwhile.
#[inline]
pub(crate) unsafe fn characters_in<'s>(raw: JSValueRef) -> Option<Characters<'s>> {
    let cells = cells()?;
    // SAFETY: by this function's contract; what is read is as drawn (`detect_type_byte`).
    unsafe {
        if !value_encoding::is_cell(raw) || type_byte(raw) != cells.type_byte {
            return None;
        }
        let pointer = pointer(raw);
        (pointer & IS_ROPE == 0).then(|| string_characters::characters_at(pointer as *const c_void))
    }
}

/// Whether a cell is that of a string; None if the engine has to be asked.
///
/// # Safety
/// A live value.
#[inline]
pub(crate) unsafe fn is_string(raw: JSValueRef) -> Option<bool> {
    let cells = cells()?;
    // SAFETY: by this function's contract.
    Some(value_encoding::is_cell(raw) && unsafe { type_byte(raw) } == cells.type_byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    #[test]
    fn string_cells_have_the_expected_layout() {
        let context = Context::new();
        if Capability::StringCell.is_switched_off() {
            return;
        }
        assert!(probe().is_ok(), "{:?}", probe().err());
        for (source, expected) in [
            ("'plain'", Some("plain")),
            ("'a rope of two parts, ' + Math.max(1, 2)", None),
            ("'a rope of two parts'.slice(2, 19)", None),
            ("7", None),
            ("({})", None),
            ("Symbol('x')", None),
            ("12345678901234567890n", None),
        ] {
            let value = context.cx().evaluate(source, "t.js", 1).unwrap();
            // SAFETY: the value lives, and nothing runs.
            let characters = unsafe { characters_in(value.raw) };
            match expected {
                Some(text) => assert!(characters.is_some_and(|characters| characters.equals(text)), "{source}"),
                None => assert!(characters.is_none(), "{source}"),
            }
        }
    }
}
