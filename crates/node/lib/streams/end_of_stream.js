'use strict';
// finished(stream, callback): once, when a stream has come to its end, failed, or was closed too early.
//
// A stream that will emit 'close' is awaited until then; one that will not is done when its sides are. What happened
// before anybody asked is told in a tick.

const { reflectApply, symbolFor } = require('core/intrinsics');
const { applyOn, call0, call1 } = require('core/safe/calls');
const { promiseThen } = require('core/safe/promises');
const { codes, abortedBy } = require('core/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateObject } = require('core/validate');
const {
  isClosed, isNodeStream, isReadable, isReadableErrored, isReadableFinished, isReadableNodeStream, isRequest, isWritable,
  isReadableStream, isWritableErrored, isWritableFinished, isWritableNodeStream, isWritableStream, willEmitClose,
} = require('streams/kinds');

const nothing = () => {};

function once(callback) {
  let called = false;
  return function(...args) {
    if (called) return;
    called = true;
    reflectApply(callback, this, args);
  };
}

// How a stream that is closed went: null for well.
function verdictOnClose(stream, watched) {
  const failure = failureOf(stream);
  if (failure !== null) return failure;
  const { readable, readableFinished, writable, writableFinished } = watched;
  const readTooLittle = readable && !readableFinished && isReadableNodeStream(stream, true) && !isReadableFinished(stream, false);
  const wroteTooLittle = writable && !writableFinished && !isWritableFinished(stream, false);
  return readTooLittle || wroteTooLittle ? new codes.ERR_STREAM_PREMATURE_CLOSE() : null;
}

function failureOf(stream) {
  const failure = isWritableErrored(stream) || isReadableErrored(stream);
  return failure && typeof failure !== 'boolean' ? failure : null;
}

// The verdict on a stream that is over when it is asked about; undefined while it goes on.
function verdictNow(stream, watched) {
  const w = stream._writableState;
  const r = stream._readableState;
  const { readable, readableFinished, writable, writableFinished, closeWillCome } = watched;
  if (isClosed(stream)) return verdictOnClose(stream, watched);
  if (w?.errorEmitted || r?.errorEmitted) return closeWillCome ? undefined : failureOf(stream);
  const written = (writableFinished || isWritable(stream) === false) && !(w?.pendingcb > 0);
  if (!readable && (!closeWillCome || isReadable(stream)) && written) return failureOf(stream);
  const read = readableFinished || isReadable(stream) === false;
  if (!writable && (!closeWillCome || isWritable(stream)) && read) return failureOf(stream);
  return r && stream.req && stream.aborted ? failureOf(stream) : undefined;
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
    // 'close' is for the whole stream: it is no help to who watches one side of two.
    closeWillCome: willEmitClose(stream) &&
      isReadableNodeStream(stream) === readable && isWritableNodeStream(stream) === writable,
  };
  const verdict = verdictNow(stream, watched);
  if (verdict !== undefined) return tellInATick(stream, verdict, callback, options.error !== false);
  if (options.signal?.aborted) return tellInATick(stream, abortedBy(options.signal), callback, false);
  return watch(stream, watched, once(callback), options);
};

// A web stream tells of its end through a promise.
function eosWeb(stream, options, callback) {
  const tell = once(__hexloop_context__ === null ? callback : require('async_context/frame').bindToContext(callback));
  const { signal } = options;
  let listening;
  const abort = () => call1(tell, stream, abortedBy(signal));
  if (signal?.aborted) process.nextTick(abort);
  else if (signal) listening = require('events').addAbortListener(signal, abort);
  const onEnd = (...args) => process.nextTick(() => {
    listening?.[Symbol.dispose]();
    applyOn(tell, stream, args);
  });
  promiseThen(stream[symbolFor('nodejs.webstream.isClosedPromise')].promise, onEnd, onEnd);
  return nothing;
}

// Whoever asks after an error was emitted has still taken it on: an 'error' that comes now is not thrown.
function tellInATick(stream, verdict, callback, hearsErrors) {
  if (hearsErrors) stream.on('error', nothing);
  process.nextTick(() => reflectApply(callback, stream, verdict === null ? [] : [verdict]));
  return () => {
    callback = nothing;
    if (hearsErrors) stream.removeListener('error', nothing);
  };
}

function watch(stream, watched, callback, options) {
  const { readable, writable } = watched;
  const onfinish = () => {
    watched.writableFinished = true;
    // A stream destroyed by hand may never emit 'close'.
    if (stream.destroyed) watched.closeWillCome = false;
    if (watched.closeWillCome && (!stream.readable || readable)) return;
    if (!readable || watched.readableFinished) call0(callback, stream);
  };
  const onend = () => {
    watched.readableFinished = true;
    if (stream.destroyed) watched.closeWillCome = false;
    if (watched.closeWillCome && (!stream.writable || writable)) return;
    if (!writable || watched.writableFinished) call0(callback, stream);
  };
  const onerror = (err) => call1(callback, stream, err);
  const onclose = () => {
    const verdict = verdictOnClose(stream, watched);
    if (verdict === null) call0(callback, stream);
    else call1(callback, stream, verdict);
  };
  const onlegacyfinish = () => {
    if (!stream.writable) onfinish();
  };
  const onrequest = () => {
    stream.req.on('finish', onfinish);
  };

  if (isRequest(stream)) {
    stream.on('complete', onfinish);
    if (!watched.closeWillCome) stream.on('abort', onclose);
    if (stream.req) onrequest();
    else stream.on('request', onrequest);
  } else if (writable && !stream._writableState) {
    stream.on('end', onlegacyfinish);
    stream.on('close', onlegacyfinish);
  }
  if (!watched.closeWillCome && typeof stream.aborted === 'boolean') stream.on('aborted', onclose);
  stream.on('end', onend);
  stream.on('finish', onfinish);
  if (options.error !== false) stream.on('error', onerror);
  stream.on('close', onclose);

  const cleanup = () => {
    callback = nothing;
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
    const whole = callback;
    const listening = require('events').addAbortListener(options.signal, () => {
      cleanup();
      call1(whole, stream, abortedBy(options.signal));
    });
    callback = once((...args) => {
      listening[Symbol.dispose]();
      applyOn(whole, stream, args);
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
  return new Promise((resolve, reject) => {
    const cleanup = eos(stream, options, (err) => {
      if (autoCleanup) cleanup();
      if (err) reject(err);
      else resolve();
    });
  });
}

// A stream's end as a promise that some errors do not spoil.
function settled(stream, isExpected) {
  return new Promise((resolve, reject) => {
    eos(stream, (err) => (err && !isExpected(err) ? reject(err) : resolve(null)));
  });
}

module.exports = { eos, finished, once, settled };
