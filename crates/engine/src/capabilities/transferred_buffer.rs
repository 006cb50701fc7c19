//! `buffer-transfer`: transferring an ArrayBuffer, or sharing a SharedArrayBuffer, between VMs.
//!
//! The C API can do neither: its buffers over external memory are never shared, and it cannot detach memory. But the library
//! exports what the engine's own `postMessage` is made of. Memory between two VMs is an `ArrayBufferContents`: taken out of a
//! buffer it leaves that detached; of a shared one it is one more reference to the same memory.
//!
//! ```text
//!   buffer ── transferTo ──▶ contents ── ArrayBuffer::create ──▶ ArrayBuffer ── DataView::create, wrap ──▶ view.buffer
//! ```
//!
//! The memory enters a VM through a view of length 0 because creating one needs nothing that the library hides. If a symbol is
//! missing, transfers are not supported ([`TransferredBuffer::is_supported`]), and the caller copies, or refuses.
//!
//! The collector counts received memory as allocated, but subtracts nothing when memory is transferred away: a megabyte sent back
//! and forth began a collection every eighth time, half a millisecond each. So a VM has a credit of what it transferred away, and
//! memory received within it is put into a buffer of one byte that was reported as such: the two swap their contents. The offset
//! of the contents in a buffer is verified each time, when memory is taken ([`TransferredBuffer::take`]); on a mismatch nothing is
//! swapped.

use super::vm_lock::{self, VmLock};
use super::{Cached, Capability, Probed, cell_layout, symbol};
use crate::buffer::assert_no_borrowed_bytes;
use crate::context::Cx;
use crate::ffi::*;
use crate::value::Value;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::OnceLock;

/// Larger than the C++ class (seven words in the version measured). All zeros is an empty one.
type Contents = [usize; 16];

/// The words of the class in the version measured. Of the last only one byte is significant, a bool; the padding was never written.
const CONTENTS_WORDS: usize = 7;

type ContentsWords = [usize; CONTENTS_WORDS];

/// Smaller buffers are not worth the swap.
const SWAP_THRESHOLD: usize = 64 << 10;

/// A VM that first only sends, and then only receives, has at most this much memory that its collector does not count.
const MAX_CREDIT: usize = 16 << 20;

thread_local! {
    /// The bytes that each of this thread's VMs (only one, except in tests) transferred away and did not receive back unreported.
    static CREDITS: RefCell<Vec<(JSContextGroupRef, usize)>> = const { RefCell::new(Vec::new()) };
}

fn with_credit<R>(cx: Cx<'_>, change: impl FnOnce(&mut usize) -> R) -> R {
    let vm = cx.group();
    CREDITS.with_borrow_mut(|credits| {
        let known = credits.iter().position(|(other, _)| *other == vm);
        let place = known.unwrap_or_else(|| {
            credits.push((vm, 0));
            credits.len() - 1
        });
        change(&mut credits[place].1)
    })
}

/// `std::optional<size_t>`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Length {
    length: usize,
    is_given: bool,
}

/// A smart pointer of C++, as a function returns it: through memory that the caller provides. The C ABI does so for what is larger
/// than two registers, so the rest is never written.
#[repr(C)]
struct Returned {
    pointer: *mut c_void,
    rest: [MaybeUninit<usize>; 2],
}

pub(super) struct Symbols {
    transfer_to: unsafe extern "C" fn(*mut c_void, *const c_void, *mut Contents) -> bool,
    share_with: unsafe extern "C" fn(*mut Contents, *mut Contents),
    is_shared: unsafe extern "C" fn(JSObjectRef) -> bool,
    create_buffer: unsafe extern "C" fn(*mut Contents) -> Returned,
    create_sized: unsafe extern "C" fn(usize, u32) -> Returned,
    create_view: unsafe extern "C" fn(*mut *mut c_void, usize, Length) -> Returned,
    wrap: unsafe extern "C" fn(*mut c_void, JSContextRef, JSContextRef) -> JSValueRef,
    delete_view: unsafe extern "C" fn(*mut c_void),
    lock: VmLock,
}

fn symbols() -> Option<&'static Symbols> {
    probe().ok()
}

