//! "Did you mean …?": the candidate closest to an unknown word.

/// The candidate nearest to `word`, if one is near enough.
///
/// Near enough: at most two edits (an insertion, deletion, replacement or transposition each), and at most a third of the longer
/// word. `--watch` is not `--watchdog`.
///
/// ```
/// assert_eq!(hexloop_source::nearest("--chekc", ["--check", "--help"]), Some("--check"));
/// assert_eq!(hexloop_source::nearest("--banana", ["--check", "--help"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word_length = word.chars().count();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let longer = word_length.max(candidate.chars().count());
            let changes = distance(word, candidate);
            (changes <= 2 && changes * 3 <= longer).then_some((changes, candidate))
        })
        .min_by_key(|&(changes, _)| changes)
        .map(|(_, candidate)| candidate)
}

/// Edits needed to turn `a` into `b`: the optimal string alignment distance.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
