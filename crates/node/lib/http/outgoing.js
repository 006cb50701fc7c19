'use strict';
// OutgoingMessage: a request of the client or a response of the server.
//
//   setHeader() … ─▶ [ kOutHeaders ] ─▶ head (outgoing_head.js) ─┐
//   write() ─▶ [ chunks of this tick ] ───────────────────────┴▶ _send() ─▶ socket, or outputData while another message has it
//
// Chunks written within a tick are sent together: with chunked encoding, as one chunk. If nothing was sent yet, end() joins head and
// body to one string, and if the socket has nothing buffered it is written to the handle at once (direct_write.js).

const {
  arrayFilter, arrayPush, numberProtoToString, objectDefineProperty, objectSetPrototypeOf, stringCharCodeAt, symbolFor,
} = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const { Stream } = require('stream');
const EventEmitter = require('events');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { Buffer } = require('buffer');
const { getDefaultHighWaterMark } = require('stream');
const { canWriteDirectly, hasBuiltinWrite, writeDirectly } = require('http/direct_write');

const kCorked = Symbol('corked');
const kSocket = Symbol('kSocket');
const kChunkedBuffer = Symbol('kChunkedBuffer');
const kChunkedLength = Symbol('kChunkedLength');
const kNeedDrain = Symbol('kNeedDrain');
const kErrored = Symbol('errored');
const kOutHeaders = Symbol('kOutHeaders');
const kUniqueHeaders = Symbol('kUniqueHeaders');
const kBytesWritten = Symbol('kBytesWritten');
const kWritableFinished = Symbol('kWritableFinished');
const kEndCallbacks = Symbol('kEndCallbacks');
const kFlushError = Symbol('kFlushError');
const kHighWaterMark = Symbol('kHighWaterMark');
const kRejectNonStandardBodyWrites = Symbol('kRejectNonStandardBodyWrites');
// Called when everything was passed to the socket, before 'finish' is emitted.
const kOnFinish = Symbol('kOnFinish');

// onFinish() of the socket's current message, as a function without arguments.
const kFinishTick = Symbol('kFinishTick');
// A header has characters that are one byte in Latin-1 and two in UTF-8.
const kNonAscii = Symbol('kBeyondAscii');

const CRLF = '\r\n';
const nop = () => {};
// Most messages never buffer: they share these empty arrays.
const noOutput = [];
const noChunks = [];

function OutgoingMessage(options) {
  this._events = undefined;
  this._eventsCount = 0;
  this._maxListeners = undefined;
  this.outputData = noOutput;
  this.outputSize = 0;
  this.writable = true;
  this.destroyed = false;
  this._last = false;
  this.chunkedEncoding = false;
  this.shouldKeepAlive = true;
  this.maxRequestsOnConnectionReached = false;
  this._defaultKeepAlive = true;
  this.useChunkedEncodingByDefault = true;
  this.sendDate = false;
  this._removedConnection = false;
  this._removedContLen = false;
  this._removedTE = false;
  this.strictContentLength = false;
  this[kBytesWritten] = 0;
  this._contentLength = null;
  this._hasBody = true;
  this._trailer = '';
  this[kNeedDrain] = false;
  this.finished = false;
  this._headerSent = false;
  this[kCorked] = 0;
  this[kChunkedBuffer] = noChunks;
  this[kChunkedLength] = 0;
  this._closed = false;
  this[kSocket] = null;
  this._header = null;
  this[kOutHeaders] = null;
  this._keepAliveTimeout = 0;
  this._onPendingData = nop;
  this[kErrored] = null;
  this[kWritableFinished] = false;
  this[kEndCallbacks] = null;
  this[kFlushError] = null;
  this[kOnFinish] = null;
  this[kFinishTick] = null;
  this[kNonAscii] = false;
  this[kHighWaterMark] = options?.highWaterMark ?? getDefaultHighWaterMark();
  this[kRejectNonStandardBodyWrites] = options?.rejectNonStandardBodyWrites ?? false;
  if (EventEmitter.captureRejections) call1(EventEmitter, this, { captureRejections: true });
}
objectSetPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
objectSetPrototypeOf(OutgoingMessage, Stream);

