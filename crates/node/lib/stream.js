'use strict';
// node:stream. Each class and function is a file of streams/.

const { objectDefineProperty } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { Stream, asBuffer } = require('streams/legacy');
const kinds = require('streams/kinds');
const { getDefaultHighWaterMark, setDefaultHighWaterMark } = require('streams/high_water_mark');
const { addAbortSignal } = require('streams/abort_signal');
const { destroyer } = require('streams/destroy');
const { eos } = require('streams/end_of_stream');
const { pipeline } = require('streams/pipeline');
const { promisify } = require('util');

module.exports = Stream;

Stream.isDestroyed = kinds.isDestroyed;
Stream.isDisturbed = kinds.isDisturbed;
Stream.isErrored = kinds.isErrored;
Stream.isReadable = kinds.isReadable;
Stream.isWritable = kinds.isWritable;
Stream.Readable = require('streams/readable');
Stream.Writable = require('streams/writable');
Stream.Duplex = require('streams/duplex');
Stream.Transform = require('streams/transform');
Stream.PassThrough = require('streams/pass_through');
Stream.duplexPair = function duplexPair(options) {
  return require('streams/pair').duplexPair(options);
};
Stream.pipeline = pipeline;
Stream.addAbortSignal = addAbortSignal;
Stream.finished = eos;
Stream.destroy = destroyer;
Stream.compose = function compose(...streams) {
  return require('streams/compose').compose(...each(streams));
};
Stream.setDefaultHighWaterMark = setDefaultHighWaterMark;
Stream.getDefaultHighWaterMark = getDefaultHighWaterMark;

const promises = () => require('stream/promises');
objectDefineProperty(Stream, 'promises', { __proto__: null, configurable: true, enumerable: true, get: promises });
for (const { 0: fn, 1: name } of each([[pipeline, 'pipeline'], [eos, 'finished']])) {
  objectDefineProperty(fn, promisify.custom, { __proto__: null, enumerable: true, get: () => promises()[name] });
}

Stream.Stream = Stream;
Stream._isArrayBufferView = ArrayBuffer.isView;
Stream._isUint8Array = require('util/types').isUint8Array;
Stream._uint8ArrayToBuffer = function _uint8ArrayToBuffer(chunk) {
  return asBuffer(chunk);
};
