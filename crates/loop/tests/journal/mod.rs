//! A journal that callbacks write to and a test reads.
#![allow(dead_code)]

use std::cell::RefCell;
use std::rc::Rc;

#[derive(Clone, Default)]
pub struct Journal(Rc<RefCell<Vec<String>>>);

impl Journal {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn note(&self, line: impl Into<String>) {
        self.0.borrow_mut().push(line.into());
    }

    /// A callback that writes one line.
    pub fn noting(&self, line: &'static str) -> impl Fn() + Clone + 'static {
        let journal = self.clone();
        move || journal.note(line)
    }

    /// What was written, and an empty journal again.
    pub fn take(&self) -> Vec<String> {
        self.0.take()
    }

    /// What was written, in one line.
    pub fn take_line(&self) -> String {
        self.take().join(" ")
    }

    pub fn len(&self) -> usize {
        self.0.borrow().len()
    }
}
