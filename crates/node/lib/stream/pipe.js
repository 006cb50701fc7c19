'use strict';
// readable.pipe(writable): writes every chunk; a write that returns false pauses the source until 'drain'. With several
// destinations the source resumes when the last of those it waits for has drained.

const globals = require('globals');
const { arrayPush, arraySplice } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { indexIn, isIn } = require('core/safe/lists');
const { each: eachOf } = require('core/safe/walk');
const { errorOrDestroy } = require('stream/destroy');

function pipe(src, dest, options) {
  const state = src._readableState;
  if (state.pipes.length === 1 && !state.multiAwaitDrain) {
    state.multiAwaitDrain = true;
    state.awaitDrainWriters = new SafeSet(state.awaitDrainWriters ? [state.awaitDrainWriters] : []);
  }
  arrayPush(state.pipes, dest);

  const doEnd = (!options || options.end !== false) && dest !== globals.process.stdout && dest !== globals.process.stderr;
  const endFn = doEnd ? onend : unpipeDest;
  if (state.endEmitted) globals.process.nextTick(endFn);
  else src.once('end', endFn);

  dest.on('unpipe', onunpipe);
  function onunpipe(readable, info) {
    if (readable === src && info && info.hasUnpiped === false) {
      info.hasUnpiped = true;
      cleanup();
    }
  }

  function onend() {
    dest.end();
  }

  // A destination that failed in its write needs no 'drain' any more, but may still be waited for.
  function isAwaited() {
    const { awaitDrainWriters } = state;
    if (!awaitDrainWriters) return false;
    if (!dest._writableState || dest._writableState.needDrain) return true;
    return state.multiAwaitDrain ? awaitDrainWriters.has(dest) : awaitDrainWriters === dest;
  }

  let ondrain;
  let cleanedUp = false;
  function cleanup() {
    dest.removeListener('close', onclose);
    dest.removeListener('finish', onfinish);
    if (ondrain) dest.removeListener('drain', ondrain);
    dest.removeListener('error', onerror);
    dest.removeListener('unpipe', onunpipe);
    src.removeListener('end', onend);
    src.removeListener('end', unpipeDest);
    src.removeListener('data', ondata);
    cleanedUp = true;
    // This destination will not emit 'drain' any more; do not keep the others waiting.
    if (ondrain && isAwaited()) ondrain();
  }

  function pauseForDrain() {
    if (!cleanedUp) {
      if (state.pipes.length === 1 && state.pipes[0] === dest) {
        state.awaitDrainWriters = dest;
        state.multiAwaitDrain = false;
      } else if (state.pipes.length > 1 && isIn(state.pipes, dest)) {
        state.awaitDrainWriters.add(dest);
      }
      src.pause();
    }
    if (!ondrain) {
      ondrain = pipeOnDrain(src, dest);
      dest.on('drain', ondrain);
    }
  }

  src.on('data', ondata);
  function ondata(chunk) {
    try {
      if (dest.write(chunk) === false) pauseForDrain();
    } catch (thrown) {
      dest.destroy(thrown);
    }
  }

  // Errors of the destination are not forwarded to the source; without a listener they are thrown.
  function onerror(err) {
    unpipeDest();
    dest.removeListener('error', onerror);
    if (dest.listenerCount('error') !== 0) return;
    const destState = dest._writableState || dest._readableState;
    if (destState && !destState.errorEmitted) errorOrDestroy(dest, err);
    else dest.emit('error', err);
  }
  require('stream/legacy').prependListener(dest, 'error', onerror);

  function onclose() {
    dest.removeListener('finish', onfinish);
    unpipeDest();
  }
  dest.once('close', onclose);
  function onfinish() {
    dest.removeListener('close', onclose);
    unpipeDest();
  }
  dest.once('finish', onfinish);

  function unpipeDest() {
    src.unpipe(dest);
  }

  dest.emit('pipe', src);
  if (dest.writableNeedDrain === true) pauseForDrain();
  else if (!state.flowing) src.resume();
  return dest;
}

function pipeOnDrain(src, dest) {
  return function pipeOnDrainFunctionResult() {
    const state = src._readableState;
    if (state.awaitDrainWriters === dest) state.awaitDrainWriters = null;
    else if (state.multiAwaitDrain) state.awaitDrainWriters.delete(dest);
    const allDrained = !state.awaitDrainWriters || state.awaitDrainWriters.size === 0;
    if (allDrained && src.listenerCount('data')) src.resume();
  };
}

function unpipe(src, dest) {
  const state = src._readableState;
  if (state.pipes.length === 0) return src;
  if (!dest) {
    const all = state.pipes;
    state.pipes = [];
    src.pause();
    for (const each of eachOf(all)) each.emit('unpipe', src, { hasUnpiped: false });
    return src;
  }
  const index = indexIn(state.pipes, dest);
  if (index === -1) return src;
  arraySplice(state.pipes, index, 1);
  if (state.pipes.length === 0) src.pause();
  dest.emit('unpipe', src, { hasUnpiped: false });
  return src;
}

module.exports = { pipe, unpipe };
