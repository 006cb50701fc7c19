//! Part of `string-cell`: strings that Rust creates, their characters in the engine's own memory, so that a native function returns
//! them without a further copy.

use super::string_cell::{cells, release};
use crate::context::Cx;
use crate::exception::Throw;
use crate::ffi::*;
use crate::string::{EngineString, MAX_LENGTH};
use crate::transcode;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::{ptr, slice};

/// A string that Rust creates, its characters in the engine's own memory.
///
/// One word, so that it is returned in a register: the result of a native function that had to be copied through memory waited for
/// the stores of all characters before it (50 ns for a kilobyte). Its lowest bits say what it is:
///
/// ```text
///   00  the address of a StringImpl, one reference to it     01  the address of a wrapper     10  the index of a small string
/// ```
pub struct NewString(*mut c_void);

const KIND: usize = 3;
const WRAPPER: usize = 1;
const SMALL: usize = 2;
const INDEX_SHIFT: u32 = 2;

enum Form {
    Impl(*mut c_void),
    Wrapper(EngineString),
    /// The VM's own: empty, or a single character.
    Small(usize),
}

impl NewString {
    fn from_impl(string: *mut c_void) -> NewString {
        debug_assert_eq!(string.addr() & KIND, 0);
        NewString(string)
    }

    fn from_wrapper(string: EngineString) -> NewString {
        NewString(ManuallyDrop::new(string).raw().cast::<c_void>().map_addr(|address| address | WRAPPER))
    }

    fn small(index: usize) -> NewString {
        NewString(ptr::without_provenance_mut(index << INDEX_SHIFT | SMALL))
    }

    /// What this owns now belongs to the caller.
    #[inline]
    fn into_form(self) -> Form {
        let word = ManuallyDrop::new(self).0;
        match word.addr() & KIND {
            SMALL => Form::Small(word.addr() >> INDEX_SHIFT),
            // SAFETY: the wrapper of `from_wrapper`, whose reference this owned.
            WRAPPER => Form::Wrapper(unsafe {
                EngineString::adopt(word.map_addr(|address| address & !KIND).cast()).expect("a wrapper's address")
            }),
            _ => Form::Impl(word),
        }
    }

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
    #[inline]
    fn fill_latin1(length: usize, fill: impl FnOnce(&mut [MaybeUninit<u8>])) -> Result<NewString, Throw> {
        if length >= MAX_LENGTH {
            return Err(too_long());
        }
        if length <= 1 {
            let mut one = [MaybeUninit::new(0)];
            fill(&mut one[..length]);
            // SAFETY: initialized above, whatever `fill` did.
            let character = unsafe { one[0].assume_init() };
            return Ok(NewString::small(if length == 0 { EMPTY_INDEX } else { usize::from(character) }));
        }
        if let Some(cells) = cells() {
            return Ok(NewString::from_impl(cells.factory.create_latin1(length, fill)));
        }
        let mut buffer = vec![MaybeUninit::new(0u8); length];
        fill(&mut buffer);
        // SAFETY: initialized above, whatever `fill` did; MaybeUninit<u8> is laid out as u8.
        let characters = unsafe { slice::from_raw_parts(buffer.as_ptr().cast::<u8>(), length) };
        EngineString::try_from_latin1(characters).map(NewString::from_wrapper).ok_or_else(too_long)
    }

    /// In the engine's representation: one byte per character if all are Latin-1. Decoded once, in place.
    pub fn from_text(text: &str) -> Result<NewString, Throw> {
        if transcode::is_ascii(text.as_bytes()) {
            return NewString::from_latin1(text.as_bytes());
        }
        // SAFETY: the buffers are of these lengths.
        unsafe {
            match transcode::latin1_length(text) {
                Some(length) => NewString::fill_latin1(length, |buffer| transcode::write_latin1(text, buffer)),
                None => {
                    NewString::fill_utf16(transcode::utf16_length(text), |buffer| transcode::write_utf16(text, buffer))
                }
            }
        }
    }

    /// `fill` writes the whole buffer.
    #[inline]
    fn fill_utf16(length: usize, fill: impl FnOnce(&mut [MaybeUninit<u16>])) -> Result<NewString, Throw> {
        if length >= MAX_LENGTH {
            return Err(too_long());
        }
        if length == 0 {
            return Ok(NewString::small(EMPTY_INDEX));
        }
        if let Some(cells) = cells() {
            return Ok(NewString::from_impl(cells.factory.create_utf16(length, fill)));
        }
        let mut buffer = vec![MaybeUninit::new(0u16); length];
        fill(&mut buffer);
        // SAFETY: initialized above, whatever `fill` did; MaybeUninit<u16> is laid out as u16.
        let units = unsafe { slice::from_raw_parts(buffer.as_ptr().cast::<u16>(), length) };
        EngineString::try_from_utf16(units).map(NewString::from_wrapper).ok_or_else(too_long)
    }

