//! `string-characters`: the characters of a string, where the engine keeps them.
//!
//! The engine keeps a text of Latin-1 letters in one byte each and any other in two. The C API knows only the second form:
//! to read a string of the first kind it makes a wide copy (and keeps it as long as the string lives), and to make one it
//! takes UTF-8, which it decodes letter by letter: 4 to 6 ns a byte either way, where a copy costs a tenth of a nanosecond.
//! Nearly every text is of the first kind. So strings are read and made in place:
//!
//! ```text
//!  JSStringRef ─▶ OpaqueJSString          StringImpl
//!                 0  reference count  ┌─▶ 0   reference count
//!                 8  string ──────────┘   4   length
//!                                         8   letters ─▶ one or two bytes each
//!                                         16  flags: bit 2 = one byte each
//! ```
//!
//! Nothing of that is promised, so it is not believed but tried: the engine exports the functions that make a string with
//! room for letters and that wrap it; the addresses they return must stand where the drawing says. Where a function is
//! missing or an address is elsewhere, everything goes the long way.

use super::{Absent, Cached, Capability, Probed, symbol};
use crate::ffi::*;
use crate::string::{EngineString, LONGEST};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::{ptr, slice};

/// A string's letters, without a copy where the engine lets us.
pub enum Letters<'s> {
    /// Latin-1.
    Narrow(&'s [u8]),
    Wide(&'s [u16]),
}

/// `std::span`.
#[repr(C)]
struct Span<T> {
    start: *mut T,
    length: usize,
}

/// A smart pointer of C++, as a function returns it: through memory that the caller names. A C function does so with what is
/// larger than two registers, so the rest is never written.
#[repr(C)]
struct Returned {
    pointer: *mut c_void,
    rest: [MaybeUninit<usize>; 2],
}

pub(super) struct Makers {
    /// `StringImpl::createUninitialized(length, room)`.
    narrow: unsafe extern "C" fn(usize, *mut Span<u8>) -> Returned,
    wide: unsafe extern "C" fn(usize, *mut Span<u16>) -> Returned,
    /// `OpaqueJSString::tryCreate(String&&)`: takes the reference and leaves null behind.
    wrap: unsafe extern "C" fn(*mut *mut c_void) -> Returned,
}

impl Makers {
    fn find() -> Probed<Makers> {
        // SAFETY: the names spell these signatures.
        unsafe {
            Ok(Makers {
                narrow: symbol(c"_ZN3WTF10StringImpl19createUninitializedEmRSt4spanIhLm18446744073709551615EE")?,
                wide: symbol(c"_ZN3WTF10StringImpl19createUninitializedEmRSt4spanIDsLm18446744073709551615EE")?,
                wrap: symbol(c"_ZN14OpaqueJSString9tryCreateEON3WTF6StringE")?,
            })
        }
    }

    /// A reference to a new string, its characters written by `fill`. The length is not 0.
    pub(super) fn narrow(&self, length: usize, fill: impl FnOnce(&mut [MaybeUninit<u8>])) -> *mut c_void {
        self.narrow_at(length, fill).0
    }

    pub(super) fn wide(&self, length: usize, fill: impl FnOnce(&mut [MaybeUninit<u16>])) -> *mut c_void {
        self.wide_at(length, fill).0
    }

    fn narrow_at(&self, length: usize, fill: impl FnOnce(&mut [MaybeUninit<u8>])) -> (*mut c_void, *mut u8) {
        let mut room = Span { start: ptr::null_mut(), length: 0 };
        // SAFETY: the engine gives a string and, in `room`, the place of its letters, which nobody else knows yet.
        unsafe {
            let string = (self.narrow)(length, &mut room).pointer;
            assert_eq!(room.length, length, "the engine's string has another length");
            fill(slice::from_raw_parts_mut(room.start.cast(), length));
            (string, room.start)
        }
    }

    fn wide_at(&self, length: usize, fill: impl FnOnce(&mut [MaybeUninit<u16>])) -> (*mut c_void, *mut u16) {
        let mut room = Span { start: ptr::null_mut(), length: 0 };
        // SAFETY: as above.
        unsafe {
            let string = (self.wide)(length, &mut room).pointer;
            assert_eq!(room.length, length, "the engine's string has another length");
            fill(slice::from_raw_parts_mut(room.start.cast(), length));
            (string, room.start)
        }
    }

    /// A new string in its wrapper, its letters filled by `fill`, and where they are. The length is not 0.
    fn make_narrow(&self, length: usize, fill: impl FnOnce(&mut [MaybeUninit<u8>])) -> Option<(EngineString, Made)> {
        let (string, letters) = self.narrow_at(length, fill);
        // SAFETY: the reference is ours.
        unsafe { self.wrapped(string, letters.cast(), length) }
    }

    fn make_wide(&self, letters: &[u16]) -> Option<(EngineString, Made)> {
        let (string, place) = self.wide_at(letters.len(), |room| {
            room.write_copy_of_slice(letters);
        });
        // SAFETY: the reference is ours.
        unsafe { self.wrapped(string, place.cast(), letters.len()) }
    }

    /// # Safety
    /// `string` is a reference that the caller owns and gives away.
    unsafe fn wrapped(
        &self,
        mut string: *mut c_void,
        letters: *mut c_void,
        length: usize,
    ) -> Option<(EngineString, Made)> {
        let made = Made { string, letters, length };
        // SAFETY: by this function's contract; what comes back is the caller's, as with the official constructors.
        let engine_string = unsafe { EngineString::adopt((self.wrap)(&mut string).pointer.cast()) };
        Some((engine_string?, made))
    }
}

/// What is known of a string because we made it.
struct Made {
    string: *mut c_void,
    letters: *mut c_void,
    length: usize,
}

const IS_NARROW: u32 = 1 << 2;

/// The functions, where they exist and strings are built as drawn above.
#[inline]
fn makers() -> Option<&'static Makers> {
    probe().ok()
}

