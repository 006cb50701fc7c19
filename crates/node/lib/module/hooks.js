'use strict';
// module.registerHooks(): functions of the program that resolve specifiers and load sources, for require() and import alike.
//
//   resolve:   last registered ─▶ … ─▶ first registered ─▶ the default step        each calls the next, or returns
//   load:      the same, with the resolved URL                                     { shortCircuit: true }
//
// While hooks are registered, module/cjs.js calls `load` for every require(); the ES module loader calls resolveImport and loadImport.

const {
  arrayBufferStaticIsView, arrayFilter, arrayMap, arrayPush, arraySplice, objectAssign, stringSplit, stringStartsWith,
} = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { indexIn } = require('core/safe/lists');
const cjs = require('module/cjs');
const { Module, kURL, kFormat, isBuiltin, loadBuiltin } = cjs;
const { readSource } = binding('module');
const native = require('module/resolver');

const registered = [];
const kId = Symbol('kModuleHooksIdKey');
let count = 0;

class ModuleHooks {
  constructor(resolve, load) {
    this.resolve = resolve;
    this.load = load;
    this[kId] = Symbol(`module-hook-${count++}`);
  }

  deregister() {
    const at = indexIn(registered, this);
    if (at !== -1) arraySplice(registered, at, 1);
    if (registered.length === 0) cjs.hooks = null;
  }
}

function registerHooks(hooks) {
  if (hooks === undefined || hooks === null) {
    throw new TypeError(`Cannot destructure property 'resolve' of 'hooks' as it is ${hooks}.`);
  }
  const { resolve, load } = hooks;
  const { validateFunction } = require('core/validate');
  if (resolve) validateFunction(resolve, 'hooks.resolve');
  if (load) validateFunction(load, 'hooks.load');
  const handle = new ModuleHooks(resolve, load);
  arrayPush(registered, handle);
  cjs.hooks = module.exports;
  return handle;
}

// ---- chains

class ModuleResolveContext {
  constructor(parentURL, importAttributes, conditions) {
    this.parentURL = parentURL;
    this.importAttributes = importAttributes;
    this.conditions = conditions;
  }
}

class ModuleLoadContext {
  constructor(format, importAttributes, conditions) {
    this.format = format;
    this.importAttributes = importAttributes;
    this.conditions = conditions;
  }
}

// Runs the hooks called `name`, the one registered last first; `defaultStep` is the loader's own at the end. Context changes that a
// hook passes on apply to all following hooks.
function run(name, value, context, defaultStep, validate) {
  const chain = arrayMap(arrayFilter(registered, (hooks) => hooks[name]), (hooks) => hooks[name]);
  let reached = chain.length;
  const stepTo = (at) => (passed, changes) => {
    reached = at;
    if (changes && changes !== context) objectAssign(context, changes);
    if (at < 0) return validate(defaultStep(passed, context));
    const result = chain[at](passed, context, stepTo(at - 1));
    if (reached === at) checkShortCircuit(result, name);
    return validate(result);
  };
  return stepTo(chain.length - 1)(value, context);
}

// A hook that does not call the next one must declare it.
function checkShortCircuit(result, name) {
  if (result === undefined || result === null) {
    throw new TypeError(`Cannot read properties of ${result} (reading 'shortCircuit')`);
  }
  if (!result.shortCircuit) throw badReturn('true', name, 'shortCircuit', result.shortCircuit);
}

function badReturn(expected, hook, property, value) {
  const { ERR_INVALID_RETURN_PROPERTY_VALUE } = require('core/errors').codes;
  return new ERR_INVALID_RETURN_PROPERTY_VALUE(expected, hook, property, value);
}

function validateResolve({ url, format, importAttributes }) {
  if (typeof url !== 'string') throw badReturn('a URL string', 'resolve', 'url', url);
  if (format !== undefined && format !== null && typeof format !== 'string') {
    throw badReturn('a string', 'resolve', 'format', format);
  }
  return { __proto__: null, url, format, importAttributes };
}

