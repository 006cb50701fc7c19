//! The order in which the threads of the pool take work.
//!
//! As in libuv, slow work (name lookups) waits in a queue of its own, so that it cannot fill the pool. In the queue that
//! the threads take from, one entry stands for all of it:
//!
//! ```text
//!   ready   fast ─ fast ─ SLOW ─ fast        a thread that gets to SLOW takes the first of the slow ones,
//!   slow    lookup ─ lookup ─ lookup         and puts SLOW at the end if there are more
//! ```
//!
//! A thread that gets to SLOW while the limit of slow ones is running moves it to the end and continues. Both queues
//! are lists through one slab: work that is cancelled is taken out from anywhere, at once.

use crate::slots::{Key, Slots};

/// How long work may take, as libuv sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkKind {
    Fast,
    /// It may hang for seconds, on a network for instance.
    Slow,
}

pub(crate) struct WorkQueue<T> {
    entries: Slots<Entry<T>>,
    ready: List,
    slow: List,
    fast_count: usize,
    slow_count: usize,
    /// The entry SLOW is in the ready queue.
    has_slow_entry: bool,
}

struct Entry<T> {
    /// `None` for the entry SLOW.
    work: Option<T>,
    kind: WorkKind,
    before: Option<Key>,
    after: Option<Key>,
}

#[derive(Default)]
struct List {
    first: Option<Key>,
    last: Option<Key>,
}

impl<T> Default for WorkQueue<T> {
    fn default() -> Self {
        Self {
            entries: Slots::default(),
            ready: List::default(),
            slow: List::default(),
            fast_count: 0,
            slow_count: 0,
            has_slow_entry: false,
        }
    }
}

impl<T> WorkQueue<T> {
    pub(crate) fn len(&self) -> usize {
        self.fast_count + self.slow_count
    }

    /// How many could be taken now, if `slow_allowed` slow ones may still begin.
    pub(crate) fn takeable(&self, slow_allowed: usize) -> usize {
        self.fast_count + self.slow_count.min(slow_allowed)
    }

    /// Puts work at the end of its queue; the key is for [`remove`](Self::remove).
    pub(crate) fn push(&mut self, work: T, kind: WorkKind) -> Key {
        let key = self.append(Some(work), kind);
        match kind {
            WorkKind::Fast => self.fast_count += 1,
            WorkKind::Slow => {
                self.slow_count += 1;
                self.append_slow_entry();
            }
        }
        key
    }

    /// The next work to be done.
    pub(crate) fn take(&mut self, slow_allowed: usize) -> Option<(T, WorkKind)> {
        while self.takeable(slow_allowed) > 0 {
            let work = self.take_first(WorkKind::Fast)?;
            if let Some(work) = work {
                self.fast_count -= 1;
                return Some((work, WorkKind::Fast));
            }
            self.has_slow_entry = false;
            if self.slow_count == 0 {
                // All of it was cancelled.
                continue;
            }
            if slow_allowed == 0 {
                self.append_slow_entry();
                continue;
            }
            let work = self.take_first(WorkKind::Slow)??;
            self.slow_count -= 1;
            if self.slow_count > 0 {
                self.append_slow_entry();
            }
            return Some((work, WorkKind::Slow));
        }
        None
    }

    /// Takes work out of the queue; `None` if a thread has taken it.
    pub(crate) fn remove(&mut self, key: Key) -> Option<T> {
        let kind = self.entries.get(key)?.kind;
        match kind {
            WorkKind::Fast => self.fast_count -= 1,
            WorkKind::Slow => self.slow_count -= 1,
        }
        self.unlink(key)?.work
    }

    fn append_slow_entry(&mut self) {
        if !std::mem::replace(&mut self.has_slow_entry, true) {
            self.append(None, WorkKind::Fast);
        }
    }

    fn append(&mut self, work: Option<T>, kind: WorkKind) -> Key {
        let before = self.list(kind).last;
        let key = self.entries.insert(Entry { work, kind, before, after: None });
        self.list(kind).last = Some(key);
        self.set_after(kind, before, Some(key));
        key
    }

