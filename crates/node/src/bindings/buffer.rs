//! `binding('buffer')`: bytes to strings and back, searching, comparing. The contract of each native is at the top of
//! `lib/buffer.js`.

mod search;

use super::Binding;
use crate::shared_constants::encoding::{ASCII, BASE64, BASE64URL, LATIN1, UTF8, UTF16LE};
use encoding_rs::{Encoding, mem};
use hex_simd::{AsOut as _, AsciiCase};
use hexloop_engine::transcode::{self, Base64};
use hexloop_engine::{Answer, Call, Characters, Made, Object, Out, Throw, Value};
use search::{index_of, index_of_text};
use std::cmp::Ordering;

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("decode", |call| {
            let (start, end, encoding) = (call.number(1)? as usize, call.number(2)? as usize, call.number(3)? as u32);
            Ok(call.with_part(0, |_| start..end, |bytes| decode(call, bytes, encoding))??.into())
        })
        .function("write", write)
        .function("encodeInto", |call| {
            let (read, written) =
                call.with_characters(1, |characters| call.with_bytes_mut(0, |output| write_utf8(characters, output)))??;
            call.with_bytes_mut(2, |numbers| {
                for (place, count) in numbers.chunks_exact_mut(4).zip([read, written]) {
                    place.copy_from_slice(&(count as u32).to_ne_bytes());
                }
            })?;
            Ok(().into())
        })
        .function("btoa", |call| {
            let encoded = call.with_characters(0, |characters| match characters {
                Characters::Latin1(latin1) => encode_base64(call, latin1, Base64::Standard).map(Some),
                Characters::Utf16(units) => {
                    let latin1: Option<Vec<u8>> = units.iter().map(|unit| u8::try_from(*unit).ok()).collect();
                    latin1.map(|latin1| encode_base64(call, &latin1, Base64::Standard)).transpose()
                }
            })?;
            Ok(encoded?.into())
        })
        .function("atob", |call| {
            let decoded = call.with_characters(0, |characters| match characters {
                Characters::Latin1(latin1) => decode_web_base64(call, latin1),
                Characters::Utf16(_) => Ok(None),
            })?;
            Ok(decoded?.into())
        })
        .function("copy", |call| {
            let (to, from, count) = (call.number(2)? as usize, call.number(3)? as usize, call.number(4)? as usize);
            Ok(call.copy_bytes((0, from), (1, to), count)?.into())
        })
        .function("fill", |call| {
            let (start, end, encoding) = (call.number(2)? as usize, call.number(3)? as usize, call.number(4)? as u32);
            let length = call.with_characters(1, |characters| {
                call.with_part_mut(0, |_| start..end, |output| fill_with_text(output, characters, encoding))
            })??;
            Ok(length.into())
        })
        .function("byteLengthUtf8", |call| Ok(call.with_characters(0, utf8_length)?.into()))
        .function("indexOf", |call| {
            let (start, forward, step) = (call.number(2)? as usize, call.boolean(3), call.number(4)? as usize);
            let found = call.with_two([0, 1], |bytes, needle| index_of(bytes, needle, start, forward, step))?;
            Ok(found.map_or(-1.0, |index| index as f64).into())
        })
        // Backing memory for pooled Buffers. Pinned, so that no program can transfer it away from the others.
        .function("allocPinned", |call| Ok(Object::pinned_bytes(call.cx(), call.number(0)? as usize)?.into()))
        .function("allocUninitialized", |call| Ok(Out::Uninitialized(call.number(0)? as usize)))
        .function("indexOfString", |call| {
            let (start, forward) = (call.number(2)? as usize, call.boolean(3));
            let found = call.with_characters(1, |characters| {
                call.with_bytes(0, |bytes| index_of_text(bytes, characters, start, forward))
            })??;
            Ok(found.map_or(-1.0, |index| index as f64).into())
        })
        .function("lastIndexOfByte", |call| {
            let (byte, start) = (call.number(1)? as u8, call.number(2)? as usize);
            let found = call.with_part(0, |_| 0..start.saturating_add(1), |bytes| memchr::memrchr(byte, bytes))?;
            Ok(found.map_or(-1.0, |index| index as f64).into())
        })
        .function("compare", |call| {
            Ok(match call.with_two([0, 1], |bytes, other| bytes.cmp(other))? {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            }
            .into())
        })
        .function("swap", |call| {
            let size = call.number(1)? as usize;
            call.with_bytes_mut(0, |bytes| swap(bytes, size))?;
            Ok(().into())
        })
        .function("misalignment", |call| {
            let alignment = call.number(1)? as usize;
            Ok(call.value(0).byte_address().map(|address| address % alignment.max(1)).into())
        })
        .function("transcode", |call| {
            let (from, to) = (call.number(1)? as u32, call.number(2)? as u32);
            Ok(call.with_bytes(0, |bytes| transcode(bytes, from, to))?.into())
        })
        .function("isUtf8", |call| Ok(call.with_bytes(0, transcode::is_utf8)?.into()))
        .function("isAscii", |call| Ok(call.with_bytes(0, transcode::is_ascii)?.into()))
        .function("encodingName", |call| {
            let name = Encoding::for_label(call.text(0)?.as_bytes()).map(|encoding| encoding.name().to_lowercase());
            Ok(name.into())
        })
        .function("decodeLegacy", |call| {
            let Some(encoding) = Encoding::for_label(call.text(0)?.as_bytes()) else { return Ok(Out::Undefined) };
            let fatal = call.boolean(2);
            let (text, had_errors) = call.with_bytes(1, |bytes| {
                let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
                (text.into_owned(), had_errors)
            })?;
            Ok(if fatal && had_errors { Out::Undefined } else { text.into() })
        })
        .function("decodeLegacyPart", |call| {
            let Some(encoding) = Encoding::for_label(call.text(0)?.as_bytes()) else { return Ok(Out::Undefined) };
            let fatal = call.boolean(2);
            let (text, had_errors, incomplete) = call.with_bytes(1, |bytes| decode_part(encoding, bytes))?;
            if fatal && had_errors {
                return Ok(Out::Undefined);
            }
            let cx = call.cx();
            Ok(Object::array(cx, &[Value::string(cx, &text), Value::number(cx, incomplete as f64)])?.into())
        });
}

