'use strict';
// Starting a program: a file, -e, -p, or standard input; before it, what -r names.

// kind: 'file' | 'eval' | 'print'. One macrotask: the script, then its ticks.
function runMain(kind, source, name) {
  try {
    const preloaded = binding('module').preload();
    if (preloaded.length > 0) require('module/preload').preloadModules(preloaded);
    if (kind === 'file') runFile(name, preloaded.length > 0);
    else require('module/eval').runText(source, name, kind === 'print');
  } catch (error) {
    require('process/fatal').triggerUncaught(error, false);
  }
  if (require.has('loop/ticks')) require('loop/ticks').runTicks();
}

// A preloaded module may have replaced Module.runMain or Module._load.
function runFile(path, wasPreloaded) {
  if (wasPreloaded) require('module').runMain(path);
  else runEntryPoint(path);
}

// What is known to be a module before it is read, and everything that --import comes before, is the other loader's.
function runEntryPoint(path) {
  const { Module } = require('module/cjs');
  const file = Module._findPath(path, null, true);
  if (file && (binding('modules').preloads().length > 0 || require('module/resolver').requireFormat(file)?.startsWith('module'))) {
    require('module/esm').runFile(file);
  } else {
    Module._load(path, null, true);
  }
}

module.exports = { runMain, runEntryPoint };
