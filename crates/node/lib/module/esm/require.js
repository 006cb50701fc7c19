'use strict';
// require() of an ES module.
//
// The graph is loaded, linked and evaluated synchronously, which top-level await rules out. The result is the namespace, except that a
// module may name its whole result (`export { x as 'module.exports' }`), and that one with a default export gets
// `__esModule: true`, which importers compiled to CommonJS expect.

const { objectDefineProperty } = require('core/intrinsics');
const { SafeWeakMap } = require('core/safe/collections');
const { promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { UNLINKED, LINKED, EVALUATING, EVALUATING_ASYNC, EVALUATED, SyntheticRecord } = require('module/esm/record');
const { loadSourceGraph, findRecord } = require('module/esm/load');
const { link } = require('module/esm/link');
const { evaluate, isAsyncGraph } = require('module/esm/evaluate');
const { namespaceOf } = require('module/esm/namespace');

// `module` is the CommonJS module object, `source` its source.
function requireModule(module, url, source) {
  const cached = findRecord(url);
  if (cached !== undefined) {
    ensureEvaluated(cached, module);
    return exportsOf(cached);
  }
  const record = loadSourceGraph(source, url, false, true);
  record.wasRequired = true;
  link(record);
  run(record, module);
  return exportsOf(record);
}

// A module that import has loaded, or is loading, can be used when it has been evaluated.
function ensureEvaluated(record, module) {
  const filename = module.filename ?? module.id;
  const parent = module.parent?.filename ?? undefined;
  const { codes } = require('core/errors');
  if (record.status >= LINKED && isAsyncGraph(record)) throw new codes.ERR_REQUIRE_ASYNC_MODULE(filename, module.parent);
  if (record.failure !== null) throw record.failure.value;
  if (record.status === EVALUATING || record.status === EVALUATING_ASYNC) {
    throw new codes.ERR_REQUIRE_CYCLE_MODULE(
      `Cannot require() ES Module ${filename} in a cycle.${parent === undefined ? '' : ` (from ${parent})`} A cycle ` +
      'involving require(esm) is not allowed to maintain invariants mandated by the ECMAScript specification. Try making ' +
      'at least part of the dependency in the graph lazily loaded.');
  }
  if (record.status === UNLINKED) link(record);
  if (record.status === LINKED) run(record, module);
}

function run(record, module) {
  if (isAsyncGraph(record)) {
    const { ERR_REQUIRE_ASYNC_MODULE } = require('core/errors').codes;
    throw new ERR_REQUIRE_ASYNC_MODULE(module.filename ?? module.id, module.parent);
  }
  // The promise is settled and the outcome is in the record: a rejection counts as handled.
  promiseThen(evaluate(record), undefined, () => {});
  if (record.failure === null) return;
  require('module/esm/scope_error').addScopeHint(record.failure.value, record);
  throw record.failure.value;
}

const facades = new SafeWeakMap();

function exportsOf(record) {
  const { env } = record;
  if ('module.exports' in env) return env['module.exports'];
  if (!('default' in env) || '__esModule' in env) return namespaceOf(record);
  let facade = facades.get(record);
  if (facade === undefined) facades.set(record, facade = withEsModuleFlag(record));
  return facade;
}

// Like the namespace of `export * from it; export { default } from it; export const __esModule = true`.
function withEsModuleFlag(record) {
  const names = [...each(require('module/esm/exports').exportedNames(record)), '__esModule'];
  const facade = new SyntheticRecord(record.url, undefined, names, () => {});
  for (const name of each(names)) {
    objectDefineProperty(facade.env, name, { __proto__: null, get: () => record.env[name], enumerable: true });
  }
  objectDefineProperty(facade.env, '__esModule', { __proto__: null, get: () => true, enumerable: true });
  facade.status = EVALUATED;
  return namespaceOf(facade);
}

module.exports = { requireModule };
