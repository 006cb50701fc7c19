//! A line is printed with carets under the right column, whatever precedes it.

use hexloop_source::code_frame;

#[test]
fn carets_stand_under_the_column() {
    assert_eq!(code_frame("throw x", 1, 1, 5), "throw x\n^^^^^\n");
    assert_eq!(code_frame("a\nb\n  c()", 3, 3, 1), "  c()\n  ^\n");
}

#[test]
fn tabs_stay_tabs() {
    assert_eq!(code_frame("\t\tx\ty", 1, 5, 1), "\t\tx\ty\n\t\t \t^\n");
}

#[test]
fn columns_count_utf16_units() {
    assert_eq!(code_frame("'💩' x", 1, 6, 1), "'💩' x\n     ^\n");
}

#[test]
fn a_tab_after_a_wide_character_is_found_where_node_finds_it() {
    // Recorded: Node counts columns in UTF-16 units and searches for tabs byte by byte.
    assert_eq!(code_frame("é\t= 1;\tfoo(1 2)", 1, 12, 1), "é\t= 1;\tfoo(1 2)\n  \t    \t   ^\n");
}

#[test]
fn every_kind_of_line_end_ends_a_line() {
    let source = "1\n2\r\n3\r4\u{2028}5\u{2029}6";
    for line in 1..=6 {
        assert_eq!(code_frame(source, line, 1, 1), format!("{line}\n^\n"));
    }
}

#[test]
fn a_line_that_is_not_there_shows_nothing() {
    assert_eq!(code_frame("a", 2, 1, 1), "");
    assert_eq!(code_frame("a", 0, 1, 1), "");
    assert_eq!(code_frame("", 1, 1, 1), "");
}

#[test]
fn a_column_past_the_end_of_a_line_is_still_drawn() {
    assert_eq!(code_frame("ab", 1, 5, 2), "ab\n    ^^\n");
    let long = "x".repeat(5000);
    assert_eq!(code_frame(&long, 1, 4000, 9).len(), 5000 + 1 + 1020 + 1);
}
