'use strict';
// Who runs between two callbacks of a phase: ticks and promise jobs, or nobody.

const { numbers, MORE } = require('loop/state');

// The function that Rust calls in a phase. `runOne` runs one callback and its ticks; Rust drains the promise jobs when
// the call returns. That is Node's rule since version 11.
//
// Before, ticks and jobs ran between phases: in the node10 profile one call runs the whole phase with ticks held back,
// and since nothing is drained inside a call, promise jobs wait for its end too.
function callbackWise(runOne) {
  if (binding('loop').profile !== 'node10') return runOne;
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

// util.promisify(setTimeout) is the function of that name in timers/promises.
function promisesAs(timer, name) {
  Object.defineProperty(timer, Symbol.for('nodejs.util.promisify.custom'), {
    __proto__: null,
    enumerable: true,
    get: () => require('timers/promises')[name],
  });
}

module.exports = { callbackWise, promisesAs };
