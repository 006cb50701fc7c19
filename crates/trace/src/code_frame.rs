//! The lines around a place, with a caret.
//!
//! ```text
//!     6 │   const salt = request.headers['x-salt'];
//!   > 7 │   const hash = crypto.pbkdf2Sync(password, salt, 100000, 32, 'sha256');
//!       │                       ^
//!     8 │   response.end(hash);
//! ```

use crate::model::Trace;

/// Lines before and after.
const CONTEXT_LINES: usize = 2;

/// A line of generated code may be a megabyte long.
const MAX_WIDTH: usize = 120;

/// `None` if the file's content is not known, or has no such line.
pub fn code_frame(trace: &Trace, place: i32) -> Option<Vec<String>> {
    let at = usize::try_from(place).ok()?;
    let file = trace.files.get(usize::try_from(*trace.places.file.get(at)?).ok()?)?;
    let line = usize::try_from(*trace.places.line.get(at)?).ok()?.checked_sub(1)?;
    let column = usize::try_from(*trace.places.column.get(at)?).ok()?.saturating_sub(1);
    let lines: Vec<&str> = file.text.as_deref()?.lines().collect();
    let marked = lines.get(line)?;
    let range = line.saturating_sub(CONTEXT_LINES)..(line + CONTEXT_LINES + 1).min(lines.len());
    let digits = range.end.to_string().len();
    let mut frame = Vec::new();
    for number in range {
        let sign = if number == line { '>' } else { ' ' };
        frame.push(format!("{sign} {:>digits$} │ {}", number + 1, shown(lines[number])).trim_end().to_owned());
        // Stacks of a running script have lines only, with column 1.
        let mark =
            if column == 0 { marked.chars().take_while(|character| character.is_whitespace()).count() } else { column };
        if number == line && mark < MAX_WIDTH {
            frame.push(format!("  {:>digits$} │ {:mark$}^", "", ""));
        }
    }
    Some(frame)
}

fn shown(line: &str) -> String {
    let line = line.replace('\t', " ");
    match line.char_indices().nth(MAX_WIDTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::trace_builder::TraceBuilder;

    #[test]
    fn the_place_is_marked_among_its_neighbours() {
        let mut builder = TraceBuilder::new();
        let place = builder.place(3);
        assert_eq!(code_frame(&builder.trace, place), None);
        builder.trace.files[0].text = Some("one\ntwo\n  three();\nfour\nfive\nsix\n".to_owned());
        builder.trace.places.column[place as usize] = 8;
        let expected = ["  1 │ one", "  2 │ two", "> 3 │   three();", "    │        ^", "  4 │ four", "  5 │ five"];
        assert_eq!(code_frame(&builder.trace, place).unwrap(), expected);
    }

    #[test]
    fn a_place_beyond_the_source_has_none() {
        let mut builder = TraceBuilder::new();
        builder.trace.files[0].text = Some("one\n".to_owned());
        let place = builder.place(9);
        assert_eq!(code_frame(&builder.trace, place), None);
        assert_eq!(code_frame(&builder.trace, -1), None);
    }
}
