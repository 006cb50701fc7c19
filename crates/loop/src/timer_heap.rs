//! The min-heap of timers: by due time, then by start order.
//!
//! ```text
//!   heap   [ due | order | slot ]  a four-way tree in one array, 24 bytes an entry, plain copies
//!                            │
//!   slots  [ callback | armed order | repeat | flags ]  one per Timer, found by the entry's slot
//! ```
//!
//! An entry is *valid* while its order is the one its slot is armed with. So to stop or restart a timer is to
//! change that one number: the old entry stays behind as a stale one, is dropped when it gets to the top, and
//! when more than half of the heap is stale the heap is rebuilt without them. Start: O(log n). Stop and restart:
//! O(1), amortised. Next due: O(1). No entry has to be found inside the heap, so moving one writes nothing but
//! the array itself; that, and comparing keys that lie side by side, is where the gain over a heap of pointers is.

use crate::event_loop::Core;
use crate::handle::{Callback, HandleState};

/// Not armed. Orders count from 1.
pub(crate) const IDLE: u64 = 0;
/// A repeating timer whose callback is running and which will be rearmed when it returns.
pub(crate) const FIRING: u64 = u64::MAX;

const ARITY: usize = 4;
/// Below this size stale entries are not worth a rebuild.
const REBUILD_FROM: usize = 64;

pub(crate) struct TimerSlot {
    pub(crate) state: HandleState,
    pub(crate) callback: Option<Callback>,
    pub(crate) armed: u64,
    pub(crate) due_ns: u64,
    pub(crate) repeat_ns: u64,
}

#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) due_ns: u64,
    pub(crate) order: u64,
    pub(crate) slot: u32,
}

impl Entry {
    #[inline]
    fn is_before(&self, other: &Entry) -> bool {
        (self.due_ns, self.order) < (other.due_ns, other.order)
    }
}

#[derive(Default)]
pub(crate) struct TimerHeap {
    entries: Vec<Entry>,
    /// How many entries are stale: those in the heap, and those that were taken out to be put back.
    stale: usize,
    last_order: u64,
    slots: Vec<Option<TimerSlot>>,
    free_slots: Vec<u32>,
}

impl TimerHeap {
    pub(crate) fn add_slot(&mut self, slot: TimerSlot) -> u32 {
        match self.free_slots.pop() {
            Some(index) => {
                self.slots[index as usize] = Some(slot);
                index
            }
            None => {
                let index = u32::try_from(self.slots.len()).expect("fewer than 2^32 timers");
                self.slots.push(Some(slot));
                index
            }
        }
    }

    /// Frees the slot and returns what was in it, for the caller to drop when the heap is not borrowed.
    pub(crate) fn remove_slot(&mut self, index: u32) -> Option<TimerSlot> {
        self.disarm(index);
        let slot = self.slots[index as usize].take();
        self.free_slots.push(index);
        slot
    }

    /// Stops all timers for good; their callbacks are for the caller to drop.
    pub(crate) fn take_callbacks(&mut self, core: &Core) -> Vec<Callback> {
        let mut callbacks = Vec::new();
        for slot in self.slots.iter_mut().flatten() {
            slot.state.deactivate(core);
            slot.state.retire();
            slot.armed = IDLE;
            callbacks.extend(slot.callback.take());
        }
        self.entries.clear();
        self.stale = 0;
        callbacks
    }

    #[inline]
    pub(crate) fn slot(&self, index: u32) -> Option<&TimerSlot> {
        self.slots[index as usize].as_ref()
    }

    #[inline]
    pub(crate) fn slot_mut(&mut self, index: u32) -> Option<&mut TimerSlot> {
        self.slots[index as usize].as_mut()
    }

    /// The order that the last armed timer got: everything armed later has a greater one.
    pub(crate) fn last_order(&self) -> u64 {
        self.last_order
    }

    /// Arms the timer, in place of what it was armed with before.
    pub(crate) fn arm(&mut self, index: u32, due_ns: u64) {
        self.disarm(index);
        self.last_order += 1;
        let order = self.last_order;
        let Some(slot) = self.slot_mut(index) else {
            return;
        };
        slot.armed = order;
        slot.due_ns = due_ns;
        self.insert(Entry { due_ns, order, slot: index });
    }

