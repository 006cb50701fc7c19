'use strict';
// The head of an outgoing message as a string: the first line, the headers that the program set, and those that depend on how
// the message is sent (Date, Connection, Keep-Alive, Content-Length or Transfer-Encoding).

const globals = require('globals');
const { arrayIsArray, arrayJoin, mathFloor, objectHasOwn, regexpTest, stringToLowerCase } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { checkHeaderValue, validateHeaderName } = require('http/tokens');
const { httpDate } = require('http/date');

const CLOSE = /(?:^|\W)close(?:$|\W)/i;
const CHUNKED = /(?:^|\W)chunked(?:$|\W)/i;

// Which headers the program has set.
const CONNECTION = 1;
const LENGTH = 2;
const ENCODING = 4;
const DATE = 8;
const EXPECT = 16;
const TRAILER = 32;

// Headers that affect the message itself. The length of the name rules out most others.
function matchHeader(message, name, value) {
  switch (name.length) {
    case 4: return stringToLowerCase(name) === 'date' ? DATE : 0;
    case 6: return stringToLowerCase(name) === 'expect' ? EXPECT : 0;
    case 7: return stringToLowerCase(name) === 'trailer' ? TRAILER : 0;
    case 10: return matchConnection(message, stringToLowerCase(name), value);
    case 14:
      if (stringToLowerCase(name) !== 'content-length') return 0;
      message._contentLength = +value;
      message._removedContLen = false;
      return LENGTH;
    case 17:
      if (stringToLowerCase(name) !== 'transfer-encoding') return 0;
      message._removedTE = false;
      if (regexpTest(CHUNKED, value)) message.chunkedEncoding = true;
      return ENCODING;
    default: return 0;
  }
}

function matchConnection(message, name, value) {
  if (name === 'keep-alive') {
    message._defaultKeepAlive = false;
    return 0;
  }
  if (name !== 'connection') return 0;
  message._removedConnection = false;
  if (regexpTest(CLOSE, value)) message._last = true;
  else message.shouldKeepAlive = true;
  return CONNECTION;
}

// If head and body are sent as one string, only this header keeps its bytes, as in Node.
function dispositionOf(message, name, value) {
  if (!message._contentLength || name.length !== 19 || stringToLowerCase(name) !== 'content-disposition') return value;
  return globals.Buffer.from(value, 'latin1').toString();
}

class Head {
  constructor(message, firstLine) {
    this.message = message;
    this.text = firstLine;
    this.seen = 0;
    this.isRelaxed = message._isLenientHeaderValidation();
  }

  add(name, value, isChecked) {
    const { message } = this;
    if (!isChecked) validateHeaderName(name);
    if (!arrayIsArray(value)) {
      this.#line(name, value, isChecked);
      return;
    }
    const { kUniqueHeaders } = require('http/outgoing');
    // Cookie headers are joined; other values get one line each, unless they are in uniqueHeaders.
    const isCookie = name.length === 6 && stringToLowerCase(name) === 'cookie';
    if ((value.length < 2 || !isCookie) && !(message[kUniqueHeaders]?.has(stringToLowerCase(name)))) {
      for (let i = 0; i < value.length; i++) this.#line(name, value[i], isChecked);
    } else {
      this.#line(name, arrayJoin(value, '; '), isChecked);
    }
  }

  #line(name, value, isChecked) {
    if (!isChecked && !checkHeaderValue(name, value, this.isRelaxed)) {
      this.message[require('http/outgoing').kNonAscii] = true;
      value = dispositionOf(this.message, name, value);
    }
    this.text += `${name}: ${value}\r\n`;
    this.seen |= matchHeader(this.message, name, value);
  }

  // An object, a flat array, or an array of pairs.
  addAll(headers) {
    if (!arrayIsArray(headers)) {
      for (const name in headers) if (objectHasOwn(headers, name)) this.add(name, headers[name], false);
      return;
    }
    if (headers.length > 0 && arrayIsArray(headers[0])) {
      for (const entry of each(headers)) this.add(entry[0], entry[1], false);
      return;
    }
    if (headers.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
    for (let i = 0; i < headers.length; i += 2) this.add(headers[i], headers[i + 1], false);
  }

  // Set with setHeader(), and so validated already.
  addStored(headers) {
    for (const field in headers) {
      const entry = headers[field];
      this.add(entry[0], entry[1], true);
    }
  }
}

function storeHeader(message, firstLine, headers, stored) {
  const head = new Head(message, firstLine);
  if (stored) head.addStored(stored);
  else if (headers) head.addAll(headers);
  const { seen } = head;
  const { statusCode } = message;
  // Responses without a body, whose end could not be marked.
  if (message.chunkedEncoding && (statusCode === 204 || statusCode === 304)) {
    message.chunkedEncoding = false;
    message.shouldKeepAlive = false;
  }
  let { text } = head;
  if (message.sendDate && (seen & DATE) === 0) text += `Date: ${httpDate()}\r\n`;
  text += connectionLines(message, seen) + framingLines(message, seen);
  if (!message.chunkedEncoding && (seen & TRAILER) !== 0) throw new codes.ERR_HTTP_TRAILER_INVALID();
  message._header = `${text}\r\n`;
  message._headerSent = false;
  // With an Expect header the head is sent before the body.
  if ((seen & EXPECT) !== 0) message._send('');
}

function connectionLines(message, seen) {
  if (message._removedConnection) {
    message._last = !message.shouldKeepAlive;
    return '';
  }
  if ((seen & CONNECTION) !== 0) return '';
  const shouldSendKeepAlive = message.shouldKeepAlive &&
    ((seen & LENGTH) !== 0 || message.useChunkedEncodingByDefault || Boolean(message.agent));
  if (!shouldSendKeepAlive) {
    message._last = true;
    return 'Connection: close\r\n';
  }
  if (message.maxRequestsOnConnectionReached) return 'Connection: close\r\n';
  if (!message._keepAliveTimeout || !message._defaultKeepAlive) return 'Connection: keep-alive\r\n';
  const seconds = mathFloor(message._keepAliveTimeout / 1000);
  const max = ~~message._maxRequestsPerSocket;
  return max > 0 ?
    `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}, max=${max}\r\n` :
    `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n`;
}

function framingLines(message, seen) {
  if ((seen & (LENGTH | ENCODING)) !== 0) return '';
  if (!message._hasBody) {
    message.chunkedEncoding = false;
  } else if (!message.useChunkedEncodingByDefault) {
    message._last = true;
  } else if ((seen & TRAILER) === 0 && !message._removedContLen && typeof message._contentLength === 'number') {
    return `Content-Length: ${message._contentLength}\r\n`;
  } else if (!message._removedTE) {
    message.chunkedEncoding = true;
    return 'Transfer-Encoding: chunked\r\n';
  } else {
    // The end of the connection marks the end of the body.
    message._last = true;
  }
  return '';
}

function install(proto) {
  const { kOutHeaders } = require('http/outgoing');
  proto._storeHeader = function _storeHeader(firstLine, headers) {
    storeHeader(this, firstLine, headers === this[kOutHeaders] ? null : headers,
                headers === this[kOutHeaders] ? headers : null);
  };
}

module.exports = { install, storeHeader };
