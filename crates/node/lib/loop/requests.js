'use strict';
// Requests: asynchronous work in Rust (file system calls, hashing, anything on the thread pool).
//
// The callback stays in JavaScript and Rust gets an id: holding a function in Rust would cost a protected value, an id costs
// nothing. Completion is one macrotask.

const { newList } = require('core/safe/list');
const { recordOrigin } = require('why/origins');
const { runCallback } = require('loop/ticks');

const callbacks = newList();
// Node's class name of each request, if it has one: for process.getActiveResourcesInfo().
const kinds = newList();
const freeIds = newList();
// With --why: an object for each request, to record its origin.
const origins = newList();

// Returns the id of a new request. `hookType`: its type for async hooks, also if it is in no list of active resources.
function registerRequest(callback, kind, hookType = kind) {
  const id = freeIds.length > 0 ? takeFreeId() : callbacks.length;
  callbacks[id] = __hexloop_context__ === null ? callback : require('async_context/frame').bindToContext(callback);
  if (__hexloop_resources__ !== undefined) callbacks[id] = __hexloop_resources__.request(hookType, callbacks[id]);
  kinds[id] = kind;
  if (recordOrigin !== undefined) recordOrigin(origins[id] = {});
  return id;
}

function takeFreeId() {
  const last = freeIds.length - 1;
  const id = freeIds[last];
  freeIds.length = last;
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

// For process/resources.js.
function pendingRequests() {
  const { arrayPush } = require('core/intrinsics');
  const found = [];
  for (let id = 0; id < callbacks.length; id++) {
    if (callbacks[id] === undefined && kinds[id] === undefined) continue;
    arrayPush(found, { kind: kinds[id], resource: origins[id], isReferenced: true });
  }
  return found;
}

binding('loop').connect('completeRequest', completeRequest);

module.exports = { registerRequest, pendingRequests };