/// Decodes a chunk that more bytes will follow: the text, whether there were errors, and how many bytes at the end
/// belong to an incomplete character. The decoder does not return the last; it is the number of bytes without which the
/// result is the same.
fn decode_part(encoding: &'static Encoding, bytes: &[u8]) -> (String, bool, usize) {
    let decode = |bytes: &[u8], is_last: bool| {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len() * 3));
        let (_, _, had_errors) = decoder.decode_to_string(bytes, &mut text, is_last);
        (text, had_errors)
    };
    let (text, had_errors) = decode(bytes, false);
    let is_incomplete =
        |incomplete: &usize| decode(&bytes[..bytes.len() - incomplete], true) == (text.clone(), had_errors);
    let incomplete = (0..=bytes.len().min(3)).find(is_incomplete).unwrap_or(0);
    (text, had_errors, incomplete)
}

/// A string result. Writes the characters once, into the engine's own memory.
pub(super) fn decode(call: &Call<'_>, bytes: &[u8], encoding: u32) -> Result<Made, Throw> {
    match encoding {
        UTF8 => decode_utf8(call, bytes),
        UTF16LE => call.string_of_utf16le(bytes),
        LATIN1 => call.string_of_latin1(bytes),
        ASCII if transcode::is_ascii(bytes) => call.string_of_latin1(bytes),
        ASCII => call.string_of_latin1(&bytes.iter().map(|byte| byte & 0x7f).collect::<Vec<_>>()),
        BASE64 => encode_base64(call, bytes, Base64::Standard),
        BASE64URL => encode_base64(call, bytes, Base64::Url),
        _ => call.latin1_string(bytes.len().saturating_mul(2), |output| {
            hex_simd::encode(bytes, output.as_out(), AsciiCase::Lower)
        }),
    }
}

fn encode_base64(call: &Call<'_>, bytes: &[u8], alphabet: Base64) -> Result<Made, Throw> {
    call.latin1_string(alphabet.encoded_length(bytes.len()), |output| alphabet.encode(bytes, output))
}

/// What `atob` decodes; undefined if the input is malformed.
fn decode_web_base64(call: &Call<'_>, base64: &[u8]) -> Result<Option<Made>, Throw> {
    let length = transcode::max_base64_length(base64);
    let (mut few, mut many) = ([0; 192], Vec::new());
    let output = if length <= few.len() {
        &mut few[..]
    } else {
        many.resize(length, 0);
        &mut many[..]
    };
    match transcode::decode_base64(base64, false, output) {
        Some(count) => call.string_of_latin1(&output[..count]).map(Some),
        None => Ok(None),
    }
}

