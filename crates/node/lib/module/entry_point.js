'use strict';
// Starting a file that module/main.js leaves to others: an ES module, TypeScript, one that -r or --import come before, one
// that is not there, and what a program starts by Module.runMain.

const { jsonParse, stringEndsWith, stringStartsWith } = require('core/intrinsics');

// A preloaded module may have replaced Module.runMain or Module._load.
function runFile(path, wasPreloaded) {
  if (wasPreloaded) require('module').runMain(path);
  else runEntryPoint(path);
}

// What is known to be a module before it is read, and everything that --import comes before, is the other loader's.
function runEntryPoint(path) {
  const cjs = require('module/cjs');
  const file = mainFile(cjs, path);
  const isModule = file && (binding('modules').preloads().length > 0 || isKnownModule(file));
  if (isModule) require('module/esm').runFile(file);
  else if (file && !require.has('module')) cjs.loadFile(file, null, true);
  else cjs.Module._load(path, null, true);
}

// A package of modules has nothing else at its entry: that loader refuses an extension that it does not know.
function isKnownModule(file) {
  const format = require('module/extensions').requireFormat(file);
  if (format !== undefined) return stringStartsWith(format, 'module');
  const scope = stringEndsWith(file, '.cjs') ? undefined : binding('resolve').packageScope(file);
  return scope !== undefined && jsonParse(scope).type === 'module';
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

module.exports = { runFile, runEntryPoint };
