'use strict';
// Which resource's code is running: numbers for executionAsyncId(), and the events of createHook().
//
// HOW. A resource is whatever calls back later: a tick, a timer, a request, a socket, a promise, an AsyncResource. Nobody
// counts them until a program asks (`track`): then __hexloop_resources__ (declared in boot.js) is set, and the queues in
// lib/loop and lib/net call it. Until then the variable is undefined, which the compiler takes for a constant.
//
//   made(resource, type)     it exists: it gets a number, 'init' is emitted
//   begin(resource)          its callback runs, from the loop: 'before'
//   emitAfter()                 the callback has returned: 'after'
//   gone(resource)           it will not call back again: 'destroy', in the next check phase
//   unwind()                 the callback threw, and somebody heard of it: 'after' for whatever was running
//
// The resources that are running form a stack (runInAsyncScope within a timer). An await goes on without anybody knowing
// when it stops, so what it left on the stack is taken off when the loop or a promise job begins something else.

const { stringToUpperCase } = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { SafeMap, SafeWeakMap } = require('core/safe/collections');
const { each } = require('core/safe/walk');

const MAIN = 1;

let lastId = MAIN;
// The innermost resource that is running: { id, trigger, resource, outer }.
let scope = null;
const outermost = {};
// What 'after', 'before' and so on are told to; async_context/hooks.js sets it while a hook is enabled.
let listener = null;

// resource -> { id, trigger }
const asyncIds = new SafeWeakMap();

const newAsyncId = () => ++lastId;

const inMain = () => require('module/cjs').mainModule?.loaded === false;

function currentId() {
  if (scope !== null) return scope.id;
  return inMain() ? MAIN : 0;
}

const currentTrigger = () => (scope === null ? 0 : scope.trigger);

const currentResource = () => (scope === null ? outermost : scope.resource);

// The numbers of a resource. One that was made before anybody counted gets them now, and no 'init'.
function asyncIdsOf(resource) {
  let ids = asyncIds.get(resource);
  if (ids === undefined) asyncIds.set(resource, ids = { id: newAsyncId(), trigger: currentId() });
  return ids;
}

const hasAsyncId = (resource) => asyncIds.has(resource);

// Who triggers what is made meanwhile, whoever is running.
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

// ---- the stack

// `onLeave` is called when it is over.
function enterScope(resource, onLeave = undefined) {
  const { id, trigger } = asyncIdsOf(resource);
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

// From the loop, or as a promise job: nothing else is running.
function emitBefore(resource, onLeave = undefined) {
  unwind();
  enterScope(resource, onLeave);
}

// For the last time.
function emitBeforeLast(resource) {
  emitBefore(resource, () => emitDestroy(resource));
}

function emitDestroy(resource) {
  const ids = asyncIds.get(resource);
  if (ids !== undefined && listener !== null) listener.destroy(ids.id);
}

// ---- what the queues call

// `callback`, as the one callback of a resource.
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

// A request of loop/requests, by Node's name for its class; those without a name are none of Node's.
const requestClasses = new SafeMap();

function request(name, callback) {
  // One resource stands for all looks at a file that is watched.
  if (name === undefined || name === 'StatWatcher') return callback;
  let Request = requestClasses.get(name);
  if (Request === undefined) requestClasses.set(name, Request = { [name]: class {} }[name]);
  return wrapOnce(new Request(), stringToUpperCase(name), callback);
}

// What a handle was asked for, and answers with an event of its own: a connection, a write, an end.
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
  setListener(next) { listener = next; },
  currentListener: () => listener,
};
