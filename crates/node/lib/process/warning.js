'use strict';
// process.emitWarning and what is printed for a warning.

const kSeen = new Set();

function createWarning(warning, type, code, detail) {
  const error = new Error(warning);
  error.name = String(type || 'Warning');
  if (code !== undefined) error.code = code;
  if (detail !== undefined) error.detail = detail;
  return error;
}

function emitWarning(warning, type, code) {
  const { validateString } = require('core/validate');
  let detail;
  if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
    code = type.code;
    if (typeof type.detail === 'string') detail = type.detail;
    type = type.type || 'Warning';
  } else if (typeof type === 'function') {
    type = 'Warning';
    code = undefined;
  }
  if (typeof code === 'function') code = undefined;
  if (type !== undefined) validateString(type, 'type');
  if (code !== undefined) validateString(code, 'code');
  if (typeof warning === 'string') {
    warning = createWarning(warning, type, code, detail);
  } else if (!(warning instanceof Error)) {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
  }
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation) return;
    if (process.throwDeprecation) return process.nextTick(() => { throw warning; });
  }
  process.nextTick(doEmitWarning, warning);
}

// The default listener prints; others may be added beside it, and --no-warnings takes it away.
function doEmitWarning(warning) {
  if (!binding('process').options.noWarnings) onWarning(warning);
  process.emit('warning', warning);
}

let traceHintShown = false;

function onWarning(warning) {
  const deprecation = warning.name === 'DeprecationWarning';
  if (deprecation && process.noDeprecation) return;
  const { options } = binding('process');
  const trace = process.traceProcessWarnings || options.traceWarnings || (deprecation && process.traceDeprecation);
  let text = `(${process.release.name}:${process.pid}) `;
  if (warning.code) text += `[${warning.code}] `;
  const stack = trace ? require('core/stack').stackOf(warning) : undefined;
  text += stack || (typeof warning.toString === 'function' ? `${warning.toString()}` : Error.prototype.toString.call(warning));
  if (typeof warning.detail === 'string') text += `\n${warning.detail}`;
  if (!trace && !traceHintShown) {
    const flag = deprecation ? '--trace-deprecation' : '--trace-warnings';
    text += `\n(Use \`${process.release.name} ${flag} ...\` to show where the warning was created)`;
    traceHintShown = true;
  }
  binding('stdio').write(2, `${text}\n`);
}

// Once per process for each code.
function emitWarningOnce(message, type, code) {
  if (kSeen.has(code)) return;
  kSeen.add(code);
  emitWarning(message, type, code);
}

module.exports = { emitWarning, emitWarningOnce };
