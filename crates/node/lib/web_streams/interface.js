'use strict';
// What the classes of web streams have in common on the outside: the hidden state, the check of `this`, how they are shown.
//
// The state of a stream, reader, writer or controller is one object under kState. It names the class it belongs to, so an
// object of another class, or a plain object, is told from the real thing by that name.

const { codes } = require('core/errors');

const kState = Symbol('kState');
// The token with which this room makes what a program may not construct.
const kConstructToken = Symbol('kOurs');
const customInspect = Symbol.for('nodejs.util.inspect.custom');

const isA = (value, kind) => value !== null && typeof value === 'object' && value[kState]?.kind === kind;

function brandCheck(value, kind) {
  if (!isA(value, kind)) throw new codes.ERR_INVALID_THIS(kind);
}

const rejectInvalidThis = (kind) => Promise.reject(new codes.ERR_INVALID_THIS(kind));

function checkToken(token) {
  if (token !== kConstructToken) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
}

// Too deep, Node shows `undefined`.
function inspectInterface(self, contents, depth, options) {
  if (depth < 0) return undefined;
  const { inspect } = require('inspect/inspect');
  const nestedOptions = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${self.constructor.name} ${inspect(contents, nestedOptions)}`;
}

// Members of web classes are enumerable, and the class has a tag.
function defineInterface(Class, names, tagged = true) {
  for (const name of names) Object.defineProperty(Class.prototype, name, { __proto__: null, enumerable: true });
  if (!tagged) return;
  Object.defineProperty(Class.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: Class.name });
}

module.exports = { kState, kConstructToken, customInspect, isA, brandCheck, rejectInvalidThis, checkToken, inspectInterface, defineInterface };
