'use strict';
// Request.

const { arrayIncludes, objectKeys, regexpTest, stringToUpperCase, symbolFor } = require('core/intrinsics');
const globals = require('globals');
const { each } = require('core/safe/walk');
const { byteString, countArguments, dictionary, illegalInvocation, inspectAs, finishClass, oneOf, usvString } = require('fetch/webidl');
const { HeaderList, TOKEN, fill, createHeaders } = require('fetch/headers');
const { addBodyMembers, extract } = require('fetch/body');

const customInspect = symbolFor('nodejs.util.inspect.custom');
const { AbortController, AbortSignal } = require('core/abort');

// A function with access to private members, for this file.
let stateOf;

// Valid values, in the order of Node's messages.
const ENUM_VALUES = {
  referrerPolicy: ['', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin', 'origin-when-cross-origin',
    'strict-origin-when-cross-origin', 'unsafe-url'],
  mode: ['navigate', 'same-origin', 'no-cors', 'cors'],
  credentials: ['omit', 'same-origin', 'include'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  redirect: ['follow', 'manual', 'error'],
  duplex: ['half'],
  priority: ['high', 'low', 'auto'],
};
const KNOWN_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];

class Request {
  // { method, url, headers (a HeaderList), body, referrer, source (the signal that was passed), … }
  #state;
  #headers = null;
  #signal = null;

  constructor(input, init = undefined) {
    if (input === kCloned) {
      this.#state = init;
      return;
    }
    countArguments(arguments, 1, 'Request constructor');
    const other = stateOf(input);
    const options = dictionary(init);
    this.#state = other === undefined ? defaultState(parse(input)) : { ...other, headers: new HeaderList(other.headers), body: null, source: input.signal };
    const state = this.#state;
    applyInit(state, options);
    if (options.headers !== undefined) {
      state.headers = new HeaderList();
      fill(this.headers, options.headers);
    }
    setBody(state, options, other);
  }

  get method() { return requireState(this).method; }

  get url() { return requireState(this).url.href; }

  get headers() {
    const { headers } = requireState(this);
    return this.#headers ??= createHeaders(headers, 'request');
  }

  get destination() {
    requireState(this);
    return '';
  }

  get referrer() { return requireState(this).referrer; }

  get referrerPolicy() { return requireState(this).referrerPolicy; }

  get mode() { return requireState(this).mode; }

  get credentials() { return requireState(this).credentials; }

  get cache() { return requireState(this).cache; }

  get redirect() { return requireState(this).redirect; }

  get integrity() { return requireState(this).integrity; }

  get keepalive() { return requireState(this).keepalive; }

  get isReloadNavigation() {
    requireState(this);
    return false;
  }

  get isHistoryNavigation() {
    requireState(this);
    return false;
  }

  // Its own signal, which follows the one that was passed.
  get signal() {
    const { source } = requireState(this);
    return this.#signal ??= source === null ? new AbortController().signal : AbortSignal.any([source]);
  }

  get duplex() {
    requireState(this);
    return 'half';
  }

  clone() {
    const state = requireState(this);
    if (state.body?.isUnusable) throw new TypeError('unusable');
    return new Request(kCloned, { ...state, headers: new HeaderList(state.headers), body: state.body?.clone() ?? null, source: this.signal });
  }

  [customInspect](depth, options) {
    const {
      method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache, redirect, integrity, keepalive,
      isReloadNavigation, isHistoryNavigation, signal,
    } = this;
    return inspectAs('Request', {
      method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache, redirect, integrity, keepalive,
      isReloadNavigation, isHistoryNavigation, signal,
    }, depth, options);
  }

