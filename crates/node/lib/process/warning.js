'use strict';
// process.emitWarning, and the output of warnings. They are printed by a listener of 'warning', which a program may remove.

const { arrayIsArray, errorToString, objectDefineProperty } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const native = binding('process');

let cachedOptions;

// Warning options of the command line.
function options() {
  return cachedOptions ??= native.warningOptions();
}

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
  if (type !== null && typeof type === 'object' && !arrayIsArray(type)) {
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
    require('core/stack').captureStackTrace(warning, constructorOpt || process.emitWarning);
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

// Synchronously: for warnings right before the program may end with an error.
function emitWarningNow(message) {
  require('process/process').emit('warning', createWarning(message));
}

const isSilenced = (process, type) => type === 'DeprecationWarning' && process.noDeprecation;

let hintShown = false;

function onWarning(warning) {
  const process = require('process/process');
  if (!(warning instanceof Error)) return;
  const isDeprecation = warning.name === 'DeprecationWarning';
  if (isDeprecation && process.noDeprecation) return;
  if (isIn(options().disabled, warning.name) || (warning.code && isIn(options().disabled, warning.code))) return;
  const trace = process.traceProcessWarnings || options().trace || (isDeprecation && process.traceDeprecation);
  let text = `(${process.release.name}:${process.pid}) `;
  if (warning.code) text += `[${warning.code}] `;
  const stack = trace ? require('core/stack').stackOf(warning) : undefined;
  text += stack || (typeof warning.toString === 'function' ? `${warning.toString()}` : errorToString(warning));
  if (typeof warning.detail === 'string') text += `\n${warning.detail}`;
  if (!trace && !hintShown) {
    const flag = isDeprecation ? '--trace-deprecation' : '--trace-warnings';
    text += `\n(Use \`${process.release.name} ${flag} ...\` to show where the warning was created)`;
    hintShown = true;
  }
  if (options().redirect !== undefined && appendToFile(text)) return;
  require('console/global').console.error(text);
}

// Each is written synchronously: the process may end at any time.
function appendToFile(text) {
  try {
    require('fs').appendFileSync(options().redirect, `${text}\n`);
    return true;
  } catch {
    return false;
  }
}

const emittedOnce = new SafeSet();

// Once per process for each code, or for each message without one.
function emitWarningOnce(message, type, code) {
  const key = code ?? message;
  if (emittedOnce.has(key)) return;
  emittedOnce.add(key);
  emitWarning(message, type, code);
}

function emitExperimental(feature) {
  emitWarningOnce(`${feature} is an experimental feature and might change at any time`, 'ExperimentalWarning');
}

// Properties of `process` for command line options.
function defineFlags(process) {
  const flags = options();
  const define = (name, value, writable) => {
    objectDefineProperty(process, name, { __proto__: null, value, writable, enumerable: true, configurable: true });
  };
  for (const name of each(['noDeprecation', 'throwDeprecation', 'traceDeprecation'])) if (flags[name]) define(name, true, false);
  if (flags.none) define('noProcessWarnings', true, false);
  if (flags.trace) define('traceProcessWarnings', true, false);
  if (flags.title !== undefined) process.title = flags.title;
}

module.exports = { defineFlags, emitExperimental, emitWarning, emitWarningNow, emitWarningOnce, onWarning, options };
