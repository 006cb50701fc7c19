'use strict';
// Starting a program: a file, -e, -p, or standard input.

// kind: 'file' | 'eval' | 'print'. One macrotask: the script, then its ticks.
function runMain(kind, source, name) {
  try {
    if (kind === 'file') require('module/cjs').runFile(name);
    else require('module/eval').runText(source, name, kind === 'print');
  } catch (error) {
    require('process/fatal').triggerUncaught(error, false);
  }
  if (require.has('loop/ticks')) require('loop/ticks').runTicks();
}

module.exports = { runMain };
