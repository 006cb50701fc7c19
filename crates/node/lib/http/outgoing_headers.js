'use strict';
// The headers of an outgoing message, before they are sent: kOutHeaders maps the name in lower case to the original name and the
// value.

const {
  arrayIsArray, arrayJoin, arrayMap, arrayPush, objectDefineProperty, objectKeys, objectValues, regexpTest, stringToLowerCase,
} = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { appendAll, each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { checkHeaderValue, validateHeaderName } = require('http/tokens');

// Validated names and their lower case: programs set the same few headers over and over.
const known = new SafeMap();
const MAX_KNOWN = 256;

function fieldOf(name) {
  const field = known.get(name);
  if (field !== undefined) return field;
  validateHeaderName(name);
  const lower = stringToLowerCase(name);
  if (known.size < MAX_KNOWN) known.set(name, lower);
  return lower;
}

const outgoing = () => require('http/outgoing');

function install(proto) {
  const { kNonAscii, kOutHeaders, kUniqueHeaders } = outgoing();

  function assertNotSent(message, operation) {
    if (message._header) throw new codes.ERR_HTTP_HEADERS_SENT(operation);
  }

  proto.setHeader = function setHeader(name, value) {
    assertNotSent(this, 'set');
    const field = fieldOf(name);
    checkValue(this, name, value);
    (this[kOutHeaders] ??= { __proto__: null })[field] = [name, value];
    return this;
  };

  function checkValue(message, name, value) {
    const isRelaxed = message._isLenientHeaderValidation();
    if (arrayIsArray(value) && value.length > 0) {
      for (let i = 0; i < value.length; i++) if (!checkHeaderValue(name, value[i], isRelaxed)) message[kNonAscii] = true;
    } else if (!checkHeaderValue(name, value, isRelaxed)) {
      message[kNonAscii] = true;
    }
  }

  proto.setHeaders = function setHeaders(headers) {
    assertNotSent(this, 'set');
    if (!headers || arrayIsArray(headers) || typeof headers.keys !== 'function' || typeof headers.get !== 'function') {
      throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'], headers);
    }
    // Headers yields several cookies one by one; they are set together.
    const cookies = [];
    for (const { 0: name, 1: value } of each(headers)) {
      if (name === 'set-cookie') {
        if (arrayIsArray(value)) appendAll(cookies, value);
        else arrayPush(cookies, value);
      } else {
        this.setHeader(name, value);
      }
    }
    if (cookies.length > 0) this.setHeader('set-cookie', cookies);
    return this;
  };

  proto.appendHeader = function appendHeader(name, value) {
    assertNotSent(this, 'append');
    validateHeaderName(name);
    if (!arrayIsArray(value) || value.length > 0) checkValue(this, name, value);
    const field = stringToLowerCase(name);
    const headers = this[kOutHeaders] ??= { __proto__: null };
    const before = headers[field];
    if (before === undefined) {
      headers[field] = [name, value];
      return this;
    }
    if (!arrayIsArray(before[1])) before[1] = [before[1]];
    else before[1] = sliceOf(before[1]);
    if (arrayIsArray(value)) appendAll(before[1], value);
    else arrayPush(before[1], value);
    return this;
  };

  proto.getHeader = function getHeader(name) {
    require('core/validate').validateString(name, 'name');
    return this[kOutHeaders]?.[stringToLowerCase(name)]?.[1];
  };

  proto.getHeaderNames = function getHeaderNames() {
    return this[kOutHeaders] === null ? [] : objectKeys(this[kOutHeaders]);
  };

  proto.getRawHeaderNames = function getRawHeaderNames() {
    return this[kOutHeaders] === null ? [] : arrayMap(objectValues(this[kOutHeaders], ({ 0: name }) => name), ({ 0: name }) => name);
  };

  proto.getHeaders = function getHeaders() {
    const found = { __proto__: null };
    const headers = this[kOutHeaders];
    if (headers !== null) for (const name of each(objectKeys(headers))) found[name] = headers[name][1];
    return found;
  };

  proto.hasHeader = function hasHeader(name) {
    require('core/validate').validateString(name, 'name');
    return this[kOutHeaders] !== null && this[kOutHeaders][stringToLowerCase(name)] !== undefined;
  };

  proto.removeHeader = function removeHeader(name) {
    require('core/validate').validateString(name, 'name');
    assertNotSent(this, 'remove');
    const field = stringToLowerCase(name);
    // These are sent by default unless a program removed them.
    switch (field) {
      case 'connection': this._removedConnection = true; break;
      case 'content-length': this._removedContLen = true; break;
      case 'transfer-encoding': this._removedTE = true; break;
      case 'date': this.sendDate = false; break;
    }
    if (this[kOutHeaders] !== null) delete this[kOutHeaders][field];
  };

  // The headers by their original names.
  proto._renderHeaders = function _renderHeaders() {
    assertNotSent(this, 'render');
    const rendered = {};
    const headers = this[kOutHeaders];
    if (headers !== null) for (const field of each(objectKeys(headers))) rendered[headers[field][0]] = headers[field][1];
    return rendered;
  };

  objectDefineProperty(proto, 'headersSent', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return Boolean(this._header); },
  });

  proto.addTrailers = function addTrailers(headers) {
    this._trailer = '';
    const isList = arrayIsArray(headers);
    const isRelaxed = this._isLenientHeaderValidation();
    for (const key of each(objectKeys(headers))) {
      const name = isList ? headers[key][0] : key;
      const value = isList ? headers[key][1] : headers[key];
      if (typeof name !== 'string' || !name) throw new codes.ERR_INVALID_HTTP_TOKEN('Trailer name', name);
      validateHeaderName(name, 'Trailer name');
      // Several values are joined if they are in uniqueHeaders, else they get one line each.
      const values = arrayIsArray(value) && value.length > 1 && !this[kUniqueHeaders]?.has(stringToLowerCase(name)) ?
        value : [arrayIsArray(value) ? arrayJoin(value, '; ') : value];
      for (const line of each(values)) {
        if (regexpTest((isRelaxed ? /[\0\r\n]/ : /[^\t\x20-\x7e\x80-\xff]/), line)) {
          throw new codes.ERR_INVALID_CHAR('trailer content', name);
        }
        this._trailer += `${name}: ${line}\r\n`;
      }
    }
  };
}

// The option `uniqueHeaders`: names whose values are joined with '; ' and sent as one line.
function parseUniqueHeadersOption(headers) {
  if (!arrayIsArray(headers)) return null;
  const unique = new SafeSet();
  for (const name of each(headers)) unique.add(stringToLowerCase(name));
  return unique;
}

module.exports = { install, parseUniqueHeadersOption };
