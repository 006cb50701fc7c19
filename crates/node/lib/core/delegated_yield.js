'use strict';
// `yield*` in async generators with V8's number of promise jobs, on engines that await the inner iterator's result once more
// (`delegated-yield` of crates/engine/src/differences.rs).
//
// An async generator of such an engine cannot return a value without a job of its own, so callers of next() get another promise. A
// function with a `yield*` is rewritten (crates/source/src/delegated_yield.rs):
//
//   async function* f() { BODY }    async function* f() { const $g = $begin(); try { BODY } catch ($e) { $g.fail($e) } finally { $g.end() } }
//   yield x                         yield $g.give(x)
//   yield* x                        yield $g.delegate(x)
//   return x                        return $g.hold(x)
//   return                          { $g.value = undefined; return }
//   catch (e) { … }                 catch (e) { $g.pass(e); … }
//
//   next() ─▶ Driver: a queue of requests, each with its own promise ─▶ the engine's next() ─▶ BODY ─▶ give(), delegate(), end() ─▶ Driver
//
// `give` awaits the value and resolves the first request; meanwhile the engine's own `yield` awaits undefined, a job right after
// ours, so that the body is ready for the next request. A request to return is thrown into the body as a `Returned`, which catch
// clauses rethrow: the engine's own return() would take one job more. The engine's promises are dropped.
//
// `install` uses nothing of this module's scope: vm/context.js evaluates its source in every further realm. `shared`: common to all
// realms.

