'use strict';
// Writable: the class. write.js is the path of a chunk, finish.js the way to 'finish'.

const globals = require('globals');
const {
  objectDefineProperties, objectDefineProperty, objectGetPrototypeOf, objectSetPrototypeOf, stringToLowerCase, symbolFor,
} = require('core/intrinsics');
const { call1, call2 } = require('core/safe/calls');
const { Stream } = require('stream/legacy');
const { codes, AbortError } = require('core/errors');
const { construct, destroy, errorOrDestroy, kOnConstructed, undestroy } = require('stream/destroy');
const { WritableState, bits, kState } = require('stream/writable_state');
const { write, writeBuffered, errorBuffer } = require('stream/write');
const { finishMaybe, addFinishCallback } = require('stream/finish');

const {
  BUFFERED, CORKED, DESTROYED, ENDED, ENDING, ERRORED, FINISHED, HAS_WRITABLE, NEED_DRAIN, ONFINISH, WRITABLE, WRITING,
} = bits;

function Writable(options) {
  if (new.target !== Writable && !inheritsFrom(this) && !(this instanceof Writable)) return new Writable(options);
  this._events ??= { close: undefined, error: undefined, prefinish: undefined, finish: undefined, drain: undefined };
  this._writableState = new WritableState(options, this, false);
  if (options) {
    if (typeof options.write === 'function') this._write = options.write;
    if (typeof options.writev === 'function') this._writev = options.writev;
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.final === 'function') this._final = options.final;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal) require('stream/abort_signal').addAbortSignalNoValidate(options.signal, this);
  }
  call1(Stream, this, options);
  if (this._construct != null) constructWritable(this);
}

function constructWritable(stream) {
  construct(stream, () => stream._writableState[kOnConstructed](stream));
}

objectSetPrototypeOf(Writable.prototype, Stream.prototype);
objectSetPrototypeOf(Writable, Stream);
module.exports = Writable;
Writable.WritableState = WritableState;

// A Duplex inherits from Readable, and is an instance of Writable too. This one is read-only.
const hasInstance = (() => {})[Symbol.hasInstance];
objectDefineProperty(Writable, Symbol.hasInstance, {
  __proto__: null,
  value: {
    [Symbol.hasInstance](object) {
      if (call1(hasInstance, this, object)) return true;
      return this === Writable && Boolean(object) && object._writableState instanceof WritableState;
    },
  }[Symbol.hasInstance],
});

const proto = Writable.prototype;

// What `instanceof` is for most streams, without calling the function above.
function inheritsFrom(object) {
  for (let prototype = object; prototype; prototype = objectGetPrototypeOf(prototype)) {
    if (prototype === proto) return true;
  }
  return false;
}

proto.pipe = function() {
  errorOrDestroy(this, new codes.ERR_STREAM_CANNOT_PIPE());
};

