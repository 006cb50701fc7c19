'use strict';
// What kind of stream an object is, and its state. Streams have many implementations (legacy ones without states, http's, a
// program's own), so these check for methods and fields, not for classes; `null` means "unknown".

const { arrayEvery, symbolFor } = require('core/intrinsics');
const { kIsDestroyed, isRequest } = require('stream/destroy');

const kIsErrored = symbolFor('nodejs.stream.errored');
const kIsReadable = symbolFor('nodejs.stream.readable');
const kIsWritable = symbolFor('nodejs.stream.writable');
const kIsDisturbed = symbolFor('nodejs.stream.disturbed');

const isFunction = (value) => typeof value === 'function';

function isReadableNodeStream(value, strict = false) {
  if (!value || !isFunction(value.pipe) || !isFunction(value.on)) return false;
  if (strict && (!isFunction(value.pause) || !isFunction(value.resume))) return false;
  if (!value._writableState) return true;
  return Boolean(value._readableState) && value._readableState.readable !== false;
}

function isWritableNodeStream(value) {
  return Boolean(value && isFunction(value.write) && isFunction(value.on) &&
    (!value._readableState || value._writableState?.writable !== false));
}

function isDuplexNodeStream(value) {
  return Boolean(value && isFunction(value.pipe) && value._readableState && isFunction(value.on) && isFunction(value.write));
}

function isNodeStream(value) {
  return Boolean(value && (value._readableState || value._writableState ||
    (isFunction(value.on) && (isFunction(value.write) || isFunction(value.pipe)))));
}

// Web streams are recognized by their methods too: they may be another library's.
function isReadableStream(value) {
  return Boolean(value && !isNodeStream(value) && isFunction(value.pipeThrough) && isFunction(value.getReader) && isFunction(value.cancel));
}

function isWritableStream(value) {
  return Boolean(value && !isNodeStream(value) && isFunction(value.getWriter) && isFunction(value.abort));
}

function isTransformStream(value) {
  return Boolean(value && !isNodeStream(value) && typeof value.readable === 'object' && typeof value.writable === 'object');
}

const isWebStream = (value) => isReadableStream(value) || isWritableStream(value) || isTransformStream(value);

function isIterable(value, isAsync) {
  if (value == null) return false;
  if (isAsync === true) return isFunction(value[Symbol.asyncIterator]);
  if (isAsync === false) return isFunction(value[Symbol.iterator]);
  return isFunction(value[Symbol.asyncIterator]) || isFunction(value[Symbol.iterator]);
}

function isDestroyed(stream) {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  return Boolean(stream.destroyed || stream[kIsDestroyed] || state?.destroyed);
}

function isWritableEnded(stream) {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableEnded === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  return typeof state?.ended === 'boolean' ? state.ended : null;
}

// Not strict: true also if only the event has yet to be emitted.
const nearlyDone = (done, state, strict) =>
  Boolean(done || (strict === false && state.ended === true && state.length === 0));

function isWritableFinished(stream, strict) {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableFinished === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  return typeof state?.finished === 'boolean' ? nearlyDone(state.finished, state, strict) : null;
}

function isReadableEnded(stream) {
  if (!isReadableNodeStream(stream)) return null;
  if (stream.readableEnded === true) return true;
  const state = stream._readableState;
  if (!state || state.errored) return false;
  return typeof state.ended === 'boolean' ? state.ended : null;
}

function isReadableFinished(stream, strict) {
  if (!isReadableNodeStream(stream)) return null;
  const state = stream._readableState;
  if (state?.errored) return false;
  return typeof state?.endEmitted === 'boolean' ? nearlyDone(state.endEmitted, state, strict) : null;
}

function isReadable(stream) {
  if (stream && stream[kIsReadable] != null) return stream[kIsReadable];
  if (typeof stream?.readable !== 'boolean') return null;
  if (isDestroyed(stream)) return false;
  return isReadableNodeStream(stream) && stream.readable && !isReadableFinished(stream);
}

function isWritable(stream) {
  if (stream && stream[kIsWritable] != null) return stream[kIsWritable];
  if (typeof stream?.writable !== 'boolean') return null;
  if (isDestroyed(stream)) return false;
  return isWritableNodeStream(stream) && stream.writable && !isWritableEnded(stream);
}

// Neither side has anything left to do.
function isFinished(stream, sides) {
  if (!isNodeStream(stream)) return null;
  if (isDestroyed(stream)) return true;
  if (sides?.readable !== false && isReadable(stream)) return false;
  return !(sides?.writable !== false && isWritable(stream));
}

function isWritableErrored(stream) {
  if (!isNodeStream(stream)) return null;
  return stream.writableErrored ? stream.writableErrored : stream._writableState?.errored ?? null;
}

function isReadableErrored(stream) {
  if (!isNodeStream(stream)) return null;
  return stream.readableErrored ? stream.readableErrored : stream._readableState?.errored ?? null;
}

function isClosed(stream) {
  if (!isNodeStream(stream)) return null;
  if (typeof stream.closed === 'boolean') return stream.closed;
  const w = stream._writableState;
  const r = stream._readableState;
  if (typeof w?.closed === 'boolean' || typeof r?.closed === 'boolean') return w?.closed || r?.closed;
  return typeof stream._closed === 'boolean' && isOutgoingMessage(stream) ? stream._closed : null;
}

function isOutgoingMessage(stream) {
  return arrayEvery(['_closed', '_defaultKeepAlive', '_removedConnection', '_removedContLen'], (name) => typeof stream[name] === 'boolean');
}

const isServerResponse = (stream) => typeof stream._sent100 === 'boolean' && isOutgoingMessage(stream);

function isServerRequest(stream) {
  return typeof stream._consuming === 'boolean' && typeof stream._dumped === 'boolean' && stream.req?.upgradeOrConnect === undefined;
}

function willEmitClose(stream) {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  if (!state) return isServerResponse(stream);
  return Boolean(state.autoDestroy && state.emitClose && state.closed === false);
}

function isErrored(stream) {
  return Boolean(stream && (stream[kIsErrored] ?? stream.readableErrored ?? stream.writableErrored ??
    stream._readableState?.errorEmitted ?? stream._writableState?.errorEmitted ??
    stream._readableState?.errored ?? stream._writableState?.errored));
}

function isDisturbed(stream) {
  return Boolean(stream && (stream[kIsDisturbed] ?? (stream.readableDidRead || stream.readableAborted)));
}

module.exports = {
  isClosed, isDestroyed, isDisturbed, isDuplexNodeStream, isErrored, isFinished, isIterable, isNodeStream, isReadable,
  isReadableErrored, isReadableFinished, isReadableNodeStream, isRequest, isReadableEnded, isReadableStream, isServerRequest,
  isTransformStream, isWebStream, isWritable, isWritableEnded, isWritableErrored, isWritableFinished, isWritableNodeStream, isWritableStream,
  willEmitClose,
};
