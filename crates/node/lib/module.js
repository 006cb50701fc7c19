'use strict';
// node:module: the complete `Module`. Its properties are in Node's order; rarely used functions are loaded on the first call.

const globals = require('globals');
const { objectDefineProperties, objectDefineProperty, objectFreeze } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { Module, isBuiltin } = require('module/cjs');
const { createRequire } = require('module/require_function');
const native = binding('module');

// Properties that CommonJS itself uses exist already: they are moved into order.
function moveToEnd(names) {
  for (const name of each(names)) {
    const value = Module[name];
    delete Module[name];
    Module[name] = value;
  }
}

// Not enumerable; assignment replaces it.
function defineReplaceable(name, read) {
  let value;
  objectDefineProperty(Module, name, {
    __proto__: null,
    get() { return value ??= read(); },
    set(replacement) { value = replacement; },
    enumerable: false,
    configurable: true,
  });
}

defineReplaceable('_stat', () => function stat(filename) { return native.stat(String(filename)); });
moveToEnd(['_cache', '_pathCache', '_extensions', 'globalPaths']);
Module.globalPaths = sliceOf(require('module/lookup_paths').globals());
objectDefineProperties(Module, require('module/wrapper'));
Module.isBuiltin = function isBuiltinModule(moduleName) {
  return typeof moduleName === 'string' && isBuiltin(moduleName);
};
objectDefineProperty(Module.isBuiltin, 'name', { __proto__: null, value: 'isBuiltin', configurable: true });
defineReplaceable('_readPackage', () => function _readPackage(folder) { return require('module/package_json').readPackage(folder); });
moveToEnd(['_findPath', '_nodeModulePaths', '_resolveLookupPaths', '_load', '_resolveFilename']);
Module.createRequire = createRequire;
Module._initPaths = function () { require('module/lookup_paths').initPaths(); };
Module._preloadModules = function (requests) { require('module/preload').preloadModules(requests); };
Module.syncBuiltinESMExports = function syncBuiltinESMExports() {
  require('module/esm').syncBuiltinExports();
};
Module.Module = Module;
Module.registerHooks = function registerHooks(hooks) { return require('module/hooks').registerHooks(hooks); };
Module.builtinModules = objectFreeze(native.builtinModules());
Module.runMain = function executeUserEntryPoint(main = globals.process.argv[1]) { require('module/entry_point').runEntryPoint(main); };
// Deprecated in Node, for hooks on a separate thread.
Module.register = require('core/not_implemented').markUnimplemented(function register(specifier) {
  throw require('core/not_implemented').notImplemented('module.register(), whose successor module.registerHooks() is,');
});
Module.constants = {
  __proto__: null,
  compileCacheStatus: objectFreeze({ __proto__: null, FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 }),
};
objectFreeze(Module.constants);
Module.enableCompileCache = function enableCompileCache(options) { return require('module/compile_cache').enable(options); };
Module.findPackageJSON = function findPackageJSON(specifier, base = 'data:') {
  return require('module/package_json').findPackageJSON(arguments.length, specifier, base);
};
Module.flushCompileCache = function flushCompileCache() { require('module/compile_cache').flush(); };
Module.getCompileCacheDir = function getCompileCacheDir() { return require('module/compile_cache').directory(); };
Module.stripTypeScriptTypes = function stripTypeScriptTypes(code, options = {}) {
  return require('module/strip_types').stripTypeScriptTypes(code, options);
};
const { SourceMap, findSourceMap } = require('module/source_map');
Module.findSourceMap = findSourceMap;
Module.SourceMap = SourceMap;
Module.getSourceMapsSupport = function getSourceMapsSupport() { return require('module/source_maps').support(); };
Module.setSourceMapsSupport = function setSourceMapsSupport(enabled, options = {}) {
  require('module/source_maps').setSupport(enabled, options);
};

module.exports = Module;
