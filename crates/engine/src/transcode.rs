//! Text from one encoding to another, by simdutf: the SIMD transcoder that Node and the engine itself use.
//!
//! Its functions take addresses, write exactly as many units as their counterpart counts, and for an empty input neither read nor
//! write. What is malformed (lone surrogates, invalid UTF-8) is the caller's to handle: nothing is replaced here.

use std::mem::MaybeUninit;

#[inline]
pub fn is_ascii(bytes: &[u8]) -> bool {
    // Names and other short strings are not worth the call.
    if bytes.len() < 32 { bytes.is_ascii() } else { simdutf::validate_ascii(bytes) }
}

pub fn is_utf8(bytes: &[u8]) -> bool {
    simdutf::validate_utf8(bytes)
}

/// The bytes as text; None if they are not UTF-8.
pub fn text(bytes: &[u8]) -> Option<&str> {
    // SAFETY: just validated.
    is_utf8(bytes).then(|| unsafe { std::str::from_utf8_unchecked(bytes) })
}

/// The largest lead byte of a Latin-1 character. A continuation byte is less.
const LAST_LATIN1_LEAD: u8 = 0xc3;

/// The number of characters; None if one is beyond Latin-1.
pub(crate) fn latin1_length(text: &str) -> Option<usize> {
    // In chunks, whose maximum is a few vector instructions.
    let largest = |chunk: &[u8]| chunk.iter().fold(0, |largest, byte| largest.max(*byte));
    let is_latin1 = text.as_bytes().chunks(128).all(|chunk| largest(chunk) <= LAST_LATIN1_LEAD);
    is_latin1.then(|| simdutf::latin1_length_from_utf8(text.as_bytes()))
}

/// Fills `output`.
///
/// # Safety
/// All characters are Latin-1, and `output` is [`latin1_length`] long.
pub(crate) unsafe fn write_latin1(text: &str, output: &mut [MaybeUninit<u8>]) {
    // SAFETY: by this function's contract.
    let written =
        unsafe { simdutf::convert_valid_utf8_to_latin1(text.as_ptr(), text.len(), output.as_mut_ptr().cast::<u8>()) };
    assert_eq!(written, output.len());
}

pub(crate) fn utf16_length(text: &str) -> usize {
    simdutf::utf16_length_from_utf8(text.as_bytes())
}

/// Fills `output`.
///
/// # Safety
/// `output` is [`utf16_length`] long.
pub(crate) unsafe fn write_utf16(text: &str, output: &mut [MaybeUninit<u16>]) {
    // SAFETY: by this function's contract.
    let written =
        unsafe { simdutf::convert_valid_utf8_to_utf16(text.as_ptr(), text.len(), output.as_mut_ptr().cast::<u16>()) };
    assert_eq!(written, output.len());
}

pub fn utf8_length_of_latin1(latin1: &[u8]) -> usize {
    simdutf::utf8_length_from_latin1(latin1)
}

/// None if there are lone surrogates.
pub fn utf8_length_of_utf16(units: &[u16]) -> Option<usize> {
    simdutf::validate_utf16(units).then(|| simdutf::utf8_length_from_utf16(units))
}

/// The number of bytes written at the start of `output`; None if they are too many for it.
pub fn latin1_to_utf8(latin1: &[u8], output: &mut [u8]) -> Option<usize> {
    if output.len() / 2 < latin1.len() && output.len() < utf8_length_of_latin1(latin1) {
        return None;
    }
    // SAFETY: a character has one or two bytes, so the output is long enough, or it was counted. The slices do not overlap.
    Some(unsafe { simdutf::convert_latin1_to_utf8(latin1.as_ptr(), latin1.len(), output.as_mut_ptr()) })
}

/// The same for UTF-16; also None if there are lone surrogates.
pub fn utf16_to_utf8(units: &[u16], output: &mut [u8]) -> Option<usize> {
    utf8_length_of_utf16(units).filter(|length| *length <= output.len())?;
    // SAFETY: well-formed, and the output is as long as it needs. The slices do not overlap.
    Some(unsafe { simdutf::convert_valid_utf16_to_utf8(units.as_ptr(), units.len(), output.as_mut_ptr()) })
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Base64 {
    /// With padding.
    Standard,
    /// The alphabet for URLs, without padding.
    Url,
}

impl Base64 {
    fn options(self) -> simdutf::Base64Options {
        match self {
            Base64::Standard => simdutf::Base64Options::Default,
            Base64::Url => simdutf::Base64Options::Url,
        }
    }

    pub fn encoded_length(self, length: usize) -> usize {
        simdutf::base64_length_from_binary(length, self.options())
    }

    /// Fills `output`, which is [`encoded_length`](Base64::encoded_length) long; returns it.
    pub fn encode<'o>(self, bytes: &[u8], output: &'o mut [MaybeUninit<u8>]) -> &'o mut [u8] {
        assert_eq!(self.encoded_length(bytes.len()), output.len());
        let start = output.as_mut_ptr().cast::<u8>();
        // SAFETY: the output has the length that the bytes need, all of which is written then.
        unsafe {
            let written = simdutf::binary_to_base64(bytes.as_ptr(), bytes.len(), start, self.options());
            assert_eq!(written, output.len());
            std::slice::from_raw_parts_mut(start, written)
        }
    }
}