fn decode_utf8(call: &Call<'_>, bytes: &[u8]) -> Result<Made, Throw> {
    if transcode::is_ascii(bytes) {
        return call.string_of_latin1(bytes);
    }
    match transcode::text(bytes) {
        Some(text) => call.string_of_non_ascii(text),
        None => call.string_of_utf16(&utf16_of_utf8(bytes)),
    }
}

/// Each invalid sequence becomes U+FFFD (WHATWG's "maximal subpart").
fn utf16_of_utf8(bytes: &[u8]) -> Vec<u16> {
    let mut units = vec![0; bytes.len() + 1];
    let length = mem::convert_utf8_to_utf16(bytes, &mut units);
    units.truncate(length);
    units
}

fn utf16_units(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// The length of a string in UTF-8. A lone surrogate counts three, as the U+FFFD that it becomes.
fn utf8_length(characters: Characters<'_>) -> usize {
    let units = match characters {
        Characters::Latin1(latin1) => return transcode::utf8_length_of_latin1(latin1),
        Characters::Utf16(units) => units,
    };
    if let Some(length) = transcode::utf8_length_of_utf16(units) {
        return length;
    }
    // Each half of a surrogate pair counts two: right for pairs, one too few for a lone surrogate.
    let as_if_paired: usize = units
        .iter()
        .map(|unit| 1 + usize::from(*unit > 0x7f) + usize::from(*unit > 0x7ff && *unit & 0xf800 != 0xd800))
        .sum();
    as_if_paired + lone_surrogates(units)
}

fn lone_surrogates(units: &[u16]) -> usize {
    char::decode_utf16(units.iter().copied()).filter(Result::is_err).count()
}

/// `write(bytes, string, offset, length, encoding)`.
fn write<'c>(call: &Call<'c>) -> Answer<'c> {
    let (offset, length, encoding) = (call.number(2)? as usize, call.number(3)? as usize, call.number(4)? as u32);
    let written = call.with_characters(1, |characters| {
        call.with_part_mut(
            0,
            |_| offset..offset.saturating_add(length),
            |output| write_string(characters, output, encoding),
        )
    })??;
    Ok(written.into())
}

/// As many whole characters as fit, in UTF-8: how many units were read, how many bytes written.
fn write_utf8(characters: Characters<'_>, output: &mut [u8]) -> (usize, usize) {
    match characters {
        Characters::Latin1(latin1) => match transcode::latin1_to_utf8(latin1, output) {
            Some(written) => (latin1.len(), written),
            None => mem::convert_latin1_to_utf8_partial(latin1, output),
        },
        Characters::Utf16(units) => match transcode::utf16_to_utf8(units, output) {
            Some(written) => (units.len(), written),
            None => mem::convert_utf16_to_utf8_partial(units, output),
        },
    }
}

/// Fills `output` with repetitions of a string; returns the length of the string in bytes, 0 if there are none to write.
fn fill_with_text(output: &mut [u8], characters: Characters<'_>, encoding: u32) -> usize {
    let max_length = 3 * match characters {
        Characters::Latin1(latin1) => latin1.len(),
        Characters::Utf16(units) => units.len(),
    };
    let length = if max_length <= output.len() {
        write_string(characters, output, encoding)
    } else {
        let mut pattern = vec![0; max_length];
        let length = write_string(characters, &mut pattern, encoding);
        let first = length.min(output.len());
        output[..first].copy_from_slice(&pattern[..first]);
        length
    };
    let mut done = length;
    while length > 0 && done < output.len() {
        let count = done.min(output.len() - done);
        output.copy_within(..count, done);
        done += count;
    }
    length
}

