'use strict';
// An error that nothing caught. In Node's order: the monitors, then whoever may deal with it; if nobody does, the 'exit'
// listeners, the report on stderr, the end with code 1 (or the one that was set). A listener that throws ends it all at
// once, with code 7.

const { arrayPush } = require('core/intrinsics');
const { SafeWeakSet } = require('core/safe/collections');
const native = binding('process');
const noop = () => {};

let capture = null;
// Asked before the listeners, the newest first; the one that answers true has dealt with the error.
const captures = [];

// Returns when somebody dealt with the error; otherwise the process ends here. In a promise job (`fromJob`) it is not known
// where the error was thrown, only where it was made.
/** What `process.exit()` throws in a worker whose engine cannot end scripts: it is nobody's error. */
const EXITING = { __proto__: null, name: 'process.exit() of a worker' };

function triggerUncaught(error, fromPromise, fromJob = fromPromise) {
  if (error === EXITING) throw error;
  normalize(error);
  // A program that took it away shall know what it did.
  if (typeof require('process/process')._fatalException !== 'function') {
    // Not to a worker's parent: the machinery that would tell it is what was taken away.
    native.printUncaught(require('process/report').describe(error, fromJob));
    native.exit(6);
  }
  let handled;
  try {
    handled = dispatchUncaught(error, fromPromise ? 'unhandledRejection' : 'uncaughtException');
  } catch (second) {
    if (second === EXITING) throw second;
    normalize(second);
    if (aborts()) abort(second);
    report(second, false);
    native.exit(native.reportToParent === undefined ? 7 : 1);
  }
  if (!handled) {
    const { emitExitAfterError, exitAfterError } = require('process/exit');
    emitExitAfterError();
    report(error, fromJob);
    exitAfterError();
  }
  // Ticks that the failed callback left behind need a next callback to run after.
  require('loop/immediates').setImmediate(noop);
}

// It is reported without a stack.
const stackless = new SafeWeakSet();
const isWithoutStack = (error) => stackless.has(error);

// A program may have replaced what makes stacks, by something that throws.
function normalize(error) {
  try {
    require('core/stack').normalize(error);
  } catch {
    stackless.add(error);
  }
}

function dispatchUncaught(error, origin) {
  const process = require('process/process');
  process.emit('uncaughtExceptionMonitor', error, origin);
  if (capture !== null) {
    capture(error);
    return true;
  }
  if (require.has('domain') && require('domain').handleError(error)) return true;
  if (aborts() && captures.length === 0 && origin === 'uncaughtException') abort(error);
  for (let i = captures.length - 1; i >= 0; i--) {
    if (captures[i](error) === true) return true;
  }
  return process.emit('uncaughtException', error, origin);
}

// --abort-on-uncaught-exception is not for workers: their parents are told.
const aborts = () => native.options.abortOnUncaught && native.reportToParent === undefined;

// What the listeners of 'uncaughtException' would say is not asked: the process must be found as it was.
function abort(error) {
  report(error, false);
  native.abort();
}

// What Node's own machinery calls; some test runners do too.
function _fatalException(error, fromPromise) {
  triggerUncaught(error, Boolean(fromPromise));
  return true;
}

function report(error, fromJob) {
  // In a worker it is the parent who hears of it.
  if (native.reportToParent !== undefined) {
    native.reportToParent(error);
    return;
  }
  native.printUncaught(require('process/report').describe(error, fromJob));
}

function setUncaughtExceptionCaptureCallback(callback) {
  const { codes } = require('core/errors');
  if (callback !== null) {
    if (typeof callback !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], callback);
    if (capture !== null) throw new codes.ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
  }
  capture = callback;
}

function addUncaughtExceptionCaptureCallback(callback) {
  require('core/validate').validateFunction(callback, 'fn');
  arrayPush(captures, callback);
}

const hasUncaughtExceptionCaptureCallback = () => capture !== null;

module.exports = {
  EXITING,
  _fatalException,
  addUncaughtExceptionCaptureCallback,
  hasUncaughtExceptionCaptureCallback,
  isWithoutStack,
  report,
  setUncaughtExceptionCaptureCallback,
  normalize,
  triggerUncaught,
};
