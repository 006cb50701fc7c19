'use strict';
// Module environments, and the start of a module's body.
//
// The linker compiles a module to a function (crates/source/src/modules, `wrapper`), in one of two forms:
//
//   plain       function (…) { BODY return { a, get b() { return b } } }          b is assigned to somewhere
//   generator   function* (…) { install({ get a() { return a } }); yield; BODY }    `await x` is `yield install(x, line, column)`
//
// Most modules are plain: when one runs, all its imports have been evaluated, and its exports have not been read. Not so in a cycle:
// there the functions of a module may be called, and its variables be in their temporal dead zone, before its body has run. Such a
// module is started as a generator: the first step declares everything. These modules are found when a body is about to run and one
// of its imports has no environment yet: that import, and all its dependencies without one, are started as generators.

const { arrayPop, arrayPush, generatorNext, objectDefineProperty, objectGetOwnPropertyDescriptor } = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { each, keysOf } = require('core/safe/walk');
const { compile } = binding('modules');
const { exportedNames, resolveExport, NAMESPACE } = require('module/esm/exports');
const { namespaceOf } = require('module/esm/namespace');

// Runs the body, or starts it if it can suspend: returns the generator then.
function start(record) {
  if (record.evaluateSteps !== undefined) {
    record.evaluateSteps(record.env);
    return null;
  }
  if (record.generator === null && (record.hasTopLevelAwait || hasUninitializedImports(record))) beginGenerators(record);
  if (record.generator === null) {
    record.env = applyOn(compile(record.handle, false, record.owner?.realm), undefined, argumentsFor(record, undefined));
    if (hasReexports(record)) finalizeReexports(record);
    return null;
  }
  return record.generator;
}

function hasUninitializedImports(record) {
  for (const requested of each(record.requested)) {
    if (requested.env === null) return true;
  }
  return false;
}

// Starts `first` as a generator, and every dependency without an environment.
function beginGenerators(first) {
  const pending = [first];
  first.env ??= { __proto__: null };
  while (pending.length > 0) {
    const record = arrayPop(pending);
    if (record.generator !== null) continue;
    for (const requested of each(record.requested)) {
      if (requested.env !== null) continue;
      requested.env = { __proto__: null };
      arrayPush(pending, requested);
    }
    const body = compile(record.handle, true, record.owner?.realm);
    record.generator = applyOn(body, undefined, argumentsFor(record, installerFor(record)));
    generatorNext(record.generator);
  }
}

// Called with the getters first, then by every top-level await, with the operand and its position.
function installerFor(record) {
  return (value, line, column) => {
    if (line === undefined) return declare(record, value);
    record.awaitPosition = { line, column };
    return value;
  };
}

// In the order of the wrapper's parameters.
function argumentsFor(record, install) {
  const { owner } = record;
  const list = [
    record.usesMeta ? owner?.meta() ?? require('module/esm/meta').metaOf(record) : undefined,
    record.usesImport ? owner?.importer ?? require('module/esm/dynamic_import').importerFor(record.url) : undefined,
    install,
  ];
  for (const requested of each(record.requested)) arrayPush(list, requested.env);
  for (const request of each(record.namespaces)) arrayPush(list, namespaceOf(record.requested[request]));
  return list;
}

// In the temporal dead zone V8 names the import, or the member of the namespace, not the variable.
function declare(record, getters) {
  for (const name of each(keysOf(record.localExports))) {
    const read = objectGetOwnPropertyDescriptor(getters, name).get;
    define(record.env, name, () => {
      try {
        return read();
      } catch {
        throw require('module/esm/messages').tdzError(name);
      }
    });
  }
  record.getters = getters;
  if (hasReexports(record)) declareReexports(record);
}

const hasReexports = (record) => record.indirectExports.length > 0 || record.starExports.length > 0;

function define(env, name, get) {
  objectDefineProperty(env, name, { __proto__: null, get, enumerable: true, configurable: true });
}

// Re-exports of other modules.
function declareReexports(record) {
  for (const name of each(exportedNames(record))) {
    if (!record.localExports.has(name)) define(record.env, name, reader(resolveExport(record, name)));
  }
}

function reader({ record, name }) {
  return name === NAMESPACE ? () => namespaceOf(record) : () => record.env[name];
}

// The body of a generator has completed: bindings that cannot change become plain values.
function finalizeBindings(record) {
  const { env, getters, localExports } = record;
  for (const { 0: name, 1: constant } of each(localExports)) {
    if (constant) setValue(env, name, getters[name]);
    else define(env, name, objectGetOwnPropertyDescriptor(getters, name).get);
  }
  if (hasReexports(record)) finalizeReexports(record);
}

function setValue(env, name, value) {
  objectDefineProperty(env, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

function finalizeReexports(record) {
  for (const name of each(exportedNames(record))) {
    if (record.localExports.has(name)) continue;
    const resolution = resolveExport(record, name);
    if (isFinal(resolution)) setValue(record.env, name, reader(resolution)());
    else define(record.env, name, reader(resolution));
  }
}

// Whether the binding of a resolution can no longer change.
function isFinal({ record, name }) {
  if (name === NAMESPACE) return true;
  const constant = record.localExports?.get(name);
  return constant === true && objectGetOwnPropertyDescriptor(record.env, name).get === undefined;
}

module.exports = { beginGenerators, start, finalizeBindings };
