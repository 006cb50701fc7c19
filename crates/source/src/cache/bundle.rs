//! Many results in one file: those of one program, which are read together.
//!
//! A file per result costs an open, a few reads and a close each, and a program of 1,000 modules has thousands of results. A
//! bundle is opened once; a result in it costs one read:
//!
//! ```text
//!   head of an entry (`entry`)
//!   8 bytes  count
//!   count ×  16 bytes  name      8 bytes  offset in the file      8 bytes  length      8 bytes  checksum      by name
//!   the results, each at a multiple of 64
//! ```
//!
//! It is not mapped into memory: a process that maps a file gets SIGBUS when another truncates it. Reads copy, and the checksum is
//! that of the copy.

use super::{Cache, Key, entry};
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const ROW: usize = 40;
const ALIGNMENT: usize = 64;
/// The mode bits that let others than the owner write to a file.
const WRITABLE_BY_OTHERS: u32 = 0o022;

pub struct Bundle {
    file: File,
    rows: BTreeMap<u128, Row>,
}

#[derive(Clone, Copy)]
struct Row {
    offset: u64,
    length: u64,
    checksum: u64,
}

/// The name of a result that depends only on these strings, concatenated.
pub fn content_hash(parts: &[&str]) -> u128 {
    let mut hash = Xxh3::new();
    parts.iter().for_each(|part| hash.update(part.as_bytes()));
    hash.digest128()
}

impl Bundle {
    /// `None` if there is none, or if others than `owner` may have written it.
    pub fn open(cache: &Cache, key: &Key, owner: u32) -> Option<Bundle> {
        let path = cache.bundle_path(key);
        let file = File::open(&path).ok()?;
        let metadata = file.metadata().ok()?;
        if metadata.uid() != owner || metadata.mode() & WRITABLE_BY_OTHERS != 0 {
            return None;
        }
        let mut head = [0; entry::HEAD + 8];
        file.read_exact_at(&mut head, 0).ok()?;
        let count = entry::is_head(&head, metadata.len(), key).then(|| u64_at(&head, entry::HEAD))??;
        let size = usize::try_from(count).ok()?.checked_mul(ROW)?;
        if size as u64 > metadata.len() {
            return None;
        }
        let mut rows = vec![0; size];
        file.read_exact_at(&mut rows, head.len() as u64).ok()?;
        entry::touch(&path, &metadata);
        let row = |row: &[u8]| {
            let name = u128::from_le_bytes(row.get(..16)?.try_into().ok()?);
            let row = Row { offset: u64_at(row, 16)?, length: u64_at(row, 24)?, checksum: u64_at(row, 32)? };
            (row.offset.checked_add(row.length)? <= metadata.len()).then_some((name, row))
        };
        let rows = rows.chunks_exact(ROW).map(row).collect::<Option<_>>()?;
        Some(Bundle { file, rows })
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The size of all results in bytes.
    pub fn size(&self) -> u64 {
        self.rows.values().fold(0, |size, row| size.saturating_add(row.length))
    }

    pub fn names(&self) -> impl Iterator<Item = u128> {
        self.rows.keys().copied()
    }

    /// A result, if it is intact, for the lifetime of the process: at an address that is a multiple of 64.
    pub fn get(&self, name: u128) -> Option<&'static [u8]> {
        let row = self.rows.get(&name)?;
        let buffer = vec![0u8; row.length as usize + ALIGNMENT].leak();
        let start = buffer.as_ptr().align_offset(ALIGNMENT);
        let bytes = buffer.get_mut(start..start.checked_add(row.length as usize)?)?;
        self.read_into(row, bytes).then_some(bytes)
    }

    /// The same as an owned buffer.
    pub fn read(&self, name: u128) -> Option<Vec<u8>> {
        let row = self.rows.get(&name)?;
        let mut bytes = vec![0; row.length as usize];
        self.read_into(row, &mut bytes).then_some(bytes)
    }

    fn read_into(&self, row: &Row, bytes: &mut [u8]) -> bool {
        self.file.read_exact_at(bytes, row.offset).is_ok() && xxh3_64(bytes) == row.checksum
    }

