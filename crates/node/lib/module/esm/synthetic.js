'use strict';
// Modules without module source: built-ins, CommonJS, JSON.

const {
  jsonParse, objectDefineProperty, objectGetOwnPropertyDescriptor, objectHasOwn, objectKeys, regexpTest, stringStartsWith,
} = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { lastIndexIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { SyntheticRecord } = require('module/esm/record');
const { cjsExports, fileUrlToPath, readSource } = binding('modules');

const hasOwn = (object, key) => objectHasOwn(object, key);

// ---- built-ins

const builtins = new SafeMap();

function builtinRecord(url, type) {
  const id = sliceOf(url, 'node:'.length);
  const exports = require(id);
  const names = new SafeSet(['default', ...each(objectKeys(exports))]);
  const record = new SyntheticRecord(url, type, [...each(names)], (env) => fillFromBuiltin(env, exports));
  builtins.set(record, exports);
  return record;
}

// A getter among the exports (`fs.promises`) stays one until it is first read: reading it loads a module.
function fillFromBuiltin(env, exports) {
  env.default = exports;
  for (const name of each(objectKeys(exports))) {
    if (name === 'default' || !(name in env)) continue;
    const descriptor = objectGetOwnPropertyDescriptor(exports, name);
    if (objectHasOwn(descriptor, 'value')) setValue(env, name, descriptor.value);
    else setOnFirstRead(env, name, exports);
  }
}

function setValue(env, name, value) {
  objectDefineProperty(env, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

function setOnFirstRead(env, name, exports) {
  objectDefineProperty(env, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      let value;
      try {
        value = exports[name];
      } catch {
        // As in Node, a getter that throws exports undefined.
      }
      setValue(env, name, value);
      return value;
    },
  });
}

// module.syncBuiltinESMExports(): updates the imports of `fs` and others that the program has modified.
function syncBuiltinExports() {
  for (const { 0: record, 1: exports } of each(builtins)) {
    for (const name of each(record.exportNames)) {
      if (name === 'default') continue;
      setValue(record.env, name, hasOwn(exports, name) ? exports[name] : undefined);
    }
  }
}

// ---- CommonJS

// `source`: undefined if the file has to be read.
function commonJsRecord(url, type, source, isMain) {
  const { Module, loadImported } = require('module/cjs');
  const filename = stringStartsWith(url, 'file:') ? fileUrlToPath(url) : url;
  const found = exportNamesOf(Module, filename, source);
  const names = new SafeSet([...each(found), 'default', 'module.exports']);
  const record = new SyntheticRecord(url, type, [...each(names)], (env) => {
    const exports = loadImported(filename, isMain, url, source);
    for (const name of each(found)) {
      if (name !== 'default' && name !== 'module.exports') env[name] = ownValue(exports, name);
    }
    env.default = env['module.exports'] = exports;
  });
  record.isCommonJs = true;
  return record;
}

function ownValue(exports, name) {
  try {
    return Object(exports) === exports && hasOwn(exports, name) ? exports[name] : undefined;
  } catch {
    return undefined;
  }
}

const namesByFile = new SafeMap();

// The names that a CommonJS file exports, found without running it, including those of files that it re-exports.
function exportNamesOf(Module, filename, source) {
  const cached = namesByFile.get(filename);
  if (cached !== undefined) return cached;
  const names = new SafeSet();
  // Set first: files may re-export each other.
  namesByFile.set(filename, names);
  const { exports, reexports } = jsonParse(cjsExports(source ?? readSource(filename)));
  for (const name of each(exports)) names.add(name);
  for (const request of each(reexports)) {
    const target = resolveReexport(Module, filename, request);
    if (target !== undefined) for (const name of each(exportNamesOf(Module, target, undefined))) names.add(name);
  }
  return names;
}

function resolveReexport(Module, filename, request) {
  const parent = new Module(filename, undefined);
  parent.filename = filename;
  parent.paths = Module._nodeModulePaths(parent.path);
  try {
    const target = Module._resolveFilename(request, parent, false);
    return stringStartsWith(target, '/') && isJavaScript(Module, target) ? target : undefined;
  } catch {
    return undefined;
  }
}

// Whether require() would treat the file as CommonJS.
function isJavaScript(Module, filename) {
  const dot = lastIndexIn(filename, '.');
  const extension = dot > lastIndexIn(filename, '/') + 1 ? sliceOf(filename, dot) : '';
  return extension === '.js' || extension === '.cjs' || Module._extensions[extension] === undefined;
}

// ---- JSON

function jsonRecord(url, type, source) {
  const cached = jsonCacheKey(url);
  const { _cache } = require('module/cjs').Module;
  if (cached !== undefined && _cache[cached]?.loaded) return defaultRecord(url, type, _cache[cached].exports);
  const exports = parseJson(url, source);
  if (cached !== undefined) _cache[cached] = { exports, loaded: true };
  return defaultRecord(url, type, exports);
}

// require() of the same file returns the same object; a URL with a query is another module.
function jsonCacheKey(url) {
  return stringStartsWith(url, 'file:') && !regexpTest(/[?#]/, url) ? fileUrlToPath(url) : undefined;
}

function parseJson(url, source) {
  return require('core/json_errors').parseFile(source, stringStartsWith(url, 'file:') ? fileUrlToPath(url) : url);
}

function defaultRecord(url, type, value) {
  return new SyntheticRecord(url, type, ['default'], (env) => { env.default = value; });
}

module.exports = { builtinRecord, commonJsRecord, jsonRecord, syncBuiltinExports };
