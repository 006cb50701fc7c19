'use strict';
// The preview of a line that is being typed: the rest of a name, and the value of an expression without side effects.
// crates/source/src/preview.rs turns the expression into a function that takes every risky step through the guards below. V8 can run a
// function and stop at its first side effect; JavaScriptCore cannot, so a guard has to know beforehand, and refuses otherwise.

const { inspect } = require('inspect/inspect');
const { complete, isOwnGetter, lexicalNames } = require('repl/completion');
const { isProxy } = require('util/types');

const native = binding('repl');
const globalEval = eval;

// Thrown by a guard: there is no preview, or the preview is the error of the expression.
class Refusal {
  constructor(shown = '') { this.shown = shown; }
}

function refuse(shown) {
  throw new Refusal(shown);
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

const pureGetters = new Set([
  [Map, 'size'], [Set, 'size'], [ArrayBuffer, 'byteLength'], [DataView, 'byteLength'], [DataView, 'byteOffset'], [Symbol, 'description'],
  ...['length', 'byteLength', 'byteOffset', 'buffer'].map((name) => [Object.getPrototypeOf(Uint8Array), name]),
  ...['flags', 'global', 'ignoreCase', 'multiline', 'source', 'sticky', 'unicode'].map((name) => [RegExp, name]),
].map(([owner, name]) => Object.getOwnPropertyDescriptor(owner.prototype, name)?.get));

// Functions without side effects if all arguments are primitives.
const pureFunctions = new Set([
  ...functionsOf(Math, ['random', 'sumPrecise']),
  ...functionsOf(String.prototype, ['match', 'matchAll', 'replace', 'replaceAll', 'search', 'split', 'repeat', 'padStart', 'padEnd']),
  ...functionsOf(Number.prototype, []), ...functionsOf(Number, []), ...functionsOf(Boolean.prototype, []),
  parseInt, parseFloat, isNaN, isFinite, encodeURIComponent, decodeURIComponent, encodeURI, decodeURI, escape, unescape,
  String, Number, Boolean, BigInt, String.fromCharCode, String.fromCodePoint, Array.isArray,
]);
// The same for arrays of primitives.
const pureOnArrays = new Set(['at', 'includes', 'indexOf', 'join', 'lastIndexOf'].map((name) => Array.prototype[name]));

function functionsOf(owner, without) {
  return Object.getOwnPropertyNames(owner).filter((name) => name !== 'constructor' && !without.includes(name))
    .map((name) => Object.getOwnPropertyDescriptor(owner, name).value).filter((value) => typeof value === 'function');
}

const guards = {
  __proto__: null,

  name(name, read) {
    if (name in lexicalNames) return read();
    const property = Object.getOwnPropertyDescriptor(globalThis, name) ?? refuse();
    if (property.get !== undefined && !isOwnGetter(name, property.get)) refuse();
    return 'value' in property ? property.value : read();
  },

  primitive(value) {
    return isObject(value) ? refuse() : value;
  },

  get(owner, key) {
    if (owner === null || owner === undefined) {
      refuse(`TypeError: Cannot read properties of ${owner} (reading '${String(key)}')`);
    }
    for (let at = Object(owner); at !== null; at = Object.getPrototypeOf(at)) {
      if (isProxy(at)) refuse();
      const property = Object.getOwnPropertyDescriptor(at, key);
      if (property === undefined) continue;
      if ('value' in property) return property.value;
      if (!pureGetters.has(property.get)) refuse();
      return property.get.call(owner);
    }
    return undefined;
  },

  getOptional(owner, key) {
    return owner === null || owner === undefined ? undefined : guards.get(owner, key);
  },

  call(owner, key, values) {
    const called = typeof key === 'string' ? guards.get(owner, key) : key;
    const isPure = called === Array.isArray || values.every((value) => !isObject(value));
    if (isPure && pureFunctions.has(called) && (!isObject(owner) || owner === Math || typeof owner === 'function')) {
      return Reflect.apply(called, owner, values);
    }
    if (isPure && pureOnArrays.has(called) && isPlainArray(owner)) return Reflect.apply(called, owner, values);
    return refuse();
  },
};

function isPlainArray(value) {
  if (isProxy(value) || !Array.isArray(value) || value.length > 1000) return false;
  for (let i = 0; i < value.length; i++) {
    const property = Object.getOwnPropertyDescriptor(value, i);
    if (property === undefined || !('value' in property) || isObject(property.value)) return false;
  }
  return true;
}

// [the rest of the name before the cursor, the value of the completed text]; either may be empty.
function hint(text) {
  const rest = restOfName(text);
  return [rest, valueOf(text + rest)];
}

function restOfName(text) {
  const word = /[\w$]*$/.exec(text)[0];
  if (word === '' || /^\s*\./.test(text)) return '';
  const names = complete(text);
  let common = names[0] ?? '';
  for (const name of names) {
    while (!name.startsWith(common)) common = common.slice(0, -1);
  }
  return common.startsWith(word) ? common.slice(word.length) : '';
}

const OPTIONS = { __proto__: null, colors: false, depth: 1, compact: 3, breakLength: Infinity, customInspect: false, showProxy: true };

function valueOf(text) {
  const code = native.preview(text);
  if (code === undefined) return '';
  let shown;
  try {
    const value = globalEval(code)(guards);
    if (value === undefined || isProxy(value)) return '';
    shown = inspect(value, OPTIONS);
  } catch (error) {
    return error instanceof Refusal ? error.shown : '';
  }
  const [first] = shown.split('\n', 1);
  return first === text.trim() ? '' : first === shown ? shown : `${first}...`;
}

module.exports = { hint };
