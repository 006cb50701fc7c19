//! A source provider of the engine's own making, with two of its answers replaced. The drawing is in `mod.rs`.

use crate::capabilities::probe_read::read;
use crate::capabilities::vm_lock::{self, VmLock};
use crate::capabilities::{Absent, Cached, Capability, Probed, demand_x86_64_linux, symbol};
use crate::ffi::*;
use crate::string::EngineString;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::OnceLock;

type ScriptRef = *mut c_void;

/// At most: 11 in 2.50, 12 since 2.52.
const SLOTS: usize = 12;
/// Before a table's first function stand two words that describe the class.
const BEFORE: usize = 2;
const KNOWN: usize = 4;
const WRITE: usize = 5;
/// `codeBlockHashConcurrently`, `lockUnderlyingBufferImpl`, `unlockUnderlyingBufferImpl`; since 2.52 a function that answers no
/// comes after the first.
const EXPORTED: usize = 8;

/// Where the VM may stand, in words from the script's start; the text follows it. 0x80 in 2.50 and 2.52, 0x88 in 2.54.
const VM_WORDS: std::ops::Range<usize> = 0x78 / 8..0x98 / 8;

/// The engine's `SourceCodeKey`: the provider, where the text begins and ends, and 24 bytes more (48 is generous).
const KEY_WORDS: usize = 8;

#[derive(Clone, Copy)]
struct Functions {
    create: unsafe extern "C" fn(
        JSContextGroupRef,
        JSStringRef,
        c_int,
        JSStringRef,
        *mut JSStringRef,
        *mut c_int,
    ) -> ScriptRef,
    evaluate: unsafe extern "C" fn(JSContextRef, ScriptRef, JSValueRef, *mut JSValueRef) -> JSValueRef,
    release: unsafe extern "C" fn(ScriptRef),
    /// `encodeCodeBlock(VM&, SourceCodeKey const&, UnlinkedCodeBlock const*)`, which returns through memory.
    write: unsafe extern "C" fn(*mut *mut c_void, *const c_void, *const c_void, *const c_void),
    lock: VmLock,
    exported: [*const c_void; 3],
}

// SAFETY: addresses of functions.
unsafe impl Send for Functions {}
// SAFETY: as above.
unsafe impl Sync for Functions {}

fn functions() -> Probed<&'static Functions> {
    static FOUND: Cached<Functions> = Cached::new();
    FOUND.get(Capability::CodeCache, look_up)
}

fn look_up() -> Probed<Functions> {
    demand_x86_64_linux()?;
    // SAFETY: the names spell these signatures.
    unsafe {
        Ok(Functions {
            create: symbol(c"JSScriptCreateFromString")?,
            evaluate: symbol(c"JSScriptEvaluate")?,
            release: symbol(c"JSScriptRelease")?,
            write: symbol(c"_ZN3JSC15encodeCodeBlockERNS_2VMERKNS_13SourceCodeKeyEPKNS_17UnlinkedCodeBlockE")?,
            lock: vm_lock::probe()?,
            exported: [
                symbol(c"_ZN3JSC14SourceProvider25codeBlockHashConcurrentlyEiiNS_22CodeSpecializationKindE")?,
                symbol(c"_ZN3JSC14SourceProvider24lockUnderlyingBufferImplEv")?,
                symbol(c"_ZN3JSC14SourceProvider26unlockUnderlyingBufferImplEv")?,
            ],
        })
    }
}

/// The engine's table of functions for a script, and the copy with our answers.
struct Tables {
    theirs: *const *const c_void,
    ours: [*const c_void; BEFORE + SLOTS],
    /// Of the script.
    vm_word: usize,
}

impl Tables {
    fn text_word(&self) -> usize {
        self.vm_word + 1
    }
}

// SAFETY: addresses of functions.
unsafe impl Send for Tables {}
// SAFETY: as above.
unsafe impl Sync for Tables {}

/// What a script is made of until it gets its own text: something that the engine parses in no time.
const NO_TEXT: &str = "0";

pub(super) struct Provider {
    functions: &'static Functions,
    tables: &'static Tables,
    script: ScriptRef,
    found: Option<Found>,
}

impl Provider {
    /// None where the engine is not built as drawn.
    pub(super) fn new(vm: JSContextGroupRef, url: &EngineString, line: i32) -> Probed<Provider> {
        static TABLES: OnceLock<Option<Tables>> = OnceLock::new();
        let functions = functions()?;
        let no_text = EngineString::new(NO_TEXT);
        // SAFETY: live strings; errors are not asked for.
        let script =
            unsafe { (functions.create)(vm, url.raw(), line, no_text.raw(), ptr::null_mut(), ptr::null_mut()) };
        let unlike = Absent::Unlike("the layout of scripts");
        if script.is_null() {
            return Err(unlike);
        }
        // SAFETY: a script of the engine's, just made; `is_as_drawn` decides whether more of it is read.
        let tables = TABLES.get_or_init(|| unsafe { tables_of(script, vm, functions) }).as_ref();
        let Some(tables) = tables else {
            // SAFETY: ours to release.
            unsafe { (functions.release)(script) };
            return Err(unlike);
        };
        Ok(Provider { functions, tables, script, found: None })
    }

