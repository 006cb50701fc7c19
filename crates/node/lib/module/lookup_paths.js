'use strict';
// The directories that require() searches besides `module.paths`: NODE_PATH and the legacy directories.

const { arrayFilter, arrayPush, stringCharCodeAt, stringSplit } = require('core/intrinsics');
const { concatOf, sliceOf } = require('core/safe/lists');
const { appendAll } = require('core/safe/walk');
const { Module, isBuiltin, dirname } = require('module/cjs');
const { resolvePath } = binding('module');

// The end of every search. Not Module.globalPaths itself: changing that has no effect.
let globalPaths;

function globals() {
  return globalPaths ??= stringSplit(binding('resolve').globalPaths(), '\0');
}

// Module._initPaths(): from the current environment.
function initPaths() {
  const { env, execPath } = require('process/process');
  const folders = env.NODE_PATH ? arrayFilter(stringSplit(env.NODE_PATH, ':'), (folder) => folder !== '') : [];
  if (env.HOME) appendAll(folders, [resolvePath(env.HOME, '.node_modules'), resolvePath(env.HOME, '.node_libraries')]);
  arrayPush(folders, resolvePath(execPath, '../../lib/node'));
  globalPaths = folders;
  Module.globalPaths = sliceOf(folders);
}

function resolveLookupPaths(request, parent) {
  if (isBuiltin(request)) return null;
  if (!isPath(request)) {
    const folders = globals();
    return parent?.paths?.length ? concatOf(parent.paths, folders) : sliceOf(folders);
  }
  // In -e and in the REPL a path is relative to the working directory.
  return parent?.id && parent.filename ? [dirname(parent.filename)] : ['.'];
}

// `.`, `./x`, `..`, `../x`, and as in Node everything else that begins with two dots.
function isPath(request) {
  if (stringCharCodeAt(request, 0) !== 0x2E /* . */) return false;
  const next = stringCharCodeAt(request, 1);
  return request.length === 1 || next === 0x2E || next === 0x2F /* / */;
}

module.exports = { globals, resolveLookupPaths, initPaths, isPath };