const proto = OutgoingMessage.prototype;
let limits;

function defineAccessor(name, get, set) {
  objectDefineProperty(proto, name, { __proto__: null, configurable: true, get, set });
}

defineAccessor('errored', function() { return this[kErrored]; });
defineAccessor('closed', function() { return this._closed; });
defineAccessor('writableFinished', function() { return this[kWritableFinished]; });
defineAccessor('writableObjectMode', () => false);
// What is buffered, in bytes on the wire: with the head and the framing of a chunk.
defineAccessor('writableLength', function() {
  const length = this[kChunkedLength];
  const framedLength = length === 0 ? 0 : length + numberProtoToString(length, 16).length + 4;
  const head = this._headerSent || this._header === null || framedLength === 0 ? 0 : this._header.length;
  return this.outputSize + head + framedLength + (this[kSocket]?.writableLength ?? 0);
});
defineAccessor('writableHighWaterMark', function() { return this[kSocket]?.writableHighWaterMark ?? this[kHighWaterMark]; });
defineAccessor('writableCorked', function() { return this[kCorked]; });
defineAccessor('writableEnded', function() { return this.finished; });
defineAccessor('writableNeedDrain', function() { return !this.destroyed && !this.finished && this[kNeedDrain]; });
defineAccessor('connection', function() { return this[kSocket]; }, function(socket) { this.socket = socket; });
defineAccessor('socket', function() { return this[kSocket]; }, function(socket) {
  for (let n = 0; n < this[kCorked]; n++) {
    socket?.cork();
    this[kSocket]?.uncork();
  }
  this[kSocket] = socket;
});

// Of a request its own options, of a response those of its server, and else the command line.
proto._isLenientHeaderValidation = function() {
  const server = this.req?.socket?.server;
  const validation = this.httpValidation ?? server?.httpValidation;
  if (validation !== undefined) return validation !== 'strict';
  if (typeof this.insecureHTTPParser === 'boolean') return this.insecureHTTPParser;
  const isInsecure = server?.insecureHTTPParser;
  if (typeof isInsecure === 'boolean') return isInsecure;
  limits ??= require('http/limits');
  return limits.isLenient();
};

// ---- cork

proto.cork = function cork() {
  this[kCorked]++;
  this[kSocket]?.cork();
};

proto.uncork = function uncork() {
  this[kCorked]--;
  this[kSocket]?.uncork();
  if (this[kCorked] === 0) {
    flushChunks(this);
    if (this[kNeedDrain]) nextTick(emitDrain, this);
  }
};

// Sends the chunks of a tick as one.
function flushChunks(message) {
  const chunks = message[kChunkedBuffer];
  if (chunks.length === 0) return;
  const length = message[kChunkedLength];
  message[kChunkedBuffer] = noChunks;
  message[kChunkedLength] = 0;
  const callbacks = arrayFilter(chunks, (entry) => typeof entry.callback === 'function');
  const callback = callbacks.length === 0 ? undefined : (error) => {
    for (const entry of each(callbacks)) entry.callback(error);
  };
  const isSingleString = chunks.length === 1 && typeof chunks[0].chunk === 'string' && isUtf8(chunks[0].encoding);
  // If a program replaced the socket's write(), it sees the same writes as in Node.
  if (isSingleString && hasBuiltinWrite(message[kSocket]) && (message._headerSent || !message[kNonAscii])) {
    message._send(`${numberProtoToString(length, 16)}${CRLF}${chunks[0].chunk}${CRLF}`, 'utf8', callback);
    return;
  }
  message._send(numberProtoToString(length, 16), 'latin1', null);
  message._send(CRLF, 'latin1', null);
  for (const { chunk, encoding } of each(chunks)) message._send(chunk, encoding, null);
  message._send(CRLF, null, callback);
}

const isUtf8 = (encoding) => !encoding || encoding === 'utf8' || encoding === 'utf-8';

