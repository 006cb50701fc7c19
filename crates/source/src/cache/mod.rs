//! Transformed texts, kept on disk.
//!
//! A transform depends on nothing but the text, the options and the code that does it. So a result is kept under the
//! hash of these three, and a second run of the same program reads it instead of parsing:
//!
//! ```text
//!   text, kind, options, fingerprint of this crate ──▶ key ──▶ FOLDER/ab/cdef…   (one file per result)
//!                                         program, engine ──▶ key ──▶ FOLDER/packs/…   (many results in one file, `bundle`)
//! ```
//!
//! The folder is `$HEXLOOP_CACHE`, else `$XDG_CACHE_HOME/hexloop`, else `~/.cache/hexloop`. Nothing in it is precious:
//! whatever cannot be read, or does not agree with its checksum, was never there; a folder that cannot be written is a
//! cache that remembers nothing. Any number of processes share it: a result appears under its name whole, by a rename
//! (`entry`), and the oldest leave when it has grown past its bound (`eviction`).
//!
//! ```
//! use hexloop_source::cache;
//!
//! let work = || Ok::<_, std::convert::Infallible>("result".to_owned());
//! assert_eq!(cache::cached("text", "example", || "fast".into(), work).unwrap(), "result");
//! ```
//!
//! Texts below [`MIN_SIZE`] get no file: their results are kept with those of the whole program ([`SmallResultStore`], [`Bundle`]), if at
//! all. Measured (2 cores, files in the page cache, optimised): transforming
//! costs 12 µs and 25 to 35 µs per KB, getting a kept result 9 µs and 0.4 µs per KB, putting one 150 µs and 3 µs per KB. So a
//! result of 4 KB has paid for itself when it is first used again, one of 1 KB after its sixth use.

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

/// Below this many bytes keeping a result costs more than doing the work a second time.
pub const MIN_SIZE: usize = 4096;

/// How many bytes the folder holds at most, unless `$HEXLOOP_CACHE_SIZE` says otherwise.
const DEFAULT_LIMIT: u64 = 512 << 20;

/// The folder of the bundles.
const BUNDLES: &str = "packs";

/// A folder of results.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    limit: u64,
}

impl Cache {
    /// Nothing is touched before the first [`get`](Cache::get) or [`put`](Cache::put).
    pub fn new(folder: impl Into<PathBuf>, limit: u64) -> Cache {
        Cache { folder: folder.into(), limit }
    }

    /// What was kept under a key, if it is whole.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        entry::read(&self.path(key), key)
    }

    /// Keeps a result. Whatever prevents it (a full disk, no permission) is nobody's error: the work is done again.
    pub fn put(&self, key: &Key, bytes: &[u8]) {
        self.put_slices(key, &[bytes]);
    }

    fn put_slices(&self, key: &Key, parts: &[&[u8]]) {
        self.put_at(&self.path(key), key, parts);
    }

    fn put_at(&self, path: &Path, key: &Key, parts: &[&[u8]]) {
        let length = parts.iter().map(|part| part.len() as u64).sum();
        // A result that would push out most of the others is not worth it.
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

    /// A cache of its own within the folder, for results that are not of programs.
    pub fn subfolder(&self, name: &str) -> Cache {
        Cache::new(self.folder.join(name), self.limit)
    }

    /// Where the results are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

static CACHE: OnceLock<Option<Cache>> = OnceLock::new();

/// `--no-cache`: neither reads nor writes from here on. To be called before the first use.
pub fn disable() {
    let _ = CACHE.set(None);
}

/// The process's cache; none with `--no-cache`, or where there is no folder for it.
pub fn shared() -> Option<&'static Cache> {
    CACHE.get_or_init(|| Some(Cache::new(folder::of_user()?, folder::size().unwrap_or(DEFAULT_LIMIT)))).as_ref()
}

/// Results that are too small for a file of their own: where they are looked for, and where they go.
pub trait SmallResultStore: Sync {
    fn get(&self, key: &Key) -> Option<Vec<u8>>;
    fn put(&self, key: &Key, bytes: Vec<u8>);
}

static SMALL: OnceLock<&'static dyn SmallResultStore> = OnceLock::new();

/// From here on small results are kept too.
pub fn set_small_result_store(store: &'static dyn SmallResultStore) {
    let _ = SMALL.set(store);
}

/// The result of `work` for this text, kind of work and options: one that was kept, or done and kept. What fails is not.
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
