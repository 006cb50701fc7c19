'use strict';

// MIMEType and MIMEParams: WHATWG's MIME Sniffing standard, sections 4.4 (parsing) and 4.5 (serializing), with Node's errors.
//
//   text/html ; charset = "utf\-8" ; x
//   ----|----   ------- | ---------  |
//   type/subtype  name  =  value     a parameter without a value is dropped, as is one with an invalid character in its name or
//                                    value. The first of several with the same name counts.

const { arrayJoin, arrayPush, objectDefineProperty, regexpExec, regexpTest, stringToLowerCase } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { indexIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');

const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const NOT_QUOTED_TEXT = /[^\t\u0020-~\u0080-\u00ff]/;
const SPACES_AROUND = /^[\r\n\t ]+|[\r\n\t ]+$/g;
const SPACES_BEFORE = /[^\r\n\t ]/g;

const lowerAscii = (text) => replaceIn(text, /[A-Z]+/g, (uppercase) => stringToLowerCase(uppercase));
const withoutTrailingSpaces = (text) => replaceIn(text, /[\r\n\t ]+$/, '');

function syntaxError(part, text, at) {
  return new codes.ERR_INVALID_MIME_SYNTAX(part, text, at);
}

// Throws unless `text` is a token. The error may quote more than the token.
function validateToken(text, part, quoted) {
  const invalidIndex = regexpExec(NOT_TOKEN, text)?.index ?? -1;
  if (text === '' || invalidIndex !== -1) throw syntaxError(part, quoted, invalidIndex === -1 ? undefined : invalidIndex);
}

function parseEssence(text) {
  const slash = indexIn(text, '/');
  const type = slash === -1 ? text : sliceOf(text, 0, slash);
  validateToken(type, 'type', text);
  if (slash === -1) throw syntaxError('type', text);
  const semicolon = indexIn(text, ';', slash);
  const end = semicolon === -1 ? text.length : semicolon;
  const subtype = withoutTrailingSpaces(sliceOf(text, slash + 1, end));
  validateToken(subtype, 'subtype', text);
  return { type: lowerAscii(type), subtype: lowerAscii(subtype), end };
}

// "a\"b", from after its opening quote. A missing closing quote and a trailing backslash are accepted.
function parseQuoted(text, at) {
  let value = '';
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\' && at + 1 < text.length) at++;
    value += text[at++];
  }
  return { value, end: at + 1 };
}

const indexFrom = (text, character, at) => {
  const found = indexIn(text, character, at);
  return found === -1 ? text.length : found;
};

// `at` is at a ';' or at the end.
function parseParameters(text, at, parameters) {
  while (at < text.length) {
    SPACES_BEFORE.lastIndex = at + 1;
    const start = regexpExec(SPACES_BEFORE, text)?.index ?? text.length;
    const equals = indexFrom(text, '=', start);
    const semicolon = indexFrom(text, ';', start);
    if (semicolon <= equals) {
      at = semicolon;
      continue;
    }
    const name = lowerAscii(sliceOf(text, start, equals));
    const isQuoted = text[equals + 1] === '"';
    const quoted = isQuoted ? parseQuoted(text, equals + 2) : undefined;
    at = indexFrom(text, ';', quoted?.end ?? equals + 1);
    const value = quoted?.value ?? withoutTrailingSpaces(sliceOf(text, equals + 1, at));
    if (value === '' && !isQuoted) continue;
    if (name !== '' && !regexpTest(NOT_TOKEN, name) && !regexpTest(NOT_QUOTED_TEXT, value) && !parameters.has(name)) parameters.set(name, value);
  }
}

// Lets MIMEType add parameters that were validated already.
let parametersOf;

class MIMEParams {
  #entries = new SafeMap();

  static {
    parametersOf = (params) => params.#entries;
  }

  delete(name) {
    this.#entries.delete(lowerAscii(`${name}`));
  }

  get(name) {
    return this.#entries.get(lowerAscii(`${name}`)) ?? null;
  }

  has(name) {
    return this.#entries.has(lowerAscii(`${name}`));
  }

  set(name, value) {
    const key = lowerAscii(`${name}`);
    const text = `${value}`;
    validateToken(key, 'parameter name', key);
    const invalidIndex = regexpExec(NOT_QUOTED_TEXT, text)?.index ?? -1;
    if (invalidIndex !== -1) throw syntaxError('parameter value', text, invalidIndex);
    this.#entries.set(key, text);
  }

  *entries() {
    for (const { 0: name, 1: value } of each(this.#entries)) yield [name, value];
  }

  *keys() {
    for (const { 0: name } of each(this.#entries)) yield name;
  }

  *values() {
    for (const { 1: value } of each(this.#entries)) yield value;
  }

  toString() {
    const parts = [];
    for (const { 0: name, 1: value } of each(this.#entries)) {
      const isToken = value !== '' && !regexpTest(NOT_TOKEN, value);
      arrayPush(parts, `${name}=${isToken ? value : `"${replaceIn(value, /["\\]/g, '\\$&')}"`}`);
    }
    return arrayJoin(parts, ';');
  }
}

function hidden(prototype, name, value) {
  objectDefineProperty(prototype, name, { __proto__: null, value, writable: true, configurable: true });
}

hidden(MIMEParams.prototype, Symbol.iterator, MIMEParams.prototype.entries);
hidden(MIMEParams.prototype, 'toJSON', MIMEParams.prototype.toString);

class MIMEType {
  #type;
  #subtype;
  #params = new MIMEParams();

  constructor(input) {
    const text = replaceIn(`${input}`, SPACES_AROUND, '');
    const { type, subtype, end } = parseEssence(text);
    this.#type = type;
    this.#subtype = subtype;
    parseParameters(text, end, parametersOf(this.#params));
  }

  // Null if the constructor throws.
  static parse(input) {
    try {
      return new MIMEType(input);
    } catch (error) {
      if (error?.code === 'ERR_INVALID_MIME_SYNTAX') return null;
      throw error;
    }
  }

  get type() {
    return this.#type;
  }

  set type(value) {
    const text = `${value}`;
    validateToken(text, 'type', text);
    this.#type = lowerAscii(text);
  }

  get subtype() {
    return this.#subtype;
  }

  set subtype(value) {
    const text = `${value}`;
    validateToken(text, 'subtype', text);
    this.#subtype = lowerAscii(text);
  }

  get essence() {
    return `${this.#type}/${this.#subtype}`;
  }

  get params() {
    return this.#params;
  }

  toString() {
    const parameters = this.#params.toString();
    return parameters === '' ? this.essence : `${this.essence};${parameters}`;
  }
}

hidden(MIMEType.prototype, 'toJSON', MIMEType.prototype.toString);

module.exports = { MIMEType, MIMEParams };