    fn take_first(&mut self, kind: WorkKind) -> Option<Option<T>> {
        let first = self.list(kind).first?;
        Some(self.unlink(first)?.work)
    }

    fn unlink(&mut self, key: Key) -> Option<Entry<T>> {
        let entry = self.entries.remove(key)?;
        self.set_after(entry.kind, entry.before, entry.after);
        match entry.after.and_then(|after| self.entries.get_mut(after)) {
            Some(after) => after.before = entry.before,
            None => self.list(entry.kind).last = entry.before,
        }
        Some(entry)
    }

    fn set_after(&mut self, kind: WorkKind, before: Option<Key>, after: Option<Key>) {
        match before.and_then(|before| self.entries.get_mut(before)) {
            Some(before) => before.after = after,
            None => self.list(kind).first = after,
        }
    }

    fn list(&mut self, kind: WorkKind) -> &mut List {
        match kind {
            WorkKind::Fast => &mut self.ready,
            WorkKind::Slow => &mut self.slow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue_of(work: &[&'static str]) -> (WorkQueue<&'static str>, Vec<Key>) {
        let mut queue = WorkQueue::default();
        let kind_of = |work: &str| if work.starts_with('s') { WorkKind::Slow } else { WorkKind::Fast };
        let keys = work.iter().map(|work| queue.push(*work, kind_of(work))).collect();
        (queue, keys)
    }

    fn drain(queue: &mut WorkQueue<&'static str>, slow_allowed: usize) -> String {
        let mut order = Vec::new();
        while let Some((work, _)) = queue.take(slow_allowed) {
            order.push(work);
        }
        order.join(" ")
    }

    #[test]
    fn slow_work_has_one_place_among_the_fast() {
        let (mut queue, _) = queue_of(&["s1", "s2", "f1", "s3", "f2"]);
        assert_eq!(drain(&mut queue, 1), "s1 f1 f2 s2 s3");
        let (mut queue, _) = queue_of(&["f1", "s1", "f2", "s2"]);
        assert_eq!(drain(&mut queue, 1), "f1 s1 f2 s2");
    }

    #[test]
    fn slow_work_that_may_not_begin_is_passed_over() {
        let (mut queue, _) = queue_of(&["s1", "f1", "s2", "f2"]);
        assert_eq!((queue.len(), queue.takeable(0), queue.takeable(1), queue.takeable(9)), (4, 2, 3, 4));
        assert_eq!(drain(&mut queue, 0), "f1 f2");
        queue.push("f3", WorkKind::Fast);
        assert_eq!(drain(&mut queue, 2), "s1 f3 s2");
        assert_eq!((queue.len(), queue.takeable(9)), (0, 0));
    }

    #[test]
    fn what_is_removed_leaves_no_gap_and_no_entry() {
        let (mut queue, keys) = queue_of(&["f1", "f2", "f3", "s1", "s2", "s3"]);
        assert_eq!(queue.remove(keys[1]), Some("f2"));
        assert_eq!(queue.remove(keys[1]), None);
        assert_eq!(queue.remove(keys[0]), Some("f1"));
        assert_eq!(queue.remove(keys[5]), Some("s3"));
        assert_eq!(queue.remove(keys[3]), Some("s1"));
        assert_eq!(drain(&mut queue, 1), "f3 s2");
        assert_eq!(queue.remove(keys[2]), None);
    }

    #[test]
    fn slow_work_that_was_all_removed_is_no_work() {
        let (mut queue, keys) = queue_of(&["s1", "f1"]);
        assert_eq!(queue.remove(keys[0]), Some("s1"));
        assert_eq!(drain(&mut queue, 1), "f1");
        let (mut queue, keys) = queue_of(&["s1"]);
        queue.remove(keys[0]);
        assert_eq!((queue.takeable(1), queue.take(1)), (0, None));
        queue.push("s2", WorkKind::Slow);
        queue.push("f1", WorkKind::Fast);
        assert_eq!(drain(&mut queue, 1), "s2 f1");
    }
}
