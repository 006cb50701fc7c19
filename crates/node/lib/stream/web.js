'use strict';
// node:stream/web: the interfaces of the Streams standard, implemented in web_streams/.

const { objectDefineProperty } = require('core/intrinsics');
const { ReadableStream } = require('web_streams/readable_stream');
const { ReadableStreamDefaultReader, ReadableStreamBYOBReader } = require('web_streams/readers');
const { ReadableStreamDefaultController } = require('web_streams/default_controller');
const { ReadableByteStreamController, ReadableStreamBYOBRequest } = require('web_streams/byte_controller');
const { TransformStream, TransformStreamDefaultController } = require('web_streams/transform_stream');
const { WritableStream, WritableStreamDefaultController } = require('web_streams/writable_stream');
const { WritableStreamDefaultWriter } = require('web_streams/writer');
const { ByteLengthQueuingStrategy, CountQueuingStrategy } = require('web_streams/strategies');
const { TextEncoderStream, TextDecoderStream } = require('web_streams/text');
const { CompressionStream, DecompressionStream } = require('web_streams/compression');

// Both branches of tee(); the second one gets clones of the chunks if `cloneForBranch2` is set.
function ReadableStreamTee(stream, cloneForBranch2) {
  if (!(stream instanceof ReadableStream)) {
    throw new (require('core/errors').codes.ERR_INVALID_ARG_TYPE)('stream', 'ReadableStream', stream);
  }
  return require('web_streams/tee').tee(stream, cloneForBranch2);
}
objectDefineProperty(ReadableStreamTee, 'length', { __proto__: null, value: 1 });

module.exports = {
  ReadableStream,
  ReadableStreamTee,
  ReadableStreamDefaultReader,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableByteStreamController,
  ReadableStreamDefaultController,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultWriter,
  WritableStreamDefaultController,
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  TextEncoderStream,
  TextDecoderStream,
  CompressionStream,
  DecompressionStream,
};
