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
  const cjs = require('module/cjs');
  const file = mainFile(cjs, path);
  const isModule = file && (binding('modules').preloads().length > 0 || require('module/extensions').requireFormat(file)?.startsWith('module'));
  if (isModule) require('module/esm').runFile(file);
  else if (file && !require.has('module')) cjs.loadFile(file, null, true);
  else cjs.Module._load(path, null, true);
}

// Where nobody has got hold of Module nothing has been replaced, and the search in JavaScript need not even be loaded.
function mainFile(cjs, path) {
  if (require.has('module')) return cjs.Module._findPath(path, null, true);
  try {
    return binding('resolve').findPath(path, '', undefined, true);
  } catch {
    // Module._load says what is wrong.
    return undefined;
  }
}

module.exports = { runMain, runEntryPoint };
