//! An unknown word finds the intended one, or none.

use hexloop_source::nearest;

const OPTIONS: [&str; 6] = ["--check", "--help", "--version", "--loop", "--await", "--unhandled-rejections"];

#[test]
fn a_typo_is_recognised() {
    for (typed, meant) in [
        ("--chek", "--check"),
        ("--chekc", "--check"),
        ("--hlep", "--help"),
        ("--vesrion", "--version"),
        ("--lop", "--loop"),
        ("--unhandled-rejection", "--unhandled-rejections"),
    ] {
        assert_eq!(nearest(typed, OPTIONS), Some(meant), "{typed}");
    }
}

#[test]
fn the_nearest_of_several_wins_and_the_first_of_equals() {
    assert_eq!(nearest("cat", ["bat", "cart", "cat"]), Some("cat"));
    assert_eq!(nearest("cot", ["cat", "cut"]), Some("cat"));
}

#[test]
fn an_unrelated_word_matches_nothing() {
    assert_eq!(nearest("--banana", OPTIONS), None);
    assert_eq!(nearest("x", ["y"]), None);
    assert_eq!(nearest("", OPTIONS), None);
    assert_eq!(nearest("a", []), None);
}