    /// The script's text becomes this one, which gets what the script had.
    pub(super) fn take_text(&mut self, text: EngineString) {
        // SAFETY: one reference to a string stands there (`tables_of`), and nobody looks at it now.
        unsafe { text.exchange(self.script.cast::<*mut c_void>().add(self.tables.text_word())) };
    }

    pub(super) fn evaluate(
        &mut self,
        ctx: JSContextRef,
        known: Option<*mut c_void>,
        exception: *mut JSValueRef,
    ) -> JSValueRef {
        let asked = Asked { script: self.script, tables: self.tables, known, found: Cell::new(None) };
        let outer = ASKED.replace(&raw const asked);
        let table = self.script.cast::<*const *const c_void>();
        // SAFETY: the first word of the script is its table; ours has the same functions but for two. The script gets its
        // own back before anything else can happen to it.
        let value = unsafe {
            *table = self.tables.ours.as_ptr().add(BEFORE);
            let value = (self.functions.evaluate)(ctx, self.script, ptr::null(), exception);
            *table = self.tables.theirs;
            value
        };
        ASKED.set(outer);
        self.found = asked.found.take();
        value
    }

    /// What the engine compiled, if it had to. The script lives on in it.
    pub(super) fn into_compiled(self) -> Option<Compiled> {
        Some(Compiled { found: self.found?, provider: self })
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        // SAFETY: ours to release; functions of the script hold references of their own.
        unsafe { (self.functions.release)(self.script) };
    }
}

/// # Safety
/// `script` was just made by `create` with the text [`NO_TEXT`].
unsafe fn tables_of(script: ScriptRef, vm: JSContextGroupRef, functions: &Functions) -> Option<Tables> {
    let table: [usize; 1] = read(script as usize)?;
    let words: [*const c_void; BEFORE + SLOTS] = read(table[0].checked_sub(BEFORE * 8)?)?;
    let slots = &words[BEFORE..];
    let does_nothing = |slot: usize| {
        let code: [u8; 16] = read(slots[slot] as usize)?;
        let code = code.strip_prefix(&BRANCH_TARGET).unwrap_or(&code);
        Some(if slot == KNOWN { ANSWER_NULL.iter().any(|answer| code.starts_with(answer)) } else { code[0] == RETURN })
    };
    let answers_no = |slot: usize| {
        let code: [u8; 16] = read(slots[slot] as usize)?;
        Some(code.strip_prefix(&BRANCH_TARGET).unwrap_or(&code).starts_with(&ANSWER_NO))
    };
    let [hash, lock, unlock] = functions.exported;
    let ends_as_drawn = slots[EXPORTED] == hash
        && match slots[EXPORTED + 1..] {
            [first, second, _] if first == lock => second == unlock,
            [_, second, third] => second == lock && third == unlock && answers_no(EXPORTED + 1) == Some(true),
            _ => false,
        };
    let word_of = |word: usize| read::<usize>(script as usize + word * 8);
    let vm_word = VM_WORDS.into_iter().find(|word| word_of(*word) == Some(vm as usize))?;
    let is_as_drawn = ends_as_drawn
        && (KNOWN..EXPORTED).all(|slot| does_nothing(slot) == Some(true))
        && text_at(script as usize + (vm_word + 1) * 8).as_deref() == Some(NO_TEXT.as_bytes())
        && EngineString::new(NO_TEXT).is_exchangeable();
    if !is_as_drawn {
        return None;
    }
    let mut ours = words;
    ours[BEFORE + KNOWN] = known as *const c_void;
    ours[BEFORE + WRITE] = write as *const c_void;
    Some(Tables { theirs: table[0] as *const *const c_void, ours, vm_word })
}

const BRANCH_TARGET: [u8; 4] = [0xf3, 0x0f, 0x1e, 0xfa];
const RETURN: u8 = 0xc3;
const ANSWER_NO: [u8; 3] = [0x31, 0xc0, RETURN];
/// Null through the memory that rdi names, which is also returned: in either order.
const ANSWER_NULL: [[u8; 11]; 2] = [
    [0x48, 0xc7, 0x07, 0, 0, 0, 0, 0x48, 0x89, 0xf8, RETURN],
    [0x48, 0x89, 0xf8, 0x48, 0xc7, 0x07, 0, 0, 0, 0, RETURN],
];

