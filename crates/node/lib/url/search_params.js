'use strict';
// URLSearchParams: a flat list [name, value, name, value, …].

const {
  arrayFlat, arrayJoin, arrayPush, arrayReduce, arraySort, objectCreate, objectDefineProperties, objectDefineProperty,
  objectGetOwnPropertyNames, objectGetPrototypeOf, reflectGetOwnPropertyDescriptor, reflectOwnKeys, regexpTest, stringReplaceAll,
  stringSplit, stringStartsWith, stringToWellFormed, symbolFor,
} = require('core/intrinsics');
const { call3 } = require('core/safe/calls');
const { SafeMap, SafeWeakMap } = require('core/safe/collections');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const codes = require('core/errors').codes;
const { ERR_INVALID_THIS, ERR_MISSING_ARGS, ERR_INVALID_TUPLE, ERR_ARG_NOT_ITERABLE } = codes;
const { validateFunction } = require('core/validate');

const kInspect = symbolFor('nodejs.util.inspect.custom');

const text = (value) => stringToWellFormed(`${value}`);

// A complete escape; without any, the text is not decoded.
const ESCAPE = /%[\da-f]{2}/i;

function decode(part) {
  if (isIn(part, '+')) part = stringReplaceAll(part, '+', ' ');
  if (!regexpTest(ESCAPE, part)) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return require('querystring').unescapeBuffer(part).toString();
  }
}

function parseQuery(query) {
  const list = [];
  for (const pair of each(stringSplit(query, '&'))) {
    if (pair === '') continue;
    const equals = indexIn(pair, '=');
    if (equals === -1) list.push(decode(pair), '');
    else list.push(decode(sliceOf(pair, 0, equals)), decode(sliceOf(pair, equals + 1)));
  }
  return list;
}

