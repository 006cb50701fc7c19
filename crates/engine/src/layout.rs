//! What the C API does not tell: an object's brand, a promise's state, a proxy's target.
//!
//! The facts are in the object's memory: the cell's header holds a type byte, a promise two fields (flags, and its reactions
//! or result), a proxy two (target, handler).
//!
//! ```text
//!   cell   ┌ structure id : 4 │ indexing : 1 │ TYPE : 1 │ flags : 1 │ state : 1 ┐ butterfly │ field 0 │ field 1 …
//! ```
//!
//! Nothing about that layout is assumed: at first use samples of every kind are made and looked at, and only what the
//! samples agree on is used. A library that lays its cells out differently gives "unknown", never a wrong answer.

use crate::context::Cx;
use crate::ffi::*;
use crate::value::{Object, Value};
use std::cell::OnceCell;

const TYPE_BYTE: usize = 5;
const FIRST_FIELD_WORD: usize = 2;

/// Expressions that make one object of each brand.
const SAMPLES: &[(&str, &str)] = &[
    ("Promise", "new Promise(() => {})"),
    ("Proxy", "new Proxy({}, {})"),
    ("Map", "new Map()"),
    ("Set", "new Set()"),
    ("WeakMap", "new WeakMap()"),
    ("WeakSet", "new WeakSet()"),
    ("WeakRef", "new WeakRef({})"),
    ("MapIterator", "new Map().entries()"),
    ("SetIterator", "new Set().values()"),
    ("ArrayIterator", "[].values()"),
    ("Generator", "(function* () {})()"),
    ("AsyncGenerator", "(async function* () {})()"),
    ("Date", "new Date()"),
    ("RegExp", "/x/"),
    ("Error", "new Error('x')"),
    ("ArrayBuffer", "new ArrayBuffer(1)"),
    ("DataView", "new DataView(new ArrayBuffer(1))"),
    ("Arguments", "(function () { return arguments })(1)"),
    ("Arguments", "(function (a) { return arguments })(1)"),
    ("Arguments", "(function () { 'use strict'; return arguments })(1)"),
    ("Boxed", "Object(1)"),
    ("Boxed", "Object('s')"),
    ("Boxed", "Object(true)"),
    ("Array", "[]"),
    ("Array", "new (class extends Array {})()"),
    ("Function", "(function () {})"),
    ("Function", "parseInt"),
];

struct Layout {
    brands: [Option<&'static str>; 256],
    promise: Option<PromiseLayout>,
    proxy: Option<(usize, usize)>,
}

struct PromiseLayout {
    flags: usize,
    result: usize,
}

const STATE_MASK: u64 = 0b011;
const HANDLED: u64 = 0b100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromiseState {
    Pending,
    Fulfilled,
    Rejected,
}

thread_local! {
    static LAYOUT: OnceCell<Layout> = const { OnceCell::new() };
}

fn with_layout<R>(cx: Cx<'_>, read: impl FnOnce(&Layout) -> R) -> R {
    LAYOUT.with(|cell| {
        if cell.get().is_none() {
            let layout = Layout::learn(cx);
            let _ = cell.set(layout);
        }
        read(cell.get().expect("just set"))
    })
}

fn word(object: JSObjectRef, index: usize) -> u64 {
    // SAFETY: every object cell has a header word, a butterfly word and, for the kinds asked about, two field words.
    unsafe { object.cast::<u64>().add(index).read() }
}

fn type_byte(object: JSObjectRef) -> u8 {
    (word(object, 0) >> (8 * TYPE_BYTE)) as u8
}

impl Layout {
    fn learn(cx: Cx<'_>) -> Layout {
        let mut brands: [Option<&'static str>; 256] = [None; 256];
        if cfg!(not(all(target_pointer_width = "64", target_endian = "little"))) {
            return Layout { brands, promise: None, proxy: None };
        }
        let plain = sample(cx, "({})").map(|object| type_byte(object.raw()));
        for (brand, expression) in SAMPLES {
            let Some(object) = sample(cx, expression) else { continue };
            let byte = type_byte(object.raw());
            let slot = &mut brands[usize::from(byte)];
            match slot {
                None if Some(byte) != plain => *slot = Some(brand),
                Some(known) if known != brand => *slot = None,
                _ => {}
            }
        }
        Layout { brands, promise: PromiseLayout::learn(cx), proxy: learn_proxy(cx) }
    }
}

fn sample<'a>(cx: Cx<'a>, expression: &str) -> Option<Object<'a>> {
    cx.evaluate(expression, "", 1).ok()?.as_object()
}

