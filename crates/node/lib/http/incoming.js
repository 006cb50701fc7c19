'use strict';
// IncomingMessage: a request in the server, a response in the client.
//
// WHY it is lean. Most requests have no body, and most handlers read one or two headers, or none. So the state of the stream is
// created on first access (`_readableState` is an accessor), the table of listeners with the first listener, rawHeaders and
// headers when they are read. A request that was not used leaves nothing to clean up when its response finishes.

const globals = require('globals');
const { objectDefineProperty, objectSetPrototypeOf, stringSplit } = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { Readable } = require('stream');
const EventEmitter = require('events');
const { ReadableState, bits, kState } = require('stream/readable_state');
const { addTo, addDistinctTo, headersOf } = require('http/header_rules');

const kHeaders = Symbol('kHeaders');
const kHeadersDistinct = Symbol('kHeadersDistinct');
const kTrailers = Symbol('kTrailers');
const kTrailersDistinct = Symbol('kTrailersDistinct');
const kFields = Symbol('kFields');
const kRawHeaders = Symbol('kRawHeaders');
const kRawTrailers = Symbol('kRawTrailers');
const kStream = Symbol('kStream');
const kStage = Symbol('kStage');
const kSignal = Symbol('kSignal');
const kDetachAbortSignal = Symbol('kDetachAbortSignal');
// Stops watching the socket for the signal.
const kRelease = Symbol('kRelease');
const DETACHED = () => {};
const kHeadBits = Symbol('kHeadBits');

// The progress of the stream before its state was created.
const OPEN = 0;
const ENDED = 1;
const FINISHED = 2;

function IncomingMessage(socket) {
  this._events = undefined;
  this._eventsCount = 0;
  this._maxListeners = undefined;
  this[kStream] = null;
  this[kStage] = OPEN;
  this.socket = socket;
  this.httpVersionMajor = null;
  this.httpVersionMinor = null;
  this.httpVersion = null;
  this.complete = false;
  this[kFields] = '';
  this[kHeadBits] = 0;
  this[kRawHeaders] = null;
  this[kHeaders] = null;
  this[kHeadersDistinct] = null;
  this[kRawTrailers] = null;
  this[kTrailers] = null;
  this[kTrailersDistinct] = null;
  this[kSignal] = null;
  this[kRelease] = null;
  this.joinDuplicateHeaders = false;
  this.aborted = false;
  this.upgrade = null;
  this.url = '';
  this.method = null;
  this.statusCode = null;
  this.statusMessage = null;
  this.client = socket;
  this._consuming = false;
  this._dumped = false;
  if (EventEmitter.captureRejections) call1(EventEmitter, this, { captureRejections: true });
}
objectSetPrototypeOf(IncomingMessage.prototype, Readable.prototype);
objectSetPrototypeOf(IncomingMessage, Readable);

const proto = IncomingMessage.prototype;

function makeState(message) {
  const { socket } = message;
  const highWaterMark = socket?.readableHighWaterMark;
  const state = new ReadableState(highWaterMark === undefined ? undefined : { highWaterMark }, message, false);
  message[kStream] = state;
  // Do not read ahead before the body is requested: see _read().
  state[kState] |= bits.READING_MORE;
  message._events ??= { close: undefined, error: undefined, data: undefined, end: undefined, readable: undefined };
  if (message[kStage] >= ENDED) state[kState] |= bits.ENDED;
  if (message[kStage] === FINISHED) {
    state[kState] |= bits.END_EMITTED | bits.DESTROYED | bits.CLOSED | bits.CLOSE_EMITTED;
  }
  return state;
}

function define(name, get, set) {
  objectDefineProperty(proto, name, { __proto__: null, configurable: true, enumerable: false, get, set });
}

define('_readableState', function() { return this[kStream] ?? makeState(this); }, function(state) { this[kStream] = state; });
define('connection', function() { return this.socket; }, function(socket) { this.socket = socket; });
define('rawHeaders', function() {
  return this[kRawHeaders] ??= this[kFields] === '' ? [] : stringSplit(this[kFields], '\n');
}, function(list) { this[kRawHeaders] = list; });
define('rawTrailers', function() { return this[kRawTrailers] ??= []; }, function(list) { this[kRawTrailers] = list; });
define('headers', function() {
  return this[kHeaders] ??= headersOf(this.rawHeaders, this.joinDuplicateHeaders);
}, function(headers) { this[kHeaders] = headers; });
define('headersDistinct', function() {
  return this[kHeadersDistinct] ??= distinctOf(this.rawHeaders);
}, function(headers) { this[kHeadersDistinct] = headers; });
define('trailers', function() {
  return this[kTrailers] ??= headersOf(this.rawTrailers, this.joinDuplicateHeaders);
}, function(trailers) { this[kTrailers] = trailers; });
define('trailersDistinct', function() {
  return this[kTrailersDistinct] ??= distinctOf(this.rawTrailers);
}, function(trailers) { this[kTrailersDistinct] = trailers; });

function distinctOf(raw) {
  const headers = { __proto__: null };
  for (let i = 0; i < raw.length; i += 2) addDistinctTo(headers, raw[i], raw[i + 1]);
  return headers;
}

