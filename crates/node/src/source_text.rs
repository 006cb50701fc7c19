//! Decodes source files. Node runs a file that is not UTF-8 with U+FFFD in place of invalid bytes; so do we, with a
//! warning, because such a program seldom does what its author meant.

/// Decodes a source; invalid UTF-8 is replaced, and the first position reported on standard error.
pub fn source_text(bytes: Vec<u8>, name: &str) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let good = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let (line, column) = position(&bytes[..good]);
        eprintln!(
            "hexloop: {name}:{line}:{column}: byte 0x{:02x} is not UTF-8; what cannot be read becomes U+FFFD",
            bytes[good]
        );
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Line and column of what follows `before`, both from 1 and counted in UTF-16 units as in a stack trace.
fn position(before: &[u8]) -> (usize, usize) {
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(&before[start..]).encode_utf16().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::{position, source_text};

    #[test]
    fn what_is_not_utf8_becomes_the_replacement_character() {
        assert_eq!(source_text(b"caf\xe9!".to_vec(), "a.js"), "caf\u{fffd}!");
        assert_eq!(source_text("caf\u{e9}".into(), "a.js"), "caf\u{e9}");
    }

    #[test]
    fn a_place_is_counted_in_lines_and_utf16_units() {
        assert_eq!(position(b""), (1, 1));
        assert_eq!(position("a\n\u{1f600}b".as_bytes()), (2, 4));
    }
}
