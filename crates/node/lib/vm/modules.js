'use strict';
// vm.Module and its subclasses, with --experimental-vm-modules.
//
// They are the module records of the loader (module/esm/record.js), which are linked and evaluated as those of files are. What differs is
// who resolves: the program, in link() or linkRequests(). Such a record has an `owner`, which is asked for import.meta and import(), and
// whose context the source is compiled in.

const {
  arrayIsArray, arrayMap, arraySome, classReferenceError: ReferenceError, jsonParse, objectDefineProperty, objectFreeze,
  objectGetPrototypeOf, objectSetPrototypeOf, stringRepeat, symbolFor,
} = require('core/intrinsics');
const { SafeWeakMap } = require('core/safe/collections');
const { indexIn } = require('core/safe/lists');
const { promiseReject, promiseResolve } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { link: linkSource } = binding('modules');
const { codes } = require('core/errors');
const {
  validateArray, validateBoolean, validateBuffer, validateFunction, validateInt32, validateObject, validateString, validateUint32,
} = require('core/validate');
const { beginGenerators } = require('module/esm/environment');
const { evaluate, isAsyncGraph } = require('module/esm/evaluate');
const { link } = require('module/esm/link');
const { namespaceOf } = require('module/esm/namespace');
const { UNLINKED, LINKED, EVALUATING, EVALUATED, SourceRecord, SyntheticRecord } = require('module/esm/record');
const { contextOf, isContext } = require('vm/context');
const { emitExperimental } = require('process/warning');

const kNoError = Symbol('kNoError');
const kLinkDependencies = Symbol('kLink');
const customInspect = symbolFor('nodejs.util.inspect.custom');

// The record of each module; only objects in here are modules.
const records = new SafeWeakMap();
const isModule = (value) => records.has(value);

// The next number of a module without an identifier, by context.
const counts = new SafeWeakMap();
let mainCount = 0;

function nextIdentifier(context) {
  if (context === undefined) return `vm:module(${mainCount++})`;
  const count = counts.get(context) ?? 0;
  counts.set(context, count + 1);
  return `vm:module(${count})`;
}

function recordOf(module) {
  const record = records.get(module);
  if (record === undefined) throw new codes.ERR_INVALID_THIS('Module');
  return record;
}

function statusOf({ status, failure }) {
  if (status === UNLINKED) return 'unlinked';
  if (status === LINKED) return 'linked';
  if (status === EVALUATING) return 'evaluating';
  return failure === null ? 'evaluated' : 'errored';
}

const statusError = (text) => new codes.ERR_VM_MODULE_STATUS(text);

class Module {
  #context;

  constructor(options, makeRecord) {
    emitExperimental('VM Modules');
    if (new.target === Module) throw new TypeError('Module is not a constructor');
    const { context } = options;
    let { identifier } = options;
    if (context !== undefined) {
      validateObject(context, 'context');
      if (!isContext(context)) throw new codes.ERR_INVALID_ARG_TYPE('options.context', 'vm.Context', context);
    }
    if (identifier === undefined) identifier = nextIdentifier(context);
    else validateString(identifier, 'options.identifier');
    this.#context = context;
    records.set(this, makeRecord(identifier));
  }

  get identifier() { return recordOf(this).url; }

  get context() {
    recordOf(this);
    return this.#context;
  }

  get namespace() {
    const record = recordOf(this);
    if (record.status === UNLINKED) throw statusError('must not be unlinked or linking');
    return namespaceOf(record);
  }

  get status() { return statusOf(recordOf(this)); }

  get error() {
    const { failure } = recordOf(this);
    if (failure === null) throw statusError('must be errored');
    return failure.value;
  }

  async link(linker) {
    recordOf(this);
    validateFunction(linker, 'linker');
    const { status } = this;
    if (status === 'linked') throw new codes.ERR_VM_MODULE_ALREADY_LINKED();
    if (status !== 'unlinked') throw statusError('must be unlinked');
    await this[kLinkDependencies](linker);
    instantiate(recordOf(this));
  }

  evaluate(options = {}) {
    try {
      const record = recordOf(this);
      validateObject(options, 'options');
      const { timeout, breakOnSigint = false } = options;
      if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
      validateBoolean(breakOnSigint, 'options.breakOnSigint');
      if (record.status === UNLINKED || record.status === EVALUATING) throw statusError('must be one of linked, evaluated, or errored');
      if (timeout === undefined && !breakOnSigint) return evaluate(record);
      return evaluateWithin(record, timeout, breakOnSigint);
    } catch (error) {
      return promiseReject(error);
    }
  }

