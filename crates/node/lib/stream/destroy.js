'use strict';
// Destroying a stream, and constructing it if it has a `_construct`.
//
//   destroy(err) ─▶ _destroy(err, done) ─▶ done ─▶ [tick] 'error', 'close'
//
// A Duplex is one stream with two states; both are updated here.

const globals = require('globals');
const { codes, AbortError, aggregateTwoErrors } = require('core/errors');
const { kState, shared } = require('stream/state_bits');

const { DESTROYED, CLOSED, CLOSE_EMITTED, ERRORED, ERROR_EMITTED, EMIT_CLOSE, AUTO_DESTROY, CONSTRUCTED } = shared;

const kDestroy = Symbol('kDestroy');
const kConstruct = Symbol('kConstruct');
const kOnConstructed = Symbol('kOnConstructed');
const kIsDestroyed = Symbol('kIsDestroyed');

// Both states' bits, combined. Streams of other implementations have plain fields, or no state at all.
const hasBit = (r, w, bit) => (((w?.[kState] ?? 0) | (r?.[kState] ?? 0)) & bit) !== 0;

function setBit(r, w, bit) {
  if (w) w[kState] |= bit;
  if (r) r[kState] |= bit;
}

function setErrored(err, w, r) {
  if (!err) return;
  if (w && !w.errored) w.errored = err;
  if (r && !r.errored) r.errored = err;
}

function destroy(err, callback) {
  const r = this._readableState;
  const w = this._writableState;
  if (hasBit(r, w, DESTROYED)) {
    if (typeof callback === 'function') callback();
    return this;
  }
  setErrored(err, w, r);
  setBit(r, w, DESTROYED);
  if (((w || r)[kState] & CONSTRUCTED) !== 0) {
    callDestroy(this, err, callback);
  } else {
    // _construct may have opened resources that must be closed, so wait for it.
    this.once(kDestroy, function afterConstruct(constructError) {
      callDestroy(this, aggregateTwoErrors(constructError, err), callback);
    });
  }
  return this;
}

function callDestroy(self, err, callback) {
  let called = false;
  function onDestroy(failure) {
    if (called) return;
    called = true;
    const r = self._readableState;
    const w = self._writableState;
    setErrored(failure, w, r);
    setBit(r, w, CLOSED);
    if (typeof callback === 'function') callback(failure);
    if (failure) globals.process.nextTick(emitErrorAndClose, self, failure);
    else globals.process.nextTick(emitClose, self);
  }
  try {
    self._destroy(err || null, onDestroy);
  } catch (thrown) {
    onDestroy(thrown);
  }
}

function emitErrorAndClose(self, err) {
  emitError(self, err);
  emitClose(self);
}

function emitClose(self) {
  const r = self._readableState;
  const w = self._writableState;
  setBit(r, w, CLOSE_EMITTED);
  if (hasBit(r, w, EMIT_CLOSE)) self.emit('close');
}

function emitError(self, err) {
  const r = self._readableState;
  const w = self._writableState;
  if (hasBit(r, w, ERROR_EMITTED)) return;
  setBit(r, w, ERROR_EMITTED);
  self.emit('error', err);
}

function undestroy() {
  const r = this._readableState;
  const w = this._writableState;
  if (r) {
    r.constructed = true;
    r.closed = r.closeEmitted = r.destroyed = r.errorEmitted = r.reading = false;
    r.errored = null;
    r.ended = r.endEmitted = r.readable === false;
  }
  if (w) {
    w.constructed = true;
    w.destroyed = w.closed = w.closeEmitted = w.errorEmitted = w.finalCalled = w.prefinished = false;
    w.errored = null;
    w.ended = w.ending = w.finished = w.writable === false;
  }
}

// An error during operation destroys the stream; without autoDestroy it is only emitted.
function errorOrDestroy(stream, err, sync) {
  const r = stream._readableState;
  const w = stream._writableState;
  if (hasBit(r, w, DESTROYED)) return;
  if (hasBit(r, w, AUTO_DESTROY)) {
    stream.destroy(err);
  } else if (err) {
    setErrored(err, w, r);
    if (sync) globals.process.nextTick(emitError, stream, err);
    else emitError(stream, err);
  }
}

// ---- _construct

function construct(stream, callback) {
  if (typeof stream._construct !== 'function') return;
  const r = stream._readableState;
  const w = stream._writableState;
  if (r) r[kState] &= ~CONSTRUCTED;
  if (w) w[kState] &= ~CONSTRUCTED;
  stream.once(kConstruct, callback);
  if (stream.listenerCount(kConstruct) > 1) return;
  globals.process.nextTick(callConstruct, stream);
}

function callConstruct(stream) {
  let called = false;
  function onConstruct(err) {
    if (called) {
      errorOrDestroy(stream, err ?? new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    const r = stream._readableState;
    const w = stream._writableState;
    setBit(r, w, CONSTRUCTED);
    if (((w || r)[kState] & DESTROYED) !== 0) stream.emit(kDestroy, err);
    else if (err) errorOrDestroy(stream, err, true);
    else stream.emit(kConstruct);
  }
  try {
    stream._construct((err) => globals.process.nextTick(onConstruct, err));
  } catch (thrown) {
    globals.process.nextTick(onConstruct, thrown);
  }
}

// ---- streams of any implementation

const isRequest = (stream) => Boolean(stream?.setHeader && typeof stream.abort === 'function');

function destroyer(stream, err) {
  const { isDestroyed, isFinished, isServerRequest } = require('stream/predicates');
  if (!stream || isDestroyed(stream)) return;
  if (!err && !isFinished(stream)) err = new AbortError();
  if (isServerRequest(stream)) {
    stream.socket = null;
    stream.destroy(err);
  } else if (isRequest(stream)) {
    stream.abort();
  } else if (isRequest(stream.req)) {
    stream.req.abort();
  } else if (typeof stream.destroy === 'function') {
    stream.destroy(err);
  } else if (typeof stream.close === 'function') {
    stream.close();
  }
  if (!stream.destroyed) stream[kIsDestroyed] = true;
}


module.exports = {
  construct, destroy, destroyer, errorOrDestroy, undestroy, isRequest, kOnConstructed, kIsDestroyed,
};
