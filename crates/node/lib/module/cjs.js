'use strict';
// CommonJS: `Module`, and the steps from require() to module.exports.
//
//   require(x) ─▶ module.require ─▶ Module._load ─┬─▶ Module._resolveFilename     which file?          module/resolve.js
//                                                 ├─▶ Module._cache               cached?
//                                                 └─▶ module.load ─▶ Module._extensions['.js']         module/extensions.js
//                                                       ─▶ module._compile ─▶ the file's function      module/compile.js
//
// Programs replace each of these properties (proxyquire, pirates, module-alias, rewire, ts-node …), so each step is looked up on
// Module when it is taken. If none has been replaced, a file is resolved, and read and compiled, with one native call each.
//
// The bare `Module` is in module/module_object.js: a program that requires nothing does not load this file.

const { arrayIsArray, arrayPush, arraySplice, stringCharCodeAt, stringEndsWith, stringStartsWith } = require('core/intrinsics');
const { SafeMap, SafeWeakMap } = require('core/safe/collections');
const { indexIn, isIn, lastIndexIn, sliceOf } = require('core/safe/lists');
const object = require('module/module_object');
const { Module, registerModule, dirname, kIsMain, kIsCachedByESMLoader, kURL, kFormat, kIsExecuting } = object;
const native = binding('module');

// module/hooks.js, while hooks are registered.
let hooks = null;

Module._pathCache = { __proto__: null };
Module.globalPaths = [];

// module.load()
function load(module, filename) {
  module.filename ??= filename;
  module.paths ??= Module._nodeModulePaths(dirname(filename));
  Module._extensions[extensionOf(filename)](module, filename);
  module.loaded = true;
  // What a later import sees, even if the program replaces module.exports in between.
  loadedExports.set(module, module.exports);
}

const loadedExports = new SafeWeakMap();

