'use strict';
// The state of a Readable, and its buffer.

const globals = require('globals');
const { arraySplice, objectDefineProperties } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const {
  kState, shared, sharedNames, defineBits, defineOptional, defineTriState, defineErrored, defineDefaultEncoding,
  setDefaultEncoding,
} = require('stream/state_bits');
const { getDefaultHighWaterMark, highWaterMarkOf } = require('stream/high_water_mark');
const { kOnConstructed } = require('stream/destroy');

const bits = {
  ...shared,
  ENDED: 1 << 9,
  END_EMITTED: 1 << 10,
  READING: 1 << 11,
  SYNC: 1 << 12,
  NEED_READABLE: 1 << 13,
  EMITTED_READABLE: 1 << 14,
  READABLE_LISTENING: 1 << 15,
  RESUME_SCHEDULED: 1 << 16,
  MULTI_AWAIT_DRAIN: 1 << 17,
  READING_MORE: 1 << 18,
  DATA_EMITTED: 1 << 19,
  UTF8: 1 << 20,
  DECODER: 1 << 21,
  ENCODING: 1 << 22,
  HAS_FLOWING: 1 << 23,
  FLOWING: 1 << 24,
  HAS_PAUSED: 1 << 25,
  PAUSED: 1 << 26,
  DATA_LISTENING: 1 << 27,
};

const INITIAL = bits.EMIT_CLOSE | bits.AUTO_DESTROY | bits.CONSTRUCTED | bits.SYNC | bits.UTF8;

const kDecoder = Symbol('kDecoderValue');
const kEncoding = Symbol('kEncodingValue');

function ReadableState(options, stream, isDuplex) {
  this[kState] = INITIAL;
  this.highWaterMark = options ? readOptions(this, options, isDuplex) : getDefaultHighWaterMark(false);
  this.buffer = [];
  // Chunks before this index were read already, so that a read does not shift the array.
  this.bufferIndex = 0;
  this.length = 0;
  this.pipes = [];
  // The destination whose 'drain' a pipe waits for; a Set once there are two pipes.
  this.awaitDrainWriters = null;
  if (options) {
    const { defaultEncoding, encoding } = options;
    if (defaultEncoding != null) setDefaultEncoding(this, defaultEncoding, bits.UTF8);
    if (encoding) {
      this.decoder = decoderFor(encoding);
      this.encoding = encoding;
    }
  }
}

// Sets the bits of the options; returns the high water mark.
function readOptions(state, options, isDuplex) {
  const objectMode = Boolean(options.objectMode || (isDuplex && options.readableObjectMode));
  const mark = highWaterMarkOf(options, 'readableHighWaterMark', isDuplex, objectMode);
  let initial = INITIAL;
  if (objectMode) initial |= bits.OBJECT_MODE;
  if (options.emitClose === false) initial &= ~bits.EMIT_CLOSE;
  if (options.autoDestroy === false) initial &= ~bits.AUTO_DESTROY;
  state[kState] = initial;
  return mark;
}

function decoderFor(encoding) {
  const { StringDecoder } = require('string_decoder');
  return new StringDecoder(encoding);
}

ReadableState.prototype[kOnConstructed] = function onConstructed(stream) {
  if ((this[kState] & bits.NEED_READABLE) !== 0) require('stream/read').maybeReadMore(stream, this);
};

defineBits(ReadableState.prototype, {
  ...sharedNames,
  ended: bits.ENDED,
  endEmitted: bits.END_EMITTED,
  reading: bits.READING,
  sync: bits.SYNC,
  needReadable: bits.NEED_READABLE,
  emittedReadable: bits.EMITTED_READABLE,
  readableListening: bits.READABLE_LISTENING,
  resumeScheduled: bits.RESUME_SCHEDULED,
  multiAwaitDrain: bits.MULTI_AWAIT_DRAIN,
  readingMore: bits.READING_MORE,
  dataEmitted: bits.DATA_EMITTED,
});
defineErrored(ReadableState.prototype);
defineDefaultEncoding(ReadableState.prototype, bits.UTF8);
defineOptional(ReadableState.prototype, 'decoder', bits.DECODER, kDecoder, () => null);
defineOptional(ReadableState.prototype, 'encoding', bits.ENCODING, kEncoding, () => null);
defineTriState(ReadableState.prototype, 'flowing', bits.HAS_FLOWING, bits.FLOWING, null);

