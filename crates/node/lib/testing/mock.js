'use strict';
// Functions that record their calls: mock.fn(), mock.method() and so on.

const { validateFunction, validateObject, validateInteger } = require('core/validate');
const { codes } = require('core/errors');

class MockFunctionContext {
  #calls = [];
  #implementation;
  #once = new Map();
  #restore;
  #original;

  constructor(original, implementation, times, restore) {
    this.#original = original;
    this.#implementation = implementation;
    this.#restore = restore;
    this.times = times;
  }

  get calls() { return this.#calls.slice(); }

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

  static recordCall(context, call) { context.#calls.push(call); }
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
        return result = Reflect.apply(fn, self, args);
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
        return result = Reflect.construct(fn, args, constructor);
      } catch (thrown) {
        error = thrown;
        throw thrown;
      } finally {
        recordCall(context, { arguments: args, error, result, stack: new Error(), target: fn, this: result });
      }
    },
    get(target, name, receiver) {
      return name === 'mock' ? context : Reflect.get(target, name, receiver);
    },
  });
}

const proxyOf = new WeakMap();

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
  #once = new Map();
  #accesses = [];

  constructor(object, name, value) {
    const descriptor = descriptorOf(object, name);
    if (descriptor === undefined) throw new codes.ERR_INVALID_ARG_VALUE('propertyName', object, 'is not a property of the object');
    this.#object = object;
    this.#name = name;
    this.#descriptor = descriptor;
    this.#value = value === undefined ? object[name] : value;
    const context = this;
    Object.defineProperty(object, name, {
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
    this.#accesses.push({ type, value, stack: new Error() });
    return value;
  }

  get accesses() { return this.#accesses.slice(); }
  accessCount() { return this.#accesses.length; }
  mockImplementation(value) { this.#value = value; }
  mockImplementationOnce(value, onAccess = this.#accesses.length) {
    validateInteger(onAccess, 'onAccess', this.#accesses.length);
    this.#once.set(onAccess, value);
  }
  resetAccesses() { this.#accesses = []; }
  restore() { Object.defineProperty(this.#object, this.#name, this.#descriptor); }
}

function descriptorOf(object, name) {
  for (let at = object; at !== null && at !== undefined; at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, name);
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
    this.#mocks.push(mock.mock);
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
    const ownDescriptor = Object.getOwnPropertyDescriptor(object, name);
    if (ownDescriptor?.configurable === false) throw new TypeError(`Cannot redefine property: ${String(name)}`);
    const restore = () => {
      if (ownDescriptor === undefined) delete object[name];
      else Object.defineProperty(object, name, ownDescriptor);
    };
    const mock = createMock(original, implementation ?? original, timesOf(options), restore);
    proxyOf.set(mock.mock, mock);
    Object.defineProperty(object, name, { __proto__: null, ...descriptor, configurable: true, [part]: mock });
    this.#mocks.push(mock.mock);
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
    this.#mocks.push(context);
    return new Proxy(object, {
      __proto__: null,
      get: (target, key, receiver) => (key === 'mock' ? context : Reflect.get(target, key, receiver)),
    });
  }

  reset() {
    this.restoreAll();
    this.#timers?.reset();
    this.#mocks = [];
  }

  restoreAll() {
    for (const mock of this.#mocks) mock.restore();
    this.#timers?.reset();
  }
}

function validateName(name) {
  if (typeof name !== 'string' && typeof name !== 'symbol') {
    throw new codes.ERR_INVALID_ARG_TYPE('methodName', ['string', 'symbol'], name);
  }
}

module.exports = { MockTracker, MockFunctionContext };
