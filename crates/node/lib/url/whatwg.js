'use strict';
// The class URL. Rust parses; this holds one string, the href, and the offsets of its components:
//
//   https://user:pass@example.com:1234/foo/bar?baz#quux
//        │      │    │          │   │  │       │   │
//        │      │    hostStart  │   port       │   hash
//        scheme username        hostEnd path   query          (-1 if there is no query or hash; port is -1, too)

const { objectDefineProperty, objectGetOwnPropertyNames, symbolFor } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { ERR_INVALID_URL, ERR_MISSING_ARGS } = require('core/errors').codes;
const { parse, canParse, set, places } = binding('url');

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

const notAUrl = () => new TypeError('Receiver must be an instance of class URL');

class URL {
  #href;
  #scheme;
  #username;
  #hostStart;
  #hostEnd;
  #port;
  #path;
  #query;
  #hash;
  #searchParams;

  constructor(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    input = `${input}`;
    if (base !== undefined) base = `${base}`;
    const href = parse(input, base);
    if (href === undefined) throw new ERR_INVALID_URL(input, base);
    this.#update(href);
  }

  static parse(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    input = `${input}`;
    if (base !== undefined) base = `${base}`;
    return canParse(input, base) ? new URL(input, base) : null;
  }

  static canParse(url, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    return canParse(`${url}`, base === undefined ? undefined : `${base}`);
  }

  static createObjectURL(object) {
    return require('buffer/object_urls').createObjectURL(object);
  }

  static revokeObjectURL(url) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    require('buffer/object_urls').revokeObjectURL(url);
  }

  #update(href) {
    this.#href = href;
    this.#scheme = places[0];
    this.#username = places[1];
    this.#hostStart = places[2];
    this.#hostEnd = places[3];
    this.#port = places[4];
    this.#path = places[5];
    this.#query = places[6];
    this.#hash = places[7];
  }

  // Static, as is the next one: for an invalid `this`, V8's error is about a missing field, not a method.
  static #set(url, part, value) {
    const href = set(url.#href, part, `${value}`);
    if (href === undefined) return false;
    url.#update(href);
    return true;
  }

  // Also updates searchParams.
  static #setQuery(url, part, value) {
    const done = URL.#set(url, part, value);
    if (done && url.#searchParams !== undefined) require('url/search_params').reload(url.#searchParams, url.#queryText());
    return done;
  }

  toString() {
    if (!(#href in this)) throw notAUrl();
    return this.#href;
  }

  get href() {
    if (!(#href in this)) throw notAUrl();
    return this.#href;
  }

  set href(value) {
    value = `${value}`;
    if (!URL.#setQuery(this, HREF, value)) throw new ERR_INVALID_URL(value);
  }

  get origin() {
    const protocol = sliceOf(this.#href, 0, this.#scheme + 1);
    switch (protocol) {
      case 'http:':
      case 'https:':
      case 'ws:':
      case 'wss:':
      case 'ftp:':
        return `${protocol}//${this.host}`;
      case 'blob:': {
        const innerURL = canParse(this.pathname, undefined) ? new URL(this.pathname) : null;
        return innerURL !== null && (innerURL.protocol === 'http:' || innerURL.protocol === 'https:') ? innerURL.origin : 'null';
      }
      default:
        return 'null';
    }
  }

  get protocol() {
    return sliceOf(this.#href, 0, this.#scheme + 1);
  }

  set protocol(value) {
    URL.#set(this, PROTOCOL, value);
  }

  get username() {
    const start = this.#scheme + 3;
    return this.#username > start ? sliceOf(this.#href, start, this.#username) : '';
  }

  set username(value) {
    URL.#set(this, USERNAME, value);
  }

  get password() {
    const end = this.#hostStart - 1;
    return this.#href[this.#username] === ':' && end > this.#username && this.#href[end] === '@' ?
      sliceOf(this.#href, this.#username + 1, end) : '';
  }

  set password(value) {
    URL.#set(this, PASSWORD, value);
  }

  get host() {
    const name = sliceOf(this.#href, this.#hostStart, this.#hostEnd);
    return this.#port === -1 ? name : `${name}:${this.#port}`;
  }

  set host(value) {
    URL.#set(this, HOST, value);
  }

  get hostname() {
    return sliceOf(this.#href, this.#hostStart, this.#hostEnd);
  }

  set hostname(value) {
    URL.#set(this, HOSTNAME, value);
  }

  get port() {
    return this.#port === -1 ? '' : `${this.#port}`;
  }

  set port(value) {
    URL.#set(this, PORT, value);
  }

  get pathname() {
    const end = this.#query !== -1 ? this.#query : this.#hash;
    return end === -1 ? sliceOf(this.#href, this.#path) : sliceOf(this.#href, this.#path, end);
  }

  set pathname(value) {
    URL.#set(this, PATHNAME, value);
  }

  get search() {
    if (!(#href in this)) throw notAUrl();
    return this.#queryText();
  }

  // A subclass may override `search`; searchParams does not depend on it.
  #queryText() {
    if (this.#query === -1) return '';
    const text = this.#hash === -1 ? sliceOf(this.#href, this.#query) : sliceOf(this.#href, this.#query, this.#hash);
    return text === '?' ? '' : text;
  }

  set search(value) {
    URL.#setQuery(this, SEARCH, value);
  }

  get searchParams() {
    return this.#searchParams ??= require('url/search_params').ofUrl(this.#queryText(), (query) => URL.#set(this, SEARCH, query));
  }

  get hash() {
    if (this.#hash === -1) return '';
    const text = sliceOf(this.#href, this.#hash);
    return text === '#' ? '' : text;
  }

  set hash(value) {
    URL.#set(this, HASH, value);
  }

  toJSON() {
    if (!(#href in this)) throw notAUrl();
    return this.#href;
  }

  [kInspect](depth, options) {
    if (this === null || typeof this !== 'object' || !(#href in this)) return this;
    if (typeof depth === 'number' && depth < 0) return this;
    const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search',
      'searchParams', 'hash'];
    const contents = {};
    for (const part of each(parts)) contents[part] = this[part];
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

module.exports = { URL };