pub(super) fn probe() -> Probed<&'static Symbols> {
    static FOUND: Cached<Symbols> = Cached::new();
    let find_all = || {
        // SAFETY: each name is looked up with the signature its source declares.
        unsafe {
            Ok(Symbols {
                transfer_to: symbol(c"_ZN3JSC11ArrayBuffer10transferToERNS_2VMERNS_19ArrayBufferContentsE")?,
                share_with: symbol(c"_ZN3JSC19ArrayBufferContents9shareWithERS0_")?,
                is_shared: symbol(c"_ZNK3JSC13JSArrayBuffer8isSharedEv")?,
                create_buffer: symbol(c"_ZN3JSC11ArrayBuffer6createEONS_19ArrayBufferContentsE")?,
                create_sized: symbol(c"_ZN3JSC11ArrayBuffer6createEmj")?,
                create_view: symbol(
                    c"_ZN3JSC8DataView6createEON3WTF6RefPtrINS_11ArrayBufferENS1_12RawPtrTraitsIS3_EENS1_21DefaultRefDerefTraitsIS3_EEEEmSt8optionalImE",
                )?,
                wrap: symbol(c"_ZN3JSC15ArrayBufferView4wrapEPNS_14JSGlobalObjectES2_")?,
                delete_view: symbol(c"_ZN3JSC15ArrayBufferViewdlEPS0_St19destroying_delete_t")?,
                lock: vm_lock::probe()?,
            })
        }
    };
    FOUND.get(Capability::BufferTransfer, find_all)
}

thread_local! {
    /// A VM of this thread sent a SharedArrayBuffer or received one: from then on there may be memory that another thread writes.
    /// There is no other source of such memory. Never set while bytes are borrowed.
    static MAY_BE_SHARED: Cell<bool> = const { Cell::new(false) };
}

/// A typed array whose second word is null has no buffer yet, so it is not over a shared one.
static NO_BUFFER_MEANS_UNSHARED: OnceLock<bool> = OnceLock::new();

/// Whether another thread may access memory of this thread's VMs, so that [`is_shared`] has to be checked.
#[inline]
pub(crate) fn may_be_shared() -> bool {
    MAY_BE_SHARED.get()
}

/// # Safety
/// A live ArrayBuffer or SharedArrayBuffer.
pub(crate) unsafe fn is_shared(buffer: JSObjectRef) -> bool {
    // SAFETY: by this function's contract. If the function does not exist, no memory was ever shared.
    symbols().is_some_and(|symbols| unsafe { (symbols.is_shared)(buffer) })
}

/// # Safety
/// A live typed array or DataView.
pub(crate) unsafe fn is_view_of_shared(cx: Cx<'_>, view: JSObjectRef) -> bool {
    // SAFETY: by this function's contract. Querying the buffer creates one if there is none, and pins nothing.
    unsafe {
        let is_array = JSValueGetTypedArrayType(cx.raw, view.cast_const(), std::ptr::null_mut()) != NOT_A_TYPED_ARRAY;
        if is_array && NO_BUFFER_MEANS_UNSHARED.get() == Some(&true) && cell_layout::word(view, 1) == 0 {
            return false;
        }
        let buffer = JSObjectGetTypedArrayBuffer(cx.raw, view, std::ptr::null_mut());
        // Assume the worst if the engine returns none.
        buffer.is_null() || is_shared(buffer)
    }
}

/// Records that this thread has memory that another may access. No bytes are borrowed now.
fn note_shared(cx: Cx<'_>) {
    if !MAY_BE_SHARED.replace(true) && NO_BUFFER_MEANS_UNSHARED.get().is_none() {
        let detected = detect_no_buffer_means_unshared(cx);
        NO_BUFFER_MEANS_UNSHARED.get_or_init(|| detected);
    }
}

fn detect_no_buffer_means_unshared(cx: Cx<'_>) -> bool {
    let second_words = |code: &str| {
        let words: Option<Vec<u64>> = cx.with_pristine_context(|fresh| {
            let list = fresh.evaluate(code, "", 1).ok()?.as_object()?;
            (0..4).map(|at| Some(cell_layout::word(list.get_index(at).ok()?.as_object()?.raw(), 1))).collect()
        });
        words.unwrap_or_default()
    };
    let own = second_words("[new Uint8Array(8), new Float64Array(2), new Int8Array(5000), new BigInt64Array(9000)]");
    let over = second_words(
        "const s = new SharedArrayBuffer(64), g = new SharedArrayBuffer(8, { maxByteLength: 64 });
         [new Uint8Array(s), new Float64Array(s, 8, 2), new Int32Array(g), new BigInt64Array(new SharedArrayBuffer(9000))]",
    );
    own == [0; 4] && over.len() == 4 && !over.contains(&0)
}

