//! The tokens before and after a position, ignoring comments.

use oxc_ast::ast::Comment;

/// A source and its comments.
#[derive(Clone, Copy)]
pub(super) struct AdjacentTokens<'a> {
    pub source: &'a str,
    pub comments: &'a [Comment],
}

impl<'a> AdjacentTokens<'a> {
    /// The start of the first token at or after `from`.
    pub fn next(&self, from: u32) -> u32 {
        let mut at = from as usize;
        let mut comment = self.comments.partition_point(|comment| comment.span.start < from);
        loop {
            at += self.source[at..].len() - self.source[at..].trim_start_matches(is_blank).len();
            match self.comments.get(comment) {
                Some(found) if found.span.start as usize == at => {
                    at = found.span.end as usize;
                    comment += 1;
                }
                _ => return at as u32,
            }
        }
    }

    /// The end of the last token that ends at or before `until`.
    pub fn previous_end(&self, until: u32) -> u32 {
        let mut end = until as usize;
        let mut comment = self.comments.partition_point(|comment| comment.span.end <= until);
        loop {
            end = self.source[..end].trim_end_matches(is_blank).len();
            match comment.checked_sub(1).and_then(|index| self.comments.get(index)) {
                Some(found) if found.span.end as usize == end => {
                    end = found.span.start as usize;
                    comment -= 1;
                }
                _ => return end as u32,
            }
        }
    }

    /// The first byte of the token at or after `from`; 0 at the end of the source.
    pub fn next_byte(&self, from: u32) -> u8 {
        self.source.as_bytes().get(self.next(from) as usize).copied().unwrap_or(0)
    }

    /// The last byte of the token before `until`; 0 at the start of the source.
    pub fn previous_byte(&self, until: u32) -> u8 {
        let end = self.previous_end(until) as usize;
        end.checked_sub(1).map_or(0, |last| self.source.as_bytes()[last])
    }

    /// The name or keyword at `at`; empty if there is none.
    pub fn word(&self, at: u32) -> &'a str {
        let text = &self.source[at as usize..];
        let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(text.len());
        &text[..end]
    }

    pub fn has_line_end(&self, start: u32, end: u32) -> bool {
        self.source[start as usize..end as usize].contains(['\n', '\r', '\u{2028}', '\u{2029}'])
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
