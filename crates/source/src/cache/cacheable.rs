//! Results as they lie in the cache: four bytes for the length of the head, the head, the text.
//!
//! The text comes last, so that it can be written from where it is, and so that what was read becomes it: of a bundle there is no
//! second copy.

use super::{Cache, Key};

/// A text, and what there is to know of it.
pub trait Cacheable: Sized {
    /// None for a result that cannot be kept.
    fn head(&self) -> Option<Vec<u8>>;
    fn text(&self) -> &str;
    /// None if the head is none that was written by [`head`](Cacheable::head).
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

/// The same as [`store`] writes, in one piece.
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
