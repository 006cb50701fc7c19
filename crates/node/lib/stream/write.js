'use strict';
// The path of a chunk through a Writable.
//
//   write() ─▶ _write(chunk, encoding, onWritten) ─▶ onWritten ─▶ the write's callback, 'drain'
//        └───▶ [ buffered ] while a write is in progress, the stream is corked, or not constructed yet
//
// If the sink calls onWritten synchronously (within _write), the callback and 'drain' wait for a tick, so that they never run
// before write() has returned; writes with the same callback share one tick. Otherwise they run at once.

const globals = require('globals');
const { arrayBufferStaticIsView, arrayPush, arraySplice } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { codes } = require('core/errors');
const { errorOrDestroy } = require('stream/destroy');
const { asBuffer } = require('stream/legacy');
const {
  bits, kState, kWriteCallback, kTickInfo, kBuffered, resetBuffer, nop,
} = require('stream/writable_state');

const {
  ALL_BUFFERS, ALL_NOOP, BUFFERED, BUFFER_PROCESSING, CONSTRUCTED, CORKED, DECODE_STRINGS, DESTROYED, ENDING, ERRORED,
  EXPECTS_CALLBACK, NEED_DRAIN, OBJECT_MODE, SYNC, TICK_INFO, TICK_PENDING, UTF8, WRITE_CALLBACK, WRITING,
} = bits;

const finishMaybe = (stream, state, sync) => require('stream/finish').finishMaybe(stream, state, sync);

// What write() returns, or an Error if the stream accepts no more writes.
function write(stream, chunk, encoding, callback) {
  if (typeof callback !== 'function') callback = nop;
  const state = stream._writableState;
  if (chunk === null) throw new codes.ERR_STREAM_NULL_VALUES();
  if ((state[kState] & OBJECT_MODE) === 0) {
    if (!encoding) {
      encoding = (state[kState] & UTF8) !== 0 ? 'utf8' : state.defaultEncoding;
    } else if (encoding !== 'buffer' && !globals.Buffer.isEncoding(encoding)) {
      throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    }
    if (typeof chunk === 'string') {
      if (encoding === 'buffer') throw new codes.ERR_UNKNOWN_ENCODING(encoding);
      if ((state[kState] & DECODE_STRINGS) !== 0) {
        chunk = globals.Buffer.from(chunk, encoding);
        encoding = 'buffer';
      }
    } else if (chunk instanceof globals.Buffer) {
      encoding = 'buffer';
    } else if (arrayBufferStaticIsView(chunk)) {
      chunk = asBuffer(chunk);
      encoding = 'buffer';
    } else {
      throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
    }
  }
  const err = writeError(state);
  if (err !== undefined) {
    globals.process.nextTick(callback, err);
    errorOrDestroy(stream, err, true);
    return err;
  }
  state.pendingcb++;
  return writeOrBuffer(stream, state, chunk, encoding, callback);
}

function writeError(state) {
  if ((state[kState] & ENDING) !== 0) return new codes.ERR_STREAM_WRITE_AFTER_END();
  if ((state[kState] & DESTROYED) !== 0) return new codes.ERR_STREAM_DESTROYED('write');
  return undefined;
}