function uncorkNextTick(message, socket) {
  // end() has already done this.
  if (message[kCorked] === 0) return;
  message[kCorked]--;
  if (message[kCorked] === 0 && !message.destroyed) flushChunks(message);
  socket?.uncork();
}

// The system has taken all: no 'drain' of the socket will follow.
function emitDrain(message) {
  if (!message.writableNeedDrain || message[kSocket] === null || message[kSocket].writableNeedDrain) return;
  message[kNeedDrain] = false;
  message.emit('drain');
}

function corkUntilNextTick(message) {
  const socket = message[kSocket];
  // Without a socket: one assigned before the tick would be corked by the setter and never uncorked.
  if (message[kCorked] !== 0 || socket === null) return;
  message[kCorked]++;
  socket.cork();
  nextTick(uncorkNextTick, message, socket);
}

// ---- send

proto._send = function _send(data, encoding, callback, byteLength) {
  if (!this._headerSent && this._header !== null) {
    this._headerSent = true;
    if (typeof data === 'string' && (isUtf8(encoding) || encoding === 'latin1')) {
      data = this._header + data;
    } else {
      this._writeRaw(this._header, 'latin1', null);
    }
  }
  return this._writeRaw(data, encoding, callback, byteLength);
};

proto._writeRaw = function _writeRaw(data, encoding, callback) {
  const socket = this[kSocket];
  if (socket?.destroyed) return false;
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (socket && socket._httpMessage === this && socket.writable) {
    if (this.outputData.length > 0) this._flushOutput(socket);
    return socket.write(data, encoding, callback);
  }
  if (this.outputData === noOutput) this.outputData = [];
  arrayPush(this.outputData, { data, encoding, callback });
  this.outputSize += data.length;
  this._onPendingData(data.length);
  return this.outputSize < this[kHighWaterMark];
};

// The socket is assigned: write what was buffered.
proto._flush = function _flush() {
  const socket = this[kSocket];
  if (!socket || !socket.writable) return;
  flushChunks(this);
  const result = this._flushOutput(socket);
  if (this.finished) {
    this._finish();
  } else if (result && this[kNeedDrain]) {
    this[kNeedDrain] = false;
    this.emit('drain');
  }
};

proto._flushOutput = function _flushOutput(socket) {
  const pending = this.outputData;
  if (pending.length === 0) return true;
  this.outputData = noOutput;
  const size = this.outputSize;
  this.outputSize = 0;
  let result;
  socket.cork();
  for (let i = 0; i < pending.length; i++) {
    const { data, encoding, callback } = pending[i];
    result = socket.write(data, encoding, callback);
  }
  socket.uncork();
  this._onPendingData(-size);
  return result;
};

proto.flushHeaders = function flushHeaders() {
  if (!this._header) this._implicitHeader();
  this._send('');
};

// ---- write

proto.write = function write(chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const result = writeChunk(this, chunk, encoding, callback, false);
  if (!result) this[kNeedDrain] = true;
  return result;
};

function fail(message, error, callback) {
  nextTick(emitFailure, message, error, typeof callback === 'function' ? callback : nop);
}

function emitFailure(message, error, callback) {
  callback(error);
  if (typeof message.emit === 'function' && !message.destroyed) message.emit('error', error);
}

function lengthOf(chunk, encoding) {
  if (chunk === null) throw new codes.ERR_STREAM_NULL_VALUES();
  if (typeof chunk === 'string') return Buffer.byteLength(chunk, encoding);
  if (chunk instanceof Uint8Array) return chunk.length;
  throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
}

