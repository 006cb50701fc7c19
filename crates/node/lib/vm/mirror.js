'use strict';
// The global object of a realm that mirrors an object: a Proxy of that object, with the realm's own built-ins behind it.
//
//   names in scripts ──▶ the engine's callbacks (crates/engine/src/realm.rs): reads directly, #put and #remove below
//   this, globalThis ──▶ the Proxy below
//
// Writes go to the mirrored object, with two exceptions, as in Node: new symbol properties, and read-only properties.

const {
  arrayFilter, arrayForEach, arrayIndexOf, objectAssign, objectHasOwn, reflectDefineProperty, reflectDeleteProperty, reflectGet,
  reflectGetOwnPropertyDescriptor, reflectGetPrototypeOf, reflectIsExtensible, reflectOwnKeys, reflectSet, reflectSetPrototypeOf,
  regexpExec,
} = require('core/intrinsics');
const { SafeMap, SafeSet, SafeWeakSet } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const native = binding('vm');

// Runs `body` with the callbacks of global objects off; it must not call code of a program.
function withoutMirror(body) {
  const before = native.setMirrorsDisabled(true);
  try {
    return body();
  } finally {
    native.setMirrorsDisabled(before);
  }
}

// Sets the prototype of `object`, which programs see as `globalProxy`, unless that creates a cycle.
function setPrototype(object, globalProxy, prototype) {
  for (let it = prototype; it !== null; it = reflectGetPrototypeOf(it)) if (it === globalProxy) return false;
  return reflectSetPrototypeOf(object, prototype);
}

