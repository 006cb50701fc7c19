'use strict';
// What the classes of web streams have in common on the outside: the hidden state, the check of `this`, how they are shown.
//
// The state of a stream, reader, writer or controller is one object under kState. It names the class it belongs to, so an
// object of another class, or a plain object, is told from the real thing by that name.

const { codes } = require('core/errors');

const kState = Symbol('kState');
// The token with which this room makes what a program may not construct.
const kOurs = Symbol('kOurs');
const customInspect = Symbol.for('nodejs.util.inspect.custom');

const isA = (value, kind) => value !== null && typeof value === 'object' && value[kState]?.kind === kind;

function check(value, kind) {
  if (!isA(value, kind)) throw new codes.ERR_INVALID_THIS(kind);
}

const wrongThis = (kind) => Promise.reject(new codes.ERR_INVALID_THIS(kind));

function onlyOurs(token) {
  if (token !== kOurs) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
}

// Too deep, Node shows `undefined`.
function show(self, shown, depth, options) {
  if (depth < 0) return undefined;
  const { inspect } = require('inspect/inspect');
  const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${self.constructor.name} ${inspect(shown, inner)}`;
}

// Members of web classes are enumerable, and the class has a tag.
function finish(Class, names, tagged = true) {
  for (const name of names) Object.defineProperty(Class.prototype, name, { __proto__: null, enumerable: true });
  if (!tagged) return;
  Object.defineProperty(Class.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: Class.name });
}

module.exports = { kState, kOurs, customInspect, isA, check, wrongThis, onlyOurs, show, finish };
