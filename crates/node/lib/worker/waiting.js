'use strict';
// Atomics.wait in a worker: terminate() reaches who waits (crates/node/src/sleepers.rs tells how).

const { lieDown, getUp } = binding('worker');

const { now } = performance;

function wait(engineWait, array, index, value, timeout) {
  // What need not wait is answered, and what makes no sense refused, by the engine.
  const answer = engineWait(array, index, value, 0);
  if (answer !== 'timed-out' || timeout <= 0) return answer;
  const offset = array.byteOffset + (Math.trunc(index) || 0) * array.BYTES_PER_ELEMENT;
  const until = timeout === Infinity ? Infinity : now.call(performance) + timeout;
  for (;;) {
    // The engine ends this script within a moment; until then it must not wait.
    if (!lieDown(array.buffer, offset)) for (;;);
    const how = engineWait(array, index, value, until === Infinity ? Infinity : until - now.call(performance));
    // True where another worker at this place was woken to be ended. A value that is another by now says that this one was meant.
    if (!getUp() || how !== 'ok' || engineWait(array, index, value, 0) !== 'timed-out') return how;
  }
}

module.exports = { wait };
