'use strict';
// AsyncResource: work that a program queues itself, and the numbers that name what is running.
//
// Numbers are given to resources only: the main script is 1, a resource has its own while runInAsyncScope runs, anything
// else is 0, which is also what Node answers in promise jobs as long as no hook is enabled.

const { codes } = require('core/errors');
const { validateFunction, validateString } = require('core/validate');

const kFrame = Symbol('context_frame');
const kId = Symbol('async_id_symbol');
const kTrigger = Symbol('trigger_async_id_symbol');

const NO_OPTIONS = Object.freeze({ __proto__: null });
const MAIN = 1;

let lastId = MAIN;
// The innermost resource whose scope is running.
let running = null;
const outermost = {};

const inMain = () => require('module/cjs').mainModule?.loaded === false;

function executionAsyncId() {
  if (running !== null) return running[kId];
  return inMain() ? MAIN : 0;
}

function triggerAsyncId() {
  return running === null ? 0 : running[kTrigger];
}

function executionAsyncResource() {
  return running ?? outermost;
}

class AsyncResource {
  constructor(type, options = NO_OPTIONS) {
    validateString(type, 'type');
    const asked = typeof options === 'number' ? options : options.triggerAsyncId;
    const trigger = asked === undefined ? executionAsyncId() : asked;
    if (!Number.isSafeInteger(trigger) || trigger < -1) throw new codes.ERR_INVALID_ASYNC_ID('triggerAsyncId', trigger);
    this[kFrame] = __hexloop_context__ ?? undefined;
    this[kId] = ++lastId;
    this[kTrigger] = trigger;
  }

  runInAsyncScope(fn, thisArg, ...values) {
    const outer = running;
    const frame = __hexloop_context__;
    running = this;
    __hexloop_context__ = this[kFrame] ?? null;
    try {
      return Reflect.apply(fn, thisArg, values);
    } finally {
      __hexloop_context__ = frame;
      running = outer;
    }
  }

  // Tells hooks, of which there are none.
  emitDestroy() {
    return this;
  }

  asyncId() {
    return this[kId];
  }

  triggerAsyncId() {
    return this[kTrigger];
  }

  bind(fn, thisArg) {
    validateFunction(fn, 'fn');
    const resource = this;
    const bound = thisArg === undefined ?
      function (...values) {
        return resource.runInAsyncScope(fn, this, ...values);
      } :
      this.runInAsyncScope.bind(this, fn, thisArg);
    Object.defineProperty(bound, 'length', { __proto__: null, value: fn.length, writable: false, enumerable: false, configurable: true });
    return bound;
  }

  static bind(fn, type, thisArg) {
    type ||= fn.name;
    return new AsyncResource(type || 'bound-anonymous-fn').bind(fn, thisArg);
  }
}

module.exports = { AsyncResource, executionAsyncId, executionAsyncResource, triggerAsyncId };
