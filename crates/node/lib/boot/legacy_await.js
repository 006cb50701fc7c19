'use strict';
// --await=legacy: `await p` costs three promise jobs, as before the specification changed in 2019 (Chrome 73, Node 12).
//
// The old specification created a new promise for every awaited value and resolved it with that value. For a promise that
// takes one job to call its then, one to resolve the new promise, and one to resume. crates/source rewrites `await x` to
// `await __hexloop_await__(x)`; `await` of the fresh native promise adds only the last job.

function legacyAwait(value) {
  return new Promise((resolve) => resolve(value));
}

// The iterator of a `for await`: the result of every step is awaited the old way.
function legacyAwaitEach(iterable) {
  const method = iterable[Symbol.asyncIterator];
  const isAsync = method !== undefined && method !== null;
  const iterator = isAsync ? method.call(iterable) : iterable[Symbol.iterator]();
  const step = (name) => (value) => {
    const result = iterator[name](value);
    return isAsync ? legacyAwait(result) : fromSync(result);
  };
  return __hexloop_delegate__({
    [Symbol.asyncIterator]() {
      const wrapped = { next: step('next') };
      if (iterator.return !== undefined) wrapped.return = step('return');
      if (iterator.throw !== undefined) wrapped.throw = step('throw');
      return wrapped;
    },
  });
}

async function fromSync(result) {
  const { done } = result;
  return { done, value: await legacyAwait(result.value) };
}

__hexloop_await__ = legacyAwait;
__hexloop_await_each__ = legacyAwaitEach;
