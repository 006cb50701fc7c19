//! One result in one file, written atomically.
//!
//! ```text
//!   8 bytes  HEXLOOP1      8 bytes  length      16 bytes  key      8 bytes  checksum of what follows      the result
//! ```
//!
//! It is written to a temporary file in the same folder, then renamed. Two processes that write the same result both succeed. A
//! crash may leave the file truncated or full of zeros (there is no fsync, which would cost more than the parse that is saved):
//! then length or checksum do not match, and it is written again.

use super::Key;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: &[u8; 8] = b"HEXLOOP1";
pub(super) const HEAD: usize = 40;

/// A hit makes an entry recent; but its modification time is updated once a day, not at every hit.
const TOUCH_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) fn read(path: &Path, key: &Key) -> Option<Vec<u8>> {
    let mut file = File::open(path).ok()?;
    let metadata = file.metadata().ok()?;
    let length = usize::try_from(metadata.len()).ok()?.checked_sub(HEAD)?;
    let mut head = [0; HEAD];
    file.read_exact(&mut head).ok()?;
    if !is_head(&head, metadata.len(), key) {
        return None;
    }
    let mut bytes = Vec::with_capacity(length);
    file.take(length as u64).read_to_end(&mut bytes).ok()?;
    if bytes.len() != length || head[32..] != xxh3_64(&bytes).to_le_bytes() {
        return None;
    }
    touch(path, &metadata);
    Some(bytes)
}

/// Whether a file of this length that begins with `head` is the entry of a key.
pub(super) fn is_head(head: &[u8], file_length: u64, key: &Key) -> bool {
    let length = file_length.wrapping_sub(HEAD as u64);
    head.len() >= HEAD && head[..8] == *MAGIC && head[8..16] == length.to_le_bytes() && head[16..32] == key.to_bytes()
}

pub(super) fn touch(path: &Path, metadata: &fs::Metadata) {
    let age = metadata.modified().ok().and_then(|time| time.elapsed().ok());
    // Without write permission it keeps its age.
    if age.is_some_and(|age| age > TOUCH_INTERVAL)
        && let Ok(file) = File::options().write(true).open(path)
    {
        let _ = file.set_modified(SystemTime::now());
    }
}

pub(super) fn write(path: &Path, key: &Key, parts: &[&[u8]]) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let temporary = folder.join(format!("{TEMPORARY}{}-{count}", std::process::id()));
    let mut file = File::create(&temporary).or_else(|_| {
        fs::create_dir_all(folder)?;
        File::create(&temporary)
    })?;
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(MAGIC);
    let length: usize = parts.iter().map(|part| part.len()).sum();
    head[8..16].copy_from_slice(&(length as u64).to_le_bytes());
    head[16..32].copy_from_slice(&key.to_bytes());
    let mut checksum = Xxh3::new();
    parts.iter().for_each(|part| checksum.update(part));
    head[32..].copy_from_slice(&checksum.digest().to_le_bytes());
    let mut all = std::iter::once(&head[..]).chain(parts.iter().copied());
    let written = all.try_for_each(|part| file.write_all(part)).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// The prefix of temporary file names.
pub(super) const TEMPORARY: &str = "unfinished-";
