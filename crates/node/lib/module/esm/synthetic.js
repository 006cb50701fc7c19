'use strict';
// Modules without module text: built-ins, CommonJS, JSON.

const { SyntheticRecord } = require('module/esm/record');
const { cjsExports, fileUrlToPath, readText } = binding('modules');

const hasOwn = (object, key) => Object.prototype.hasOwnProperty.call(object, key);

// ---- built-ins

const builtins = new Map();

function builtinRecord(url, type) {
  const id = url.slice('node:'.length);
  const exports = require(id);
  const names = new Set(['default', ...Object.keys(exports)]);
  const record = new SyntheticRecord(url, type, [...names], (env) => fillFromBuiltin(env, exports));
  builtins.set(record, exports);
  return record;
}

// A getter among the exports (`fs.promises`) stays one until it is first read: it would load what nobody wants.
function fillFromBuiltin(env, exports) {
  env.default = exports;
  for (const name of Object.keys(exports)) {
    if (name === 'default' || !(name in env)) continue;
    const { get, value } = Object.getOwnPropertyDescriptor(exports, name);
    if (get === undefined) setValue(env, name, value);
    else setOnFirstRead(env, name, exports);
  }
}

function setValue(env, name, value) {
  Object.defineProperty(env, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

function setOnFirstRead(env, name, exports) {
  Object.defineProperty(env, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      let value;
      try {
        value = exports[name];
      } catch {
        // As in Node: a getter that throws exports undefined.
      }
      setValue(env, name, value);
      return value;
    },
  });
}

// module.syncBuiltinESMExports(): what programs changed in `fs` and the like reaches their imports.
function syncBuiltinExports() {
  for (const [record, exports] of builtins) {
    for (const name of record.exportNames) {
      if (name === 'default') continue;
      setValue(record.env, name, hasOwn(exports, name) ? exports[name] : undefined);
    }
  }
}

// ---- CommonJS

// `source`: undefined where the file has to be read.
function commonJsRecord(url, type, source, isMain) {
  const { Module, loadImported } = require('module/cjs');
  const filename = url.startsWith('file:') ? fileUrlToPath(url) : url;
  const found = exportNamesOf(Module, filename, source);
  const names = new Set([...found, 'default', 'module.exports']);
  const record = new SyntheticRecord(url, type, [...names], (env) => {
    const exports = loadImported(filename, isMain, url, source);
    for (const name of found) {
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

const namesByFile = new Map();

// The names that a CommonJS file exports, found without running it, and those of the files it passes on whole.
function exportNamesOf(Module, filename, source) {
  const known = namesByFile.get(filename);
  if (known !== undefined) return known;
  const names = new Set();
  // Set first: files may pass on each other.
  namesByFile.set(filename, names);
  const { exports, reexports } = JSON.parse(cjsExports(source ?? readText(filename)));
  for (const name of exports) names.add(name);
  for (const request of reexports) {
    const target = resolveReexport(Module, filename, request);
    if (target !== undefined) for (const name of exportNamesOf(Module, target, undefined)) names.add(name);
  }
  return names;
}

function resolveReexport(Module, filename, request) {
  const parent = new Module(filename, undefined);
  parent.filename = filename;
  parent.paths = Module._nodeModulePaths(parent.path);
  try {
    const target = Module._resolveFilename(request, parent, false);
    return target.startsWith('/') && isJavaScript(Module, target) ? target : undefined;
  } catch {
    return undefined;
  }
}

// Whether require() would take the file for CommonJS text.
function isJavaScript(Module, filename) {
  const dot = filename.lastIndexOf('.');
  const extension = dot > filename.lastIndexOf('/') + 1 ? filename.slice(dot) : '';
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

// require() of the same file gives the same object; a URL with a query is another module.
function jsonCacheKey(url) {
  return url.startsWith('file:') && !/[?#]/.test(url) ? fileUrlToPath(url) : undefined;
}

function parseJson(url, source) {
  return require('core/json_errors').parseFile(source, url.startsWith('file:') ? fileUrlToPath(url) : url);
}

function defaultRecord(url, type, value) {
  return new SyntheticRecord(url, type, ['default'], (env) => { env.default = value; });
}

module.exports = { builtinRecord, commonJsRecord, jsonRecord, syncBuiltinExports };
