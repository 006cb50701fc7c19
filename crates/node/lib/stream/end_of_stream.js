'use strict';
// finished(stream, callback): calls back once, when a stream has ended, failed, or closed prematurely.
//
// A stream that will emit 'close' is done when it does; any other is done when its sides are. If it was done before the call,
// the callback runs in a tick.

const globals = require('globals');
const { reflectApply, symbolFor } = require('core/intrinsics');
const { applyOn, call0, call1 } = require('core/safe/calls');
const { promiseThen } = require('core/safe/promises');
const { codes, abortedBy } = require('core/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateObject } = require('core/validate');
const {
  isClosed, isNodeStream, isReadable, isReadableErrored, isReadableFinished, isReadableNodeStream, isRequest, isWritable,
  isReadableStream, isWritableErrored, isWritableFinished, isWritableNodeStream, isWritableStream, willEmitClose,
} = require('stream/predicates');

const noop = () => {};

function once(callback) {
  let called = false;
  return function(...args) {
    if (called) return;
    called = true;
    reflectApply(callback, this, args);
  };
}

// The result for a closed stream: null for success, or an error.
function resultOnClose(stream, watched) {
  const failure = errorOf(stream);
  if (failure !== null) return failure;
  const { readable, readableFinished, writable, writableFinished } = watched;
  const readIncomplete = readable && !readableFinished && isReadableNodeStream(stream, true) && !isReadableFinished(stream, false);
  const writeIncomplete = writable && !writableFinished && !isWritableFinished(stream, false);
  return readIncomplete || writeIncomplete ? new codes.ERR_STREAM_PREMATURE_CLOSE() : null;
}

function errorOf(stream) {
  const failure = isWritableErrored(stream) || isReadableErrored(stream);
  return failure && typeof failure !== 'boolean' ? failure : null;
}

// The result for a stream that is done already; undefined while it is not.
function currentResult(stream, watched) {
  const w = stream._writableState;
  const r = stream._readableState;
  const { readable, readableFinished, writable, writableFinished, expectsClose } = watched;
  if (isClosed(stream)) return resultOnClose(stream, watched);
  if (w?.errorEmitted || r?.errorEmitted) return expectsClose ? undefined : errorOf(stream);
  const written = (writableFinished || isWritable(stream) === false) && !(w?.pendingcb > 0);
  if (!readable && (!expectsClose || isReadable(stream)) && written) return errorOf(stream);
  const read = readableFinished || isReadable(stream) === false;
  if (!writable && (!expectsClose || isWritable(stream)) && read) return errorOf(stream);
  return r && stream.req && stream.aborted ? errorOf(stream) : undefined;
}

const eos = function eos(stream, options, callback) {
  if (arguments.length === 2) {
    callback = options;
    options = {};
  } else if (options == null) {
    options = {};
  } else {
    validateObject(options, 'options');
  }
  validateFunction(callback, 'callback');
  validateAbortSignal(options.signal, 'options.signal');
  if (isReadableStream(stream) || isWritableStream(stream)) return eosWeb(stream, options, callback);
  if (!isNodeStream(stream)) {
    throw new codes.ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  if (__hexloop_context__ !== null) callback = require('async_context/frame').bindToContext(callback);

  const readable = options.readable ?? isReadableNodeStream(stream);
  const writable = options.writable ?? isWritableNodeStream(stream);
  const watched = {
    readable,
    writable,
    readableFinished: isReadableFinished(stream, false),
    writableFinished: isWritableFinished(stream, false),
    // 'close' is for the whole stream, so it is no use to a caller that watches only one side of a Duplex.
    expectsClose: willEmitClose(stream) &&
      isReadableNodeStream(stream) === readable && isWritableNodeStream(stream) === writable,
  };
  const result = currentResult(stream, watched);
  if (result !== undefined) return callInNextTick(stream, result, callback, options.error !== false);
  if (options.signal?.aborted) return callInNextTick(stream, abortedBy(options.signal), callback, false);
  return watch(stream, watched, once(callback), options);
};

// A web stream reports its end through a promise.
function eosWeb(stream, options, callback) {
  const done = once(__hexloop_context__ === null ? callback : require('async_context/frame').bindToContext(callback));
  const { signal } = options;
  let disposable;
  const abort = () => call1(done, stream, abortedBy(signal));
  if (signal?.aborted) globals.process.nextTick(abort);
  else if (signal) disposable = require('events').addAbortListener(signal, abort);
  const onEnd = (...args) => globals.process.nextTick(() => {
    disposable?.[Symbol.dispose]();
    applyOn(done, stream, args);
  });
  promiseThen(stream[symbolFor('nodejs.webstream.isClosedPromise')].promise, onEnd, onEnd);
  return noop;
}

// Calling finished() after an error still counts as handling it: a later 'error' is not thrown.
function callInNextTick(stream, result, callback, handlesErrors) {
  if (handlesErrors) stream.on('error', noop);
  globals.process.nextTick(() => reflectApply(callback, stream, result === null ? [] : [result]));
  return () => {
    callback = noop;
    if (handlesErrors) stream.removeListener('error', noop);
  };
}

function watch(stream, watched, callback, options) {
  const { readable, writable } = watched;
  const onfinish = () => {
    watched.writableFinished = true;
    // A stream destroyed by the program may never emit 'close'.
    if (stream.destroyed) watched.expectsClose = false;
    if (watched.expectsClose && (!stream.readable || readable)) return;
    if (!readable || watched.readableFinished) call0(callback, stream);
  };
  const onend = () => {
    watched.readableFinished = true;
    if (stream.destroyed) watched.expectsClose = false;
    if (watched.expectsClose && (!stream.writable || writable)) return;
    if (!writable || watched.writableFinished) call0(callback, stream);
  };
  const onerror = (err) => call1(callback, stream, err);
  const onclose = () => {
    const result = resultOnClose(stream, watched);
    if (result === null) call0(callback, stream);
    else call1(callback, stream, result);
  };
  const onlegacyfinish = () => {
    if (!stream.writable) onfinish();
  };
  const onrequest = () => {
    stream.req.on('finish', onfinish);
  };

  if (isRequest(stream)) {
    stream.on('complete', onfinish);
    if (!watched.expectsClose) stream.on('abort', onclose);
    if (stream.req) onrequest();
    else stream.on('request', onrequest);
  } else if (writable && !stream._writableState) {
    stream.on('end', onlegacyfinish);
    stream.on('close', onlegacyfinish);
  }
  if (!watched.expectsClose && typeof stream.aborted === 'boolean') stream.on('aborted', onclose);
  stream.on('end', onend);
  stream.on('finish', onfinish);
  if (options.error !== false) stream.on('error', onerror);
  stream.on('close', onclose);

  const cleanup = () => {
    callback = noop;
    stream.removeListener('aborted', onclose);
    stream.removeListener('complete', onfinish);
    stream.removeListener('abort', onclose);
    stream.removeListener('request', onrequest);
    if (stream.req) stream.req.removeListener('finish', onfinish);
    stream.removeListener('end', onlegacyfinish);
    stream.removeListener('close', onlegacyfinish);
    stream.removeListener('finish', onfinish);
    stream.removeListener('end', onend);
    stream.removeListener('error', onerror);
    stream.removeListener('close', onclose);
  };

  if (options.signal) {
    const originalCallback = callback;
    const disposable = require('events').addAbortListener(options.signal, () => {
      cleanup();
      call1(originalCallback, stream, abortedBy(options.signal));
    });
    callback = once((...args) => {
      disposable[Symbol.dispose]();
      applyOn(originalCallback, stream, args);
    });
  }
  return cleanup;
}

function finished(stream, options) {
  let autoCleanup = false;
  if (options === null || options === undefined) options = {};
  if (options.cleanup) {
    validateBoolean(options.cleanup, 'cleanup');
    autoCleanup = options.cleanup;
  }
  return new __hexloop_promise__((resolve, reject) => {
    const cleanup = eos(stream, options, (err) => {
      if (autoCleanup) cleanup();
      if (err) reject(err);
      else resolve();
    });
  });
}

// A promise for the end of the stream that ignores expected errors.
function finishedExcept(stream, isExpected) {
  return new __hexloop_promise__((resolve, reject) => {
    eos(stream, (err) => (err && !isExpected(err) ? reject(err) : resolve(null)));
  });
}

module.exports = { eos, finished, once, finishedExcept };
