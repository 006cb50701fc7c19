'use strict';
// URLSearchParams: a flat list [name, value, name, value, …].

const {
  arrayFlat, arrayIsArray, arrayJoin, arrayPush, arrayReduce, arraySort, objectDefineProperties, objectDefineProperty,
  objectGetOwnPropertyNames, objectGetPrototypeOf, objectSetPrototypeOf, reflectApply, reflectGetOwnPropertyDescriptor, reflectOwnKeys,
  stringCharCodeAt, stringIsWellFormed, stringToWellFormed, symbolFor, take,
} = require('core/intrinsics');
const { call3 } = require('core/safe/calls');
const { SafeMap } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const codes = require('core/errors').codes;
const { ERR_INVALID_THIS, ERR_MISSING_ARGS, ERR_INVALID_TUPLE, ERR_ARG_NOT_ITERABLE } = codes;
const { validateFunction } = require('core/validate');
const { parseQuery, serialize } = require('url/form_urlencoded');

const arrayValues = take('array', 'values');
const kInspect = symbolFor('nodejs.util.inspect.custom');

function text(value) {
  if (typeof value !== 'string') value = `${value}`;
  return isShortAscii(value) ? value : stringToWellFormed(value);
}

// Faster than a call of the engine, for most names and values.
function isShortAscii(value) {
  if (value.length > 12) return false;
  for (let i = 0; i < value.length; i++) if (stringCharCodeAt(value, i) > 0x7f) return false;
  return true;
}

let create;
let reload;
let serialized;
let listOf;
let isParams;

class URLSearchParams {
  #list;
  // toString(), until the next change.
  #serialized;
  // The URL whose query this is, and a function to call with it after every change.
  #url;
  #onChange;

  static {
    create = (query, url, onChange) => {
      const params = new URLSearchParams(query);
      params.#url = url;
      params.#onChange = onChange;
      return params;
    };
    reload = (params, query) => {
      params.#list = parseQuery(query);
      params.#serialized = undefined;
    };
    serialized = (params) => params.#serialized ??= serialize(params.#list);
    listOf = (params) => params.#list;
    isParams = (value) => typeof value === 'object' && value !== null && #list in value;
  }

  constructor(init = undefined) {
    if (typeof init === 'string') this.#list = parseQuery(init);
    else if (init === undefined) this.#list = [];
    else if ((typeof init === 'object' && init !== null) || typeof init === 'function') {
      this.#list = fromObject(init, typeof init === 'object' && #list in init ? init.#list : undefined);
    } else {
      this.#list = parseQuery(`${init}`);
    }
  }

  get size() {
    checkThis(this);
    return this.#list.length / 2;
  }