    /// Makes the timer's entry a stale one.
    pub(crate) fn disarm(&mut self, index: u32) {
        let Some(slot) = self.slot_mut(index) else {
            return;
        };
        let was = std::mem::replace(&mut slot.armed, IDLE);
        if was != IDLE && was != FIRING {
            self.stale += 1;
            self.rebuild_if_mostly_stale();
        }
    }

    /// When the next timer is due.
    #[inline]
    pub(crate) fn next_due(&mut self) -> Option<u64> {
        self.drop_stale_tops();
        self.entries.first().map(|top| top.due_ns)
    }

    /// The due time of the last timer that is due by then. Visits all of them.
    pub(crate) fn last_due_by(&self, limit_ns: u64) -> Option<u64> {
        let near = self.entries.iter().filter(|entry| entry.due_ns <= limit_ns && self.is_valid(entry));
        near.map(|entry| entry.due_ns).max()
    }

    /// Takes the first entry out if it is due by then. It is valid, and its slot still armed.
    #[inline]
    pub(crate) fn take_due(&mut self, now_ns: u64) -> Option<Entry> {
        self.drop_stale_tops();
        let top = *self.entries.first()?;
        if top.due_ns > now_ns {
            return None;
        }
        self.remove_top();
        Some(top)
    }

    /// Puts back what [`take_due`](Self::take_due) gave and the phase must not run yet.
    pub(crate) fn put_back(&mut self, entry: Entry) {
        if self.is_valid(&entry) {
            self.insert(entry);
        } else {
            self.stale -= 1;
        }
    }

    #[inline]
    fn is_valid(&self, entry: &Entry) -> bool {
        self.slot(entry.slot).is_some_and(|slot| slot.armed == entry.order)
    }

    #[inline]
    fn drop_stale_tops(&mut self) {
        while self.stale > 0
            && let Some(top) = self.entries.first()
            && !self.is_valid(top)
        {
            self.stale -= 1;
            self.remove_top();
        }
    }

    fn rebuild_if_mostly_stale(&mut self) {
        if self.entries.len() < REBUILD_FROM || self.stale * 2 <= self.entries.len() {
            return;
        }
        let mut entries = std::mem::take(&mut self.entries);
        let before = entries.len();
        entries.retain(|entry| self.is_valid(entry));
        self.stale -= before - entries.len();
        self.entries = entries;
        for place in (0..self.entries.len().div_ceil(ARITY)).rev() {
            self.sift_down(place, self.entries[place]);
        }
    }

    fn insert(&mut self, entry: Entry) {
        let place = self.entries.len();
        self.entries.push(entry);
        self.sift_up(place, entry);
    }

    fn remove_top(&mut self) {
        if let Some(last) = self.entries.pop()
            && !self.entries.is_empty()
        {
            self.sift_down(0, last);
        }
    }

    /// Moves the hole at `place` up to where `entry` belongs.
    fn sift_up(&mut self, mut place: usize, entry: Entry) {
        while place > 0 {
            let parent = (place - 1) / ARITY;
            if !entry.is_before(&self.entries[parent]) {
                break;
            }
            self.entries[place] = self.entries[parent];
            place = parent;
        }
        self.entries[place] = entry;
    }

    /// Moves the hole at `place` down to where `entry` belongs.
    fn sift_down(&mut self, mut place: usize, entry: Entry) {
        let entries = &mut self.entries[..];
        loop {
            let first = place * ARITY + 1;
            let end = (first + ARITY).min(entries.len());
            let Some(children) = entries.get(first..end).filter(|children| !children.is_empty()) else {
                break;
            };
            let mut least = 0;
            for child in 1..children.len() {
                if children[child].is_before(&children[least]) {
                    least = child;
                }
            }
            if !children[least].is_before(&entry) {
                break;
            }
            entries[place] = children[least];
            place = first + least;
        }
        entries[place] = entry;
    }
}
