//! `string-characters`: the characters of a string, where the engine keeps them.
//!
//! The engine stores Latin-1 strings in one byte per character and any other in two (UTF-16). The C API knows only the latter: to
//! read a Latin-1 string it makes a UTF-16 copy (and keeps it as long as the string lives), and to create one it takes UTF-8, which
//! it decodes character by character: 4 to 6 ns a byte either way, where a copy costs a tenth of a nanosecond. Nearly every string
//! is Latin-1. So strings are read and created in place:
//!
//! ```text
//!  JSStringRef ─▶ OpaqueJSString          StringImpl
//!                 0  reference count  ┌─▶ 0   reference count
//!                 8  string ──────────┘   4   length
//!                                         8   characters ─▶ one or two bytes each
//!                                         16  flags: bit 2 = one byte each
//! ```
//!
//! Nothing of that is guaranteed, so it is verified: the engine exports the functions that create a string with uninitialized
//! characters and that wrap it; the addresses they return must be where the drawing says. If a function is missing or an address is
//! elsewhere, the C API is used.

use super::{Absent, Cached, Capability, Probed, symbol};
use crate::ffi::*;
use crate::string::{EngineString, MAX_LENGTH};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::{ptr, slice};

/// A string's characters, without a copy where possible.
pub enum Characters<'s> {
    /// Latin-1.
    Latin1(&'s [u8]),
    Utf16(&'s [u16]),
}

/// `std::span`.
#[repr(C)]
struct Span<T> {
    start: *mut T,
    length: usize,
}

/// A smart pointer of C++, as a function returns it: through memory that the caller provides. The C ABI does so for what is larger
/// than two registers, so the rest is never written.
#[repr(C)]
struct Returned {
    pointer: *mut c_void,
    rest: [MaybeUninit<usize>; 2],
}

pub(super) struct StringFactory {
    /// `StringImpl::createUninitialized(length, buffer)`.
    create_latin1: unsafe extern "C" fn(usize, *mut Span<u8>) -> Returned,
    create_utf16: unsafe extern "C" fn(usize, *mut Span<u16>) -> Returned,
    /// `OpaqueJSString::tryCreate(String&&)`: takes the reference and leaves null behind.
    wrap: unsafe extern "C" fn(*mut *mut c_void) -> Returned,
}

impl StringFactory {
    fn find() -> Probed<StringFactory> {
        // SAFETY: the names spell these signatures.
        unsafe {
            Ok(StringFactory {
                create_latin1: symbol(c"_ZN3WTF10StringImpl19createUninitializedEmRSt4spanIhLm18446744073709551615EE")?,
                create_utf16: symbol(c"_ZN3WTF10StringImpl19createUninitializedEmRSt4spanIDsLm18446744073709551615EE")?,
                wrap: symbol(c"_ZN14OpaqueJSString9tryCreateEON3WTF6StringE")?,
            })
        }
    }

    /// A reference to a new string, its characters written by `fill`. The length is not 0.
    pub(super) fn create_latin1(&self, length: usize, fill: impl FnOnce(&mut [MaybeUninit<u8>])) -> *mut c_void {
        self.create_latin1_at(length, fill).0
    }

    /// A reference to a new string, and the address of its characters, which are not initialized.
    pub(super) fn create_latin1_uninitialized(&self, length: usize) -> (*mut c_void, *mut MaybeUninit<u8>) {
        let (string, characters) = self.create_latin1_at(length, |_| ());
        (string, characters.cast())
    }

    pub(super) fn create_utf16_uninitialized(&self, length: usize) -> (*mut c_void, *mut MaybeUninit<u16>) {
        let (string, characters) = self.create_utf16_at(length, |_| ());
        (string, characters.cast())
    }

    pub(super) fn create_utf16(&self, length: usize, fill: impl FnOnce(&mut [MaybeUninit<u16>])) -> *mut c_void {
        self.create_utf16_at(length, fill).0
    }

    fn create_latin1_at(&self, length: usize, fill: impl FnOnce(&mut [MaybeUninit<u8>])) -> (*mut c_void, *mut u8) {
        let mut buffer = Span { start: ptr::null_mut(), length: 0 };
        // SAFETY: the engine returns a string and, in `buffer`, the address of its characters, which nobody else knows yet.
        unsafe {
            let string = (self.create_latin1)(length, &mut buffer).pointer;
            assert_eq!(buffer.length, length, "the engine's string has another length");
            fill(slice::from_raw_parts_mut(buffer.start.cast(), length));
            (string, buffer.start)
        }
    }

    fn create_utf16_at(&self, length: usize, fill: impl FnOnce(&mut [MaybeUninit<u16>])) -> (*mut c_void, *mut u16) {
        let mut buffer = Span { start: ptr::null_mut(), length: 0 };
        // SAFETY: as above.
        unsafe {
            let string = (self.create_utf16)(length, &mut buffer).pointer;
            assert_eq!(buffer.length, length, "the engine's string has another length");
            fill(slice::from_raw_parts_mut(buffer.start.cast(), length));
            (string, buffer.start)
        }
    }

    /// A new string in its wrapper, its characters written by `fill`, and their address. The length is not 0.
    fn make_latin1(&self, length: usize, fill: impl FnOnce(&mut [MaybeUninit<u8>])) -> Option<(EngineString, Created)> {
        let (string, characters) = self.create_latin1_at(length, fill);
        // SAFETY: the reference is ours.
        unsafe { self.wrapped(string, characters.cast(), length) }
    }

    fn make_utf16(&self, characters: &[u16]) -> Option<(EngineString, Created)> {
        let (string, place) = self.create_utf16_at(characters.len(), |buffer| {
            buffer.write_copy_of_slice(characters);
        });
        // SAFETY: the reference is ours.
        unsafe { self.wrapped(string, place.cast(), characters.len()) }
    }

    /// # Safety
    /// `string` is a reference that the caller owns and gives up.
    unsafe fn wrapped(
        &self,
        mut string: *mut c_void,
        characters: *mut c_void,
        length: usize,
    ) -> Option<(EngineString, Created)> {
        let created = Created { string, characters, length };
        // SAFETY: by this function's contract; the result is owned by the caller, as with the public constructors.
        let engine_string = unsafe { EngineString::adopt((self.wrap)(&mut string).pointer.cast()) };
        Some((engine_string?, created))
    }
}

/// What is known of a string that was created here.
struct Created {
    string: *mut c_void,
    characters: *mut c_void,
    length: usize,
}

const IS_8BIT: u32 = 1 << 2;

/// The functions, if they exist and strings are laid out as drawn above.
#[inline]
fn factory() -> Option<&'static StringFactory> {
    probe().ok()
}

