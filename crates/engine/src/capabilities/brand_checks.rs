//! The fallback of `cell-layout` for brands: JavaScript's own functions that check for an internal slot and throw without it.
//!
//! They come from a context that no program has modified, and check slots, so that prototypes and realms do not matter. Four kinds
//! have no such function (promises, generators, iterators, `arguments`) and are recognized by their tag, which a program can fake;
//! and a Proxy cannot be distinguished from its target.

use super::cell_layout::BRANDS;
use crate::context::Cx;
use crate::ffi::JSContextGroupRef;
use crate::value::{Object, Root, Value};
use std::cell::RefCell;

thread_local! {
    /// One function per VM of this thread.
    static FUNCTIONS: RefCell<Vec<(JSContextGroupRef, Root)>> = const { RefCell::new(Vec::new()) };
}

/// (value) => the name of its brand, or undefined.
const FUNCTION: &str = "(() => {
  const { call, bind } = Function.prototype;
  const uncurried = (method) => bind.call(call, method);
  const getter = (prototype, name) => uncurried(Object.getOwnPropertyDescriptor(prototype, name).get);
  const has = (method, ...rest) => (value) => { try { method(value, ...rest); return true } catch { return false } };
  const { isArray } = Array;
  const typedArrayName = getter(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
  const tag = uncurried(Object.prototype.toString);
  const key = {};
  const slots = [
    ['Map', has(getter(Map.prototype, 'size'))],
    ['Set', has(getter(Set.prototype, 'size'))],
    ['WeakMap', has(uncurried(WeakMap.prototype.has), key)],
    ['WeakSet', has(uncurried(WeakSet.prototype.has), key)],
    ['WeakRef', has(uncurried(WeakRef.prototype.deref))],
    ['Date', has(uncurried(Date.prototype.getTime))],
    ['RegExp', has(getter(RegExp.prototype, 'source'))],
    ['ArrayBuffer', has(getter(ArrayBuffer.prototype, 'byteLength'))],
    ['ArrayBuffer', has(getter(SharedArrayBuffer.prototype, 'byteLength'))],
    ['DataView', has(getter(DataView.prototype, 'buffer'))],
    ['Boxed', has(uncurried(Number.prototype.valueOf))],
    ['Boxed', has(uncurried(String.prototype.valueOf))],
    ['Boxed', has(uncurried(Boolean.prototype.valueOf))],
    ['Boxed', has(uncurried(BigInt.prototype.valueOf))],
    ['Boxed', has(uncurried(Symbol.prototype.valueOf))],
  ];
  const tags = {
    __proto__: null,
    '[object Error]': 'Error',
    '[object Promise]': 'Promise',
    '[object Arguments]': 'Arguments',
    '[object Generator]': 'Generator',
    '[object AsyncGenerator]': 'AsyncGenerator',
    '[object Map Iterator]': 'MapIterator',
    '[object Set Iterator]': 'SetIterator',
    '[object Array Iterator]': 'ArrayIterator',
  };
  return (value) => {
    if (typeof value === 'function') return 'Function';
    try { if (isArray(value)) return 'Array' } catch { return undefined }
    if (typedArrayName(value) !== undefined) return 'TypedArray';
    for (let at = 0; at < slots.length; at++) {
      if (slots[at][1](value)) return slots[at][0];
    }
    if (Error.isError?.(value)) return 'Error';
    try {
      const name = tag(value);
      return name === '[object Module]' ? undefined : tags[name] ?? 'Object';
    } catch {
      return undefined;
    }
  };
})()";

/// The brand's index in [`BRANDS`].
pub(super) fn brand_index(object: &Object<'_>) -> Option<usize> {
    let cx = object.value().cx();
    let function = function_of(cx)?.as_object()?;
    let name = function.call(&[Value::from_raw(cx, object.raw().cast_const())]).ok()?.to_text().ok()?;
    BRANDS.iter().position(|brand| *brand == name)
}

fn function_of(cx: Cx<'_>) -> Option<Value<'_>> {
    let vm = cx.group();
    let known = FUNCTIONS.with_borrow(|all| all.iter().find(|(of, _)| *of == vm).map(|(_, function)| function.get(cx)));
    known.or_else(|| {
        let function =
            cx.with_pristine_context(|fresh| fresh.evaluate(FUNCTION, "", 1).ok().map(|made| made.root()))?;
        let value = function.get(cx);
        FUNCTIONS.with_borrow_mut(|all| all.push((vm, function)));
        Some(value)
    })
}

/// Before a VM is released: the root stored here would keep it alive.
pub(crate) fn forget(vm: JSContextGroupRef) {
    let _ = FUNCTIONS.try_with(|all| all.borrow_mut().retain(|(of, _)| *of != vm));
}
