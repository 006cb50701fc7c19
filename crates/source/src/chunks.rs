//! A large text, cut into chunks that can be looked at one by one.
//!
//! A tree takes up to twenty times the memory of its text. Most of what is done to a text is done to one statement without
//! knowing the others. So a large one is cut where a statement surely begins (a keyword at the start of a line, outside all
//! brackets, after a `}` or `;`), and one chunk's tree is in memory at a time. Should the tokenizer have lost its way, a
//! chunk does not parse, and the text is looked at as a whole.

use std::ops::Range;

use crate::tokens::{Kind, Tokens};

/// Texts that are shorter are looked at as a whole.
const LARGE_SOURCE: usize = 1 << 20;

/// A chunk is at least this long.
const MIN_CHUNK: usize = 256 << 10;

/// The chunks of a large text, one after the other, all of it. Each but the first begins a line.
pub(crate) struct Chunks {
    pub ranges: Vec<Range<usize>>,
    /// A chunk begins, or could, with `import` or `export`.
    pub is_module: bool,
}

pub(crate) fn is_large(source: &str) -> bool {
    source.len() >= LARGE_SOURCE
}

/// `None` if the text is not large.
pub(crate) fn split(source: &str) -> Option<Chunks> {
    is_large(source).then(|| cut(source))
}

fn cut(source: &str) -> Chunks {
    let mut tokens = Tokens::new(source);
    let mut chunks = Chunks { ranges: Vec::new(), is_module: false };
    let (mut start, mut after_end) = (0, true);
    loop {
        let outside = tokens.depth() == 0;
        let token = tokens.next();
        if token.kind == Kind::End {
            break;
        }
        let text = token.text(source);
        if outside && after_end && begins_statement(text) && begins_line(source, token.start) {
            chunks.is_module |= matches!(text, "import" | "export");
            if token.start - start >= MIN_CHUNK {
                chunks.ranges.push(start..token.start);
                start = token.start;
            }
        }
        after_end = matches!(text, "}" | ";");
    }
    chunks.ranges.push(start..source.len());
    chunks
}

fn begins_statement(word: &str) -> bool {
    matches!(
        word,
        "export" | "import" | "function" | "class" | "interface" | "const" | "let" | "var" | "enum" | "async"
    )
}

fn begins_line(source: &str, at: usize) -> bool {
    at == 0 || source.as_bytes()[at - 1] == b'\n'
}
