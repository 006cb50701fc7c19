//! Transformed sources, cached on disk.
//!
//! A transform depends only on the source, the options and the code that performs it. The key of a result is the hash of
//! these three, and a second run of the same program reads the result instead of parsing:
//!
//! ```text
//!   source, kind, options, fingerprint of this crate ──▶ key ──▶ FOLDER/ab/cdef…   (one file per result)
//!                                         program, engine ──▶ key ──▶ FOLDER/packs/…   (many results in one file, `bundle`)
//! ```
//!
//! The folder is `$HEXLOOP_CACHE`, else `$XDG_CACHE_HOME/hexloop`, else `~/.cache/hexloop`. It can be deleted at any time: an
//! entry that cannot be read, or whose checksum does not match, is a miss; in a read-only folder every write is dropped. Any
//! number of processes share it: entries are written atomically, by a rename (`entry`), and the oldest are evicted when the
//! cache exceeds its limit (`eviction`).
//!
//! ```
//! use hexloop_source::cache;
//!
//! let work = || Ok::<_, std::convert::Infallible>("result".to_owned());
//! assert_eq!(cache::cached("text", "example", || "fast".into(), work).unwrap(), "result");
//! ```
//!
//! Sources below [`MIN_SIZE`] get no file: their results go into the bundle of the program ([`SmallResultStore`], [`Bundle`]), if
//! at all. Measured (2 cores, files in the page cache, optimised): a transform costs 12 µs plus 25 to 35 µs per KB, a cache hit
//! 9 µs plus 0.4 µs per KB, a write 150 µs plus 3 µs per KB. A result of 4 KB pays off at its first reuse, one of 1 KB at its
//! sixth.

mod bundle;
mod bytes;
mod cacheable;
mod entry;
mod eviction;
mod folder;
mod key;
mod transform;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use bundle::{Bundle, content_hash};
pub(crate) use bytes::{Reader, Writer};
pub use cacheable::Cacheable;
pub use key::Key;
pub use transform::transform_cached;

/// Below this many bytes writing a result costs more than repeating the work.
pub const MIN_SIZE: usize = 4096;

/// The size limit of the folder in bytes, unless `$HEXLOOP_CACHE_SIZE` is set.
const DEFAULT_LIMIT: u64 = 512 << 20;

/// The subfolder of the bundles. It keeps its first name, so that older entries stay under the limit.
const BUNDLES: &str = "packs";

/// A folder of results.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    limit: u64,
}

impl Cache {
    /// Does not touch the file system before the first [`get`](Cache::get) or [`put`](Cache::put).
    pub fn new(folder: impl Into<PathBuf>, limit: u64) -> Cache {
        Cache { folder: folder.into(), limit }
    }

    /// The entry of a key, if it is intact.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        entry::read(&self.path(key), key)
    }

    /// Stores a result. Failures (a full disk, no permission) are ignored: the work is repeated next time.
    pub fn put(&self, key: &Key, bytes: &[u8]) {
        self.put_slices(key, &[bytes]);
    }

    fn put_slices(&self, key: &Key, parts: &[&[u8]]) {
        self.put_at(&self.path(key), key, parts);
    }

    fn put_at(&self, path: &Path, key: &Key, parts: &[&[u8]]) {
        let length = parts.iter().map(|part| part.len() as u64).sum();
        // A result that would evict most of the others is not worth storing.
        if length <= self.limit / 4 && entry::write(path, key, parts).is_ok() {
            eviction::record_growth(&self.folder, self.limit, length);
        }
    }

    fn path(&self, key: &Key) -> PathBuf {
        let name = key.name();
        self.folder.join(&name[..2]).join(&name[2..])
    }

    fn bundle_path(&self, key: &Key) -> PathBuf {
        self.folder.join(BUNDLES).join(key.name())
    }

    /// A separate cache within the folder, for results that do not belong to programs.
    pub fn subfolder(&self, name: &str) -> Cache {
        Cache::new(self.folder.join(name), self.limit)
    }

    /// The folder of the entries.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

static CACHE: OnceLock<Option<Cache>> = OnceLock::new();

/// `--no-cache`: disables reads and writes. Must be called before the first use.
pub fn disable() {
    let _ = CACHE.set(None);
}

/// The cache of the process; `None` with `--no-cache`, or without a folder for it.
pub fn shared() -> Option<&'static Cache> {
    CACHE.get_or_init(|| Some(Cache::new(folder::of_user()?, folder::size().unwrap_or(DEFAULT_LIMIT)))).as_ref()
}

/// A store for results that are too small for a file of their own.
pub trait SmallResultStore: Sync {
    fn get(&self, key: &Key) -> Option<Vec<u8>>;
    fn put(&self, key: &Key, bytes: Vec<u8>);
}

static SMALL: OnceLock<&'static dyn SmallResultStore> = OnceLock::new();

/// Enables caching of small results, in `store`.
pub fn set_small_result_store(store: &'static dyn SmallResultStore) {
    let _ = SMALL.set(store);
}

/// The result of `work` for this source, kind of work and options: from the cache, or computed and cached. Errors are not cached.
pub fn cached<T: Cacheable, E>(
    source: &str,
    kind: &str,
    options: impl FnOnce() -> String,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    if source.len() < MIN_SIZE {
        let Some(small) = SMALL.get() else { return work() };
        let key = Key::of(kind, &options(), source.as_bytes());
        if let Some(hit) = small.get(&key).and_then(cacheable::restore) {
            return Ok(hit);
        }
        let result = work()?;
        if let Some(bytes) = cacheable::bytes(&result) {
            small.put(&key, bytes);
        }
        return Ok(result);
    }
    let Some(cache) = shared() else { return work() };
    let key = Key::of(kind, &options(), source.as_bytes());
    if let Some(hit) = cache.get(&key).and_then(cacheable::restore) {
        return Ok(hit);
    }
    let result = work()?;
    cacheable::store(cache, &key, &result);
    Ok(result)
}
