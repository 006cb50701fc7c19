//! A large source, split into chunks that are processed one at a time.
//!
//! A syntax tree takes up to twenty times the memory of its source, and most rewrites of a statement do not depend on the others.
//! So a large source is split where a statement certainly begins (a keyword at the start of a line, outside all brackets, after
//! a `}` or `;`), and the tree of one chunk is in memory at a time. If the tokenizer was wrong, a chunk does not parse, and the
//! source is processed as a whole.

use std::ops::Range;

use crate::tokens::{Kind, Tokens};

/// Shorter sources are processed as a whole.
const LARGE_SOURCE: usize = 1 << 20;

/// The minimal length of a chunk.
const MIN_CHUNK: usize = 256 << 10;

/// The chunks of a large source, in order and without gaps. Each but the first begins a line.
pub(crate) struct Chunks {
    pub ranges: Vec<Range<usize>>,
    /// A statement at a chunk boundary, or at a possible one, is an `import` or `export`.
    pub is_module: bool,
}

pub(crate) fn is_large(source: &str) -> bool {
    source.len() >= LARGE_SOURCE
}

/// `None` if the source is not large.
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
