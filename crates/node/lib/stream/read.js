'use strict';
// The two ends of a Readable's buffer.
//
//   _read() ─▶ push() ─▶ [ buffer ] ─▶ read()         paused: 'readable' announces that there is data
//                 └──────────────────▶ 'data'         flowing: the chunk is emitted without being buffered
//
// A consumer calls read(), which returns data from the buffer and, if that is below the high water mark, calls _read() to fill
// it. push() adds what _read() produced, then or later. After a push a tick (maybeReadMore) continues to read until the buffer
// is full. Flowing mode is flow.js, pipes are pipe.js; both only call read(), pause() and resume().

const globals = require('globals');
const { arrayBufferStaticIsView, arrayPush, arrayUnshift, numberIsInteger, numberParseInt } = require('core/intrinsics');
const { codes } = require('core/errors');
const { errorOrDestroy } = require('stream/destroy');
const { asBuffer } = require('stream/legacy');
const { bits, kState, decoderFor, clearBuffer, fromList } = require('stream/readable_state');

const {
  OBJECT_MODE, CLOSE_EMITTED, CONSTRUCTED, DATA_EMITTED, DATA_LISTENING, DECODER, DESTROYED, EMITTED_READABLE, ENCODING,
  ENDED, END_EMITTED, ERRORED, ERROR_EMITTED, FLOWING, MULTI_AWAIT_DRAIN, NEED_READABLE, READABLE_LISTENING, READING,
  READING_MORE, SYNC, UTF8,
} = bits;

// ---- push

const push = function(chunk, encoding) {
  const state = this._readableState;
  if (chunk === null) return pushNull(this, state);
  return (state[kState] & OBJECT_MODE) !== 0 ?
    pushObject(this, state, chunk, encoding) :
    pushBytes(this, state, chunk, encoding);
};