    pub fn from_utf16(units: &[u16]) -> Result<NewString, Throw> {
        NewString::fill_utf16(units.len(), |buffer| {
            buffer.write_copy_of_slice(units);
        })
    }

    /// A value, to be returned to the engine or protected immediately.
    pub(crate) fn into_raw(self, cx: Cx<'_>) -> JSValueRef {
        // SAFETY: without the lock, it is taken.
        unsafe { self.into_raw_within(cx, false) }
    }

    /// The same, where the VM's lock may be held already.
    ///
    /// # Safety
    /// If `is_locked`, this thread holds the VM's lock.
    #[inline]
    pub(crate) unsafe fn into_raw_within(self, cx: Cx<'_>, is_locked: bool) -> JSValueRef {
        match (self.into_form(), cells()) {
            // SAFETY: the VM of a live context; nobody else has seen the string. The lock by this function's contract.
            (Form::Impl(string), Some(cells)) => unsafe { cells.adopt(cx.group().cast(), string, is_locked) },
            (Form::Small(index), _) => small_string(cx, index),
            // SAFETY: live context and string.
            (Form::Wrapper(string), _) => unsafe { JSValueMakeString(cx.raw, string.raw()) },
            (Form::Impl(_), None) => unreachable!("a StringImpl without cells"),
        }
    }
}

impl Drop for NewString {
    fn drop(&mut self) {
        match (NewString(self.0).into_form(), cells()) {
            // SAFETY: the reference that this owns.
            (Form::Impl(string), Some(cells)) => unsafe { release(cells, string) },
            (form, _) => drop(form),
        }
    }
}

/// A string value whose characters `fill` writes, all of them. Its cell is created first: that takes an atomic operation, which would
/// wait until the characters have reached the cache (100 ns for two kilobytes).
///
/// # Safety
/// If `is_locked`, this thread holds the VM's lock. The value is on the caller's stack or protected before anything else is allocated.
#[inline]
pub(crate) unsafe fn make_latin1(
    cx: Cx<'_>,
    is_locked: bool,
    length: usize,
    fill: impl FnOnce(&mut [MaybeUninit<u8>]),
) -> Result<JSValueRef, Throw> {
    // SAFETY: by this function's contract; while `fill` runs the cell is on this stack. Nobody reads the characters before they are
    // written: the collector never does, and the cell is unknown to JavaScript. If `fill` panics, nobody ever knows it.
    unsafe {
        match cells() {
            Some(cells) if length > 1 && length < MAX_LENGTH => {
                let (string, characters) = cells.factory.create_latin1_uninitialized(length);
                let cell = cells.adopt(cx.group().cast(), string, is_locked);
                fill(slice::from_raw_parts_mut(characters, length));
                Ok(cell)
            }
            _ => Ok(NewString::fill_latin1(length, fill)?.into_raw_within(cx, is_locked)),
        }
    }
}

/// The same for UTF-16.
///
/// # Safety
/// As for [`make_latin1`].
#[inline]
pub(crate) unsafe fn make_utf16(
    cx: Cx<'_>,
    is_locked: bool,
    length: usize,
    fill: impl FnOnce(&mut [MaybeUninit<u16>]),
) -> Result<JSValueRef, Throw> {
    // SAFETY: as above. (A string of one unit may be Latin-1, of which the VM has its own.)
    unsafe {
        match cells() {
            Some(cells) if length > 1 && length < MAX_LENGTH => {
                let (string, characters) = cells.factory.create_utf16_uninitialized(length);
                let cell = cells.adopt(cx.group().cast(), string, is_locked);
                fill(slice::from_raw_parts_mut(characters, length));
                Ok(cell)
            }
            _ => Ok(NewString::fill_utf16(length, fill)?.into_raw_within(cx, is_locked)),
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

fn small_string(cx: Cx<'_>, index: usize) -> JSValueRef {
    let make = || {
        let character = u8::try_from(index).ok();
        let string = EngineString::try_from_latin1(character.as_slice()).expect("a short string");
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
