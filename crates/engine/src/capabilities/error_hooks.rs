//! `error-hooks`: errors whose `stack` reads as V8's wherever a program looks at it, without a change to its source.
//!
//! The engine makes `stack`, `line`, `column` and `sourceURL` own properties of an error when one of them is first read. Five functions
//! in the method table of the class `ErrorInstance` lead there, and are replaced in memory:
//!
//! ```text
//!   e.stack, Object.getOwnPropertyNames(e) ─▶ method table ─▶ ours ─▶ the engine's ─▶ convert(e) ─▶ the engine's, again
//!   e.stack = x, delete e.line             ─▶ method table ─▶ ours ─▶ the engine's ─▶ convert(e, name, isPut)
//! ```
//!
//! The table belongs to the process, what is called from it to a thread's VM ([`convert_errors`]); a thread that has installed nothing gets
//! the engine's behaviour. Nothing is paid for an error whose stack nobody reads.
//!
//! Re-entrance: these functions are called where the engine may run scripts, as a Proxy's do, with the VM's lock held. A put or a deletion may
//! be cached by its caller, which remembers the structure that the object had: so nothing is changed before the engine's function has run,
//! which forbids the caching where it adds the properties itself.
//!
//! Messages are translated when they are read, too (`messages.rs`), not at the throw: the engine may hold the lock of a scope there.
//!
//! Without it reads of `stack` and catch clauses are rewritten in programs (`crates/source/src/stack_reads.rs`, `catches.rs`).

mod messages;

use messages::{Check, Messages, Slot};
pub use messages::{translate_messages, translates_messages};

use super::machine_code::is_same_library;
use super::probe_read::read;
use super::{Absent, Cached, Capability, Probed, symbol};
use crate::context::Cx;
use crate::ffi::*;
use crate::string::EngineString;
use crate::value::{Object, Value};
use std::cell::{Cell, OnceCell, RefCell};
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of any of the five functions: pointers, one encoded value, one flag. What one does not take is ignored.
type Method = unsafe extern "C" fn(*mut c_void, *mut c_void, usize, usize, usize) -> usize;
/// `VM::throwException(global, value)`.
type Throw = unsafe extern "C" fn(*mut c_void, *mut c_void, JSValueRef) -> *mut c_void;

const GET: usize = 0;
const NAMES: usize = 1;
const PUT: usize = 2;
const DELETE: usize = 3;
const DEFINE: usize = 4;

static ORIGINALS: [AtomicUsize; 5] = [const { AtomicUsize::new(0) }; 5];

/// The properties that the engine adds to an error together.
const STACK: usize = 0;
const ADDED: [&str; 4] = ["stack", "line", "column", "sourceURL"];
/// `DontEnumPropertiesMode::Include`: only then the engine adds them for a list of names.
const INCLUDE_NOT_ENUMERABLE: u8 = 0;
/// In the list of learned names, after those.
const MESSAGE: usize = ADDED.len();

/// What one thread's VM has installed.
struct Installed {
    ctx: JSGlobalContextRef,
    group: JSContextGroupRef,
    convert: JSObjectRef,
    throw: Throw,
    /// The names of [`ADDED`], and `message`, as the engine passes them.
    names: [Cell<usize>; ADDED.len() + 1],
    /// Errors that `convert` is at: to it they are as the engine made them.
    converting: RefCell<Vec<usize>>,
    is_raw: Cell<bool>,
    learning: Cell<Option<usize>>,
    messages: OnceCell<Messages>,
    check: Check,
}

thread_local! {
    static INSTALLED: RefCell<Option<Rc<Installed>>> = const { RefCell::new(None) };
}

fn installed() -> Option<Rc<Installed>> {
    // A thread that ends has no variables any more.
    INSTALLED.try_with(|installed| installed.try_borrow().ok()?.clone()).ok().flatten()
}

/// What is installed for the VM of this global object: a thread may have more than one.
unsafe fn installed_for(global: *mut c_void) -> Option<Rc<Installed>> {
    // SAFETY: the caller's: a live global object, which is what a context is.
    installed().filter(|installed| unsafe { JSContextGetGroup(global.cast_const().cast()) } == installed.group)
}

