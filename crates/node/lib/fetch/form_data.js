'use strict';
// FormData: names with strings or files.

const { replaceIn } = require('core/safe/patterns');
const {
  arrayFilter, arrayFind, arrayFindIndex, arrayIsArray, arrayMap, arrayPush, arraySome, arraySplice, objectHasOwn, symbolFor,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { countArguments, illegalInvocation, inspectAs, makeIterable, finishClass, usvString } = require('fetch/webidl');
const { isBlob } = require('buffer/blob');

const customInspect = symbolFor('nodejs.util.inspect.custom');

// Functions with access to private members, for this file.
let entriesOf;
let isFormData;

class FormData {
  #entries = [];

  constructor(form = undefined) {
    if (form !== undefined) throw new TypeError('FormData constructor: Argument 1 could not be converted to: undefined.');
  }

  append(name, value, filename = undefined) {
    const entries = entriesOf(this);
    countArguments(arguments, 2, 'FormData.append');
    arrayPush(entries, entry('FormData.append', name, value, filename, arguments.length === 3));
  }

  delete(name) {
    const entries = entriesOf(this);
    countArguments(arguments, 1, 'FormData.delete');
    name = usvString(name, 'FormData.delete', 'name');
    for (let i = entries.length - 1; i >= 0; i--) if (entries[i][0] === name) arraySplice(entries, i, 1);
  }

  get(name) {
    const entries = entriesOf(this);
    countArguments(arguments, 1, 'FormData.get');
    name = usvString(name, 'FormData.get', 'name');
    return arrayFind(entries, (pair) => pair[0] === name)?.[1] ?? null;
  }

  getAll(name) {
    const entries = entriesOf(this);
    countArguments(arguments, 1, 'FormData.getAll');
    name = usvString(name, 'FormData.getAll', 'name');
    return arrayMap(arrayFilter(entries, (pair) => pair[0] === name), (pair) => pair[1]);
  }

  has(name) {
    const entries = entriesOf(this);
    countArguments(arguments, 1, 'FormData.has');
    name = usvString(name, 'FormData.has', 'name');
    return arraySome(entries, (pair) => pair[0] === name);
  }

  set(name, value, filename = undefined) {
    const entries = entriesOf(this);
    countArguments(arguments, 2, 'FormData.set');
    const newEntry = entry('FormData.set', name, value, filename, arguments.length === 3);
    const first = arrayFindIndex(entries, (pair) => pair[0] === newEntry[0]);
    if (first === -1) {
      arrayPush(entries, newEntry);
      return;
    }
    entries[first] = newEntry;
    for (let i = entries.length - 1; i > first; i--) if (entries[i][0] === newEntry[0]) arraySplice(entries, i, 1);
  }

  [customInspect](depth, options) {
    const contents = {};
    for (const { 0: name, 1: value } of each(entriesOf(this))) {
      if (!objectHasOwn(contents, name)) contents[name] = value;
      else if (arrayIsArray(contents[name])) arrayPush(contents[name], value);
      else contents[name] = [contents[name], value];
    }
    return inspectAs('FormData', contents, depth, options);
  }

  static {
    entriesOf = (form) => {
      if (form === null || typeof form !== 'object' || !(#entries in form)) throw illegalInvocation();
      return form.#entries;
    };
    isFormData = (value) => value !== null && typeof value === 'object' && #entries in value;
  }
}

// A Blob is stored as a File: with its own name, the given one, or `blob`.
function entry(where, name, value, filename, isNamed) {
  name = usvString(name, where, 'name');
  if (isNamed) {
    if (!isBlob(value)) {
      throw new TypeError(`${where}: Expected value ("${replaceIn(require('inspect/inspect').inspect(value), /^'|'$/g, '"')}") to be an instance of Blob.`);
    }
    if (filename !== undefined) filename = usvString(filename, where, 'filename');
  } else if (!isBlob(value)) {
    return [name, usvString(value, where, 'value')];
  }
  const { File } = require('buffer/file');
  if (value instanceof File && filename === undefined) return [name, value];
  const lastModified = value instanceof File ? value.lastModified : undefined;
  return [name, new File([value], filename ?? 'blob', { type: value.type, lastModified })];
}

makeIterable(FormData, (form) => entriesOf(form));
finishClass(FormData);

module.exports = { FormData, entriesOf, isFormData };