pub(super) fn probe() -> Probed<&'static StringFactory> {
    static FOUND: Cached<StringFactory> = Cached::new();
    let find = || {
        let factory = StringFactory::find()?;
        let is_expected = has_expected_layout(&factory).unwrap_or(false);
        if is_expected { Ok(factory) } else { Err(Absent::Mismatch("the layout of strings")) }
    };
    FOUND.get(Capability::StringCharacters, find)
}

fn has_expected_layout(factory: &StringFactory) -> Option<bool> {
    let (latin1, latin1_created) = factory.make_latin1(37, |buffer| buffer.fill(MaybeUninit::new(b'x')))?;
    let (utf16, utf16_created) = factory.make_utf16(&[0x3b1; 41])?;
    // SAFETY: both objects are alive and larger than what is read of them: a wrapper holds a count, a string and the address of
    // the UTF-16 copy; a string holds what the drawing shows.
    unsafe {
        let is_laid_out = |string: &EngineString, created: &Created, is_8bit: bool| {
            let wrapper = string.raw().cast::<*mut c_void>();
            *wrapper.add(1) == created.string
                && *created.string.cast::<u32>().add(1) as usize == created.length
                && *created.string.cast::<*mut c_void>().add(1) == created.characters
                && (*created.string.cast::<u32>().add(4) & IS_8BIT != 0) == is_8bit
        };
        Some(is_laid_out(&latin1, &latin1_created, true) && is_laid_out(&utf16, &utf16_created, false))
    }
}

/// # Safety
/// A live StringImpl for `'s`, if strings are laid out as drawn.
#[inline]
pub(super) unsafe fn characters_at<'s>(string: *const c_void) -> Characters<'s> {
    // SAFETY: by this function's contract.
    unsafe {
        let length = *string.cast::<u32>().add(1) as usize;
        let characters = *string.cast::<*const c_void>().add(1);
        if *string.cast::<u32>().add(4) & IS_8BIT == 0 {
            Characters::Utf16(slice::from_raw_parts(characters.cast(), length))
        } else {
            Characters::Latin1(slice::from_raw_parts(characters.cast(), length))
        }
    }
}