objectDefineProperties(ReadableState.prototype, {
  pipesCount: { __proto__: null, get() { return this.pipes.length; } },
  paused: {
    __proto__: null,
    get() { return (this[kState] & bits.PAUSED) !== 0; },
    set(value) {
      this[kState] |= bits.HAS_PAUSED;
      if (value) this[kState] |= bits.PAUSED;
      else this[kState] &= ~bits.PAUSED;
    },
  },
});

// ---- the buffer

function clearBuffer(state) {
  state.buffer.length = 0;
  state.bufferIndex = 0;
}

function shiftBuffer(state) {
  const { buffer } = state;
  const chunk = buffer[state.bufferIndex];
  buffer[state.bufferIndex++] = null;
  compactBuffer(state);
  return chunk;
}

// Drops the entries already read, when that is all of them or more than 1024.
function compactBuffer(state) {
  if (state.bufferIndex === state.buffer.length) {
    clearBuffer(state);
  } else if (state.bufferIndex > 1024) {
    arraySplice(state.buffer, 0, state.bufferIndex);
    state.bufferIndex = 0;
  }
}

// Reads n units (objects, bytes or characters) from the front, or everything if n is 0. Does not change `length`.
function fromList(n, state) {
  if (state.length === 0) return null;
  if ((state[kState] & bits.OBJECT_MODE) !== 0) return shiftBuffer(state);
  if (!n || n >= state.length) return readAll(state);
  const first = state.buffer[state.bufferIndex];
  if (n === first.length) return shiftBuffer(state);
  if (n < first.length) {
    state.buffer[state.bufferIndex] = sliceOf(first, n);
    return sliceOf(first, 0, n);
  }
  return (state[kState] & bits.DECODER) !== 0 ? readString(n, state) : readBytes(n, state);
}

function readAll(state) {
  const { buffer, bufferIndex } = state;
  let all;
  if ((state[kState] & bits.DECODER) !== 0) {
    all = '';
    for (let i = bufferIndex; i < buffer.length; i++) all += buffer[i];
  } else if (buffer.length - bufferIndex === 0) {
    all = globals.Buffer.alloc(0);
  } else if (buffer.length - bufferIndex === 1) {
    all = buffer[bufferIndex];
  } else {
    all = globals.Buffer.concat(bufferIndex === 0 ? buffer : sliceOf(buffer, bufferIndex), state.length);
  }
  clearBuffer(state);
  return all;
}

function readString(n, state) {
  let text = '';
  while (n > 0) {
    const chunk = state.buffer[state.bufferIndex];
    if (n < chunk.length) {
      state.buffer[state.bufferIndex] = sliceOf(chunk, n);
      return text + sliceOf(chunk, 0, n);
    }
    text += chunk;
    n -= chunk.length;
    shiftBuffer(state);
  }
  return text;
}

function readBytes(n, state) {
  const bytes = globals.Buffer.allocUnsafe(n);
  let filled = 0;
  while (filled < n) {
    const chunk = state.buffer[state.bufferIndex];
    const missing = n - filled;
    if (missing < chunk.length) {
      bytes.set(chunk.subarray(0, missing), filled);
      state.buffer[state.bufferIndex] = chunk.subarray(missing);
      break;
    }
    bytes.set(chunk, filled);
    filled += chunk.length;
    shiftBuffer(state);
  }
  return bytes;
}

module.exports = { ReadableState, bits, kState, decoderFor, clearBuffer, fromList };
