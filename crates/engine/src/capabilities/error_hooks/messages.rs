//! Messages of the engine's own errors, translated when somebody first reads them.
//!
//! ```text
//!   e.message ─▶ method table ─▶ ours ─▶ the engine's ─▶ is it one of the engine's? ─▶ translate(e) ─▶ the engine's, again
//! ```
//!
//! `message` is an ordinary data property, so a read of it would be cached by the structure of the error, and the next error of the same
//! structure would be read without us. An object whose class overrides `getOwnPropertySlot`, as errors do, may refuse that for each read
//! (`PropertySlot::disableCaching`), and the optimizing compilers infer nothing from the structure of such an object. So each read of
//! `message` of an error is answered here, except for instances of `Error` itself: the engine throws none.
//!
//! The layout of the slot is found by a read whose result is known ([`Slot::layout`]).

use super::{Installed, installed};
use crate::capabilities::string_characters::Characters;
use crate::context::Cx;
use crate::ffi::*;
use crate::string::EngineString;
use crate::value::Object;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

/// What is needed to translate messages.
pub(super) struct Messages {
    translate: JSObjectRef,
    /// Whether a message may be one of the engine's.
    may_translate: fn(&str) -> bool,
    /// `Error.prototype`.
    plain: JSValueRef,
    layout: Layout,
}

/// A `PropertySlot` of the engine's, which is on its stack: a value, then at an offset that [`Slot::layout`] finds
///
/// ```text
///   u32 attributes, u32 offset, this, base, watchpoint set, u8 cacheability, u8 type of the property, u8 who asks
/// ```
#[derive(Clone, Copy)]
pub(super) struct Slot(*mut u8);

/// The offset of the attributes.
#[derive(Clone, Copy)]
struct Layout(usize);

const LAYOUTS: [Layout; 2] = [Layout(16), Layout(8)];

impl Layout {
    fn base(self) -> usize {
        self.0 + 16
    }

    fn cacheability(self) -> usize {
        self.0 + 32
    }

    fn property_type(self) -> usize {
        self.0 + 33
    }

    fn method(self) -> usize {
        self.0 + 34
    }
}

const CACHING_DISALLOWED: u8 = 0;
const CACHING_ALLOWED: u8 = 1;
const TYPE_VALUE: u8 = 1;
const METHOD_GET: u8 = 0;
const VM_INQUIRY: u8 = 3;
const DONT_ENUM: u32 = 4;

impl Slot {
    /// # Safety
    /// `slot` is what the engine passed to `getOwnPropertySlot`.
    pub(super) unsafe fn new(slot: usize) -> Slot {
        Slot(slot as *mut u8)
    }

    /// # Safety
    /// The slot is live, which it is for the length of the engine's call.
    unsafe fn byte(self, at: usize) -> u8 {
        // SAFETY: by this function's contract; a slot is larger than any of the offsets.
        unsafe { self.0.add(at).read() }
    }

    /// # Safety
    /// As of [`byte`](Slot::byte).
    unsafe fn value(self) -> JSValueRef {
        // SAFETY: by this function's contract.
        unsafe { self.0.cast::<JSValueRef>().read() }
    }

    /// The layout by which this is the slot of a read of `object.message`, whose value is `value`.
    ///
    /// # Safety
    /// As of [`byte`](Slot::byte).
    unsafe fn layout(self, object: *mut c_void, value: JSValueRef) -> Option<Layout> {
        // SAFETY: by this function's contract.
        let is_this = |layout: &Layout| unsafe {
            self.value() == value
                && self.0.add(layout.0).cast::<u32>().read() == DONT_ENUM
                && self.0.add(layout.base()).cast::<*mut c_void>().read() == object
                && self.byte(layout.cacheability()) == CACHING_ALLOWED
                && self.byte(layout.property_type()) == TYPE_VALUE
                && self.byte(layout.method()) == METHOD_GET
        };
        LAYOUTS.into_iter().find(is_this)
    }

    /// # Safety
    /// As of [`byte`](Slot::byte), with the layout that was found.
    unsafe fn disable_caching(self, layout: Layout) {
        // SAFETY: by this function's contract.
        unsafe { self.0.add(layout.cacheability()).write(CACHING_DISALLOWED) }
    }
}

