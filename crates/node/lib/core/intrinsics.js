'use strict';
// The engine's own functions, even if a program has replaced them, like Node's primordials.
//
//   const { arrayPush, objectKeys, stringSlice } = require('core/intrinsics');
//   arrayPush(list, x)                list.push(x), also if a program has replaced Array.prototype.push
//
// A name is a holder (HOLDERS) and a property of it. Methods of a prototype take their receiver first.
//
// WHEN they are captured. Reading 150 functions before the program starts would cost a fifteenth of start-up, so a function is
// captured when a built-in file first uses it, which may be after the program has replaced it. A native function is recognized by
// its source text: `function push() { [native code] }` does not parse, so no function of a program can have it. Otherwise a pristine
// realm is created, once, and the function is taken from there; its results and errors get this realm's prototypes. Not detected: a
// native function that was replaced by another one of the same name (Map.prototype.get = WeakMap.prototype.get).
//
// HOW they are called. `method.call(receiver)` is the fastest call the engine has, and a program can replace `call`, too. So each
// call checks that `call` is the engine's; compiled code folds the check. Passing undefined means passing nothing here, except for
// push and unshift, which take exactly one value.

const { call, functionSource } = require('engine');

// The global that a name begins with, and whether its prototype is meant.
const HOLDERS = {
  __proto__: null,
  array: ['Array', true], string: ['String', true], regexp: ['RegExp', true], number: ['Number', false], numberProto: ['Number', true],
  object: ['Object', false], objectProto: ['Object', true], reflect: ['Reflect', false], math: ['Math', false],
  function: ['Function', true], map: ['Map', true], set: ['Set', true], weakMap: ['WeakMap', true], weakSet: ['WeakSet', true],
  weakRef: ['WeakRef', true], symbol: ['Symbol', false], date: ['Date', true], dateStatic: ['Date', false], error: ['Error', true],
  arrayStatic: ['Array', false], stringStatic: ['String', false], arrayBuffer: ['ArrayBuffer', true], bigintProto: ['BigInt', true],
  dataView: ['DataView', true], arrayBufferStatic: ['ArrayBuffer', false], symbolProto: ['Symbol', true], boolean: ['Boolean', true],
};
const WITHOUT_GLOBAL = { __proto__: null, typedArray: true, mapIterator: true, setIterator: true, generator: true };
// globalDecodeURIComponent is decodeURIComponent.
const isGlobal = (prefix) => prefix === 'global';
// `arrayPush`: holder, first character, rest.
const NAME = /^((?:array(?:Buffer)?|string|date)(?:Static)?|(?:number|object|symbol|bigint)(?:Proto)?|(?:map|set)(?:Iterator)?|weak(?:Map|Set|Ref)|typedArray|[a-z]+)([A-Z])(\w*)$/;

let pristine;

// A realm that no program has access to.
const pristineRealm = () => pristine ??= binding('vm').createRealm(false).global;

function iteratorOf(realm, collection) {
  const isMap = collection instanceof realm.Map;
  const method = realm === pristine ? collection.values : take(isMap ? 'map' : 'set', 'values');
  return reflectApply(method, collection, []);
}

function holderIn(realm, prefix) {
  if (isGlobal(prefix)) return realm;
  if (prefix === 'typedArray') return getPrototypeOf(realm.Uint8Array.prototype);
  if (prefix === 'generator') return getPrototypeOf(realm === pristine ? realm.eval('(function* () {}).prototype') : function* () {}.prototype);
  if (prefix === 'mapIterator') return getPrototypeOf(iteratorOf(realm, new realm.Map()));
  if (prefix === 'setIterator') return getPrototypeOf(iteratorOf(realm, new realm.Set()));
  const { 0: name, 1: isPrototype } = HOLDERS[prefix];
  return isPrototype ? realm[name].prototype : realm[name];
}

const isNative = (value, name) => typeof value === 'function' && functionSource(value) === `function ${name}() {\n    [native code]\n}`;

// A constructor that is no parameter of built-in files: `classFloat64Array`.
const classNamed = (name) => (isNative(globalThis[name], name) ? globalThis[name] : pristineRealm()[name]);

// For the rest of this file.
const lookUp = (holder, name) => (isNative(globalThis[holder]?.[name], name) ? globalThis[holder][name] : pristineRealm()[holder][name]);
const reflectApply = lookUp('Reflect', 'apply');
const getOwnPropertyDescriptor = lookUp('Object', 'getOwnPropertyDescriptor');
const getPrototypeOf = lookUp('Object', 'getPrototypeOf');
const setPrototypeOf = lookUp('Object', 'setPrototypeOf');

// The engine's function itself, for copying; `part`: 'value' or 'get'; `title`: the function's own name.
function take(prefix, name, part = 'value', title = name) {
  let found;
  try {
    found = getOwnPropertyDescriptor(holderIn(globalThis, prefix), name)?.[part];
  } catch {
    // A global was replaced.
  }
  if (isNative(found, part === 'get' ? `get ${title}` : title)) return found;
  const descriptor = getOwnPropertyDescriptor(holderIn(pristineRealm(), prefix), name);
  return descriptor === undefined ? undefined : wrapForeign(descriptor[part]);
}

const push = take('array', 'push');
const exec = take('regexp', 'exec');
const toLowerCase = take('string', 'toLowerCase');

