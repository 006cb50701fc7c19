//! package.json: the fields that the resolver needs, read as Node reads them.
//!
//! Node does not parse the file as JSON: it iterates over the keys of the outermost object and skips the values it does not need,
//! counting brackets, without parsing them. So `{"foo": bar, "main": "./i.js"}` is a valid package.json, and a broken `exports` is
//! a `SyntaxError` only when it is used. The scanner below does the same.
//!
//! Files that were read are cached; misses are not.

use super::errors::{ErrorClass, ResolveError, Result};
use super::file_url::Location;
use super::files;
use serde_json::{Map, Value};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PackageType {
    /// No `type`, or an unknown one.
    #[default]
    None,
    CommonJs,
    Module,
}

impl PackageType {
    pub fn name(self) -> &'static str {
        match self {
            PackageType::None => "none",
            PackageType::CommonJs => "commonjs",
            PackageType::Module => "module",
        }
    }
}

#[derive(Debug, Default)]
pub struct PackageJson {
    pub path: String,
    pub name: Option<String>,
    pub main: Option<String>,
    pub kind: PackageType,
    exports: Option<LazyJson>,
    imports: Option<LazyJson>,
}

/// A value that is parsed at its first use.
#[derive(Debug)]
struct LazyJson {
    text: String,
    value: OnceCell<std::result::Result<Value, String>>,
}

impl LazyJson {
    fn raw(text: &str) -> LazyJson {
        LazyJson { text: text.to_owned(), value: OnceCell::new() }
    }

    fn get(&self) -> Result<&Value> {
        let parsed = self.value.get_or_init(|| serde_json::from_str(&self.text).map_err(|error| self.message(&error)));
        parsed.as_ref().map_err(|message| ResolveError::new(ErrorClass::SyntaxError, "", message.clone()))
    }

    /// The message of Node's `JSON.parse` for this value.
    fn message(&self, error: &serde_json::Error) -> String {
        let line_start: usize =
            self.text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = line_start + error.column().saturating_sub(1);
        match self.text.get(at..).and_then(|rest| rest.chars().next()) {
            Some(token) => format!("Unexpected token '{token}', {} is not valid JSON", self.around(at)),
            None => "Unexpected end of JSON input".to_owned(),
        }
    }

    /// V8 prints the whole string if it is short, otherwise ten characters on either side.
    fn around(&self, at: usize) -> String {
        let before = self.text[..at].chars().count();
        let length = self.text.chars().count();
        let shown = |from: usize, to: usize| self.text.chars().skip(from).take(to - from).collect::<String>();
        if length <= 40 {
            return format!("\"{}\"", self.text);
        }
        let (from, to) = (before.saturating_sub(10), (before + 10).min(length));
        let (head, tail) = (if from > 0 { "..." } else { "" }, if to < length { "..." } else { "" });
        format!("{head}\"{}\"{tail}", shown(from, to))
    }
}

impl PackageJson {
    pub fn exports(&self) -> Result<Option<&Value>> {
        self.exports.as_ref().map(LazyJson::get).transpose()
    }

    pub fn imports(&self) -> Result<Option<&Value>> {
        self.imports.as_ref().map(LazyJson::get).transpose()
    }

    pub fn has_exports(&self) -> bool {
        self.exports.is_some()
    }

    pub fn has_imports(&self) -> bool {
        self.imports.is_some()
    }

    /// The folder, without a trailing slash (`""` for the root).
    pub fn folder(&self) -> &str {
        self.path.strip_suffix("/package.json").unwrap_or(&self.path)
    }

    /// The result of `Module._readPackage` as JSON.
    pub fn to_json(&self) -> Result<String> {
        let mut shown = Map::new();
        let mut put = |key: &str, value: Option<Value>| value.map(|value| shown.insert(key.to_owned(), value));
        put("name", self.name.clone().map(Value::from));
        put("main", self.main.clone().map(Value::from));
        put("type", Some(self.kind.name().into()));
        put("exports", self.exports()?.cloned());
        put("imports", self.imports()?.cloned());
        put("exists", Some(true.into()));
        put("pjsonPath", Some(self.path.clone().into()));
        Ok(Value::Object(shown).to_string())
    }

    /// `None` if the content is no object or ends too early.
    fn scan(path: &str, bytes: &[u8]) -> Option<PackageJson> {
        let text = std::str::from_utf8(bytes).ok()?;
        let mut package = PackageJson { path: path.to_owned(), ..PackageJson::default() };
        let mut scanner = Scanner { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0 };
        scanner.object(|key, value| package.take(key, value))?;
        Some(package)
    }

    fn take(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "name" => self.name = string(value).or(self.name.take()),
            "main" => self.main = string(value).or(self.main.take()),
            "exports" if value.starts_with('"') => {
                let text = string(value)?;
                self.exports = Some(LazyJson { text: value.to_owned(), value: OnceCell::from(Ok(Value::from(text))) });
            }
            "exports" if value.starts_with(['{', '[']) => self.exports = Some(LazyJson::raw(value)),
            "imports" if value.starts_with(['{', '[']) => self.imports = Some(LazyJson::raw(value)),
            "type" => match string(value).as_deref() {
                Some("module") => self.kind = PackageType::Module,
                Some("commonjs") => self.kind = PackageType::CommonJs,
                _ => {}
            },
            _ => {}
        }
        Some(())
    }
}

