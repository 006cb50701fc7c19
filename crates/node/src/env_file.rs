//! The parser of `.env` files: `--env-file`, `process.loadEnvFile()` and `util.parseEnv()`.
//!
//! `NAME=value` lines; `export ` before a name is allowed; a value may be quoted with ', " or ` and then span lines;
//! `\n` is a line break in double quotes only; `#` starts a comment outside of quotes. Malformed input is parsed as in
//! Node 26.

use std::collections::BTreeMap;

/// Sorted by name, as in Node.
pub fn parse(text: &str) -> BTreeMap<String, String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut values = BTreeMap::new();
    let mut at = 0;
    while at < text.len() {
        let line_end = end_of_line(&text, at);
        let line = &text[at..line_end];
        let Some(equals) = line.find('=').map(|found| at + found).filter(|_| !trimmed(line).starts_with('#')) else {
            at = line_end + 1;
            continue;
        };
        let mut name = trimmed(&text[at..equals]);
        if let Some(exported) = name.strip_prefix("export ") {
            name = trimmed(exported);
        }
        if name.is_empty() {
            at = equals + 1;
            continue;
        }
        let (value, next) = read_value(&text, equals + 1, line_end);
        values.insert(name.to_owned(), value);
        at = next;
    }
    values
}

/// ASCII whitespace only: a byte order mark belongs to the name that follows.
fn trimmed(text: &str) -> &str {
    text.trim_matches(is_blank)
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n')
}

fn end_of_line(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |found| from + found)
}

/// The value, and the start of the next line.
fn read_value(text: &str, from: usize, mut line_end: usize) -> (String, usize) {
    let mut start = from;
    // If only whitespace follows on the line, Node continues with the next one; if nothing does, the value is empty.
    if start < line_end {
        start = text[start..].find(|c| !is_blank(c)).map_or(text.len(), |found| start + found);
        line_end = end_of_line(text, start);
    }
    if let Some(quote) = text[start..line_end].chars().next().filter(|first| matches!(first, '"' | '\'' | '`'))
        && let Some(length) = text[start + 1..].find(quote)
    {
        let quoted = &text[start + 1..start + 1 + length];
        let value = if quote == '"' { quoted.replace("\\n", "\n") } else { quoted.to_owned() };
        return (value, end_of_line(text, start + 1 + length) + 1);
    }
    let line = &text[start..line_end];
    let value = line.split_once('#').map_or(line, |(before, _)| before);
    (trimmed(value).to_owned(), line_end + 1)
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn parsed(text: &str) -> String {
        parse(text).iter().map(|(name, value)| format!("{name}=[{value}] ")).collect()
    }

    #[test]
    fn a_value_ends_with_its_line_unless_it_is_quoted() {
        assert_eq!(parsed("A=1 # one\r\nexport B = 'x\ny' rest\nC=\"a\\nb\"\nD=`#`"), "A=[1] B=[x\ny] C=[a\nb] D=[#] ");
    }

    #[test]
    fn lines_without_an_assignment_are_skipped() {
        assert_eq!(parsed("\n# A=1\nno\n  \t\n=x\nB=\nC"), "B=[] ");
    }
}
