'use strict';
// URLPattern: a URL whose components are patterns. web/pattern.js implements the patterns.
//
// Node has it from Ada, as its URL parser. The crate of Ada (src/bindings/url.rs) compiles Ada without URLPattern, and Ada's C functions have
// none. A pattern such as `/:id(\\d+)` contains a RegExp of the engine, so a native part could only do what pattern.js does.

const {
  arrayEvery, arrayForEach, arrayMap, arraySome, globalEncodeURIComponent: encodeURIComponent, objectDefineProperty,
  objectFromEntries, objectGetOwnPropertyDescriptor, objectKeys, objectValues, reflectConstruct, regexpExec, regexpTest,
  stringStartsWith, stringToLowerCase,
} = require('core/intrinsics');
const { isIn, lastIndexIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { codedError } = require('core/errors');
const { URL } = require('url');
const { compile, escapePattern } = require('web/pattern');
const { parsePatternString } = require('web/pattern_string');

const COMPONENTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];
const DEFAULT_PORTS = { __proto__: null, http: '80', https: '443', ws: '80', wss: '443', ftp: '21', file: '' };
const DEFAULT_OPTIONS = { delimiter: '', prefix: '' };
const HOSTNAME_OPTIONS = { delimiter: '.', prefix: '' };
const PATHNAME_OPTIONS = { delimiter: '/', prefix: '/' };

// ---- canonicalization of components

const viaSetter = (name, value) => {
  const url = new URL('https://dummy.invalid');
  url[name] = value;
  return url[name];
};

function canonicalPort(value, protocol) {
  if (value === '') return '';
  if (!regexpTest(/^[0-9]{1,5}$/, value) || Number(value) > 65535) throw new TypeError(`Invalid port: ${value}`);
  const port = String(Number(value));
  return DEFAULT_PORTS[protocol] === port ? '' : port;
}