/// Replaces the functions, once.
pub(super) fn probe() -> Probed<Throw> {
    static FOUND: Cached<Throw> = Cached::new();
    FOUND.get(Capability::ErrorHooks, patch).copied()
}

fn patch() -> Probed<Throw> {
    // SAFETY: addresses only: classes of the engine and functions of theirs; and one function whose name spells its signature.
    let (plain, errors, get_by_index, names, put, delete, define, throw) = unsafe {
        (
            symbol::<usize>(c"_ZN3JSC13JSFinalObject6s_infoE")?,
            symbol::<usize>(c"_ZN3JSC13ErrorInstance6s_infoE")?,
            symbol::<usize>(
                c"_ZN3JSC8JSObject25getOwnPropertySlotByIndexEPS0_PNS_14JSGlobalObjectEjRNS_12PropertySlotE",
            )?,
            special_names()?,
            symbol::<usize>(
                c"_ZN3JSC8JSObject3putEPNS_6JSCellEPNS_14JSGlobalObjectENS_12PropertyNameENS_7JSValueERNS_15PutPropertySlotE",
            )?,
            symbol::<usize>(
                c"_ZN3JSC8JSObject14deletePropertyEPNS_6JSCellEPNS_14JSGlobalObjectENS_12PropertyNameERNS_18DeletePropertySlotE",
            )?,
            symbol::<usize>(
                c"_ZN3JSC8JSObject17defineOwnPropertyEPS0_PNS_14JSGlobalObjectENS_12PropertyNameERKNS_18PropertyDescriptorEb",
            )?,
            symbol::<Throw>(c"_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE")?,
        )
    };
    let mismatch = Absent::Mismatch("the method table of errors");
    let table = |class: usize| read::<[usize; 40]>(class).ok_or(mismatch);
    let (plain_table, error_table) = (table(plain)?, table(errors)?);
    let index_of = |function| plain_table.iter().position(|word| *word == function).ok_or(mismatch);
    // The function for names stands before the one for indices.
    let slots = [index_of(get_by_index)? - 1, index_of(names)?, index_of(put)?, index_of(delete)?, index_of(define)?];
    if slots.iter().any(|slot| error_table[*slot] == plain_table[*slot] || !is_same_library(put, error_table[*slot])) {
        return Err(mismatch);
    }
    let hooks: [Method; 5] = [get_own_property, own_names, put_property, delete_property, define_property];
    for (index, (slot, hook)) in slots.into_iter().zip(hooks).enumerate() {
        ORIGINALS[index].store(error_table[slot], Ordering::Release);
        // SAFETY: a slot of the class's method table; the function has the signature of the one it replaces, and calls it.
        unsafe { replace(errors + slot * size_of::<usize>(), hook as *const () as usize) }.ok_or(mismatch)?;
    }
    Ok(throw)
}

/// The type of the list of names was renamed between 2.50 and 2.54.
unsafe fn special_names() -> Probed<usize> {
    // SAFETY: addresses only.
    unsafe {
        symbol::<usize>(c"_ZN3JSC8JSObject26getOwnSpecialPropertyNamesEPS0_PNS_14JSGlobalObjectERNS_17PropertyNameArrayENS_22DontEnumPropertiesModeE")
            .or_else(|_| symbol::<usize>(c"_ZN3JSC8JSObject26getOwnSpecialPropertyNamesEPS0_PNS_14JSGlobalObjectERNS_24PropertyNameArrayBuilderENS_22DontEnumPropertiesModeE"))
    }
}

/// Writes a word of the library's data, which the linker may have made read-only.
///
/// # Safety
/// `address` is an aligned word of the library's relocated data, and everything that reads it can do with `value`.
unsafe fn replace(address: usize, value: usize) -> Option<()> {
    // SAFETY: mapped pages of the library; the word is written in one step, and the pages stay readable.
    unsafe {
        let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).ok()?;
        let start = (address & !(page - 1)) as *mut c_void;
        if libc::mprotect(start, page, libc::PROT_READ | libc::PROT_WRITE) != 0 {
            return None;
        }
        (*(address as *const AtomicUsize)).store(value, Ordering::Release);
        Some(())
    }
}

