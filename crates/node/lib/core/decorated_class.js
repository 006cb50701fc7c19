'use strict';
// The runtime of standard decorators (TC39's proposal of November 2023). crates/source/src/types/decorators.rs lowers a class to
// one whose computed names and initializers call an instance of this class:
//
//   element()          once for each decorated element, in order: stores its decorators, returns its key
//   apply()            when all methods are defined: calls the decorators
//   begin()            a new instance, before its fields: runs addInitializer() callbacks of methods
//   init(), after()    a field's initial value, and its addInitializer() callbacks
//   value(), get(), set()  decorated elements with a private name
//   finish()           the addInitializer() callbacks of the class

const {
  arrayForEach, arrayPush, arrayReverse, arraySlice, arrayUnshift, objectCreate, objectDefineProperty,
  objectGetOwnPropertyDescriptor, objectGetPrototypeOf, reflectApply,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');

const STATIC = 1;
const PRIVATE = 2;
const ASSIGNED = 4;

class DecoratedClass {
  #decorators;
  #elements = [];
  #extra = { static: [], instance: [], class: [] };
  // The class, after decoration.
  self = undefined;

  constructor(decorators) {
    this.#decorators = decorators;
  }

  of(make) {
    return make(this);
  }

  element(kind, flags, decorators, name) {
    const isPrivate = (flags & PRIVATE) !== 0;
    const isStatic = (flags & STATIC) !== 0;
    if (typeof name !== 'symbol') name = `${name}`;
    // A private element, or a field that is assigned, is stored under a symbol, which apply() removes.
    const key = isPrivate || (flags & ASSIGNED) !== 0 ? Symbol() : name;
    const isField = kind === 'field';
    const extra = isField || kind === 'accessor' ? [] : isStatic ? this.#extra.static : this.#extra.instance;
    arrayPush(this.#elements, {
      kind, isStatic, isPrivate, isField, decorators, name, key, descriptor: undefined, initializers: [], extra,
    });
    return key;
  }

  key(index) {
    return this.#elements[index].key;
  }

  name(index) {
    return this.#elements[index].name;
  }

  apply(constructor, accesses = {}) {
    this.self = constructor;
    const metadata = metadataFor(constructor);
    for (const element of each(this.#elements)) takePlaceholder(element, constructor);
    for (const { 0: isField, 1: isStatic } of each([[false, true], [false, false], [true, true], [true, false]])) {
      arrayForEach(this.#elements, (element, index) => {
        if (element.isField === isField && element.isStatic === isStatic && element.decorators.length > 0) {
          decorateElement(element, accesses[index] ?? publicAccess(element.name), constructor, metadata);
        }
      });
    }
    if (this.#decorators !== undefined) this.#decorateClass(metadata);
    if (metadata !== undefined) {
      const value = metadata;
      objectDefineProperty(this.self, Symbol.metadata, { __proto__: null, enumerable: true, configurable: true, writable: true, value });
    }
    run(this.#extra.static, this.self);
    return this.self;
  }

  #decorateClass(metadata) {
    const { name } = this.self;
    callDecorators(this.#decorators, () => ({ kind: 'class', name, metadata }), this.#extra.class, (decorate) => {
      const result = checkFunction(decorate(this.self));
      if (result !== undefined) this.self = result;
    });
  }

  begin(instance) {
    run(this.#extra.instance, instance);
  }

  init(index, receiver, value) {
    for (const initializer of each(this.#elements[index].initializers)) value = reflectApply(initializer, receiver, [value]);
    return value;
  }

  after(index, receiver) {
    run(this.#elements[index].extra, receiver);
  }

  value(index) {
    return this.#elements[index].descriptor.value;
  }

  get(index, receiver) {
    return reflectApply(this.#elements[index].descriptor.get, receiver, []);
  }

  set(index, receiver, value) {
    reflectApply(this.#elements[index].descriptor.set, receiver, [value]);
  }

  finish() {
    run(this.#extra.class, this.self);
  }
}

function run(functions, receiver) {
  for (const run of each(functions)) reflectApply(run, receiver, []);
}

// There is metadata if the program has defined the symbol; Node has not.
function metadataFor(constructor) {
  if (!Symbol.metadata) return undefined;
  return objectCreate(objectGetPrototypeOf(constructor)[Symbol.metadata] ?? null);
}

const ownerOf = (element, constructor) => (element.isStatic ? constructor : constructor.prototype);

// An element under a symbol is removed from its owner and gets its original name.
function takePlaceholder(element, constructor) {
  if (element.key === element.name) return;
  const owner = element.isField ? constructor : ownerOf(element, constructor);
  element.descriptor = objectGetOwnPropertyDescriptor(owner, element.key);
  delete owner[element.key];
  for (const { 0: part, 1: prefix } of each([['value', ''], ['get', 'get '], ['set', 'set ']])) {
    const method = element.descriptor[part];
    if (typeof method === 'function') {
      objectDefineProperty(method, 'name', { __proto__: null, configurable: true, value: `${prefix}${String(element.name)}` });
    }
  }
}

const publicAccess = (name) => [
  (object) => name in object,
  (object) => object[name],
  (object, value) => { object[name] = value; },
];

function contextOf({ kind, name, isStatic, isPrivate }, { 0: has, 1: get, 2: set }, metadata) {
  const access = { has };
  if (kind !== 'setter') access.get = get;
  if (kind !== 'method' && kind !== 'getter') access.set = set;
  return { kind, name, static: isStatic, private: isPrivate, access, metadata };
}

function decorateElement(element, access, constructor, metadata) {
  const { kind, initializers } = element;
  const owner = ownerOf(element, constructor);
  if (element.isField) element.descriptor = {};
  else if (!element.isPrivate) element.descriptor = objectGetOwnPropertyDescriptor(owner, element.key);
  const { descriptor } = element;
  const part = kind === 'getter' ? 'get' : kind === 'setter' ? 'set' : 'value';
  callDecorators(element.decorators, () => contextOf(element, access, metadata), element.extra, (decorate) => {
    if (kind === 'accessor') return acceptAccessor(decorate({ get: descriptor.get, set: descriptor.set }), element);
    const result = checkFunction(decorate(descriptor[part]));
    if (result === undefined) return;
    if (element.isField) arrayUnshift(initializers, result);
    else descriptor[part] = result;
  });
  if (!element.isField && !element.isPrivate) objectDefineProperty(owner, element.key, descriptor);
}

function acceptAccessor(result, { descriptor, initializers }) {
  if (result === undefined) return;
  if (result === null || typeof result !== 'object') throw new TypeError('Object expected');
  descriptor.get = checkFunction(result.get) ?? descriptor.get;
  descriptor.set = checkFunction(result.set) ?? descriptor.set;
  const initializer = checkFunction(result.init);
  if (initializer !== undefined) arrayUnshift(initializers, initializer);
}

// The last decorator is called first, each with its own context.
function callDecorators(decorators, makeContext, extra, accept) {
  let done = false;
  for (const decorator of each(arrayReverse(arraySlice(decorators)))) {
    const context = makeContext();
    context.addInitializer = function(initializer) {
      if (done) throw new TypeError('Cannot add initializers after decoration has completed');
      if (typeof initializer !== 'function') throw new TypeError('Function expected');
      arrayPush(extra, initializer);
    };
    accept((value) => decorator(value, context));
  }
  done = true;
}

function checkFunction(value) {
  if (value !== undefined && typeof value !== 'function') throw new TypeError('Function expected');
  return value;
}

module.exports = DecoratedClass;
