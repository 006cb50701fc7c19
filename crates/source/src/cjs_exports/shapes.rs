//! The forms: each function matches one from its first token on, or returns `None`.

use super::strings;
use crate::tokens::{Kind, Token};

/// A position among the tokens. It is `Copy`, so backtracking is free.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'s> {
    source: &'s str,
    tokens: &'s [Token],
    at: usize,
}

impl<'s> Cursor<'s> {
    pub fn new(source: &'s str, tokens: &'s [Token], at: usize) -> Cursor<'s> {
        Cursor { source, tokens, at }
    }

    pub fn text(&self) -> &'s str {
        self.tokens.get(self.at).map_or("", |token| token.text(self.source))
    }

    /// Consumes a token with exactly this text.
    pub fn take(&mut self, text: &str) -> Option<()> {
        (self.text() == text).then(|| self.at += 1)
    }

    fn take_all(&mut self, tokens: &[&str]) -> Option<()> {
        tokens.iter().try_for_each(|token| self.take(token))
    }

    fn take_any(&mut self, text: &str) {
        let _ = self.take(text);
    }

    /// `=`, or anything with that prefix: Node's lexer checks no further.
    pub fn assignment(&mut self) -> Option<()> {
        self.text().starts_with('=').then(|| self.at += 1)
    }

    /// Any word, reserved or not. A word with an escape ends before it, and nothing matches after that.
    fn word(&mut self) -> Option<&'s str> {
        let token = self.tokens.get(self.at).filter(|token| matches!(token.kind, Kind::Name | Kind::Keyword))?;
        let word = token.text(self.source);
        match word.split_once('\\') {
            None => {
                self.at += 1;
                Some(word)
            }
            Some((plain, _)) => {
                self.at = self.tokens.len();
                (!plain.is_empty()).then_some(plain)
            }
        }
    }

    /// A string literal as it is written.
    fn literal(&mut self) -> Option<&'s str> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == Kind::String)?;
        self.at += 1;
        Some(token.text(self.source))
    }

    fn take_literal(&mut self, value: &str) -> Option<()> {
        let literal = self.literal()?;
        (literal[1..literal.len() - 1] == *value).then_some(())
    }

    /// `exports` or `module.exports`.
    fn exports(&mut self) -> Option<()> {
        if self.text() == "module" {
            self.take_all(&["module", "."])?;
        }
        self.take("exports")
    }

    /// Whether nothing separates this token from the previous one.
    fn is_adjacent(&self) -> bool {
        let end = |index: usize| self.tokens.get(index).map(|token| token.end);
        let start = self.tokens.get(self.at).map(|token| token.start);
        self.at.checked_sub(1).and_then(end) == start
    }
}

/// `require('x')`.
pub(super) fn required(mut from: Cursor) -> Option<String> {
    take_required(&mut from)
}

fn take_required(from: &mut Cursor) -> Option<String> {
    from.take_all(&["require", "("])?;
    let literal = from.literal()?;
    from.take(")")?;
    strings::value(literal)
}

/// `(require('x')` without white space around the parenthesis.
pub(super) fn required_at_once(mut from: Cursor) -> Option<String> {
    let adjacent = from.is_adjacent();
    from.take("(")?;
    if adjacent && from.is_adjacent() { required(from) } else { None }
}

/// `.a =` or `['a'] =`.
pub(super) fn assigned_member(mut from: Cursor) -> Option<String> {
    let name = match from.take(".") {
        Some(()) => from.word()?.to_owned(),
        None => {
            from.take("[")?;
            let literal = from.literal()?;
            from.take("]")?;
            strings::value(literal)?
        }
    };
    from.assignment()?;
    Some(name)
}

pub(super) enum Member {
    Named(String),
    /// `...require('x')`, and for Node's lexer `a: require('x')` as well.
    Reexport(String),
}

/// The members of `{ a, b: c, 'd': e, ...f, ...require('x') }`, up to the first that is anything else.
pub(super) fn members(mut from: Cursor, mut found: impl FnMut(Member)) {
    if from.take("{").is_none() {
        return;
    }
    while member(&mut from, &mut found).is_some() && from.take(",").is_some() {}
}

/// One member; `None` if no other may follow.
fn member(from: &mut Cursor, found: &mut impl FnMut(Member)) -> Option<()> {
    if let Some(name) = from.word() {
        let mut ahead = *from;
        let is_getter = name == "get" && ahead.word().is_some() && ahead.text() == "(";
        if is_getter {
            return None;
        }
        return match from.take(":") {
            Some(()) => member_value(from, Some(name.to_owned()), found),
            None => {
                found(Member::Named(name.to_owned()));
                Some(())
            }
        };
    }
    if let Some(literal) = from.literal() {
        // Without a value it is no member, but Node's lexer continues.
        return match from.take(":") {
            Some(()) => member_value(from, strings::value(literal), found),
            None => Some(()),
        };
    }
    from.take("...")?;
    if !from.is_adjacent() {
        return None;
    }
    let mut call = *from;
    match take_required(&mut call) {
        Some(specifier) => {
            *from = call;
            found(Member::Reexport(specifier));
        }
        None => drop(from.word()?),
    }
    Some(())
}

