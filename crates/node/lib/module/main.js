'use strict';
// Runs the main program: a file, -e, -p, or standard input; before it, the -r modules.

const native = binding('module');

// kind: 'file' | 'eval' | 'print'. One macrotask: the script, then its ticks.
function runMain(kind, source, name) {
  try {
    const plain = kind === 'file' ? native.commonJsMain(name) : undefined;
    if (plain !== undefined) runPlain(plain.split('\0'));
    else runOther(kind, source, name);
  } catch (error) {
    require('process/fatal').triggerUncaught(error, false);
  }
  if (require.has('loop/ticks')) require('loop/ticks').runTicks();
}

// A CommonJS file without preloaded modules: there are no hooks or replaced functions yet, so its module is created here and the
// loader (module/cjs.js) is loaded with the first require().
function runPlain(paths) {
  const format = paths.shift();
  const filename = paths.shift();
  const { Module, registerModule, compileFile, kFormat } = require('module/module_object');
  const module = registerModule(filename, null, true, undefined, undefined);
  module.filename = filename;
  module.paths = paths;
  module[kFormat] = format === '' ? undefined : format;
  let failed = true;
  try {
    compileFile(module, filename, module[kFormat]);
    module.loaded = true;
    if (require.has('module/circular')) require('module/circular').restorePrototype(module.exports);
    failed = false;
  } finally {
    // A module that threw is removed from the cache.
    if (failed) delete Module._cache[filename];
  }
}

function runOther(kind, source, name) {
  const preloaded = native.preload();
  if (preloaded.length > 0) require('module/preload').preloadModules(preloaded);
  if (kind === 'file') require('module/entry_point').runFile(name, preloaded.length > 0);
  else require('module/eval').evalScript(source, name, kind === 'print');
}

module.exports = { runMain };
