//! Strings that a native function returns, written into the engine's memory by the function itself.
//!
//! [`NewString`](crate::NewString) does the same without a call at hand, but its value is created after its characters; see
//! [`make_latin1`] for what that costs.

use super::{Call, Out};
use crate::capabilities::host_function::is_unlocked;
use crate::capabilities::new_string::{make_latin1, make_utf16};
use crate::exception::Throw;
use crate::ffi::JSValueRef;
use crate::transcode;
use std::mem::MaybeUninit;

/// Proof that a string was made, which the call has. Not the string itself: a result of this size is returned in a register, a larger
/// one through memory, and copying it waited for the stores of all characters before it (50 ns for a kilobyte).
pub struct Made(());

impl From<Made> for Out<'_> {
    fn from(_: Made) -> Self {
        Out::Made
    }
}

impl Call<'_> {
    fn is_locked(&self) -> bool {
        self.is_locked && !is_unlocked()
    }

    /// From here on the collector finds the value on the stack.
    fn returned(&self, made: Result<JSValueRef, Throw>) -> Result<Made, Throw> {
        self.made.set(made?);
        Ok(Made(()))
    }

    /// A string of this many Latin-1 characters. `fill` returns what it has initialized; panics if that is not the whole buffer.
    pub fn latin1_string(
        &self,
        length: usize,
        fill: impl for<'b> FnOnce(&'b mut [MaybeUninit<u8>]) -> &'b mut [u8],
    ) -> Result<Made, Throw> {
        // SAFETY: the lock is held or taken; the value is stored in the call, on the stack.
        self.returned(unsafe {
            make_latin1(self.cx, self.is_locked(), length, |buffer| {
                let whole = buffer.as_ptr_range();
                let written = fill(buffer).as_ptr_range();
                assert!(whole.start.addr() == written.start.addr() && whole.end.addr() == written.end.addr());
            })
        })
    }

    pub fn string_of_latin1(&self, characters: &[u8]) -> Result<Made, Throw> {
        self.latin1_string(characters.len(), |buffer| buffer.write_copy_of_slice(characters))
    }

    /// Of text that is not ASCII, for which there is [`string_of_latin1`](Call::string_of_latin1).
    pub fn string_of_non_ascii(&self, text: &str) -> Result<Made, Throw> {
        let is_locked = self.is_locked();
        // SAFETY: as above; the buffers are of these lengths.
        self.returned(unsafe {
            match transcode::latin1_length(text) {
                Some(length) => make_latin1(self.cx, is_locked, length, |buffer| transcode::write_latin1(text, buffer)),
                None => make_utf16(self.cx, is_locked, transcode::utf16_length(text), |buffer| {
                    transcode::write_utf16(text, buffer);
                }),
            }
        })
    }

    pub fn string_of_utf16(&self, units: &[u16]) -> Result<Made, Throw> {
        // SAFETY: as above.
        self.returned(unsafe {
            make_utf16(self.cx, self.is_locked(), units.len(), |buffer| {
                buffer.write_copy_of_slice(units);
            })
        })
    }

    /// Of UTF-16 in little-endian bytes; an odd last byte is dropped.
    pub fn string_of_utf16le(&self, bytes: &[u8]) -> Result<Made, Throw> {
        // SAFETY: as above.
        self.returned(unsafe {
            make_utf16(self.cx, self.is_locked(), bytes.len() / 2, |buffer| {
                for (place, pair) in buffer.iter_mut().zip(bytes.chunks_exact(2)) {
                    place.write(u16::from_le_bytes([pair[0], pair[1]]));
                }
            })
        })
    }
}