// Returns false above the high water mark. If the message accepts no more, the callback gets the error.
function writeChunk(message, chunk, encoding, callback, isLast) {
  const length = lengthOf(chunk, encoding);
  if (message.finished || message.destroyed) {
    const error = message.finished ? new codes.ERR_STREAM_WRITE_AFTER_END() : new codes.ERR_STREAM_DESTROYED('write');
    if (message.destroyed) nextTick(callback ?? nop, error);
    else fail(message, error, callback);
    return false;
  }
  if (message.strictContentLength) checkLength(message, length, isLast);
  if (!message._header) {
    if (isLast) message._contentLength ??= length;
    message._implicitHeader();
  }
  if (!message._hasBody) {
    if (message[kRejectNonStandardBodyWrites]) throw new codes.ERR_HTTP_BODY_NOT_ALLOWED();
    nextTick(callback ?? nop);
    return true;
  }
  message[kBytesWritten] += length;
  if (!message.chunkedEncoding) {
    if (!isLast) corkUntilNextTick(message);
    return message._send(chunk, encoding, callback, length);
  }
  // An empty chunk would end the body: send nothing, but call back after the chunks before it.
  if (length === 0 && message[kChunkedLength] === 0) {
    if (!isLast) corkUntilNextTick(message);
    return message._send('', 'latin1', callback);
  }
  // A client request without a socket does not join its chunks.
  if (message[kSocket] === null && message[kCorked] === 0) {
    message._send(numberProtoToString(length, 16) + CRLF, 'latin1', null);
    message._send(chunk, encoding, null);
    return message._send(CRLF, null, callback);
  }
  if (message[kChunkedBuffer] === noChunks) message[kChunkedBuffer] = [];
  arrayPush(message[kChunkedBuffer], { chunk, encoding, callback });
  message[kChunkedLength] += length;
  if (!isLast) corkUntilNextTick(message);
  return message[kChunkedLength] + (message[kSocket]?.writableLength ?? message.outputSize) < message[kHighWaterMark];
}

function checkLength(message, length, isLast) {
  const expected = message._contentLength;
  if (expected === null || message.chunkedEncoding || message._removedContLen) return;
  const written = message[kBytesWritten] + length;
  if (isLast ? written !== expected : written > expected) {
    throw new codes.ERR_HTTP_CONTENT_LENGTH_MISMATCH(written, expected);
  }
}

// ---- end

proto.end = function end(chunk, encoding, callback) {
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (chunk) {
    if (this.finished) {
      fail(this, new codes.ERR_STREAM_WRITE_AFTER_END(), callback);
      return this;
    }
    if (endDirectly(this, chunk, encoding, callback)) return this;
    this[kSocket]?.cork();
    writeChunk(this, chunk, encoding, null, true);
  } else if (this.finished) {
    endAfterEnd(this, callback);
    return this;
  } else {
    if (endDirectly(this, '', null, callback)) return this;
    this[kSocket]?.cork();
    if (!this._header) {
      this._contentLength = 0;
      this._implicitHeader();
    }
  }
  if (typeof callback === 'function') arrayPush((this[kEndCallbacks] ??= []), callback);
  if (this.strictContentLength && this._hasBody) checkLength(this, 0, true);
  sendEnd(this, chunk);
  return this;
};

// end() after end().
function endAfterEnd(message, callback) {
  if (typeof callback !== 'function') return;
  if (message[kErrored]) nextTick(callback, message[kErrored]);
  else if (message[kWritableFinished]) nextTick(callback, new codes.ERR_STREAM_ALREADY_FINISHED('end'));
  else arrayPush((message[kEndCallbacks] ??= []), callback);
}

function sendEnd(message, chunk) {
  flushChunks(message);
  const finish = (error) => onFinish(message, error);
  if (message._hasBody && message.chunkedEncoding) {
    message._send(`0${CRLF}${message._trailer}${CRLF}`, 'latin1', finish);
  } else if (!message._headerSent || message.writableLength || chunk) {
    message._send('', 'latin1', finish);
  } else {
    // A write may have failed, although nothing is left to write.
    nextTick(finish, (message[kSocket] ?? message.req?.socket)?.errored);
  }
  const socket = message[kSocket];
  if (socket) {
    // However many times it was corked.
    if (socket._writableState && socket._writableState.corked > 0) socket._writableState.corked = 1;
    socket.uncork();
  }
  message[kCorked] = 0;
  message.finished = true;
  if (message.outputData.length === 0 && socket && socket._httpMessage === message) message._finish();
}

