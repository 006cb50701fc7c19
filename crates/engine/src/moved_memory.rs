//! The memory of an ArrayBuffer or SharedArrayBuffer, taken out of one machine to be put into another.
//!
//! The C API has neither: its buffers over foreign memory are never shared ones, and it cannot take memory away. But the library
//! exports what the engine's own `postMessage` is made of. Memory between two machines is an `ArrayBufferContents`: taken out of
//! a buffer it leaves that detached; of a shared one it is one more holder of the same memory.
//!
//! ```text
//!   buffer ── transferTo ──▶ contents ── ArrayBuffer::create ──▶ ArrayBuffer ── DataView::create, wrap ──▶ view.buffer
//! ```
//!
//! The way in leads over a view of no length because making one needs nothing that the library hides. Where a symbol is missing
//! there is no such way ([`MovedMemory::is_possible`]), and the caller copies, or refuses.

use crate::context::Cx;
use crate::ffi::*;
use crate::layout;
use crate::optional::{find, optional};
use crate::value::Value;
use crate::way_in;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::OnceLock;

/// Larger than the C++ class (seven words in the version measured). All zeros is an empty one.
type Contents = [usize; 16];

/// `std::optional<size_t>`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Length {
    length: usize,
    is_given: bool,
}

/// A smart pointer of C++, as a function returns it: through memory that the caller names. A C function does so with what is
/// larger than two registers, so the rest is never written.
#[repr(C)]
struct Returned {
    pointer: *mut c_void,
    rest: [MaybeUninit<usize>; 2],
}

struct Symbols {
    transfer_to: unsafe extern "C" fn(*mut c_void, *const c_void, *mut Contents) -> bool,
    share_with: unsafe extern "C" fn(*mut Contents, *mut Contents),
    is_shared: unsafe extern "C" fn(JSObjectRef) -> bool,
    create_buffer: unsafe extern "C" fn(*mut Contents) -> Returned,
    create_view: unsafe extern "C" fn(*mut *mut c_void, usize, Length) -> Returned,
    wrap: unsafe extern "C" fn(*mut c_void, JSContextRef, JSContextRef) -> JSValueRef,
    delete_view: unsafe extern "C" fn(*mut c_void),
    lock: unsafe extern "C" fn(*mut c_void, *const c_void),
    unlock: unsafe extern "C" fn(*mut c_void),
}

fn symbols() -> Option<&'static Symbols> {
    static FOUND: OnceLock<Option<Symbols>> = OnceLock::new();
    let find_all = || {
        // SAFETY: each name is looked up with the signature its source declares.
        unsafe {
            Some(Symbols {
                transfer_to: find(c"_ZN3JSC11ArrayBuffer10transferToERNS_2VMERNS_19ArrayBufferContentsE")?,
                share_with: find(c"_ZN3JSC19ArrayBufferContents9shareWithERS0_")?,
                is_shared: find(c"_ZNK3JSC13JSArrayBuffer8isSharedEv")?,
                create_buffer: find(c"_ZN3JSC11ArrayBuffer6createEONS_19ArrayBufferContentsE")?,
                create_view: find(
                    c"_ZN3JSC8DataView6createEON3WTF6RefPtrINS_11ArrayBufferENS1_12RawPtrTraitsIS3_EENS1_21DefaultRefDerefTraitsIS3_EEEEmSt8optionalImE",
                )?,
                wrap: find(c"_ZN3JSC15ArrayBufferView4wrapEPNS_14JSGlobalObjectES2_")?,
                delete_view: find(c"_ZN3JSC15ArrayBufferViewdlEPS0_St19destroying_delete_t")?,
                lock: optional().lock_construct?,
                unlock: optional().lock_destruct?,
            })
        }
    };
    FOUND.get_or_init(|| if way_in::undeclared_symbols_allowed() { find_all() } else { None }).as_ref()
}

/// Memory on its way. Dropping it frees it, or what it held of it.
pub struct MovedMemory {
    contents: Box<Contents>,
    is_shared: bool,
}