  static {
    stateOf = (request) => (request !== null && typeof request === 'object' && #state in request ? request.#state : undefined);
  }
}

// Passed to the constructor by clone() only.
const kCloned = Symbol('cloned');

function requireState(request) {
  const state = stateOf(request);
  if (state === undefined) throw illegalInvocation();
  return state;
}

const defaultState = (url) => ({
  method: 'GET', url, headers: new HeaderList(), body: null, referrer: 'about:client', referrerPolicy: '', mode: 'cors',
  credentials: 'same-origin', cache: 'default', redirect: 'follow', integrity: '', keepalive: false, source: null,
});

function parse(input) {
  const text = usvString(input);
  let url;
  try {
    url = new globals.URL(text);
  } catch (cause) {
    throw new TypeError(`Failed to parse URL from ${text}`, { cause });
  }
  if (url.username !== '' || url.password !== '') throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${text}`);
  return url;
}

// As WebIDL converts a dictionary: read all members first, then interpret them.
function applyInit(state, options) {
  const values = {};
  for (const name of each(objectKeys(ENUM_VALUES))) if (options[name] !== undefined) values[name] = oneOf(options[name], ENUM_VALUES[name]);
  if (options.window !== undefined && options.window !== null) throw new TypeError("'window' option 'client' must be null");
  setReferrer(state, options.referrer);
  if (values.mode === 'navigate') throw new TypeError('Request constructor: invalid request mode navigate.');
  for (const name of each(['referrerPolicy', 'mode', 'credentials', 'cache', 'redirect'])) if (values[name] !== undefined) state[name] = values[name];
  if (state.cache === 'only-if-cached' && state.mode !== 'same-origin') {
    throw new TypeError("'only-if-cached' can be set only with 'same-origin' mode");
  }
  if (options.integrity !== undefined && options.integrity !== null) state.integrity = `${options.integrity}`;
  if (options.keepalive !== undefined) state.keepalive = Boolean(options.keepalive);
  if (options.method !== undefined) {
    state.method = methodOf(options.method);
    if (state.method === 'patch') warnOfPatch();
  }
  setSignal(state, options.signal);
  if (options.dispatcher !== undefined) state.dispatcher = options.dispatcher;
}

function setReferrer(state, referrer) {
  if (referrer === undefined) return;
  const text = usvString(referrer, 'RequestInit', 'referrer');
  if (text === '') {
    state.referrer = '';
    return;
  }
  let url;
  try {
    url = new globals.URL(text);
  } catch (cause) {
    throw new TypeError(`Referrer "${text}" is not a valid URL.`, { cause });
  }
  state.referrer = url.protocol === 'about:' && url.pathname === 'client' ? 'about:client' : url.href;
}

function methodOf(value) {
  const method = byteString(value, 'RequestInit', 'method');
  if (!regexpTest(TOKEN, method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
  const upper = stringToUpperCase(method);
  if (arrayIncludes(['CONNECT', 'TRACE', 'TRACK'], upper)) throw new TypeError(`'${method}' HTTP method is unsupported.`);
  return arrayIncludes(KNOWN_METHODS, upper) ? upper : method;
}

let warnedOfPatch = false;

// Method names are case-sensitive, and only those of KNOWN_METHODS are normalized (Fetch standard, "normalize a method").
function warnOfPatch() {
  if (warnedOfPatch) return;
  warnedOfPatch = true;
  globals.process.emitWarning('Using `patch` is highly likely to result in a `405 Method Not Allowed`. `PATCH` is much more likely to succeed.',
    { code: 'UNDICI-FETCH-patch' });
}

function setSignal(state, signal) {
  if (signal === undefined) return;
  if (signal !== null && !(signal instanceof AbortSignal)) {
    throw new TypeError(`RequestInit: Expected signal ("${require('inspect/inspect').inspect(signal)}") to be an instance of AbortSignal.`);
  }
  state.source = signal;
}

function setBody(state, options, other) {
  const hasBody = options.body !== undefined && options.body !== null;
  if ((hasBody || other?.body) && (state.method === 'GET' || state.method === 'HEAD')) {
    throw new TypeError('Request with GET/HEAD method cannot have body.');
  }
  if (hasBody) {
    const { body, type } = extract(options.body, 'RequestInit');
    if (type !== null && !state.headers.has('content-type')) state.headers.append('content-type', type);
    if (body.source === null && options.duplex === undefined) throw new TypeError('RequestInit: duplex option is required when sending a body.');
    state.body = body;
  } else if (other?.body) {
    if (other.body.isUnusable) throw new TypeError('Cannot construct a Request with a Request object that has already been used.');
    state.body = other.body.createProxy();
  }
}

addBodyMembers(Request, stateOf);
finishClass(Request);

module.exports = { Request, stateOf };
