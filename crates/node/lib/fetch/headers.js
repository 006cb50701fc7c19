'use strict';
// Headers, and the header list behind it, which requests and responses hold.
//
// A list keeps names as they were given (they are sent that way) and looks them up in lower case; repeated headers are joined,
// except Set-Cookie, which cannot be. A Headers object shows names in lower case, sorted.

const {
  arrayPush, arraySlice, arraySort, reflectGetOwnPropertyDescriptor, reflectOwnKeys, regexpTest, stringSlice, stringToLowerCase,
  symbolFor,
} = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { appendAll, each, entriesOf, keysOf, valuesOf } = require('core/safe/walk');
const { byteString, countArguments, illegalInvocation, inspectAs, makeIterable, finishClass } = require('fetch/webidl');

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const customInspect = symbolFor('nodejs.util.inspect.custom');

class HeaderList {
  constructor(other = undefined) {
    // Lower-case name → [name, value].
    this.fields = new SafeMap(other === undefined ? undefined : entriesOf(other.fields));
    this.cookies = other === undefined ? [] : arraySlice(other.cookies);
    this.sorted = null;
  }

  get isEmpty() { return this.fields.size === 0; }

  has(name) { return this.fields.has(stringToLowerCase(name)); }

  get(name) { return this.fields.get(stringToLowerCase(name))?.[1] ?? null; }

  append(name, value) {
    this.sorted = null;
    const key = stringToLowerCase(name);
    const existing = this.fields.get(key);
    if (key === 'set-cookie') arrayPush(this.cookies, value);
    if (existing === undefined) this.fields.set(key, [name, value]);
    else this.fields.set(key, [existing[0], `${existing[1]}${key === 'cookie' ? '; ' : ', '}${value}`]);
  }

  set(name, value) {
    this.sorted = null;
    const key = stringToLowerCase(name);
    if (key === 'set-cookie') this.cookies = [value];
    this.fields.set(key, [name, value]);
  }

  delete(name) {
    this.sorted = null;
    const key = stringToLowerCase(name);
    if (key === 'set-cookie') this.cookies = [];
    this.fields.delete(key);
  }

  // As a Headers object shows them.
  pairs() {
    if (this.sorted !== null) return this.sorted;
    const pairs = [];
    for (const key of each(arraySort(keysOf(this.fields)))) {
      if (key === 'set-cookie') for (const cookie of each(this.cookies)) arrayPush(pairs, [key, cookie]);
      else arrayPush(pairs, [key, this.fields.get(key)[1]]);
    }
    return this.sorted = pairs;
  }

  // As they are sent: alternating names and values.
  flat() {
    const list = [];
    for (const { 0: key, 1: { 0: name, 1: value } } of each(this.fields)) {
      if (key === 'set-cookie') for (const cookie of each(this.cookies)) appendAll(list, [name, cookie]);
      else appendAll(list, [name, value]);
    }
    return list;
  }
}

const HTTP_WHITESPACE = new SafeSet(['\t', '\n', '\r', ' ']);

function normalize(value) {
  let start = 0;
  let end = value.length;
  while (start < end && HTTP_WHITESPACE.has(value[start])) start++;
  while (end > start && HTTP_WHITESPACE.has(value[end - 1])) end--;
  return stringSlice(value, start, end);
}

function checkName(name, where) {
  if (!regexpTest(TOKEN, name)) throw new TypeError(`${where}: "${name}" is an invalid header name.`);
}

function checkValue(value, where) {
  if (regexpTest(/[\0\r\n]/, value)) throw new TypeError(`${where}: "${value}" is an invalid header value.`);
}

// Functions with access to private members, for this file.
let listOf;
let isHeaders;
let createHeaders;
let assertMutable;

class Headers {
  #list = new HeaderList();
  // 'none', 'request', 'response' or 'immutable'.
  #guard = 'none';

  constructor(init = undefined) {
    if (init !== undefined) fill(this, init);
  }

  append(name, value) {
    const list = listOf(this);
    countArguments(arguments, 2, 'Headers.append');
    add(this, list, byteString(name, 'Headers.append', 'name'), byteString(value, 'Headers.append', 'value'));
  }

