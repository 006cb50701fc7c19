//! One of the engine's own source providers, with two of its functions replaced. The drawing is in `mod.rs`.

use crate::capabilities::probe_read::read;
use crate::capabilities::vm_lock::{self, VmLock};
use crate::capabilities::{Absent, Cached, Capability, Probed, require_x86_64_linux, symbol};
use crate::ffi::*;
use crate::string::EngineString;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::OnceLock;

type ScriptRef = *mut c_void;

/// At most: 11 in 2.50, 12 since 2.52.
const VTABLE_SLOTS: usize = 12;
/// Before a vtable's first function are two words that describe the class.
const VTABLE_PREFIX: usize = 2;
const CACHED_BYTECODE: usize = 4;
const CACHE_BYTECODE: usize = 5;
/// `codeBlockHashConcurrently`, `lockUnderlyingBufferImpl`, `unlockUnderlyingBufferImpl`; since 2.52 a function that returns
/// false comes after the first.
const FIRST_EXPORTED: usize = 8;

/// Where the VM may be, in words from the script's start; the source follows it. 0x80 in 2.50 and 2.52, 0x88 in 2.54.
const VM_WORDS: std::ops::Range<usize> = 0x78 / 8..0x98 / 8;

/// The engine's `SourceCodeKey`: the provider, where the source begins and ends, and 24 bytes more (48 is generous).
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
    encode: unsafe extern "C" fn(*mut *mut c_void, *const c_void, *const c_void, *const c_void),
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
    require_x86_64_linux()?;
    // SAFETY: the names spell these signatures.
    unsafe {
        Ok(Functions {
            create: symbol(c"JSScriptCreateFromString")?,
            evaluate: symbol(c"JSScriptEvaluate")?,
            release: symbol(c"JSScriptRelease")?,
            encode: symbol(c"_ZN3JSC15encodeCodeBlockERNS_2VMERKNS_13SourceCodeKeyEPKNS_17UnlinkedCodeBlockE")?,
            lock: vm_lock::probe()?,
            exported: [
                symbol(c"_ZN3JSC14SourceProvider25codeBlockHashConcurrentlyEiiNS_22CodeSpecializationKindE")?,
                symbol(c"_ZN3JSC14SourceProvider24lockUnderlyingBufferImplEv")?,
                symbol(c"_ZN3JSC14SourceProvider26unlockUnderlyingBufferImplEv")?,
            ],
        })
    }
}

/// The engine's vtable for a script, and the copy with our functions.
struct Vtables {
    original: *const *const c_void,
    patched: [*const c_void; VTABLE_PREFIX + VTABLE_SLOTS],
    /// Of the script.
    vm_word: usize,
}

impl Vtables {
    fn source_word(&self) -> usize {
        self.vm_word + 1
    }
}

// SAFETY: addresses of functions.
unsafe impl Send for Vtables {}
// SAFETY: as above.
unsafe impl Sync for Vtables {}

/// The source of a script until it gets its own: something that the engine parses immediately.
const PLACEHOLDER_SOURCE: &str = "0";

pub(super) struct Provider {
    functions: &'static Functions,
    vtables: &'static Vtables,
    script: ScriptRef,
    encodable: Option<Encodable>,
}

impl Provider {
    /// Absent if the layout is not as drawn.
    pub(super) fn new(vm: JSContextGroupRef, url: &EngineString, line: i32) -> Probed<Provider> {
        static VTABLES: OnceLock<Option<Vtables>> = OnceLock::new();
        let functions = functions()?;
        let placeholder = EngineString::new(PLACEHOLDER_SOURCE);
        // SAFETY: live strings; errors are not requested.
        let script =
            unsafe { (functions.create)(vm, url.raw(), line, placeholder.raw(), ptr::null_mut(), ptr::null_mut()) };
        let mismatch = Absent::Mismatch("the layout of scripts");
        if script.is_null() {
            return Err(mismatch);
        }
        // SAFETY: a script of the engine's, just created; `is_as_expected` decides whether more of it is read.
        let vtables = VTABLES.get_or_init(|| unsafe { find_vtables(script, vm, functions) }).as_ref();
        let Some(vtables) = vtables else {
            // SAFETY: ours to release.
            unsafe { (functions.release)(script) };
            return Err(mismatch);
        };
        Ok(Provider { functions, vtables, script, encodable: None })
    }

    /// Swaps the script's source with `text`, which is dropped with the placeholder.
    pub(super) fn set_source(&mut self, text: EngineString) {
        // SAFETY: one reference to a string is there (`find_vtables`), and nobody reads it now.
        unsafe { text.swap_impl(self.script.cast::<*mut c_void>().add(self.vtables.source_word())) };
    }

