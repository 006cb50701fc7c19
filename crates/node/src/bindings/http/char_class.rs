//! Character classes: one table with a bit for each class.

pub const TOKEN: u8 = 1;
/// Of a header value: tab, and everything but control characters.
pub const VALUE: u8 = 2;
/// Of a path, query or fragment.
pub const URL: u8 = 4;
/// Of the authority of a URL: userinfo, host and port.
pub const SERVER: u8 = 8;
/// Within a quoted chunk extension value.
pub const QUOTED: u8 = 16;

const TABLE: [u8; 256] = table();

const fn table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        let mut bits = 0;
        let is_alphanumeric = b.is_ascii_alphanumeric();
        if is_alphanumeric || has(b"!#$%&'*+-.^_`|~", b) {
            bits |= TOKEN;
        }
        if b == b'\t' || (b >= b' ' && b != 0x7f) {
            bits |= VALUE;
        }
        if b > b' ' && b < 0x7f && b != b'#' && b != b'?' {
            bits |= URL;
        }
        if is_alphanumeric || has(b"-_.!~*'()%;:&=+$,[]", b) {
            bits |= SERVER;
        }
        if b == b'\t' || (b >= b' ' && b != b'"' && b != b'\\' && b != 0x7f) {
            bits |= QUOTED;
        }
        table[byte] = bits;
        byte += 1;
    }
    table
}

const fn has(set: &[u8], byte: u8) -> bool {
    let mut index = 0;
    while index < set.len() {
        if set[index] == byte {
            return true;
        }
        index += 1;
    }
    false
}

#[inline]
pub fn is(byte: u8, class: u8) -> bool {
    TABLE[usize::from(byte)] & class != 0
}

/// The first index at or after `from` of a byte outside of `class`; the length if there is none.
#[inline]
pub fn end_of_run(data: &[u8], from: usize, class: u8) -> usize {
    let mut at = from;
    while at < data.len() && is(data[at], class) {
        at += 1;
    }
    at
}

pub fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// A token of Transfer-Encoding: llhttp skips blanks before it and spaces after it. A trailing tab belongs to the
/// token, which is then not `chunked`, and is rejected.
pub fn encoding_word(mut bytes: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = bytes
        && is_blank(*first)
    {
        bytes = rest;
    }
    while let [rest @ .., b' '] = bytes {
        bytes = rest;
    }
    bytes
}

pub fn trimmed(mut bytes: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = bytes
        && is_blank(*first)
    {
        bytes = rest;
    }
    while let [rest @ .., last] = bytes
        && is_blank(*last)
    {
        bytes = rest;
    }
    bytes
}
