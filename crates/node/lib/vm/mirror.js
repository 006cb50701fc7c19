'use strict';
// The global object of a realm that mirrors an object, as code in the realm sees it: a Proxy of that object, with the
// realm's own built-ins beneath.
//
//   names in scripts ──▶ the engine's callbacks (crates/engine/src/realm.rs): reads by themselves, put and remove below
//   this, globalThis ──▶ the Proxy below
//
// What is written goes to the mirrored object, but for two things that Node does not put there either: a property that a
// symbol names and that is not there yet, and what is read-only.

const native = binding('vm');

// Runs `body` while global objects are what they are beneath; it may not call what a program made.
function beneath(body) {
  const before = native.setAsleep(true);
  try {
    return body();
  } finally {
    native.setAsleep(before);
  }
}

// Gives `object`, which is seen as `seen`, another prototype, unless that makes a circle.
function canInherit(object, seen, prototype) {
  for (let it = prototype; it !== null; it = Reflect.getPrototypeOf(it)) if (it === seen) return false;
  return Reflect.setPrototypeOf(object, prototype);
}

// The property that a read of `key` would find.
function findProperty(object, key) {
  for (let it = object; it !== null; it = Reflect.getPrototypeOf(it)) {
    const found = Reflect.getOwnPropertyDescriptor(it, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

const taken = (name) => new SyntaxError(`Identifier '${name}' has already been declared`);

// What was refused last: the engine throws for it, where it does, in words that are not V8's.
let refused;

const REFUSALS = new Map([
  ['Attempted to assign to readonly property.', (key) => `Cannot assign to read only property '${key}' of object '[object Object]'`],
  ['Unable to delete property.', (key) => `Cannot delete property '${key}' of [object Object]`],
]);

// V8's words for an error that the engine made of a refusal; undefined for others.
function refusalWords(text) {
  if (refused === undefined) return undefined;
  const key = refused;
  const words = REFUSALS.get(text);
  if (words !== undefined) {
    refused = undefined;
    return words(key);
  }
  const [, trap, name] = /^Proxy(?:'s| object's) '(set|defineProperty)' trap returned falsy value for property '(.*)'$/.exec(text) ?? [];
  if (name !== key) return undefined;
  refused = undefined;
  return FIXED.has(key) && trap === 'set' ? `Cannot assign to read only property '${key}' of object '[object Object]'` : `Cannot redefine property: ${key}`;
}

// Of every global object, and of none that the engine lists.
const FIXED = new Set(['NaN', 'Infinity', 'undefined']);

// The Proxies that stand for global objects.
const globals = new WeakSet();
require('core/kind').hideGlobals(globals);

class MirroringContext {
  #lexical = new Set();
  #mirrored;
  #isOwn;
  #global;
  // Names of the realm's own properties. Placeholders, which are there as well, are not among them.
  #builtins;
  #placed = new Set();

  // Without an object to mirror the realm gets one that nobody else knows: its global object's own, in effect. (A realm whose
  // global object is the engine's reads names ten times as fast, but lets nobody change the prototype, as jsdom does.)
  constructor(realm, contextObject, intrinsics, drainsJobs) {
    this.realm = realm;
    this.drainsJobs = drainsJobs;
    const prototype = intrinsics.Object.create(intrinsics.Object.prototype);
    const isOwn = contextObject === undefined;
    this.#isOwn = isOwn;
    const mirrored = isOwn ? intrinsics.Object.create(prototype) : contextObject;
    this.#mirrored = mirrored;
    this.#global = realm.global;
    this.#builtins = new Set([...Reflect.ownKeys(this.#global), ...FIXED]);
    const state = { prototype, isOwn };
    const put = (key, value) => this.#put(key, value);
    const remove = (key) => this.#remove(key);
    const handler = this.#handler(state);
    // Of the realm's own kind: the engine takes the scope that a script runs in from its `this`.
    const seen = new intrinsics.Proxy(mirrored, handler);
    // What stands for the context; its maker takes it.
    this.contextObject = contextObject ?? seen;
    globals.add(seen);
    // The engine has no other way to these two but through the Proxy.
    Object.assign(state, { seen, put, remove });
    native.mirror(realm, mirrored, seen, put, remove);
    beneath(() => {
      Reflect.defineProperty(this.#global, 'globalThis', { __proto__: null, value: seen, writable: true, enumerable: false, configurable: true });
    });
  }

  // Makes room for what a script declares: `names` are those of its variables, null, of its functions, null, and those that
  // do not become properties. The engine cannot tell that a name is taken: it takes what the mirrored object has for deletable.
  declare(names) {
    if (names.length === 2) return;
    const variables = names.indexOf(null);
    const functions = names.indexOf(null, variables + 1);
    for (let at = 0; at < functions; at++) {
      if (this.#lexical.has(names[at])) throw taken(names[at]);
    }
    for (let at = functions + 1; at < names.length; at++) {
      if (this.#placed.has(names[at])) throw taken(names[at]);
      this.#lexical.add(names[at]);
    }
    const wanted = names.filter((name, at) => this.#needsPlace(name, at < variables, at < functions));
    if (wanted.length === 0) return;
    if (this.#isOwn) for (const name of wanted) this.#declareHere(name);
    beneath(() => wanted.forEach((name) => this.#place(name)));
  }

  #declareHere(name) {
    if (Object.hasOwn(this.#mirrored, name)) return;
    Reflect.defineProperty(this.#mirrored, name, { __proto__: null, value: undefined, writable: true, enumerable: true, configurable: false });
  }

  #needsPlace(name, isVariable, isFunction) {
    if (name === null || !isFunction || this.#placed.has(name)) return false;
    return !(isVariable && this.#builtins.has(name));
  }

  #place(name) {
    this.#placed.add(name);
    const known = Reflect.getOwnPropertyDescriptor(this.#global, name);
    Reflect.defineProperty(this.#global, name, { __proto__: null, value: known?.value, writable: true, enumerable: true, configurable: false });
  }

  #isBeneath(key) {
    return this.#builtins.has(key);
  }

  // 0 where it may not be written, 2 where the placeholder has to be written as well.
  #put(key, value) {
    const found = findProperty(this.#mirrored, key);
    if (found === undefined && typeof key === 'symbol') {
      this.#builtins.add(key);
      return beneath(() => Reflect.set(this.#global, key, value)) ? 1 : 0;
    }
    if (found?.writable === false || (found === undefined && FIXED.has(key))) {
      refused = key;
      return 0;
    }
    const written = Reflect.set(this.#mirrored, key, value);
    // Node does not mind a property that has only a getter.
    if (!written && (found === undefined || found.writable !== undefined)) {
      refused = key;
      return 0;
    }
    return this.#placed.has(key) || this.#isBeneath(key) ? 2 : 1;
  }

  // Whether it could be deleted; undefined where the engine decides: of its own, and of what a script declared.
  #remove(key) {
    if (!Object.hasOwn(this.#mirrored, key)) return undefined;
    const removed = Reflect.deleteProperty(this.#mirrored, key);
    if (!removed) refused = key;
    return removed && this.#placed.has(key) ? undefined : removed;
  }

  #handler(state) {
    const mirrored = this.#mirrored;
    const global = this.#global;
    return {
      __proto__: null,
      state,
      has: (_, key) => key in mirrored || this.#isBeneath(key) || this.#placed.has(key) || (state.prototype !== null && key in state.prototype),
      get: (_, key) => {
        if (key in mirrored) {
          const value = state.isOwn ? Reflect.get(mirrored, key, state.seen) : mirrored[key];
          return value === mirrored ? state.seen : value;
        }
        if (this.#isBeneath(key) || this.#placed.has(key)) return beneath(() => global[key]);
        return state.prototype === null ? undefined : Reflect.get(state.prototype, key, state.seen);
      },
      set: (_, key, value) => {
        const outcome = this.#put(key, value);
        if (outcome === 2) beneath(() => Reflect.set(global, key, value));
        return outcome !== 0;
      },
      deleteProperty: (_, key) => {
        const removed = this.#remove(key);
        if (removed !== undefined) return removed;
        if (this.#placed.has(key)) return false;
        if (!this.#isBeneath(key)) return true;
        const gone = beneath(() => Reflect.deleteProperty(global, key));
        if (gone) this.#builtins.delete(key);
        return gone;
      },
      defineProperty: (_, key, descriptor) => {
        const defined = Reflect.defineProperty(mirrored, key, descriptor);
        if (!defined) refused = key;
        return defined;
      },
      getOwnPropertyDescriptor: (_, key) => {
        const own = Reflect.getOwnPropertyDescriptor(mirrored, key);
        if (own !== undefined) return own;
        if (!this.#isBeneath(key) || !Reflect.isExtensible(mirrored)) return undefined;
        // A Proxy may not say of what its target has not that it cannot be changed.
        return { ...beneath(() => Reflect.getOwnPropertyDescriptor(global, key)), configurable: true };
      },
      ownKeys: () => {
        const own = Reflect.ownKeys(mirrored);
        if (!Reflect.isExtensible(mirrored)) return own;
        return [...new Set([...this.#builtins, ...own])];
      },
      getPrototypeOf: () => (Reflect.isExtensible(mirrored) ? state.prototype : Reflect.getPrototypeOf(mirrored)),
      setPrototypeOf: (_, prototype) => {
        if (state.isOwn && !canInherit(mirrored, state.seen, prototype)) return false;
        state.prototype = prototype;
        return true;
      },
    };
  }
}

module.exports = { MirroringContext, refusalWords };
