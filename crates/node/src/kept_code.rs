//! Which compiled code is kept, where, and from when on.
//!
//! There are two packs (`hexloop_source::cache::Bundle`) of code (`hexloop_engine::KeptCode`): one of the built-in files, which
//! all programs share, and one for each program that is started by a file's path. Both are named after the engine's build.
//!
//! ```text
//!   1st run   there is no pack         the texts are compiled          an empty pack says that the program was here
//!   2nd run   the pack is empty        the texts are compiled          their code is written when the process ends
//!   3rd run   the code is read         what is new is compiled         and added
//! ```
//!
//! So a program that runs once costs nothing; and a second run pays about a sixth of its loading time, once. A process that
//! is killed writes nothing. Workers compile for themselves. With `--no-cache` there are no packs.

use crate::host::host_if_any;
use crate::worker;
use hexloop_engine::{Cx, Exception, KeptCode, KnownCode, Script, Value, engine_build};
use hexloop_source::cache::{self, Bundle, Key, SmallResultStore, content_hash};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Whose text it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    BuiltIn,
    Program,
}

/// Less text than this is compiled sooner than a pack is opened.
const SMALLEST_PROGRAM: usize = 16 << 10;

/// Fewer bytes of code than this are not added to a program's pack.
const SMALLEST_ADDITION: u64 = 32 << 10;

/// Writing takes the engine time that grows with the square of the code: 2 seconds for a text of 6 MB whose
/// functions are all called, a tenth of a second for the TypeScript compiler.
const LARGEST_TEXT: usize = 16 << 20;

/// When a pack has grown past this, only what the present run has used is kept.
const LARGEST_PACK: u64 = 64 << 20;

struct Kept {
    key: Key,
    pack: Option<Bundle>,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    /// How many bytes of text had no code.
    compiled: usize,
    /// What was read.
    used: HashSet<u128>,
    /// Texts whose code is to be written, should it have to be compiled.
    claimed: HashSet<u128>,
    written: BTreeMap<u128, Vec<u8>>,
}

static BUILT_IN: OnceLock<Option<Kept>> = OnceLock::new();
static PROGRAM: OnceLock<Option<Kept>> = OnceLock::new();

/// The process runs this file. Without it there is no pack for a program.
pub fn begin_program(path: &Path) {
    let open = || Kept::open(std::path::absolute(path).ok()?.as_os_str().as_encoded_bytes());
    if let Some(kept) = PROGRAM.get_or_init(open)
        && kept.pack.is_some()
    {
        cache::set_small_result_store(kept);
    }
}

/// Of the main thread. Code that was read can never be let go of, since the engine does not say when it is done with it; a
/// process may start thousands of workers.
fn kept(shelf: Shelf) -> Option<&'static Kept> {
    if worker::is_worker() {
        return None;
    }
    match shelf {
        Shelf::BuiltIn => BUILT_IN.get_or_init(|| Kept::open(b"")).as_ref(),
        Shelf::Program => PROGRAM.get()?.as_ref(),
    }
}

/// A script that is ready to run, with its code where it is known. Whoever made it can let go of the text.
pub struct Ready {
    script: Script,
    code: KeptCode,
}

impl Ready {
    /// The script that these parts make.
    pub fn new(parts: &[&str], shelf: Shelf) -> Ready {
        let code = kept(shelf).map_or_else(KeptCode::default, |kept| kept.code_of(parts, shelf));
        Ready { script: Script::new(parts), code }
    }

    pub fn run<'a>(self, cx: Cx<'a>, url: &str) -> Result<Value<'a>, Exception<'a>> {
        cx.run_kept(self.script, url, 1, self.code)
    }
}