// ---- called by the parser

// The headers as the parser returns them, and bits that describe them.
proto.takeFields = function(fields, headBits) {
  this[kFields] = fields;
  this[kHeadBits] = headBits;
};
proto.takeTrailers = function(fields) {
  this[kRawTrailers] = fields === '' ? [] : stringSplit(fields, '\n');
  // They may have been read before, without these.
  this[kTrailers] = this[kTrailersDistinct] = null;
};
proto.endOfMessage = function() {
  if (this[kStream] !== null) this.push(null);
  else if (this[kStage] === OPEN) this[kStage] = ENDED;
};
for (const name of each(['takeFields', 'takeTrailers', 'endOfMessage'])) objectDefineProperty(proto, name, { __proto__: null, enumerable: false });

const hasHeadBit = (message, bit) => (message[kHeadBits] & bit) !== 0;

// No listeners and no reads: no events need to be emitted at its end.
const isUntouched = (message) => message[kStream] === null && message._eventsCount === 0;

function endUntouched(message) {
  message[kStage] = FINISHED;
  message._dumped = true;
}

// ---- the stream

proto.setTimeout = function setTimeout(msecs, callback) {
  if (callback) this.on('timeout', callback);
  this.socket.setTimeout(msecs);
  return this;
};

proto._read = function _read() {
  if (!this._consuming) {
    this._readableState.readingMore = false;
    this._consuming = true;
  }
  // The rest of the body is still in the socket.
  if (this.socket.readable) require('http/parser').readStart(this.socket);
};

// Destroying an incomplete message destroys its connection.
proto._destroy = function _destroy(error, callback) {
  if (!this.readableEnded || !this.complete) {
    this.aborted = true;
    this.emit('aborted');
    if (this[kSignal] !== null) abortSignal(this);
  }
  // Unless the message is complete.
  if (this.socket && !this.socket.destroyed && this.aborted) {
    this.socket.destroy(error);
    const cleanup = require('stream').finished(this.socket, (failure) => {
      if (failure?.code === 'ERR_STREAM_PREMATURE_CLOSE') failure = null;
      cleanup();
      globals.process.nextTick(callDestroyCallback, this, failure || error, callback);
    });
  } else if (error) {
    globals.process.nextTick(callDestroyCallback, this, error, callback);
  } else {
    callback();
  }
};

// Without a listener the error is ignored: the remote end has gone away.
function callDestroyCallback(message, error, callback) {
  if (message.listenerCount('error') > 0) callback(error);
  else callback();
}

// The body is not wanted: read and discard it.
proto._dump = function _dump() {
  if (this._dumped) return;
  this._dumped = true;
  // Discards what is buffered, too.
  this.removeAllListeners('data');
  // It is complete: 'end' does not depend on the flow.
  if (this.complete) this.read(0);
  this.resume();
};

proto._dumpAndCloseReadable = function _dumpAndCloseReadable() {
  this._dumped = true;
  this._readableState[kState] |= bits.ENDED | bits.END_EMITTED | bits.DESTROYED | bits.CLOSED | bits.CLOSE_EMITTED;
};

// ---- headers added by programs

proto._addHeaderLines = function _addHeaderLines(headers, count) {
  if (!headers?.length) return;
  if (this.complete) {
    this[kRawTrailers] = sliceOf(headers, 0, count);
    if (this[kTrailers] !== null) fill(this, headers, this[kTrailers], count);
  } else {
    this[kRawHeaders] = sliceOf(headers, 0, count);
    if (this[kHeaders] !== null) fill(this, headers, this[kHeaders], count);
  }
};

function fill(message, headers, dest, count) {
  for (let i = 0; i < count; i += 2) message._addHeaderLine(headers[i], headers[i + 1], dest);
}

proto._addHeaderLine = function _addHeaderLine(field, value, dest) {
  addTo(dest, field, value, this.joinDuplicateHeaders);
};

proto._addHeaderLineDistinct = function _addHeaderLineDistinct(field, value, dest) {
  addDistinctTo(dest, field, value);
};

// ---- signal: aborted when the remote end closes the connection

define('signal', function() {
  if (this[kSignal] === null) {
    this[kSignal] = new globals.AbortController();
    if (this.destroyed && (!this.readableEnded || !this.complete)) this[kSignal].abort();
    else watchSocket(this);
  }
  return this[kSignal].signal;
});

function watchSocket(message) {
  const { socket } = message;
  if (message[kRelease] === DETACHED || !socket) return;
  if (socket.destroyed) {
    abortSignal(message);
    return;
  }
  const onClose = () => abortSignal(message);
  socket.once('close', onClose);
  message[kRelease] = () => socket.removeListener('close', onClose);
}

function abortSignal(message) {
  message[kDetachAbortSignal]();
  message[kSignal]?.abort();
}

// The exchange is over: what happens to the socket is no longer of interest.
proto[kDetachAbortSignal] = function() {
  const release = this[kRelease];
  this[kRelease] = DETACHED;
  release?.();
};

module.exports = {
  IncomingMessage, endUntouched, isUntouched, kDetachAbortSignal, kHeaders, hasHeadBit,
};