/// Fills `output` with whole characters; returns the number of bytes written.
fn write_string(characters: Characters<'_>, output: &mut [u8], encoding: u32) -> usize {
    match (encoding, characters) {
        (UTF8, characters) => write_utf8(characters, output).1,
        (LATIN1 | ASCII, Characters::Latin1(latin1)) => {
            let count = latin1.len().min(output.len());
            output[..count].copy_from_slice(&latin1[..count]);
            count
        }
        (LATIN1 | ASCII, Characters::Utf16(units)) => {
            let count = units.len().min(output.len());
            output.iter_mut().zip(units).for_each(|(slot, unit)| *slot = *unit as u8);
            count
        }
        (UTF16LE, Characters::Latin1(latin1)) => write_units(output, latin1.iter().map(|byte| u16::from(*byte))),
        (UTF16LE, Characters::Utf16(units)) => write_units(output, units.iter().copied()),
        // Well-formed input takes the fast path; anything else is decoded as leniently as in Node, which overwrites what a decoder
        // that failed midway has written.
        (BASE64 | BASE64URL, Characters::Latin1(latin1)) => transcode::decode_base64(latin1, true, output)
            .unwrap_or_else(|| decode_base64(latin1.iter().map(|byte| u16::from(*byte)), output)),
        (BASE64 | BASE64URL, Characters::Utf16(units)) => decode_base64(units.iter().copied(), output),
        (_, Characters::Latin1(latin1)) => {
            let count = (latin1.len() / 2).min(output.len());
            let digits = &latin1[..2 * count];
            match hex_simd::check(digits).and_then(|()| hex_simd::decode(digits, output[..count].as_out())) {
                Ok(_) => count,
                Err(_) => write_bytes(output, hex_bytes(latin1)),
            }
        }
        (_, Characters::Utf16(units)) => write_bytes(output, hex_bytes(units)),
    }
}

fn write_bytes(output: &mut [u8], bytes: impl Iterator<Item = u8>) -> usize {
    output.iter_mut().zip(bytes).map(|(slot, byte)| *slot = byte).count()
}

/// Loops that the compiler vectorizes, because the number of steps is known.
fn write_units(output: &mut [u8], units: impl ExactSizeIterator<Item = u16>) -> usize {
    let count = (output.len() / 2).min(units.len());
    for (slot, unit) in output[..2 * count].chunks_exact_mut(2).zip(units) {
        slot.copy_from_slice(&unit.to_le_bytes());
    }
    2 * count
}

/// Skips characters of neither alphabet and stops at '='. Of a UTF-16 unit Node uses the low byte.
fn decode_base64(text: impl Iterator<Item = u16>, output: &mut [u8]) -> usize {
    let mut count = 0;
    let (mut word, mut bits) = (0u32, 0);
    for unit in text {
        let value = match unit as u8 {
            letter @ b'A'..=b'Z' => letter - b'A',
            letter @ b'a'..=b'z' => letter - b'a' + 26,
            digit @ b'0'..=b'9' => digit - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => continue,
        };
        word = word << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            let Some(slot) = output.get_mut(count) else { break };
            *slot = (word >> bits) as u8;
            count += 1;
        }
    }
    count
}

/// Stops at the first pair that is not hex. Of a UTF-16 unit the low byte is used.
fn hex_bytes<U: Copy + Into<u32>>(text: &[U]) -> impl Iterator<Item = u8> {
    let digit = |unit: U| char::from(unit.into() as u8).to_digit(16).map(|digit| digit as u8);
    text.chunks_exact(2).map_while(move |pair| Some(digit(pair[0])? << 4 | digit(pair[1])?))
}

/// From one text encoding to another; characters that the target cannot represent become '?'.
fn transcode(bytes: &[u8], from: u32, to: u32) -> Vec<u8> {
    let units: Vec<u16> = match from {
        UTF8 => utf16_of_utf8(bytes),
        UTF16LE => utf16_units(bytes),
        ASCII => bytes.iter().map(|byte| u16::from(byte & 0x7f)).collect(),
        _ => bytes.iter().map(|byte| u16::from(*byte)).collect(),
    };
    let limit = if to == ASCII { 0x7f } else { 0xff };
    match to {
        UTF8 => String::from_utf16_lossy(&units).into_bytes(),
        UTF16LE => units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        _ => char::decode_utf16(units)
            .map(|c| u32::from(c.unwrap_or(char::REPLACEMENT_CHARACTER)))
            .map(|point| if point <= limit { point as u8 } else { b'?' })
            .collect(),
    }
}

fn swap(bytes: &mut [u8], size: usize) {
    match size {
        2 => bytes.chunks_exact_mut(2).for_each(<[u8]>::reverse),
        4 => bytes.chunks_exact_mut(4).for_each(<[u8]>::reverse),
        _ => bytes.chunks_exact_mut(8).for_each(<[u8]>::reverse),
    }
}
