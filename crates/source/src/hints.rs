//! Can a source be an ES module at all, or close the CommonJS wrapper? This runs for every file, so it uses tokens only, without
//! a parse.
//!
//! `true` may be a false positive, which costs a parse; `false` is certain (13,000 files of 30 packages agreed with a full
//! parse). So `exports` and `import(…)` are no hints, nor is an `await` inside the braces of a function, and of the names of the
//! CommonJS wrapper only a declaration counts, not `const x = require('x')`.

use crate::tokens::{Kind, Token, Tokens};
use crate::v8_messages::WRAPPER_NAMES;

/// Whether there is any hint of a module.
pub(crate) fn any(source: &str) -> bool {
    let mut reader = Reader { source, open: Vec::new(), functions: 0, before: ["", ""], declaring: false };
    let mut tokens = Tokens::new(source);
    let mut token = tokens.next();
    while token.kind != Kind::End {
        let next = tokens.next();
        if reader.is_hint(token, next) {
            return true;
        }
        reader.take(token);
        token = next;
    }
    false
}

/// Whether a source may close the function that wraps it, like `}); f(); (function () {`: then [`check`] has to parse it
/// without the wrapper, because the engine would see two functions.
///
/// This runs for every file, so braces are counted first, in strings and comments too; tokens are read only if a brace closes
/// more than was opened. A brace in a string or comment can hide such a place, but not by accident, and a file does not need to
/// leave its wrapper to run code.
///
/// ```
/// assert!(hexloop_source::may_close_wrapper("}); f(); (function () {"));
/// assert!(!hexloop_source::may_close_wrapper("f(() => { '}' })"));
/// ```
///
/// [`check`]: crate::check
pub fn may_close_wrapper(source: &str) -> bool {
    if !closes_more_than_it_opens(source.as_bytes()) {
        return false;
    }
    let mut tokens = Tokens::new(source);
    loop {
        let depth = tokens.depth();
        let token = tokens.next();
        match token.kind {
            Kind::End => return false,
            Kind::Punctuator if depth == 0 && matches!(token.text(source), ")" | "]" | "}") => return true,
            _ => {}
        }
    }
}

fn closes_more_than_it_opens(source: &[u8]) -> bool {
    let mut depth = 0_usize;
    memchr::memchr2_iter(b'{', b'}', source).any(|at| {
        if source[at] == b'{' {
            depth += 1;
            return false;
        }
        match depth.checked_sub(1) {
            Some(less) => depth = less,
            None => return true,
        }
        false
    })
}

/// What a bracket opened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opened {
    Function,
    /// The head of a statement that has a block: the brace after it opens no function.
    Head,
    Other,
}

struct Reader<'a> {
    source: &'a str,
    open: Vec<Opened>,
    /// How many of the open brackets are function bodies.
    functions: usize,
    /// The previous tokens, the last one first. A closed head is `"head"`, any other closed parenthesis is `")"`.
    before: [&'a str; 2],
    /// Between `let`, `const` or `class` at the top level and the `=` that follows.
    declaring: bool,
}

impl<'a> Reader<'a> {
    fn is_hint(&self, token: Token, next: Token) -> bool {
        let (word, next) = (token.text(self.source), next.text(self.source));
        match token.kind {
            Kind::Keyword if word == "import" => next != "(" && next != ":",
            Kind::Keyword if word == "export" => next != ":" && next != "(",
            Kind::Name if word == "await" => self.functions == 0 && !matches!(self.before[0], "." | "?."),
            Kind::Name => self.declaring && self.functions == 0 && WRAPPER_NAMES.contains(&word),
            _ => false,
        }
    }

    fn take(&mut self, token: Token) {
        let mut word = token.text(self.source);
        match (token.kind, word) {
            (Kind::Punctuator, "(") => {
                let head = matches!(self.before[0], "if" | "for" | "while" | "switch" | "catch" | "with")
                    || self.before == ["await", "for"];
                self.open.push(if head { Opened::Head } else { Opened::Other });
            }
            (Kind::Punctuator, "{") => {
                let function = matches!(self.before[0], ")" | "=>");
                self.functions += usize::from(function);
                self.open.push(if function { Opened::Function } else { Opened::Other });
            }
            (Kind::Punctuator, "[") => self.open.push(Opened::Other),
            (Kind::Punctuator, ")" | "]" | "}") => match self.open.pop() {
                Some(Opened::Function) => self.functions -= 1,
                Some(Opened::Head) => word = "head",
                _ => {}
            },
            // The braces of a substitution balance: the closing one is part of the template token.
            (Kind::Template, _) => {}
            (Kind::Keyword, "const" | "class") | (Kind::Name, "let") => self.declaring = true,
            (Kind::Punctuator, "=") if self.open.is_empty() => self.declaring = false,
            (Kind::Punctuator, ",") if self.open.is_empty() => self.declaring = true,
            (Kind::Punctuator, ";") => self.declaring = false,
            _ => {}
        }
        // A property with the name of a keyword begins no statement.
        if self.before[0] == "." && token.kind == Kind::Name {
            word = "name";
        }
        self.before = [word, self.before[0]];
    }
}
