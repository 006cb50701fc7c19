//! The texts behind stack traces: which column V8 would name, and the line to show under an error.

use crate::builtins;
use hexloop_engine::stack::{self, Place};
use hexloop_source::ColumnMap;
use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    static REGISTRY: RefCell<Registry> = RefCell::new(Registry::default());
}

#[derive(Default)]
struct Registry {
    compiled: HashMap<String, Compiled>,
    /// The lines of the file that was asked for last: stacks name few files, one after the other.
    recent: Option<(String, Vec<String>)>,
}

struct Compiled {
    /// Columns that our wrapper takes on the first line.
    prefix: u32,
    columns: Option<ColumnMap>,
    /// Kept only for texts that are not files (`-e`, standard input, the REPL).
    text: Option<String>,
}

/// Remembers how a source was compiled.
pub fn register(url: &str, prefix: u32, columns: Option<ColumnMap>, text: Option<&str>) {
    let compiled = Compiled { prefix, columns, text: text.map(str::to_owned) };
    REGISTRY.with_borrow_mut(|registry| registry.compiled.insert(url.to_owned(), compiled));
}

/// From where the engine points in what was compiled to where V8 would point in what the user wrote.
pub fn map(mut place: Place) -> Place {
    REGISTRY.with_borrow(|registry| {
        if let Some(compiled) = registry.compiled.get(&place.url) {
            if place.line == 1 {
                place.column = place.column.saturating_sub(compiled.prefix).max(1);
            }
            if let Some(columns) = &compiled.columns {
                place.column = columns.original(place.line, place.column);
            }
        }
    });
    if let Some(text) = line(&place.url, place.line) {
        place.column = stack::v8_column(&text, place.column);
    }
    place
}

/// One line of a source, if it can be had.
pub fn line(url: &str, number: u32) -> Option<String> {
    REGISTRY.with_borrow_mut(|registry| {
        if registry.recent.as_ref().is_none_or(|(recent, _)| recent != url) {
            let kept = registry.compiled.get(url).and_then(|compiled| compiled.text.clone());
            let text = kept.or_else(|| {
                if let Some(id) = url.strip_prefix("node:") {
                    return builtins::source(id).map(Into::into);
                }
                let path = url.strip_prefix("file://").unwrap_or(url);
                path.starts_with('/').then(|| std::fs::read_to_string(path).ok()).flatten()
            })?;
            registry.recent = Some((url.to_owned(), text.lines().map(str::to_owned).collect()));
        }
        let (_, lines) = registry.recent.as_ref()?;
        lines.get((number as usize).checked_sub(1)?).cloned()
    })
}

/// The whole text of a source, if it can be had.
pub fn text(url: &str) -> Option<String> {
    line(url, 1)?;
    REGISTRY.with_borrow(|registry| registry.recent.as_ref().map(|(_, lines)| lines.join("\n")))
}

/// Every source that was compiled.
pub fn urls() -> Vec<String> {
    REGISTRY.with_borrow(|registry| registry.compiled.keys().cloned().collect())
}
