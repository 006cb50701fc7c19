//! Marks on edits, by which `lib/core/function_source.js` takes them back: `Function.prototype.toString` returns the source as it was
//! written.
//!
//! A mark precedes the text of each edit. It contains the length of that text in UTF-16 units, and what the edit removed. A vertical
//! tab is white space for the engine, and hardly any program has one right before such a comment.
//!
//! ```text
//!   return await x       return ␋/*@14*/$back($keep( x␋/*@16*/),await $operand)
//!   f(imported)          f(␋/*@4:imported*/$0.imported)
//! ```
//!
//! The mark comes before the text and nothing comes after it, since the engine's positions at the end of an expression have to be
//! those of the text. A source can be edited twice: `using` is lowered before anything else. An edit of the second time can be inside
//! the text of one of the first, so there are two kinds of marks, and the later edits are taken back first.

use std::fmt::Write as _;

use crate::lines;

/// When an edit is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    /// Syntax that the engine lacks becomes syntax that it has.
    Lowered,
    /// Everything after that.
    Rewritten,
}

const CLOSING: &str = "*/";
/// A comment's end inside a mark.
const ESCAPED_CLOSING: &str = "*\u{b}/";

/// The text of an edit that removes `removed`, with its mark.
pub(crate) fn marked(text: &str, removed: &str, layer: Layer) -> String {
    let mut out = String::with_capacity(text.len() + removed.len() + 10);
    out.push_str(match layer {
        Layer::Lowered => "\u{b}/*#",
        Layer::Rewritten => "\u{b}/*@",
    });
    let _ = write!(out, "{}", lines::utf16_length(text));
    if !removed.is_empty() {
        out.push(':');
        out.push_str(&removed.replace(CLOSING, ESCAPED_CLOSING));
    }
    out.push_str(CLOSING);
    out.push_str(text);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_has_the_length_of_the_text_and_what_was_removed() {
        assert_eq!(marked("f(", "", Layer::Rewritten), "\u{b}/*@2*/f(");
        assert_eq!(marked("\u{1f980}", "x", Layer::Lowered), "\u{b}/*#2:x*/\u{1f980}");
        assert_eq!(marked("", "/* a */", Layer::Rewritten), "\u{b}/*@0:/* a *\u{b}/*/");
    }
}
