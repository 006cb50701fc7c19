//! A generational slab: a key holds an index *and* the generation of the value that was there, so that a late event for
//! something removed finds nothing instead of its successor.

/// Identifies one value in [`Slots`]: 32 bits of index, 32 of generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    index: u32,
    generation: u32,
}

/// How a key is packed into a word that may be narrower than the key, such as the `usize` of a mio token: the whole index
/// in the low bits, and as much of the generation as fits above it.
///
/// On 64-bit targets nothing is cut. On 32-bit targets 20 bits of index leave 12 of generation, so a packed key of an index
/// that was reused 4,096 times in between may be mistaken for that of its successor: a lookup by packed key has to
/// rule that out by other means.
#[derive(Clone, Copy)]
pub(crate) struct Packing {
    index_bits: u32,
    generation_bits: u32,
}

impl Packing {
    pub(crate) const fn for_width(bits: u32) -> Self {
        let index_bits = if bits < 64 { 20 } else { 32 };
        Self { index_bits, generation_bits: bits - index_bits }
    }

    /// `None` if the index has too many bits. The word of all ones is never used.
    pub(crate) fn pack(self, key: Key) -> Option<usize> {
        let has_room = u64::from(key.index) < low_bits(self.index_bits);
        let generation = u64::from(key.generation) & low_bits(self.generation_bits);
        has_room.then_some((generation << self.index_bits | u64::from(key.index)) as usize)
    }

    fn unpack(self, word: usize) -> (usize, u64) {
        let word = word as u64;
        ((word & low_bits(self.index_bits)) as usize, word >> self.index_bits & low_bits(self.generation_bits))
    }
}

const fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}

pub(crate) struct Slots<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
}

struct Slot<T> {
    generation: u32,
    value: Option<T>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slots<T> {
    pub(crate) fn insert(&mut self, value: T) -> Key {
        let key = self.reserve();
        self.fill(key, value);
        key
    }

    /// A key for a value that contains it; [`fill`](Self::fill) must follow.
    pub(crate) fn reserve(&mut self) -> Key {
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, value: None });
            u32::try_from(self.slots.len() - 1).expect("fewer than 2^32 values at once")
        });
        Key { index, generation: self.slots[index as usize].generation }
    }

    pub(crate) fn fill(&mut self, key: Key, value: T) {
        self.slots[key.index as usize].value = Some(value);
    }

    pub(crate) fn get(&self, key: Key) -> Option<&T> {
        let slot = self.slots.get(key.index as usize)?;
        slot.value.as_ref().filter(|_| slot.generation == key.generation)
    }

    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut T> {
        let slot = self.slots.get_mut(key.index as usize)?;
        slot.value.as_mut().filter(|_| slot.generation == key.generation)
    }

    /// Removes all of them.
    pub(crate) fn take_all(&mut self) -> Vec<T> {
        let occupied = |(index, slot): (usize, &Slot<T>)| {
            slot.value.as_ref().map(|_| Key { index: index as u32, generation: slot.generation })
        };
        let keys: Vec<Key> = self.slots.iter().enumerate().filter_map(occupied).collect();
        keys.into_iter().filter_map(|key| self.remove(key)).collect()
    }

    /// The value of a packed key, and the key itself.
    pub(crate) fn find(&self, packing: Packing, word: usize) -> Option<(Key, &T)> {
        let (index, generation) = packing.unpack(word);
        let slot = self.slots.get(index)?;
        let value = slot.value.as_ref()?;
        let is_same = u64::from(slot.generation) & low_bits(packing.generation_bits) == generation;
        is_same.then_some((Key { index: index as u32, generation: slot.generation }, value))
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<T> {
        let slot = self.slots.get_mut(key.index as usize)?;
        if slot.generation != key.generation {
            return None;
        }
        let value = slot.value.take()?;
        slot.generation = slot.generation.wrapping_add(1);
        self.free.push(key.index);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_a_removed_value_does_not_find_its_successor() {
        let mut slots = Slots::default();
        let first = slots.insert("first");
        assert_eq!(slots.remove(first), Some("first"));
        let second = slots.insert("second");
        assert_eq!(slots.get(first), None);
        assert_eq!(slots.remove(first), None);
        assert_eq!(slots.get(second), Some(&"second"));
    }

    #[test]
    fn a_packed_key_finds_its_value_on_either_width() {
        for width in [32, 64] {
            let packing = Packing::for_width(width);
            let mut slots = Slots::default();
            let keys = [slots.insert("zero"), slots.insert("one")];
            slots.remove(keys[1]);
            let successor = slots.insert("two");
            let [zero, one] = keys.map(|key| packing.pack(key).unwrap());
            assert_eq!(slots.find(packing, zero), Some((keys[0], &"zero")));
            assert_eq!(slots.find(packing, one), None);
            assert_eq!(slots.find(packing, packing.pack(successor).unwrap()), Some((successor, &"two")));
        }
    }

    #[test]
    fn a_packed_key_fits_its_width_and_is_never_all_ones() {
        let narrow = Packing::for_width(32);
        let last = Key { index: (1 << 20) - 2, generation: u32::MAX };
        assert_eq!(narrow.pack(last), Some(0xFFFF_FFFE));
        assert_eq!(narrow.pack(Key { index: (1 << 20) - 1, generation: 0 }), None);
        assert_eq!(Packing::for_width(64).pack(Key { index: u32::MAX, generation: u32::MAX }), None);
    }
}
