'use strict';
// Atomics.wait in a worker if the engine cannot terminate a script that waits (`HEXLOOP_ENGINE=public`, a library that exports less): it
// waits in slices, and terminate() takes effect in between.
//
// If memory cannot be shared between threads, as in the first case, there are no notifications. If it can, a notification between two
// slices is detected by the changed value; one without a change is missed.

const globals = require('globals');
const { mathMin } = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { now } = globals.performance;

const SLICE_MS = 20;

function wait(engineWait, array, index, value, timeout) {
  const until = call0(now, globals.performance) + timeout;
  let outcome = engineWait(array, index, value, mathMin(timeout, SLICE_MS));
  if (outcome !== 'timed-out' || timeout <= SLICE_MS) return outcome;
  do {
    const left = until - call0(now, globals.performance);
    if (left <= 0) return 'timed-out';
    outcome = engineWait(array, index, value, mathMin(left, SLICE_MS));
  } while (outcome === 'timed-out');
  return 'ok';
}

module.exports = { wait };