/// The letters of a short narrow string whose address stands at `place`.
fn text_at(place: usize) -> Option<Vec<u8>> {
    let string: usize = read(place)?;
    let length: u32 = read(string + 4)?;
    let letters: usize = read(string + 8)?;
    (0..(length as usize).min(64)).map(|at| read(letters + at)).collect()
}

/// What the engine may ask while a script is being compiled.
struct Asked {
    script: ScriptRef,
    tables: &'static Tables,
    known: Option<*mut c_void>,
    found: Cell<Option<Found>>,
}

thread_local! {
    static ASKED: Cell<*const Asked> = const { Cell::new(ptr::null()) };
}

/// The script that is being compiled on this thread, if it is this one.
fn asked(script: ScriptRef) -> Option<&'static Asked> {
    // SAFETY: set for the time of one evaluation, during which the engine asks, and not used beyond the answer.
    unsafe { ASKED.get().as_ref() }.filter(|asked| asked.script == script)
}

/// `RefPtr<CachedBytecode> cachedBytecode() const`.
unsafe extern "C" fn known(answer: *mut *mut c_void, script: ScriptRef) -> *mut *mut c_void {
    let code = asked(script).and_then(|asked| asked.known).unwrap_or(ptr::null_mut());
    // SAFETY: the engine names the memory for the answer; one more reference goes with it.
    unsafe {
        *answer = code;
        if !code.is_null() {
            *code.cast::<u32>() += 1;
        }
    }
    answer
}

/// `void cacheBytecode(const Function<RefPtr<CachedBytecode>()>&) const`. The function object holds references to the VM, the
/// key and the block of code that it would write.
unsafe extern "C" fn write(script: ScriptRef, function: *const usize) {
    let Some(asked) = asked(script) else { return };
    asked.found.set(look_into(script, asked.tables.vm_word, function as usize));
}

fn look_into(script: ScriptRef, vm_word: usize, function: usize) -> Option<Found> {
    let wrapper: usize = read(function)?;
    let [_, vm, key, block]: [usize; 4] = read(wrapper)?;
    let block: usize = read(block)?;
    let key: [usize; KEY_WORDS] = read(key)?;
    let vm_of_script: usize = read(script as usize + vm_word * 8)?;
    let starts_at = key[1] as u32;
    let is_cell = block != 0 && block.is_multiple_of(8) && read::<u64>(block).is_some();
    let is_as_drawn = vm == vm_of_script && key[0] == script as usize && starts_at == 0 && is_cell;
    is_as_drawn.then_some(Found { key, block })
}

/// What the engine would write, and under which key.
#[derive(Clone, Copy)]
struct Found {
    key: [usize; KEY_WORDS],
    block: usize,
}

/// What it takes to write a script's code down. The key names the script, so that lives as long.
pub(super) struct Compiled {
    found: Found,
    provider: Provider,
}

impl Compiled {
    /// A cell of the engine's heap, though no value of the language.
    pub(super) fn block(&self) -> JSValueRef {
        self.found.block as JSValueRef
    }

    pub(super) fn write(&self, vm: JSContextGroupRef, take: impl FnOnce(&[u8])) {
        let Compiled { found: Found { key, block }, provider: Provider { functions, .. } } = self;
        let mut code: *mut c_void = ptr::null_mut();
        // SAFETY: the VM is that of the script, its lock is held; key and block are as the engine named them, alive since the
        // script is referenced and the block protected.
        unsafe {
            let write = || (functions.write)(&mut code, vm.cast(), key.as_ptr().cast(), *block as *const c_void);
            functions.lock.hold(vm.cast(), write);
        }
        // What was written stays where it is: a process writes once, at its end.
        if let Some([head, size, start, size_again]) = read::<[usize; 4]>(code as usize)
            && head as u32 == 1
            && size == size_again
            && size > 0
            && read::<u8>(start).is_some()
            && read::<u8>(start + size - 1).is_some()
        {
            // SAFETY: as the engine says: so many bytes from there.
            take(unsafe { std::slice::from_raw_parts(start as *const u8, size) });
        }
    }
}

/// Code as the engine takes it, a `CachedBytecode` whose bytes lie in memory: that form is a zero after these words, one word later
/// since 2.52. It is never freed, for nobody knows when its last function is gone; the count of references is
/// such that the engine does not try.
pub(super) fn in_engine_form(code: &'static [u8]) -> *mut c_void {
    const OURS: usize = 1 << 20;
    let mut form = Box::new([0usize; 32]);
    form[..4].copy_from_slice(&[OURS, code.len(), code.as_ptr() as usize, code.len()]);
    Box::into_raw(form).cast()
}
