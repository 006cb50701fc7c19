'use strict';
// The hooks that restore the context in promise jobs, installed with the first store.
//
// A reaction is wrapped when `then` is called. Where the engine itself suspends (an async generator's yield, `for await`) there
// is no function to wrap: `pass` first registers a reaction of ours on the promise that is awaited. The two reactions become
// consecutive jobs, so ours runs right before the continuation, and no program can observe the extra job.
//
// The same holds for a thenable. The engine queues the job that calls its `then` when a promise is resolved with it; a job of
// ours, queued right before, sets the context. That works where the resolution passes through here (`await`, Promise.resolve,
// the result of a reaction), not for the functions that `new Promise` passes to its executor, nor for the result of an async
// function: there a user-defined `then` sees the context of the job before it.

const { objectDefineProperty, objectGetPrototypeOf, objectKeys, reflectApply, reflectDefineProperty } = require('core/intrinsics');
const { applyOn, call0, call1, call2 } = require('core/safe/calls');
const { each: eachOf } = require('core/safe/walk');
const { SafeSet, SafeWeakRef } = require('core/safe/collections');
const { contextRestorer } = require('async_context/frame');
const { recordReturned, recordThrown } = require('async_context/rejection_context');
const { ContextResult, stepOf } = require('async_context/steps');

const engine = require('engine');

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

const asyncGeneratorPrototype = () => objectGetPrototypeOf(async function* () {}).prototype;

// The hooks of one realm (node:vm creates more), for its own Promise.
function makeHooks(Promise, then, generators) {
  const { reject, all, any, race, try: innerTry } = Promise;
  const resolve = Promise === engine.Promise ? engine.resolve : Promise.resolve;
  const resolved = call0(resolve, Promise);

  // Whether `await` waits for the value itself instead of a new promise.
  const isPlainPromise = (value) => value instanceof Promise && value.constructor === Promise;

  // Called right before a promise is resolved with the value: the engine may queue a call of its `then`.
  function beforeResolvingWith(value) {
    if (isObject(value) && !isPlainPromise(value)) call1(then, resolved, contextRestorer());
  }

  function toPromise(value) {
    if (isPlainPromise(value)) return value;
    beforeResolvingWith(value);
    return call1(resolve, Promise, value);
  }

  // The operand of an `await` that saves the context itself.
  function operand(value) {
    return isObject(value) && !isPlainPromise(value) ? toPromise(value) : value;
  }

  // Returns a promise of the value; the next continuation that awaits it runs in the current context, fulfilled or rejected.
  function pass(value) {
    if (__hexloop_awaits__?.pass !== undefined && Promise === engine.Promise) return __hexloop_awaits__.pass(value);
    const promise = toPromise(value);
    const enter = contextRestorer();
    call2(then, promise, enter, enter);
    return promise;
  }

  // The same, with the context of the moment when the engine begins to wait: it reads the promise's constructor then. A promise
  // that the program can see must not be modified; for it the current context is used.
  function passWhenAwaited(value) {
    if (isPlainPromise(value)) return pass(value);
    const promise = toPromise(value);
    objectDefineProperty(promise, 'constructor', {
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
      const result = reflectApply(callback, undefined, values);
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

  // ---- iterators whose steps the engine awaits

  class ContextIterator {
    #iterator;
    #next;
    // Of an iterator of ours (async_context/steps.js).
    #ownStep;

    constructor(iterator) {
      this.#iterator = iterator;
      this.#next = iterator.next;
      this.#ownStep = stepOf(iterator, this.#next);
    }

    // `for await` passes no argument, `yield*` passes one.
    next(value) {
      if (this.#ownStep !== undefined && __hexloop_resources__ === undefined) {
        const step = this.#ownStep();
        return step instanceof ContextResult ? call1(resolve, Promise, step) : pass(step);
      }
      return pass(arguments.length === 0 ? call0(this.#next, this.#iterator) : call1(this.#next, this.#iterator, value));
    }

    // Looked up when needed: a missing method is significant.
    get return() { return this.#step('return'); }

    get throw() { return this.#step('throw'); }

    #step(name) {
      const method = this.#iterator[name];
      return typeof method === 'function' ? (...values) => pass(applyOn(method, this.#iterator, values)) : method;
    }
  }

  // The iterable of a `for await` or a `yield*`. The engine throws for one that is not iterable.
  function each(iterable) {
    const method = iterable?.[Symbol.asyncIterator];
    if (typeof method !== 'function') return iterable;
    return {
      [Symbol.asyncIterator]() {
        const iterator = call0(method, iterable);
        return isObject(iterator) ? new ContextIterator(iterator) : iterator;
      },
    };
  }

  function patchIntrinsics() {
    // The engine's, or that of async_context/promise_hooks.
    const { then: innerThen, finally: innerFinally } = Promise.prototype;
    define(Promise.prototype, {
      then(onFulfilled, onRejected) {
        return call2(innerThen, this, reaction(onFulfilled), reaction(onRejected));
      },
    });
    // Both resolve a promise with the result of the callback.
    define(Promise.prototype, {
      finally(onFinally) {
        return call1(innerFinally, this, typeof onFinally === 'function' ? resolvingWith(onFinally) : onFinally);
      },
    });
    define(Promise, {
      try(callback, ...values) {
        return reflectApply(innerTry, this, [typeof callback === 'function' ? resolvingWith(callback) : callback, ...eachOf(values)]);
      },
      resolve(value) {
        beforeResolvingWith(value);
        return call1(resolve, this, value);
      },
      reject(reason) {
        return recordReturned(call1(reject, this, reason));
      },
      // These reject within a reaction that is running now.
      all(values) {
        return recordReturned(call1(all, this, values));
      },
      any(values) {
        return recordReturned(call1(any, this, values));
      },
      race(values) {
        return recordReturned(call1(race, this, values));
      },
    });
    // `return` makes a generator await the value when its turn comes, and then run its `finally` blocks.
    const innerReturn = generators.return;
    define(generators, {
      return(value) {
        return call1(innerReturn, this, passWhenAwaited(value));
      },
    });
  }

  patchIntrinsics();
  return { beforeResolvingWith, operand, pass, each };
}

// ---- installation

function define(object, methods) {
  for (const name of eachOf(objectKeys(methods))) {
    // What a program has deleted stays deleted.
    if (typeof object[name] !== 'function') continue;
    const descriptor = { __proto__: null, value: methods[name], writable: true, enumerable: false, configurable: true };
    // A frozen object stays as it is.
    if (!reflectDefineProperty(object, name, descriptor)) continue;
    if (object === engine.Promise || object === engine.Promise.prototype) engine.addNative(methods[name], name);
  }
}

// Realms that were created before the first store.
const pendingRealms = new SafeSet();

function install() {
  if (__hexloop_hooks__ !== undefined) return;
  __hexloop_hooks__ = makeHooks(engine.Promise, engine.then, asyncGeneratorPrototype());
  engine.hookedThen = engine.Promise.prototype.then;
  for (const reference of eachOf(pendingRealms)) hookRealm(reference.deref());
  pendingRealms.clear();
}

function hookRealm(realm) {
  realm?.useHooks(makeHooks(realm.Promise, realm.Promise.prototype.then, realm.generators));
}

// `realm`: its Promise, its async generator prototype, and `useHooks`, for the rewritten code of the realm.
function installIn(realm) {
  if (__hexloop_hooks__ !== undefined) hookRealm(realm);
  else pendingRealms.add(new SafeWeakRef(realm));
}

module.exports = { install, installIn };
