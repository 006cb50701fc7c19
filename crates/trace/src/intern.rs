//! Interned labels, places and stacks: repeated values are stored once.

use crate::model::{File, Places};
use std::collections::HashMap;
use std::hash::Hash;

/// The label of the continuation of an `await`: rows of a flood have no label.
pub const AWAIT: i32 = 0;

/// A position in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// The function's name, or "".
    pub name: String,
}

#[derive(Debug)]
struct Numbered<T> {
    numbers: HashMap<T, i32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { numbers: HashMap::new() }
    }
}

impl<T: Eq + Hash> Numbered<T> {
    /// The index of a value, and whether it is new.
    fn number(&mut self, thing: T) -> (i32, bool) {
        let next = self.numbers.len() as i32;
        let number = *self.numbers.entry(thing).or_insert(next);
        (number, number == next)
    }
}

/// The tables that other tables index.
#[derive(Debug, Default)]
pub struct Interned {
    pub files: Vec<File>,
    pub places: Places,
    pub stacks: Vec<Vec<i32>>,
    pub labels: Vec<String>,
    file_numbers: Numbered<String>,
    place_numbers: Numbered<Place>,
    stack_numbers: Numbered<Vec<i32>>,
    label_numbers: Numbered<String>,
}

impl Interned {
    /// With the labels that have fixed indices.
    pub fn new() -> Interned {
        let mut interned = Interned::default();
        interned.label("await");
        interned
    }

    pub fn label(&mut self, text: &str) -> i32 {
        let (number, is_new) = self.label_numbers.number(text.to_owned());
        if is_new {
            self.labels.push(text.to_owned());
        }
        number
    }

    /// `text_of` is called for a file's content at its first occurrence.
    pub fn place(&mut self, place: Place, text_of: &dyn Fn(&str) -> Option<String>) -> i32 {
        let (number, is_new) = self.place_numbers.number(place.clone());
        if is_new {
            let file = self.file(&place.file, text_of);
            self.places.file.push(file);
            self.places.line.push(place.line as i32);
            self.places.column.push(place.column as i32);
            self.places.name.push(place.name);
        }
        number
    }

    fn file(&mut self, path: &str, text_of: &dyn Fn(&str) -> Option<String>) -> i32 {
        let (number, is_new) = self.file_numbers.number(path.to_owned());
        if is_new {
            self.files.push(File { path: path.to_owned(), text: text_of(path) });
        }
        number
    }

    /// The innermost frame of a stack.
    pub fn innermost(&self, stack: i32) -> Option<Place> {
        let at = *self.stacks.get(usize::try_from(stack).ok()?)?.first()? as usize;
        Some(Place {
            file: self.files[self.places.file[at] as usize].path.clone(),
            line: self.places.line[at] as u32,
            column: self.places.column[at] as u32,
            name: self.places.name[at].clone(),
        })
    }

    /// The innermost frame first; -1 for an empty stack.
    pub fn stack(&mut self, places: Vec<i32>) -> i32 {
        if places.is_empty() {
            return -1;
        }
        let (number, is_new) = self.stack_numbers.number(places.clone());
        if is_new {
            self.stacks.push(places);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_things_have_equal_numbers() {
        let mut interned = Interned::default();
        let place = |line| Place { file: "/a.js".to_owned(), line, column: 1, name: String::new() };
        let text_of = |_: &str| Some("text".to_owned());
        let (one, two) = (interned.place(place(1), &text_of), interned.place(place(2), &text_of));
        assert_eq!(interned.place(place(1), &text_of), one);
        assert_eq!(interned.files.len(), 1);
        assert_eq!(interned.stack(vec![one, two]), interned.stack(vec![one, two]));
        assert_ne!(interned.stack(vec![one]), interned.stack(vec![two]));
        assert_eq!(interned.stack(Vec::new()), -1);
        assert_eq!(interned.label("x"), interned.label("x"));
    }
}