/// The value after the colon: a word and then the end of the member, or a module, which is then re-exported.
fn member_value(from: &mut Cursor, name: Option<String>, found: &mut impl FnMut(Member)) -> Option<()> {
    let specifier = required(*from);
    from.word()?;
    if let Some(name) = name {
        found(Member::Named(name));
    }
    if let Some(specifier) = specifier {
        found(Member::Reexport(specifier));
        return None;
    }
    from.is_adjacent().then_some(())
}

/// `defineProperty(exports, 'a', { … })`.
pub(super) fn defined(mut from: Cursor) -> Option<String> {
    from.take_all(&["defineProperty", "("])?;
    from.exports()?;
    from.take(",")?;
    let name = strings::value(from.literal()?)?;
    descriptor(from)?;
    Some(name)
}

fn descriptor(mut from: Cursor) -> Option<()> {
    from.take_all(&[",", "{"])?;
    if from.text() == "enumerable" {
        from.take_all(&["enumerable", ":", "true", ","])?;
    }
    if from.text() == "value" {
        return from.take_all(&["value", ":"]);
    }
    getter_head(&mut from)?;
    from.word()?;
    if from.take(".").is_some() {
        from.word()?;
    } else if from.take("[").is_some() {
        from.literal()?;
        from.take("]")?;
    }
    getter_end(&mut from)
}

/// `get: function () { return`, or a method.
fn getter_head(from: &mut Cursor) -> Option<()> {
    from.take("get")?;
    if from.take(":").is_some() {
        from.take("function")?;
        if from.text() != "(" {
            from.word()?;
        }
    }
    from.take_all(&["(", ")", "{", "return"])
}

/// The end of a getter, its descriptor and the call.
fn getter_end(from: &mut Cursor) -> Option<()> {
    from.take_any(";");
    from.take("}")?;
    from.take_any(",");
    from.take_all(&["}", ")"])
}

/// `keys(x).forEach(function (k) { … })` that copies the properties of x: returns x.
pub(super) fn copied(mut from: Cursor<'_>) -> Option<&str> {
    from.take_all(&["keys", "("])?;
    let object = from.word()?;
    from.take_all(&[")", ".", "forEach", "(", "function", "("])?;
    let key = from.word()?;
    from.take_all(&[")", "{", "if", "(", key])?;
    match from.take("===") {
        Some(()) => skipped_keys(&mut from, object, key)?,
        None => wanted_keys(&mut from, key)?,
    }
    if from.text() == "Object" {
        from.take_all(&["Object", ".", "defineProperty", "("])?;
        from.exports()?;
        from.take_all(&[",", key, ",", "{", "enumerable", ":", "true", ","])?;
        getter_head(&mut from)?;
        from.take_all(&[object, "[", key, "]"])?;
        getter_end(&mut from)?;
    } else {
        from.exports()?;
        from.take_all(&["[", key, "]", "=", object, "[", key, "]"])?;
    }
    from.take_any(";");
    from.take_all(&["}", ")"])?;
    Some(object)
}

/// `'default' || k === '__esModule') return;` and the tests for existing exports.
fn skipped_keys(from: &mut Cursor, object: &str, key: &str) -> Option<()> {
    from.take_literal("default")?;
    from.take_all(&["||", key, "==="])?;
    from.take_literal("__esModule")?;
    returns(from)?;
    if from.text() != "if" {
        return Some(());
    }
    from.take_all(&["if", "("])?;
    if has_own_property(from, key).is_some() {
        returns(from)?;
        if from.text() != "if" {
            return Some(());
        }
        from.take_all(&["if", "("])?;
    }
    from.take_all(&[key, "in"])?;
    from.exports()?;
    from.take("&&")?;
    from.exports()?;
    from.take_all(&["[", key, "]", "===", object, "[", key, "]"])?;
    returns(from)
}

/// `!== 'default' && !exports.hasOwnProperty(k))`.
fn wanted_keys(from: &mut Cursor, key: &str) -> Option<()> {
    from.take("!==")?;
    from.take_literal("default")?;
    if from.take("&&").is_some() {
        from.take("!")?;
        if has_own_property(from, key).is_none() {
            from.word()?;
            from.take_all(&[".", "hasOwnProperty", "(", key, ")"])?;
        }
    }
    from.take(")")
}

fn returns(from: &mut Cursor) -> Option<()> {
    from.take_all(&[")", "return"])?;
    from.take_any(";");
    Some(())
}

/// `Object.prototype.hasOwnProperty.call(names, k)`; consumes nothing otherwise.
fn has_own_property(from: &mut Cursor, key: &str) -> Option<()> {
    let mut ahead = *from;
    ahead.take_all(&["Object", "."])?;
    if ahead.text() == "prototype" {
        ahead.take_all(&["prototype", "."])?;
    }
    ahead.take_all(&["hasOwnProperty", ".", "call", "("])?;
    ahead.word()?;
    ahead.take_all(&[",", key, ")"])?;
    *from = ahead;
    Some(())
}