  append(name, value) {
    checkThis(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('name', 'value');
    name = text(name);
    value = text(value);
    append(this.#list, name, value);
    this.#serialized = undefined;
    if (this.#url !== undefined) this.#onChange(this.#url);
  }

  delete(name, value = undefined) {
    checkThis(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = text(name);
    if (value !== undefined) value = text(value);
    const list = this.#list;
    let kept = 0;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name && (value === undefined || list[i + 1] === value)) continue;
      if (kept !== i) {
        list[kept] = list[i];
        list[kept + 1] = list[i + 1];
      }
      kept += 2;
    }
    if (kept !== list.length) list.length = kept;
    this.#serialized = undefined;
    if (this.#url !== undefined) this.#onChange(this.#url);
  }

  get(name) {
    checkThis(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    if (typeof name !== 'string') name = `${name}`;
    const list = this.#list;
    const index = find(list, name);
    return index === -1 ? null : list[index + 1];
  }

  getAll(name) {
    checkThis(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = text(name);
    const list = this.#list;
    const values = [];
    for (let i = 0; i < list.length; i += 2) if (list[i] === name) arrayPush(values, list[i + 1]);
    return values;
  }

  has(name, value = undefined) {
    checkThis(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = text(name);
    if (value === undefined) return find(this.#list, name) !== -1;
    value = text(value);
    const list = this.#list;
    for (let i = 0; i < list.length; i += 2) if (list[i] === name && list[i + 1] === value) return true;
    return false;
  }

  set(name, value) {
    checkThis(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('name', 'value');
    name = text(name);
    value = text(value);
    const list = this.#list;
    let kept = find(list, name);
    if (kept === -1) append(list, name, value);
    else {
      list[kept + 1] = value;
      kept += 2;
      for (let i = kept; i < list.length; i += 2) {
        if (list[i] === name) continue;
        if (kept !== i) {
          list[kept] = list[i];
          list[kept + 1] = list[i + 1];
        }
        kept += 2;
      }
      if (kept !== list.length) list.length = kept;
    }
    this.#serialized = undefined;
    if (this.#url !== undefined) this.#onChange(this.#url);
  }

  sort() {
    checkThis(this);
    if (this.#list.length < 100) sortInPlace(this.#list);
    else this.#list = sorted(this.#list);
    this.#serialized = undefined;
    if (this.#url !== undefined) this.#onChange(this.#url);
  }

  entries() {
    checkThis(this);
    return new SearchParamsIterator(this, ENTRIES);
  }

  forEach(callback, thisArg = undefined) {
    checkThis(this);
    validateFunction(callback, 'callback');
    for (let i = 0; i < this.#list.length; i += 2) call3(callback, thisArg, this.#list[i + 1], this.#list[i], this);
  }

  keys() {
    checkThis(this);
    return new SearchParamsIterator(this, KEYS);
  }

  values() {
    checkThis(this);
    return new SearchParamsIterator(this, VALUES);
  }

  toString() {
    checkThis(this);
    return serialized(this);
  }

  [kInspect](depth, options) {
    checkThis(this);
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
    const { inspect } = require('util');
    const nestedOptions = { ...options, depth: options.depth === null ? null : options.depth - 1 };
    const entries = [];
    for (let i = 0; i < this.#list.length; i += 2) {
      arrayPush(entries, `${inspect(this.#list[i], nestedOptions)} => ${inspect(this.#list[i + 1], nestedOptions)}`);
    }
    return entries.length === 0 ? 'URLSearchParams {}' : formatEntries('URLSearchParams', entries, options.breakLength);
  }
}

function checkThis(value) {
  if (!isParams(value)) throw new ERR_INVALID_THIS('URLSearchParams');
}

function append(list, name, value) {
  const { length } = list;
  list[length] = name;
  list[length + 1] = value;
}

// The index of a name, which may be text that is not well-formed; -1 if there is none.
function find(list, name) {
  for (let i = 0; i < list.length; i += 2) if (list[i] === name) return i;
  // Those in the list are.
  return isShortAscii(name) || stringIsWellFormed(name) ? -1 : find(list, stringToWellFormed(name));
}

// ---- sorting by name, stable

function sortInPlace(list) {
  for (let i = 2; i < list.length; i += 2) {
    const name = list[i];
    const value = list[i + 1];
    let at = i;
    for (; at > 0 && list[at - 2] > name; at -= 2) {
      list[at] = list[at - 2];
      list[at + 1] = list[at - 1];
    }
    list[at] = name;
    list[at + 1] = value;
  }
}

function sorted(list) {
  const pairs = [];
  for (let i = 0; i < list.length; i += 2) arrayPush(pairs, [list[i], list[i + 1]]);
  arraySort(pairs, ({ 0: a }, { 0: b }) => (a < b ? -1 : a > b ? 1 : 0));
  return arrayFlat(pairs);
}

// Node's layout: on one line if it fits.
function formatEntries(name, entries, breakLength) {
  const { stripVTControlCharacters } = require('util');
  const length = arrayReduce(entries, (sum, part) => sum + stripVTControlCharacters(part).length + 2, -2);
  return length <= breakLength ? `${name} { ${arrayJoin(entries, ', ')} }` : `${name} {\n  ${arrayJoin(entries, ',\n  ')} }`;
}

function fromObject(init, existing) {
  const method = init[Symbol.iterator];
  if (existing !== undefined && method === URLSearchParams.prototype[Symbol.iterator]) return sliceOf(existing);
  if (method !== null && method !== undefined) {
    if (typeof method !== 'function') throw new ERR_ARG_NOT_ITERABLE('Query pairs');
    return fromPairs(init);
  }
  // A record: of two keys that convert to the same name, the last one wins.
  const record = new SafeMap();
  for (const key of each(reflectOwnKeys(init))) {
    const descriptor = reflectGetOwnPropertyDescriptor(init, key);
    if (descriptor !== undefined && descriptor.enumerable) record.set(text(key), text(init[key]));
  }
  return arrayFlat([...each(record)]);
}

function fromPairs(init) {
  const list = [];
  if (arrayIsArray(init) && init[Symbol.iterator] === arrayValues) {
    for (let i = 0; i < init.length; i++) appendPair(list, init[i]);
  } else {
    for (const pair of init) appendPair(list, pair);
  }
  return list;
}

function appendPair(list, pair) {
  if ((typeof pair !== 'object' && typeof pair !== 'function') || pair === null || typeof pair[Symbol.iterator] !== 'function') {
    throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
  }
  const parts = arrayIsArray(pair) ? pair : [...each(pair)];
  if (parts.length !== 2) throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
  const name = text(parts[0]);
  append(list, name, text(parts[1]));
}

// ---- iteration, which sees changes made meanwhile

const ENTRIES = 0;
const KEYS = 1;
const VALUES = 2;

class SearchParamsIterator {
  #params;
  #kind;
  #index = 0;

  constructor(params, kind) {
    this.#params = params;
    this.#kind = kind;
  }

  next() {
    if (typeof this !== 'object' || this === null || !(#params in this)) throw new ERR_INVALID_THIS('URLSearchParamsIterator');
    const list = listOf(this.#params);
    const index = this.#index;
    if (index >= list.length) return { done: true, value: undefined };
    this.#index = index + 2;
    return { done: false, value: entryAt(list, index, this.#kind) };
  }

  [kInspect](depth, options) {
    if (typeof this !== 'object' || this === null || !(#params in this)) throw new ERR_INVALID_THIS('URLSearchParamsIterator');
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
    const { inspect } = require('util');
    const nestedOptions = { ...options, depth: options.depth === null ? null : options.depth - 1 };
    const list = listOf(this.#params);
    const entries = [];
    for (let i = this.#index; i < list.length; i += 2) arrayPush(entries, inspect(entryAt(list, i, this.#kind), nestedOptions));
    return formatEntries('URLSearchParams Iterator', entries, options.breakLength);
  }
}

function entryAt(list, index, kind) {
  if (kind === KEYS) return list[index];
  return kind === VALUES ? list[index + 1] : [list[index], list[index + 1]];
}

delete SearchParamsIterator.prototype.constructor;
objectSetPrototypeOf(SearchParamsIterator.prototype, objectGetPrototypeOf(objectGetPrototypeOf(reflectApply(arrayValues, [], []))));
objectDefineProperties(SearchParamsIterator.prototype, {
  next: { __proto__: null, enumerable: true },
  [Symbol.toStringTag]: { __proto__: null, configurable: true, value: 'URLSearchParams Iterator' },
});

for (const name of each(objectGetOwnPropertyNames(URLSearchParams.prototype))) {
  if (name !== 'constructor') objectDefineProperty(URLSearchParams.prototype, name, { __proto__: null, enumerable: true });
}
objectDefineProperties(URLSearchParams.prototype, {
  [Symbol.toStringTag]: { __proto__: null, configurable: true, value: 'URLSearchParams' },
  [Symbol.iterator]: {
    __proto__: null, configurable: true, writable: true, value: URLSearchParams.prototype.entries,
  },
});

require('core/cloneable').markInstancesAsUncloneable(URLSearchParams);

module.exports = {
  URLSearchParams,
  ofUrl: create,
  reload,
  serialized,
};
