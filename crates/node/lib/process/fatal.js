'use strict';
// An error that nothing caught: listeners first, else a report on stderr and the end of the process.

const { setImmediate } = require('loop/immediates');
const { printUncaught, exit } = binding('process');
const noop = () => {};

let capture = null;

// Returns when a listener dealt with the error; otherwise the process ends here.
function triggerUncaught(error, fromPromise) {
  const origin = fromPromise ? 'unhandledRejection' : 'uncaughtException';
  require('core/stack').normalize(error);
  if (process._events === undefined) return die(error, fromPromise);
  let handled;
  try {
    process.emit('uncaughtExceptionMonitor', error, origin);
    if (capture !== null) {
      capture(error);
      handled = true;
    } else {
      handled = process.emit('uncaughtException', error, origin);
    }
  } catch (second) {
    require('core/stack').normalize(second);
    report(second, false);
    require('process/exit').leave(7);
  }
  if (!handled) die(error, fromPromise);
  // Ticks that the failed callback left behind need a next callback to run after.
  setImmediate(noop);
}

function die(error, fromPromise) {
  report(error, fromPromise);
  require('process/exit').leave(1);
}

function report(error, fromPromise) {
  printUncaught(...require('process/report').describe(error, fromPromise));
}

module.exports = {
  triggerUncaught,
  report,
  setCapture(callback) { capture = callback; },
  hasCapture() { return capture !== null; },
};