/// Memory between two VMs. Dropping it frees it, or releases its reference.
pub struct TransferredBuffer {
    contents: Box<Contents>,
    is_shared: bool,
    /// The length, if the contents were laid out in the buffer as they are here; else 0.
    swappable_bytes: usize,
}

// SAFETY: the memory belongs to no VM. Its reference counts are atomic, and its deallocator may run on any thread: the engine
// itself passes these contents from one worker to another.
unsafe impl Send for TransferredBuffer {}

impl TransferredBuffer {
    /// Whether this library supports transfers.
    pub fn is_supported() -> bool {
        symbols().is_some()
    }

    /// Takes the memory out of an ArrayBuffer, which is then detached, or shares that of a SharedArrayBuffer. None if `value` is
    /// neither, is detached, or if transfers are not supported. Panics while bytes are borrowed.
    pub fn take(value: &Value<'_>) -> Option<TransferredBuffer> {
        assert_no_borrowed_bytes();
        let symbols = symbols()?;
        let cx = value.cx();
        let object = value.as_object()?;
        // SAFETY: a live object.
        let kind = unsafe { JSValueGetTypedArrayType(cx.raw, value.raw, std::ptr::null_mut()) };
        if kind != ARRAY_BUFFER {
            return None;
        }
        // SAFETY: an ArrayBuffer, as just checked.
        let buffer_impl = unsafe { cell_layout::buffer_impl(cx, object.raw()) }?;
        let mut contents: Box<Contents> = Box::new([0; 16]);
        // SAFETY: a live buffer.
        let length = unsafe { JSObjectGetArrayBufferByteLength(cx.raw, object.raw(), std::ptr::null_mut()) };
        // SAFETY: the C++ object of a live buffer.
        let before = unsafe { contents_of(cx, buffer_impl).map(|place| significant_words(place.read())) };
        let taken = with_lock(cx, symbols, || {
            // SAFETY: the C++ object of a live buffer and its own VM, whose lock is held; the contents are empty.
            unsafe { (symbols.transfer_to)(buffer_impl, cx.group().cast::<c_void>(), &raw mut *contents) }
        });
        // SAFETY: as above.
        let is_shared = unsafe { (symbols.is_shared)(object.raw()) };
        if taken && is_shared {
            note_shared(cx);
        }
        let is_unchanged = before == Some(significant_words(words(&contents)))
            && contents[CONTENTS_WORDS..].iter().all(|word| *word == 0);
        let swappable_bytes = if taken && !is_shared && is_unchanged && length >= SWAP_THRESHOLD { length } else { 0 };
        with_credit(cx, |credit| *credit = credit.saturating_add(swappable_bytes).min(MAX_CREDIT));
        taken.then_some(TransferredBuffer { contents, is_shared, swappable_bytes })
    }

