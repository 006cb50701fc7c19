'use strict';
// node:stream. Each class and function is a file in stream/, beside the public node:stream/promises, consumers and web.

const { arrayBufferStaticIsView, objectDefineProperty } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { Stream, asBuffer } = require('stream/legacy');
const predicates = require('stream/predicates');
const { getDefaultHighWaterMark, setDefaultHighWaterMark } = require('stream/high_water_mark');
const { addAbortSignal } = require('stream/abort_signal');
const { destroyer } = require('stream/destroy');
const { eos } = require('stream/end_of_stream');
const { pipeline } = require('stream/pipeline');
const { promisify } = require('util');

module.exports = Stream;

Stream.isDestroyed = predicates.isDestroyed;
Stream.isDisturbed = predicates.isDisturbed;
Stream.isErrored = predicates.isErrored;
Stream.isReadable = predicates.isReadable;
Stream.isWritable = predicates.isWritable;
Stream.Readable = require('stream/readable');
Stream.Writable = require('stream/writable');
Stream.Duplex = require('stream/duplex');
Stream.Transform = require('stream/transform');
Stream.PassThrough = require('stream/pass_through');
Stream.duplexPair = function duplexPair(options) {
  return require('stream/duplex_pair').duplexPair(options);
};
Stream.pipeline = pipeline;
Stream.addAbortSignal = addAbortSignal;
Stream.finished = eos;
Stream.destroy = destroyer;
Stream.compose = function compose(...streams) {
  return require('stream/compose').compose(...each(streams));
};
Stream.setDefaultHighWaterMark = setDefaultHighWaterMark;
Stream.getDefaultHighWaterMark = getDefaultHighWaterMark;

const promises = () => require('stream/promises');
objectDefineProperty(Stream, 'promises', { __proto__: null, configurable: true, enumerable: true, get: promises });
for (const { 0: fn, 1: name } of each([[pipeline, 'pipeline'], [eos, 'finished']])) {
  objectDefineProperty(fn, promisify.custom, { __proto__: null, enumerable: true, get: () => promises()[name] });
}

Stream.Stream = Stream;
Stream._isArrayBufferView = arrayBufferStaticIsView;
Stream._isUint8Array = require('util/types').isUint8Array;
Stream._uint8ArrayToBuffer = function _uint8ArrayToBuffer(chunk) {
  return asBuffer(chunk);
};
