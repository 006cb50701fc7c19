'use strict';
// pipeline(source, ...steps, callback): pipes them, and when one fails or closes early destroys all. Steps may be streams,
// (async) iterables at the head, and async generator functions anywhere; neighbours that are both streams are piped,
// anything else is pumped by hand.

const { arrayForEach, arrayIsArray, arrayPop, arrayPush, arrayShift } = require('core/intrinsics');
const { call0, call2 } = require('core/safe/calls');
const { promiseThen } = require('core/safe/promises');
const { codes, AbortError, aggregateTwoErrors } = require('core/errors');
const { validateAbortSignal, validateFunction } = require('core/validate');
const { destroyer } = require('streams/destroy');
const { eos, once } = require('streams/end_of_stream');
const {
  isIterable, isNodeStream, isReadable, isReadableFinished, isReadableNodeStream, isReadableStream, isTransformStream,
  isWebStream,
} = require('streams/kinds');

function pipeline(...streams) {
  return connect(streams, once(takeCallback(streams)));
}

function takeCallback(streams) {
  validateFunction(streams[streams.length - 1], 'streams[stream.length - 1]');
  return arrayPop(streams);
}

// Destroys one stream of the line unless it has come to its end.
function guard(stream, reading, writing) {
  let done = false;
  stream.on('close', () => {
    done = true;
  });
  const cleanup = eos(stream, { readable: reading, writable: writing }, (err) => {
    done = !err;
  });
  return {
    destroy(err) {
      if (done) return;
      done = true;
      destroyer(stream, err || new codes.ERR_STREAM_DESTROYED('pipe'));
    },
    cleanup,
  };
}

// The state of one pipeline: what to destroy, who still works, what went wrong.
class Line {
  constructor(callback, options) {
    this.callback = callback;
    this.controller = new AbortController();
    this.outerSignal = options?.signal;
    this.destroys = [];
    this.lastCleanups = [];
    this.working = 0;
    this.error = undefined;
    this.value = undefined;
    validateAbortSignal(this.outerSignal, 'options.signal');
    this.abort = () => this.settle(new AbortError(undefined, { cause: this.outerSignal?.reason }));
    this.listening = this.outerSignal ? require('events').addAbortListener(this.outerSignal, this.abort) : undefined;
    this.finish = (err) => this.settle(err, --this.working === 0);
    this.fail = (err) => this.settle(err, false);
  }

  settle(err, final) {
    // Who closed early mostly did so because of an error that comes later.
    if (err && (!this.error || this.error.code === 'ERR_STREAM_PREMATURE_CLOSE')) this.error = err;
    if (!this.error && !final) return;
    while (this.destroys.length > 0) arrayShift(this.destroys)(this.error);
    this.listening?.[Symbol.dispose]();
    this.controller.abort();
    if (!final) return;
    if (!this.error) arrayForEach(this.lastCleanups, (cleanup) => cleanup());
    process.nextTick(this.callback, this.error, this.value);
  }
}

function connect(streams, callback, options) {
  if (streams.length === 1 && arrayIsArray(streams[0])) streams = streams[0];
  if (streams.length < 2) throw new codes.ERR_MISSING_ARGS('streams');
  const line = new Line(callback, options);
  let out;
  for (let i = 0; i < streams.length; i++) {
    const stream = streams[i];
    const isLast = i === streams.length - 1;
    const end = !isLast || options?.end !== false;
    if (isNodeStream(stream)) watch(line, stream, { reading: !isLast, writing: i > 0, end, isLast });
    if (i === 0) out = firstOf(line, stream);
    else if (typeof stream === 'function') out = callStep(line, stream, out, { index: i, end, isLast });
    else if (isNodeStream(stream)) out = joinStream(line, stream, out, { end, isLast });
    else if (isWebStream(stream)) out = joinWeb(line, stream, out, end);
    else out = require('streams/duplex').from(stream);
  }
  if (line.controller.signal.aborted || line.outerSignal?.aborted) process.nextTick(line.abort);
  return out;
}

function watch(line, stream, { reading, writing, end, isLast }) {
  const staysOpen = isReadable(stream) && isLast;
  if (end) {
    const { destroy, cleanup } = guard(stream, reading, writing);
    arrayPush(line.destroys, destroy);
    if (staysOpen) arrayPush(line.lastCleanups, cleanup);
  }
  // A pipe's destination whose listeners went before its error came.
  function onError(err) {
    if (err && err.name !== 'AbortError' && err.code !== 'ERR_STREAM_PREMATURE_CLOSE') line.fail(err);
  }
  stream.on('error', onError);
  if (staysOpen) arrayPush(line.lastCleanups, () => stream.removeListener('error', onError));
}

function firstOf(line, stream) {
  if (typeof stream === 'function') {
    const source = stream({ signal: line.controller.signal });
    if (isIterable(source)) return source;
    throw new codes.ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or Stream', 'source', source);
  }
  if (isIterable(stream) || isReadableNodeStream(stream) || isTransformStream(stream)) return stream;
  return require('streams/duplex').from(stream);
}

