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
const freeIds = [];
// With --why: something that stands for each.
const origins = [];

// A number for Rust that stands for `callback`. `hookType`: the name by which async hooks hear of it, also where it is in no list.
function registerRequest(callback, kind, hookType = kind) {
  const id = freeIds.length > 0 ? arrayPop(freeIds) : callbacks.length;
  callbacks[id] = __hexloop_context__ === null ? callback : require('async_context/frame').bindToContext(callback);
  if (__hexloop_resources__ !== undefined) callbacks[id] = __hexloop_resources__.request(hookType, callbacks[id]);
  kinds[id] = kind;
  if (noteOrigin !== undefined) noteOrigin(origins[id] = {});
  return id;
}

// Called by Rust in the poll phase.
function completeRequest(id, ...results) {
  const callback = callbacks[id];
  callbacks[id] = undefined;
  if (callback !== undefined) runCallback(callback, results);
  // Active until its callback has run.
  kinds[id] = undefined;
  freeIds[freeIds.length] = id;
}

// See process/resources.js.
function pendingRequests() {
  const found = [];
  for (let id = 0; id < callbacks.length; id++) {
    if (callbacks[id] === undefined && kinds[id] === undefined) continue;
    found[found.length] = { kind: kinds[id], resource: origins[id], isReferenced: true };
  }
  return found;
}

binding('loop').connect('answer', completeRequest);

module.exports = { registerRequest, pendingRequests };
