'use strict';
// Resolves exported names: the specification's ResolveExport and GetExportedNames.
//
// A resolution is `{ record, name }` (the name is a property of the record's environment), or `{ record, name: NAMESPACE }` for
// `export * as ns`; otherwise MISSING, AMBIGUOUS or CIRCULAR. Star exports require a search of the graph, with an explicit stack,
// since `export *` may chain through thousands of modules.

const { arrayPop, arrayPush, arraySort } = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { each, keysOf } = require('core/safe/walk');
const { SyntheticRecord } = require('module/esm/record');

const NAMESPACE = Symbol('namespace');
const MISSING = Symbol('missing');
const AMBIGUOUS = Symbol('ambiguous');
const CIRCULAR = Symbol('circular');

const isFound = (resolution) => typeof resolution === 'object';

function sameBinding(a, b) {
  return a.record === b.record && a.name === b.name;
}

// Resolves `name` as an export of `record`. Results are cached: each search is complete, so none was cut short by a cycle.
function resolveExport(record, name) {
  const cached = record.resolved?.get(name);
  if (cached !== undefined) return cached;
  const local = localBinding(record, name);
  const result = local === undefined ? search(record, name) : local;
  (record.resolved ??= new SafeMap()).set(name, result);
  return result;
}

// A name that the record declares itself; undefined if other modules have to be searched.
function localBinding(record, name) {
  if (record instanceof SyntheticRecord) return name in record.env ? { record, name } : MISSING;
  if (record.localExports.has(name)) return { record, name };
  return hasOnlyLocalExports(record) ? MISSING : undefined;
}

// Whether a record has no re-exports.
function hasOnlyLocalExports(record) {
  return !(record instanceof SyntheticRecord) && record.indirectExports.length === 0 && record.starExports.length === 0;
}

function indirectOf(record, name) {
  for (const entry of each(record.indirectExports)) {
    if (entry.exported === name) return entry;
  }
  return undefined;
}

class Search {
  // A field: a program may have defined a setter for it on Object.prototype.
  name;

  constructor(record, name, stars) {
    this.record = record;
    this.name = name;
    // Star exports still to search, or null for an indirect export, whose result is the result.
    this.stars = stars;
    this.next = 0;
    this.found = MISSING;
  }
}

// A depth-first search, with the specification's resolveSet.
function search(root, rootName) {
  const resolveSet = new SafeMap();
  const path = [];
  let result = startSearch(root, rootName, resolveSet, path);
  while (path.length > 0) {
    const top = path[path.length - 1];
    if (result !== undefined) {
      const stepResult = acceptResult(top, result);
      result = undefined;
      if (stepResult !== undefined) {
        arrayPop(path);
        result = stepResult;
        continue;
      }
    }
    if (top.stars === null) {
      const { request, imported } = top.next;
      result = startSearch(top.record.requested[request], imported, resolveSet, path);
    } else if (top.next < top.stars.length) {
      result = startSearch(top.record.requested[top.stars[top.next++]], top.name, resolveSet, path);
    } else {
      arrayPop(path);
      result = top.found;
    }
  }
  return result;
}

// Returns the result, or undefined after a step was added to the path.
function startSearch(record, name, resolveSet, path) {
  const cached = record.resolved?.get(name) ?? localBinding(record, name);
  if (cached !== undefined) return cached;
  let names = resolveSet.get(record);
  if (names === undefined) resolveSet.set(record, names = new SafeSet());
  if (names.has(name)) return CIRCULAR;
  names.add(name);
  const indirect = indirectOf(record, name);
  if (indirect !== undefined) {
    if (indirect.imported === null) return { record: record.requested[indirect.request], name: NAMESPACE };
    const step = new Search(record, name, null);
    step.next = indirect;
    arrayPush(path, step);
    return undefined;
  }
  // A default export is never found through a star.
  if (name === 'default') return MISSING;
  arrayPush(path, new Search(record, name, record.starExports));
  return undefined;
}

// Adds a result to a step; returns the step's own result if it is final.
function acceptResult(step, result) {
  if (step.stars === null) return result;
  if (result === AMBIGUOUS) return AMBIGUOUS;
  if (!isFound(result)) return undefined;
  if (step.found === MISSING) {
    step.found = result;
    return undefined;
  }
  return sameBinding(step.found, result) ? undefined : AMBIGUOUS;
}

// Every name of the namespace of `record`, in V8's order.
function exportedNames(record) {
  if (record.names !== null) return record.names;
  if (hasOnlyLocalExports(record)) return record.names = arraySort([...each(keysOf(record.localExports))]);
  const names = [];
  for (const name of each(candidateNames(record))) {
    if (isFound(resolveExport(record, name))) arrayPush(names, name);
  }
  record.names = arraySort(names);
  return names;
}

// GetExportedNames: the names of the record and, through stars, of others; `default` does not pass a star.
function candidateNames(root) {
  if (root instanceof SyntheticRecord) return root.exportNames;
  const names = new SafeSet();
  const seen = new SafeSet([root]);
  const pending = [root];
  while (pending.length > 0) {
    const record = arrayPop(pending);
    const isRoot = record === root;
    const add = (name) => {
      if (isRoot || name !== 'default') names.add(name);
    };
    const all = record.names ?? record.exportNames;
    if (all !== undefined && !isRoot) {
      for (const name of each(all)) add(name);
      continue;
    }
    for (const name of each(keysOf(record.localExports))) add(name);
    for (const { exported } of each(record.indirectExports)) add(exported);
    for (const request of each(record.starExports)) {
      const target = record.requested[request];
      if (!seen.has(target)) {
        seen.add(target);
        arrayPush(pending, target);
      }
    }
  }
  return names;
}

module.exports = { resolveExport, exportedNames, isFound, NAMESPACE, MISSING, AMBIGUOUS, CIRCULAR };
