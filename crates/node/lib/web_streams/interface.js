'use strict';
// What the web stream classes share as interfaces: internal slots, brand checks, inspection.
//
// The slots of a stream, reader, writer or controller are one object under kState. Its `kind` is the name of the class, which
// is what a brand check compares.

const { objectDefineProperty, symbolFor } = require('core/intrinsics');
const { promiseReject } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');

const kState = Symbol('kState');
// The token that allows to construct classes without a public constructor.
const kConstructToken = Symbol('kOurs');
const customInspect = symbolFor('nodejs.util.inspect.custom');

const isA = (value, kind) => value !== null && typeof value === 'object' && value[kState]?.kind === kind;

function brandCheck(value, kind) {
  if (!isA(value, kind)) throw new codes.ERR_INVALID_THIS(kind);
}

const rejectInvalidThis = (kind) => promiseReject(new codes.ERR_INVALID_THIS(kind));

function checkToken(token) {
  if (token !== kConstructToken) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
}

// Beyond the depth, Node shows `undefined`.
function inspectInterface(self, contents, depth, options) {
  if (depth < 0) return undefined;
  const { inspect } = require('inspect/inspect');
  const nestedOptions = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${self.constructor.name} ${inspect(contents, nestedOptions)}`;
}

// Members of web classes are enumerable, and the prototype has a Symbol.toStringTag.
function defineInterface(Class, names, tagged = true) {
  for (const name of each(names)) objectDefineProperty(Class.prototype, name, { __proto__: null, enumerable: true });
  if (!tagged) return;
  objectDefineProperty(Class.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: Class.name });
}

module.exports = { kState, kConstructToken, customInspect, isA, brandCheck, rejectInvalidThis, checkToken, inspectInterface, defineInterface };
