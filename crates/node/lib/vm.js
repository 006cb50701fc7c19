'use strict';
// node:vm: scripts that are compiled once and run in this realm or in others.
//
// A context is an object that a realm mirrors (vm/context.js creates the realm, vm/mirror.js is its global object; the engine's half is
// described in crates/engine/src/realm.rs). Scripts are not compiled ahead: the engine caches the code of sources it has seen, in a form
// that cannot be stored here. So `cachedData` is a checksum of the source: data of another source is rejected, as in Node, and nothing
// gets faster.

const { arrayBufferStaticIsView, arrayForEach, arrayJoin, objectAssign, objectFreeze } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { matchesOf } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const native = binding('vm');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('core/errors');
const {
  validateArray, validateBoolean, validateInt32, validateObject, validateOneOf, validateString, validateStringArray, validateUint32,
} = require('core/validate');
const { contextOf, isContext: isContextObject, makeContext, DONT_CONTEXTIFY } = require('vm/context');
const { importerOf, USE_MAIN_CONTEXT_DEFAULT_LOADER } = require('vm/imports');

const NO_OPTIONS = objectFreeze({ __proto__: null });

function filenameOptions(options) {
  if (typeof options === 'string') return { filename: options };
  if (options !== undefined) validateObject(options, 'options');
  return options ?? NO_OPTIONS;
}

function validateCachedData(cachedData, produceCachedData) {
  if (cachedData !== undefined && !arrayBufferStaticIsView(cachedData)) {
    throw new ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'], cachedData);
  }
  validateBoolean(produceCachedData, 'options.produceCachedData');
}

// The base class of Script in Node, with createCachedData() on its prototype.
class ContextifyScript {
  #code;

  constructor(code) {
    this.#code = code;
  }

  createCachedData() {
    return require('vm/cached_data').of(this.#code);
  }
}

class Script extends ContextifyScript {
  #code;
  #run;
  #names;

  constructor(code, options = NO_OPTIONS) {
    code = `${code}`;
    super(code);
    options = filenameOptions(options);
    const { filename = 'evalmachine.<anonymous>', lineOffset = 0, columnOffset = 0, cachedData, produceCachedData = false } = options;
    validateString(filename, 'options.filename');
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    validateCachedData(cachedData, produceCachedData);
    const importer = importerOf(code, options.importModuleDynamically, this, filename);
    const realm = options[PARSING_CONTEXT] === undefined ? undefined : contextOf(options[PARSING_CONTEXT]).realm;
    this.#code = code;
    try {
      this.#run = native.compile(code, filename, lineOffset, columnOffset, importer, realm);
    } catch (error) {
      throw require('vm/errors').withFrames(error, Script);
    }
    if (cachedData !== undefined) this.cachedDataRejected = !require('vm/cached_data').belongsTo(cachedData, code);
    if (produceCachedData) {
      this.cachedDataProduced = true;
      this.cachedData = require('vm/cached_data').of(code);
    }
    this.sourceURL = magicComment(code, 'sourceURL');
    this.sourceMapURL = magicComment(code, 'sourceMappingURL');
  }

  runInThisContext(options) {
    const { timeout, breakOnSigint, displayErrors } = runOptions(options);
    try {
      return this.#run(undefined, timeout, breakOnSigint, false);
    } catch (error) {
      throw displayErrors ? require('vm/errors').decorated(error) : error;
    }
  }

