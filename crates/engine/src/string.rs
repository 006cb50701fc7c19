//! Strings across the border: Rust's UTF-8 to the engine's and back.

use crate::ffi::*;
use std::ffi::c_char;

/// An engine string owned by Rust (reference counted over there).
pub(crate) struct EngineString(JSStringRef);

impl EngineString {
    pub(crate) fn new(text: &str) -> EngineString {
        // The engine's UTF-8 constructor stops at NUL, so text that holds one goes through UTF-16. The short-string
        // buffer saves an allocation for names, which is nearly every call.
        let bytes = text.as_bytes();
        if bytes.contains(&0) {
            let wide: Vec<u16> = text.encode_utf16().collect();
            return EngineString::from_utf16(&wide);
        }
        let mut short = [0u8; 64];
        if bytes.len() < short.len() {
            short[..bytes.len()].copy_from_slice(bytes);
            // SAFETY: the buffer is NUL-terminated and valid UTF-8.
            return EngineString(unsafe { JSStringCreateWithUTF8CString(short.as_ptr().cast::<c_char>()) });
        }
        let mut long = Vec::with_capacity(bytes.len() + 1);
        long.extend_from_slice(bytes);
        long.push(0);
        // SAFETY: as above.
        EngineString(unsafe { JSStringCreateWithUTF8CString(long.as_ptr().cast::<c_char>()) })
    }

    pub(crate) fn from_utf16(units: &[u16]) -> EngineString {
        // SAFETY: pointer and length describe the slice; the engine copies.
        EngineString(unsafe { JSStringCreateWithCharacters(units.as_ptr(), units.len()) })
    }

    /// Takes over a reference that an API function returned; `None` for null (a conversion that threw).
    ///
    /// # Safety
    /// `raw` is null or a reference that the caller owns.
    pub(crate) unsafe fn adopt(raw: JSStringRef) -> Option<EngineString> {
        (!raw.is_null()).then_some(EngineString(raw))
    }

    pub(crate) fn raw(&self) -> JSStringRef {
        self.0
    }

    /// Lone surrogates become U+FFFD, as in every encoder to UTF-8.
    pub(crate) fn to_rust(&self) -> String {
        // SAFETY: the buffer is as large as the engine says it may need; the count returned includes the NUL.
        let bytes = unsafe {
            let room = JSStringGetMaximumUTF8CStringSize(self.0);
            let mut buffer: Vec<u8> = Vec::with_capacity(room);
            let written = JSStringGetUTF8CString(self.0, buffer.as_mut_ptr().cast::<c_char>(), room);
            buffer.set_len(written.saturating_sub(1));
            buffer
        };
        match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => String::from_utf16_lossy(self.utf16()),
        }
    }

    pub(crate) fn utf16(&self) -> &[u16] {
        // SAFETY: the engine keeps the characters for as long as the string lives.
        unsafe {
            let length = JSStringGetLength(self.0);
            if length == 0 { &[] } else { std::slice::from_raw_parts(JSStringGetCharactersPtr(self.0), length) }
        }
    }
}

impl Drop for EngineString {
    fn drop(&mut self) {
        // SAFETY: we own one reference.
        unsafe { JSStringRelease(self.0) }
    }
}
