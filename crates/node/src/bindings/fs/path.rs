//! Paths, as passed from JavaScript and back.
//!
//! A path is a string. If its bytes are not UTF-8, it is passed as NUL, which no path can contain, followed by one
//! Latin-1 character per byte (`lib/fs/arguments.js` encodes and decodes that form).

use hexloop_engine::{Call, Failure};
use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::Path;

#[derive(Clone, Debug)]
pub struct FilePath(OsString);

impl FilePath {
    pub fn from_call<'c>(call: &Call<'c>, index: usize) -> Result<FilePath, Failure<'c>> {
        let text = call.text(index)?;
        Ok(FilePath(match text.strip_prefix('\0') {
            Some(bytes) => OsString::from_vec(bytes.chars().map(|unit| unit as u8).collect()),
            None => text.into(),
        }))
    }

    /// For error messages.
    pub fn display(&self) -> String {
        self.0.to_string_lossy().into_owned()
    }

    /// JavaScript rejects paths that contain NUL; an empty path stands for one that it did not check.
    pub fn to_c_string(&self) -> CString {
        CString::new(self.0.as_bytes()).unwrap_or_default()
    }
}

impl AsRef<Path> for FilePath {
    fn as_ref(&self) -> &Path {
        Path::new(&self.0)
    }
}

/// A name for JavaScript. `exact` preserves bytes that are not UTF-8; otherwise each becomes U+FFFD, as in Node.
pub fn to_text(name: &OsStr, exact: bool) -> String {
    match name.to_str() {
        Some(text) => text.to_owned(),
        None if exact => std::iter::once('\0').chain(name.as_bytes().iter().map(|byte| char::from(*byte))).collect(),
        None => name.to_string_lossy().into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_not_utf8_keeps_its_bytes_when_exact() {
        let name = OsStr::from_bytes(b"a\xff");
        assert_eq!(to_text(name, true), "\0a\u{ff}");
        assert_eq!(to_text(name, false), "a\u{fffd}");
        assert_eq!(to_text(OsStr::new("ä"), true), "ä");
    }
}
