'use strict';

// console.table: rows from an array, an object, a Map, a Set or their iterators; columns from the keys of the rows.
//
//   ┌─────────┬───┬────────┐
//   │ (index) │ a │ Values │   Values: rows that are primitives
//   ├─────────┼───┼────────┤
//   │ 0       │ 1 │        │
//   └─────────┴───┴────────┘

const {
  arrayBufferStaticIsView, arrayFilter, arrayForEach, arrayIsArray, arrayJoin, arrayMap, arrayPush, arrayReduce, arrayStaticFrom,
  mathMax, objectCreate, objectHasOwn, objectKeys, stringRepeat,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { kState } = require('console/log');
const { inspect } = require('inspect/inspect');
const { getStringWidth } = require('inspect/width');

const { kindOf } = require('inspect/kinds');
const { previewEntries } = binding('inspect');

const isPrimitive = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function');

// A cell shows one level; an object with more than two properties only its name.
function cellText(value, options) {
  const hasManyKeys = value !== null && typeof value === 'object' && !arrayIsArray(value) && !arrayBufferStaticIsView(value) &&
    objectKeys(value).length > 2;
  return inspect(value, { depth: hasManyKeys ? -1 : 0, maxArrayLength: 3, breakLength: Infinity, ...options });
}

function renderTable(columns) {
  const height = mathMax(...each(arrayMap(columns, ({ cells }) => cells.length)));
  const widths = arrayMap(columns, ({ head, cells }) =>
    arrayReduce(cells, (width, cell) => mathMax(width, getStringWidth(cell ?? '')), getStringWidth(head)));
  const rule = (left, middle, right) => left + arrayJoin(arrayMap(widths, (width) => stringRepeat('─', width + 2)), middle) + right;
  const row = (values) => `│ ${arrayJoin(arrayMap(values, (text, i) => text + stringRepeat(' ', widths[i] - getStringWidth(text))), ' │ ')} │`;
  const lines = [rule('┌', '┬', '┐'), row(arrayMap(columns, ({ head }) => head)), rule('├', '┼', '┤')];
  for (let i = 0; i < height; i++) arrayPush(lines, row(arrayMap(columns, ({ cells }) => cells[i] ?? '')));
  arrayPush(lines, rule('└', '┴', '┘'));
  return arrayJoin(lines, '\n');
}

// Map-like and Set-like data as { keys, values }, keys undefined for the latter; undefined for anything else.
function collectionParts(data) {
  switch (kindOf(data)) {
    case 'Map': return { keys: arrayStaticFrom(each(data), (entry) => entry[0]), values: arrayStaticFrom(each(data), (entry) => entry[1]) };
    case 'Set': return { keys: undefined, values: arrayStaticFrom(each(data)) };
    case 'MapIterator':
    case 'SetIterator': return iteratorParts(data);
    default: return undefined;
  }
}

function iteratorParts(iterator) {
  const preview = previewEntries(iterator);
  if (preview === undefined) return undefined;
  const { 0: items, 1: arePairs } = preview;
  // Only entries of a Map are shown as keys and values; those of a Set are listed flat, as in Node.
  if (!arePairs || kindOf(iterator) === 'SetIterator') return { keys: undefined, values: items };
  return { keys: arrayFilter(items, (_, i) => i % 2 === 0), values: arrayFilter(items, (_, i) => i % 2 === 1) };
}

function collectionColumns({ keys, values }, cell) {
  const columns = [{ head: '(iteration index)', cells: arrayMap(values, (_, i) => cell(i)) }];
  if (keys !== undefined) arrayPush(columns, { head: 'Key', cells: arrayMap(keys, cell) });
  arrayPush(columns, { head: 'Values', cells: arrayMap(values, cell) });
  return columns;
}

function rowColumns(data, properties, cell) {
  const rowKeys = objectKeys(data);
  const byKey = objectCreate(null); // As an object, so that integer keys come first, as in Node.
  const primitives = [];
  let hasPrimitives = false;
  arrayForEach(rowKeys, (rowKey, i) => {
    const item = data[rowKey];
    if (properties === undefined && isPrimitive(item)) {
      hasPrimitives = true;
      primitives[i] = cell(item);
      return;
    }
    for (const key of each(properties ?? objectKeys(item))) {
      const cells = (byKey[key] ??= []);
      cells[i] = isPrimitive(item) || !objectHasOwn(item, key) ? '' : cell(item[key]);
    }
  });
  const columns = [{ head: '(index)', cells: rowKeys }];
  for (const head of each(objectKeys(byKey))) arrayPush(columns, { head, cells: byKey[head] });
  if (hasPrimitives) arrayPush(columns, { head: 'Values', cells: primitives });
  return columns;
}

function table(console, data, properties) {
  if (properties !== undefined) require('core/validate').validateArray(properties, 'properties');
  if (data === null || typeof data !== 'object') return console.log(data);
  const state = console[kState];
  const options = state.getInspectOptions(state, state.stdout);
  const cell = (value) => cellText(value, options);
  const parts = collectionParts(data);
  return console.log(renderTable(parts === undefined ? rowColumns(data, properties, cell) : collectionColumns(parts, cell)));
}

module.exports = { table };
