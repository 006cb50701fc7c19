'use strict';
// The hooks that put the context back in promise jobs, once there is a store.
//
// A reaction is wrapped when `then` is called. Where the engine itself suspends (an async generator's yield, `for await`),
// there is no function to wrap: `pass` registers a reaction of ours first, on the very promise that is waited for. Both
// reactions become jobs one right after the other, so ours runs last before the code that goes on, and no program can
// see that there was a job more.
//
// The same goes for a thenable. The job that calls its `then` is made by the engine when a promise is resolved with it;
// a job of ours, queued right before, sets the context. That works where the resolving passes through here (`await`,
// Promise.resolve, what a reaction returns), not for the functions that `new Promise` hands out nor for what an async
// function returns: there a `then` that the program wrote itself sees the context of whoever ran before it.

const { contextRestorer } = require('async_context/frame');
const { recordReturned, recordThrown } = require('async_context/rejection_context');

const engine = require('engine');

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

const asyncGeneratorPrototype = () => Object.getPrototypeOf(async function* () {}).prototype;

// The hooks of one realm (node:vm makes more), by its own kind of promise, and what puts them in.
function makeHooks(Promise, then, generators) {
  const { resolve, reject, all, any, race, try: innerTry } = Promise;
  const resolved = resolve.call(Promise);

  // Whether `await` waits for the value itself, and makes no promise of its own for it.
  const isPlainPromise = (value) => value instanceof Promise && value.constructor === Promise;

  // Resolving a promise with the value, right now, may make the engine queue a call of its `then`.
  function beforeResolvingWith(value) {
    if (isObject(value) && !isPlainPromise(value)) then.call(resolved, contextRestorer());
  }

  function toPromise(value) {
    if (isPlainPromise(value)) return value;
    beforeResolvingWith(value);
    return resolve.call(Promise, value);
  }

  // The operand of an `await` that saves the context itself.
  function operand(value) {
    return isObject(value) && !isPlainPromise(value) ? toPromise(value) : value;
  }

  // A promise of the value; whoever awaits it next goes on in the context of now, whether it is fulfilled or rejected.
  function pass(value) {
    const promise = toPromise(value);
    const enter = contextRestorer();
    then.call(promise, enter, enter);
    return promise;
  }

  // The same, but with the context of the moment at which the engine begins to wait: that is when it asks a promise for its
  // constructor. A promise that the program knows must not be tampered with; the context of now has to do for it.
  function passWhenAwaited(value) {
    if (isPlainPromise(value)) return pass(value);
    const promise = toPromise(value);
    Object.defineProperty(promise, 'constructor', {
      __proto__: null,
      configurable: true,
      get() {
        delete promise.constructor;
        return pass(promise).constructor;
      },
    });
    return promise;
  }

  function resolvingWith(callback) {
    return (...values) => {
      const result = callback(...values);
      beforeResolvingWith(result);
      return result;
    };
  }

  function reaction(callback) {
    if (typeof callback !== 'function') return callback;
    const frame = __hexloop_context__;
    return (value) => {
      __hexloop_context__ = frame;
      try {
        const result = callback(value);
        beforeResolvingWith(result);
        return result;
      } catch (reason) {
        recordThrown(reason, __hexloop_context__);
        throw reason;
      } finally {
        __hexloop_context__ = null;
      }
    };
  }

  // ---- iterators whose steps are awaited by the engine

  class ContextIterator {
    #iterator;
    #next;

    constructor(iterator) {
      this.#iterator = iterator;
      this.#next = iterator.next;
    }

    next(...values) {
      return pass(this.#next.apply(this.#iterator, values));
    }

    // Asked for when it is needed: a missing method means something.
    get return() { return this.#step('return'); }

    get throw() { return this.#step('throw'); }

    #step(name) {
      const method = this.#iterator[name];
      return typeof method === 'function' ? (...values) => pass(method.apply(this.#iterator, values)) : method;
    }
  }

  // The iterable of a `for await` or of a `yield*`. What is not iterable is left for the engine to complain about.
  function each(iterable) {
    const method = iterable?.[Symbol.asyncIterator];
    if (typeof method !== 'function') return iterable;
    return {
      [Symbol.asyncIterator]() {
        const iterator = method.call(iterable);
        return isObject(iterator) ? new ContextIterator(iterator) : iterator;
      },
    };
  }

  function patchIntrinsics() {
    // The engine's, or the one of async_context/promise_hooks.
    const { then: innerThen, finally: innerFinally } = Promise.prototype;
    define(Promise.prototype, {
      then(onFulfilled, onRejected) {
        return innerThen.call(this, reaction(onFulfilled), reaction(onRejected));
      },
    });
    // Both resolve a promise with what the callback returns.
    define(Promise.prototype, {
      finally(onFinally) {
        return innerFinally.call(this, typeof onFinally === 'function' ? resolvingWith(onFinally) : onFinally);
      },
    });
    define(Promise, {
      try(callback, ...values) {
        return innerTry.call(this, typeof callback === 'function' ? resolvingWith(callback) : callback, ...values);
      },
      resolve(value) {
        beforeResolvingWith(value);
        return resolve.call(this, value);
      },
      reject(reason) {
        return recordReturned(reject.call(this, reason));
      },
      // They reject in a reaction of now.
      all(values) {
        return recordReturned(all.call(this, values));
      },
      any(values) {
        return recordReturned(any.call(this, values));
      },
      race(values) {
        return recordReturned(race.call(this, values));
      },
    });
    // `return` makes a generator await the value once its turn has come, and then run its `finally` blocks.
    const innerReturn = generators.return;
    define(generators, {
      return(value) {
        return innerReturn.call(this, passWhenAwaited(value));
      },
    });
  }

  patchIntrinsics();
  return { operand, pass, each };
}

// ---- putting them in

function define(object, methods) {
  for (const name of Object.keys(methods)) {
    Object.defineProperty(object, name, { __proto__: null, value: methods[name], writable: true, enumerable: false, configurable: true });
  }
}

// Realms that were made before there was a store: functions that put the hooks in.
const pendingRealms = new Set();

function install() {
  if (__hexloop_hooks__ !== undefined) return;
  __hexloop_hooks__ = makeHooks(engine.Promise, engine.then, asyncGeneratorPrototype());
  engine.hookedThen = engine.Promise.prototype.then;
  for (const reference of pendingRealms) hookRealm(reference.deref());
  pendingRealms.clear();
}

function hookRealm(realm) {
  realm?.useHooks(makeHooks(realm.Promise, realm.Promise.prototype.then, realm.generators));
}

// `realm`: its Promise, the prototype of its async generators, and `useHooks`, which rewritten code of the realm goes by.
function installIn(realm) {
  if (__hexloop_hooks__ !== undefined) hookRealm(realm);
  else pendingRealms.add(new WeakRef(realm));
}

module.exports = { install, installIn };