    pub(super) fn evaluate(
        &mut self,
        ctx: JSContextRef,
        cached: Option<*mut c_void>,
        exception: *mut JSValueRef,
    ) -> JSValueRef {
        let compilation =
            Compilation { script: self.script, vtables: self.vtables, cached, encodable: Cell::new(None) };
        let outer = COMPILATION.replace(&raw const compilation);
        let table = self.script.cast::<*const *const c_void>();
        // SAFETY: the first word of the script is its vtable; ours has the same functions except two. The script gets its
        // own back before anything else can happen to it.
        let value = unsafe {
            *table = self.vtables.patched.as_ptr().add(VTABLE_PREFIX);
            let value = (self.functions.evaluate)(ctx, self.script, ptr::null(), exception);
            *table = self.vtables.original;
            value
        };
        COMPILATION.set(outer);
        self.encodable = compilation.encodable.take();
        value
    }

    /// What the engine compiled, if it had to. Keeps the script alive.
    pub(super) fn into_compiled(self) -> Option<Compiled> {
        Some(Compiled { encodable: self.encodable?, provider: self })
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        // SAFETY: ours to release; functions of the script hold references of their own.
        unsafe { (self.functions.release)(self.script) };
    }
}

/// # Safety
/// `script` was just created by `create` with the source [`PLACEHOLDER_SOURCE`].
unsafe fn find_vtables(script: ScriptRef, vm: JSContextGroupRef, functions: &Functions) -> Option<Vtables> {
    let table: [usize; 1] = read(script as usize)?;
    let words: [*const c_void; VTABLE_PREFIX + VTABLE_SLOTS] = read(table[0].checked_sub(VTABLE_PREFIX * 8)?)?;
    let slots = &words[VTABLE_PREFIX..];
    let does_nothing = |slot: usize| {
        let code: [u8; 16] = read(slots[slot] as usize)?;
        let code = code.strip_prefix(&ENDBR64).unwrap_or(&code);
        Some(if slot == CACHED_BYTECODE {
            RETURN_NULL.iter().any(|pattern| code.starts_with(pattern))
        } else {
            code[0] == RET
        })
    };
    let returns_false = |slot: usize| {
        let code: [u8; 16] = read(slots[slot] as usize)?;
        Some(code.strip_prefix(&ENDBR64).unwrap_or(&code).starts_with(&RETURN_FALSE))
    };
    let [hash, lock, unlock] = functions.exported;
    let ends_as_expected = slots[FIRST_EXPORTED] == hash
        && match slots[FIRST_EXPORTED + 1..] {
            [first, second, _] if first == lock => second == unlock,
            [_, second, third] => second == lock && third == unlock && returns_false(FIRST_EXPORTED + 1) == Some(true),
            _ => false,
        };
    let word_of = |word: usize| read::<usize>(script as usize + word * 8);
    let vm_word = VM_WORDS.into_iter().find(|word| word_of(*word) == Some(vm as usize))?;
    let is_as_expected = ends_as_expected
        && (CACHED_BYTECODE..FIRST_EXPORTED).all(|slot| does_nothing(slot) == Some(true))
        && latin1_string_at(script as usize + (vm_word + 1) * 8).as_deref() == Some(PLACEHOLDER_SOURCE.as_bytes())
        && EngineString::new(PLACEHOLDER_SOURCE).is_swappable();
    if !is_as_expected {
        return None;
    }
    let mut patched = words;
    patched[VTABLE_PREFIX + CACHED_BYTECODE] = cached_bytecode as *const c_void;
    patched[VTABLE_PREFIX + CACHE_BYTECODE] = cache_bytecode as *const c_void;
    Some(Vtables { original: table[0] as *const *const c_void, patched, vm_word })
}

const ENDBR64: [u8; 4] = [0xf3, 0x0f, 0x1e, 0xfa];
const RET: u8 = 0xc3;
const RETURN_FALSE: [u8; 3] = [0x31, 0xc0, RET];
/// Null through the memory that rdi points to, which is also returned: in either order.
const RETURN_NULL: [[u8; 11]; 2] =
    [[0x48, 0xc7, 0x07, 0, 0, 0, 0, 0x48, 0x89, 0xf8, RET], [0x48, 0x89, 0xf8, 0x48, 0xc7, 0x07, 0, 0, 0, 0, RET]];

/// The characters of a short Latin-1 string whose address is at `place`.
fn latin1_string_at(place: usize) -> Option<Vec<u8>> {
    let string: usize = read(place)?;
    let length: u32 = read(string + 4)?;
    let characters: usize = read(string + 8)?;
    (0..(length as usize).min(64)).map(|at| read(characters + at)).collect()
}

