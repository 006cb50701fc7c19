//! The blanked ranges of a large source, stored instead of the blanked code.
//!
//! Stack traces need single lines of the code that the engine runs. If the types of a large file were only blanked, a line is
//! reconstructed from the file and a list of ranges, which takes a fifth of the memory of a second copy.

use super::blanks::blank;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Blanked {
    /// Where source and code differ, in bytes, in order.
    ranges: Vec<(u32, u32)>,
    /// Characters in these ranges that are not blanks.
    put: Vec<(u32, u8)>,
}

impl Blanked {
    /// `None` if `code` is not `source` with blanks.
    pub fn between(source: &str, code: &str) -> Option<Blanked> {
        if source.len() != code.len() {
            return None;
        }
        let mut blanked = Blanked::default();
        let (original, stripped) = (source.as_bytes(), code.as_bytes());
        let mut at = 0;
        while at < original.len() {
            if original[at] == stripped[at] {
                at += 1;
                continue;
            }
            // A character and its blank may start with the same byte.
            at = source.floor_char_boundary(at);
            let start = at;
            for character in source[start..].chars() {
                let end = at + character.len_utf8();
                let is_blank = stripped[at..end] == *blank(character).as_bytes();
                if !is_blank && original[at..end] == stripped[at..end] {
                    break;
                }
                if !is_blank {
                    blanked.put.push((at as u32, stripped[at]));
                }
                at = end;
            }
            blanked.ranges.push((start as u32, at as u32));
        }
        Some(blanked)
    }

    /// The blanked form of a line that begins at the byte `start` of the source.
    pub fn line(&self, line: &str, start: u32) -> String {
        let first = self.ranges.partition_point(|&(_, end)| end <= start);
        let mut ranges = self.ranges[first..].iter().peekable();
        let mut result = String::with_capacity(line.len());
        for (offset, character) in line.char_indices() {
            let at = start + offset as u32;
            while ranges.next_if(|&&(_, end)| end <= at).is_some() {}
            if ranges.peek().is_none_or(|&&(begin, _)| at < begin) {
                result.push(character);
                continue;
            }
            match self.put.binary_search_by_key(&at, |&(position, _)| position) {
                Ok(index) => {
                    result.push(char::from(self.put[index].1));
                    result.extend(std::iter::repeat_n(' ', character.len_utf8() - 1));
                }
                Err(_) => result.push_str(blank(character)),
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::Blanked;

    #[test]
    fn a_line_is_what_it_was_in_the_blanked_text() {
        let source = "let a: number = 1\nlet \u{e9}: \u{c2a9}\u{1f600} = f<T>(x as Y)\ninterface Z {}\nexport { a }";
        let code = "let a         = 1\nlet \u{e9}  \u{2002} \u{feff} = f   (x     )\n;             \nexport { a }";
        let blanked = Blanked::between(source, code).unwrap();
        let mut start = 0;
        for (original, stripped) in source.lines().zip(code.lines()) {
            assert_eq!(blanked.line(original, start), stripped);
            start += original.len() as u32 + 1;
        }
        assert_eq!(Blanked::between("abc", "ab"), None);
    }

    #[test]
    fn a_file_that_changed_in_between_does_not_panic() {
        let blanked = Blanked::between("let a: string", "let a        ").unwrap();
        assert_eq!(blanked.line("\u{1f600}\u{1f600}\u{1f600}\u{1f600}x", 0), "\u{1f600}\u{1f600} \u{feff} \u{feff}x");
    }
}
