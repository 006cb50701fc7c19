//! How transcripts are read from a document and compared: `transcripts/document.rs`.

#![allow(dead_code, reason = "what runs them is in transcripts.rs")]

#[path = "transcripts/document.rs"]
mod document;

use document::{is_same, refreshed};

#[test]
fn masks_take_out_what_varies_and_nothing_else() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let written = lines("medium · a.js:3:4\nheld the loop 15 times, for 231 ms at worst.");
    assert!(is_same(&written, &lines("high · a.js:3:4\nmore\nheld the loop 1 time,\nfor 1.2 s at worst."), true));
    assert!(!is_same(&written, &lines("high · a.js:3:5\nheld the loop 15 times, for 231 ms at worst."), true));
    assert!(!is_same(&written, &lines("high · a.js:3:4\nheld the loop 15 times."), true));
    assert!(!is_same(&[], &written, true));
    assert!(!is_same(&lines("a 1"), &lines("a 2"), false));
}

#[test]
fn a_document_keeps_all_that_is_no_transcript() {
    let text = "a\n\n<!-- transcript: x numbers -->\n```\n$ one\n1\n$ two\n```\nb\n```\n$ c\n```\n";
    assert_eq!(refreshed(text, &mut |_| None), text);
    let new = refreshed(text, &mut |_| Some(vec![vec!["2".to_owned()], vec![]]));
    assert_eq!(new, text.replace("\n1\n", "\n2\n"));
}
