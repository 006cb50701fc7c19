'use strict';
// Runs a main file that module/main.js does not handle: an ES module, TypeScript, a file with -r or --import before it, a missing
// file, and Module.runMain.

const { jsonParse, stringEndsWith, stringStartsWith } = require('core/intrinsics');

// A preloaded module may have replaced Module.runMain or Module._load.
function runFile(path, wasPreloaded) {
  if (wasPreloaded) require('module').runMain(path);
  else runEntryPoint(path);
}

// The ES module loader runs what is known to be a module before it is read, and everything that --import precedes.
function runEntryPoint(path) {
  const cjs = require('module/cjs');
  const file = mainFile(cjs, path);
  const isModule = file && (binding('modules').preloads().length > 0 || isKnownModule(file));
  if (isModule) require('module/esm').runFile(file);
  else if (file && !require.has('module')) cjs.loadFile(file, null, true);
  else cjs.Module._load(path, null, true);
}

// In a package of type module the entry is always a module: its loader rejects unknown extensions.
function isKnownModule(file) {
  const format = require('module/extensions').requireFormat(file);
  if (format !== undefined) return stringStartsWith(format, 'module');
  const scope = stringEndsWith(file, '.cjs') ? undefined : binding('resolve').packageScope(file);
  return scope !== undefined && jsonParse(scope).type === 'module';
}

// If no program code has access to Module nothing has been replaced, and the JavaScript resolver need not be loaded.
function mainFile(cjs, path) {
  if (require.has('module')) return cjs.Module._findPath(path, null, true);
  try {
    return binding('resolve').findPath(path, '', undefined, true);
  } catch {
    // Module._load reports the error.
    return undefined;
  }
}

module.exports = { runFile, runEntryPoint };
