{
// Replaces one built-in, or all of one holder, or adds to a prototype. run.js puts this text before a program's, so that nothing is loaded before
// the change that the program would not have loaded:
//
//   MUTATION='throws Array.prototype.push'     one method
//   MUTATION='delete Array.prototype.*'        every property of that holder
//   MUTATION='undefined globalThis.Map'        a constructor itself
//   MUTATION='throws Array.prototype.0'        a property that is not there: every array inherits it, and every write of an element that
//                                              an array does not have yet goes there
//   MUTATION='nonsense Object.prototype.get'   a field of property descriptors, or an option, that every object inherits
//   MUTATION=list                              prints the names of all that can be replaced
//
// Kinds: `delete`; `undefined`; `throws`: a function that throws an error of the program's own; `nonsense`: one that answers 7.
// An accessor is replaced by an accessor that does the same. What is added: with `delete` a constant, with `undefined` an accessor that
// forgets what is written, with `throws` one that throws, with `nonsense` what an assignment would add. Everything used here was read before anything is replaced.

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const OwnError = Error;

// Getters: what is not asked for shall not have been touched, so that it is loaded after the change.
const holders = {
  __proto__: null,
  get Iterator() { return getPrototypeOf(getPrototypeOf([][Symbol.iterator]())); },
  get ArrayIterator() { return getPrototypeOf([][Symbol.iterator]()); },
  get MapIterator() { return getPrototypeOf(new Map().entries()); },
  get SetIterator() { return getPrototypeOf(new Set().values()); },
  get StringIterator() { return getPrototypeOf(''[Symbol.iterator]()); },
  get RegExpStringIterator() { return getPrototypeOf(''.matchAll(/x/g)); },
  get AsyncIterator() { return getPrototypeOf(getPrototypeOf(async function* () {}.prototype)); },
  get Generator() { return getPrototypeOf(function* () {}.prototype); },
  get AsyncGenerator() { return getPrototypeOf(async function* () {}.prototype); },
  get GeneratorFunction() { return getPrototypeOf(function* () {}); },
  get AsyncFunction() { return getPrototypeOf(async () => {}); },
  get TypedArray() { return getPrototypeOf(Uint8Array.prototype); },
  get TypedArrayConstructor() { return getPrototypeOf(Uint8Array); },
};
const GLOBALS = ['Array', 'ArrayBuffer', 'Atomics', 'BigInt', 'Boolean', 'DataView', 'Date', 'Error', 'FinalizationRegistry',
  'Float64Array', 'Function', 'Int32Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Proxy', 'Reflect', 'RegExp', 'Set',
  'SharedArrayBuffer', 'String', 'Symbol', 'SyntaxError', 'TypeError', 'Uint8Array', 'WeakMap', 'WeakRef', 'WeakSet'];
// Classes and functions that Node adds, or whose methods are its own: only the global is replaced.
const HOST_GLOBALS = ['AbortController', 'AbortSignal', 'AggregateError', 'Blob', 'Buffer', 'DOMException', 'Event', 'EventTarget', 'FormData',
  'Headers', 'MessageChannel', 'ReadableStream', 'Request', 'Response', 'TextDecoder', 'TextEncoder', 'TransformStream', 'URL', 'URLSearchParams',
  'WebAssembly', 'WritableStream', 'clearInterval', 'clearTimeout', 'decodeURIComponent', 'encodeURIComponent', 'eval', 'global', 'globalThis',
  'isNaN', 'parseFloat', 'parseInt', 'performance', 'process', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout', 'structuredClone',
  'BigInt64Array', 'BigUint64Array', 'Float32Array', 'Intl', 'RangeError', 'ReferenceError', 'URIError', 'Uint16Array', 'Uint32Array'];
const ADDED = ['Array.prototype.0', 'Array.prototype.1', 'Array.prototype.2', 'Array.prototype.7', 'Object.prototype.0', 'Object.prototype.1',
  ...['get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'then', 'next', 'return', 'done', 'length', 'name', 'code', 'signal', 'encoding', 'highWaterMark',
    'objectMode', 'host', 'port', 'fd', 'timeout', 'agent', 'headers', 'callback', 'args', 'cause'].map((field) => `Object.prototype.${field}`)];
const WITHOUT_PROTOTYPE = ['Atomics', 'JSON', 'Math', 'Proxy', 'Reflect'];

function holderOf(name) {
  const dot = name.indexOf('.');
  if (dot !== -1) return globalThis[name.slice(0, dot)].prototype;
  return name in holders ? holders[name] : globalThis[name];
}

function holderNames() {
  const names = Object.keys(holders);
  for (const name of GLOBALS) {
    names.push(name);
    if (!WITHOUT_PROTOTYPE.includes(name)) names.push(`${name}.prototype`);
  }
  return names;
}

const nameOf = (key) => (typeof key === 'symbol' ? `@@${key.description.slice('Symbol.'.length)}` : key);

// What can be replaced: methods and accessors, and not what the language keeps for itself.
function isReplaceable(holder, key) {
  const { configurable, value, get } = getOwnPropertyDescriptor(holder, key);
  return configurable && (typeof value === 'function' || get !== undefined);
}

function everyName() {
  const names = [];
  for (const name of holderNames()) {
    const holder = holderOf(name);
    for (const key of ownKeys(holder)) {
      if (isReplaceable(holder, key)) names.push(`${name}.${nameOf(key)}`);
    }
  }
  for (const name of GLOBALS) names.push(`globalThis.${name}`);
  for (const name of HOST_GLOBALS) names.push(`globalThis.${name}`);
  return names.concat(ADDED);
}

function replace(kind, holder, key) {
  const descriptor = getOwnPropertyDescriptor(holder, key);
  if (descriptor === undefined) {
    add(kind, holder, key);
    return;
  }
  if (kind === 'delete') {
    deleteProperty(holder, key);
    return;
  }
  const substitute = kind === 'throws' ? () => { throw new OwnError('replaced by the program'); } : kind === 'nonsense' ? () => 7 : undefined;
  if (descriptor.get === undefined) descriptor.value = substitute;
  else descriptor.get = substitute;
  defineProperty(holder, key, descriptor);
}

function add(kind, holder, key) {
  const failure = () => { throw new OwnError('added by the program'); };
  if (kind === 'delete') defineProperty(holder, key, { __proto__: null, value: undefined, configurable: true });
  else if (kind === 'nonsense') defineProperty(holder, key, { __proto__: null, value: () => 7, writable: true, enumerable: true, configurable: true });
  else if (kind === 'undefined') defineProperty(holder, key, { __proto__: null, get() {}, set() {}, configurable: true });
  else defineProperty(holder, key, { __proto__: null, get: failure, set: failure, configurable: true });
}

function mutate(mutation) {
  const [kind, name] = mutation.split(' ');
  const dot = name.lastIndexOf('.');
  const holder = holderOf(name.slice(0, dot));
  const last = name.slice(dot + 1);
  const keys = last === '*' ? ownKeys(holder).filter((key) => isReplaceable(holder, key)) : [last.startsWith('@@') ? Symbol[last.slice(2)] : last];
  for (let i = 0; i < keys.length; i++) replace(kind, holder, keys[i]);
}

if (process.env.MUTATION === 'list') {
  process.stdout.write(`${everyName().join('\n')}\n`);
  process.exit();
}
if (process.env.MUTATION) mutate(process.env.MUTATION);
}
