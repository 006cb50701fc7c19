//! The serialized form of a result: four bytes for the length of the head, the head, the code.
//!
//! The code comes last, so that it is written from its own buffer, and so that the buffer of a read becomes the code without a
//! second copy.

use super::{Cache, Key};

/// A result that can be cached: its code, and a head with everything else.
pub trait Cacheable: Sized {
    /// `None` for a result that cannot be cached.
    fn head(&self) -> Option<Vec<u8>>;
    fn text(&self) -> &str;
    /// `None` if the head was not written by [`head`](Cacheable::head).
    fn from_parts(head: &[u8], text: String) -> Option<Self>;
}

impl Cacheable for String {
    fn head(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn text(&self) -> &str {
        self
    }

    fn from_parts(head: &[u8], text: String) -> Option<String> {
        head.is_empty().then_some(text)
    }
}

/// What [`store`] writes, in one buffer.
pub(super) fn bytes(result: &impl Cacheable) -> Option<Vec<u8>> {
    let head = result.head()?;
    Some([&(head.len() as u32).to_le_bytes(), &head[..], result.text().as_bytes()].concat())
}

pub(super) fn store(cache: &Cache, key: &Key, result: &impl Cacheable) {
    if let Some(head) = result.head() {
        cache.put_slices(key, &[&(head.len() as u32).to_le_bytes(), &head, result.text().as_bytes()]);
    }
}

pub(super) fn restore<T: Cacheable>(mut bytes: Vec<u8>) -> Option<T> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    let head = rest.get(..length)?.to_vec();
    bytes.drain(..4 + length);
    T::from_parts(&head, String::from_utf8(bytes).ok()?)
}
