'use strict';
// Duplex.from(body): converts most kinds of sources and sinks to a Duplex.

const globals = require('globals');
const { call2 } = require('core/safe/calls');
const { promiseWithResolvers } = require('core/safe/promises');
const { codes, AbortError } = require('core/errors');
const Duplex = require('stream/duplex');
const Readable = require('stream/readable');
const { bridge } = require('stream/bridge');
const { destroyer } = require('stream/destroy');
const { eos } = require('stream/end_of_stream');
const { from } = require('stream/from');
const {
  isDuplexNodeStream, isIterable, isNodeStream, isReadable, isReadableNodeStream, isWritable, isWritableNodeStream,
  isReadableStream, isWritableStream,
} = require('stream/predicates');

class Duplexify extends Duplex {
  constructor(options) { super(options); }
}

const noop = () => {};

const BODIES = [
  'Blob', 'ReadableStream', 'WritableStream', 'Stream', 'Iterable', 'AsyncIterable', 'Function',
  '{ readable, writable } pair', 'Promise',
];

function duplexify(body, name) {
  if (isDuplexNodeStream(body)) return body;
  if (isReadableNodeStream(body)) return fromPair({ readable: body });
  if (isWritableNodeStream(body)) return fromPair({ writable: body });
  if (isNodeStream(body)) return fromPair({ writable: false, readable: false });
  if (isReadableStream(body)) return fromPair({ readable: Readable.fromWeb(body) });
  if (isWritableStream(body)) return fromPair({ writable: require('stream/writable').fromWeb(body) });
  if (typeof body === 'function') return fromFunction(body, name);
  if (isBlob(body)) return duplexify(body.arrayBuffer());
  if (isIterable(body)) return from(Duplexify, body, { objectMode: true, writable: false });
  if (typeof body?.writable === 'object' || typeof body?.readable === 'object') {
    const toNodeStream = (stream, isSupported) => {
      if (!stream) return undefined;
      return isSupported(stream) ? stream : duplexify(stream);
    };
    return fromPair({
      readable: toNodeStream(body.readable, isReadableNodeStream),
      writable: toNodeStream(body.writable, isWritableNodeStream),
    });
  }
  if (typeof body?.then === 'function') return fromPromise(body);
  throw new codes.ERR_INVALID_ARG_TYPE(name, BODIES, body);
}

const isBlob = (body) => typeof globals.Blob === 'function' && body instanceof globals.Blob;

function fromPromise(promise) {
  const { then } = promise;
  const duplex = new Duplexify({ objectMode: true, writable: false, read() {} });
  call2(then, promise, (value) => {
    if (value != null) duplex.push(value);
    duplex.push(null);
  }, (err) => destroyer(duplex, err));
  return duplex;
}

// An async function consumes what is written; an async generator also yields what is read.
function fromFunction(body, name) {
  const { value, write, final, destroy } = fromAsyncGen(body);
  if (isDuplexNodeStream(value)) return value;
  if (isIterable(value)) return from(Duplexify, value, { objectMode: true, write, final, destroy });
  const then = value?.then;
  if (typeof then !== 'function') {
    throw new codes.ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or AsyncFunction', name, value);
  }
  let duplex;
  const promise = call2(then, value, (result) => {
    if (result != null) throw new codes.ERR_INVALID_RETURN_VALUE('nully', 'body', result);
  }, (err) => destroyer(duplex, err));
  duplex = new Duplexify({
    objectMode: true,
    readable: false,
    write,
    final(callback) {
      final(async () => {
        try {
          await promise;
          globals.process.nextTick(callback, null);
        } catch (err) {
          globals.process.nextTick(callback, err);
        }
      });
    },
    destroy,
  });
  return duplex;
}

// Calls the function with an async iterator over the written chunks.
function fromAsyncGen(fn) {
  let { promise, resolve } = promiseWithResolvers();
  const controller = new globals.AbortController();
  const { signal } = controller;
  async function* written() {
    while (true) {
      const waiting = promise;
      promise = null;
      const { chunk, done, callback } = await waiting;
      globals.process.nextTick(callback);
      if (done) return;
      if (signal.aborted) throw new AbortError(undefined, { cause: signal.reason });
      ({ promise, resolve } = promiseWithResolvers());
      yield chunk;
    }
  }
  const value = fn(written(), { signal });
  const deliver = (message) => {
    const resolveChunk = resolve;
    resolve = null;
    resolveChunk(message);
  };
  return {
    value,
    write(chunk, encoding, callback) {
      deliver({ chunk, done: false, callback });
    },
    final(callback) {
      deliver({ done: true, callback });
    },
    // A function that waits for a chunk sees the end of its input.
    destroy(err, callback) {
      controller.abort(err);
      if (resolve) deliver({ done: true, callback: noop });
      callback(err);
    },
  };
}

function fromPair(pair) {
  const source = pair.readable && typeof pair.readable.read !== 'function' ? Readable.wrap(pair.readable) : pair.readable;
  const sink = pair.writable;
  const readable = Boolean(isReadable(source));
  const writable = Boolean(isWritable(sink));
  const duplex = new Duplexify({
    readableObjectMode: Boolean(source?.readableObjectMode),
    writableObjectMode: Boolean(sink?.writableObjectMode),
    readable,
    writable,
  });
  const joined = bridge(duplex, {
    sink: writable ? sink : undefined,
    source: readable ? source : undefined,
    flowing: false,
    toDestroy: [sink, source],
    destroyAlways: false,
    destroyWhenDone: false,
  });
  if (writable) {
    eos(sink, (err) => {
      if (err) destroyer(source, err);
      joined.onDone(err);
    });
    sink.on('finish', joined.onFinish);
  }
  if (readable) {
    eos(source, (err) => {
      if (err && sink) destroyer(sink, err);
      joined.onDone(err);
    });
  }
  return duplex;
}

module.exports = { duplexify };
