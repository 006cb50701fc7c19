'use strict';
// Duplex.toWeb and Duplex.fromWeb: a Duplex is a pair of web streams.

const { promiseAll } = require('core/safe/promises');
const globals = require('globals');
const { codes } = require('core/errors');
const { validateBoolean, validateObject, validateOneOf } = require('core/validate');
const { destroyer } = require('stream/destroy');
const { isDestroyed, isReadable, isWritable, isWritableEnded } = require('stream/predicates');
const { isA } = require('web_streams/interface');
const { upon } = require('web_streams/promises');
const { readableToWeb, readOnce, safeCallback } = require('web_streams/node_readable');
const { writableToWeb, writerFunctions } = require('web_streams/node_writable');
const { ReadableStream } = require('web_streams/readable_stream');
const { WritableStream } = require('web_streams/writable_stream');

let warned = false;

function warnAboutType() {
  if (warned) return;
  warned = true;
  globals.process.emitWarning("Passing 'options.type' to Duplex.toWeb() is deprecated. To specify the ReadableStream type, " +
    "use 'options.readableType'.", 'DeprecationWarning', 'DEP0201');
}

function closedReadable() {
  const readable = new ReadableStream();
  readable.cancel();
  return readable;
}

function closedWritable() {
  const writable = new WritableStream();
  writable.close();
  return writable;
}

function duplexToWeb(duplex, options = {}) {
  if (typeof duplex?._writableState !== 'object' || typeof duplex?._readableState !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('duplex', 'stream.Duplex', duplex);
  }
  validateObject(options, 'options');
  const type = options.readableType ?? options.type;
  if (type !== undefined) validateOneOf(type, 'options.type', ['bytes', undefined]);
  if (options.readableType == null && options.type != null) warnAboutType();
  if (isDestroyed(duplex)) return { readable: closedReadable(), writable: closedWritable() };
  const writable = isWritable(duplex) ? writableToWeb(duplex) : closedWritable();
  const readable = isReadable(duplex) ? readableToWeb(duplex, type === undefined ? {} : { type }) : closedReadable();
  return { writable, readable };
}

function checkPair(pair = {}) {
  validateObject(pair, 'pair');
  const { readable, writable } = pair;
  if (!isA(readable, 'ReadableStream')) throw new codes.ERR_INVALID_ARG_TYPE('pair.readable', 'ReadableStream', readable);
  if (!isA(writable, 'WritableStream')) throw new codes.ERR_INVALID_ARG_TYPE('pair.writable', 'WritableStream', writable);
  return pair;
}

function duplexFromWeb(pair, options = {}) {
  const { readable, writable } = checkPair(pair);
  validateObject(options, 'options');
  const { allowHalfOpen = false, objectMode = false, encoding, decodeStrings = true, highWaterMark, signal } = options;
  validateBoolean(objectMode, 'options.objectMode');
  if (encoding !== undefined && !globals.Buffer.isEncoding(encoding)) throw new codes.ERR_INVALID_ARG_VALUE('options.encoding', encoding);

  const Duplex = require('stream/duplex');
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let writableClosed = false;
  let readableClosed = false;
  const duplex = new Duplex({
    allowHalfOpen,
    highWaterMark,
    objectMode,
    encoding,
    decodeStrings,
    signal,
    ...writerFunctions(writer, () => writableClosed, () => duplex),
    read() {
      readOnce(reader, duplex);
    },
    destroy(error, callback) {
      const done = () => safeCallback(callback, error);
      if (writableClosed && readableClosed) {
        done();
        return;
      }
      upon(promiseAll([
        writableClosed ? undefined : writer.abort(error),
        readableClosed ? undefined : reader.cancel(error),
      ]), done, done);
    },
  });
  const failed = (error) => {
    writableClosed = true;
    readableClosed = true;
    destroyer(duplex, error);
  };
  upon(writer.closed, () => {
    writableClosed = true;
    if (!isWritableEnded(duplex)) destroyer(duplex, new codes.ERR_STREAM_PREMATURE_CLOSE());
  }, failed);
  upon(reader.closed, () => {
    readableClosed = true;
  }, failed);
  return duplex;
}

module.exports = { duplexFromWeb, duplexToWeb };
