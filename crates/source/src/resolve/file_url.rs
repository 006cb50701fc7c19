//! URLs of the resolver: `file:` URLs, and all others.
//!
//! Almost every request consists of characters that are the same in a URL and in a path (`./lib/a.js` from
//! `file:///app/main.js`): these are joined here, without building a `Url`. Everything else goes to the crate `url`, which follows
//! the WHATWG standard as Node's parser does.

use super::errors::{ResolveError, Result};
use url::Url;

/// The result of a resolution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    File(FileUrl),
    /// `node:fs`, `data:…`, `https://…`: the whole URL, normalised.
    Other(String),
}

/// A `file:` URL in its three parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileUrl {
    host: String,
    /// As written in the URL: percent-encoded.
    pub pathname: String,
    /// `?query` and `#fragment`, which distinguish instances of a module and are ignored by the file system.
    pub suffix: String,
}

impl Location {
    /// Parses an absolute URL, if `text` is one.
    pub fn parse(text: &str) -> Option<Location> {
        if let Some(path) = text.strip_prefix("file://")
            && path.starts_with('/')
            && is_plain(path)
            && !has_dot_segment(path)
        {
            return Some(Location::File(FileUrl { pathname: path.to_owned(), ..FileUrl::default() }));
        }
        if !text.contains(':') {
            return None;
        }
        Url::parse(text).ok().map(Location::from)
    }

    /// `new URL(relative, this)`.
    pub fn join(&self, relative: &str) -> Result<Location> {
        match self {
            Location::File(file) => file.join(relative),
            Location::Other(href) => {
                let invalid = || ResolveError::invalid_url(relative, Some(href));
                let base = Url::parse(href).map_err(|_| invalid())?;
                base.join(relative).map(Location::from).map_err(|_| invalid())
            }
        }
    }

    pub fn scheme(&self) -> &str {
        match self {
            Location::File(_) => "file",
            Location::Other(href) => href.split(':').next().unwrap_or_default(),
        }
    }

    pub fn href(&self) -> String {
        match self {
            Location::File(file) => file.href(),
            Location::Other(href) => href.clone(),
        }
    }

    pub fn into_href(self) -> String {
        match self {
            Location::File(file) => file.href(),
            Location::Other(href) => href,
        }
    }

    /// `fileURLToPath`, for an importer.
    pub fn to_path(&self) -> Result<String> {
        match self {
            Location::File(file) => file.to_path(),
            Location::Other(_) => Err(ResolveError::invalid_url_scheme()),
        }
    }

    /// The importer in messages: its path, or the URL if it has none.
    pub fn shown(&self) -> String {
        self.to_path().unwrap_or_else(|_| self.href())
    }
}

impl From<Url> for Location {
    fn from(url: Url) -> Location {
        if url.scheme() != "file" {
            return Location::Other(url.into());
        }
        let mut suffix = String::new();
        for (mark, part) in [('?', url.query()), ('#', url.fragment())] {
            if let Some(part) = part.filter(|part| !part.is_empty()) {
                suffix.push(mark);
                suffix.push_str(part);
            }
        }
        let host = url.host_str().unwrap_or_default().to_owned();
        Location::File(FileUrl { host, pathname: encode_caret(url.path()), suffix })
    }
}

/// The standard's path percent-encode set contains `^` since 2023; the crate's does not yet.
fn encode_caret(path: &str) -> String {
    path.replace('^', "%5E")
}

impl FileUrl {
    /// `pathToFileURL(path)`, for an absolute and normalised path.
    pub fn from_path(path: &str) -> FileUrl {
        FileUrl { pathname: encode_path(path), ..FileUrl::default() }
    }

    pub fn with_suffix(mut self, suffix: String) -> FileUrl {
        self.suffix = suffix;
        self
    }

    pub fn href(&self) -> String {
        ["file://", &self.host, &self.pathname, &self.suffix].concat()
    }

    /// `fileURLToPath`.
    pub fn to_path(&self) -> Result<String> {
        if !self.host.is_empty() {
            return Err(ResolveError::invalid_file_url_host());
        }
        if !self.pathname.contains('%') {
            return Ok(self.pathname.clone());
        }
        if self.pathname.contains("%2f") || self.pathname.contains("%2F") {
            return Err(ResolveError::encoded_slash_in_file_url(self));
        }
        decode(&self.pathname).ok_or_else(ResolveError::malformed_uri)
    }

