//! What of a text can be compared between two runtimes. `tests/comparable.mjs` has the same rules, for what is recorded.

use std::path::Path;

/// Takes out what cannot be the same: where the program is, the numbers of processes and descriptors, and the runtime's own frames and
/// lines.
pub fn comparable(text: &str, folder: &Path) -> String {
    let text = text.replace(&folder.display().to_string(), "<here>");
    let mut lines = text.lines();
    let mut kept = Vec::new();
    while let Some(line) = lines.next() {
        if is_inside(line) {
            // Where the runtime itself threw: its source line and the caret differ.
            lines.next();
            lines.next();
            kept.push("node:<inside>".to_owned());
        } else if line.starts_with(' ') && line.trim_start().starts_with("at ") {
            kept.extend(place_in_program(line).map(|place| format!("    at {place}")));
        } else {
            kept.push(without_descriptor(&without_pid(line)));
        }
    }
    let end = if text.ends_with('\n') && !kept.is_empty() { "\n" } else { "" };
    kept.join("\n") + end
}

/// `node:internal/timers:500`, the head of an error that the runtime threw.
pub fn is_inside(line: &str) -> bool {
    let number = line.rsplit(':').next().unwrap_or_default();
    line.starts_with("node:")
        && !line.contains(' ')
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn place_in_program(line: &str) -> Option<&str> {
    let place = &line[line.find("<here>/")?..];
    let end = place.find([')', ' ', ',']).unwrap_or(place.len());
    Some(&place[..end])
}

/// `(node:123) Warning: …` reads `(node:PID) Warning: …`.
pub fn without_pid(line: &str) -> String {
    match line.strip_prefix("(node:").and_then(|rest| rest.split_once(") ")) {
        Some((_, rest)) => format!("(node:PID) {rest}"),
        None => line.to_owned(),
    }
}

/// `(node:PID) Warning: File descriptor 17 closed but not opened in unmanaged mode`.
fn without_descriptor(line: &str) -> String {
    let Some((before, rest)) = line.split_once("File descriptor ") else { return line.to_owned() };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{before}File descriptor FD{rest}")
}
