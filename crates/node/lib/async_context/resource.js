'use strict';
// AsyncResource: work that a program queues itself, and the ids of the execution scope.
//
// Timers, requests and so on have ids from the moment a program asks for one (async_context/execution.js).

const { numberIsSafeInteger, objectDefineProperty, objectFreeze, reflectApply, take } = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateFunction, validateString } = require('core/validate');
const execution = require('async_context/execution');
const { recordReturned } = require('async_context/rejection_context');

const { kAsyncId, kTriggerAsyncId } = execution;
const kFrame = Symbol('context_frame');

const NO_OPTIONS = objectFreeze({ __proto__: null });

function executionAsyncId() {
  execution.track();
  return execution.currentId();
}

function triggerAsyncId() {
  execution.track();
  return execution.currentTrigger();
}

function executionAsyncResource() {
  execution.track();
  return execution.currentResource();
}

// Emits 'destroy' when the resource is collected, unless the program did.
let registry;

function destroyOnCollect(resource, id) {
  const destroyState = { isDestroyed: false };
  registry ??= new (require('loop/finalization').FinalizationRegistry)(({ id: collectedId, destroyState: state }) => {
    if (!state.isDestroyed) execution.currentListener()?.destroy(collectedId);
  });
  registry.register(resource, { id, destroyState });
  return destroyState;
}

class AsyncResource {
  #destroyState;

  constructor(type, options = NO_OPTIONS) {
    validateString(type, 'type');
    let trigger = options;
    let manual = false;
    if (typeof options !== 'number') {
      trigger = options.triggerAsyncId;
      manual = !!options.requireManualDestroy;
    }
    if (trigger === undefined) trigger = execution.currentId();
    else if (!numberIsSafeInteger(trigger) || trigger < -1) throw new codes.ERR_INVALID_ASYNC_ID('triggerAsyncId', trigger);
    const listener = execution.currentListener();
    if (listener !== null && type.length === 0) throw new codes.ERR_ASYNC_TYPE(type);
    this[kFrame] = __hexloop_context__ ?? undefined;
    const id = execution.initAsyncResource(this, type, trigger);
    if (!manual && listener !== null) this.#destroyState = destroyOnCollect(this, id);
  }

  runInAsyncScope(fn, thisArg, ...values) {
    const frame = __hexloop_context__;
    execution.enterScopeOf(this[kAsyncId], this[kTriggerAsyncId], this, undefined);
    __hexloop_context__ = this[kFrame] ?? null;
    try {
      const isPlainCall = values.length === 0 && typeof fn === 'function';
      return recordReturned(isPlainCall ? call0(fn, thisArg) : reflectApply(fn, thisArg, values));
    } finally {
      __hexloop_context__ = frame;
      execution.emitAfter();
    }
  }

  emitDestroy() {
    if (this.#destroyState !== undefined) this.#destroyState.isDestroyed = true;
    execution.emitDestroy(this);
    return this;
  }

  asyncId() {
    return this[kAsyncId];
  }

  triggerAsyncId() {
    return this[kTriggerAsyncId];
  }

  bind(fn, thisArg) {
    validateFunction(fn, 'fn');
    const resource = this;
    const bound = thisArg === undefined ?
      function (...values) {
        return resource.runInAsyncScope(fn, this, ...each(values));
      } :
      reflectApply(take('function', 'bind'), this.runInAsyncScope, [this, fn, thisArg]);
    objectDefineProperty(bound, 'length', { __proto__: null, value: fn.length, writable: false, enumerable: false, configurable: true });
    return bound;
  }

  static bind(fn, type, thisArg) {
    type ||= fn.name;
    return new AsyncResource(type || 'bound-anonymous-fn').bind(fn, thisArg);
  }
}

module.exports = { AsyncResource, executionAsyncId, executionAsyncResource, triggerAsyncId };