    /// `new URL(relative, this)`.
    pub fn join(&self, relative: &str) -> Result<Location> {
        if self.host.is_empty() && is_plain(relative) && !relative.is_empty() && !relative.starts_with("//") {
            let base = if relative.starts_with('/') { "" } else { self.folder() };
            return Ok(Location::File(FileUrl { pathname: join_plain(base, relative), ..FileUrl::default() }));
        }
        let invalid = || ResolveError::invalid_url(relative, Some(&self.href()));
        let base = Url::parse(&self.href()).map_err(|_| invalid())?;
        base.join(relative).map(Location::from).map_err(|_| invalid())
    }

    /// `new URL('.', this).pathname`: up to and including the last slash.
    pub fn folder(&self) -> &str {
        self.pathname.rfind('/').map_or("/", |slash| &self.pathname[..=slash])
    }

    /// The file's extension with its dot, or `""`: of the encoded name; a dot file has none.
    pub fn extension(&self) -> &str {
        let name = &self.pathname[self.pathname.rfind('/').map_or(0, |slash| slash + 1)..];
        match name.rfind('.') {
            None | Some(0) => "",
            Some(dot) => &name[dot..],
        }
    }
}

/// Whether all characters are the same in a path and in a URL. `~`, `[`, `]` and `|` are not: `pathToFileURL` encodes them; a
/// colon may belong to a drive letter.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._!$&'()*+,;=@/".contains(&byte))
}

fn has_dot_segment(path: &str) -> bool {
    path.contains("/.") && path.split('/').any(|part| matches!(part, "." | ".."))
}

/// The URL standard's path joining for plain characters: dot segments are resolved, empty segments stay.
fn join_plain(folder: &str, relative: &str) -> String {
    let mut path = String::with_capacity(folder.len() + relative.len());
    path.push_str(folder.strip_suffix('/').unwrap_or(folder));
    let mut parts = relative.strip_prefix('/').unwrap_or(relative).split('/').peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        match part {
            "." => {}
            ".." => path.truncate(path.rfind('/').unwrap_or(0)),
            name => {
                path.push('/');
                path.push_str(name);
                continue;
            }
        }
        if last {
            path.push('/');
        }
    }
    path
}

/// Percent-encodes what `pathToFileURL` encodes.
fn encode_path(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._!$&'()*+,;=@/:".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            push_escape(&mut encoded, byte);
        }
    }
    encoded
}

fn push_escape(text: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.push('%');
    text.push(char::from(DIGITS[usize::from(byte >> 4)]));
    text.push(char::from(DIGITS[usize::from(byte & 15)]));
}

/// `encodeURIComponent(text)`.
pub fn encode_component(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            push_escape(&mut encoded, byte);
        }
    }
    encoded
}

/// `decodeURIComponent(text)`: `None` where that throws.
pub fn decode(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let byte = match byte {
            b'%' => hex_digit(bytes.next()?)? << 4 | hex_digit(bytes.next()?)?,
            byte => byte,
        };
        decoded.push(byte);
    }
    String::from_utf8(decoded).ok()
}

pub fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_characters_join_as_in_the_url_standard() {
        for base in ["/", "/a", "/a/", "/a/b/c.mjs", "/a//b"] {
            for relative in ["./x.js", "../x", ".", "..", "./", "../../../..", "/y/./z", "./a//b/../c", "x/..", "a/."] {
                let by_hand = FileUrl { pathname: base.to_owned(), ..FileUrl::default() }.join(relative).unwrap();
                let by_url = Url::parse(&format!("file://{base}")).unwrap().join(relative).unwrap();
                assert_eq!(by_hand.href(), by_url.as_str(), "{relative} from {base}");
            }
        }
    }

    #[test]
    fn a_path_survives_the_way_to_a_url_and_back() {
        for path in ["/a b/é%2f?#.js", "/x~[y]|z", "/😀/^", "/tab\tnew\nline\\"] {
            assert_eq!(FileUrl::from_path(path).to_path().unwrap(), path);
        }
    }
}
