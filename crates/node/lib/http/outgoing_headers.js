'use strict';
// The headers of an outgoing message, before they are sent: kOutHeaders has, by the name in lower case, the name as it was
// given and the value.

const { codes } = require('core/errors');
const { checkHeaderValue, validateHeaderName } = require('http/tokens');

// Names that were checked, in lower case: programs set the same few headers again and again.
const known = new Map();
const MOST_KNOWN = 256;

function fieldOf(name) {
  const field = known.get(name);
  if (field !== undefined) return field;
  validateHeaderName(name);
  const lower = name.toLowerCase();
  if (known.size < MOST_KNOWN) known.set(name, lower);
  return lower;
}

const outgoing = () => require('http/outgoing');

function install(proto) {
  const { kBeyondAscii, kOutHeaders, kUniqueHeaders } = outgoing();

  function demandNotSent(message, doing) {
    if (message._header) throw new codes.ERR_HTTP_HEADERS_SENT(doing);
  }

  proto.setHeader = function setHeader(name, value) {
    demandNotSent(this, 'set');
    const field = fieldOf(name);
    checkValue(this, name, value);
    (this[kOutHeaders] ??= { __proto__: null })[field] = [name, value];
    return this;
  };

  function checkValue(message, name, value) {
    const isRelaxed = message._isLenientHeaderValidation();
    if (Array.isArray(value) && value.length > 0) {
      for (const one of value) if (!checkHeaderValue(name, one, isRelaxed)) message[kBeyondAscii] = true;
    } else if (!checkHeaderValue(name, value, isRelaxed)) {
      message[kBeyondAscii] = true;
    }
  }

  proto.setHeaders = function setHeaders(headers) {
    demandNotSent(this, 'set');
    if (!headers || Array.isArray(headers) || typeof headers.keys !== 'function' || typeof headers.get !== 'function') {
      throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'], headers);
    }
    // Headers gives several cookies one by one; they belong together.
    const cookies = [];
    for (const { 0: name, 1: value } of headers) {
      if (name === 'set-cookie') {
        if (Array.isArray(value)) cookies.push(...value);
        else cookies.push(value);
      } else {
        this.setHeader(name, value);
      }
    }
    if (cookies.length > 0) this.setHeader('set-cookie', cookies);
    return this;
  };

  proto.appendHeader = function appendHeader(name, value) {
    demandNotSent(this, 'append');
    validateHeaderName(name);
    if (!Array.isArray(value) || value.length > 0) checkValue(this, name, value);
    const field = name.toLowerCase();
    const headers = this[kOutHeaders] ??= { __proto__: null };
    const before = headers[field];
    if (before === undefined) {
      headers[field] = [name, value];
      return this;
    }
    if (!Array.isArray(before[1])) before[1] = [before[1]];
    else before[1] = before[1].slice();
    if (Array.isArray(value)) before[1].push(...value);
    else before[1].push(value);
    return this;
  };

  proto.getHeader = function getHeader(name) {
    require('core/validate').validateString(name, 'name');
    return this[kOutHeaders]?.[name.toLowerCase()]?.[1];
  };

  proto.getHeaderNames = function getHeaderNames() {
    return this[kOutHeaders] === null ? [] : Object.keys(this[kOutHeaders]);
  };

  proto.getRawHeaderNames = function getRawHeaderNames() {
    return this[kOutHeaders] === null ? [] : Object.values(this[kOutHeaders], ([name]) => name).map(([name]) => name);
  };

  proto.getHeaders = function getHeaders() {
    const found = { __proto__: null };
    const headers = this[kOutHeaders];
    if (headers !== null) for (const name of Object.keys(headers)) found[name] = headers[name][1];
    return found;
  };

  proto.hasHeader = function hasHeader(name) {
    require('core/validate').validateString(name, 'name');
    return this[kOutHeaders] !== null && this[kOutHeaders][name.toLowerCase()] !== undefined;
  };

  proto.removeHeader = function removeHeader(name) {
    require('core/validate').validateString(name, 'name');
    demandNotSent(this, 'remove');
    const field = name.toLowerCase();
    // These are sent by themselves unless somebody took them away.
    switch (field) {
      case 'connection': this._removedConnection = true; break;
      case 'content-length': this._removedContLen = true; break;
      case 'transfer-encoding': this._removedTE = true; break;
      case 'date': this.sendDate = false; break;
    }
    if (this[kOutHeaders] !== null) delete this[kOutHeaders][field];
  };

  // The headers by their given names.
  proto._renderHeaders = function _renderHeaders() {
    demandNotSent(this, 'render');
    const rendered = {};
    const headers = this[kOutHeaders];
    if (headers !== null) for (const field of Object.keys(headers)) rendered[headers[field][0]] = headers[field][1];
    return rendered;
  };

  Object.defineProperty(proto, 'headersSent', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return Boolean(this._header); },
  });

  proto.addTrailers = function addTrailers(headers) {
    this._trailer = '';
    const isList = Array.isArray(headers);
    const isRelaxed = this._isLenientHeaderValidation();
    for (const key of Object.keys(headers)) {
      const name = isList ? headers[key][0] : key;
      const value = isList ? headers[key][1] : headers[key];
      if (typeof name !== 'string' || !name) throw new codes.ERR_INVALID_HTTP_TOKEN('Trailer name', name);
      validateHeaderName(name, 'Trailer name');
      // One value only, unless the program said that its lines may be joined.
      const values = Array.isArray(value) && value.length > 1 && !this[kUniqueHeaders]?.has(name.toLowerCase()) ?
        value : [Array.isArray(value) ? value.join('; ') : value];
      for (const one of values) {
        if ((isRelaxed ? /[\0\r\n]/ : /[^\t\x20-\x7e\x80-\xff]/).test(one)) {
          throw new codes.ERR_INVALID_CHAR('trailer content', name);
        }
        this._trailer += `${name}: ${one}\r\n`;
      }
    }
  };
}

// The option `uniqueHeaders`: names whose several values are sent as one, joined with '; '.
function parseUniqueHeadersOption(headers) {
  if (!Array.isArray(headers)) return null;
  const unique = new Set();
  for (const name of headers) unique.add(name.toLowerCase());
  return unique;
}

module.exports = { install, parseUniqueHeadersOption };
