'use strict';
// Uncaught errors. In Node's order: the monitors, then the handlers; without one, the 'exit' listeners, the report on stderr, and exit
// with code 1 (or the one that was set). A listener that throws ends the process immediately, with code 7.

const { arrayPush } = require('core/intrinsics');
const { SafeWeakSet } = require('core/safe/collections');
const { newList } = require('core/safe/list');
const native = binding('process');
const noop = () => {};

let capture = null;
// Called before the listeners, the newest first; one that returns true has handled the error.
const captures = newList();

// What `process.exit()` throws in a worker whose engine cannot terminate scripts: not an error of the program.
const EXITING = { __proto__: null, name: 'process.exit() of a worker' };

// Returns if the error was handled; otherwise the process exits here. In a promise job (`fromJob`) it is not known where the error was
// thrown, only where it was created.
function triggerUncaught(error, fromPromise, fromJob = fromPromise) {
  if (error === EXITING) throw error;
  normalize(error);
  // A program that deleted it gets a report of that.
  if (typeof require('process/process')._fatalException !== 'function') {
    // Not to a worker's parent, which would go through what was deleted.
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
  // Ticks that the failed callback left behind run after another callback.
  require('loop/immediates').setImmediate(noop);
}

// Errors that are reported without a stack.
const stackless = new SafeWeakSet();
const isWithoutStack = (error) => stackless.has(error);

// A program may have replaced the functions that create stacks by ones that throw.
function normalize(error) {
  try {
    if (require('core/kind').kindOf(error) === 'Error') require('core/stack').stackOf(error);
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

// --abort-on-uncaught-exception does not apply to workers: their parents get the error.
const aborts = () => native.options.abortOnUncaught && native.reportToParent === undefined;

// The listeners of 'uncaughtException' are not called: the process must be inspected as it is.
function abort(error) {
  report(error, false);
  native.abort();
}

// Called by Node's own code, and by some test runners.
function _fatalException(error, fromPromise) {
  triggerUncaught(error, Boolean(fromPromise));
  return true;
}

function report(error, fromJob) {
  // A worker reports to its parent.
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