/// How many bytes base64 has at most.
pub fn max_base64_length(base64: &[u8]) -> usize {
    // SAFETY: the slice.
    unsafe { simdutf::maximal_binary_length_from_base64(base64.as_ptr(), base64.len()) }
}

/// Decodes base64 by the forgiving rules of the web (white space is skipped, padding may be missing), with either alphabet if
/// `accepts_url`. The number of bytes written to `output`; None if the input is malformed, or `output` is shorter than
/// [`max_base64_length`]; then it may have been written to.
pub fn decode_base64(base64: &[u8], accepts_url: bool, output: &mut [u8]) -> Option<usize> {
    if output.len() < max_base64_length(base64) {
        return None;
    }
    let options = if accepts_url { simdutf::Base64Options::DefaultOrUrl } else { simdutf::Base64Options::Default };
    let rule = simdutf::LastChunkHandlingOptions::Loose;
    // SAFETY: the output is as long as the input could need. The slices do not overlap.
    let result =
        unsafe { simdutf::base64_to_binary(base64.as_ptr(), base64.len(), output.as_mut_ptr(), options, rule) };
    (result.error == simdutf::ErrorCode::Success).then_some(result.count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strings of every width around the vector sizes, with the wide character at each place.
    fn samples() -> impl Iterator<Item = String> {
        let lengths = (0..70).chain([127, 128, 129, 1000]);
        lengths.flat_map(|length| {
            ["", "é", "ÿ", "ß€", "漢", "😀"].into_iter().flat_map(move |wide| {
                (0..=length.min(40)).map(move |place| "x".repeat(place) + wide + &"y".repeat(length - place))
            })
        })
    }

    #[test]
    fn text_is_transcoded_as_the_standard_library_does() {
        for text in samples() {
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(is_ascii(text.as_bytes()), text.is_ascii());
            let mut utf16 = vec![MaybeUninit::uninit(); utf16_length(&text)];
            // SAFETY: as long as it says; `write_utf16` fills it.
            unsafe { write_utf16(&text, &mut utf16) };
            // SAFETY: filled.
            assert_eq!(utf16.iter().map(|unit| unsafe { unit.assume_init() }).collect::<Vec<_>>(), units);
            let mut utf8 = vec![0; text.len()];
            assert_eq!(utf16_to_utf8(&units, &mut utf8), Some(text.len()));
            assert_eq!(utf8, text.as_bytes());
            if !text.is_empty() {
                assert_eq!(utf16_to_utf8(&units, &mut utf8[1..]), None);
            }
            let latin1: Option<Vec<u8>> = text.chars().map(|character| u8::try_from(character).ok()).collect();
            assert_eq!(latin1_length(&text), latin1.as_ref().map(Vec::len));
            let Some(latin1) = latin1 else { continue };
            let mut output = vec![MaybeUninit::uninit(); latin1.len()];
            // SAFETY: Latin-1, and as long as it says; `write_latin1` fills it.
            unsafe { write_latin1(&text, &mut output) };
            // SAFETY: filled.
            assert_eq!(output.iter().map(|byte| unsafe { byte.assume_init() }).collect::<Vec<_>>(), latin1);
            for spare in [0, 1, latin1.len()] {
                let mut utf8 = vec![b'#'; text.len() + spare];
                assert_eq!(latin1_to_utf8(&latin1, &mut utf8), Some(text.len()));
                assert_eq!(utf8[..text.len()], *text.as_bytes());
                assert!(utf8[text.len()..].iter().all(|byte| *byte == b'#'), "nothing is written beyond the text");
            }
        }
    }

    #[test]
    fn malformed_text_is_reported() {
        assert_eq!(text(b"ab\xff"), None);
        assert_eq!(utf16_to_utf8(&[0x61, 0xd800, 0x62], &mut [0; 16]), None);
        assert_eq!(utf8_length_of_utf16(&[0xdc00]), None);
    }

    #[test]
    fn base64_is_decoded_as_it_was_encoded() {
        for length in (0..100usize).chain([1000, 4096]) {
            let bytes: Vec<u8> = (0..length).map(|index| (index * 37) as u8).collect();
            for alphabet in [Base64::Standard, Base64::Url] {
                let mut encoded = vec![MaybeUninit::uninit(); alphabet.encoded_length(length)];
                let encoded = alphabet.encode(&bytes, &mut encoded);
                let mut decoded = vec![0; max_base64_length(encoded)];
                let count = decode_base64(encoded, true, &mut decoded).unwrap();
                assert_eq!(decoded[..count], bytes);
            }
        }
        let mut output = [0; 8];
        assert_eq!(decode_base64(b"aGVs\nbG8", false, &mut output), Some(5));
        assert_eq!(decode_base64(b"aGV$bG8=", false, &mut output), None);
        assert_eq!(decode_base64(b"-_8=", false, &mut output), None);
        assert_eq!(decode_base64(b"a", false, &mut output), None);
    }
}
