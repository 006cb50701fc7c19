'use strict';
// The async context: which values the stores have in the code that runs now.
//
// HOW. It is one variable, __hexloop_context__ (declared in boot.js, where every text can see it): a frame, which maps
// stores to values, or null. A frame is copied to change it, so whoever schedules something keeps the frame of that moment
// and sets the variable again when the callback runs:
//
//   process.nextTick, timers, immediates, requests, sockets      in lib/loop and lib/net, one line each
//   promise.then, catch, finally, queueMicrotask                 async_context/promises.js
//   await, async generators                                      rewritten by crates/source/src/async_context.rs
//
// Between two callbacks the variable is null. Only an `await` leaves it as it was when its function goes on and ends or
// suspends again; the next callback or promise job sets it anew.
//
// WHY this costs nothing without a store. The variable stays null, __hexloop_hooks__ stays undefined, and the compiler
// takes both for constants. The first AsyncLocalStorage puts the hooks in.

const { applyOn } = require('core/safe/calls');

// A store's value, and those of the other stores: a list, since hardly a program has more than three. It never changes, so
// frames share what they have in common.
class Entry {
  constructor(store, value, rest) {
    this.store = store;
    this.value = value;
    this.rest = rest;
  }
}

function without(entry, store) {
  if (entry === null) return null;
  if (entry.store === store) return entry.rest;
  const rest = without(entry.rest, store);
  return rest === entry.rest ? entry : new Entry(entry.store, entry.value, rest);
}

class AsyncContextFrame {
  // The function that makes this frame the current one: a promise job does it for an async generator.
  #enter;

  constructor(store, value) {
    this.entry = new Entry(store, value, __hexloop_context__ === null ? null : without(__hexloop_context__.entry, store));
  }

  // What the store was given here, or null.
  find(store) {
    let { entry } = this;
    while (entry !== null && entry.store !== store) entry = entry.rest;
    return entry;
  }

  // The one place where a frame changes: everybody who kept it loses the value.
  delete(store) {
    this.entry = without(this.entry, store);
  }

  get enter() {
    return this.#enter ??= () => { __hexloop_context__ = this; };
  }
}

function clearContext() {
  __hexloop_context__ = null;
}

// The function that brings the current context back.
function contextRestorer() {
  return __hexloop_context__ === null ? clearContext : __hexloop_context__.enter;
}

// `callback`, in the context of this moment; for those that are called at most once, from outside of everything.
function bindToContext(callback) {
  const frame = __hexloop_context__;
  return function (...values) {
    __hexloop_context__ = frame;
    return applyOn(callback, this, values);
  };
}

module.exports = { AsyncContextFrame, contextRestorer, bindToContext };
