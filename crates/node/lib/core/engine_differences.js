'use strict';
// Patches for what the installed engine does differently from V8. Loaded only if probing the engine
// (crates/engine/src/differences.rs) found a difference; `names` are the differences.
//
// `repair` uses nothing of this module's scope: vm/context.js evaluates its source in every further realm. `delegated`: what
// core/delegated_yield.js installed there; `addNative`: boot.js.

function repair(names, delegated, addNative) {
  'use strict';
  const differs = (name) => {
    for (let i = 0; i < names.length; i++) if (names[i] === name) return true;
    return false;
  };
  const { TypeError } = globalThis;
  const { apply, defineProperty } = Reflect;
  const { species } = Symbol;
  const { resolve: engineResolve, withResolvers } = Promise;
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const resolveTo = (Constructor, value) => apply(engineResolve, Constructor, [value]);

  function replace(holder, name, method) {
    addNative(method, name);
    defineProperty(holder, name, { __proto__: null, value: method });
  }

  // The engine returns a promise of another class as it is: Sub.resolve(Promise.resolve()).
  const promiseResolve = !differs('resolve') ? resolveTo : (Constructor, value) => {
    const result = resolveTo(Constructor, value);
    if (Constructor === Promise || result !== value || value.constructor === Constructor) return result;
    const { promise, resolve } = apply(withResolvers, Constructor, []);
    resolve(value);
    return promise;
  };
  if (differs('resolve')) {
    replace(Promise, 'resolve', { resolve(value) { return promiseResolve(this, value); } }.resolve);
  }

  // The specification's SpeciesConstructor, with V8's messages.
  function speciesConstructor(promise) {
    const { constructor } = promise;
    if (constructor === Promise && Promise[species] === Promise) return Promise;
    if (constructor === undefined) return Promise;
    if (!isObject(constructor)) throw new TypeError('The .constructor property is not an object');
    const Species = constructor[species];
    if (Species === undefined || Species === null) return Promise;
    if (!isConstructor(Species)) throw new TypeError('object.constructor[Symbol.species] is not a constructor');
    return Species;
  }

  // Tested without running the function.
  function isConstructor(value) {
    if (typeof value !== 'function') return false;
    try {
      new new Proxy(value, { __proto__: null, construct: () => ({}) })();
      return true;
    } catch {
      return false;
    }
  }

  // The engine resolves the promise of `finally` itself. In the specification the value passes through two more `then`s.
  if (differs('finally')) {
    replace(Promise.prototype, 'finally', {
      finally(onFinally) {
        if (!isObject(this)) throw new TypeError('Promise.prototype.finally called on non-object');
        const Constructor = speciesConstructor(this);
        if (typeof onFinally !== 'function') return this.then(onFinally, onFinally);
        return this.then(
          (value) => promiseResolve(Constructor, onFinally()).then(() => value),
          (reason) => promiseResolve(Constructor, onFinally()).then(() => { throw reason; }));
      },
    }.finally);
  }

  // `yield*` of async generators: core/delegated_yield.js.
  if (delegated !== undefined) {
    const { holder, methods } = delegated;
    replace(holder, 'next', methods.next);
    replace(holder, 'return', methods.return);
    replace(holder, 'throw', methods.throw);
  }
}

module.exports = { repair };
