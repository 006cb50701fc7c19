//! A trace as a page: with the JSON embedded, compressed if it is large.

use crate::model::Trace;
use crate::page::{compressed_page, page};
use base64::Engine as _;
use std::io::{self, Write};

/// Below this size the JSON is not compressed, so that the page can be searched with an editor.
const MIN_COMPRESSED: usize = 1 << 20;

/// The fastest level that still compresses repeated columns: a million events take about a second.
const LEVEL: u8 = 1;

impl Trace {
    pub fn write_html(&self, out: &mut dyn Write) -> io::Result<()> {
        let json = self.to_json();
        let page = if json.len() < MIN_COMPRESSED {
            page(&json)
        } else {
            compressed_page(&base64::engine::general_purpose::STANDARD.encode(gzip(json.as_bytes())))
        };
        out.write_all(page.as_bytes())
    }
}

/// RFC 1952: ten bytes of header, the compressed data, a checksum and the length.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    compressed.extend(miniz_oxide::deflate::compress_to_vec(bytes, LEVEL));
    compressed.extend(checksum(bytes).to_le_bytes());
    compressed.extend((bytes.len() as u32).to_le_bytes());
    compressed
}

/// CRC-32, a table lookup a byte.
fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut value = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                value = if value & 1 == 1 { 0xedb8_8320 ^ (value >> 1) } else { value >> 1 };
                bit += 1;
            }
            table[byte] = value;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, byte| TABLE[((sum ^ u32::from(*byte)) & 255) as usize] ^ (sum >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_known_one() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_compressed_trace_decompresses_to_the_same() {
        let text = "a trace of a trace of a trace".repeat(100);
        let compressed = gzip(text.as_bytes());
        let body = &compressed[10..compressed.len() - 8];
        assert_eq!(miniz_oxide::inflate::decompress_to_vec(body).unwrap(), text.as_bytes());
    }

    #[test]
    fn a_large_trace_is_compressed_and_a_small_one_is_not() {
        let mut small = Vec::new();
        Trace::default().write_html(&mut small).unwrap();
        assert!(String::from_utf8(small).unwrap().contains(r#"{"format":"hexloop-trace""#));
        let mut trace = Trace::default();
        trace.labels.push("x".repeat(MIN_COMPRESSED));
        let mut large = Vec::new();
        trace.write_html(&mut large).unwrap();
        assert!(String::from_utf8(large).unwrap().contains(r#"type="application/gzip;base64">H4sI"#));
    }
}
