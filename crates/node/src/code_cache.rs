//! The code cache: which bytecode is cached, where, and when it is written.
//!
//! There are two bundles (`hexloop_source::cache::Bundle`) of bytecode (`hexloop_engine::CodeCacheEntry`): one of the built-in
//! files, shared by all programs, and one for each program that is started by a file's path. Both are keyed by the
//! engine's build.
//!
//! ```text
//!   1st run   there is no bundle         sources are compiled            an empty bundle marks the program as seen
//!   2nd run   the bundle is empty        sources are compiled            their bytecode is written at exit
//!   3rd run   the bytecode is read     new sources are compiled        and added
//! ```
//!
//! So a program that runs once costs nothing; a second run takes about a sixth of its loading time more, once. A
//! process that is killed writes nothing. Workers do not use the cache. With `--no-cache` there are no bundles.

use crate::host::host_if_any;
use crate::worker;
use hexloop_engine::{CachedCode, CodeCacheEntry, Cx, Exception, Script, Value, engine_build};
use hexloop_source::cache::{self, Bundle, Key, SmallResultStore, content_hash};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Which bundle a source belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CacheKind {
    BuiltIn,
    Program,
}

/// Below this size, compiling is faster than opening a bundle.
const MIN_PROGRAM_SIZE: usize = 16 << 10;

/// Less bytecode than this is not added to a program's bundle.
const MIN_ADDITION: u64 = 32 << 10;

/// The time to serialize bytecode grows with its square: 2 seconds for a source of 6 MB whose functions are all called,
/// a tenth of a second for the TypeScript compiler.
const MAX_SOURCE_SIZE: usize = 16 << 20;

/// When a bundle exceeds this size, only what the current run has used is kept.
const MAX_PACK_SIZE: u64 = 64 << 20;

struct CodeCache {
    key: Key,
    bundle: Option<Bundle>,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    /// Bytes of source without cached bytecode.
    compiled: usize,
    /// Entries that were read.
    used: HashSet<u128>,
    /// Sources whose bytecode is to be written if they are compiled.
    claimed: HashSet<u128>,
    written: BTreeMap<u128, Vec<u8>>,
}

static BUILT_IN: OnceLock<Option<CodeCache>> = OnceLock::new();
static PROGRAM: OnceLock<Option<CodeCache>> = OnceLock::new();

/// The process runs this file. Without this call there is no bundle for the program.
pub fn open_for_program(path: &Path) {
    let open = || CodeCache::open(std::path::absolute(path).ok()?.as_os_str().as_encoded_bytes());
    if let Some(code_cache) = PROGRAM.get_or_init(open)
        && code_cache.bundle.is_some()
    {
        cache::set_small_result_store(code_cache);
    }
}

/// Only on the main thread: bytecode that was read can never be freed, since the engine does not report when it is done
/// with it, and a process may start thousands of workers.
fn cache_for(kind: CacheKind) -> Option<&'static CodeCache> {
    if worker::is_worker() {
        return None;
    }
    match kind {
        CacheKind::BuiltIn => BUILT_IN.get_or_init(|| CodeCache::open(b"")).as_ref(),
        CacheKind::Program => PROGRAM.get()?.as_ref(),
    }
}

/// A script with its cached bytecode, if any. It owns its source.
pub struct CachedScript {
    script: Script,
    code: CodeCacheEntry,
}

impl CachedScript {
    /// The script is the concatenation of `parts`.
    pub fn new(parts: &[&str], kind: CacheKind) -> CachedScript {
        let code = cache_for(kind).map_or_else(CodeCacheEntry::default, |code_cache| code_cache.lookup(parts, kind));
        CachedScript { script: Script::new(parts), code }
    }

    pub fn run<'a>(self, cx: Cx<'a>, url: &str) -> Result<Value<'a>, Exception<'a>> {
        cx.run_cached(self.script, url, 1, self.code)
    }
}