/// What the vtable functions use while a script is being compiled.
struct Compilation {
    script: ScriptRef,
    vtables: &'static Vtables,
    cached: Option<*mut c_void>,
    encodable: Cell<Option<Encodable>>,
}

thread_local! {
    static COMPILATION: Cell<*const Compilation> = const { Cell::new(ptr::null()) };
}

/// The compilation on this thread, if it is that of this script.
fn current_compilation(script: ScriptRef) -> Option<&'static Compilation> {
    // SAFETY: set for the time of one evaluation, during which the engine calls, and not used after the call returns.
    unsafe { COMPILATION.get().as_ref() }.filter(|compilation| compilation.script == script)
}

/// `RefPtr<CachedBytecode> cachedBytecode() const`.
unsafe extern "C" fn cached_bytecode(result: *mut *mut c_void, script: ScriptRef) -> *mut *mut c_void {
    let code = current_compilation(script).and_then(|compilation| compilation.cached).unwrap_or(ptr::null_mut());
    // SAFETY: the engine provides the memory for the result; one more reference goes with it.
    unsafe {
        *result = code;
        if !code.is_null() {
            *code.cast::<u32>() += 1;
        }
    }
    result
}

/// `void cacheBytecode(const Function<RefPtr<CachedBytecode>()>&) const`. The function object holds references to the VM, the
/// key and the code block that it would encode.
unsafe extern "C" fn cache_bytecode(script: ScriptRef, function: *const usize) {
    let Some(compilation) = current_compilation(script) else { return };
    compilation.encodable.set(encodable_in(script, compilation.vtables.vm_word, function as usize));
}

fn encodable_in(script: ScriptRef, vm_word: usize, function: usize) -> Option<Encodable> {
    let wrapper: usize = read(function)?;
    let [_, vm, key, block]: [usize; 4] = read(wrapper)?;
    let block: usize = read(block)?;
    let key: [usize; KEY_WORDS] = read(key)?;
    let vm_of_script: usize = read(script as usize + vm_word * 8)?;
    let starts_at = key[1] as u32;
    let is_cell = block != 0 && block.is_multiple_of(8) && read::<u64>(block).is_some();
    let is_as_expected = vm == vm_of_script && key[0] == script as usize && starts_at == 0 && is_cell;
    is_as_expected.then_some(Encodable { key, block })
}

/// What the engine would encode, and under which key.
#[derive(Clone, Copy)]
struct Encodable {
    key: [usize; KEY_WORDS],
    block: usize,
}

/// What encoding a script's code needs. The key refers to the script, so that is kept alive.
pub(super) struct Compiled {
    encodable: Encodable,
    provider: Provider,
}

impl Compiled {
    /// A cell of the engine's heap, though not a JavaScript value.
    pub(super) fn block(&self) -> JSValueRef {
        self.encodable.block as JSValueRef
    }

    pub(super) fn encode(&self, vm: JSContextGroupRef, take: impl FnOnce(&[u8])) {
        let Compiled { encodable: Encodable { key, block }, provider: Provider { functions, .. } } = self;
        let mut code: *mut c_void = ptr::null_mut();
        // SAFETY: the VM is that of the script, its lock is held; key and block are as the engine passed them, alive since the
        // script is referenced and the block protected.
        unsafe {
            let encode = || (functions.encode)(&mut code, vm.cast(), key.as_ptr().cast(), *block as *const c_void);
            functions.lock.hold(vm.cast(), encode);
        }
        // The encoded bytes are leaked: a process encodes once, at its end.
        if let Some([head, size, start, size_again]) = read::<[usize; 4]>(code as usize)
            && head as u32 == 1
            && size == size_again
            && size > 0
            && read::<u8>(start).is_some()
            && read::<u8>(start + size - 1).is_some()
        {
            // SAFETY: as the engine says: `size` bytes from there.
            take(unsafe { std::slice::from_raw_parts(start as *const u8, size) });
        }
    }
}

/// Code as the engine takes it, a `CachedBytecode` whose payload is in memory: that variant is a zero after these words, one word
/// later since 2.52. It is never freed, for there is no way to know when its last function is collected; the reference count is
/// such that the engine does not try.
pub(super) fn as_cached_bytecode(code: &'static [u8]) -> *mut c_void {
    const EXTRA_REFERENCES: usize = 1 << 20;
    let mut form = Box::new([0usize; 32]);
    form[..4].copy_from_slice(&[EXTRA_REFERENCES, code.len(), code.as_ptr() as usize, code.len()]);
    Box::into_raw(form).cast()
}