pub(super) fn probe() -> Probed<&'static Makers> {
    static KNOWN: Cached<Makers> = Cached::new();
    let find = || {
        let makers = Makers::find()?;
        let as_drawn = is_as_drawn(&makers).unwrap_or(false);
        if as_drawn { Ok(makers) } else { Err(Absent::Unlike("the layout of strings")) }
    };
    KNOWN.get(Capability::StringCharacters, find)
}

fn is_as_drawn(makers: &Makers) -> Option<bool> {
    let (narrow, narrow_made) = makers.make_narrow(37, |room| room.fill(MaybeUninit::new(b'x')))?;
    let (wide, wide_made) = makers.make_wide(&[0x3b1; 41])?;
    // SAFETY: both objects are alive and larger than what is read of them: a wrapper holds a count, a string and the wide
    // copy's address; a string holds what the drawing shows.
    unsafe {
        let stands = |string: &EngineString, made: &Made, is_narrow: bool| {
            let wrapper = string.raw().cast::<*mut c_void>();
            *wrapper.add(1) == made.string
                && *made.string.cast::<u32>().add(1) as usize == made.length
                && *made.string.cast::<*mut c_void>().add(1) == made.letters
                && (*made.string.cast::<u32>().add(4) & IS_NARROW != 0) == is_narrow
        };
        Some(stands(&narrow, &narrow_made, true) && stands(&wide, &wide_made, false))
    }
}

/// # Safety
/// A live StringImpl for `'s`, where strings are built as drawn.
#[inline]
pub(super) unsafe fn letters_at<'s>(string: *const c_void) -> Letters<'s> {
    // SAFETY: by this function's contract.
    unsafe {
        let length = *string.cast::<u32>().add(1) as usize;
        let letters = *string.cast::<*const c_void>().add(1);
        if *string.cast::<u32>().add(4) & IS_NARROW == 0 {
            Letters::Wide(slice::from_raw_parts(letters.cast(), length))
        } else {
            Letters::Narrow(slice::from_raw_parts(letters.cast(), length))
        }
    }
}