impl CodeCache {
    /// `program` is the path of its file, empty for the built-in files.
    fn open(program: &[u8]) -> Option<CodeCache> {
        let cache = cache::shared()?;
        let build: String = engine_build()?.iter().map(|byte| format!("{byte:02x}")).collect();
        let key = Key::of("code", &build, program);
        // SAFETY: geteuid has no preconditions.
        let owner = unsafe { libc::geteuid() };
        Some(CodeCache { key, bundle: Bundle::open(cache, &key, owner), progress: Mutex::default() })
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lookup(&self, parts: &[&str], kind: CacheKind) -> CodeCacheEntry {
        let size: usize = parts.iter().map(|part| part.len()).sum();
        let Some(bundle) = &self.bundle else {
            self.progress().compiled += size;
            return CodeCacheEntry::default();
        };
        let name = content_hash(parts);
        let mut progress = self.progress();
        // The second time, for example after `delete require.cache[…]`, the engine's own cache has it.
        let known = if progress.used.contains(&name) { None } else { bundle.get(name) };
        let is_worth_it = size <= MAX_SOURCE_SIZE || kind == CacheKind::BuiltIn;
        let write_as = (is_worth_it && progress.claimed.insert(name)).then_some(name);
        if known.is_some() {
            progress.used.insert(name);
        } else {
            progress.compiled += size;
        }
        // SAFETY: the bundle is keyed by the engine's build, the code in it by its source. It is a file of this user that
        // no other can write, which only `save` writes, with what the engine serialized; and what was read has the
        // checksum that it had then.
        let known = known.map(|bytes| unsafe { CachedCode::new(bytes) });
        CodeCacheEntry { cached: known, store_as: write_as }
    }

    fn save(&self, cache: &cache::Cache, kind: CacheKind) {
        let mut progress = self.progress();
        let Some(bundle) = &self.bundle else {
            if kind == CacheKind::BuiltIn || progress.compiled >= MIN_PROGRAM_SIZE {
                Bundle::write(cache, &self.key, &BTreeMap::new());
            }
            return;
        };
        let written = std::mem::take(&mut progress.written);
        let size: usize = written.values().map(Vec::len).sum();
        // A bundle is written as a whole. For one edited file that takes longer than compiling it again.
        let is_large = size as u64 >= MIN_ADDITION.max(bundle.size() / 64);
        let is_worth_it = is_large || bundle.is_empty() || kind == CacheKind::BuiltIn;
        if written.is_empty() || !is_worth_it {
            return;
        }
        let is_full = bundle.size() > MAX_PACK_SIZE;
        let old =
            bundle.names().filter(|name| !written.contains_key(name) && (!is_full || progress.used.contains(name)));
        let old: Vec<(u128, Vec<u8>)> = old.filter_map(|name| Some((name, bundle.read(name)?))).collect();
        let all = written.iter().chain(old.iter().map(|(name, bytes)| (name, bytes)));
        let all = all.map(|(name, bytes)| (*name, &bytes[..])).collect();
        Bundle::write(cache, &self.key, &all);
    }
}

/// Results of source transforms are stored in the same bundle as the bytecode.
impl SmallResultStore for CodeCache {
    fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let name = key.number();
        let found = self.bundle.as_ref()?.read(name)?;
        self.progress().used.insert(name);
        Some(found)
    }

    fn put(&self, key: &Key, bytes: Vec<u8>) {
        self.progress().written.insert(key.number(), bytes);
    }
}

/// At exit: serializes what was compiled and writes the bundles.
pub fn save() {
    let Some(cache) = cache::shared() else { return };
    if let Some(host) = host_if_any().filter(|_| !worker::is_worker()) {
        host.cx().serialize_compiled(|name, bytes| {
            let code_cache = [&BUILT_IN, &PROGRAM].into_iter().filter_map(|code_cache| code_cache.get()?.as_ref());
            if let Some(code_cache) =
                code_cache.into_iter().find(|code_cache| code_cache.progress().claimed.contains(&name))
            {
                code_cache.progress().written.insert(name, bytes.to_vec());
            }
        });
    }
    for (kind, code_cache) in [(CacheKind::BuiltIn, &BUILT_IN), (CacheKind::Program, &PROGRAM)] {
        if let Some(Some(code_cache)) = code_cache.get() {
            code_cache.save(cache, kind);
        }
    }
}
