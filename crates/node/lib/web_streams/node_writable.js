'use strict';
// Writable.toWeb and Writable.fromWeb.

const { promiseAll, promiseWithResolvers } = require('core/safe/promises');
const globals = require('globals');
const { arrayMap } = require('core/intrinsics');
const { isAnyArrayBuffer } = require('util/types');
const { codes, AbortError } = require('core/errors');
const { validateBoolean, validateObject } = require('core/validate');
const { destroyer } = require('stream/destroy');
const { eos } = require('stream/end_of_stream');
const { isDestroyed, isWritable, isWritableEnded } = require('stream/predicates');
const { isA } = require('web_streams/interface');
const { noop, upon } = require('web_streams/promises');
const { toAbortError, lengthOf, safeCallback } = require('web_streams/node_readable');
const { CountQueuingStrategy } = require('web_streams/strategies');
const { WritableStream } = require('web_streams/writable_stream');

// A Writable; or anything with write() and on(), such as a ServerResponse.
const isWritableLike = (stream) => typeof stream?._writableState === 'object' ||
  (typeof stream?.write === 'function' && typeof stream.on === 'function');

function writableToWeb(stream) {
  if (!isWritableLike(stream)) {
    throw new codes.ERR_INVALID_ARG_TYPE('streamWritable', 'stream.Writable', stream);
  }
  if (isDestroyed(stream) || !isWritable(stream)) {
    const writable = new WritableStream();
    writable.close();
    return writable;
  }
  const highWaterMark = stream.writableHighWaterMark;
  const strategy = stream.writableObjectMode ? new CountQueuingStrategy({ highWaterMark }) :
    { highWaterMark, size: (chunk) => lengthOf(chunk ?? '') ?? 1 };
  let controller;
  // Resolve on the next 'drain', and on the end that close() requested.
  let drained;
  let closed;

  const cleanup = eos(stream, (error) => {
    error = toAbortError(error);
    cleanup();
    stream.on('error', noop);
    if (error != null) {
      drained?.reject(error);
      closed?.reject(error);
      closed = undefined;
      controller.error(error);
      return;
    }
    if (closed !== undefined) {
      closed.resolve();
      closed = undefined;
      return;
    }
    // It was ended by the program.
    controller.error(new AbortError());
  });
  stream.on('drain', () => {
    drained?.resolve();
    drained = undefined;
  });

  return new WritableStream({
    start(c) {
      controller = c;
    },
    write(chunk) {
      // Chunks of a web stream may be ArrayBuffers.
      if (!stream.writableObjectMode && isAnyArrayBuffer(chunk)) chunk = new Uint8Array(chunk);
      stream.write(chunk);
      if (!stream.writableNeedDrain) return undefined;
      drained = promiseWithResolvers();
      return drained.promise;
    },
    abort(reason) {
      destroyer(stream, reason);
    },
    close() {
      closed = promiseWithResolvers();
      const { promise } = closed;
      if (isWritableEnded(stream)) closed.resolve();
      else stream.end();
      return promise;
    },
  }, strategy);
}

// The methods of a Writable (or Duplex) that writes to a writer.
function writerFunctions(writer, isClosed, self) {
  const writeAll = (chunks, callback) => {
    const done = (error) => {
      try {
        callback(error);
      } catch (thrown) {
        // An exception of the write's callback errors the stream.
        globals.process.nextTick(() => destroyer(self(), thrown));
      }
    };
    upon(writer.ready, () => {
      upon(promiseAll(arrayMap(chunks, (chunk) => writer.write(chunk))), () => done(), (error) => done(error ?? new AbortError()));
    }, done);
  };
  return {
    write(chunk, encoding, callback) {
      writeAll([chunk], callback);
    },
    writev(chunks, callback) {
      writeAll(arrayMap(chunks, ({ chunk }) => chunk), callback);
    },
    final(callback) {
      const done = (error) => safeCallback(callback, error);
      if (isClosed()) done();
      else upon(writer.close(), () => done(), done);
    },
  };
}

function writableFromWeb(writableStream, options = {}) {
  if (!isA(writableStream, 'WritableStream')) {
    throw new codes.ERR_INVALID_ARG_TYPE('writableStream', 'WritableStream', writableStream);
  }
  validateObject(options, 'options');
  const { highWaterMark, decodeStrings = true, objectMode = false, signal } = options;
  validateBoolean(objectMode, 'options.objectMode');
  validateBoolean(decodeStrings, 'options.decodeStrings');

  const Writable = require('stream/writable');
  const writer = writableStream.getWriter();
  let closed = false;
  const writable = new Writable({
    highWaterMark,
    objectMode,
    decodeStrings,
    signal,
    ...writerFunctions(writer, () => closed, () => writable),
    destroy(error, callback) {
      const done = () => safeCallback(callback, error);
      if (closed) done();
      else upon(error != null ? writer.abort(error) : writer.close(), done, done);
    },
  });
  upon(writer.closed, () => {
    closed = true;
    if (!isWritableEnded(writable)) destroyer(writable, new codes.ERR_STREAM_PREMATURE_CLOSE());
  }, (error) => {
    closed = true;
    destroyer(writable, error);
  });
  return writable;
}

module.exports = { writableFromWeb, writableToWeb, writerFunctions };