// Writes head and body at once to the handle, if nothing was sent and nothing is buffered. Returns false if that is not possible.
function endDirectly(message, chunk, encoding, callback) {
  const socket = message[kSocket];
  if (socket === null || message._headerSent || message.destroyed || socket._httpMessage !== message ||
      message.strictContentLength || message.outputData.length !== 0 || message[kChunkedLength] !== 0 ||
      !canWriteDirectly(socket)) return false;
  const isText = typeof chunk === 'string';
  if (isText ? !isUtf8(encoding) : !(chunk instanceof Uint8Array)) return false;
  const length = isText ? byteLengthOf(chunk) : chunk.length;
  if (message._header === null) {
    message._contentLength ??= length;
    message._implicitHeader();
    // An Expect header was sent already, or the program's writeHead() has side effects.
    if (message._headerSent || message.finished || !canWriteDirectly(socket)) return false;
  }
  if ((length !== 0 && !message._hasBody) || message[kNonAscii]) return false;
  message[kBytesWritten] += length;
  message._headerSent = true;
  if (typeof callback === 'function') arrayPush((message[kEndCallbacks] ??= []), callback);
  message.finished = true;
  let head = message._header;
  let tail = '';
  if (message.chunkedEncoding && message._hasBody) {
    if (length !== 0) head += numberProtoToString(length, 16) + CRLF;
    tail = `${length === 0 ? '' : CRLF}0${CRLF}${message._trailer}${CRLF}`;
  }
  if (writeDirectly(socket, head, chunk, tail, message)) {
    // A tick without arguments costs less.
    if (message[kFinishTick] !== null) nextTick(message[kFinishTick]);
    else nextTick(onFinish, message);
  }
  message._finish();
  return true;
}

// The length of an ASCII string, by far the most common, is its byte length.
function byteLengthOf(text) {
  for (let i = 0; i < text.length; i++) {
    if (stringCharCodeAt(text, i) > 127) return Buffer.byteLength(text);
    if (i === 256) return Buffer.byteLength(text);
  }
  return text.length;
}

// Everything was passed to the system, or failed.
function onFinish(message, error) {
  const callbacks = message[kEndCallbacks];
  if (error && message[kSocket]?._hadError) return;
  if (error) message[kErrored] ??= error;
  else message[kWritableFinished] = true;
  if (callbacks !== null) {
    message[kEndCallbacks] = null;
    for (let i = 0; i < callbacks.length; i++) {
      const callback = callbacks[i];
      callback(error ?? null);
    }
  }
  if (error) return;
  if (message[kOnFinish] !== null) message[kOnFinish](message);
  message.emit('finish');
}

proto._finish = function _finish() {
  this.emit('prefinish');
};

proto.destroy = function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  this[kErrored] = error;
  if (this[kSocket]) this[kSocket].destroy(error);
  else nextTick(emitClose, this);
  return this;
};

// It never had a socket, whose 'close' would be reported.
function emitClose(message) {
  if (message._closed) return;
  message._closed = true;
  message.emit('close');
}

proto.setTimeout = function setTimeout(msecs, callback) {
  if (callback) this.on('timeout', callback);
  if (this[kSocket]) this[kSocket].setTimeout(msecs);
  else this.once('socket', (socket) => socket.setTimeout(msecs));
  return this;
};

proto._implicitHeader = function _implicitHeader() {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_implicitHeader()');
};

proto.pipe = function pipe() {
  this.emit('error', new codes.ERR_STREAM_CANNOT_PIPE());
};

proto[symbolFor('nodejs.rejection')] = function(error) {
  this.destroy(error);
};

module.exports = {
  OutgoingMessage, kNonAscii, kCorked, kErrored, kFinishTick, kHighWaterMark, kNeedDrain, kOnFinish, kOutHeaders, kSocket,
  kUniqueHeaders, onFinish,
};

require('http/outgoing_headers').install(proto);
require('http/outgoing_head').install(proto);
