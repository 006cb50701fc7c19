'use strict';
// The class URL. Rust parses; this holds one string, the href, and the offsets of its components:
//
//   https://user:pass@example.com:1234/foo/bar?baz#quux
//        │      │    │          │   │  │       │   │
//        │      │    hostStart  │   port       │   hash
//        scheme username        hostEnd path   query          (-1 if there is no query or hash; port is -1, too)
//
// A change of searchParams is written to the href when something reads it that depends on the query.

const {
  classInt32Array: Int32Array, objectDefineProperty, objectGetOwnPropertyNames, stringSlice, stringToWellFormed, symbolFor,
  typedArrayBuffer, typedArrayByteOffset,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { ERR_INVALID_URL, ERR_MISSING_ARGS } = require('core/errors').codes;
const { parse, canParse, set, offsets: shared } = binding('url');

const offsets = new Int32Array(typedArrayBuffer(shared), typedArrayByteOffset(shared), 8);

const HREF = 0;
const PROTOCOL = 1;
const USERNAME = 2;
const PASSWORD = 3;
const HOST = 4;
const HOSTNAME = 5;
const PORT = 6;
const PATHNAME = 7;
const SEARCH = 8;
const HASH = 9;

const kInspect = symbolFor('nodejs.util.inspect.custom');
// The second argument of the constructor is the href of a parsed URL.
const kParsed = Symbol('parsed');

// A URL whose href the parser has just returned.
const ofHref = (href) => new URL(undefined, href, kParsed);

const notAUrl = () => new TypeError('Receiver must be an instance of class URL');

// Created by the parser in Node: its text has no code.
function invalidUrl(input, base) {
  const error = new TypeError('Invalid URL');
  error.code = 'ERR_INVALID_URL';
  error.input = stringToWellFormed(input);
  if (base !== undefined) error.base = stringToWellFormed(base);
  return error;
}

// Joins the parts of a string, as the engine does when a character is read. Rust would have to ask for it.
const joined = (text) => (text[0] === undefined ? '' : text);

const contextOf = (href) => ({
  href,
  scheme: offsets[0],
  username: offsets[1],
  hostStart: offsets[2],
  hostEnd: offsets[3],
  port: offsets[4],
  path: offsets[5],
  query: offsets[6],
  hash: offsets[7],
});

function queryIn({ href, query, hash }) {
  if (query === -1) return '';
  const end = hash === -1 ? href.length : hash;
  return end === query + 1 ? '' : stringSlice(href, query, end);
}

class URL {
  #context;
  #searchParams;
  #searchParamsModified = false;

  constructor(input, base = undefined, mode = undefined) {
    if (mode === kParsed) {
      this.#context = contextOf(base);
      return;
    }
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    if (typeof input !== 'string') input = `${input}`;
    if (base !== undefined) base = `${base}`;
    const href = parse(joined(input), base);
    if (href === undefined) throw invalidUrl(input, base);
    this.#context = contextOf(href);
  }

  static parse(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    input = `${input}`;
    if (base !== undefined) base = `${base}`;
    const href = parse(joined(input), base);
    return href === undefined ? null : ofHref(href);
  }

  static canParse(url, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    return canParse(joined(`${url}`), base === undefined ? undefined : `${base}`);
  }

  static createObjectURL(object) {
    return require('buffer/object_urls').createObjectURL(object);
  }

  static revokeObjectURL(url) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    require('buffer/object_urls').revokeObjectURL(url);
  }

  // Static, as are the next ones: for an invalid `this`, V8's error is about a missing field, not a method.
  static #set(url, part, value) {
    const href = set(URL.#current(url).href, part, `${value}`);
    if (href === undefined) return false;
    url.#context = contextOf(href);
    return true;
  }

  // Also updates searchParams.
  static #setQuery(url, part, value) {
    const done = URL.#set(url, part, value);
    if (done && url.#searchParams !== undefined) require('url/search_params').reload(url.#searchParams, queryIn(url.#context));
    return done;
  }

  // The context, with changes of searchParams.
  static #current(url) {
    const context = url.#context;
    return url.#searchParamsModified ? URL.#writeQuery(url, context) : context;
  }

  static #writeQuery(url, { href }) {
    url.#searchParamsModified = false;
    return url.#context = contextOf(set(href, SEARCH, require('url/search_params').serialized(url.#searchParams)));
  }

  static #onChange(url) {
    url.#searchParamsModified = true;
  }

  toString() {
    if (!(#context in this)) throw notAUrl();
    return URL.#current(this).href;
  }

  get href() {
    if (!(#context in this)) throw notAUrl();
    return URL.#current(this).href;
  }

  set href(value) {
    value = `${value}`;
    if (!URL.#setQuery(this, HREF, value)) throw new ERR_INVALID_URL(value);
  }

  get origin() {
    const { href, scheme } = this.#context;
    const protocol = stringSlice(href, 0, scheme + 1);
    switch (protocol) {
      case 'http:':
      case 'https:':
      case 'ws:':
      case 'wss:':
      case 'ftp:':
        // A subclass may override `host`.
        return `${protocol}//${this.host}`;
      case 'blob:': {
        const inner = URL.parse(this.pathname);
        return inner !== null && (inner.protocol === 'http:' || inner.protocol === 'https:') ? inner.origin : 'null';
      }
      default:
        return 'null';
    }
  }

  get protocol() {
    const { href, scheme } = this.#context;
    return stringSlice(href, 0, scheme + 1);
  }

  set protocol(value) {
    URL.#set(this, PROTOCOL, value);
  }

  get username() {
    const { href, scheme, username } = this.#context;
    return username > scheme + 3 ? stringSlice(href, scheme + 3, username) : '';
  }

  set username(value) {
    URL.#set(this, USERNAME, value);
  }

  get password() {
    const { href, username, hostStart } = this.#context;
    return hostStart > username + 1 ? stringSlice(href, username + 1, hostStart - 1) : '';
  }

  set password(value) {
    URL.#set(this, PASSWORD, value);
  }

  get host() {
    const { href, hostStart, hostEnd, path } = this.#context;
    return hostStart === hostEnd ? '' : stringSlice(href, hostStart, path);
  }

  set host(value) {
    URL.#set(this, HOST, value);
  }

  get hostname() {
    const { href, hostStart, hostEnd } = this.#context;
    return stringSlice(href, hostStart, hostEnd);
  }

  set hostname(value) {
    URL.#set(this, HOSTNAME, value);
  }

  get port() {
    const { port } = this.#context;
    return port === -1 ? '' : `${port}`;
  }

  set port(value) {
    URL.#set(this, PORT, value);
  }

  get pathname() {
    const { href, path, query, hash } = this.#context;
    return stringSlice(href, path, query !== -1 ? query : hash !== -1 ? hash : href.length);
  }

  set pathname(value) {
    URL.#set(this, PATHNAME, value);
  }

  get search() {
    if (!(#context in this)) throw notAUrl();
    return queryIn(URL.#current(this));
  }

  set search(value) {
    URL.#setQuery(this, SEARCH, value);
  }

  get searchParams() {
    // A subclass may override `search`; searchParams does not depend on it.
    return this.#searchParams ??= require('url/search_params').ofUrl(queryIn(this.#context), this, URL.#onChange);
  }

  get hash() {
    const { href, hash } = this.#context;
    return hash === -1 || hash + 1 === href.length ? '' : stringSlice(href, hash);
  }

  set hash(value) {
    URL.#set(this, HASH, value);
  }

  toJSON() {
    if (!(#context in this)) throw notAUrl();
    return URL.#current(this).href;
  }

  [kInspect](depth, options) {
    if (this === null || typeof this !== 'object' || !(#context in this)) return this;
    if (typeof depth === 'number' && depth < 0) return this;
    const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search',
      'searchParams', 'hash'];
    const contents = {};
    for (const part of each(parts)) contents[part] = this[part];
    if (options?.showHidden) {
      const { URLContext } = require('url/inspected_context');
      contents[Symbol('context')] = new URLContext(URL.#current(this), this.protocol);
    }
    return `${this.constructor.name} ${require('util').inspect(contents, options)}`;
  }
}

for (const name of each(objectGetOwnPropertyNames(URL.prototype))) {
  if (name !== 'constructor') objectDefineProperty(URL.prototype, name, { __proto__: null, enumerable: true });
}
for (const name of each(['canParse', 'parse', 'createObjectURL', 'revokeObjectURL'])) {
  objectDefineProperty(URL, name, { __proto__: null, enumerable: true });
}
objectDefineProperty(URL.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'URL' });

require('core/cloneable').markInstancesAsUncloneable(URL);

module.exports = { HOSTNAME, URL, ofHref };
