'use strict';
// import() in the sources of node:vm. A script is not a module, and several may have the same name; so each source with an import() calls
// its own function, `__hexloop_imports__.sN(specifier, options)` (crates/source/src/dynamic_import.rs).

const { codes: { ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING, ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG } } = require('core/errors');
const { promiseReject } = require('core/safe/promises');
const { regexpTest, stringStartsWith } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const globals = require('globals');
const { validateFunction } = require('core/validate');

const USE_MAIN_CONTEXT_DEFAULT_LOADER = Symbol('vm_dynamic_import_main_context_default');

// A variable of the global scope, in every realm.
const importers = { __proto__: null, none: () => promiseReject(new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING()) };
const MISSING_CALLBACK = '__hexloop_imports__.none';
let count = 0;

// The name of the function that import() in a source calls; undefined if it contains none.
function importerOf(code, importModuleDynamically, owner, filename) {
  if (importModuleDynamically !== undefined && importModuleDynamically !== USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    validateFunction(importModuleDynamically, 'options.importModuleDynamically');
  }
  if (!regexpTest(/\bimport\b/, code)) return undefined;
  __hexloop_imports__ = importers;
  if (importModuleDynamically === undefined) return MISSING_CALLBACK;
  if (importModuleDynamically === USE_MAIN_CONTEXT_DEFAULT_LOADER) warnOnce();
  const name = `s${++count}`;
  importers[name] = importModuleDynamically === USE_MAIN_CONTEXT_DEFAULT_LOADER ? mainContextImporter(filename) : withCallback(importModuleDynamically, owner);
  return `__hexloop_imports__.${name}`;
}

// From the options of the process, like http/limits.js.
const hasModules = () => isIn(globals.process.execArgv, '--experimental-vm-modules') || regexpTest(/(?:^| )--experimental-vm-modules(?: |$)/, globals.process.env.NODE_OPTIONS ?? '');

let warned = false;
function warnOnce() {
  if (warned) return;
  warned = true;
  globals.process.emitWarning('vm.USE_MAIN_CONTEXT_DEFAULT_LOADER is an experimental feature and might change at any time', 'ExperimentalWarning');
}

function mainContextImporter(filename) {
  const { pathToFileUrl } = binding('modules');
  let importer;
  return (specifier, options) => {
    if (importer === undefined) {
      const base = stringStartsWith(filename, 'file:') ? filename : stringStartsWith(filename, '/') ? pathToFileUrl(filename) : undefined;
      importer = base === undefined ? require('module/esm').importFromFolder : require('module/esm/dynamic_import').importerFor(base);
    }
    return importer(specifier, options);
  };
}

function withCallback(callback, owner) {
  return (specifier, options) => {
    if (!hasModules()) return promiseReject(new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG());
    return imported(callback, specifier, owner, options);
  };
}

async function imported(callback, specifier, owner, options) {
  const value = await callback(`${specifier}`, owner.function ?? owner, { __proto__: null, ...options?.with }, 'evaluation');
  return require('vm/modules').namespaceFrom(value);
}

// import() in a vm.SourceTextModule.
const importerOfModule = (callback, module) => (callback === undefined ? importers.none : withCallback(callback, module));

// A script whose run, which can have a time limit, calls `fn` and returns its result.
function callFromScript(fn) {
  const name = `s${++count}`;
  __hexloop_imports__ = importers;
  importers[name] = () => {
    delete importers[name];
    return fn();
  };
  return binding('vm').compile(`__hexloop_imports__.${name}()`, 'node:vm/modules', 0, 0, undefined, undefined);
}

module.exports = { callFromScript, importerOfModule, USE_MAIN_CONTEXT_DEFAULT_LOADER, MISSING_CALLBACK, importers, importerOf, hasModules };
