'use strict';
// Environments, and starting a module's body.
//
// The linker makes of a module a function (crates/source/src/modules, `wrapper`), in one of two shapes:
//
//   plain     function (…) { BODY return { a, get b() { return b } } }        b is assigned to somewhere
//   in two    function* (…) { install({ get a() { return a } }); yield; BODY }    `await x` is `yield install(x, line, column)`
//
// Most modules are plain: when one runs, everything it imports has run, and nobody has looked at its exports. Not so in a
// cycle: there the functions of a module may be called, and its variables be in their dead zone, before its body has run. Such a
// module is begun in two: the first step declares everything. Which modules those are shows when a body is to run and one
// of its imports has no environment yet: that import, and whatever it in turn needs that has none, is begun in two.

const { arrayPop, arrayPush, generatorNext, objectDefineProperty, objectGetOwnPropertyDescriptor } = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { each, keysOf } = require('core/safe/walk');
const { compile } = binding('modules');
const { exportedNames, resolveExport, NAMESPACE } = require('module/esm/exports');
const { namespaceOf } = require('module/esm/namespace');

// Runs the body, or begins it where it can wait: answers the generator then.
function start(record) {
  if (record.evaluateSteps !== undefined) {
    record.evaluateSteps(record.env);
    return null;
  }
  if (record.generator === null && (record.hasTopLevelAwait || hasUninitializedImports(record))) beginGenerators(record);
  if (record.generator === null) {
    record.env = applyOn(compile(record.handle, false), undefined, argumentsFor(record, undefined));
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

// Begins `first` in two, and everything without an environment that it needs.
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
    const body = compile(record.handle, true);
    record.generator = applyOn(body, undefined, argumentsFor(record, installerFor(record)));
    generatorNext(record.generator);
  }
}

// Called with the getters first, then, by every top-level await, with what is awaited and where.
function installerFor(record) {
  return (value, line, column) => {
    if (line === undefined) return declare(record, value);
    record.awaitPosition = { line, column };
    return value;
  };
}

// In the order of the wrapper's parameters.
function argumentsFor(record, install) {
  const list = [
    record.usesMeta ? require('module/esm/meta').metaOf(record) : undefined,
    record.usesImport ? require('module/esm/dynamic_import').importerFor(record.url) : undefined,
    install,
  ];
  for (const requested of each(record.requested)) arrayPush(list, requested.env);
  for (const request of each(record.namespaces)) arrayPush(list, namespaceOf(record.requested[request]));
  return list;
}

// In the dead zone V8 names the import, or the namespace's member, whatever the variable is called.
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

// Exports that are another module's.
function declareReexports(record) {
  for (const name of each(exportedNames(record))) {
    if (!record.localExports.has(name)) define(record.env, name, reader(resolveExport(record, name)));
  }
}

function reader({ record, name }) {
  return name === NAMESPACE ? () => namespaceOf(record) : () => record.env[name];
}

// The body of a module in two has run to its end: what will never change becomes a plain value.
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

// Whether what a resolution stands for can no longer change.
function isFinal({ record, name }) {
  if (name === NAMESPACE) return true;
  const constant = record.localExports?.get(name);
  return constant === true && objectGetOwnPropertyDescriptor(record.env, name).get === undefined;
}

module.exports = { start, finalizeBindings };
