//! Handles that JavaScript refers to by number: sockets, HTTP parsers, TLS connections, codecs. Numbers are small, and those of
//! removed handles are used again.

use hexloop_engine::{Call, Failure, Throw};
use std::cell::RefCell;

/// The handles of one type on this thread. No borrow outlasts a call, so a handle may use the table while it is created or dropped.
pub struct HandleTable<T> {
    /// For errors.
    name: &'static str,
    slots: RefCell<Slots<T>>,
}

struct Slots<T> {
    handles: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T: Clone> HandleTable<T> {
    pub const fn new(name: &'static str) -> HandleTable<T> {
        HandleTable { name, slots: RefCell::new(Slots { handles: Vec::new(), free: Vec::new() }) }
    }

    /// Adds a handle; returns its id.
    pub fn insert(&self, handle: T) -> u32 {
        self.insert_with(|_| handle)
    }

    /// The same for a handle that knows its id.
    pub fn insert_with(&self, create: impl FnOnce(u32) -> T) -> u32 {
        let reserve = |slots: &mut Slots<T>| {
            slots.handles.push(None);
            (slots.handles.len() - 1) as u32
        };
        let id = {
            let mut slots = self.slots.borrow_mut();
            slots.free.pop().unwrap_or_else(|| reserve(&mut slots))
        };
        let handle = create(id);
        self.slots.borrow_mut().handles[id as usize] = Some(handle);
        id
    }

    pub fn get(&self, id: u32) -> Option<T> {
        self.slots.borrow().handles.get(id as usize).cloned().flatten()
    }

    /// The handle whose id is argument `index`. A number that is no id, such as -1 or NaN, is an error.
    pub fn find<'c>(&self, call: &Call<'c>, index: usize) -> Result<T, Failure<'c>> {
        let number = call.number(index)?;
        let found = id_of(number).and_then(|id| self.get(id));
        found.ok_or_else(|| Throw::error(format!("no such {}: {number}", self.name)).into())
    }

    /// Removes the handle whose id is argument `index`, if there is one.
    pub fn take<'c>(&self, call: &Call<'c>, index: usize) -> Result<Option<T>, Failure<'c>> {
        Ok(id_of(call.number(index)?).and_then(|id| self.remove(id)))
    }

    /// Removes a handle and frees its id.
    pub fn remove(&self, id: u32) -> Option<T> {
        let mut slots = self.slots.borrow_mut();
        let removed = slots.handles.get_mut(id as usize)?.take()?;
        slots.free.push(id);
        Some(removed)
    }
}

fn id_of(number: f64) -> Option<u32> {
    let id = number as u32;
    (f64::from(id) == number).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::{HandleTable, id_of};
    use std::rc::Rc;

    #[test]
    fn an_id_is_used_again_once_its_handle_is_removed() {
        let table = HandleTable::new("handle");
        let (first, second) = (table.insert("a"), table.insert("b"));
        assert_eq!((table.get(first), table.get(second)), (Some("a"), Some("b")));
        assert_eq!(table.remove(first), Some("a"));
        assert_eq!(table.get(first), None);
        // A second removal must not free the id twice.
        assert_eq!(table.remove(first), None);
        assert_eq!((table.insert("c"), table.insert("d")), (first, second + 1));
        assert_eq!((table.get(7), table.remove(7)), (None, None));
    }

    #[test]
    fn only_whole_numbers_are_ids() {
        assert_eq!(
            [0.0, 7.0, -1.0, 0.5, f64::NAN, 4_294_967_296.0].map(id_of),
            [Some(0), Some(7), None, None, None, None]
        );
    }

    #[test]
    fn a_handle_may_use_the_table_while_it_is_created_and_dropped() {
        #[derive(Clone)]
        struct Parent(Rc<HandleTable<Parent>>, u32);
        let table = Rc::new(HandleTable::new("handle"));
        let parent = table.insert_with(|id| {
            let child = table.insert(Parent(table.clone(), id));
            Parent(table.clone(), child)
        });
        let Parent(other, child) = table.remove(parent).expect("it was inserted");
        assert_eq!(other.remove(child).map(|Parent(_, id)| id), Some(parent));
    }
}