function install(shared) {
  'use strict';
  const { Promise, TypeError } = globalThis;
  const { apply, getPrototypeOf, setPrototypeOf } = Reflect;
  const { then } = Promise.prototype;
  const { resolve: promiseResolve } = Promise;
  const { asyncIterator } = Symbol;
  const { get, set } = WeakMap.prototype;
  const generators = getPrototypeOf(async function* () {}).prototype;
  const { next: engineNext, return: engineReturn, throw: engineThrow } = generators;
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const NEXT = 0;
  const THROW = 1;
  const RETURN = 2;

  // A request to return, thrown through a body.
  class Returned {
    constructor(value) {
      this.value = value;
    }
  }
  setPrototypeOf(Returned.prototype, null);

  class Driver {
    constructor(generator) {
      this.generator = generator;
      this.first = undefined;
      this.last = undefined;
      // The body runs or awaits, on behalf of the first request.
      this.busy = true;
      this.done = false;
      // The return value of the body.
      this.value = undefined;
      this.inner = undefined;
      this.innerNext = undefined;
    }

    request(kind, value) {
      return new Promise((resolve, reject) => {
        const request = { kind, value, resolve, reject, next: undefined };
        if (this.first === undefined) this.first = request;
        else this.last.next = request;
        this.last = request;
        this.run();
      });
    }

    run() {
      while (!this.busy && this.first !== undefined) {
        this.busy = true;
        const { kind, value } = this.first;
        if (kind === RETURN) this.awaitReturn(value);
        else if (this.done) this.finish(kind, value);
        else this.go(kind, value);
      }
    }

    awaitReturn(value) {
      const fails = (reason) => (this.done ? this.finish(THROW, reason) : this.go(THROW, reason));
      try {
        this.wait(value, (awaited) => (this.done ? this.finish(NEXT, awaited) : this.go(RETURN, awaited)), fails);
      } catch (error) {
        fails(error);
      }
    }

    // A request to a finished generator.
    finish(kind, value) {
      if (kind === THROW) this.reject(value);
      else this.fulfill(this.first.kind === RETURN ? value : undefined, true);
    }

    go(kind, value) {
      if (this.inner === undefined) this.resume(kind, value);
      else this.step(kind, value, false);
    }

    resume(kind, value) {
      if (kind === NEXT) apply(engineNext, this.generator, [value]);
      else apply(engineThrow, this.generator, [kind === THROW ? value : new Returned(value)]);
    }

    shiftRequest() {
      const { first } = this;
      this.first = first.next;
      this.busy = false;
      return first;
    }

    fulfill(value, done) {
      this.shiftRequest().resolve({ value, done });
    }

    reject(reason) {
      this.shiftRequest().reject(reason);
    }

    // Like `await`; returns the promise. Throws where `await` would throw synchronously.
    wait(value, onValue, onReason) {
      const saved = __hexloop_keep__(value);
      const promise = apply(promiseResolve, Promise, [__hexloop_operand__]);
      const on = (go) => (outcome) => {
        __hexloop_back__(saved);
        go(outcome);
        this.run();
      };
      apply(then, promise, [on(onValue), on(onReason)]);
      return promise;
    }

    // ---- called by the body

    give(value) {
      this.wait(value, (awaited) => this.fulfill(awaited, false), (reason) => this.resume(THROW, reason));
    }

    // The return value of the body, when it has been awaited: by us first, then by the engine.
    hold(value) {
      return this.wait(value, (awaited) => { this.value = awaited; }, () => {});
    }

    delegate(iterable) {
      const source = __hexloop_each__(iterable);
      const method = source?.[asyncIterator];
      if (typeof method !== 'function') throw new TypeError(`${String(iterable)} is not async iterable`);
      const inner = apply(method, source, []);
      if (!isObject(inner)) throw new TypeError('Result of the Symbol.asyncIterator method is not an object');
      const { next } = inner;
      this.innerNext = next;
      this.inner = inner;
      this.step(NEXT, undefined, true);
    }

    fail(error) {
      if (error instanceof Returned) {
        this.value = error.value;
        return;
      }
      this.done = true;
      this.reject(error);
    }

    end() {
      if (!this.done) {
        this.done = true;
        this.fulfill(this.value, true);
      }
      this.run();
    }

    pass(error) {
      if (error instanceof Returned) throw error;
    }

    // ---- yield*

    // One step of the inner iterator; `inBody`: called by the body, so errors can be thrown.
    step(kind, value, inBody) {
      try {
        const { inner } = this;
        const method = kind === NEXT ? this.innerNext : kind === THROW ? inner.throw : inner.return;
        if (kind !== NEXT && (method === undefined || method === null)) {
          this.inner = undefined;
          this.onMissingMethod(kind, value, inner);
          return;
        }
        if (typeof method !== 'function') throw new TypeError(`${String(method)} is not a function`);
        this.wait(apply(method, inner, [value]), (result) => this.onStep(kind, result), (reason) => this.exitDelegate(THROW, reason));
      } catch (error) {
        if (inBody) {
          this.inner = undefined;
          throw error;
        }
        this.exitDelegate(THROW, error);
      }
    }

    onStep(kind, result) {
      let value;
      try {
        if (!isObject(result)) throw new TypeError(`Iterator result ${String(result)} is not an object`);
        const { done } = result;
        ({ value } = result);
        if (!done) {
          this.fulfill(value, false);
          return;
        }
      } catch (error) {
        this.exitDelegate(THROW, error);
        return;
      }
      this.exitDelegate(kind === RETURN ? RETURN : NEXT, value);
    }

    exitDelegate(kind, value) {
      this.inner = undefined;
      this.resume(kind, value);
    }

    // The inner iterator has no such method.
    onMissingMethod(kind, value, inner) {
      if (kind === RETURN) {
        this.wait(value, (awaited) => this.resume(RETURN, awaited), (reason) => this.resume(THROW, reason));
        return;
      }
      const missing = () => this.resume(THROW, new TypeError('The iterator does not provide a \'throw\' method'));
      const { return: close } = inner;
      if (close === undefined || close === null) {
        missing();
        return;
      }
      this.wait(apply(close, inner, []), (result) => {
        if (isObject(result)) missing();
        else this.resume(THROW, new TypeError(`${String(result)} is not an object`));
      }, (reason) => this.resume(THROW, reason));
    }
  }

  // ---- the methods of generators

  const driverOf = (generator) => apply(get, shared.drivers, [generator]);

  const methods = {
    next(value) {
      let driver = driverOf(this);
      if (driver === undefined) {
        const { starting, started } = shared;
        shared.starting = this;
        shared.started = undefined;
        try {
          const promise = apply(engineNext, this, [value]);
          driver = shared.started;
          if (driver === undefined) return promise;
        } finally {
          shared.starting = starting;
          shared.started = started;
        }
        return driver.firstResult;
      }
      return driver.request(NEXT, value);
    },
    return(value) {
      const driver = driverOf(this);
      return driver === undefined ? apply(engineReturn, this, [value]) : driver.request(RETURN, value);
    },
    throw(reason) {
      const driver = driverOf(this);
      return driver === undefined ? apply(engineThrow, this, [reason]) : driver.request(THROW, reason);
    },
  };

  // Called at the start of a body, within the engine's next().
  function begin() {
    const driver = new Driver(shared.starting);
    apply(set, shared.drivers, [shared.starting, driver]);
    shared.starting = undefined;
    shared.started = driver;
    driver.firstResult = driver.request(NEXT, undefined);
    return driver;
  }

  return { begin, methods, holder: generators };
}

module.exports = { install };