// Puts a chunk back at the front of the buffer.
const unshift = function(chunk, encoding) {
  const state = this._readableState;
  if (chunk === null) return pushNull(this, state);
  if ((state[kState] & OBJECT_MODE) === 0) {
    if (typeof chunk === 'string') {
      const own = state.encoding;
      encoding ||= state.defaultEncoding;
      if (own !== encoding) {
        chunk = globals.Buffer.from(chunk, encoding);
        if (own) chunk = chunk.toString(own);
      }
    } else if (arrayBufferStaticIsView(chunk)) {
      chunk = asBuffer(chunk);
    } else if (chunk !== undefined && !(chunk instanceof globals.Buffer)) {
      errorOrDestroy(this, invalidChunk(chunk));
      return false;
    }
    if (!(chunk && chunk.length > 0)) return belowHighWaterMark(state);
  }
  if ((state[kState] & END_EMITTED) !== 0) errorOrDestroy(this, new codes.ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
  else if ((state[kState] & (DESTROYED | ERRORED)) !== 0) return false;
  else addChunk(this, state, chunk, true);
  return belowHighWaterMark(state);
};

function invalidChunk(chunk) {
  return new codes.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
}

function pushNull(stream, state) {
  state[kState] &= ~READING;
  onEofChunk(stream, state);
  return false;
}

function pushBytes(stream, state, chunk, encoding) {
  if (typeof chunk === 'string') {
    encoding ||= (state[kState] & UTF8) !== 0 ? 'utf8' : state.defaultEncoding;
    // A string in the encoding of the stream needs no conversion.
    if ((state[kState] & ENCODING) === 0 || state.encoding !== encoding) {
      chunk = globals.Buffer.from(chunk, encoding);
      encoding = '';
    }
  } else if (chunk instanceof globals.Buffer) {
    encoding = '';
  } else if (arrayBufferStaticIsView(chunk)) {
    chunk = asBuffer(chunk);
    encoding = '';
  } else if (chunk !== undefined) {
    errorOrDestroy(stream, invalidChunk(chunk));
    return false;
  }
  if (!chunk || chunk.length <= 0) {
    state[kState] &= ~READING;
    maybeReadMore(stream, state);
    return belowHighWaterMark(state);
  }
  if (!checkNotEnded(stream, state)) return false;
  state[kState] &= ~READING;
  if ((state[kState] & DECODER) !== 0 && !encoding) {
    chunk = state.decoder.write(chunk);
    if (chunk.length === 0) {
      maybeReadMore(stream, state);
      return belowHighWaterMark(state);
    }
  }
  addChunk(stream, state, chunk, false);
  return belowHighWaterMark(state);
}

function pushObject(stream, state, chunk, encoding) {
  if (!checkNotEnded(stream, state)) return false;
  state[kState] &= ~READING;
  if ((state[kState] & DECODER) !== 0 && !encoding) chunk = state.decoder.write(chunk);
  addChunk(stream, state, chunk, false);
  return belowHighWaterMark(state);
}

function checkNotEnded(stream, state) {
  if ((state[kState] & ENDED) !== 0) {
    errorOrDestroy(stream, new codes.ERR_STREAM_PUSH_AFTER_EOF());
    return false;
  }
  return (state[kState] & (DESTROYED | ERRORED)) === 0;
}

function belowHighWaterMark(state) {
  return (state[kState] & ENDED) === 0 && (state.length < state.highWaterMark || state.length === 0);
}

function addChunk(stream, state, chunk, atFront) {
  const emitsDirectly = (state[kState] & (FLOWING | SYNC | DATA_LISTENING)) === (FLOWING | DATA_LISTENING);
  if (emitsDirectly && state.length === 0) {
    // The source was not paused, so no pipe waits for 'drain'.
    clearAwaitDrain(state);
    state[kState] |= DATA_EMITTED;
    stream.emit('data', chunk);
  } else {
    state.length += (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
    if (!atFront) arrayPush(state.buffer, chunk);
    else if (state.bufferIndex > 0) state.buffer[--state.bufferIndex] = chunk;
    else arrayUnshift(state.buffer, chunk);
    if ((state[kState] & NEED_READABLE) !== 0) emitReadable(stream);
  }
  maybeReadMore(stream, state);
}

function clearAwaitDrain(state) {
  if ((state[kState] & MULTI_AWAIT_DRAIN) !== 0) state.awaitDrainWriters.clear();
  else state.awaitDrainWriters = null;
}

function onEofChunk(stream, state) {
  if ((state[kState] & ENDED) !== 0) return;
  if ((state[kState] & DECODER) !== 0) {
    const chunk = state.decoder.end();
    if (chunk?.length) {
      arrayPush(state.buffer, chunk);
      state.length += (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
    }
  }
  state[kState] |= ENDED;
  if ((state[kState] & SYNC) !== 0) {
    // Within _read(), or before the first read: 'readable' follows in a tick, if there is a reader or a listener.
    if ((state[kState] & (NEED_READABLE | READABLE_LISTENING)) !== 0) emitReadable(stream);
  } else {
    state[kState] = (state[kState] & ~NEED_READABLE) | EMITTED_READABLE;
    emitReadableNow(stream);
  }
}

const setEncoding = function(encoding) {
  const state = this._readableState;
  const decoder = decoderFor(encoding);
  state.decoder = decoder;
  state.encoding = decoder.encoding;
  let text = '';
  for (let i = state.bufferIndex; i < state.buffer.length; i++) text += decoder.write(state.buffer[i]);
  // Nothing follows that could complete a character.
  if ((state[kState] & ENDED) !== 0) text += decoder.end();
  clearBuffer(state);
  if (text !== '') arrayPush(state.buffer, text);
  state.length = text.length;
  return this;
};

// ---- read

const MAX_HWM = 0x40000000;

// A read larger than the high water mark raises it, to a power of two.
function computeNewHighWaterMark(n) {
  if (n > MAX_HWM) throw new codes.ERR_OUT_OF_RANGE('size', '<= 1GiB', n);
  let mark = 1;
  while (mark < n) mark *= 2;
  return mark;
}

function howMuchToRead(n, state) {
  if (n <= 0 || (state.length === 0 && (state[kState] & ENDED) !== 0)) return 0;
  if ((state[kState] & OBJECT_MODE) !== 0) return 1;
  if (n !== n) {
    // One chunk at a time; everything if the stream has a decoder and does not flow.
    const whole = (state[kState] & (FLOWING | DECODER)) === DECODER;
    return whole || !state.length ? state.length : state.buffer[state.bufferIndex].length;
  }
  if (n <= state.length) return n;
  return (state[kState] & ENDED) !== 0 ? state.length : 0;
}

const read = function(n) {
  if (n === undefined) n = NaN;
  else if (!numberIsInteger(n)) n = numberParseInt(n, 10);
  const state = this._readableState;
  const wanted = n;
  if (n > state.highWaterMark) state.highWaterMark = computeNewHighWaterMark(n);
  if (n !== 0) state[kState] &= ~EMITTED_READABLE;
  if (n === 0 && isFull(state)) {
    if (state.length === 0 && (state[kState] & ENDED) !== 0) endReadable(this);
    else emitReadable(this);
    return null;
  }
  n = howMuchToRead(n, state);
  if (n === 0 && (state[kState] & ENDED) !== 0) {
    if (state.length === 0) endReadable(this);
    return null;
  }
  if (fillBuffer(this, state, n)) n = howMuchToRead(wanted, state);
  const taken = n > 0 ? fromList(n, state) : null;
  if (taken === null) {
    if (state.length <= state.highWaterMark) state[kState] |= NEED_READABLE;
    n = 0;
  } else {
    state.length -= n;
    clearAwaitDrain(state);
  }
  if (state.length === 0) {
    if ((state[kState] & ENDED) === 0) state[kState] |= NEED_READABLE;
    if (wanted !== n && (state[kState] & ENDED) !== 0) endReadable(this);
  }
  if (taken !== null && (state[kState] & (ERROR_EMITTED | CLOSE_EMITTED)) === 0) {
    state[kState] |= DATA_EMITTED;
    this.emit('data', taken);
  }
  return taken;
};

// read(0) only fills the buffer; if it is full, 'readable' is emitted if it is needed.
function isFull(state) {
  if ((state[kState] & NEED_READABLE) === 0) return false;
  if ((state[kState] & ENDED) !== 0) return true;
  return state.highWaterMark !== 0 ? state.length >= state.highWaterMark : state.length > 0;
}

// Calls _read() if more is wanted and no read is in progress. True if it pushed synchronously.
function fillBuffer(stream, state, n) {
  const wants = (state[kState] & NEED_READABLE) !== 0 || state.length === 0 || state.length - n < state.highWaterMark;
  if (!wants || (state[kState] & (ENDED | READING | DESTROYED | ERRORED | CONSTRUCTED)) !== CONSTRUCTED) return false;
  state[kState] |= READING | SYNC;
  if (state.length === 0) state[kState] |= NEED_READABLE;
  try {
    stream._read(state.highWaterMark);
  } catch (thrown) {
    errorOrDestroy(stream, thrown);
  }
  state[kState] &= ~SYNC;
  return (state[kState] & READING) === 0;
}

function emitReadable(stream) {
  const state = stream._readableState;
  state[kState] &= ~NEED_READABLE;
  if ((state[kState] & EMITTED_READABLE) !== 0) return;
  state[kState] |= EMITTED_READABLE;
  globals.process.nextTick(emitReadableNow, stream);
}

function emitReadableNow(stream) {
  const state = stream._readableState;
  if ((state[kState] & (DESTROYED | ERRORED)) === 0 && (state.length || (state[kState] & ENDED) !== 0)) {
    stream.emit('readable');
    state[kState] &= ~EMITTED_READABLE;
  }
  // Emit 'readable' again unless the stream flows, has ended, or has enough buffered.
  if ((state[kState] & (FLOWING | ENDED)) === 0 && state.length <= state.highWaterMark) state[kState] |= NEED_READABLE;
  flow(stream);
}

function flow(stream) {
  const state = stream._readableState;
  while ((state[kState] & FLOWING) !== 0 && stream.read() !== null);
}

function maybeReadMore(stream, state) {
  if ((state[kState] & (READING_MORE | CONSTRUCTED)) !== CONSTRUCTED) return;
  state[kState] |= READING_MORE;
  globals.process.nextTick(readMore, stream, state);
}

function readMore(stream, state) {
  while ((state[kState] & (READING | ENDED)) === 0 &&
         (state.length < state.highWaterMark || ((state[kState] & FLOWING) !== 0 && state.length === 0))) {
    const before = state.length;
    stream.read(0);
    // Nothing was pushed: _read() will push later, and that continues here.
    if (before === state.length) break;
  }
  state[kState] &= ~READING_MORE;
}

function endReadable(stream) {
  const state = stream._readableState;
  if ((state[kState] & END_EMITTED) !== 0) return;
  state[kState] |= ENDED;
  globals.process.nextTick(emitEnd, state, stream);
}

function emitEnd(state, stream) {
  if ((state[kState] & (ERRORED | CLOSE_EMITTED | END_EMITTED)) !== 0 || state.length !== 0) return;
  state[kState] |= END_EMITTED;
  stream.emit('end');
  if (stream.writable && stream.allowHalfOpen === false) {
    globals.process.nextTick(endWritable, stream);
  } else if (state.autoDestroy) {
    const w = stream._writableState;
    if (!w || (w.autoDestroy && (w.finished || w.writable === false))) stream.destroy();
  }
}

function endWritable(stream) {
  if (stream.writable && !stream.writableEnded && !stream.destroyed) stream.end();
}

module.exports = { push, unshift, setEncoding, read, emitReadable, flow, maybeReadMore };
