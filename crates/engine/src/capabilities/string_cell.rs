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
//! string that Rust creates ([`NewString`]) is written into the engine's memory and gets a cell through an exported function of the
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
use crate::context::Cx;
use crate::ffi::*;
use crate::string::{EngineString, MAX_LENGTH};
use crate::{capabilities::string_characters::Characters, exception::Throw};
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{ptr, slice};

#[derive(Clone, Copy)]
pub(super) struct StringCells {
    factory: &'static StringFactory,
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
fn cells() -> Option<&'static StringCells> {
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
unsafe fn release(cells: &StringCells, string: *mut c_void) {
    // SAFETY: by this function's contract; as the engine does it.
    unsafe {
        if count(string).fetch_sub(REFERENCE, Ordering::AcqRel) == REFERENCE {
            (cells.destroy)(string);
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

/// A string that Rust creates, its characters in the engine's own memory: a native returns it without a further copy.
pub struct NewString(Form);

enum Form {
    /// The VM's own, from its table of single-character strings.
    SingleCharacter(u8),
    Empty,
    /// One reference to a StringImpl.
    Impl(*mut c_void),
    Wrapper(EngineString),
}

impl NewString {
    /// A string of this many Latin-1 characters, which are NUL until `fill` writes others.
    pub fn latin1(length: usize, fill: impl FnOnce(&mut [u8])) -> Result<NewString, Throw> {
        NewString::fill_latin1(length, |buffer| {
            buffer.fill(MaybeUninit::new(0));
            // SAFETY: just initialized; MaybeUninit<u8> is laid out as u8.
            fill(unsafe { slice::from_raw_parts_mut(buffer.as_mut_ptr().cast::<u8>(), buffer.len()) });
        })
    }

    pub fn from_latin1(characters: &[u8]) -> Result<NewString, Throw> {
        NewString::fill_latin1(characters.len(), |buffer| {
            buffer.write_copy_of_slice(characters);
        })
    }

    /// `fill` writes the whole buffer.
    fn fill_latin1(length: usize, fill: impl FnOnce(&mut [MaybeUninit<u8>])) -> Result<NewString, Throw> {
        if length >= MAX_LENGTH {
            return Err(too_long());
        }
        if length <= 1 {
            let mut one = [MaybeUninit::new(0)];
            fill(&mut one[..length]);
            // SAFETY: initialized above, whatever `fill` did.
            let character = unsafe { one[0].assume_init() };
            return Ok(NewString(if length == 0 { Form::Empty } else { Form::SingleCharacter(character) }));
        }
        if let Some(cells) = cells() {
            return Ok(NewString(Form::Impl(cells.factory.create_latin1(length, fill))));
        }
        let mut buffer = vec![MaybeUninit::new(0u8); length];
        fill(&mut buffer);
        // SAFETY: initialized above, whatever `fill` did; MaybeUninit<u8> is laid out as u8.
        let characters = unsafe { slice::from_raw_parts(buffer.as_ptr().cast::<u8>(), length) };
        EngineString::try_from_latin1(characters).map(Form::Wrapper).map(NewString).ok_or_else(too_long)
    }

    /// In the engine's representation: one byte per character if all are Latin-1. Decoded once, in place.
    pub fn from_text(text: &str) -> Result<NewString, Throw> {
        let bytes = text.as_bytes();
        if text.is_ascii() {
            return NewString::from_latin1(bytes);
        }
        let is_continued = |byte: &&u8| **byte & 0xc0 == 0x80;
        // The lead byte of anything beyond Latin-1 is larger.
        if bytes.iter().all(|byte| *byte <= 0xc3) {
            let length = bytes.len() - bytes.iter().filter(is_continued).count();
            return NewString::fill_latin1(length, |buffer| {
                for (place, character) in buffer.iter_mut().zip(text.chars()) {
                    place.write(character as u8);
                }
            });
        }
        let beginnings = bytes.len() - bytes.iter().filter(is_continued).count();
        let length = beginnings + bytes.iter().filter(|byte| **byte >= 0xf0).count();
        NewString::fill_utf16(length, |buffer| {
            for (place, unit) in buffer.iter_mut().zip(text.encode_utf16()) {
                place.write(unit);
            }
        })
    }

    /// `fill` writes the whole buffer.
    fn fill_utf16(length: usize, fill: impl FnOnce(&mut [MaybeUninit<u16>])) -> Result<NewString, Throw> {
        if length >= MAX_LENGTH {
            return Err(too_long());
        }
        if length == 0 {
            return Ok(NewString(Form::Empty));
        }
        if let Some(cells) = cells() {
            return Ok(NewString(Form::Impl(cells.factory.create_utf16(length, fill))));
        }
        let mut buffer = vec![MaybeUninit::new(0u16); length];
        fill(&mut buffer);
        // SAFETY: initialized above, whatever `fill` did; MaybeUninit<u16> is laid out as u16.
        let units = unsafe { slice::from_raw_parts(buffer.as_ptr().cast::<u16>(), length) };
        EngineString::try_from_utf16(units).map(Form::Wrapper).map(NewString).ok_or_else(too_long)
    }

    pub fn from_utf16(units: &[u16]) -> Result<NewString, Throw> {
        NewString::fill_utf16(units.len(), |buffer| {
            buffer.write_copy_of_slice(units);
        })
    }

    /// A value, to be returned to the engine or protected immediately.
    pub(crate) fn into_raw(mut self, cx: Cx<'_>) -> JSValueRef {
        let form = std::mem::replace(&mut self.0, Form::Empty);
        match (form, cells()) {
            (Form::SingleCharacter(character), _) => single_character(cx, character),
            (Form::Empty, _) => empty_string(cx),
            // SAFETY: live context and string.
            (Form::Wrapper(string), _) => unsafe { JSValueMakeString(cx.raw, string.raw()) },
            // SAFETY: the VM of a live context; the cell takes a reference of its own, ours is released.
            (Form::Impl(string), Some(cells)) => unsafe {
                let vm = cx.group().cast::<c_void>();
                let cell = cells.lock.hold(vm, || (cells.create)(vm, string));
                release(cells, string);
                cell
            },
            (Form::Impl(_), None) => unreachable!("a StringImpl without cells"),
        }
    }
}

impl Drop for NewString {
    fn drop(&mut self) {
        if let (Form::Impl(string), Some(cells)) = (&self.0, cells()) {
            // SAFETY: the reference that this owns.
            unsafe { release(cells, *string) };
        }
    }
}

#[cold]
fn too_long() -> Throw {
    Throw::range_error("Invalid string length")
}

/// The VM's own empty and single-character strings, which live as long as it does. Of one VM per thread: the one used last.
struct SmallStrings {
    vm: Cell<usize>,
    values: RefCell<[usize; SMALL_STRING_COUNT]>,
}

const SMALL_STRING_COUNT: usize = 257;
const EMPTY_INDEX: usize = 256;

thread_local! {
    static SMALL_STRINGS: SmallStrings = const { SmallStrings { vm: Cell::new(0), values: RefCell::new([0; SMALL_STRING_COUNT]) } };
}

/// A VM was created on this thread, perhaps at the address of an earlier one.
pub(crate) fn reset_small_strings() {
    SMALL_STRINGS.with(|small| small.vm.set(0));
}

fn single_character(cx: Cx<'_>, character: u8) -> JSValueRef {
    small_string(cx, usize::from(character), &[character])
}

fn empty_string(cx: Cx<'_>) -> JSValueRef {
    small_string(cx, EMPTY_INDEX, &[])
}

fn small_string(cx: Cx<'_>, index: usize, characters: &[u8]) -> JSValueRef {
    let make = || {
        let string = EngineString::try_from_latin1(characters).expect("a short string");
        // SAFETY: live context and string.
        unsafe { JSValueMakeString(cx.raw, string.raw()) }
    };
    SMALL_STRINGS.with(|small| {
        let vm = cx.group() as usize;
        let mut values = small.values.borrow_mut();
        if small.vm.replace(vm) != vm {
            *values = [0; SMALL_STRING_COUNT];
        }
        if values[index] == 0 {
            let (made, again) = (make(), make());
            // The VM's own string is always the same cell; any other must not be cached.
            if made != again {
                return again;
            }
            values[index] = made as usize;
        }
        values[index] as JSValueRef
    })
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

    #[test]
    fn new_strings_become_values_and_free_their_memory() {
        let context = Context::new();
        let cx = context.cx();
        let show = cx.evaluate("s => JSON.stringify([typeof s, s.length, s])", "t.js", 1).unwrap().as_object().unwrap();
        let shown = |string: NewString| {
            let value = crate::value::Value::from_raw(cx, string.into_raw(cx));
            show.call(&[value]).unwrap().to_text().unwrap()
        };
        assert_eq!(shown(NewString::from_latin1(b"").unwrap()), r#"["string",0,""]"#);
        assert_eq!(shown(NewString::from_latin1(b"x").unwrap()), r#"["string",1,"x"]"#);
        assert_eq!(shown(NewString::from_latin1(b"caf\xe9").unwrap()), r#"["string",4,"café"]"#);
        assert_eq!(shown(NewString::from_utf16(&[0x3b1]).unwrap()), r#"["string",1,"α"]"#);
        for (text, length) in
            [("é", 1), ("caféÿ", 5), ("€", 1), ("a€é😀z", 6), ("😀", 2), ("\u{7ff}\u{800}\u{ffff}\u{10000}", 5)]
        {
            assert_eq!(shown(NewString::from_text(text).unwrap()), format!(r#"["string",{length},"{text}"]"#));
        }
        assert_eq!(shown(NewString::from_utf16(&[0x3b1, 0xd800]).unwrap()), r#"["string",2,"α\ud800"]"#);
        for length in [2, 37, 70_000] {
            let text = "y".repeat(length);
            assert_eq!(
                shown(NewString::from_latin1(text.as_bytes()).unwrap()),
                format!(r#"["string",{length},"{text}"]"#)
            );
            drop(NewString::from_latin1(text.as_bytes()));
        }
        cx.collect_garbage();
        assert_eq!(shown(NewString::from_latin1(b"x").unwrap()), r#"["string",1,"x"]"#);
    }
}
