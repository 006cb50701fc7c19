//! The syntactic context of a token, determined by the tokens around it: there is no tree.

use super::SourceText;
use crate::tokens::{Kind, Token};

impl SourceText<'_> {
    /// The index of the innermost bracket that is open at `offset`.
    pub(super) fn enclosing(&self, offset: usize) -> Option<usize> {
        self.open_at(offset).pop()
    }

    /// The indices of all brackets open at `offset`, outermost first.
    pub(super) fn open_at(&self, offset: usize) -> Vec<usize> {
        let mut open = Vec::new();
        for (index, token) in self.tokens.iter().enumerate().take_while(|(_, token)| token.start < offset) {
            match (token.kind, self.word(*token)) {
                (Kind::Punctuator, "(" | "[" | "{") => open.push(index),
                (Kind::Punctuator, ")" | "]" | "}") => drop(open.pop()),
                (Kind::Template, piece) => {
                    if piece.starts_with('}') {
                        open.pop();
                    }
                    if piece.ends_with("${") {
                        open.push(index);
                    }
                }
                _ => {}
            }
        }
        open
    }

    /// Whether the code at `offset` is strict: a module, a class, or below a directive.
    pub(super) fn is_strict_at(&self, offset: usize) -> bool {
        let in_class_head = self.token_before(offset).is_some_and(|name| self.text_before(name.start) == "class");
        self.strict
            || in_class_head
            || self.open_at(offset).into_iter().any(|open| {
                self.word(self.tokens[open]) == "{"
                    && (self.opens_class(open) || begins_with_use_strict(self.source, &self.tokens[open + 1..]))
            })
    }

    /// Whether the `(` at `index` begins the arguments of a call.
    pub(super) fn opens_arguments(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1).map(|before| self.tokens[before]) else { return false };
        let earlier = |back: usize| index.checked_sub(back).map_or("", |at| self.word(self.tokens[at]));
        match before.kind {
            Kind::Name if matches!(earlier(2), "." | "?.") => true,
            Kind::Name if self.word(before) == "async" => true,
            Kind::Name if self.word(before) == "await" && earlier(2) == "for" => false,
            Kind::Name | Kind::PrivateName => {
                !(earlier(2) == "function" || (earlier(2) == "*" && earlier(3) == "function"))
            }
            Kind::Keyword => matches!(self.word(before), "super" | "this"),
            Kind::Punctuator => matches!(self.word(before), ")" | "]" | "?."),
            Kind::Template | Kind::String | Kind::Regex | Kind::Number => true,
            _ => false,
        }
    }

    /// The index of the opening bracket that matches the closing one at `close`.
    pub(super) fn partner(&self, close: usize) -> Option<usize> {
        let mut depth = 0usize;
        (0..=close).rev().find(|&index| match (self.tokens[index].kind, self.word(self.tokens[index])) {
            (Kind::Punctuator, ")" | "]" | "}") => {
                depth += 1;
                false
            }
            (Kind::Punctuator, "(" | "[" | "{") => {
                depth = depth.saturating_sub(1);
                depth == 0
            }
            _ => false,
        })
    }

    /// Whether the `{` at `open` begins an object, by the token before it.
    pub(super) fn opens_object(&self, open: usize) -> bool {
        let Some(before) = open.checked_sub(1).map(|before| self.tokens[before]) else { return false };
        match before.kind {
            Kind::Punctuator if self.word(before) == ":" => !self.ends_label(open - 1),
            Kind::Punctuator => !matches!(self.word(before), ")" | "]" | "}" | "{" | ";" | "=>"),
            Kind::Keyword => {
                matches!(self.word(before), "return" | "typeof" | "case" | "in" | "new" | "throw" | "void")
            }
            Kind::Template => self.word(before).ends_with("${"),
            _ => false,
        }
    }

    /// Whether the `:` at `colon` ends a label or a `case`, rather than a key or the second part of a conditional.
    fn ends_label(&self, colon: usize) -> bool {
        let outer = self.enclosing(self.tokens[colon].start);
        if outer.is_some_and(|outer| self.word(self.tokens[outer]) != "{" || self.opens_object(outer)) {
            return false;
        }
        let statement = self.tokens[..colon].iter().rev().map(|token| self.word(*token));
        let mut statement = statement.take_while(|word| !matches!(*word, ";" | "{" | "}" | ")"));
        !statement.any(|word| matches!(word, "?" | "="))
    }

    pub(super) fn opens_class(&self, open: usize) -> bool {
        self.tokens[..open]
            .iter()
            .rev()
            .take_while(|token| !matches!(self.word(**token), ";" | "{" | "}" | "=" | "("))
            .any(|token| self.word(*token) == "class")
    }

    /// Whether the `(` at `open` begins a method's parameters: a name right inside a class or an object before it.
    pub(super) fn opens_method_parameters(&self, open: usize) -> bool {
        let Some(name) = open.checked_sub(1) else { return false };
        let before = name.checked_sub(1).map_or("", |before| self.word(self.tokens[before]));
        let Some(outer) = self.enclosing(self.tokens[name].start) else { return false };
        if self.word(self.tokens[outer]) != "{" || self.tokens[name].kind != Kind::Name {
            return false;
        }
        match before {
            "get" | "set" | "static" => true,
            "," | "{" | "async" | "*" => self.opens_object(outer) || self.opens_class(outer),
            ";" | "}" => self.opens_class(outer),
            _ => false,
        }
    }

    /// Inside the brackets of a pattern that follows `let`, `const` or `var`.
    pub(super) fn in_declared_pattern(&self, start: usize) -> bool {
        self.enclosing(start)
            .and_then(|open| open.checked_sub(1))
            .is_some_and(|before| matches!(self.word(self.tokens[before]), "let" | "const" | "var"))
    }

    pub(super) fn in_static_block(&self, start: usize) -> bool {
        self.enclosing(start)
            .and_then(|open| open.checked_sub(1))
            .is_some_and(|before| self.word(self.tokens[before]) == "static")
    }

    /// Inside the braces of `import { … }` or `export { … }`.
    pub(super) fn in_module_specifiers(&self, start: usize) -> bool {
        self.enclosing(start)
            .and_then(|open| open.checked_sub(1))
            .is_some_and(|before| matches!(self.word(self.tokens[before]), "import" | "export" | ","))
    }

    /// Right after `import name,`.
    pub(super) fn opens_import(&self, start: usize) -> bool {
        let index = self.index_at(start);
        index >= 3 && self.word(self.tokens[index - 3]) == "import"
    }

    pub(super) fn is_in_object(&self, offset: usize) -> bool {
        self.enclosing(offset).is_some_and(|open| self.word(self.tokens[open]) == "{" && self.opens_object(open))
    }

    /// After a comma of `var a = 1, …`.
    pub(super) fn is_between_declarators(&self, offset: usize) -> bool {
        let mut depth = 0usize;
        for token in self.tokens[..self.index_at(offset)].iter().rev() {
            match self.word(*token) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" if depth == 0 => return false,
                "(" | "[" | "{" => depth -= 1,
                ";" if depth == 0 => return false,
                "var" | "let" | "const" if depth == 0 => return true,
                _ => {}
            }
        }
        false
    }

    /// The `function` whose name (or missing name) is at `start`.
    pub(super) fn function_word_before(&self, start: usize) -> Option<usize> {
        let before = self.token_before(start)?;
        let word = match self.word(before) {
            "*" => self.token_before(before.start)?,
            _ => before,
        };
        (self.word(word) == "function").then_some(word.start)
    }

    /// Whether the range is a call, which V8 accepts as an assignment target until run time.
    pub(super) fn is_call(&self, start: usize, end: usize) -> bool {
        if !self.source[start..end].ends_with(')') || matches!(self.word(self.token_at(start)), "new" | "import") {
            return false;
        }
        let mut depth = 0usize;
        for token in self.tokens.iter().rev().filter(|token| token.start >= start && token.end <= end) {
            match self.word(*token) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return token.start > start;
                    }
                }
                _ => {}
            }
        }
        false
    }
}

pub(super) fn begins_with_use_strict(source: &str, tokens: &[Token]) -> bool {
    tokens
        .iter()
        .filter(|token| token.text(source) != ";")
        .take_while(|token| token.kind == Kind::String)
        .any(|token| matches!(token.text(source), "'use strict'" | "\"use strict\""))
}
