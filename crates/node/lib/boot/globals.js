'use strict';
// What the global object holds in each profile (spec section 5), and the entry points that Rust calls.

module.exports = function globals({ define, defineLazy, profile }) {
  const { setTimeout, clearTimeout, setInterval, clearInterval, runTimer } = require('loop/timers');
  const { setImmediate, clearImmediate, runImmediate } = require('loop/immediates');
  const { runTicks, setErrorHandler } = require('loop/ticks');
  const { queueMicrotask } = require('loop/microtasks');
  const { noteRejection, reportRejections } = require('loop/rejections');
  const { answer } = require('loop/requests');

  setErrorHandler((error) => require('process/fatal').triggerUncaught(error, false));

  const process = require('process/process');
  define('process', process);
  require('console/log').attach(process);
  require('core/stack').install();

  if (profile.startsWith('browser')) return require('boot/browser')({ define, defineLazy, profile, process });

  define('global', globalThis);
  enumerable({ clearImmediate, setImmediate, clearInterval, clearTimeout, setInterval, setTimeout, queueMicrotask });
  define('console', require('console/log').console);
  for (const [name, id, key] of LAZY) defineLazy(name, id, key ?? name);

  return {
    runTimer: profile === 'node10' ? between(runTimer) : runTimer,
    runImmediate: profile === 'node10' ? between(runImmediate) : runImmediate,
    runTicks,
    reportRejections,
    noteRejection,
    answer,
    runMain: (...what) => require('module/main').runMain(...what),
    emitBeforeExit: () => require('process/exit').emitBeforeExit(),
    emitExit: () => require('process/exit').emitExit(),
    emitSignal: (number) => require('process/signals').emitSignal(number),
  };

  function enumerable(functions) {
    for (const name of Object.keys(functions)) globalThis[name] = functions[name];
  }
};

const LAZY = [
  ['Buffer', 'buffer'],
  ['atob', 'buffer'],
  ['btoa', 'buffer'],
  ['TextEncoder', 'util'],
  ['TextDecoder', 'util'],
  ['AbortController', 'core/abort'],
  ['AbortSignal', 'core/abort'],
  ['EventTarget', 'core/event_target'],
  ['Event', 'core/event_target'],
  ['CustomEvent', 'core/event_target'],
  ['DOMException', 'core/dom_exception'],
  ['performance', 'perf_hooks'],
  ['structuredClone', 'core/structured_clone'],
];

// Node before 11: ticks and promise jobs run between phases, not between callbacks. One call runs the whole phase, and
// since nothing is drained inside a call, jobs follow when it returns. See loop/ticks.js for who runs ticks.
function between(runOne) {
  const { numbers, MORE } = require('loop/state');
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
