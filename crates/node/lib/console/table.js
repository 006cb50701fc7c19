'use strict';

// console.table: rows from an array, an object, a Map, a Set or their iterators; columns from the rows' keys.
//
//   ┌─────────┬───┬────────┐
//   │ (index) │ a │ Values │   Values: rows that are primitives
//   ├─────────┼───┼────────┤
//   │ 0       │ 1 │        │
//   └─────────┴───┴────────┘

const { kState } = require('console/log');
const { inspect } = require('inspect/inspect');
const { getStringWidth } = require('inspect/width');

const { kindOf } = require('inspect/kinds');
const { previewIterator } = binding('inspect');

const isPrimitive = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function');

// A cell shows one level; an object of more than two properties only its name.
function cellText(value, options) {
  const isWide = value !== null && typeof value === 'object' && !Array.isArray(value) && !ArrayBuffer.isView(value) &&
    Object.keys(value).length > 2;
  return inspect(value, { depth: isWide ? -1 : 0, maxArrayLength: 3, breakLength: Infinity, ...options });
}

function draw(columns) {
  const height = Math.max(...columns.map(({ cells }) => cells.length));
  const widths = columns.map(({ head, cells }) =>
    cells.reduce((width, cell) => Math.max(width, getStringWidth(cell ?? '')), getStringWidth(head)));
  const rule = (left, middle, right) => left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
  const row = (texts) => `│ ${texts.map((text, i) => text + ' '.repeat(widths[i] - getStringWidth(text))).join(' │ ')} │`;
  const lines = [rule('┌', '┬', '┐'), row(columns.map(({ head }) => head)), rule('├', '┼', '┤')];
  for (let i = 0; i < height; i++) lines.push(row(columns.map(({ cells }) => cells[i] ?? '')));
  lines.push(rule('└', '┴', '┘'));
  return lines.join('\n');
}

// Map-like and Set-like data as { keys, values }, keys undefined for the latter; undefined for anything else.
function collectionParts(data) {
  switch (kindOf(data)) {
    case 'Map': return { keys: Array.from(data, (entry) => entry[0]), values: Array.from(data, (entry) => entry[1]) };
    case 'Set': return { keys: undefined, values: Array.from(data) };
    case 'MapIterator':
    case 'SetIterator': return iteratorParts(data);
    default: return undefined;
  }
}

function iteratorParts(iterator) {
  const preview = previewIterator(iterator);
  if (preview === undefined) return undefined;
  const [items, arePairs] = preview;
  // Only a Map's entries are shown as keys and values; a Set's are listed flat, in Node too.
  if (!arePairs || kindOf(iterator) === 'SetIterator') return { keys: undefined, values: items };
  return { keys: items.filter((_, i) => i % 2 === 0), values: items.filter((_, i) => i % 2 === 1) };
}

function collectionColumns({ keys, values }, cell) {
  const columns = [{ head: '(iteration index)', cells: values.map((_, i) => cell(i)) }];
  if (keys !== undefined) columns.push({ head: 'Key', cells: keys.map(cell) });
  columns.push({ head: 'Values', cells: values.map(cell) });
  return columns;
}

function rowColumns(data, properties, cell) {
  const rowKeys = Object.keys(data);
  const byKey = Object.create(null); // As an object, so that integer keys come first, as Node lists them.
  const plain = [];
  let hasPlain = false;
  rowKeys.forEach((rowKey, i) => {
    const item = data[rowKey];
    if (properties === undefined && isPrimitive(item)) {
      hasPlain = true;
      plain[i] = cell(item);
      return;
    }
    for (const key of properties ?? Object.keys(item)) {
      const cells = (byKey[key] ??= []);
      cells[i] = isPrimitive(item) || !Object.hasOwn(item, key) ? '' : cell(item[key]);
    }
  });
  const columns = [{ head: '(index)', cells: rowKeys }];
  for (const head of Object.keys(byKey)) columns.push({ head, cells: byKey[head] });
  if (hasPlain) columns.push({ head: 'Values', cells: plain });
  return columns;
}

function table(console, data, properties) {
  if (properties !== undefined) require('core/validate').validateArray(properties, 'properties');
  if (data === null || typeof data !== 'object') return console.log(data);
  const state = console[kState];
  const options = state.getInspectOptions(state, state.stdout);
  const cell = (value) => cellText(value, options);
  const parts = collectionParts(data);
  return console.log(draw(parts === undefined ? rowColumns(data, properties, cell) : collectionColumns(parts, cell)));
}

module.exports = { table };
