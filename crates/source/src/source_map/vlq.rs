//! Base64 VLQ, the numbers in `mappings`: six bits per character, least significant first; the highest bit of a character is the
//! continuation bit, the lowest bit of the number is its sign.

const CONTINUATION: u64 = 0b10_0000;

/// Reads one number from the front; `None` if there is none, or it is out of range.
pub(super) fn read(text: &mut &[u8]) -> Option<i64> {
    let (mut value, mut shift) = (0u64, 0);
    loop {
        let (&byte, rest) = text.split_first()?;
        let digit = digit(byte)?;
        *text = rest;
        value |= (digit & (CONTINUATION - 1)).checked_shl(shift).filter(|_| shift <= 30)?;
        shift += 5;
        if digit & CONTINUATION == 0 {
            let magnitude = (value >> 1) as i64;
            return Some(if value & 1 == 1 { -magnitude } else { magnitude });
        }
    }
}

fn digit(byte: u8) -> Option<u64> {
    let digit = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u64::from(digit))
}