/// A read with a known result, by which the layout of slots is found.
#[derive(Default)]
pub(super) struct Check {
    expected: Cell<Option<JSValueRef>>,
    layout: Cell<Option<Layout>>,
}

impl Check {
    /// # Safety
    /// `slot` is the engine's, filled by a read of `object.message`.
    pub(super) unsafe fn run(&self, slot: Slot, object: *mut c_void) {
        if let Some(value) = self.expected.take() {
            // SAFETY: by this function's contract.
            self.layout.set(unsafe { slot.layout(object, value) });
        }
    }
}

impl Installed {
    /// Answers a read of `message`. `get` calls the engine's function, whose result this returns.
    ///
    /// # Safety
    /// `object` and `slot` are what the engine passed, `get` fills that slot.
    pub(super) unsafe fn read_message(&self, object: *mut c_void, slot: Slot, get: impl Fn() -> usize) -> usize {
        let found = get();
        let Some(messages) = self.messages.get() else { return found };
        let layout = messages.layout;
        // SAFETY: a live slot of the layout that was checked; the object is live, since the caller holds it.
        unsafe {
            let is_value = found as u8 != 0 && slot.byte(layout.property_type()) == TYPE_VALUE;
            // The engine's own look at an object may not run scripts.
            if !is_value || slot.byte(layout.method()) == VM_INQUIRY {
                return found;
            }
            if JSObjectGetPrototype(self.ctx, object.cast()) == messages.plain {
                return found;
            }
            slot.disable_caching(layout);
            if !self.may_convert(object) || !messages.may_be_engines(self.ctx, slot.value()) {
                return found;
            }
            // What it throws is lost: the message stays as it is.
            self.call(messages.translate, object, &[]);
            let found = get();
            slot.disable_caching(layout);
            found
        }
    }
}

impl Messages {
    /// # Safety
    /// A live context and value.
    unsafe fn may_be_engines(&self, ctx: JSContextRef, value: JSValueRef) -> bool {
        // SAFETY: by this function's contract; the string that is returned is ours.
        let text = unsafe {
            if JSValueGetType(ctx, value) != TYPE_STRING {
                return false;
            }
            EngineString::adopt(JSValueToStringCopy(ctx, value, &mut ptr::null()))
        };
        let Some(text) = text else { return false };
        match text.characters() {
            Characters::Latin1(characters) if characters.is_ascii() => {
                std::str::from_utf8(characters).is_ok_and(self.may_translate)
            }
            _ => (self.may_translate)(&text.to_string_lossy()),
        }
    }
}

/// From here on `translate(error)` is called before a message is read for which `may_translate` is true, unless the error is an instance of
/// `Error` itself; it may replace the message. After [`convert_errors`](super::convert_errors). False where the engine is not as expected.
pub fn translate_messages<'a>(cx: Cx<'a>, translate: &Object<'a>, may_translate: fn(&str) -> bool) -> bool {
    let Some(installed) = installed().filter(|installed| installed.group == cx.group()) else { return false };
    let mut exception: JSValueRef = ptr::null();
    let (name, text) = (EngineString::new("message"), EngineString::new("text"));
    // SAFETY: a live context; what is created is held by this frame, which the collector scans, or protected.
    unsafe {
        let message = JSValueMakeString(cx.raw, text.raw());
        let error = JSObjectMakeError(cx.raw, 1, &message, &mut exception);
        if error.is_null() {
            return false;
        }
        let value = JSObjectGetProperty(cx.raw, error, name.raw(), &mut exception);
        installed.check.expected.set(Some(value));
        installed.learning.set(Some(super::MESSAGE));
        JSObjectGetProperty(cx.raw, error, name.raw(), &mut exception);
        installed.learning.set(None);
        let Some(layout) = installed.check.layout.get() else { return false };
        JSValueProtect(cx.raw, translate.raw().cast_const());
        let plain = JSObjectGetPrototype(cx.raw, error);
        JSValueProtect(cx.raw, plain);
        installed.messages.set(Messages { translate: translate.raw(), may_translate, plain, layout }).is_ok()
    }
}

/// Whether [`translate_messages`] has an effect on this thread.
pub fn translates_messages() -> bool {
    installed().is_some_and(|installed| installed.messages.get().is_some())
}
