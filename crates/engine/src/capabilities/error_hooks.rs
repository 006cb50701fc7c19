//! `error-hooks`: errors whose `stack` and `message` read as V8's wherever a program looks at them, without a change to its source.
//!
//! The engine makes `stack`, `line`, `column` and `sourceURL` own properties of an error when one of them is first asked for. Five functions
//! in the method table of the class `ErrorInstance` lead there. And what is thrown passes through one exported function,
//! `VM::throwException`, which the library calls by its own import table (`import_table.rs`). Both tables are replaced in memory:
//!
//! ```text
//!   e.stack, Object.getOwnPropertyNames(e) ─▶ method table ─▶ ours ─▶ the engine's ─▶ have the properties appeared? ─▶ convert(e)
//!   null.x, throw e                        ─▶ import table ─▶ ours ─▶ is the message one of the engine's? ─▶ translate ─▶ the engine's
//! ```
//!
//! The tables belong to the process, what is called from them to a thread's VM ([`install`]); a thread that has installed nothing gets
//! the engine's behaviour. Nothing is paid for an error whose stack nobody reads; a throw pays for one comparison, or, if it is of a class
//! that the engine throws, for a look at its message.
//!
//! Re-entrance: the functions of the method table are called where the engine may run scripts, as a Proxy's do, with the VM's lock held. A throw
//! is no such place: assigning to a constant throws with the lock of a scope held. So a throw only writes a message that the old one determines.
//! An error whose message depends on more is noted ([`Installed::pending`]), and converted when its first property is looked up: the
//! engine has given it properties by then that no other error has, so no inline cache knows where to find any of them.
//!
//! Without it programs are rewritten: reads of `stack` and catch clauses (`crates/source/src/stack_reads.rs`, `catches.rs`).

use super::import_table::{entry_of, replace};
use super::machine_code::is_same_library;
use super::probe_read::read;
use super::{Absent, Cached, Capability, Probed, symbol, value_encoding};
use crate::context::Cx;
use crate::ffi::*;
use crate::message;
use crate::string::EngineString;
use crate::value::{Object, Value};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of any of the five functions: pointers, one encoded value, one flag. What one does not take is ignored.
type Method = unsafe extern "C" fn(*mut c_void, *mut c_void, usize, usize, usize) -> usize;
type Throw = unsafe extern "C" fn(*mut c_void, *mut c_void, JSValueRef) -> *mut c_void;

const GET: usize = 0;
const NAMES: usize = 1;
const PUT: usize = 2;
const DELETE: usize = 3;
const DEFINE: usize = 4;

static ORIGINALS: [AtomicUsize; 5] = [const { AtomicUsize::new(0) }; 5];
static THROW: AtomicUsize = AtomicUsize::new(0);

/// The properties that the engine adds to an error together.
const STACK: usize = 0;
const ADDED: [&str; 4] = ["stack", "line", "column", "sourceURL"];