const FORM_ENCODED = /[!'()~]|%20/g;
const AS_FORM = { __proto__: null, '!': '%21', "'": '%27', '(': '%28', ')': '%29', '~': '%7E', '%20': '+' };

function encode(part) {
  return replaceIn(encodeURIComponent(part), FORM_ENCODED, (found) => AS_FORM[found]);
}

function serialize(list) {
  let query = '';
  for (let i = 0; i < list.length; i += 2) query += `${i === 0 ? '' : '&'}${encode(list[i])}=${encode(list[i + 1])}`;
  return query;
}

let create;
let reload;
let listOf;
let isParams;

class URLSearchParams {
  #list = [];
  // Called after every change, if a URL owns the list.
  #changed;

  static {
    create = (query, changed) => {
      const params = new URLSearchParams(query);
      params.#changed = changed;
      return params;
    };
    reload = (params, query) => { params.#list = parseQuery(stringStartsWith(query, '?') ? sliceOf(query, 1) : query); };
    listOf = (params) => params.#list;
    isParams = (value) => typeof value === 'object' && value !== null && #list in value;
  }

  constructor(init = undefined) {
    if (init === undefined || init === null) return;
    if (typeof init === 'object' || typeof init === 'function') {
      this.#list = fromObject(init, typeof init === 'object' && #list in init ? init.#list : undefined);
    } else {
      const query = text(init);
      this.#list = parseQuery(query[0] === '?' ? sliceOf(query, 1) : query);
    }
  }

  get size() {
    checkThis(this);
    return this.#list.length / 2;
  }

  append(name, value) {
    checkThis(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('name', 'value');
    this.#list.push(text(name), text(value));
    this.#changed?.(serialize(this.#list));
  }

  delete(name, value = undefined) {
    checkThis(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = text(name);
    if (value !== undefined) value = text(value);
    const list = this.#list;
    const kept = [];
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] !== name || (value !== undefined && list[i + 1] !== value)) kept.push(list[i], list[i + 1]);
    }
    this.#list = kept;
    this.#changed?.(serialize(kept));
  }

  get(name) {
    checkThis(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = text(name);
    const list = this.#list;
    for (let i = 0; i < list.length; i += 2) if (list[i] === name) return list[i + 1];
    return null;
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
    if (value !== undefined) value = text(value);
    const list = this.#list;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name && (value === undefined || list[i + 1] === value)) return true;
    }
    return false;
  }

  set(name, value) {
    checkThis(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('name', 'value');
    name = text(name);
    value = text(value);
    const list = this.#list;
    const kept = [];
    let found = false;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] !== name) kept.push(list[i], list[i + 1]);
      else if (!found) {
        found = true;
        kept.push(name, value);
      }
    }
    if (!found) kept.push(name, value);
    this.#list = kept;
    this.#changed?.(serialize(kept));
  }

  sort() {
    checkThis(this);
    const pairs = [];
    for (let i = 0; i < this.#list.length; i += 2) arrayPush(pairs, [this.#list[i], this.#list[i + 1]]);
    arraySort(pairs, ({ 0: a }, { 0: b }) => (a < b ? -1 : a > b ? 1 : 0));
    this.#list = arrayFlat(pairs);
    this.#changed?.(serialize(this.#list));
  }

  entries() {
    checkThis(this);
    return iterate(this, 'entries');
  }

  forEach(callback, thisArg = undefined) {
    checkThis(this);
    validateFunction(callback, 'callback');
    for (let i = 0; i < this.#list.length; i += 2) call3(callback, thisArg, this.#list[i + 1], this.#list[i], this);
  }

  keys() {
    checkThis(this);
    return iterate(this, 'keys');
  }

  values() {
    checkThis(this);
    return iterate(this, 'values');
  }

  toString() {
    checkThis(this);
    return serialize(this.#list);
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
  for (const pair of each(init)) {
    if ((typeof pair !== 'object' && typeof pair !== 'function') || pair === null || typeof pair[Symbol.iterator] !== 'function') {
      throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
    }
    const parts = [...each(pair)];
    if (parts.length !== 2) throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
    list.push(text(parts[0]), text(parts[1]));
  }
  return list;
}

// ---- iteration, which sees changes made meanwhile

const IteratorPrototype = objectGetPrototypeOf(objectGetPrototypeOf([][Symbol.iterator]()));
const kState = new SafeWeakMap();

function iterate(params, kind) {
  const iterator = objectCreate(SearchParamsIterator);
  kState.set(iterator, { params, kind, index: 0 });
  return iterator;
}

const SearchParamsIterator = objectCreate(IteratorPrototype, {
  next: {
    __proto__: null,
    writable: true,
    enumerable: true,
    configurable: true,
    value: function next() {
      const state = kState.get(this);
      if (state === undefined) throw new ERR_INVALID_THIS('URLSearchParamsIterator');
      const list = listOf(state.params);
      if (state.index >= list.length) return { value: undefined, done: true };
      const value = entryAt(list, state.index, state.kind);
      state.index += 2;
      return { value, done: false };
    },
  },
  [kInspect]: {
    __proto__: null,
    writable: true,
    configurable: true,
    value: function inspectIterator(depth, options) {
      const state = kState.get(this);
      if (state === undefined) throw new ERR_INVALID_THIS('URLSearchParamsIterator');
      if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
      const { inspect } = require('util');
      const nestedOptions = { ...options, depth: options.depth === null ? null : options.depth - 1 };
      const list = listOf(state.params);
      const entries = [];
      for (let i = state.index; i < list.length; i += 2) arrayPush(entries, inspect(entryAt(list, i, state.kind), nestedOptions));
      return formatEntries('URLSearchParams Iterator', entries, options.breakLength);
    },
  },
  [Symbol.toStringTag]: { __proto__: null, configurable: true, value: 'URLSearchParams Iterator' },
});

function entryAt(list, index, kind) {
  if (kind === 'keys') return list[index];
  return kind === 'values' ? list[index + 1] : [list[index], list[index + 1]];
}

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
  ofUrl: (query, changed) => create(query, changed),
  reload: (params, query) => reload(params, query),
};
