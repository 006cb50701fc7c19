'use strict';
// ServerResponse: a response of the server.

const { arrayIsArray, arrayPush, objectDefineProperty, objectKeys, objectSetPrototypeOf, regexpTest } = require('core/intrinsics');
const { call0, call1 } = require('core/safe/calls');
const { newList } = require('core/safe/list');
const { appendAll, each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { OutgoingMessage, kNonAscii, kOutHeaders } = require('http/outgoing');
const { storeHeader } = require('http/outgoing_head');
const { checkInvalidHeaderChar, validateHeaderName, validateHeaderValue } = require('http/tokens');
const STATUS_CODES = require('http/status_codes');

const statusLines = newList();

function ServerResponse(req, options) {
  call1(OutgoingMessage, this, options);
  if (req.method === 'HEAD') this._hasBody = false;
  this.req = req;
  this.sendDate = true;
  this._sent100 = false;
  this._expect_continue = false;
  // Clients before HTTP/1.1 may not support chunked encoding, unless they say so in TE.
  if (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) {
    this.useChunkedEncodingByDefault = regexpTest(/(?:^|\W)chunked(?:$|\W)/i, req.headers.te);
    this.shouldKeepAlive = false;
  }
}
objectSetPrototypeOf(ServerResponse.prototype, OutgoingMessage.prototype);
objectSetPrototypeOf(ServerResponse, OutgoingMessage);

const proto = ServerResponse.prototype;

proto._finish = function _finish() {
  call0(OutgoingMessage.prototype._finish, this);
};

proto.statusCode = 200;
proto.statusMessage = undefined;

// ---- the socket

function onSocketClose() {
  if (this._httpMessage) emitClose(this._httpMessage);
}

function emitClose(response) {
  if (response._closed) return;
  response.destroyed = true;
  response._closed = true;
  response.emit('close');
}

proto.assignSocket = function assignSocket(socket) {
  if (socket._httpMessage) throw new codes.ERR_HTTP_SOCKET_ASSIGNED();
  socket._httpMessage = this;
  socket.on('close', onSocketClose);
  this.socket = socket;
  if (this._eventsCount !== 0) this.emit('socket', socket);
  this._flush();
};

proto.detachSocket = function detachSocket(socket) {
  socket.removeListener('close', onSocketClose);
  socket._httpMessage = null;
  this.socket = null;
};

// ---- informational responses

proto.writeInformation = function writeInformation(statusCode, headers, callback) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('write');
  if (typeof headers === 'function') {
    callback = headers;
    headers = undefined;
  }
  require('core/validate').validateInteger(statusCode, 'statusCode', 100, 199);
  if (statusCode === 101) throw new codes.ERR_HTTP_INVALID_STATUS_CODE(statusCode);
  let head = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] || 'unknown'}\r\n`;
  if (headers !== undefined && headers !== null) head += informationLines(this, headers);
  return this._writeRaw(`${head}\r\n`, 'latin1', callback);
};

function informationLines(response, headers) {
  let lines = '';
  const isRelaxed = response._isLenientHeaderValidation();
  const add = (name, value) => {
    validateHeaderName(name);
    validateHeaderValue(name, value, isRelaxed);
    lines += `${name}: ${value}\r\n`;
  };
  if (arrayIsArray(headers)) {
    if (headers.length > 0 && arrayIsArray(headers[0])) {
      for (const { 0: name, 1: value } of each(headers)) add(name, value);
    } else {
      if (headers.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
      for (let i = 0; i < headers.length; i += 2) add(headers[i], headers[i + 1]);
    }
  } else {
    const names = objectKeys(headers);
    for (let i = 0; i < names.length; i++) add(names[i], headers[names[i]]);
  }
  return lines;
}

proto.writeContinue = function writeContinue(callback) {
  this._writeRaw('HTTP/1.1 100 Continue\r\n\r\n', 'latin1', callback);
  this._sent100 = true;
};

proto.writeProcessing = function writeProcessing(callback) {
  this._writeRaw('HTTP/1.1 102 Processing\r\n\r\n', 'latin1', callback);
};

proto.writeEarlyHints = function writeEarlyHints(hints, callback) {
  require('core/validate').validateObject(hints, 'hints');
  if (hints.link === null || hints.link === undefined) return;
  const link = require('http/link_header').validateLinkHeaderValue(hints.link);
  if (link.length === 0) return;
  if (checkInvalidHeaderChar(link)) throw new codes.ERR_INVALID_CHAR('header content', 'Link');
  let head = `HTTP/1.1 103 Early Hints\r\nLink: ${link}\r\n`;
  for (const name of each(objectKeys(hints))) {
    if (name === 'link') continue;
    validateHeaderName(name);
    const value = hints[name];
    validateHeaderValue(name, value);
    head += `${name}: ${value}\r\n`;
  }
  this._writeRaw(`${head}\r\n`, 'latin1', callback);
};

// ---- the head

proto._implicitHeader = function _implicitHeader() {
  this.writeHead(this.statusCode);
};

proto.writeHead = function writeHead(statusCode, reason, headers) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('write');
  const given = statusCode;
  statusCode |= 0;
  if (statusCode < 100 || statusCode > 999) throw new codes.ERR_HTTP_INVALID_STATUS_CODE(given);
  if (typeof reason === 'string') {
    this.statusMessage = reason;
  } else {
    this.statusMessage ||= STATUS_CODES[statusCode] || 'unknown';
    headers ??= reason;
  }
  this.statusCode = statusCode;
  const stored = this[kOutHeaders];
  if (stored !== null && headers) {
    addToStored(this, headers);
    headers = null;
  }
  if (this.statusMessage !== STATUS_CODES[statusCode]) {
    if (checkInvalidHeaderChar(this.statusMessage)) throw new codes.ERR_INVALID_CHAR('statusMessage');
    this[kNonAscii] ||= regexpTest(/[^\0-\x7f]/, this.statusMessage);
  }
  // No body, whatever the program writes.
  if (statusCode === 204 || statusCode === 304 || (statusCode >= 100 && statusCode <= 199)) this._hasBody = false;
  // The client asked whether to send the body and got no 100 Continue, so it may or may not send it.
  if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
  storeHeader(this, statusLine(statusCode, this.statusMessage), headers, this[kOutHeaders]);
  return this;
};

function statusLine(code, message) {
  if (message !== STATUS_CODES[code]) return `HTTP/1.1 ${code} ${message}\r\n`;
  return statusLines[code] ??= `HTTP/1.1 ${code} ${message}\r\n`;
}

// There are headers from setHeader(): those of writeHead() replace them.
function addToStored(response, headers) {
  if (arrayIsArray(headers)) {
    const isFlat = !arrayIsArray(headers[0]);
    if (isFlat && headers.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
    const pairs = [];
    if (isFlat) for (let i = 0; i < headers.length; i += 2) arrayPush(pairs, [headers[i], headers[i + 1]]);
    else appendAll(pairs, headers);
    for (const { 0: name } of each(pairs)) response.removeHeader(name);
    for (const { 0: name, 1: value } of each(pairs)) if (name) response.appendHeader(name, value);
    return;
  }
  for (const name of each(objectKeys(headers))) if (name) response.setHeader(name, headers[name]);
}

// The legacy name.
proto.writeHeader = proto.writeHead;
objectDefineProperty(proto, 'writeHeader', { __proto__: null, enumerable: false });

module.exports = { ServerResponse, emitClose, onSocketClose };
