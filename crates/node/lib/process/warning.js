'use strict';
// process.emitWarning, and what is printed for a warning. The printing is a listener of 'warning' like any other: a program
// may take it away.

const native = binding('process');

function createWarning(message, type, code, detail) {
  const warning = new Error(message);
  warning.name = String(type || 'Warning');
  if (code !== undefined) warning.code = code;
  if (detail !== undefined) warning.detail = detail;
  return warning;
}

function emitWarning(warning, type, code, constructorOpt) {
  const process = require('process/process');
  if (isSilenced(process, type)) return;
  let detail;
  if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
    constructorOpt = type.ctor;
    code = type.code;
    if (typeof type.detail === 'string') detail = type.detail;
    type = type.type || 'Warning';
  } else if (typeof type === 'function') {
    constructorOpt = type;
    code = '';
    type = 'Warning';
  }
  const { validateString } = require('core/validate');
  if (type !== undefined) validateString(type, 'type');
  if (typeof code === 'function') {
    constructorOpt = code;
    code = undefined;
  } else if (code !== undefined) {
    validateString(code, 'code');
  }
  if (typeof warning === 'string') {
    warning = createWarning(warning, type, code, detail);
    Error.captureStackTrace(warning, constructorOpt || process.emitWarning);
  } else if (!(warning instanceof Error)) {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
  }
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation) return;
    if (process.throwDeprecation) return void process.nextTick(() => { throw warning; });
  }
  process.nextTick(() => process.emit('warning', warning));
}

// At once: for what is said right before the program may end with an error.
function emitWarningNow(message) {
  require('process/process').emit('warning', createWarning(message));
}

const isSilenced = (process, type) => type === 'DeprecationWarning' && process.noDeprecation;

let isHintGiven = false;

function onWarning(warning) {
  const process = require('process/process');
  if (!(warning instanceof Error)) return;
  const isDeprecation = warning.name === 'DeprecationWarning';
  if (isDeprecation && process.noDeprecation) return;
  const trace = process.traceProcessWarnings || native.options.traceWarnings || (isDeprecation && process.traceDeprecation);
  let text = `(${process.release.name}:${process.pid}) `;
  if (warning.code) text += `[${warning.code}] `;
  const stack = trace ? require('core/stack').stackOf(warning) : undefined;
  text += stack || (typeof warning.toString === 'function' ? `${warning.toString()}` : Error.prototype.toString.call(warning));
  if (typeof warning.detail === 'string') text += `\n${warning.detail}`;
  if (!trace && !isHintGiven) {
    const flag = isDeprecation ? '--trace-deprecation' : '--trace-warnings';
    text += `\n(Use \`${process.release.name} ${flag} ...\` to show where the warning was created)`;
    isHintGiven = true;
  }
  binding('stdio').write(2, `${text}\n`);
}

const emittedOnce = new Set();

// Once per process for each code.
function emitWarningOnce(message, type, code) {
  if (emittedOnce.has(code)) return;
  emittedOnce.add(code);
  emitWarning(message, type, code);
}

module.exports = { emitWarning, emitWarningNow, emitWarningOnce, onWarning };
