//! Keeps the folder below its size limit without scanning it at every write.
//!
//! The file `growth` beside the entries gets one byte for every 4 KB block written (an append, which is atomic), so its length is
//! the amount written since the last scan. At a quarter of the limit one process scans the folder and evicts the oldest entries
//! until three quarters of the limit are left. So the limit holds, and a folder of thousands of entries is scanned only once per
//! quarter of the limit written.

use super::BUNDLES;
use super::entry::TEMPORARY;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const BLOCK: u64 = 4096;

/// A write takes milliseconds: a temporary file that is an hour old was left by a process that died.
const STALE_AFTER: Duration = Duration::from_secs(60 * 60);

/// Records a write of `bytes` bytes; evicts old entries when a scan is due.
pub(super) fn record_growth(folder: &Path, limit: u64, bytes: u64) {
    let Ok(mut growth) = File::options().create(true).append(true).open(folder.join("growth")) else { return };
    let blocks = blocks(bytes);
    // An entry is at most a quarter of the limit, so this is small.
    let recorded = growth.write_all(&vec![b'.'; blocks as usize]);
    let grown = growth.metadata().map_or(0, |metadata| metadata.len());
    if recorded.is_err() || grown * BLOCK < limit / 4 {
        return;
    }
    // One process scans; the others continue.
    if growth.try_lock().is_ok() {
        evict_oldest(folder, limit / 4 * 3);
        let _ = growth.set_len(0);
    }
}

fn blocks(bytes: u64) -> u64 {
    bytes.div_ceil(BLOCK).max(1)
}

struct CachedFile {
    path: PathBuf,
    modified: SystemTime,
    size: u64,
}

fn evict_oldest(folder: &Path, target: u64) {
    let mut found = results(folder);
    let mut total: u64 = found.iter().map(|result| result.size).sum();
    found.sort_by_key(|result| result.modified);
    for result in &found {
        let is_stale = result.path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(TEMPORARY))
            && result.modified.elapsed().is_ok_and(|age| age > STALE_AFTER);
        if total <= target && !is_stale {
            continue;
        }
        // A process that has it open reads on; the next one gets a miss.
        if fs::remove_file(&result.path).is_ok() {
            total -= result.size;
        }
    }
}

fn results(folder: &Path) -> Vec<CachedFile> {
    let Ok(shards) = fs::read_dir(folder) else { return Vec::new() };
    let is_shard = |path: &PathBuf| path.file_name().is_some_and(|name| name.len() == 2 || name == BUNDLES);
    let entries =
        shards.flatten().map(|shard| shard.path()).filter(is_shard).filter_map(|shard| fs::read_dir(shard).ok());
    entries
        .flat_map(|entries| entries.flatten())
        .filter_map(|entry| {
            let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            let size = blocks(metadata.len()) * BLOCK;
            Some(CachedFile { path: entry.path(), modified: metadata.modified().ok()?, size })
        })
        .collect()
}
