//! Strings from Rust's UTF-8 to the engine's representation and back.
//!
//! The engine stores Latin-1 text in one byte per character. Its public constructor decodes UTF-8 into a UTF-16 copy first, to see
//! whether UTF-16 is needed: 6 ns a byte, and three times the memory while it lasts. ASCII text, which nearly every source file is,
//! is written into the engine's own memory instead (`capabilities/string_characters.rs`): 5 MB in 1 ms, not 30.

use crate::capabilities::string_characters::Characters;
use crate::ffi::*;
use std::ffi::c_char;

/// An engine string owned by Rust (one reference to it).
pub(crate) struct EngineString(JSStringRef);

/// The engine stores a string's length in 31 bits and aborts the process beyond.
pub(crate) const MAX_LENGTH: usize = i32::MAX as usize;

impl EngineString {
    /// Panics for text of 2 GB or more, which no JavaScript string can hold.
    pub(crate) fn new(text: &str) -> EngineString {
        EngineString::try_new(text).expect("the text is too long for a JavaScript string")
    }

    pub(crate) fn try_new(text: &str) -> Option<EngineString> {
        // The engine's UTF-8 constructor stops at NUL, so text that contains one goes through UTF-16. The buffer for short
        // strings saves an allocation for names, which is nearly every call.
        let bytes = text.as_bytes();
        if bytes.len() >= MAX_LENGTH {
            return None;
        }
        let mut short = [0u8; 64];
        if bytes.len() >= short.len()
            && let Some(latin1) = EngineString::from_ascii(&[text])
        {
            return Some(latin1);
        }
        if bytes.contains(&0) {
            let utf16: Vec<u16> = text.encode_utf16().collect();
            return EngineString::try_from_utf16(&utf16);
        }
        if bytes.len() < short.len() {
            short[..bytes.len()].copy_from_slice(bytes);
            // SAFETY: the buffer is NUL-terminated and valid UTF-8.
            return Some(EngineString(unsafe { JSStringCreateWithUTF8CString(short.as_ptr().cast::<c_char>()) }));
        }
        let mut long = Vec::with_capacity(bytes.len() + 1);
        long.extend_from_slice(bytes);
        long.push(0);
        // SAFETY: as above.
        Some(EngineString(unsafe { JSStringCreateWithUTF8CString(long.as_ptr().cast::<c_char>()) }))
    }

    /// The concatenation of all parts. Panics as [`new`](EngineString::new) does.
    pub(crate) fn concat(parts: &[&str]) -> EngineString {
        EngineString::from_ascii(parts).unwrap_or_else(|| EngineString::new(&parts.concat()))
    }

    /// A Latin-1 string; none if the parts are not all ASCII, or the engine's memory cannot be written in place.
    fn from_ascii(parts: &[&str]) -> Option<EngineString> {
        if !parts.iter().all(|part| part.is_ascii()) {
            return None;
        }
        EngineString::from_latin1_parts(parts)
    }

    pub(crate) fn try_from_utf16(units: &[u16]) -> Option<EngineString> {
        if units.len() >= MAX_LENGTH {
            return None;
        }
        // SAFETY: pointer and length describe the slice; the engine copies.
        Some(EngineString(unsafe { JSStringCreateWithCharacters(units.as_ptr(), units.len()) }))
    }

    /// Adopts a reference that an API function returned; `None` for null (a conversion that threw).
    ///
    /// # Safety
    /// `raw` is null or a reference that the caller owns.
    pub(crate) unsafe fn adopt(raw: JSStringRef) -> Option<EngineString> {
        (!raw.is_null()).then(|| EngineString(raw))
    }

    pub(crate) fn raw(&self) -> JSStringRef {
        self.0
    }

    /// Lone surrogates become U+FFFD, as in every encoder to UTF-8.
    pub(crate) fn to_string_lossy(&self) -> String {
        self.characters().to_string_lossy()
    }

    pub(crate) fn utf16(&self) -> &[u16] {
        // SAFETY: the engine keeps the characters for as long as the string lives.
        unsafe {
            let length = JSStringGetLength(self.0);
            if length == 0 { &[] } else { std::slice::from_raw_parts(JSStringGetCharactersPtr(self.0), length) }
        }
    }
}

impl Characters<'_> {
    /// Lone surrogates become U+FFFD, as in every encoder to UTF-8.
    pub fn to_string_lossy(&self) -> String {
        match self {
            Characters::Latin1(characters) if characters.is_ascii() => {
                // SAFETY: ASCII is UTF-8.
                unsafe { String::from_utf8_unchecked(characters.to_vec()) }
            }
            Characters::Latin1(characters) => characters.iter().map(|character| char::from(*character)).collect(),
            Characters::Utf16(units) => String::from_utf16_lossy(units),
        }
    }
}

impl Drop for EngineString {
    fn drop(&mut self) {
        // SAFETY: we own one reference.
        unsafe { JSStringRelease(self.0) }
    }
}