function writeOrBuffer(stream, state, chunk, encoding, callback) {
  const size = (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
  state.length += size;
  if ((state[kState] & (WRITING | ERRORED | CORKED | CONSTRUCTED)) !== CONSTRUCTED) {
    if ((state[kState] & BUFFERED) === 0) {
      state[kState] |= BUFFERED;
      state[kBuffered] = [];
    }
    arrayPush(state[kBuffered], { chunk, encoding, callback });
    if (encoding !== 'buffer') state[kState] &= ~ALL_BUFFERS;
    if (callback !== nop) state[kState] &= ~ALL_NOOP;
  } else {
    startWrite(state, size, callback);
    stream._write(chunk, encoding, state.onwrite);
    state[kState] &= ~SYNC;
  }
  // Checked after the write: a synchronous sink has already taken the chunk.
  const belowHighWaterMark = state.length < state.highWaterMark || state.length === 0;
  if (!belowHighWaterMark) state[kState] |= NEED_DRAIN;
  return belowHighWaterMark && (state[kState] & (DESTROYED | ERRORED)) === 0;
}

function startWrite(state, size, callback) {
  state.writelen = size;
  if (callback !== nop) {
    state[kWriteCallback] = callback;
    state[kState] |= WRITE_CALLBACK;
  }
  state[kState] |= WRITING | SYNC | EXPECTS_CALLBACK;
}

// One buffered write, or (`all`) all of them through _writev.
function doWrite(stream, state, all, size, chunk, encoding, callback) {
  startWrite(state, size, callback);
  if ((state[kState] & DESTROYED) !== 0) state.onwrite(new codes.ERR_STREAM_DESTROYED('write'));
  else if (all) stream._writev(chunk, state.onwrite);
  else stream._write(chunk, encoding, state.onwrite);
  state[kState] &= ~SYNC;
}

// The sink's callback.
function onWritten(stream, err) {
  const state = stream._writableState;
  if ((state[kState] & EXPECTS_CALLBACK) === 0) {
    errorOrDestroy(stream, new codes.ERR_MULTIPLE_CALLBACK());
    return;
  }
  const sync = (state[kState] & SYNC) !== 0;
  const callback = (state[kState] & WRITE_CALLBACK) !== 0 ? state[kWriteCallback] : nop;
  state[kWriteCallback] = null;
  state[kState] &= ~(WRITING | EXPECTS_CALLBACK | WRITE_CALLBACK);
  state.length -= state.writelen;
  state.writelen = 0;

  if (err) {
    if ((state[kState] & ERRORED) === 0) state.errored = err;
    // A Duplex that failed is not read any more.
    const r = stream._readableState;
    if (r && !r.errored) r.errored = err;
    if (sync) globals.process.nextTick(onWriteError, stream, state, err, callback);
    else onWriteError(stream, state, err, callback);
    return;
  }
  if ((state[kState] & BUFFERED) !== 0) writeBuffered(stream, state);
  if (sync) scheduleAfterWrite(stream, state, callback);
  else afterWrite(stream, state, 1, callback);
}

function onWriteError(stream, state, err, callback) {
  --state.pendingcb;
  callback(err);
  // Buffered writes get their callbacks before 'error' is emitted.
  errorBuffer(state);
  errorOrDestroy(stream, err);
}

function scheduleAfterWrite(stream, state, callback) {
  if (callback === nop) {
    const drains = (state[kState] & NEED_DRAIN) !== 0 && state.length === 0;
    // (Measured on Node 26: in object mode the first of a series of writes always takes the tick.)
    const needsTick = drains || (state[kState] & (DESTROYED | OBJECT_MODE)) !== 0;
    if ((state[kState] & TICK_PENDING) === 0 && needsTick) {
      globals.process.nextTick(afterWrite, stream, state, 1, callback);
      state[kState] |= TICK_PENDING;
    } else {
      state.pendingcb--;
      if ((state[kState] & ENDING) !== 0) finishMaybe(stream, state, true);
    }
  } else if ((state[kState] & TICK_INFO) !== 0 && state[kTickInfo].callback === callback) {
    state[kTickInfo].count++;
  } else {
    state[kTickInfo] = { count: 1, callback, stream, state };
    globals.process.nextTick(afterWriteTick, state[kTickInfo]);
    state[kState] |= TICK_PENDING | TICK_INFO;
  }
}

function afterWriteTick({ stream, state, count, callback }) {
  state[kState] &= ~TICK_INFO;
  state[kTickInfo] = null;
  afterWrite(stream, state, count, callback);
}

function afterWrite(stream, state, count, callback) {
  state[kState] &= ~TICK_PENDING;
  if ((state[kState] & (ENDING | NEED_DRAIN | DESTROYED)) === NEED_DRAIN && state.length === 0) {
    state[kState] &= ~NEED_DRAIN;
    stream.emit('drain');
  }
  while (count-- > 0) {
    state.pendingcb--;
    callback(null);
  }
  if ((state[kState] & DESTROYED) !== 0) errorBuffer(state);
  if ((state[kState] & ENDING) !== 0) finishMaybe(stream, state, true);
}

// Calls the callbacks of all buffered writes and of end() with an error.
function errorBuffer(state) {
  if ((state[kState] & WRITING) !== 0) return;
  if ((state[kState] & BUFFERED) !== 0) {
    const buffered = state[kBuffered];
    for (let i = state.bufferedIndex; i < buffered.length; i++) {
      const { chunk, callback } = buffered[i];
      state.length -= (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
      callback(state.errored ?? new codes.ERR_STREAM_DESTROYED('write'));
    }
  }
  require('stream/finish').callFinishCallbacks(state, state.errored ?? new codes.ERR_STREAM_DESTROYED('end'));
  resetBuffer(state);
}

// Writes the buffer: all of it through _writev, or one write after the other while the sink is synchronous.
function writeBuffered(stream, state) {
  if ((state[kState] & (DESTROYED | BUFFER_PROCESSING | CORKED | BUFFERED | CONSTRUCTED)) !== (BUFFERED | CONSTRUCTED)) return;
  const buffered = state[kBuffered];
  let index = state.bufferedIndex;
  const count = buffered.length - index;
  if (count === 0) return;
  state[kState] |= BUFFER_PROCESSING;
  if (count > 1 && stream._writev) {
    state.pendingcb -= count - 1;
    const callback = (state[kState] & ALL_NOOP) !== 0 ? nop : (err) => {
      for (let i = index; i < buffered.length; i++) buffered[i].callback(err);
    };
    // The callback above iterates the array, which the sink may change.
    const chunks = (state[kState] & ALL_NOOP) !== 0 && index === 0 ? buffered : sliceOf(buffered, index);
    chunks.allBuffers = (state[kState] & ALL_BUFFERS) !== 0;
    doWrite(stream, state, true, state.length, chunks, '', callback);
    resetBuffer(state);
  } else {
    do {
      const { chunk, encoding, callback } = buffered[index];
      buffered[index++] = null;
      const size = (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
      doWrite(stream, state, false, size, chunk, encoding, callback);
    } while (index < buffered.length && (state[kState] & WRITING) === 0);
    if (index === buffered.length) {
      resetBuffer(state);
    } else if (index > 256) {
      arraySplice(buffered, 0, index);
      state.bufferedIndex = 0;
    } else {
      state.bufferedIndex = index;
    }
  }
  state[kState] &= ~BUFFER_PROCESSING;
}

module.exports = { write, onWritten, writeBuffered, errorBuffer };
