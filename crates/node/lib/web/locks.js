'use strict';
// navigator.locks: named locks, held exclusively or shared, until the promise of a callback settles.
//
// Requests are queued per name; the first one is granted when no held lock conflicts with it.

const { SafeMap } = require('core/safe/collections');
const {
  arrayEvery, arrayFlatMap, arrayMap, arrayPush, arrayShift, arraySplice, arrayUnshift, objectDefineProperty, stringStartsWith,
} = require('core/intrinsics');
const { indexIn } = require('core/safe/lists');
const { promiseThen, promiseWithResolvers } = require('core/safe/promises');
const { each, valuesOf } = require('core/safe/walk');
const globals = require('globals');
const { codes, codedError } = require('core/errors');
const { validateFunction, validateDictionary } = require('core/validate');

const kConstructToken = Symbol('kOurs');
const kName = Symbol('kName');
const kMode = Symbol('kMode');

// By name: { held: [request], waiting: [request] }
const queues = new SafeMap();

class Lock {
  constructor(token = undefined, name = undefined, mode = undefined) {
    if (token !== kConstructToken) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this[kName] = name;
    this[kMode] = mode;
  }

  get name() {
    return this[kName];
  }

  get mode() {
    return this[kMode];
  }
}

const unsupported = (message) => {
  const { DOMException } = require('core/dom_exception');
  return new DOMException(message, 'NotSupportedError');
};

const aborted = () => {
  const { DOMException } = require('core/dom_exception');
  return new DOMException('The operation was aborted', 'AbortError');
};

function readOptions(options) {
  validateDictionary(options, 'options');
  const { mode = 'exclusive', ifAvailable = false, steal = false, signal } = options ?? {};
  if (`${mode}` !== 'exclusive' && `${mode}` !== 'shared') {
    throw codedError('ERR_INVALID_ARG_VALUE', TypeError, `mode '${mode}' is not a valid enum value of type LockMode.`);
  }
  if (signal !== undefined && (signal === null || typeof signal !== 'object')) {
    throw codedError('ERR_INVALID_ARG_TYPE', TypeError, 'signal is not an object.');
  }
  return { mode: `${mode}`, ifAvailable: Boolean(ifAvailable), steal: Boolean(steal), signal };
}

function validateCombination(name, { mode, ifAvailable, steal, signal }) {
  if (stringStartsWith(name, '-')) throw unsupported('Lock name may not start with hyphen');
  if (ifAvailable && steal) throw unsupported('ifAvailable and steal are mutually exclusive');
  if (mode !== 'exclusive' && steal) throw unsupported(`mode: "${mode}" and steal are mutually exclusive`);
  if (signal && (steal || ifAvailable)) throw unsupported('signal cannot be used with steal or ifAvailable');
}

function queueOf(name) {
  if (!queues.has(name)) queues.set(name, { held: [], waiting: [] });
  return queues.get(name);
}

const isGrantable = ({ held }, mode) => held.length === 0 || (mode === 'shared' && arrayEvery(held, (other) => other.mode === 'shared'));

function processQueue(name) {
  const queue = queueOf(name);
  while (queue.waiting.length > 0 && isGrantable(queue, queue.waiting[0].mode)) grant(queue, arrayShift(queue.waiting));
  if (queue.held.length === 0 && queue.waiting.length === 0) queues.delete(name);
}

function grant(queue, request) {
  request.signal?.removeEventListener('abort', request.onAbort);
  arrayPush(queue.held, request);
  const release = () => {
    const at = indexIn(queue.held, request);
    if (at !== -1) arraySplice(queue.held, at, 1);
    processQueue(request.name);
  };
  report('grant', request);
  const held = new __hexloop_promise__((resolve) => resolve(request.callback(new Lock(kConstructToken, request.name, request.mode))));
  const end = (error) => {
    release();
    // That of a stolen one has been reported.
    if (!request.isStolen) reportEnd(request, error);
  };
  promiseThen(held, (value) => {
    end(undefined);
    request.resolve(value);
  }, (error) => {
    end(error);
    request.reject(error);
  });
}

// ---- diagnostics channels, of which there are none before the module is loaded

function report(event, request, extra = undefined) {
  if (!require.has('diagnostics_channel')) return;
  const channel = require('diagnostics_channel').channel(`locks.request.${event}`);
  if (channel.hasSubscribers) channel.publish({ name: request.name, mode: request.mode, ...extra });
}

const reportEnd = (request, error) => report('end', request, { ifAvailable: request.ifAvailable, steal: request.steal, error });

// As if the lock were held by somebody else: the callback gets null.
async function miss(request) {
  report('miss', request);
  try {
    const value = await request.callback(null);
    reportEnd(request, undefined);
    return value;
  } catch (error) {
    reportEnd(request, error);
    throw error;
  }
}

class LockManager {
  constructor(token = undefined) {
    if (token !== kConstructToken) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  async request(name, options, callback = undefined) {
    if (callback === undefined) {
      callback = options;
      options = undefined;
    }
    name = `${name}`;
    validateFunction(callback, 'callback');
    const read = readOptions(options);
    validateCombination(name, read);
    const { mode, ifAvailable, steal, signal } = read;
    if (signal?.aborted) throw signal.reason;
    const queue = queueOf(name);
    const { promise, resolve, reject } = promiseWithResolvers();
    const request = { name, mode, ifAvailable, steal, callback, resolve, reject, signal, onAbort: undefined, isStolen: false };
    report('start', request);
    if (ifAvailable && !(isGrantable(queue, mode) && queue.waiting.length === 0)) return miss(request);
    const stolen = steal ? arraySplice(queue.held, 0, queue.held.length) : [];
    if (signal !== undefined) {
      request.onAbort = () => {
        const at = indexIn(queue.waiting, request);
        if (at === -1) return;
        arraySplice(queue.waiting, at, 1);
        reject(signal.reason);
        processQueue(name);
      };
      signal.addEventListener('abort', request.onAbort, { once: true });
    }
    if (steal) arrayUnshift(queue.waiting, request);
    else arrayPush(queue.waiting, request);
    processQueue(name);
    for (const other of each(stolen)) {
      const error = aborted();
      other.isStolen = true;
      reportEnd(other, error);
      other.reject(error);
    }
    return promise;
  }

  async query() {
    const clientId = `node-${globals.process.pid}-0`;
    const describe = (list) => arrayMap(list, ({ name, mode }) => ({ name, mode, clientId }));
    const all = valuesOf(queues);
    return { held: arrayFlatMap(all, ({ held }) => describe(held)), pending: arrayFlatMap(all, ({ waiting }) => describe(waiting)) };
  }
}

for (const { 0: Class, 1: names } of each([[Lock, ['name', 'mode']], [LockManager, ['request', 'query']]])) {
  for (const name of each(names)) objectDefineProperty(Class.prototype, name, { __proto__: null, enumerable: true });
  objectDefineProperty(Class.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: Class.name });
}

module.exports = { Lock, LockManager, locks: new LockManager(kConstructToken) };