/// The value of a JSON string literal; `None` for other values.
fn string(literal: &str) -> Option<String> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') { serde_json::from_str(literal).ok() } else { Some(inner.to_owned()) }
}

/// Iterates over an object's keys and skips its values.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn object(&mut self, mut field: impl FnMut(&str, &'a str) -> Option<()>) -> Option<()> {
        self.expect(b'{')?;
        if self.peek()? == b'}' {
            self.at += 1;
            return self.end();
        }
        loop {
            let key = self.value()?;
            let key = key.strip_prefix('"')?.strip_suffix('"')?;
            self.expect(b':')?;
            let value = self.value()?;
            field(key, value)?;
            match self.next()? {
                b',' => {}
                b'}' => return self.end(),
                _ => return None,
            }
        }
    }

    /// Nothing may follow the outermost object.
    fn end(&mut self) -> Option<()> {
        self.peek().is_none().then_some(())
    }

    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|byte| !b" \t\r\n".contains(byte))?;
        Some(self.text.as_bytes()[self.at])
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn expect(&mut self, wanted: u8) -> Option<()> {
        (self.next()? == wanted).then_some(())
    }

    /// The text of the next value, of any type.
    fn value(&mut self) -> Option<&'a str> {
        let first = self.peek()?;
        let start = self.at;
        match first {
            b'"' => self.string()?,
            b'{' | b'[' => self.nested()?,
            b',' | b':' | b'}' | b']' => return None,
            _ => {
                let rest = &self.text.as_bytes()[self.at..];
                self.at += rest.iter().position(|byte| b" \t\r\n,:{}[]\"".contains(byte))?;
            }
        }
        Some(&self.text[start..self.at])
    }

    fn string(&mut self) -> Option<()> {
        let bytes = self.text.as_bytes();
        self.at += 1;
        loop {
            match memchr::memchr2(b'"', b'\\', &bytes[self.at..])? + self.at {
                end if bytes[end] == b'"' => {
                    self.at = end + 1;
                    return Some(());
                }
                escape => self.at = escape + 2,
            }
            if self.at > bytes.len() {
                return None;
            }
        }
    }

    fn nested(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Some(());
            }
        }
    }
}

/// Who reads a package.json: that decides Node's error if the file is broken.
#[derive(Clone, Copy)]
pub enum Reader<'a> {
    Require,
    Import { specifier: &'a str, base: &'a Location },
}

/// The cache of package.json files.
#[derive(Default)]
pub struct Packages {
    by_path: RefCell<HashMap<String, Rc<PackageJson>>>,
    /// From a folder to the package it belongs to.
    scopes: RefCell<HashMap<String, Rc<PackageJson>>>,
}

impl Packages {
    pub fn clear(&self) {
        self.by_path.borrow_mut().clear();
        self.scopes.borrow_mut().clear();
    }

    /// The package.json at `path`, if there is one.
    pub fn read(&self, path: &str, reader: Reader<'_>) -> Result<Option<Rc<PackageJson>>> {
        if let Some(known) = self.by_path.borrow().get(path) {
            return Ok(Some(known.clone()));
        }
        let Some(bytes) = files::read(path) else { return Ok(None) };
        let Some(package) = PackageJson::scan(path, &bytes) else { return Err(broken(path, reader)) };
        let package = Rc::new(package);
        self.by_path.borrow_mut().insert(path.to_owned(), package.clone());
        Ok(Some(package))
    }

    /// The package that a file belongs to: the nearest package.json upwards, not past a `node_modules`.
    pub fn scope_of(&self, path: &str) -> Result<Option<Rc<PackageJson>>> {
        let folder = path.rfind('/').map_or("", |slash| &path[..slash]);
        if let Some(known) = self.scopes.borrow().get(folder) {
            return Ok(Some(known.clone()));
        }
        let mut at = folder;
        while !at.ends_with("/node_modules") {
            if let Some(package) = self.read(&[at, "/package.json"].concat(), Reader::Require)? {
                self.scopes.borrow_mut().insert(folder.to_owned(), package.clone());
                return Ok(Some(package));
            }
            let Some((parent, _)) = at.rsplit_once('/') else { break };
            at = parent;
        }
        Ok(None)
    }
}

fn broken(path: &str, reader: Reader<'_>) -> ResolveError {
    let importing = match reader {
        Reader::Require => None,
        Reader::Import { specifier, base } => Some(format!("\"{specifier}\" from {}", base.shown())),
    };
    let mut error = ResolveError::invalid_package_config(path, importing.as_deref(), None);
    error.message.push('.');
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_values_are_not_parsed() {
        let package = PackageJson::scan("/p/package.json", br#"{"a": [1, {"x": "]"}], "foo": bar, "main": "./i.js"}"#);
        assert_eq!(package.unwrap().main.as_deref(), Some("./i.js"));
    }

    #[test]
    fn no_input_makes_the_scanner_panic() {
        let text = r#"{"name":"a\"b","exports":{".":["./x",null]},"type":"module"}"#;
        for end in 0..text.len() {
            assert!(PackageJson::scan("/p/package.json", &text.as_bytes()[..end]).is_none());
        }
        for odd in ["", "\\", "{\"\\", "{\"a\\\"", "{\"a\":]}", "{]", "{\"a\":{]}", "[{}]", "\u{feff}"] {
            let _ = PackageJson::scan("/p/package.json", odd.as_bytes());
        }
    }
}