function canonicalHost(value) {
  if (regexpTest(/[\s#/?@\\]/, value) || (isIn(value, ':') && !stringStartsWith(value, '['))) throw new TypeError(`Invalid host: ${value}`);
  return new URL(`https://${value}/`).hostname;
}

function canonicalAddress(value) {
  if (regexpTest(/[^0-9a-fA-F[\]:]/, value)) throw new TypeError(`Invalid address: ${value}`);
  return stringToLowerCase(value);
}

// A path without a leading slash must not get one.
function canonicalPath(value) {
  if (stringStartsWith(value, '/')) return viaSetter('pathname', value);
  return sliceOf(viaSetter('pathname', `/-${value}`), 2);
}

const canonical = {
  protocol: (value) => sliceOf(new URL(`${value}://dummy.invalid`).protocol, 0, -1),
  username: (value) => viaSetter('username', value),
  password: (value) => viaSetter('password', value),
  hostname: canonicalHost,
  port: canonicalPort,
  pathname: canonicalPath,
  opaquePath: (value) => replaceIn(value, /[^\x20-\x7e]+/g, (run) => encodeURIComponent(run)),
  search: (value) => sliceOf(viaSetter('search', value), 1),
  hash: (value) => sliceOf(viaSetter('hash', value), 1),
};

const orEmpty = (name, value, scheme) => (value === '' ? '' : canonical[name](value, scheme));

// ---- URLPatternInit: a dictionary, with or without a base URL

function applyBase(init, result, isPattern) {
  const url = new URL(init.baseURL);
  const has = (...names) => arraySome(names, (name) => init[name] !== undefined);
  const inherit = (text) => (isPattern ? escapePattern(text) : text);
  if (!has('protocol')) result.protocol = inherit(sliceOf(url.protocol, 0, -1));
  if (!isPattern && !has('protocol', 'hostname', 'port', 'username')) {
    result.username = url.username;
    if (!has('password')) result.password = url.password;
  }
  if (!has('protocol', 'hostname')) result.hostname = inherit(url.hostname);
  if (!has('protocol', 'hostname', 'port')) result.port = url.port;
  if (!has('protocol', 'hostname', 'port', 'pathname')) result.pathname = inherit(url.pathname);
  if (!has('protocol', 'hostname', 'port', 'pathname', 'search')) result.search = inherit(sliceOf(url.search, 1));
  if (!has('protocol', 'hostname', 'port', 'pathname', 'search', 'hash')) result.hash = inherit(sliceOf(url.hash, 1));
  return url;
}

const isAbsolute = (path, isPattern) => stringStartsWith(path, '/') || (isPattern && regexpTest(/^(\\\/|\{\/)/, path));

function processInit(init, isPattern, result) {
  const base = init.baseURL === undefined ? undefined : applyBase(init, result, isPattern);
  const set = (name, value, scheme) => {
    result[name] = isPattern ? value : orEmpty(name, value, scheme);
  };
  if (init.protocol !== undefined) set('protocol', replaceIn(init.protocol, /:$/, ''));
  for (const name of each(['username', 'password', 'hostname'])) if (init[name] !== undefined) set(name, init[name]);
  if (init.port !== undefined) set('port', init.port, result.protocol);
  if (init.pathname !== undefined) {
    let path = init.pathname;
    if (base !== undefined && stringStartsWith(base.pathname, '/') && !isAbsolute(path, isPattern)) {
      const directory = sliceOf(base.pathname, 0, lastIndexIn(base.pathname, '/') + 1);
      path = (isPattern ? escapePattern(directory) : directory) + path;
    }
    const isHierarchical = result.protocol === undefined || result.protocol === '' || result.protocol in DEFAULT_PORTS;
    result.pathname = isPattern ? path : orEmpty(isHierarchical ? 'pathname' : 'opaquePath', path);
  }
  if (init.search !== undefined) set('search', replaceIn(init.search, /^\?/, ''));
  if (init.hash !== undefined) set('hash', replaceIn(init.hash, /^#/, ''));
  return result;
}

// The members of a dictionary. As in Node, those that are no strings are ignored.
function readInit(object) {
  const init = {};
  for (const name of each([...each(COMPONENTS), 'baseURL'])) {
    const value = object[name];
    if (typeof value === 'string') init[name] = value;
  }
  return init;
}

const matchesSpecial = ({ regexp }) => arraySome(objectKeys(DEFAULT_PORTS), (scheme) => regexpTest(regexp, scheme));
const isSpecialPattern = (text) => matchesSpecial(compile(text, DEFAULT_OPTIONS, canonical.protocol));

function compileAll(input, base, ignoreCase) {
  let init = input;
  if (typeof input === 'string') {
    init = parsePatternString(input, isSpecialPattern);
    if (base === undefined && init.protocol === undefined) throw new TypeError('A relative pattern needs a base');
    if (base !== undefined) init.baseURL = base;
  } else if (base !== undefined) {
    throw new TypeError('A dictionary brings its own base');
  }
  const patterns = processInit(init, true, {});
  for (const name of each(COMPONENTS)) patterns[name] ??= '*';
  if (patterns.protocol in DEFAULT_PORTS && DEFAULT_PORTS[patterns.protocol] === patterns.port) patterns.port = '';
  const protocol = compile(patterns.protocol, DEFAULT_OPTIONS, canonical.protocol);
  const isAddress = regexpTest(/^(\[|\{\[|\\\[)/, patterns.hostname);
  const path = matchesSpecial(protocol) ? [PATHNAME_OPTIONS, canonical.pathname] : [DEFAULT_OPTIONS, canonical.opaquePath];
  return {
    protocol,
    username: compile(patterns.username, DEFAULT_OPTIONS, canonical.username),
    password: compile(patterns.password, DEFAULT_OPTIONS, canonical.password),
    hostname: compile(patterns.hostname, HOSTNAME_OPTIONS, isAddress ? canonicalAddress : canonical.hostname),
    port: compile(patterns.port, DEFAULT_OPTIONS, (value) => canonicalPort(value)),
    pathname: compile(patterns.pathname, ...each(path), ignoreCase),
    search: compile(patterns.search, DEFAULT_OPTIONS, canonical.search, ignoreCase),
    hash: compile(patterns.hash, DEFAULT_OPTIONS, canonical.hash, ignoreCase),
  };
}

// The components of the input; undefined if it is not a valid URL.
function componentsOf(input, base) {
  const empty = objectFromEntries(each(arrayMap(COMPONENTS, (name) => [name, ''])));
  try {
    if (typeof input !== 'string') return processInit(readInit(input), false, empty);
    const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(input, base);
    return { protocol: sliceOf(protocol, 0, -1), username, password, hostname, port, pathname, search: sliceOf(search, 1), hash: sliceOf(hash, 1) };
  } catch {
    return undefined;
  }
}

const invalidArgument = (message) => codedError('ERR_INVALID_ARG_TYPE', TypeError, message);
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

class Pattern {
  #components;

  constructor(...args) {
    let { 0: input = {}, 1: base, 2: options } = args;
    if (input === null) input = {};
    if (typeof input !== 'string' && typeof input !== 'object' && typeof input !== 'function') {
      throw invalidArgument('Input must be an object or a string');
    }
    if (args.length > 2) {
      if (base !== undefined && base !== null && typeof base !== 'string') throw invalidArgument('second argument must be a string');
      if (options !== undefined && options !== null && !isObject(options)) throw invalidArgument('options must be an object');
      base = `${base}`;
    }
    if (isObject(base)) {
      options = base;
      base = undefined;
    } else if (base === null) {
      base = undefined;
    } else if (base !== undefined && typeof base !== 'string') {
      throw invalidArgument('second argument must be a string or object');
    }
    const source = typeof input === 'string' ? input : readInit(input);
    const ignoreCase = Boolean(options?.ignoreCase);
    try {
      this.#components = compileAll(source, base, ignoreCase);
    } catch {
      throw codedError('ERR_INVALID_URL_PATTERN', TypeError, 'Failed to construct URLPattern');
    }
  }

  static #of(pattern) {
    if (pattern === null || typeof pattern !== 'object' || !(#components in pattern)) throw new TypeError('Illegal invocation');
    return pattern.#components;
  }

  static {
    for (const name of each(COMPONENTS)) {
      objectDefineProperty(this.prototype, name, {
        __proto__: null, enumerable: true, get() { return Pattern.#of(this)[name].text; },
      });
    }
  }

  get hasRegExpGroups() {
    return arraySome(objectValues(Pattern.#of(this)), ({ hasRegexp }) => hasRegexp);
  }

  exec(...args) {
    const components = Pattern.#of(this);
    const { 0: input, 1: base } = validateInput(args, 'exec');
    const values = componentsOf(input, base);
    if (values === undefined) return null;
    const matches = {};
    for (const name of each(COMPONENTS)) {
      matches[name] = regexpExec(components[name].regexp, values[name]);
      if (matches[name] === null) return null;
    }
    return resultOf(components, values, matches, base === undefined ? [input] : [input, base]);
  }

  test(...args) {
    const components = Pattern.#of(this);
    const { 0: input, 1: base } = validateInput(args, 'test');
    const values = componentsOf(input, base);
    return values !== undefined && arrayEvery(COMPONENTS, (name) => regexpTest(components[name].regexp, values[name]));
  }
}

function validateInput({ 0: input, 1: base }, method) {
  input ??= {};
  if (typeof input !== 'string' && !isObject(input)) throw invalidArgument('URLPattern input needs to be a string or an object');
  // null is converted to a string.
  if (base === null) base = 'null';
  if (base !== undefined && typeof base !== 'string') throw invalidArgument('baseURL must be a string');
  if (base !== undefined && typeof input !== 'string') {
    throw codedError('ERR_OPERATION_FAILED', TypeError, `Failed to ${method} URLPattern`);
  }
  return [input, base];
}

function resultOf(components, values, matches, inputs) {
  const result = { __proto__: null };
  for (const name of each(['hash', 'hostname', 'inputs', 'password', 'pathname', 'port', 'protocol', 'search', 'username'])) {
    if (name === 'inputs') {
      result.inputs = inputs;
      continue;
    }
    const groups = {};
    arrayForEach(components[name].names, (group, index) => {
      groups[group] = matches[name][index + 1];
    });
    result[name] = { groups, input: values[name] };
  }
  return result;
}

// As in Node: a function whose prototype is writable, with the methods in this order.
function URLPattern(...args) {
  if (new.target === undefined) {
    throw codedError('ERR_CONSTRUCT_CALL_REQUIRED', TypeError, 'Cannot call constructor without `new`');
  }
  return reflectConstruct(Pattern, args, new.target);
}
objectDefineProperty(URLPattern, 'length', { __proto__: null, value: 0, configurable: true });
URLPattern.prototype = Pattern.prototype;
for (const name of each(['hasRegExpGroups', 'exec', 'test'])) {
  const own = objectGetOwnPropertyDescriptor(Pattern.prototype, name);
  delete Pattern.prototype[name];
  objectDefineProperty(Pattern.prototype, name, { __proto__: null, ...own, enumerable: true });
}
objectDefineProperty(Pattern.prototype, 'constructor', { __proto__: null, value: URLPattern, writable: true, configurable: true });
objectDefineProperty(URLPattern.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'URLPattern' });
require('core/cloneable').markInstancesAsUncloneable(URLPattern);

module.exports = { URLPattern };
