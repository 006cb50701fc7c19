'use strict';
// import(): in modules, CommonJS, -e, the REPL.
//
// Node loads the whole graph while import() is called and then links and evaluates it in promise jobs. The number of jobs is not
// documented, but observable (by ticks, other promise chains), so it was measured on Node 26 and is the same here;
// tests/modules/import-job-count-* test it:
//
//   1   the graph is loaded
//   2h  if it is new, h being the height of the graph, and 1: it is linked           (else 1)
//   1   it is evaluated; more if it awaits
//   1   the namespace is created
//   3   to the caller's promise, 1 to its reaction

const { arrayPop, arrayPush, mathMax, objectKeys } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { promiseReject, promiseResolve } = require('core/safe/promises');
const { each, keysOf } = require('core/safe/walk');
const { loadGraph } = require('module/esm/load');
const { link } = require('module/esm/link');
const { evaluate } = require('module/esm/evaluate');
const { namespaceOf } = require('module/esm/namespace');

const linked = promiseResolve();

// Returns the function that `import(…)` in a source calls.
function importerFor(parentUrl) {
  return (specifier, options) => importDynamically(specifier, options, parentUrl);
}

function importDynamically(specifier, options, parentUrl) {
  let attributes;
  try {
    specifier = `${specifier}`;
    attributes = attributesFrom(options);
  } catch (error) {
    return promiseReject(error);
  }
  const start = () => relay(relay(relay(importNamespace(specifier, parentUrl, attributes))));
  return require.has('diagnostics_channel') ? require('module/diagnostics').traceImport(start, specifier, parentUrl) : start();
}

// One of the functions that the promise passes through in Node.
const relay = async (promise) => promise;

function attributesFrom(options) {
  if (options === undefined) return undefined;
  if (!isObject(options)) throw new TypeError('The second argument to import() must be an object');
  const given = options.with;
  if (given === undefined) return undefined;
  if (!isObject(given)) throw new TypeError("The 'with' option must be an object");
  const attributes = { __proto__: null };
  for (const key of each(objectKeys(given))) {
    const value = given[key];
    if (typeof value !== 'string') throw new TypeError('Import attribute value must be a string');
    attributes[key] = value;
  }
  return attributes;
}

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

// `onMain` gets the record; only for the main program.
async function importNamespace(specifier, parentUrl, attributes, onMain = undefined) {
  const record = await loadGraph(specifier, parentUrl, attributes, onMain !== undefined);
  onMain?.(record);
  await run(record);
  // The namespace of the main program is not used.
  return onMain === undefined ? namespaceOf(record) : undefined;
}

async function run(record) {
  if (record.wasRequired) return runRequired(record);
  await (record.linking ??= linkInJobs(record));
  try {
    await evaluate(record);
  } catch (error) {
    require('module/esm/scope_error').addScopeHint(error, record);
    throw error;
  }
}

// A module that was loaded by require() is linked already.
async function runRequired(record) {
  if (record.failure !== null) throw record.failure.value;
  if (record.evaluation === null || record.asyncOrder > 0) {
    link(record);
    await evaluate(record);
  }
}

async function linkInJobs(root) {
  const records = new SafeMap();
  for (let jobs = 2 * height(root, records) + 1; jobs > 0; jobs--) await undefined;
  link(root);
  for (const record of each(keysOf(records))) record.linking = linked;
}

// The depth of a depth-first walk; `heights` gets every visited record. A record counts where it is first visited.
function height(root, heights) {
  heights.set(root, 1);
  const path = [{ record: root, next: 0 }];
  for (;;) {
    const step = path[path.length - 1];
    const { record } = step;
    if (step.next < record.requested.length) {
      const requested = record.requested[step.next++];
      if (heights.has(requested)) continue;
      heights.set(requested, 1);
      arrayPush(path, { record: requested, next: 0 });
      continue;
    }
    arrayPop(path);
    if (path.length === 0) return heights.get(root);
    const parent = path[path.length - 1].record;
    heights.set(parent, mathMax(heights.get(parent), heights.get(record) + 1));
  }
}

module.exports = { importerFor, importDynamically, importNamespace, run, relay };
