'use strict';
// `for await` over a synchronous iterable, and Array.fromAsync.
//
// The engine's async-from-sync iterator never settles when a member is rejected and the iterator has no `return` method (an
// array's has none), so the loop would hang and the error be lost. crates/source therefore rewrites `for await (… of xs)` to
// `for await (… of __hexloop_each__(xs))`, and the wrapper below takes its place, with the specification's number of promise
// jobs: one for each value.

const { mathMax, mathMin, mathTrunc, objectDefineProperty, reflectApply } = require('core/intrinsics');
const { call0, call2 } = require('core/safe/calls');
const { promiseReject, promiseResolve, promiseThen } = require('core/safe/promises');
const { then } = require('engine');

function each(iterable) {
  if (iterable === undefined || iterable === null) return iterable;
  const method = iterable[Symbol.asyncIterator];
  if (method !== undefined && method !== null) return iterable;
  const iterate = iterable[Symbol.iterator];
  if (typeof iterate !== 'function') return iterable;
  return {
    [Symbol.asyncIterator]() {
      const iterator = reflectApply(iterate, iterable, []);
      if (!isObject(iterator)) throw new TypeError('Result of the Symbol.iterator method is not an object');
      return asyncFromSync(iterator);
    },
  };
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// Throws V8's message if it is not a function.
function apply(method, self, values) {
  if (typeof method === 'function') return reflectApply(method, self, values);
  const kind = method === undefined || method === null || typeof method === 'object' ? '' : `${typeof method} `;
  throw new TypeError(`${kind}${typeof method === 'object' && method !== null ? 'object' : String(method)} is not a function`);
}

const engineThen = (promise, onFulfilled, onRejected) => call2(then, promise, onFulfilled, onRejected);
const isNotDone = (value) => ({ value, done: false });

function asyncFromSync(iterator) {
  const { next } = iterator;
  // Most steps share their reactions. On failure the iterator is closed first, as in V8 even if the iterator itself failed.
  let context = null;
  const onRejected = (reason) => {
    if (__hexloop_context__ !== context) __hexloop_context__ = context;
    close(iterator);
    throw reason;
  };

  function finish(result, closes) {
    if (!isObject(result)) throw new TypeError(`Iterator result ${String(result)} is not an object`);
    const { done } = result;
    try {
      const { value } = result;
      const promise = isObject(value) ? __hexloop_promise__.resolve(value) : promiseResolve(value);
      context = __hexloop_context__;
      const react = __hexloop_resources__ === undefined ? engineThen : promiseThen;
      return react(promise, done === false ? isNotDone : (awaited) => ({ value: awaited, done }), closes && !done ? onRejected : undefined);
    } catch (error) {
      if (closes && !done) close(iterator);
      return promiseReject(error);
    }
  }

  // A promise of the step's result with its value awaited.
  function step(method, values, closes) {
    let result;
    try {
      result = values.length === 0 && typeof method === 'function' ? call0(method, iterator) : apply(method, iterator, values);
      return finish(result, closes);
    } catch (error) {
      if (closes) close(iterator);
      return promiseReject(error);
    }
  }

  return {
    next(...values) {
      return step(next, values, true);
    },
    return(...values) {
      let method;
      try {
        method = iterator.return;
      } catch (error) {
        return promiseReject(error);
      }
      // Without a method nothing is awaited.
      if (method === undefined || method === null) return promiseResolve({ value: values[0], done: true });
      return step(method, values, false);
    },
    // For `yield*` (core/delegated_yield.js).
    throw(reason) {
      return step(throwInto, [reason], true);
    },
  };

  function throwInto(reason) {
    const { throw: method } = iterator;
    if (method !== undefined && method !== null) return apply(method, iterator, [reason]);
    throw new TypeError('The iterator does not provide a \'throw\' method.');
  }
}

function close(iterator) {
  try {
    iterator.return?.();
  } catch {
    // The first error is reported.
  }
}

async function fromAsync(items, mapper, thisArg) {
  if (mapper !== undefined && typeof mapper !== 'function') throw new TypeError(`${String(mapper)} is not a function`);
  const Result = typeof this === 'function' ? this : Array;
  const isIterable = items[Symbol.asyncIterator] != null || items?.[Symbol.iterator] != null;
  const result = isIterable ? new Result() : new Result(mathMin(mathMax(mathTrunc(Number(items.length)) || 0, 0), Number.MAX_SAFE_INTEGER));
  let index = 0;
  const put = (value) => {
    objectDefineProperty(result, index++, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  };
  if (isIterable) {
    // The mapper runs in the context of the call.
    const iterator = each(items)[Symbol.asyncIterator]();
    try {
      const { next } = iterator;
      for (;;) {
        const result = await __hexloop_pass__(apply(next, iterator, []));
        if (!isObject(result)) throw new TypeError('Iterator result Array.fromAsync is not an object');
        if (result.done) break;
        const { value } = result;
        put(mapper === undefined ? value : await __hexloop_pass__(reflectApply(mapper, thisArg, [value, index])));
      }
    } catch (error) {
      // As in V8, whatever failed.
      try {
        const { return: close } = iterator;
        if (close !== undefined && close !== null) await __hexloop_pass__(apply(close, iterator, []));
      } catch {
        // The first error is reported.
      }
      throw error;
    }
  } else {
    const length = mathMin(mathMax(mathTrunc(Number(items.length)) || 0, 0), Number.MAX_SAFE_INTEGER);
    while (index < length) {
      const item = await __hexloop_pass__(items[index]);
      put(mapper === undefined ? item : await __hexloop_pass__(reflectApply(mapper, thisArg, [item, index])));
    }
  }
  result.length = index;
  return result;
}

module.exports = { each, fromAsync };
