'use strict';
// From a specifier to a loaded graph: every module is resolved, read and parsed. All of it is synchronous, as in Node 26, so the files
// are those that exist when import() is called.
//
// THE MAP. A module is identified by its URL and its type (`with { type: 'json' }`). It is added when it is read, so that cycles find
// it, and removed again, with everything that was new, if any dependency fails to load: the next import tries again, and a partially
// loaded module is never found.

const { arrayPop, arrayPush, jsonParse, stringStartsWith } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const native = binding('modules');
const cjs = require('module/cjs');
const { resolveImport } = require('module/resolver');
const { EVALUATING, SourceRecord } = require('module/esm/record');

const records = new SafeMap();

const keyOf = (url, attributes) => (attributes?.type === undefined ? url : `${url} ${attributes.type}`);

// ---- specifier → URL

const resolutions = new SafeMap();

// A successful resolution is cached, even if the file is deleted.
function resolve(specifier, parentUrl, attributes) {
  const { hooks } = cjs;
  if (hooks !== null && hooks !== undefined) {
    return hooks.resolveImport(specifier, parentUrl, attributes ?? {}, (passed, context) =>
      resolveImport(passed, context.parentURL, context.conditions));
  }
  let cached = resolutions.get(parentUrl);
  if (cached === undefined) resolutions.set(parentUrl, cached = new SafeMap());
  let found = cached.get(specifier);
  if (found === undefined) cached.set(specifier, found = resolveImport(specifier, parentUrl));
  return found;
}

// ---- URL → record

// The record of a request: cached, or read now.
function getRecord(specifier, parentUrl, attributes, isMain, newKeys) {
  const { url, format, importAttributes } = resolve(specifier, parentUrl, attributes);
  return getRecordByUrl(url, format, importAttributes ?? attributes, isMain, newKeys);
}

function getRecordByUrl(url, format, attributes, isMain, newKeys) {
  const key = keyOf(url, attributes);
  const cached = records.get(key);
  if (cached !== undefined) return cached;
  const record = require('module/esm/translate').read(url, format, attributes, isMain);
  record.isMain = isMain;
  addRecord(key, record, newKeys);
  return record;
}

function addRecord(key, record, newKeys) {
  records.set(key, record);
  arrayPush(newKeys, key);
}

// ---- the graph

class Step {
  constructor(record) {
    this.record = record;
    this.requested = [];
  }
}

// Loads the dependencies of a new record. Depth first, in the order of the requests: the first error is Node's.
function loadDependencies(root, newKeys, isRequired) {
  const path = root.requested === null ? [new Step(root)] : [];
  while (path.length > 0) {
    const { record, requested } = path[path.length - 1];
    if (requested.length === record.requests.length) {
      record.requested = requested;
      arrayPop(path);
      continue;
    }
    const { specifier, attributes } = record.requests[requested.length];
    const before = newKeys.length;
    const next = getRecord(specifier, record.url, attributesOf(attributes), false, newKeys);
    if (isRequired && next.status === EVALUATING) throw cycleError(specifier, record.url);
    arrayPush(requested, next);
    if (newKeys.length > before && next.requested === null) arrayPush(path, new Step(next));
  }
}

// A module that require() loads is evaluated at once, so it may not depend on one that is being evaluated.
function cycleError(specifier, parentUrl) {
  const { ERR_REQUIRE_CYCLE_MODULE } = require('core/errors').codes;
  const parent = stringStartsWith(parentUrl, 'file:') ? native.fileUrlToPath(parentUrl) : parentUrl;
  return new ERR_REQUIRE_CYCLE_MODULE(`Cannot import Module ${specifier} in a cycle. (from ${parent})`);
}

function attributesOf(pairs) {
  if (pairs.length === 0) return undefined;
  const attributes = { __proto__: null };
  for (const { 0: key, 1: value } of each(pairs)) attributes[key] = value;
  return attributes;
}

// Runs `load(newKeys)`; if it throws, removes what it added to the map.
function loadOrRollBack(load, isRequired) {
  const newKeys = [];
  try {
    const root = load(newKeys);
    loadDependencies(root, newKeys, isRequired);
    return root;
  } catch (error) {
    for (const key of each(newKeys)) records.delete(key);
    throw error;
  } finally {
    // Files that were read ahead and not used are read again by the next load.
    native.dropReadAhead();
  }
}

function loadGraph(specifier, parentUrl, attributes, isMain) {
  return loadOrRollBack((newKeys) => getRecord(specifier, parentUrl, attributes, isMain, newKeys), false);
}

// The graph of a source that is already there: -e, standard input, a file that require() has read.
function loadSourceGraph(source, url, isMain, isRequired) {
  return loadOrRollBack((newKeys) => {
    const record = new SourceRecord(url, undefined, jsonParse(native.link(source, url)));
    record.isMain = isMain;
    addRecord(keyOf(url, undefined), record, newKeys);
    return record;
  }, isRequired);
}

const findRecord = (url) => records.get(url);

module.exports = { resolve, loadGraph, loadSourceGraph, findRecord };