function validateLoad(result) {
  const { source, format } = result;
  const isText = typeof source === 'string' || arrayBufferStaticIsView(source) || source instanceof ArrayBuffer;
  if (!isText && !(format === 'builtin' && (source === null || source === undefined))) {
    throw badReturn('a string, an ArrayBuffer, or a TypedArray', 'load', 'source', source);
  }
  return result;
}

// ---- require()

// Module._load with hooks; `key`: see there.
function load(request, parent, isMain, key) {
  const { url, format, filename } = resolveRequired(request, parent, isMain);
  const cached = Module._cache[filename];
  if (cached !== undefined) return cjs.exportsOf(cached, parent);
  if (stringStartsWith(url, 'node:')) {
    const result = runLoad(url, format ?? 'builtin', undefined, conditions('require'), () => ({ source: null, format: 'builtin' }));
    if (result.format === 'builtin') return loadBuiltin(url);
  }
  return cjs.loadFile(filename, parent, isMain, key, url, format);
}

function resolveRequired(request, parent, isMain, options) {
  const { urlOf } = require('module/compile');
  const parentURL = parent?.filename ? parent[kURL] ?? urlOf(parent.filename) : undefined;
  const given = conditions('require');
  const { url, format } = run('resolve', request, new ModuleResolveContext(parentURL, undefined, given), (specifier, context) => {
    require('core/validate').validateString(specifier, 'path');
    if (stringStartsWith(specifier, 'node:')) {
      if (!isBuiltin(specifier)) loadBuiltin(specifier);
      return { url: specifier, format: 'builtin' };
    }
    const changed = context.conditions === given ? options : { ...options, conditions: context.conditions };
    const found = Module._resolveFilename(specifier, parent, isMain, changed);
    return { url: !stringStartsWith(found, '/') && isBuiltin(found) ? `node:${found}` : urlOf(found) };
  }, validateResolve);
  return { url, format, filename: filenameOf(url) };
}

// require.resolve()
function resolveOnly(request, parent, options) {
  const { filename } = resolveRequired(request, parent, false, { ...options });
  return filename === `node:${request}` ? request : filename;
}

function filenameOf(url) {
  return stringStartsWith(url, 'file:') ? require('url/file_urls').fileURLToPath(url) : url;
}

// Sources that were loaded for an import and are about to be compiled.
const importedSources = new SafeMap();

// The source of a file that is being required, and its format if known.
function loadSource(module, filename, format) {
  const source = importedSources.get(filename);
  if (source !== undefined) {
    importedSources.delete(filename);
    return { source, format: module[kFormat] };
  }
  const url = module[kURL] ?? require('module/compile').urlOf(filename);
  const result = runLoad(url, module[kFormat] ?? format, undefined, conditions('require'),
    (passed, context) => ({ source: readSource(filenameOf(passed)), format: context.format }));
  return { source: toSource(result.source), format: result.format ?? undefined };
}

function toSource(source) {
  return typeof source === 'string' ? source : require('buffer').Buffer.from(source.buffer ?? source, source.byteOffset, source.byteLength).toString();
}

const conditions = (kind) => stringSplit(native.conditions(kind), '\0');

// ---- import

// `defaultStep(specifier, context)` is the loader's own resolution; it returns { url, format }.
function resolveImport(specifier, parentURL, importAttributes, defaultStep) {
  return run('resolve', specifier, new ModuleResolveContext(parentURL, importAttributes, conditions('import')), defaultStep, validateResolve);
}

// `defaultStep(url, context)` reads; it returns { source, format }.
function loadImport(url, format, importAttributes, defaultStep) {
  return runLoad(url, format, importAttributes, conditions('import'), defaultStep);
}

function runLoad(url, format, importAttributes, given, defaultStep) {
  return run('load', url, new ModuleLoadContext(format, importAttributes, given), defaultStep, validateLoad);
}

const rememberSource = (filename, source) => importedSources.set(filename, source);

module.exports = { registerHooks, load, resolveOnly, loadSource, rememberSource, resolveImport, loadImport, toSource };