// SAFETY: the memory belongs to no machine. Its counts are atomic, and so is what frees it: the engine itself hands these
// contents from one worker to another.
unsafe impl Send for MovedMemory {}

impl MovedMemory {
    /// Whether this library has such a way.
    pub fn is_possible() -> bool {
        symbols().is_some()
    }

    /// Takes the memory out of an ArrayBuffer, which is then detached, or shares that of a SharedArrayBuffer. None where `value` is
    /// neither, is detached, or where this library has no such way.
    pub fn take(value: &Value<'_>) -> Option<MovedMemory> {
        let symbols = symbols()?;
        let cx = value.cx();
        let object = value.as_object()?;
        // SAFETY: a live object.
        let kind = unsafe { JSValueGetTypedArrayType(cx.raw, value.raw, std::ptr::null_mut()) };
        if kind != ARRAY_BUFFER {
            return None;
        }
        // SAFETY: an ArrayBuffer, as was just asked.
        let body = unsafe { layout::buffer_body(cx, object.raw()) }?;
        let mut contents: Box<Contents> = Box::new([0; 16]);
        let taken = locked(cx, symbols, || {
            // SAFETY: the body of a live buffer and its own machine, whose lock is held; the contents are empty ones.
            unsafe { (symbols.transfer_to)(body, cx.group().cast::<c_void>(), &raw mut *contents) }
        });
        // SAFETY: as above.
        let is_shared = unsafe { (symbols.is_shared)(object.raw()) };
        taken.then_some(MovedMemory { contents, is_shared })
    }

    /// A view of no length, whose `buffer` has the memory.
    pub fn into_view(mut self, cx: Cx<'_>) -> Option<Value<'_>> {
        let symbols = symbols()?;
        Some(locked(cx, symbols, || {
            // SAFETY: the lock of the context's machine is held; the context is its own global object.
            let raw = unsafe {
                let view = make_view(symbols, &mut self.contents);
                let raw = (symbols.wrap)(view, cx.raw, cx.raw);
                (symbols.delete_view)(view);
                raw
            };
            Value::from_raw(cx, raw)
        }))
    }

    /// Another holder of shared memory; None where the memory is not shared.
    pub fn share(&mut self) -> Option<MovedMemory> {
        let symbols = symbols().filter(|_| self.is_shared)?;
        let mut contents: Box<Contents> = Box::new([0; 16]);
        // SAFETY: shared contents, as was asked, and empty ones.
        unsafe { (symbols.share_with)(&raw mut *self.contents, &raw mut *contents) };
        Some(MovedMemory { contents, is_shared: true })
    }
}

/// The view holds the buffer, the buffer the memory; who deletes the view is its only holder.
///
/// # Safety
/// The contents are empty afterwards.
unsafe fn make_view(symbols: &Symbols, contents: &mut Contents) -> *mut c_void {
    // SAFETY: the contents are moved from; the count of the new buffer goes over to the view.
    unsafe {
        let mut buffer = (symbols.create_buffer)(contents).pointer;
        let view = (symbols.create_view)(&raw mut buffer, 0, Length { length: 0, is_given: true }).pointer;
        *contents = [0; 16];
        view
    }
}

impl Drop for MovedMemory {
    fn drop(&mut self) {
        if self.contents.iter().all(|word| *word == 0) {
            return;
        }
        if let Some(symbols) = symbols() {
            // SAFETY: no machine knows the buffer that is made and deleted here.
            unsafe {
                let view = make_view(symbols, &mut self.contents);
                (symbols.delete_view)(view);
            }
        }
    }
}

fn locked<R>(cx: Cx<'_>, symbols: &Symbols, body: impl FnOnce() -> R) -> R {
    let mut holder = [0usize; 4];
    let holder = holder.as_mut_ptr().cast::<c_void>();
    // SAFETY: the machine of a live context; the holder is constructed here and destroyed below.
    unsafe { (symbols.lock)(holder, cx.group().cast::<c_void>()) };
    let result = body();
    // SAFETY: as above.
    unsafe { (symbols.unlock)(holder) };
    result
}
