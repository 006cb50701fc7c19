'use strict';
// Work that Rust does and answers later: file system calls, hashing, anything on the thread pool.
//
// The callback stays here and Rust gets a number: keeping a function in Rust would cost a protection, a number costs
// nothing. The answer comes back as one macrotask.

const { arrayPop } = require('core/intrinsics');
const { noteOrigin } = require('loop/state');
const { runCallback } = require('loop/ticks');

const callbacks = [];
// Node's name for each, where it has one: process.getActiveResourcesInfo() lists them.
const kinds = [];
const free = [];
// With --why: something that stands for each.
const noted = [];

// A number for Rust that stands for `callback`. `told`: the name by which async hooks hear of it, also where it is in no list.
function expect(callback, kind, told = kind) {
  const id = free.length > 0 ? arrayPop(free) : callbacks.length;
  callbacks[id] = __hexloop_context__ === null ? callback : require('async_context/frame').inCurrent(callback);
  if (__hexloop_resources__ !== undefined) callbacks[id] = __hexloop_resources__.request(told, callbacks[id]);
  kinds[id] = kind;
  if (noteOrigin !== undefined) noteOrigin(noted[id] = {});
  return id;
}

// Called by Rust in the poll phase.
function answer(id, ...results) {
  const callback = callbacks[id];
  callbacks[id] = undefined;
  if (callback !== undefined) runCallback(callback, results);
  // Active until its callback has run.
  kinds[id] = undefined;
  free[free.length] = id;
}

// See process/resources.js.
function underWay() {
  const found = [];
  for (let id = 0; id < callbacks.length; id++) {
    if (callbacks[id] === undefined && kinds[id] === undefined) continue;
    found[found.length] = { kind: kinds[id], thing: noted[id], isReferenced: true };
  }
  return found;
}

binding('loop').connect('answer', answer);

module.exports = { expect, underWay };