proto.write = function(chunk, encoding, callback) {
  if (chunk != null && typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  return write(this, chunk, encoding, callback) === true;
};

proto.cork = function() {
  const state = this._writableState;
  state[kState] |= CORKED;
  state.corked++;
};

proto.uncork = function() {
  const state = this._writableState;
  if (!state.corked) return;
  state.corked--;
  if (!state.corked) state[kState] &= ~CORKED;
  if ((state[kState] & WRITING) === 0) writeBuffered(this, state);
};

proto.setDefaultEncoding = function setDefaultEncoding(encoding) {
  if (typeof encoding === 'string') encoding = stringToLowerCase(encoding);
  if (!globals.Buffer.isEncoding(encoding)) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};

proto._write = function(chunk, encoding, callback) {
  if (!this._writev) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_write()');
  this._writev([{ chunk, encoding }], callback);
};

proto._writev = null;

proto.end = function(chunk, encoding, callback) {
  const state = this._writableState;
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  let err;
  if (chunk !== null && chunk !== undefined) {
    const result = write(this, chunk, encoding);
    if (result instanceof Error) err = result;
  }
  // end() uncorks, however many times cork() was called.
  if ((state[kState] & CORKED) !== 0) {
    state.corked = 1;
    this.uncork();
  }
  if (err) {
    // Reported through the callback, below.
  } else if ((state[kState] & (ERRORED | ENDING)) === 0) {
    state[kState] |= ENDING;
    finishMaybe(this, state, true);
    state[kState] |= ENDED;
  } else if ((state[kState] & FINISHED) !== 0) {
    err = new codes.ERR_STREAM_ALREADY_FINISHED('end');
  } else if ((state[kState] & DESTROYED) !== 0) {
    err = new codes.ERR_STREAM_DESTROYED('end');
  }
  if (typeof callback === 'function') {
    if (err) globals.process.nextTick(callback, err);
    else if ((state[kState] & ERRORED) !== 0) globals.process.nextTick(callback, state.errored);
    else if ((state[kState] & FINISHED) !== 0) globals.process.nextTick(callback);
    else addFinishCallback(state, callback);
  }
  return this;
};

const stateBit = (bit) => ({
  __proto__: null,
  get() { return this._writableState ? (this._writableState[kState] & bit) !== 0 : false; },
});
const stateField = (name) => ({ __proto__: null, get() { return this._writableState?.[name]; } });

objectDefineProperties(proto, {
  closed: { __proto__: null, get() { return this._writableState ? this._writableState.closed : false; } },
  destroyed: {
    __proto__: null,
    get() { return this._writableState ? (this._writableState[kState] & DESTROYED) !== 0 : false; },
    set(value) {
      if (this._writableState) this._writableState.destroyed = value;
    },
  },
  writable: {
    __proto__: null,
    get() {
      const state = this._writableState;
      return Boolean(state) && (state[kState] & (HAS_WRITABLE | WRITABLE)) !== HAS_WRITABLE &&
        (state[kState] & (DESTROYED | ERRORED | ENDING | ENDED)) === 0;
    },
    set(value) {
      if (this._writableState) this._writableState.writable = Boolean(value);
    },
  },
  writableFinished: stateBit(FINISHED),
  writableObjectMode: stateBit(bits.OBJECT_MODE),
  writableBuffer: { __proto__: null, get() { return this._writableState?.getBuffer(); } },
  writableEnded: stateBit(ENDING),
  writableNeedDrain: {
    __proto__: null,
    get() {
      const state = this._writableState;
      return state ? (state[kState] & (DESTROYED | ENDING | NEED_DRAIN)) === NEED_DRAIN : false;
    },
  },
  writableHighWaterMark: stateField('highWaterMark'),
  writableCorked: { __proto__: null, get() { return this._writableState ? this._writableState.corked : 0; } },
  writableLength: stateField('length'),
  errored: { __proto__: null, get() { return this._writableState ? this._writableState.errored : null; } },
  writableAborted: {
    __proto__: null,
    get() {
      const state = this._writableState[kState];
      return (state & (HAS_WRITABLE | WRITABLE)) !== HAS_WRITABLE && (state & (DESTROYED | ERRORED)) !== 0 &&
        (state & FINISHED) === 0;
    },
  },
});

proto.destroy = function(err, callback) {
  const state = this._writableState;
  if ((state[kState] & (BUFFERED | ONFINISH)) !== 0 && (state[kState] & DESTROYED) === 0) {
    globals.process.nextTick(errorBuffer, state);
  }
  call2(destroy, this, err, callback);
  return this;
};
proto._undestroy = undestroy;
proto._destroy = function(err, callback) {
  callback(err);
};
proto[symbolFor('nodejs.rejection')] = function(err) {
  this.destroy(err);
};
proto[Symbol.asyncDispose] = async function() {
  if (!this.destroyed) this.destroy(this.writableFinished ? null : new AbortError());
  await require('stream/end_of_stream').finishedExcept(this, (err) => err.name === 'AbortError');
};

Writable.fromWeb = function(writableStream, options) {
  return require('web_streams/node_writable').writableFromWeb(writableStream, options);
};
Writable.toWeb = function(streamWritable) {
  return require('web_streams/node_writable').writableToWeb(streamWritable);
};
