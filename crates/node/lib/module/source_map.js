'use strict';
// module.SourceMap and module.findSourceMap(), for programs that map positions themselves. Stacks are mapped in Rust
// (crates/node/src/sources.rs), which reads maps only when needed.

const globals = require('globals');
const {
  arrayIsArray, arrayMap, arrayPush, arraySlice, arraySort, arrayStaticFrom, jsonParse, stringSplit, stringStartsWith,
} = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { each, entriesOf } = require('core/safe/walk');
const native = binding('source_map');

const BASE64_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_VALUES = new SafeMap(arrayStaticFrom(each(BASE64_CHARACTERS), (character, digit) => [character, digit]));

// The numbers of one segment: Base64 VLQ, five bits a character, the lowest first, the sign in the lowest bit.
function decodeVlq(segment) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (const character of each(segment)) {
    const digit = BASE64_VALUES.get(character);
    value += (digit & 31) * 2 ** shift;
    shift += 5;
    if ((digit & 32) === 0) {
      arrayPush(numbers, value % 2 === 1 ? -((value - 1) / 2) : value / 2);
      value = shift = 0;
    }
  }
  return numbers;
}

// Adds the entries of a map, or a section of a map, that begins at the given position of the generated source.
function addEntries(entries, map, line, column) {
  const names = map.names ?? [];
  let { 0: source, 1: originalLine, 2: originalColumn, 3: name } = [0, 0, 0, 0];
  // As in Node a map without mappings throws here.
  const lines = map.mappings.length === 0 ? [] : stringSplit(map.mappings, ';');
  for (const { 0: index, 1: text } of each(entriesOf(lines))) {
    let at = index === 0 ? column : 0;
    for (const segment of each(stringSplit(text, ','))) {
      if (segment === '') continue;
      const numbers = decodeVlq(segment);
      at += numbers[0];
      const entry = { line: line + index, column: at, source: undefined, originalLine: undefined, originalColumn: undefined, name: undefined };
      if (numbers.length > 1) {
        source += numbers[1];
        originalLine += numbers[2];
        originalColumn += numbers[3];
        entry.source = map.sources[source];
        entry.originalLine = originalLine;
        entry.originalColumn = originalColumn;
        if (numbers.length > 4) entry.name = names[name += numbers[4]];
      }
      arrayPush(entries, entry);
    }
  }
}

class SourceMap {
  #payload;
  #entries = [];
  #lineLengths;

  constructor(payload, { lineLengths } = {}) {
    require('core/validate').validateObject(payload, 'payload');
    this.#payload = copyPayload(payload);
    this.#lineLengths = lineLengths === undefined ? undefined : [...each(lineLengths)];
    if (payload.sections === undefined) {
      addEntries(this.#entries, payload, 0, 0);
    } else {
      for (const { map, offset } of each(payload.sections)) addEntries(this.#entries, map, offset.line, offset.column);
    }
    arraySort(this.#entries, (a, b) => a.line - b.line || a.column - b.column);
  }

  get payload() {
    return copyPayload(this.#payload);
  }

  get lineLengths() {
    return this.#lineLengths === undefined ? undefined : [...each(this.#lineLengths)];
  }

  // The last entry at or before a position; both are zero-based.
  findEntry(lineOffset, columnOffset) {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { line, column } = this.#entries[middle];
      if (lineOffset < line || (lineOffset === line && columnOffset < column)) high = middle;
      else low = middle + 1;
    }
    if (low === 0) return {};
    const entry = this.#entries[low - 1];
    return {
      generatedLine: entry.line,
      generatedColumn: entry.column,
      originalSource: entry.source,
      originalLine: entry.originalLine,
      originalColumn: entry.originalColumn,
      name: entry.name,
    };
  }

  // The same for one-based positions, adjusted by the distance to the entry.
  findOrigin(lineNumber, columnNumber) {
    const entry = this.findEntry(lineNumber - 1, columnNumber - 1);
    if (entry.originalSource === undefined || entry.originalLine === undefined) return {};
    return {
      name: entry.name,
      fileName: entry.originalSource,
      lineNumber: entry.originalLine + lineNumber - entry.generatedLine,
      columnNumber: entry.originalColumn + columnNumber - entry.generatedColumn,
    };
  }
}

// A copy of the map, which is JSON: the program may modify it.
function copyPayload(payload) {
  const copy = { ...payload };
  if (arrayIsArray(copy.sources)) copy.sources = [...each(copy.sources)];
  if (arrayIsArray(copy.names)) copy.names = [...each(copy.names)];
  return copy;
}

const cache = new SafeMap();

// The map of a file that was loaded with source maps enabled.
function findSourceMap(path) {
  if (typeof path !== 'string') return undefined;
  const file = stringStartsWith(path, 'file:') ? require('url').fileURLToPath(path) : path;
  if (cache.has(file)) return cache.get(file);
  const result = native.find(file);
  if (result === undefined) return undefined;
  const { 0: json, 1: base } = result;
  const lineLengths = arraySlice(result, 2);
  let map;
  try {
    const payload = jsonParse(json);
    payload.sources = arrayMap(payload.sources, (source) => new globals.URL(`${payload.sourceRoot ?? ''}${source}`, base).href);
    if ('sourceRoot' in payload) payload.sourceRoot = '';
    map = new SourceMap(payload, { lineLengths });
  } catch {
    // Node does not report an invalid map either.
  }
  cache.set(file, map);
  return map;
}

module.exports = { SourceMap, findSourceMap };