/// What one thread's VM has installed.
struct Installed {
    ctx: JSGlobalContextRef,
    group: JSContextGroupRef,
    convert: JSObjectRef,
    /// Prototypes of [`message::CLASSES`], the main realm's first.
    classes: RefCell<Vec<JSObjectRef>>,
    /// The names of [`ADDED`] as the engine passes them.
    names: [Cell<usize>; ADDED.len()],
    /// Of the header of an error's cell.
    type_byte: u8,
    message: EngineString,
    stack: EngineString,
    /// One of each class in the main realm, as it is before its stack is asked for.
    samples: RefCell<Vec<JSObjectRef>>,
    /// Errors that are converted when any of their properties is looked up. An entry may outlive its error: another at the same address is
    /// then converted early.
    pending: RefCell<VecDeque<usize>>,
    /// Errors that `convert` is at: to it they are as the engine made them.
    converting: RefCell<Vec<usize>>,
    is_raw: Cell<bool>,
    learning: Cell<Option<usize>>,
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

/// Replaces the tables, once.
pub(super) fn probe() -> Probed<()> {
    static FOUND: Cached<()> = Cached::new();
    FOUND.get(Capability::ErrorHooks, patch).copied()
}

fn patch() -> Probed<()> {
    if !value_encoding::is_known() {
        return Err(Absent::Needs(Capability::ValueEncoding));
    }
    // SAFETY: addresses only: a class of the engine and its functions.
    let (plain, errors, get_by_index, names, put, delete, define) = unsafe {
        (
            symbol::<usize>(c"_ZN3JSC13JSFinalObject6s_infoE")?,
            symbol::<usize>(c"_ZN3JSC13ErrorInstance6s_infoE")?,
            symbol::<usize>(c"_ZN3JSC8JSObject25getOwnPropertySlotByIndexEPS0_PNS_14JSGlobalObjectEjRNS_12PropertySlotE")?,
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
        )
    };
    let mismatch = Absent::Mismatch("the method table of errors");
    let table = |class: usize| read::<[usize; 40]>(class).ok_or(mismatch);
    let (plain_table, error_table) = (table(plain)?, table(errors)?);
    let index_of = |function| plain_table.iter().position(|word| *word == function).ok_or(mismatch);
    // The function for names stands before the one for indices.
    let slots = [index_of(get_by_index)? - 1, index_of(names)?, index_of(put)?, index_of(delete)?, index_of(define)?];
    for slot in slots {
        if error_table[slot] == plain_table[slot] || !is_same_library(put, error_table[slot]) {
            return Err(mismatch);
        }
    }
    let throw = entry_of(put, c"_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE")?;
    let hooks: [Method; 5] = [get_own_property, own_names, put_property, delete_property, define_property];
    for (index, (slot, hook)) in slots.into_iter().zip(hooks).enumerate() {
        ORIGINALS[index].store(error_table[slot], Ordering::Release);
        // SAFETY: a slot of the class's method table; the function has the signature of the one it replaces, and calls it.
        unsafe { replace(errors + slot * size_of::<usize>(), hook as *const () as usize) }.ok_or(mismatch)?;
    }
    let original = read::<usize>(throw).filter(|address| is_same_library(put, *address)).ok_or(mismatch)?;
    THROW.store(original, Ordering::Release);
    // SAFETY: the entry of that function; ours has its signature and calls it.
    unsafe { replace(throw, throw_exception as *const () as usize) }.ok_or(mismatch)?;
    Ok(())
}

/// The type of the list of names was renamed between 2.50 and 2.54.
unsafe fn special_names() -> Probed<usize> {
    // SAFETY: addresses only.
    unsafe {
        symbol::<usize>(c"_ZN3JSC8JSObject26getOwnSpecialPropertyNamesEPS0_PNS_14JSGlobalObjectERNS_17PropertyNameArrayENS_22DontEnumPropertiesModeE")
            .or_else(|_| symbol::<usize>(c"_ZN3JSC8JSObject26getOwnSpecialPropertyNamesEPS0_PNS_14JSGlobalObjectERNS_24PropertyNameArrayBuilderENS_22DontEnumPropertiesModeE"))
    }
}

fn original(method: usize) -> Method {
    // SAFETY: stored before the hook was put in place: a function of this type.
    unsafe { std::mem::transmute::<usize, Method>(ORIGINALS[method].load(Ordering::Acquire)) }
}

/// The first half of a cell's header: changes when properties are added.
unsafe fn structure(object: *mut c_void) -> u32 {
    // SAFETY: the caller's: a live cell.
    unsafe { object.cast::<u32>().read() }
}

impl Installed {
    fn is_added(&self, name: usize) -> bool {
        self.names.iter().any(|known| known.get() == name)
    }

    /// Whether a look-up of this property of this error may be the one that converts it.
    fn may_convert(&self, object: *mut c_void, name: usize) -> bool {
        self.is_added(name) && self.may_convert_now(object)
    }

    fn may_convert_now(&self, object: *mut c_void) -> bool {
        !self.is_raw.get() && !self.converting.borrow().contains(&(object as usize))
    }

    /// Notes an error whose properties the engine has added or adds now.
    unsafe fn defer(&self, error: JSObjectRef) {
        const MOST: usize = 32;
        // SAFETY: a live object.
        unsafe { self.touch_raw(error.cast()) };
        let mut pending = self.pending.borrow_mut();
        if pending.len() == MOST {
            pending.pop_front();
        }
        pending.push_back(error as usize);
    }

    /// Converts an error that was noted. What that throws is lost: nobody has asked for the stack.
    unsafe fn convert_pending(&self, object: *mut c_void) {
        let found = self.pending.borrow().iter().position(|noted| *noted == object as usize);
        if let Some(index) = found
            && self.may_convert_now(object)
        {
            self.pending.borrow_mut().remove(index);
            // SAFETY: the caller's: a live error.
            unsafe { self.convert(object) };
        }
    }

