'use strict';
// The end: 'beforeExit', 'exit', exit codes.

const { stopAcceptingTicks } = require('loop/ticks');
const native = binding('process');

let exitCode;

function codeOf(value) {
  return value === undefined || value === null ? 0 : Number(value);
}

function validateCode(value, name) {
  if (value === undefined || value === null) return;
  if (typeof value === 'string' && value !== '' && Number.isInteger(Number(value))) return;
  require('core/validate').validateInteger(value, name);
}

function emitBeforeExit() {
  if (process._events !== undefined) process.emit('beforeExit', codeOf(exitCode));
}

// The loop ran out of work. Answers the code to end with.
function emitExit() {
  if (!process._exiting) {
    process._exiting = true;
    stopAcceptingTicks();
    if (process._events !== undefined) process.emit('exit', codeOf(exitCode));
  }
  return codeOf(exitCode);
}

function exit(code) {
  if (arguments.length > 0 && code !== undefined) {
    validateCode(code, 'code');
    exitCode = code;
  }
  if (!process._exiting) {
    process._exiting = true;
    stopAcceptingTicks();
    if (process._events !== undefined) process.emit('exit', codeOf(exitCode));
  }
  process.reallyExit(codeOf(exitCode));
}

// An uncaught error ends the process: 'exit' listeners still run, and may change the code.
function leave(code) {
  if (!process._exiting) {
    process._exiting = true;
    exitCode = code;
    stopAcceptingTicks();
    try {
      if (process._events !== undefined) process.emit('exit', code);
    } catch {
      // Nothing is left to report to.
    }
    code = codeOf(exitCode);
  }
  native.exit(code);
}

module.exports = {
  emitBeforeExit, emitExit, exit, leave,
  exitCodeProperty: {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return exitCode; },
    set(value) {
      validateCode(value, 'code');
      exitCode = value;
    },
  },
};
