'use strict';
// finished(stream, callback): once, when a stream has come to its end, failed, or was closed too early.
//
// A stream that will emit 'close' is awaited until then; one that will not is done when its sides are. What happened
// before anybody asked is told in a tick.

const { codes, abortedBy } = require('core/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateObject } = require('core/validate');
const {
  isClosed, isNodeStream, isReadable, isReadableErrored, isReadableFinished, isReadableNodeStream, isRequest, isWritable,
  isWritableErrored, isWritableFinished, isWritableNodeStream, refuseWebStream, willEmitClose,
} = require('streams/kinds');

const nothing = () => {};

function once(callback) {
  let called = false;
  return function(...args) {
    if (called) return;
    called = true;
    Reflect.apply(callback, this, args);
  };
}

const prematureClose = () => new codes.ERR_STREAM_PREMATURE_CLOSE();

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
  if (__hexloop_context__ !== null) callback = require('async_context/frame').inCurrent(callback);
  callback = once(callback);
  refuseWebStream(stream);
  if (!isNodeStream(stream)) {
    throw new codes.ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }

  const readable = options.readable ?? isReadableNodeStream(stream);
  const writable = options.writable ?? isWritableNodeStream(stream);
  const w = stream._writableState;
  const r = stream._readableState;

  // 'close' is for the whole stream: it is no help to who watches one side of two.
  let closeWillCome = willEmitClose(stream) &&
    isReadableNodeStream(stream) === readable && isWritableNodeStream(stream) === writable;
  let writableFinished = isWritableFinished(stream, false);
  let readableFinished = isReadableFinished(stream, false);
  let closed = isClosed(stream);

  const onfinish = () => {
    writableFinished = true;
    // A stream destroyed by hand may never emit 'close'.
    if (stream.destroyed) closeWillCome = false;
    if (closeWillCome && (!stream.writable || readable)) return;
    if (!readable || readableFinished) callback.call(stream);
  };
  const onend = () => {
    readableFinished = true;
    if (stream.destroyed) closeWillCome = false;
    if (closeWillCome && (!stream.readable || writable)) return;
    if (!writable || writableFinished) callback.call(stream);
  };
  const onerror = (err) => callback.call(stream, err);
  const failure = () => {
    const err = isWritableErrored(stream) || isReadableErrored(stream);
    return err && typeof err !== 'boolean' ? err : undefined;
  };
  const onclose = () => {
    closed = true;
    const err = failure();
    if (err !== undefined) return callback.call(stream, err);
    if (readable && !readableFinished && isReadableNodeStream(stream, true) && !isReadableFinished(stream, false)) {
      return callback.call(stream, prematureClose());
    }
    if (writable && !writableFinished && !isWritableFinished(stream, false)) {
      return callback.call(stream, prematureClose());
    }
    return callback.call(stream);
  };
  const onclosed = () => {
    closed = true;
    const err = failure();
    return err !== undefined ? callback.call(stream, err) : callback.call(stream);
  };
  const onlegacyfinish = () => {
    if (!stream.writable) onfinish();
  };
  const onrequest = () => {
    stream.req.on('finish', onfinish);
  };

  if (isRequest(stream)) {
    stream.on('complete', onfinish);
    if (!closeWillCome) stream.on('abort', onclose);
    if (stream.req) onrequest();
    else stream.on('request', onrequest);
  } else if (writable && !w) {
    stream.on('end', onlegacyfinish);
    stream.on('close', onlegacyfinish);
  }
  if (!closeWillCome && typeof stream.aborted === 'boolean') stream.on('aborted', onclose);
  stream.on('end', onend);
  stream.on('finish', onfinish);
  if (options.error !== false) stream.on('error', onerror);
  stream.on('close', onclose);

  if (closed) {
    process.nextTick(onclose);
  } else if (w?.errorEmitted || r?.errorEmitted) {
    if (!closeWillCome) process.nextTick(onclosed);
  } else if (!readable && (!closeWillCome || isReadable(stream)) && (writableFinished || isWritable(stream) === false)) {
    process.nextTick(onclosed);
  } else if (!writable && (!closeWillCome || isWritable(stream)) && (readableFinished || isReadable(stream) === false)) {
    process.nextTick(onclosed);
  } else if (r && stream.req && stream.aborted) {
    process.nextTick(onclosed);
  }

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

  if (options.signal && !closed) {
    const { signal } = options;
    const abort = () => {
      // cleanup() takes the callback away.
      const last = callback;
      cleanup();
      last.call(stream, abortedBy(signal));
    };
    if (signal.aborted) {
      process.nextTick(abort);
    } else {
      const listening = require('events').addAbortListener(signal, abort);
      const original = callback;
      callback = once((...args) => {
        listening[Symbol.dispose]();
        original.apply(stream, args);
      });
    }
  }
  return cleanup;
};

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

module.exports = { eos, finished, once };
