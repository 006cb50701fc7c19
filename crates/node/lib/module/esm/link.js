'use strict';
// Links a loaded graph: every imported name must exist. environment.js defines what a module then reads.
//
// Nothing is kept of a graph that does not link, so a later import tries again, as in Node. Errors are found in V8's order: a module
// after its dependencies, its imports by their local names, then its re-exports.

const { arrayFilter, arrayPop, arrayPush, arraySort } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { UNLINKED, LINKED, SyntheticRecord } = require('module/esm/record');
const { resolveExport, isFound } = require('module/esm/exports');

function link(root) {
  const order = postOrder(root);
  try {
    for (const record of each(order)) checkNames(root, record);
  } catch (error) {
    for (const record of each(order)) record.resolved = record.names = null;
    throw error;
  }
  for (const record of each(order)) record.status = LINKED;
}

// The records that are not linked yet, in postorder.
function postOrder(root) {
  const order = [];
  if (root.status !== UNLINKED) return order;
  const seen = new SafeSet([root]);
  const path = [{ record: root, next: 0 }];
  while (path.length > 0) {
    const step = path[path.length - 1];
    if (step.next === step.record.requested.length) {
      arrayPush(order, step.record);
      arrayPop(path);
      continue;
    }
    const requested = step.record.requested[step.next++];
    if (requested.status !== UNLINKED || seen.has(requested)) continue;
    seen.add(requested);
    arrayPush(path, { record: requested, next: 0 });
  }
  return order;
}

function checkNames(root, record) {
  if (record instanceof SyntheticRecord) return;
  const faulty = arrayFilter(record.imports, (entry) => isMissing(record, entry));
  if (faulty.length > 0) {
    arraySort(faulty, (a, b) => (a.local < b.local ? -1 : 1));
    throw require('module/esm/link_error').linkError(root, record, faulty[0]);
  }
  for (const entry of each(record.indirectExports)) {
    if (isMissing(record, entry) || !isFound(resolveExport(record, entry.exported))) {
      throw require('module/esm/link_error').linkError(root, record, entry);
    }
  }
}

function isMissing(record, { request, imported }) {
  return imported !== null && !isFound(resolveExport(record.requested[request], imported));
}

module.exports = { link };