// Wraps a function of the pristine realm: results and errors get this realm's prototypes.
function wrapForeign(foreign) {
  return function () {
    try {
      return adoptPrototype(reflectApply(foreign, this, arguments));
    } catch (error) {
      throw adoptPrototype(error);
    }
  };
}

const REALM_CLASSES = ['Array', 'Object', 'Function', 'Promise', 'RegExp', 'TypeError', 'RangeError', 'SyntaxError'];
const REALM_PROTOTYPES = {
  __proto__: null,
  Array: Array.prototype,
  Object: Object.prototype,
  Function: getPrototypeOf(getPrototypeOf),
  Promise: require('engine').Promise.prototype,
  RegExp: RegExp.prototype,
  TypeError: TypeError.prototype,
  RangeError: RangeError.prototype,
  SyntaxError: SyntaxError.prototype,
};

function adoptPrototype(value) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  const prototype = getPrototypeOf(value);
  for (let i = 0; i < REALM_CLASSES.length; i++) {
    if (prototype === pristine[REALM_CLASSES[i]].prototype) {
      setPrototypeOf(value, REALM_PROTOTYPES[REALM_CLASSES[i]]);
      break;
    }
  }
  return value;
}

// A method as a function of its receiver.
function uncurryThis(method) {
  return (self, a, b, c) => {
    if (method.call !== call) return reflectApply(method, self, c !== undefined ? [a, b, c] : b !== undefined ? [a, b] : a !== undefined ? [a] : []);
    if (c !== undefined) return method.call(self, a, b, c);
    if (b !== undefined) return method.call(self, a, b);
    return a !== undefined ? method.call(self, a) : method.call(self);
  };
}

// list.push(value). An accessor of the new index on Array.prototype, a program's, would get the value: reading it back costs half a
// nanosecond.
function safePush(list, value) {
  const { length } = list;
  try {
    if (push.call === call) push.call(list, value);
    else reflectApply(push, list, [value]);
    if (list[length] === value) return length + 1;
  } catch {
    // Thrown by that accessor.
  }
  require('core/array_copies').defineElement(list, length, value);
  return length + 1;
}

function safeUnshift(list, value) {
  const { length } = list;
  safePush(list, length === 0 ? value : list[length - 1]);
  for (let i = length - 1; i > 0; i--) list[i] = list[i - 1];
  list[0] = value;
  return length + 1;
}

const CUSTOM = {
  __proto__: null,
  arrayPush: () => safePush,
  arrayUnshift: () => safeUnshift,
  arrayIsArray: () => take('arrayStatic', 'isArray'),
  // These would consult the array's constructor.
  arrayConcat: () => require('core/array_copies').concat,
  arrayFilter: () => require('core/array_copies').filter,
  arrayFlat: () => require('core/array_copies').flat,
  arrayFlatMap: () => require('core/array_copies').flatMap,
  arrayMap: () => require('core/array_copies').map,
  arraySlice: () => require('core/array_copies').slice,
  arraySplice: () => require('core/array_copies').splice,
  // RegExp.prototype.test creates no match, but looks up `exec`.
  regexpTest() {
    const test = take('regexp', 'test');
    const matches = uncurryThis(exec);
    return (regexp, text) => (regexp.exec === exec && test.call === call ? test.call(regexp, text) : matches(regexp, text) !== null);
  },
  // The engine compiles indexOf inline: 10 ns for a short string, includes 50.
  stringIncludes() {
    const indexOf = uncurryThis(take('string', 'indexOf'));
    return (text, wanted, from) => indexOf(text, wanted, from) !== -1;
  },
  jsonParse: () => require('core/json').parse,
  jsonStringify: () => require('core/json').stringify,
  reflectApply: () => reflectApply,
  // Its replacement on some engines (core/engine_differences.js) is not the engine's.
  functionToString: () => functionSource,
  // Accessors: memory.byteLength, view.buffer and view.byteOffset.
  arrayBufferByteLength: () => uncurryThis(take('arrayBuffer', 'byteLength', 'get')),
  typedArrayBuffer: () => uncurryThis(take('typedArray', 'buffer', 'get')),
  typedArrayByteOffset: () => uncurryThis(take('typedArray', 'byteOffset', 'get')),
  typedArrayLength: () => uncurryThis(take('typedArray', 'length', 'get')),
  symbolFor: () => take('symbol', 'for'),
};

function make(name) {
  if (CUSTOM[name] !== undefined) return CUSTOM[name]();
  const { 1: prefix, 2: initial, 3: rest } = reflectApply(exec, NAME, [name]);
  const property = reflectApply(toLowerCase, initial, []) + rest;
  if (prefix === 'class') return classNamed(initial + rest);
  const isMethod = WITHOUT_GLOBAL[prefix] || (!isGlobal(prefix) && HOLDERS[prefix][1]);
  const method = take(prefix, property);
  if (method === undefined) throw new Error(`core/intrinsics knows no ${name}`);
  return isMethod ? uncurryThis(method) : method;
}

// Captured functions are own properties; the prototype creates the others.
const intrinsics = { __proto__: new Proxy({}, { __proto__: null, get: (_, name) => intrinsics[name] = make(name) }), take };

module.exports = intrinsics;
