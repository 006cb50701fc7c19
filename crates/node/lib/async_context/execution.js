'use strict';
// The execution scope of async hooks: ids for executionAsyncId(), and the events of createHook().
//
// HOW. A resource is whatever calls back later: a tick, a timer, a request, a socket, a promise, an AsyncResource. Nothing is
// tracked until a program asks for it (`track`): then __hexloop_resources__ (declared in boot.js) is set, and the queues in
// lib/loop and lib/net call it. Until then the variable is undefined, which the compiler treats as a constant.
//
//   emitInit(resource, type)     the resource exists: it gets an id, 'init' is emitted
//   emitBefore(resource)         its callback runs, from the loop: 'before'
//   emitAfter()                  the callback has returned: 'after'
//   emitDestroy(resource)        it will not call back again: 'destroy', in the next check phase
//   unwind()                     the callback threw and the error was handled: 'after' for every open scope
//
// Open scopes form a stack (runInAsyncScope within a timer). Nothing reports when the code after an `await` stops, so the scope
// that it left on the stack is popped when the loop or a promise job enters the next one.

const { stringToUpperCase } = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { SafeMap, SafeWeakMap } = require('core/safe/collections');
const { each } = require('core/safe/walk');

const MAIN = 1;

let lastId = MAIN;
// The innermost open scope: { id, trigger, resource, outer }.
let scope = null;
const outermost = {};
// Receives 'init', 'before', 'after' and 'destroy'; async_context/hooks.js sets it while a hook is enabled.
let listener = null;

// An AsyncResource has its ids itself; for others: resource -> { id, trigger }
const kAsyncId = Symbol('async_id_symbol');
const kTriggerAsyncId = Symbol('trigger_async_id_symbol');
const asyncIds = new SafeWeakMap();

const newAsyncId = () => ++lastId;

let loader;

function inMain() {
  loader ??= require('module/cjs');
  return loader.mainModule?.loaded === false;
}

function currentId() {
  if (scope !== null) return scope.id;
  return inMain() ? MAIN : 0;
}

const currentTrigger = () => (scope === null ? 0 : scope.trigger);

const currentResource = () => (scope === null ? outermost : scope.resource);

// The ids of a resource. One that was created before tracking began gets them now, without an 'init'.
function asyncIdsOf(resource) {
  const id = resource[kAsyncId];
  if (id !== undefined) return { id, trigger: resource[kTriggerAsyncId] };
  let ids = asyncIds.get(resource);
  if (ids === undefined) asyncIds.set(resource, ids = { id: newAsyncId(), trigger: currentId() });
  return ids;
}

const hasAsyncId = (resource) => asyncIds.has(resource);

// For an AsyncResource.
function initAsyncResource(resource, type, triggerId) {
  const id = newAsyncId();
  resource[kAsyncId] = id;
  resource[kTriggerAsyncId] = triggerId;
  if (listener !== null) listener.init(id, type, triggerId, resource);
  return id;
}

// The trigger id of resources that are created meanwhile, whatever scope is open.
let trigger;

function triggeredBy(resource, make) {
  const before = trigger;
  trigger = asyncIdsOf(resource).id;
  try {
    return make();
  } finally {
    trigger = before;
  }
}

function emitInit(resource, type, triggerId = trigger ?? currentId()) {
  const id = newAsyncId();
  asyncIds.set(resource, { id, trigger: triggerId });
  if (listener !== null) listener.init(id, type, triggerId, resource);
  return id;
}

// ---- the stack of scopes

// `onLeave` is called when the scope is left.
function enterScope(resource, onLeave = undefined) {
  const { id, trigger } = asyncIdsOf(resource);
  enterScopeOf(id, trigger, resource, onLeave);
}

function enterScopeOf(id, trigger, resource, onLeave) {
  scope = { id, trigger, resource, onLeave, outer: scope };
  if (listener !== null) listener.before(id, resource);
}

function emitAfter() {
  if (scope === null) return;
  const { id, resource, onLeave } = scope;
  if (onLeave !== undefined) onLeave();
  if (listener !== null) listener.after(id, resource);
  if (scope !== null) scope = scope.outer;
}

function unwind() {
  while (scope !== null) emitAfter();
}

// From the loop, or as a promise job: no scope may be open.
function emitBefore(resource, onLeave = undefined) {
  unwind();
  enterScope(resource, onLeave);
}

// The resource runs for the last time.
function emitBeforeLast(resource) {
  emitBefore(resource, () => emitDestroy(resource));
}

function emitDestroy(resource) {
  if (listener === null) return;
  const id = resource[kAsyncId] ?? asyncIds.get(resource)?.id;
  if (id !== undefined) listener.destroy(id);
}

// ---- called by the queues

// Wraps the only callback of a resource.
function wrapOnce(resource, type, callback, trigger) {
  emitInit(resource, type, trigger);
  return function (...values) {
    emitBeforeLast(resource);
    applyOn(callback, this, values);
    emitAfter();
  };
}

class TickObject {
  constructor(callback, args) {
    this.callback = callback;
    this.args = args;
  }
}

function tick(callback, args) {
  const run = args === undefined ? () => callback() : () => callback(...each(args));
  return wrapOnce(new TickObject(callback, args), 'TickObject', run);
}

function microtask(callback) {
  const resource = { callback };
  const run = () => {
    try {
      callback();
    } catch (error) {
      require('process/fatal').triggerUncaught(error, false, true);
    }
  };
  return wrapOnce(resource, 'Microtask', run);
}

// A request of loop/requests, by Node's class name. Requests without a name do not exist in Node.
const requestClasses = new SafeMap();

function request(name, callback) {
  // One resource covers all polls of a watched file.
  if (name === undefined || name === 'StatWatcher') return callback;
  let Request = requestClasses.get(name);
  if (Request === undefined) requestClasses.set(name, Request = { [name]: class {} }[name]);
  return wrapOnce(new Request(), stringToUpperCase(name), callback);
}

// Requests on a handle that complete with an event of the handle: connect, write, shutdown.
const pendingRequests = new SafeWeakMap();

function initRequest(handle, event, type) {
  let requests = pendingRequests.get(handle);
  if (requests === undefined) pendingRequests.set(handle, requests = []);
  const resource = { handle };
  requests[event] = resource;
  emitInit(resource, type, asyncIdsOf(handle).id);
}

function emitBeforeEvent(handle, event) {
  const resource = pendingRequests.get(handle)?.[event];
  if (resource === undefined) {
    emitBefore(handle);
    return;
  }
  pendingRequests.get(handle)[event] = undefined;
  emitBeforeLast(resource);
}

const tracker = { emitInit, emitBefore, emitBeforeLast, wrapOnce, emitAfter, emitDestroy, unwind, tick, microtask, request, initRequest, emitBeforeEvent, enterScope, triggeredBy };

function track() {
  __hexloop_resources__ = tracker;
}

module.exports = {
  currentId, currentResource, currentTrigger, enterScope, emitAfter, emitBefore, emitDestroy, hasAsyncId, emitInit, newAsyncId, asyncIdsOf, track,
  enterScopeOf, initAsyncResource, kAsyncId, kTriggerAsyncId, unwind,
  setListener(next) { listener = next; },
  currentListener: () => listener,
};
