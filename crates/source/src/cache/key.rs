//! The key of a result: a hash of everything it depends on.

use xxhash_rust::xxh3::Xxh3;

/// This crate's version and a hash of its files (`build.rs`).
const BUILD_ID: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("HEXLOOP_SOURCE_FINGERPRINT"));

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u128);

impl Key {
    pub fn of(kind: &str, options: &str, source: &[u8]) -> Key {
        let mut hash = Xxh3::new();
        for part in [BUILD_ID.as_bytes(), kind.as_bytes(), options.as_bytes(), source] {
            // The length prefix keeps the boundaries of parts in the hash.
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Key(hash.digest128())
    }

    pub fn number(self) -> u128 {
        self.0
    }

    pub fn to_bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    /// 32 hexadecimal digits.
    pub fn name(self) -> String {
        format!("{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn everything_a_result_depends_on_changes_its_key() {
        let key = Key::of("kind", "options", b"text");
        assert_eq!(key, Key::of("kind", "options", b"text"));
        assert_ne!(key, Key::of("king", "options", b"text"));
        assert_ne!(key, Key::of("kind", "optionst", b"ext"));
        assert_ne!(key, Key::of("kind", "options", b"text "));
    }
}
