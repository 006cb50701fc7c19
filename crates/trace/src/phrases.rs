//! Numbers, durations and nouns for messages.

const MICROSECOND: i64 = 1_000;
const MILLISECOND: i64 = 1_000_000;
const SECOND: i64 = 1_000_000_000;

/// `850 ns`, `12 µs`, `1.5 ms`, `312 ms`, `2.4 s`: two or three significant digits.
pub fn duration(ns: i64) -> String {
    let ns = ns.max(0);
    match ns {
        SECOND.. => tenths(ns, SECOND, "s"),
        _ if ns >= 10 * MILLISECOND => format!("{} ms", ns / MILLISECOND),
        _ if ns >= MILLISECOND => tenths(ns, MILLISECOND, "ms"),
        _ if ns >= MICROSECOND => format!("{} µs", ns / MICROSECOND),
        _ => format!("{ns} ns"),
    }
}

fn tenths(ns: i64, unit: i64, name: &str) -> String {
    let tenths = ns / (unit / 10);
    if tenths % 10 == 0 { format!("{} {name}", tenths / 10) } else { format!("{}.{} {name}", tenths / 10, tenths % 10) }
}

/// `1 timer`, `3 timers`, `12,000 ticks`.
pub fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {noun}s", grouped(number)) }
}

/// With thousands separators.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `640 bytes`, `1.2 MB`.
pub fn size(bytes: i64) -> String {
    match bytes {
        1_000_000.. => tenths(bytes, 1_000_000, "MB"),
        1_000..1_000_000 => format!("{} KB", bytes / 1_000),
        _ => format!("{bytes} bytes"),
    }
}

/// `once`, `twice`, `14 times`.
pub fn times(number: usize) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{} times", grouped(number)),
    }
}

/// `a server`, `an interval`.
pub fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// `1st`, `2nd`, `11th`.
pub fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{ending}", grouped(number))
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// With an upper-case first character.
pub fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_unit_that_suits_them() {
        let printed = [850, 12_400, 1_500_000, 3_000_000, 312_900_000, 2_449_000_000, 5_000_000_000].map(duration);
        assert_eq!(printed, ["850 ns", "12 µs", "1.5 ms", "3 ms", "312 ms", "2.4 s", "5 s"]);
    }

    #[test]
    fn counts_are_grouped_and_nouns_agree() {
        assert_eq!(count(1, "tick"), "1 tick");
        assert_eq!(count(1_234_567, "tick"), "1,234,567 ticks");
        assert_eq!([times(1), times(2), times(1000)], ["once", "twice", "1,000 times"]);
        assert_eq!([size(640), size(120_000), size(1_240_000)], ["640 bytes", "120 KB", "1.2 MB"]);
    }

    #[test]
    fn ordinals_have_the_right_suffix() {
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 23, 112].map(ordinal),
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "23rd", "112th"]
        );
    }

    #[test]
    fn the_last_of_a_list_comes_after_and() {
        let of = |items: &[&str]| list(&items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>());
        assert_eq!([of(&[]), of(&["a"]), of(&["a", "b"]), of(&["a", "b", "c"])], ["", "a", "a and b", "a, b and c"]);
    }
}
