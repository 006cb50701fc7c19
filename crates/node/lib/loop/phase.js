'use strict';
// What runs between two callbacks of a phase: ticks and promise jobs, or nothing.

const { defineProperty, symbolFor } = require('engine');
const { numbers, MORE, TICKS, CALLBACK_THREW, REJECTIONS, TRACKED_REJECTIONS } = require('loop/state');

// Returns the function that Rust calls in a phase. `runOne` runs one callback and its ticks; Rust drains the promise jobs when the
// call returns. That is Node's rule since version 11. If nothing is pending in Rust the next callback runs without returning: in a
// long phase most callbacks are like that, and a return costs more than they do.
//
// Before Node 11, ticks and jobs ran between phases: in the node10 profile one call runs the whole phase with ticks held back, and
// since nothing is drained inside a call, promise jobs wait for its end, too.
function phaseRunner(runOne) {
  if (binding('loop').profile === 'node10') return wholePhaseRunner(runOne);
  return function runSome() {
    do {
      runOne();
    } while (numbers[MORE] === 1 && hasNothingPending());
  };
}

function wholePhaseRunner(runOne) {
  const { holdTicks, runTicks } = require('loop/ticks');
  return function runPhase() {
    holdTicks(true);
    do {
      runOne();
    } while (numbers[MORE] === 1);
    holdTicks(false);
    runTicks();
  };
}

// Whether promise jobs or rejections are pending, from the engine's own state (crates/engine/src/capabilities/microtask_queue.rs).
// Rust passes the function in the first long phase, unless the engine does not expose it or every callback is observed.
let hasEngineJobs;

function hasNothingPending() {
  return hasEngineJobs !== undefined && !hasEngineJobs() && numbers[CALLBACK_THREW] === 0 && numbers[TICKS] === 0 &&
    numbers[REJECTIONS] === 0 && numbers[TRACKED_REJECTIONS] === 0;
}

binding('loop').connect('exposePendingJobs', function exposePendingJobs(hasJobs) {
  hasEngineJobs = hasJobs;
});

// util.promisify(setTimeout) is the function of that name in timers/promises.
function definePromisified(timer, name) {
  defineProperty(timer, symbolFor('nodejs.util.promisify.custom'), {
    __proto__: null,
    enumerable: true,
    get: () => require('timers/promises')[name],
  });
}

module.exports = { phaseRunner, definePromisified };
