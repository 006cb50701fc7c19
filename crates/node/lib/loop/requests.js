'use strict';
// Work that Rust does and answers later: file system calls, hashing, anything on the thread pool.
//
// The callback stays here and Rust gets a number: keeping a function in Rust would cost a protection, a number costs
// nothing. The answer comes back as one macrotask.

const { runCallback } = require('loop/ticks');

const callbacks = [];
const free = [];

// A number for Rust that stands for `callback`.
function expect(callback) {
  const id = free.length > 0 ? free.pop() : callbacks.length;
  callbacks[id] = callback;
  return id;
}

// Called by Rust in the poll phase.
function answer(id, ...results) {
  const callback = callbacks[id];
  callbacks[id] = undefined;
  free.push(id);
  if (callback !== undefined) runCallback(callback, results);
}

binding('loop').connect('answer', answer);

module.exports = { expect };
