'use strict';
// From end() to 'finish': when all writes are done, call _final and emit 'prefinish', then emit 'finish' once no callback is
// pending.

const globals = require('globals');
const { arrayPush } = require('core/intrinsics');
const { codes } = require('core/errors');
const { errorOrDestroy } = require('stream/destroy');
const { bits, kState, kOnFinish } = require('stream/writable_state');

const {
  AUTO_DESTROY, BUFFERED, CLOSE_EMITTED, CONSTRUCTED, DESTROYED, ENDING, ERRORED, ERROR_EMITTED, FINAL_CALLED, FINISHED,
  ONFINISH, PREFINISHED, SYNC, WRITING,
} = bits;

const FINISH_MASK = ENDING | DESTROYED | CONSTRUCTED | FINISHED | WRITING | ERROR_EMITTED | CLOSE_EMITTED | ERRORED | BUFFERED;

const needFinish = (state) => (state[kState] & FINISH_MASK) === (ENDING | CONSTRUCTED) && state.length === 0;

function finishMaybe(stream, state, sync) {
  if (!needFinish(state)) return;
  prefinish(stream, state);
  if (state.pendingcb !== 0) return;
  if (sync) {
    state.pendingcb++;
    globals.process.nextTick(finishIfStillNeeded, stream, state);
  } else if (needFinish(state)) {
    state.pendingcb++;
    finish(stream, state);
  }
}

function finishIfStillNeeded(stream, state) {
  if (needFinish(state)) finish(stream, state);
  else state.pendingcb--;
}

function prefinish(stream, state) {
  if ((state[kState] & (PREFINISHED | FINAL_CALLED)) !== 0) return;
  if (typeof stream._final === 'function' && (state[kState] & DESTROYED) === 0) {
    state[kState] |= FINAL_CALLED;
    callFinal(stream, state);
  } else {
    state[kState] |= PREFINISHED | FINAL_CALLED;
    stream.emit('prefinish');
  }
}

function callFinal(stream, state) {
  let called = false;
  function onFinal(err) {
    if (called) {
      errorOrDestroy(stream, err ?? new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    state.pendingcb--;
    if (err) {
      callFinishCallbacks(state, err);
      errorOrDestroy(stream, err, (state[kState] & SYNC) !== 0);
    } else if (needFinish(state)) {
      state[kState] |= PREFINISHED;
      stream.emit('prefinish');
      // In a tick, as _final may have called back synchronously.
      state.pendingcb++;
      globals.process.nextTick(finish, stream, state);
    }
  }
  state[kState] |= SYNC;
  state.pendingcb++;
  try {
    stream._final(onFinal);
  } catch (thrown) {
    onFinal(thrown);
  }
  state[kState] &= ~SYNC;
}

function finish(stream, state) {
  state.pendingcb--;
  state[kState] |= FINISHED;
  callFinishCallbacks(state, null);
  stream.emit('finish');
  if ((state[kState] & AUTO_DESTROY) === 0) return;
  const r = stream._readableState;
  if (!r || (r.autoDestroy && (r.endEmitted || r.readable === false))) stream.destroy();
}

// end(callback)
function addFinishCallback(state, callback) {
  if ((state[kState] & ONFINISH) === 0) {
    state[kState] |= ONFINISH;
    state[kOnFinish] = [];
  }
  arrayPush(state[kOnFinish], callback);
}

function callFinishCallbacks(state, err) {
  if ((state[kState] & ONFINISH) === 0) return;
  const callbacks = state[kOnFinish];
  state[kOnFinish] = null;
  state[kState] &= ~ONFINISH;
  for (let i = 0; i < callbacks.length; i++) {
    const callback = callbacks[i];
    callback(err);
  }
}

module.exports = { finishMaybe, addFinishCallback, callFinishCallbacks };