// module.require()
function requireFrom(module, id) {
  if (typeof id !== 'string') {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('id', 'string', id);
  }
  if (id === '') {
    const { ERR_INVALID_ARG_VALUE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('id', id, 'must be a non-empty string');
  }
  if (require.has('diagnostics_channel')) return diagnostics().traceRequire(id, module);
  return Module._load(id, module, false);
}

const diagnostics = () => require('module/diagnostics');

// ---- loading

// Earlier resolutions, by directory and request. A module that is still cached is not resolved again, and hooks and replaced
// functions are not called, as in Node.
const relativeResolveCache = new SafeMap();

Module._load = function (request, parent, isMain) {
  if (isBuiltinPristine && hooks === null && Module._resolveFilename === _resolveFilename) {
    const name = builtinNames[request];
    if (name !== undefined && (name !== request || Module._cache[request] === undefined)) return require(name);
  } else {
    isBuiltinPristine = false;
  }
  let key;
  if (parent) {
    key = `${parent.path}\0${request}`;
    const filename = relativeResolveCache.get(key);
    if (filename !== undefined) {
      const cached = Module._cache[filename];
      if (cached !== undefined) return exportsOf(cached, parent);
      relativeResolveCache.delete(key);
    }
  }
  if (hooks !== null) return hooks.load(request, parent, isMain, key);
  if (stringStartsWith(request, 'node:')) return loadBuiltin(request);
  const filename = Module._resolveFilename(request, parent, isMain);
  const cached = Module._cache[filename];
  if (cached !== undefined) return exportsOf(cached, parent);
  if (stringCharCodeAt(filename, 0) !== 0x2F /* / */ && isBuiltin(filename)) return loadBuiltin(filename);
  return loadFile(filename, parent, isMain, key, undefined, undefined);
};

function loadFile(filename, parent, isMain, key, url, format) {
  const module = registerModule(filename, parent, isMain, url, format);
  if (key !== undefined) relativeResolveCache.set(key, filename);
  let failed = true;
  try {
    module.load(filename);
    failed = false;
  } finally {
    if (failed) removeFailed(module, filename, parent, key);
    else if (circular !== null) circular.restorePrototype(module.exports);
  }
  return module.exports;
}

// A CommonJS file that is imported. Hooks have run already; `source` is their result.
function loadImported(filename, isMain, url, source) {
  const cached = Module._cache[filename];
  if (cached !== undefined && loadedExports.has(cached)) return loadedExports.get(cached);
  if (hooks === null) return Module._load(filename, undefined, isMain);
  if (cached !== undefined) return exportsOf(cached, undefined);
  if (source !== undefined) hooks.rememberSource(filename, source);
  return loadFile(filename, undefined, isMain, undefined, url, 'commonjs');
}

// A module that threw is removed: the next require() tries again.
function removeFailed(module, filename, parent, key) {
  delete Module._cache[filename];
  relativeResolveCache.delete(key);
  const children = parent?.children;
  const at = arrayIsArray(children) ? indexIn(children, module) : -1;
  if (at !== -1) arraySplice(children, at, 1);
}

// module/circular.js, when a module that is still loading has been required.
let circular = null;

function exportsOf(module, parent) {
  const children = parent?.children;
  if (children && !isIn(children, module)) arrayPush(children, module);
  if (module.loaded) return module.exports;
  circular ??= require('module/circular');
  return circular.exportsSoFar(module);
}

// ---- built-in modules

// The built-in modules required so far: their names, by request (with `node:` or without).
const builtinNames = { __proto__: null };
// False from the first require() with hooks or a replaced resolver: then `fs` may be a file.
let isBuiltinPristine = true;

function isBuiltin(id) {
  return builtinNames[id] !== undefined || native.canBeRequiredByUsers(id);
}

function loadBuiltin(id) {
  if (isBuiltin(id)) return require(builtinNames[id] ??= stringStartsWith(id, 'node:') ? sliceOf(id, 5) : id);
  throw require('module/resolve').unknownBuiltin(id);
}

// ---- loaded on first use

// A program that requires only built-ins does not load the resolver.
Module._resolveFilename = function (request, parent, isMain, options) {
  if (typeof request !== 'string') require('core/validate').validateString(request, 'request');
  if (stringCharCodeAt(request, 0) !== 0x2E /* . */ && stringCharCodeAt(request, 0) !== 0x2F /* / */ && isBuiltin(request)) return request;
  return require('module/resolve').resolveFilename(request, parent, isMain, options);
};
Module._findPath = function (request, paths, isMain) {
  return require('module/resolve').findPath(request, paths, isMain);
};
Module._nodeModulePaths = function (from) {
  if (typeof from !== 'string') require('core/validate').validateString(from, 'paths[0]');
  let paths = nodeModulePathsCache.get(from);
  if (paths === undefined) nodeModulePathsCache.set(from, paths = nodeModulesFolders(native.resolvePath('', from)));
  return sliceOf(paths);
};
Module._resolveLookupPaths = function (request, parent) {
  return require('module/lookup_paths').resolveLookupPaths(request, parent);
};

// The node_modules directories from a directory upwards. Returned as copies: programs push to module.paths.
const nodeModulePathsCache = new SafeMap();

function nodeModulesFolders(folder) {
  const paths = [];
  for (let at = folder; at !== '' && at !== '/'; at = sliceOf(at, 0, lastIndexIn(at, '/'))) {
    if (!stringEndsWith(at, '/node_modules')) arrayPush(paths, `${at}/node_modules`);
  }
  arrayPush(paths, '/node_modules');
  return paths;
}

const { _resolveFilename, _findPath, _nodeModulePaths, _resolveLookupPaths } = Module;
const { _compile } = Module.prototype;

// Whether the steps from a request to its file are unmodified.
function isSearchPristine() {
  return Module._findPath === _findPath && Module._resolveLookupPaths === _resolveLookupPaths;
}

// The longest registered extension: `.foo.bar` before `.bar`. A leading dot does not start an extension.
function extensionOf(filename) {
  const start = lastIndexIn(filename, '/') + 1;
  for (let dot = indexIn(filename, '.', start); dot !== -1; dot = indexIn(filename, '.', dot + 1)) {
    if (dot === start) continue;
    const extension = sliceOf(filename, dot);
    if (Module._extensions[extension]) return extension;
  }
  return '.js';
}

module.exports = {
  Module, load, requireFrom, isBuiltin, loadBuiltin, loadFile, loadImported, exportsOf, extensionOf, dirname, isSearchPristine,
  kIsMain, kIsCachedByESMLoader, kURL, kFormat, kIsExecuting,
  originals: { _resolveFilename, _findPath, _nodeModulePaths, _resolveLookupPaths, _compile },
  get mainModule() { return object.mainModule; },
  set mainModule(module) { object.mainModule = module; },
  get hooks() { return hooks; },
  set hooks(active) { hooks = active; },
  set isPreloading(value) { object.isPreloading = value; },
};
