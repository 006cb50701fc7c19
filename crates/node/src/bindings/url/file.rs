//! `file:` URLs according to the WHATWG standard (the states "file", "file slash", "file host" and "path"). The crate
//! `url` drops empty segments at the start of their paths (`file:////a`) and handles drive letters differently; it
//! parses hosts, queries and fragments as the standard does, so those are left to it.

use url::{Url, quirks};

/// A parsed URL whose scheme is `file`.
#[derive(Clone, Debug)]
pub struct FileUrl {
    host: String,
    path: Vec<String>,
    /// Query and fragment, each with its delimiter.
    rest: String,
}

const SCHEME: &str = "file:";
/// A URL to which the crate can add a query and a fragment.
const STUB: &str = "file:///";

/// The components of a file URL that can be set.
pub enum Part {
    Host(fn(&mut Url, &str) -> bool),
    Path,
    Rest(fn(&mut Url, &str) -> bool),
}

/// Whether a string is a URL with this scheme, regardless of a base.
pub fn is_file(text: &str) -> bool {
    // Fast path without a copy: most start with another letter.
    let first = text.trim_start_matches(|c| c <= ' ').as_bytes().first();
    matches!(first, Some(b'f' | b'F'))
        && cleaned(text).get(..SCHEME.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
}

impl FileUrl {
    /// `text` is a file URL, or relative to one. None if its host is invalid.
    pub fn parse(text: &str, base: Option<&FileUrl>) -> Option<FileUrl> {
        let text = cleaned(text);
        let text = if is_file(&text) { &text[SCHEME.len()..] } else { &text };
        let (body, tail) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
        if let Some(after) = body.strip_prefix(is_slash) {
            return match after.strip_prefix(is_slash) {
                Some(after) => FileUrl::with_host(after, tail),
                None => Some(FileUrl::with_base_host(after, tail, base)),
            };
        }
        let Some(base) = base else {
            return Some(FileUrl { host: String::new(), path: path(Vec::new(), body), rest: rest(tail) });
        };
        if body.is_empty() {
            let query = if tail.starts_with('?') { "" } else { base.query() };
            return Some(FileUrl { rest: format!("{query}{}", rest(tail)), ..base.clone() });
        }
        let mut base_path = base.path.clone();
        if begins_with_drive(text) {
            base_path.clear();
        } else {
            shorten(&mut base_path);
        }
        Some(FileUrl { host: base.host.clone(), path: path(base_path, body), rest: rest(tail) })
    }

    fn with_host(after: &str, tail: &str) -> Option<FileUrl> {
        let (host, below) = after.split_at(after.find(is_slash).unwrap_or(after.len()));
        if is_drive(host) {
            return Some(FileUrl { host: String::new(), path: path(Vec::new(), after), rest: rest(tail) });
        }
        let host = Url::parse(&format!("file://{host}/")).ok()?.host_str().unwrap_or_default().to_owned();
        Some(FileUrl { host, path: path_from_start(below), rest: rest(tail) })
    }

    fn with_base_host(after: &str, tail: &str, base: Option<&FileUrl>) -> FileUrl {
        let drive = base.and_then(|base| base.path.first()).filter(|first| is_drive(first) && first.ends_with(':'));
        let base_path = drive.filter(|_| !begins_with_drive(&format!("{after}{tail}"))).cloned().into_iter().collect();
        FileUrl {
            host: base.map(|base| base.host.clone()).unwrap_or_default(),
            path: path(base_path, after),
            rest: rest(tail),
        }
    }

    fn query(&self) -> &str {
        self.rest.split_once('#').map_or(&self.rest, |(query, _)| query)
    }

    /// False if the text is invalid for that component.
    pub fn set(&mut self, part: &Part, text: &str) -> bool {
        match part {
            Part::Path => self.path = path_from_start(&without_newlines(text)),
            Part::Host(set) => {
                let Ok(mut url) = Url::parse(&format!("file://{}/", self.host)) else { return false };
                if !set(&mut url, text) {
                    return false;
                }
                self.host = url.host_str().unwrap_or_default().to_owned();
            }
            Part::Rest(set) => {
                let Ok(mut url) = Url::parse(&format!("{STUB}{}", self.rest)) else { return false };
                if !set(&mut url, text) {
                    return false;
                }
                self.rest = url.as_str()[STUB.len()..].to_owned();
            }
        }
        true
    }

    /// The href and its offsets, as `bindings/url.rs` publishes them.
    pub fn to_components(&self) -> (String, [f64; 8]) {
        let path: String = self.path.iter().flat_map(|segment| ["/", segment]).collect();
        let host_start = "file://".len();
        let path_start = host_start + self.host.len();
        let rest_start = path_start + path.len();
        let hash = self.rest.find('#').map(|at| rest_start + at);
        let query = self.rest.starts_with('?').then_some(rest_start);
        let [query, hash] = [query, hash].map(|offset| offset.map_or(-1.0, |offset| offset as f64));
        let [scheme, host_start, path_start] = [4, host_start, path_start].map(|offset| offset as f64);
        let href = format!("file://{}{path}{}", self.host, self.rest);
        (href, [scheme, host_start, host_start, path_start, -1.0, path_start, query, hash])
    }
}

fn is_slash(c: char) -> bool {
    c == '/' || c == '\\'
}

fn cleaned(text: &str) -> String {
    without_newlines(text.trim_matches(|c| c <= ' '))
}

fn without_newlines(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], "")
}

/// `C:` or `C|`.
fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [c, b':' | b'|'] if c.is_ascii_alphabetic())
}

fn begins_with_drive(text: &str) -> bool {
    text.get(..2).is_some_and(is_drive)
        && text[2..].chars().next().is_none_or(|next| is_slash(next) || matches!(next, '?' | '#'))
}

fn path_from_start(text: &str) -> Vec<String> {
    path(Vec::new(), text.strip_prefix(is_slash).unwrap_or(text))
}

/// Appends the segments of `text` to `base_path`.
fn path(mut base_path: Vec<String>, text: &str) -> Vec<String> {
    let mut segments = text.split(is_slash).peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment.to_ascii_lowercase().replace("%2e", ".").as_str() {
            ".." => {
                shorten(&mut base_path);
                if is_last {
                    base_path.push(String::new());
                }
            }
            "." if is_last => base_path.push(String::new()),
            "." => {}
            _ if base_path.is_empty() && is_drive(segment) => base_path.push(segment.replace('|', ":")),
            _ => base_path.push(encoded(segment)),
        }
    }
    base_path
}

/// Removes the last segment, except for a drive letter.
fn shorten(path: &mut Vec<String>) {
    if !matches!(path.as_slice(), [drive] if is_drive(drive) && drive.ends_with(':')) {
        path.pop();
    }
}

/// The standard's path percent-encode set.
fn encoded(segment: &str) -> String {
    let mut text = String::with_capacity(segment.len());
    for byte in segment.bytes() {
        match byte {
            0..=b' ' | 0x7f.. | b'"' | b'#' | b'<' | b'>' | b'?' | b'^' | b'`' | b'{' | b'}' => {
                text.push_str(&format!("%{byte:02X}"));
            }
            _ => text.push(char::from(byte)),
        }
    }
    text
}

fn rest(tail: &str) -> String {
    if tail.is_empty() {
        return String::new();
    }
    Url::parse(&format!("{STUB}{tail}")).map(|url| quirks::href(&url)[STUB.len()..].to_owned()).unwrap_or_default()
}
