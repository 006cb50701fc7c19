'use strict';
// Atomics.wait in a worker where the engine has no way to end a script that waits (`HEXLOOP_ENGINE=public`, a version of the
// library that exports less): it waits for a moment at a time, and terminate() is noticed in between.
//
// Where the memory cannot be shared with another thread, as in the first case, nobody can notify. Where it can, a notification
// between two moments is noticed by the value that has changed; one that comes without a change is missed.

const { now } = performance;

const SLICE_MS = 20;

function wait(engineWait, array, index, value, timeout) {
  const until = now.call(performance) + timeout;
  let outcome = engineWait(array, index, value, Math.min(timeout, SLICE_MS));
  if (outcome !== 'timed-out' || timeout <= SLICE_MS) return outcome;
  do {
    const left = until - now.call(performance);
    if (left <= 0) return 'timed-out';
    outcome = engineWait(array, index, value, Math.min(left, SLICE_MS));
  } while (outcome === 'timed-out');
  return 'ok';
}

module.exports = { wait };