impl EngineString {
    pub(crate) fn letters(&self) -> Letters<'_> {
        // SAFETY: the string is live.
        let length = unsafe { JSStringGetLength(self.raw()) };
        if length == 0 {
            return Letters::Narrow(&[]);
        }
        if makers().is_none() {
            return Letters::Wide(self.utf16());
        }
        // SAFETY: strings are built as drawn (`is_as_drawn`); one that is not empty has a StringImpl, whose letters live as
        // long as the wrapper, which holds a reference.
        unsafe { letters_at(*self.raw().cast::<*const c_void>().add(1)) }
    }

    /// The wrapper's second word, which is a `WTF::String`. Only where strings are built as drawn.
    pub(super) fn as_wtf_string(&self) -> *const c_void {
        self.raw().cast::<*const c_void>().wrapping_add(1).cast()
    }

    /// Whether [`exchange`](EngineString::exchange) is possible: this string is built as drawn, and so is what the wrapper
    /// remembers of wide letters.
    pub(crate) fn is_exchangeable(&self) -> bool {
        // SAFETY: a wrapper is three words.
        makers().is_some()
            && unsafe {
                match self.letters() {
                    Letters::Narrow(letters) => !letters.is_empty(),
                    Letters::Wide(letters) => *self.wide_letters() == letters.as_ptr(),
                }
            }
    }

    /// A wrapper's third word: the wide letters, whether they are the string's own or a copy made for the C API. It frees what
    /// is not the string's own.
    fn wide_letters(&self) -> *mut *const u16 {
        self.raw().cast::<*const u16>().wrapping_add(2)
    }

    /// Puts the string that stands elsewhere in this wrapper, and this wrapper's there.
    ///
    /// # Safety
    /// The place holds one reference to a narrow string, which nobody looks at. This string is exchangeable.
    pub(crate) unsafe fn exchange(self, place: *mut *mut c_void) {
        // SAFETY: by this function's contract. The wide letters go with their string: they are not this wrapper's to free.
        unsafe {
            if matches!(self.letters(), Letters::Wide(_)) {
                *self.wide_letters() = ptr::null();
            }
            ptr::swap(place, self.raw().cast::<*mut c_void>().add(1));
        }
    }

    /// A string of all the parts' bytes, one letter each. None where they are too many or none, or the engine does not let us.
    pub(crate) fn made_in_place<P: AsRef<[u8]>>(parts: &[P]) -> Option<EngineString> {
        let length = parts.iter().map(|part| part.as_ref().len()).sum();
        if length == 0 || length >= LONGEST {
            return None;
        }
        let fill = |room: &mut [MaybeUninit<u8>]| {
            let mut rest = room;
            for part in parts.iter().map(AsRef::as_ref) {
                let (place, after) = rest.split_at_mut(part.len());
                // SAFETY: both are as long as the part, and bytes are what the room is for.
                unsafe { ptr::copy_nonoverlapping(part.as_ptr(), place.as_mut_ptr().cast(), part.len()) };
                rest = after;
            }
        };
        makers()?.make_narrow(length, fill).map(|(string, _)| string)
    }

    /// None for what is too long.
    pub(crate) fn try_from_latin1(letters: &[u8]) -> Option<EngineString> {
        if letters.len() >= LONGEST {
            return None;
        }
        EngineString::made_in_place(&[letters]).or_else(|| {
            let wide: Vec<u16> = letters.iter().map(|letter| u16::from(*letter)).collect();
            EngineString::try_from_utf16(&wide)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_built_as_drawn() {
        crate::context::configure_process();
        if Capability::StringCharacters.is_switched_off() {
            return;
        }
        assert!(makers().is_some(), "every string goes the long way");
    }

    #[test]
    fn narrow_letters_are_read_in_place() {
        crate::context::configure_process();
        if Capability::StringCharacters.is_switched_off() {
            return;
        }
        for text in ["x", "caf\u{e9}", &"a".repeat(100_000)] {
            let latin1: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
            let string = EngineString::try_from_latin1(&latin1).unwrap();
            assert!(matches!(string.letters(), Letters::Narrow(letters) if letters == latin1));
            assert_eq!(string.to_rust(), text);
        }
    }

    #[test]
    fn wide_letters_are_read_in_place() {
        let units: Vec<u16> = "αβγ𝕏\u{0}".encode_utf16().chain([0xd800]).collect();
        let string = EngineString::try_from_utf16(&units).unwrap();
        assert!(matches!(string.letters(), Letters::Wide(letters) if letters == units));
    }

    #[test]
    fn an_empty_string_has_no_letters() {
        crate::context::configure_process();
        assert!(matches!(EngineString::new("").letters(), Letters::Narrow(&[])));
        assert!(matches!(EngineString::try_from_latin1(&[]).unwrap().letters(), Letters::Narrow(&[])));
    }
}