  [customInspect](depth, options) {
    recordOf(this);
    if (typeof depth === 'number' && depth < 0) return this;
    const { constructor } = this;
    const shown = { __proto__: { constructor }, status: this.status, identifier: this.identifier, context: this.context };
    objectSetPrototypeOf(shown, objectGetPrototypeOf(this));
    objectDefineProperty(shown, Symbol.toStringTag, { __proto__: null, value: constructor.name, configurable: true });
    return require('util').inspect(shown, { ...options, customInspect: false });
  }
}
objectDefineProperty(Module.prototype, customInspect, { __proto__: null, enumerable: false });

// A script has the limits of a run, and its source is a call of the evaluation.
function evaluateWithin(record, timeout, breakOnSigint) {
  const { callFromScript } = require('vm/imports');
  const run = callFromScript(() => evaluate(record));
  try {
    return run(undefined, timeout, breakOnSigint, false);
  } catch (error) {
    record.status = EVALUATED;
    record.failure ??= { value: error };
    throw error;
  }
}

function instantiate(record) {
  checkLinked(record, new SafeWeakMap(), undefined);
  link(record);
  // The namespace may be read before evaluation, and after one that failed.
  beginGenerators(record);
}

// A graph whose modules do not all have their dependencies cannot be linked.
function checkLinked(record, seen, specifier) {
  if (seen.has(record) || record.status !== UNLINKED) return;
  seen.set(record, true);
  if (record.requested === null) {
    throw new codes.ERR_VM_MODULE_LINK_FAILURE(specifier === undefined ? 'module is not linked' :
      `request for '${record.requests[0].specifier}' can not be resolved on module '${record.url}' that is not linked`);
  }
  arrayMap(record.requested, (requested, index) => checkLinked(requested, seen, record.requests[index].specifier));
}

function attributesOf({ attributes }) {
  const object = { __proto__: null };
  for (const { 0: key, 1: value } of each(attributes)) object[key] = value;
  return object;
}

// Why a module cannot be what a request of `of` resolves to, thrown; else its record.
function recordFor(module, of) {
  if (!isModule(module)) throw new codes.ERR_VM_MODULE_NOT_MODULE();
  if (module.context !== of.context) throw new codes.ERR_VM_MODULE_DIFFERENT_CONTEXT();
  return records.get(module);
}

class SourceTextModule extends Module {
  // Of linking, which no record knows.
  #error = kNoError;
  #isLinking = false;
  #moduleRequests;
  #dependencySpecifiers;
  #source;

