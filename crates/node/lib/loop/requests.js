'use strict';
// Work that Rust does and answers later: file system calls, hashing, anything on the thread pool.
//
// The callback stays here and Rust gets a number: keeping a function in Rust would cost a protection, a number costs
// nothing. The answer comes back as one macrotask.

const { runCallback } = require('loop/ticks');

const callbacks = [];
// Node's name for each, where it has one: process.getActiveResourcesInfo() lists them.
const kinds = [];
const free = [];

// A number for Rust that stands for `callback`.
function expect(callback, kind) {
  const id = free.length > 0 ? free.pop() : callbacks.length;
  callbacks[id] = __hexloop_context__ === null ? callback : require('async_context/frame').inCurrent(callback);
  kinds[id] = kind;
  return id;
}

// Called by Rust in the poll phase.
function answer(id, ...results) {
  const callback = callbacks[id];
  callbacks[id] = undefined;
  if (callback !== undefined) runCallback(callback, results);
  // Active until its callback has run.
  kinds[id] = undefined;
  free.push(id);
}

const activeKinds = () => kinds.filter((kind) => kind !== undefined);

binding('loop').connect('answer', answer);

module.exports = { activeKinds, expect };
