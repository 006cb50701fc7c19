'use strict';
// DisposableStack and AsyncDisposableStack, which the engine lacks: resources that are disposed of together, the last one first.
// Order, awaits and errors are those of a block with `using` (core/lowered_syntax).

const { SafeWeakMap } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const {
  classReferenceError: ReferenceError, objectDefineProperty, objectGetOwnPropertyDescriptors, reflectConstruct, reflectOwnKeys,
} = require('core/intrinsics');
const { addNative } = require('engine');
const { disposables, disposeRest } = require('core/lowered_syntax');

// The resources of a stack; null when disposed or moved.
const resourcesOf = new SafeWeakMap();

const describe = (value) => (typeof value === 'object' && value !== null ?
  `#<${value.constructor?.name || 'Object'}>` :
  String(value));

function checkReceiver(stack, Class, name, prefix = '') {
  if (resourcesOf.has(stack) && stack instanceof Class) return;
  throw new TypeError(`Method ${prefix}${Class.name}.prototype.${name} called on incompatible receiver ${describe(stack)}`);
}

function openResources(stack, Class, name) {
  checkReceiver(stack, Class, name);
  const resources = resourcesOf.get(stack);
  if (resources === null) {
    throw new ReferenceError(`Cannot call ${Class.name}.prototype.${name} on an already-disposed DisposableStack`);
  }
  return resources;
}

function checkFunction(value) {
  if (typeof value !== 'function') throw new TypeError(`${String(value)} is not a function`);
}

// The methods that both classes share, under their own names.
function methodsOf(Class, isAsync) {
  return {
    use(value) {
      const resources = openResources(this, Class, 'use');
      return isAsync ? resources.addAsync(value) : resources.add(value);
    },
    adopt(value, onDispose) {
      const resources = openResources(this, Class, 'adopt');
      checkFunction(onDispose);
      resources.addMethod(undefined, () => onDispose(value), isAsync);
      return value;
    },
    defer(onDispose) {
      const resources = openResources(this, Class, 'defer');
      checkFunction(onDispose);
      resources.addMethod(undefined, onDispose, isAsync);
    },
    move() {
      const resources = openResources(this, Class, 'move');
      const moved = new Class();
      resourcesOf.set(moved, resources);
      resourcesOf.set(this, null);
      return moved;
    },
    get disposed() {
      checkReceiver(this, Class, 'disposed', 'get ');
      return resourcesOf.get(this) === null;
    },
  };
}

function takeResources(stack) {
  const resources = resourcesOf.get(stack);
  resourcesOf.set(stack, null);
  return resources;
}

// Functions instead of classes: calling a class without `new` throws the engine's message.
function construct(target, Class) {
  if (target === undefined) throw new TypeError(`Constructor ${Class.name} requires 'new'`);
  const stack = reflectConstruct(Object, [], target);
  resourcesOf.set(stack, disposables());
  return stack;
}

function DisposableStack() { return construct(new.target, DisposableStack); }
function AsyncDisposableStack() { return construct(new.target, AsyncDisposableStack); }

const { dispose } = {
  dispose() {
    checkReceiver(this, DisposableStack, 'dispose');
    takeResources(this)?.dispose();
  },
};

const { disposeAsync } = {
  disposeAsync() {
    if (!resourcesOf.has(this) || !(this instanceof AsyncDisposableStack)) {
      return __hexloop_promise__.reject(new TypeError('Receiver is not an AsyncDisposableStack'));
    }
    const resources = takeResources(this);
    if (resources === null) return __hexloop_promise__.resolve();
    return resources.next() ? disposeRest(resources) : finishAsync(resources);
  },
};

async function finishAsync(resources) { resources.done(); }

function defineMembers(Class, ending, symbol, isAsync) {
  const methods = objectGetOwnPropertyDescriptors(methodsOf(Class, isAsync));
  const end = { __proto__: null, value: ending, writable: true };
  const { use, ...rest } = methods;
  const all = { use, [ending.name]: end, ...rest, [symbol]: end, [Symbol.toStringTag]: { value: Class.name } };
  for (const key of each(reflectOwnKeys(all))) {
    objectDefineProperty(Class.prototype, key, { __proto__: null, ...all[key], enumerable: false, configurable: true });
    const callable = all[key].get ?? all[key].value;
    if (typeof callable === 'function') addNative(callable, callable.name);
  }
  objectDefineProperty(Class, 'prototype', { __proto__: null, writable: false });
  addNative(Class, Class.name);
}

defineMembers(DisposableStack, dispose, Symbol.dispose, false);
defineMembers(AsyncDisposableStack, disposeAsync, Symbol.asyncDispose, true);

module.exports = { AsyncDisposableStack, DisposableStack };