fn original(method: usize) -> Method {
    // SAFETY: stored before the hook was put in place: a function of this type.
    unsafe { std::mem::transmute::<usize, Method>(ORIGINALS[method].load(Ordering::Acquire)) }
}

/// The first half of a cell's header: changes when properties are added, unless the object is a dictionary.
unsafe fn structure(object: *mut c_void) -> u32 {
    // SAFETY: the caller's: a live cell.
    unsafe { object.cast::<u32>().read() }
}

impl Installed {
    /// Of one of [`ADDED`].
    fn index_of(&self, name: usize) -> Option<usize> {
        self.names[..ADDED.len()].iter().position(|known| known.get() == name)
    }

    fn may_convert(&self, object: *mut c_void) -> bool {
        !self.is_raw.get() && !self.converting.borrow().contains(&(object as usize))
    }

    /// Calls `convert` with the error and these arguments; what it throws.
    unsafe fn convert(&self, object: *mut c_void, arguments: &[JSValueRef]) -> JSValueRef {
        // SAFETY: the caller's.
        unsafe { self.call(self.convert, object, arguments) }
    }

    unsafe fn call(&self, function: JSObjectRef, object: *mut c_void, arguments: &[JSValueRef]) -> JSValueRef {
        let mut all = vec![object.cast_const().cast()];
        all.extend_from_slice(arguments);
        let mut exception: JSValueRef = ptr::null();
        self.converting.borrow_mut().push(object as usize);
        // SAFETY: a live context and function (they are protected), and values that the caller's frame holds.
        unsafe { JSObjectCallAsFunction(self.ctx, function, ptr::null_mut(), all.len(), all.as_ptr(), &mut exception) };
        self.converting.borrow_mut().pop();
        exception
    }
}

unsafe extern "C" fn get_own_property(
    object: *mut c_void,
    global: *mut c_void,
    name: usize,
    slot: usize,
    rest: usize,
) -> usize {
    let get = original(GET);
    // SAFETY: what the engine passed, for the function that it meant; the object is live, since the caller holds it.
    unsafe {
        let Some(installed) = installed_for(global) else { return get(object, global, name, slot, rest) };
        if let Some(index) = installed.learning.take() {
            installed.names[index].set(name);
        }
        if name == installed.names[MESSAGE].get() {
            let property = Slot::new(slot);
            let found = installed.read_message(object, property, || get(object, global, name, slot, rest));
            installed.check.run(property, object);
            return found;
        }
        let Some(index) = installed.index_of(name).filter(|_| installed.may_convert(object)) else {
            return get(object, global, name, slot, rest);
        };
        let before = structure(object);
        let found = get(object, global, name, slot, rest);
        // A dictionary and an error of the parser's have the properties without a change; `convert` knows what it has converted.
        if structure(object) == before && index != STACK && found as u8 == 0 {
            return found;
        }
        let exception = installed.convert(object, &[]);
        if !exception.is_null() {
            (installed.throw)(installed.group.cast_mut().cast(), global, exception);
            return 0;
        }
        get(object, global, name, slot, rest)
    }
}

unsafe extern "C" fn own_names(
    object: *mut c_void,
    global: *mut c_void,
    names: usize,
    mode: usize,
    rest: usize,
) -> usize {
    // SAFETY: as above.
    unsafe {
        let result = original(NAMES)(object, global, names, mode, rest);
        // What `convert` throws is lost: the stack has not been read yet, and the first read of it will report that.
        if mode as u8 == INCLUDE_NOT_ENUMERABLE
            && let Some(installed) = installed_for(global)
            && installed.may_convert(object)
        {
            installed.convert(object, &[]);
        }
        result
    }
}