    /// Writes these results as the bundle of a key, replacing an earlier one.
    pub fn write(cache: &Cache, key: &Key, results: &BTreeMap<u128, &[u8]>) {
        let mut offset = (entry::HEAD + 8 + results.len() * ROW).next_multiple_of(ALIGNMENT);
        let mut index = (results.len() as u64).to_le_bytes().to_vec();
        for (name, bytes) in results {
            index.extend(name.to_le_bytes());
            for number in [offset as u64, bytes.len() as u64, xxh3_64(bytes)] {
                index.extend(number.to_le_bytes());
            }
            offset = (offset + bytes.len()).next_multiple_of(ALIGNMENT);
        }
        let mut parts: Vec<&[u8]> = vec![&index];
        let mut written = entry::HEAD + index.len();
        for bytes in results.values() {
            let padding = written.next_multiple_of(ALIGNMENT) - written;
            parts.push(&[0; ALIGNMENT][..padding]);
            parts.push(bytes);
            written += padding + bytes.len();
        }
        cache.put_at(&cache.bundle_path(key), key, &parts);
    }
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    struct Folder(PathBuf);

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn folder(name: &str) -> (Folder, Cache) {
        let path = std::env::temp_dir().join(format!("hexloop-bundle-{}-{name}", std::process::id()));
        (Folder(path.clone()), Cache::new(path, 1 << 20))
    }

    fn owner(cache: &Cache) -> u32 {
        std::fs::metadata(cache.folder()).map_or(0, |metadata| metadata.uid())
    }

    fn key() -> Key {
        Key::of("bundle", "", b"program")
    }

    fn written(name: &str) -> (Folder, Cache) {
        let (folder, cache) = folder(name);
        Bundle::write(&cache, &key(), &BTreeMap::from([(7, &b"seven"[..]), (3, b""), (9, &[1; 1000])]));
        (folder, cache)
    }

    #[test]
    fn a_result_is_found_by_name() {
        let (_folder, cache) = written("found");
        let bundle = Bundle::open(&cache, &key(), owner(&cache)).unwrap();
        assert_eq!(bundle.get(7), Some(&b"seven"[..]));
        assert_eq!(bundle.get(3), Some(&[][..]));
        assert_eq!(bundle.get(9), Some(&[1; 1000][..]));
        assert_eq!(bundle.get(8), None);
        assert_eq!(bundle.names().collect::<Vec<_>>(), [3, 7, 9]);
        assert_eq!(bundle.get(9).unwrap().as_ptr().align_offset(64), 0);
        assert!(Bundle::open(&cache, &Key::of("bundle", "", b"another"), owner(&cache)).is_none());
    }

    #[test]
    fn an_empty_bundle_is_a_bundle() {
        let (_folder, cache) = folder("nothing");
        Bundle::write(&cache, &key(), &BTreeMap::new());
        assert!(Bundle::open(&cache, &key(), owner(&cache)).unwrap().is_empty());
    }

    #[test]
    fn a_corrupted_result_is_a_miss() {
        let (_folder, cache) = written("damaged");
        let path = cache.bundle_path(&key());
        let whole = std::fs::read(&path).unwrap();
        for at in (0..whole.len()).step_by(3) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            std::fs::write(&path, &bytes).unwrap();
            let Some(bundle) = Bundle::open(&cache, &key(), owner(&cache)) else { continue };
            for (name, result) in [(7, &b"seven"[..]), (9, &[1; 1000])] {
                assert!(bundle.get(name).is_none_or(|found| found == result), "byte {at}");
            }
        }
        for length in (0..whole.len()).step_by(7) {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert!(Bundle::open(&cache, &key(), owner(&cache)).is_none(), "{length} bytes");
        }
    }

    #[test]
    fn a_bundle_truncated_while_open_reads_as_empty() {
        let (_folder, cache) = written("short");
        let bundle = Bundle::open(&cache, &key(), owner(&cache)).unwrap();
        File::options().write(true).open(cache.bundle_path(&key())).unwrap().set_len(100).unwrap();
        assert_eq!(bundle.get(9), None);
    }

    #[test]
    fn a_bundle_writable_by_others_is_not_read() {
        let (_folder, cache) = written("others");
        assert!(Bundle::open(&cache, &key(), owner(&cache) + 1).is_none());
        std::fs::set_permissions(cache.bundle_path(&key()), std::fs::Permissions::from_mode(0o666)).unwrap();
        assert!(Bundle::open(&cache, &key(), owner(&cache)).is_none());
    }
}
