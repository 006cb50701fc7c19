//! Places with numbers that are never mistaken: a key names a place *and* which tenant of it was meant, so that a
//! late event for something removed finds nothing instead of its successor.

/// The name of one value in [`Slots`]: 32 bits of place, 32 of tenancy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    place: u32,
    tenancy: u32,
}

impl Key {
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.tenancy) << 32 | u64::from(self.place)
    }

    pub(crate) fn from_bits(bits: u64) -> Self {
        Self { place: bits as u32, tenancy: (bits >> 32) as u32 }
    }
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
    fn a_key_survives_the_trip_through_bits() {
        let key = Key { place: 7, tenancy: 9 };
        assert_eq!(Key::from_bits(key.to_bits()), key);
    }
}