  runInContext(contextifiedObject, options) {
    validateContext(contextifiedObject);
    const { timeout, breakOnSigint, displayErrors } = runOptions(options);
    const context = contextOf(contextifiedObject);
    this.#names ??= native.declaredNames(this.#code);
    context.declare(this.#names);
    try {
      return this.#run(context.realm, timeout, breakOnSigint, context.drainsJobs);
    } catch (error) {
      throw displayErrors ? require('vm/errors').decorated(error) : error;
    }
  }

  runInNewContext(contextObject, options) {
    const context = createContext(contextObject, contextOptions(options));
    return this.runInContext(context, options);
  }
}

const PARSING_CONTEXT = Symbol('script parsing context');

function magicComment(code, name) {
  if (!isIn(code, name)) return undefined;
  let last;
  for (const match of each(matchesOf(code, new RegExp(`(?://|/\\*)[#@][ \\t]${name}=[ \\t]*([^\\s'"]*)[ \\t]*(?:\\*/)?[ \\t]*$`, 'gm')))) last = match[1];
  return last;
}

function validateContext(contextifiedObject) {
  if (!isContext(contextifiedObject)) throw new ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context', contextifiedObject);
}

function runOptions(options = NO_OPTIONS) {
  validateObject(options, 'options');
  const { timeout, displayErrors = true, breakOnSigint = false } = options;
  if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
  validateBoolean(displayErrors, 'options.displayErrors');
  validateBoolean(breakOnSigint, 'options.breakOnSigint');
  return { timeout, displayErrors, breakOnSigint };
}

// The context options among those of a run.
function contextOptions(options) {
  if (!options) return {};
  validateObject(options, 'options');
  const { contextName: name, contextOrigin: origin, contextCodeGeneration: codeGeneration, microtaskMode } = options;
  if (name !== undefined) validateString(name, 'options.contextName');
  if (origin !== undefined) validateString(origin, 'options.contextOrigin');
  validateCodeGeneration(codeGeneration, 'options.contextCodeGeneration');
  if (microtaskMode !== undefined) validateString(microtaskMode, 'options.microtaskMode');
  return { name, origin, codeGeneration, microtaskMode };
}

function validateCodeGeneration(codeGeneration, name) {
  if (codeGeneration === undefined) return;
  validateObject(codeGeneration, name);
  const { strings, wasm } = codeGeneration;
  if (strings !== undefined) validateBoolean(strings, `${name}.strings`);
  if (wasm !== undefined) validateBoolean(wasm, `${name}.wasm`);
}

let contextCount = 0;

function createContext(contextObject = {}, options = NO_OPTIONS) {
  if (contextObject === DONT_CONTEXTIFY) contextObject = undefined;
  else if (isContext(contextObject)) return contextObject;
  validateObject(options, 'options');
  const { name = `VM Context ${++contextCount}`, origin, codeGeneration, microtaskMode } = options;
  validateString(name, 'options.name');
  if (origin !== undefined) validateString(origin, 'options.origin');
  validateCodeGeneration(codeGeneration, 'options.codeGeneration');
  validateOneOf(microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
  const drainsJobs = microtaskMode === 'afterEvaluate';
  return makeContext(contextObject, { strings: codeGeneration?.strings, wasm: codeGeneration?.wasm, drainsJobs });
}

function isContext(object) {
  if (typeof object !== 'object' || object === null) throw new ERR_INVALID_ARG_TYPE('object', 'Object', object);
  return isContextObject(object);
}

function createScript(code, options) {
  return new Script(code, options);
}

function runInContext(code, contextifiedObject, options) {
  validateContext(contextifiedObject);
  options = { ...filenameOptions(options), [PARSING_CONTEXT]: contextifiedObject };
  return new Script(code, options).runInContext(contextifiedObject, options);
}

function runInNewContext(code, contextObject, options) {
  options = filenameOptions(options);
  const contextifiedObject = createContext(contextObject, contextOptions(options));
  options = { ...options, [PARSING_CONTEXT]: contextifiedObject };
  return new Script(code, options).runInContext(contextifiedObject, options);
}

function runInThisContext(code, options) {
  options = filenameOptions(options);
  return new Script(code, options).runInThisContext(options);
}

function compileFunction(code, params, options = NO_OPTIONS) {
  validateString(code, 'code');
  validateObject(options, 'options');
  if (params !== undefined) validateStringArray(params, 'params');
  const {
    filename = '', columnOffset = 0, lineOffset = 0, cachedData, produceCachedData = false, parsingContext, contextExtensions = [],
    importModuleDynamically,
  } = options;
  validateString(filename, 'options.filename');
  validateInt32(columnOffset, 'options.columnOffset');
  validateInt32(lineOffset, 'options.lineOffset');
  validateCachedData(cachedData, produceCachedData);
  if (parsingContext !== undefined && (typeof parsingContext !== 'object' || parsingContext === null || !isContext(parsingContext))) {
    throw new ERR_INVALID_ARG_TYPE('options.parsingContext', 'Context', parsingContext);
  }
  validateArray(contextExtensions, 'options.contextExtensions');
  arrayForEach(contextExtensions, (extension, index) => validateObject(extension, `options.contextExtensions[${index}]`));
  const realm = parsingContext === undefined ? undefined : contextOf(parsingContext).realm;
  const owner = {};
  const importer = importerOf(code, importModuleDynamically, owner, filename);
  let compiled;
  try {
    compiled = native.compileFunction(code, filename, lineOffset, columnOffset, importer, realm, arrayJoin(params ?? [], ', '), ...each(contextExtensions));
  } catch (error) {
    throw require('vm/errors').withFrames(error, compileFunction);
  }
  owner.function = compiled;
  if (cachedData !== undefined) compiled.cachedDataRejected = !require('vm/cached_data').belongsTo(cachedData, code);
  if (produceCachedData) {
    compiled.cachedDataProduced = true;
    compiled.cachedData = require('vm/cached_data').of(code);
  }
  return compiled;
}

function measureMemory(options = NO_OPTIONS) {
  return require('vm/measure_memory').measureMemory(options);
}

module.exports = {
  Script,
  createContext,
  createScript,
  runInContext,
  runInNewContext,
  runInThisContext,
  isContext,
  compileFunction,
  measureMemory,
  constants: objectFreeze({ __proto__: null, USE_MAIN_CONTEXT_DEFAULT_LOADER, DONT_CONTEXTIFY }),
};

if (require('vm/imports').hasModules()) {
  const { Module, SourceTextModule, SyntheticModule } = require('vm/modules');
  objectAssign(module.exports, { Module, SourceTextModule, SyntheticModule });
}
