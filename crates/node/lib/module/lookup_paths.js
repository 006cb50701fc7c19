'use strict';
// The folders in which require() looks besides those of `module.paths`: NODE_PATH and the folders of old.

const { Module, isBuiltin, dirname } = require('module/cjs');
const { resolvePath } = binding('module');

// What every search ends with. Not Module.globalPaths itself: a program that changes that changes nothing.
let globalFolders;

function globals() {
  return globalFolders ??= binding('resolve').globalFolders().split('\0');
}

// Module._initPaths(): from the environment as it is now.
function initPaths() {
  const { env, execPath } = require('process/process');
  const folders = env.NODE_PATH ? env.NODE_PATH.split(':').filter((folder) => folder !== '') : [];
  if (env.HOME) folders.push(resolvePath(env.HOME, '.node_modules'), resolvePath(env.HOME, '.node_libraries'));
  folders.push(resolvePath(execPath, '../../lib/node'));
  globalFolders = folders;
  Module.globalPaths = folders.slice();
}

function resolveLookupPaths(request, parent) {
  if (isBuiltin(request)) return null;
  if (!isPath(request)) {
    const folders = globals();
    return parent?.paths?.length ? parent.paths.concat(folders) : folders.slice();
  }
  // In -e and at the prompt a path is relative to where the program was started.
  return parent?.id && parent.filename ? [dirname(parent.filename)] : ['.'];
}

// `.`, `./x`, `..`, `../x`, and as in Node everything else that begins with two dots.
function isPath(request) {
  if (request.charCodeAt(0) !== 0x2E /* . */) return false;
  const next = request.charCodeAt(1);
  return request.length === 1 || next === 0x2E || next === 0x2F /* / */;
}

module.exports = { globals, resolveLookupPaths, initPaths, isPath };