impl EngineString {
    pub(crate) fn characters(&self) -> Characters<'_> {
        // SAFETY: the string is live.
        let length = unsafe { JSStringGetLength(self.raw()) };
        if length == 0 {
            return Characters::Latin1(&[]);
        }
        if factory().is_none() {
            return Characters::Utf16(self.utf16());
        }
        // SAFETY: strings are laid out as drawn (`has_expected_layout`); one that is not empty has a StringImpl, whose characters
        // live as long as the wrapper, which holds a reference.
        unsafe { characters_at(*self.raw().cast::<*const c_void>().add(1)) }
    }

    /// The wrapper's second word, which is a `WTF::String`. Only if strings are laid out as drawn.
    pub(super) fn as_wtf_string(&self) -> *const c_void {
        self.raw().cast::<*const c_void>().wrapping_add(1).cast()
    }

    /// Whether [`swap_impl`](EngineString::swap_impl) is possible: this string is laid out as drawn, and so is the wrapper's
    /// pointer to UTF-16 characters.
    pub(crate) fn is_swappable(&self) -> bool {
        // SAFETY: a wrapper is three words.
        factory().is_some()
            && unsafe {
                match self.characters() {
                    Characters::Latin1(characters) => !characters.is_empty(),
                    Characters::Utf16(characters) => *self.utf16_pointer() == characters.as_ptr(),
                }
            }
    }

    /// A wrapper's third word: the UTF-16 characters, whether they are the string's own or a copy made for the C API. The
    /// wrapper frees those that are not the string's own.
    fn utf16_pointer(&self) -> *mut *const u16 {
        self.raw().cast::<*const u16>().wrapping_add(2)
    }

    /// Swaps this wrapper's string with the one at `place`.
    ///
    /// # Safety
    /// `place` holds one reference to a Latin-1 string, which nobody reads. This string is swappable.
    pub(crate) unsafe fn swap_impl(self, place: *mut *mut c_void) {
        // SAFETY: by this function's contract. UTF-16 characters move with their string: this wrapper may not free them.
        unsafe {
            if matches!(self.characters(), Characters::Utf16(_)) {
                *self.utf16_pointer() = ptr::null();
            }
            ptr::swap(place, self.raw().cast::<*mut c_void>().add(1));
        }
    }

    /// A Latin-1 string of all the parts' bytes. None if they are too many or none, or strings cannot be created in place.
    pub(crate) fn from_latin1_parts<P: AsRef<[u8]>>(parts: &[P]) -> Option<EngineString> {
        let length = parts.iter().map(|part| part.as_ref().len()).sum();
        if length == 0 || length >= MAX_LENGTH {
            return None;
        }
        let fill = |buffer: &mut [MaybeUninit<u8>]| {
            let mut rest = buffer;
            for part in parts.iter().map(AsRef::as_ref) {
                let (place, after) = rest.split_at_mut(part.len());
                // SAFETY: both are as long as the part, and the buffer takes bytes.
                unsafe { ptr::copy_nonoverlapping(part.as_ptr(), place.as_mut_ptr().cast(), part.len()) };
                rest = after;
            }
        };
        factory()?.make_latin1(length, fill).map(|(string, _)| string)
    }

    /// None if it is too long.
    pub(crate) fn try_from_latin1(characters: &[u8]) -> Option<EngineString> {
        if characters.len() >= MAX_LENGTH {
            return None;
        }
        EngineString::from_latin1_parts(&[characters]).or_else(|| {
            let utf16: Vec<u16> = characters.iter().map(|character| u16::from(*character)).collect();
            EngineString::try_from_utf16(&utf16)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_the_expected_layout() {
        crate::context::configure_process();
        if Capability::StringCharacters.is_switched_off() {
            return;
        }
        assert!(factory().is_some(), "every string goes through the C API");
    }

    #[test]
    fn latin1_characters_are_read_in_place() {
        crate::context::configure_process();
        if Capability::StringCharacters.is_switched_off() {
            return;
        }
        for text in ["x", "caf\u{e9}", &"a".repeat(100_000)] {
            let latin1: Vec<u8> = text.chars().map(|character| character as u8).collect();
            let string = EngineString::try_from_latin1(&latin1).unwrap();
            assert!(matches!(string.characters(), Characters::Latin1(characters) if characters == latin1));
            assert_eq!(string.to_string_lossy(), text);
        }
    }

    #[test]
    fn utf16_characters_are_read_in_place() {
        let units: Vec<u16> = "αβγ𝕏\u{0}".encode_utf16().chain([0xd800]).collect();
        let string = EngineString::try_from_utf16(&units).unwrap();
        assert!(matches!(string.characters(), Characters::Utf16(characters) if characters == units));
    }

    #[test]
    fn an_empty_string_has_no_characters() {
        crate::context::configure_process();
        assert!(matches!(EngineString::new("").characters(), Characters::Latin1(&[])));
        assert!(matches!(EngineString::try_from_latin1(&[]).unwrap().characters(), Characters::Latin1(&[])));
    }
}
