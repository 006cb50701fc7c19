'use strict';
// What a runtime offers: every module, every export, the members of classes and of objects that group functions or numbers.
//
//   node tests/compat/surface.js > tests/compat/node26.json      records Node's; `./x compat` does it
//   require('./surface').surfaceOf(ids, describe)                 is how table.js looks at the same in Hexloop
//
// A surface is { module: { export: kind } | null }; a member is 'Class.member' (static) or 'Class#member' (of instances),
// a grouped one 'group.member'. Names that begin with an underscore are nobody's business, but for Node's own old modules.

const DEEPEST = 3;
// Facts about one run, not names that programs use.
const FACTS = new Set(['argv', 'argv0', 'config', 'env', 'execArgv', 'mainModule', 'moduleLoadList', 'release', 'versions', 'stdin',
  'stdout', 'stderr', 'noProcessWarnings', 'withoutStackTrace', 'globalPaths', 'globalAgent', 'builtinModules', 'channel']);
const OF_EVERY_FUNCTION = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);

const isName = (key) => typeof key === 'string' && !key.startsWith('_') && !FACTS.has(key) && !/^\d+$/.test(key);

function kindOf(value) {
  if (typeof value !== 'function') return value !== null && typeof value === 'object' ? 'object' : 'value';
  const members = value.prototype === undefined || value.prototype === null ? [] : Object.getOwnPropertyNames(value.prototype);
  return members.length > 1 || /^class\b/.test(Function.prototype.toString.call(value)) ? 'class' : 'function';
}

// Reads `owner[key]` and says what it is, or what came instead: `failed(error)` decides.
function read(owner, key, failed) {
  try {
    return { value: owner[key] };
  } catch (error) {
    return { kind: failed(error) };
  }
}

class Collector {
  constructor(describe, failed) {
    this.describe = describe;
    this.failed = failed;
    this.found = {};
    this.seen = new Set();
  }

  // The own names of an object that groups others.
  group(object, prefix, depth) {
    this.seen.add(object);
    const own = typeof object === 'function' ? OF_EVERY_FUNCTION : new Set();
    for (const key of Object.getOwnPropertyNames(object).filter((name) => isName(name) && !own.has(name))) {
      const { value, kind } = read(object, key, this.failed);
      this.found[prefix + key] = kind ?? this.describe(value, kindOf(value));
      if (kind === undefined) this.inside(value, prefix + key, depth);
    }
  }

  inside(value, name, depth) {
    if (typeof value === 'function') this.members(value, name);
    else if (depth < DEEPEST && isGroup(value) && !this.seen.has(value)) this.group(value, `${name}.`, depth + 1);
  }

  members(fn, name) {
    if (this.seen.has(fn)) return;
    this.seen.add(fn);
    for (const key of Object.getOwnPropertyNames(fn)) {
      if (!isName(key) || OF_EVERY_FUNCTION.has(key)) continue;
      const { value } = read(fn, key, this.failed);
      this.found[`${name}.${key}`] = this.describe(value, typeof value === 'function' ? 'method' : 'property');
    }
    if (kindOf(fn) === 'class') this.ofInstances(fn.prototype, name);
  }

  ofInstances(prototype, name) {
    for (const key of Object.getOwnPropertyNames(prototype)) {
      if (!isName(key) || key === 'constructor') continue;
      const { value, get, set } = Object.getOwnPropertyDescriptor(prototype, key);
      const isAccessor = get !== undefined || set !== undefined;
      this.found[`${name}#${key}`] = this.describe(isAccessor ? get : value, isAccessor || typeof value !== 'function' ? 'property' : 'method');
    }
  }
}

// Objects of names, not instances: constants, promises, posix …
function isGroup(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

// What the language itself has is every runtime's.
const OF_THE_LANGUAGE = new Set(`Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise
  RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis JSON Math Intl
  ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array
  Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef Proxy Reflect
  FinalizationRegistry decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN Temporal
  DisposableStack AsyncDisposableStack SharedArrayBuffer WebAssembly global process console`.split(/\s+/));

function globalsOf(describe, failed) {
  const collector = new Collector(describe, failed);
  collector.seen.add(globalThis);
  for (const key of Object.getOwnPropertyNames(globalThis).filter(isName)) {
    if (OF_THE_LANGUAGE.has(key)) continue;
    const { value, kind } = read(globalThis, key, failed);
    collector.found[key] = kind ?? describe(value, kindOf(value));
    if (kind === undefined && typeof value === 'function') collector.members(value, key);
  }
  return collector.found;
}

function surfaceOf(ids, describe = (_value, kind) => kind, failed = () => 'value') {
  const surface = { globals: globalsOf(describe, failed) };
  for (const id of ids) {
    let exported;
    try {
      exported = require(id.includes(':') ? id : `node:${id}`);
    } catch (error) {
      surface[id] = null;
      continue;
    }
    const collector = new Collector(describe, failed);
    if (typeof exported === 'function') collector.members(exported, id);
    collector.group(exported, '', 0);
    surface[id] = Object.fromEntries(Object.entries(collector.found).filter(([name]) => !OF_EVERY_FUNCTION.has(name)));
  }
  return surface;
}

module.exports = { surfaceOf };

if (require.main === module) {
  const { builtinModules } = require('module');
  // Node's own pieces under old names: importing them is deprecated.
  const surface = surfaceOf(builtinModules.filter((id) => !id.startsWith('_')).sort());
  process.stdout.write(`${JSON.stringify({ node: process.versions.node, surface }, null, 1)}\n`);
  process.exit(0);
}
