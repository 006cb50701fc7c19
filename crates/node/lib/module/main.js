'use strict';
// Starting a program: a file, -e, -p, or standard input.

const { runTicks } = require('loop/ticks');
const { triggerUncaught } = require('process/fatal');

// kind: 'file' | 'eval' | 'print'. One macrotask: the script, then its ticks.
function runMain(kind, source, name) {
  try {
    if (kind === 'file') require('module/cjs').runFile(name);
    else require('module/eval').runText(source, name, kind === 'print');
  } catch (error) {
    triggerUncaught(error, false);
  }
  runTicks();
}

module.exports = { runMain };
