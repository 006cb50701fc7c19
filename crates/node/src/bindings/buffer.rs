//! `binding('buffer')`: bytes to text and back, searching, comparing. What each native promises is written down at the top
//! of `lib/buffer.js`.

use super::Binding;
use encoding_rs::Encoding;
use hexloop_engine::{Answer, Call, Out};
use memchr::memmem;
use std::cmp::Ordering;

const UTF8: u32 = 0;
const UTF16LE: u32 = 1;
const LATIN1: u32 = 2;
const ASCII: u32 = 3;
const BASE64: u32 = 4;
const BASE64URL: u32 = 5;

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("decode", |call| {
            let (start, end, encoding) = (call.number(1)? as usize, call.number(2)? as usize, call.number(3)? as u32);
            call.with_bytes(0, |bytes| {
                let end = end.min(bytes.len());
                decode(&bytes[start.min(end)..end], encoding)
            })
        })
        .function("write", write)
        .function("byteLengthUtf8", |call| Ok(utf8_length(&call.utf16(0)?).into()))
        .function("indexOf", |call| {
            let needle = call.with_bytes(1, |needle| needle.to_vec())?;
            let (start, forward, step) = (call.number(2)? as usize, call.boolean(3), call.number(4)? as usize);
            let found = call.with_bytes(0, |bytes| index_of(bytes, &needle, start, forward, step))?;
            Ok(found.map_or(-1.0, |index| index as f64).into())
        })
        .function("compare", |call| {
            let other = call.with_bytes(1, |other| other.to_vec())?;
            Ok(match call.with_bytes(0, |bytes| (*bytes).cmp(&other[..]))? {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            }
            .into())
        })
        .function("isUtf8", |call| Ok(call.with_bytes(0, |bytes| std::str::from_utf8(bytes).is_ok())?.into()))
        .function("isAscii", |call| Ok(call.with_bytes(0, |bytes| bytes.is_ascii())?.into()))
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
        });
}

fn decode<'c>(bytes: &[u8], encoding: u32) -> Out<'c> {
    match encoding {
        UTF8 => String::from_utf8_lossy(bytes).into_owned().into(),
        UTF16LE => Out::Wide(bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()),
        LATIN1 if bytes.is_ascii() => String::from_utf8_lossy(bytes).into_owned().into(),
        LATIN1 => Out::Wide(bytes.iter().map(|byte| u16::from(*byte)).collect()),
        ASCII => bytes.iter().map(|byte| char::from(byte & 0x7f)).collect::<String>().into(),
        BASE64 => encode_base64(bytes, STANDARD, true).into(),
        BASE64URL => encode_base64(bytes, URL_SAFE, false).into(),
        _ => encode_hex(bytes).into(),
    }
}

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_SAFE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn encode_base64(bytes: &[u8], alphabet: &[u8; 64], padded: bool) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = group.iter().enumerate().fold(0u32, |word, (at, byte)| word | u32::from(*byte) << (16 - 8 * at));
        for letter in 0..=group.len() {
            text.push(char::from(alphabet[(word >> (18 - 6 * letter)) as usize & 63]));
        }
        if padded {
            text.extend(std::iter::repeat_n('=', 3 - group.len()));
        }
    }
    text
}

fn encode_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

/// How long a text is in UTF-8. A lone surrogate counts three, as the U+FFFD that it becomes.
fn utf8_length(units: &[u16]) -> usize {
    // Each half of a pair counts two: that is right for pairs, and one too few for a half that stands alone.
    let as_if_paired: usize = units
        .iter()
        .map(|unit| 1 + usize::from(*unit > 0x7f) + usize::from(*unit > 0x7ff && *unit & 0xf800 != 0xd800))
        .sum();
    as_if_paired + lone_surrogates(units)
}

fn lone_surrogates(units: &[u16]) -> usize {
    if !units.iter().any(|unit| unit & 0xf800 == 0xd800) {
        return 0;
    }
    char::decode_utf16(units.iter().copied()).filter(Result::is_err).count()
}

/// `write(bytes, string, offset, length, encoding)`.
fn write<'c>(call: &Call<'c>) -> Answer<'c> {
    let (offset, length, encoding) = (call.number(2)? as usize, call.number(3)? as usize, call.number(4)? as u32);
    if encoding == UTF8 {
        // Straight into the buffer, whole characters only.
        let units = call.utf16(1)?;
        let written = call.with_bytes(0, |bytes| {
            let start = offset.min(bytes.len());
            let end = start + length.min(bytes.len() - start);
            encoding_rs::mem::convert_utf16_to_utf8_partial(&units, &mut bytes[start..end]).1
        })?;
        return Ok(written.into());
    }
    let encoded: Vec<u8> = match encoding {
        UTF16LE => call.utf16(1)?.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        LATIN1 | ASCII => call.utf16(1)?.iter().map(|unit| *unit as u8).collect(),
        BASE64 | BASE64URL => decode_base64(&call.utf16(1)?),
        _ => decode_hex(&call.utf16(1)?),
    };
    let written = call.with_bytes(0, |bytes| {
        let start = offset.min(bytes.len());
        let room = length.min(bytes.len() - start);
        let count = whole_characters(&encoded, room, encoding);
        bytes[start..start + count].copy_from_slice(&encoded[..count]);
        count
    })?;
    Ok(written.into())
}

/// How many of the encoded bytes fit without cutting a character in two.
fn whole_characters(encoded: &[u8], room: usize, encoding: u32) -> usize {
    if encoded.len() <= room {
        return encoded.len();
    }
    if encoding == UTF16LE { room & !1 } else { room }
}

fn decode_base64(text: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut word, mut bits) = (0u32, 0);
    for unit in text {
        let value = match u8::try_from(*unit) {
            Ok(letter @ b'A'..=b'Z') => letter - b'A',
            Ok(letter @ b'a'..=b'z') => letter - b'a' + 26,
            Ok(digit @ b'0'..=b'9') => digit - b'0' + 52,
            Ok(b'+' | b'-') => 62,
            Ok(b'/' | b'_') => 63,
            Ok(b'=') => break,
            _ => continue,
        };
        word = word << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((word >> bits) as u8);
        }
    }
    bytes
}

fn decode_hex(text: &[u16]) -> Vec<u8> {
    let digit = |unit: u16| char::from_u32(u32::from(unit)).and_then(|c| c.to_digit(16)).map(|digit| digit as u8);
    text.chunks_exact(2).map_while(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}

fn index_of(bytes: &[u8], needle: &[u8], start: usize, forward: bool, step: usize) -> Option<usize> {
    if needle.is_empty() || needle.len() > bytes.len() {
        return None;
    }
    let last = bytes.len() - needle.len();
    if step == 1 {
        return if forward {
            memmem::find(bytes.get(start..)?, needle).map(|at| at + start)
        } else {
            memmem::rfind(&bytes[..start.min(last) + needle.len()], needle)
        };
    }
    let matches = |at: &usize| bytes[*at..*at + needle.len()] == *needle;
    if forward {
        (start..=last).step_by(step).find(matches)
    } else {
        (0..start.min(last) + 1).step_by(step).rev().find(matches)
    }
}
