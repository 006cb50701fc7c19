'use strict';
// Map, Set and so on for built-in files: the engine's methods on prototypes that no program can reach. Each class is created on
// first use.

const { kWalk } = require('core/safe/walk');
const { objectDefineProperty, objectSetPrototypeOf, take } = require('core/intrinsics');

// Includes values that are added during the iteration.
class Walk {
  constructor(iterator, step) {
    this.iterator = iterator;
    this.step = step;
  }

  next() {
    const { iterator, step } = this;
    return step(iterator);
  }

  [Symbol.iterator]() { return this; }
}
objectSetPrototypeOf(Walk.prototype, null);

// `walk` creates the iterator, `size` names an accessor.
function harden(Safe, holder, methods, walk, size) {
  const { prototype } = Safe;
  const define = (name, descriptor) => objectDefineProperty(prototype, name, { __proto__: null, ...descriptor });
  for (let i = 0; i < methods.length; i++) define(methods[i], { value: take(holder, methods[i]) });
  if (walk !== undefined) define(kWalk, { value: walk });
  if (size !== undefined) define(size, { get: take(holder, size, 'get') });
  objectSetPrototypeOf(prototype, null);
  return Safe;
}

const makers = {
  __proto__: null,
  SafeMap: () => harden(class SafeMap extends Map {
    constructor(pairs) {
      super();
      if (pairs !== undefined) for (let i = 0; i < pairs.length; i++) this.set(pairs[i][0], pairs[i][1]);
    }
  }, 'map', ['get', 'set', 'has', 'delete', 'clear', 'forEach'], function () {
    const { mapEntries, mapIteratorNext } = require('core/intrinsics');
    return new Walk(mapEntries(this), mapIteratorNext);
  }, 'size'),
  SafeSet: () => harden(class SafeSet extends Set {
    constructor(values) {
      super();
      if (values !== undefined) for (let i = 0; i < values.length; i++) this.add(values[i]);
    }
  }, 'set', ['add', 'has', 'delete', 'clear', 'forEach'], function () {
    const { setIteratorNext, setValues } = require('core/intrinsics');
    return new Walk(setValues(this), setIteratorNext);
  }, 'size'),
  SafeWeakMap: () => harden(class SafeWeakMap extends WeakMap {
    constructor() { super(); }
  }, 'weakMap', ['get', 'set', 'has', 'delete']),
  SafeWeakSet: () => harden(class SafeWeakSet extends WeakSet {
    constructor() { super(); }
  }, 'weakSet', ['add', 'has', 'delete']),
  SafeWeakRef: () => harden(class SafeWeakRef extends WeakRef {
    constructor(target) { super(target); }
  }, 'weakRef', ['deref']),
};

const created = { __proto__: null };
const get = (name) => created[name] ??= makers[name]();

module.exports = {
  get SafeMap() { return get('SafeMap'); },
  get SafeSet() { return get('SafeSet'); },
  get SafeWeakMap() { return get('SafeWeakMap'); },
  get SafeWeakSet() { return get('SafeWeakSet'); },
  get SafeWeakRef() { return get('SafeWeakRef'); },
};
