//! The exported names of a CommonJS file, found without running it, as `cjs-module-lexer` does.
//!
//! `import {a} from './b.cjs'` has to know whether there is an `a` before anything runs. Node scans the tokens for the forms that
//! people and compilers write, anywhere in the file, in a function, a dead branch or a bundle:
//!
//! ```text
//!   exports.a = …   exports['a'] = …   module.exports.a = …
//!   module.exports = { a, b: c, 'd': e, ...require('x') }         up to the first member that is anything else
//!   Object.defineProperty(exports, 'a', { enumerable: true, value: …            get: function () { return b.c } })
//!   module.exports = require('x')   __exportStar(require('x'))                  the names of x too
//!   var x = require('x'); Object.keys(x).forEach(function (k) { … exports[k] = x[k] })
//! ```
//!
//! The result is what Node finds, not what the file does: each `module.exports =` discards earlier re-exports; `exports.a === 1`
//! counts as an assignment; white space matters in a few cases. A syntax tree would not reproduce that, so this scans tokens as
//! well. `tests/tables/cjs_exports.txt` contains Node 26's result for each case.

mod shapes;
mod strings;

use std::collections::{HashMap, HashSet};

use crate::tokens::{Kind, Token, Tokens};
use shapes::{Cursor, Member};

/// What a CommonJS file exports besides its `default`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CjsExports {
    /// Each once, in the order found. `default` and `__esModule` may be among them.
    pub exports: Vec<String>,
    /// The specifiers of re-exported modules.
    pub reexports: Vec<String>,
}

/// The exported names that Node finds in a CommonJS file.
///
/// ```
/// let found = hexloop_source::cjs_exports("exports.a = 1; module.exports = { b, ...require('./c') }");
/// assert_eq!(found.exports, ["a", "b"]);
/// assert_eq!(found.reexports, ["./c"]);
/// ```
pub fn cjs_exports(source: &str) -> CjsExports {
    if memchr::memmem::find(source.as_bytes(), b"export").is_none() {
        return CjsExports::default();
    }
    let tokens = read_tokens(source);
    let mut scan = Scan {
        source,
        tokens: &tokens,
        depth: 0,
        exports: Ordered::default(),
        reexports: Ordered::default(),
        required: HashMap::new(),
    };
    for index in 0..tokens.len() {
        scan.scan_token(index);
    }
    CjsExports { exports: scan.exports.list, reexports: scan.reexports.list }
}

fn read_tokens(source: &str) -> Vec<Token> {
    let mut tokens = Tokens::new(source);
    let mut list = Vec::new();
    loop {
        let token = tokens.next();
        if token.kind == Kind::End {
            return list;
        }
        list.push(token);
    }
}

/// Names in the order they came, each once.
#[derive(Default)]
struct Ordered {
    list: Vec<String>,
    seen: HashSet<String>,
}

impl Ordered {
    fn add(&mut self, name: String) {
        if self.seen.insert(name.clone()) {
            self.list.push(name);
        }
    }
}

struct Scan<'s> {
    source: &'s str,
    tokens: &'s [Token],
    /// Open parentheses, braces and template substitutions.
    depth: usize,
    exports: Ordered,
    reexports: Ordered,
    /// Top-level `var x = require('y')`.
    required: HashMap<&'s str, String>,
}

impl<'s> Scan<'s> {
    fn scan_token(&mut self, index: usize) {
        let token = self.tokens[index];
        match token.kind {
            Kind::Punctuator => match token.text(self.source) {
                "(" | "{" => self.depth += 1,
                ")" | "}" => self.depth = self.depth.saturating_sub(1),
                _ => {}
            },
            Kind::Template => {
                let piece = token.text(self.source);
                self.depth = self.depth.saturating_sub(piece.starts_with('}').into());
                self.depth += usize::from(piece.ends_with("${"));
            }
            Kind::Name => self.scan_word(index, token.text(self.source)),
            _ => {}
        }
    }

    fn scan_word(&mut self, index: usize, word: &str) {
        let after_dot = self.source[..self.tokens[index].start].ends_with('.');
        let mut next = Cursor::new(self.source, self.tokens, index + 1);
        match word {
            "exports" if !after_dot => self.member_of_exports(next),
            "module" if !after_dot && next.take(".").and_then(|()| next.take("exports")).is_some() => {
                self.member_of_exports(next);
                self.assignment_to_exports(next);
            }
            "Object" if !after_dot && next.take(".").is_some() => match next.text() {
                "defineProperty" => self.definition(next),
                "keys" if self.depth == 0 => self.loop_over_keys(next),
                _ => {}
            },
            "require" if self.depth == 0 && !after_dot => {
                if let Some(specifier) = shapes::required(Cursor::new(self.source, self.tokens, index)) {
                    self.variable(index, specifier);
                }
            }
            "_interopRequireWildcard" if self.depth == 0 && !after_dot => {
                if let Some(specifier) = shapes::required_at_once(next) {
                    self.variable(index, specifier);
                }
            }
            "__export" | "__exportStar" if self.depth == 0 => {
                if let Some(specifier) = shapes::required_at_once(next) {
                    self.reexports.add(specifier);
                }
            }
            _ => {}
        }
    }

    /// `.a =` or `['a'] =` after `exports`.
    fn member_of_exports(&mut self, next: Cursor<'s>) {
        if let Some(name) = shapes::assigned_member(next) {
            self.exports.add(name);
        }
    }

    /// `= { … }` or `= require('x')` after `module.exports`.
    fn assignment_to_exports(&mut self, mut next: Cursor<'s>) {
        if next.assignment().is_none() {
            return;
        }
        self.reexports = Ordered::default();
        if next.text() == "{" {
            shapes::members(next, |member| match member {
                Member::Named(name) => self.exports.add(name),
                Member::Reexport(specifier) => self.reexports.add(specifier),
            });
        } else if let Some(specifier) = shapes::required(next) {
            self.reexports.add(specifier);
        }
    }

    /// `defineProperty(exports, 'a', { … })`.
    fn definition(&mut self, next: Cursor<'s>) {
        if let Some(name) = shapes::defined(next) {
            self.exports.add(name);
        }
    }

    /// `keys(x).forEach(…)` that copies the members of a required module.
    fn loop_over_keys(&mut self, next: Cursor<'s>) {
        if let Some(specifier) = shapes::copied(next).and_then(|variable| self.required.get(variable)) {
            self.reexports.add(specifier.clone());
        }
    }

    /// Records `var x = require('y')`: only spaces may separate its tokens.
    fn variable(&mut self, index: usize, specifier: String) {
        let Some([keyword, name, sign, value]) = index.checked_sub(3).map(|first| &self.tokens[first..=index]) else {
            return;
        };
        let blank_between =
            |a: &Token, b: &Token| self.source.as_bytes()[a.end..b.start].iter().all(|&byte| byte == b' ');
        let text = |token: &Token| token.text(self.source);
        if matches!(text(keyword), "var" | "let" | "const")
            && matches!(name.kind, Kind::Name | Kind::Keyword)
            && text(sign) == "="
            && blank_between(keyword, name)
            && blank_between(name, sign)
            && blank_between(sign, value)
        {
            self.required.insert(text(name), specifier);
        }
    }
}
