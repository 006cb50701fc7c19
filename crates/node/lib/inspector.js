'use strict';
// node:inspector, without a debugger: what is true when none is attached, as in Node. Nothing can attach, so open() and connect() refuse.

const globals = require('globals');
const { arrayMap, objectDefineProperty, objectFromEntries } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const EventEmitter = require('events');
const { codedError, codes } = require('core/errors');
const { validateFunction, validateObject, validateString } = require('core/validate');

const refuse = (what) => {
  throw codedError('ERR_INSPECTOR_NOT_AVAILABLE', Error, `${what}: Hexloop has no debugger (docs/limits.md)`);
};

class Session extends EventEmitter {
  constructor() { super(); }

  connect() { refuse('session.connect()'); }

  connectToMainThread() {
    if (require('worker_threads').isMainThread) throw new codes.ERR_INSPECTOR_NOT_WORKER();
    refuse('session.connectToMainThread()');
  }

  post(method, params, callback) {
    validateString(method, 'method');
    if (callback === undefined && typeof params === 'function') ({ 0: callback, 1: params } = [params, null]);
    if (params) validateObject(params, 'params');
    if (callback) validateFunction(callback, 'callback');
    throw new codes.ERR_INSPECTOR_NOT_CONNECTED();
  }

  disconnect() {}
}

function inspectorOpen(port, host, wait) { // eslint-disable-line no-unused-vars
  refuse('inspector.open()');
}

const close = { _debugEnd() {} }._debugEnd;

function url() {}

function inspectorWaitForDebugger() {
  throw new codes.ERR_INSPECTOR_NOT_ACTIVE();
}

// Events for whoever debugs: nobody does.
const silent = (names, length) => objectFromEntries(each(arrayMap(names, (name) => {
  const { [name]: method } = { [name]() {} };
  return [name, objectDefineProperty(method, 'length', { __proto__: null, value: length, configurable: true })];
})));

const consoleOfDebugger = silent(['debug', 'error', 'info', 'log', 'warn', 'dir', 'dirxml', 'table', 'trace', 'group', 'groupCollapsed', 'groupEnd', 'clear', 'count',
  'countReset', 'assert', 'profile', 'profileEnd', 'time', 'timeLog', 'timeEnd', 'timeStamp'], 0);
consoleOfDebugger.context = function context(name) { // eslint-disable-line no-unused-vars
  return silent(['dir', 'dirXml', 'table', 'groupEnd', 'clear', 'count', 'countReset', 'profile', 'profileEnd', 'debug', 'error', 'info',
    'log', 'warn', 'trace', 'group', 'groupCollapsed', 'assert', 'time', 'timeLog', 'timeEnd', 'timeStamp'], 0);
};
objectDefineProperty(consoleOfDebugger, Symbol.toStringTag, { __proto__: null, value: 'console', configurable: true });

let hasWarned = false;

module.exports = {
  open: inspectorOpen,
  close,
  url,
  waitForDebugger: inspectorWaitForDebugger,
  console: consoleOfDebugger,
  Session,
  Network: silent(['requestWillBeSent', 'responseReceived', 'loadingFinished', 'loadingFailed', 'dataSent', 'dataReceived',
    'webSocketCreated', 'webSocketClosed', 'webSocketHandshakeResponseReceived'], 1),
  NetworkResources: {
    put(_url, _data) {
      if (hasWarned) return;
      hasWarned = true;
      globals.process.emitWarning('The --experimental-inspector-network-resource option is not enabled. Please enable it to use the putNetworkResource function');
    },
  },
  DOMStorage: silent(['domStorageItemAdded', 'domStorageItemRemoved', 'domStorageItemUpdated', 'domStorageItemsCleared', 'registerStorage'], 1),
};
