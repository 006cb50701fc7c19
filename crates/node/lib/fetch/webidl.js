'use strict';
// WebIDL for the classes of fetch: argument counts and conversions, the error for an invalid `this`, enumerable members, and
// iterators that see entries added during iteration.

const {
  arrayJoin, mathMax, objectAssign, objectCreate, objectDefineProperty, objectGetOwnPropertyDescriptor, objectGetOwnPropertyNames,
  objectGetPrototypeOf, objectKeys, stringCharCodeAt, stringToWellFormed,
} = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { call3 } = require('core/safe/calls');

const kIterated = Symbol('iterated');

function illegalInvocation() {
  return objectAssign(new TypeError('Illegal invocation'), { code: 'ERR_INVALID_THIS' });
}

function countArguments(args, required, where) {
  if (args.length >= required) return;
  const plural = required === 1 ? 'argument' : 'arguments';
  throw new TypeError(`${where}: ${required} ${plural} required, but${args.length > 0 ? ' only' : ''} ${args.length} found.`);
}

// A string of characters up to U+00FF.
function byteString(value, where, name) {
  if (typeof value === 'symbol') throw new TypeError(`${where}: ${name} is a symbol, which cannot be converted to a ByteString.`);
  const text = `${value}`;
  for (let i = 0; i < text.length; i++) {
    const code = stringCharCodeAt(text, i);
    if (code > 255) {
      throw new TypeError(`Cannot convert argument to a ByteString because the character at index ${i} has a value of ${code} which is greater than 255.`);
    }
  }
  return text;
}

function usvString(value, where, name) {
  if (typeof value === 'symbol') {
    throw new TypeError(where === undefined ? 'Cannot convert a Symbol value to a string' : `${where}: ${name} is a symbol, which cannot be converted to a DOMString.`);
  }
  return stringToWellFormed(`${value}`);
}

function dictionary(value) {
  if (value !== undefined && value !== null && typeof value !== 'object' && typeof value !== 'function') {
    const { inspect } = require('inspect/inspect');
    throw new TypeError(`undefined: Expected ${inspect(value)} to be one of: Null, Undefined, Object.`);
  }
  return value ?? {};
}

function oneOf(value, allowed) {
  const text = `${value}`;
  if (!isIn(allowed, text)) throw new TypeError(`undefined: ${text} is not an accepted type. Expected one of ${arrayJoin(allowed, ', ')}.`);
  return text;
}

// Makes members enumerable, sets the class string, and prevents structured cloning.
function finishClass(Class) {
  for (const target of each([Class, Class.prototype])) {
    for (const name of each(objectGetOwnPropertyNames(target))) {
      const descriptor = objectGetOwnPropertyDescriptor(target, name);
      if (name === 'constructor' || (target === Class && (typeof descriptor.value !== 'function' || name === 'prototype'))) continue;
      objectDefineProperty(target, name, { __proto__: null, enumerable: true });
    }
  }
  require('core/cloneable').markInstancesAsUncloneable(Class);
  objectDefineProperty(Class.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: Class.name });
}

const IteratorPrototype = objectGetPrototypeOf(objectGetPrototypeOf([][Symbol.iterator]()));

// Adds keys, values, entries, forEach and the iterator. `pairsOf(object)` returns the current list of pairs, or throws.
function makeIterable(Class, pairsOf) {
  const prototype = objectCreate(IteratorPrototype, {
    next: {
      __proto__: null,
      configurable: true,
      enumerable: true,
      writable: true,
      value: function next() {
        const state = this?.[kIterated];
        if (state === undefined || state.prototype !== prototype) throw new TypeError(`'next' called on an object that does not implement interface ${Class.name} Iterator.`);
        const pairs = pairsOf(state.target);
        if (state.index >= pairs.length) return { value: undefined, done: true };
        const pair = pairs[state.index++];
        return { value: state.kind === undefined ? [pair[0], pair[1]] : pair[state.kind], done: false };
      },
    },
    [Symbol.toStringTag]: { __proto__: null, configurable: true, value: `${Class.name} Iterator` },
  });
  const iterate = (target, kind) => {
    pairsOf(target);
    return objectCreate(prototype, { [kIterated]: { __proto__: null, value: { target, kind, index: 0, prototype } } });
  };
  const methods = {
    keys() { return iterate(this, 0); },
    values() { return iterate(this, 1); },
    entries() { return iterate(this, undefined); },
    forEach(callback, thisArg = undefined) {
      pairsOf(this);
      countArguments(arguments, 1, `${Class.name}.forEach`);
      if (typeof callback !== 'function') {
        throw new TypeError(`Failed to execute 'forEach' on '${Class.name}': parameter 1 is not of type 'Function'.`);
      }
      for (let i = 0, pairs; (pairs = pairsOf(this), i < pairs.length); i++) call3(callback, thisArg, pairs[i][1], pairs[i][0], this);
    },
  };
  for (const name of each(objectKeys(methods))) {
    objectDefineProperty(Class.prototype, name, { __proto__: null, configurable: true, enumerable: true, writable: true, value: methods[name] });
  }
  objectDefineProperty(Class.prototype, Symbol.iterator, { __proto__: null, configurable: true, writable: true, value: methods.entries });
}

// For [nodejs.util.inspect.custom]: the class name and its contents, to the depth that was passed to inspect().
function inspectAs(name, contents, depth, options) {
  const { inspect } = require('inspect/inspect');
  return `${name} ${inspect(contents, { ...options, depth: options.depth ?? mathMax(depth, 2) })}`;
}

module.exports = { byteString, countArguments, dictionary, illegalInvocation, inspectAs, makeIterable, finishClass, oneOf, usvString };
