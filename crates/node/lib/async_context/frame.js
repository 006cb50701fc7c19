'use strict';
// The async context: which values the stores hold in the code that runs now.
//
// HOW. It is one variable, __hexloop_context__ (declared in boot.js, in the scope of every script): a frame, which maps
// stores to values, or null. Frames are copied on write, so code that schedules a callback stores the current frame and restores
// it when the callback runs:
//
//   process.nextTick, timers, immediates, requests, sockets      in lib/loop and lib/net, one line each
//   promise.then, catch, finally, queueMicrotask                 async_context/promises.js
//   await, async generators                                      rewritten by crates/source/src/async_context.rs
//
// Between two callbacks the variable is null. Only an `await` leaves it set when its function resumes and then returns or
// suspends again; the next callback or promise job sets it.
//
// WHY this costs nothing without a store. The variable stays null, __hexloop_hooks__ stays undefined, and the compiler
// treats both as constants. The first AsyncLocalStorage installs the hooks.

const { applyOn } = require('core/safe/calls');

// The value of a store, and those of the other stores: a linked list, since programs rarely have more than three. Entries are
// immutable, so frames share tails.
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
  // Makes this frame the current one; runs as a promise job for async generators.
  #enter;

  constructor(store, value) {
    this.entry = new Entry(store, value, __hexloop_context__ === null ? null : without(__hexloop_context__.entry, store));
  }

  // The entry of the store, or null.
  find(store) {
    let { entry } = this;
    while (entry !== null && entry.store !== store) entry = entry.rest;
    return entry;
  }

  // The only mutation of a frame: every holder loses the value.
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

// A function that restores the current context.
function contextRestorer() {
  return __hexloop_context__ === null ? clearContext : __hexloop_context__.enter;
}

// Binds `callback` to the current context; for callbacks that run at most once, with nothing else on the stack.
function bindToContext(callback) {
  const frame = __hexloop_context__;
  return function (...values) {
    __hexloop_context__ = frame;
    return applyOn(callback, this, values);
  };
}

module.exports = { AsyncContextFrame, contextRestorer, bindToContext };
