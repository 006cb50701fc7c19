//! The names of a CommonJS file are those that Node finds, no more and no less.
//!
//! The table was written by `record_cjs_exports.mjs` on Node 26.10.

use hexloop_source::cjs_exports;

/// As JSON, for strings in which only quotes and control characters need an escape.
fn json(names: &[String]) -> String {
    let quoted = names.iter().map(|name| {
        let mut out = String::from("\"");
        for c in name.chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                '\u{8}' => out.push_str("\\b"),
                '\u{c}' => out.push_str("\\f"),
                '\0'..='\x1f' => out.push_str(&format!("\\u{:04x}", c as u32)),
                _ => out.push(c),
            }
        }
        out + "\""
    });
    format!("[{}]", quoted.collect::<Vec<_>>().join(","))
}

#[test]
fn names_are_found_as_on_node() {
    let table = include_str!("tables/cjs_exports.txt");
    let entries: Vec<_> = table.split(">>>\n").skip(1).collect();
    assert!(entries.len() > 300, "the table has {} sources", entries.len());
    let mut differences = String::new();
    for entry in entries {
        let (text, answer) = entry.split_once("\n<<< ").expect("every text has its answer");
        let found = cjs_exports(text);
        let ours = format!("{} {}", json(&found.exports), json(&found.reexports));
        if ours != answer.trim_end() {
            differences += &format!("\n{text:?}: Node {}, Hexloop {ours}", answer.trim_end());
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

#[test]
fn a_source_without_the_word_export_is_not_tokenized() {
    assert_eq!(cjs_exports("const a = require('b'); a.c = 1"), Default::default());
}
