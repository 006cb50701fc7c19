'use strict';
// process.env: an object whose values are strings. It is a copy of the initial environment; child processes get it from here.
//
// Values are coerced when set; symbols are not supported. Names and values end at a NUL, and a name that is empty or contains `=` cannot
// be set: as in the system's environment, to which Node writes through. Two names are written through here as well: those that this
// process itself uses.

const {
  objectAssign, objectDefineProperty, objectEntries, objectGetPrototypeOf, objectHasOwn, objectKeys,
  reflectGetOwnPropertyDescriptor, reflectOwnKeys, stringToWellFormed,
} = require('core/intrinsics');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const native = binding('process');

// Threads that share their environment (worker_threads.SHARE_ENV) each keep a copy, and check before every use whether it is current.
let store;
let version = -1;

function refresh(values) {
  if (store === undefined) return values;
  const now = store.environmentVersion();
  if (now === version) return values;
  version = now;
  for (const name of each(objectKeys(values))) delete values[name];
  const pairs = store.environment();
  for (let i = 0; i < pairs.length; i += 2) define(values, pairs[i], pairs[i + 1]);
  return values;
}

const joinShared = () => { store = binding('worker'); };

// From here on this thread shares its environment with its workers.
function share() {
  if (store !== undefined) return;
  const all = objectEntries(require('process/process').env);
  joinShared();
  for (const { 0: name, 1: value } of each(all)) store.setEnvironment(name, value);
}

function environment() {
  const pairs = native.environment();
  const values = new (function Object() {})();
  for (let i = 0; i < pairs.length; i += 2) define(values, pairs[i], pairs[i + 1]);
  const env = new Proxy(values, handler);
  native.registerEnvironment(env);
  return env;
}

// Defined, not assigned: `__proto__` is an ordinary name.
function define(values, name, value) {
  objectDefineProperty(values, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

function untilNul(text) {
  const end = indexIn(text, '\0');
  return stringToWellFormed((end === -1 ? text : sliceOf(text, 0, end)));
}

function assign(values, name, value) {
  if (typeof name === 'symbol' || typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') warnOfCoercion();
  const text = untilNul(`${value}`);
  name = untilNul(name);
  if (name === '' || isIn(name, '=')) return;
  define(values, name, text);
  store?.setEnvironment(name, text);
  // The thread pool reads the system's environment when its first job is submitted.
  if (name === 'UV_THREADPOOL_SIZE') native.setPoolSize(text);
  if (name === 'TZ') native.setTimeZone(text);
}

// To become an error some day.
function warnOfCoercion() {
  const { emitWarningOnce, options } = require('process/warning');
  if (!options().pendingDeprecation) return;
  emitWarningOnce('Assigning any value other than a string, number, or boolean to a process.env property is deprecated. ' +
    'Please make sure to convert the value to a string before setting process.env with it.', 'DeprecationWarning', 'DEP0104');
}

function descriptorError(message) {
  return objectAssign(new TypeError(message), { code: 'ERR_INVALID_OBJECT_DEFINE_PROPERTY' });
}

const handler = {
  __proto__: null,
  get(values, name) {
    refresh(values);
    return typeof name === 'symbol' ? values[name] : values[untilNul(name)];
  },
  set(values, name, value) {
    assign(values, name, value);
    return true;
  },
  ownKeys(values) {
    return reflectOwnKeys(refresh(values));
  },
  getOwnPropertyDescriptor(values, name) {
    return reflectGetOwnPropertyDescriptor(refresh(values), name);
  },
  has(values, name) {
    refresh(values);
    return typeof name === 'string' && objectHasOwn(values, untilNul(name)) || name in objectGetPrototypeOf(values);
  },
  deleteProperty(values, name) {
    if (typeof name !== 'string') return true;
    name = untilNul(name);
    if (name === 'TZ' && objectHasOwn(values, name)) native.setTimeZone(undefined);
    delete values[name];
    store?.setEnvironment(name, undefined);
    return true;
  },
  defineProperty(values, name, descriptor) {
    if ('get' in descriptor || 'set' in descriptor) {
      throw descriptorError("'process.env' does not accept an accessor(getter/setter) descriptor");
    }
    if (!('value' in descriptor) || !descriptor.configurable || !descriptor.writable || !descriptor.enumerable) {
      throw descriptorError("'process.env' only accepts a configurable, writable, and enumerable data descriptor");
    }
    assign(values, name, descriptor.value);
    return true;
  },
  preventExtensions() {
    return false;
  },
};

// Existing variables are not overwritten.
function loadEnvFile(path = '.env') {
  const { env } = require('process/process');
  const found = require('util').parseEnv(require('fs').readFileSync(path, 'utf8'));
  for (const name of each(objectKeys(found))) {
    if (!objectHasOwn(env, name)) env[name] = found[name];
  }
}

module.exports = { environment, joinShared, loadEnvFile, share };
