'use strict';
// Readable.toWeb and Readable.fromWeb.

const globals = require('globals');
const { codes, AbortError } = require('core/errors');
const { validateBoolean, validateObject, validateOneOf } = require('core/validate');
const { destroyer } = require('stream/destroy');
const { eos } = require('stream/end_of_stream');
const { isDestroyed, isReadable, isReadableEnded } = require('stream/predicates');
const { isA } = require('web_streams/interface');
const { noop, upon } = require('web_streams/promises');
const { CountQueuingStrategy } = require('web_streams/strategies');
const { ReadableStream } = require('web_streams/readable_stream');

// A premature close is an AbortError for the reader of the web stream.
function toAbortError(error) {
  if (error?.code !== 'ERR_STREAM_PREMATURE_CLOSE') return error;
  return new AbortError(undefined, { cause: error });
}

// A string has no byteLength; its length is used.
const lengthOf = (chunk) => chunk.byteLength ?? chunk.length;

function strategyFor(stream, strategy) {
  if (strategy !== undefined) return strategy;
  const highWaterMark = stream.readableHighWaterMark;
  return stream.readableObjectMode ? new CountQueuingStrategy({ highWaterMark }) : { highWaterMark, size: lengthOf };
}

// A Buffer may be part of a shared pool; a byte stream transfers the memory of its chunks.
function toWebChunk(chunk, isBytes, objectMode) {
  if (!globals.Buffer.isBuffer(chunk) || objectMode) return chunk;
  return isBytes ? new Uint8Array(chunk) : new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function readableToWeb(stream, options = {}) {
  if (typeof stream?._readableState !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('streamReadable', 'stream.Readable', stream);
  }
  validateObject(options, 'options');
  const { type } = options;
  if (type !== undefined) validateOneOf(type, 'options.type', ['bytes', undefined]);
  const isBytes = type === 'bytes';
  if (isDestroyed(stream) || !isReadable(stream)) return endedReadable(stream);

  const objectMode = stream.readableObjectMode;
  const strategy = isBytes ? { highWaterMark: stream.readableHighWaterMark } : strategyFor(stream, options.strategy);
  let controller;
  let cancelled = false;
  const onData = (chunk) => {
    controller.enqueue(toWebChunk(chunk, isBytes, objectMode));
    if (controller.desiredSize <= 0) stream.pause();
  };
  stream.pause();
  const cleanup = eos(stream, (error) => {
    cleanup();
    // Ignore later errors.
    stream.on('error', noop);
    if (error) {
      controller.error(toAbortError(error));
      return;
    }
    if (cancelled) return;
    controller.close();
    // A pending BYOB read ends when its buffer is returned.
    if (isBytes) controller.byobRequest?.respond(0);
  });
  stream.on('data', onData);
  return new ReadableStream({
    type,
    start(c) {
      controller = c;
    },
    pull() {
      stream.resume();
    },
    cancel(reason) {
      cancelled = true;
      destroyer(stream, reason);
    },
  }, strategy);
}

function endedReadable(stream) {
  if (isReadableEnded(stream) && !stream.errored) {
    const readable = new ReadableStream();
    readable.cancel();
    return readable;
  }
  return new ReadableStream({
    start(controller) {
      controller.error(stream.errored ?? new AbortError());
    },
  });
}

function readableFromWeb(readableStream, options = {}) {
  if (!isA(readableStream, 'ReadableStream')) {
    throw new codes.ERR_INVALID_ARG_TYPE('readableStream', 'ReadableStream', readableStream);
  }
  validateObject(options, 'options');
  const { highWaterMark, encoding, objectMode = false, signal } = options;
  if (encoding !== undefined && !globals.Buffer.isEncoding(encoding)) throw new codes.ERR_INVALID_ARG_VALUE('options.encoding', encoding);
  validateBoolean(objectMode, 'options.objectMode');

  const Readable = require('stream/readable');
  const reader = readableStream.getReader();
  let closed = false;
  const readable = new Readable({
    objectMode,
    highWaterMark,
    encoding,
    signal,
    read() {
      readOnce(reader, readable);
    },
    destroy(error, callback) {
      const done = () => safeCallback(callback, error);
      if (closed) done();
      else upon(reader.cancel(error), done, done);
    },
  });
  upon(reader.closed, () => {
    closed = true;
  }, (error) => {
    closed = true;
    destroyer(readable, error);
  });
  return readable;
}

function readOnce(reader, readable) {
  upon(reader.read(), ({ done, value }) => readable.push(done ? null : value), (error) => destroyer(readable, error));
}

// An exception of the callback is thrown uncaught, not swallowed by a promise.
function safeCallback(callback, error) {
  try {
    callback(error);
  } catch (thrown) {
    globals.process.nextTick(() => { throw thrown; });
  }
}

module.exports = { toAbortError, lengthOf, readOnce, readableFromWeb, readableToWeb, safeCallback };