impl Kept {
    /// `program` is the path of its file, empty for the built-in files.
    fn open(program: &[u8]) -> Option<Kept> {
        let cache = cache::shared()?;
        let build: String = engine_build()?.iter().map(|byte| format!("{byte:02x}")).collect();
        let key = Key::of("code", &build, program);
        // SAFETY: a number that the system knows.
        let owner = unsafe { libc::geteuid() };
        Some(Kept { key, pack: Bundle::open(cache, &key, owner), progress: Mutex::default() })
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn code_of(&self, parts: &[&str], shelf: Shelf) -> KeptCode {
        let size: usize = parts.iter().map(|part| part.len()).sum();
        let Some(pack) = &self.pack else {
            self.progress().compiled += size;
            return KeptCode::default();
        };
        let name = content_hash(parts);
        let mut progress = self.progress();
        // A second time, after `delete require.cache[…]` say, the engine remembers by itself.
        let known = if progress.used.contains(&name) { None } else { pack.get(name) };
        let is_worth_it = size <= LARGEST_TEXT || shelf == Shelf::BuiltIn;
        let write_as = (is_worth_it && progress.claimed.insert(name)).then_some(name);
        if known.is_some() {
            progress.used.insert(name);
        } else {
            progress.compiled += size;
        }
        // SAFETY: the pack is named after the engine's build, the code in it after the text. It is a file of this user's that no other
        // can write, which only `keep` makes, of what the engine wrote; and what was read of it has the checksum that it had then.
        let known = known.map(|bytes| unsafe { KnownCode::new(bytes) });
        KeptCode { known, write_as }
    }

    fn keep(&self, cache: &cache::Cache, shelf: Shelf) {
        let mut progress = self.progress();
        let Some(pack) = &self.pack else {
            if shelf == Shelf::BuiltIn || progress.compiled >= SMALLEST_PROGRAM {
                Bundle::write(cache, &self.key, &BTreeMap::new());
            }
            return;
        };
        let written = std::mem::take(&mut progress.written);
        let size: usize = written.values().map(Vec::len).sum();
        // A pack is written whole. For one file that was edited that takes longer than compiling it anew.
        let is_much = size as u64 >= SMALLEST_ADDITION.max(pack.size() / 64);
        let is_worth_it = is_much || pack.is_empty() || shelf == Shelf::BuiltIn;
        if written.is_empty() || !is_worth_it {
            return;
        }
        let is_full = pack.size() > LARGEST_PACK;
        let old = pack.names().filter(|name| !written.contains_key(name) && (!is_full || progress.used.contains(name)));
        let old: Vec<(u128, Vec<u8>)> = old.filter_map(|name| Some((name, pack.read(name)?))).collect();
        let all = written.iter().chain(old.iter().map(|(name, bytes)| (name, bytes)));
        let all = all.map(|(name, bytes)| (*name, &bytes[..])).collect();
        Bundle::write(cache, &self.key, &all);
    }
}

/// Results of the source transforms lie beside the code of what they made.
impl SmallResultStore for Kept {
    fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let name = key.number();
        let found = self.pack.as_ref()?.read(name)?;
        self.progress().used.insert(name);
        Some(found)
    }

    fn put(&self, key: &Key, bytes: Vec<u8>) {
        self.progress().written.insert(key.number(), bytes);
    }
}

/// The process ends: what it compiled is written down and kept for the next one.
pub fn end_with_process() {
    let Some(cache) = cache::shared() else { return };
    if let Some(host) = host_if_any().filter(|_| !worker::is_worker()) {
        host.cx().write_compiled(|name, bytes| {
            let kept = [&BUILT_IN, &PROGRAM].into_iter().filter_map(|kept| kept.get()?.as_ref());
            if let Some(kept) = kept.into_iter().find(|kept| kept.progress().claimed.contains(&name)) {
                kept.progress().written.insert(name, bytes.to_vec());
            }
        });
    }
    for (shelf, kept) in [(Shelf::BuiltIn, &BUILT_IN), (Shelf::Program, &PROGRAM)] {
        if let Some(Some(kept)) = kept.get() {
            kept.keep(cache, shelf);
        }
    }
}
