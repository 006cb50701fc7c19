'use strict';
// Readable: the class. read.js, flow.js, pipe.js and async_iterator.js implement it.

const { functionBind, objectDefineProperties, objectKeys, objectSetPrototypeOf, symbolFor } = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const { Stream } = require('stream/legacy');
const { codes, AbortError } = require('core/errors');
const { construct, destroy, errorOrDestroy, kOnConstructed, undestroy } = require('stream/destroy');
const { ReadableState, bits, kState, fromList } = require('stream/readable_state');
const { push, unshift, setEncoding, read } = require('stream/read');
const flow = require('stream/flow');

function Readable(options) {
  if (!(this instanceof Readable)) return new Readable(options);
  this._events ??= { close: undefined, error: undefined, data: undefined, end: undefined, readable: undefined };
  this._readableState = new ReadableState(options, this, false);
  if (options) {
    if (typeof options.read === 'function') this._read = options.read;
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal) require('stream/abort_signal').addAbortSignalNoValidate(options.signal, this);
  }
  call1(Stream, this, options);
  if (this._construct != null) constructReadable(this);
}

// A function of its own: a closure in the constructor would cost every stream a scope.
function constructReadable(stream) {
  construct(stream, () => stream._readableState[kOnConstructed](stream));
}

objectSetPrototypeOf(Readable.prototype, Stream.prototype);
objectSetPrototypeOf(Readable, Stream);
module.exports = Readable;
Readable.ReadableState = ReadableState;

const proto = Readable.prototype;
proto.destroy = destroy;
proto._undestroy = undestroy;
proto._destroy = function(err, callback) {
  callback(err);
};
proto[symbolFor('nodejs.rejection')] = function(err) {
  this.destroy(err);
};
proto[Symbol.asyncDispose] = async function() {
  let aborted;
  if (!this.destroyed) {
    aborted = this.readableEnded ? null : new AbortError();
    this.destroy(aborted);
  }
  await require('stream/end_of_stream').finishedExcept(this, (err) => err === aborted);
};

proto.push = push;
proto.unshift = unshift;
proto.isPaused = function() {
  const { paused, flowing: isFlowing } = this._readableState;
  return paused === true || isFlowing === false;
};
proto.setEncoding = setEncoding;
proto.read = read;
proto._read = function(size) { // eslint-disable-line no-unused-vars
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_read()');
};
proto.pipe = function(dest, options) {
  return require('stream/pipe').pipe(this, dest, options);
};
proto.unpipe = function(dest) {
  return require('stream/pipe').unpipe(this, dest);
};
proto.on = flow.on;
proto.addListener = proto.on;
proto.removeListener = flow.removeListener;
proto.off = proto.removeListener;
proto.removeAllListeners = flow.removeAllListeners;
proto.resume = flow.resume;
proto.pause = flow.pause;

// Wraps a legacy stream, which only emits 'data' and 'end'.
proto.wrap = function(stream) {
  let paused = false;
  stream.on('data', (chunk) => {
    if (!this.push(chunk) && stream.pause) {
      paused = true;
      stream.pause();
    }
  });
  stream.on('end', () => this.push(null));
  stream.on('error', (err) => errorOrDestroy(this, err));
  stream.on('close', () => this.destroy());
  stream.on('destroy', () => this.destroy());
  this._read = () => {
    if (paused && stream.resume) {
      paused = false;
      stream.resume();
    }
  };
  for (const name of each(objectKeys(stream))) {
    if (this[name] === undefined && typeof stream[name] === 'function') this[name] = functionBind(stream[name], stream);
  }
  return this;
};

proto[Symbol.asyncIterator] = function() {
  return require('stream/async_iterator').iterate(this);
};
proto.iterator = function(options) {
  if (options !== undefined) require('core/validate').validateObject(options, 'options');
  return require('stream/async_iterator').iterate(this, options);
};

const didEnd = (state) => (state[kState] & bits.END_EMITTED) !== 0;

objectDefineProperties(proto, {
  readable: {
    __proto__: null,
    get() {
      const state = this._readableState;
      return Boolean(state) && state.readable !== false && !state.destroyed && !state.errorEmitted && !didEnd(state);
    },
    set(value) {
      if (this._readableState) this._readableState.readable = Boolean(value);
    },
  },
  readableDidRead: { __proto__: null, get() { return this._readableState.dataEmitted; } },
  readableAborted: {
    __proto__: null,
    get() {
      const state = this._readableState;
      return Boolean(state.readable !== false && (state.destroyed || state.errored) && !didEnd(state));
    },
  },
  readableHighWaterMark: { __proto__: null, get() { return this._readableState.highWaterMark; } },
  readableBuffer: { __proto__: null, get() { return this._readableState?.buffer; } },
  readableFlowing: {
    __proto__: null,
    get() { return this._readableState.flowing; },
    set(value) {
      if (this._readableState) this._readableState.flowing = value;
    },
  },
  readableLength: { __proto__: null, get() { return this._readableState.length; } },
  readableObjectMode: { __proto__: null, get() { return this._readableState ? this._readableState.objectMode : false; } },
  readableEncoding: { __proto__: null, get() { return this._readableState ? this._readableState.encoding : null; } },
  errored: { __proto__: null, get() { return this._readableState ? this._readableState.errored : null; } },
  closed: { __proto__: null, get() { return this._readableState ? this._readableState.closed : false; } },
  destroyed: {
    __proto__: null,
    get() { return this._readableState ? this._readableState.destroyed : false; },
    set(value) {
      if (this._readableState) this._readableState.destroyed = value;
    },
  },
  readableEnded: { __proto__: null, get() { return this._readableState ? didEnd(this._readableState) : false; } },
});

Readable._fromList = fromList;
Readable.from = function(iterable, options) {
  return require('stream/from').from(Readable, iterable, options);
};
Readable.fromWeb = function(readableStream, options) {
  return require('web_streams/node_readable').readableFromWeb(readableStream, options);
};
Readable.toWeb = function(streamReadable, options) {
  return require('web_streams/node_readable').readableToWeb(streamReadable, options);
};
Readable.wrap = function(source, options) {
  const objectMode = source.readableObjectMode ?? source.objectMode ?? true;
  return new Readable({
    objectMode,
    ...options,
    destroy(err, callback) {
      require('stream/destroy').destroyer(source, err);
      callback(err);
    },
  }).wrap(source);
};

require('stream/operators').install(Readable);
