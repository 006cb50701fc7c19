'use strict';
// Duplex: a Readable with the methods of Writable. Two states, destroyed together: see destroy.js.

const { objectDefineProperty, objectGetOwnPropertyDescriptor, objectSetPrototypeOf } = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const { Stream } = require('stream/legacy');
const Readable = require('stream/readable');
const Writable = require('stream/writable');
const { construct, kOnConstructed } = require('stream/destroy');
const { ReadableState } = require('stream/readable_state');
const { WritableState } = require('stream/writable_state');

function Duplex(options) {
  if (!(this instanceof Duplex)) return new Duplex(options);
  this._events ??= {
    close: undefined, error: undefined, prefinish: undefined, finish: undefined, drain: undefined, data: undefined,
    end: undefined, readable: undefined,
  };
  this._readableState = new ReadableState(options, this, true);
  this._writableState = new WritableState(options, this, true);
  // If false, the end of the readable side ends the writable side.
  this.allowHalfOpen = options ? options.allowHalfOpen !== false : true;
  if (options) {
    endDisabledSides(this, options);
    if (typeof options.read === 'function') this._read = options.read;
    if (typeof options.write === 'function') this._write = options.write;
    if (typeof options.writev === 'function') this._writev = options.writev;
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.final === 'function') this._final = options.final;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal) require('stream/abort_signal').addAbortSignalNoValidate(options.signal, this);
  }
  call1(Stream, this, options);
  if (this._construct != null) constructDuplex(this);
}

function constructDuplex(stream) {
  construct(stream, () => {
    stream._readableState?.[kOnConstructed](stream);
    stream._writableState?.[kOnConstructed](stream);
  });
}

// options.readable or options.writable is false: that side has already ended.
function endDisabledSides(stream, options) {
  if (options.readable === false) {
    const r = stream._readableState;
    r.readable = false;
    r.ended = r.endEmitted = true;
  }
  if (options.writable === false) {
    const w = stream._writableState;
    w.writable = false;
    w.ending = w.ended = w.finished = true;
  }
}

objectSetPrototypeOf(Duplex.prototype, Readable.prototype);
objectSetPrototypeOf(Duplex, Readable);
module.exports = Duplex;

const METHODS = ['write', 'cork', 'uncork', 'setDefaultEncoding', '_write', '_writev', 'end', 'destroy'];
for (const name of each(METHODS)) Duplex.prototype[name] = Writable.prototype[name];

const PROPERTIES = [
  'writable', 'writableHighWaterMark', 'writableObjectMode', 'writableBuffer', 'writableLength', 'writableFinished',
  'writableCorked', 'writableEnded', 'writableNeedDrain',
];
for (const name of each(PROPERTIES)) {
  objectDefineProperty(Duplex.prototype, name, {
    __proto__: null, ...objectGetOwnPropertyDescriptor(Writable.prototype, name),
  });
}

objectDefineProperty(Duplex.prototype, 'destroyed', {
  __proto__: null,
  get() {
    if (this._readableState === undefined || this._writableState === undefined) return false;
    return this._readableState.destroyed && this._writableState.destroyed;
  },
  set(value) {
    if (!this._readableState || !this._writableState) return;
    this._readableState.destroyed = value;
    this._writableState.destroyed = value;
  },
});

Duplex.fromWeb = function(pair, options) {
  return require('web_streams/node_duplex').duplexFromWeb(pair, options);
};
Duplex.toWeb = function(duplex, options) {
  return require('web_streams/node_duplex').duplexToWeb(duplex, options);
};
Duplex.from = function(body) {
  return require('stream/duplexify').duplexify(body, 'body');
};
