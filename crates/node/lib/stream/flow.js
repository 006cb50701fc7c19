'use strict';
// Flowing and paused mode. `flowing` is null at first: a 'data' listener, a pipe or resume() starts the flow (in the next
// tick); a 'readable' listener takes precedence over all of them.

const globals = require('globals');
const { applyOn, call2 } = require('core/safe/calls');
const { Stream } = require('stream/legacy');
const { bits, kState } = require('stream/readable_state');
const { emitReadable, flow } = require('stream/read');

const {
  DATA_LISTENING, DESTROYED, EMITTED_READABLE, ENDED, END_EMITTED, FLOWING, HAS_FLOWING, HAS_PAUSED, NEED_READABLE,
  PAUSED, READABLE_LISTENING, READING, RESUME_SCHEDULED,
} = bits;

const on = function(name, listener) {
  const result = call2(Stream.prototype.on, this, name, listener);
  const state = this._readableState;
  if (name === 'data') {
    state[kState] |= DATA_LISTENING;
    setReadableListening(state, this.listenerCount('readable') > 0);
    // Do not resume a stream that was paused explicitly.
    if (state.flowing !== false) this.resume();
  } else if (name === 'readable' && (state[kState] & (END_EMITTED | READABLE_LISTENING)) === 0) {
    state[kState] |= READABLE_LISTENING | NEED_READABLE | HAS_FLOWING;
    state[kState] &= ~(FLOWING | EMITTED_READABLE);
    // The listener also runs for an end without data.
    if (state.length || (state[kState] & ENDED) !== 0) emitReadable(this);
    if (!state.length && (state[kState] & READING) === 0) globals.process.nextTick(readInNextTick, this);
  }
  return result;
};

function setReadableListening(state, listening) {
  if (listening) state[kState] |= READABLE_LISTENING;
  else state[kState] &= ~READABLE_LISTENING;
}

function readInNextTick(stream) {
  stream.read(0);
}

const removeListener = function(name, listener) {
  const result = call2(Stream.prototype.removeListener, this, name, listener);
  if (name === 'readable') {
    // In the next tick: removing a listener and adding it again changes nothing.
    globals.process.nextTick(updateReadableListening, this);
  } else if (name === 'data' && this.listenerCount('data') === 0) {
    this._readableState[kState] &= ~DATA_LISTENING;
  }
  return result;
};

const removeAllListeners = function(name) {
  const result = applyOn(Stream.prototype.removeAllListeners, this, arguments);
  if (name === 'readable' || name === undefined) globals.process.nextTick(updateReadableListening, this);
  return result;
};

// After a 'readable' listener was removed: resume if there is another consumer.
function updateReadableListening(stream) {
  const state = stream._readableState;
  setReadableListening(state, stream.listenerCount('readable') > 0);
  if ((state[kState] & (HAS_PAUSED | PAUSED | RESUME_SCHEDULED)) === (HAS_PAUSED | RESUME_SCHEDULED)) {
    state[kState] |= HAS_FLOWING | FLOWING;
  } else if (stream.listenerCount('data') > 0) {
    stream.resume();
  } else if ((state[kState] & READABLE_LISTENING) === 0) {
    state[kState] &= ~(HAS_FLOWING | FLOWING);
  }
}

// A destroyed stream does not flow: resume() and pause() do nothing.
const resume = function() {
  const state = this._readableState;
  if ((state[kState] & DESTROYED) !== 0) return this;
  if ((state[kState] & FLOWING) === 0) {
    state[kState] |= HAS_FLOWING;
    if ((state[kState] & READABLE_LISTENING) === 0) state[kState] |= FLOWING;
    else state[kState] &= ~FLOWING;
    if ((state[kState] & RESUME_SCHEDULED) === 0) {
      state[kState] |= RESUME_SCHEDULED;
      globals.process.nextTick(resumeInNextTick, this, state);
    }
  }
  state[kState] = (state[kState] | HAS_PAUSED) & ~PAUSED;
  return this;
};

function resumeInNextTick(stream, state) {
  if ((state[kState] & READING) === 0) stream.read(0);
  state[kState] &= ~RESUME_SCHEDULED;
  stream.emit('resume');
  flow(stream);
  if ((state[kState] & (FLOWING | READING)) === FLOWING) stream.read(0);
}

const pause = function() {
  const state = this._readableState;
  if ((state[kState] & DESTROYED) !== 0) return this;
  if ((state[kState] & (HAS_FLOWING | FLOWING)) !== HAS_FLOWING) {
    state[kState] = (state[kState] | HAS_FLOWING) & ~FLOWING;
    this.emit('pause');
  }
  state[kState] |= HAS_PAUSED | PAUSED;
  return this;
};

module.exports = { on, removeListener, removeAllListeners, resume, pause };
