'use strict';
// Functions that record their calls: mock.fn(), mock.method() and so on.

const { SafeMap, SafeWeakMap } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const {
  arrayPush, objectDefineProperty, objectGetOwnPropertyDescriptor, objectGetPrototypeOf, reflectApply, reflectConstruct,
  reflectGet,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { validateFunction, validateObject, validateInteger } = require('core/validate');
const { codes } = require('core/errors');

class MockFunctionContext {
  #calls = [];
  #implementation;
  #once = new SafeMap();
  #restore;
  #original;

  constructor(original, implementation, times, restore) {
    this.#original = original;
    this.#implementation = implementation;
    this.#restore = restore;
    this.times = times;
  }

  get calls() { return sliceOf(this.#calls); }

  callCount() { return this.#calls.length; }

  mockImplementation(implementation) {
    validateFunction(implementation, 'implementation');
    this.#implementation = implementation;
  }

  mockImplementationOnce(implementation, onCall) {
    validateFunction(implementation, 'implementation');
    const next = this.#calls.length;
    const call = onCall ?? next;
    validateInteger(call, 'onCall', next);
    this.#once.set(call, implementation);
  }

  restore() {
    this.#restore?.();
    this.#implementation = this.#original;
    this.#once.clear();
  }

  resetCalls() { this.#calls = []; }

  // The function that the next call runs.
  static nextImplementation(context) {
    const at = context.#calls.length;
    const once = context.#once.get(at);
    if (once !== undefined) {
      context.#once.delete(at);
      return once;
    }
    return at >= context.times ? context.#original : context.#implementation;
  }

  static recordCall(context, call) { arrayPush(context.#calls, call); }
}

const { nextImplementation, recordCall } = MockFunctionContext;
delete MockFunctionContext.nextImplementation;
delete MockFunctionContext.recordCall;

// A proxy for `original` that records its calls and runs `implementation`.
function createMock(original, implementation, times, restore) {
  const context = new MockFunctionContext(original, implementation, times, restore);
  return new Proxy(original, {
    __proto__: null,
    apply(_, self, args) {
      const fn = nextImplementation(context);
      let result;
      let error;
      try {
        return result = reflectApply(fn, self, args);
      } catch (thrown) {
        error = thrown;
        throw thrown;
      } finally {
        recordCall(context, { arguments: args, error, result, stack: new Error(), target: undefined, this: self });
      }
    },
    construct(target, args, newTarget) {
      const fn = nextImplementation(context);
      const constructor = newTarget === proxyOf.get(context) ? fn : newTarget;
      let result;
      let error;
      try {
        return result = reflectConstruct(fn, args, constructor);
      } catch (thrown) {
        error = thrown;
        throw thrown;
      } finally {
        recordCall(context, { arguments: args, error, result, stack: new Error(), target: fn, this: result });
      }
    },
    get(target, name, receiver) {
      return name === 'mock' ? context : reflectGet(target, name, receiver);
    },
  });
}

const proxyOf = new SafeWeakMap();

function timesOf(options) {
  const { times = Infinity } = options;
  if (times !== Infinity) validateInteger(times, 'options.times', 1);
  return times;
}

class MockPropertyContext {
  #object;
  #name;
  #descriptor;
  #value;
  #once = new SafeMap();
  #accesses = [];

  constructor(object, name, value) {
    const descriptor = descriptorOf(object, name);
    if (descriptor === undefined) throw new codes.ERR_INVALID_ARG_VALUE('propertyName', object, 'is not a property of the object');
    this.#object = object;
    this.#name = name;
    this.#descriptor = descriptor;
    this.#value = value === undefined ? object[name] : value;
    const context = this;
    objectDefineProperty(object, name, {
      __proto__: null,
      configurable: true,
      enumerable: descriptor.enumerable,
      get() { return context.#access('get'); },
      set(next) {
        context.#value = next;
        context.#access('set');
      },
    });
  }

  #access(type) {
    const at = this.#accesses.length;
    const value = this.#once.has(at) ? this.#once.get(at) : this.#value;
    this.#once.delete(at);
    arrayPush(this.#accesses, { type, value, stack: new Error() });
    return value;
  }

  get accesses() { return sliceOf(this.#accesses); }
  accessCount() { return this.#accesses.length; }
  mockImplementation(value) { this.#value = value; }
  mockImplementationOnce(value, onAccess = this.#accesses.length) {
    validateInteger(onAccess, 'onAccess', this.#accesses.length);
    this.#once.set(onAccess, value);
  }
  resetAccesses() { this.#accesses = []; }
  restore() { objectDefineProperty(this.#object, this.#name, this.#descriptor); }
}

function descriptorOf(object, name) {
  for (let at = object; at !== null && at !== undefined; at = objectGetPrototypeOf(at)) {
    const descriptor = objectGetOwnPropertyDescriptor(at, name);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

class MockTracker {
  #mocks = [];
  #timers;

  get timers() { return this.#timers ??= new (require('testing/mock_timers').MockTimers)(); }

  fn(original = function () {}, implementation = original, options = {}) {
    if (original !== null && typeof original === 'object') {
      options = original;
      original = function () {};
      implementation = original;
    } else if (implementation !== null && typeof implementation === 'object') {
      options = implementation;
      implementation = original;
    }
    validateFunction(original, 'original');
    validateFunction(implementation, 'implementation');
    validateObject(options, 'options');
    const mock = createMock(original, implementation, timesOf(options), undefined);
    proxyOf.set(mock.mock, mock);
    arrayPush(this.#mocks, mock.mock);
    return mock;
  }

  method(object, name, implementation, options = {}) {
    if (typeof object !== 'function') validateObject(object, 'object');
    validateName(name);
    if (implementation !== null && typeof implementation === 'object') {
      options = implementation;
      implementation = undefined;
    }
    validateObject(options, 'options');
    const { getter = false, setter = false } = options;
    require('core/validate').validateBoolean(getter, 'options.getter');
    require('core/validate').validateBoolean(setter, 'options.setter');
    if (getter && setter) throw new codes.ERR_INVALID_ARG_VALUE('options.setter', setter, "cannot be used with 'options.getter'");
    const descriptor = descriptorOf(object, name);
    const part = getter ? 'get' : setter ? 'set' : 'value';
    const original = descriptor?.[part];
    if (typeof original !== 'function') throw new codes.ERR_INVALID_ARG_VALUE('methodName', original, 'must be a method');
    if (implementation !== undefined) validateFunction(implementation, 'implementation');
    const ownDescriptor = objectGetOwnPropertyDescriptor(object, name);
    if (ownDescriptor?.configurable === false) throw new TypeError(`Cannot redefine property: ${String(name)}`);
    const restore = () => {
      if (ownDescriptor === undefined) delete object[name];
      else objectDefineProperty(object, name, ownDescriptor);
    };
    const mock = createMock(original, implementation ?? original, timesOf(options), restore);
    proxyOf.set(mock.mock, mock);
    objectDefineProperty(object, name, { __proto__: null, ...descriptor, configurable: true, [part]: mock });
    arrayPush(this.#mocks, mock.mock);
    return mock;
  }

  getter(object, name, implementation, options) { return this.#accessor('getter', object, name, implementation, options); }

  setter(object, name, implementation, options) { return this.#accessor('setter', object, name, implementation, options); }

  #accessor(kind, object, name, implementation = undefined, options = {}) {
    if (implementation !== null && typeof implementation === 'object') {
      options = implementation;
      implementation = undefined;
    }
    validateObject(options, 'options');
    if (options[kind] === false) throw new codes.ERR_INVALID_ARG_VALUE(`options.${kind}`, false, 'cannot be false');
    return this.method(object, name, implementation, { ...options, [kind]: true });
  }

  property(object, name, value) {
    if (typeof object !== 'function') validateObject(object, 'object');
    validateName(name);
    const context = new MockPropertyContext(object, name, value);
    arrayPush(this.#mocks, context);
    return new Proxy(object, {
      __proto__: null,
      get: (target, key, receiver) => (key === 'mock' ? context : reflectGet(target, key, receiver)),
    });
  }

  reset() {
    this.restoreAll();
    this.#timers?.reset();
    this.#mocks = [];
  }

  restoreAll() {
    for (const mock of each(this.#mocks)) mock.restore();
    this.#timers?.reset();
  }
}

function validateName(name) {
  if (typeof name !== 'string' && typeof name !== 'symbol') {
    throw new codes.ERR_INVALID_ARG_TYPE('methodName', ['string', 'symbol'], name);
  }
}

module.exports = { MockTracker, MockFunctionContext };