function callStep(line, step, input, { index, end, isLast }) {
  const made = step(toAsyncIterable(isTransformStream(input) ? input.readable : input), { signal: line.controller.signal });
  if (!isLast) {
    if (isIterable(made, true)) return made;
    throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable', `transform[${index - 1}]`, made);
  }
  // The last step's result must look like a stream to whoever holds it.
  const PassThrough = require('streams/pass_through');
  const tail = new PassThrough({ objectMode: true });
  const then = made?.then;
  if (typeof then === 'function') {
    line.working++;
    call2(then, made, (value) => {
      line.value = value;
      if (value != null) tail.write(value);
      if (end) tail.end();
      process.nextTick(line.finish);
    }, (err) => {
      tail.destroy(err);
      process.nextTick(line.finish, err);
    });
  } else if (isIterable(made, true)) {
    line.working++;
    pump(made, tail, line.finish, end);
  } else {
    throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable or Promise', 'destination', made);
  }
  const { destroy, cleanup } = guard(tail, false, true);
  arrayPush(line.destroys, destroy);
  arrayPush(line.lastCleanups, cleanup);
  return tail;
}

function joinStream(line, stream, input, { end, isLast }) {
  if (isReadableNodeStream(input)) {
    line.working += 2;
    const cleanup = pipe(input, stream, line, end);
    if (isReadable(stream) && isLast) arrayPush(line.lastCleanups, cleanup);
  } else if (isTransformStream(input) || isReadableStream(input)) {
    line.working++;
    pump(input.readable || input, stream, line.finish, end);
  } else if (isIterable(input)) {
    line.working++;
    pump(input, stream, line.finish, end);
  } else {
    throw noSource(input);
  }
  return stream;
}

const noSource = (input) =>
  new codes.ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable', 'ReadableStream', 'TransformStream'], input);

function joinWeb(line, stream, input, end) {
  const source = isTransformStream(input) ? input.readable : input;
  if (!isReadableNodeStream(source) && !isReadableStream(source) && !isIterable(source)) throw noSource(input);
  line.working++;
  pumpToWeb(source, isTransformStream(stream) ? stream.writable : stream, line.finish, end);
  return stream;
}

function toAsyncIterable(value) {
  if (isIterable(value)) return value;
  // An old stream that is no iterable.
  if (isReadableNodeStream(value)) return chunksOf(value);
  throw new codes.ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable'], value);
}

async function* chunksOf(stream) {
  yield* call0(require('streams/readable').prototype[Symbol.asyncIterator], stream);
}

async function pump(iterable, writable, finish, end) {
  let error;
  let wake = null;
  const resume = (err) => {
    if (err) error = err;
    if (!wake) return;
    const callback = wake;
    wake = null;
    callback();
  };
  const drained = () => new Promise((resolve, reject) => {
    if (error) {
      reject(error);
      return;
    }
    wake = () => {
      if (error) reject(error);
      else resolve();
    };
  });
  writable.on('drain', resume);
  const cleanup = eos(writable, { readable: false }, resume);
  try {
    if (writable.writableNeedDrain) await drained();
    for await (const chunk of iterable) {
      if (!writable.write(chunk)) await drained();
    }
    if (end) {
      writable.end();
      await drained();
    }
    finish();
  } catch (err) {
    finish(error !== err ? aggregateTwoErrors(error, err) : err);
  } finally {
    cleanup();
    writable.off('drain', resume);
  }
}

async function pumpToWeb(iterable, writable, finish, end) {
  const writer = writable.getWriter();
  try {
    for await (const chunk of iterable) {
      await writer.ready;
      // What becomes of it, `ready` and close() tell.
      promiseThen(writer.write(chunk), undefined, () => {});
    }
    await writer.ready;
    if (end) await writer.close();
    finish();
  } catch (err) {
    try {
      await writer.abort(err);
      finish(err);
    } catch (other) {
      finish(other);
    }
  }
}

function pipe(src, dest, line, end) {
  let ended = false;
  dest.on('close', () => {
    if (!ended) line.fail(new codes.ERR_STREAM_PREMATURE_CLOSE());
  });
  src.pipe(dest, { end: false });
  if (end) {
    const endDest = () => {
      ended = true;
      dest.end();
    };
    if (isReadableFinished(src)) process.nextTick(endDest);
    else src.once('end', endDest);
  } else {
    line.finish();
  }
  eos(src, { readable: true, writable: false }, (err) => {
    const r = src._readableState;
    const mayStillEnd = err && err.code === 'ERR_STREAM_PREMATURE_CLOSE' && r?.ended && !r.errored && !r.errorEmitted;
    // Some streams close before 'end'; what they hold can still be read.
    if (mayStillEnd) src.once('end', line.finish).once('error', line.finish);
    else line.finish(err);
  });
  return eos(dest, { readable: false, writable: true }, line.finish);
}

module.exports = { pipeline, connect };
