'use strict';

// Node's coded errors.
//
// `codes.ERR_X` is a class created on first use: of some 270 codes a program meets a handful, so none is created at start, and the
// templates of rarer subsystems (network, host) are not even parsed until one of their codes is used.
//
//   const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
//   throw new ERR_INVALID_ARG_TYPE('callback', 'Function', value);
//
// As in Node 26, `name` stays the plain base name, `code` is an own enumerable property, `toString()` and the first line of the
// stack are `TypeError [ERR_X]: message`, and `error.constructor` is the base class. V8 writes the first line of a stack when the
// error is created; core/stack writes it later and calls `headerOf` here.

const {
  arrayIsArray, arrayPush, classAggregateError: AggregateError, errorToString, objectAssign, objectDefineProperty,
} = require('core/intrinsics');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');

const kNodeError = Symbol('kIsNodeError');

class SystemError extends Error {
  // `context` is { errno, code, message, syscall, path?, dest? }.
  constructor(prefix, code, context) {
    let message = `${prefix}: ${context.syscall} returned ${context.code} (${context.message})`;
    if (context.path !== undefined) message += ` ${context.path}`;
    if (context.dest !== undefined) message += ` => ${context.dest}`;
    super(message);
    this.code = code;
    defineHidden(this, 'name', 'SystemError');
    objectDefineProperty(this, 'info', { __proto__: null, value: context, enumerable: true, configurable: true, writable: false });
    liveView(this, 'errno', context);
    liveView(this, 'syscall', context);
    if (context.path !== undefined) liveView(this, 'path', context);
    if (context.dest !== undefined) liveView(this, 'dest', context);
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}

// The fields of a system error are views of its `info`: paths arrive as bytes and read as strings.
function liveView(error, key, context) {
  objectDefineProperty(error, key, {
    __proto__: null,
    get() {
      const value = context[key];
      return (key === 'path' || key === 'dest') && value != null ? value.toString() : value;
    },
    set(value) {
      context[key] = (key === 'path' || key === 'dest') && value ? require('buffer').Buffer.from(`${value}`) : value;
    },
    enumerable: true,
    configurable: true,
  });
}

function defineHidden(target, key, value) {
  objectDefineProperty(target, key, { __proto__: null, value, enumerable: false, configurable: true, writable: true });
}

// Like `%s` of format(), which is not loaded for strings, the usual case.
function formatted(value) {
  return typeof value === 'string' ? value : require('inspect/format').format('%s', value);
}

// Replaces `$1`, `$2`… in a template.
function interpolate(template, values) {
  if (values.length === 0) return template;
  return replaceIn(template, /\$([1-9])/g, (_, index) => formatted(values[index - 1]));
}

function makeClass(code, Base, template) {
  if (Base === SystemError) {
    const NodeError = class extends SystemError {
      constructor(context) {
        super(template, code, context);
      }
    };
    defineHidden(NodeError, 'name', 'NodeError');
    defineHidden(NodeError.prototype, kNodeError, true);
    return NodeError;
  }
  const NodeError = class extends Base {
    constructor(...values) {
      super();
      this.code = code;
      const message = typeof template === 'function' ? template(this, ...each(values)) : interpolate(template, values);
      defineHidden(this, 'message', message);
    }

    toString() {
      return `${this.name} [${code}]: ${this.message}`;
    }
  };
  defineHidden(NodeError, 'name', 'NodeError');
  defineHidden(NodeError.prototype, 'constructor', Base);
  defineHidden(NodeError.prototype, kNodeError, true);
  return NodeError;
}

// A few codes exist on more than one base: `new ERR_INVALID_STATE.TypeError('…')`.
const otherBases = {
  __proto__: null,
  ERR_HTTP2_INVALID_SETTING_VALUE: [RangeError],
  ERR_INVALID_ARG_VALUE: [RangeError],
  ERR_INVALID_RETURN_VALUE: [RangeError],
  ERR_INVALID_STATE: [TypeError, RangeError],
  ERR_OPERATION_FAILED: [TypeError],
};

const tables = ['core/messages/arguments', 'core/messages/general', 'core/messages/network', 'core/messages/host'];

function findTemplate(code) {
  for (const table of each(tables)) {
    const entry = require(table).templates[code];
    if (entry !== undefined) return entry;
  }
  return undefined;
}

const classes = { __proto__: null };

function classFor(code) {
  const entry = findTemplate(code);
  if (entry === undefined) {
    throw new Error(`Hexloop has no error class for the code ${code}`);
  }
  const { 0: base, 1: template } = entry;
  const Base = base === 'SystemError' ? SystemError : base;
  const NodeError = makeClass(code, Base, template);
  for (const Other of each(otherBases[code] ?? [])) {
    NodeError[Other.name] = makeClass(code, Other, template);
  }
  classes[code] = NodeError;
  return NodeError;
}

const codes = new Proxy(classes, {
  get: (_, code) => (typeof code === 'string' ? classes[code] ?? classFor(code) : undefined),
});

const codedClasses = { __proto__: null };

// An error whose message was made in Rust.
function codedError(code, Base, message) {
  const NodeError = codedClasses[code] ??= makeClass(code, Base, (_, text) => text);
  return new NodeError(message);
}

function isNodeError(error) {
  return typeof error === 'object' && error !== null && error[kNodeError] === true;
}

// The first line of a stack: `Error: message`, with the code in brackets for Node's own errors.
function headerOf(error) {
  if (isNodeError(error)) return `${error.name} [${error.code}]: ${error.message}`;
  return errorToString(error);
}

// The rejection of an operation whose signal was aborted.
function abortedBy(signal) {
  return new AbortError(undefined, { cause: signal.reason });
}

class AbortError extends Error {
  constructor(message = 'The operation was aborted', options = undefined) {
    if (options !== undefined && typeof options !== 'object') {
      throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    }
    super(message, options);
    this.code = 'ABORT_ERR';
    this.name = 'AbortError';
  }
}

// Combines an error with one that occurred while handling it; an existing list is extended.
function aggregateTwoErrors(inner, outer) {
  if (!inner || !outer || inner === outer) return inner || outer;
  if (arrayIsArray(outer.errors)) {
    arrayPush(outer.errors, inner);
    return outer;
  }
  const joined = new AggregateError([outer, inner], outer.message);
  joined.code = outer.code;
  return joined;
}

class ConnResetException extends Error {
  constructor(message) {
    super(message);
    this.code = 'ECONNRESET';
  }
}
defineHidden(ConnResetException.prototype, 'constructor', Error);

function isStackOverflowError(error) {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded.';
}

function genericNodeError(message, properties) {
  return objectAssign(new Error(message), properties);
}

module.exports = {
  codes,
  codedError,
  AbortError,
  SystemError,
  ConnResetException,
  aggregateTwoErrors,
  aggregateErrors: aggregateTwoErrors,
  genericNodeError,
  abortedBy,
  headerOf,
  isNodeError,
  isStackOverflowError,
  // Errors by errno are in another file, loaded on first use.
  uvException: (context) => require('core/system_errors').uvException(context),
  uvExceptionWithHostPort: (...rest) => require('core/system_errors').uvExceptionWithHostPort(...each(rest)),
  errnoException: (...rest) => require('core/system_errors').errnoException(...each(rest)),
  exceptionWithHostPort: (...rest) => require('core/system_errors').exceptionWithHostPort(...each(rest)),
  dnsException: (...rest) => require('core/system_errors').dnsException(...each(rest)),
};