/// Of what changes a property: the others are put right afterwards.
unsafe fn changing(method: usize, object: *mut c_void, global: *mut c_void, name: usize, a: usize, b: usize) -> usize {
    // SAFETY: as above; the string is on this frame, which the collector scans.
    unsafe {
        let installed = installed_for(global).filter(|installed| installed.may_convert(object));
        let Some((installed, index)) =
            installed.and_then(|installed| Some((installed.clone(), installed.index_of(name)?)))
        else {
            return original(method)(object, global, name, a, b);
        };
        let before = structure(object);
        let result = original(method)(object, global, name, a, b);
        if structure(object) != before {
            let name = EngineString::new(ADDED[index]);
            let name = JSValueMakeString(installed.ctx, name.raw());
            installed.convert(object, &[name, JSValueMakeBoolean(installed.ctx, method == PUT)]);
        }
        result
    }
}

unsafe extern "C" fn put_property(
    object: *mut c_void,
    global: *mut c_void,
    name: usize,
    value: usize,
    slot: usize,
) -> usize {
    // SAFETY: as above.
    unsafe { changing(PUT, object, global, name, value, slot) }
}

unsafe extern "C" fn delete_property(
    object: *mut c_void,
    global: *mut c_void,
    name: usize,
    slot: usize,
    rest: usize,
) -> usize {
    // SAFETY: as above.
    unsafe { changing(DELETE, object, global, name, slot, rest) }
}

unsafe extern "C" fn define_property(
    object: *mut c_void,
    global: *mut c_void,
    name: usize,
    descriptor: usize,
    throws: usize,
) -> usize {
    // SAFETY: as above.
    unsafe { changing(DEFINE, object, global, name, descriptor, throws) }
}

/// From here on `convert(error)` is called when the stack of an error is first read, and rewrites it in place, once; and
/// `convert(error, name, isPut)` when the program has changed one of the engine's properties before any of them was read. False where
/// the engine is not as expected.
pub fn convert_errors<'a>(cx: Cx<'a>, convert: &Object<'a>) -> bool {
    let Ok(throw) = probe() else { return false };
    let mut exception: JSValueRef = ptr::null();
    // SAFETY: a live context; the function is protected for as long as the VM lives.
    let error = unsafe {
        JSValueProtect(cx.raw, convert.raw().cast_const());
        JSObjectMakeError(cx.raw, 0, ptr::null(), &mut exception)
    };
    if error.is_null() {
        return false;
    }
    let installed = Rc::new(Installed {
        // SAFETY: a live context.
        ctx: unsafe { JSContextGetGlobalContext(cx.raw) },
        group: cx.group(),
        convert: convert.raw(),
        throw,
        names: [const { Cell::new(0) }; ADDED.len() + 1],
        converting: RefCell::default(),
        is_raw: Cell::new(true),
        learning: Cell::new(None),
        messages: OnceCell::new(),
        check: Check::default(),
    });
    INSTALLED.set(Some(installed.clone()));
    for (index, name) in ADDED.iter().enumerate() {
        installed.learning.set(Some(index));
        let name = EngineString::new(name);
        // SAFETY: a live context and object, which this frame holds.
        unsafe { JSObjectGetProperty(cx.raw, error, name.raw(), &mut exception) };
    }
    installed.is_raw.set(false);
    true
}

/// Whether [`convert_errors`] has an effect on this thread.
pub fn converts_errors() -> bool {
    installed().is_some()
}

/// An error's stack as the engine writes it, if it has not been read before.
pub fn engine_stack<'a>(error: &Object<'a>) -> Option<Value<'a>> {
    let installed = installed();
    let before = installed.as_ref().map(|installed| installed.is_raw.replace(true));
    let stack = error.get("stack").ok();
    if let (Some(installed), Some(before)) = (installed, before) {
        installed.is_raw.set(before);
    }
    stack
}

/// A VM of this thread ends.
pub(crate) fn forget(group: JSContextGroupRef) {
    let _ = INSTALLED.try_with(|installed| installed.borrow_mut().take_if(|installed| installed.group == group));
}
