//! A rewrite keeps lines, and every column maps back.

use hexloop_source::{Edits, Goal, Rewrites, transform};

/// Each character of the original maps back from its new column.
#[track_caller]
fn maps_back(source: &str) {
    let rewrites = Rewrites { stack_reads: Some("$stack"), ..Rewrites::default() };
    let result = transform(source, Goal::CommonJs, &rewrites).expect("there is something to rewrite");
    assert_eq!(source.lines().count(), result.code.lines().count());
    for (number, (before, after)) in source.lines().zip(result.code.lines()).enumerate() {
        let mut kept = before.encode_utf16().peekable();
        let mut at = 1;
        for (column, unit) in (1..).zip(after.encode_utf16()) {
            if kept.peek() == Some(&unit) && result.columns.original(number as u32 + 1, column) == at {
                kept.next();
                at += 1;
            }
        }
        assert!(kept.next().is_none(), "column {at} of line {} is lost", number + 1);
    }
}

#[test]
fn columns_of_rewritten_lines_map_back() {
    maps_back("log(a.stack, b.stack.c, d)");
    maps_back("'é💩', a.stack, '💩' + b.stack; c");
    maps_back("x\ny = a.stack\n  + b.stack\nz");
    maps_back("a.stack.b.stack.c.stack");
}

#[test]
fn a_column_inside_an_insertion_is_that_of_what_follows() {
    let mut edits = Edits::new();
    edits.insert(4, "abc");
    edits.replace(6..9, "x");
    let result = edits.apply("0123456789\n0");
    assert_eq!(result.code, "0123abc45x9\n0");
    let columns: Vec<u32> = (1..=11).map(|column| result.columns.original(1, column)).collect();
    assert_eq!(columns, [1, 2, 3, 4, 5, 5, 5, 5, 6, 7, 10]);
    assert_eq!(result.columns.original(2, 1), 1);
}

#[test]
fn a_line_that_was_not_touched_keeps_its_columns() {
    let mut edits = Edits::new();
    edits.insert(2, "long text");
    let result = edits.apply("a\nb\r\nc\u{2028}d");
    assert_eq!(result.code, "a\nlong textb\r\nc\u{2028}d");
    assert_eq!(result.columns.original(1, 1), 1);
    assert_eq!(result.columns.original(2, 10), 1);
    assert_eq!(result.columns.original(3, 1), 1);
    assert_eq!(result.columns.original(4, 7), 7);
}