    /// Calls `convert`; what it throws.
    unsafe fn convert(&self, object: *mut c_void) -> JSValueRef {
        self.converting.borrow_mut().push(object as usize);
        let argument: JSValueRef = object.cast_const().cast();
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: a live context and function (they are protected), and an object that the caller's frame holds.
        unsafe { JSObjectCallAsFunction(self.ctx, self.convert, ptr::null_mut(), 1, &argument, &mut exception) };
        self.converting.borrow_mut().pop();
        exception
    }

    /// Has the properties appear as the engine makes them.
    unsafe fn touch_raw(&self, object: *mut c_void) {
        let before = self.is_raw.replace(true);
        // SAFETY: the caller's: a live error.
        unsafe { self.touch(object) };
        self.is_raw.set(before);
    }

    unsafe fn remove_position(&self, object: *mut c_void) {
        for name in &ADDED[STACK + 1..] {
            let name = EngineString::new(name);
            let mut exception: JSValueRef = ptr::null();
            self.converting.borrow_mut().push(object as usize);
            // SAFETY: a live context, and an object that the caller's frame holds.
            unsafe { JSObjectDeleteProperty(self.ctx, object.cast(), name.raw(), &mut exception) };
            self.converting.borrow_mut().pop();
        }
    }

    /// Has the properties appear, and converted, before they are written over or deleted.
    unsafe fn touch(&self, object: *mut c_void) {
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: as above.
        unsafe { JSObjectGetProperty(self.ctx, object.cast(), self.stack.raw(), &mut exception) };
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
        installed.convert_pending(object);
        if !installed.may_convert(object, name) {
            return get(object, global, name, slot, rest);
        }
        let before = structure(object);
        let found = get(object, global, name, slot, rest);
        // With a limit of no frames there is no property at all.
        let is_absent = name == installed.names[STACK].get() && found as u8 == 0;
        if structure(object) == before && !is_absent {
            return found;
        }
        let exception = installed.convert(object);
        if !exception.is_null() {
            let vm = installed.group.cast_mut().cast();
            throw_original()(vm, global, exception);
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
        let Some(installed) = installed_for(global) else { return original(NAMES)(object, global, names, mode, rest) };
        installed.convert_pending(object);
        let before = structure(object);
        let result = original(NAMES)(object, global, names, mode, rest);
        if structure(object) != before && installed.may_convert_now(object) {
            installed.convert(object);
        }
        result
    }
}

/// Of what changes a property: the engine adds its four first, and so they are converted first.
unsafe fn changing(method: usize, object: *mut c_void, global: *mut c_void, name: usize, a: usize, b: usize) -> usize {
    // SAFETY: as above.
    unsafe {
        let Some(installed) = installed_for(global) else { return original(method)(object, global, name, a, b) };
        installed.convert_pending(object);
        if !installed.may_convert(object, name) {
            return original(method)(object, global, name, a, b);
        }
        // What is written over need not be converted.
        if method != DELETE && name == installed.names[STACK].get() {
            let before = structure(object);
            installed.touch_raw(object);
            if structure(object) != before {
                installed.remove_position(object);
            }
        } else {
            installed.touch(object);
        }
        original(method)(object, global, name, a, b)
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

fn throw_original() -> Throw {
    // SAFETY: stored before the hook was put in place: a function of this type.
    unsafe { std::mem::transmute::<usize, Throw>(THROW.load(Ordering::Acquire)) }
}

unsafe extern "C" fn throw_exception(vm: *mut c_void, global: *mut c_void, value: JSValueRef) -> *mut c_void {
    // SAFETY: what the engine passed, for the function that it meant; a value that is thrown is live.
    unsafe {
        if let Some(installed) = installed_for(global) {
            installed.translate(value);
        }
        throw_original()(vm, global, value)
    }
}

impl Installed {
    /// Gives an error of the engine's V8's message. Runs JavaScript only where the message depends on the place.
    unsafe fn translate(&self, value: JSValueRef) {
        // SAFETY: every cell begins with a header of eight bytes; the rest are calls with live values of this VM.
        unsafe {
            if !value_encoding::is_cell(value) || type_byte(value) != self.type_byte {
                return;
            }
            let error = value.cast_mut();
            let prototype = JSObjectGetPrototype(self.ctx, error);
            let index = self.classes.borrow().iter().position(|known| known.cast_const() == prototype);
            let Some(index) = index else { return };
            let class = message::CLASSES[index % message::CLASSES.len()];
            // What a parser found has its place at once.
            let sample = self.samples.borrow().get(index).copied();
            let is_fresh = sample.is_some_and(|sample| structure(sample.cast()) == structure(error.cast()));
            if class == "SyntaxError" && !is_fresh {
                self.defer(error);
                return;
            }
            let mut exception: JSValueRef = ptr::null();
            let text = JSObjectGetProperty(self.ctx, error, self.message.raw(), &mut exception);
            if !exception.is_null() || JSValueGetType(self.ctx, text) != TYPE_STRING {
                return;
            }
            let Some(text) = EngineString::adopt(JSValueToStringCopy(self.ctx, text, &mut exception)) else { return };
            let text = text.to_string_lossy();
            if message::depends_on_place(&text) {
                self.defer(error);
            } else if let Some(translated) = message::v8_message(class, &text) {
                let translated = EngineString::new(&translated);
                let string = JSValueMakeString(self.ctx, translated.raw());
                JSObjectSetProperty(self.ctx, error, self.message.raw(), string, PROPERTY_NONE, &mut exception);
            }
        }
    }
}

unsafe fn type_byte(cell: JSValueRef) -> u8 {
    const TYPE_BYTE: usize = 5;
    // SAFETY: the caller's: every cell begins with a header of eight bytes.
    unsafe { cell.cast::<u8>().add(TYPE_BYTE).read() }
}

/// From here on `convert(error)` is called when an error's stack is first asked for, or when the engine throws one whose message depends
/// on the place: it rewrites both in place. False where the engine is not as expected.
pub fn convert_errors<'a>(cx: Cx<'a>, convert: &Object<'a>) -> bool {
    if probe().is_err() {
        return false;
    }
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
        classes: RefCell::default(),
        names: [const { Cell::new(0) }; ADDED.len()],
        // SAFETY: an object is a cell.
        type_byte: unsafe { type_byte(error.cast_const()) },
        message: EngineString::new("message"),
        stack: EngineString::new("stack"),
        samples: RefCell::default(),
        pending: RefCell::default(),
        converting: RefCell::default(),
        is_raw: Cell::new(true),
        learning: Cell::new(None),
    });
    INSTALLED.set(Some(installed.clone()));
    for (index, name) in ADDED.iter().enumerate() {
        installed.learning.set(Some(index));
        let name = EngineString::new(name);
        // SAFETY: a live context and object, which this frame holds.
        unsafe { JSObjectGetProperty(cx.raw, error, name.raw(), &mut exception) };
    }
    installed.is_raw.set(false);
    translate_errors_of(cx);
    installed.samples.replace(samples(cx));
    true
}

/// One error of each class, protected for as long as the VM lives.
fn samples(cx: Cx<'_>) -> Vec<JSObjectRef> {
    let sample = |class: &str| {
        let constructor = cx.global().get(class).ok()?.as_object()?;
        let error = constructor.construct(&[Value::string(cx, "message")]).ok()?;
        // SAFETY: a live object.
        unsafe { JSValueProtect(cx.raw, error.raw().cast_const()) };
        Some(error.raw())
    };
    message::CLASSES.iter().map_while(|class| sample(class)).collect()
}

/// Whether [`convert_errors`] has an effect on this thread.
pub fn converts_errors() -> bool {
    installed().is_some()
}

/// Translates the errors that the engine throws in this realm, too. Of many realms those that were made last are known.
pub fn translate_errors_of(cx: Cx<'_>) {
    const MOST_REALMS: usize = 32;
    let Some(installed) = installed() else { return };
    let mut classes = installed.classes.borrow_mut();
    if classes.len() == MOST_REALMS * message::CLASSES.len() {
        // The first are the main realm's.
        classes.drain(message::CLASSES.len()..2 * message::CLASSES.len());
    }
    for class in message::CLASSES {
        let prototype =
            cx.global().get(class).ok().and_then(|class| class.as_object()?.get("prototype").ok()?.as_object());
        // Not protected, so that a realm can be collected: another object at the same address would be taken for this one, and only an
        // error with a message of the engine's would be changed for it.
        classes.push(prototype.map_or(ptr::null_mut(), |prototype| prototype.raw()));
    }
}

/// An error's stack as the engine writes it, where nobody has asked for it before.
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
