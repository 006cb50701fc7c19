'use strict';
// pipeline(source, ...steps, callback): pipes them, and destroys all of them if one fails or closes early. Steps may be
// streams, (async) iterables at the head, and async generator functions anywhere; two adjacent streams are connected with
// pipe(), anything else with a loop that reads and writes.

const globals = require('globals');
const { arrayForEach, arrayIsArray, arrayPop, arrayPush, arrayShift } = require('core/intrinsics');
const { call0, call2 } = require('core/safe/calls');
const { promiseThen } = require('core/safe/promises');
const { codes, AbortError, aggregateTwoErrors } = require('core/errors');
const { validateAbortSignal, validateFunction } = require('core/validate');
const { destroyer } = require('stream/destroy');
const { eos, once } = require('stream/end_of_stream');
const {
  isIterable, isNodeStream, isReadable, isReadableFinished, isReadableNodeStream, isReadableStream, isTransformStream,
  isWebStream,
} = require('stream/predicates');

function pipeline(...streams) {
  return pipelineImpl(streams, once(popCallback(streams)));
}

function popCallback(streams) {
  validateFunction(streams[streams.length - 1], 'streams[stream.length - 1]');
  return arrayPop(streams);
}

// Destroys one stream of the pipeline unless it has ended.
function makeDestroyer(stream, reading, writing) {
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

// The state of one pipeline: what to destroy, how many steps are running, the error.
class PipelineState {
  constructor(callback, options) {
    this.callback = callback;
    this.controller = new globals.AbortController();
    this.outerSignal = options?.signal;
    this.destroys = [];
    this.lastCleanups = [];
    this.finishCount = 0;
    this.error = undefined;
    this.value = undefined;
    validateAbortSignal(this.outerSignal, 'options.signal');
    this.abort = () => this.finishImpl(new AbortError(undefined, { cause: this.outerSignal?.reason }));
    this.disposable = this.outerSignal ? require('events').addAbortListener(this.outerSignal, this.abort) : undefined;
    this.finish = (err) => this.finishImpl(err, --this.finishCount === 0);
    this.fail = (err) => this.finishImpl(err, false);
  }

  finishImpl(err, final) {
    // A premature close is usually the effect of an error that is reported later, so that error replaces it.
    if (err && (!this.error || this.error.code === 'ERR_STREAM_PREMATURE_CLOSE')) this.error = err;
    if (!this.error && !final) return;
    while (this.destroys.length > 0) arrayShift(this.destroys)(this.error);
    this.disposable?.[Symbol.dispose]();
    this.controller.abort();
    if (!final) return;
    if (!this.error) arrayForEach(this.lastCleanups, (cleanup) => cleanup());
    globals.process.nextTick(this.callback, this.error, this.value);
  }
}

function pipelineImpl(streams, callback, options) {
  if (streams.length === 1 && arrayIsArray(streams[0])) streams = streams[0];
  if (streams.length < 2) throw new codes.ERR_MISSING_ARGS('streams');
  const state = new PipelineState(callback, options);
  let out;
  for (let i = 0; i < streams.length; i++) {
    const stream = streams[i];
    const isLast = i === streams.length - 1;
    const end = !isLast || options?.end !== false;
    if (isNodeStream(stream)) watch(state, stream, { reading: !isLast, writing: i > 0, end, isLast });
    if (i === 0) out = sourceOf(state, stream);
    else if (typeof stream === 'function') out = callStep(state, stream, out, { index: i, end, isLast });
    else if (isNodeStream(stream)) out = joinStream(state, stream, out, { end, isLast });
    else if (isWebStream(stream)) out = joinWeb(state, stream, out, end);
    else out = require('stream/duplex').from(stream);
  }
  if (state.controller.signal.aborted || state.outerSignal?.aborted) globals.process.nextTick(state.abort);
  return out;
}

function watch(state, stream, { reading, writing, end, isLast }) {
  const staysOpen = isReadable(stream) && isLast;
  if (end) {
    const { destroy, cleanup } = makeDestroyer(stream, reading, writing);
    arrayPush(state.destroys, destroy);
    if (staysOpen) arrayPush(state.lastCleanups, cleanup);
  }
  // Catches an error that a destination emits after pipe() has removed its listeners.
  function onError(err) {
    if (err && err.name !== 'AbortError' && err.code !== 'ERR_STREAM_PREMATURE_CLOSE') state.fail(err);
  }
  stream.on('error', onError);
  if (staysOpen) arrayPush(state.lastCleanups, () => stream.removeListener('error', onError));
}

function sourceOf(state, stream) {
  if (typeof stream === 'function') {
    const source = stream({ signal: state.controller.signal });
    if (isIterable(source)) return source;
    throw new codes.ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or Stream', 'source', source);
  }
  if (isIterable(stream) || isReadableNodeStream(stream) || isTransformStream(stream)) return stream;
  return require('stream/duplex').from(stream);
}

function callStep(state, step, input, { index, end, isLast }) {
  const result = step(toAsyncIterable(isTransformStream(input) ? input.readable : input), { signal: state.controller.signal });
  if (!isLast) {
    if (isIterable(result, true)) return result;
    throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable', `transform[${index - 1}]`, result);
  }
  // The result of the last step must be a stream.
  const PassThrough = require('stream/pass_through');
  const tail = new PassThrough({ objectMode: true });
  const then = result?.then;
  if (typeof then === 'function') {
    state.finishCount++;
    call2(then, result, (value) => {
      state.value = value;
      if (value != null) tail.write(value);
      if (end) tail.end();
      globals.process.nextTick(state.finish);
    }, (err) => {
      tail.destroy(err);
      globals.process.nextTick(state.finish, err);
    });
  } else if (isIterable(result, true)) {
    state.finishCount++;
    pump(result, tail, state.finish, end);
  } else {
    throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable or Promise', 'destination', result);
  }
  const { destroy, cleanup } = makeDestroyer(tail, false, true);
  arrayPush(state.destroys, destroy);
  arrayPush(state.lastCleanups, cleanup);
  return tail;
}

function joinStream(state, stream, input, { end, isLast }) {
  if (isReadableNodeStream(input)) {
    state.finishCount += 2;
    const cleanup = pipe(input, stream, state, end);
    if (isReadable(stream) && isLast) arrayPush(state.lastCleanups, cleanup);
  } else if (isTransformStream(input) || isReadableStream(input)) {
    state.finishCount++;
    pump(input.readable || input, stream, state.finish, end);
  } else if (isIterable(input)) {
    state.finishCount++;
    pump(input, stream, state.finish, end);
  } else {
    throw noSource(input);
  }
  return stream;
}

const noSource = (input) =>
  new codes.ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable', 'ReadableStream', 'TransformStream'], input);

function joinWeb(state, stream, input, end) {
  const source = isTransformStream(input) ? input.readable : input;
  if (!isReadableNodeStream(source) && !isReadableStream(source) && !isIterable(source)) throw noSource(input);
  state.finishCount++;
  pumpToWeb(source, isTransformStream(stream) ? stream.writable : stream, state.finish, end);
  return stream;
}

function toAsyncIterable(value) {
  if (isIterable(value)) return value;
  // A legacy stream that is not iterable.
  if (isReadableNodeStream(value)) return fromReadable(value);
  throw new codes.ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable'], value);
}

async function* fromReadable(stream) {
  yield* call0(require('stream/readable').prototype[Symbol.asyncIterator], stream);
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
  const drained = () => new __hexloop_promise__((resolve, reject) => {
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
      // `ready` and close() report its errors.
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

function pipe(src, dest, state, end) {
  let ended = false;
  dest.on('close', () => {
    if (!ended) state.fail(new codes.ERR_STREAM_PREMATURE_CLOSE());
  });
  src.pipe(dest, { end: false });
  if (end) {
    const endDest = () => {
      ended = true;
      dest.end();
    };
    if (isReadableFinished(src)) globals.process.nextTick(endDest);
    else src.once('end', endDest);
  } else {
    state.finish();
  }
  eos(src, { readable: true, writable: false }, (err) => {
    const r = src._readableState;
    const mayStillEnd = err && err.code === 'ERR_STREAM_PREMATURE_CLOSE' && r?.ended && !r.errored && !r.errorEmitted;
    // Some streams close before 'end'; their buffered data can still be read.
    if (mayStillEnd) src.once('end', state.finish).once('error', state.finish);
    else state.finish(err);
  });
  return eos(dest, { readable: false, writable: true }, state.finish);
}

module.exports = { pipeline, pipelineImpl };
