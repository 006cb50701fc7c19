'use strict';
// `for await` over a synchronous iterable, and Array.fromAsync.
//
// The engine's own async-from-sync iterator never settles when a member is rejected and the iterator has no `return`
// method (an array's has none), so the loop would hang and the error be lost. crates/source therefore rewrites
// `for await (… of xs)` to `for await (… of __hexloop_each__(xs))`, and the wrapper below stands in, with the
// specification's number of promise jobs: one for each value.

function each(iterable) {
  if (iterable === undefined || iterable === null) return iterable;
  const method = iterable[Symbol.asyncIterator];
  if (method !== undefined && method !== null) return iterable;
  if (typeof iterable[Symbol.iterator] !== 'function') return iterable;
  return { [Symbol.asyncIterator]: () => asyncFromSync(iterable[Symbol.iterator]()) };
}

const then = Promise.prototype.then;

function asyncFromSync(iterator) {
  const { next } = iterator;
  return {
    next(value) {
      return step(() => next.call(iterator, value), iterator, true);
    },
    return(value) {
      return step(() => {
        const { return: close } = iterator;
        return close === undefined || close === null ? { done: true, value } : close.call(iterator, value);
      }, iterator, false);
    },
  };
}

// A promise of the step's result with its value awaited. A member that is rejected closes the iterator first.
function step(advance, iterator, closes) {
  return new Promise((resolve, reject) => {
    const result = advance();
    if (typeof result !== 'object' && typeof result !== 'function' || result === null) {
      throw new TypeError(`Iterator result ${String(result)} is not an object`);
    }
    const { done, value } = result;
    const onRejected = (reason) => {
      if (closes && !done) close(iterator);
      reject(reason);
    };
    let promise;
    try {
      promise = Promise.resolve(value);
    } catch (error) {
      if (closes && !done) close(iterator);
      throw error;
    }
    then.call(promise, (awaited) => resolve({ done, value: awaited }), onRejected);
  });
}

function close(iterator) {
  try {
    iterator.return?.();
  } catch {
    // The member's own rejection is what is reported.
  }
}

async function fromAsync(items, mapper, thisArg) {
  if (mapper !== undefined && typeof mapper !== 'function') throw new TypeError(`${String(mapper)} is not a function`);
  const Result = typeof this === 'function' ? this : Array;
  const isIterable = items?.[Symbol.asyncIterator] != null || items?.[Symbol.iterator] != null;
  const result = isIterable ? new Result() : new Result(Math.min(Math.max(Math.trunc(Number(items.length)) || 0, 0), Number.MAX_SAFE_INTEGER));
  let index = 0;
  const put = (value) => {
    Object.defineProperty(result, index++, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  };
  if (isIterable) {
    // The mapper runs in the context of the call.
    for await (const item of __hexloop_delegate__(each(items))) {
      put(mapper === undefined ? item : await __hexloop_pass__(mapper.call(thisArg, item, index)));
    }
  } else {
    const length = Math.min(Math.max(Math.trunc(Number(items.length)) || 0, 0), Number.MAX_SAFE_INTEGER);
    while (index < length) {
      const item = await __hexloop_pass__(items[index]);
      put(mapper === undefined ? item : await __hexloop_pass__(mapper.call(thisArg, item, index)));
    }
  }
  result.length = index;
  return result;
}

module.exports = { each, fromAsync };
