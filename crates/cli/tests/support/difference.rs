//! What differs between two strings, in few lines.

use std::fmt::Write as _;

/// How much of a difference is worth showing.
const LINES_SHOWN: usize = 24;

/// The lines that differ, Node's with a `-`, between the lines both begin with and the lines both end with.
pub fn difference(expected: &str, got: &str) -> String {
    if expected == got {
        return String::new();
    }
    let (expected, got): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), got.lines().collect());
    if expected == got {
        return String::from("  the same lines, but not the same last line end\n");
    }
    let shorter = expected.len().min(got.len());
    let begin = expected.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let end = expected.iter().rev().zip(got.iter().rev()).take(shorter - begin).take_while(|(a, b)| a == b).count();
    let mut text = format!("  line {}:\n", begin + 1);
    for line in &expected[begin.saturating_sub(2)..begin] {
        writeln!(text, "    {}", shortened(line)).unwrap();
    }
    for (sign, lines) in [('-', &expected[begin..expected.len() - end]), ('+', &got[begin..got.len() - end])] {
        for line in lines.iter().take(LINES_SHOWN) {
            writeln!(text, "  {sign} {}", shortened(line)).unwrap();
        }
        if lines.len() > LINES_SHOWN {
            writeln!(text, "  {sign} … {} more", lines.len() - LINES_SHOWN).unwrap();
        }
    }
    text
}

fn shortened(line: &str) -> String {
    line.chars().take(300).collect()
}
