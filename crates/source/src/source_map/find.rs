//! `//# sourceMappingURL=…`: the reference to a map, and the URLs of the map's sources.

use memchr::memmem;

use super::SourceMap;

/// The location of a source map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// A data URL, decoded.
    Inline(String),
    /// A file, by its `file:` URL.
    File(String),
}

/// The reference of the last such comment; `None` if there is none, or one that Node would not follow. `url` is the `file:` URL of
/// the source.
pub fn find_reference(text: &str, url: &str) -> Option<Reference> {
    let at = memmem::rfind_iter(text.as_bytes(), b"sourceMappingURL=").find(|&at| begins_comment(&text[..at]))?;
    let target = text[at + "sourceMappingURL=".len()..].split(char::is_whitespace).next()?;
    let target = target.strip_suffix("*/").unwrap_or(target);
    match target.strip_prefix("data:") {
        Some(data) => {
            let (head, body) = data.split_once(',')?;
            let mut parts = head.split(';');
            if parts.next() != Some("application/json") {
                return None;
            }
            let bytes = if parts.any(|part| part == "base64") { base64(body)? } else { percent_decoded(body) };
            String::from_utf8(bytes).ok().map(Reference::Inline)
        }
        None if target.is_empty() => None,
        None => Some(Reference::File(absolute(target, url))),
    }
}

impl Reference {
    /// The content of the map, and the URL that its sources are relative to. `url` is the `file:` URL of the source.
    pub fn read(self, url: &str) -> Option<(String, String)> {
        match self {
            Reference::Inline(json) => Some((json, url.to_owned())),
            Reference::File(file) => {
                let bytes = std::fs::read(file_path(&file)?).ok()?;
                Some((String::from_utf8_lossy(&bytes).into_owned(), file))
            }
        }
    }
}

impl SourceMap {
    /// Reads the map that a source refers to. `url` is the `file:` URL of the source.
    pub fn of_text(text: &str, url: &str) -> Option<SourceMap> {
        let (json, base) = find_reference(text, url)?.read(url)?;
        SourceMap::parse(&json, &base)
    }
}

/// Whether a prefix of the source ends in `//#` or `/*#` (or the older `@`) and white space.
fn begins_comment(text: &str) -> bool {
    let before = text.trim_end_matches([' ', '\t']);
    before.len() < text.len() && ["//#", "/*#", "//@", "/*@"].iter().any(|start| before.ends_with(start))
}

/// The path of a `file:` URL; `None` for every other.
pub fn file_path(url: &str) -> Option<String> {
    String::from_utf8(percent_decoded(url.strip_prefix("file://")?)).ok()
}

/// The `file:` URL of an absolute path.
pub fn file_url(path: &str) -> String {
    let escaped = path.replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    format!("file://{}", encoded(&escaped))
}

/// `new URL(reference, base).href`, for what maps contain: `base` is a `file:` URL or a path.
pub(super) fn absolute(reference: &str, base: &str) -> String {
    if has_scheme(reference) {
        return reference.to_owned();
    }
    let (scheme, folder) = match base.find("://") {
        Some(at) => base.split_at(at + 3),
        None => ("file://", base),
    };
    let folder = &folder[..folder.rfind('/').unwrap_or(0)];
    let joined =
        if reference.starts_with('/') { encoded(reference) } else { format!("{folder}/{}", encoded(reference)) };
    let mut parts: Vec<&str> = Vec::new();
    for part in joined.split('/').skip(1) {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("{scheme}/{}", parts.join("/"))
}

fn has_scheme(reference: &str) -> bool {
    let Some((scheme, _)) = reference.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// Percent-encodes a URL path.
fn encoded(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b' ' | b'"' | b'<' | b'>' | b'`' | b'{' | b'}' | b'^' | 0..=0x1f | 0x7f.. => {
                text.push_str(&format!("%{byte:02X}"));
            }
            byte => text.push(char::from(byte)),
        }
    }
    text
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        match (bytes[at], hex.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (b'%', Some(byte)) => {
                decoded.push(byte);
                at += 3;
            }
            (byte, _) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    decoded
}

/// As lenient as Node's: characters outside the alphabet are skipped, `-` and `_` are accepted.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => continue,
        };
        bits = bits << 6 | u32::from(digit);
        held += 6;
        if held >= 8 {
            held -= 8;
            decoded.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    Some(decoded)
}