  delete(name) {
    const list = listOf(this);
    countArguments(arguments, 1, 'Headers.delete');
    name = byteString(name, 'Headers.delete', 'name');
    checkName(name, 'Headers.delete');
    assertMutable(this);
    list.delete(name);
  }

  get(name) {
    const list = listOf(this);
    countArguments(arguments, 1, 'Headers.get');
    name = byteString(name, 'Headers.get', 'name');
    checkName(name, 'Headers.get');
    return list.get(name);
  }

  has(name) {
    const list = listOf(this);
    countArguments(arguments, 1, 'Headers.has');
    name = byteString(name, 'Headers.has', 'name');
    checkName(name, 'Headers.has');
    return list.has(name);
  }

  set(name, value) {
    const list = listOf(this);
    countArguments(arguments, 2, 'Headers.set');
    name = byteString(name, 'Headers.set', 'name');
    value = normalize(byteString(value, 'Headers.set', 'value'));
    checkName(name, 'Headers.set');
    checkValue(value, 'Headers.set');
    assertMutable(this);
    list.set(name, value);
  }

  getSetCookie() {
    return arraySlice(listOf(this).cookies);
  }

  [customInspect](depth, options) {
    const contents = {};
    for (const { 0: name, 1: value } of each(valuesOf(listOf(this).fields))) contents[name] = value;
    return inspectAs('Headers', contents, depth, options);
  }

  static {
    listOf = (headers) => {
      if (headers === null || typeof headers !== 'object' || !(#list in headers)) throw illegalInvocation();
      return headers.#list;
    };
    isHeaders = (value) => value !== null && typeof value === 'object' && #list in value;
    createHeaders = (list, guard) => {
      const headers = new Headers();
      headers.#list = list;
      headers.#guard = guard;
      return headers;
    };
    assertMutable = (headers) => {
      if (headers.#guard === 'immutable') throw new TypeError('immutable');
    };
  }
}

function add(headers, list, name, value) {
  value = normalize(value);
  checkName(name, 'Headers.append');
  checkValue(value, 'Headers.append');
  assertMutable(headers);
  list.append(name, value);
}

const WHERE = 'Headers constructor';

// From a sequence of pairs, or from an object's own properties.
function fill(headers, init) {
  const list = listOf(headers);
  if ((typeof init !== 'object' && typeof init !== 'function') || init === null) {
    throw new TypeError(`${WHERE}: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.`);
  }
  const iterator = init[Symbol.iterator];
  if (isHeaders(init) && iterator === Headers.prototype.entries) {
    for (const { 0: name, 1: value } of each(listOf(init).pairs())) add(headers, list, name, value);
    return;
  }
  if (typeof iterator === 'function') fillFromPairs(headers, list, init);
  else fillFromRecord(headers, list, init);
}

function fillFromPairs(headers, list, init) {
  let index = 0;
  for (const pair of init) {
    if (pair === null || typeof pair !== 'object' || typeof pair[Symbol.iterator] !== 'function') {
      throw new TypeError(`${WHERE}: init[${index}] (${typeof pair === 'string' ? `"${pair}"` : require('inspect/inspect').inspect(pair)}) is not iterable.`);
    }
    const items = [...pair];
    if (items.length !== 2) throw new TypeError(`${WHERE}: expected name/value pair to be length 2, found ${items.length}.`);
    add(headers, list, byteString(items[0], WHERE, `init[${index}][0]`), byteString(items[1], WHERE, `init[${index}][1]`));
    index++;
  }
}

function fillFromRecord(headers, list, init) {
  for (const key of each(reflectOwnKeys(init))) {
    if (!reflectGetOwnPropertyDescriptor(init, key)?.enumerable) continue;
    const name = byteString(key, WHERE, 'init key');
    add(headers, list, name, byteString(init[key], WHERE, `init["${name}"]`));
  }
}

makeIterable(Headers, (headers) => listOf(headers).pairs());
finishClass(Headers);

module.exports = { HeaderList, Headers, TOKEN, fill, createHeaders, isHeaders, listOf };
