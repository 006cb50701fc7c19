//! Places with numbers that are never mistaken: a key names a place *and* which tenant of it was meant, so that a
//! late event for something removed finds nothing instead of its successor.

/// The name of one value in [`Slots`]: 32 bits of place, 32 of tenancy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    place: u32,
    tenancy: u32,
}

/// How a key is packed into a word that may be narrower than the key, such as the `usize` of a mio token: the whole place
/// in the low bits, and as much of the tenancy as fits above it.
///
/// On 64-bit targets nothing is cut. On 32-bit targets 20 bits of place leave 12 of tenancy, so a packed key of a place
/// that was reused 4,096 times in between may be mistaken for that of its successor: whoever finds a value by a packed
/// key has to rule that out by other means.
#[derive(Clone, Copy)]
pub(crate) struct Packing {
    place_bits: u32,
    tenancy_bits: u32,
}

impl Packing {
    pub(crate) const fn for_width(bits: u32) -> Self {
        let place_bits = if bits < 64 { 20 } else { 32 };
        Self { place_bits, tenancy_bits: bits - place_bits }
    }

    /// `None` if the place has too many bits. The word of all ones is never used.
    pub(crate) fn pack(self, key: Key) -> Option<usize> {
        let has_room = u64::from(key.place) < low_bits(self.place_bits);
        let tenancy = u64::from(key.tenancy) & low_bits(self.tenancy_bits);
        has_room.then_some((tenancy << self.place_bits | u64::from(key.place)) as usize)
    }

    fn unpack(self, word: usize) -> (usize, u64) {
        let word = word as u64;
        ((word & low_bits(self.place_bits)) as usize, word >> self.place_bits & low_bits(self.tenancy_bits))
    }
}

const fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}

pub(crate) struct Slots<T> {
    places: Vec<Place<T>>,
    free: Vec<u32>,
}

struct Place<T> {
    tenancy: u32,
    value: Option<T>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slots<T> {
    pub(crate) fn insert(&mut self, value: T) -> Key {
        let key = self.reserve();
        self.fill(key, value);
        key
    }

    /// A key for a value that has to know it; [`fill`](Self::fill) follows.
    pub(crate) fn reserve(&mut self) -> Key {
        let place = self.free.pop().unwrap_or_else(|| {
            self.places.push(Place { tenancy: 0, value: None });
            u32::try_from(self.places.len() - 1).expect("fewer than 2^32 values at once")
        });
        Key { place, tenancy: self.places[place as usize].tenancy }
    }

    pub(crate) fn fill(&mut self, key: Key, value: T) {
        self.places[key.place as usize].value = Some(value);
    }

    pub(crate) fn get(&self, key: Key) -> Option<&T> {
        let slot = self.places.get(key.place as usize)?;
        slot.value.as_ref().filter(|_| slot.tenancy == key.tenancy)
    }

    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut T> {
        let slot = self.places.get_mut(key.place as usize)?;
        slot.value.as_mut().filter(|_| slot.tenancy == key.tenancy)
    }

    /// Removes all of them.
    pub(crate) fn take_all(&mut self) -> Vec<T> {
        let occupied = |(place, slot): (usize, &Place<T>)| {
            slot.value.as_ref().map(|_| Key { place: place as u32, tenancy: slot.tenancy })
        };
        let keys: Vec<Key> = self.places.iter().enumerate().filter_map(occupied).collect();
        keys.into_iter().filter_map(|key| self.remove(key)).collect()
    }

    /// The value of a packed key, and the key itself.
    pub(crate) fn find(&self, packing: Packing, word: usize) -> Option<(Key, &T)> {
        let (place, tenancy) = packing.unpack(word);
        let slot = self.places.get(place)?;
        let value = slot.value.as_ref()?;
        let is_same = u64::from(slot.tenancy) & low_bits(packing.tenancy_bits) == tenancy;
        is_same.then_some((Key { place: place as u32, tenancy: slot.tenancy }, value))
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<T> {
        let slot = self.places.get_mut(key.place as usize)?;
        if slot.tenancy != key.tenancy {
            return None;
        }
        let value = slot.value.take()?;
        slot.tenancy = slot.tenancy.wrapping_add(1);
        self.free.push(key.place);
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
        let last = Key { place: (1 << 20) - 2, tenancy: u32::MAX };
        assert_eq!(narrow.pack(last), Some(0xFFFF_FFFE));
        assert_eq!(narrow.pack(Key { place: (1 << 20) - 1, tenancy: 0 }), None);
        assert_eq!(Packing::for_width(64).pack(Key { place: u32::MAX, tenancy: u32::MAX }), None);
    }
}
