'use strict';
// Process exit: exit codes, 'beforeExit', 'exit'.

const { numberIsNaN } = require('core/intrinsics');
const { stopAcceptingTicks } = require('loop/ticks');
const native = binding('process');

const theProcess = () => require('process/process');

// As in Node, a program without `process.emit` ends without these events.
const canEmit = () => typeof theProcess().emit === 'function';

let exitCode;
let exiting = false;

// Numeric strings are numbers; null means undefined. The stored code fits the system's type.
function validateExitCode(value) {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value !== '' && !numberIsNaN(+value)) value = +value;
  require('core/validate').validateInteger(value, 'code');
  return value | 0;
}

function beginExit() {
  exiting = true;
  stopAcceptingTicks();
}

function emitBeforeExit() {
  if (!canEmit()) return;
  require('loop/ticks').runCallback(() => theProcess().emit('beforeExit', exitCode ?? 0));
}

// The loop ran out of work. The listeners run even if process.exit() was called before and a listener stopped it by throwing. Called
// again, with `codeOnly`, when the promise jobs of the listeners have run.
function emitExit(codeOnly) {
  if (codeOnly) return exitCode ?? 0;
  if (require.has('module/esm')) exitCode ??= require('module/esm').unsettledExitCode();
  beginExit();
  try {
    if (canEmit()) theProcess().emit('exit', exitCode ?? 0);
  } catch (error) {
    require('process/fatal').triggerUncaught(error, false);
  }
  return exitCode ?? 0;
}

function exit(code) {
  // Not `code === undefined`: exit(undefined) resets the exit code.
  if (arguments.length !== 0) exitCode = validateExitCode(code);
  if (!exiting) {
    beginExit();
    theProcess().emit('exit', exitCode ?? 0);
  }
  theProcess().reallyExit(exitCode ?? 0);
}

// An error was neither caught nor handled: 'exit' listeners still run, and may change the code.
function emitExitAfterError() {
  if (exiting) return;
  beginExit();
  exitCode = 1;
  try {
    theProcess().emit('exit', 1);
  } catch {
    // The first error is reported.
  }
}

const exitAfterError = () => native.exit(exitCode ?? 1);

module.exports = {
  emitBeforeExit,
  emitExit,
  emitExitAfterError,
  exit,
  exitAfterError,
  exitCodeProperty: {
    __proto__: null,
    configurable: false,
    enumerable: true,
    get() { return exitCode; },
    set(value) { exitCode = validateExitCode(value); },
  },
  exitingProperty: {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return exiting; },
    set(value) { exiting = Boolean(value); },
  },
};