    /// A view of length 0, whose `buffer` has the memory. Panics while bytes are borrowed.
    pub fn into_view(mut self, cx: Cx<'_>) -> Option<Value<'_>> {
        assert_no_borrowed_bytes();
        let symbols = symbols()?;
        if self.is_shared {
            note_shared(cx);
        }
        Some(with_lock(cx, symbols, || {
            // SAFETY: the lock of the context's VM is held; the context is its own global object. The JavaScript view holds the
            // buffer when the C++ view is deleted.
            unsafe {
                if let Some(buffer) = self.unreported_buffer(cx, symbols) {
                    let view = view_over(symbols, buffer);
                    let value = Value::from_raw(cx, (symbols.wrap)(view, cx.raw, cx.raw));
                    (symbols.delete_view)(view);
                    self.swap_with(cx, buffer);
                    return value;
                }
                let view = make_view(symbols, &mut self.contents);
                let value = Value::from_raw(cx, (symbols.wrap)(view, cx.raw, cx.raw));
                (symbols.delete_view)(view);
                value
            }
        }))
    }

    /// A buffer of one byte whose contents can be swapped with these; None if the memory has to be reported.
    fn unreported_buffer(&self, cx: Cx<'_>, symbols: &Symbols) -> Option<*mut c_void> {
        let bytes = self.swappable_bytes;
        if bytes == 0 || with_credit(cx, |credit| *credit < bytes) {
            return None;
        }
        // SAFETY: any size is allowed; a new buffer has contents of its own.
        unsafe {
            let buffer = (symbols.create_sized)(1, 1).pointer;
            let is_same_form = contents_of(cx, buffer).is_some_and(|place| {
                significant_words(place.read()).map(|word| word == 0)
                    == significant_words(words(&self.contents)).map(|word| word == 0)
            });
            if is_same_form {
                with_credit(cx, |credit| *credit -= bytes);
                return Some(buffer);
            }
            (symbols.delete_view)(view_over(symbols, buffer));
            None
        }
    }

    /// What this holds afterwards is dropped with it.
    ///
    /// # Safety
    /// `buffer` comes from `unreported_buffer` and is referenced.
    unsafe fn swap_with(&mut self, cx: Cx<'_>, buffer: *mut c_void) {
        // SAFETY: the offset was verified when the buffer was created: the same class in the same state, moved word by word, as
        // the engine's own move does. Only a view of length 0 knows the address of the byte.
        unsafe {
            if let Some(place) = contents_of(cx, buffer) {
                let theirs = place.read();
                place.write(words(&self.contents));
                self.contents[..CONTENTS_WORDS].copy_from_slice(&theirs);
            }
        }
    }

    /// Another reference to shared memory; None if the memory is not shared.
    pub fn share(&mut self) -> Option<TransferredBuffer> {
        let symbols = symbols().filter(|_| self.is_shared)?;
        let mut contents: Box<Contents> = Box::new([0; 16]);
        // SAFETY: shared contents, as checked, and empty ones.
        unsafe { (symbols.share_with)(&raw mut *self.contents, &raw mut *contents) };
        Some(TransferredBuffer { contents, is_shared: true, swappable_bytes: 0 })
    }
}

fn words(contents: &Contents) -> ContentsWords {
    std::array::from_fn(|index| contents[index])
}

fn significant_words(mut words: ContentsWords) -> ContentsWords {
    words[CONTENTS_WORDS - 1] &= 0xff;
    words
}

/// The contents within the C++ object of a buffer.
///
/// # Safety
/// `buffer_impl` is the C++ object of a live buffer.
unsafe fn contents_of(cx: Cx<'_>, buffer_impl: *mut c_void) -> Option<*mut ContentsWords> {
    let word = cell_layout::data_word_of_impl(cx)?;
    // SAFETY: by this function's contract; the object is larger than the contents and what precedes them.
    Some(unsafe { buffer_impl.cast::<usize>().add(word) }.cast())
}

/// A view that holds the only reference to the buffer.
///
/// # Safety
/// The buffer has one reference.
unsafe fn view_over(symbols: &Symbols, mut buffer: *mut c_void) -> *mut c_void {
    // SAFETY: the reference is moved to the view.
    unsafe { (symbols.create_view)(&raw mut buffer, 0, Length { length: 0, is_given: true }).pointer }
}

/// The view references the buffer, the buffer owns the memory; the caller has the only reference to the view.
///
/// # Safety
/// The contents are empty afterwards.
unsafe fn make_view(symbols: &Symbols, contents: &mut Contents) -> *mut c_void {
    // SAFETY: the contents are moved from; the reference to the new buffer is moved to the view.
    unsafe {
        let view = view_over(symbols, (symbols.create_buffer)(contents).pointer);
        *contents = [0; 16];
        view
    }
}

impl Drop for TransferredBuffer {
    fn drop(&mut self) {
        if self.contents.iter().all(|word| *word == 0) {
            return;
        }
        if let Some(symbols) = symbols() {
            // SAFETY: no VM knows the buffer that is created and deleted here.
            unsafe {
                let view = make_view(symbols, &mut self.contents);
                (symbols.delete_view)(view);
            }
        }
    }
}

fn with_lock<R>(cx: Cx<'_>, symbols: &Symbols, body: impl FnOnce() -> R) -> R {
    // SAFETY: the VM of a live context.
    unsafe { symbols.lock.hold(cx.group().cast::<c_void>(), body) }
}