impl PromiseLayout {
    fn learn(cx: Cx<'_>) -> Option<PromiseLayout> {
        let pending = sample(cx, "new Promise(() => {})")?;
        let fulfilled = sample(cx, "Promise.resolve(42)")?;
        let rejected = sample(cx, "(() => { const p = Promise.reject(42); p.catch(() => {}); return p })()")?;
        let answer = Value::number(cx, 42.0).raw as u64;
        let fields = [FIRST_FIELD_WORD, FIRST_FIELD_WORD + 1];
        let result = fields
            .into_iter()
            .find(|index| word(fulfilled.raw(), *index) == answer && word(rejected.raw(), *index) == answer)?;
        let flags = fields.into_iter().find(|index| *index != result)?;
        let states = [&pending, &fulfilled, &rejected].map(|p| word(p.raw(), flags) & STATE_MASK);
        let handled = [&pending, &rejected].map(|p| word(p.raw(), flags) & HANDLED != 0);
        (states == [0, 1, 2] && handled == [false, true]).then_some(PromiseLayout { flags, result })
    }
}

fn learn_proxy(cx: Cx<'_>) -> Option<(usize, usize)> {
    let pair = sample(cx, "(() => { const t = {}, h = {}; return [new Proxy(t, h), t, h] })()")?;
    let [proxy, target, handler] = [0, 1, 2].map(|index| pair.get_index(index).ok()?.as_object());
    let (proxy, target, handler) = (proxy?, target?, handler?);
    let fields = [FIRST_FIELD_WORD, FIRST_FIELD_WORD + 1];
    let find = |wanted: &Object<'_>| fields.into_iter().find(|index| word(proxy.raw(), *index) == wanted.raw() as u64);
    Some((find(&target)?, find(&handler)?))
}

impl<'a> Object<'a> {
    /// The object's brand by its type byte, whatever its prototype says; "Object" where there is no special one.
    pub fn brand(&self) -> &'static str {
        let cx = self.value().cx;
        with_layout(cx, |layout| layout.brands[usize::from(type_byte(self.raw()))]).unwrap_or("Object")
    }

    fn is(&self, brand: &str) -> bool {
        self.brand() == brand
    }

    /// State and result of a promise. None for other objects, or where the engine's layout is not the one known.
    pub fn promise_state(&self) -> Option<(PromiseState, Value<'a>)> {
        let cx = self.value().cx;
        if !self.is("Promise") {
            return None;
        }
        let (flags, result) =
            with_layout(cx, |layout| layout.promise.as_ref().map(|promise| (promise.flags, promise.result)))?;
        let state = match word(self.raw(), flags) & STATE_MASK {
            0 => return Some((PromiseState::Pending, Value::undefined(cx))),
            1 => PromiseState::Fulfilled,
            _ => PromiseState::Rejected,
        };
        Some((state, Value::from_raw(cx, word(self.raw(), result) as JSValueRef)))
    }

    /// Whether a promise has had a handler attached. None where that cannot be told.
    pub fn promise_is_handled(&self) -> Option<bool> {
        if !self.is("Promise") {
            return None;
        }
        let flags = with_layout(self.value().cx, |layout| layout.promise.as_ref().map(|promise| promise.flags))?;
        Some(word(self.raw(), flags) & HANDLED != 0)
    }

    /// Target and handler of a proxy (both null once revoked). None for other objects.
    pub fn proxy_details(&self) -> Option<(Value<'a>, Value<'a>)> {
        let cx = self.value().cx;
        if !self.is("Proxy") {
            return None;
        }
        let (target, handler) = with_layout(cx, |layout| layout.proxy)?;
        let read = |index| Value::from_raw(cx, word(self.raw(), index) as JSValueRef);
        let handler = read(handler);
        if handler.as_object().is_none() {
            return Some((Value::null(cx), Value::null(cx)));
        }
        Some((read(target), handler))
    }
}