// The property that a read of `key` would find.
function findProperty(object, key) {
  for (let it = object; it !== null; it = reflectGetPrototypeOf(it)) {
    const found = reflectGetOwnPropertyDescriptor(it, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

const alreadyDeclared = (name) => new SyntaxError(`Identifier '${name}' has already been declared`);

// The last refused key: the engine may throw for it, with a message of its own.
let refusedKey;

const REFUSALS = new SafeMap([
  ['Attempted to assign to readonly property.', (key) => `Cannot assign to read only property '${key}' of object '[object Object]'`],
  ['Unable to delete property.', (key) => `Cannot delete property '${key}' of [object Object]`],
]);

// V8's message for an error that the engine created from a refusal; undefined for others.
function refusalMessage(text) {
  if (refusedKey === undefined) return undefined;
  const key = refusedKey;
  const message = REFUSALS.get(text);
  if (message !== undefined) {
    refusedKey = undefined;
    return message(key);
  }
  const { 1: trap, 2: name } = regexpExec(/^Proxy(?:'s| object's) '(set|defineProperty)' trap returned falsy value for property '(.*)'$/, text) ?? [];
  if (name !== key) return undefined;
  refusedKey = undefined;
  return FIXED.has(key) && trap === 'set' ? `Cannot assign to read only property '${key}' of object '[object Object]'` : `Cannot redefine property: ${key}`;
}

// Properties of every global object that the engine does not list.
const FIXED = new SafeSet(['NaN', 'Infinity', 'undefined']);

// The Proxies that represent global objects.
const globals = new SafeWeakSet();
require('core/kind').hideGlobals(globals);

class MirroringContext {
  #lexical = new SafeSet();
  #mirrored;
  #isVanilla;
  #global;
  // Names of the realm's own properties, without placeholders.
  #builtins;
  #placeholders = new SafeSet();

  // Without an object to mirror the realm gets a private one, in effect its own global object. (A realm with the engine's own global object
  // reads names ten times as fast, but does not allow changing the prototype, as jsdom does.)
  constructor(realm, contextObject, intrinsics, drainsJobs) {
    this.realm = realm;
    this.drainsJobs = drainsJobs;
    const prototype = intrinsics.Object.create(intrinsics.Object.prototype);
    const isVanilla = contextObject === undefined;
    this.#isVanilla = isVanilla;
    const mirrored = isVanilla ? intrinsics.Object.create(prototype) : contextObject;
    this.#mirrored = mirrored;
    this.#global = realm.global;
    this.#builtins = new SafeSet([...each(reflectOwnKeys(this.#global)), ...each(FIXED)]);
    const state = { prototype, isVanilla };
    const put = (key, value) => this.#put(key, value);
    const remove = (key) => this.#remove(key);
    const handler = this.#handler(state);
    // Created with the realm's own Proxy: the engine takes the scope of a script from its `this`.
    const globalProxy = new intrinsics.Proxy(mirrored, handler);
    // Represents the context; taken by makeContext().
    this.contextObject = contextObject ?? globalProxy;
    globals.add(globalProxy);
    // The engine reaches these two only through the Proxy.
    objectAssign(state, { globalProxy, put, remove });
    native.mirror(realm, mirrored, globalProxy, put, remove);
    withoutMirror(() => {
      reflectDefineProperty(this.#global, 'globalThis', { __proto__: null, value: globalProxy, writable: true, enumerable: false, configurable: true });
    });
  }

  // Adds placeholders for the declarations of a script: `names` are its variables, null, its functions, null, and lexical declarations,
  // which do not become properties. The engine cannot detect redeclarations: it considers properties of the mirrored object deletable.
  declare(names) {
    if (names.length === 2) return;
    const variables = arrayIndexOf(names, null);
    const functions = arrayIndexOf(names, null, variables + 1);
    for (let at = 0; at < functions; at++) {
      if (this.#lexical.has(names[at])) throw alreadyDeclared(names[at]);
    }
    for (let at = functions + 1; at < names.length; at++) {
      if (this.#placeholders.has(names[at])) throw alreadyDeclared(names[at]);
      this.#lexical.add(names[at]);
    }
    const wanted = arrayFilter(names, (name, at) => this.#needsPlaceholder(name, at < variables, at < functions));
    if (wanted.length === 0) return;
    if (this.#isVanilla) for (const name of each(wanted)) this.#declareOwn(name);
    withoutMirror(() => arrayForEach(wanted, (name) => this.#addPlaceholder(name)));
  }

  #declareOwn(name) {
    if (objectHasOwn(this.#mirrored, name)) return;
    reflectDefineProperty(this.#mirrored, name, { __proto__: null, value: undefined, writable: true, enumerable: true, configurable: false });
  }

  #needsPlaceholder(name, isVariable, isFunction) {
    if (name === null || !isFunction || this.#placeholders.has(name)) return false;
    return !(isVariable && this.#builtins.has(name));
  }

  #addPlaceholder(name) {
    this.#placeholders.add(name);
    const existing = reflectGetOwnPropertyDescriptor(this.#global, name);
    reflectDefineProperty(this.#global, name, { __proto__: null, value: existing?.value, writable: true, enumerable: true, configurable: false });
  }

  #isBuiltin(key) {
    return this.#builtins.has(key);
  }

  // 0 if it may not be written, 2 if the placeholder has to be written as well.
  #put(key, value) {
    const found = findProperty(this.#mirrored, key);
    if (found === undefined && typeof key === 'symbol') {
      this.#builtins.add(key);
      return withoutMirror(() => reflectSet(this.#global, key, value)) ? 1 : 0;
    }
    if (found?.writable === false || (found === undefined && FIXED.has(key))) {
      refusedKey = key;
      return 0;
    }
    const written = reflectSet(this.#mirrored, key, value);
    // As in Node a property with only a getter is not an error.
    if (!written && (found === undefined || found.writable !== undefined)) {
      refusedKey = key;
      return 0;
    }
    return this.#placeholders.has(key) || this.#isBuiltin(key) ? 2 : 1;
  }

  // Whether it was deleted; undefined if the engine decides: for built-ins, and for declarations of a script.
  #remove(key) {
    if (!objectHasOwn(this.#mirrored, key)) return undefined;
    const removed = reflectDeleteProperty(this.#mirrored, key);
    if (!removed) refusedKey = key;
    return removed && this.#placeholders.has(key) ? undefined : removed;
  }

  #handler(state) {
    const mirrored = this.#mirrored;
    const global = this.#global;
    return {
      __proto__: null,
      state,
      has: (_, key) => key in mirrored || this.#isBuiltin(key) || this.#placeholders.has(key) || (state.prototype !== null && key in state.prototype),
      get: (_, key) => {
        if (key in mirrored) {
          const value = state.isVanilla ? reflectGet(mirrored, key, state.globalProxy) : mirrored[key];
          return value === mirrored ? state.globalProxy : value;
        }
        if (this.#isBuiltin(key) || this.#placeholders.has(key)) return withoutMirror(() => global[key]);
        return state.prototype === null ? undefined : reflectGet(state.prototype, key, state.globalProxy);
      },
      set: (_, key, value) => {
        const outcome = this.#put(key, value);
        if (outcome === 2) withoutMirror(() => reflectSet(global, key, value));
        return outcome !== 0;
      },
      deleteProperty: (_, key) => {
        const removed = this.#remove(key);
        if (removed !== undefined) return removed;
        if (this.#placeholders.has(key)) return false;
        if (!this.#isBuiltin(key)) return true;
        const deleted = withoutMirror(() => reflectDeleteProperty(global, key));
        if (deleted) this.#builtins.delete(key);
        return deleted;
      },
      defineProperty: (_, key, descriptor) => {
        const defined = reflectDefineProperty(mirrored, key, descriptor);
        if (!defined) refusedKey = key;
        return defined;
      },
      getOwnPropertyDescriptor: (_, key) => {
        const own = reflectGetOwnPropertyDescriptor(mirrored, key);
        if (own !== undefined) return own;
        if (!this.#isBuiltin(key) || !reflectIsExtensible(mirrored)) return undefined;
        // A Proxy may not report a property as non-configurable that its target does not have.
        return { __proto__: null, ...withoutMirror(() => reflectGetOwnPropertyDescriptor(global, key)), configurable: true };
      },
      ownKeys: () => {
        const own = reflectOwnKeys(mirrored);
        if (!reflectIsExtensible(mirrored)) return own;
        return [...each(new SafeSet([...each(this.#builtins), ...each(own)]))];
      },
      getPrototypeOf: () => (reflectIsExtensible(mirrored) ? state.prototype : reflectGetPrototypeOf(mirrored)),
      setPrototypeOf: (_, prototype) => {
        if (state.isVanilla && !setPrototype(mirrored, state.globalProxy, prototype)) return false;
        state.prototype = prototype;
        return true;
      },
    };
  }
}

module.exports = { MirroringContext, refusalMessage };