  constructor(sourceText, options = {}) {
    validateString(sourceText, 'sourceText');
    validateObject(options, 'options');
    const { lineOffset = 0, columnOffset = 0, initializeImportMeta, importModuleDynamically, cachedData, context } = options;
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (initializeImportMeta !== undefined) validateFunction(initializeImportMeta, 'options.initializeImportMeta');
    if (importModuleDynamically !== undefined) validateFunction(importModuleDynamically, 'options.importModuleDynamically');
    if (cachedData !== undefined) validateBuffer(cachedData, 'options.cachedData');
    super(options, (identifier) => {
      if (cachedData !== undefined && !require('vm/cached_data').belongsTo(cachedData, sourceText)) {
        throw require('core/errors').codedError('ERR_VM_MODULE_CACHED_DATA_REJECTED', Error, 'cachedData buffer was rejected');
      }
      const record = new SourceRecord(identifier, undefined, jsonParse(linkSource(atOffset(sourceText, lineOffset, columnOffset), identifier)));
      if (record.requests.length === 0) record.requested = [];
      return record;
    });
    this.#source = sourceText;
    recordOf(this).owner = {
      __proto__: null,
      realm: context === undefined ? undefined : contextOf(context).realm,
      meta: () => {
        const meta = { __proto__: null };
        initializeImportMeta?.(meta, this);
        return meta;
      },
      importer: require('vm/imports').importerOfModule(importModuleDynamically, this),
    };
    this.#moduleRequests = objectFreeze(arrayMap(recordOf(this).requests, (request) =>
      objectFreeze({ __proto__: null, specifier: request.specifier, attributes: attributesOf(request), phase: 'evaluation' })));
  }

  async [kLinkDependencies](linker) {
    this.#isLinking = true;
    const found = [];
    for (let index = 0; index < this.#moduleRequests.length; index++) {
      const { specifier, attributes } = this.#moduleRequests[index];
      found[index] = this.#resolve(specifier, linker(specifier, this, { attributes, assert: attributes }), linker);
    }
    try {
      recordOf(this).requested = await new __hexloop_promise__((resolve, reject) => collect(found, resolve, reject));
    } catch (error) {
      this.#error = error;
      throw error;
    } finally {
      this.#isLinking = false;
    }
  }

  async #resolve(specifier, answer, linker) {
    const module = await promiseResolve(answer);
    const record = recordFor(module, this);
    if (module.status === 'errored') {
      throw new codes.ERR_VM_MODULE_LINK_FAILURE(`request for '${specifier}' resolved to an errored module`, module.error);
    }
    if (module.status === 'unlinked') await module[kLinkDependencies](linker);
    return record;
  }

  linkRequests(modules) {
    const record = recordOf(this);
    if (this.status !== 'unlinked') throw statusError('must be unlinked');
    validateArray(modules, 'modules');
    const { length } = this.#moduleRequests;
    if (modules.length !== length) throw new codes.ERR_MODULE_LINK_MISMATCH(`Expected ${length} modules, got ${modules.length}`);
    record.requested = arrayMap(modules, (module) => recordFor(module, this));
  }

  instantiate() {
    const record = recordOf(this);
    if (this.status !== 'unlinked') throw statusError('must be unlinked');
    instantiate(record);
  }

  get dependencySpecifiers() {
    return this.#dependencySpecifiers ??= objectFreeze(arrayMap(this.#moduleRequests, ({ specifier }) => specifier));
  }

  get moduleRequests() { return this.#moduleRequests; }

  get status() {
    if (this.#error !== kNoError) return 'errored';
    return this.#isLinking ? 'linking' : super.status;
  }

  get error() { return this.#error !== kNoError ? this.#error : super.error; }

  hasAsyncGraph() {
    const record = recordOf(this);
    if (record.status === UNLINKED) throw statusError('must be instantiated');
    return isAsyncGraph(record);
  }

  hasTopLevelAwait() { return recordOf(this).hasTopLevelAwait; }

  createCachedData() {
    const { status } = this;
    if (status === 'evaluating' || status === 'evaluated' || status === 'errored') {
      throw new codes.ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA();
    }
    return require('vm/cached_data').of(this.#source);
  }
}

// All of the promises' values; the first that fails decides.
function collect(promises, resolve, reject) {
  const { promiseThen } = require('core/safe/promises');
  let left = promises.length;
  const values = arrayMap(promises, () => undefined);
  if (left === 0) resolve(values);
  arrayMap(promises, (promise, index) => promiseThen(promise, (value) => {
    values[index] = value;
    if (--left === 0) resolve(values);
  }, reject));
}

// The linker has no offsets: the source begins with as much white space.
function atOffset(source, lines, columns) {
  if (lines < 0 || columns < 0) throw require('core/not_implemented').notImplemented('a negative offset of vm.SourceTextModule');
  return lines === 0 && columns === 0 ? source : `${stringRepeat('\n', lines)}${stringRepeat(' ', columns)}${source}`;
}

class SyntheticModule extends Module {
  constructor(exportNames, evaluateCallback, options = {}) {
    if (!arrayIsArray(exportNames) || arraySome(exportNames, (name) => typeof name !== 'string')) {
      throw new codes.ERR_INVALID_ARG_TYPE('exportNames', 'Array of unique strings', exportNames);
    }
    arrayMap(exportNames, (name, index) => {
      if (indexIn(exportNames, name) !== index) throw new codes.ERR_INVALID_ARG_VALUE(`exportNames.${name}`, name, 'is duplicated');
    });
    validateFunction(evaluateCallback, 'evaluateCallback');
    validateObject(options, 'options');
    super(options, (identifier) => new SyntheticRecord(identifier, undefined, [...each(exportNames)], () => {
      require('core/safe/calls').call0(evaluateCallback, this);
    }));
    link(recordOf(this));
  }

  // It has nothing to link.
  link() { recordOf(this); }

  setExport(name, value) {
    const record = recordOf(this);
    validateString(name, 'name');
    if (!(name in record.env)) throw new ReferenceError(`Export '${name}' is not defined in module`);
    record.env[name] = value;
  }
}

// What import() gets for what a callback returned.
function namespaceFrom(value) {
  if (require('util/types').isModuleNamespaceObject(value)) return value;
  if (!isModule(value)) throw new codes.ERR_VM_MODULE_NOT_MODULE();
  if (value.status === 'errored') throw value.error;
  return value.namespace;
}

module.exports = { Module, SourceTextModule, SyntheticModule, namespaceFrom };
